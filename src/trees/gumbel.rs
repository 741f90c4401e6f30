//! Selection by Gumbel numbers.

use super::options::Gumbel;
use super::softmax::exp;
use super::tree::{Child, Node, ROOT, Search, Tree};

/// The values of a node's moves, scaled to be added to logits.
struct Scaled {
    lowest: f64,
    highest: f64,
    range: f64,
    scale: f64,
    /// The value of moves that were not tried.
    mixed: f64,
}

impl Scaled {
    /// The mixed value of the paper's appendix D, and the scale of mctx
    /// (`qtransform_completed_by_mix_value`), which includes the mixed value even if all moves were
    /// tried.
    fn new(options: &Gumbel, node: &Node, children: &[Child]) -> Scaled {
        let (mut total, mut most, mut priors, mut weighted) = (0.0, 0, 0.0, 0.0);
        let (mut lowest, mut highest) = (f64::INFINITY, f64::NEG_INFINITY);
        for child in children.iter().filter(|child| child.visits > 0) {
            let value = child.sum / f64::from(child.visits);
            let prior = f64::from(child.prior.max(f32::MIN_POSITIVE));
            total += f64::from(child.visits);
            most = child.visits.max(most);
            priors += prior;
            weighted += prior * value;
            (lowest, highest) = (value.min(lowest), value.max(highest));
        }
        let mean = if priors > 0.0 { weighted / priors } else { 0.0 };
        let mixed = (f64::from(node.value) + total * mean) / (total + 1.0);
        (lowest, highest) = (mixed.min(lowest), mixed.max(highest));
        let (lowest, range) = match options.rescale {
            true => (lowest, (highest - lowest).max(1e-8)),
            false => (0.0, 1.0),
        };
        let scale = (options.visit_offset + f64::from(most)) * options.value_scale;
        Scaled { lowest, highest, range, scale, mixed }
    }

    fn of(&self, value: f64) -> f64 {
        self.scale * (value - self.lowest) / self.range
    }

    fn of_child(&self, child: &Child) -> f64 {
        let is_visited = child.visits > 0;
        self.of(if is_visited { child.sum / f64::from(child.visits) } else { self.mixed })
    }
}

/// The child of the root that a simulation visits; the number of children for the next untried move.
pub(super) fn select_at_root(options: &Gumbel, search: &Search) -> usize {
    let tree = &search.tree;
    let root = tree.node(ROOT);
    let children = tree.children(root);
    let considered = search.halving.visits(search.done + search.in_flight);
    if considered == 0 {
        // in the order of their Gumbel numbers; a leaf may have been released after its selection
        let is_new = |child: &Child| child.visits + child.in_flight == 0;
        return children.iter().position(is_new).unwrap_or(children.len());
    }
    let scaled = Scaled::new(options, root, children);
    let of_visits = |child: &Child| child.visits + child.in_flight == considered;
    best(search, children, &scaled, of_visits).unwrap_or(0)
}

/// The child of the root with the greatest score of those for which a function is true.
fn best(
    search: &Search,
    children: &[Child],
    scaled: &Scaled,
    is_considered: impl Fn(&Child) -> bool,
) -> Option<usize> {
    let mut best: Option<(usize, f64)> = None;
    for (index, (child, &gumbel)) in children.iter().zip(&search.gumbel).enumerate() {
        let score = f64::from(gumbel) + scaled.of_child(child);
        if is_considered(child) && best.is_none_or(|(_, greatest)| score > greatest) {
            best = Some((index, score));
        }
    }
    best.map(|(index, _)| index)
}

/// The child of another node that a simulation visits; the number of children for the next untried
/// move.
pub(super) fn select_below(options: &Gumbel, tree: &Tree, node: u32) -> usize {
    let node = tree.node(node);
    let children = tree.children(node);
    let scaled = Scaled::new(options, node, children);
    let highest = scaled.of(scaled.highest);
    let weight =
        |prior: f32, value: f64| f64::from(prior) * f64::from(exp((value - highest) as f32));
    let (mut tried, mut sum, mut visits) = (0.0, 0.0, 0.0);
    for child in children {
        tried += f64::from(child.prior);
        sum += weight(child.prior, scaled.of_child(child));
        visits += f64::from(child.visits + child.in_flight);
    }
    let untried = scaled.of(scaled.mixed);
    let sum = sum + weight(1.0, untried) * (1.0 - tried).max(0.0);
    let (mut best, mut greatest) = (children.len(), f64::NEG_INFINITY);
    for (index, child) in children.iter().enumerate() {
        let share = f64::from(child.visits + child.in_flight) / (1.0 + visits);
        let score = weight(child.prior, scaled.of_child(child)) / sum - share;
        if score > greatest {
            (best, greatest) = (index, score);
        }
    }
    match tree.priors(node).get(children.len()) {
        Some(&prior) if weight(prior, untried) / sum > greatest => children.len(),
        _ => best,
    }
}

/// The child of the root that the search chooses: the greatest score of those with the most visits.
pub(super) fn action(options: &Gumbel, search: &Search) -> Option<usize> {
    let root = search.tree.node(ROOT);
    let children = search.tree.children(root);
    let most = children.iter().map(|child| child.visits).max()?;
    let scaled = Scaled::new(options, root, children);
    best(search, children, &scaled, |child| child.visits == most)
}

/// Writes the improved policy: a softmax of the logits plus the scaled values, in the order of the
/// tree.
pub(super) fn improved_policy(options: &Gumbel, search: &Search, policy: &mut Vec<f64>) {
    let root = search.tree.node(ROOT);
    let children = search.tree.children(root);
    let scaled = Scaled::new(options, root, children);
    let priors = search.tree.priors(root);
    let value = |index: usize| match children.get(index) {
        Some(child) => scaled.of_child(child),
        None => scaled.of(scaled.mixed),
    };
    let possible = (0..priors.len()).filter(|&index| priors[index] > 0.0);
    let greatest = possible.map(value).fold(f64::NEG_INFINITY, f64::max);
    let weight = |(index, &prior): (usize, &f32)| match prior > 0.0 {
        true => f64::from(prior) * libm::exp(value(index) - greatest),
        false => 0.0,
    };
    policy.clear();
    policy.extend(priors.iter().enumerate().map(weight));
    let sum: f64 = policy.iter().sum();
    policy.iter_mut().for_each(|weight| *weight /= sum);
}
