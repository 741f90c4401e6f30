//! What notebooks show.

use pyo3::prelude::*;

use super::board::Board;

#[pymethods]
impl Board {
    /// A picture of the board, for notebooks.
    fn _repr_svg_(slf: &Bound<'_, Self>) -> PyResult<String> {
        slf.py().import("enroque.svg")?.call_method1("_show", (slf,))?.extract()
    }
}
