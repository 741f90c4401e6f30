//! Arrays of the current positions of games in progress.

use std::sync::{Mutex, PoisonError};

use super::slot::{FIELDS_AHEAD, MEMORY_AHEAD, Slot};
use super::{Arena, ArenaError};
use crate::attacks::{Backend, Task, dispatch};
use crate::pool::{self, Run};
use crate::stream;
use crate::tensor::nnue::FeatureSet;
use crate::tensor::rows::{Bits, Features, Ragged, Replay, RowError, Unsupported, WriteRow};
use crate::tensor::{Element, PlaneEncoding, Policy, RECENT_POSITIONS};
use crate::types::Move;

/// Rows that a thread writes at a time.
const ROWS_PER_JOB: usize = 64;

/// Rows of legal moves that a thread writes at a time.
const MOVE_LISTS_PER_JOB: usize = 128;

/// The number of rows of an encoding from which on several threads are faster.
const MANY_ROWS: usize = 256;

/// The number of rows of legal moves from which on several threads are faster.
const MANY_MOVE_LISTS: usize = 512;

impl Arena {
    /// Writes a row for the current position of each of some slots, the same as
    /// [`batch::write`](crate::batch::write) writes for that position of the finished game.
    ///
    /// # Errors
    /// If an index is out of range, `out` does not have the size of the rows, or the encoding
    /// cannot express a position.
    pub fn write<'a, T: Send, W: WriteRow<&'a mut [T]>>(
        &self,
        slots: &[usize],
        writer: &W,
        out: &'a mut [T],
        unsupported: Unsupported,
        run: Run<'_>,
    ) -> Result<(), ArenaError> {
        writer.check().map_err(ArenaError::Planes)?;
        self.check_slots(slots)?;
        let is_large = stream::is_large(out);
        let mut rows = rows(slots.len(), writer.width(), out)?;
        self.write_rows(slots, &mut rows, writer, is_large, unsupported, run)
    }

    /// Writes planes in bit form: `masks` is `(slots, channels)`, `values` has for each slot a
    /// value for each channel of [`PlaneEncoding::scaled`].
    ///
    /// # Errors
    /// As of [`Arena::write`].
    pub fn write_bits<E: PlaneEncoding>(
        &self,
        slots: &[usize],
        encoding: &E,
        masks: &mut [u64],
        values: &mut [f32],
        run: Run<'_>,
    ) -> Result<(), ArenaError> {
        let writer = Bits(encoding);
        writer.check().map_err(ArenaError::Planes)?;
        self.check_slots(slots)?;
        let masks = rows(slots.len(), encoding.channels(), masks)?;
        let values = rows(slots.len(), encoding.scaled().len(), values)?;
        let mut rows: Vec<_> = masks.into_iter().zip(values).collect();
        self.write_rows(slots, &mut rows, &writer, false, Unsupported::Raise, run)
    }

    /// Returns the active features of some slots in two rows each: the perspectives of the side to
    /// move and of the opponent.
    ///
    /// # Errors
    /// As of [`Arena::write`].
    pub fn active_features(
        &self,
        slots: &[usize],
        set: FeatureSet,
        unsupported: Unsupported,
        run: Run<'_>,
    ) -> Result<Ragged, ArenaError> {
        self.check_slots(slots)?;
        let mut rows = vec![Ragged::default(); slots.len()];
        self.write_rows(slots, &mut rows, &Features(set), false, unsupported, run)?;
        Ok(Ragged::concatenated(&rows))
    }

    /// Writes the legal masks, `(slots, size)`: 1 at the policy index of each legal move. The rows
    /// of games that are over are 0.
    ///
    /// # Errors
    /// As of [`Arena::write`]; the policy may have no index for a legal move.
    pub fn legal_mask<P: Policy, T: Element>(
        &self,
        slots: &[usize],
        policy: &P,
        out: &mut [T],
        unsupported: Unsupported,
        run: Run<'_>,
    ) -> Result<(), ArenaError> {
        self.write_masks(slots, policy.size(), policy, out, unsupported, run, |row, index| {
            *row.get_mut(index)? = T::ONE;
            Some(())
        })
    }

    /// Writes the legal masks as bits: index n is bit n % 8 of byte n / 8.
    ///
    /// # Errors
    /// As of [`Arena::legal_mask`].
    pub fn legal_bits<P: Policy>(
        &self,
        slots: &[usize],
        policy: &P,
        out: &mut [u8],
        unsupported: Unsupported,
        run: Run<'_>,
    ) -> Result<(), ArenaError> {
        let width = policy.size().div_ceil(8);
        self.write_masks(slots, width, policy, out, unsupported, run, |row, index| {
            *row.get_mut(index / 8)? |= 1 << (index % 8);
            Some(())
        })
    }

    /// Writes rows of `width` elements, in which a function marks the index of each legal move; it
    /// returns `None` for an index that the row does not have.
    #[expect(clippy::too_many_arguments, reason = "a function, and what it works on")]
    fn write_masks<T: Element>(
        &self,
        slots: &[usize],
        width: usize,
        policy: &impl Policy,
        out: &mut [T],
        unsupported: Unsupported,
        run: Run<'_>,
        mark: impl Fn(&mut [T], usize) -> Option<()> + Sync,
    ) -> Result<(), ArenaError> {
        self.check_slots(slots)?;
        check_size(slots.len(), width, out)?;
        let parts = out.chunks_mut((width * MOVE_LISTS_PER_JOB).max(1));
        let write = |slot: &Slot, row: &mut [T]| {
            row.fill(T::ZERO);
            let mut missing = None;
            policy.each_index(slot.recent.position(), &slot.legal, |m, index| {
                if index.and_then(|index| mark(row, index)).is_none() {
                    missing = missing.or(Some(m));
                }
            });
            missing
        };
        self.write_moves(slots, parts, |_| width, policy, unsupported, run, write)
    }

    /// Returns the policy indices of the legal moves of some slots, in the order of
    /// [`Arena::legal_moves`]; none for games that are over.
    ///
    /// # Errors
    /// If an index is out of range, or the policy has no index for a legal move.
    pub fn legal_indices<P: Policy>(
        &self,
        slots: &[usize],
        policy: &P,
        run: Run<'_>,
    ) -> Result<Ragged, ArenaError> {
        self.check_slots(slots)?;
        let mut offsets = Vec::with_capacity(slots.len() + 1);
        let mut end = 0;
        offsets.push(0);
        for (n, &slot) in slots.iter().enumerate() {
            self.prefetch_head(slots, n);
            end += self.slots[slot].legal.len();
            offsets.push(end as i64);
        }
        let mut values = vec![0; end];
        let mut rest = &mut values[..];
        let parts = offsets.chunks(MOVE_LISTS_PER_JOB).zip(offsets[1..].chunks(MOVE_LISTS_PER_JOB));
        let parts = parts.map(|(begins, ends)| {
            let count = ends[ends.len() - 1] - begins[0];
            let (part, later) = std::mem::take(&mut rest).split_at_mut(count as usize);
            rest = later;
            part
        });
        let count = |slot: &Slot| slot.legal.len();
        self.write_moves(slots, parts, count, policy, Unsupported::Raise, run, |slot, row| {
            let (mut row, mut missing) = (row.iter_mut(), None);
            policy.each_index(slot.recent.position(), &slot.legal, |m, index| {
                match (row.next(), index) {
                    (Some(element), Some(index)) => *element = index as i32,
                    _ => missing = missing.or(Some(m)),
                }
            });
            missing
        })?;
        Ok(Ragged { values, offsets })
    }

    /// Writes a row of the legal moves of each slot by a function, which returns the first move that
    /// the policy has no index for. `parts` has the rows of [`MOVE_LISTS_PER_JOB`] slots each, and
    /// `width` returns the length of a slot's row.
    #[expect(clippy::too_many_arguments, reason = "a function, and what it works on")]
    fn write_moves<'a, T: Send + 'a>(
        &self,
        slots: &[usize],
        parts: impl Iterator<Item = &'a mut [T]>,
        width: impl Fn(&Slot) -> usize + Sync,
        policy: &impl Policy,
        unsupported: Unsupported,
        run: Run<'_>,
        write: impl Fn(&Slot, &mut [T]) -> Option<Move> + Sync,
    ) -> Result<(), ArenaError> {
        let run = run.with_few(slots.len(), MANY_MOVE_LISTS);
        let first = FirstError::default();
        let jobs: Vec<_> = slots.chunks(MOVE_LISTS_PER_JOB).zip(parts).collect();
        pool::for_each_from_both_ends(
            run,
            jobs.into_iter(),
            || (),
            |(), (chunk, mut rest)| {
                for (n, &index) in chunk.iter().enumerate() {
                    self.prefetch(chunk, n, |slot| {
                        slot.prefetch_legal();
                        slot.recent.prefetch_position();
                    });
                    let slot = &self.slots[index];
                    let row;
                    (row, rest) = rest.split_at_mut(width(slot));
                    if let Some(m) = write(slot, row) {
                        let error = ArenaError::NoIndex { slot: index, m, policy: policy.name() };
                        first.note(index, error);
                    }
                }
            },
        )?;
        first.result(unsupported)
    }

    /// Prefetches the head of a slot that follows the n-th.
    #[inline(always)]
    pub(super) fn prefetch_head(&self, slots: &[usize], n: usize) {
        if let Some(&ahead) = slots.get(n + FIELDS_AHEAD) {
            self.slots[ahead].prefetch_head();
        }
    }

    /// Prefetches slots that follow the n-th of a job.
    #[inline(always)]
    fn prefetch(&self, slots: &[usize], n: usize, memory: impl Fn(&Slot)) {
        let slot = |ahead: usize| slots.get(n + ahead).map(|&index| &self.slots[index]);
        if let Some(slot) = slot(FIELDS_AHEAD) {
            slot.prefetch_fields();
        }
        if let Some(slot) = slot(MEMORY_AHEAD) {
            memory(slot);
        }
    }

    /// Writes rows on all cores.
    fn write_rows<R: Send, W: WriteRow<R>>(
        &self,
        slots: &[usize],
        rows: &mut [R],
        writer: &W,
        is_large: bool,
        unsupported: Unsupported,
        run: Run<'_>,
    ) -> Result<(), ArenaError> {
        let run = run.with_few(slots.len(), MANY_ROWS);
        let first = FirstError::default();
        let replays = writer.history_plies() >= RECENT_POSITIONS;
        let jobs = slots.chunks(ROWS_PER_JOB).zip(rows.chunks_mut(ROWS_PER_JOB));
        let jobs: Vec<(&[usize], &mut [R])> = jobs.collect();
        let state = || replays.then(|| W::State::new(writer.en_passant()));
        pool::for_each_from_both_ends(run, jobs.into_iter(), state, |state, (slots, rows)| {
            let job = Job { arena: self, slots, rows, writer, state, is_large, first: &first };
            dispatch(job);
        })?;
        first.result(unsupported)
    }
}

/// Checks that an array has the size of its rows.
fn check_size<T>(count: usize, width: usize, out: &[T]) -> Result<(), ArenaError> {
    if out.len() == count * width {
        return Ok(());
    }
    Err(ArenaError::Size { expected: count * width, found: out.len() })
}

/// The rows of an array.
fn rows<T>(count: usize, width: usize, out: &mut [T]) -> Result<Vec<&mut [T]>, ArenaError> {
    check_size(count, width, out)?;
    if width == 0 {
        return Ok((0..count).map(|_| [].as_mut_slice()).collect());
    }
    Ok(out.chunks_exact_mut(width).collect())
}

/// The error of the lowest slot.
#[derive(Default)]
pub(super) struct FirstError(Mutex<Option<(usize, ArenaError)>>);

impl FirstError {
    #[cold]
    pub(super) fn note(&self, slot: usize, error: ArenaError) {
        let mut first = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if first.as_ref().is_none_or(|(before, _)| slot < *before) {
            *first = Some((slot, error));
        }
    }

    pub(super) fn result(self, unsupported: Unsupported) -> Result<(), ArenaError> {
        match self.0.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some((_, error)) if unsupported == Unsupported::Raise => Err(error),
            _ => Ok(()),
        }
    }
}

/// Rows for one thread.
struct Job<'a, R, W: WriteRow<R>> {
    arena: &'a Arena,
    slots: &'a [usize],
    rows: &'a mut [R],
    writer: &'a W,
    /// For encodings that need more positions than a slot has.
    state: &'a mut Option<W::State>,
    /// Whether the rows are of an array that is written past the caches.
    is_large: bool,
    first: &'a FirstError,
}

impl<R, W: WriteRow<R>> Task for Job<'_, R, W> {
    type Output = ();

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) {
        let Job { arena, slots, rows, writer, state, is_large, first } = self;
        for (n, (&index, row)) in slots.iter().zip(rows).enumerate() {
            arena.prefetch(slots, n, |slot| slot.recent.prefetch_positions());
            let slot = &arena.slots[index];
            let written = match state {
                None => {
                    let view = W::State::view_of(&slot.recent, writer.en_passant());
                    match is_large {
                        true => writer.stream(backend, view, None, row),
                        false => writer.write(backend, view, None, row),
                    }
                }
                Some(state) => {
                    replay(slot, state);
                    writer.write(backend, state.view(), None, row)
                }
            };
            if let Err(error) = written {
                note(first, index, error);
            }
        }
        if is_large {
            stream::finish();
        }
    }
}

#[cold]
fn note(first: &FirstError, slot: usize, error: RowError) {
    first.note(slot, ArenaError::Row { slot, error });
}

/// Plays the whole game of a slot.
fn replay(slot: &Slot, state: &mut impl Replay) {
    state.restart(slot.start);
    for &m in &slot.moves {
        state.push(m);
    }
}
