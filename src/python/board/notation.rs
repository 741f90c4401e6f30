//! Moves of a [`Board`] in other languages and styles, printed and spoken.

use pyo3::prelude::*;

use super::play::{find, illegal};
use super::{Board, BoardState};
use crate::notation::san;
use crate::notation::style::MoveStyle;
use crate::python::errors::ArgumentError;
use crate::python::hints::ReadMoveObject;
use crate::python::moves::MoveArgument;
use crate::python::rules;

#[pymethods]
impl Board {
    /// A legal move in another style than SAN's: another `language`'s piece letters (a code of
    /// `enroque.notation.LANGUAGES`), `figurines`, the `long` form with origin and target, or the signs
    /// of the Laws (`fide`): `0-0`, `d8Q`, `exd6 e.p.` (FIDE appendix C).
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

    /// The legal move that a text names, with what was forgiven of its spelling; errors as of
    /// `parse_san`. `strict=True` forgives nothing: English letters, and the one spelling that `san`
    /// writes.
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
                return Err(ArgumentError::new_err("strict SAN has English letters"));
            }
            (false, "en") => san::read_reporting(&position, text)?,
            (false, _) => language.read_reporting(&position, text)?,
        };
        rules::read_move(py, &position, read, dialect)
    }

    /// A legal move as it is announced to players who cannot see (FIDE D.2.1): "Gustav eins, Felix
    /// drei". `language` is `de`, the Laws' own names, or `es`.
    #[pyo3(signature = (r#move, language = "de"))]
    fn announce(slf: &Bound<'_, Board>, r#move: MoveArgument, language: &str) -> PyResult<String> {
        let position = slf.position()?;
        let m = find(&position, r#move.0).ok_or_else(|| illegal(&position, r#move.0))?;
        rules::announced(&position, m, language)
    }
}
