//! Columns that are made from tags or from other columns when somebody looks at them.

use numpy::datetime::{Datetime, units::Days};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;

use super::Games;
use crate::python::hints::{Array, DateArray, TextArray};

#[pymethods]
impl Games {
    /// How many half-moves each game has, int64.
    #[getter]
    fn plies<'py>(&self, py: Python<'py>) -> Array<'py, PyArray1<i64>> {
        let counts = self.games.offsets().windows(2).map(|pair| (pair[1] - pair[0]) as i64);
        Array(PyArray1::from_iter(py, counts))
    }

    /// The day of each game, `datetime64[D]`, from its tag `Date` or, if that names no day, `UTCDate`;
    /// NaT where the day is not fully known. Made anew at each look.
    #[getter]
    fn date<'py>(&self, py: Python<'py>) -> DateArray<'py> {
        let games = self.core();
        let days = py.detach(|| games.headers().days());
        let days = days.into_iter().map(Datetime::<Days>::from);
        DateArray(PyArray1::from_iter(py, days).into_any())
    }

    /// The opening code of each game, `"B33"`, three characters (`<U3`), from its tag `ECO`; empty
    /// where it has none. Made anew at each look.
    #[getter]
    fn eco<'py>(&self, py: Python<'py>) -> PyResult<TextArray<'py>> {
        let games = self.core();
        let codes = py.detach(|| games.headers().eco());
        // NumPy's text is four bytes a character, ended by zeros
        let characters: Vec<u32> = codes.iter().flatten().map(|&byte| u32::from(byte)).collect();
        let array = PyArray1::from_vec(py, characters);
        if codes.is_empty() {
            return array.call_method1("astype", ("U3",)).map(TextArray);
        }
        array.as_untyped().call_method1("view", ("U3",)).map(TextArray)
    }

    /// Why each game ended, by its tag `Termination`, as an array of `str` (dtype object, so that a
    /// long text takes no room in all others); empty where it has none. Made anew at each look.
    #[getter]
    fn termination<'py>(slf: &Bound<'py, Games>) -> PyResult<TextArray<'py>> {
        texts(slf, "Termination")
    }

    /// The time control of each game, by its tag `TimeControl` (`"180+2"`), as an array of `str` like
    /// `termination`. Made anew at each look.
    #[getter]
    fn time_control<'py>(slf: &Bound<'py, Games>) -> PyResult<TextArray<'py>> {
        texts(slf, "TimeControl")
    }
}

/// A tag's values as an array.
fn texts<'py>(games: &Bound<'py, Games>, tag: &str) -> PyResult<TextArray<'py>> {
    games.py().import("enroque._games")?.call_method1("texts", (games, tag)).map(TextArray)
}
