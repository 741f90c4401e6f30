//! Adding evaluations to trees.

use std::ops::Range;
use std::sync::atomic::Ordering;

use super::cache::{Cache, CachedEvaluation};
use super::error::not_searched;
use super::evaluations::{LeafEvaluations, ProvenEvaluations};
use super::leaves::Leaves;
use super::noise;
use super::options::Algorithm;
use super::softmax::{normalize, softmax};
use super::tree::{Moves, NodeState, ROOT, Search};
use super::{GAMES_PER_JOB, MANY_LEAVES, Rule, TreeOptions, TreeSearch};
use crate::arena::{Arena, ScoreKind, check_size, chosen};
use crate::error::{CallError, call_error, ensure};
use crate::games::{is_value, is_wdl};
use crate::memory::OutOfMemory;
use crate::pool::{self, FirstError, Interrupted, Run};
use crate::types::Move;

/// The tolerance for values that rounding pushed beyond -1 and 1.
const VALUE_TOLERANCE: f32 = 1e-4;

impl TreeSearch {
    /// Adds the evaluations of leaves to their trees.
    ///
    /// # Errors
    /// When leaves were evaluated before, their game has moved on, an array does not fit, or a number is
    /// impossible; nothing is changed.
    pub fn backup(
        &mut self,
        arena: &Arena,
        leaves: &Leaves,
        evaluation: LeafEvaluations<'_>,
        run: Run<'_>,
    ) -> Result<(), CallError> {
        ensure!(
            self.boards.is_of(leaves),
            Value("leaves"),
            "these leaves were selected by another search"
        );
        check_sizes(leaves, &evaluation)?;
        let proven = match &self.tables {
            Some(tables) => Some(ProvenEvaluations::new(leaves, tables, &evaluation, run)?),
            None => None,
        };
        let evaluation =
            proven.as_ref().map_or(evaluation, |proven| proven.evaluations(evaluation));
        let mut groups: Vec<(usize, Range<usize>)> = Vec::new();
        for (row, slot) in leaves.slots().enumerate() {
            match groups.last_mut() {
                Some((last, rows)) if *last == slot => rows.end = row + 1,
                _ => groups.push((slot, row..row + 1)),
            }
        }
        let slots: Vec<usize> = groups.iter().map(|(slot, _)| *slot).collect();
        for (row, leaf) in leaves.leaves.iter().enumerate() {
            let search = &self.searches[leaf.slot as usize];
            let is_current = search.epoch == leaf.epoch
                && search.tree.node(leaf.node).state == NodeState::InFlight;
            ensure!(
                is_current,
                Value("leaves"),
                "{} was evaluated before, or a new search of its game has begun",
                leaves.name(row)
            );
        }
        self.check_current(arena, &slots)?;
        // nothing is changed before everything is checked: priors are written to their place, which
        // no one reads before their nodes are open
        let run = run.with_few(leaves.len(), MANY_LEAVES);
        let first = FirstError::default();
        let options = self.options;
        each_row(&mut self.searches, &groups, run, |search, row| {
            if let Err(what) = evaluate(search, leaves, row, &evaluation, &options) {
                first.note(row, what);
            }
        })?;
        if let Some((row, what)) = first.into_inner() {
            return Err(call_error!(Array("leaves"), "{} has {what}", leaves.name(row)));
        }
        // not interrupted, since some trees would be changed and some not
        let run = Run { stop: &|| false, ..run };
        let rule = &self.rule;
        each_row(&mut self.searches, &groups, run, |search, row| {
            let node = leaves.leaves[row].node;
            if node != ROOT {
                search.tree.add_in_flight(node, -1);
                search.in_flight -= 1;
            }
            let is_final = evaluation.is_final(row);
            commit(search, rule, node, leaves.legal_moves(row), is_final, &options);
        })?;
        if !self.cache.is_off() {
            // without memory there is nothing in the cache
            let mut rows = 0..leaves.len();
            if rows.any(|row| keep(&mut self.cache, leaves, row, &evaluation).is_err()) {
                self.cache.clear();
            }
        }
        leaves.is_evaluated.store(true, Ordering::Relaxed);
        Ok(())
    }
}

/// Calls a function with the search of each game and each row of its leaves, in their order.
fn each_row(
    searches: &mut [Search],
    groups: &[(usize, Range<usize>)],
    run: Run<'_>,
    work: impl Fn(&mut Search, usize) + Sync,
) -> Result<(), Interrupted> {
    let slots: Vec<usize> = groups.iter().map(|(slot, _)| *slot).collect();
    let mut searches = chosen(searches, &slots).into_iter();
    let job = |groups| -> Vec<(&mut Search, &(usize, Range<usize>))> {
        searches.by_ref().zip(groups).collect()
    };
    let jobs: Vec<_> = groups.chunks(GAMES_PER_JOB).map(job).collect();
    pool::for_each_from_both_ends(run, jobs.into_iter(), |job| {
        for (search, (_, rows)) in job {
            rows.clone().for_each(|row| work(search, row));
        }
    })
}

fn check_sizes(leaves: &Leaves, evaluation: &LeafEvaluations<'_>) -> Result<(), CallError> {
    let size = |name, expected, found: Option<usize>| {
        check_size(name, expected, found.unwrap_or(expected))
    };
    let has_value = evaluation.values.is_some() || evaluation.wdl.is_some();
    ensure!(has_value, Value("value"), "leaves need a value or wdl");
    size("value", leaves.len(), evaluation.values.map(<[f32]>::len))?;
    size("wdl", 3 * leaves.len(), evaluation.wdl.map(<[f32]>::len))?;
    size("final", leaves.len(), evaluation.is_final.map(<[bool]>::len))?;
    let LeafEvaluations { scores, policy, .. } = *evaluation;
    let legal = |row| leaves.legal_moves(row).len();
    scores.check("logits", policy, leaves.len(), legal, |row| leaves.name(row))
}

/// Writes the evaluation of a leaf to its node, which is not open yet; returns the name of an
/// impossible number.
#[inline(always)]
fn evaluate(
    search: &mut Search,
    leaves: &Leaves,
    row: usize,
    evaluation: &LeafEvaluations<'_>,
    options: &TreeOptions,
) -> Result<(), String> {
    let at = leaves.leaves[row].node;
    let (value, wdl) = evaluation.value(row);
    if let Some(wdl) = wdl.filter(|wdl| !is_wdl(*wdl)) {
        return Err(format!("the wdl {wdl:?}, which are not probabilities with the sum 1"));
    }
    if !is_value(value / (1.0 + VALUE_TOLERANCE)) {
        return Err(format!("the value {value}, which is not from -1 to 1"));
    }
    let node = search.tree.node_mut(at);
    (node.value, node.draw) = (value.clamp(-1.0, 1.0), wdl.map_or(f32::NAN, |wdl| wdl[1]));
    let priors = search.tree.priors_mut(at);
    if !evaluation.write_scores(leaves, row, priors)? {
        priors.fill(1.0 / priors.len() as f32);
        return Ok(());
    }
    let kind = evaluation.kind;
    let what = match kind {
        ScoreKind::Logits => "logit",
        ScoreKind::Weights => "weight",
    };
    if let Some(at) = priors.iter().position(|&score| !kind.is_possible(score.into())) {
        let m = leaves.legal_moves(row)[at];
        return Err(format!("the {what} {} of the move {m}", priors[at]));
    }
    if priors.iter().all(|&score| f64::from(score) == kind.never()) {
        return Err(format!("no legal move with a {what} above {}", kind.never()));
    }
    to_priors(priors, kind, temperature(options, at));
    Ok(())
}

/// Writes an evaluation of the cache to a node, as [`evaluate`] did for another node.
#[inline(never)]
pub(super) fn evaluate_as(
    search: &mut Search,
    at: u32,
    evaluation: &CachedEvaluation,
    options: &TreeOptions,
) {
    let node = search.tree.node_mut(at);
    (node.value, node.draw) = (evaluation.value, evaluation.draw);
    let priors = search.tree.priors_mut(at);
    match evaluation.kind {
        Some(kind) if evaluation.scores.len() == priors.len() => {
            priors.copy_from_slice(&evaluation.scores);
            to_priors(priors, kind, temperature(options, at));
        }
        _ => priors.fill(1.0 / priors.len() as f32),
    }
}

/// Adds the evaluation of a leaf, which is possible, to the cache.
fn keep(
    cache: &mut Cache,
    leaves: &Leaves,
    row: usize,
    evaluation: &LeafEvaluations<'_>,
) -> Result<(), OutOfMemory> {
    let moves = leaves.legal_moves(row).len();
    let (value, wdl) = evaluation.value(row);
    cache.insert(leaves.leaves[row].key, |kept| {
        (kept.value, kept.draw) = (value.clamp(-1.0, 1.0), wdl.map_or(f32::NAN, |wdl| wdl[1]));
        kept.is_final = evaluation.is_final(row);
        kept.scores.clear();
        kept.scores.try_reserve_exact(moves)?;
        kept.scores.resize(moves, 0.0);
        let has_scores = evaluation.write_scores(leaves, row, &mut kept.scores) == Ok(true);
        kept.kind = has_scores.then_some(evaluation.kind);
        Ok(())
    })
}

/// The temperature of the priors of a node.
fn temperature(options: &TreeOptions, at: u32) -> f32 {
    match options.algorithm {
        Algorithm::Puct(puct) if at != ROOT => puct.policy_temperature as f32,
        _ => 1.0,
    }
}

/// Turns scores, which are possible, into priors.
#[inline(always)]
fn to_priors(priors: &mut [f32], kind: ScoreKind, temperature: f32) {
    match kind {
        ScoreKind::Logits => softmax(priors, temperature),
        ScoreKind::Weights if temperature == 1.0 => normalize(priors),
        ScoreKind::Weights => {
            priors.iter_mut().for_each(|weight| *weight = libm::logf(*weight));
            softmax(priors, temperature);
        }
    }
}

/// Opens an evaluated node, and adds its value to the nodes above.
#[inline(always)]
pub(super) fn commit(
    search: &mut Search,
    rule: &Rule,
    at: u32,
    legal: &[Move],
    is_final: bool,
    options: &TreeOptions,
) {
    let node = search.tree.node_mut(at);
    let (value, draw) = (node.value, node.draw);
    node.state = NodeState::Open;
    if at == ROOT {
        search.root_priors.clear();
        search.root_priors.extend_from_slice(search.tree.priors(search.tree.node(ROOT)));
        open_root(search, options);
    } else {
        search.done += 1;
        if is_final {
            let node = search.tree.node_mut(at);
            (node.state, node.legal) = (NodeState::End, 0);
            rule.prove(&mut search.tree, at);
        } else {
            let best = search.tree.order_next(at);
            let node = search.tree.node_mut(at);
            if let (Moves::Unordered, Some(&first)) = (node.moves, legal.get(best)) {
                node.moves = Moves::Unlisted(first, 0);
            }
        }
    }
    search.tree.add(at, value, draw);
    if at != ROOT {
        rule.after_visits(search);
    }
}

impl TreeSearch {
    /// Replaces the Gumbel numbers of all roots, which are evaluated and have no simulations yet: a
    /// number for each legal move, to compare searches with those of another program.
    ///
    /// # Errors
    /// When a root is not evaluated or has simulations, or the number of numbers does not fit.
    pub fn set_gumbel(&mut self, numbers: &[f64]) -> Result<(), CallError> {
        let is_ready =
            |search: &Search| search.is_evaluated() && search.done + search.in_flight == 0;
        if let Some(slot) = self.searches.iter().position(|search| !is_ready(search)) {
            return Err(not_searched(slot));
        }
        let expected = self.searches.iter().map(|search| search.root.legal.len()).sum();
        check_size("numbers", expected, numbers.len())?;
        let mut rest = numbers;
        for search in &mut self.searches {
            let (row, later) = rest.split_at(search.root.legal.len());
            rest = later;
            order_by_gumbel(search, row);
        }
        Ok(())
    }
}

/// Replaces the network's priors of the root by those of the search.
pub(super) fn open_root(search: &mut Search, options: &TreeOptions) {
    let mut rng = noise::generator(options.seed, search.root.game, search.root.ply());
    match options.algorithm {
        Algorithm::Puct(puct) => {
            let priors = search.tree.priors_mut(ROOT);
            if puct.root_policy_temperature != 1.0 {
                priors.iter_mut().for_each(|prior| *prior = libm::logf(*prior));
                softmax(priors, puct.root_policy_temperature as f32);
            }
            if search.has_noise && puct.noise_fraction > 0.0 {
                noise::add_noise(&puct, &mut rng, priors);
            }
            search.tree.order_next(ROOT);
        }
        Algorithm::Gumbel(gumbel) => {
            let scale = if search.has_noise { gumbel.scale } else { 0.0 };
            let numbers: Vec<f64> =
                search.root_priors.iter().map(|_| scale * noise::gumbel(&mut rng)).collect();
            order_by_gumbel(search, &numbers);
        }
    }
}

/// Orders the moves of the root by their Gumbel numbers, which are in the order of generation, plus
/// the logarithms of the priors.
fn order_by_gumbel(search: &mut Search, numbers: &[f64]) {
    let root = search.tree.node(ROOT);
    let count = usize::from(root.legal);
    let score = |(number, &prior): (&f64, &f32)| (number + libm::log(f64::from(prior))) as f32;
    let scores: Vec<f32> = numbers.iter().zip(&search.root_priors).map(score).collect();
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]));
    search.gumbel = order.iter().map(|&index| scores[index]).collect();
    let Search { tree, root, root_priors, .. } = search;
    order.iter().zip(tree.priors_mut(ROOT)).for_each(|(&index, to)| *to = root_priors[index]);
    tree.moves.clear(); // they are those of the root
    tree.moves.extend(order.iter().map(|&index| root.legal[index]));
}
