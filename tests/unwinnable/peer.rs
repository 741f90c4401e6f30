//! The answers against those of `chasolver`, another program, on positions of random play.
//!
//! It knows standard chess only. What it says beyond doubt is compared; a disagreement is a wrong
//! proof on one side, and then the position is looked at by hand.

use chasolver::{Winnability, is_unwinnable_fast, winnability};
use enroque::movegen::legal_moves;
use enroque::notation::fen;
use enroque::position::Position;
use enroque::rules::unwinnable::{Answer, Budget, can_win};
use enroque::types::{Color, File, PieceType, Rank, Square};
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::{mates, setup};

/// Positions near the ends of random games, where little is left to win with; captures are preferred,
/// so that they get there soon. Some begin with pawns that block each other.
fn positions(count: usize, seed: u64) -> Vec<Position> {
    let starts = [
        fen::STARTING_FEN,
        "4k3/1p3p2/1Pp2Pp1/2Pp2Pp/3Pp2P/4P3/8/2B1K3 w - - 0 1",
        "2b1k3/8/p1p1p1p1/P1P1P1P1/1p1p1p2/1P1P1P2/8/2B1K3 w - - 0 1",
        "4k1n1/p1p5/P1P1p1p1/4P1P1/1p1p4/1P1P4/5N2/4K3 b - - 0 1",
    ];
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut positions = Vec::with_capacity(count);
    while positions.len() < count {
        let start = starts[rng.next_u32() as usize % starts.len()];
        let mut position = fen::read(start).unwrap();
        for ply in 0..200 {
            let moves = legal_moves(&position);
            let is_capture = |m: &&_| position.is_capture(**m);
            let captures: Vec<_> = moves.iter().filter(is_capture).copied().collect();
            let wanted = if rng.next_u32() % 3 == 0 { &captures[..] } else { &moves[..] };
            let Some(&m) = wanted.choose(&mut rng).or(moves.choose(&mut rng)) else { break };
            position.play_unchecked(m);
            if ply >= 20 && ply % 5 == 0 && position.placement().occupied().len() < 20 {
                positions.push(position);
            }
        }
    }
    positions.truncate(count);
    positions
}

/// Pawns that block each other on most files in a zigzag, the kings and a few bishops and knights: what
/// the arguments about squares are made for.
fn walls(count: usize, seed: u64) -> Vec<Position> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut walls = Vec::with_capacity(count);
    while walls.len() < count {
        walls.extend(wall(&mut rng));
    }
    walls
}

fn wall(rng: &mut ChaCha8Rng) -> Option<Position> {
    use PieceType::{Bishop, King, Knight, Pawn};
    let mut men = vec![];
    let mut rank = rng.random_range(2..5u8);
    for file in File::ALL {
        rank = if rank == 1 || rank < 5 && rng.random_bool(0.5) { rank + 1 } else { rank - 1 };
        if rng.random_bool(0.1) {
            continue;
        }
        for (color, rank) in [(Color::White, rank), (Color::Black, rank + 1)] {
            if rng.random_bool(0.96) {
                men.push((color, Pawn, Square::new(file, Rank::from_low_bits(rank))));
            }
        }
    }
    let bishops = rng.random_range(1..=4);
    let mut kinds = vec![King, King];
    kinds.extend((0..bishops).map(|_| if rng.random_bool(0.8) { Bishop } else { Knight }));
    for (number, piece_type) in kinds.into_iter().enumerate() {
        let color = match number {
            0 | 1 => Color::ALL[number],
            _ => Color::ALL[rng.random_range(0..2)],
        };
        men.push((color, piece_type, Square::from_index(rng.random_range(0..64))?));
    }
    let setup = setup(&men, Color::ALL[rng.random_range(0..2)]);
    let is_crowded = setup.placement.occupied().len() as usize != men.len();
    let position = Position::try_from(setup).ok()?;
    (!is_crowded && !legal_moves(&position).is_empty()).then_some(position)
}

/// How many answers agreed beyond doubt on both sides, yes and no.
fn compare(positions: Vec<Position>, budget: Budget) -> (usize, usize) {
    let (mut yes, mut no) = (0, 0);
    for position in positions {
        let text = fen::write(&position);
        let board: chess::Board = text.parse().unwrap();
        for (color, theirs) in
            [(Color::White, chess::Color::White), (Color::Black, chess::Color::Black)]
        {
            let answer = can_win(&position, color, budget);
            let quick = can_win(&position, color, Budget::Quick);
            if is_unwinnable_fast(&board, theirs) {
                assert!(!matches!(answer, Answer::Yes(_)), "{text} {color}: {answer:?}");
            }
            match winnability(&board, theirs) {
                Some(Winnability::Unwinnable) => {
                    assert!(!matches!(answer, Answer::Yes(_)), "{text} {color}: {answer:?}");
                    no += answer.is_no() as usize;
                }
                Some(Winnability::Winnable { .. }) => {
                    assert!(!answer.is_no() && !quick.is_no(), "{text} {color}: {answer:?}");
                    if let Answer::Yes(line) = &answer {
                        assert!(mates(&position, color, line), "{text} {color}");
                        yes += 1;
                    }
                }
                None => {}
            }
        }
    }
    (yes, no)
}

#[test]
fn another_program_agrees() {
    let (yes, no) = compare(positions(400, 1), Budget::Full { nodes: 20_000 });
    assert!(yes > 300 && no > 60, "{yes} {no}");
}

#[test]
#[ignore = "minutes in release"]
fn another_program_agrees_at_length() {
    let (yes, no) = compare(positions(30_000, 2), Budget::Full { nodes: 100_000 });
    assert!(yes > 20_000 && no > 5_000, "{yes} {no}");
}

#[test]
#[ignore = "minutes in release"]
fn another_program_agrees_on_walls() {
    let (yes, no) = compare(walls(60_000, 3), Budget::Full { nodes: 100_000 });
    assert!(yes > 60_000 && no > 1_500, "{yes} {no}");
}
