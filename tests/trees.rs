//! Search trees: the same for any number of threads, with and without a cache, over many plies.
//!
//! `cargo test --test trees -- --ignored` runs ten million simulations, for sanitizers.

use std::num::NonZeroUsize;

use enroque::arena::{
    Actions, Arena, ArenaOptions, Autoreset, ScoreKind, Scores, StartSource, Starts,
};
use enroque::columns::{Column, Output, Unsupported, encode};
use enroque::pool::Run;
use enroque::tensor::{Encoding, PlaneEncoding};
use enroque::trees::{
    Algorithm, Gumbel, LeafEvaluations, Leaves, MoveColumn, Puct, TreeOptions, TreeSearch, Wave,
};

const TEMPERATURE: [f64; 1] = [1.0];

fn threads(count: usize) -> Run<'static> {
    Run { threads: NonZeroUsize::new(count), ..Run::default() }
}

/// The finalizer of SplitMix64.
fn mixed(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// A fraction from 0 to 1.
fn unit(number: u64) -> f32 {
    (mixed(number) >> 40) as f32 / (1 << 24) as f32
}

/// A network: hashes of the planes in bit form, which show the history.
fn evaluate(leaves: &Leaves, run: Run<'_>) -> (Vec<f32>, Vec<f32>, Vec<i64>) {
    let encoding = Encoding::named("lc0", &[]).unwrap();
    let channels = encoding.channels();
    let column = Column::PlanesBits(encoding);
    let mut bits = vec![0u64; leaves.len() * channels];
    let mut scaled = vec![0f32; leaves.len() * column.value_count()];
    let out = Output { elements: (&mut bits[..]).into(), values: &mut scaled };
    encode(&leaves.samples(), &[column], [out], Unsupported::Raise, run).unwrap();
    let hash = |row: &[u64]| row.iter().fold(0, |hash, &bits| mixed(hash ^ bits));
    let hashes: Vec<u64> = bits.chunks(channels).map(hash).collect();
    let values = hashes.iter().map(|&hash| unit(hash) - 0.5).collect();
    let (mut logits, mut offsets) = (Vec::new(), vec![0]);
    for (row, &hash) in hashes.iter().enumerate() {
        logits.extend(leaves.legal_moves(row).iter().map(|m| 4.0 * unit(hash ^ m.bits() as u64)));
        offsets.push(logits.len() as i64);
    }
    (values, logits, offsets)
}

/// Plays some plies of self-play, and returns the visits of all of them.
fn self_play(
    games: usize,
    algorithm: Algorithm,
    (simulations, plies): (u32, usize),
    (cache, reuse): (usize, bool),
    run: Run<'_>,
) -> Vec<f32> {
    let sources = vec![(0.5, StartSource::Standard), (0.5, StartSource::DoubleChess960)];
    let starts = Starts::new(sources, false).unwrap();
    let autoreset = Autoreset::SameStep;
    let options =
        ArenaOptions { starts, autoreset, max_plies: Some(60), seed: 3, ..Default::default() };
    let mut arena = Arena::new(games, options).unwrap();
    let options = TreeOptions { algorithm, simulations, max_nodes: None, reuse, cache, seed: 1 };
    let mut search = TreeSearch::new(&arena, options).unwrap();
    let slots: Vec<usize> = (0..games).collect();
    let mut visits = Vec::new();
    for _ in 0..plies {
        search.begin(&arena, &slots, &[simulations.into()], &[true], run).unwrap();
        loop {
            let leaves = search.select(&arena, &slots, 1, run).unwrap();
            if leaves.is_empty() {
                break;
            }
            let (values, logits, offsets) = evaluate(&leaves, run);
            let evaluation = LeafEvaluations {
                values: Some(&values),
                wdl: None,
                scores: Scores::Ragged { values: &logits, offsets: &offsets },
                kind: ScoreKind::Logits,
                policy: None,
                is_final: None,
            };
            search.backup(&arena, &leaves, evaluation, run).unwrap();
        }
        search.note(&mut arena, &slots, &[], run).unwrap();
        visits.extend(search.moves(&slots, MoveColumn::Visits, run).unwrap().0);
        let moves = search.actions(&arena, &slots, &TEMPERATURE).unwrap();
        let moves: Vec<i64> = moves.iter().map(|m| m.map_or(-1, |m| m.bits().into())).collect();
        arena.step(&slots, Actions::Moves(&moves), run).unwrap();
    }
    visits
}

fn algorithms() -> [Algorithm; 4] {
    let round = Gumbel { wave: Wave::Round, ..Gumbel::default() };
    [
        Algorithm::Puct(Puct::default()),
        Algorithm::Puct(Puct { forced_visits: 2.0, policy_temperature: 1.3, ..Puct::default() }),
        Algorithm::Gumbel(Gumbel::default()),
        Algorithm::Gumbel(round),
    ]
}

#[test]
fn threads_and_caches_change_nothing() {
    for algorithm in algorithms() {
        let play =
            |count, cache| self_play(150, algorithm, (12, 6), (cache, false), threads(count));
        let expected = play(1, 0);
        assert!(expected.iter().sum::<f32>() >= 150.0 * 12.0 * 5.0);
        assert_eq!(play(2, 0), expected);
        assert_eq!(play(7, 0), expected);
        if algorithm != algorithms()[3] {
            assert_eq!(play(2, 10_000), expected);
            assert_eq!(play(7, 50), expected);
        }
    }
    let play = |count| self_play(150, algorithms()[0], (12, 6), (100, true), threads(count));
    assert_eq!(play(1), play(3));
}

#[test]
#[ignore = "long: for sanitizers"]
fn ten_million_simulations() {
    for algorithm in algorithms() {
        for (cache, reuse) in [(0, false), (20_000, matches!(algorithm, Algorithm::Puct(_)))] {
            let visits = self_play(1024, algorithm, (32, 40), (cache, reuse), threads(3));
            assert!(visits.iter().sum::<f32>() > 1_000_000.0);
        }
    }
}
