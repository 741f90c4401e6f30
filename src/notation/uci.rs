//! UCI moves: origin, target and promotion in coordinates, `e2e4`, `e7e8q`.
//!
//! There are two dialects of castling: the move of the king (`e1g1`), or, with the option
//! `UCI_Chess960`, king takes rook (`e1h1`). Both are always accepted. The move of the king is
//! castling unless it is an ordinary king move: `f1g1` is one.

use arrayvec::ArrayString;
use thiserror::Error;

use crate::attacks::{self, Backend, dispatch, task};
use crate::movegen::is_legal_with;
use crate::position::{Placement, Position};
use crate::types::{CastlingSide, Color, File, Move, PieceType, Square};

/// A dialect of castling.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CastlingDialect {
    /// The two-square move of the king, `e1g1`, if the king is on the e-file and the rook in the
    /// corner. Other castling is written as in [`CastlingDialect::Chess960`], which is always
    /// unambiguous.
    #[default]
    Standard,
    /// King takes rook, `e1h1` (the option `UCI_Chess960`).
    Chess960,
}

/// A move in UCI: four or five characters.
pub type UciText = ArrayString<5>;

/// The kind of a UCI error.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum UciErrorKind {
    /// The text is not two different squares and optionally one of `n b r q`, in lower case.
    #[error("is not a UCI move: expected two squares and optionally n, b, r or q, as in e7e8q")]
    Syntax,
    /// The null move `0000`, which is well formed but never legal.
    #[error("is the null move, which is never legal")]
    Null,
    /// The move is illegal in the position.
    #[error("is not a legal move here")]
    Illegal,
}

/// A UCI move is invalid.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{token:?} {kind}")]
pub struct UciError {
    /// The kind of error.
    pub kind: UciErrorKind,
    /// The invalid text, its first 40 characters.
    pub token: Box<str>,
}

/// Returns the first 40 characters of an invalid text, for messages.
pub(super) fn shortened(text: &str) -> Box<str> {
    text.chars().take(40).collect::<String>().into_boxed_str()
}

/// Reads a legal move in either castling dialect.
///
/// # Errors
///
/// [`UciErrorKind::Syntax`] for text that is not a move, also in upper case,
/// [`UciErrorKind::Null`] for `0000`, [`UciErrorKind::Illegal`] for an illegal move, including a
/// promotion without a piece and another move with one.
///
/// ```
/// use enroque::notation::{fen, uci};
/// let position = fen::read("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
/// let castling = uci::read(&position, "e1g1").unwrap();
/// assert_eq!(uci::read(&position, "e1h1").unwrap(), castling);
/// assert_eq!(uci::write(&position, castling, uci::CastlingDialect::Standard).as_str(), "e1g1");
/// assert_eq!(uci::write(&position, castling, uci::CastlingDialect::Chess960).as_str(), "e1h1");
/// assert!(uci::read(&position, "e1b1").is_err());
/// ```
pub fn read(position: &Position, text: &str) -> Result<Move, UciError> {
    dispatch(task!(|backend, position: &Position, text: &str| -> Result<Move, UciError> {
        read_with(backend, position, text)
    }))
}

/// [`read`] inside a task that already runs on a backend.
#[inline(always)]
pub fn read_with<B: Backend>(
    backend: B,
    position: &Position,
    text: &str,
) -> Result<Move, UciError> {
    let error = |kind| Err(UciError { kind, token: shortened(text) });
    let Some((from, to, promotion)) = coordinates(text.as_bytes()) else {
        return error(if text == "0000" { UciErrorKind::Null } else { UciErrorKind::Syntax });
    };
    match find_with(backend, position, from, to, promotion) {
        Some(m) => Ok(m),
        None => error(UciErrorKind::Illegal),
    }
}

/// Returns the squares and the promotion of a well-formed text. A promotion to king or pawn is well
/// formed, but never legal.
#[inline(always)]
fn coordinates(text: &[u8]) -> Option<(Square, Square, Option<PieceType>)> {
    let (&[from_file, from_rank, to_file, to_rank], promotion) = text.split_first_chunk()?;
    let from = Square::from_ascii(from_file, from_rank)?;
    let to = Square::from_ascii(to_file, to_rank)?;
    let promotion = match promotion {
        [] => None,
        [letter] if letter.is_ascii_lowercase() => Some(PieceType::from_letter(*letter as char)?),
        _ => return None,
    };
    (from != to).then_some((from, to, promotion))
}

/// Returns the legal move with these coordinates, with castling in either dialect.
pub fn find(
    position: &Position,
    from: Square,
    to: Square,
    promotion: Option<PieceType>,
) -> Option<Move> {
    type Promotion = Option<PieceType>;
    dispatch(task!(|backend,
                    position: &Position,
                    from: Square,
                    to: Square,
                    promotion: Promotion|
     -> Option<Move> { find_with(backend, position, from, to, promotion) }))
}

/// [`find`] inside a task that already runs on a backend.
#[inline(always)]
pub(super) fn find_with<B: Backend>(
    backend: B,
    position: &Position,
    from: Square,
    to: Square,
    promotion: Option<PieceType>,
) -> Option<Move> {
    let own = position.turn();
    let mut target = to;
    if from == position.king(own)
        && !attacks::king(from).has(to)
        && !position.placement().by_color(own).has(to)
        && let Some(side) = CastlingSide::ALL.into_iter().find(|side| side.king_target(own) == to)
    {
        // not an ordinary king move
        target = position.castling_rook(own, side)?;
    }
    let m = match promotion {
        None => Move::new(from, target)?,
        Some(piece) => Move::promotion(from, target, piece)?,
    };
    is_legal_with(backend, position, m).then_some(m)
}

/// Returns the UCI text of a legal move. A move that is not legal here is written as its
/// coordinates.
pub fn write(position: &Position, m: Move, dialect: CastlingDialect) -> UciText {
    let mut text = UciText::new();
    for square in [m.from(), target(position, m, dialect)] {
        text.push(square.file().letter());
        text.push(square.rank().digit());
    }
    if let Some(piece) = m.promoted() {
        text.push(piece.letter());
    }
    text
}

/// Returns the target square that is written in a dialect: the target of the king or the square of
/// the rook for castling, the target of any other move.
#[inline]
pub fn target(position: &Position, m: Move, dialect: CastlingDialect) -> Square {
    target_in(position.placement(), position.turn(), m, dialect)
}

/// [`target`] for a placement that may be illegal.
#[inline]
pub fn target_in(placement: &Placement, own: Color, m: Move, dialect: CastlingDialect) -> Square {
    let is_castling =
        placement.pieces(own, PieceType::King).has(m.from()) && placement.by_color(own).has(m.to());
    if is_castling { castling_target(own, m, dialect) } else { m.to() }
}

/// [`target`] of castling.
#[inline]
pub fn castling_target(own: Color, m: Move, dialect: CastlingDialect) -> Square {
    let (from, to) = (m.from(), m.to());
    let is_standard = dialect == CastlingDialect::Standard
        && from.file() == File::E
        && matches!(to.file(), File::A | File::H);
    if is_standard { CastlingSide::of(from, to).king_target(own) } else { to }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;

    fn kind(fen: &str, text: &str) -> Result<String, UciErrorKind> {
        let position = fen::read(fen).unwrap();
        read(&position, text).map(|m| m.to_string()).map_err(|error| error.kind)
    }

    #[test]
    fn a_step_of_the_king_is_not_castling() {
        let near = "4k3/8/8/8/8/8/8/5K1R w H - 0 1";
        assert_eq!(kind(near, "f1g1"), Ok("f1g1".into()));
        assert_eq!(kind(near, "f1h1"), Ok("f1h1".into()));
        // the rook is on the king's target square
        assert_eq!(kind("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1"), Ok("f1g1".into()));
        // castling from a distant square is written with its target
        assert_eq!(kind("4k3/8/8/8/8/8/8/1K5R w H - 0 1", "b1g1"), Ok("b1h1".into()));
        // a rook without a castling right
        assert_eq!(kind("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1g1"), Err(UciErrorKind::Illegal));
        assert_eq!(kind("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1h1"), Err(UciErrorKind::Illegal));
    }

    #[test]
    fn errors_have_kinds() {
        let promotion = "8/3P4/8/8/8/8/8/k1K5 w - - 0 1";
        for (text, expected) in [
            ("", UciErrorKind::Syntax),
            ("d7", UciErrorKind::Syntax),
            ("d7d7", UciErrorKind::Syntax),
            ("D7D8q", UciErrorKind::Syntax),
            ("d7d8Q", UciErrorKind::Syntax),
            ("d7d8qq", UciErrorKind::Syntax),
            ("d7d8é", UciErrorKind::Syntax),
            ("a9b1", UciErrorKind::Syntax),
            ("0000", UciErrorKind::Null),
            ("d7d8", UciErrorKind::Illegal),
            ("d7d8k", UciErrorKind::Illegal),
            ("d7d8p", UciErrorKind::Illegal),
            ("c1c2q", UciErrorKind::Illegal),
            ("a1a2", UciErrorKind::Illegal),
        ] {
            assert_eq!(kind(promotion, text), Err(expected), "{text}");
        }
        let long = "e".repeat(1 << 20);
        let error = read(&Position::standard(), &long).unwrap_err();
        assert_eq!(error.token.len(), 40);
    }
}
