//! SAN in a [`Setup`] that may be illegal, such as one without a king.

use super::deviations::ParsedForm;
use super::error::{SanError, SanErrorWithoutText, illegal};
use super::lenient::{self, Reading};
use super::resolve::AMBIGUOUS;
use super::standard::{self, Pattern};
use super::text::{SanText, SanWord};
use crate::movegen::legal_moves_of_setup;
use crate::notation::uci::{self, CastlingDialect};
use crate::position::Setup;
use crate::types::{Bitboard, Move, PieceType};

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
        _ => Err(AMBIGUOUS),
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
    let mut word = match setup.castling_side(m) {
        Some(side) => SanWord::castling(side),
        None => {
            let piece_type = setup.placement.type_at_unchecked(m.from());
            let others = other_origins(setup, piece_type, m);
            SanWord::of_move(piece_type, m, setup.is_capture(m), others)
        }
    };
    let after = setup.after(Some(m));
    if after.placement.attackers_of_king(after.turn).any() {
        word.push(if legal_moves_of_setup(&after).is_empty() { b'#' } else { b'+' });
    }
    word.to_text()
}

/// Returns the origins of the other legal moves of this piece type to the same target; none for a
/// pawn.
fn other_origins(setup: &Setup, piece_type: PieceType, m: Move) -> Bitboard {
    if piece_type == PieceType::Pawn {
        return Bitboard::EMPTY;
    }
    let is_other = |other: &Move| {
        other.to() == m.to()
            && other.from() != m.from()
            && setup.placement.type_at_unchecked(other.from()) == piece_type
            && setup.castling_side(*other).is_none()
    };
    legal_moves_of_setup(setup).into_iter().filter(is_other).map(Move::from).collect()
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
