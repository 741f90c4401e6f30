//! The way in: the ordinary spelling first, all others after.

use super::deviations::Noted;
use super::error::{Refusal, SanError};
use super::resolve::{castle, resolve};
use super::{lenient, plain};
use crate::attacks::{Backend, Task, dispatch};
use crate::position::Position;
use crate::types::Move;

/// Reads a legal move, leniently; see the top of this page for what is forgiven.
///
/// # Errors
///
/// [`SanError`] with the text and the reason; never a guess.
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
    struct Read<'a>(&'a Position, &'a [u8]);
    impl Task for Read<'_> {
        type Output = Result<Move, SanError>;
        #[inline(always)]
        fn run<B: Backend>(self, backend: B) -> Self::Output {
            read_with(backend, self.0, self.1)
        }
    }
    dispatch(Read(position, text.as_bytes()))
}

/// [`read`] inside a task that already runs on a backend, from bytes that may not be UTF-8: the way
/// in for the millions of moves of a PGN file.
///
/// The move is found from its target square backwards: the squares from which such a piece attacks the
/// target, those of them where one stands, those that the text allows; only what is left is asked
/// whether it is pinned. No list of moves is made.
#[inline(always)]
pub fn read_with<B: Backend>(
    backend: B,
    position: &Position,
    text: &[u8],
) -> Result<Move, SanError> {
    let found = match plain::parse(text) {
        Some(pattern) => resolve(backend, position, &pattern),
        None => read_lenient(backend, position, text, &mut Noted::default()),
    };
    match found {
        Ok(m) => Ok(m),
        Err(refusal) => Err(refusal.of(text)),
    }
}

/// Castling and everything that is not spelled as PGN exports it.
#[cold]
#[inline(never)]
fn read_lenient<B: Backend>(
    backend: B,
    position: &Position,
    text: &[u8],
    noted: &mut Noted,
) -> Result<Move, Refusal> {
    match lenient::parse(text, noted)? {
        lenient::Reading::Castling(side) => castle(backend, position, side),
        lenient::Reading::Pattern(pattern) => resolve(backend, position, &pattern),
    }
}

/// [`read_with`], with what there was to note about the spelling.
pub(super) fn read_noting<B: Backend>(
    backend: B,
    position: &Position,
    text: &[u8],
) -> Result<(Move, Noted), SanError> {
    let mut noted = Noted::default();
    match read_lenient(backend, position, text, &mut noted) {
        Ok(m) => Ok((m, noted)),
        Err(refusal) => Err(refusal.of(text)),
    }
}
