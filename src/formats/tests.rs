//! Round trips of random games through every format, and damaged files.

use std::io::Cursor;
use std::path::{Path, PathBuf};

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::chess960;
use crate::games::{Games, PlayedMoves};
use crate::movegen::legal_moves;
use crate::position::Position;
use crate::rules::GameResult;
use crate::store::Rows;
use crate::tensor::WinModel;
use crate::tensor::lc0::{InputFormat, V6_BYTES, V6Record, V6Value};
use crate::tensor::records::{RecordLabel, read_bullet};
use crate::types::{Color, NO_EVAL};

/// The start positions of random games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Starts {
    Standard,
    Chess960,
    Double960,
}

/// Games of random legal moves, with evaluations for most of the positions but the last.
pub(super) fn random_games(seed: u64, count: usize, starts: Starts) -> Games {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut games = Games::new();
    for _ in 0..count {
        let number = |rng: &mut ChaCha8Rng| chess960::random_number(rng);
        let start = match starts {
            Starts::Standard => Position::standard(),
            Starts::Chess960 => chess960::position(number(&mut rng)).unwrap(),
            Starts::Double960 => {
                let (white, black) = (number(&mut rng), number(&mut rng));
                chess960::double_position(white, black).unwrap()
            }
        };
        let plies = 1 + rng.next_u32() as usize % 200;
        let (mut moves, mut evals) = (Vec::new(), Vec::new());
        let mut position = start;
        while moves.len() < plies {
            let legal = legal_moves(&position);
            if legal.is_empty() {
                break;
            }
            // castling is rare among random moves, so it is always played
            let castling = legal.iter().find(|&&m| position.castling_side(m).is_some());
            let any = legal[rng.next_u32() as usize % legal.len()];
            let m = castling.copied().unwrap_or(any);
            position.play_unchecked(m);
            moves.push(m);
            evals.push(match rng.next_u32() % 10 {
                0 => NO_EVAL,
                1 => 1_000_000 - (rng.next_u32() % 100) as i32 - 1,
                2 => (rng.next_u32() % 100) as i32 - 999_999,
                _ => (rng.next_u32() % 4000) as i32 - 2000,
            });
        }
        if let Some(last) = evals.last_mut() {
            *last = NO_EVAL;
        }
        if evals.iter().all(|&eval| eval == NO_EVAL) {
            evals.clear();
        }
        let results = [GameResult::WhiteWins, GameResult::Draw, GameResult::BlackWins];
        let result = results[rng.next_u32() as usize % 3];
        let start_eval = (rng.next_u32() % 100).to_string();
        let tags = [(START_EVAL_TAG, &start_eval[..])];
        games.push_played(&PlayedMoves {
            start: &start,
            moves: &moves,
            last: position.placement(),
            evals: &evals,
            result,
            is_chess960: false,
            tags: &tags,
        });
    }
    games
}

pub(super) fn written(format: Format, games: &Games, options: WriteOptions) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut writer = GameWriter::new(format, &mut bytes, options);
    writer.write(games).unwrap();
    let (written, _) = writer.finish().unwrap();
    assert_eq!((written.games, written.bytes), (games.len() as u64, bytes.len() as u64));
    bytes
}

/// Returns the games of a file in memory and the error that ended it.
pub(super) fn read(format: Format, bytes: &[u8]) -> (Games, Option<FormatError>) {
    let stream = Box::new(Cursor::new(bytes.to_vec()));
    let mut reader = GameReader::new(format, "test", stream);
    let mut games = Games::new();
    loop {
        // a small number, so that batches are joined
        match reader.next_games(7) {
            Ok(Some(batch)) => games.append(&batch),
            Ok(None) => return (games, None),
            Err(error) => {
                assert!(reader.next_games(7).unwrap().is_none());
                return (games, Some(error));
            }
        }
    }
}

fn assert_same(a: &Games, b: &Games) {
    assert_eq!(a.start_codes(), b.start_codes());
    assert_eq!(a.chess960(), b.chess960());
    assert_eq!(a.offsets(), b.offsets());
    assert_eq!(a.moves(), b.moves());
    assert!(a.iter().zip(b.iter()).all(|(a, b)| a.signature() == b.signature()));
    assert_eq!(a.result(), b.result());
    assert_eq!(a.evals(), b.evals());
    for (one, other) in a.iter().zip(b.iter()) {
        assert_eq!(one.header(START_EVAL_TAG), other.header(START_EVAL_TAG));
    }
}

#[test]
fn random_games_through_viriformat() {
    for (seed, starts) in
        [Starts::Standard, Starts::Chess960, Starts::Double960].into_iter().enumerate()
    {
        let games = random_games(seed as u64, 60, starts);
        let bytes = written(Format::Viriformat, &games, WriteOptions::default());
        let (again, error) = read(Format::Viriformat, &bytes);
        assert!(error.is_none(), "{error:?}");
        assert_same(&games, &again);
        assert_eq!(written(Format::Viriformat, &again, WriteOptions::default()), bytes);
    }
}

#[test]
fn random_games_through_binpack() {
    let games = random_games(4, 200, Starts::Standard);
    let bytes = written(Format::Binpack, &games, WriteOptions::default());
    let (again, error) = read(Format::Binpack, &bytes);
    assert!(error.is_none(), "{error:?}");
    assert_same(&games, &again);
    assert_eq!(written(Format::Binpack, &again, WriteOptions::default()), bytes);
}

#[test]
fn binpack_refuses_chess960() {
    let games = random_games(4, 3, Starts::Chess960);
    let mut writer = GameWriter::new(Format::Binpack, Vec::new(), WriteOptions::default());
    assert_eq!(
        writer.write(&games).unwrap_err().to_string(),
        "binpack cannot store game 0, ply 0: Chess960 is not supported"
    );
}

/// Changes some bytes of a file, or cuts it.
fn damage(rng: &mut ChaCha8Rng, bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..1 + rng.next_u32() % 3 {
        let at = rng.next_u32() as usize % bytes.len().max(1);
        match rng.next_u32() % 6 {
            0 => bytes.truncate(at),
            1 => bytes.insert(at, rng.next_u32() as u8),
            2 => drop((at < bytes.len()).then(|| bytes.remove(at))),
            3 => bytes.iter_mut().skip(at).take(8).for_each(|byte| *byte = 0xFF),
            _ => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << (at % 8)),
        }
    }
    bytes
}

/// Options with which every game is written.
const WRITE_ALL_GAMES: WriteOptions = WriteOptions {
    skip_unsupported: false,
    missing_score: Some(0),
    input_format: InputFormat::Classical,
    archive: false,
};

/// Reads a file with every reader of its format; returns the last error.
fn read_with_every_reader(format: Format, bytes: &[u8]) -> Option<FormatError> {
    let mut last = None;
    if format.info().has_games {
        last = read(format, bytes).1;
    }
    if format.record_bytes().is_some() {
        let stream = Box::new(Cursor::new(bytes.to_vec()));
        let mut reader = RecordReader::new(format, "test", stream).unwrap();
        loop {
            match reader.next_records(7) {
                Ok(Some(_)) => {}
                Ok(None) => break,
                Err(error) => last = Some(error),
            }
        }
    }
    if format.is_chessbench() {
        let mut reader = match ChessBenchReader::from_bytes(format, "test", bytes.into()) {
            Ok(reader) => reader,
            Err(error) => return Some(error),
        };
        loop {
            match reader.next_record() {
                Ok(Some(_)) => {}
                Ok(None) => break,
                Err(error) => return Some(error),
            }
        }
    }
    last
}

/// A path for a file of this test.
fn scratch(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("enroque-formats-{}-{name}", std::process::id()))
}

#[test]
fn errors_of_damaged_files_have_a_location() {
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    for (_, format) in Format::NAMES {
        for archive in [false, true] {
            if archive && format != Format::Lc0 {
                continue;
            }
            // few games of lc0, since damage to most of its bytes is not detectable
            let (games, tries) = if format == Format::Lc0 { (2, 300) } else { (12, 1000) };
            let games = random_games(5, games, Starts::Standard);
            let good = written(format, &games, WriteOptions { archive, ..WRITE_ALL_GAMES });
            assert!(read_with_every_reader(format, &good).is_none(), "{format:?}");
            let mut errors = 0;
            for _ in 0..tries {
                let bad = damage(&mut rng, &good);
                if let Some(error) = read_with_every_reader(format, &bad) {
                    errors += 1;
                    // in an archive the offset is that in the decompressed file
                    assert!(archive || error.offset <= bad.len() as u64, "{error}");
                    assert!(error.entry > 0 || format.is_chessbench(), "{error}");
                }
            }
            assert!(errors > tries / 5, "{format:?}: {errors}");
        }
    }
}

#[test]
fn random_bytes_are_errors() {
    let mut rng = ChaCha8Rng::seed_from_u64(10);
    for (_, format) in Format::NAMES {
        for _ in 0..200 {
            let length = rng.next_u32() % 2000;
            let bytes: Vec<u8> = (0..length).map(|_| rng.next_u32() as u8).collect();
            let error = read_with_every_reader(format, &bytes);
            assert_eq!(error.is_none(), bytes.is_empty(), "{format:?}");
        }
    }
}

#[test]
fn random_games_through_lc0() {
    for (seed, starts) in
        [Starts::Standard, Starts::Chess960, Starts::Double960].into_iter().enumerate()
    {
        let games = random_games(20 + seed as u64, 8, starts);
        for input_format in InputFormat::ALL {
            for archive in [false, true] {
                let options = WriteOptions { input_format, archive, ..WRITE_ALL_GAMES };
                let bytes = written(Format::Lc0, &games, options);
                let (again, error) = read(Format::Lc0, &bytes);
                assert!(error.is_none(), "{error:?}");
                assert_eq!(again.evals(), None);
                assert_eq!(again.start_codes(), games.start_codes());
                assert_eq!(again.offsets(), games.offsets());
                assert_eq!(again.moves(), games.moves());
                assert_eq!(again.result(), games.result());
                assert_eq!(written(Format::Lc0, &again, options), bytes, "{input_format:?}");
            }
        }
    }
}

#[test]
fn lc0_records_have_the_move_played() {
    let games = Games::from_pgn_text("text", b"1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0");
    let bytes = written(Format::Lc0, &games, WRITE_ALL_GAMES);
    let (records, _) = bytes.as_chunks::<V6_BYTES>();
    assert_eq!(records.len(), 5);
    let record = V6Record::from_bytes(&records[1]).unwrap();
    assert_eq!(record.turn(), Color::Black);
    assert_eq!((record.value(V6Value::ResultQ), record.value(V6Value::ResultD)), (-1.0, 0.0));
    assert_eq!(record.value(V6Value::PliesLeft), 4.0);
    assert!(record.value(V6Value::OrigQ).is_nan());
    assert_eq!(record.played(), 322); // e7e5 from Black's side
    let count_of =
        |value: f32| (0..1858).filter(|&index| record.probability(index) == Some(value)).count();
    assert_eq!((count_of(1.0), count_of(0.0), count_of(-1.0)), (1, 19, 1838));
    assert_eq!(record.probability(322), Some(1.0));
    assert_eq!(record.probability(1858), None);
}

/// A case found by fuzzing: the second game begins at the last position of the first, so a legal
/// move leads from each record to the next. The games are separated by `plies_left`, which does not
/// decrease.
#[test]
fn lc0_games_that_begin_where_another_ended() {
    let text = b"1. e4 e5 1-0\n\n\
        [FEN \"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\"]\n2. Nf3 1-0\n\n\
        [FEN \"rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2\"]\n2... Nc6 3. Bb5 1-0";
    let games = Games::from_pgn_text("text", text);
    assert_eq!((games.len(), games.error_count()), (3, 0));
    let bytes = written(Format::Lc0, &games, WRITE_ALL_GAMES);
    let (again, error) = read(Format::Lc0, &bytes);
    assert!(error.is_none(), "{error:?}");
    assert_eq!(again.offsets(), games.offsets());
    assert_eq!(again.moves(), games.moves());
    // without plies_left, games are separated by moves only
    let mut records = bytes.clone();
    for record in records.as_chunks_mut::<V6_BYTES>().0 {
        let mut changed = V6Record::from_bytes(record).unwrap();
        changed.set_value(V6Value::PliesLeft, 0.0);
        record.copy_from_slice(changed.bytes());
    }
    let (joined, error) = read(Format::Lc0, &records);
    assert!(error.is_none(), "{error:?}");
    assert_eq!((joined.len(), joined.moves()), (1, games.moves()));
}

#[test]
fn a_cut_chunk_keeps_the_game_before() {
    let games = Games::from_pgn_text("text", b"1. e4 e5 1-0\n\n1. d4 d5 0-1");
    let bytes = written(Format::Lc0, &games, WRITE_ALL_GAMES);
    for end in [2 * V6_BYTES + 7, 3 * V6_BYTES - 1] {
        let (some, error) = read(Format::Lc0, &bytes[..end]);
        assert_eq!(some.moves(), &games.moves()[..2]);
        assert_eq!(error.unwrap().entry, 2);
    }
}

#[test]
fn positions_into_bulletformat() {
    let text = b"1. e4 { [%eval 0.3] } e5 { [%eval -0.2] } 2. Nf3 1-0";
    let games = Games::from_pgn_text("text", text);
    let mut writer = GameWriter::new(Format::Bulletformat, Vec::new(), WriteOptions::default());
    assert_eq!(
        writer.write(&games).unwrap_err().to_string(),
        "bulletformat cannot store game 0, ply 0: the position has no evaluation; pass missing_score \
         to write it with a fixed score"
    );
    let options = WriteOptions { skip_unsupported: true, ..WriteOptions::default() };
    let mut writer = GameWriter::new(Format::Bulletformat, Vec::new(), options);
    writer.write(&games).unwrap();
    let (written, bytes) = writer.finish().unwrap();
    assert_eq!((written.games, written.positions, written.bytes), (1, 2, 64));
    assert_eq!(written.skipped.into_iter().collect::<Vec<_>>(), [("no_evaluation", 1)]);
    let labels: Vec<RecordLabel> =
        bytes.chunks(32).map(|record| read_bullet(record).unwrap().1).collect();
    assert_eq!(
        labels,
        [RecordLabel { score: -30, result: 0 }, RecordLabel { score: -20, result: 2 }]
    );
}

#[test]
fn positions_into_bags() {
    let text = b"1. e4 { [%eval 0.3] } e5 { [%eval -0.2] } 2. Nf3 1-0";
    let games = Games::from_pgn_text("text", text);
    let path = scratch("positions.bag");
    for (format, moves, probabilities) in [
        (Format::BehavioralCloning, vec!["e2e4", "e7e5", "g1f3"], vec![]),
        (Format::StateValue, vec![], vec![-30, -20]),
        (Format::ActionValue, vec!["e2e4", "e7e5"], vec![30, 20]),
    ] {
        let options = WriteOptions { skip_unsupported: true, ..WriteOptions::default() };
        let mut writer = GameWriter::new(format, Vec::new(), options);
        writer.write(&games).unwrap();
        let (written, bytes) = writer.finish().unwrap();
        assert_eq!(written.bytes, bytes.len() as u64);
        std::fs::write(&path, bytes).unwrap();
        let mut reader = ChessBenchReader::open(format, &path).unwrap();
        let mut records = Vec::new();
        while let Some(record) = reader.next_record().unwrap() {
            records.push(record);
        }
        let played: Vec<String> =
            records.iter().filter_map(|record| Some(record.m?.to_string())).collect();
        assert_eq!(played, moves);
        let found: Vec<f64> = records.iter().filter_map(|record| record.win_probability).collect();
        let expected = |&eval: &i32| WinModel::ChessBench.win_probability(eval.into());
        assert_eq!(found, probabilities.iter().map(expected).collect::<Vec<_>>());
    }
    std::fs::remove_file(path).unwrap();
}

#[test]
fn a_bag_may_be_compressed() {
    let games = random_games(8, 3, Starts::Standard);
    let bytes = written(Format::BehavioralCloning, &games, WRITE_ALL_GAMES);
    let path = scratch("plain.bag");
    std::fs::write(&path, &bytes).unwrap();
    let mut bag = bag::Bag::open(&path).unwrap();
    let (mut compressed, mut offset_table) = (Vec::new(), bag::OffsetTable::default());
    while let Some((_, record)) = bag.next().unwrap() {
        let frame = zstd::encode_all(record, 1).unwrap();
        offset_table.push(frame.len());
        compressed.extend(frame);
    }
    offset_table.finish(&mut compressed).unwrap();
    let other = path.with_extension("bagz");
    std::fs::write(&other, compressed).unwrap();
    let mut one = ChessBenchReader::open(Format::BehavioralCloning, &path).unwrap();
    let mut two = ChessBenchReader::open(Format::BehavioralCloning, &other).unwrap();
    let mut count = 0;
    while let Some(record) = one.next_record().unwrap() {
        assert_eq!(two.next_record().unwrap(), Some(record));
        count += 1;
    }
    assert_eq!(count, games.moves().len());
    assert!(two.next_record().unwrap().is_none());
    std::fs::remove_file(path).unwrap();
    std::fs::remove_file(other).unwrap();
}

#[test]
fn large_offset_tables_use_a_temporary_file() {
    let mut offset_table = bag::OffsetTable::default();
    for n in 0..3_000_000 {
        offset_table.push(n % 3);
        offset_table.spill().unwrap();
    }
    let mut bytes = Vec::new();
    assert_eq!(offset_table.finish(&mut bytes).unwrap(), 24_000_000);
    let (offset_table, _) = bytes.as_chunks::<8>();
    assert_eq!(u64::from_le_bytes(offset_table[2]), 3);
    assert_eq!(u64::from_le_bytes(offset_table[2_999_999]), 3_000_000);
}

#[test]
fn games_are_not_read_where_there_are_none() {
    let (games, error) = read(Format::Bulletformat, &[0; 32]);
    assert!(games.is_empty());
    assert_eq!(error.unwrap().to_string(), "test: bulletformat does not store games");
    let stream = Box::new(Cursor::new(Vec::new()));
    let error = RecordReader::new(Format::Binpack, "test", stream).err().unwrap();
    assert_eq!(error.to_string(), "test: binpack does not store records of fixed size");
    let error = ChessBenchReader::open(Format::Lc0, Path::new("x.bag")).err().unwrap();
    assert_eq!(error.to_string(), "x.bag: lc0 does not store ChessBench's records");
}

#[test]
fn a_cut_file_keeps_the_games_before() {
    let games = random_games(3, 20, Starts::Chess960);
    let bytes = written(Format::Viriformat, &games, WriteOptions::default());
    let (some, error) = read(Format::Viriformat, &bytes[..bytes.len() - 1]);
    assert_eq!(some.len(), 19);
    assert_eq!(some.moves(), &games.moves()[..some.moves().len()]);
    let error = error.unwrap();
    assert_eq!((error.entry, error.offset), (20, bytes.len() as u64 - 1));
    assert_eq!(
        error.to_string(),
        format!(
            "test: entry 20, byte {}: the file ends in the middle of a game's moves",
            bytes.len() - 1
        )
    );
}

#[test]
fn unsupported_games_are_errors_or_skipped() {
    let games = Games::from_pgn_text("text", b"1. e4 e5 1-0\n\n1. d4 *\n\n1. c4 0-1");
    let mut bytes = Vec::new();
    let mut writer = GameWriter::new(Format::Viriformat, &mut bytes, WriteOptions::default());
    let error = writer.write(&games).unwrap_err();
    assert_eq!(error.to_string(), "viriformat cannot store game 1, ply 0: the result is unknown");
    let options = WriteOptions { skip_unsupported: true, ..WriteOptions::default() };
    let mut bytes = Vec::new();
    let mut writer = GameWriter::new(Format::Viriformat, &mut bytes, options);
    writer.write(&games).unwrap();
    let (written, _) = writer.finish().unwrap();
    assert_eq!((written.games, written.positions), (2, 3));
    assert_eq!(written.skipped.into_iter().collect::<Vec<_>>(), [("result_unknown", 1)]);
    let (again, error) = read(Format::Viriformat, &bytes);
    assert!(error.is_none());
    assert_eq!(again.result(), [1, -1]);
    assert_eq!(again.evals(), None);
}
