//! Searches that exclude games compared with searches that test every position.

mod common;

use std::num::NonZeroUsize;

use enroque::chess960;
use enroque::find::{
    Explorer, Hits, Number, Occurrences, PieceSet, Program, Property, Query, difference, material,
    pattern, played,
};
use enroque::games::Games;
use enroque::notation::{fen, san};
use enroque::pool::Run;
use enroque::position::Position;
use enroque::types::{Bitboard, Color, PieceType, Square};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Positions with promotions in random games, with more than 15 pieces of a type, and with Black to move.
const STARTS: [&str; 6] = [
    "8/PPPPPPPP/8/2k5/5K2/8/pppppppp/8 w - - 0 1",
    "4k3/1P1P4/8/8/8/8/4p1p1/4K3 b - - 7 30",
    "NNNNNNNN/NNNNNNNN/8/8/8/8/K7/5b1k w - - 0 1",
    "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R b KQkq - 4 8",
    "4k3/8/8/3pP3/8/8/8/R3K2R w KQ d6 0 1",
    "8/8/8/3k4/8/2R5/2P1K3/2r5 w - - 40 60",
];

/// Random games, of which each fourth has the most plies.
fn games(rng: &mut ChaCha8Rng, count: usize) -> Games {
    let mut text = String::new();
    for n in 0..count {
        let start = match n % 4 {
            0 => Position::standard(),
            1 => chess960::position(rng.random_range(0..960)).unwrap(),
            _ => fen::read(STARTS[n / 4 % STARTS.len()]).unwrap(),
        };
        let plies = [300, 60, 150, 0][rng.random_range(0..4)];
        text +=
            &format!("[FEN \"{}\"]\n[SetUp \"1\"]\n[Variant \"Chess960\"]\n\n", fen::write(&start));
        let mut position = start;
        for m in common::random_moves(rng, start, plies) {
            text += &format!("{} ", san::write(&position, m));
            if rng.random_bool(0.3) {
                let eval: i32 = rng.random_range(-9..9);
                text += &format!("{{[%eval {eval}.5] [%clk 0:0{}:00]}} ", eval.abs());
            }
            position.play_unchecked(m);
        }
        // an error ends each eighth game, and some have no valid start
        text += if n % 8 == 5 { "Ke9 " } else { "" };
        text += "1-0\n\n";
    }
    text += "[FEN \"no position\"]\n[SetUp \"1\"]\n\n*\n";
    Games::from_pgn_text("random", text.as_bytes())
}

/// The piece on a square as an item of a pattern, which is relaxed at random.
fn item(position: &Position, square: Square, rng: &mut ChaCha8Rng) -> String {
    let letter = position.piece_at(square).map_or('_', |piece| piece.letter());
    let any = if letter.is_ascii_uppercase() { 'A' } else { 'a' };
    match rng.random_range(0..5) {
        0 if letter != '_' => format!("{any}{square}"),
        1 => format!("[{letter}Pn]{square}"),
        2 => format!("[^bQ{}]{square}", if letter == 'p' { 'r' } else { 'p' }),
        _ => format!("{letter}{square}"),
    }
}

/// The pieces of a position as a text of material, which is relaxed at random.
fn material_text(position: &Position, rng: &mut ChaCha8Rng) -> String {
    let mut text = String::new();
    for color in Color::ALL {
        for piece_type in &PieceType::ALL[..5] {
            let count = position.placement().pieces(color, *piece_type).len();
            let letter = match color {
                Color::White => piece_type.letter().to_ascii_uppercase(),
                Color::Black => piece_type.letter(),
            };
            let suffix = ["+", "-", "", "", ""].choose(rng).unwrap();
            text += &match rng.random_range(0..4) {
                0 => format!("{letter}*"),
                _ if count > 0 => format!("{letter}{count}{suffix}"),
                _ => String::new(),
            };
        }
    }
    text
}

/// A query that a random position of the games matches, or a combination of two.
fn query(games: &Games, rng: &mut ChaCha8Rng, depth: usize) -> Query {
    if depth > 0 {
        let parts = vec![query(games, rng, depth - 1), query(games, rng, depth - 1)];
        let first = Box::new(parts[0].clone());
        return match rng.random_range(0..6) {
            0 => Query::All(parts),
            1 => Query::Any(parts),
            2 => Query::Not(Box::new(Query::Any(parts))),
            3 => Query::Streak { query: first, positions: rng.random_range(1..4) },
            4 => {
                let within = [1, 3, 20, u32::MAX][rng.random_range(0..4)];
                Query::All(vec![parts[1].clone(), Query::Earlier { query: first, within }])
            }
            _ => Query::All(vec![parts[0].clone(), Query::Not(Box::new(parts[1].clone()))]),
        };
    }
    let game = loop {
        let game = games.game(rng.random_range(0..games.len())).unwrap();
        if game.has_start() {
            break game;
        }
    };
    let ply = rng.random_range(0..=game.moves().len());
    let (position, either) = (game.position_at(ply).unwrap(), rng.random_bool(0.3));
    match rng.random_range(0..14) {
        0 => Query::from(&position),
        1 => Query::Board(Box::new(position)),
        2 => {
            let count = rng.random_range(1..6);
            let squares: Bitboard = (0..count).map(|_| *Square::ALL.choose(rng).unwrap()).collect();
            let items: Vec<_> =
                squares.into_iter().map(|square| item(&position, square, rng)).collect();
            pattern(&items.join(" "), either).unwrap()
        }
        3 => pattern(
            ["*/*p*/*/*/*/*/*P*P*/*", "*/p*p*/*/*/*/*/PPP*/*K*", "8/*/*/*/*/*/*/*"]
                .choose(rng)
                .unwrap(),
            either,
        )
        .unwrap(),
        4 | 5 => {
            material(&material_text(&position, rng), either).unwrap_or(Query::Is(Property::Check))
        }
        6 => {
            difference(["Q", "Pp*", "R+b", "p-", "N*n*B*b*P*p*R*r*Q"].choose(rng).unwrap(), either)
                .unwrap()
        }
        7 => {
            let letters = ["Q", "qr", "P", "p", "a", "_", "Nn"].choose(rng).unwrap();
            let squares =
                *[Bitboard::FULL, Bitboard(0xFF << 48), Bitboard(0xFF00)].choose(rng).unwrap();
            let least = rng.random_range(0..4);
            let number = least..=least + rng.random_range(0..3);
            Query::Count { pieces: PieceSet::parse(letters).unwrap(), squares, number }
        }
        8 | 9 => {
            let any = ["O-O", "O-O-O", "e4", "Qxd5", "b8=Q", "exd6", "Kf2", "gxh1=N+"];
            let text = match game.moves().get(ply) {
                Some(&m) if either => san::write(&position, m).to_string(),
                Some(&m) => m.to_string(),
                None => (*any.choose(rng).unwrap()).to_owned(),
            };
            Query::Played(Box::new(played(&text).unwrap()))
        }
        10 => Query::Turn(position.turn()),
        11 => Query::Number(Number::Ply, rng.random_range(0..90)..=rng.random_range(90..200)),
        12 => Query::Is(*Property::ALL.choose(rng).unwrap()),
        _ if either => Query::Number(Number::Eval, -200..=300),
        _ => Query::Number(Number::Clock, 1..=180_000),
    }
}

#[test]
fn pruning_excludes_no_hit() {
    let mut rng = ChaCha8Rng::seed_from_u64(45);
    let games = games(&mut rng, 240);
    let (mut found, mut queries_with_hits) = (0, 0);
    for n in 0..1200 {
        let query = query(&games, &mut rng, [0, 0, 1, 2][n % 4]);
        for occurrences in [Occurrences::First, Occurrences::All] {
            let search =
                |program: Program| program.search(&games, occurrences, Run::default()).unwrap();
            let all = search(Program::without_pruning(&query));
            assert_eq!(search(Program::new(&query)), all, "{query:?}");
            found += all.game.len();
            queries_with_hits += usize::from(!all.game.is_empty());
        }
    }
    assert!(queries_with_hits > 1500 && found > 100_000, "{queries_with_hits} {found}");
}

#[test]
fn any_number_of_threads() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let games = games(&mut rng, 700);
    let query = material("Q+R*B*N*P*q*r*b*n*p*", false).unwrap();
    let search = |threads| {
        let run = Run { threads: NonZeroUsize::new(threads), ..Run::default() };
        let program = Program::new(&query);
        let hits: Hits = program.search(&games, Occurrences::All, run).unwrap();
        (hits, Explorer::new(&games, &Position::standard(), run).unwrap())
    };
    assert_eq!(search(1), search(2));
    assert_eq!(search(1), search(7));
    assert!(search(1).0.game.is_sorted());
}

#[test]
fn errors_name_the_character() {
    for (text, offset) in [
        ("8/8/8/8/8/8/8", 13),
        ("8/8/8/8/8/8/8/8/8", 14),
        ("8/8/8/8/8/8/8/9", 14),
        ("8/8/8/8/8/8/8/7", 14),
        ("8/8/8/8/8/8/8/7[PN", 15),
        ("8/8/8/8/8/8/8/7[]", 15),
        ("8/8/8/8/8/8/8/8 w", 15),
        ("", 0),
        ("Pe4 Pe4", 4),
        ("Pe4Pe5", 3),
        ("Pe", 2),
        ("xe4", 0),
    ] {
        assert_eq!(pattern(text, false).unwrap_err().offset, offset, "{text}");
    }
    for (text, offset) in [("", 0), ("KX", 1), ("KK", 1), ("P100", 1), ("P2*", 2), ("P++", 2)] {
        assert_eq!(material(text, false).unwrap_err().offset, offset, "{text}");
    }
    for (text, offset) in [
        ("", 0),
        ("N", 1),
        ("Nf9", 2),
        ("e8=K", 3),
        ("e2e4x", 4),
        ("e7e8k", 4),
        ("Nf3!", 3),
        ("O-O-O-O", 0),
        ("ex", 2),
    ] {
        assert_eq!(played(text).unwrap_err().offset, offset, "{text}");
    }
    let long = "P".repeat(10_000);
    assert!(pattern(&long, false).unwrap_err().to_string().len() < 400);
}
