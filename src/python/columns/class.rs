//! The class `Column`.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::arguments::{mask_column, planes_column, target_column};
use super::describe;
use super::given::Given;
use super::table::{
    columns_of_arenas, columns_of_boards, columns_of_games, columns_of_moves, columns_of_searches,
};
use crate::columns as core;
use crate::python::arrays::{self, named};
use crate::python::encodings::{
    self, EncodingArgument, FeaturesArgument, PolicyArgument, RecordsArgument, TokensArgument,
};
use crate::python::errors::ArgumentError;
use crate::python::hints::{ArrayLike, DtypeArgument, Shape};

/// What a position writes into one row of an array.
///
/// `Games.encode`, `Arena.encode`, `Board.encode` and `Loader` take columns. Columns are immutable;
/// they are equal if they write the same.
///
/// Example:
///     >>> column = enroque.Column.planes("lc0", dtype="uint8")
///     >>> column.name, column.shape, column.dtype
///     ('planes', (112, 8, 8), 'uint8')
#[pyclass(frozen, module = "enroque")]
pub(in crate::python) struct Column(Given);

#[pymethods]
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
        let (function, arguments, options) = describe::call(py, &self.0)?;
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
        let (function, arguments, options) = describe::call(py, &self.0)?;
        let function = py.get_type::<Column>().getattr(function)?;
        let all = PyTuple::new(py, [vec![function], arguments].concat())?;
        let partial = py.import("functools")?.getattr("partial")?;
        Ok((partial.call(all, Some(&options))?, ()))
    }

    fn __copy__(slf: Py<Column>) -> Py<Column> {
        slf
    }

    fn __deepcopy__(slf: Py<Column>, _memo: &Bound<'_, PyAny>) -> Py<Column> {
        slf
    }
}

impl Column {
    pub(in crate::python) fn given(&self) -> &Given {
        &self.0
    }
}

/// Makes the static methods of `Column`.
macro_rules! constructors {
    ($({
        $(#[doc = $doc:tt])*
        fn $name:ident(
            $($(#[doc = $argument_doc:tt])* $argument:ident: {$($argument_type:tt)*},)*
            ;
            $(* $($(#[doc = $option_doc:tt])* $option:ident: {$($option_type:tt)*} = $default:tt,)+)?
        )
        $(unsupported $unsupported:ident: {$($unsupported_type:tt)*} = $raise:tt, $mask:tt;)?
        $(#[doc = $returns:tt])*
        -> {$($result:tt)*}
        $build:block
    })*) => {
        #[pymethods]
        impl Column {$(
            $(#[doc = $doc])*
            #[doc = ""]
            #[doc = " Args:"]
            $($(#[doc = $argument_doc])*)*
            $($($(#[doc = $option_doc])*)+)?
            #[doc = ""]
            #[doc = " Returns:"]
            $(#[doc = $returns])*
            #[staticmethod]
            #[pyo3(signature = ($($argument,)* $(*, $($option = $default,)+)?))]
            fn $name<'py>(
                _py: Python<'py>,
                $($argument: $($argument_type)*,)*
                $($($option: $($option_type)*,)+)?
            ) -> PyResult<Column> {
                let given: PyResult<Given> = $build;
                given.map(Column)
            }
        )*}
    };
}

columns_of_boards!(constructors);
columns_of_arenas!(constructors);
columns_of_moves!(constructors);
columns_of_games!(constructors);
columns_of_searches!(constructors);

#[pymethods]
impl Column {
    /// The index of the game, or of the slot's game in an `Arena`.
    ///
    /// Returns:
    ///     An int64 for each position.
    #[staticmethod]
    fn game() -> Column {
        Column(core::Column::Game.into())
    }

    /// The ply.
    ///
    /// Returns:
    ///     An int32 for each position.
    #[staticmethod]
    fn ply() -> Column {
        Column(core::Column::Ply.into())
    }

    /// A label of one's own.
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
        let by_position = named("each", each, &kinds, ArgumentError::new_err)?;
        let values = Arc::new(arrays::copied_array(&values.0, "values")?);
        Ok(Column(core::Column::Label(core::Label::new(values, by_position)).into()))
    }
}
