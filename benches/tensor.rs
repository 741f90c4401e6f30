//! Speed of encoding positions, on one core and on all.
//!
//! `cargo bench --bench tensor` uses real games from `../shared/data/pgn`, or random ones if they
//! are absent, and writes batches of 1,024 positions into the same buffer, including the replay of
//! the games. Positions are in the order of the games, or shuffled (then each position has its game
//! replayed up to it). Arguments after `--` select the lines that contain them:
//! `cargo bench --bench tensor -- lc0 uint8`.

use std::hint::black_box;
use std::num::NonZeroUsize;
use std::time::Instant;

use enroque::columns::{
    Array, Column, Dtype, GameSamples, Output, RaggedColumn, Unsupported, encode, encode_ragged,
};
use enroque::games::{GameRef, Games};
use enroque::movegen::legal_moves;
use enroque::notation::san;
use enroque::pool::Run;
use enroque::position::Position;
use enroque::tensor::alphazero::AlphaZero;
use enroque::tensor::nnue::{FeatureBlock, FeatureSet};
use enroque::tensor::{Encoding, Layout, PolicyEncoding, TokenEncoding};
use rand::SeedableRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;

#[path = "shared/results.rs"]
mod results;

const BATCH: usize = 1024;
const WHOLE_GAMES: &str = "whole games, 1 thread";

/// Returns real games, or random ones of the same average length.
fn games() -> Games {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/data/pgn/lichess_999.pgn");
    if let Ok(text) = std::fs::read(path) {
        return Games::from_pgn_text(path, &text);
    }
    eprintln!("{path} is absent: random games");
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut text = String::new();
    for _ in 0..999 {
        let mut position = Position::standard();
        for _ in 0..67 {
            let Some(&m) = legal_moves(&position).choose(&mut rng) else { break };
            text += &format!("{} ", san::write(&position, m));
            position.play_unchecked(m);
        }
        text += "*\n\n";
    }
    Games::from_pgn_text("random games", text.as_bytes())
}

/// Returns 20 batches of positions, in order or shuffled.
fn batches(games: &Games, shuffle: bool) -> Vec<(Vec<i64>, Vec<i32>)> {
    let plies = |(n, game): (usize, GameRef<'_>)| {
        (0..game.moves().len()).map(move |ply| (n as i64, ply as i32))
    };
    let mut positions: Vec<(i64, i32)> = games.iter().enumerate().flat_map(plies).collect();
    if shuffle {
        positions.shuffle(&mut ChaCha8Rng::seed_from_u64(2));
    }
    positions.chunks_exact(BATCH).take(20).map(|batch| batch.iter().copied().unzip()).collect()
}

/// Batches in an order, for a number of threads.
struct Section<'a> {
    title: String,
    batches: &'a [(Vec<i64>, Vec<i32>)],
}

/// Measures `write` on batches and prints positions per second.
fn time(name: &str, section: &Section<'_>, mut write: impl FnMut(&[i64], &[i32])) {
    if !is_selected(name) {
        return;
    }
    // the minimum of many runs of each batch, which is short enough to be undisturbed in some
    let batches = section.batches;
    let mut best = vec![f64::INFINITY; batches.len()];
    for _ in 0..30 {
        for ((game, ply), best) in batches.iter().zip(&mut best) {
            let begin = Instant::now();
            write(game, ply);
            *best = best.min(begin.elapsed().as_secs_f64());
        }
    }
    print_rate(&section.title, name, batches.len() * BATCH, &best);
}

/// Whether the arguments select a line.
fn is_selected(name: &str) -> bool {
    let mut filters = std::env::args().skip(1).filter(|argument| !argument.starts_with('-'));
    filters.all(|filter| name.contains(&filter))
}

/// Prints and records a rate.
fn print_rate(title: &str, name: &str, positions: usize, best: &[f64]) {
    let (positions, best) = (positions as f64, best.iter().sum::<f64>());
    let task = format!("encode positions, {title}");
    results::record(&task, name, "enroque", "million positions/s", positions / best / 1e6);
    println!("{name:44} {:9.0} positions/s  {:6.0} ns", positions / best, 1e9 * best / positions);
}

/// Measures `work` on whole games, including the last positions, and prints positions per second.
fn time_games(name: &str, games: &Games, mut work: impl FnMut(&[i64])) {
    if !is_selected(name) {
        return;
    }
    let numbers: Vec<i64> = (0..games.len() as i64).collect();
    let chunks: Vec<&[i64]> = numbers.chunks(64).collect();
    let mut best = vec![f64::INFINITY; chunks.len()];
    for _ in 0..30 {
        for (chunk, best) in chunks.iter().zip(&mut best) {
            let begin = Instant::now();
            work(chunk);
            *best = best.min(begin.elapsed().as_secs_f64());
        }
    }
    let positions = games.iter().map(|game| game.moves().len() + 1).sum();
    print_rate(WHOLE_GAMES, name, positions, &best);
}

/// Measures a column, whose array is aligned like the batches of the loader, so that stores of 64
/// bytes do not cross cache lines.
fn time_column(name: &str, games: &Games, column: Column, section: &Section<'_>, run: Run<'_>) {
    let mut array = Array::new(column.dtype(), BATCH * column.width()).expect("memory");
    let mut values = vec![0.0; BATCH * column.value_count()];
    let columns = [column];
    time(name, section, |game, ply| {
        let samples = GameSamples::new(games, game, ply).unwrap();
        let out = Output { elements: black_box(array.elements_mut()), values: &mut values };
        encode(&samples, &columns, [out], Unsupported::Raise, run).unwrap();
    });
}

fn main() {
    let games = games();
    let one = Run { threads: NonZeroUsize::new(1), ..Run::default() };
    let named = |name: &str| Encoding::named(name, &[]).unwrap();
    let planes = |encoding: Encoding, dtype| Column::Planes(encoding, dtype);
    let last = AlphaZero { layout: Layout::ChannelsLast, ..AlphaZero::default() };
    let policy = PolicyEncoding::named("lc0", &[]).unwrap();
    let tokens = TokenEncoding::named("chessbench", &[]).unwrap();
    let (float32, uint8) = (Dtype::Float32, Dtype::Uint8);
    let sum = FeatureSet::named("HalfKAv2_hm12+Full_Threats+PP_3Wide", &[]).unwrap();
    let columns = [
        ("lc0 112 uint8", planes(named("lc0"), uint8)),
        ("lc0 112 float16", planes(named("lc0"), Dtype::Float16)),
        ("lc0 112 float32", planes(named("lc0"), float32)),
        ("lc0 112 bits", Column::PlanesBits(named("lc0"))),
        ("pieces 12 uint8", planes(named("pieces"), uint8)),
        ("pieces 12 float32", planes(named("pieces"), float32)),
        ("alphazero 119 float32", planes(named("alphazero"), float32)),
        ("alphazero 119, channels last float32", planes(Encoding::AlphaZero(last), float32)),
        ("maia2 18 float32", planes(named("maia2"), float32)),
        ("ChessBench tokens", Column::Tokens(tokens)),
        ("HalfKAv2_hm, both perspectives", Column::Features(FeatureBlock::HalfKaV2Hm.into())),
        ("HalfKAv2_hm12+Full_Threats+PP_3Wide, both perspectives", Column::Features(sum)),
        ("lc0 policy index", Column::played(policy)),
        ("lc0 legal mask bool", Column::LegalMask(policy, Dtype::Bool)),
    ];
    for (shuffle, order) in [(false, "in order"), (true, "shuffled")] {
        let batches = batches(&games, shuffle);
        for (run, threads) in [(one, "1 thread"), (Run::default(), "all threads")] {
            let section = Section { title: format!("{order}, {threads}"), batches: &batches };
            println!("{}", section.title);
            for (name, column) in &columns {
                time_column(name, &games, column.clone(), &section, run);
            }
            time("lc0 legal indices", &section, |game, ply| {
                let samples = GameSamples::new(&games, game, ply).unwrap();
                let column = RaggedColumn::LegalIndices(policy);
                black_box(encode_ragged(&samples, column, Unsupported::Raise, run).unwrap());
            });
        }
    }
    println!("{WHOLE_GAMES}");
    time_games("positions visited", &games, |numbers| {
        for &number in numbers {
            let game = games.game(number as usize).unwrap();
            let mut position = game.start();
            for &m in game.moves() {
                black_box(&position);
                position.play_unchecked(m);
            }
            black_box(&position);
        }
    });
}
