//! The in-place operators of `SquareSet`.
//!
//! The stubs are generated without them: pyo3 would declare that they return `None`, which makes
//! `a |= b` a type error. Without `__ior__`, type checkers use `__or__`, whose type is right.

use std::sync::atomic::Ordering;

use super::SquareSet;
use super::convert::SquareSetArgument;
use super::operators::{ShiftOperand, SquaresOperand, shift_count};
use crate::python::prelude::*;
use crate::types::Bitboard;

impl SquaresOperand<'_> {
    /// Converts the operand, or returns an error.
    fn squares(&self) -> PyResult<Bitboard> {
        Ok(self.0.extract::<SquareSetArgument>()?.0)
    }
}

impl SquareSet {
    /// Shifts the bits atomically.
    fn shift(&self, by: &ShiftOperand<'_>, operator: fn(u64, u32) -> Option<u64>) -> PyResult<()> {
        let Some(by) = shift_count(&by.0)? else {
            let kind = by.0.get_type().qualname()?;
            return Err(PyTypeError::new_err(format!(
                "a SquareSet must be shifted by an int, not {kind}"
            )));
        };
        let shifted = |mask| Some(operator(mask, by).unwrap_or(0));
        // cannot fail: the closure always returns `Some`
        let _ = self.mask.fetch_update(Ordering::Relaxed, Ordering::Relaxed, shifted);
        Ok(())
    }
}

#[pymethods(crate = "crate::python::named_arguments")]
impl SquareSet {
    fn __ior__(&self, other: SquaresOperand<'_>) -> PyResult<()> {
        self.mask.fetch_or(other.squares()?.0, Ordering::Relaxed);
        Ok(())
    }

    fn __iand__(&self, other: SquaresOperand<'_>) -> PyResult<()> {
        self.mask.fetch_and(other.squares()?.0, Ordering::Relaxed);
        Ok(())
    }

    fn __ixor__(&self, other: SquaresOperand<'_>) -> PyResult<()> {
        self.mask.fetch_xor(other.squares()?.0, Ordering::Relaxed);
        Ok(())
    }

    fn __isub__(&self, other: SquaresOperand<'_>) -> PyResult<()> {
        self.mask.fetch_and(!other.squares()?.0, Ordering::Relaxed);
        Ok(())
    }

    fn __ilshift__(&self, shift: ShiftOperand<'_>) -> PyResult<()> {
        self.shift(&shift, u64::checked_shl)
    }

    fn __irshift__(&self, shift: ShiftOperand<'_>) -> PyResult<()> {
        self.shift(&shift, u64::checked_shr)
    }
}
