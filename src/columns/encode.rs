//! Writing the rows of samples on all cores.

use std::ops::Range;

use super::array::{ElementsMut, SharedRows};
use super::column::Column;
use super::error::{RowError, Unsupported, unsupported_row};
use super::needs::Needs;
use super::sample::{Sample, Samples};
use crate::attacks::{Backend, Task, dispatch};
use crate::error::{CallError, ensure};
use crate::pool::{self, FirstError, Interrupted, Run};
use crate::stream;

/// The arrays of a column.
#[derive(Debug)]
pub struct Output<'a> {
    /// [`Column::width`] elements for each sample.
    pub elements: ElementsMut<'a>,
    /// [`Column::value_count`] elements for each sample.
    pub values: &'a mut [f32],
}

impl<'a, T> From<&'a mut [T]> for Output<'a>
where
    ElementsMut<'a>: From<&'a mut [T]>,
{
    /// The array of a column without values.
    fn from(elements: &'a mut [T]) -> Output<'a> {
        Output { elements: elements.into(), values: &mut [] }
    }
}

/// A function of the row and the error of a sample that a column cannot express.
pub(super) type OnError<'a> = &'a (dyn Fn(usize, RowError) + Sync);

/// Writes a row of each column for each sample, in the order of the samples, on all cores.
///
/// ```
/// use enroque::columns::{Column, Dtype, GameSamples, Unsupported, encode};
/// use enroque::games::Games;
/// use enroque::pool::Run;
/// use enroque::tensor::PolicyEncoding;
/// let games = Games::from_pgn_text("text", b"1. e4 e5 *");
/// let samples = GameSamples::new(&games, &[0, 0], &[0, 1]).unwrap();
/// let policy = PolicyEncoding::named("lc0", &[]).unwrap();
/// let columns = [Column::LegalMask(policy, Dtype::Bool), Column::played(policy)];
/// let (mut mask, mut index) = ([false; 2 * 1858], [0i64; 2]);
/// let out = [(&mut mask[..]).into(), (&mut index[..]).into()];
/// encode(&samples, &columns, out, Unsupported::Raise, Run::default()).unwrap();
/// assert_eq!(mask.iter().filter(|&&legal| legal).count(), 40);
/// assert_eq!(index[0], 322);
/// ```
///
/// # Errors
/// See [`CallError`].
pub fn encode<'a, S: Samples>(
    samples: &S,
    columns: &[Column],
    out: impl IntoIterator<Item = Output<'a>>,
    unsupported: Unsupported,
    run: Run<'_>,
) -> Result<(), CallError> {
    columns.iter().try_for_each(Column::check)?;
    let first = FirstError::default();
    let on_error = |row: usize, error: RowError| {
        if unsupported == Unsupported::Raise || error.is_of_data() {
            first.note(row, error);
        }
    };
    encode_all(samples, columns, out, &on_error, run)?;
    let error = |(row, error)| unsupported_row(&samples.name(row), error);
    first.into_inner().map_or(Ok(()), |first| Err(error(first)))
}

/// [`encode`] that calls a function for each row that a column cannot express.
pub(crate) fn encode_all<'a, S: Samples>(
    samples: &S,
    columns: &[Column],
    out: impl IntoIterator<Item = Output<'a>>,
    on_error: OnError<'_>,
    run: Run<'_>,
) -> Result<(), CallError> {
    let needs = Column::all_needs(columns);
    samples.check(&needs)?;
    columns.iter().try_for_each(|column| check_label(samples, column))?;
    let mut targets = Vec::with_capacity(columns.len());
    for (column, Output { elements, values }) in columns.iter().zip(out) {
        let (expected, found) = (column.dtype().name(), elements.dtype().name());
        ensure!(
            expected == found,
            Array("out"),
            "the result has dtype {expected}, but the array has {found}"
        );
        let (width, value_count) = (column.width(), column.value_count());
        for (width, found) in [(width, elements.len()), (value_count, values.len())] {
            let expected = samples.len() * width;
            ensure!(
                expected == found,
                Array("out"),
                "the result has {expected} elements, but the array has {found}"
            );
        }
        let past_caches = elements.bytes() >= stream::MIN_BYTES;
        targets.push(Target {
            column,
            rows: SharedRows::new(elements, width),
            values: (value_count > 0)
                .then(|| SharedRows::new(ElementsMut::Float32(values), value_count)),
            past_caches,
        });
    }
    let jobs = samples.jobs(&needs).into_iter().map(|range| (range, Rows(&targets))).collect();
    run_jobs(samples, &needs, jobs, on_error, run)?;
    Ok(())
}

fn check_label<S: Samples>(samples: &S, column: &Column) -> Result<(), CallError> {
    let Column::Label(label) = column else { return Ok(()) };
    let (games, positions) = samples.label_counts();
    let (each, expected) =
        if label.is_by_position() { ("position", positions) } else { ("game", games) };
    let found = label.len();
    ensure!(
        expected == found,
        Array("label"),
        "a label must have a value for each {each}, {expected}, not {found}"
    );
    Ok(())
}

/// A column and its arrays.
struct Target<'a> {
    column: &'a Column,
    rows: SharedRows<'a>,
    values: Option<SharedRows<'a>>,
    past_caches: bool,
}

/// Writes the rows of samples.
#[derive(Clone, Copy)]
struct Rows<'a>(&'a [Target<'a>]);

impl Visitor for Rows<'_> {
    #[inline(always)]
    fn visit<B: Backend>(&mut self, backend: B, sample: &Sample<'_>) -> Result<(), RowError> {
        let mut result = Ok(());
        for target in self.0 {
            // SAFETY: by the contract of `Samples`, no other sample has this row, and one thread
            // visits each sample once.
            let (row, values) = unsafe {
                let values = target.values.as_ref().map(|values| values.row(sample.row));
                (target.rows.row(sample.row), values)
            };
            let values = match values {
                Some(ElementsMut::Float32(values)) => values,
                _ => &mut [],
            };
            let written = target.column.write(backend, sample, row, values, target.past_caches);
            if let Err(error) = written
                && result.map_or_else(RowError::rank, |()| 0) < error.rank()
            {
                result = written;
            }
        }
        result
    }

    fn end(&mut self) {
        if self.0.iter().any(|target| target.past_caches) {
            stream::finish();
        }
    }
}

/// The work of a thread on each sample of a job.
pub(super) trait Visitor: Send {
    /// Begins a job.
    fn begin(&mut self, _samples: usize) {}

    /// Visits the next sample of the job.
    fn visit<B: Backend>(&mut self, backend: B, sample: &Sample<'_>) -> Result<(), RowError>;

    /// Ends a job.
    fn end(&mut self) {}
}

/// Visits the samples of each job, and returns the jobs in their order.
pub(super) fn run_jobs<S: Samples, V: Visitor>(
    samples: &S,
    needs: &Needs,
    mut jobs: Vec<(Range<usize>, V)>,
    on_error: OnError<'_>,
    run: Run<'_>,
) -> Result<Vec<(Range<usize>, V)>, Interrupted> {
    let run = run.with_few(samples.len(), samples.fewest_for_threads(needs));
    pool::for_each_from_both_ends_with(
        run,
        jobs.iter_mut(),
        || samples.cursor(needs),
        |cursor, (range, visitor)| {
            dispatch(EncodeJob { samples, range: range.clone(), visitor, cursor, on_error });
        },
    )?;
    Ok(jobs)
}

/// The samples that one thread visits.
struct EncodeJob<'a, 's, S: Samples + 's, V> {
    samples: &'s S,
    range: Range<usize>,
    visitor: &'a mut V,
    cursor: &'a mut S::Cursor<'s>,
    on_error: OnError<'a>,
}

impl<S: Samples, V: Visitor> Task for EncodeJob<'_, '_, S, V> {
    type Output = ();

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) {
        let EncodeJob { samples, range, visitor, cursor, on_error } = self;
        visitor.begin(range.len());
        for n in range {
            let sample = samples.sample(backend, cursor, n);
            if let Err(error) = visitor.visit(backend, &sample) {
                on_error(sample.row, error);
            }
        }
        visitor.end();
    }
}
