//! The strict reader: only what FEN's definition writes, and only what could have arisen.

use super::error::{FenError, FenErrorKind};
use super::{CastlingStyle, parse, write_setup};
use crate::notation::uci::CastlingDialect;
use crate::position::{Position, Setup, Status};
use crate::types::{Bitboard, Color, PieceType};

/// Reads a FEN that is written exactly as FEN is defined and whose position does not contradict the
/// Laws in a way that can be seen.
///
/// Refused beyond what [`super::read`] refuses:
///
/// * every deviation of writing: six parts with one space between, castling letters in order and once;
///   in standard chess only `KQkq`, in Chess960 X-FEN or Shredder letters but not a mixture;
/// * castling rights and an en-passant square that cannot be true;
/// * more than 16 pieces or 8 pawns, more promoted pieces than pawns gone, checks that no move can give;
/// * an en-passant square with a half-move clock above 0, more half-moves since the last pawn move
///   than have been played, a move number of 0.
///
/// Whether a position can really arise is out of any program's reach; what is accepted here may
/// still be impossible. There is no upper limit to the half-move clock, and an en-passant square
/// after any double push is right, as FEN's definition has it, whether or not there is a capturer.
///
/// # Errors
///
/// [`FenError`] with the first thing found, in the order: text, playability, possibility, spelling.
///
/// ```
/// use enroque::notation::{fen, uci::CastlingDialect};
/// assert!(fen::read_strict(fen::STARTING_FEN, CastlingDialect::Standard).is_ok());
/// let swapped = "r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1";
/// assert!(fen::read(swapped).is_ok());
/// let error = fen::read_strict(swapped, CastlingDialect::Standard).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "not a canonical FEN: the castling part is written otherwise (index 26)"
/// );
/// ```
pub fn read_strict(text: &str, dialect: CastlingDialect) -> Result<Position, FenError> {
    let setup = parse(text)?;
    let refuse = |kind| Err(FenError { kind, column: None });
    let status = setup.status();
    if status.intersects(Status::ILLEGAL) {
        return refuse(FenErrorKind::Unplayable(status));
    }
    if !status.is_empty() {
        return refuse(FenErrorKind::Impossible(status));
    }
    if let Some(color) = Color::ALL.into_iter().find(|&color| has_too_much_material(&setup, color))
    {
        return refuse(FenErrorKind::TooMuchMaterial(color));
    }
    if let Some(why) = contradictory_clocks(&setup) {
        return refuse(FenErrorKind::Clocks(why));
    }
    let position = Position::try_from(setup)
        .map_err(|error| FenError { kind: FenErrorKind::Unplayable(error.status), column: None })?;
    let x_fen = write_setup(&setup, CastlingStyle::XFen);
    let is_canonical = match dialect {
        CastlingDialect::Standard => {
            if !position.has_standard_castling() {
                return refuse(FenErrorKind::NotStandardCastling);
            }
            text == x_fen.as_str()
        }
        CastlingDialect::Chess960 => [x_fen, write_setup(&setup, CastlingStyle::Shredder)]
            .iter()
            .any(|fen| text == fen.as_str()),
    };
    if is_canonical { Ok(position) } else { Err(not_canonical(text, &x_fen)) }
}

/// Whether a player has more pieces beyond the first set than pawns that are gone (FIDE 3.7.3.3). Of
/// two bishops on squares of one color, one was a pawn.
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

/// How the clocks contradict each other or the en-passant square.
fn contradictory_clocks(setup: &Setup) -> Option<&'static str> {
    if setup.ep_square.is_some() && setup.halfmove_clock > 0 {
        return Some("the half-move clock is not 0 after a pawn's double step");
    }
    let played = 2 * (setup.fullmove_number.saturating_sub(1)) + setup.turn.index() as u32;
    if setup.halfmove_clock > played {
        return Some("the half-move clock is above the number of half-moves played");
    }
    None
}

/// Names the part in which a text first differs from the canonical one.
#[cold]
fn not_canonical(text: &str, canonical: &str) -> FenError {
    const PARTS: [&str; 6] = [
        "the board part",
        "the side to move",
        "the castling part",
        "the en passant part",
        "the half-move clock",
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
