//! Beginning searches from the current positions of games.

use super::error::{check_count, out_of_memory};
use super::halving::Halving;
use super::options::Algorithm;
use super::softmax::softmax;
use super::tree::{Child, NONE, Node, ROOT, Search, Tree};
use super::{GAMES_PER_JOB, MANY_GAMES, MAX_SIMULATIONS, TreeOptions, TreeSearch, backup, reuse};
use crate::arena::{Arena, GameSlot, chosen};
use crate::error::{CallError, call_error};
use crate::memory::{self, OutOfMemory};
use crate::pool::{self, FirstError, Run};
use crate::types::Move;

impl TreeSearch {
    /// Begins searches of some games from their current positions, with one number of simulations
    /// and one choice of noise for all, or one for each. Games that are over are not searched.
    ///
    /// # Errors
    /// When an index is out of range or occurs twice, a number is out of range, or there is not
    /// enough memory.
    pub fn begin(
        &mut self,
        arena: &Arena,
        slots: &[usize],
        simulations: &[i64],
        noise: &[bool],
        run: Run<'_>,
    ) -> Result<(), CallError> {
        arena.check_slots(slots)?;
        self.check_slots(slots)?;
        check_count("simulations", slots.len(), simulations.len())?;
        check_count("noise", slots.len(), noise.len())?;
        let is_impossible = |count: &&i64| !(1..=i64::from(MAX_SIMULATIONS)).contains(*count);
        if let Some(&count) = simulations.iter().find(is_impossible) {
            return Err(call_error!(
                Value("simulations"),
                "simulations must be from 1 to {MAX_SIMULATIONS}, not {count}"
            ));
        }
        let of = |n: usize, length: usize| if length == 1 { 0 } else { n };
        let mut requested: Vec<(usize, u32, bool)> = (0..slots.len())
            .map(|n| {
                let count = simulations[of(n, simulations.len())] as u32;
                (slots[n], count, noise[of(n, noise.len())])
            })
            .collect();
        requested.sort_unstable();
        let slots: Vec<usize> = requested.iter().map(|(slot, ..)| *slot).collect();
        let options = &self.options;
        let searches = chosen(&mut self.searches, &slots);
        let mut pairs: Vec<(&mut Search, &(usize, u32, bool))> =
            searches.into_iter().zip(&requested).collect();
        let first = FirstError::default();
        // not interrupted, since some searches would begin and some not
        let run = Run { stop: &|| false, ..run.with_few(slots.len(), MANY_GAMES) };
        let jobs: Vec<_> = pairs.chunks_mut(GAMES_PER_JOB).enumerate().collect();
        pool::for_each_from_both_ends(run, jobs.into_iter(), |(job, pairs)| {
            // memory that was used before is used again
            let is_new = job > 0 && pairs[0].0.tree.nodes.capacity() == 0;
            let is_left = if is_new { memory::check_left() } else { Ok(()) };
            for (search, requested) in pairs {
                let (slot, simulations, noise) = **requested;
                let begin = |()| search.begin(arena.slot(slot), options, simulations, noise);
                if let Err(error) = is_left.and_then(begin) {
                    search.is_begun = false;
                    first.note(job, error);
                }
            }
        })?;
        first.result().map_err(out_of_memory)
    }
}

impl Search {
    /// Begins a search at the current position of a game.
    fn begin(
        &mut self,
        game: &GameSlot,
        options: &TreeOptions,
        simulations: u32,
        noise: bool,
    ) -> Result<(), OutOfMemory> {
        let kept = match options.reuse {
            true => reuse::node_of(self, game),
            false => None,
        };
        self.epoch += 1;
        (self.simulations, self.done, self.in_flight) = (simulations, 0, 0);
        (self.has_noise, self.is_stopped) = (noise, false);
        self.kld_visits.clear();
        self.is_begun = game.end.is_none();
        let mut nodes = simulations + 1;
        if let Some(kept) = kept {
            self.tree = self.tree.below(kept, game.recent.position())?;
            nodes += self.tree.nodes.len() as u32;
        } else {
            self.tree.clear();
        }
        self.max_nodes = options.max_nodes.map_or(nodes, |most| most.min(nodes));
        let more = (self.max_nodes as usize).saturating_sub(self.tree.nodes.len());
        self.tree.reserve(more.min(FIRST_NODES), game.legal.len().max(FEWEST_MOVES))?;
        self.tree.keeps_root_order = matches!(options.algorithm, Algorithm::Gumbel(_));
        let solves = matches!(options.algorithm, Algorithm::Puct(puct) if puct.solve);
        self.tree.root_proof = kept.filter(|_| solves).and_then(|_| self.tree.proof(ROOT));
        self.root.copy_from(game); // but its number
        self.root.game = game.game;
        if !self.is_begun {
            return Ok(());
        }
        if let Algorithm::Gumbel(gumbel) = options.algorithm {
            let considered = gumbel.considered.min(game.legal.len() as u32);
            self.halving = Halving::new(considered, simulations, gumbel.wave);
        }
        if let Some(kept) = kept {
            if kept != ROOT {
                self.root_priors = root_priors(&self.tree, &self.root.legal, options);
            }
            self.keep_root(options);
            return Ok(());
        }
        let root = self.tree.push(NONE, Child::default())?;
        self.tree.set_legal(root, game.legal.len())?;
        self.tree.list(root, &game.legal)
    }

    /// Gives the moves of a kept root their priors, with new noise.
    fn keep_root(&mut self, options: &TreeOptions) {
        let order: Vec<usize> = self.root_order().collect();
        let priors = self.tree.priors_mut(ROOT);
        order.iter().zip(&self.root_priors).for_each(|(&index, &prior)| priors[index] = prior);
        backup::open_root(self, options);
        let priors = self.tree.priors(self.tree.node(ROOT)).to_vec();
        let Node { first_child, tried, .. } = *self.tree.node(ROOT);
        let children = &mut self.tree.children[first_child as usize..][..usize::from(tried)];
        children.iter_mut().zip(priors).for_each(|(child, prior)| child.prior = prior);
    }
}

/// The network's priors of the root of a tree that was below another root, in the order of generation.
pub(super) fn root_priors(tree: &Tree, legal: &[Move], options: &TreeOptions) -> Vec<f32> {
    let priors = tree.priors(tree.node(ROOT));
    let mut priors: Vec<f32> = tree.root_order(legal).map(|index| priors[index]).collect();
    if let Algorithm::Puct(puct) = options.algorithm
        && puct.policy_temperature != 1.0
    {
        // before its temperature
        priors.iter_mut().for_each(|prior| *prior = libm::logf(*prior));
        softmax(&mut priors, (1.0 / puct.policy_temperature) as f32);
    }
    priors
}

/// The number of nodes that memory is reserved for at first.
const FIRST_NODES: usize = 1024;

/// The least number of legal moves that memory is reserved for: positions below a root with few may
/// have more.
const FEWEST_MOVES: usize = 20;
