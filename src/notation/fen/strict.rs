//! The strict reader: canonical FEN of positions that can have arisen.

use super::error::{FenError, FenErrorKind};
use super::{CastlingStyle, parse, write_setup};
use crate::notation::uci::CastlingDialect;
use crate::position::{Position, Setup, Status};
use crate::types::{Bitboard, Color, PieceType};

/// Reads a canonical FEN whose position is not provably impossible.
///
/// Rejects, in addition to [`super::read`]:
///
/// * deviations from the canonical text: six fields separated by one space, each castling letter
///   once and in order; in standard chess only `KQkq`, in Chess960 letters of X-FEN or of
///   Shredder-FEN but not both;
/// * impossible castling rights and en-passant squares;
/// * more than 16 pieces or 8 pawns, more promoted pieces than missing pawns, impossible checks;
/// * an en-passant square with a halfmove clock above 0, a halfmove clock above the number of
///   plies played, a move number of 0.
///
/// Accepted positions may still be impossible, which is not decidable in practice. There is no
/// upper limit to the halfmove clock. As FEN defines, the en-passant square is written after every
/// double push, whether or not a capture is possible.
///
/// # Errors
///
/// [`FenError`] with the first error, in the order: syntax, legality, possibility, canonical form.
///
/// ```
/// use enroque::notation::{fen, uci::CastlingDialect};
/// assert!(fen::read_strict(fen::STARTING_FEN, CastlingDialect::Standard).is_ok());
/// let swapped = "r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1";
/// assert!(fen::read(swapped).is_ok());
/// let error = fen::read_strict(swapped, CastlingDialect::Standard).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "not a canonical FEN: the castling part is not in canonical form (index 26)"
/// );
/// ```
pub fn read_strict(text: &str, dialect: CastlingDialect) -> Result<Position, FenError> {
    let setup = parse(text)?;
    let error = |kind| Err(FenError { kind, column: None });
    let status = setup.status();
    if status.intersects(Status::ILLEGAL) {
        return error(FenErrorKind::Unplayable(status));
    }
    if !status.is_empty() {
        return error(FenErrorKind::Impossible(status));
    }
    if let Some(color) = Color::ALL.into_iter().find(|&color| has_too_much_material(&setup, color))
    {
        return error(FenErrorKind::TooMuchMaterial(color));
    }
    if let Some(why) = contradictory_clocks(&setup) {
        return error(FenErrorKind::Clocks(why));
    }
    let position = Position::try_from(setup)
        .map_err(|error| FenError { kind: FenErrorKind::Unplayable(error.status), column: None })?;
    let x_fen = write_setup(&setup, CastlingStyle::XFen);
    let is_canonical = match dialect {
        CastlingDialect::Standard => {
            if !position.has_standard_castling() {
                return error(FenErrorKind::NotStandardCastling);
            }
            text == x_fen.as_str()
        }
        CastlingDialect::Chess960 => [x_fen, write_setup(&setup, CastlingStyle::Shredder)]
            .iter()
            .any(|fen| text == fen.as_str()),
    };
    if is_canonical { Ok(position) } else { Err(not_canonical(text, &x_fen)) }
}

/// Whether a player has more promoted pieces than missing pawns (FIDE 3.7.3.3). One of two bishops
/// on squares of one color is promoted.
fn has_too_much_material(setup: &Setup, color: Color) -> bool {
    let count = |piece_type, squares| {
        (setup.placement.pieces(color, piece_type) & squares).len().saturating_sub(match piece_type
        {
            PieceType::Rook | PieceType::Knight => 2,
            _ => 1,
        })
    };
    let promoted = count(PieceType::Queen, Bitboard::FULL)
        + count(PieceType::Rook, Bitboard::FULL)
        + count(PieceType::Knight, Bitboard::FULL)
        + count(PieceType::Bishop, Bitboard::LIGHT)
        + count(PieceType::Bishop, Bitboard::DARK);
    promoted + setup.placement.pieces(color, PieceType::Pawn).len() > 8
}

/// Returns the contradiction of the clocks with each other or the en-passant square, if any.
fn contradictory_clocks(setup: &Setup) -> Option<&'static str> {
    if setup.ep_square.is_some() && setup.halfmove_clock > 0 {
        return Some("the halfmove clock is not 0 after a double push");
    }
    let played = 2 * (setup.fullmove_number.saturating_sub(1)) + setup.turn.index() as u32;
    if setup.halfmove_clock > played {
        return Some("the halfmove clock is above the number of plies played");
    }
    None
}

/// Returns the error with the name of the first field that differs from the canonical text.
#[cold]
fn not_canonical(text: &str, canonical: &str) -> FenError {
    const PARTS: [&str; 6] = [
        "the board part",
        "the side to move",
        "the castling part",
        "the en-passant part",
        "the halfmove clock",
        "the move number",
    ];
    let column = text.chars().zip(canonical.chars()).take_while(|(a, b)| a == b).count();
    let part = canonical.chars().take(column).filter(|&sign| sign == ' ').count();
    let kind = if column == canonical.len() {
        FenErrorKind::NotCanonical("what follows the move number")
    } else {
        FenErrorKind::NotCanonical(PARTS[part.min(5)])
    };
    FenError { kind, column: Some(column) }
}
