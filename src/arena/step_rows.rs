//! Rows of bytes of games, and a step that depends only on rows.

use super::error::out_of_memory;
use super::options::{ArenaOptions, NO_ACTION};
use super::row_bytes::ROW_BYTES;
use super::slot::{GameSlot, chosen, joined};
use super::step::{Actions, OnIllegal, StepRow, find, illegal_action};
use super::{Arena, check_options};
use crate::attacks::{Backend, Task, dispatch, task};
use crate::error::{CallError, call_error, ensure};
use crate::games::Games;
use crate::memory;
use crate::pool::{self, Run};

/// Rows that a thread reads or writes at a time.
const ROWS_PER_JOB: usize = 16;

impl Arena {
    /// Writes the games of some slots as rows of [`ROW_BYTES`] bytes.
    ///
    /// # Errors
    /// When an index is out of range, or `out` does not have the size of the rows.
    pub fn write_game_rows(
        &self,
        slots: &[usize],
        out: &mut [u8],
        run: Run<'_>,
    ) -> Result<(), CallError> {
        self.check_slots(slots)?;
        let (rows, rest) = out.as_chunks_mut::<ROW_BYTES>();
        if rows.len() != slots.len() || !rest.is_empty() {
            let found = rows.len() * ROW_BYTES + rest.len();
            return Err(wrong_size(slots.len() * ROW_BYTES, found));
        }
        let jobs: Vec<_> = slots.chunks(ROWS_PER_JOB).zip(rows.chunks_mut(ROWS_PER_JOB)).collect();
        let work = |(slots, rows): (&[usize], &mut [[u8; ROW_BYTES]])| {
            for (&slot, row) in slots.iter().zip(rows) {
                self.slots[slot].write_row(row);
            }
        };
        Ok(pool::for_each(run, jobs.into_iter(), work)?)
    }

    /// Replaces the games of some slots, whose numbers stay, by those of rows.
    ///
    /// # Errors
    /// When an index is out of range or occurs twice, or a row is invalid; nothing is changed.
    pub fn set_rows(
        &mut self,
        slots: &[usize],
        rows: &[u8],
        run: Run<'_>,
    ) -> Result<(), CallError> {
        self.check_slots(slots)?;
        let rows = as_rows(rows, slots.len())?;
        let read = read_rows(rows, &self.options, run)?;
        for (slot, read) in chosen(&mut self.slots, slots).into_iter().zip(read) {
            let game = slot.game;
            *slot = GameSlot { game, ..read };
        }
        slots.iter().for_each(|&slot| self.drop_notes(slot));
        Ok(())
    }

    /// An arena of the games of rows.
    ///
    /// # Errors
    /// When a number of the options is out of range, a row is invalid, or there is not enough memory.
    pub fn from_rows(rows: &[u8], options: ArenaOptions, run: Run<'_>) -> Result<Arena, CallError> {
        check_options(&options)?;
        let rows = as_rows(rows, rows.len() / ROW_BYTES)?;
        let mut slots = read_rows(rows, &options, run)?;
        for (number, slot) in (0..).zip(&mut slots) {
            slot.game = number;
        }
        ensure!(!slots.is_empty(), Value("rows"), "an arena must have at least 1 game");
        Ok(Arena { slots, finished: Games::new(), notes: Vec::new(), options })
    }
}

/// Plays one move in the game of each row, and writes the new rows to `out`. The rules, the ply
/// limit and its effect are those of `options`, whose other fields are ignored. A game that is over
/// does not change, and its action is ignored; its row has reward 0 and states its end again.
///
/// # Errors
/// When the arguments do not fit, a row is invalid, or an action is illegal; `out` is undefined
/// then.
pub fn step_rows(
    rows: &[u8],
    actions: Actions<'_>,
    options: &ArenaOptions,
    on_illegal: OnIllegal,
    out: &mut [u8],
    run: Run<'_>,
) -> Result<Vec<StepRow>, CallError> {
    check_options(options)?;
    let count = actions.len();
    let rows = as_rows(rows, count)?;
    let (written, _) = out.as_chunks_mut::<ROW_BYTES>();
    if written.len() != count {
        let (expected, found) = (count * ROW_BYTES, written.len() * ROW_BYTES);
        return Err(wrong_size(expected, found));
    }
    let mut steps = vec![StepRow::NONE; count];
    let jobs: Vec<_> = rows
        .chunks(ROWS_PER_JOB)
        .zip(written.chunks_mut(ROWS_PER_JOB))
        .zip(steps.chunks_mut(ROWS_PER_JOB))
        .enumerate()
        .collect();
    let work = |slot: &mut GameSlot,
                (job, ((rows, out), steps)): (usize, ((&[_], &mut [_]), &mut [_]))| {
        let first = job * ROWS_PER_JOB;
        dispatch(StepRows { slot, first, rows, out, steps, actions, options, on_illegal })
    };
    let results = pool::map_with(run, jobs.into_iter(), GameSlot::default, work)?;
    results.into_iter().collect::<Result<(), CallError>>()?;
    Ok(steps)
}

fn as_rows(bytes: &[u8], count: usize) -> Result<&[[u8; ROW_BYTES]], CallError> {
    match bytes.as_chunks::<ROW_BYTES>() {
        (rows, []) if rows.len() == count => Ok(rows),
        _ => Err(wrong_size(count * ROW_BYTES, bytes.len())),
    }
}

fn wrong_size(expected: usize, found: usize) -> CallError {
    call_error!(Value("rows"), "the array must have {expected} elements, not {found}")
}

/// Adds the index of a row to its error.
fn invalid(row: usize) -> impl Fn(String) -> CallError {
    move |error| call_error!(Value("rows"), "row {row}: {error}")
}

/// The games of rows.
fn read_rows(
    rows: &[[u8; ROW_BYTES]],
    options: &ArenaOptions,
    run: Run<'_>,
) -> Result<Vec<GameSlot>, CallError> {
    type Slots = Result<Vec<GameSlot>, CallError>;
    let jobs = rows.chunks(ROWS_PER_JOB).enumerate();
    let read = pool::map(run, jobs, |(job, rows)| {
        let first = job * ROWS_PER_JOB;
        dispatch(task!(|backend,
                        first: usize,
                        rows: &[[u8; ROW_BYTES]],
                        options: &ArenaOptions|
         -> Slots {
            if first > 0 {
                memory::check_left().map_err(out_of_memory)?;
            }
            let read = |(n, row): (usize, &[u8; ROW_BYTES])| {
                let mut slot = GameSlot::default();
                slot.read_row(backend, row, options).map_err(invalid(first + n))?;
                Ok(slot)
            };
            rows.iter().enumerate().map(read).collect()
        }))
    })?;
    joined(rows.len(), read)
}

/// Rows for one thread.
struct StepRows<'a> {
    slot: &'a mut GameSlot,
    first: usize,
    rows: &'a [[u8; ROW_BYTES]],
    out: &'a mut [[u8; ROW_BYTES]],
    steps: &'a mut [StepRow],
    actions: Actions<'a>,
    options: &'a ArenaOptions,
    on_illegal: OnIllegal,
}

impl Task for StepRows<'_> {
    type Output = Result<(), CallError>;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> Self::Output {
        let StepRows { slot, first, rows, out, steps, actions, options, on_illegal } = self;
        for (n, ((row, out), step)) in rows.iter().zip(out).zip(steps).enumerate() {
            let index = first + n;
            slot.read_row(backend, row, options).map_err(invalid(index))?;
            let (player, action) = (slot.recent.position().turn(), actions.get(index));
            if slot.end.is_some() {
                *step = StepRow { reward: 0.0, ..StepRow::new(slot.end, player) };
            } else if action != NO_ACTION {
                match (find(slot, actions, action), on_illegal) {
                    (Some(m), _) => slot.play(backend, m, options),
                    (None, OnIllegal::Lose) => slot.forfeit(),
                    (None, OnIllegal::Raise) => {
                        return Err(illegal_action(index, slot, actions, action));
                    }
                }
                *step = StepRow::new(slot.end, player);
            }
            slot.write_row(out);
        }
        Ok(())
    }
}
