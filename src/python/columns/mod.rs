//! The class `Column`, the table of columns, and the call that encodes columns.

mod call;
mod describe;
mod table;

pub(super) use call::{Call, Given, Source, SparseMatrix, named_columns};
use table::columns_of_searches;
pub(super) use table::{columns_of_arenas, columns_of_boards, columns_of_games, columns_of_moves};
pub(super) use table::{method, methods};

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::arrays::{self, named};
use super::encodings::{
    self, EncodingArgument, FeaturesArgument, PolicyArgument, RecordsArgument, TokensArgument,
};
use super::errors::ArgumentError;
use super::hints::{ArrayLike, DtypeArgument, Shape};
use crate::columns::{self as core, Dtype, NoVisits, PLANES_DTYPES};
use crate::tensor::PolicyEncoding;

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
pub(super) struct Column(Given);

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
        name.fold(0, |hash, byte| crate::games::split_mix(hash ^ u64::from(byte)))
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
    pub(super) fn given(&self) -> &Given {
        &self.0
    }
}

/// Whether an argument `dtype` is `"bits"`.
fn is_bits(dtype: Option<&DtypeArgument<'_>>) -> bool {
    dtype.is_some_and(|dtype| dtype.0.eq("bits").unwrap_or(false))
}

/// Returns a column whose dtype is chosen, else that of the array it is written to, else the
/// default.
fn with_dtype(
    dtype: Option<&DtypeArgument<'_>>,
    dtypes: &'static [Dtype],
    column: impl FnOnce(Dtype) -> core::Column,
) -> PyResult<Given> {
    let chosen = dtype.map(|dtype| arrays::dtype(&dtype.0, dtypes)).transpose()?;
    let column = column(chosen.unwrap_or(dtypes[0]));
    Ok(Given { column, free: if chosen.is_none() { dtypes } else { &[] } })
}

pub(super) fn planes_column(
    encoding: &EncodingArgument<'_>,
    dtype: Option<&DtypeArgument<'_>>,
) -> PyResult<Given> {
    let encoding = encoding.get()?;
    if is_bits(dtype) {
        return Ok(core::Column::PlanesBits(encoding).into());
    }
    with_dtype(dtype, &PLANES_DTYPES, |dtype| core::Column::Planes(encoding, dtype))
}

/// The dtypes of masks, the default first.
const MASK_DTYPES: [Dtype; 4] = [Dtype::Bool, Dtype::Float32, Dtype::Float16, Dtype::Uint8];

pub(super) fn mask_column(
    policy: PolicyEncoding,
    dtype: Option<&DtypeArgument<'_>>,
) -> PyResult<Given> {
    if is_bits(dtype) {
        return Ok(core::Column::LegalBits(policy).into());
    }
    with_dtype(dtype, &MASK_DTYPES, |dtype| core::Column::LegalMask(policy, dtype))
}

/// The dtypes of policy targets, the default first.
const TARGET_DTYPES: [Dtype; 2] = [Dtype::Float32, Dtype::Float16];

/// The names of what positions without visits get.
const NO_VISITS: [(&str, NoVisits); 4] = [
    ("raise", NoVisits::Raise),
    ("zeros", NoVisits::Zeros),
    ("played", NoVisits::Played),
    ("skip", NoVisits::Skip),
];

/// Returns what positions without visits get.
pub(super) fn no_visits(on_missing: &str) -> PyResult<NoVisits> {
    named("on_missing", on_missing, &NO_VISITS, ArgumentError::new_err)
}

pub(super) fn target_column(
    policy: &PolicyArgument<'_>,
    dtype: Option<&DtypeArgument<'_>>,
    on_missing: &str,
) -> PyResult<Given> {
    let (policy, no_visits) = (policy.get()?, no_visits(on_missing)?);
    with_dtype(dtype, &TARGET_DTYPES, |dtype| core::Column::PolicyTarget(policy, no_visits, dtype))
}

/// Refuses to skip positions without visits where each position has a row.
pub(super) fn check_not_skipped(no_visits: NoVisits) -> PyResult<()> {
    if no_visits != NoVisits::Skip {
        return Ok(());
    }
    Err(ArgumentError::new_err(
        "on_missing must be \"raise\", \"zeros\" or \"played\" here, where each position has a row: only a \
         Loader can skip positions",
    ))
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
    ///     values: an array of one dimension and any dtype of columns.
    ///     each: `"game"` if there is a value for each game, or `"position"` for one for each
    ///         position in which a move was played, as in `Games.moves`.
    ///
    /// Returns:
    ///     A value of the array's dtype for each position.
    ///
    /// Raises:
    ///     ArrayError: the array has another dimension or dtype.
    #[staticmethod]
    #[pyo3(signature = (values, *, each))]
    fn label(values: ArrayLike<'_>, each: &str) -> PyResult<Column> {
        let kinds = [("game", false), ("position", true)];
        let by_position = named("each", each, &kinds, ArgumentError::new_err)?;
        let values = Arc::new(arrays::copied_array(&values.0, "values")?);
        Ok(Column(core::Column::Label(core::Label::new(values, by_position)).into()))
    }
}
