//! Properties of positions, tested in seeded random games of standard chess, Chess960 and double
//! Chess960.

mod differential;
mod forced;
mod properties;

use enroque::chess960;
use enroque::movegen::legal_moves;
use enroque::position::Position;
use enroque::types::{Move, MoveList, PieceType};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A variant of chess.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Variant {
    Standard,
    Chess960,
    DoubleChess960,
}

impl Variant {
    const ALL: [Variant; 3] = [Variant::Standard, Variant::Chess960, Variant::DoubleChess960];

    /// The numbers of White's and Black's back rank.
    fn numbers(self, rng: &mut ChaCha8Rng) -> (u16, u16) {
        let white = chess960::random_number(rng);
        match self {
            Variant::Standard => (chess960::STANDARD, chess960::STANDARD),
            Variant::Chess960 => (white, white),
            Variant::DoubleChess960 => (white, chess960::random_number(rng)),
        }
    }
}

/// An observer of games.
trait Observer {
    /// A game starts.
    fn start(&mut self, white: u16, black: u16);
    /// A position occurred, with its legal moves.
    fn observe(&mut self, position: &Position, moves: &MoveList);
    /// A move is played in a position.
    fn play(&mut self, position: &Position, m: Move);
}

/// Plays random games until an observer got this many positions.
///
/// Half of the moves are drawn from rarer ones (pawns, castling, king) if possible, so that en
/// passant, promotion and castling are frequent.
fn random_play(variant: Variant, seed: u64, positions: u64, observer: &mut impl Observer) {
    const LONGEST: u32 = 300;
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut seen = 0;
    while seen < positions {
        let (white, black) = variant.numbers(&mut rng);
        let mut position = chess960::double_position(white, black).unwrap();
        observer.start(white, black);
        for _ in 0..LONGEST {
            let moves = legal_moves(&position);
            observer.observe(&position, &moves);
            seen += 1;
            if moves.is_empty() || seen == positions {
                break;
            }
            let choice = rng.next_u32() as usize;
            let is_rare = |m: &&Move| {
                let own = position.placement().by_color(position.turn());
                position.placement().type_at_unchecked(m.from()) == PieceType::Pawn
                    || own.has(m.to())
            };
            let rare: Vec<Move> = moves.iter().filter(is_rare).copied().collect();
            let pool =
                if choice.is_multiple_of(2) && !rare.is_empty() { &rare[..] } else { &moves[..] };
            let m = pool[choice / 2 % pool.len()];
            observer.play(&position, m);
            position.play_unchecked(m);
        }
    }
}
