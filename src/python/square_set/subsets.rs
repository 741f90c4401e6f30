//! All subsets of a set, one after the other.

use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
#[cfg(feature = "stubs")]
use pyo3::{inspect::PyStaticExpr, type_hint_identifier, type_hint_subscript};

use crate::types::Bitboard;

/// The subsets of a set of squares as ints, in ascending order.
#[pyclass(frozen, module = "enroque")]
pub(super) struct CarryRippler {
    set: Bitboard,
    /// The subset that comes next; `None` after the last. Nobody calls into Python under the lock.
    next: Mutex<Option<Bitboard>>,
}

impl CarryRippler {
    pub(super) fn new(set: Bitboard) -> CarryRippler {
        CarryRippler { set, next: Mutex::new(Some(Bitboard::EMPTY)) }
    }
}

#[pymethods]
impl CarryRippler {
    fn __iter__(slf: Py<CarryRippler>) -> Py<CarryRippler> {
        slf
    }

    fn __next__(&self) -> Option<u64> {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let subset = (*next)?;
        // the bits outside the set are ones here, so that the carry runs through them
        let following = Bitboard(subset.0.wrapping_sub(self.set.0)) & self.set;
        *next = (!following.is_empty()).then_some(following);
        Some(subset.0)
    }
}

/// `Iterator[int]` in the stubs.
pub(super) struct Subsets(pub(super) CarryRippler);

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
        Bound::new(py, self.0)
    }
}
