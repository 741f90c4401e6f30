//! The operators of `SquareSet` that return a new set, and comparisons.

use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::pyclass::CompareOp;
use pyo3::types::{PyFrozenSet, PySet};

use super::SquareSet;
use super::convert::{to_combine, to_compare};
use crate::python::prelude::*;
use crate::types::Bitboard;

// The operators check the types of their operands, since pyo3 treats every error of a conversion as
// a wrong type.
hinted_argument! {
    /// `IntoSquareSet`.
    SquaresOperand = hint!("enroque._model.bitboards", "IntoSquareSet");
    /// `SupportsIndex`.
    ShiftOperand = hint!("typing", "SupportsIndex");
    /// `SquareSet | Set[int]`.
    SetOperand =
        hint!(union hint!(of SquareSet), hint!("collections.abc", "Set", hint!(int)));
}

/// The result of an operator; `None` becomes `NotImplemented`.
struct OperatorResult<T>(Option<T>);

impl<'py, T: IntoPyObject<'py>> IntoPyObject<'py> for OperatorResult<T> {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;
    #[cfg(feature = "stubs")]
    const OUTPUT_TYPE: pyo3::inspect::PyStaticExpr = T::OUTPUT_TYPE;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self.0 {
            Some(value) => Ok(value.into_bound_py_any(py)?),
            None => Ok(py.NotImplemented().into_bound(py)),
        }
    }
}

type SetResult = PyResult<OperatorResult<SquareSet>>;

impl SquareSet {
    /// The result of a binary operator.
    fn combine(
        &self,
        other: &SquaresOperand<'_>,
        operator: fn(Bitboard, Bitboard) -> Bitboard,
    ) -> SetResult {
        let other = to_combine(&other.0)?;
        Ok(OperatorResult(other.map(|other| operator(self.squares(), other).into())))
    }

    /// The result of a shift of the bits.
    fn shifted(&self, by: &ShiftOperand<'_>, operator: fn(u64, u32) -> Option<u64>) -> SetResult {
        let Some(by) = shift_count(&by.0)? else { return Ok(OperatorResult(None)) };
        let mask = operator(self.squares().0, by).unwrap_or(0);
        Ok(OperatorResult(Some(Bitboard(mask).into())))
    }

    /// The result of a comparison with a `SquareSet`, `set` or `frozenset`.
    fn compare(&self, other: &SetOperand<'_>, op: CompareOp) -> PyResult<OperatorResult<bool>> {
        let (py, other) = (other.0.py(), &other.0);
        if let Ok(other) = other.cast::<SquareSet>() {
            let (a, b) = (self.squares(), other.get().squares());
            let (in_b, in_a) = ((a - b).is_empty(), (b - a).is_empty());
            return Ok(OperatorResult(Some(match op {
                CompareOp::Lt => in_b && !in_a,
                CompareOp::Le => in_b,
                CompareOp::Gt => in_a && !in_b,
                CompareOp::Ge => in_a,
                CompareOp::Eq => a == b,
                CompareOp::Ne => a != b,
            })));
        }
        if !other.is_instance_of::<PySet>() && !other.is_instance_of::<PyFrozenSet>() {
            return Ok(OperatorResult(None));
        }
        let squares = PyFrozenSet::new(py, self.squares().into_iter().map(|square| square as u8))?;
        let result = squares.rich_compare(other, op)?.is_truthy()?;
        Ok(OperatorResult(Some(result)))
    }
}

/// The number of bits to shift by, at most 64, which empties the set; `None` if it is not an int.
pub(super) fn shift_count(by: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
    let py = by.py();
    if by.is_instance_of::<SquareSet>() {
        return Ok(None); // a set converts to int, but is not a count
    }
    let negative = match by.extract::<i64>() {
        Ok(count) => match u32::try_from(count.min(64)) {
            Ok(count) => return Ok(Some(count)),
            Err(_) => true,
        },
        Err(error) if error.is_instance_of::<PyOverflowError>(py) => by.lt(0)?,
        Err(error) if error.is_instance_of::<PyTypeError>(py) => return Ok(None),
        Err(error) => return Err(error),
    };
    if negative { Err(PyValueError::new_err("negative shift count")) } else { Ok(Some(64)) }
}

#[pymethods(crate = "crate::python::named_arguments")]
impl SquareSet {
    fn __invert__(&self) -> SquareSet {
        (!self.squares()).into()
    }

    fn __or__(&self, other: SquaresOperand<'_>) -> SetResult {
        self.combine(&other, |this, other| this | other)
    }

    fn __ror__(&self, other: SquaresOperand<'_>) -> SetResult {
        self.combine(&other, |this, other| this | other)
    }

    fn __and__(&self, other: SquaresOperand<'_>) -> SetResult {
        self.combine(&other, |this, other| this & other)
    }

    fn __rand__(&self, other: SquaresOperand<'_>) -> SetResult {
        self.combine(&other, |this, other| this & other)
    }

    fn __xor__(&self, other: SquaresOperand<'_>) -> SetResult {
        self.combine(&other, |this, other| this ^ other)
    }

    fn __rxor__(&self, other: SquaresOperand<'_>) -> SetResult {
        self.combine(&other, |this, other| this ^ other)
    }

    fn __sub__(&self, other: SquaresOperand<'_>) -> SetResult {
        self.combine(&other, |this, other| this - other)
    }

    fn __rsub__(&self, other: SquaresOperand<'_>) -> SetResult {
        self.combine(&other, |this, other| other - this)
    }

    fn __lshift__(&self, shift: ShiftOperand<'_>) -> SetResult {
        self.shifted(&shift, u64::checked_shl)
    }

    fn __rshift__(&self, shift: ShiftOperand<'_>) -> SetResult {
        self.shifted(&shift, u64::checked_shr)
    }

    /// Compares with anything that `SquareSet` can be created from.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<OperatorResult<bool>> {
        // a set equals itself even if another thread changes it between the two reads
        let is_same = other.cast::<SquareSet>().is_ok_and(|other| std::ptr::eq(self, other.get()));
        Ok(OperatorResult(to_compare(other)?.map(|other| is_same || self.squares() == other)))
    }

    fn __lt__(&self, other: SetOperand<'_>) -> PyResult<OperatorResult<bool>> {
        self.compare(&other, CompareOp::Lt)
    }

    fn __le__(&self, other: SetOperand<'_>) -> PyResult<OperatorResult<bool>> {
        self.compare(&other, CompareOp::Le)
    }

    fn __gt__(&self, other: SetOperand<'_>) -> PyResult<OperatorResult<bool>> {
        self.compare(&other, CompareOp::Gt)
    }

    fn __ge__(&self, other: SetOperand<'_>) -> PyResult<OperatorResult<bool>> {
        self.compare(&other, CompareOp::Ge)
    }
}
