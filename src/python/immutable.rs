//! Copies of objects that never change: the objects themselves.

use super::columns::Column;
use super::games::{GameView, Games};
use super::moves::Move;
use super::piece::Piece;
use super::positions::Positions;
use crate::python::prelude::*;

macro_rules! immutable {
    ($($class:ident),*) => {$(
        #[pymethods(crate = "crate::python::named_arguments")]
        impl $class {
            fn __copy__(slf: Py<$class>) -> Py<$class> {
                slf
            }

            #[pyo3(signature = (memo, /))]
            fn __deepcopy__(slf: Py<$class>, memo: &Bound<'_, PyAny>) -> Py<$class> {
                let _ = memo;
                slf
            }
        }
    )*};
}

immutable!(Column, GameView, Games, Move, Piece, Positions);
