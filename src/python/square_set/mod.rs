//! `SquareSet`: a mutable set of squares, by python-chess's names.
//!
//! Making, asking and changing are here; operators and comparisons in `operators.rs` and
//! `in_place.rs`, what counts as a set of squares in `convert.rs`, subsets in `subsets.rs`.

mod convert;
#[cfg(not(feature = "stubs"))]
mod in_place;
mod operators;
mod subsets;

pub(super) use convert::SquareSetArgument;

use std::sync::atomic::{AtomicU64, Ordering};

use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList, PyString, PyTuple, PyType};

use self::subsets::Subsets;
use super::arguments::{BitboardArgument, SquareArgument};
use super::hints::{SameClass, SquareIterator};
use super::untracked::{self, Layout, Untracked};
use crate::attacks;
use crate::types::{Bitboard, Square};

/// A set of squares.
///
/// SquareSet(squares=0) makes one of an int (bit n is square n, a1 the lowest; bits above h8 do not
/// count), of anything that has `__int__`, such as another set, or of the numbers of squares:
/// `SquareSet([A1, H8])`. A set can change, so it does not hash; it works as an int where Python asks
/// for an index. Each change is one step, so several threads may share a set; a change that raises has
/// changed nothing.
///
/// >>> from enroque import A8, SquareSet
/// >>> squares = SquareSet(0xff)
/// >>> squares.add(A8)
/// >>> squares
/// SquareSet(0x0100_0000_0000_00ff)
/// >>> len(squares), A8 in squares, [square for square in squares][-2:]
/// (9, True, [7, 56])
/// >>> print(squares & ~SquareSet([0, 1]))
/// 1 . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . 1 1 1 1 1 1
#[pyclass(frozen, subclass, module = "enroque")]
#[derive(Default)]
pub(super) struct SquareSet {
    /// No other memory hangs on it, so relaxed order will do everywhere.
    mask: AtomicU64,
}

impl SquareSet {
    /// A new Python object with these squares.
    pub(super) fn object(py: Python<'_>, squares: Bitboard) -> PyResult<Py<SquareSet>> {
        untracked::object(py, || SquareSet::from(squares)).map(Bound::unbind)
    }

    /// The squares that it has at this moment.
    pub(super) fn squares(&self) -> Bitboard {
        Bitboard(self.mask.load(Ordering::Relaxed))
    }

    /// A set of the class on which a classmethod was called.
    fn of_class<'py>(cls: &Bound<'py, PyType>, squares: Bitboard) -> PyResult<SameClass<'py>> {
        cls.call1((squares.0,)).map(SameClass)
    }

    /// Takes a square out; whether it was there.
    fn take(&self, square: Square) -> bool {
        let bit = Bitboard::from(square);
        Bitboard(self.mask.fetch_and(!bit.0, Ordering::Relaxed)).meets(bit)
    }
}

impl Untracked for SquareSet {
    type Value = SquareSet;

    fn initializer(value: SquareSet) -> PyClassInitializer<SquareSet> {
        value.into()
    }

    fn layout() -> &'static PyOnceLock<Layout<SquareSet>> {
        static LAYOUT: PyOnceLock<Layout<SquareSet>> = PyOnceLock::new();
        &LAYOUT
    }
}

impl From<Bitboard> for SquareSet {
    fn from(squares: Bitboard) -> SquareSet {
        SquareSet { mask: AtomicU64::new(squares.0) }
    }
}

#[pymethods]
impl SquareSet {
    #[new]
    #[classmethod]
    #[pyo3(signature = (squares = SquareSetArgument(Bitboard::EMPTY)))]
    fn new<'py>(
        cls: &Bound<'py, PyType>,
        squares: SquareSetArgument,
    ) -> PyResult<Bound<'py, SquareSet>> {
        untracked::object_of(cls, || SquareSet::from(squares.0))
    }

    /// The set of one square.
    #[classmethod]
    fn from_square<'py>(
        cls: &Bound<'py, PyType>,
        square: SquareArgument,
    ) -> PyResult<SameClass<'py>> {
        SquareSet::of_class(cls, square.0.into())
    }

    /// The whole rank, file or diagonal on which both squares lie; empty if there is none.
    #[classmethod]
    fn ray<'py>(
        cls: &Bound<'py, PyType>,
        a: SquareArgument,
        b: SquareArgument,
    ) -> PyResult<SameClass<'py>> {
        SquareSet::of_class(cls, attacks::line(a.0, b.0))
    }

    /// The squares strictly between two squares of a rank, file or diagonal; empty off such a line.
    #[classmethod]
    fn between<'py>(
        cls: &Bound<'py, PyType>,
        a: SquareArgument,
        b: SquareArgument,
    ) -> PyResult<SameClass<'py>> {
        SquareSet::of_class(cls, attacks::between(a.0, b.0))
    }

    /// The squares as an int: bit n is square n. It can be set.
    #[getter]
    fn mask(&self) -> u64 {
        self.squares().0
    }

    #[setter]
    fn set_mask(&self, mask: BitboardArgument) {
        self.mask.store(mask.0.0, Ordering::Relaxed);
    }

    /// Puts a square in.
    fn add(&self, square: SquareArgument) {
        self.mask.fetch_or(Bitboard::from(square.0).0, Ordering::Relaxed);
    }

    /// Takes a square out, if it is there.
    fn discard(&self, square: SquareArgument) {
        self.take(square.0);
    }

    /// Takes a square out; `KeyError` if it is not there.
    fn remove(&self, square: SquareArgument) -> PyResult<()> {
        if self.take(square.0) { Ok(()) } else { Err(PyKeyError::new_err(square.0 as u8)) }
    }

    /// Takes the lowest square out and returns it; `KeyError` if there is none.
    fn pop(&self) -> PyResult<u8> {
        let without_lowest = |mask: u64| Some(mask & mask.checked_sub(1)?);
        let popped = self.mask.fetch_update(Ordering::Relaxed, Ordering::Relaxed, without_lowest);
        match popped.ok().and_then(|before| Bitboard(before).first()) {
            Some(square) => Ok(square as u8),
            None => Err(PyKeyError::new_err("pop from an empty SquareSet")),
        }
    }

    /// Takes all squares out.
    fn clear(&self) {
        self.mask.store(0, Ordering::Relaxed);
    }

    /// Puts in all squares of the others.
    #[pyo3(signature = (*others: "IntoSquareSet"))]
    fn update(&self, others: &Bound<'_, PyTuple>) -> PyResult<()> {
        let mut more = Bitboard::EMPTY;
        for other in others {
            more |= other.extract::<SquareSetArgument>()?.0;
        }
        self.mask.fetch_or(more.0, Ordering::Relaxed);
        Ok(())
    }

    /// Keeps the squares that all of the others have too.
    #[pyo3(signature = (*others: "IntoSquareSet"))]
    fn intersection_update(&self, others: &Bound<'_, PyTuple>) -> PyResult<()> {
        let mut common = Bitboard::FULL;
        for other in others {
            common &= other.extract::<SquareSetArgument>()?.0;
        }
        self.mask.fetch_and(common.0, Ordering::Relaxed);
        Ok(())
    }

    /// Takes out the squares of the other.
    fn difference_update(&self, other: SquareSetArgument) {
        self.mask.fetch_and(!other.0.0, Ordering::Relaxed);
    }

    /// Keeps the squares that one of the two has and the other has not.
    fn symmetric_difference_update(&self, other: SquareSetArgument) {
        self.mask.fetch_xor(other.0.0, Ordering::Relaxed);
    }

    /// The squares of either.
    fn union(&self, other: SquareSetArgument) -> SquareSet {
        (self.squares() | other.0).into()
    }

    /// The squares of both.
    fn intersection(&self, other: SquareSetArgument) -> SquareSet {
        (self.squares() & other.0).into()
    }

    /// The squares that the other does not have.
    fn difference(&self, other: SquareSetArgument) -> SquareSet {
        (self.squares() - other.0).into()
    }

    /// The squares that one of the two has and the other has not.
    fn symmetric_difference(&self, other: SquareSetArgument) -> SquareSet {
        (self.squares() ^ other.0).into()
    }

    /// Whether the other has all of these squares.
    fn issubset(&self, other: SquareSetArgument) -> bool {
        (self.squares() - other.0).is_empty()
    }

    /// Whether all of the other's squares are here.
    fn issuperset(&self, other: SquareSetArgument) -> bool {
        (other.0 - self.squares()).is_empty()
    }

    /// Whether the two have no square in common.
    fn isdisjoint(&self, other: SquareSetArgument) -> bool {
        !self.squares().meets(other.0)
    }

    /// A new set of the same squares.
    fn copy(&self, py: Python<'_>) -> PyResult<Py<SquareSet>> {
        SquareSet::object(py, self.squares())
    }

    /// 64 bools, a1 to h8: whether the square is in the set.
    fn tolist(&self) -> Vec<bool> {
        let squares = self.squares();
        Square::ALL.iter().map(|&square| squares.has(square)).collect()
    }

    /// The set as seen from the other side: a1 and a8 change places.
    fn mirror(&self) -> SquareSet {
        self.squares().flip_vertical().into()
    }

    /// Every subset, as an int, the empty one first; 2 to the power of `len` of them, made one by one.
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

    /// The squares in ascending order, as they are at this moment.
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<SquareIterator<'py>> {
        ascending(py, self.squares())
    }

    /// The squares in descending order, as they are at this moment.
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

    /// The set marked on a board, for notebooks.
    fn _repr_svg_<'py>(slf: &Bound<'py, SquareSet>) -> PyResult<Bound<'py, PyString>> {
        let options = PyDict::new(slf.py());
        options.set_item("squares", slf)?;
        options.set_item("size", 400)?;
        let svg = slf.py().import("enroque.svg")?;
        Ok(svg.call_method("board", (), Some(&options))?.cast_into()?)
    }

    fn __getnewargs__(&self) -> (u64,) {
        (self.mask(),)
    }
}

/// The numbers of the squares, lowest first.
pub(super) fn ascending(py: Python<'_>, squares: Bitboard) -> PyResult<SquareIterator<'_>> {
    let squares = squares.into_iter().map(|square| square as u8);
    Ok(SquareIterator(PyList::new(py, squares)?.try_iter()?))
}

/// The numbers of the squares, highest first.
pub(super) fn descending(py: Python<'_>, squares: Bitboard) -> PyResult<SquareIterator<'_>> {
    let mut squares: Vec<u8> = squares.into_iter().map(|square| square as u8).collect();
    squares.reverse();
    Ok(SquareIterator(PyList::new(py, squares)?.try_iter()?))
}
