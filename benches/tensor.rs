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

use enroque::batch::{self, Positions};
use enroque::games::{GameRef, Games};
use enroque::movegen::legal_moves;
use enroque::notation::san;
use enroque::pool::Run;
use enroque::position::Position;
use enroque::tensor::alphazero::AlphaZero;
use enroque::tensor::chessbench;
use enroque::tensor::lc0::{HistoryFill, InputFormat, Lc0, Lc0Policy};
use enroque::tensor::maia2::Maia2;
use enroque::tensor::nnue::{FeatureSet, MAX_ACTIVE};
use enroque::tensor::rows::{Dense, Features, LegalMask, Played, Tokens, Unsupported, WriteRow};
use enroque::tensor::{Element, Layout, Pieces, PlaneEncoding, TokenEncoding, View, f16};
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
fn time(name: &str, section: &Section<'_>, mut write: impl FnMut(Positions<'_>)) {
    if !is_selected(name) {
        return;
    }
    // the minimum of many runs of each batch, which is short enough to be undisturbed in some
    let batches = section.batches;
    let mut best = vec![f64::INFINITY; batches.len()];
    for _ in 0..30 {
        for ((game, ply), best) in batches.iter().zip(&mut best) {
            let begin = Instant::now();
            write(Positions { game, ply });
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

fn time_planes<E: PlaneEncoding, T: Element>(
    name: &str,
    games: &Games,
    encoding: &E,
    section: &Section<'_>,
    run: Run<'_>,
) {
    // aligned like the batches of the loader, so that stores of 64 bytes do not cross cache lines
    let size = BATCH * encoding.channels() * 64;
    let mut memory = vec![T::ZERO; size + 64];
    let start = memory.as_ptr().align_offset(64);
    let out = &mut memory[start..start + size];
    time(&format!("{name} {}", T::NAME), section, |positions| {
        write(games, positions, &Dense(encoding), black_box(&mut *out), run);
    });
}

fn write<'a, T: Send, W: WriteRow<&'a mut [T]>>(
    games: &Games,
    positions: Positions<'_>,
    writer: &W,
    out: &'a mut [T],
    run: Run<'_>,
) {
    batch::write(games, positions, writer, out, Unsupported::Raise, run).unwrap();
}

fn main() {
    let games = games();
    let one = Run { threads: NonZeroUsize::new(1), ..Run::default() };
    let lc0 = Lc0 { format: InputFormat::CastlingPlane, fill: HistoryFill::FenOnly };
    let pieces = Pieces { view: View::SideToMove };
    let alphazero = AlphaZero::default();
    for (shuffle, order) in [(false, "in order"), (true, "shuffled")] {
        let batches = batches(&games, shuffle);
        for (run, threads) in [(one, "1 thread"), (Run::default(), "all threads")] {
            let section = Section { title: format!("{order}, {threads}"), batches: &batches };
            println!("{}", section.title);
            time_planes::<_, u8>("lc0 112", &games, &lc0, &section, run);
            time_planes::<_, f16>("lc0 112", &games, &lc0, &section, run);
            time_planes::<_, f32>("lc0 112", &games, &lc0, &section, run);
            let (mut masks, mut scales) = (vec![0; BATCH * 112], vec![0.0; BATCH]);
            time("lc0 112 bits", &section, |positions| {
                let (masks, scales) = black_box((&mut masks, &mut scales));
                batch::planes_bits(&games, positions, &lc0, masks, scales, run).unwrap();
            });
            time_planes::<_, u8>("pieces 12", &games, &pieces, &section, run);
            time_planes::<_, f32>("pieces 12", &games, &pieces, &section, run);
            time_planes::<_, f32>("alphazero 119", &games, &alphazero, &section, run);
            let last = AlphaZero { layout: Layout::ChannelsLast, ..AlphaZero::default() };
            time_planes::<_, f32>("alphazero 119, channels last", &games, &last, &section, run);
            time_planes::<_, f32>("maia2 18", &games, &Maia2::default(), &section, run);
            let mut tokens = vec![0; BATCH * chessbench::TOKENS];
            time("ChessBench tokens", &section, |positions| {
                let writer = Tokens(TokenEncoding::from(chessbench::ChessBench));
                write(&games, positions, &writer, black_box(&mut tokens), run);
            });
            let mut features = vec![0; BATCH * 2 * MAX_ACTIVE];
            time("HalfKAv2_hm, both perspectives", &section, |positions| {
                let writer = Features(FeatureSet::HalfKaV2Hm);
                write(&games, positions, &writer, black_box(&mut features), run);
            });
            let policy = Lc0Policy::default();
            let mut indices = vec![0; BATCH];
            time("lc0 policy index", &section, |positions| {
                write(&games, positions, &Played(&policy), black_box(&mut indices), run);
            });
            let mut mask = vec![false; BATCH * 1858];
            time("lc0 legal mask bool", &section, |positions| {
                write(&games, positions, &LegalMask(&policy), black_box(&mut mask), run);
            });
            time("lc0 legal indices", &section, |positions| {
                let raise = Unsupported::Raise;
                black_box(batch::legal_indices(&games, positions, &policy, raise, run).unwrap());
            });
        }
    }
    println!("{WHOLE_GAMES}");
    time_games("HalfKAv2_hm changes, both perspectives", &games, |numbers| {
        let changes = batch::feature_changes(&games, numbers, FeatureSet::HalfKaV2Hm, one);
        black_box(changes.unwrap());
    });
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
