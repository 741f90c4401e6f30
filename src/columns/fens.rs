//! The FENs of samples.

use super::encode::{Visitor, run_jobs};
use super::error::RowError;
use super::needs::Needs;
use super::sample::{Sample, Samples};
use crate::attacks::Backend;
use crate::error::CallError;
use crate::memory::defaults;
use crate::notation::fen;
use crate::pool::Run;

/// Returns the FEN of each sample, in their order.
///
/// # Errors
/// See [`CallError`].
pub fn fens<S: Samples>(samples: &S, run: Run<'_>) -> Result<Vec<String>, CallError> {
    samples.check(&Needs::POSITION)?;
    let jobs = samples.jobs(&Needs::POSITION).into_iter().map(|range| (range, Fens(Vec::new())));
    let jobs = run_jobs(samples, &Needs::POSITION, jobs.collect(), &|_, _| (), run)?;
    let mut fens: Vec<String> = defaults(samples.len())?;
    for (row, fen) in jobs.into_iter().flat_map(|(_, job)| job.0) {
        fens[row] = fen;
    }
    Ok(fens)
}

/// The rows of a job and their FENs.
struct Fens(Vec<(usize, String)>);

impl Visitor for Fens {
    fn begin(&mut self, samples: usize) {
        self.0.reserve(samples);
    }

    #[inline(always)]
    fn visit<B: Backend>(&mut self, _: B, sample: &Sample<'_>) -> Result<(), RowError> {
        let text = fen::write(sample.position);
        self.0.push((sample.row, text.as_str().to_owned()));
        Ok(())
    }
}
