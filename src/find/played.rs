//! The move played in a position.

use super::error::{QueryError, Reader};
use crate::movegen::legal_moves;
use crate::position::Position;
use crate::types::{Bitboard, CastlingSide, File, Move, PieceType, Rank, Square};

/// A criterion of a property that a move may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Presence<T> {
    /// The move does not have it.
    Absent,
    /// The move has it, with any value.
    Any,
    /// The move has it, with this value.
    Of(T),
}

impl<T: PartialEq> Presence<T> {
    fn accepts(&self, found: Option<T>) -> bool {
        match self {
            Presence::Absent => found.is_none(),
            Presence::Any => found.is_some(),
            Presence::Of(value) => found.as_ref() == Some(value),
        }
    }
}

impl<T> From<bool> for Presence<T> {
    fn from(is_present: bool) -> Presence<T> {
        if is_present { Presence::Any } else { Presence::Absent }
    }
}

/// Criteria of the move played. A move must meet all that are set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// The type of the piece that moves.
    pub piece: Option<PieceType>,
    /// The squares from which it may move.
    pub from: Bitboard,
    /// The squares to which it may move. A king that castles moves to its target, and in Chess960
    /// notation to the square of the rook.
    pub to: Bitboard,
    /// The type of the captured piece; en passant is a capture.
    pub captures: Option<Presence<PieceType>>,
    /// The type of the promotion.
    pub promotion: Option<Presence<PieceType>>,
    /// The side of castling.
    pub castling: Option<Presence<CastlingSide>>,
    /// Whether it gives check.
    pub check: Option<bool>,
    /// Whether it is checkmate.
    pub mate: Option<bool>,
}

impl Default for Played {
    fn default() -> Played {
        Played {
            piece: None,
            from: Bitboard::FULL,
            to: Bitboard::FULL,
            captures: None,
            promotion: None,
            castling: None,
            check: None,
            mate: None,
        }
    }
}

impl Played {
    /// Whether a move in a position meets the criteria.
    pub(super) fn matches(&self, position: &Position, m: Move) -> bool {
        let (side, placement) = (position.castling_side(m), position.placement());
        let target = side.map_or(m.to(), |side| side.king_target(position.turn()));
        // an en-passant capture leaves its target empty, where the type is `Pawn` too
        let captured = || position.is_capture(m).then(|| placement.type_at_unchecked(m.to()));
        let after = || position.after(m);
        self.from.has(m.from())
            && (self.to.has(target) || self.to.has(m.to()))
            && self.piece.is_none_or(|piece| placement.type_at_unchecked(m.from()) == piece)
            && self.promotion.is_none_or(|wanted| wanted.accepts(m.promoted()))
            && self.castling.is_none_or(|wanted| wanted.accepts(side))
            && self.captures.is_none_or(|wanted| wanted.accepts(captured()))
            && self.check.is_none_or(|wanted| after().is_check() == wanted)
            && self.mate.is_none_or(|wanted| is_mate(&after()) == wanted)
    }
}

/// Whether a position is checkmate.
pub(super) fn is_mate(position: &Position) -> bool {
    position.is_check() && legal_moves(position).is_empty()
}

/// Reads a move in SAN or UCI, as criteria that need no position.
///
/// SAN is a move that the text could mean in some position: `Nf3` is each knight's move to f3 that does
/// not capture, also one that needs `Ngf3` there. Without `+` or `#`, it may give check or not.
///
/// ```
/// use enroque::find::{Played, Presence, played};
/// use enroque::types::CastlingSide;
/// let castling = Some(Presence::Of(CastlingSide::Queen));
/// assert_eq!(played("O-O-O"), Ok(Played { castling, ..Played::default() }));
/// assert_eq!(played("Nf9").unwrap_err().offset, 2);
/// ```
///
/// # Errors
/// The first wrong character.
pub fn played(text: &str) -> Result<Played, QueryError> {
    let mut reader = Reader::new("move", text)?;
    let (body, is_check, is_mate) = match (text.strip_suffix('+'), text.strip_suffix('#')) {
        (Some(body), _) => (body, true, false),
        (_, Some(body)) => (body, false, true),
        _ => (text, false, false),
    };
    let side = match body {
        "O-O" | "0-0" => Some(CastlingSide::King),
        "O-O-O" | "0-0-0" => Some(CastlingSide::Queen),
        _ => None,
    };
    let mut played = match side {
        Some(side) => Played { castling: Some(Presence::Of(side)), ..Played::default() },
        None => {
            let played = read(&mut reader)?;
            if reader.at() != body.chars().count() {
                return Err(reader.expected("expected after the move"));
            }
            played
        }
    };
    played.check = is_check.then_some(true);
    played.mate = is_mate.then_some(true);
    Ok(played)
}

fn read(reader: &mut Reader<'_>) -> Result<Played, QueryError> {
    let mut played = Played::default();
    let piece = reader.peek().filter(char::is_ascii_uppercase).and_then(PieceType::from_letter);
    if piece.is_some() {
        reader.next();
    }
    let file = reader.peek().and_then(File::from_letter);
    if file.is_some() {
        reader.next();
    }
    let rank = reader.peek().and_then(Rank::from_digit);
    if rank.is_some() {
        reader.next();
    }
    let captures = reader.skip('x');
    let has_target = captures || reader.peek().and_then(File::from_letter).is_some();
    if has_target {
        let to = reader.square()?;
        played.to = to.into();
        let of_file = file.map_or(Bitboard::FULL, Bitboard::from);
        played.from = of_file & rank.map_or(Bitboard::FULL, Bitboard::from);
    } else {
        let (Some(file), Some(rank)) = (file, rank) else {
            return Err(reader.expected("a file, a to h, a rank, 1 to 8, or x"));
        };
        played.to = Square::new(file, rank).into();
    }
    // two squares without a piece
    let is_uci = piece.is_none() && !captures && has_target && played.from.len() == 1;
    if is_uci {
        let letter = reader.peek().filter(char::is_ascii_lowercase);
        let promoted = letter.and_then(PieceType::from_letter);
        played.promotion = Some(read_promotion(reader, promoted, letter.is_some())?);
        return Ok(played);
    }
    let promoted = if reader.skip('=') || piece.is_none() {
        reader.peek().filter(char::is_ascii_uppercase)
    } else {
        None
    };
    let promotion = promoted.and_then(PieceType::from_letter);
    played.promotion = Some(read_promotion(reader, promotion, promoted.is_some())?);
    played.piece = Some(piece.unwrap_or(PieceType::Pawn));
    played.captures = Some(captures.into());
    played.castling = Some(Presence::Absent);
    Ok(played)
}

fn read_promotion(
    reader: &mut Reader<'_>,
    piece_type: Option<PieceType>,
    is_there: bool,
) -> Result<Presence<PieceType>, QueryError> {
    match piece_type {
        Some(piece_type) if PieceType::PROMOTIONS.contains(&piece_type) => {
            reader.next();
            Ok(Presence::Of(piece_type))
        }
        _ if is_there => Err(reader.expected("a piece of a promotion")),
        _ => Ok(Presence::Absent),
    }
}
