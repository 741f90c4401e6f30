//! HTML tables and the game viewer in notebooks, written in Python.

use pyo3::prelude::*;

use super::arena::Arena;
use super::encodings::{Encoding, Policy};
use super::games::{GameView, Games};
use super::legal_moves::LegalMoveGenerator;
use super::loader::Loader;
use super::pgn::Game;

/// Returns what a function of `enroque._notebook` makes of an object.
fn html(function: &str, shown: &Bound<'_, PyAny>) -> PyResult<String> {
    shown.py().import("enroque._notebook")?.call_method1(function, (shown,))?.extract()
}

/// Returns the viewer of a game by media type; `None` leaves the choice to other methods.
fn viewer<'py>(game: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    game.py().import("enroque.viewer")?.call_method1("_bundle", (game,))
}

/// Defines `_repr_html_` of a class by the function of `enroque._notebook` with this name.
macro_rules! shown_as {
    ($($class:ty: $function:literal,)*) => {$(
        #[pymethods]
        impl $class {
            /// Returns a table in HTML, for notebooks.
            fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<String> {
                html($function, slf.as_any())
            }
        }
    )*};
}

shown_as! {
    Games: "games",
    LegalMoveGenerator: "legal_moves",
    Encoding: "encoding",
    Policy: "policy",
    Loader: "loader",
    Arena: "arena",
}

/// Defines `_repr_mimebundle_` of classes of games.
macro_rules! shown_in_viewer {
    ($($class:ty),*) => {$(
        #[pymethods]
        impl $class {
            /// Returns an interactive viewer, for notebooks.
            #[pyo3(signature = (include = None, exclude = None))]
            fn _repr_mimebundle_<'py>(
                slf: &Bound<'py, Self>,
                include: Option<Bound<'py, PyAny>>,
                exclude: Option<Bound<'py, PyAny>>,
            ) -> PyResult<Bound<'py, PyAny>> {
                let _ = (include, exclude);
                viewer(slf.as_any())
            }
        }
    )*};
}

shown_in_viewer!(GameView, Game);
