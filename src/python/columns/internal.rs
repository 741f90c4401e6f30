//! Columns without a method of `Column`.

use super::class::{ColumnArgument, named_columns};
use super::parameters::{FeatureSet, NoVisits, Parameter, PolicyEncoding, Temperature};
use crate::columns::{self as core, columns};
use crate::python::encodings::PolicyArgument;
use crate::python::prelude::*;

/// A column for the array methods of the Python package alone.
#[pyclass(frozen)]
pub(in crate::python) struct InternalColumn(pub(super) Internal);

/// The content of an [`InternalColumn`].
pub(super) enum Internal {
    Column(ColumnArgument),
    Ragged(core::RaggedColumn),
    Fens,
}

#[pymethods(crate = "crate::python::named_arguments")]
impl InternalColumn {
    /// Whether all of some columns can express a position.
    #[staticmethod]
    fn supported(columns: ColumnsArgument<'_>) -> PyResult<InternalColumn> {
        let columns = named_columns(&columns.0)?.into_iter().map(|(_, column)| column.column);
        Ok(InternalColumn(Internal::Column(core::Column::Supported(columns.collect()).into())))
    }

    /// The legal moves with policy indices, one for each position.
    #[staticmethod]
    fn policy_moves(
        policy: PolicyArgument<'_>,
        indices: ArrayLike<'_>,
    ) -> PyResult<InternalColumn> {
        let column = core::Column::PolicyMove(policy.get()?, integers(&indices.0, "indices")?);
        Ok(InternalColumn(Internal::Column(column.into())))
    }

    /// FENs.
    #[staticmethod]
    fn fens() -> InternalColumn {
        InternalColumn(Internal::Fens)
    }
}

/// Makes the static methods for columns of rows of different lengths.
macro_rules! constructors {
    (
        boards $boards:tt arenas $arenas:tt moves $moves:tt labels $labels:tt games $games:tt others $others:tt
        without_function $without:tt
        ragged_boards {$($of_boards:tt)*} ragged_moves {$($of_moves:tt)*} ragged_games {$($of_games:tt)*}
    ) => {
        constructors! { $($of_boards)* $($of_moves)* $($of_games)* }
    };
    ($({
        $(#[doc = $doc:tt])*
        $variant:ident = $name:ident (
            $($(#[doc = $argument_doc:tt])* $argument:ident: $argument_type:ident),* ;
            $($(#[doc = $option_doc:tt])* $option:ident: $option_type:ident = $default:tt,)*
        )
        $($writing:tt)*
    })*) => {
        #[pymethods(crate = "crate::python::named_arguments")]
        impl InternalColumn {$(
            $(#[doc = $doc])*
            #[staticmethod]
            #[pyo3(signature = ($($argument,)* *, $($option = $default,)*))]
            fn $name(
                $($argument: <$argument_type as Parameter>::Argument<'_>,)*
                $($option: <$option_type as Parameter>::Argument<'_>,)*
            ) -> PyResult<InternalColumn> {
                let dtype = &mut None;
                Ok(InternalColumn(Internal::Ragged(core::RaggedColumn::$variant(
                    $($argument_type::of($argument, dtype)?,)*
                    $($option_type::of($option, dtype)?,)*
                ))))
            }
        )*}
    };
}

columns!(constructors);
