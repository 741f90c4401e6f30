//! Castling in blocked Chess960 positions, compared with an exhaustive search.

use std::collections::HashSet;

use enroque::movegen::legal_moves;
use enroque::notation::fen;
use enroque::position::{Position, Setup};
use enroque::types::{CastlingRights, Color, File, Move, Piece, PieceType, Rank, Square};
use enroque::unwinnable::{Budget, Winnability, can_win};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::mates;

/// Whether `winner` can mate, by searching all reachable positions; `None` beyond a limit.
fn exhaustively(root: &Position, winner: Color, limit: usize) -> Option<bool> {
    let mut seen = HashSet::from([*root]);
    let mut open = vec![*root];
    while let Some(position) = open.pop() {
        let moves = legal_moves(&position);
        if moves.is_empty() && position.turn() != winner && position.is_check() {
            return Some(true);
        }
        for m in moves {
            let after = position.after(m);
            if seen.insert(after) {
                open.push(after);
            }
        }
        if seen.len() > limit {
            return None;
        }
    }
    Some(false)
}

/// Returns a position with a wall of pawns that cannot capture, sometimes with a gap. Behind it are
/// king and rooks of a random Chess960 start with castling rights, and some bishops; on the other
/// side the other king, and sometimes a bishop.
fn random_wall(rng: &mut impl Rng) -> Option<Position> {
    let mut setup = Setup { turn: Color::White, ..Setup::EMPTY };
    let mut put =
        |color, piece_type, square| setup.placement.put(square, Piece { color, piece_type });
    let missing = rng.random_range(0..16);
    for (index, file) in File::ALL.into_iter().enumerate() {
        let rank = if index % 2 == 0 { Rank::Third } else { Rank::Second };
        let ahead = Rank::from_low_bits(rank as u8 + 1);
        if missing != index {
            put(Color::White, PieceType::Pawn, Square::new(file, rank));
        }
        put(Color::Black, PieceType::Pawn, Square::new(file, ahead));
    }
    let back = enroque::chess960::back_rank(rng.random_range(0..960))?;
    for (file, piece_type) in File::ALL.into_iter().zip(back) {
        let square = Square::new(file, Rank::First);
        match piece_type {
            PieceType::King => put(Color::White, PieceType::King, square),
            PieceType::Rook if rng.random_bool(0.6) => put(Color::White, PieceType::Rook, square),
            PieceType::Bishop if rng.random_bool(0.3) => {
                put(Color::White, PieceType::Bishop, square)
            }
            _ => {}
        }
    }
    let mut file = || File::ALL[rng.random_range(0..8)];
    put(Color::Black, PieceType::King, Square::new(file(), Rank::Eighth));
    let bishop = Square::new(file(), Rank::Seventh);
    if rng.random_bool(0.2) {
        put(Color::Black, PieceType::Bishop, bishop);
    }
    let rooks = setup.placement.pieces(Color::White, PieceType::Rook);
    setup.castling = rooks.into_iter().collect::<CastlingRights>();
    let position = Position::try_from(setup.repaired()).ok()?;
    let flipped = rng.random_bool(0.5);
    Some(if flipped { crate::transformed(&position, Square::mirror, true) } else { position })
}

/// The number of results.
#[derive(Default, Debug)]
struct Counts {
    no: usize,
    yes: usize,
    /// Those confirmed by the exhaustive search.
    confirmed: usize,
    unknown: usize,
    castled: usize,
}

/// Compares the results for `count` walls.
fn compare(count: usize, limit: usize, seed: u64) -> Counts {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut counts = Counts::default();
    for _ in 0..count {
        let Some(position) = random_wall(&mut rng) else { continue };
        for winner in Color::ALL {
            let text = fen::write(&position);
            let truth = exhaustively(&position, winner, limit);
            for budget in [Budget::Quick, Budget::Full { nodes: 20_000 }] {
                match can_win(&position, winner, budget) {
                    Winnability::No(reason) => {
                        assert_ne!(truth, Some(true), "{text} {winner}: {reason}");
                        counts.confirmed += truth.is_some() as usize;
                        counts.no += 1;
                    }
                    Winnability::Yes(line) => {
                        assert!(mates(&position, winner, &line), "{text} {winner}");
                        assert_ne!(truth, Some(false), "{text} {winner}");
                        counts.confirmed += truth.is_some() as usize;
                        counts.yes += 1;
                        counts.castled += castles(&position, &line) as usize;
                    }
                    Winnability::Unknown => counts.unknown += 1,
                }
            }
        }
    }
    println!("{counts:?}");
    counts
}

/// Whether a line contains castling.
fn castles(root: &Position, line: &[Move]) -> bool {
    let mut position = *root;
    line.iter().any(|&m| {
        let castles = position.placement().by_color(position.turn()).has(m.to());
        position.play_unchecked(m);
        castles
    })
}

#[test]
fn walls() {
    let counts = compare(100, 2_000, 960);
    assert!(counts.no >= 20 && counts.yes >= 60 && counts.castled > 0, "{counts:?}");
}

#[test]
#[ignore = "a minute in release"]
fn many_walls() {
    let counts = compare(600, 30_000, 961);
    assert!(counts.confirmed >= 100 && counts.castled >= 20, "{counts:?}");
}
