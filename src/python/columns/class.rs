//! The class `Column`, and columns as arguments: one, several or by name.

use std::sync::Arc;

use super::parameters::{
    Ahead, ChosenDtype, Dtype, Encoding, FeatureSet, NoVisits, OnMissing, Parameter,
    PolicyEncoding, RecordKind, Tables, Td, Temperature, TokenEncoding, View, WinModel,
};
use crate::columns::{self as core, columns};
use crate::python::arrays;
use crate::python::prelude::*;

/// The part of a sample that is written to one row of an array.
///
/// `Games.encode`, `Arena.encode`, `Board.encode` and `Loader` take columns. Columns are immutable;
/// they are equal if they write the same.
///
/// Example:
///     >>> column = enroque.Column.planes("lc0", dtype="uint8")
///     >>> column.name, column.shape, column.dtype
///     ('planes', (112, 8, 8), 'uint8')
#[pyclass(frozen, module = "enroque")]
pub(in crate::python) struct Column(ColumnArgument);

#[pymethods(crate = "crate::python::named_arguments")]
impl Column {
    /// The name of the column where no other is given.
    #[getter]
    fn name(&self) -> &'static str {
        self.0.column.kind()
    }

    /// The shape of a row.
    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Shape<'py>> {
        PyTuple::new(py, self.0.column.shape()).map(Shape)
    }

    /// The NumPy name of the dtype.
    #[getter]
    fn dtype(&self) -> &'static str {
        self.0.column.dtype().name()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (function, arguments, options) = described(py, &self.0)?;
        let mut parts = Vec::new();
        for argument in arguments {
            parts.push(argument.repr()?.to_string());
        }
        for (name, value) in options {
            parts.push(format!("{name}={}", value.repr()?));
        }
        Ok(format!("enroque.Column.{function}({})", parts.join(", ")))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Column>().is_ok_and(|other| other.get().0.column == self.0.column)
    }

    fn __hash__(&self) -> u64 {
        let name = self.name().bytes();
        name.fold(0, |hash, byte| crate::random::split_mix(hash ^ u64::from(byte)))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, ())> {
        let (function, arguments, options) = described(py, &self.0)?;
        let function = py.get_type::<Column>().getattr(function)?;
        let all = PyTuple::new(py, [vec![function], arguments].concat())?;
        let partial = py.import("functools")?.getattr("partial")?;
        Ok((partial.call(all, Some(&options))?, ()))
    }
}

impl From<core::Column> for Column {
    fn from(column: core::Column) -> Column {
        Column(column.into())
    }
}

impl Column {
    pub(in crate::python) fn argument(&self) -> &ColumnArgument {
        &self.0
    }
}

/// Makes the static methods of `Column`, and the function that describes a column as a call of one
/// of them.
macro_rules! constructors {
    (
        boards {$($boards:tt)*} arenas {$($arenas:tt)*} moves {$($moves:tt)*}
        labels {$($labels:tt)*} games {$($games:tt)*} others {$($others:tt)*} $($without_method:tt)*
    ) => {
        constructors! { $($boards)* $($arenas)* $($moves)* $($labels)* $($games)* $($others)* }
    };
    ($({
        $(#[doc = $doc:tt])*
        $variant:ident = $name:ident $((
            $($(#[doc = $argument_doc:tt])* $argument:ident: $argument_type:ident),* ;
            $($(#[doc = $option_doc:tt])* $option:ident: $option_type:ident = $default:tt,)*
        ))?
        $(on_unsupported($(#[doc = $mask:tt])*))?
        $(#[doc = $returns:tt])*
        -> $($writing:tt)*
    })*) => {
        #[pymethods(crate = "crate::python::named_arguments")]
        impl Column {$(
            $(#[doc = $doc])*
            $(
                #[doc = ""]
                #[doc = " Args:"]
                $($(#[doc = $argument_doc])*)*
                $($(#[doc = $option_doc])*)*
            )?
            #[doc = ""]
            #[doc = " Returns:"]
            $(#[doc = $returns])*
            #[staticmethod]
            #[pyo3(signature = ($($($argument,)* *, $($option = $default,)*)?))]
            pub(in crate::python) fn $name(
                py: Python<'_>,
                $(
                    $($argument: <$argument_type as Parameter>::Argument<'_>,)*
                    $($option: <$option_type as Parameter>::Argument<'_>,)*
                )?
            ) -> PyResult<Column> {
                #[allow(unused_mut, reason = "some columns have no arguments")]
                let mut dtype: ChosenDtype = None;
                let column = core::Column::$variant $((
                    $($argument_type::of($argument, &mut dtype)?,)*
                    $($option_type::of($option, &mut dtype)?,)*
                ))?;
                ColumnArgument::new(column, dtype.as_ref().map(|dtype| dtype.bind(py))).map(Column)
            }
        )*}

        /// Appends the arguments that make a column, and sets the options that are not the default.
        fn describe<'py>(
            py: Python<'py>,
            column: &core::Column,
            arguments: &mut Vec<Bound<'py, PyAny>>,
            options: &Bound<'py, PyDict>,
        ) -> PyResult<()> {
            match column {
                $(core::Column::$variant $(($($argument,)* $($option,)*))? => {
                    $(
                        $(arguments.extend($argument_type::argument($argument, py)?);)*
                        $(if let Some(value) = $option_type::argument($option, py)? {
                            options.set_item(stringify!($option), value)?;
                        })*
                    )?
                })*
                core::Column::Label(label) => {
                    arguments.push(arrays::new_array(py, label.values())?);
                    let each = if label.is_by_position() { "position" } else { "game" };
                    options.set_item("each", each)?;
                }
                _ => {}
            }
            Ok(())
        }
    };
}

columns!(constructors);

/// The static method of `Column` that makes a column, its arguments, and its options.
type Described<'py> = (&'static str, Vec<Bound<'py, PyAny>>, Bound<'py, PyDict>);

/// Returns the call that makes a column; options with default values are omitted.
fn described<'py>(py: Python<'py>, given: &ColumnArgument) -> PyResult<Described<'py>> {
    let (mut arguments, options) = (Vec::new(), PyDict::new(py));
    let dense = given.column.of_bits();
    describe(py, dense.as_ref().unwrap_or(&given.column), &mut arguments, &options)?;
    if dense.is_some() {
        options.set_item("dtype", "bits")?;
    } else if given.takes_dtype {
        options.del_item("dtype")?;
    }
    Ok((given.column.kind(), arguments, options))
}

#[pymethods(crate = "crate::python::named_arguments")]
impl Column {
    /// A user-defined label.
    ///
    /// Args:
    ///     values: an array of one dimension: float32, float16, uint8, bool, uint16, uint64, int32 or
    ///         int64.
    ///     each: `"game"` if there is a value for each game, or `"position"` for one for each
    ///         position in which a move was played, as in `Games.moves`.
    ///
    /// Returns:
    ///     A value of the array's dtype for each position.
    ///
    /// Raises:
    ///     ArrayError: the array has another dimension or dtype.
    ///
    /// Example:
    ///     >>> from enroque.data import example_games
    ///     >>> games = example_games()
    ///     >>> decisive = enroque.Column.label(games.result != 0, each="game")
    ///     >>> games.encode({"decisive": decisive}, [0, 1, 2], [0, 0, 0])["decisive"].dtype
    ///     dtype('bool')
    #[staticmethod]
    #[pyo3(signature = (values, *, each))]
    fn label(values: ArrayLike<'_>, each: &str) -> PyResult<Column> {
        let kinds = [("game", false), ("position", true)];
        let by_position = named("each", each, &kinds)?;
        let values = Arc::new(arrays::copied_array(&values.0, "values")?);
        Ok(core::Column::Label(core::Label::new(values, by_position)).into())
    }
}

/// A column, and whether it takes the dtype of the array it is written to.
#[derive(Clone)]
pub(in crate::python) struct ColumnArgument {
    pub(in crate::python) column: core::Column,
    pub(super) takes_dtype: bool,
}

impl ColumnArgument {
    /// Sets the dtype of a column: that of an argument, else the default.
    pub(super) fn new(
        mut column: core::Column,
        dtype: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<ColumnArgument> {
        let dtypes = column.dtypes();
        let takes_dtype = dtype.is_none() && !dtypes.is_empty();
        if let Some(dtype) = dtype {
            let is_bits = dtype.eq("bits").unwrap_or(false);
            column = match column.as_bits().filter(|_| is_bits) {
                Some(bits) => bits,
                None => with_dtype(column, arrays::dtype(dtype, dtypes)?),
            };
        } else if let [default, ..] = dtypes {
            column = with_dtype(column, *default);
        }
        Ok(ColumnArgument { column, takes_dtype })
    }

    /// Returns the column for an array, if there is one.
    pub(super) fn for_array(&self, out: Option<&Bound<'_, PyAny>>) -> PyResult<core::Column> {
        let column = self.column.clone();
        if !self.takes_dtype {
            return Ok(column);
        }
        let dtype = arrays::chosen_dtype(None, out, column.dtypes())?;
        Ok(with_dtype(column, dtype))
    }
}

fn with_dtype(mut column: core::Column, dtype: core::Dtype) -> core::Column {
    column.set_dtype(dtype);
    column
}

impl From<core::Column> for ColumnArgument {
    fn from(column: core::Column) -> ColumnArgument {
        ColumnArgument { column, takes_dtype: false }
    }
}

/// Converts the argument `columns`: a `Column`, a list of them, or a dict by name.
pub(in crate::python) fn named_columns(
    columns: &Bound<'_, PyAny>,
) -> PyResult<Vec<(String, ColumnArgument)>> {
    let rule = "columns must be a Column, a list of them, or a dict of them by name";
    let given = |object: &Bound<'_, PyAny>| match object.cast::<Column>() {
        Ok(column) => Ok(column.get().argument().clone()),
        Err(_) => match object.extract::<String>() {
            Ok(name) => Err(PyTypeError::new_err(format!(
                "{rule}, not a name: Column.planes({:?}) is the column of an encoding",
                shortened(&name)
            ))),
            Err(_) => Err(wrong_type(rule, object)),
        },
    };
    let mut named = Vec::new();
    if let Ok(dict) = columns.cast::<PyDict>() {
        for (name, column) in dict {
            let name: String = name
                .extract()
                .map_err(|_| wrong_type("the name of a column must be a str", &name))?;
            named.push((name, given(&column)?));
        }
    } else {
        let list = if columns.is_instance_of::<PyList>() || columns.is_instance_of::<PyTuple>() {
            columns.try_iter()?.collect::<PyResult<Vec<_>>>()?
        } else {
            vec![columns.clone()]
        };
        for column in list {
            let given = given(&column)?;
            let name = given.column.kind();
            if named.iter().any(|(other, _)| other == name) {
                return Err(ArgumentError::new_err(format!(
                    "two columns have the name {name:?}: pass a dict of columns by name"
                )));
            }
            named.push((name.to_owned(), given));
        }
    }
    if named.is_empty() {
        return Err(ArgumentError::new_err("there must be at least one column"));
    }
    Ok(named)
}
