//! The invariant of mobility, tested in random play.

mod exhaustive;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::Mobility;
use crate::attacks::Portable;
use crate::chess960;
use crate::movegen::legal_moves;
use crate::notation::fen;
use crate::position::Position;
use crate::types::{Bitboard, CastlingSide, Color, Move, PieceType, Square};

/// Blocked positions, with castling in several, one with en passant.
const BLOCKED: [&str; 14] = [
    "8/8/3k4/1p1p1p1p/1P1P1P1P/3K4/8/8 w - - 0 1",
    "3k4/p1p1p1p1/P1P1P1P1/p1p1p1p1/8/8/P1P1P1P1/3K4 w - - 0 1",
    "8/8/3b3p/5p1P/3b1p1K/5Pp1/6P1/5kb1 b - - 0 1",
    "1b3kBR/4pP1P/1p1pP1BP/1P1P4/6Bp/6pP/K5P1/8 b - - 0 1",
    "7k/5b2/p7/rbp5/p1p1p1p1/P1PpP1P1/RK1P4/RNB1B3 b - - 0 1",
    "bn1n2k1/2p2p1b/2p2Pp1/1pKp1pP1/1P1P1P2/8/5B2/2B1B1B1 b - - 0 1",
    "8/6pp/8/4q3/ppp5/bkp4Q/qnp2p2/n1K5 b - - 0 1",
    "8/8/1k3p2/p2p1Pp1/PKpP2P1/2P5/8/8 w - a6 0 50",
    "1k4b1/1P1p4/BP1Pp1p1/1P2P1P1/pB6/Pp2K3/1P5B/8 b - - 0 1",
    "2k5/8/3b4/4b3/2Bp1p1p/2pP1P1P/2P1BPBP/3BKBNR w K - 0 1",
    "4k3/8/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/2RBBKR1 w KQ - 0 1",
    "b1rk1b1r/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/8/1K6 b kq - 0 1",
    "1k6/8/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/RKB2B1R w KQ - 0 1",
    "r3k2r/p2p2p1/P2P2P1/8/8/p2p2p1/P2P2P1/R3K2R w KQkq - 0 1",
];

/// The current square of each piece of the start position: `None` after its capture or promotion.
struct TrackedPieces {
    at: Vec<Option<Square>>,
    /// Squares of pieces that were pawns.
    promoted: Bitboard,
}

impl TrackedPieces {
    fn find(&mut self, square: Square) -> Option<&mut Option<Square>> {
        self.at.iter_mut().find(|at| **at == Some(square))
    }

    /// Plays a move; returns the square of the captured piece, if any.
    fn play(&mut self, position: &Position, m: Move) -> Option<Square> {
        let (from, to, color) = (m.from(), m.to(), position.turn());
        let placement = position.placement();
        if placement.by_color(color).has(to) {
            let side = CastlingSide::of(from, to);
            let king = self.at.iter().position(|&at| at == Some(from));
            let rook = self.at.iter().position(|&at| at == Some(to));
            for (piece, square) in
                [(king, side.king_target(color)), (rook, side.rook_target(color))]
            {
                if let Some(piece) = piece {
                    self.at[piece] = Some(square);
                }
            }
            return None;
        }
        let is_pawn = placement.type_at_unchecked(from) == PieceType::Pawn;
        let passes = is_pawn && position.ep_square() == Some(to) && from.file() != to.file();
        let victim = if passes { Square::new(to.file(), from.rank()) } else { to };
        let captured = (passes || placement.occupied().has(to)).then_some(victim);
        if self.promoted.has(victim) {
            self.promoted = self.promoted.without(victim);
        }
        if self.promoted.has(from) {
            self.promoted = self.promoted.without(from).with(to);
        } else if let Some(piece) = self.find(from) {
            let after = m.promoted().is_none().then_some(to);
            let promotes = after.is_none();
            *piece = after;
            if promotes {
                self.promoted = self.promoted.with(to);
            }
        }
        captured
    }
}

/// Plays at random and compares with the sets for `winner` at every step of a live line.
fn follow(root: &Position, winner: Color, rng: &mut ChaCha8Rng, plies: usize) {
    let backend = Portable::new();
    let mut mobility = Mobility::new(root, winner).unwrap();
    while mobility.grow(backend) {}
    let pieces = mobility.pieces.clone();
    let mut tracked = TrackedPieces {
        at: pieces.iter().map(|piece| piece.origin.first()).collect(),
        promoted: Bitboard::EMPTY,
    };
    let mut position = *root;
    let mut line = Vec::new();
    for _ in 0..plies {
        let moves = legal_moves(&position);
        if moves.is_empty() {
            break;
        }
        // captures and pawn moves change more, so they are chosen more often
        let mut m = moves[rng.random_range(0..moves.len())];
        for _ in 0..2 {
            let other = moves[rng.random_range(0..moves.len())];
            let changes = position.after(other).halfmove_clock() == 0;
            m = if changes && position.after(m).halfmove_clock() != 0 { other } else { m };
        }
        let after = position.after(m);
        let mates = after.is_checkmate() && after.turn() != winner;
        let keeps_a_piece = |m: &Move| after.after(*m).placement().by_color(winner).len() > 1;
        let goes_on = mates || legal_moves(&after).iter().any(keeps_a_piece);
        if !goes_on || after.placement().by_color(winner).len() == 1 {
            break;
        }
        line.push(m);
        let text = || format!("{} for {winner}, {line:?}", fen::write(root));
        let victim = tracked.play(&position, m);
        // the captured piece is still listed on its square, unless the capturing one replaced it
        for (piece, at) in pieces.iter().zip(&mut tracked.at) {
            if victim.is_some() && *at == victim && piece.color != position.turn() {
                assert!(piece.may_be_captured, "{}", text());
                *at = None;
            }
            if let Some(at) = at {
                assert!(piece.reach.has(*at), "{at} {}", text());
            }
        }
        for square in tracked.promoted {
            let color = if after.placement().by_color(Color::White).has(square) { 0 } else { 1 };
            assert!(mobility.promoted[color].has(square), "{square} {}", text());
        }
        assert!(!mates || mobility.mate_is_possible(backend), "{}", text());
        position = after;
    }
}

#[test]
fn random_play_keeps_the_invariant() {
    let mut rng = ChaCha8Rng::seed_from_u64(64);
    let mut roots: Vec<Position> = BLOCKED.iter().map(|text| fen::read(text).unwrap()).collect();
    roots.extend((0..960).step_by(60).map(|number| chess960::position(number).unwrap()));
    for root in &roots {
        for winner in Color::ALL {
            for _ in 0..60 {
                follow(root, winner, &mut rng, 120);
            }
        }
    }
}
