//! `SquareSet`: a mutable set of squares, with python-chess's names.
//!
//! Operators and comparisons are in `operators.rs` and `in_place.rs`, conversion of arguments in
//! `convert.rs`, subsets in `subsets.rs`.

mod convert;
#[cfg(not(feature = "stubs"))]
mod in_place;
mod operators;
mod subsets;

pub(super) use convert::SquareSetArgument;

use std::sync::atomic::{AtomicU64, Ordering};

use pyo3::exceptions::PyKeyError;

use self::subsets::Subsets;
use crate::attacks;
use crate::python::prelude::*;
use crate::types::{Bitboard, Square};

/// A mutable set of squares, stored as a 64-bit bitboard.
///
/// Every operation is atomic, so threads may share a set. Operators accept ints, sets and iterables
/// of squares. A set is not hashable; it converts to int.
///
/// Args:
///     squares: an int (bit n is square n, bits above 63 are ignored), an object with `__int__`, or
///         an iterable of squares.
///
/// Raises:
///     OutOfRangeError: a square is out of range.
///
/// Example:
///     >>> from enroque import A8, SquareSet
///     >>> squares = SquareSet(0xff)
///     >>> squares.add(A8)
///     >>> squares
///     SquareSet(0x0100_0000_0000_00ff)
///     >>> len(squares), A8 in squares, max(squares)
///     (9, True, 56)
///     >>> print(squares & ~SquareSet([0, 1]))
///     1 . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . 1 1 1 1 1 1
#[pyclass(frozen, subclass, module = "enroque")]
#[derive(Default)]
pub(super) struct SquareSet {
    /// Synchronizes no other memory, so all accesses are relaxed.
    mask: AtomicU64,
}

impl SquareSet {
    /// The current squares.
    pub(super) fn squares(&self) -> Bitboard {
        Bitboard(self.mask.load(Ordering::Relaxed))
    }

    /// A set of the class on which a classmethod was called.
    fn of_class<'py>(cls: &Bound<'py, PyType>, squares: Bitboard) -> PyResult<SameClass<'py>> {
        cls.call1((squares.0,)).map(SameClass)
    }

    /// Removes a square, and returns whether it was in the set.
    fn remove_square(&self, square: Square) -> bool {
        let bit = Bitboard::from(square);
        Bitboard(self.mask.fetch_and(!bit.0, Ordering::Relaxed)).meets(bit)
    }
}

impl From<Bitboard> for SquareSet {
    fn from(squares: Bitboard) -> SquareSet {
        SquareSet { mask: AtomicU64::new(squares.0) }
    }
}

#[pymethods(crate = "crate::python::named_arguments")]
impl SquareSet {
    #[new]
    #[pyo3(signature = (squares = 0))]
    fn new(squares: SquareSetArgument) -> SquareSet {
        SquareSet::from(squares.0)
    }

    /// Returns the set of one square.
    ///
    /// Args:
    ///     square: the square, 0 to 63.
    #[classmethod]
    fn from_square<'py>(
        cls: &Bound<'py, PyType>,
        square: SquareArgument,
    ) -> PyResult<SameClass<'py>> {
        SquareSet::of_class(cls, square.0.into())
    }

    /// Returns the rank, file or diagonal through two squares.
    ///
    /// Args:
    ///     a: a square, 0 to 63.
    ///     b: another square.
    ///
    /// Returns:
    ///     A set, empty if the squares share no line.
    #[classmethod]
    fn ray<'py>(
        cls: &Bound<'py, PyType>,
        a: SquareArgument,
        b: SquareArgument,
    ) -> PyResult<SameClass<'py>> {
        SquareSet::of_class(cls, attacks::line(a.0, b.0))
    }

    /// Returns the squares strictly between two squares of a rank, file or diagonal.
    ///
    /// Args:
    ///     a: a square, 0 to 63.
    ///     b: another square.
    ///
    /// Returns:
    ///     A set, empty if the squares share no line.
    #[classmethod]
    fn between<'py>(
        cls: &Bound<'py, PyType>,
        a: SquareArgument,
        b: SquareArgument,
    ) -> PyResult<SameClass<'py>> {
        SquareSet::of_class(cls, attacks::between(a.0, b.0))
    }

    /// The squares as an int: bit n is square n. Settable.
    #[getter]
    fn mask(&self) -> u64 {
        self.squares().0
    }

    #[setter]
    fn set_mask(&self, mask: BitboardArgument) {
        self.mask.store(mask.0.0, Ordering::Relaxed);
    }

    /// Adds a square.
    ///
    /// Args:
    ///     square: the square, 0 to 63.
    fn add(&self, square: SquareArgument) {
        self.mask.fetch_or(Bitboard::from(square.0).0, Ordering::Relaxed);
    }

    /// Removes a square if it is in the set.
    ///
    /// Args:
    ///     square: the square, 0 to 63.
    fn discard(&self, square: SquareArgument) {
        self.remove_square(square.0);
    }

    /// Removes a square.
    ///
    /// Args:
    ///     square: the square, 0 to 63.
    ///
    /// Raises:
    ///     KeyError: the square is not in the set.
    fn remove(&self, square: SquareArgument) -> PyResult<()> {
        if self.remove_square(square.0) { Ok(()) } else { Err(PyKeyError::new_err(square.0 as u8)) }
    }

    /// Removes and returns the lowest square.
    ///
    /// Raises:
    ///     KeyError: the set is empty.
    fn pop(&self) -> PyResult<u8> {
        let without_lowest = |mask: u64| Some(mask & mask.checked_sub(1)?);
        let popped = self.mask.fetch_update(Ordering::Relaxed, Ordering::Relaxed, without_lowest);
        match popped.ok().and_then(|before| Bitboard(before).first()) {
            Some(square) => Ok(square as u8),
            None => Err(PyKeyError::new_err("pop from an empty SquareSet")),
        }
    }

    /// Removes all squares.
    fn clear(&self) {
        self.mask.store(0, Ordering::Relaxed);
    }

    /// Adds the squares of other sets.
    ///
    /// Args:
    ///     *others: sets, ints or iterables of squares.
    #[pyo3(signature = (*others: "IntoSquareSet"))]
    fn update(&self, others: &Bound<'_, PyTuple>) -> PyResult<()> {
        let mut more = Bitboard::EMPTY;
        for other in others {
            more |= other.extract::<SquareSetArgument>()?.0;
        }
        self.mask.fetch_or(more.0, Ordering::Relaxed);
        Ok(())
    }

    /// Keeps only the squares that are in all other sets.
    ///
    /// Args:
    ///     *others: sets, ints or iterables of squares.
    #[pyo3(signature = (*others: "IntoSquareSet"))]
    fn intersection_update(&self, others: &Bound<'_, PyTuple>) -> PyResult<()> {
        let mut common = Bitboard::FULL;
        for other in others {
            common &= other.extract::<SquareSetArgument>()?.0;
        }
        self.mask.fetch_and(common.0, Ordering::Relaxed);
        Ok(())
    }

    /// Removes the squares of another set.
    ///
    /// Args:
    ///     other: a set, an int or an iterable of squares.
    fn difference_update(&self, other: SquareSetArgument) {
        self.mask.fetch_and(!other.0.0, Ordering::Relaxed);
    }

    /// Keeps the squares that are in exactly one of two sets.
    ///
    /// Args:
    ///     other: a set, an int or an iterable of squares.
    fn symmetric_difference_update(&self, other: SquareSetArgument) {
        self.mask.fetch_xor(other.0.0, Ordering::Relaxed);
    }

    /// Returns the squares that are in either set.
    ///
    /// Args:
    ///     other: a set, an int or an iterable of squares.
    fn union(&self, other: SquareSetArgument) -> SquareSet {
        (self.squares() | other.0).into()
    }

    /// Returns the squares that are also in another set.
    ///
    /// Args:
    ///     other: a set, an int or an iterable of squares.
    fn intersection(&self, other: SquareSetArgument) -> SquareSet {
        (self.squares() & other.0).into()
    }

    /// Returns the squares that are not in another set.
    ///
    /// Args:
    ///     other: a set, an int or an iterable of squares.
    fn difference(&self, other: SquareSetArgument) -> SquareSet {
        (self.squares() - other.0).into()
    }

    /// Returns the squares that are in exactly one of two sets.
    ///
    /// Args:
    ///     other: a set, an int or an iterable of squares.
    fn symmetric_difference(&self, other: SquareSetArgument) -> SquareSet {
        (self.squares() ^ other.0).into()
    }

    /// Returns whether another set contains all squares of this one.
    ///
    /// Args:
    ///     other: a set, an int or an iterable of squares.
    fn issubset(&self, other: SquareSetArgument) -> bool {
        (self.squares() - other.0).is_empty()
    }

    /// Returns whether this set contains all squares of another one.
    ///
    /// Args:
    ///     other: a set, an int or an iterable of squares.
    fn issuperset(&self, other: SquareSetArgument) -> bool {
        (other.0 - self.squares()).is_empty()
    }

    /// Returns whether the sets have no square in common.
    ///
    /// Args:
    ///     other: a set, an int or an iterable of squares.
    fn isdisjoint(&self, other: SquareSetArgument) -> bool {
        !self.squares().meets(other.0)
    }

    /// Returns a copy.
    fn copy(&self) -> SquareSet {
        self.squares().into()
    }

    /// Returns 64 bools, a1 to h8: whether each square is in the set.
    fn tolist(&self) -> Vec<bool> {
        let squares = self.squares();
        Square::ALL.iter().map(|&square| squares.has(square)).collect()
    }

    /// Returns the set with the ranks flipped: a1 becomes a8.
    fn mirror(&self) -> SquareSet {
        self.squares().flip_vertical().into()
    }

    /// Generates all subsets as ints, beginning with the empty one.
    fn carry_rippler(&self) -> Subsets {
        Subsets(self.squares().subsets())
    }

    fn __len__(&self) -> usize {
        self.squares().len() as usize
    }

    fn __bool__(&self) -> bool {
        self.squares().any()
    }

    fn __contains__(&self, square: SquareArgument) -> bool {
        self.squares().has(square.0)
    }

    /// Generates the squares of the current set in ascending order.
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<SquareIterator<'py>> {
        ascending(py, self.squares())
    }

    /// Generates the squares of the current set in descending order.
    fn __reversed__<'py>(&self, py: Python<'py>) -> PyResult<SquareIterator<'py>> {
        descending(py, self.squares())
    }

    fn __int__(&self) -> u64 {
        self.mask()
    }

    fn __index__(&self) -> u64 {
        self.mask()
    }

    fn __str__(&self) -> String {
        self.squares().to_string().trim_end().to_owned()
    }

    fn __repr__(&self) -> String {
        let mask = self.mask();
        let [a, b, c, d] = [48, 32, 16, 0].map(|shift| mask >> shift & 0xffff);
        format!("SquareSet(0x{a:04x}_{b:04x}_{c:04x}_{d:04x})")
    }

    fn __getnewargs__(&self) -> (u64,) {
        (self.mask(),)
    }
}

/// An iterator over the squares in ascending order.
pub(super) fn ascending(py: Python<'_>, squares: Bitboard) -> PyResult<SquareIterator<'_>> {
    let squares = squares.into_iter().map(|square| square as u8);
    Ok(SquareIterator(PyList::new(py, squares)?.try_iter()?))
}

/// An iterator over the squares in descending order.
pub(super) fn descending(py: Python<'_>, squares: Bitboard) -> PyResult<SquareIterator<'_>> {
    let mut squares: Vec<u8> = squares.into_iter().map(|square| square as u8).collect();
    squares.reverse();
    Ok(SquareIterator(PyList::new(py, squares)?.try_iter()?))
}
