//! Selection by upper confidence bounds, and the target of the policy.

use super::options::{FirstPlay, InFlight, ParentVisits, Puct};
use super::tree::{Child, Node, NodeState, ROOT, Search, Tree};
use crate::arena::first_greatest;

/// The number of visits up to which the weights of priors are tabulated.
const TABLE: usize = 4096;

/// The rule with the weights of priors by the visits of the position.
#[derive(Debug)]
pub(super) struct PuctRule {
    pub(super) options: Puct,
    weights: Vec<f64>,
}

impl PuctRule {
    pub(super) fn new(options: Puct) -> PuctRule {
        let weights = (0..TABLE as u32).map(|visits| weight(&options, visits)).collect();
        PuctRule { options, weights }
    }

    /// c(N) sqrt(N) of a position.
    #[inline(always)]
    fn weight(&self, visits: u32) -> f64 {
        match self.weights.get(visits as usize) {
            Some(&weight) => weight,
            None => weight(&self.options, visits),
        }
    }

    /// The index of the child to visit next; the number of children for the next untried move.
    #[inline(always)]
    pub(super) fn select(&self, search: &Search, at: u32) -> usize {
        let tree = &search.tree;
        let node = tree.node(at);
        let children = tree.children(node);
        let options = &self.options;
        let is_root = at == ROOT;
        if is_root && search.has_noise && options.forced_visits > 0.0 {
            let total = tree.visits(node).visits.saturating_sub(1);
            let forced = |child: &Child| {
                let least =
                    (options.forced_visits * f64::from(child.prior) * f64::from(total)).sqrt();
                child.visits > 0 && f64::from(child.visits + child.in_flight) < least
            };
            if let Some(index) = children.iter().position(forced) {
                return index;
            }
        }
        let visits = tree.visits(node);
        let weight = self.weight(visits.visits);
        let first_play = match options.fpu {
            FirstPlay::Loss => -1.0,
            _ => self.first_play(node, visits, children, is_root),
        };
        let (mut best, mut greatest) = (children.len(), f64::NEG_INFINITY);
        for (index, child) in children.iter().enumerate() {
            let waiting = f64::from(child.in_flight);
            let visits = f64::from(child.visits);
            let (lost, counted) = match options.in_flight {
                InFlight::Visit => (0.0, visits),
                InFlight::Loss => (waiting, visits + waiting),
            };
            let mut value = match counted > 0.0 {
                true => (child.sum - lost) / counted,
                false => first_play,
            };
            if options.solve && tree.node(child.node).state == NodeState::End {
                value = -f64::from(tree.node(child.node).value);
            }
            let score = value + weight * f64::from(child.prior) / (1.0 + visits + waiting);
            if score > greatest {
                (best, greatest) = (index, score);
            }
        }
        let next = tree.priors(node).get(children.len());
        match next.map(|&prior| first_play + weight * f64::from(prior)) {
            Some(score) if score > greatest => children.len(),
            _ => best,
        }
    }

    /// The value of moves that were not tried.
    #[inline(always)]
    fn first_play(&self, node: &Node, visits: &Child, children: &[Child], is_root: bool) -> f64 {
        let options = &self.options;
        let reduction = if is_root { options.root_fpu_reduction } else { options.fpu_reduction };
        let visited = children.iter().filter(|child| child.visits > 0);
        let tried: f64 = visited.map(|child| f64::from(child.prior)).sum();
        let mean = (0.0 - visits.sum) / f64::from(visits.visits.max(1));
        let value = match options.fpu {
            FirstPlay::Blend => {
                tried * tried * mean + (1.0 - tried * tried) * f64::from(node.value)
            }
            FirstPlay::Loss | FirstPlay::Parent => mean,
        };
        value - reduction * tried.sqrt()
    }

    /// Removes the visits of the root's children that were forced.
    ///
    /// The best child keeps its visits. Every other child keeps the visits that its final value
    /// would have given it; then children with too few are dropped (KataGo's
    /// `getPlaySelectionValues`).
    pub(super) fn prune(&self, tree: &Tree, visits: &mut [f64]) {
        let root = tree.node(ROOT);
        let children = tree.children(root);
        let weighed = |(child, visits): (&Child, &f64)| visits - 1.0 + 2.0 * f64::from(child.prior);
        let best = first_greatest(children.iter().zip(&*visits).map(weighed));
        let Some(best) = best.filter(|&best| visits[best] > 0.0) else { return };
        let weight = self.weight(tree.visits(root).visits);
        let value = |child: &Child| child.sum / f64::from(child.visits.max(1));
        let score = |child: &Child| {
            value(child) + weight * f64::from(child.prior) / (1.0 + f64::from(child.visits))
        };
        let best_score = score(&children[best]);
        for (index, child) in children.iter().enumerate() {
            if index == best || visits[index] == 0.0 || value(child) >= best_score {
                continue;
            }
            let earned = weight * f64::from(child.prior) / (best_score - value(child)) - 1.0;
            visits[index] = earned.max(0.0).ceil().min(visits[index]);
        }
        let most = visits.iter().copied().fold(0.0, f64::max);
        let least = (most / 64.0).min(1.0);
        visits.iter_mut().filter(|visits| **visits < least).for_each(|visits| *visits = 0.0);
    }
}

fn weight(options: &Puct, visits: u32) -> f64 {
    let counted = match options.parent_visits {
        ParentVisits::Node => f64::from(visits),
        ParentVisits::Children => f64::from(visits.saturating_sub(1).max(1)),
    };
    let growth = libm::log((counted + options.c_base + 1.0) / options.c_base);
    (options.c_init + options.c_factor * growth) * counted.sqrt()
}

/// Whether the root's children have gained too little information by their last visits, if there
/// were enough visits.
pub(super) fn gains_too_little(tree: &Tree, before: &mut Vec<u32>, min_gain: f64) -> bool {
    /// The number of visits after which the gain is measured.
    const INTERVAL: u32 = 100;
    let sum = |visits: &[u32]| visits.iter().sum::<u32>();
    let old = sum(before);
    if tree.visits(tree.node(ROOT)).visits < old + INTERVAL {
        return false;
    }
    let now: Vec<u32> = tree.children(tree.node(ROOT)).iter().map(|child| child.visits).collect();
    let new = sum(&now);
    if new < old + INTERVAL {
        return false;
    }
    let share = |visits: u32, of: u32| f64::from(visits) / f64::from(of);
    let pairs = before.iter().zip(&now).filter(|(before, _)| **before > 0);
    let gain: f64 = pairs
        .map(|(&before, &now)| {
            let (p, q) = (share(before, old), share(now, new));
            p * libm::log(p / q)
        })
        .sum();
    let is_first = old == 0;
    *before = now;
    !is_first && gain / f64::from(new - old) < min_gain
}
