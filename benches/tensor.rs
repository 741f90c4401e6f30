//! How many positions a second become arrays, on one core and on all.
//!
//! `cargo bench --bench tensor` takes real games from `../shared/data/pgn`, random ones where that is
//! absent; batches of 1,024 pairs into the same buffer, history included. Pairs come in the order of
//! the games, or shuffled over all of them (then every position has its game played up to it).
//! Words after `--` choose the lines that contain them: `cargo bench --bench tensor -- lc0 uint8`.

use std::hint::black_box;
use std::num::NonZeroUsize;
use std::time::Instant;

use enroque::batch::{self, Pairs};
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
use enroque::tensor::rows::Unsupported;
use enroque::tensor::{Element, Layout, Pieces, PlaneEncoding, TokenEncoding, View, f16};
use rand::SeedableRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;

const BATCH: usize = 1024;

/// Real games, or random ones as long as they are on average.
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

/// Some 20 batches of pairs: in order, or shuffled.
fn batches(games: &Games, shuffle: bool) -> Vec<(Vec<i64>, Vec<i32>)> {
    let plies = |(n, game): (usize, GameRef<'_>)| {
        (0..game.moves().len()).map(move |ply| (n as i64, ply as i32))
    };
    let mut pairs: Vec<(i64, i32)> = games.iter().enumerate().flat_map(plies).collect();
    if shuffle {
        pairs.shuffle(&mut ChaCha8Rng::seed_from_u64(2));
    }
    pairs.chunks_exact(BATCH).take(20).map(|batch| batch.iter().copied().unzip()).collect()
}

/// Prints positions a second.
fn time(what: &str, batches: &[(Vec<i64>, Vec<i32>)], mut write: impl FnMut(Pairs<'_>)) {
    if !is_wanted(what) {
        return;
    }
    // the best of many for each batch: a batch is short enough to run undisturbed now and then
    let mut best = vec![f64::INFINITY; batches.len()];
    for _ in 0..30 {
        for ((game, ply), best) in batches.iter().zip(&mut best) {
            let begin = Instant::now();
            write(Pairs { game, ply });
            *best = best.min(begin.elapsed().as_secs_f64());
        }
    }
    print_rate(what, batches.len() * BATCH, &best);
}

/// Whether a line is asked for.
fn is_wanted(what: &str) -> bool {
    let mut wanted = std::env::args().skip(1).filter(|argument| !argument.starts_with('-'));
    wanted.all(|wanted| what.contains(&wanted))
}

fn print_rate(what: &str, positions: usize, best: &[f64]) {
    let (positions, best) = (positions as f64, best.iter().sum::<f64>());
    println!("{what:44} {:9.0} positions/s  {:6.0} ns", positions / best, 1e9 * best / positions);
}

/// Prints positions a second of work on whole games, by their numbers, the start positions among them.
fn time_games(what: &str, games: &Games, mut work: impl FnMut(&[i64])) {
    if !is_wanted(what) {
        return;
    }
    let numbers: Vec<i64> = (0..games.len() as i64).collect();
    let pieces: Vec<&[i64]> = numbers.chunks(64).collect();
    let mut best = vec![f64::INFINITY; pieces.len()];
    for _ in 0..30 {
        for (piece, best) in pieces.iter().zip(&mut best) {
            let begin = Instant::now();
            work(piece);
            *best = best.min(begin.elapsed().as_secs_f64());
        }
    }
    print_rate(what, games.iter().map(|game| game.moves().len() + 1).sum(), &best);
}

fn time_planes<E: PlaneEncoding, T: Element>(
    name: &str,
    games: &Games,
    encoding: &E,
    batches: &[(Vec<i64>, Vec<i32>)],
    run: Run<'_>,
) {
    // as the loader's batches begin: stores of 64 bytes would each touch two lines of the cache else
    let size = BATCH * encoding.channels() * 64;
    let mut memory = vec![T::ZERO; size + 64];
    let start = memory.as_ptr().align_offset(64);
    let out = &mut memory[start..start + size];
    time(&format!("{name} {}", T::NAME), batches, |pairs| {
        batch::planes(games, pairs, encoding, black_box(&mut *out), run).unwrap();
    });
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
            println!("{order}, {threads}");
            time_planes::<_, u8>("lc0 112", &games, &lc0, &batches, run);
            time_planes::<_, f16>("lc0 112", &games, &lc0, &batches, run);
            time_planes::<_, f32>("lc0 112", &games, &lc0, &batches, run);
            let (mut masks, mut scales) = (vec![0; BATCH * 112], vec![0.0; BATCH]);
            time("lc0 112 bits", &batches, |pairs| {
                let (masks, scales) = black_box((&mut masks, &mut scales));
                batch::planes_bits(&games, pairs, &lc0, masks, scales, run).unwrap();
            });
            time_planes::<_, u8>("pieces 12", &games, &pieces, &batches, run);
            time_planes::<_, f32>("pieces 12", &games, &pieces, &batches, run);
            time_planes::<_, f32>("alphazero 119", &games, &alphazero, &batches, run);
            let last = AlphaZero { layout: Layout::ChannelsLast, ..AlphaZero::default() };
            time_planes::<_, f32>("alphazero 119, channels last", &games, &last, &batches, run);
            time_planes::<_, f32>("maia2 18", &games, &Maia2::default(), &batches, run);
            let mut tokens = vec![0; BATCH * chessbench::TOKENS];
            time("ChessBench's tokens", &batches, |pairs| {
                batch::tokens(
                    &games,
                    pairs,
                    TokenEncoding::ChessBench,
                    black_box(&mut tokens),
                    run,
                )
                .unwrap();
            });
            let mut features = vec![0; BATCH * 2 * MAX_ACTIVE];
            time("HalfKAv2_hm, both perspectives", &batches, |pairs| {
                let features = black_box(&mut features);
                batch::features(&games, pairs, FeatureSet::HalfKaV2Hm, features, run).unwrap();
            });
            let policy = Lc0Policy::default();
            let mut indices = vec![0; BATCH];
            time("lc0 policy index of the move", &batches, |pairs| {
                batch::policy(&games, pairs, &policy, black_box(&mut indices), run).unwrap();
            });
            let mut mask = vec![false; BATCH * 1858];
            time("lc0 legal mask bool", &batches, |pairs| {
                batch::legal_mask(&games, pairs, &policy, black_box(&mut mask), run).unwrap();
            });
            time("lc0 legal indices", &batches, |pairs| {
                let raise = Unsupported::Raise;
                black_box(batch::legal_indices(&games, pairs, &policy, raise, run).unwrap());
            });
        }
    }
    println!("whole games, 1 thread");
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
