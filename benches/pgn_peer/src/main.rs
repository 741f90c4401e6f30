//! Benchmark of PGN parsing with move validation: enroque compared with pgn-reader and shakmaty, in one
//! process and on one thread.
//!
//! `cargo run --release --manifest-path benches/pgn_peer/Cargo.toml` prints millions of plies per second of
//! CPU time for files of `../shared/data/pgn`, read from memory, and the ratio. The two alternate, and the
//! best run of each counts. Arguments after `--` are the names of other files; `--times=20` repeats each text
//! 20 times.
//!
//! The peer only counts plies, enroque makes all columns of `Games`. The peer ends a game at the first move
//! that it cannot read, so each rate is that of the plies that were played.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use cpu_time::ThreadTime;
use enroque::games::Games;
use enroque::io::{ReadOptions, Source};
use enroque::large_pages::LargePages;
use enroque::pool::Run;
use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position};

/// The allocator of the Python package.
#[global_allocator]
static ALLOCATOR: LargePages = LargePages;

/// Only moves; clocks; evaluations and clocks; long engine comments.
const FILES: [&str; 4] = [
    "masters_30000.pgn.zst",
    "lichess_bullet_clk.pgn.zst",
    "lichess_evals_2000.pgn.zst",
    "tcec_frc_comments_60.pgn.zst",
];

/// The comment buffer of the peer, for which long engine comments are an error by default.
const COMMENT_BYTES: usize = 1 << 14;

/// The approximate number of bytes that each side reads in total.
const TOTAL_BYTES: usize = 600 << 20;

/// Plays every move with shakmaty.
struct Play;

#[derive(Default)]
struct Tags {
    fen: Option<Fen>,
    is_chess960: bool,
}

struct Game {
    /// `None` after an error.
    position: Option<Chess>,
    plies: usize,
}

impl Visitor for Play {
    type Tags = Tags;
    type Movetext = Game;
    type Output = usize;

    fn begin_tags(&mut self) -> ControlFlow<usize, Tags> {
        ControlFlow::Continue(Tags::default())
    }

    fn tag(&mut self, tags: &mut Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<usize> {
        match name {
            b"FEN" => tags.fen = Fen::from_ascii(value.as_bytes()).ok(),
            b"Variant" => {
                let value = value.as_bytes().to_ascii_lowercase();
                tags.is_chess960 |= value.windows(3).any(|w| w == b"960" || w == b"fis");
            }
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Tags) -> ControlFlow<usize, Game> {
        let mode = CastlingMode::from_chess960(tags.is_chess960);
        let position = match tags.fen {
            None => Some(Chess::default()),
            Some(fen) => fen.into_position(mode).ok(),
        };
        ControlFlow::Continue(Game { position, plies: 0 })
    }

    fn san(&mut self, game: &mut Game, san: SanPlus) -> ControlFlow<usize> {
        if let Some(position) = &mut game.position {
            match san.san.to_move(position) {
                Ok(m) => {
                    position.play_unchecked(m);
                    game.plies += 1;
                }
                Err(_) => game.position = None,
            }
        }
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _: &mut Game) -> ControlFlow<usize, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, game: Game) -> usize {
        game.plies
    }
}

fn theirs(text: &'static [u8]) -> usize {
    let mut reader = Reader::build(text).set_supported_comment_length(COMMENT_BYTES).finish();
    let mut plies = 0;
    while let Some(game) = reader.read_game(&mut Play).unwrap() {
        plies += game;
    }
    plies
}

fn ours(text: &'static [u8]) -> usize {
    let run = Run { threads: NonZeroUsize::new(1), ..Run::default() };
    let source = Source::Bytes("bench".to_owned(), Arc::new(text));
    let options = ReadOptions { run, ..ReadOptions::default() };
    Games::from_pgn(vec![source], options, |_| {}).unwrap().moves().len()
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let times = arguments.iter().find_map(|it| it.strip_prefix("--times=")?.parse().ok());
    let mut names: Vec<&str> = arguments.iter().map(String::as_str).collect();
    names.retain(|name| !name.starts_with("--"));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/pgn");
    println!(
        "{:32} {:>8} {:>22} {:>14} {:>6}",
        "", "MB", "enroque Mply/s  MB/s", "peer Mply/s", "ratio"
    );
    for name in if names.is_empty() { FILES.to_vec() } else { names } {
        let Ok(file) = std::fs::read(folder.join(name)) else {
            eprintln!("skipped: {} is missing", folder.join(name).display());
            continue;
        };
        let text = if name.ends_with(".zst") { zstd::decode_all(&*file).unwrap() } else { file };
        // leaked, since sources need static text
        let text: &'static [u8] = text.repeat(times.unwrap_or(1)).leak();
        let mut best = [f64::INFINITY; 2];
        let mut plies = [0; 2];
        for _ in 0..(TOTAL_BYTES / text.len()).clamp(5, 100) {
            for (side, read) in [ours, theirs].into_iter().enumerate() {
                let start = ThreadTime::now();
                plies[side] = read(text);
                best[side] = best[side].min(start.elapsed().as_secs_f64());
            }
        }
        let rate = |side: usize| plies[side] as f64 / best[side] / 1e6;
        let megabytes = text.len() as f64 / 1e6;
        println!(
            "{name:32} {megabytes:8.1} {:13.2} {:8.0} {:14.2} {:6.2}",
            rate(0),
            megabytes / best[0],
            rate(1),
            rate(0) / rate(1)
        );
    }
}
