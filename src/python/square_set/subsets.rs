//! The iterator over all subsets of a set.

use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
#[cfg(feature = "stubs")]
use pyo3::{inspect::PyStaticExpr, type_hint_identifier, type_hint_subscript};

use crate::types::Subsets as CoreSubsets;

/// The subsets of a set of squares as ints, in ascending order.
#[pyclass(frozen, module = "enroque")]
pub(super) struct CarryRippler {
    /// Not locked during calls into Python.
    subsets: Mutex<CoreSubsets>,
}

#[pymethods]
impl CarryRippler {
    fn __iter__(slf: Py<CarryRippler>) -> Py<CarryRippler> {
        slf
    }

    fn __next__(&self) -> Option<u64> {
        let mut subsets = self.subsets.lock().unwrap_or_else(PoisonError::into_inner);
        subsets.next().map(|subset| subset.0)
    }
}

/// `Iterator[int]` in the stubs.
pub(super) struct Subsets(pub(super) CoreSubsets);

impl<'py> IntoPyObject<'py> for Subsets {
    type Target = CarryRippler;
    type Output = Bound<'py, CarryRippler>;
    type Error = PyErr;
    #[cfg(feature = "stubs")]
    const OUTPUT_TYPE: PyStaticExpr = type_hint_subscript!(
        type_hint_identifier!("collections.abc", "Iterator"),
        type_hint_identifier!("builtins", "int")
    );

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, CarryRippler>> {
        Bound::new(py, CarryRippler { subsets: Mutex::new(self.0) })
    }
}
