//! Moves of a [`Board`] in other languages and styles.

use pyo3::prelude::*;

use super::convert::{find, illegal};
use super::{Board, BoardState};
use crate::notation::san;
use crate::notation::style::MoveStyle;
use crate::python::errors::ArgumentError;
use crate::python::hints::ReadMoveObject;
use crate::python::moves::MoveArgument;
use crate::python::rules;

#[pymethods]
impl Board {
    /// Returns a legal move in another style than SAN.
    ///
    /// Args:
    ///     move: a legal move or the null move.
    ///     language: the language of the piece letters, a code of `enroque.notation.LANGUAGES`.
    ///     figurines: write Unicode chess symbols in place of letters.
    ///     long: write origin and target.
    ///     fide: write the signs of the Laws (FIDE appendix C): `0-0`, `d8Q`, `exd6 e.p.`
    ///
    /// Raises:
    ///     IllegalMoveError: the move is not legal.
    ///     LanguageError: the language is unknown.
    #[pyo3(signature = (r#move, *, language = "en", figurines = false, long = false, fide = false))]
    fn notation(
        slf: &Bound<'_, Board>,
        r#move: MoveArgument,
        language: &str,
        figurines: bool,
        long: bool,
        fide: bool,
    ) -> PyResult<String> {
        let position = slf.position()?;
        let m = find(&position, r#move.0).ok_or_else(|| illegal(&position, r#move.0))?;
        let style = MoveStyle { language: rules::language(language)?, figurines, long, fide };
        Ok(style.write(&position, m))
    }

    /// Returns the legal move that a text names, with its deviations from standard SAN.
    ///
    /// Args:
    ///     text: the move.
    ///     language: the language of the piece letters, a code of `enroque.notation.LANGUAGES`.
    ///     strict: accept only the text that `san` writes.
    ///
    /// Returns:
    ///     A `notation.ReadMove` with `move` and `deviations`.
    ///
    /// Raises:
    ///     InvalidMoveError: the text is not SAN.
    ///     IllegalMoveError: the move is not legal.
    ///     AmbiguousMoveError: several legal moves match.
    #[pyo3(signature = (text, *, language = "en", strict = false))]
    fn read_move<'py>(
        slf: &Bound<'py, Board>,
        text: &str,
        language: &str,
        strict: bool,
    ) -> PyResult<ReadMoveObject<'py>> {
        let py = slf.py();
        let (position, dialect) = slf.position_and_dialect()?;
        let language = rules::language(language)?;
        let read = match (strict, language.code()) {
            (true, "en") => (san::read_strict(&position, text)?, san::Deviations::empty()),
            (true, _) => {
                return Err(ArgumentError::new_err(format!(
                    "strict=True reads English piece letters only, not language {:?}",
                    language.code()
                )));
            }
            (false, "en") => san::read_reporting(&position, text)?,
            (false, _) => language.read_reporting(&position, text)?,
        };
        rules::read_move(py, &position, read, dialect)
    }

    /// Returns a legal move as it is announced to visually disabled players (FIDE D.2.1).
    ///
    /// Args:
    ///     move: a legal move.
    ///     language: `"de"` for the names of the Laws ("Gustav eins, Felix drei"), or `"es"`.
    ///
    /// Raises:
    ///     IllegalMoveError: the move is not legal.
    ///     LanguageError: the language has no announcements.
    #[pyo3(signature = (r#move, language = "de"))]
    fn announce(slf: &Bound<'_, Board>, r#move: MoveArgument, language: &str) -> PyResult<String> {
        let position = slf.position()?;
        let m = find(&position, r#move.0).ok_or_else(|| illegal(&position, r#move.0))?;
        rules::announced(&position, m, language)
    }
}
