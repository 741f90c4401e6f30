//! Games that end by the values of searches: resignations and adjudicated draws.

use super::Arena;
use super::options::{AdjudicationRules, ArenaOptions};
use super::slot::{End, GameSlot};
use super::step::StepRow;

use crate::error::CallError;
use crate::games::PlyColumns;
use crate::random::{self, Purpose};
use crate::rules::{Outcome, Termination};
use crate::types::Color;

impl AdjudicationRules {
    /// Whether a game is exempt from adjudication.
    fn plays_on(&self, options: &ArenaOptions, game: u64) -> bool {
        let number = random::number(options.seed, Purpose::PlayOn, 0, game);
        random::fraction(number) < self.play_on
    }

    /// Returns the outcome of a game adjudicated by the values of the positions before its moves,
    /// if any.
    fn outcome(&self, slot: &GameSlot, notes: &PlyColumns) -> Option<Outcome> {
        let values = notes.search_values.as_deref()?.get(..slot.moves.len())?;
        // the player of the last of these positions
        let player = !slot.recent.position().turn();
        let last = |plies: u32| values.len().checked_sub(plies as usize).map(|at| &values[at..]);
        if let Some((most, values)) = self.resign_value.zip(last(self.resign_plies)) {
            // the values from the view of the player of the last position; a NaN is not at most it
            let is_lost = |sign: f32| {
                let signs = [sign, -sign].into_iter().cycle();
                values.iter().rev().zip(signs).all(|(value, sign)| sign * value <= most)
            };
            let won_by = |winner: Color| Some(Outcome::won_by(winner, Termination::Resignation));
            if is_lost(1.0) {
                return won_by(!player);
            }
            if is_lost(-1.0) {
                return won_by(player);
            }
        }
        let (most, values) = self.draw_value.zip(last(self.draw_plies))?;
        let is_drawn = slot.ply() >= self.min_draw_ply as usize
            && values.iter().all(|value| value.abs() <= most);
        is_drawn.then(|| Outcome::draw(Termination::Adjudication))
    }
}

impl Arena {
    /// Ends the games whose results tables state, after their moves.
    ///
    /// # Errors
    /// If a table cannot be read; the first of the games goes on.
    pub(super) fn adjudicate_by_tables(
        &mut self,
        slots: &[usize],
        rows: &mut [StepRow],
    ) -> Result<(), CallError> {
        let Some(tables) = self.options.tablebase.clone() else { return Ok(()) };
        let mut result = Ok(());
        for (&index, row) in slots.iter().zip(rows) {
            let slot = &mut self.slots[index];
            let position = slot.recent.position();
            if slot.end.is_some() {
                continue;
            }
            let outcome = match tables.exact_result(position) {
                Ok(Some(0)) => Outcome::draw(Termination::Adjudication),
                Ok(Some(1)) => Outcome::won_by(position.turn(), Termination::Adjudication),
                Ok(Some(_)) => Outcome::won_by(!position.turn(), Termination::Adjudication),
                Ok(None) => continue,
                Err(error) => {
                    result = result.and(Err(error.of(&format!("game {index}"))));
                    continue;
                }
            };
            let (player, end) = (!position.turn(), Some(End::Terminated(outcome)));
            slot.end_as(end);
            *row = StepRow::new(end, player);
        }
        result
    }

    /// Ends the games that are adjudicated by their values, after their moves.
    pub(super) fn adjudicate(&mut self, slots: &[usize], rows: &mut [StepRow]) {
        let Some(adjudication) = self.options.adjudication else { return };
        for (&index, row) in slots.iter().zip(rows) {
            let slot = &self.slots[index];
            let Some(notes) = self.notes.get(index).filter(|_| slot.end.is_none()) else {
                continue;
            };
            let outcome = adjudication.outcome(slot, notes);
            let outcome = outcome.filter(|_| !adjudication.plays_on(&self.options, slot.game));
            if let Some(outcome) = outcome {
                let player = !slot.recent.position().turn();
                let end = Some(End::Terminated(outcome));
                self.slots[index].end_as(end);
                *row = StepRow::new(end, player);
            }
        }
    }
}
