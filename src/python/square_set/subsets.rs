//! The iterator over all subsets of a set.

use std::sync::Mutex;

use crate::python::prelude::*;
use crate::types::Subsets as CoreSubsets;

/// The subsets of a set of squares as ints, in ascending order.
#[pyclass(frozen, module = "enroque")]
pub(super) struct CarryRippler {
    /// Not locked during calls into Python.
    subsets: Mutex<CoreSubsets>,
}

#[pymethods(crate = "crate::python::named_arguments")]
impl CarryRippler {
    fn __iter__(slf: Py<CarryRippler>) -> Py<CarryRippler> {
        slf
    }

    fn __next__(&self) -> Option<u64> {
        let mut subsets = locked(&self.subsets);
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
    const OUTPUT_TYPE: pyo3::inspect::PyStaticExpr =
        hint!("collections.abc", "Iterator", hint!(int));

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, CarryRippler>> {
        Bound::new(py, CarryRippler { subsets: Mutex::new(self.0) })
    }
}
