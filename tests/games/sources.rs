//! Compressed, damaged and slow sources.

use std::cell::Cell;
use std::io::{self, Read, Write};
use std::num::NonZeroUsize;

use enroque::games::{GameErrorKind, Games};
use enroque::io::{ReadError, ReadOptions, Source};
use enroque::pool::Run;

use super::{assert_same, options, read_stream, some_games, stream};

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
    // a skippable frame, as parallel compressors write them
    let skippable = [b"\x50\x2A\x4D\x18\x04\0\0\0abcd".to_vec(), zstd(text.as_bytes())].concat();
    assert_same(&read_stream(skippable), &plain);
    // a window beyond the default limit of decoders
    let mut encoder = zstd::Encoder::new(Vec::new(), 3).unwrap();
    encoder.long_distance_matching(true).unwrap();
    encoder.window_log(29).unwrap();
    encoder.write_all(text.as_bytes()).unwrap();
    assert_same(&read_stream(encoder.finish().unwrap()), &plain);
}

#[test]
fn truncated_and_damaged_sources() {
    let mut rng = 1u32;
    let mut noise = || {
        rng = rng.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        rng >> 8
    };
    // comments that do not compress well, so that the text is truncated within the games
    let game =
        |n: usize, x: u32| format!("[Event \"g\"]\n[Round \"{n}\"]\n\n1. e4 {{{x}}} e5 1-0\n\n");
    let text: String = (0..20_000).map(|n| game(n, noise())).collect();
    for (compress, name) in
        [(gzip as fn(&[u8]) -> Vec<u8>, "gzip"), (zstd, "zstd"), (bzip2, "bzip2")]
    {
        let whole = compress(text.as_bytes());
        let truncated = whole[..whole.len() / 2].to_vec();
        let good = Games::from_pgn_text("good", b"1. e4 *");
        let sources =
            vec![stream(truncated), Source::Stream("next".into(), Box::new(&b"1. d4 *"[..]), None)];
        let games = Games::from_pgn(sources, options(2), |_| {}).unwrap();
        assert!(games.len() > 1000, "{name}: {}", games.len());
        let error = games.errors().last().unwrap();
        assert_eq!(error.kind, GameErrorKind::Source, "{name}");
        assert_eq!((&*error.source, error.game), ("stream", games.len() as u64 - 1), "{name}");
        assert!(error.reason.contains(name), "{error}");
        // all but the last game of the truncated source are complete
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
fn sources_that_are_not_pgn() {
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
fn interruption_and_progress() {
    let text = some_games(50_000).into_bytes();
    let bytes = text.len() as u64;
    let calls = Cell::new(0);
    let stop = || {
        calls.set(calls.get() + 1);
        calls.get() > 2
    };
    let run = Run { stop: &stop, threads: NonZeroUsize::new(1), ..Run::default() };
    let stopping = ReadOptions { run, batch_bytes: Some(1 << 14), ..ReadOptions::default() };
    // slower than the interval of the calls of `stop`
    struct Slow(io::Cursor<Vec<u8>>);
    impl Read for Slow {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            std::thread::sleep(std::time::Duration::from_millis(25));
            self.0.read(buffer)
        }
    }
    let slow = Source::Stream("slow".into(), Box::new(Slow(io::Cursor::new(text.clone()))), None);
    let stopped = Games::from_pgn(vec![slow], stopping, |_| {});
    assert!(matches!(stopped, Err(ReadError::Interrupted)));
    let mut reports = Vec::new();
    let small = ReadOptions { batch_bytes: Some(1 << 18), ..options(2) };
    Games::from_pgn(vec![stream(text)], small, |progress| reports.push(progress)).unwrap();
    assert!(reports.len() > 5 && reports.windows(2).all(|two| two[0].bytes <= two[1].bytes));
    let last = reports.last().unwrap();
    assert_eq!((last.bytes, last.games, last.total), (bytes, 50_000, None));
}
