//! Proofs by mobility, compared with an exhaustive search of all reachable positions.

use std::collections::HashSet;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::super::{never_mates, never_mates_by_cases, never_mates_by_events};
use super::{BLOCKED, Mobility};
use crate::attacks::Portable;
use crate::movegen::legal_moves;
use crate::notation::fen;
use crate::position::{Position, Setup};
use crate::types::{Bitboard, CastlingRights, Color, File, Piece, PieceType, Rank, Square};

/// Whether a player mates in some reachable position; `None` if there are more than `limit`.
fn exhaustively(root: &Position, winner: Color, limit: usize) -> Option<bool> {
    let (mut visited, mut open) = (HashSet::from([*root]), vec![*root]);
    while let Some(position) = open.pop() {
        for m in legal_moves(&position) {
            let after = position.after(m);
            if after.is_checkmate() && after.turn() != winner {
                return Some(true);
            }
            // a bare king never mates
            let is_bare = after.placement().by_color(winner).len() == 1;
            if !is_bare && visited.insert(after) {
                open.push(after);
            }
        }
        if visited.len() > limit {
            return None;
        }
    }
    Some(false)
}

/// Positions that need the proof by events, each with the player who never mates.
const NEED_EVENT_PROOF: [(&str, Color); 7] = [
    ("1b3kBR/4pP1P/1p1pP1BP/1P1P4/6Bp/6pP/K5P1/8 b - - 0 1", Color::Black),
    ("1k4b1/1P1p4/BP1Pp1p1/1P2P1P1/pB6/Pp2K3/1P5B/8 b - - 0 1", Color::Black),
    ("1k4b1/1P1p4/BP1Pp1p1/1P2P1P1/pB6/Pp2K3/1P5B/8 b - - 0 1", Color::White),
    ("B2b4/8/8/4k3/1p1p1p1p/1PpP1P1P/K1P4b/RB6 b - - 0 1", Color::Black),
    ("B2b4/8/8/4k3/1p1p1p1p/1PpP1P1P/K1P4b/RB6 b - - 0 1", Color::White),
    ("B2b4/8/8/4k3/1p1p1p1p/1PpP1P1P/K1P5/RB4b1 b - - 0 1", Color::Black),
    ("B2b4/8/8/4k3/1p1p1p1p/1PpP1P1P/K1P5/RB4b1 b - - 0 1", Color::White),
];

#[test]
fn eventful_positions() {
    for (text, winner) in NEED_EVENT_PROOF {
        let root = fen::read(text).unwrap();
        assert!(!never_mates(Portable::new(), &root, winner), "{text}");
        assert!(never_mates_by_events(Portable::new(), &root, winner, &|| false), "{text}");
    }
}

/// Positions with a king that never moves, where checks end the line.
const KINGS_SHUT_IN: [&str; 9] = [
    "8/8/8/8/ppp5/bkp4Q/qnp5/n1K5 b - - 0 1",
    "6Q1/8/8/8/ppp5/qkp3r1/rnp5/n1K5 b - - 0 1",
    "6Q1/8/8/8/ppp5/qkp3b1/rnp5/n1K5 b - - 0 1",
    "8/8/8/8/ppp5/bkp4R/nnp5/2K5 b - - 0 1",
    "3b4/6k1/1ppp4/2b3p1/1pKp1pP1/1P1P1P2/8/1BbB1B2 b - - 0 1",
    "6B1/b7/2k5/p1p1p1pB/P1P1P1P1/pp6/rp6/1K2b3 b - - 0 1",
    "8/2b4B/4k3/8/8/2p1p1p1/2PpP1P1/1B1K3n b - - 0 1",
    "8/B4b2/2k5/1p1p4/1P1Pp1pB/1pp1P1P1/1p6/bK3b2 b - - 0 1",
    "1bB5/k7/r7/8/1pBp1p1p/1PpP1PbP/K1P4b/RB6 w - - 0 1",
];

/// Returns one of the positions above, or a blocked one, with some pieces removed and some moved.
fn changed(rng: &mut ChaCha8Rng) -> Option<Position> {
    let texts = NEED_EVENT_PROOF.iter().map(|(text, _)| *text);
    let texts: Vec<&str> = texts.chain(BLOCKED).chain(KINGS_SHUT_IN).collect();
    let mut setup = fen::read(texts[rng.random_range(0..texts.len())]).ok()?.to_setup();
    setup.castling = CastlingRights::NONE;
    setup.ep_square = None;
    for _ in 0..rng.random_range(1..=8) {
        let pieces: Vec<Square> = setup.placement.occupied().into_iter().collect();
        let from = pieces[rng.random_range(0..pieces.len())];
        let piece = setup.placement.piece_at(from)?;
        let to = Square::from_index(rng.random_range(0..64))?;
        let is_pawn = piece.piece_type == PieceType::Pawn;
        let keeps = piece.piece_type == PieceType::King || rng.random_range(0..3) == 0;
        let is_back = Bitboard::BACK_RANKS.has(to);
        if setup.placement.piece_at(to).is_some() || is_pawn && keeps && is_back {
            continue;
        }
        setup.placement.remove(from);
        if keeps {
            setup.placement.put(to, piece);
        }
    }
    setup.turn = Color::ALL[rng.random_range(0..2)];
    Position::try_from(setup).ok()
}

/// Returns a position with blocked pawns on most files, in a zigzag, and few other pieces.
fn wall(rng: &mut ChaCha8Rng) -> Option<Position> {
    let mut setup = Setup { turn: Color::ALL[rng.random_range(0..2)], ..Setup::EMPTY };
    let mut rank = rng.random_range(1..5);
    for file in File::ALL {
        // neighboring pairs on the same ranks could capture each other
        rank = match rng.random_range(0..12) {
            0 => rank,
            1..=6 => rank + 1,
            _ => rank - 1,
        };
        rank = if rank < 1 {
            2
        } else if rank > 5 {
            4
        } else {
            rank
        };
        if rng.random_range(0..16) == 0 {
            continue;
        }
        for (color, rank) in [(Color::White, rank), (Color::Black, rank + 1)] {
            let square = Square::new(file, Rank::from_low_bits(rank as u8));
            if rng.random_range(0..40) != 0 {
                setup.placement.put(square, Piece { color, piece_type: PieceType::Pawn });
            }
        }
    }
    let mut pieces = vec![(Color::White, PieceType::King), (Color::Black, PieceType::King)];
    for _ in 0..[1, 1, 1, 2, 2, 3][rng.random_range(0..6)] {
        use PieceType::{Bishop, Knight, Pawn, Queen, Rook};
        let kinds = [Bishop, Bishop, Bishop, Bishop, Knight, Knight, Rook, Queen, Pawn, Pawn];
        let color = Color::ALL[rng.random_range(0..2)];
        pieces.push((color, kinds[rng.random_range(0..kinds.len())]));
    }
    for (color, piece_type) in pieces {
        let square = Square::from_index(rng.random_range(0..64))?;
        let is_pawn = piece_type == PieceType::Pawn;
        if setup.placement.piece_at(square).is_some() || is_pawn && Bitboard::BACK_RANKS.has(square)
        {
            return None;
        }
        setup.placement.put(square, Piece { color, piece_type });
    }
    Position::try_from(setup).ok()
}

/// The number of proofs of a kind, and how many were checked.
#[derive(Default, Debug)]
struct Count {
    proved: usize,
    checked: usize,
}

/// Counts by kind of proof.
#[derive(Default, Debug)]
struct Counts {
    /// By the sets alone, with ending moves removed.
    ends: Count,
    /// By cases, undecided by the sets alone.
    cases: Count,
    /// By events, undecided by the sets alone.
    events: Count,
    /// By events, also proved by the sets.
    events_too: Count,
    /// By the sets alone, otherwise.
    sets: Count,
}

/// Checks all proofs of `count` random positions that reach no more than `limit` positions.
fn check(count: usize, limit: usize, seed: u64) -> Counts {
    let backend = Portable::new();
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut counts = Counts::default();
    for number in 0..count {
        if number % 2_000 == 1_999 {
            println!("after {number}: {counts:?}");
        }
        let root = if number % 2 == 0 { wall(&mut rng) } else { changed(&mut rng) };
        let Some(root) = root else { continue };
        for winner in Color::ALL {
            // without legal moves there are no lines
            if legal_moves(&root).is_empty() || root.placement().by_color(winner).len() == 1 {
                continue;
            }
            let by_sets = never_mates(backend, &root, winner);
            let by_cases = !by_sets && never_mates_by_cases(backend, &root, winner);
            let by_events = never_mates_by_events(backend, &root, winner, &|| false);
            if !by_sets && !by_cases && !by_events {
                continue;
            }
            let forbidden = {
                let mut mobility = Mobility::new(&root, winner).unwrap();
                while mobility.grow(backend) {}
                mobility.pieces.iter().any(|piece| piece.forbidden.any())
            };
            let truth = exhaustively(&root, winner, limit);
            assert_ne!(
                truth,
                Some(true),
                "{} for {winner}: sets {by_sets}, cases {by_cases}, events {by_events}",
                fen::write(&root)
            );
            let kinds = [
                (by_sets && forbidden, &mut counts.ends),
                (by_sets && !forbidden, &mut counts.sets),
                (by_cases, &mut counts.cases),
                (by_events && !by_sets, &mut counts.events),
                (by_events && by_sets, &mut counts.events_too),
            ];
            for (is_kind, count) in kinds {
                count.proved += is_kind as usize;
                count.checked += (is_kind && truth.is_some()) as usize;
            }
        }
    }
    println!("{counts:?}");
    counts
}

#[test]
fn proofs_against_exhaustion() {
    let counts = check(3_000, 5_000, 5222);
    assert!(counts.sets.checked > 10 && counts.events_too.checked > 10, "{counts:?}");
}

/// The environment variables `SEED` and `COUNT` select the positions; `LIMIT` is the greatest
/// number of positions for checking one proof (a million take 400 MB).
#[test]
#[ignore = "some hours in release; COUNT=60000 takes seven minutes"]
fn proofs_against_exhaustion_at_length() {
    let number = |name: &str, default: u64| {
        std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
    };
    let (count, limit) = (number("COUNT", 1_000_000), number("LIMIT", 20_000));
    check(count as usize, limit as usize, number("SEED", 1));
}
