//! Rows of a table of positions as samples.

use std::ops::Range;

use super::error::{LATER, PLAYERS, VISITS, lacks};
use super::needs::Needs;
use super::sample::{Labels, Sample, SampleHistory, Samples};
use crate::attacks::Backend;
use crate::error::{CallError, call_error};
use crate::games::result_of_number;
use crate::pool;
use crate::position::Position;
use crate::positions::{NO_MOVE, Positions};
use crate::prefetch;
use crate::rules::GameResult;
use crate::tensor::RepetitionRecord;
use crate::types::{Color, Move, NO_EVAL};

/// The number of samples of a job, which takes tens of microseconds.
const SAMPLES_PER_JOB: usize = 256;
/// The number of rows before its use at which a row is prefetched.
const ROWS_AHEAD: usize = 8;

/// Rows of [`Positions`], in any order. They have no history, like a FEN.
#[derive(Debug)]
pub struct PositionSamples<'a> {
    positions: &'a Positions,
    /// `None` for all rows.
    rows: Option<&'a [usize]>,
}

impl<'a> PositionSamples<'a> {
    /// All rows.
    pub fn all(positions: &'a Positions) -> PositionSamples<'a> {
        PositionSamples { positions, rows: None }
    }

    /// Some rows.
    ///
    /// # Errors
    /// If one does not exist.
    pub fn new(
        positions: &'a Positions,
        rows: &'a [usize],
    ) -> Result<PositionSamples<'a>, CallError> {
        match rows.iter().position(|&row| row >= positions.len()) {
            Some(index) => {
                let (row, rows) = (rows[index], positions.len());
                Err(call_error!(
                    Index("rows"),
                    "entry {index}: row {row} does not exist; there are {rows} rows"
                ))
            }
            None => Ok(PositionSamples { positions, rows: Some(rows) }),
        }
    }

    #[inline(always)]
    fn row(&self, n: usize) -> usize {
        self.rows.map_or(n, |rows| rows[n])
    }
}

/// The state of a thread, and its current row.
#[derive(Debug)]
pub struct PositionCursor<'a> {
    positions: &'a Positions,
    /// The position, without its key, which columns do not use.
    position: Position,
    mark: RepetitionRecord,
    row: usize,
}

impl<'a> PositionCursor<'a> {
    fn new(positions: &'a Positions) -> PositionCursor<'a> {
        let mark = RepetitionRecord { ep_square: None, repetitions: 0 };
        PositionCursor { positions, position: Position::standard(), mark, row: 0 }
    }

    /// The labels of a row of games with White to move.
    pub(crate) fn of_labels(positions: &'a Positions, row: usize) -> PositionCursor<'a> {
        PositionCursor { row, ..PositionCursor::new(positions) }
    }
}

impl Labels for PositionCursor<'_> {
    fn result(&self) -> GameResult {
        let result = self.positions.labels().result().map(|results| results[self.row]);
        result.and_then(result_of_number).unwrap_or_default()
    }

    fn eval(&self) -> Option<i32> {
        let eval = self.positions.labels().evals()?[self.row];
        (eval != NO_EVAL).then_some(eval)
    }

    fn search_value(&self) -> f32 {
        let of_white = match self.positions.labels().expected_score() {
            Some(values) => 2.0 * values[self.row] - 1.0,
            None => f32::NAN,
        };
        if self.position.turn() == Color::Black { -of_white } else { of_white }
    }

    fn game_and_ply(&self) -> (usize, usize) {
        (self.row, self.position.ply() as usize)
    }

    fn position_index(&self) -> usize {
        self.row
    }
}

// SAFETY: the jobs divide the rows, and the n-th sample has row n.
unsafe impl<'a> Samples for PositionSamples<'a> {
    type Cursor<'c>
        = PositionCursor<'a>
    where
        Self: 'c;

    fn len(&self) -> usize {
        self.rows.map_or(self.positions.len(), <[usize]>::len)
    }

    fn check(&self, needs: &Needs) -> Result<(), CallError> {
        let lacking = |datum, is_there: &dyn Fn(usize) -> bool| match (0..self.len())
            .find(|&n| !is_there(self.row(n)))
        {
            Some(n) => Err(lacks(&self.name(n), datum)),
            None => Ok(()),
        };
        // without a position, the side to move is unknown, from whose view labels are
        if *needs != Needs::default() {
            lacking("position, since it could not be read", &|row| {
                !self.positions.packed()[row].is_none()
            })?;
        }
        let labels = self.positions.labels();
        let columns = [
            (needs.next_move, labels.moves().is_some(), "column of moves"),
            (needs.result, labels.result().is_some(), "column of results"),
            (needs.eval, labels.evals().is_some(), "column of evaluations"),
            (needs.search_value, labels.expected_score().is_some(), "column of expected scores"),
            (needs.search, false, "search"),
            (needs.players, false, PLAYERS),
            (needs.later, false, LATER),
        ];
        for (is_needed, is_there, datum) in columns {
            if is_needed && !is_there && !self.is_empty() {
                return Err(lacks("the table", datum));
            }
        }
        if needs.next_move {
            let moves = labels.moves();
            lacking("next move", &|row| moves.is_some_and(|moves| moves[row] != NO_MOVE))?;
        }
        if needs.visits {
            lacking(VISITS, &|_| false)?;
        }
        Ok(())
    }

    fn label_counts(&self) -> (usize, usize) {
        (self.positions.len(), self.positions.len())
    }

    fn jobs(&self, _: &Needs) -> Vec<Range<usize>> {
        pool::ranges(self.len(), SAMPLES_PER_JOB).collect()
    }

    fn fewest_for_threads(&self, _: &Needs) -> usize {
        2 * SAMPLES_PER_JOB
    }

    fn cursor(&self, _: &Needs) -> PositionCursor<'a> {
        PositionCursor::new(self.positions)
    }

    #[inline(always)]
    fn sample<'c, B: Backend>(
        &'c self,
        backend: B,
        cursor: &'c mut PositionCursor<'a>,
        n: usize,
    ) -> Sample<'c> {
        let packed = self.positions.packed();
        // rows in random order, as of a Loader, are far apart in memory
        if let Some(&ahead) = self.rows.and_then(|rows| rows.get(n + ROWS_AHEAD)) {
            prefetch::line(&packed[ahead]);
        }
        cursor.row = self.row(n);
        let setup = packed[cursor.row].setup(backend);
        // a row without a position is an error of `check` if the position is needed
        cursor.position = match &setup {
            Some(setup) => Position::without_key(setup),
            None => Position::standard(),
        };
        // a packed en-passant square is legal, so it is the same by any rule
        cursor.mark.ep_square = cursor.position.ep_square();
        let moves = self.positions.labels().moves();
        Sample {
            position: &cursor.position,
            history: SampleHistory::None(&cursor.position, &cursor.mark),
            legal_moves: None,
            next: moves.and_then(|moves| Move::from_bits(moves[cursor.row])),
            turn: cursor.position.turn(),
            labels: cursor,
            row: n,
        }
    }

    fn name(&self, row: usize) -> String {
        format!("row {}", self.row(row))
    }
}
