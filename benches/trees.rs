//! Search trees over many games at once, in CPU time of one thread, with stored evaluations in place of
//! a network.
//!
//! `cargo bench --bench trees`

use std::num::NonZeroUsize;

use cpu_time::ThreadTime;
use enroque::arena::{Arena, ArenaOptions, Autoreset, ScoreKind, Scores, StartSource, Starts};
use enroque::columns::{Column, Output, RaggedColumn, Samples, Unsupported, encode, encode_ragged};
use enroque::pool::Run;
use enroque::tensor::{Encoding, Policy, PolicyEncoding};
use enroque::trees::{
    Algorithm, Gumbel, LeafEvaluations, Leaves, Puct, TreeOptions, TreeSearch, Wave,
};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

#[path = "shared/results.rs"]
mod results;

/// The number of stored logits of legal moves.
const STORED: usize = 1 << 20;

/// What is read of the leaves beside their legal moves.
#[derive(Clone, Copy, PartialEq)]
enum Arrays {
    Nothing,
    BitsAndIndices,
    BitsAndDense,
}

/// Stored evaluations.
struct Stored {
    logits: Vec<f32>,
    dense: Vec<f32>,
    values: Vec<f32>,
    rng: ChaCha8Rng,
}

impl Stored {
    fn new(rows: usize) -> Stored {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut unit = || rng.next_u32() as f32 / u32::MAX as f32;
        // peaked: one move in ten has a high probability
        let mut logit = || {
            let number = unit();
            if number > 0.9 { 2.0 + 20.0 * (number - 0.9) } else { number }
        };
        let logits: Vec<f32> = (0..STORED).map(|_| logit()).collect();
        let dense = (0..rows * 1858).map(|_| logit()).collect();
        let values = (0..STORED).map(|_| 0.6 * unit() - 0.3).collect();
        Stored { logits, dense, values, rng }
    }
}

fn arena(games: usize) -> Arena {
    let sources = vec![(0.5, StartSource::Standard), (0.5, StartSource::Chess960)];
    let starts = Starts::new(sources, false).expect("two sources with weights");
    let autoreset = Autoreset::Disabled;
    let options = ArenaOptions { starts, autoreset, ..ArenaOptions::default() };
    Arena::new(games, options).expect("the options are possible")
}

fn backup(
    search: &mut TreeSearch,
    arena: &Arena,
    leaves: &Leaves,
    arrays: Arrays,
    stored: &mut Stored,
) {
    let run = Run { threads: NonZeroUsize::new(1), ..Run::default() };
    let count = leaves.len();
    let policy = PolicyEncoding::named("lc0", &[]).expect("a name");
    if arrays != Arrays::Nothing {
        let encoding = Encoding::named("lc0", &[]).expect("a name");
        let column = Column::PlanesBits(encoding);
        let (mut bits, mut values) =
            (vec![0u64; count * 112], vec![0f32; count * column.value_count()]);
        let out = Output { elements: (&mut bits[..]).into(), values: &mut values };
        encode(&leaves.samples(), &[column], [out], Unsupported::Raise, run)
            .expect("legal positions");
    }
    let at = stored.rng.next_u32() as usize;
    let first = at % (STORED - 218 * count.min(2048));
    let offsets = leaves.samples().legal_move_offsets().expect("leaves list moves");
    if arrays == Arrays::BitsAndIndices {
        let column = RaggedColumn::LegalIndices(policy);
        encode_ragged(&leaves.samples(), column, Unsupported::Raise, run).expect("legal positions");
    }
    let scores = match arrays {
        Arrays::BitsAndDense => Scores::Dense(&stored.dense[..count * policy.size()]),
        _ => Scores::Ragged {
            values: &stored.logits[first..first + offsets[count] as usize],
            offsets: &offsets,
        },
    };
    let evaluation = LeafEvaluations {
        values: Some(&stored.values[first..first + count]),
        wdl: None,
        scores,
        kind: ScoreKind::Logits,
        policy: Some(&policy),
        is_final: None,
    };
    search.backup(arena, leaves, evaluation, run).expect("possible evaluations");
}

fn measure(task: &str, games: usize, simulations: u32, algorithm: Algorithm, arrays: Arrays) {
    let run = Run { threads: NonZeroUsize::new(1), ..Run::default() };
    let arena = arena(games);
    let slots: Vec<usize> = (0..games).collect();
    let mut stored = Stored::new(if arrays == Arrays::BitsAndDense { games } else { 1 });
    let options =
        TreeOptions { algorithm, simulations, max_nodes: None, reuse: false, cache: 0, seed: 1 };
    let mut search = TreeSearch::new(&arena, options).expect("possible options");
    for _ in 0..3 {
        let begun = ThreadTime::now();
        search.begin(&arena, &slots, &[simulations.into()], &[true], run).expect("games");
        let (mut calls, mut depth, mut leaves_sum) = (0, 0, 0);
        loop {
            let leaves = search.select(&arena, &slots, 1, run).expect("games");
            if leaves.is_empty() {
                break;
            }
            calls += 1;
            leaves_sum += leaves.len();
            depth += leaves.depths().sum::<usize>();
            backup(&mut search, &arena, &leaves, arrays, &mut stored);
        }
        let seconds = begun.elapsed().as_secs_f64();
        let total = games as f64 * f64::from(simulations);
        let rate = total / seconds / 1e6;
        let nodes: i64 = search.node_counts().iter().sum();
        println!(
            "{task}: {rate:.3} M simulations/s, {calls} calls of {:.2} us, mean depth {:.1}, {} bytes a node",
            seconds * 1e6 / f64::from(calls),
            depth as f64 / leaves_sum as f64,
            search.heap_bytes() as i64 / nodes,
        );
        results::record("trees (Rust), 1 thread", task, "enroque", "million simulations/s", rate);
    }
}

fn main() {
    let puct = Algorithm::Puct(Puct::named("lc0").expect("a name"));
    let gumbel = |wave| Algorithm::Gumbel(Gumbel { wave, ..Gumbel::default() });
    measure("1,024 games x 100, PUCT", 1024, 100, puct, Arrays::Nothing);
    measure("+ bit planes and legal logits", 1024, 100, puct, Arrays::BitsAndIndices);
    measure("+ bit planes and dense logits", 1024, 100, puct, Arrays::BitsAndDense);
    measure("1,024 games x 800, PUCT", 1024, 800, puct, Arrays::Nothing);
    measure("1,024 games x 32, Gumbel, exact", 1024, 32, gumbel(Wave::Exact), Arrays::Nothing);
    measure("1,024 games x 32, Gumbel, round", 1024, 32, gumbel(Wave::Round), Arrays::Nothing);
    measure("1 game x 800, PUCT", 1, 800, puct, Arrays::Nothing);
}
