//! Random playouts: games that are continued with random legal moves to their end.

use rand::Rng;

use super::{Arena, ArenaError};
use crate::attacks::{Backend, Task, dispatch};
use crate::movegen::legal_moves_with;
use crate::pool::{self, Run};
use crate::position::Position;
use crate::random::{self, Purpose};
use crate::rules::{RepetitionWindow, RuleSet};
use crate::types::Color;

/// How playouts are played.
#[derive(Clone, Copy, Debug)]
pub struct Playouts {
    /// The number of playouts from each position.
    pub count: u32,
    /// The rules by which they end on the board.
    pub rules: RuleSet,
    /// The largest number of plies of a playout, which is then drawn; `None` for no limit.
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
    /// Plays random games from the current positions of some slots to their end; the slots do not
    /// change. A game that is over counts as its result.
    ///
    /// # Errors
    /// When an index is out of range or occurs twice, or `run.stop` returned true.
    pub fn playouts(
        &self,
        slots: &[usize],
        playouts: Playouts,
        run: Run<'_>,
    ) -> Result<Vec<PlayoutSums>, ArenaError> {
        self.check_slots(slots)?;
        let item = |&slot: &usize| {
            let recent = &self.slots[slot].recent;
            (*recent.position(), recent.window(), slot as u64)
        };
        let work = |buffer: &mut RepetitionWindow, (start, window, number)| {
            dispatch(PlayAll { start, window, buffer, number, playouts })
        };
        let items: Vec<(Position, &RepetitionWindow, u64)> = slots.iter().map(item).collect();
        Ok(pool::map(run, items.into_iter(), RepetitionWindow::default, work)?)
    }
}

/// The playouts from one position.
struct PlayAll<'a> {
    start: Position,
    window: &'a RepetitionWindow,
    buffer: &'a mut RepetitionWindow,
    number: u64,
    playouts: Playouts,
}

impl Task for PlayAll<'_> {
    type Output = PlayoutSums;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> PlayoutSums {
        let PlayAll { start, window, buffer, number, playouts } = self;
        let Playouts { count, rules, max_plies, seed } = playouts;
        let most = max_plies.map_or(u64::MAX, u64::from);
        let mut sums = PlayoutSums::default();
        for n in 0..u64::from(count) {
            let mut rng = random::generator(seed, 0, Purpose::Playouts, number, n);
            buffer.clone_from(window);
            let mut position = start;
            let mut plies = 0;
            let winner = loop {
                let moves = legal_moves_with(backend, &position);
                let outcome = rules.outcome(&position, !moves.is_empty(), |times, consecutive| {
                    buffer.count() >= times && (!consecutive || buffer.consecutive_count() >= times)
                });
                if let Some(outcome) = outcome {
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
            sums.plies += plies;
            match winner {
                None => sums.draws += 1,
                Some(color) if color == start.turn() => sums.wins += 1,
                Some(Color::White | Color::Black) => sums.losses += 1,
            }
        }
        sums
    }
}
