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

/// The kind of chess.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Standard,
    Chess960,
    DoubleChess960,
}

impl Kind {
    const ALL: [Kind; 3] = [Kind::Standard, Kind::Chess960, Kind::DoubleChess960];

    /// The numbers of White's and Black's back rank.
    fn numbers(self, rng: &mut ChaCha8Rng) -> (u16, u16) {
        let white = chess960::random_number(rng);
        match self {
            Kind::Standard => (chess960::STANDARD, chess960::STANDARD),
            Kind::Chess960 => (white, white),
            Kind::DoubleChess960 => (white, chess960::random_number(rng)),
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
/// Half of the moves are drawn from rarer ones (pawns, castling, king) if possible, so that en passant,
/// promotion and castling are frequent.
fn random_play(kind: Kind, seed: u64, positions: u64, observer: &mut impl Observer) {
    const LONGEST: u32 = 300;
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut seen = 0;
    while seen < positions {
        let (white, black) = kind.numbers(&mut rng);
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
