//! Scores of actions: logits, weights or visit counts.

use numpy::PyReadonlyArrayDyn;

use crate::arena::{Sampling, ScoreKind, Scores};
use crate::python::array_arguments::{Axis, floats, integers_of};
use crate::python::prelude::*;
use crate::tensor::{Policy, PolicyEncoding};

/// The scores of the actions of some rows.
pub(in crate::python) struct RowScores<'py> {
    values: PyReadonlyArrayDyn<'py, f32>,
    /// Those of legal moves; `None` for the scores of all actions.
    offsets: Option<Vec<i64>>,
}

impl<'py> RowScores<'py> {
    /// Reads `(rows, policy.size)` scores, or `(values, offsets)`; `option` is the argument that
    /// selects the policy.
    pub(super) fn new(
        object: &ArrayLike<'py>,
        name: &str,
        rows: usize,
        policy: Option<&PolicyEncoding>,
        option: &str,
    ) -> PyResult<RowScores<'py>> {
        if let Ok(pair) = object.0.cast::<PyTuple>()
            && pair.len() == 2
        {
            let offsets = format!("the offsets of {name}");
            let offsets = integers_of(&pair.get_item(1)?, &offsets, rows + 1)?;
            let name = format!("the values of {name}");
            let values = floats(&pair.get_item(0)?, &name, &[Axis::Any("moves")])?;
            return Ok(RowScores { values, offsets: Some(offsets) });
        }
        let Some(policy) = policy else {
            return Err(ArgumentError::new_err(format!(
                "{name} of all actions need a policy: pass {option}=, or give (values, offsets) in the \
                 order of legal_indices"
            )));
        };
        let values = floats(&object.0, name, &[Axis::Of(rows), Axis::Of(policy.size())])?;
        Ok(RowScores { values, offsets: None })
    }

    /// The scores for the core.
    pub(super) fn scores(&self) -> PyResult<Scores<'_>> {
        let values = self.values.as_slice()?;
        Ok(match &self.offsets {
            Some(offsets) => Scores::Ragged { values, offsets },
            None => Scores::Dense(values),
        })
    }
}

/// The arguments `logits` and `weights`.
pub(in crate::python) struct ScoreArguments<'py> {
    kind: ScoreKind,
    scores: Option<RowScores<'py>>,
    policy: Option<PolicyEncoding>,
}

impl<'py> ScoreArguments<'py> {
    pub(in crate::python) fn new(
        logits: Option<&ArrayLike<'py>>,
        weights: Option<&ArrayLike<'py>>,
        rows: usize,
        policy: Option<PolicyEncoding>,
    ) -> PyResult<ScoreArguments<'py>> {
        let (kind, name, object) = match (logits, weights) {
            (Some(_), Some(_)) => {
                return Err(ArgumentError::new_err("give logits or weights, not both"));
            }
            (Some(logits), None) => (ScoreKind::Logits, "logits", Some(logits)),
            (None, weights) => (ScoreKind::Weights, "weights", weights),
        };
        let scores =
            object.map(|object| RowScores::new(object, name, rows, policy.as_ref(), "policy"));
        Ok(ScoreArguments { kind, scores: scores.transpose()?, policy })
    }

    /// The parameters of sampling.
    pub(in crate::python) fn sampling(&self, temperature: f64) -> PyResult<Sampling<'_>> {
        let scores = self.scores.as_ref().map_or(Ok(Scores::Uniform), RowScores::scores)?;
        Ok(Sampling { scores, kind: self.kind, temperature, policy: self.policy.as_ref() })
    }
}
