//! Reading moves: the fast parser is tried first, then the lenient one.

use super::deviations::{Deviations, ParsedForm};
use super::error::{SanError, SanErrorKind, SanErrorWithoutText};
use super::resolve::{castle, resolve};
use super::{lenient, standard, write};
use crate::attacks::{Backend, dispatch, task};
use crate::notation::uci::shortened;
use crate::position::Position;
use crate::types::Move;

/// Reads a legal move leniently; see the [module](super) for the tolerated deviations.
///
/// # Errors
///
/// [`SanError`] with the text and the reason.
///
/// ```
/// use enroque::notation::{fen, san};
/// let position = fen::read("4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1").unwrap();
/// assert_eq!(san::read(&position, "Nge2").unwrap().to_string(), "g1e2");
/// assert_eq!(san::read(&position, "♘g1-e2!?").unwrap().to_string(), "g1e2");
/// let error = san::read(&position, "Ne2").unwrap_err();
/// assert_eq!(error.kind, san::SanErrorKind::Ambiguous);
/// ```
pub fn read(position: &Position, text: &str) -> Result<Move, SanError> {
    dispatch(task!(|backend, position: &Position, text: &str| -> Result<Move, SanError> {
        read_with(backend, position, text.as_bytes())
    }))
}

/// Reads a legal move as [`read`](super::read()) does, and returns its deviations from standard
/// SAN.
///
/// # Errors
/// Those of [`read`](super::read()).
///
/// ```
/// use enroque::notation::{fen, san};
/// let position = fen::read("4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 2").unwrap();
/// let (m, deviations) = san::read_reporting(&position, "e5d6 e.p. (=)").unwrap();
/// assert_eq!(m.to_string(), "e5d6");
/// assert_eq!(
///     deviations.to_string(),
///     "en_passant_mark, missing_capture, origin, draw_offer, whitespace"
/// );
/// assert!(san::read_reporting(&position, "O-O").unwrap().1.is_empty());
/// ```
pub fn read_reporting(position: &Position, text: &str) -> Result<(Move, Deviations), SanError> {
    type Read = Result<(Move, Deviations), SanError>;
    dispatch(task!(|backend, position: &Position, text: &str| -> Read {
        let mut form = ParsedForm::default();
        let m = read_lenient(backend, position, text.as_bytes(), &mut form)
            .map_err(|error| error.with_text(text.as_bytes()))?;
        if form.deviations.contains(Deviations::EN_PASSANT_MARK) && !position.is_en_passant(m) {
            form.deviations ^= Deviations::EN_PASSANT_MARK | Deviations::WRONG_EN_PASSANT;
        }
        let standard = write(position, m);
        Ok((m, form.against(&standard)))
    }))
}

/// Reads a legal move in standard SAN only, as [`write()`](super::write()) writes it.
///
/// # Errors
/// Those of [`read`](super::read()), and [`SanErrorKind::Syntax`] for another spelling of a legal
/// move.
///
/// ```
/// use enroque::{notation::san, position::Position};
/// assert!(san::read_strict(&Position::standard(), "Nf3").is_ok());
/// let error = san::read_strict(&Position::standard(), "Ng1f3").unwrap_err();
/// assert_eq!(error.to_string(), r#"invalid move "Ng1f3": it is not standard SAN"#);
/// ```
pub fn read_strict(position: &Position, text: &str) -> Result<Move, SanError> {
    let m = read(position, text)?;
    if write(position, m).as_str() == text {
        return Ok(m);
    }
    Err(SanError {
        kind: SanErrorKind::Syntax,
        token: shortened(text),
        reason: "it is not standard SAN".into(),
    })
}

/// [`read`] inside a task that already runs on a backend, from bytes that may not be UTF-8; used to
/// read PGN files.
///
/// Searches backward from the target square: finds the squares of such pieces that attack the
/// target and match the text, and tests only these for pins. No list of moves is generated.
#[inline(always)]
pub fn read_with<B: Backend>(
    backend: B,
    position: &Position,
    text: &[u8],
) -> Result<Move, SanError> {
    let found = match standard::parse(text) {
        Some(pattern) => resolve(backend, position, &pattern),
        None => read_lenient(backend, position, text, &mut ParsedForm::default()),
    };
    found.map_err(|error| error.with_text(text))
}

/// Reads castling and all spellings that the fast parser rejects.
#[cold]
#[inline(never)]
fn read_lenient<B: Backend>(
    backend: B,
    position: &Position,
    text: &[u8],
    form: &mut ParsedForm,
) -> Result<Move, SanErrorWithoutText> {
    match lenient::parse(text, form)? {
        lenient::Reading::Castling(side) => castle(backend, position, side),
        lenient::Reading::Pattern(pattern) => resolve(backend, position, &pattern),
    }
}
