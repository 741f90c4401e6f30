//! Methods that are written in Python: each calls a function of the package with the object and the
//! arguments. That they are methods of the class shows them to type checkers and in `help`.

use pyo3::prelude::*;

use super::arena::Arena;
use super::board::{BaseBoard, Board};
use super::encodings::{Encoding, Policy};
use super::games::{GameView, Games};
use super::hints::{AnyObject, ChessBoardObject, Text};
use super::legal_moves::LegalMoveGenerator;
use super::loader::Loader;
use super::pgn::Game;
use super::piece::Piece;
use super::positions::Positions;
use super::square_set::SquareSet;

/// Defines methods: documentation, an argument by position in brackets, keywords, type of the result,
/// module, and function.
macro_rules! methods {
    ($($class:ident {$(
        $(#[doc = $doc:tt])*
        $(#[pyo3 $option:tt])?
        $name:ident $([$first:ident: $first_type:ty])?
            $(($($argument:ident: $type:ty = $default:tt),*))? -> $result:ident
            = $module:literal: $function:literal;
    )*})*) => {$(
        #[pymethods]
        impl $class {$(
            $(#[doc = $doc])*
            $(#[pyo3 $option])?
            #[pyo3(signature = ($($first,)? $(*, $($argument = $default),*)?))]
            #[allow(clippy::too_many_arguments, reason = "they are keywords of Python")]
            fn $name<'py>(
                slf: &Bound<'py, Self>,
                $($first: $first_type,)?
                $($($argument: $type),*)?
            ) -> PyResult<$result<'py>> {
                let function = slf.py().import($module)?.getattr($function)?;
                function.call1((slf, $($first,)? $($($argument),*)?)).map($result)
            }
        )*}
    )*};
}

/// Defines static methods, as [`methods`] does; keywords are passed on as such.
macro_rules! static_methods {
    ($($class:ident {$(
        $(#[doc = $doc:tt])*
        $(#[pyo3 $option:tt])?
        $name:ident [$first:ident: $first_type:ty] ($($argument:ident: $type:ty = $default:tt),*)
            -> $result:ident = $module:literal: $function:literal;
    )*})*) => {$(
        #[pymethods]
        impl $class {$(
            $(#[doc = $doc])*
            $(#[pyo3 $option])?
            #[staticmethod]
            #[pyo3(signature = ($first, *, $($argument = $default),*))]
            #[allow(clippy::too_many_arguments, reason = "they are keywords of Python")]
            fn $name<'py>(
                py: Python<'py>,
                $first: $first_type,
                $($argument: $type),*
            ) -> PyResult<$result<'py>> {
                let options = pyo3::types::PyDict::new(py);
                $(options.set_item(stringify!($argument), $argument)?;)*
                let function = py.import($module)?.getattr($function)?;
                function.call(($first,), Some(&options)).map($result)
            }
        )*}
    )*};
}

pub(super) use {methods, static_methods};

methods! {
    BaseBoard {
        /// Returns an SVG image of the board, for notebooks.
        _repr_svg_ -> Text = "enroque.svg": "_show";
    }
    Board {
        /// Returns the position and its history as a board of python-chess, which must be installed.
        to_chess -> ChessBoardObject = "enroque._compatibility.boards": "to_chess";
    }
    Piece {
        /// Returns an SVG image of the piece, for notebooks.
        _repr_svg_ -> Text = "enroque.svg": "_show_piece";
    }
    SquareSet {
        /// Returns an SVG image of a board with the squares marked, for notebooks.
        _repr_svg_ -> Text = "enroque.svg": "_show_squares";
    }
    GameView {
        /// Returns an SVG image of the last position and its last move, for notebooks.
        _repr_svg_ -> Text = "enroque.svg": "_show_game";
        /// Returns an interactive viewer, for notebooks.
        _repr_mimebundle_(
            include: Option<Bound<'py, PyAny>> = None, exclude: Option<Bound<'py, PyAny>> = None
        ) -> AnyObject = "enroque.viewer": "_bundle";
    }
    Game {
        /// Returns an interactive viewer, for notebooks.
        _repr_mimebundle_(
            include: Option<Bound<'py, PyAny>> = None, exclude: Option<Bound<'py, PyAny>> = None
        ) -> AnyObject = "enroque.viewer": "_bundle";
    }
    Games {
        /// Returns a table for pandas, which must be installed, with a row for each game.
        ///
        /// Its columns are the tags, `chess960`, `broken`, `result`, `white_elo`, `black_elo`, `plies`
        /// and `date`, as the attributes of the same names, and `moves`.
        ///
        /// Args:
        ///     moves: the notation of the column `moves`, `"san"` or `"uci"`; `None` for no such column.
        ///     tags: the names of the tags; `None` for all that a game has.
        ///
        /// Returns:
        ///     A `pandas.DataFrame`.
        ///
        /// Raises:
        ///     ArgumentError: `moves` is another text.
        ///     ImportError: pandas is not installed.
        ///
        /// Example:
        ///     >>> games = enroque.Games.from_pgn(b'[White "A"] 1. e4 e5 1-0')
        ///     >>> table = games.to_pandas(moves="san", tags=["White"])  # doctest: +SKIP
        ///     >>> table[["White", "result", "moves"]].values.tolist()  # doctest: +SKIP
        ///     [['A', 1, 'e4 e5']]
        to_pandas(moves: Option<&str> = None, tags: Option<Vec<String>> = None) -> AnyObject
            = "enroque._model.games": "to_pandas";
        /// Returns a table in HTML, for notebooks.
        _repr_html_ -> Text = "enroque._display.notebook": "games";
    }
    LegalMoveGenerator {
        /// Returns a table in HTML, for notebooks.
        _repr_html_ -> Text = "enroque._display.notebook": "legal_moves";
    }
    Encoding {
        /// Returns a table in HTML, for notebooks.
        _repr_html_ -> Text = "enroque._display.notebook": "encoding";
    }
    Policy {
        /// Returns a table in HTML, for notebooks.
        _repr_html_ -> Text = "enroque._display.notebook": "policy";
    }
    Loader {
        /// Returns a table in HTML, for notebooks.
        _repr_html_ -> Text = "enroque._display.notebook": "loader";
    }
    Positions {
        /// Returns a table in HTML with small boards, for notebooks.
        _repr_html_ -> Text = "enroque._display.notebook": "positions";
    }
    Arena {
        /// Returns a table in HTML, for notebooks.
        _repr_html_ -> Text = "enroque._display.notebook": "arena";
    }
}
