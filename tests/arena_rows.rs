//! Rows of bytes of games: a step of rows is a step of the games, and hostile bytes are refused.

use std::num::NonZeroUsize;

use enroque::arena::{
    Actions, Arena, ArenaOptions, ArenaSamples, AtLimit, Autoreset, MAX_ROW_MOVES, NO_ACTION,
    OnIllegal, ROW_BYTES, StartOrder, StartSource, Starts, step_rows,
};
use enroque::columns::{Column, Dtype, Unsupported, encode};
use enroque::notation::fen;
use enroque::pool::Run;
use enroque::rules::{RuleSet, Termination, WinnabilityRule};
use enroque::tensor::{Encoding, PlaneEncoding, PolicyEncoding};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

const ENCODINGS: [&str; 5] = ["lc0", "alphazero", "pettingzoo", "openspiel", "maia2"];

/// All kinds of chess, and endings in which positions repeat and the clock runs out.
fn starts() -> Starts {
    let endings = [
        "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1",
        "8/8/8/3k4/8/8/8/R3K3 w Q - 90 80",
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
        "4k3/p6p/8/1P4P1/8/8/8/4K3 b - - 3 9",
        "k7/8/8/8/8/8/8/K6R w - - 0 1",
    ];
    let endings = endings.map(|text| fen::read(text).unwrap()).to_vec();
    let sources = vec![
        (1.0, StartSource::Standard),
        (1.0, StartSource::Chess960),
        (1.0, StartSource::DoubleChess960),
        (4.0, StartSource::positions(endings, StartOrder::Random)),
    ];
    Starts::new(sources, false).unwrap()
}

fn options(rules: RuleSet, max_plies: Option<u32>, at_limit: AtLimit) -> ArenaOptions {
    let autoreset = Autoreset::Disabled;
    ArenaOptions { starts: starts(), rules, max_plies, at_limit, autoreset, ..Default::default() }
}

fn all(arena: &Arena) -> Vec<usize> {
    (0..arena.len()).collect()
}

fn rows_of(arena: &Arena) -> Vec<u8> {
    let mut rows = vec![1; arena.len() * ROW_BYTES];
    arena.write_game_rows(&all(arena), &mut rows, Run::default()).unwrap();
    rows
}

fn planes(arena: &Arena, name: &str) -> Vec<f32> {
    let encoding = Encoding::named(name, &[]).unwrap();
    let mut planes = vec![0.0; arena.len() * encoding.shape().iter().product::<usize>()];
    let slots = all(arena);
    let samples = ArenaSamples::new(arena, &slots).unwrap();
    let columns = [Column::Planes(encoding, Dtype::Float32)];
    let out = [(&mut planes[..]).into()];
    encode(&samples, &columns, out, Unsupported::Raise, Run::default()).unwrap();
    planes
}

#[test]
fn a_step_of_rows_is_a_step_of_the_games() {
    let rules = [RuleSet::ENGINE, RuleSet::FIDE2023, RuleSet::FIDE2014, RuleSet::LICHESS];
    let limits =
        [(None, AtLimit::Truncate), (Some(150), AtLimit::Truncate), (Some(90), AtLimit::Draw)];
    let mut seen = Vec::new();
    for (round, &rules) in rules.iter().enumerate() {
        let (max_plies, at_limit) = limits[round % limits.len()];
        let options = options(rules, max_plies, at_limit);
        let mut arena = Arena::new(48, options.clone()).unwrap();
        let slots = all(&arena);
        let mut rng = ChaCha8Rng::seed_from_u64(round as u64);
        let mut rows = rows_of(&arena);
        for ply in 0..700 {
            let actions: Vec<i64> = slots
                .iter()
                .map(|&slot| match arena.legal_moves(slot).len() as u32 {
                    0 => NO_ACTION,
                    // now and then an index one too large
                    count if rng.next_u32() % 500 == 0 => count.into(),
                    count => (rng.next_u32() % count).into(),
                })
                .collect();
            let actions = Actions::Indices(&actions);
            let lose = OnIllegal::Lose;
            let was_over: Vec<bool> = slots.iter().map(|&slot| arena.end(slot).is_some()).collect();
            let expected = arena.step_with(&slots, actions, lose, Run::default()).unwrap();
            let mut next = vec![7; rows.len()];
            let before = rows.clone();
            let steps =
                step_rows(&rows, actions, &options, lose, &mut next, Run::default()).unwrap();
            assert_eq!(rows, before);
            rows = next;
            for (&slot, (step, expected)) in slots.iter().zip(steps.iter().zip(&expected)) {
                if was_over[slot] {
                    // a step of the arena ignores the game, one of rows states the end again
                    assert_eq!((step.reward, step.terminated || step.truncated), (0.0, true));
                } else {
                    assert_eq!(step, expected);
                    seen.extend(step.termination);
                }
            }
            assert_eq!(rows, rows_of(&arena), "ply {ply}");
            if ply % 40 == 0 {
                let read = Arena::from_rows(&rows, options.clone(), Run::default()).unwrap();
                for &slot in &slots {
                    assert_eq!(read.position(slot).to_setup(), arena.position(slot).to_setup());
                    assert_eq!(read.legal_moves(slot), arena.legal_moves(slot));
                    assert_eq!(read.repetition_count(slot), arena.repetition_count(slot));
                    assert_eq!(read.ply(slot), arena.ply(slot));
                    assert_eq!(read.end(slot), arena.end(slot));
                }
                for name in ENCODINGS {
                    assert_eq!(planes(&read, name), planes(&arena, name), "{name}, ply {ply}");
                }
                let over: Vec<usize> =
                    slots.iter().copied().filter(|&slot| arena.end(slot).is_some()).collect();
                arena.reset(&over).unwrap();
                rows = rows_of(&arena);
            }
        }
    }
    use Termination::{
        Adjudication, Checkmate, FiftyMoves, IllegalMove, InsufficientMaterial, Stalemate,
        ThreefoldRepetition,
    };
    for termination in [
        Checkmate,
        Stalemate,
        InsufficientMaterial,
        ThreefoldRepetition,
        FiftyMoves,
        IllegalMove,
        Adjudication,
    ] {
        assert!(seen.contains(&termination), "{termination:?} did not occur");
    }
}

#[test]
fn without_a_limit_of_moves_the_oldest_are_forgotten() {
    let rules = RuleSet { automatic_draw_plies: None, ..RuleSet::ENGINE };
    let rules = RuleSet { automatic_repetitions: None, ..rules };
    let rules = RuleSet { winnability: WinnabilityRule::Material, ..rules };
    let start = fen::read("8/8/3k4/1p1p1p1p/1P1P1P1P/3K4/8/8 w - - 0 1").unwrap();
    let source = StartSource::positions(vec![start], StartOrder::InTurn);
    let starts = Starts::new(vec![(1.0, source)], false).unwrap();
    let options = ArenaOptions { starts, ..options(rules, None, AtLimit::Truncate) };
    let mut arena = Arena::new(8, options.clone()).unwrap();
    let slots = all(&arena);
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut rows = rows_of(&arena);
    for _ in 0..2 * MAX_ROW_MOVES {
        let legal = |&slot: &usize| arena.legal_moves(slot).len() as u32;
        let choose =
            |count: u32| if count == 0 { NO_ACTION } else { (rng.next_u32() % count).into() };
        let actions: Vec<i64> = slots.iter().map(legal).map(choose).collect();
        let actions = Actions::Indices(&actions);
        arena.step(&slots, actions, Run::default()).unwrap();
        let mut next = vec![0; rows.len()];
        step_rows(&rows, actions, &options, OnIllegal::Raise, &mut next, Run::default()).unwrap();
        rows = next;
    }
    let read = Arena::from_rows(&rows, options, Run::default()).unwrap();
    assert!(slots.iter().any(|&slot| arena.position(slot).halfmove_clock() > 200));
    for &slot in &slots {
        assert_eq!(read.position(slot).to_setup(), arena.position(slot).to_setup());
        assert_eq!(read.ply(slot), arena.ply(slot));
        assert!(read.moves(slot).len() <= MAX_ROW_MOVES);
    }
    assert_eq!(planes(&read, "lc0").len(), planes(&arena, "lc0").len());
}

#[test]
fn set_rows_and_threads() {
    let options = options(RuleSet::ENGINE, None, AtLimit::Truncate);
    let mut arena = Arena::new(100, options.clone()).unwrap();
    let slots = all(&arena);
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    for _ in 0..60 {
        let actions: Vec<i64> = slots
            .iter()
            .map(|&slot| match arena.legal_moves(slot).len() as u32 {
                0 => NO_ACTION,
                count => (rng.next_u32() % count).into(),
            })
            .collect();
        arena.step(&slots, Actions::Indices(&actions), Run::default()).unwrap();
    }
    let rows = rows_of(&arena);
    let mut other = Arena::new(120, options.clone()).unwrap();
    let targets: Vec<usize> = (0..100).map(|slot| 119 - slot).collect();
    other.set_rows(&targets, &rows, Run::default()).unwrap();
    for (&slot, &target) in slots.iter().zip(&targets) {
        assert_eq!(other.position(target), arena.position(slot));
        assert_eq!(other.game_number(target), target as u64);
    }
    let mut restored = Arena::new(120, options.clone()).unwrap();
    restored.restore(other.snapshot(), Run::default()).unwrap();
    assert_eq!(rows_of(&restored), rows_of(&other));
    let policy = PolicyEncoding::named("lc0", &[]).unwrap();
    let none = vec![NO_ACTION; 100];
    let mut outs = Vec::new();
    for threads in [1, 2, 7] {
        let run = Run { threads: NonZeroUsize::new(threads), ..Run::default() };
        let mut out = vec![0; rows.len()];
        let actions = Actions::Policy(&policy, &none);
        step_rows(&rows, actions, &options, OnIllegal::Raise, &mut out, run).unwrap();
        outs.push(out);
    }
    assert!(outs.iter().all(|out| *out == rows));
}

#[test]
fn hostile_bytes() {
    let options = options(RuleSet::ENGINE, None, AtLimit::Truncate);
    let mut arena = Arena::new(64, options.clone()).unwrap();
    let slots = all(&arena);
    for ply in 0..60 {
        let actions: Vec<i64> = slots
            .iter()
            .map(|&slot| (ply + slot as i64) % 20 % arena.legal_moves(slot).len().max(1) as i64)
            .collect();
        let actions: Vec<i64> = slots
            .iter()
            .zip(actions)
            .map(|(&slot, action)| if arena.end(slot).is_some() { NO_ACTION } else { action })
            .collect();
        arena.step(&slots, Actions::Indices(&actions), Run::default()).unwrap();
    }
    let rows = rows_of(&arena);
    let error = |at: usize, byte: u8| {
        let mut bytes = rows.clone();
        bytes[3 * ROW_BYTES + at] = byte;
        Arena::from_rows(&bytes, options.clone(), Run::default()).unwrap_err().message
    };
    assert_eq!(error(56, 2), "row 3: it has version 2 of the format, not 1");
    assert_eq!(error(53, 64), "row 3: no en-passant square has number 64");
    assert_eq!(error(54, 161), "row 3: it has 161 moves, but at most 160 fit");
    assert_eq!(error(55, 19 + 1), "row 3: no end of a game has number 20");
    assert!(error(43, 255).starts_with("row 3: a clock or number of plies is above"));
    assert!(error(64, 0).starts_with("row 3: its move 0"));
    let message = Arena::from_rows(&[0; ROW_BYTES], options.clone(), Run::default()).unwrap_err();
    assert_eq!(message.to_string(), "row 0: it has version 0 of the format, not 1");

    // random changes are refused, or give a game that goes on without a panic
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    let (mut refused, mut accepted) = (0, 0);
    for _ in 0..20_000 {
        let slot = rng.next_u32() as usize % 64;
        let mut row = rows[slot * ROW_BYTES..][..ROW_BYTES].to_vec();
        for _ in 0..1 + rng.next_u32() % 3 {
            let at = rng.next_u32() as usize % if rng.next_u32() % 2 == 0 { 64 } else { 100 };
            row[at] = rng.next_u32() as u8;
        }
        let Ok(mut one) = Arena::from_rows(&row, options.clone(), Run::default()) else {
            refused += 1;
            continue;
        };
        accepted += 1;
        for name in ["lc0", "pettingzoo"] {
            planes(&one, name);
        }
        for _ in 0..12 {
            let legal = one.legal_moves(0).len() as u32;
            if legal == 0 {
                break;
            }
            let action = [i64::from(rng.next_u32() % legal)];
            let mut out = vec![0; ROW_BYTES];
            let actions = Actions::Indices(&action);
            let before = rows_of(&one);
            step_rows(&before, actions, &options, OnIllegal::Raise, &mut out, Run::default())
                .unwrap();
            one.step(&[0], actions, Run::default()).unwrap();
            assert_eq!(rows_of(&one), out);
        }
    }
    assert!(refused > 1000 && accepted > 1000, "{refused} {accepted}");
    // bytes that are nothing but noise
    for _ in 0..2000 {
        let mut row = vec![0; ROW_BYTES];
        rng.fill_bytes(&mut row);
        row[56] = 1;
        assert!(Arena::from_rows(&row, options.clone(), Run::default()).is_err());
    }
}
