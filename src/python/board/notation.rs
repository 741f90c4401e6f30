//! Moves of a [`Board`] in other languages and styles.

use super::current::{find, illegal};
use super::{Board, BoardState};
use crate::notation::san;
use crate::notation::style::{MoveStyle, Notation};
use crate::python::moves::MoveArgument;
use crate::python::prelude::*;
use crate::python::rules;

#[pymethods(crate = "crate::python::named_arguments")]
impl Board {
    /// Returns a legal move in another style than SAN.
    ///
    /// Args:
    ///     move: a legal move or the null move.
    ///     style: `"algebraic"`, or `"descriptive"`: `N-KB3`, in Spanish `C3AR`.
    ///     language: the language of the piece letters, a code of `enroque.notation.LANGUAGES`;
    ///         descriptive notation is written in `"en"` and `"es"`.
    ///     figurines: write Unicode chess symbols in place of letters.
    ///     long: write origin and target.
    ///     fide: write the signs of the Laws (FIDE appendix C): `0-0`, `d8Q`, `exd6 e.p.`
    ///
    /// Raises:
    ///     IllegalMoveError: the move is not legal.
    ///     LanguageError: the language is unknown, or has no descriptive notation.
    ///     ArgumentError: the style is unknown, or `figurines`, `long` or `fide` is given with
    ///         descriptive notation.
    ///
    /// Example:
    ///     >>> import enroque
    ///     >>> board = enroque.Board()
    ///     >>> move = enroque.Move.from_uci("g1f3")
    ///     >>> board.notation(move, figurines=True)
    ///     '♘f3'
    ///     >>> board.notation(move, style="descriptive", language="es")
    ///     'C3AR'
    #[pyo3(signature = (
        r#move, *, style = "algebraic", language = "en", figurines = false,
        long = false, fide = false
    ))]
    fn notation(
        slf: &Bound<'_, Board>,
        r#move: MoveArgument,
        style: &str,
        language: &str,
        figurines: bool,
        long: bool,
        fide: bool,
    ) -> PyResult<String> {
        let position = slf.position()?;
        let m = find(&position, r#move.0).ok_or_else(|| illegal(&position, r#move.0))?;
        match rules::notation(style)? {
            Notation::Algebraic => {
                let language = rules::language(language)?;
                Ok(MoveStyle { language, figurines, long, fide }.write(&position, m))
            }
            Notation::Descriptive if figurines || long || fide => Err(ArgumentError::new_err(
                "figurines, long and fide are options of algebraic notation",
            )),
            Notation::Descriptive => {
                let descriptive = rules::descriptive(language)?;
                let wings = slf.lock().game()?.wings();
                Ok(descriptive.write_in(&position, &wings, m))
            }
        }
    }

    /// Returns the legal move that a text names, with its deviations from the standard spelling.
    ///
    /// Args:
    ///     text: the move.
    ///     style: `"algebraic"`, or `"descriptive"`: `N-KB3`, in Spanish `C3AR`.
    ///     language: the language of the piece letters, a code of `enroque.notation.LANGUAGES`;
    ///         descriptive notation is read in `"en"` and `"es"`.
    ///     strict: accept only the text that `san`, or `notation` in descriptive style, writes.
    ///
    /// Returns:
    ///     A `notation.ReadMove` with `move` and `deviations`.
    ///
    /// Raises:
    ///     InvalidMoveError: the text is not a move in this notation.
    ///     IllegalMoveError: the move is not legal.
    ///     AmbiguousMoveError: several legal moves match.
    ///     LanguageError: the language is unknown, or has no descriptive notation.
    ///     ArgumentError: the style is unknown, or `strict` is given with algebraic notation in
    ///         another language than English.
    ///
    /// Example:
    ///     >>> import enroque
    ///     >>> enroque.Board().read_move("Kt-KB3", style="descriptive")
    ///     ReadMove(move=Move.from_uci('g1f3'), deviations=('spelling',))
    #[pyo3(signature = (
        text, *, style = "algebraic", language = "en", strict = false
    ))]
    fn read_move<'py>(
        slf: &Bound<'py, Board>,
        text: &str,
        style: &str,
        language: &str,
        strict: bool,
    ) -> PyResult<package::ReadMove<'py>> {
        let py = slf.py();
        let (position, dialect) = slf.position_and_dialect()?;
        if rules::notation(style)? == Notation::Descriptive {
            let descriptive = rules::descriptive(language)?;
            let wings = slf.lock().game()?.wings();
            if strict {
                descriptive.read_strict(&position, &wings, text)?;
            }
            let read = descriptive.read_in(&position, &wings, text)?;
            return rules::read_move(py, &position, read, dialect);
        }
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
