//! Random playouts: games that are continued with random legal moves to their end.

use std::ops::Range;

use rand::Rng;

use super::Arena;
use crate::attacks::{Backend, Task, dispatch};
use crate::error::CallError;
use crate::movegen::list_legal_moves;
use crate::pool::{self, Run};
use crate::position::Position;
use crate::progress::advance;
use crate::random::{self, Purpose};
use crate::rules::{RepetitionWindow, RuleSet};
use crate::types::{Color, MoveList};

/// The largest number of plies of any playout: rules without draws may never end one.
pub const MAX_PLAYOUT_PLIES: u32 = 1 << 14;

/// Playouts from one position that a thread plays at a time: some milliseconds of work.
const PLAYOUTS_PER_JOB: u32 = 16;

/// The number of jobs between which memory is reused.
const JOBS_PER_ROUND: usize = 4096;

/// The options of playouts.
#[derive(Clone, Copy, Debug)]
pub struct Playouts {
    /// The number of playouts from each position.
    pub count: u32,
    /// The rules by which they end on the board.
    pub rules: RuleSet,
    /// The largest number of plies of a playout, which is then drawn; at most
    /// [`MAX_PLAYOUT_PLIES`], which is `None`.
    pub max_plies: Option<u32>,
    /// The seed.
    pub seed: u64,
}

/// The sums of the playouts from one position, from the view of its side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PlayoutSums {
    /// The number of playouts that the side to move won.
    pub wins: u32,
    /// The number of draws.
    pub draws: u32,
    /// The number of playouts that the side to move lost.
    pub losses: u32,
    /// The number of plies of all playouts together.
    pub plies: u64,
}

impl Arena {
    /// Returns the start of playouts from the current positions of some slots.
    ///
    /// # Errors
    /// When an index is out of range or occurs twice.
    pub fn playout_starts(&self, slots: &[usize]) -> Result<Vec<PlayoutStart>, CallError> {
        self.check_slots(slots)?;
        let start_of = |&slot: &usize| {
            let (recent, ply) = (&self.slots[slot].recent, self.slots[slot].ply() as u32);
            let mut window = RepetitionWindow::default();
            window.clone_from(recent.window());
            PlayoutStart { slot, position: *recent.position(), window, ply }
        };
        Ok(slots.iter().map(start_of).collect())
    }
}

/// The current position of a slot, from which playouts start.
#[derive(Debug)]
pub struct PlayoutStart {
    slot: usize,
    position: Position,
    window: RepetitionWindow,
    ply: u32,
}

impl Playouts {
    /// Plays random games from some positions to their end. A game that is over counts as its
    /// result. `run.progress` counts playouts.
    ///
    /// # Errors
    /// When `run.stop` returned true.
    pub fn play(
        self,
        starts: &[PlayoutStart],
        run: Run<'_>,
    ) -> Result<Vec<PlayoutSums>, CallError> {
        let progress = run.progress;
        if let Some(progress) = progress {
            progress.set_total(Some(u64::from(self.count) * starts.len() as u64));
        }
        let work = |buffer: &mut RepetitionWindow, (at, first): (usize, u32)| {
            let start = &starts[at];
            let numbers = first..self.count.min(first.saturating_add(PLAYOUTS_PER_JOB));
            let count = numbers.len();
            let sums = dispatch(SomePlayouts { playouts: self, start, buffer, numbers });
            advance(progress, count);
            (at, sums)
        };
        let mut totals = vec![PlayoutSums::default(); starts.len()];
        let mut jobs = (0..self.count)
            .step_by(PLAYOUTS_PER_JOB as usize)
            .flat_map(|first| (0..starts.len()).map(move |at| (at, first)));
        loop {
            let round: Vec<(usize, u32)> = jobs.by_ref().take(JOBS_PER_ROUND).collect();
            if round.is_empty() {
                return Ok(totals);
            }
            for (at, sums) in
                pool::map_with(run, round.into_iter(), RepetitionWindow::default, work)?
            {
                totals[at].add(sums);
            }
            if (run.stop)() {
                return Err(pool::Interrupted.into());
            }
        }
    }
}

impl PlayoutSums {
    fn add(&mut self, other: PlayoutSums) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.plies += other.plies;
    }
}

/// Some of the playouts from one position.
struct SomePlayouts<'a> {
    playouts: Playouts,
    start: &'a PlayoutStart,
    buffer: &'a mut RepetitionWindow,
    numbers: Range<u32>,
}

impl Task for SomePlayouts<'_> {
    type Output = PlayoutSums;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> PlayoutSums {
        let SomePlayouts { playouts, start, buffer, numbers } = self;
        let PlayoutStart { position: start, window, slot, ply } = start;
        let Playouts { rules, max_plies, seed, .. } = playouts;
        let own_limit = rules.max_plies.map(|most| most.saturating_sub(*ply));
        let limits = [max_plies, own_limit].into_iter().flatten();
        let most = limits.fold(MAX_PLAYOUT_PLIES, u32::min);
        let mut sums = PlayoutSums::default();
        for number in numbers {
            let mut rng =
                random::generator(seed, 0, Purpose::Playouts, *slot as u64, number.into());
            buffer.clone_from(window);
            let mut position = *start;
            let mut plies = 0;
            let mut moves = MoveList::new();
            let winner = loop {
                let is_check = list_legal_moves(backend, &position, &mut moves);
                let first_move = || moves.first().copied();
                let is_repeated = |times, consecutive: bool| {
                    buffer.count() >= times && (!consecutive || buffer.consecutive_count() >= times)
                };
                let has_move = !moves.is_empty();
                let outcome =
                    rules.outcome(&position, has_move, || is_check, first_move, is_repeated);
                let by_claim = || {
                    let count_after = |_, after: &Position| buffer.count_after(after);
                    rules.claimable(&position, &moves, count_after)
                };
                if let Some(outcome) = outcome.or_else(by_claim) {
                    break outcome.winner();
                }
                if plies == most {
                    break None;
                }
                let index = (u64::from(rng.next_u32()) * moves.len() as u64) >> 32;
                position = position.after(moves[index as usize]);
                buffer.push(&position);
                plies += 1;
            };
            sums.plies += u64::from(plies);
            match winner {
                None => sums.draws += 1,
                Some(color) if color == start.turn() => sums.wins += 1,
                Some(Color::White | Color::Black) => sums.losses += 1,
            }
        }
        sums
    }
}
