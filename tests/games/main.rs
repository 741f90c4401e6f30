//! The columnar store: what it reads from the shared files, how, and that nothing else gets in.

use std::cell::Cell;
use std::io::{self, Read, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use enroque::games::{
    Columns, ColumnsError, FIRST_OTHER_CODE, GameError, GameErrorKind, Games, Headers,
    SourceColumns,
};
use enroque::io::{EloBinLimit, Filter, ReadError, ReadOptions, Source};
use enroque::pgn::{Dialect, Letters, NO_CLOCK, NO_EVAL, PgnErrorKind};
use enroque::pool::Run;
use enroque::rules::GameResult;

fn shared(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/pgn").join(name);
    if !path.exists() {
        eprintln!("skipped: {} is absent", path.display());
        return None;
    }
    Some(path)
}

fn options(threads: usize) -> ReadOptions<'static> {
    let run = Run { threads: NonZeroUsize::new(threads), ..Run::default() };
    ReadOptions { run, ..ReadOptions::default() }
}

fn read(paths: &[PathBuf], options: ReadOptions<'_>) -> Games {
    let sources = paths.iter().cloned().map(Source::Path).collect();
    Games::from_pgn(sources, options, |_| {}).unwrap()
}

/// All that can be seen of games, to compare two lists.
fn assert_same(a: &Games, b: &Games) {
    assert_eq!(a.len(), b.len());
    assert_eq!(a.start_codes(), b.start_codes());
    assert_eq!(a.chess960(), b.chess960());
    assert!(a.moves() == b.moves(), "moves differ");
    assert_eq!(a.offsets(), b.offsets());
    assert_eq!(a.results(), b.results());
    assert_eq!(a.white_elo(), b.white_elo());
    assert_eq!(a.black_elo(), b.black_elo());
    assert!(a.evals() == b.evals(), "evaluations differ");
    assert!(a.clocks() == b.clocks(), "clocks differ");
    assert_eq!(a.broken(), b.broken());
    assert_eq!(a.errors(), b.errors());
    assert_eq!(a.error_count(), b.error_count());
    assert_eq!(a.warnings(), b.warnings());
    assert_eq!(a.warning_count(), b.warning_count());
    for (a, b) in a.iter().zip(b.iter()) {
        assert!(a.headers().eq(b.headers()));
        assert_eq!(a.start().to_setup(), b.start().to_setup());
    }
}

/// Games, plies, broken games, evaluations, clocks, games of Chess960.
type Figures = (usize, usize, usize, usize, usize, usize);

/// What python-chess 1.11.2 finds in the shared files, with `read_game` on the text as UTF-8, and
/// with two differences that are meant:
///
/// * `masters_30000`: it reads 31 games with a doubled empty line between tags and moves as two games
///   each, tags without moves and moves without tags. There are 30,000 `Event` tags.
/// * `lichess_bullet_clk`: it plays 133 games of other variants (Three-check, King of the Hill and
///   so on: 4,933 plies), which are broken without moves here.
const FIGURES: [(&str, Figures); 13] = [
    ("chess960_mainz2009.pgn", (20, 1692, 0, 0, 0, 20)),
    ("dortmund_annotated.pgn", (347, 27742, 0, 0, 0, 0)),
    ("lc0_selfplay_352.pgn", (800, 105_064, 0, 0, 0, 0)),
    ("lichess_999.pgn", (999, 66292, 0, 5796, 66292, 0)),
    ("lichess_bullet_clk.pgn.zst", (37221, 2_809_874 - 4_933, 133, 0, 2_809_852 - 4_933, 370)),
    ("lichess_chess960_150.pgn", (150, 10746, 0, 0, 10746, 150)),
    ("lichess_evals_2000.pgn.zst", (2000, 172_631, 0, 172_343, 172_631, 0)),
    ("lichess_from_position_100.pgn", (100, 7928, 0, 0, 7928, 0)),
    ("masters_30000.pgn.zst", (30031 - 31, 2_445_420, 0, 0, 0, 0)),
    ("tcec_frc.pgn.zst", (5228, 689_982, 0, 0, 0, 5228)),
    ("tcec_frc_comments_60.pgn.zst", (60, 7202, 0, 0, 0, 60)),
    ("twic_head.pgn", (1110, 101_487, 0, 0, 0, 0)),
    ("world_matches_annotated.pgn", (580, 49364, 0, 0, 0, 0)),
];

#[test]
fn shared_files_read_as_python_chess_does() {
    for (name, figures) in FIGURES {
        let Some(path) = shared(name) else { continue };
        let games = read(&[path], options(2));
        let count = |flags: &[bool]| flags.iter().filter(|&&flag| flag).count();
        let known = |column: Option<&[i32]>, missing| {
            column.map_or(0, |column| column.iter().filter(|&&value| value != missing).count())
        };
        let got = (
            games.len(),
            games.moves().len(),
            count(games.broken()),
            known(games.evals(), NO_EVAL),
            known(games.clocks(), NO_CLOCK),
            count(games.chess960()),
        );
        assert_eq!(got, figures, "{name}");
        let broken = count(games.broken());
        let all_variants = games.errors().iter().all(|error| {
            error.kind == GameErrorKind::Pgn(PgnErrorKind::UnsupportedVariant) && error.ply == 0
        });
        assert!(all_variants && games.error_count() == broken as u64, "{name}");
        // about two bytes a ply, eight more with evaluations and clocks, and the tags
        let columns = 2
            + 4 * usize::from(games.evals().is_some())
            + 4 * usize::from(games.clocks().is_some());
        let headers = games.headers().raw().0.len();
        let bytes = games.moves().len() * columns + headers + 64 * games.len() + 100_000;
        assert!(games.heap_bytes() < bytes + bytes / 10, "{name}: {}", games.heap_bytes());
    }
}

#[test]
fn any_number_of_threads_and_any_batches_read_the_same() {
    let names = [
        "lichess_999.pgn",
        "twic_head.pgn",
        "tcec_frc_comments_60.pgn.zst",
        "lichess_chess960_150.pgn",
    ];
    let Some(paths) = names.into_iter().map(shared).collect::<Option<Vec<_>>>() else { return };
    let one = read(&paths, options(1));
    assert_eq!(one.len(), 999 + 1110 + 60 + 150);
    for threads in [2, 5] {
        assert_same(&read(&paths, options(threads)), &one);
    }
    for batch_bytes in [5_000, 100_000, 3_000_000] {
        let batches = ReadOptions { batch_bytes: Some(batch_bytes), ..options(2) };
        assert_same(&read(&paths, batches), &one);
    }
}

const REPEATS: usize = 160;

/// Columns of pieces of text are filled again: what one piece had, and the next has not, is not there.
#[test]
fn columns_that_only_some_pieces_have() {
    let kind = |game: usize| game / 4000 % 4;
    let text: String = (0..24_000)
        .map(|game| {
            let eval = if kind(game) & 1 != 0 {
                format!("[%eval 0.{:02}]", game % 100)
            } else {
                String::new()
            };
            let clock = if kind(game) & 2 != 0 {
                format!("[%clk 0:00:{:02}]", game % 60)
            } else {
                String::new()
            };
            format!("[Event \"{game}\"]\n\n1. e4 {{ {eval} {clock} }} e5 *\n\n")
        })
        .collect();
    for threads in [1, 2] {
        let source = stream(text.clone().into_bytes());
        let games = Games::from_pgn(vec![source], options(threads), |_| {}).unwrap();
        assert_eq!(games.len(), 24_000);
        let (evals, clocks) = (games.evals().unwrap(), games.clocks().unwrap());
        assert_eq!((evals.len(), clocks.len()), (48_000, 48_000));
        for game in 0..24_000 {
            let eval = if kind(game) & 1 != 0 { (game % 100) as i32 } else { NO_EVAL };
            let clock = if kind(game) & 2 != 0 { (game % 60) as i32 * 1000 } else { NO_CLOCK };
            assert_eq!(evals[2 * game..][..2], [eval, NO_EVAL], "{game}");
            assert_eq!(clocks[2 * game..][..2], [clock, NO_CLOCK], "{game}");
        }
    }
}

/// Games in which pieces of a file are likely to be cut at the wrong place, and faulty ones.
fn tricky_text() -> String {
    let filler = "[Event \"f\"]\n[White \"A\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n\n".repeat(40);
    let comment = "[Event \"c\"]\n\n1. d4 {look:\n[Event \"x\"]\n[Site \"y\"]\n} d5 2. c4 1-0\n\n";
    let unclosed = "[Event \"u\"]\n\n1. d4 {never\n\n[Event \"v\"]\n\n1. e4 {a} e5 ± *\n\n";
    let broken =
        "[Event \"b\"]\r\n[Foo \"1\"]\r\n\r\n1. e4 Nd4 2. e5 } 1-0 stray\r\n1. d4 d6 *\r\n";
    let empty = "[Event \"1\"]\n[White \"A\"]\n\n[Event \"2\"]\n[Event \"3\"]\n* 4. Nf3 d5 *\n";
    [&filler, comment, unclosed, &filler, broken, comment, empty, &filler].concat().repeat(REPEATS)
}

#[test]
fn wrong_cuts_are_found_out() {
    let text = tricky_text();
    assert!(text.len() > 1 << 20);
    let whole = Games::from_pgn_text("tricky", text.as_bytes());
    assert_eq!(whole.len(), REPEATS * (3 * 40 + 1 + 2 + 2 + 1 + 3));
    assert_eq!(whole.error_count(), REPEATS as u64 * (1 + 1 + 1));
    // the lines are those of the text
    for error in whole.errors() {
        let line = text.lines().nth(error.line as usize - 1).unwrap();
        assert!(line[error.column as usize - 1..].starts_with(&*error.token), "{error}");
    }
    let dir = std::env::temp_dir().join(format!("enroque-games-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let path = dir.join("tricky");
    std::fs::write(&path, &text).unwrap();
    for (threads, batch) in [(1, 1 << 20), (2, 1 << 16), (3, 4096), (2, 4 << 20)] {
        let options = ReadOptions { batch_bytes: Some(batch), ..options(threads) };
        let stream =
            Source::Stream("tricky".to_owned(), Box::new(std::fs::File::open(&path).unwrap()));
        let bytes = Source::Bytes("tricky".to_owned(), Arc::new(text.clone()));
        for source in [stream, bytes] {
            assert_same(&Games::from_pgn(vec![source], options, |_| {}).unwrap(), &whole);
        }
    }
    std::fs::remove_dir_all(dir).unwrap();
}

/// Parts in which no game seems to begin: games without tags, comments longer than any part may become,
/// the rest of games that were too long, texts that begin and end everywhere.
#[test]
fn parts_in_which_no_game_begins() {
    let filler = "[Event \"f\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n".repeat(100);
    let long = format!("[Event \"l\"]\n\n1. d4 {{{}}} d5 *\n\n", "[Event words\n".repeat(9000));
    let bare = "1. e4 e5 2. Nf3 Nc6 1/2-1/2 1. d4 {x} *\r\n".repeat(2000);
    let unclosed =
        format!("[Event \"u\"]\n\n1. c4 {{{}", "[Event \"x\"]\n1. e4 e5 *\n".repeat(400));
    let text = [&*filler, &bare, &filler, &long, &filler, &unclosed].concat();
    // all of it is one part
    assert!(text.len() < 512 << 10 && long.len() > 20 * 4096);
    for max_game_bytes in [5000, 50_000, 1 << 20] {
        for cut in (0..9).map(|n| text.len() - n * 19) {
            let bytes = &text.as_bytes()[..cut];
            let one = ReadOptions { max_game_bytes, ..options(1) };
            let source = || Source::Bytes("text".to_owned(), Arc::new(bytes.to_vec()));
            let whole = Games::from_pgn(vec![source()], one, |_| {}).unwrap();
            assert!(whole.len() > 4000 && whole.error_count() > 0);
            for (threads, batch) in [(1, 9000), (2, 9000), (4, 9000), (2, 3000)] {
                let small =
                    ReadOptions { max_game_bytes, batch_bytes: Some(batch), ..options(threads) };
                assert_same(&Games::from_pgn(vec![source()], small, |_| {}).unwrap(), &whole);
                let stream =
                    Source::Stream("text".to_owned(), Box::new(io::Cursor::new(bytes.to_vec())));
                assert_same(&Games::from_pgn(vec![stream], small, |_| {}).unwrap(), &whole);
            }
        }
    }
}

/// A report does not depend on the parts: there is room for both kinds of faults in each.
#[test]
fn many_faults_in_one_part() {
    const MANY: usize = 12_000;
    let warned = "[Event \"w\"]\n\n1. e4 $999 *\n\n".repeat(MANY);
    let broken = "[Event \"b\"]\n\n1. e4 Nd4 *\n\n";
    for text in [
        format!("{warned}{broken}"),
        format!("{}{warned}", broken.repeat(MANY)),
        format!("{warned}{}", broken.repeat(MANY)),
    ] {
        let whole = Games::from_pgn_text("faults", text.as_bytes());
        let errors = whole.len() - MANY;
        let (kept, kept_warnings) = (whole.errors().len(), whole.warnings().len());
        assert_eq!((kept, kept_warnings), (errors.min(10_000), 10_000));
        assert_eq!(whole.error_count(), errors as u64);
        assert_eq!(whole.warning_count(), MANY as u64);
        for (threads, batch) in [(1, 64 << 20), (2, 1 << 20), (2, 4096)] {
            let options = ReadOptions { batch_bytes: Some(batch), ..options(threads) };
            let bytes = Source::Bytes("faults".to_owned(), Arc::new(text.clone()));
            assert_same(&Games::from_pgn(vec![bytes], options, |_| {}).unwrap(), &whole);
        }
    }
    // outside games there are errors too
    let outside = Games::from_pgn_text("outside", b"L (\n");
    let kinds = |faults: &[GameError]| faults.iter().map(|fault| fault.kind).collect::<Vec<_>>();
    assert_eq!(kinds(outside.errors()), [GameErrorKind::Pgn(PgnErrorKind::UnclosedVariation)]);
    assert_eq!(kinds(outside.warnings()), [GameErrorKind::Pgn(PgnErrorKind::StrayText); 2]);
    assert_eq!((outside.error_count(), outside.warning_count()), (1, 2));
    // what is forgiven on request hides nothing
    let german = "[Event \"g\"]\n\n1. Sf3 *\n\n".repeat(MANY);
    let dialect = Dialect { letters: Letters::Detected, ..Dialect::default() };
    let strict = ReadOptions { strict: true, dialect, ..options(1) };
    for (text, is_good) in [(german.clone(), true), (format!("{german}{broken}"), false)] {
        let bytes = Source::Bytes("german".to_owned(), Arc::new(text));
        assert_eq!(Games::from_pgn(vec![bytes], strict, |_| {}).is_ok(), is_good);
    }
}

/// What stands between games is told of whether the next one is wanted or not, and of a game that a cap leaves out
/// nothing is, whenever that is found out.
#[test]
fn faults_of_games_that_a_cap_leaves_out() {
    let rated = |elo: u16, moves: &str| {
        format!("[Event \"e\"]\n[WhiteElo \"{elo}\"]\n[BlackElo \"{elo}\"]\n\n{moves} *\n\n")
    };
    let warned = rated(1500, &format!("1. e4{}", " $999".repeat(16)));
    let last = rated(2500, "1. e4 $999");
    let words = "stray ".repeat(20);
    let unclosed = "1. e4 * ( e5\n\n[Event \"x\"]\n1. e4 *\n";
    let filter = Filter {
        elo_bin_limit: Some(EloBinLimit { games: 1, bin_width: 100 }),
        ..Filter::default()
    };
    let cases = [
        (format!("{}{last}", warned.repeat(700)), 0, 17),
        (format!("{}{last}", format!("{words}\n{}", rated(1500, "1. d4")).repeat(700)), 0, 14_001),
        (format!("{}{unclosed}", rated(1500, "1. e4 Nd4").repeat(12_000)), 2, 1),
    ];
    for (text, errors, warnings) in cases {
        let read = |threads, batch_bytes| {
            let options = ReadOptions { batch_bytes, filter: Some(&filter), ..options(threads) };
            let bytes = Source::Bytes("cap".to_owned(), Arc::new(text.clone()));
            Games::from_pgn(vec![bytes], options, |_| {}).unwrap()
        };
        let whole = read(1, None);
        assert_eq!((whole.error_count(), whole.warning_count()), (errors, warnings));
        for (threads, batch) in [(1, 4096), (2, 4096), (2, 1 << 16), (4, 1 << 14), (3, 4096)] {
            let parts = read(threads, Some(batch));
            assert_same(&parts, &whole);
            assert_eq!(parts.filtered_out(), whole.filtered_out());
        }
    }
    // where a game ends may depend on whether the cap lets it be read
    let games = |n: u32| {
        let moves =
            ["1. e4 e5 *", "1. e4 e5 1:0 1. d4 d5", "1. e4 Nd4 1/2 1. c4 *", "1. d4 1-O 1. c4"];
        // classes that fill all the time
        let random = n.wrapping_mul(2_654_435_761) >> 16;
        rated(1000 + (random % 30 * (random / 30 % 30)) as u16, moves[random as usize / 900 % 4])
    };
    let text: String = (0..20_000).map(games).collect();
    let filter = Filter {
        elo_bin_limit: Some(EloBinLimit { games: 30, bin_width: 2 }),
        ..Filter::default()
    };
    let read = |threads, batch_bytes| {
        let options = ReadOptions { batch_bytes, filter: Some(&filter), ..options(threads) };
        let bytes = Source::Bytes("odd".to_owned(), Arc::new(text.clone()));
        Games::from_pgn(vec![bytes], options, |_| {}).unwrap()
    };
    let whole = read(1, None);
    assert!(whole.len() > 700 && whole.filtered_out().total() > 1000);
    for (threads, batch) in [(1, 4096), (2, 1 << 17), (4, 1 << 18), (3, 1 << 16)] {
        let parts = read(threads, Some(batch));
        assert_same(&parts, &whole);
        assert_eq!(parts.filtered_out(), whole.filtered_out());
    }
    // an error outside games is no game's
    let games = Games::from_pgn_text("unclosed", unclosed.as_bytes());
    assert_eq!((games.len(), games.error_count()), (2, 1));
    assert_eq!(games.errors()[0].index, None);
}

/// What gives other bytes each time it is asked breaks nothing, and ends.
#[test]
fn memory_that_shrinks() {
    struct Shrinking(std::sync::atomic::AtomicUsize, Vec<u8>);
    impl AsRef<[u8]> for Shrinking {
        fn as_ref(&self) -> &[u8] {
            let asked = self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            &self.1[..if asked % 7 < 5 { self.1.len() } else { 10 }]
        }
    }
    for threads in [1, 2] {
        for first in 0..7 {
            let shrinking = Shrinking(first.into(), some_games(10_000).into_bytes());
            let source = Source::Bytes("shrinking".to_owned(), Arc::new(shrinking));
            let small = ReadOptions { batch_bytes: Some(1 << 14), ..options(threads) };
            let _ = Games::from_pgn(vec![source], small, |_| {});
        }
    }
}

/// What breaks while it is read, on any thread, breaks the call: none of the others waits for it.
#[test]
fn a_source_that_panics() {
    struct Broken(std::sync::atomic::AtomicUsize, Vec<u8>);
    impl AsRef<[u8]> for Broken {
        fn as_ref(&self) -> &[u8] {
            assert!(self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed) < 40, "broken");
            &self.1
        }
    }
    for threads in [1, 2, 4] {
        let broken = Broken(0.into(), some_games(100_000).into_bytes());
        let source = Source::Bytes("broken".to_owned(), Arc::new(broken));
        let small = ReadOptions { batch_bytes: Some(1 << 14), ..options(threads) };
        let read = std::panic::AssertUnwindSafe(|| Games::from_pgn(vec![source], small, |_| {}));
        assert!(std::panic::catch_unwind(read).is_err());
    }
}

fn stream(bytes: Vec<u8>) -> Source {
    Source::Stream("stream".to_owned(), Box::new(io::Cursor::new(bytes)))
}

fn read_stream(bytes: Vec<u8>) -> Games {
    Games::from_pgn(vec![stream(bytes)], options(2), |_| {}).unwrap()
}

fn some_games(count: usize) -> String {
    let game = |n: usize| format!("[Event \"g\"]\n[Round \"{n}\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n");
    (0..count).map(game).collect()
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

fn zstd(text: &[u8]) -> Vec<u8> {
    let mut encoder = zstd::Encoder::new(Vec::new(), 1).unwrap();
    encoder.include_checksum(true).unwrap();
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

fn bzip2(text: &[u8]) -> Vec<u8> {
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn compressed_sources() {
    let text = some_games(3000);
    let plain = read_stream(text.clone().into_bytes());
    assert_eq!((plain.len(), plain.moves().len()), (3000, 12_000));
    let (first, second) = text.as_bytes().split_at(50_000);
    for compress in [gzip, zstd, bzip2] {
        assert_same(&read_stream(compress(text.as_bytes())), &plain);
        // several frames or members, cut in the middle of a game
        assert_same(&read_stream([compress(first), compress(second)].concat()), &plain);
    }
    // a frame that is passed over, as parallel compressors write them
    let skippable = [b"\x50\x2A\x4D\x18\x04\0\0\0abcd".to_vec(), zstd(text.as_bytes())].concat();
    assert_same(&read_stream(skippable), &plain);
    // a window beyond what decoders allow unless told so
    let mut encoder = zstd::Encoder::new(Vec::new(), 3).unwrap();
    encoder.long_distance_matching(true).unwrap();
    encoder.window_log(29).unwrap();
    encoder.write_all(text.as_bytes()).unwrap();
    assert_same(&read_stream(encoder.finish().unwrap()), &plain);
}

#[test]
fn a_cut_source_keeps_its_games_and_says_so() {
    let mut rng = 1u32;
    let mut noise = || {
        rng = rng.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        rng >> 8
    };
    // comments that do not compress, so that the cut is in the middle of the games
    let game =
        |n: usize, x: u32| format!("[Event \"g\"]\n[Round \"{n}\"]\n\n1. e4 {{{x}}} e5 1-0\n\n");
    let text: String = (0..20_000).map(|n| game(n, noise())).collect();
    for (compress, name) in
        [(gzip as fn(&[u8]) -> Vec<u8>, "gzip"), (zstd, "zstd"), (bzip2, "bzip2")]
    {
        let whole = compress(text.as_bytes());
        let cut = whole[..whole.len() / 2].to_vec();
        let good = Games::from_pgn_text("good", b"1. e4 *");
        let sources = vec![stream(cut), Source::Stream("next".into(), Box::new(&b"1. d4 *"[..]))];
        let games = Games::from_pgn(sources, options(2), |_| {}).unwrap();
        assert!(games.len() > 1000, "{name}: {}", games.len());
        let error = games.errors().last().unwrap();
        assert_eq!(error.kind, GameErrorKind::Source, "{name}");
        assert_eq!((&*error.source, error.game), ("stream", games.len() as u64 - 1), "{name}");
        assert!(error.reason.contains(name), "{error}");
        // all but the last game of the cut source are whole
        let broken = games.broken().iter().filter(|&&broken| broken).count();
        assert!(broken <= 1, "{name}");
        assert_eq!(games.game(games.len() - 1).unwrap().moves().len(), 1);
        assert_eq!(good.error_count(), 0);
        // damaged in the middle
        let mut damaged = whole.clone();
        let middle = damaged.len() / 2;
        for byte in &mut damaged[middle..middle + 64] {
            *byte = byte.wrapping_mul(7) ^ 0x55;
        }
        let games = read_stream(damaged);
        assert!(games.error_count() >= 1, "{name}");
    }
}

#[test]
fn sources_that_are_no_pgn() {
    let missing = Source::Path("/nowhere/at all.pgn".into());
    match Games::from_pgn(vec![missing], options(1), |_| {}) {
        Err(ReadError::Open { source, error }) => {
            assert_eq!(source, "/nowhere/at all.pgn");
            assert_eq!(error.kind(), io::ErrorKind::NotFound);
        }
        other => panic!("{other:?}"),
    }
    assert!(Games::from_pgn(vec![Source::Path("/".into())], options(1), |_| {}).is_err());
    let binary: Vec<u8> = (0..100_000u32).map(|n| (n.wrapping_mul(n) >> 3) as u8).collect();
    let utf16: Vec<u8> =
        "\u{FEFF}[Event \"t\"]\n1. e4 *".encode_utf16().flat_map(u16::to_le_bytes).collect();
    for bytes in [binary, utf16] {
        let games = read_stream(bytes);
        assert_eq!((games.len(), games.error_count()), (0, 1));
        assert_eq!(games.errors()[0].kind, GameErrorKind::Source);
    }
    for empty in ["", "\n \t\r\n"] {
        let games = read_stream(empty.into());
        assert_eq!((games.len(), games.error_count(), games.warning_count()), (0, 0, 0));
    }
}

#[test]
fn a_stop_is_heard_and_progress_is_told() {
    let text = some_games(50_000).into_bytes();
    let bytes = text.len() as u64;
    let calls = Cell::new(0);
    let stop = || {
        calls.set(calls.get() + 1);
        calls.get() > 2
    };
    let run = Run { stop: &stop, threads: NonZeroUsize::new(1) };
    let stopping = ReadOptions { run, batch_bytes: Some(1 << 14), ..ReadOptions::default() };
    // slower than the pool's patience
    struct Slow(io::Cursor<Vec<u8>>);
    impl Read for Slow {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            std::thread::sleep(std::time::Duration::from_millis(25));
            self.0.read(buffer)
        }
    }
    let slow = Source::Stream("slow".into(), Box::new(Slow(io::Cursor::new(text.clone()))));
    let stopped = Games::from_pgn(vec![slow], stopping, |_| {});
    assert!(matches!(stopped, Err(ReadError::Interrupted)));
    let mut told = Vec::new();
    let small = ReadOptions { batch_bytes: Some(1 << 18), ..options(2) };
    Games::from_pgn(vec![stream(text)], small, |progress| told.push(progress)).unwrap();
    assert!(told.len() > 5 && told.windows(2).all(|two| two[0].bytes <= two[1].bytes));
    let last = told.last().unwrap();
    assert_eq!((last.bytes, last.games, last.total), (bytes, 50_000, None));
}

#[test]
fn tags_and_results() {
    let text = b"[Event \"a\"]\n[WhiteElo \"2500\"]\n[BlackElo \"?\"]\n[Result \"1-0\"]\n\n1. e4 0-1\n\n\
        [White \"M\xFCller\"]\n[Black \"\\\"x\\\"\"]\n[Result \"*\"]\n\n1. d4 1/2-1/2\n\n[Event \"c\"]\n1. c4";
    let games = read_stream(text.to_vec());
    assert_eq!(games.results(), [1, 0, -128]);
    assert_eq!(games.white_elo(), [2500, 0, 0]);
    let second = games.game(1).unwrap();
    assert_eq!((second.header("White"), second.header("Black")), (Some("Müller"), Some("\"x\"")));
    assert_eq!(second.result(), GameResult::Draw);
    assert_eq!(games.warnings().len(), 1);
    assert_eq!(games.warnings()[0].kind, GameErrorKind::Pgn(PgnErrorKind::ResultMismatch));
    assert_eq!(games.warnings()[0].index, Some(0));
}

fn columns_of(games: &Games) -> Columns {
    let names: Vec<&str> = games.headers().names().collect();
    let (bytes, offsets) = games.headers().raw();
    Columns {
        start: games.start_codes().to_vec(),
        other_starts: games.other_starts().to_vec(),
        chess960: games.chess960().to_vec(),
        moves: games.move_bits().to_vec(),
        offsets: games.offsets().to_vec(),
        results: games.results().to_vec(),
        white_elo: games.white_elo().to_vec(),
        black_elo: games.black_elo().to_vec(),
        evals: games.evals().map(<[i32]>::to_vec),
        clocks: games.clocks().map(<[i32]>::to_vec),
        move_times: games.move_times().map(<[i32]>::to_vec),
        arrows: games
            .arrow_bits()
            .zip(games.arrow_offsets())
            .map(|(a, b)| (a.to_vec(), b.to_vec())),
        broken: games.broken().to_vec(),
        headers: Headers::from_raw(&names, bytes.to_vec(), offsets.to_vec()).unwrap(),
        sources: Some(SourceColumns {
            names: games.source_names().to_vec(),
            sources: games.sources().to_vec(),
            games: games.source_games().to_vec(),
            offsets: games.source_offsets().to_vec(),
        }),
    }
}

#[test]
fn columns_are_believed_only_if_every_move_is_legal() {
    let text = b"[White \"A\"]\n1. e4 {[%eval 0.2] [%clk 0:01:00]} e5 2. Nf3 1-0\n\n\
        [FEN \"4k3/8/8/8/8/8/8/RR1K1R1R w BF - 0 1\"]\n1. O-O-O Ke7 *\n\n\
        [FEN \"4k3/8/8/8/8/8/8/4K2R w K - 3 9\"]\n1. O-O *\n";
    let games = read_stream(text.to_vec());
    let good = columns_of(&games);
    let again = Games::from_columns(good.clone(), Run::default()).unwrap();
    assert_same(&again, &games);
    assert_eq!(games.start_codes(), [518, FIRST_OTHER_CODE, FIRST_OTHER_CODE + 1]);

    let fails = |change: &dyn Fn(&mut Columns)| {
        let mut columns = good.clone();
        change(&mut columns);
        Games::from_columns(columns, Run::default()).unwrap_err()
    };
    assert_eq!(
        fails(&|columns| columns.moves[1] = columns.moves[0]),
        ColumnsError::Move { game: 0, ply: 1, bits: good.moves[0] }
    );
    for bits in [0, 0xFFFF, 0x5041] {
        let error = fails(&|columns| columns.moves[3] = bits);
        assert_eq!(error, ColumnsError::Move { game: 1, ply: 0, bits });
    }
    // games are played by twos: the first that is wrong is told of, whichever is found first
    let wrong = |game, ply| ColumnsError::Move { game, ply, bits: 0 };
    assert_eq!(fails(&|columns| columns.moves[2..4].fill(0)), wrong(0, 2));
    assert_eq!(fails(&|columns| columns.moves[2] = 0), wrong(0, 2));
    assert_eq!(fails(&|columns| columns.moves[4..6].fill(0)), wrong(1, 1));
    assert_eq!(fails(&|columns| columns.moves[5] = 0), wrong(2, 0));
    assert_eq!(fails(&|columns| columns.offsets[1] = 9), ColumnsError::Offsets);
    assert_eq!(fails(&|columns| columns.offsets[0] = 1), ColumnsError::Offsets);
    assert_eq!(fails(&|columns| columns.offsets[3] = u64::MAX), ColumnsError::Offsets);
    for code in [960, FIRST_OTHER_CODE - 1, FIRST_OTHER_CODE + 2, u32::MAX] {
        let wrong = ColumnsError::Value { column: "start", game: 2, value: i64::from(code) };
        assert_eq!(fails(&|columns| columns.start[2] = code), wrong);
    }
    // the first game's moves from another start
    assert!(matches!(
        fails(&|columns| columns.start[0] = FIRST_OTHER_CODE + 1),
        ColumnsError::Move { game: 0, .. }
    ));
    assert!(matches!(fails(&|c| c.chess960[1] = false), ColumnsError::Value { game: 1, .. }));
    assert!(matches!(fails(&|c| c.results[0] = 2), ColumnsError::Value { value: 2, .. }));
    assert!(matches!(fails(&|c| c.black_elo[0] = -1), ColumnsError::Value { .. }));
    assert_eq!(fails(&|c| c.other_starts[1] = c.other_starts[0]), ColumnsError::Start(1));
    assert_eq!(fails(&|c| c.other_starts[1] = Default::default()), ColumnsError::Start(1));
    let lengths: [&dyn Fn(&mut Columns); 8] = [
        &|c| c.chess960.truncate(1),
        &|c| c.results.truncate(1),
        &|c| c.offsets.truncate(1),
        &|c| c.white_elo.truncate(1),
        &|c| c.evals.as_mut().unwrap().truncate(1),
        &|c| c.clocks.as_mut().unwrap().truncate(1),
        &|c| c.broken.truncate(1),
        &|c| c.headers = Headers::new(),
    ];
    for change in lengths {
        assert!(matches!(fails(change), ColumnsError::Length { .. }));
    }
}

/// A filter gives the games that one would pick afterwards, and finds their ends as reading does.
#[test]
fn filters_by_tags() {
    let mut texts = vec![("tricky".to_owned(), tricky_text().into_bytes())];
    for name in [
        "lichess_999.pgn",
        "world_matches_annotated.pgn",
        "twic_head.pgn",
        "dortmund_annotated.pgn",
    ] {
        texts.extend(shared(name).map(|path| (name.to_owned(), std::fs::read(path).unwrap())));
    }
    for (name, text) in texts {
        let all = Games::from_pgn_text(&name, &text);
        let filters = [
            Filter { min_elo: Some(1500), max_elo: Some(2500), ..Filter::default() },
            Filter { chess960: Some(true), ..Filter::default() },
            Filter { results: Some(vec![GameResult::Draw]), ..Filter::default() },
            Filter {
                tags: vec![("Event".into(), vec!["b".into(), "f".into()])],
                ..Filter::default()
            },
            Filter::default(),
        ];
        for (n, filter) in filters.iter().enumerate() {
            let picked = all.iter().filter(|game| {
                let elo = [all.white_elo()[game.index()], all.black_elo()[game.index()]];
                match n {
                    0 => elo.iter().all(|elo| (1500..=2500).contains(elo)),
                    1 => game.is_chess960(),
                    2 => game.header("Result") == Some("1/2-1/2"),
                    3 => matches!(game.header("Event"), Some("b" | "f")),
                    _ => true,
                }
            });
            let picked = all.select(picked.map(|game| game.index())).unwrap();
            let source = Source::Stream(name.clone(), Box::new(io::Cursor::new(text.clone())));
            let options =
                ReadOptions { filter: Some(filter), batch_bytes: Some(1 << 18), ..options(2) };
            let games = Games::from_pgn(vec![source], options, |_| {}).unwrap();
            assert_eq!(
                games.len() as u64 + games.filtered_out().total(),
                all.len() as u64,
                "{name} {n}"
            );
            assert!(
                games.moves() == picked.moves() && games.offsets() == picked.offsets(),
                "{name} {n}"
            );
            for (a, b) in games.iter().zip(picked.iter()) {
                assert!(a.headers().eq(b.headers()), "{name} {n}");
            }
            let numbers = |games: &Games| -> Vec<u64> {
                games.errors().iter().filter(|e| e.index.is_some()).map(|e| e.game).collect()
            };
            assert_eq!(numbers(&games), numbers(&picked), "{name} {n}");
        }
    }
}

/// Results in typographers' spellings end their games as those of the standard do.
#[test]
fn results_with_other_dashes() {
    let text = "1. e4 e5 0–1\n\n1. d4 1/2–1/2 1. c4 ½—½\n1. Nf3 1−0\n\
        1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. 0–0 *\n1. e4 O–O";
    let games = Games::from_pgn_text("dashes", text.as_bytes());
    assert_eq!(games.results(), [-1, 0, 0, 1, -128, -128]);
    assert_eq!(games.game(4).unwrap().moves().len(), 7);
    let told = games.warnings().iter().map(|fault| (fault.kind.name(), &*fault.token));
    let told: Vec<_> = told.collect();
    assert_eq!(told, ["0–1", "1/2–1/2", "½—½", "1−0"].map(|token| ("odd_result", token)));
    assert_eq!(games.errors().iter().map(|fault| &*fault.token).collect::<Vec<_>>(), ["O–O"]);
}
