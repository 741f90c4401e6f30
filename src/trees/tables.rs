//! Leaves whose results endgame tables state.

use super::leaves::Leaves;
use super::{LeafEvaluations, MANY_LEAVES};
use crate::error::CallError;
use crate::pool::{self, Run};
use crate::tablebase::Tablebase;

/// The number of leaves that a thread looks up at a time.
const LEAVES_PER_JOB: usize = 64;

/// The evaluations of leaves, with those that tables state.
pub(super) struct ProvenEvaluations {
    values: Vec<f32>,
    wdl: Option<Vec<f32>>,
    is_final: Vec<bool>,
}

impl ProvenEvaluations {
    /// Replaces the evaluations of leaves that tables state by the 50-move rule.
    pub(super) fn new(
        leaves: &Leaves,
        tables: &Tablebase,
        given: &LeafEvaluations<'_>,
        run: Run<'_>,
    ) -> Result<ProvenEvaluations, CallError> {
        let run = run.with_few(leaves.len(), MANY_LEAVES);
        let found = pool::map(run, pool::ranges(leaves.len(), LEAVES_PER_JOB), |rows| {
            let result = |row: usize| {
                let found = tables.exact_result(leaves.board(row).recent.position());
                found.map_err(|error| error.of(&leaves.name(row)))
            };
            rows.map(result).collect::<Result<Vec<_>, _>>()
        })?;
        let found = found.into_iter().collect::<Result<Vec<_>, _>>()?.concat();
        let mut proven = ProvenEvaluations {
            values: (0..leaves.len()).map(|row| given.value(row).0).collect(),
            wdl: given.wdl.map(<[f32]>::to_vec),
            is_final: (0..leaves.len()).map(|row| given.is_final(row)).collect(),
        };
        for (row, result) in found.into_iter().enumerate() {
            let Some(result) = result else { continue };
            proven.values[row] = result.into();
            if let Some(wdl) = &mut proven.wdl {
                wdl[3 * row..][..3].fill(0.0);
                wdl[(3 * row).wrapping_add_signed(1 - isize::from(result))] = 1.0;
            }
            proven.is_final[row] = true;
        }
        Ok(proven)
    }

    pub(super) fn evaluations<'a>(&'a self, given: LeafEvaluations<'a>) -> LeafEvaluations<'a> {
        LeafEvaluations {
            values: Some(&self.values),
            wdl: self.wdl.as_deref(),
            is_final: Some(&self.is_final),
            ..given
        }
    }
}
