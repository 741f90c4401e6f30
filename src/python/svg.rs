//! SVG images in notebooks.

use pyo3::prelude::*;

use super::board::BaseBoard;
use super::games::GameView;
use super::piece::Piece;

#[pymethods]
impl BaseBoard {
    /// Returns an SVG image of the board, for notebooks.
    fn _repr_svg_(slf: &Bound<'_, Self>) -> PyResult<String> {
        slf.py().import("enroque.svg")?.call_method1("_show", (slf,))?.extract()
    }
}

#[pymethods]
impl GameView {
    /// Returns an SVG image of the last position and its last move, for notebooks.
    fn _repr_svg_(slf: &Bound<'_, Self>) -> PyResult<String> {
        slf.as_any().call_method0("board")?.call_method0("_repr_svg_")?.extract()
    }
}

#[pymethods]
impl Piece {
    /// Returns an SVG image of the piece, for notebooks.
    fn _repr_svg_(slf: &Bound<'_, Self>) -> PyResult<String> {
        slf.py().import("enroque.svg")?.call_method1("piece", (slf, 45))?.extract()
    }
}
