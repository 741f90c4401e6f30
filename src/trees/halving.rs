//! Sequential halving: the schedule of visits of the root's moves.

use super::options::Wave;

/// The rounds of sequential halving.
#[derive(Clone, Debug, Default)]
pub(super) struct Halving {
    phases: Vec<Phase>,
    wave: Wave,
}

/// Rounds in which the same number of moves is visited once each.
#[derive(Clone, Copy, Debug)]
struct Phase {
    /// The first simulation.
    first: u32,
    /// The number of moves.
    moves: u32,
    /// The visits that each of them has before.
    visits: u32,
}

impl Halving {
    /// The rounds of a search that considers this number of moves.
    pub(super) fn new(considered: u32, simulations: u32, wave: Wave) -> Halving {
        let mut phases = Vec::new();
        if considered <= 1 {
            phases.push(Phase { first: 0, moves: 1, visits: 0 });
            return Halving { phases, wave };
        }
        let count = considered.next_power_of_two().ilog2();
        let (mut first, mut moves, mut visits) = (0, considered, 0);
        while first < simulations {
            phases.push(Phase { first, moves, visits });
            let rounds = (simulations / (count * moves)).max(1);
            (first, visits) = (first + rounds * moves, visits + rounds);
            moves = (moves / 2).max(2);
        }
        Halving { phases, wave }
    }

    fn phase(&self, simulation: u32) -> Phase {
        let after = self.phases.partition_point(|phase| phase.first <= simulation);
        let none = Phase { first: 0, moves: 1, visits: 0 };
        after.checked_sub(1).and_then(|index| self.phases.get(index)).copied().unwrap_or(none)
    }

    /// Whether a simulation can begin before the previous one has ended.
    pub(super) fn joins(&self, simulation: u32) -> bool {
        let Phase { first, moves, visits } = self.phase(simulation);
        let (round, index) = ((simulation - first) / moves, (simulation - first) % moves);
        // the moves kept by a later phase depend on each simulation of its first round
        let is_certain = visits == 0 || round > 0;
        index > 0
            && match self.wave {
                Wave::One => false,
                Wave::Exact => is_certain,
                Wave::Round => true,
            }
    }

    /// The largest number of simulations from one on that can begin together.
    pub(super) fn largest_wave(&self, simulation: u32) -> usize {
        if self.wave == Wave::One { 1 } else { self.phase(simulation).moves as usize }
    }

    /// The visits of the moves that a simulation selects from.
    pub(super) fn visits(&self, simulation: u32) -> u32 {
        let Phase { first, moves, visits } = self.phase(simulation);
        visits + (simulation - first) / moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The visits of the moves that each simulation selects from, as the paper's pseudo-code.
    fn expected(considered: usize, simulations: usize) -> Vec<u32> {
        if considered <= 1 {
            return (0..simulations as u32).collect();
        }
        let phases = (considered as f64).log2().ceil() as usize;
        let (mut sequence, mut visits, mut moves) = (Vec::new(), vec![0; considered], considered);
        while sequence.len() < simulations {
            for _ in 0..(simulations / (phases * moves)).max(1) {
                sequence.extend_from_slice(&visits[..moves]);
                visits[..moves].iter_mut().for_each(|visits| *visits += 1);
            }
            moves = (moves / 2).max(2);
        }
        sequence.truncate(simulations);
        sequence
    }

    #[test]
    fn visits_of_simulations() {
        for considered in [1, 2, 3, 5, 8, 15, 16, 17, 64, 218] {
            for simulations in [1, 2, 15, 16, 17, 32, 64, 200, 801] {
                let halving = Halving::new(considered as u32, simulations as u32, Wave::Round);
                let found: Vec<u32> = (0..simulations as u32).map(|n| halving.visits(n)).collect();
                assert_eq!(found, expected(considered, simulations), "{considered} {simulations}");
                let (mut wave, mut largest) = (0, 0);
                for n in 0..simulations as u32 {
                    wave = if halving.joins(n) { wave + 1 } else { 1 };
                    largest = wave.max(largest);
                }
                assert!(largest <= halving.largest_wave(0));
            }
        }
    }

    #[test]
    fn calls_of_waves() {
        let calls = |simulations, wave| {
            let halving = Halving::new(16, simulations, wave);
            (0..simulations).filter(|&n| !halving.joins(n)).count()
        };
        assert_eq!([16, 32, 64, 128, 800].map(|n| calls(n, Wave::Round)), [1, 4, 15, 30, 191]);
        assert_eq!([16, 32, 64, 128, 800].map(|n| calls(n, Wave::Exact)), [1, 14, 26, 41, 203]);
        assert_eq!(calls(32, Wave::One), 32);
    }
}
