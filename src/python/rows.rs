//! `Games` and `Positions` as tables of rows: indexing, concatenating, splitting.

use std::sync::Arc;

#[cfg(not(feature = "stubs"))]
use pyo3::exceptions::PyAttributeError;
use pyo3::types::{PyEllipsis, PyFloat, PyMapping, PySlice};

use super::arguments::{extract, index_of};
use super::array_arguments::mask_or_indices;
use super::arrays::Immutable;
use crate::error::CallError;
use crate::memory;
use crate::pool::Interrupted;
use crate::python::prelude::*;
use crate::store::Rows;

/// A class of tables.
pub(super) trait Table: Immutable + Into<PyClassInitializer<Self>> {
    /// The table of the core.
    type Core: Rows + 'static;
    /// The index of a row and the rows, in messages.
    const NAMES: (&'static str, &'static str);

    /// Shares a table of the core.
    fn of_core(core: Arc<Self::Core>) -> Self;

    /// Returns a shared reference to the table of the core.
    fn core(&self) -> Arc<Self::Core>;

    /// Returns the object of a row, which exists.
    fn row<'py>(slf: &Bound<'py, Self>, index: usize) -> PyResult<Bound<'py, PyAny>>;
}

/// An index of a table.
#[derive(FromPyObject)]
pub(super) enum RowsIndex<'py> {
    Index(i64),
    Slice(Bound<'py, PySlice>),
    Array(Bound<'py, PyAny>),
}

/// Resolves an index, which counts from the end if it is negative.
pub(super) fn checked_index<T: Table>(number: i64, count: usize) -> PyResult<usize> {
    let (name, rows) = T::NAMES;
    index_of(number, count).ok_or_else(|| {
        OutOfRangeError::new_err(format!("{name} {number} is out of range for {count} {rows}"))
    })
}

/// Returns the row or the rows of an index.
pub(super) fn get<'py, T: Table>(
    slf: &Bound<'py, T>,
    index: RowsIndex<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let count = slf.get().core().row_count();
    match index {
        RowsIndex::Index(number) => T::row(slf, checked_index::<T>(number, count)?),
        RowsIndex::Slice(slice) => {
            let range = slice.indices(count as isize)?;
            let indices = (0..range.slicelength).map(|n| range.start + n as isize * range.step);
            rows_of(slf, indices.map(|index| index as usize).collect())
        }
        RowsIndex::Array(many) => rows_of(slf, indices::<T>(&many, count)?),
    }
}

fn rows_of<'py, T: Table>(slf: &Bound<'py, T>, rows: Vec<usize>) -> PyResult<Bound<'py, PyAny>> {
    Ok(Bound::new(slf.py(), selected(slf.py(), slf.get(), rows)?)?.into_any())
}

/// Returns rows, which exist.
pub(super) fn selected<T: Table>(py: Python<'_>, table: &T, rows: Vec<usize>) -> PyResult<T> {
    let core = table.core();
    Ok(T::of_core(Arc::new(detach(py, || core.select_rows(rows))?)))
}

/// Returns the indices of a mask or an array of indices.
pub(super) fn indices<T: Table>(many: &Bound<'_, PyAny>, count: usize) -> PyResult<Vec<usize>> {
    if many.is_none()
        || many.is_instance_of::<PyString>()
        || many.is_instance_of::<PyFloat>()
        || many.is_instance_of::<PyEllipsis>()
    {
        return Err(PyTypeError::new_err(
            "the index must be an integer, a slice, a mask or an array of integers; columns are \
             attributes (games.white_elo, positions.evals)",
        ));
    }
    mask_or_indices(many, "an index", count, checked_index::<T>)
}

/// Concatenates tables, with their errors and warnings.
pub(super) fn concatenate<T: Table>(
    py: Python<'_>,
    tables: impl IntoIterator<Item = PyResult<Arc<T::Core>>>,
) -> PyResult<T> {
    let mut all: Option<Arc<T::Core>> = None;
    for more in tables {
        let more = more?;
        match &mut all {
            None => all = Some(more),
            Some(all) => interruptible(py, None, |run| {
                // columns grow to twice their size
                memory::check(all.heap_bytes() + more.heap_bytes())?;
                // copies only the first table, and only if it is shared
                if Arc::get_mut(all).is_none() {
                    let mut copy = T::Core::default();
                    copy.extend(all, run)?;
                    *all = Arc::new(copy);
                }
                Arc::make_mut(all).extend(&more, run).map_err(PyErr::from)
            })?,
        }
    }
    Ok(T::of_core(all.unwrap_or_default()))
}

/// Returns the tables of an iterable.
pub(super) fn tables<'py, T: Table>(
    iterable: &Bound<'py, PyAny>,
) -> PyResult<impl Iterator<Item = PyResult<Arc<T::Core>>> + use<'py, T>> {
    let class = iterable.py().get_type::<T>().name()?;
    let rule = format!("concatenate takes an iterable of {class}");
    let tables = iterable.try_iter().map_err(|_| wrong_type(&rule, iterable))?;
    Ok(tables.map(move |table| {
        let table = table?;
        let table = table.cast::<T>().map_err(|_| wrong_type(&rule, &table))?;
        Ok(table.get().core())
    }))
}

/// Splits a table into disjoint subsets, by name.
pub(super) fn split<'py, T: Table>(
    py: Python<'py>,
    table: &T,
    fractions: &Fractions<'py>,
    seed: &SeedArgument<'_>,
) -> PyResult<Bound<'py, PyDict>> {
    let (names, fractions) = names_and_fractions(fractions)?;
    let (seed, core) = (seed_number(&seed.0)?, table.core());
    let error = |error: Option<CallError>| error.map_or_else(|| Interrupted.into(), PyErr::from);
    let subsets = interruptible(py, None, |run| core.split(&fractions, seed, run).map_err(error))?;
    let by_name = PyDict::new(py);
    for (name, rows) in names.into_iter().zip(subsets) {
        by_name.set_item(name, Bound::new(py, selected(py, table, rows)?)?)?;
    }
    Ok(by_name)
}

/// Returns a random sample of rows.
pub(super) fn sample<T: Table>(
    py: Python<'_>,
    table: &T,
    count: &CountArgument<'_>,
    seed: &SeedArgument<'_>,
) -> PyResult<T> {
    let (seed, core) = (seed_number(&seed.0)?, table.core());
    if count.0.is_instance_of::<PyFloat>() {
        return Err(PyTypeError::new_err(
            "count must be an integer; a tenth of the rows is round(0.1 * len(table))",
        ));
    }
    let Ok(number) = count.0.extract::<Number>() else {
        return Err(wrong_type("count must be an int", &count.0));
    };
    let count = number.count("count")?;
    selected(py, table, detach(py, || core.sample(count, seed)))
}

/// Returns the error of an attribute that a table does not have, with the name that it has.
#[cfg(not(feature = "stubs"))]
pub(super) fn missing_attribute(
    table: &Bound<'_, PyAny>,
    class: &str,
    name: &str,
) -> PyResult<PyErr> {
    let mut hint = String::new();
    if !name.starts_with('_') {
        let module = table.py().import("enroque._display.missing_names")?;
        hint = module.call_method1("hint_of_table", (class, name, table.dir()?))?.extract()?;
    }
    Ok(PyAttributeError::new_err(format!("{class} has no attribute {name:?}{hint}")))
}

/// Returns the names of subsets and their fractions.
fn names_and_fractions(fractions: &Fractions<'_>) -> PyResult<(Vec<String>, Vec<f64>)> {
    let fractions = fractions.0.cast::<PyMapping>().map_err(|_| {
        PyTypeError::new_err("fractions must be a dict such as {\"train\": 0.9, \"test\": 0.1}")
    })?;
    let named = fractions.items()?.into_iter().map(|item| {
        let (name, fraction): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item.extract()?;
        Ok((extract(&name, "the name of a part")?, extract(&fraction, "a fraction")?))
    });
    let named = named.collect::<PyResult<Vec<(String, f64)>>>()?;
    Ok(named.into_iter().unzip())
}

/// Defines the methods that all tables have: the class, and the type of the argument of
/// `concatenate`.
macro_rules! table_methods {
    ($Class:ident, $name:literal, $argument:ident: $Iterable:ident) => {
        #[pymethods(crate = "crate::python::named_arguments")]
        impl $Class {
            fn __len__(&self) -> usize {
                self.core().len()
            }

            fn __getitem__<'py>(
                slf: &Bound<'py, $Class>,
                index: rows::RowsIndex<'py>,
            ) -> PyResult<Bound<'py, PyAny>> {
                rows::get(slf, index)
            }

            /// Returns the first rows.
            ///
            /// Args:
            ///     count: the number of rows; fewer if there are not as many.
            #[pyo3(signature = (count = 5))]
            fn head(&self, py: Python<'_>, count: usize) -> PyResult<$Class> {
                let rows = (0..count.min(self.core().len())).collect();
                rows::selected(py, self, rows)
            }

            /// Returns the last rows.
            ///
            /// Args:
            ///     count: the number of rows; fewer if there are not as many.
            #[pyo3(signature = (count = 5))]
            fn tail(&self, py: Python<'_>, count: usize) -> PyResult<$Class> {
                let end = self.core().len();
                rows::selected(py, self, (end.saturating_sub(count)..end).collect())
            }

            /// Returns a random sample without replacement, in random order.
            ///
            /// The sample depends only on the seed and the number of rows (ChaCha8); a larger `count`
            /// adds rows to the sample.
            ///
            /// Args:
            ///     count: the number of rows; if there are fewer, all of them, shuffled.
            ///     seed: an integer or a `numpy.random.Generator`.
            ///
            /// Raises:
            ///     ArgumentError: `count` is negative.
            ///
            /// Example:
            ///     >>> from enroque.data import example_games
            ///     >>> example_games().sample(10, seed=1)
            ///     <Games: 10 games, 742 plies, 0 broken>
            #[pyo3(signature = (count, *, seed))]
            fn sample(
                &self,
                py: Python<'_>,
                count: CountArgument<'_>,
                seed: SeedArgument<'_>,
            ) -> PyResult<$Class> {
                rows::sample(py, self, &count, &seed)
            }

            #[doc = concat!("Concatenates `", $name, "`, with their errors and warnings.")]
            ///
            /// Args:
            #[doc = concat!("    ", stringify!($argument), ": an iterable of `", $name, "`, consumed one by one.")]
            ///
            /// Returns:
            ///     All rows, in order.
            ///
            /// Example:
            ///     >>> one = enroque.Games.from_pgn(b"1. e4 *")
            ///     >>> enroque.Games.concatenate([one, one])
            ///     <Games: 2 games, 2 plies, 0 broken>
            #[staticmethod]
            fn concatenate($argument: $Iterable<'_>) -> PyResult<$Class> {
                let tables = $argument.0;
                rows::concatenate(tables.py(), rows::tables::<$Class>(&tables)?)
            }

            fn __add__(&self, py: Python<'_>, other: &$Class) -> PyResult<$Class> {
                rows::concatenate(py, [Ok(self.core()), Ok(other.core())])
            }

            /// Supports `sum`, which starts with 0.
            fn __radd__(slf: Py<$Class>, other: i64) -> PyResult<Py<$Class>> {
                let rule = concat!($name, " can only be added to ", $name);
                if other == 0 { Ok(slf) } else { Err(PyTypeError::new_err(rule)) }
            }

            /// Whether all columns are equal. Errors, warnings and origins are not compared.
            fn __eq__(&self, py: Python<'_>, other: &$Class) -> bool {
                let (a, b) = (self.core(), other.core());
                detach(py, || std::sync::Arc::ptr_eq(&a, &b) || a == b)
            }
        }

        // not in the stub: type checkers would accept every attribute
        #[cfg(not(feature = "stubs"))]
        #[pymethods(crate = "crate::python::named_arguments")]
        impl $Class {
            fn __getattr__<'py>(slf: &Bound<'py, $Class>, name: &str) -> PyResult<Bound<'py, PyAny>> {
                Err(rows::missing_attribute(slf, $name, name)?)
            }
        }
    };
}
pub(super) use table_methods;
