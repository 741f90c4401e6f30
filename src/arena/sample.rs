//! Choosing actions by logits or weights over the legal moves.

use super::error::{check_size, check_temperature, impossible_score, no_index};
use super::slot::GameSlot;
use super::{Arena, NO_ACTION};
use crate::error::{CallError, ensure};
use crate::pool::{self, FirstError, Run};
use crate::random::{self, Purpose};
use crate::tensor::{Policy, PolicyEncoding};
use crate::types::Move;

/// Slots that a thread takes at a time.
const SLOTS_PER_JOB: usize = 256;

/// The number of slots from which on several threads are faster, with scores and without.
const MANY_SLOTS: (usize, usize) = (512, 8192);

/// A number for each action.
#[derive(Clone, Copy, Debug)]
pub enum Scores<'a> {
    /// The same for all legal moves.
    Uniform,
    /// A row for each slot, with a number for each index of the policy.
    Dense(&'a [f32]),
    /// A row for each slot, with a number for each legal move in the order of
    /// [`Arena::legal_moves`]: row n is `values[offsets[n]..offsets[n + 1]]`.
    Ragged {
        /// The numbers.
        values: &'a [f32],
        /// The ends of the rows, with 0 before.
        offsets: &'a [i64],
    },
}

impl Scores<'_> {
    /// Checks the sizes: rows of a policy, or of as many legal moves as `legal` states.
    pub(crate) fn check(
        self,
        name: &'static str,
        policy: Option<&PolicyEncoding>,
        rows: usize,
        legal: impl Fn(usize) -> usize,
        name_of: impl Fn(usize) -> String,
    ) -> Result<(), CallError> {
        match self {
            Scores::Uniform => Ok(()),
            Scores::Dense(values) => {
                let columns = policy.map_or(0, |policy| policy.size());
                check_size(name, rows * columns, values.len())
            }
            Scores::Ragged { values, offsets } => {
                check_size("offsets", rows + 1, offsets.len())?;
                let mut end = 0;
                for row in 0..rows {
                    let begin = end;
                    end += legal(row);
                    ensure!(
                        (offsets[row], offsets[row + 1]) == (begin as i64, end as i64),
                        Array("offsets"),
                        "the offsets do not fit: {} has {} legal moves, but offsets {} and {}, not {begin} \
                        and {end} (see legal_indices)",
                        name_of(row),
                        end - begin,
                        offsets[row],
                        offsets[row + 1]
                    );
                }
                check_size(name, end, values.len())
            }
        }
    }

    /// Passes the score of each legal move of a row to `push`; there are none of `Uniform`. Returns
    /// the first move without an index.
    pub(crate) fn each<'p>(
        self,
        policy: Option<&'p PolicyEncoding>,
        row: usize,
        board: &GameSlot,
        mut push: impl FnMut(f32),
    ) -> Result<(), (&'p PolicyEncoding, Move)> {
        match (self, policy) {
            (Scores::Ragged { values, offsets }, _) => {
                let row = &values[offsets[row] as usize..offsets[row + 1] as usize];
                row.iter().for_each(|&score| push(score));
            }
            (Scores::Dense(values), Some(policy)) => {
                let row = &values[row * policy.size()..(row + 1) * policy.size()];
                let mut missing = None;
                policy.each_index(board.recent.position(), &board.legal, |m, index| {
                    match index.and_then(|index| row.get(index)) {
                        Some(&score) => push(score),
                        None => missing = missing.or(Some(m)),
                    }
                });
                return missing.map_or(Ok(()), |m| Err((policy, m)));
            }
            (Scores::Uniform | Scores::Dense(_), _) => {}
        }
        Ok(())
    }
}

/// The meaning of scores.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ScoreKind {
    /// Logarithms of weights; -inf for an action that is never chosen.
    Logits,
    /// Weights, such as probabilities or visit counts, 0 or more.
    Weights,
}

impl ScoreKind {
    /// Whether an action may have a score.
    pub(crate) fn is_possible(self, score: f64) -> bool {
        match self {
            ScoreKind::Logits => score < f64::INFINITY,
            ScoreKind::Weights => (0.0..f64::INFINITY).contains(&score),
        }
    }

    /// The score of an action that is never chosen.
    pub(crate) fn never(self) -> f64 {
        match self {
            ScoreKind::Logits => f64::NEG_INFINITY,
            ScoreKind::Weights => 0.0,
        }
    }
}

/// The parameters of sampling actions.
#[derive(Clone, Copy, Debug)]
pub struct Sampling<'a> {
    /// The scores.
    pub scores: Scores<'a>,
    /// The meaning of the scores.
    pub kind: ScoreKind,
    /// Weights are raised to the power of its reciprocal; with 0, the greatest wins, and the first
    /// of several.
    pub temperature: f64,
    /// The policy of dense scores and of the actions; `None` for indices of legal moves.
    pub policy: Option<&'a PolicyEncoding>,
}

impl Arena {
    /// Chooses a legal action for each of some slots; [`NO_ACTION`] for games that are over.
    ///
    /// The random numbers depend on the seed, the number of the game and its ply, so choosing again
    /// gives the same actions.
    ///
    /// # Errors
    /// When the scores have the wrong size or an impossible value for a legal move, or no legal
    /// move has a weight.
    pub fn sample(
        &self,
        slots: &[usize],
        sampling: Sampling<'_>,
        run: Run<'_>,
    ) -> Result<Vec<i64>, CallError> {
        let seed = self.options().seed;
        let choose = |at: usize, slot: &GameSlot, weights: &mut Vec<f64>| {
            if slot.legal.is_empty() {
                return Ok(NO_ACTION);
            }
            let number = random::number(seed, Purpose::Actions, slot.ply() as u64, slot.game);
            let chosen = match sampling.scores {
                Scores::Uniform if sampling.temperature == 0.0 => 0,
                Scores::Uniform => random::scaled(number, slot.legal.len()),
                _ => {
                    sampling.weights(at, slots[at], slot, weights)?;
                    match sampling.temperature {
                        0.0 => first_greatest(&*weights).unwrap_or(0),
                        _ => choice(weights, random::fraction(number)),
                    }
                }
            };
            let Some(policy) = sampling.policy else { return Ok(chosen as i64) };
            let m = slot.legal[chosen];
            let index = policy.index(slot.recent.position(), m);
            index.map(|index| index as i64).ok_or_else(|| no_index(policy, m, slots[at]))
        };
        self.check_sampling(slots, &sampling)?;
        let many = match sampling.scores {
            Scores::Uniform => MANY_SLOTS.1,
            Scores::Dense(_) | Scores::Ragged { .. } => MANY_SLOTS.0,
        };
        let run = run.with_few(slots.len(), many);
        let mut actions = vec![NO_ACTION; slots.len()];
        let first = FirstError::default();
        let jobs = slots.chunks(SLOTS_PER_JOB).zip(actions.chunks_mut(SLOTS_PER_JOB)).enumerate();
        pool::for_each_with(run, jobs, Vec::new, |weights, (job, (chunk, actions))| {
            for (n, (&index, action)) in chunk.iter().zip(actions).enumerate() {
                self.prefetch_head(chunk, n);
                let at = job * SLOTS_PER_JOB + n;
                match choose(at, &self.slots[index], weights) {
                    Ok(chosen) => *action = chosen,
                    Err(error) => return first.note(at, error),
                }
            }
        })?;
        first.result()?;
        Ok(actions)
    }

    /// The probability of each legal move of some slots, row after row in the order of
    /// [`Arena::legal_moves`].
    ///
    /// # Errors
    /// When the scores have the wrong size or an impossible value for a legal move, or no legal move has a
    /// weight.
    pub fn priors(
        &self,
        slots: &[usize],
        sampling: Sampling<'_>,
        run: Run<'_>,
    ) -> Result<Vec<f32>, CallError> {
        self.check_sampling(slots, &sampling)?;
        let jobs = slots.chunks(SLOTS_PER_JOB).enumerate();
        let run = run.with_few(slots.len(), MANY_SLOTS.0);
        let rows = pool::map_with(run, jobs, Vec::new, |weights, (job, chunk)| {
            let mut priors = Vec::with_capacity(40 * chunk.len());
            for (n, &index) in chunk.iter().enumerate() {
                let slot = &self.slots[index];
                if !slot.legal.is_empty() {
                    sampling.weights(job * SLOTS_PER_JOB + n, index, slot, weights)?;
                    if sampling.temperature == 0.0 {
                        let chosen = first_greatest(&*weights).unwrap_or(0);
                        weights.fill(0.0);
                        weights[chosen] = 1.0;
                    }
                    let total: f64 = weights.iter().sum();
                    priors.extend(weights.iter().map(|weight| (weight / total) as f32));
                }
            }
            Ok(priors)
        })?;
        let rows = rows.into_iter().collect::<Result<Vec<Vec<f32>>, CallError>>()?;
        Ok(rows.concat())
    }

    fn check_sampling(&self, slots: &[usize], sampling: &Sampling<'_>) -> Result<(), CallError> {
        self.check_slots(slots)?;
        check_temperature(sampling.temperature)?;
        self.check_scores(slots, sampling.scores, sampling.policy)
    }

    /// Checks the sizes of scores, which are in rows of a policy or of the legal moves.
    pub(super) fn check_scores(
        &self,
        slots: &[usize],
        scores: Scores<'_>,
        policy: Option<&PolicyEncoding>,
    ) -> Result<(), CallError> {
        let legal = |row: usize| self.slots[slots[row]].legal.len();
        scores.check("scores", policy, slots.len(), legal, |row| format!("game {}", slots[row]))
    }
}

impl Sampling<'_> {
    /// Writes the weights of the legal moves of row `at`; with temperature 0, the scores.
    fn weights(
        &self,
        at: usize,
        slot_index: usize,
        slot: &GameSlot,
        weights: &mut Vec<f64>,
    ) -> Result<(), CallError> {
        weights.clear();
        if let Scores::Uniform = self.scores {
            weights.resize(slot.legal.len(), 1.0);
            return Ok(());
        }
        self.scores
            .each(self.policy, at, slot, |score| weights.push(score.into()))
            .map_err(|(policy, m)| no_index(policy, m, slot_index))?;
        if let Some(at) = weights.iter().position(|&score| !self.kind.is_possible(score)) {
            return Err(impossible_score(weights[at], slot.legal[at], slot_index));
        }
        let greatest = weights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        ensure!(
            greatest != self.kind.never(),
            Array("scores"),
            "no legal move of game {slot_index} has a weight above 0"
        );
        if self.temperature == 0.0 {
            return Ok(());
        }
        let power = 1.0 / self.temperature;
        for weight in weights {
            // libm: the same on every platform
            *weight = match self.kind {
                ScoreKind::Logits => libm::exp((*weight - greatest) * power),
                ScoreKind::Weights if self.temperature == 1.0 => *weight / greatest,
                ScoreKind::Weights => libm::pow(*weight / greatest, power),
            };
        }
        Ok(())
    }
}

/// The index of the first of the greatest keys.
pub(crate) fn first_greatest<T: PartialOrd>(keys: impl IntoIterator<Item = T>) -> Option<usize> {
    let mut best: Option<(usize, T)> = None;
    for (index, key) in keys.into_iter().enumerate() {
        if best.as_ref().is_none_or(|(_, greatest)| key > *greatest) {
            best = Some((index, key));
        }
    }
    best.map(|(index, _)| index)
}

/// The index chosen by a random number from 0 to 1, with weights that are not all 0.
pub(crate) fn choice(weights: &[f64], random: f64) -> usize {
    let mut rest = random * weights.iter().sum::<f64>();
    for (n, weight) in weights.iter().enumerate() {
        if rest < *weight {
            return n;
        }
        rest -= weight;
    }
    // by rounding, nothing was left: the last with a weight
    weights.iter().rposition(|&weight| weight > 0.0).unwrap_or(0)
}
