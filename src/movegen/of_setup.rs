//! Legal moves of a [`Setup`] that may be illegal, such as one without a king.

use super::pseudo_legal_moves;
use crate::position::Setup;
use crate::types::{Bitboard, Move, PieceType};

/// The pseudo-legal moves that do not leave the own king attacked; of several kings, the last one
/// counts, and without a king, all moves. In a legal position these are the legal moves.
///
/// ```
/// use enroque::movegen::legal_moves_of_setup;
/// use enroque::notation::fen;
/// let setup = fen::parse("8/8/8/8/8/8/8/K7 w - - 0 1").unwrap();
/// assert_eq!(legal_moves_of_setup(&setup).len(), 3);
/// ```
pub fn legal_moves_of_setup(setup: &Setup) -> Vec<Move> {
    let mut moves = pseudo_legal_moves(setup);
    moves.retain(|&m| !leaves_king_attacked(setup, m));
    moves
}

/// Whether the own king is attacked after a pseudo-legal move.
fn leaves_king_attacked(setup: &Setup, m: Move) -> bool {
    let Some(king) = setup.placement.pieces(setup.turn, PieceType::King).last() else {
        return false;
    };
    let king = match setup.castling_side(m) {
        _ if m.from() != king => king,
        Some(side) => side.king_target(setup.turn),
        None => m.to(),
    };
    let placement = setup.after(Some(m)).placement;
    placement.attackers_of(king, !setup.turn, placement.occupied()) != Bitboard::EMPTY
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::legal_moves;
    use crate::notation::fen;

    #[test]
    fn are_the_legal_moves_of_legal_positions() {
        for text in [
            fen::STARTING_FEN,
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        ] {
            let start = fen::read(text).unwrap();
            for first in legal_moves(&start) {
                let position = start.after(first);
                let mut expected: Vec<_> = legal_moves(&position).into_iter().collect();
                let mut found = legal_moves_of_setup(&position.to_setup());
                expected.sort_by_key(|m| m.bits());
                found.sort_by_key(|m| m.bits());
                assert_eq!(found, expected);
            }
        }
    }
}
