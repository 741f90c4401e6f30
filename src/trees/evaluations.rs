//! Evaluations of leaves: by a network, and by endgame tables.

use super::MANY_LEAVES;
use super::leaves::Leaves;
use crate::arena::{ScoreKind, Scores};
use crate::error::CallError;
use crate::pool::{self, Run};
use crate::tablebase::Tablebase;
use crate::tensor::{Policy, PolicyEncoding};

/// The number of leaves that a thread looks up at a time.
const LEAVES_PER_JOB: usize = 64;

/// The output of a network for leaves, one row each.
#[derive(Clone, Copy, Debug)]
pub struct LeafEvaluations<'a> {
    /// The values for the side to move, -1 to 1.
    pub values: Option<&'a [f32]>,
    /// Win, draw and loss probabilities for the side to move, `(leaves, 3)`; if there are no
    /// values, they are win minus loss.
    pub wdl: Option<&'a [f32]>,
    /// Logits or weights of the legal moves.
    pub scores: Scores<'a>,
    /// Whether the scores are logits or weights.
    pub kind: ScoreKind,
    /// The policy of dense scores.
    pub policy: Option<&'a PolicyEncoding>,
    /// Whether the result is proven, as by another tablebase than that of the search, so that nothing below is searched. The root
    /// of a tree is searched nevertheless.
    pub is_final: Option<&'a [bool]>,
}

impl LeafEvaluations<'_> {
    /// The value of a row, which may be too large, and the probabilities of its results.
    pub(super) fn value(&self, row: usize) -> (f32, Option<[f32; 3]>) {
        let wdl = self.wdl.map(|wdl| [wdl[3 * row], wdl[3 * row + 1], wdl[3 * row + 2]]);
        let from_wdl = wdl.map_or(0.0, |[win, _, loss]| win - loss);
        (self.values.map_or(from_wdl, |values| values[row]), wdl)
    }

    pub(super) fn is_final(&self, row: usize) -> bool {
        self.is_final.is_some_and(|is_final| is_final[row])
    }

    /// Writes the scores of a leaf's legal moves; returns whether there are any.
    pub(super) fn write_scores(
        &self,
        leaves: &Leaves,
        row: usize,
        to: &mut [f32],
    ) -> Result<bool, String> {
        let mut to = to.iter_mut();
        let write = |score| {
            if let Some(to) = to.next() {
                *to = score;
            }
        };
        self.scores.each(self.policy, row, leaves.board(row), write).map_err(|(policy, m)| {
            format!("the move {m}, which has no index in {}", policy.name())
        })?;
        Ok(!matches!(self.scores, Scores::Uniform))
    }
}

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
