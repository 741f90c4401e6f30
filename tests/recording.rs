//! What searches found, from an arena through games to files of other programs and back.

use std::num::NonZeroUsize;

use enroque::arena::{
    Actions, Arena, ArenaOptions, AtLimit, Autoreset, Note, Scores, StartOrder, StartSource, Starts,
};
use enroque::columns::{
    Column, Dtype, GameSamples, NoVisits, RaggedColumn, Temperature, Unsupported, encode,
    encode_ragged,
};
use enroque::formats::{Format, GameReader, GameWriter, WriteOptions};
use enroque::games::Games;
use enroque::pool::Run;
use enroque::store::Rows;
use enroque::tensor::PolicyEncoding;
use enroque::tensor::lc0::InputFormat;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const SLOTS: usize = 70;

/// Random games with a search at two of three plies, whose value is the ply in thousandths.
fn recorded(threads: usize, source: StartSource) -> Games {
    let run = Run { threads: NonZeroUsize::new(threads), ..Run::default() };
    let options = ArenaOptions {
        starts: Starts::new(vec![(1.0, source)], false).unwrap(),
        max_plies: Some(30),
        at_limit: AtLimit::Draw,
        autoreset: Autoreset::SameStep,
        seed: 4,
        ..ArenaOptions::default()
    };
    let mut arena = Arena::new(SLOTS, options).unwrap();
    let all: Vec<usize> = (0..SLOTS).collect();
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for step in 0..50 {
        let values: Vec<f32> = all.iter().map(|&s| arena.moves(s).len() as f32 / 1e3).collect();
        let (mut weights, mut offsets) = (Vec::new(), vec![0]);
        for &slot in &all {
            weights.extend(arena.legal_moves(slot).iter().map(|m| f32::from(m.bits() % 50 + 1)));
            offsets.push(weights.len() as i64);
        }
        let nodes = vec![i64::from(step) + 2; SLOTS];
        let note = Note {
            values: Some(&values),
            nodes: Some(&nodes),
            policy: Some(Scores::Ragged { values: &weights, offsets: &offsets }),
            ..Note::default()
        };
        if step % 3 < 2 {
            arena.note(&all, note, run).unwrap();
        }
        let actions: Vec<i64> =
            all.iter().map(|&s| rng.random_range(0..arena.legal_moves(s).len() as i64)).collect();
        arena.step(&all, Actions::Indices(&actions), run).unwrap();
    }
    arena.pop_games()
}

#[test]
fn notes_belong_to_their_plies() {
    let games = recorded(1, StartSource::Chess960);
    assert!(games.len() >= SLOTS);
    assert_eq!(games, recorded(7, StartSource::Chess960));
    let mut known = 0;
    for game in games.iter() {
        let mut position = game.start();
        for (ply, &m) in game.moves().iter().enumerate() {
            let visits = game.visits(ply);
            let value = game.search_values().unwrap()[ply];
            assert_eq!(visits.is_empty(), value.is_nan());
            if !visits.is_empty() {
                known += 1;
                assert_eq!(value, ply as f32 / 1e3);
                let legal = enroque::movegen::legal_moves(&position);
                assert!(visits.iter().map(|visit| visit[0]).eq(legal.iter().map(|m| m.bits())));
                assert!(visits.iter().all(|&[bits, count]| count == bits % 50 + 1));
            }
            position.play_unchecked(m);
        }
    }
    assert!(known > games.moves().len() / 2);
    // 18 bytes a ply for the move and the columns, and 4 a visit
    let visits = games.visits().unwrap().items().len();
    let bytes = 18 * games.moves().len() + 4 * visits;
    let tags = 400 * games.len();
    assert!((bytes..bytes + tags).contains(&games.heap_bytes()), "{}", games.heap_bytes());
}

#[test]
fn refused_notes_change_nothing() {
    let options = ArenaOptions {
        starts: Starts::new(
            vec![(
                1.0,
                StartSource::Positions {
                    positions: vec![Default::default()],
                    order: StartOrder::InTurn,
                    is_chess960: false,
                },
            )],
            false,
        )
        .unwrap(),
        ..ArenaOptions::default()
    };
    let mut arena = Arena::new(2, options).unwrap();
    let run = Run::default();
    let values = |values| Note { values: Some(values), ..Note::default() };
    arena.note(&[1], values(&[0.5]), run).unwrap();
    let refused = [
        (arena.note(&[0], values(&[0.0; 2]), run), "value must have 1 elements, not 2"),
        (
            arena.note(&[0, 1], values(&[0.0, 7.0]), run),
            "the value 7 of game 1 is not from -1 to 1",
        ),
        (arena.note(&[0, 0], values(&[0.0; 2]), run), "game 0 occurs twice"),
    ];
    for (result, error) in refused {
        assert_eq!(result.unwrap_err().message, error);
    }
    arena.step(&[0, 1], Actions::Indices(&[0, 0]), run).unwrap();
    let games = arena.pop_games_with_unfinished();
    assert!(games.search_values().unwrap()[0].is_nan());
    assert_eq!(games.search_values().unwrap()[1], 0.5);
    assert!(arena.pop_games().is_empty());
}

#[test]
fn targets_are_the_fractions_of_the_visits() {
    let games = recorded(2, StartSource::Standard);
    let (game, ply): (Vec<i64>, Vec<i32>) = (vec![1, 0, 1], vec![0, 2, 4]);
    let samples = GameSamples::new(&games, &game, &ply).unwrap();
    let policy = PolicyEncoding::named("lc0", &[]).unwrap();
    let mut out = vec![9f32; 3 * 1858];
    let (raise, run) = (Unsupported::Raise, Run::default());
    let mut target = |no_visits| {
        let column =
            [Column::PolicyTarget(policy, no_visits, Temperature::default(), Dtype::Float32)];
        let result = encode(&samples, &column, [(&mut out[..]).into()], raise, run);
        result.map(|()| out.chunks(1858).map(|row| row.iter().sum::<f32>()).collect::<Vec<_>>())
    };
    // the notes leave out every third step
    let sums = target(NoVisits::Zeros).unwrap();
    assert!((sums[0] - 1.0).abs() < 1e-5 && (sums[2] - 1.0).abs() < 1e-5, "{sums:?}");
    assert_eq!(sums[1], 0.0);
    assert_eq!(target(NoVisits::Played).unwrap()[1], 1.0);
    let error = target(NoVisits::Raise).unwrap_err();
    assert_eq!(error.message, "entry 1: game 0, ply 2 has no visits of a search");
    let column = RaggedColumn::PolicyTarget(policy, NoVisits::Played, Temperature::default());
    let sparse = encode_ragged(&samples, column, raise, run).unwrap();
    assert_eq!(sparse.weights.len(), sparse.values.len());
    let widths: Vec<i64> = sparse.offsets.windows(2).map(|ends| ends[1] - ends[0]).collect();
    assert_eq!(widths[1], 1);
    assert_eq!(widths[0] as usize, games.game(1).unwrap().visits(0).len());
}

#[test]
fn searches_survive_lc0_records() {
    for (source, input_format) in [
        (StartSource::Standard, 1),
        (StartSource::Chess960, 2),
        (StartSource::DoubleChess960, 3),
        (StartSource::Chess960, 132),
    ] {
        let games = recorded(2, source);
        let input_format = InputFormat::from_number(input_format).unwrap();
        for archive in [false, true] {
            let options = WriteOptions { input_format, archive, ..WriteOptions::default() };
            let mut file = Vec::new();
            let mut writer = GameWriter::new(Format::Lc0, &mut file, options);
            writer.write(&games).unwrap();
            writer.finish().unwrap();
            let stream = Box::new(std::io::Cursor::new(file));
            let mut reader = GameReader::new(Format::Lc0, "memory", stream);
            let mut again = Games::new();
            while let Some(some) = reader.next_games(17).unwrap() {
                again.append(&some);
            }
            assert_eq!(again.moves(), games.moves());
            let offsets = |games: &Games| games.visits().map(|visits| visits.offsets().to_vec());
            assert_eq!(offsets(&again), offsets(&games));
            assert_eq!(again.search_nodes(), games.search_nodes());
            let bits = |values: &[f32]| values.iter().map(|v| v.to_bits()).collect::<Vec<_>>();
            assert_eq!(again.search_values().map(bits), games.search_values().map(bits));
            // the nodes are not the sum of the visits, so the smallest counts are read
            for (game, other) in again.iter().zip(games.iter()) {
                for ply in 0..game.moves().len() {
                    let (visits, wanted) = (game.visits(ply), other.visits(ply));
                    assert_eq!(visits.len(), wanted.len());
                    let sum = |visits: &[[u16; 2]]| {
                        visits.iter().map(|visit| f64::from(visit[1])).sum::<f64>()
                    };
                    for (&[m, count], &[other_move, other]) in visits.iter().zip(wanted) {
                        assert_eq!(m, other_move);
                        let fraction = f64::from(count) / sum(visits);
                        assert!((fraction - f64::from(other) / sum(wanted)).abs() < 1e-7);
                    }
                }
            }
        }
    }
}
