//! Arrows on boards.

use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyList};

use super::hints::ArrowList;
use crate::pgn::Arrow;

/// A list of `enroque.svg.Arrow`.
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
        let options = [("color", arrow.color.name())].into_py_dict(py)?;
        list.append(class.call((arrow.tail as u8, arrow.head as u8), Some(&options))?)?;
    }
    Ok(ArrowList(list))
}
