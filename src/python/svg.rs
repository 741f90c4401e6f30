//! What notebooks show.

use pyo3::prelude::*;

use super::board::Board;
use super::games::GameView;

#[pymethods]
impl Board {
    /// A picture of the board, for notebooks.
    fn _repr_svg_(slf: &Bound<'_, Self>) -> PyResult<String> {
        slf.py().import("enroque.svg")?.call_method1("_show", (slf,))?.extract()
    }
}

#[pymethods]
impl GameView {
    /// A picture of the last position and the move that led there, for notebooks.
    fn _repr_svg_(slf: &Bound<'_, Self>) -> PyResult<String> {
        slf.as_any().call_method0("board")?.call_method0("_repr_svg_")?.extract()
    }
}
