//! `NagSet`: the NAGs of a node, as a set.

use pyo3::prelude::*;
use pyo3::types::{PySet, PyTuple};
use pyo3::{PyTraverseError, PyVisit};

use super::classes::{GameNode, nags_of};
use super::view::{View, listed, without_view};
use crate::python::arguments::wrong_type;
use crate::python::hints::{AnyArguments, IntegerIterator, IntegerSet};

/// The NAGs of a node: a set of integers.
///
/// Editing the set edits the node. It has all methods and operators of `set`; those that make a new
/// set return a plain `set`.
///
/// Example:
///     >>> import io
///     >>> from enroque import pgn
///     >>> game = pgn.read_game(io.StringIO("1. e4! $14 *"))
///     >>> nags = game.next().nags
///     >>> sorted(nags)
///     [1, 14]
///     >>> nags.discard(pgn.NAG_GOOD_MOVE)
///     >>> nags |= {pgn.NAG_NOVELTY}
///     >>> print(game.mainline())
///     1. e4 $14 $146
#[pyclass(frozen, module = "enroque.pgn")]
pub(in crate::python) struct NagSet {
    pub(super) node: Py<GameNode>,
}

impl View for NagSet {
    type Item = u32;

    fn items(&self) -> Vec<u32> {
        let node = self.node.get();
        node.lock().nags(node.id).collect()
    }

    fn plain<'py>(&self, py: Python<'py>, items: &[u32]) -> PyResult<Bound<'py, PyAny>> {
        Ok(PySet::new(py, items)?.into_any())
    }

    fn store(&self, edited: &Bound<'_, PyAny>, before: &[u32]) -> PyResult<bool> {
        let nags = nags_of(Some(edited))?;
        let node = self.node.get();
        let mut tree = node.lock();
        if !tree.nags(node.id).eq(before.iter().copied()) {
            return Ok(false);
        }
        tree.set_nags(node.id, nags);
        Ok(true)
    }
}

impl NagSet {
    fn set<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PySet>> {
        PySet::new(py, self.items())
    }

    /// Returns the plain set of an operator; the operand may be another `NagSet`.
    fn operate<'py>(&self, method: &str, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.set(other.py())?.call_method1(method, (without_view::<NagSet>(other)?,))
    }

    /// Calls a method with iterables, which are consumed only once even if the call is repeated.
    fn edit_with(&self, py: Python<'_>, method: &str, others: AnyArguments<'_>) -> PyResult<()> {
        self.edit(py, method, all_listed(others)?).map(drop)
    }

    /// Returns the plain set that a method with iterables returns.
    fn call_with<'py>(
        &self,
        py: Python<'py>,
        method: &str,
        others: AnyArguments<'py>,
    ) -> PyResult<IntegerSet<'py>> {
        let set = self.set(py)?.call_method1(method, all_listed(others)?)?;
        Ok(IntegerSet(set.cast_into()?))
    }

    /// Calls a method that compares with an iterable.
    fn compare(&self, method: &str, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.set(other.py())?.call_method1(method, (listed(other)?,))?.extract()
    }

    /// Calls the method of an operator with assignment, such as `|=`, whose operand must be a set.
    fn assign(&self, method: &str, other: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = other.py();
        if !other.is_instance(&py.import("collections.abc")?.getattr("Set")?)? {
            return Err(wrong_type("the operand must be a set", other));
        }
        self.edit(py, method, (without_view::<NagSet>(other)?,)).map(drop)
    }
}

/// Returns the arguments with each iterable as a list.
fn all_listed(arguments: AnyArguments<'_>) -> PyResult<Bound<'_, PyTuple>> {
    let arguments = arguments.0.cast_into::<PyTuple>()?;
    let lists = arguments.iter().map(|argument| listed(&argument));
    PyTuple::new(arguments.py(), lists.collect::<PyResult<Vec<_>>>()?)
}

#[pymethods]
impl NagSet {
    // a game of a subclass may refer to its set
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.node)
    }

    fn __len__(&self) -> usize {
        self.items().len()
    }

    fn __contains__(&self, nag: &Bound<'_, PyAny>) -> bool {
        nag.extract::<u32>().is_ok_and(|nag| self.items().contains(&nag))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<IntegerIterator<'py>> {
        Ok(IntegerIterator(self.items().into_pyobject(py)?.try_iter()?.into_any()))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.set(py)?.repr()?.to_string())
    }

    fn __richcmp__<'py>(
        &self,
        other: &Bound<'py, PyAny>,
        operator: pyo3::pyclass::CompareOp,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.set(other.py())?.as_any().rich_compare(without_view::<NagSet>(other)?, operator)
    }

    /// Adds a NAG.
    ///
    /// Args:
    ///     nag: an integer from 0 to 4294967295.
    ///
    /// Raises:
    ///     ArgumentError: the integer is out of range.
    fn add(&self, py: Python<'_>, nag: &Bound<'_, PyAny>) -> PyResult<()> {
        self.edit(py, "add", (nag,)).map(drop)
    }

    /// Removes a NAG if it is in the set.
    ///
    /// Args:
    ///     nag: an integer.
    fn discard(&self, py: Python<'_>, nag: &Bound<'_, PyAny>) -> PyResult<()> {
        self.edit(py, "discard", (nag,)).map(drop)
    }

    /// Removes a NAG.
    ///
    /// Args:
    ///     nag: an integer.
    ///
    /// Raises:
    ///     KeyError: the NAG is not in the set.
    fn remove(&self, py: Python<'_>, nag: &Bound<'_, PyAny>) -> PyResult<()> {
        self.edit(py, "remove", (nag,)).map(drop)
    }

    /// Removes and returns an arbitrary NAG.
    ///
    /// Raises:
    ///     KeyError: the set is empty.
    fn pop(&self, py: Python<'_>) -> PyResult<u32> {
        self.edit(py, "pop", ())?.extract()
    }

    /// Removes all NAGs.
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        self.edit(py, "clear", ()).map(drop)
    }

    /// Adds the NAGs of other iterables.
    ///
    /// Args:
    ///     *others: iterables of NAGs.
    #[pyo3(signature = (*others: "object"))]
    fn update(&self, py: Python<'_>, others: AnyArguments<'_>) -> PyResult<()> {
        self.edit_with(py, "update", others)
    }

    /// Keeps only the NAGs that are also in all other iterables.
    ///
    /// Args:
    ///     *others: iterables of NAGs.
    #[pyo3(signature = (*others: "object"))]
    fn intersection_update(&self, py: Python<'_>, others: AnyArguments<'_>) -> PyResult<()> {
        self.edit_with(py, "intersection_update", others)
    }

    /// Removes the NAGs of other iterables.
    ///
    /// Args:
    ///     *others: iterables of NAGs.
    #[pyo3(signature = (*others: "object"))]
    fn difference_update(&self, py: Python<'_>, others: AnyArguments<'_>) -> PyResult<()> {
        self.edit_with(py, "difference_update", others)
    }

    /// Keeps the NAGs that are in exactly one of this set and another iterable.
    ///
    /// Args:
    ///     other: an iterable of NAGs.
    fn symmetric_difference_update(&self, other: &Bound<'_, PyAny>) -> PyResult<()> {
        self.edit(other.py(), "symmetric_difference_update", (listed(other)?,)).map(drop)
    }

    /// Returns a plain set of the NAGs.
    fn copy<'py>(&self, py: Python<'py>) -> PyResult<IntegerSet<'py>> {
        self.set(py).map(IntegerSet)
    }

    /// Returns a plain set of the NAGs that are in this set or another iterable.
    ///
    /// Args:
    ///     *others: iterables of NAGs.
    #[pyo3(signature = (*others: "object"))]
    fn union<'py>(&self, py: Python<'py>, others: AnyArguments<'py>) -> PyResult<IntegerSet<'py>> {
        self.call_with(py, "union", others)
    }

    /// Returns a plain set of the NAGs that are in this set and all other iterables.
    ///
    /// Args:
    ///     *others: iterables of NAGs.
    #[pyo3(signature = (*others: "object"))]
    fn intersection<'py>(
        &self,
        py: Python<'py>,
        others: AnyArguments<'py>,
    ) -> PyResult<IntegerSet<'py>> {
        self.call_with(py, "intersection", others)
    }

    /// Returns a plain set of the NAGs of this set that are in none of the other iterables.
    ///
    /// Args:
    ///     *others: iterables of NAGs.
    #[pyo3(signature = (*others: "object"))]
    fn difference<'py>(
        &self,
        py: Python<'py>,
        others: AnyArguments<'py>,
    ) -> PyResult<IntegerSet<'py>> {
        self.call_with(py, "difference", others)
    }

    /// Returns a plain set of the NAGs that are in exactly one of this set and another.
    ///
    /// Args:
    ///     other: an iterable of NAGs.
    fn symmetric_difference<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<IntegerSet<'py>> {
        let set = self.set(other.py())?.call_method1("symmetric_difference", (listed(other)?,))?;
        Ok(IntegerSet(set.cast_into()?))
    }

    /// Whether all NAGs of this set are in another iterable.
    ///
    /// Args:
    ///     other: an iterable of NAGs.
    fn issubset(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.compare("issubset", other)
    }

    /// Whether this set has all NAGs of another iterable.
    ///
    /// Args:
    ///     other: an iterable of NAGs.
    fn issuperset(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.compare("issuperset", other)
    }

    /// Whether this set has no NAG of another iterable.
    ///
    /// Args:
    ///     other: an iterable of NAGs.
    fn isdisjoint(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.compare("isdisjoint", other)
    }

    fn __or__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.operate("__or__", other)
    }

    fn __and__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.operate("__and__", other)
    }

    fn __sub__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.operate("__sub__", other)
    }

    fn __xor__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.operate("__xor__", other)
    }

    fn __ror__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.operate("__or__", other)
    }

    fn __rand__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.operate("__and__", other)
    }

    fn __rsub__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.operate("__rsub__", other)
    }

    fn __rxor__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.operate("__xor__", other)
    }

    fn __ior__(&self, other: &Bound<'_, PyAny>) -> PyResult<()> {
        self.assign("update", other)
    }

    fn __iand__(&self, other: &Bound<'_, PyAny>) -> PyResult<()> {
        self.assign("intersection_update", other)
    }

    fn __isub__(&self, other: &Bound<'_, PyAny>) -> PyResult<()> {
        self.assign("difference_update", other)
    }

    fn __ixor__(&self, other: &Bound<'_, PyAny>) -> PyResult<()> {
        self.assign("symmetric_difference_update", other)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Vec<u32>,))> {
        Ok((py.get_type::<PySet>().into_any(), (self.items(),)))
    }
}
