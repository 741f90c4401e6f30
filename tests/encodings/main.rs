//! Decoding of arrays and records, symmetries, and changes of features.

#[path = "../common/mod.rs"]
mod common;
mod decoding;
mod symmetries;

use std::collections::BTreeSet;

use enroque::chess960;
use enroque::position::Position;
use enroque::tensor::nnue::{FeatureSet, MAX_ACTIVE};
use enroque::tensor::{Encoding, History, OptionValue, PlaneEncoding, planes};
use enroque::types::{Color, Move};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Random games: start position and moves.
fn games(count: usize) -> Vec<(Position, Vec<Move>)> {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let game = |n: usize| {
        let start = match n % 3 {
            0 => Position::standard(),
            1 => chess960::position((n * 37 % 960) as u16).unwrap(),
            _ => enroque::notation::fen::read("4k2r/8/8/8/2q5/8/8/RN2K2R w KQk - 4 30").unwrap(),
        };
        let plies = (rng.next_u32() % 150) as usize;
        (start, common::random_moves(&mut rng, start, plies))
    };
    (0..count).map(game).collect()
}

fn named(name: &str, options: &[(&str, OptionValue)]) -> Encoding {
    let options: Vec<_> = options.iter().map(|(n, v)| (n.to_string(), v.clone())).collect();
    Encoding::named(name, &options).unwrap()
}

fn word(word: &str) -> OptionValue {
    OptionValue::Word(word.to_owned())
}

fn encodings() -> Vec<Encoding> {
    let mut encodings = Encoding::all();
    encodings.retain(|encoding| encoding.name() != "composed"); // which cannot be decoded
    encodings.push(named("lc0", &[("format", OptionValue::Number(2))]));
    encodings.push(named("alphazero", &[("layout", word("channels_last"))]));
    for name in ["alphazero", "pettingzoo"] {
        encodings.push(named(name, &[("player", word("opponent"))]));
    }
    encodings.push(named("maia2", &[("view", word("white"))]));
    encodings.push(named("pieces", &[("view", word("white"))]));
    encodings
}

fn dense(encoding: &Encoding, history: &History) -> Vec<f32> {
    let mut array = vec![7.0; encoding.channels() * 64];
    planes(encoding, history, &mut array).unwrap();
    array
}

#[test]
fn changes_of_features_along_games() {
    let mut refreshed = 0;
    for (start, moves) in games(60) {
        for set in FeatureSet::ALL {
            for perspective in Color::ALL {
                let active = |position: &Position| {
                    let mut active = [0; MAX_ACTIVE];
                    let count = set.write(position, perspective, &mut active).unwrap();
                    BTreeSet::from_iter(active[..count].iter().map(|&n| n as u32))
                };
                let (mut position, mut now) = (start, active(&start));
                for &m in &moves {
                    let after = position.after(m);
                    let changes = set.changes(&position, &after, perspective);
                    let expected = active(&after);
                    if changes.is_refresh() {
                        refreshed += 1;
                        now = expected;
                    } else {
                        assert!(changes.removed().len() <= 2 && changes.added().len() <= 2);
                        assert!(changes.removed().iter().all(|feature| now.remove(feature)));
                        now.extend(changes.added());
                        assert_eq!(now, expected, "{set:?}");
                    }
                    position = after;
                }
            }
        }
    }
    assert!(refreshed > 1000);
}
