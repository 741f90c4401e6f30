//! What notebooks show, and what is drawn on boards.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use super::board::BaseBoard;
use super::games::GameView;
use super::hints::ArrowList;
use super::piece::Piece;
use crate::pgn::Arrow;

#[pymethods]
impl BaseBoard {
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

#[pymethods]
impl Piece {
    /// A picture of the piece, for notebooks.
    fn _repr_svg_(slf: &Bound<'_, Self>) -> PyResult<String> {
        slf.py().import("enroque.svg")?.call_method1("piece", (slf, 45))?.extract()
    }
}

/// Arrows as `enroque.svg` has them.
pub(super) fn arrow_list<'py>(
    py: Python<'py>,
    arrows: impl IntoIterator<Item = Arrow>,
) -> PyResult<ArrowList<'py>> {
    let list = PyList::empty(py);
    let mut class = None;
    for arrow in arrows {
        let class = match &class {
            Some(class) => class,
            None => class.insert(py.import("enroque.svg")?.getattr("Arrow")?),
        };
        let options = PyDict::new(py);
        options.set_item("color", arrow.color.name())?;
        list.append(class.call((arrow.tail as u8, arrow.head as u8), Some(&options))?)?;
    }
    Ok(ArrowList(list))
}
