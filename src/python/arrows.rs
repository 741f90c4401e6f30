//! Arrows on boards.

use pyo3::prelude::*;
use pyo3::types::IntoPyDict;

use super::package::{self, PackageClass};
use crate::pgn::Arrow;

/// A list of `enroque.svg.Arrow`.
pub(super) fn arrow_list<'py>(
    py: Python<'py>,
    arrows: impl IntoIterator<Item = Arrow>,
) -> PyResult<Vec<package::Arrow<'py>>> {
    let arrows = arrows.into_iter().map(|arrow| {
        let options = [("color", arrow.color.name())].into_py_dict(py)?;
        let squares = (arrow.tail as u8, arrow.head as u8);
        package::Arrow::class(py)?.call(squares, Some(&options)).map(package::Arrow)
    });
    arrows.collect()
}
