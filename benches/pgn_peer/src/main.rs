//! Benchmark of PGN parsing with move validation: enroque compared with pgn-reader and shakmaty, in one
//! process and on one thread.
//!
//! `cargo run --release --manifest-path benches/pgn_peer/Cargo.toml` prints millions of plies per second of
//! CPU time for files of `../shared/data/pgn`, read from memory, and the ratio. The two alternate, and the
//! best run of each counts. Arguments after `--` are the names of other files; `--times=20` repeats each text
//! 20 times, `--megabytes=100` reads each text until it has read that much, and `--engine=NAME` runs one side.
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

#[path = "../../shared/results.rs"]
mod results;

/// The allocator of the Python package.
#[global_allocator]
static ALLOCATOR: LargePages = LargePages;

/// Typical files, with labels.
const FILES: [(&str, &str); 4] = [
    ("masters_30000.pgn.zst", "masters, bare moves"),
    ("lichess_bullet_clk.pgn.zst", "Lichess, clocks"),
    ("lichess_evals_2000.pgn.zst", "Lichess, evals and clocks"),
    ("tcec_frc_comments_60.pgn.zst", "engines, long comments"),
];

/// The names of the two sides.
const ENGINES: [&str; 2] = ["enroque", "pgn-reader + shakmaty"];

/// The comment buffer of the peer, for which long engine comments are an error by default.
const COMMENT_BYTES: usize = 1 << 14;

/// The approximate number of bytes that each side reads in total, unless `--megabytes` says another.
const TOTAL_MEGABYTES: usize = 600;

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
    let option = |flag: &str| arguments.iter().find_map(|it| it.strip_prefix(flag)?.parse().ok());
    let times = option("--times=").unwrap_or(1);
    let total = option("--megabytes=").unwrap_or(TOTAL_MEGABYTES) << 20;
    let mut files: Vec<(&str, &str)> =
        arguments.iter().map(|it| (it.as_str(), it.as_str())).collect();
    files.retain(|(name, _)| !name.starts_with("--"));
    if files.is_empty() {
        files = FILES.to_vec();
    }
    let engine = arguments.iter().find_map(|it| it.strip_prefix("--engine="));
    let is_selected = |side: usize| engine.is_none_or(|engine| engine == ENGINES[side]);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/pgn");
    println!(
        "{:32} {:>8} {:>22} {:>14} {:>6}",
        "", "MB", "enroque Mply/s  MB/s", "peer Mply/s", "ratio"
    );
    for (name, label) in files {
        let Ok(file) = std::fs::read(folder.join(name)) else {
            eprintln!("skipped: {} is missing", folder.join(name).display());
            continue;
        };
        let text = if name.ends_with(".zst") { zstd::decode_all(&*file).unwrap() } else { file };
        // leaked, since sources need static text
        let text: &'static [u8] = text.repeat(times).leak();
        let mut best = [f64::INFINITY; 2];
        let mut plies = [0; 2];
        for _ in 0..(total / text.len()).clamp(3, 100) {
            for (side, read) in [ours, theirs].into_iter().enumerate() {
                if !is_selected(side) {
                    continue;
                }
                let start = ThreadTime::now();
                plies[side] = read(text);
                best[side] = best[side].min(start.elapsed().as_secs_f64());
            }
        }
        let rate = |side: usize| plies[side] as f64 / best[side] / 1e6;
        let megabytes = text.len() as f64 / 1e6;
        let task = "read PGN (Rust), 1 thread";
        for side in (0..2).filter(|&side| is_selected(side)) {
            results::record(task, label, ENGINES[side], "million plies/s", rate(side));
        }
        println!(
            "{name:32} {megabytes:8.1} {:13.2} {:8.0} {:14.2} {:6.2}",
            rate(0),
            megabytes / best[0],
            rate(1),
            rate(0) / rate(1)
        );
    }
}
