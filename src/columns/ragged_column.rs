//! Columns of rows of different lengths.

use std::ops::Range;

use super::encode::{OnError, Visitor, run_jobs};
use super::error::{RowError, Unsupported, unsupported_row};
use super::later::Temperature;
use super::needs::{Needs, NoVisits};
use super::ragged::{RaggedArrays, RaggedRows};
use super::sample::{Sample, Samples};
use super::table::columns;
use super::{features, moves};
use crate::attacks::Backend;
use crate::error::CallError;
use crate::memory::{self, OutOfMemory, defaults};
use crate::pool::{FirstError, Run};
use crate::tensor::PolicyEncoding;
use crate::tensor::nnue::FeatureSet;

/// Makes the enum of the table.
macro_rules! define {
    (
        boards $boards:tt arenas $arenas:tt moves $moves:tt labels $labels:tt games $games:tt others $others:tt
        without_function $without:tt
        ragged_boards {$($of_boards:tt)*}
        ragged_moves {$($of_moves:tt)*}
        ragged_games {$($of_games:tt)*}
    ) => {
        define! { $($of_boards)* $($of_moves)* $($of_games)* }
    };
    ($({
        $(#[$doc:meta])*
        $variant:ident = $name:ident (
            $($(#[$argument_doc:meta])* $argument:ident: $argument_type:ty),* ;
            $($(#[$option_doc:meta])* $option:ident: $option_type:ty = $default:tt,)*
        )
        on_unsupported($(#[$mask:meta])*)
        $(#[$returns:meta])*
        -> $result:ident rows $count:literal;
        needs $needs:block
        push($backend:ident, $sample:ident, $rows:ident) $push:block
    })*) => {
        /// A column of rows of different lengths.
        #[derive(Clone, Copy, PartialEq, Debug)]
        #[non_exhaustive]
        pub enum RaggedColumn {
            $($(#[$doc])* $variant($($argument_type,)* $($option_type,)*),)*
        }

        #[allow(unused_variables, reason = "each column uses some of its arguments")]
        impl RaggedColumn {
            /// The data of a sample that the column needs.
            pub fn needs(&self) -> Needs {
                match self {
                    $(RaggedColumn::$variant($($argument,)* $($option,)*) => $needs)*
                }
            }

            /// The number of rows for each sample.
            fn rows(&self) -> usize {
                match self {
                    $(RaggedColumn::$variant(..) => $count,)*
                }
            }

            #[inline(always)]
            fn push<B: Backend>(
                &self,
                of_backend: B,
                of_sample: &Sample<'_>,
                of_rows: &mut RaggedRows,
            ) -> Result<(), RowError> {
                match self {
                    $(RaggedColumn::$variant($($argument,)* $($option,)*) => {
                        let ($backend, $sample, $rows) = (of_backend, of_sample, of_rows);
                        $push
                    })*
                }
            }
        }
    };
}

columns!(define);

/// The approximate number of legal moves.
const VALUES_PER_SAMPLE: usize = 48;

/// Returns the rows of a column for all samples, in their order.
///
/// # Errors
/// See [`CallError`].
pub fn encode_ragged<S: Samples>(
    samples: &S,
    column: RaggedColumn,
    unsupported: Unsupported,
    run: Run<'_>,
) -> Result<RaggedArrays, CallError> {
    let needs = column.needs();
    samples.check(&needs)?;
    let first = FirstError::default();
    let on_error = |row: usize, error: RowError| first.note(row, error);
    let offsets = samples.legal_move_offsets();
    let is_in_place = matches!(column, RaggedColumn::LegalIndices(_)) && offsets.is_some();
    let ragged = match (column, offsets) {
        (RaggedColumn::LegalIndices(policy), Some(offsets)) => {
            write_in_place(samples, policy, &needs, offsets, &on_error, run)?
        }
        _ => collect(samples, column, &needs, &on_error, run)?,
    };
    match first.into_inner() {
        Some((row, error)) if unsupported == Unsupported::Raise => {
            Err(unsupported_row(&samples.name(row), error))
        }
        // the rows that were written have an element for each move, also for those without an index
        Some(_) if is_in_place => collect(samples, column, &needs, &|_, _| (), run),
        _ => Ok(ragged),
    }
}

/// Writes the indices of legal moves that are listed, so that the ends of the rows are known.
///
/// Without it, random play by `legal_indices("lc0")` and `step` of 1,024 games takes 12 to 16 % longer.
fn write_in_place<S: Samples>(
    samples: &S,
    policy: PolicyEncoding,
    needs: &Needs,
    offsets: Vec<i64>,
    on_error: OnError<'_>,
    run: Run<'_>,
) -> Result<RaggedArrays, CallError> {
    let mut values = defaults(length(offsets.last().map_or(0, |&end| end))?)?;
    let mut rest = &mut values[..];
    let mut jobs = Vec::new();
    for range in samples.jobs(needs) {
        let count = offsets[range.end] - offsets[range.start];
        let (rows, later) = std::mem::take(&mut rest).split_at_mut(count as usize);
        rest = later;
        jobs.push((range, InPlace { policy, rows }));
    }
    run_jobs(samples, needs, jobs, on_error, run)?;
    Ok(RaggedArrays { values, weights: Vec::new(), offsets })
}

/// The number of values before an offset, as far as memory can have them: with pointers of 32 bits, not
/// all can be.
fn length(end: i64) -> Result<usize, OutOfMemory> {
    usize::try_from(end).map_err(|_| OutOfMemory)
}

/// Writes rows one after the other.
struct InPlace<'a> {
    policy: PolicyEncoding,
    /// The memory of the rows that are left.
    rows: &'a mut [i32],
}

impl Visitor for InPlace<'_> {
    #[inline(always)]
    fn visit<B: Backend>(&mut self, backend: B, sample: &Sample<'_>) -> Result<(), RowError> {
        let count = sample.legal_moves.map_or(0, <[_]>::len);
        let (row, later) = std::mem::take(&mut self.rows).split_at_mut(count);
        self.rows = later;
        moves::write_indices(backend, &self.policy, sample, row)
    }
}

/// Appends the rows of each job to a list, and concatenates them in the order of the samples.
fn collect<S: Samples>(
    samples: &S,
    column: RaggedColumn,
    needs: &Needs,
    on_error: OnError<'_>,
    run: Run<'_>,
) -> Result<RaggedArrays, CallError> {
    let values_per_sample = match column {
        RaggedColumn::Features(set) => set.max_active(),
        _ => VALUES_PER_SAMPLE,
    };
    memory::check(samples.len() * values_per_sample * size_of::<i32>())?;
    let job = |range: Range<usize>| {
        (range, Append { column, rows: RaggedRows::default(), order: vec![] })
    };
    let jobs = samples.jobs(needs).into_iter().map(job).collect();
    let jobs = run_jobs(samples, needs, jobs, on_error, run)?;
    let lists: Vec<&Append> = jobs.iter().map(|(_, list)| list).collect();
    let rows = column.rows();
    let mut offsets: Vec<i64> = defaults(samples.len() * rows + 1)?;
    for (index, row, _) in lists.iter().flat_map(|list| list.rows()) {
        offsets[index + 1] = row.len() as i64;
    }
    let mut end = 0;
    for offset in &mut offsets {
        end += *offset;
        *offset = end;
    }
    let has_weights = lists.iter().any(|list| !list.rows.weights.is_empty());
    let mut values: Vec<i32> = defaults(length(end)?)?;
    let mut weights = defaults(if has_weights { values.len() } else { 0 })?;
    for (index, row, row_weights) in lists.iter().flat_map(|list| list.rows()) {
        let begin = offsets[index] as usize;
        values[begin..begin + row.len()].copy_from_slice(row);
        if has_weights {
            weights[begin..begin + row.len()].copy_from_slice(row_weights);
        }
    }
    Ok(RaggedArrays { values, weights, offsets })
}

/// Appends rows to a list.
struct Append {
    column: RaggedColumn,
    rows: RaggedRows,
    /// The row of each sample.
    order: Vec<usize>,
}

impl Append {
    /// The index of each row in the result, its values and its weights.
    fn rows(&self) -> impl Iterator<Item = (usize, &[i32], &[f32])> {
        let rows = self.column.rows();
        let indices =
            self.order.iter().flat_map(move |&row| (0..rows).map(move |n| row * rows + n));
        indices.enumerate().map(|(row, index)| {
            let weights = self.rows.weights.get(self.rows.lists.range(row..row + 1));
            (index, self.rows.lists.row(row), weights.unwrap_or_default())
        })
    }
}

impl Visitor for Append {
    fn begin(&mut self, samples: usize) {
        self.rows.lists.last_items().reserve(samples * VALUES_PER_SAMPLE);
        self.order.reserve(samples);
    }

    #[inline(always)]
    fn visit<B: Backend>(&mut self, backend: B, sample: &Sample<'_>) -> Result<(), RowError> {
        self.order.push(sample.row);
        self.column.push(backend, sample, &mut self.rows)
    }
}
