//! SAN in a [`Setup`] that may be illegal, such as one without a king.

use arrayvec::ArrayString;

use super::deviations::ParsedForm;
use super::error::{SanError, SanErrorKind, SanErrorWithoutText, illegal};
use super::lenient::{self, Reading};
use super::standard::{self, Pattern};
use super::write::SanText;
use crate::movegen::legal_moves_of_setup;
use crate::notation::uci::{self, CastlingDialect};
use crate::position::Setup;
use crate::types::{CastlingSide, Move, PieceType};

/// Reads a legal move ([`legal_moves_of_setup`]) leniently, as [`read`](super::read()) does.
///
/// # Errors
/// [`SanError`] with the text and the reason.
///
/// ```
/// use enroque::notation::{fen, san};
/// let setup = fen::parse("8/8/8/8/8/8/8/K7 w - - 0 1").unwrap();
/// assert_eq!(san::read_in_setup(&setup, "Kb1").unwrap().to_string(), "a1b1");
/// ```
pub fn read_in_setup(setup: &Setup, text: &str) -> Result<Move, SanError> {
    let bytes = text.as_bytes();
    let reading = match standard::parse(bytes) {
        Some(pattern) => Ok(Reading::Pattern(pattern)),
        None => lenient::parse(bytes, &mut ParsedForm::default()),
    };
    reading.and_then(|reading| find(setup, &reading)).map_err(|error| error.with_text(bytes))
}

fn find(setup: &Setup, reading: &Reading) -> Result<Move, SanErrorWithoutText> {
    let mut moves = legal_moves_of_setup(setup);
    moves.retain(|&m| match reading {
        Reading::Castling(side) => setup.castling_side(m) == Some(*side),
        Reading::Pattern(pattern) => matches(setup, pattern, m),
    });
    match moves[..] {
        [m] => Ok(m),
        [] => Err(illegal("no piece can make this move")),
        _ => Err(SanErrorWithoutText {
            kind: SanErrorKind::Ambiguous,
            reason: "several pieces can make this move",
        }),
    }
}

fn matches(setup: &Setup, pattern: &Pattern, m: Move) -> bool {
    let &Pattern { piece, origins, to, promotion } = pattern;
    let piece_type = setup.placement.type_at_unchecked(m.from());
    let target = uci::target_in(&setup.placement, setup.turn, m, CastlingDialect::Standard);
    let is_exact = !origins.more_than_one();
    let is_castling = setup.castling_side(m).is_some();
    let is_target = to == target || to == m.to();
    // without a file of the origin, `e4` is a push
    let is_pawn_move = || !origins.meets(to.file().into()) || m.from().file() == to.file();
    origins.has(m.from())
        && is_target
        && (is_exact || !is_castling)
        && m.promoted() == promotion
        && piece.map_or(is_exact || piece_type == PieceType::Pawn, |piece| piece == piece_type)
        && (is_exact || piece_type != PieceType::Pawn || is_pawn_move())
}

/// Writes a legal move ([`legal_moves_of_setup`]) in SAN. Check and mate are those of the other
/// side's last king; without one, there is neither.
///
/// ```
/// use enroque::notation::{fen, san};
/// use enroque::types::{Move, Square};
/// let setup = fen::parse("8/8/8/8/8/8/8/K7 w - - 0 1").unwrap();
/// let m = Move::new(Square::A1, Square::B1).unwrap();
/// assert_eq!(san::write_in_setup(&setup, m).as_str(), "Kb1");
/// ```
pub fn write_in_setup(setup: &Setup, m: Move) -> SanText {
    let mut text = SanText::new();
    let (from, to) = (m.from(), m.to());
    let placement = &setup.placement;
    let piece = placement.type_at_unchecked(from);
    let mut square: ArrayString<2> = ArrayString::new();
    square.push(to.file().letter());
    square.push(to.rank().digit());
    if let Some(side) = setup.castling_side(m) {
        text.push_str(match side {
            CastlingSide::King => "O-O",
            CastlingSide::Queen => "O-O-O",
        });
    } else if piece == PieceType::Pawn {
        if from.file() != to.file() {
            text.push(from.file().letter());
            text.push('x');
        }
        text.push_str(&square);
        if let Some(promoted) = m.promoted() {
            text.push('=');
            text.push(promoted.letter().to_ascii_uppercase());
        }
    } else {
        text.push(piece.letter().to_ascii_uppercase());
        let is_other = |other: &Move| {
            other.to() == to
                && other.from() != from
                && placement.type_at_unchecked(other.from()) == piece
                && setup.castling_side(*other).is_none()
        };
        let others: Vec<_> = legal_moves_of_setup(setup).into_iter().filter(is_other).collect();
        if !others.is_empty() {
            let same_file = others.iter().any(|other| other.from().file() == from.file());
            let same_rank = others.iter().any(|other| other.from().rank() == from.rank());
            if !same_file || same_rank {
                text.push(from.file().letter());
            }
            if same_file {
                text.push(from.rank().digit());
            }
        }
        if setup.is_capture(m) {
            text.push('x');
        }
        text.push_str(&square);
    }
    let after = setup.after(Some(m));
    let king = after.placement.pieces(after.turn, PieceType::King).last();
    let is_attacked = king.is_some_and(|king| {
        after.placement.attackers_of(king, setup.turn, after.placement.occupied()).any()
    });
    if is_attacked {
        text.push(if legal_moves_of_setup(&after).is_empty() { '#' } else { '+' });
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::legal_moves;
    use crate::notation::{fen, san};

    #[test]
    fn agrees_with_san_of_legal_positions() {
        for text in [
            fen::STARTING_FEN,
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "1k6/8/8/R6R/8/Q1Q5/8/Q3K2R w K - 0 1",
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        ] {
            let start = fen::read(text).unwrap();
            for first in legal_moves(&start) {
                let position = start.after(first);
                let setup = position.to_setup();
                for m in legal_moves(&position) {
                    let name = san::write(&position, m);
                    assert_eq!(write_in_setup(&setup, m), name);
                    assert_eq!(read_in_setup(&setup, &name), Ok(m), "{name}");
                }
            }
        }
    }
}
