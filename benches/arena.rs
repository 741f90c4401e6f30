//! Games in progress at once: random playouts and steps, in CPU time of one thread.
//!
//! `cargo bench --bench arena`

use std::num::NonZeroUsize;

use cpu_time::ThreadTime;
use enroque::arena::{Actions, Arena, ArenaOptions, Autoreset, Playouts, StartSource, Starts};
use enroque::pool::Run;
use enroque::rules::RuleSet;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

#[path = "shared/results.rs"]
mod results;

const SLOTS: usize = 1024;

fn arena(autoreset: Autoreset, record: bool) -> Arena {
    let sources = vec![(0.5, StartSource::Standard), (0.5, StartSource::Chess960)];
    let starts = Starts::new(sources, false).expect("two sources with weights");
    let options = ArenaOptions { starts, autoreset, record, ..ArenaOptions::default() };
    Arena::new(SLOTS, options).expect("the options are possible")
}

/// Returns and records millions of plies per second.
fn million_per_second(task: &str, count: u64, begun: ThreadTime) -> f64 {
    let rate = count as f64 / begun.elapsed().as_secs_f64() / 1e6;
    results::record("arena (Rust), 1 thread", task, "enroque", "million plies/s", rate);
    rate
}

fn main() {
    let run = Run { threads: NonZeroUsize::new(1), ..Run::default() };
    let slots: Vec<usize> = (0..SLOTS).collect();
    for round in 0..3 {
        let arena = arena(Autoreset::SameStep, false);
        let playouts = Playouts { count: 4, rules: RuleSet::ENGINE, max_plies: None, seed: round };
        let begun = ThreadTime::now();
        let starts = arena.playout_starts(&slots).expect("slots of the arena");
        let sums = playouts.play(&starts, run).expect("no interruption");
        let plies = sums.iter().map(|sum| sum.plies).sum();
        println!("playouts: {:.2} M plies/s", million_per_second("playouts", plies, begun));
    }
    for round in 0..3 {
        let mut arena = arena(Autoreset::SameStep, false);
        let mut rng = ChaCha8Rng::seed_from_u64(round);
        let (mut steps, mut actions) = (0, vec![0; SLOTS]);
        let mut values: Vec<i32> = Vec::new();
        let begun = ThreadTime::now();
        for _ in 0..1000 {
            values.clear();
            for (slot, action) in actions.iter_mut().enumerate() {
                let legal = arena.legal_moves(slot);
                values.extend(legal.iter().map(|m| i32::from(m.bits())));
                *action = ((u64::from(rng.next_u32()) * legal.len() as u64) >> 32) as i64;
            }
            arena.step(&slots, Actions::Indices(&actions), run).expect("legal actions");
            steps += SLOTS as u64;
        }
        println!(
            "step, ends, legal moves: {:.2} M plies/s, {} bytes a game",
            million_per_second("step, legal moves", steps, begun),
            arena.heap_bytes() / SLOTS
        );
    }
}
