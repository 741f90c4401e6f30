//! Decoding of arrays and records, and symmetries.

#[path = "../common/mod.rs"]
mod common;
mod decoding;
mod symmetries;

use enroque::chess960;
use enroque::position::Position;

use enroque::tensor::{Encoding, History, OptionValue, PlaneEncoding, planes};
use enroque::types::Move;
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
