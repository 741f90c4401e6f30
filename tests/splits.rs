//! Streams and splits have the same games as whole files.

mod common;

use std::num::NonZeroUsize;
use std::path::PathBuf;

use enroque::games::Games;
use enroque::io::{GameStream, ReadOptions, Source, Split, plan_splits};
use enroque::store::Rows;

use common::{data_file, options};

fn read(source: Source) -> Games {
    Games::from_pgn(vec![source], options(2), |_| {}).unwrap()
}

/// Asserts that games and numbers of errors are equal. Lines may differ: those of a split are
/// counted from its start.
fn assert_same_games(a: &Games, b: &Games, what: &str) {
    assert_eq!(a.len(), b.len(), "{what}");
    assert!(a.moves() == b.moves() && a.offsets() == b.offsets(), "{what}");
    assert!(a.evals() == b.evals() && a.clocks() == b.clocks(), "{what}");
    assert_eq!((a.result(), a.broken()), (b.result(), b.broken()), "{what}");
    assert_eq!(a.source_error(), b.source_error());
    assert_eq!(a.error_count(), b.error_count(), "{what}");
    assert_eq!(a.warning_count(), b.warning_count(), "{what}");
    for (a, b) in a.iter().zip(b.iter()) {
        assert!(a.headers().eq(b.headers()), "{what}");
        assert_eq!(a.start().to_setup(), b.start().to_setup(), "{what}");
    }
}

fn read_all(splits: Vec<Split>) -> Games {
    let mut games = Games::new();
    for split in splits {
        games.append(&read(Source::Split(split)));
    }
    games
}

/// Asserts that splits of several sizes have each game of a file once.
fn check_splits(name: &str) {
    let path = data_file(&format!("pgn/{name}"));
    let whole = read(Source::Path(path.clone()));
    for size in [7_000, 60_013, 1 << 20, 1 << 30] {
        let splits = plan_splits(std::slice::from_ref(&path), size).unwrap();
        assert_eq!(splits.last().unwrap().end, path.metadata().unwrap().len());
        assert_same_games(&read_all(splits), &whole, &format!("{name} by {size}"));
    }
}

#[test]
fn splits_of_files_have_each_game_once() {
    for name in [
        "lichess_999.pgn",
        "lichess_from_position_100.pgn",
        "chess960_mainz2009.pgn",
        "lichess_evals_2000.pgn.zst",
    ] {
        check_splits(name);
    }
}

mod needs_shared_data {
    #[test]
    #[ignore = "needs files of shared/data/pgn"]
    fn splits_of_files_have_each_game_once() {
        for name in [
            "dortmund_annotated.pgn",
            "lc0_selfplay_352.pgn",
            "twic_head.pgn",
            "world_matches_annotated.pgn",
        ] {
            super::check_splits(name);
        }
    }
}

/// A temporary directory.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let folder = std::env::temp_dir().join(format!("enroque-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Scratch(folder)
    }

    fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.0.join(name);
        std::fs::write(&path, bytes).unwrap();
        path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Games with text that looks like the start of a game, and broken games.
fn text_with_ambiguous_boundaries() -> String {
    let plain = "[Event \"p\"]\n[White \"A\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n\n";
    let comment =
        "[Event \"c\"]\n\n1. d4 {see 1-0\n\n[Event \"x\"]\n[Site \"y\"]\n} d5 2. c4 *\n\n";
    let unclosed = "[Event \"u\"]\n\n1. d4 {never 1-0\n\n[Event \"v\"]\n\n1. e4 {a} e5 *\n\n";
    let bare = "1. e4 e5 *\n\n1. d4 d5 1/2-1/2\n\n";
    let broken = "[Event \"b\"]\r\n[Foo \"1\"]\r\n\r\n1. e4 Nd4 2. e5 } 1-0\r\n";
    [plain, comment, plain, unclosed, plain, bare, broken, plain].concat()
}

/// Two splits with each possible boundary, and splits of each small size.
#[test]
fn any_ranges_have_each_game_once() {
    let scratch = Scratch::new("ranges");
    let text = text_with_ambiguous_boundaries();
    let path = scratch.file("tricky.pgn", text.as_bytes());
    let whole = read(Source::Path(path.clone()));
    let file_bytes = text.len() as u64;
    let split = |start, end| Split { path: path.clone(), start, end, file_bytes };
    for cut in 0..=file_bytes {
        let splits = vec![split(0, cut), split(cut, file_bytes)];
        assert_same_games(&read_all(splits), &whole, &format!("cut at {cut}"));
    }
    for size in 1..40 {
        let splits = plan_splits(std::slice::from_ref(&path), size).unwrap();
        assert_eq!(splits.len() as u64, file_bytes.div_ceil(size));
        assert_same_games(&read_all(splits), &whole, &format!("by {size}"));
    }
    std::fs::write(&path, &text[1..]).unwrap();
    let changed = Games::from_pgn(vec![Source::Split(split(0, 9))], options(1), |_| {});
    assert!(changed.unwrap_err().to_string().contains("has changed"));
}

#[test]
fn a_zstd_file_is_split_between_its_frames() {
    let scratch = Scratch::new("frames");
    let text = text_with_ambiguous_boundaries().repeat(50);
    let mut bytes = Vec::new();
    for (n, chunk) in text.as_bytes().chunks(400).enumerate() {
        let mut encoder = zstd::Encoder::new(Vec::new(), 1).unwrap();
        encoder.include_checksum(n % 2 == 0).unwrap();
        if n % 3 == 0 {
            encoder.set_pledged_src_size(Some(chunk.len() as u64)).unwrap();
        }
        std::io::Write::write_all(&mut encoder, chunk).unwrap();
        bytes.extend(encoder.finish().unwrap());
        bytes.extend_from_slice(b"\x5A\x2A\x4D\x18\x04\0\0\0abcd");
    }
    let path = scratch.file("frames.pgn.zst", &bytes);
    let whole = read(Source::Path(path.clone()));
    assert_eq!(whole.len(), read(Source::Path(scratch.file("a", text.as_bytes()))).len());
    let mut max_splits = 0;
    for size in [1, 500, 3000, 1 << 20] {
        let splits = plan_splits(std::slice::from_ref(&path), size).unwrap();
        max_splits = max_splits.max(splits.len());
        assert_same_games(&read_all(splits), &whole, &format!("by {size}"));
    }
    assert!(max_splits > 50);
    // bytes after the last frame are an error when they are read
    bytes.extend_from_slice(b"garbage");
    let path = scratch.file("garbage.zst", &bytes);
    let splits = plan_splits(std::slice::from_ref(&path), 3000).unwrap();
    let games = read_all(splits);
    assert_eq!((games.len(), games.source_error().is_some()), (whole.len(), true));
}

/// A file of frames, which is decompressed in parallel, has the same games as a stream of the same
/// bytes, which is not: complete, truncated, damaged, with garbage at the end.
#[test]
fn frames_are_decompressed_in_parallel() {
    let scratch = Scratch::new("parallel");
    let mut random = 7u64;
    let mut game = |n: usize, comment: usize| {
        let mut text = format!("[Event \"g\"]\n[Round \"{n}\"]\n\n1. e4 {{");
        for _ in 0..comment {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            text.push(char::from(b'!' + (random >> 33) as u8 % 64));
        }
        text + "} e5 1-0\n\n"
    };
    let text: String = (0..3000).map(|n| game(n, 400)).collect();
    // a frame that is too long to be a job
    let long: String = (0..12).map(|n| game(n, 1 << 20)).collect();
    let compress = |text: &[u8]| {
        let mut encoder = zstd::Encoder::new(Vec::new(), 1).unwrap();
        encoder.include_checksum(true).unwrap();
        std::io::Write::write_all(&mut encoder, text).unwrap();
        encoder.finish().unwrap()
    };
    let skipped = b"\x5A\x2A\x4D\x18\x04\0\0\0abcd";
    // frames that end within games, and skippable frames
    let frames: Vec<Vec<u8>> = text.as_bytes().chunks(150_000).map(compress).collect();
    let tiny: Vec<Vec<u8>> = text.as_bytes()[..70_000].chunks(900).map(compress).collect();
    let many = frames.join(&skipped[..]);
    let mut damaged = frames.clone();
    let half = frames.len() / 2;
    let middle = frames[half].len() / 2;
    damaged[half][middle] ^= 0x55;
    let ends = [compress(b""), skipped.to_vec()].concat();
    let cases = [
        ("many", many.clone()),
        ("tiny", tiny.concat()),
        ("ends", [&many[..], &ends].concat()),
        ("long", [&frames[0][..], &compress(long.as_bytes()), &frames[1]].concat()),
        ("truncated", many[..many.len() / 2].to_vec()),
        ("damaged", damaged.concat()),
        ("garbage", [&many[..], b"garbage"].concat()),
    ];
    for (name, bytes) in cases {
        let path = scratch.file(&format!("{name}.zst"), &bytes);
        let stream = Box::new(std::io::Cursor::new(bytes));
        let expected = read(Source::Stream(path.display().to_string(), stream, None));
        assert!(expected.len() > 10, "{name}");
        let is_intact = !matches!(name, "truncated" | "damaged" | "garbage");
        assert_eq!(expected.source_error().is_none(), is_intact, "{name}");
        for threads in [1, 2, 5] {
            let source = Source::Path(path.clone());
            let games = Games::from_pgn(vec![source], options(threads), |_| {}).unwrap();
            if name == "damaged" {
                // how much of a damaged frame can be read depends on the buffer sizes
                let before = text[..half * 150_000].matches("[Round").count();
                for read in [&games, &expected] {
                    assert!(read.source_error().is_some());
                    assert!((before - 1..before + 400).contains(&read.len()), "{}", read.len());
                }
                continue;
            }
            assert_same_games(&games, &expected, name);
            assert_eq!(games.errors(), expected.errors(), "{name}");
        }
    }
}

fn streamed(text: &str, count: usize, threads: usize, batch_bytes: Option<usize>) -> Vec<Games> {
    let source = Source::Stream(
        "s".to_owned(),
        Box::new(std::io::Cursor::new(text.to_owned().into_bytes())),
        None,
    );
    let options = ReadOptions { batch_bytes, ..options(threads) };
    let mut stream = GameStream::open(vec![source], &options).unwrap();
    let mut batches = Vec::new();
    let count = NonZeroUsize::new(count).unwrap();
    while let Some(games) = stream.next_games(count, options.run, |_| {}).unwrap() {
        batches.push(games);
    }
    assert!(stream.next_games(count, options.run, |_| {}).unwrap().is_none());
    batches
}

#[test]
fn batches_of_a_stream_have_the_games_of_the_whole() {
    let text = text_with_ambiguous_boundaries().repeat(40);
    let whole = Games::from_pgn_text("s", text.as_bytes());
    for count in [1, 7, 100, whole.len() - 1, whole.len(), 100_000] {
        for threads in [1, 2] {
            for batch_bytes in [Some(5000), None] {
                let batches = streamed(&text, count, threads, batch_bytes);
                let (last, full) = batches.split_last().unwrap();
                assert!(full.iter().all(|games| games.len() == count));
                assert!((1..=count).contains(&last.len()));
                let mut games = Games::new();
                for batch in &batches {
                    let errors = batch.errors().iter().chain(batch.warnings());
                    assert!(errors.flat_map(|error| error.index).all(|index| index < batch.len()));
                    games.append(batch);
                }
                assert_same_games(&games, &whole, &format!("{count} per batch"));
                assert_eq!(games.errors(), whole.errors());
                assert_eq!(games.warnings(), whole.warnings());
            }
        }
    }
    assert!(streamed("", 5, 1, None).is_empty());
    let only_errors = streamed("just words", 5, 1, None);
    assert_eq!((only_errors.len(), only_errors[0].len()), (1, 0));
}
