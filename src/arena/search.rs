//! Copies of games for searches.

use super::slot::GameSlot;
use super::step::{Actions, OnIllegal, StepRow};
use super::{Arena, ArenaError};
use crate::pool::{self, Run};
use crate::position::Position;

/// Copies that a thread makes at a time.
const COPIES_PER_JOB: usize = 64;

/// The number of copies from which on several threads are faster.
const MANY_COPIES: usize = 512;

/// The first number of search slots, so that they have separate random numbers.
const FIRST_SEARCH_NUMBER: u64 = 1 << 63;

impl Arena {
    /// Adds search slots, which hold the standard start position until a game is copied to them.
    /// They are numbered from [`Arena::len`].
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn grow(&mut self, count: usize) -> Result<(), ArenaError> {
        self.slots.try_reserve_exact(count).map_err(|_| ArenaError::Memory)?;
        let first = self.slots.len() as u64;
        let numbers = (first..first + count as u64).map(|index| FIRST_SEARCH_NUMBER + index);
        let options = &self.options;
        self.slots
            .extend(numbers.map(|number| GameSlot::new(Position::standard(), number, options)));
        Ok(())
    }

    /// Copies games: slot `targets[n]` becomes a copy of slot `sources[n]`. A game may be copied
    /// several times. Notes of searches are copied from games to games, not to search slots.
    ///
    /// # Errors
    /// When an index is out of range, a target occurs twice, or a slot is both source and target;
    /// nothing is changed.
    pub fn copy_games(
        &mut self,
        sources: &[usize],
        targets: &[usize],
        run: Run<'_>,
    ) -> Result<(), ArenaError> {
        self.check_copies(sources, targets)?;
        // of ascending targets, the slots between them can be read while the targets are written
        let mut pairs: Vec<(usize, usize)> =
            targets.iter().copied().zip(sources.iter().copied()).collect();
        pairs.sort_unstable();
        let mut readable: Vec<(usize, &[GameSlot])> = Vec::with_capacity(pairs.len() + 1);
        let mut writable = Vec::with_capacity(pairs.len());
        let (mut rest, mut begin) = (&mut self.slots[..], 0);
        for &(target, _) in &pairs {
            let (before, after) = std::mem::take(&mut rest).split_at_mut(target + 1 - begin);
            let Some((slot, before)) = before.split_last_mut() else { continue };
            readable.push((begin, before));
            writable.push(slot);
            (rest, begin) = (after, target + 1);
        }
        readable.push((begin, rest));
        let source = |index: usize| {
            let range = readable.partition_point(|&(first, _)| first <= index).checked_sub(1)?;
            let (first, slots) = readable[range];
            slots.get(index - first)
        };
        let mut writable = writable.into_iter();
        let chunks = pairs.chunks(COPIES_PER_JOB);
        let jobs = chunks.map(|pairs| {
            let targets: Vec<&mut GameSlot> = writable.by_ref().take(pairs.len()).collect();
            (targets, pairs)
        });
        let jobs: Vec<_> = jobs.collect();
        // not interrupted, since some copies would be made and some not
        let run = Run { stop: &|| false, ..run.with_few(pairs.len(), MANY_COPIES) };
        pool::for_each_from_both_ends(run, jobs.into_iter(), |(targets, pairs)| {
            for (target, &(_, index)) in targets.into_iter().zip(pairs) {
                if let Some(source) = source(index) {
                    target.copy_from(source);
                }
            }
        })?;
        self.copy_notes(sources, targets);
        Ok(())
    }

    /// Copies games and plays a move in each copy; returns a row for each.
    ///
    /// # Errors
    /// When an index is out of range, a target occurs twice, a slot is both source and target, or an action
    /// is illegal in its source; nothing is changed.
    pub fn branch(
        &mut self,
        sources: &[usize],
        targets: &[usize],
        actions: Actions<'_>,
        run: Run<'_>,
    ) -> Result<Vec<StepRow>, ArenaError> {
        self.check_copies(sources, targets)?;
        let planned = self.plan_moves(sources, actions, OnIllegal::Raise, run)?;
        self.copy_games(sources, targets, run)?;
        self.play_planned(targets, &planned, run)
    }

    fn check_copies(&self, sources: &[usize], targets: &[usize]) -> Result<(), ArenaError> {
        if sources.len() != targets.len() {
            let (sources, targets) = (sources.len(), targets.len());
            return Err(ArenaError::CopyCount { sources, targets });
        }
        self.check_slots(targets)?;
        if let Some(&slot) = sources.iter().find(|&&slot| slot >= self.len()) {
            return Err(ArenaError::Slot { slot, slots: self.len() });
        }
        let mut ascending = targets.to_vec();
        ascending.sort_unstable();
        match sources.iter().find(|slot| ascending.binary_search(slot).is_ok()) {
            Some(&slot) => Err(ArenaError::Overlap { slot }),
            None => Ok(()),
        }
    }
}
