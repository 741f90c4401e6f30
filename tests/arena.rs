//! Games in progress: steps, ends, resets, copies, playouts; the same for any number of threads.

use std::num::NonZeroUsize;

use enroque::arena::{
    Actions, Arena, ArenaOptions, ArenaSamples, AtLimit, Autoreset, End, NO_ACTION, OnIllegal,
    Playouts, StartOrder, StartSource, Starts,
};
use enroque::columns::{Column, Dtype, Unsupported, encode};
use enroque::error::CallErrorKind;
use enroque::movegen::legal_moves;
use enroque::notation::{fen, uci};
use enroque::pool::Run;
use enroque::position::Position;
use enroque::rules::{Game, RuleSet, Termination};
use enroque::tensor::lc0::Lc0;
use enroque::tensor::{Encoding, Policy, PolicyEncoding};
use enroque::types::Move;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn threads(count: usize) -> Run<'static> {
    Run { threads: NonZeroUsize::new(count), ..Run::default() }
}

fn mixed_starts() -> Starts {
    let endings = ["4k3/8/8/8/8/8/4P3/4K2R w K - 0 1", "8/8/8/3k4/8/8/8/R3K3 w Q - 90 80"];
    let endings = endings.map(|text| fen::read(text).unwrap()).to_vec();
    let sources = vec![
        (2.0, StartSource::Standard),
        (2.0, StartSource::Chess960),
        (1.0, StartSource::DoubleChess960),
        (3.0, StartSource::positions(endings, StartOrder::Random)),
    ];
    Starts::new(sources, false).unwrap()
}

fn new(slots: usize, autoreset: Autoreset) -> Arena {
    let starts = mixed_starts();
    Arena::new(slots, ArenaOptions { starts, autoreset, seed: 5, ..ArenaOptions::default() })
        .unwrap()
}

fn all(arena: &Arena) -> Vec<usize> {
    (0..arena.len()).collect()
}

/// Random legal moves, by their numbers.
fn random_actions(arena: &Arena, rng: &mut ChaCha8Rng) -> Vec<i64> {
    let legal = |slot| arena.legal_moves(slot).len() as u32;
    (0..arena.len())
        .map(|slot| match legal(slot) {
            0 => NO_ACTION,
            count => i64::from(rng.next_u32() % count),
        })
        .collect()
}

#[test]
fn every_ply_agrees_with_single_games() {
    for autoreset in [Autoreset::NextStep, Autoreset::SameStep, Autoreset::Disabled] {
        let mut arena = new(32, autoreset);
        let slots = all(&arena);
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut games: Vec<Game> =
            slots.iter().map(|&slot| Game::new(*arena.position(slot))).collect();
        let mut ended = 0;
        let mut taken = Vec::new();
        for _ in 0..1500 {
            let actions = random_actions(&arena, &mut rng);
            let moves: Vec<Option<Move>> = slots
                .iter()
                .zip(&actions)
                .map(|(&slot, &n)| arena.legal_moves(slot).get(n as usize).copied())
                .collect();
            let numbers: Vec<u64> = slots.iter().map(|&slot| arena.game_number(slot)).collect();
            let rows = arena.step(&slots, Actions::Indices(&actions), Run::default()).unwrap();
            for (&slot, row) in slots.iter().zip(&rows) {
                let game = &mut games[slot];
                let Some(m) = moves[slot] else {
                    // over before this step
                    assert!(!row.terminated && !row.truncated && row.reward == 0.0);
                    if autoreset == Autoreset::NextStep {
                        assert_eq!(arena.game_number(slot), numbers[slot] + 32);
                        *game = Game::new(*arena.position(slot));
                    }
                    continue;
                };
                let mover = game.position().turn();
                game.push(m).unwrap();
                let outcome = game.outcome_by(&RuleSet::ENGINE);
                assert_eq!(row.terminated, outcome.is_some());
                assert_eq!(row.termination, outcome.map(|end| end.termination));
                let Some(outcome) = outcome else {
                    assert_eq!(arena.position(slot).to_setup(), game.position().to_setup());
                    assert_eq!(arena.legal_moves(slot), &legal_moves(game.position())[..]);
                    assert_eq!(arena.repetition_count(slot), game.repetition_count());
                    assert_eq!(arena.moves(slot).len(), game.len());
                    continue;
                };
                ended += 1;
                let reward =
                    outcome.winner().map_or(0.0, |color| if color == mover { 1.0 } else { -1.0 });
                assert_eq!(row.reward, reward);
                taken.push((numbers[slot], game.clone(), outcome));
                if autoreset == Autoreset::SameStep {
                    assert_eq!(arena.game_number(slot), numbers[slot] + 32);
                    assert_eq!(arena.end(slot), None);
                    *game = Game::new(*arena.position(slot));
                } else {
                    assert_eq!(arena.end(slot), Some(End::Terminated(outcome)));
                    assert!(arena.legal_moves(slot).is_empty());
                }
            }
            if autoreset == Autoreset::Disabled {
                let over: Vec<usize> =
                    slots.iter().copied().filter(|&slot| arena.end(slot).is_some()).collect();
                arena.reset(&over).unwrap();
                for slot in over {
                    games[slot] = Game::new(*arena.position(slot));
                }
            }
        }
        assert!(ended > 100, "{ended}");
        let finished = arena.pop_games();
        assert_eq!(finished.len(), taken.len());
        for (game, (number, expected, outcome)) in finished.iter().zip(&taken) {
            assert_eq!(game.header("Round"), Some(&(number + 1).to_string()[..]));
            assert_eq!(game.header("Termination"), Some(outcome.termination.pgn_tag()));
            assert_eq!(game.start().to_setup(), expected.start().to_setup());
            let moves: Vec<Option<Move>> = game.moves().iter().copied().map(Some).collect();
            assert_eq!(moves, expected.moves());
            assert_eq!(game.result(), outcome.result());
        }
        assert!(arena.pop_games().is_empty());
    }
}

#[test]
fn threads_do_not_matter() {
    let play = |count| {
        let mut arena = new(1100, Autoreset::SameStep);
        let slots = all(&arena);
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        for _ in 0..200 {
            let actions = random_actions(&arena, &mut rng);
            arena.step(&slots, Actions::Indices(&actions), threads(count)).unwrap();
        }
        let playouts = Playouts { count: 2, rules: RuleSet::ENGINE, max_plies: Some(60), seed: 3 };
        let sums = playouts.play(&arena.playout_starts(&slots).unwrap(), threads(count)).unwrap();
        let keys: Vec<u64> = slots.iter().map(|&slot| arena.position(slot).key()).collect();
        (keys, sums, arena.pop_games().moves().to_vec())
    };
    let one = play(1);
    assert_eq!(one, play(2));
    assert_eq!(one, play(7));
}

/// An array that does not fit into the caches is written by other instructions.
#[test]
fn large_arrays_equal_small_ones() {
    let column = Column::Planes(Encoding::Lc0(Lc0::default()), Dtype::Uint8);
    let size = column.width();
    let count = (64 << 20) / size;
    let mut arena = new(count, Autoreset::SameStep);
    let slots = all(&arena);
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    for _ in 0..20 {
        let actions = random_actions(&arena, &mut rng);
        arena.step(&slots, Actions::Indices(&actions), Run::default()).unwrap();
    }
    let write = |slots: &[usize], out: &mut [u8], run: Run<'_>| {
        let samples = ArenaSamples::new(&arena, slots).unwrap();
        let columns = std::slice::from_ref(&column);
        encode(&samples, columns, [out.into()], Unsupported::Raise, run).unwrap();
    };
    let mut expected = vec![1_u8; count * size];
    for (slots, out) in slots.chunks(1000).zip(expected.chunks_mut(1000 * size)) {
        write(slots, out, Run::default());
    }
    for count in [1, 2, 7] {
        let mut found = vec![1_u8; expected.len()];
        write(&slots, &mut found, threads(count));
        assert!(found == expected, "{count} threads");
    }
}

#[test]
fn halves_play_the_same_games_as_the_whole() {
    // an action that depends on the game alone
    let choose = |arena: &Arena, slot: usize| {
        let (moves, number) = (arena.legal_moves(slot), arena.game_number(slot));
        let mixed = (number * 31 + arena.moves(slot).len() as u64 * 7) as usize;
        if moves.is_empty() { NO_ACTION } else { (mixed % moves.len()) as i64 }
    };
    let play = |parts: usize| {
        let mut arena = new(40, Autoreset::SameStep);
        let slots = all(&arena);
        for _ in 0..700 {
            for part in slots.chunks(40 / parts) {
                let actions: Vec<i64> = part.iter().map(|&slot| choose(&arena, slot)).collect();
                arena.step(part, Actions::Indices(&actions), Run::default()).unwrap();
            }
        }
        let games = arena.pop_games();
        assert!(games.len() > 40);
        let mut texts: Vec<(String, Vec<Move>)> = games
            .iter()
            .map(|game| (game.header("Round").unwrap().to_owned(), game.moves().to_vec()))
            .collect();
        texts.sort();
        texts
    };
    assert_eq!(play(1), play(2));
    assert_eq!(play(1), play(8));
}

#[test]
fn actions_of_every_kind() {
    let mut by_index = new(64, Autoreset::SameStep);
    let mut by_move = new(64, Autoreset::SameStep);
    let slots = all(&by_index);
    let policies: Vec<PolicyEncoding> = ["lc0", "alphazero", "from_to_promotion", "maia3"]
        .iter()
        .map(|name| PolicyEncoding::named(name, &[]).unwrap())
        .collect();
    let mut by_policy: Vec<Arena> = policies.iter().map(|_| new(64, Autoreset::SameStep)).collect();
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    for _ in 0..400 {
        let actions = random_actions(&by_index, &mut rng);
        let moves: Vec<Move> = slots
            .iter()
            .zip(&actions)
            .map(|(&slot, &n)| by_index.legal_moves(slot)[n as usize])
            .collect();
        let bits: Vec<i64> = moves.iter().map(|m| i64::from(m.bits())).collect();
        for (policy, arena) in policies.iter().zip(&mut by_policy) {
            let indices: Vec<i64> = slots
                .iter()
                .zip(&moves)
                .map(|(&slot, &m)| policy.index(arena.position(slot), m).unwrap() as i64)
                .collect();
            arena.step(&slots, Actions::Policy(policy, &indices), Run::default()).unwrap();
        }
        by_move.step(&slots, Actions::Moves(&bits), Run::default()).unwrap();
        by_index.step(&slots, Actions::Indices(&actions), Run::default()).unwrap();
        for &slot in &slots {
            for arena in by_policy.iter().chain([&by_move]) {
                assert_eq!(arena.position(slot), by_index.position(slot));
            }
        }
    }
}

#[test]
fn refused_steps_change_nothing() {
    let mut arena = Arena::new(3, ArenaOptions::default()).unwrap();
    let step = |arena: &mut Arena, slots: &[usize], actions: &[i64]| {
        arena.step(slots, Actions::Indices(actions), Run::default()).unwrap_err().to_string()
    };
    let error = step(&mut arena, &[0, 1, 2], &[0, 0, 20]);
    assert_eq!(error, "illegal action 20 of game 2, which has 20 legal moves");
    assert_eq!(
        step(&mut arena, &[0, 3], &[0, 0]),
        "game 3 is out of range for an arena of 3 games"
    );
    assert_eq!(step(&mut arena, &[0, 2, 0], &[0, 0, 0]), "game 0 occurs twice");
    assert_eq!(
        step(&mut arena, &[0, 1], &[0]),
        "there must be one action for each of 2 games, not 1"
    );
    let error = arena.step(&[1], Actions::Moves(&[i64::from(u16::MAX)]), Run::default());
    let error = error.unwrap_err();
    assert_eq!((error.kind, error.argument), (CallErrorKind::IllegalMove, "actions"));
    assert_eq!(error.message, "illegal action 65535 of game 1, which has 20 legal moves");
    let lc0 = PolicyEncoding::named("lc0", &[]).unwrap();
    let error = arena.step(&[1], Actions::Policy(&lc0, &[5]), Run::default()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "illegal action 5 of game 1: no legal move has this index in lc0"
    );
    for slot in 0..3 {
        assert!(arena.moves(slot).is_empty());
        assert_eq!(arena.position(slot), &Position::standard());
    }
    assert_eq!(Arena::new(0, ArenaOptions::default()).unwrap_err().argument, "games");
    let options = ArenaOptions { max_plies: Some(0), ..ArenaOptions::default() };
    assert_eq!(Arena::new(1, options).unwrap_err().argument, "max_plies");
}

#[test]
fn illegal_actions_may_lose() {
    let options = ArenaOptions { autoreset: Autoreset::Disabled, ..ArenaOptions::default() };
    let mut arena = Arena::new(2, options).unwrap();
    let actions = Actions::Indices(&[99, 0]);
    let rows = arena.step_with(&[0, 1], actions, OnIllegal::Lose, Run::default()).unwrap();
    assert_eq!(rows[0].termination, Some(Termination::IllegalMove));
    assert_eq!((rows[0].reward, rows[0].white_result), (-1.0, -1));
    assert!(!rows[1].terminated);
    let again = arena.step(&[0], Actions::Indices(&[0]), Run::default()).unwrap_err();
    assert_eq!(again.message, "game 0 is over: reset it, or give it the action -1");
    let waits = arena.step(&[0], Actions::Indices(&[NO_ACTION]), Run::default()).unwrap();
    assert!(!waits[0].terminated);
}

#[test]
fn limits_truncate_or_draw() {
    for (at_limit, truncated) in [(AtLimit::Truncate, true), (AtLimit::Draw, false)] {
        let options = ArenaOptions { max_plies: Some(2), at_limit, ..ArenaOptions::default() };
        let mut arena = Arena::new(1, options).unwrap();
        let mut step = || arena.step(&[0], Actions::Indices(&[0]), Run::default()).unwrap()[0];
        assert!(!step().truncated);
        let row = step();
        assert_eq!((row.truncated, row.terminated), (truncated, !truncated));
        assert!(!step().truncated); // starts the next game
        let games = arena.pop_games();
        let (tag, result) =
            if truncated { ("unterminated", "*") } else { ("adjudication", "1/2-1/2") };
        assert_eq!(games.game(0).unwrap().header("Termination"), Some(tag));
        assert_eq!(games.game(0).unwrap().result().to_string(), result);
    }
}

/// Mate on the ply of the limit is mate (FIDE 9.6.2 has it so for the 75th move).
#[test]
fn mate_comes_before_limits() {
    let start = fen::read("6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 90").unwrap();
    let source = StartSource::positions(vec![start], StartOrder::InTurn);
    let starts = Starts::new(vec![(1.0, source)], false).unwrap();
    let options = ArenaOptions { starts, max_plies: Some(1), ..ArenaOptions::default() };
    let mut arena = Arena::new(1, options).unwrap();
    let mate = i64::from(uci::read(&start, "a1a8").unwrap().bits());
    let rows = arena.step(&[0], Actions::Moves(&[mate]), Run::default()).unwrap();
    assert_eq!(rows[0].termination, Some(Termination::Checkmate));
    assert_eq!((rows[0].reward, rows[0].truncated), (1.0, false));
}

#[test]
fn playouts_count_every_game() {
    let mate_in_one = fen::read("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1").unwrap();
    let starts = vec![mate_in_one, fen::read("8/8/4k3/8/8/3K4/8/8 w - - 0 1").unwrap()];
    let source = StartSource::positions(starts, StartOrder::InTurn);
    let starts = Starts::new(vec![(1.0, source)], false).unwrap();
    let arena = Arena::new(2, ArenaOptions { starts, ..ArenaOptions::default() }).unwrap();
    let playouts = Playouts { count: 500, rules: RuleSet::ENGINE, max_plies: None, seed: 1 };
    let sums = playouts.play(&arena.playout_starts(&[0, 1]).unwrap(), Run::default()).unwrap();
    assert_eq!(sums[0].wins + sums[0].draws + sums[0].losses, 500);
    assert!(sums[0].wins > 0 && sums[0].losses > 0 && sums[0].plies > 1000, "{:?}", sums[0]);
    // two kings: over before the first ply
    assert_eq!((sums[1].draws, sums[1].plies), (500, 0));
    let limited = Playouts { max_plies: Some(0), ..playouts };
    let starts = arena.playout_starts(&[0]).unwrap();
    assert_eq!(limited.play(&starts, Run::default()).unwrap()[0].draws, 500);
}
