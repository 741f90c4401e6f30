//! The stored columns as arrays: properties of `Games` and `GameView`, dicts for files, arguments.

use numpy::{
    Element, Ix2, PyArray1, PyArrayDyn, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2,
    PyUntypedArrayMethods,
};

use super::{GameView, Games};
use crate::games::{GameColumns, PlyColumns, stored_columns};
use crate::memory;
use crate::pool::Run;
use crate::python::arrays::{Bools, Immutable, Offsets, column, index_column, owned, readable};
use crate::python::prelude::*;
use crate::store::{Ragged, Value};

/// A value of a stored column.
pub(in crate::python) trait StoredValue: Value {
    /// The array of a column.
    type Array<'py>;
    /// The dtype of the array.
    const DTYPE: &'static str;
    /// The names of the fields of a value with several.
    const FIELDS: &'static [&'static str] = &[];

    /// Returns values of an object as an array; see [`column`].
    fn array<'py, O: Immutable>(
        owner: &Bound<'py, O>,
        values: &[Self],
    ) -> PyResult<Self::Array<'py>>;

    /// Copies values to an array.
    fn copied<'py>(py: Python<'py>, values: &[Self]) -> PyResult<Bound<'py, PyAny>>;

    /// Copies an array of exactly this type.
    fn read(array: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<Self>>;
}

/// A value of a column of plies that can be an argument.
trait ArgumentValue: StoredValue {
    /// Converts an array-like.
    fn of_argument(array: &ArrayLike<'_>, name: &str) -> PyResult<Vec<Self>>;
}

macro_rules! numbers {
    ($($type:ty = $dtype:literal, $read:ident;)*) => {$(
        impl StoredValue for $type {
            type Array<'py> = Array<'py, $type>;
            const DTYPE: &'static str = $dtype;

            fn array<'py, O: Immutable>(
                owner: &Bound<'py, O>,
                values: &[$type],
            ) -> PyResult<Self::Array<'py>> {
                column(owner, values)
            }

            fn copied<'py>(py: Python<'py>, values: &[$type]) -> PyResult<Bound<'py, PyAny>> {
                Ok(numpy_api::from_vec(py, values.to_vec())?.into_any())
            }

            fn read(array: &Bound<'_, PyAny>, _: &str) -> PyResult<Vec<$type>> {
                $read(array)
            }
        }
    )*};
}

numbers! {
    bool = "bool", read_bools;
    i8 = "int8", read_numbers;
    u8 = "uint8", read_numbers;
    i16 = "int16", read_numbers;
    u16 = "uint16", read_numbers;
    i32 = "int32", read_numbers;
    u32 = "uint32", read_numbers;
    i64 = "int64", read_numbers;
    u64 = "uint64", read_numbers;
    f32 = "float32", read_numbers;
}

fn read_bools(array: &Bound<'_, PyAny>) -> PyResult<Vec<bool>> {
    array.extract::<Bools<'_>>()?.to_vec()
}

fn read_numbers<T: Element + Copy>(array: &Bound<'_, PyAny>) -> PyResult<Vec<T>> {
    numpy_api::load(array.py())?;
    owned(&array.extract::<PyReadonlyArray1<'_, T>>()?)
}

macro_rules! rows {
    ($([$type:ty; $size:literal] = $fields:expr;)*) => {$(
        impl StoredValue for [$type; $size] {
            type Array<'py> = Array<'py, $type, Ix2>;
            const DTYPE: &'static str = <$type>::DTYPE;
            const FIELDS: &'static [&'static str] = &$fields;

            fn array<'py, O: Immutable>(
                owner: &Bound<'py, O>,
                values: &[Self],
            ) -> PyResult<Self::Array<'py>> {
                let flat = column(owner, values.as_flattened())?.0?;
                Ok(Array(flat.reshape([values.len(), $size])))
            }

            fn copied<'py>(py: Python<'py>, values: &[Self]) -> PyResult<Bound<'py, PyAny>> {
                let flat = numpy_api::from_vec(py, values.as_flattened().to_vec())?;
                Ok(flat.reshape([values.len(), $size])?.into_any())
            }

            fn read(array: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<Self>> {
                numpy_api::load(array.py())?;
                let array = array.extract::<PyReadonlyArray2<'_, $type>>()?;
                let width = array.as_array().ncols();
                if width != $size {
                    let size = $size;
                    return Err(FileFormatError::new_err(format!(
                        "column {name} has rows of {width} numbers, not {size}"
                    )));
                }
                let rows = array.as_array();
                let row = |row: numpy::ndarray::ArrayView1<'_, $type>| std::array::from_fn(|n| row[n]);
                Ok(memory::collected(rows.rows().into_iter().map(row))?)
            }
        }
    )*};
}

rows! {
    [f32; 3] = ["win", "draw", "loss"];
    [u16; 2] = ["move", "count"];
}

impl ArgumentValue for i32 {
    fn of_argument(array: &ArrayLike<'_>, name: &str) -> PyResult<Vec<i32>> {
        let number = |value: i64| {
            i32::try_from(value)
                .map_err(|_| ArrayError::new_err(format!("invalid value {value} in column {name}")))
        };
        integers(&array.0, name)?.into_iter().map(number).collect()
    }
}

impl ArgumentValue for f32 {
    fn of_argument(array: &ArrayLike<'_>, name: &str) -> PyResult<Vec<f32>> {
        floats(array, name, &[])
    }
}

impl ArgumentValue for [f32; 3] {
    fn of_argument(array: &ArrayLike<'_>, name: &str) -> PyResult<Vec<[f32; 3]>> {
        Ok(floats(array, name, &[3])?.as_chunks().0.to_vec())
    }
}

/// Returns the numbers of a column, whose rows have the shape `row`, one after the other.
fn floats(column: &ArrayLike<'_>, name: &str, row: &[usize]) -> PyResult<Vec<f32>> {
    let py = column.0.py();
    let options = PyDict::new(py);
    options.set_item("dtype", numpy_api::dtype::<f32>(py)?)?;
    let array = numpy_api::module(py)?.call_method("asarray", (&column.0,), Some(&options))?;
    let array = array.cast_into::<PyArrayDyn<f32>>()?;
    if array.ndim() != 1 + row.len() || array.shape()[1..] != *row {
        let rest: String = row.iter().map(|length| format!(" {length}")).collect();
        return Err(ArrayError::new_err(format!(
            "{name} must have shape (moves,{rest}), not {:?}",
            array.shape()
        )));
    }
    let flat = array.call_method1("reshape", (-1,))?.cast_into::<PyArray1<f32>>()?;
    owned(&readable(&flat)?)
}

/// Returns a column of a dict; `None` if it is missing or `None`.
pub(in crate::python) fn item<'py>(
    columns: &Bound<'py, PyDict>,
    name: &str,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    Ok(columns.get_item(name)?.filter(|column| !column.is_none()))
}

/// Copies a column of a dict.
pub(in crate::python) fn read_column<T: StoredValue>(
    columns: &Bound<'_, PyDict>,
    name: &str,
) -> PyResult<Option<Vec<T>>> {
    let read = |array: Bound<'_, PyAny>| {
        T::read(&array, name).map_err(|error| match array.getattr("dtype") {
            Ok(dtype) if error.is_instance_of::<PyTypeError>(array.py()) => {
                let text = format!("column {name} must have dtype {}, not {dtype}", T::DTYPE);
                PyTypeError::new_err(text)
            }
            _ => error,
        })
    };
    item(columns, name)?.map(read).transpose()
}

/// The error for a column that is not there.
pub(super) fn missing(name: &str) -> PyErr {
    FileFormatError::new_err(format!("column {name} is missing"))
}

/// Copies a column of a dict that must be there.
pub(super) fn required_column<T: StoredValue>(
    columns: &Bound<'_, PyDict>,
    name: &str,
) -> PyResult<Vec<T>> {
    read_column(columns, name)?.ok_or_else(|| missing(name))
}

/// Copies lists of a dict.
pub(in crate::python) fn read_lists<T: StoredValue>(
    columns: &Bound<'_, PyDict>,
    name: &str,
    offsets_name: &str,
) -> PyResult<Option<Ragged<T>>> {
    match (read_column(columns, name)?, item(columns, offsets_name)?) {
        (None, None) => Ok(None),
        (Some(items), Some(offsets)) => {
            let lists = Ragged::from_parts(items, offsets.extract::<Offsets>()?.0);
            let damaged = |reason| FileFormatError::new_err(format!("column {name}: {reason}"));
            lists.map(Some).map_err(damaged)
        }
        _ => Err(FileFormatError::new_err(format!(
            "columns {name} and {offsets_name} must be present together"
        ))),
    }
}

macro_rules! define {
    (
        games {$($(#[$game_doc:meta])* $of_game:ident: $GameValue:ty = $no_value:expr, $_valid:ident;)*}
        plies {$(
            #[doc = $summary:literal]
            $(#[$ply_doc:meta])*
            $of_ply:ident: $PlyValue:ty = $absent:expr, $_valid_ply:ident;
        )*}
        lists {$($(#[$list_doc:meta])* $list:ident[$offsets:ident]: $Item:ty, $_valid_item:ident;)*}
    ) => {
        #[pymethods(crate = "crate::python::named_arguments")]
        impl Games {
            $(
                $(#[$game_doc])*
                #[getter]
                fn $of_game<'py>(
                    slf: &Bound<'py, Games>,
                ) -> PyResult<Array<'py, $GameValue>> {
                    column(slf, slf.get().games.$of_game())
                }
            )*

            $(
                #[doc = $summary]
                $(#[$ply_doc])*
                #[getter]
                fn $of_ply<'py>(
                    slf: &Bound<'py, Games>,
                ) -> PyResult<Option<<$PlyValue as StoredValue>::Array<'py>>> {
                    let values = slf.get().games.$of_ply();
                    values.map(|values| <$PlyValue>::array(slf, values)).transpose()
                }
            )*

            $(
                /// The start of each ply's list, int64, `(moves + 1,)`.
                ///
                /// The last entry is the end of the last list. `None` if no game has any.
                #[getter]
                fn $offsets<'py>(
                    slf: &Bound<'py, Games>,
                ) -> PyResult<Option<Array<'py, i64>>> {
                    let lists = slf.get().games.$list();
                    lists.map(|lists| index_column(slf, lists.offsets())).transpose()
                }
            )*

            /// Returns the same games with other columns.
            ///
            /// A column of which no entry is known becomes `None`. Each argument is as the property of its
            /// name, of integers or floats of any size; `None` keeps the column.
            ///
            /// Args:
            $(#[doc = concat!("    ", stringify!($of_ply), ":", $summary)])*
            ///
            /// Returns:
            ///     The games; these are unchanged.
            ///
            /// Raises:
            ///     ArrayError: a column has the wrong shape or dtype, or a value is out of range.
            ///
            /// Example:
            ///     >>> games = enroque.Games.from_pgn(b"1. e4 e5 *")
            ///     >>> games.with_columns(evals=[30, 25])[0].evals
            ///     array([30, 25], dtype=int32)
            #[pyo3(signature = (*, $($of_ply = None),*))]
            fn with_columns(
                &self,
                py: Python<'_>,
                $($of_ply: Option<ArrayLike<'_>>,)*
            ) -> PyResult<Games> {
                self.replaced(py, PlyColumns {
                    $($of_ply: $of_ply
                        .map(|column| ArgumentValue::of_argument(&column, stringify!($of_ply)))
                        .transpose()?,)*
                    ..PlyColumns::default()
                })
            }
        }

        #[pymethods(crate = "crate::python::named_arguments")]
        impl GameView {$(
            #[doc = concat!(
                "The values of this game in `Games.", stringify!($of_ply),
                "`; `None` if no game of the `Games` has any."
            )]
            #[getter]
            fn $of_ply<'py>(
                &self,
                py: Python<'py>,
            ) -> PyResult<Option<<$PlyValue as StoredValue>::Array<'py>>> {
                let values = self.game()?.$of_ply();
                values.map(|values| <$PlyValue>::array(self.games.bind(py), values)).transpose()
            }
        )*}

        /// The stored columns.
        ///
        /// Returns:
        ///     For each its name, dtype, names of the fields of a value (empty if it is a number), the
        ///     name of its offsets, and the value that stands for none: a list of those with a value for
        ///     each game, for each move, and of those with a list for each move.
        #[pyfunction(crate = "crate::python::named_arguments")]
        pub(in crate::python) fn stored_columns<'py>(py: Python<'py>) -> PyResult<[Vec<StoredColumn<'py>>; 3]> {
            Ok([
                vec![$(described::<$GameValue>(stringify!($of_game), "", $no_value.into_bound_py_any(py)?)),*],
                vec![$(described::<$PlyValue>(stringify!($of_ply), "", $absent.into_bound_py_any(py)?)),*],
                vec![$(described::<$Item>(stringify!($list), stringify!($offsets), py.None().into_bound(py))),*],
            ])
        }

        /// Adds the columns of games to a dict.
        pub(super) fn set_columns(games: &Bound<'_, Games>, columns: &Bound<'_, PyDict>) -> PyResult<()> {
            $(columns.set_item(stringify!($of_game), games.getattr(stringify!($of_game))?)?;)*
            $(columns.set_item(stringify!($of_ply), games.getattr(stringify!($of_ply))?)?;)*
            $(
                let lists = games.get().games.$list().map(|lists| <$Item>::array(games, lists.items()));
                columns.set_item(stringify!($list), lists.transpose()?)?;
                columns.set_item(stringify!($offsets), games.getattr(stringify!($offsets))?)?;
            )*
            Ok(())
        }

        /// Returns the columns of games from a dict.
        pub(super) fn game_columns(columns: &Bound<'_, PyDict>) -> PyResult<GameColumns> {
            Ok(GameColumns { $($of_game: required_column(columns, stringify!($of_game))?,)* })
        }

        /// Returns the columns of plies from a dict.
        pub(in crate::python) fn ply_columns(columns: &Bound<'_, PyDict>) -> PyResult<PlyColumns> {
            Ok(PlyColumns {
                $($of_ply: read_column(columns, stringify!($of_ply))?,)*
                $($list: read_lists(columns, stringify!($list), stringify!($offsets))?,)*
            })
        }

        /// Returns a dict of copies of the columns of plies.
        pub(in crate::python) fn ply_dict<'py>(
            py: Python<'py>,
            columns: &PlyColumns,
        ) -> PyResult<Bound<'py, PyDict>> {
            let dict = PyDict::new(py);
            $(if let Some(values) = &columns.$of_ply {
                dict.set_item(stringify!($of_ply), <$PlyValue>::copied(py, values)?)?;
            })*
            $(if let Some(lists) = &columns.$list {
                dict.set_item(stringify!($list), <$Item>::copied(py, lists.items())?)?;
                dict.set_item(stringify!($offsets), numpy_api::from_vec(py, lists.offsets().to_vec())?)?;
            })*
            Ok(dict)
        }
    };
}

stored_columns!(define);

/// A column for Python: name, dtype, names of fields, name of the offsets, value that stands for none.
type StoredColumn<'py> =
    (&'static str, &'static str, &'static [&'static str], &'static str, Bound<'py, PyAny>);

fn described<'py, T: StoredValue>(
    name: &'static str,
    offsets: &'static str,
    absent: Bound<'py, PyAny>,
) -> StoredColumn<'py> {
    (name, T::DTYPE, T::FIELDS, offsets, absent)
}

impl Games {
    /// Returns the games with other columns.
    pub(super) fn replaced(&self, py: Python<'_>, columns: PlyColumns) -> PyResult<Games> {
        let replaced = detach(py, || self.games.with_columns(columns, Run::default()));
        replaced.map(Games::new).map_err(|error| ArrayError::new_err(error.to_string()))
    }
}
