//! Random games through every format and back, and damaged files.

use std::io::Cursor;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::chess960;
use crate::games::Games;
use crate::movegen::legal_moves;
use crate::pgn::NO_EVAL;
use crate::position::Position;
use crate::rules::GameResult;

/// Which starts random games have.
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
        let wanted = 1 + rng.next_u32() as usize % 200;
        let (mut moves, mut evals) = (Vec::new(), Vec::new());
        let mut position = start;
        while moves.len() < wanted {
            let legal = legal_moves(&position);
            if legal.is_empty() {
                break;
            }
            // castling is rare among random moves: it is taken when there is one
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
        games.push_played(&start, &moves, &evals, result, &[(START_EVAL_TAG, &start_eval)]);
    }
    games
}

pub(super) fn written(format: GameFormat, games: &Games, options: WriteOptions) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut writer = GameWriter::new(format, &mut bytes, options);
    writer.write(games).unwrap();
    let written = writer.finish().unwrap();
    assert_eq!((written.games, written.bytes), (games.len() as u64, bytes.len() as u64));
    bytes
}

/// All games of a file in memory, and what ended it.
pub(super) fn read(format: GameFormat, bytes: &[u8]) -> (Games, Option<FormatError>) {
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
    assert_eq!(a.results(), b.results());
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
        let bytes = written(GameFormat::Viriformat, &games, WriteOptions::default());
        let (again, fault) = read(GameFormat::Viriformat, &bytes);
        assert!(fault.is_none(), "{fault:?}");
        assert_same(&games, &again);
        assert_eq!(written(GameFormat::Viriformat, &again, WriteOptions::default()), bytes);
    }
}

#[test]
fn random_games_through_binpack() {
    let games = random_games(4, 200, Starts::Standard);
    let bytes = written(GameFormat::Binpack, &games, WriteOptions::default());
    let (again, fault) = read(GameFormat::Binpack, &bytes);
    assert!(fault.is_none(), "{fault:?}");
    assert_same(&games, &again);
    assert_eq!(written(GameFormat::Binpack, &again, WriteOptions::default()), bytes);
}

#[test]
fn binpack_refuses_chess960() {
    let games = random_games(4, 3, Starts::Chess960);
    let mut writer = GameWriter::new(GameFormat::Binpack, Vec::new(), WriteOptions::default());
    assert_eq!(
        writer.write(&games).unwrap_err().to_string(),
        "binpack cannot hold game 0, ply 0: it knows the castling of standard chess only, and this \
         is Chess960"
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

#[test]
fn damaged_files_are_told_of_with_their_place() {
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    for (format, _) in GameFormat::NAMES.map(|(_, format)| (format, ())) {
        let games = random_games(5, 12, Starts::Standard);
        let good = written(format, &games, WriteOptions::default());
        let mut faults = 0;
        for _ in 0..2000 {
            let bad = damage(&mut rng, &good);
            let (_, fault) = read(format, &bad);
            if let Some(fault) = fault {
                faults += 1;
                assert!(fault.offset <= bad.len() as u64, "{fault}");
                assert!(fault.entry > 0, "{fault}");
            }
        }
        assert!(faults > 500, "{format:?}: {faults}");
    }
}

#[test]
fn random_bytes_are_no_file() {
    let mut rng = ChaCha8Rng::seed_from_u64(10);
    for (_, format) in GameFormat::NAMES {
        for _ in 0..200 {
            let length = rng.next_u32() % 2000;
            let bytes: Vec<u8> = (0..length).map(|_| rng.next_u32() as u8).collect();
            let (_, fault) = read(format, &bytes);
            assert_eq!(fault.is_none(), bytes.is_empty(), "{format:?}");
        }
    }
}

#[test]
fn a_cut_file_keeps_the_games_before() {
    let games = random_games(3, 20, Starts::Chess960);
    let bytes = written(GameFormat::Viriformat, &games, WriteOptions::default());
    let (some, fault) = read(GameFormat::Viriformat, &bytes[..bytes.len() - 1]);
    assert_eq!(some.len(), 19);
    assert_eq!(some.moves(), &games.moves()[..some.moves().len()]);
    let fault = fault.unwrap();
    assert_eq!((fault.entry, fault.offset), (20, bytes.len() as u64 - 1));
    assert_eq!(
        fault.to_string(),
        format!(
            "test: entry 20, byte {}: the file ends in the middle of a game's moves",
            bytes.len() - 1
        )
    );
}

#[test]
fn what_cannot_be_said_is_an_error_or_left_out() {
    let games = Games::from_pgn_text("text", b"1. e4 e5 1-0\n\n1. d4 *\n\n1. c4 0-1");
    let mut bytes = Vec::new();
    let mut writer = GameWriter::new(GameFormat::Viriformat, &mut bytes, WriteOptions::default());
    let error = writer.write(&games).unwrap_err();
    assert_eq!(
        error.to_string(),
        "viriformat cannot hold game 1, ply 0: it has no word for an unknown result"
    );
    let options = WriteOptions { skip_unsupported: true, ..WriteOptions::default() };
    let mut bytes = Vec::new();
    let mut writer = GameWriter::new(GameFormat::Viriformat, &mut bytes, options);
    writer.write(&games).unwrap();
    let written = writer.finish().unwrap();
    assert_eq!((written.games, written.positions), (2, 3));
    assert_eq!(written.left_out.into_iter().collect::<Vec<_>>(), [("result_unknown", 1)]);
    let (again, fault) = read(GameFormat::Viriformat, &bytes);
    assert!(fault.is_none());
    assert_eq!(again.results(), [1, -1]);
    assert_eq!(again.evals(), None);
}
