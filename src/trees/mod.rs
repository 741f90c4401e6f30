//! Search trees over the games of an [`Arena`]: many at once, for any network.
//!
//! [`TreeSearch::begin`] takes the current positions as roots. [`TreeSearch::select`] returns the
//! positions that need an evaluation, as samples for any column; [`TreeSearch::backup`] adds the
//! evaluations to the trees. Both work on all cores, and the results are the same for any number of
//! threads and any order of the games.
//!
//! A node stores no board: a leaf continues the arena's game by the moves of the tree. So its
//! history, repetitions, rules and limits are those of the arena.

mod backup;
mod cache;
mod error;
mod gumbel;
mod halving;
mod leaves;
mod noise;
mod options;
mod puct;
mod results;
mod reuse;
mod select;
mod softmax;
mod state;
mod tree;

pub use backup::Evaluation;
pub use leaves::Leaves;
pub use options::{
    Algorithm, FirstPlay, Gumbel, InFlight, MAX_SIMULATIONS, ParentVisits, Puct, TreeOptions, Wave,
};
pub use results::{GameColumn, MoveColumn, TreeNode};
pub use state::SavedTrees;

use crate::arena::{Arena, ArenaOptions, GameSlot, Starts, chosen, out_of_range};
use crate::error::{CallError, call_error};
use crate::memory::OutOfMemory;
use crate::pool::{self, FirstError, Run};
use crate::types::Move;
use cache::Cache;
use error::{check_count, check_size, not_searched, out_of_memory};
use halving::Halving;
use leaves::BoardPool;
use puct::PuctRule;
use tree::{NONE, Node, NodeState, ROOT, Search, Tree};

/// Games that a thread takes at a time.
const GAMES_PER_JOB: usize = 16;

/// The number of games from which on several threads are faster.
const MANY_GAMES: usize = 128;

/// The rule of selection.
#[derive(Debug)]
enum Rule {
    Puct(PuctRule),
    Gumbel(Gumbel),
}

impl Rule {
    fn new(algorithm: Algorithm) -> Rule {
        match algorithm {
            Algorithm::Puct(puct) => Rule::Puct(PuctRule::new(puct)),
            Algorithm::Gumbel(gumbel) => Rule::Gumbel(gumbel),
        }
    }

    /// The value of the end of a game for the side to move, and the probability of a draw.
    fn end(&self, board: &GameSlot, depth: usize) -> Option<(f32, f32)> {
        select::end_value(board).or_else(|| {
            let Rule::Puct(puct) = self else { return None };
            let is_repeated = puct.options.two_fold
                && board.recent.window().last_occurrence().is_some_and(|plies| plies <= depth);
            is_repeated.then_some((0.0, 1.0))
        })
    }

    /// Marks the nodes above an end whose results it proves.
    fn prove(&self, tree: &mut Tree, mut at: u32) {
        if !matches!(self, Rule::Puct(puct) if puct.options.solve) {
            return;
        }
        while tree.node(at).parent != NONE {
            let Node { parent, value, .. } = *tree.node(at);
            let above = tree.node(parent);
            let (mut best, mut draw) = (-value, tree.node(at).draw);
            if best < 1.0 {
                let children = tree.children(above);
                let is_end = |child: &tree::Child| tree.node(child.node).state == NodeState::End;
                if above.tried < above.legal || !children.iter().all(is_end) {
                    return;
                }
                for child in children.iter().map(|child| tree.node(child.node)) {
                    if -child.value > best {
                        (best, draw) = (-child.value, child.draw);
                    }
                }
            }
            if parent == ROOT {
                // it stays open, to keep the results of its search
                tree.is_root_proven = true;
                return;
            }
            let above = tree.node_mut(parent);
            (above.state, above.value, above.draw) = (NodeState::End, best, draw);
            at = parent;
        }
    }

    /// Ends a search early, if its options say so.
    fn after_visits(&self, search: &mut Search) {
        let Rule::Puct(puct) = self else { return };
        search.is_stopped |= search.tree.is_root_proven;
        let least = puct.options.min_kld_gain;
        if least > 0.0 {
            let Search { tree, kld_visits, .. } = search;
            search.is_stopped |= puct::gains_too_little(tree, kld_visits, least);
        }
    }
}

/// The search trees of an arena's games.
///
/// ```
/// use enroque::arena::{Arena, ArenaOptions, ScoreKind, Scores};
/// use enroque::pool::Run;
/// use enroque::trees::{Algorithm, Evaluation, Gumbel, TreeOptions, TreeSearch};
/// let arena = Arena::new(2, ArenaOptions::default()).unwrap();
/// let algorithm = Algorithm::Gumbel(Gumbel::default());
/// let options = TreeOptions { algorithm, simulations: 32, max_nodes: None, reuse: false, cache: 0, seed: 1 };
/// let mut search = TreeSearch::new(&arena, options).unwrap();
/// search.begin(&arena, &[0, 1], &[32], &[true], Run::default()).unwrap();
/// loop {
///     let leaves = search.select(&arena, &[0, 1], 1, Run::default()).unwrap();
///     if leaves.is_empty() {
///         break;
///     }
///     let values = vec![0.0; leaves.len()]; // a network would evaluate arrays of the leaves
///     let evaluation = Evaluation {
///         values: Some(&values), wdl: None, scores: Scores::Uniform, kind: ScoreKind::Logits,
///         policy: None, is_final: None,
///     };
///     search.backup(&arena, &leaves, evaluation, Run::default()).unwrap();
/// }
/// assert_eq!(search.node_counts(), [33, 33]);
/// ```
#[derive(Debug)]
pub struct TreeSearch {
    options: TreeOptions,
    rule: Rule,
    searches: Vec<Search>,
    /// The options of the arena's games.
    arena_options: ArenaOptions,
    boards: BoardPool,
    cache: Cache,
}

impl TreeSearch {
    /// A search of an arena's games, before its first call of [`TreeSearch::begin`].
    ///
    /// # Errors
    /// When a number of the options is out of range.
    pub fn new(arena: &Arena, options: TreeOptions) -> Result<TreeSearch, CallError> {
        options.check().map_err(|error| call_error!(Value("algorithm"), "{error}"))?;
        let mut searches = Vec::new();
        searches.try_reserve_exact(arena.len()).map_err(out_of_memory)?;
        searches.resize_with(arena.len(), Search::new);
        let arena_options = ArenaOptions { starts: Starts::default(), ..arena.options().clone() };
        let (rule, boards) = (Rule::new(options.algorithm), BoardPool::default());
        let cache = Cache::new(options.cache);
        Ok(TreeSearch { options, rule, searches, arena_options, boards, cache })
    }

    /// The options.
    pub fn options(&self) -> &TreeOptions {
        &self.options
    }

    /// The number of games.
    pub fn len(&self) -> usize {
        self.searches.len()
    }

    /// Whether there are no games; always false.
    pub fn is_empty(&self) -> bool {
        self.searches.is_empty()
    }

    /// Checks a choice of games.
    fn check_slots(&self, slots: &[usize]) -> Result<(), CallError> {
        let games = self.searches.len();
        match slots.iter().find(|&&slot| slot >= games) {
            Some(&slot) => Err(out_of_range(slot, games)),
            None => Ok(()),
        }
    }

    /// Checks that games are in the positions in which their searches began.
    fn check_current(&self, arena: &Arena, slots: &[usize]) -> Result<(), CallError> {
        self.check_slots(slots)?;
        let has_moved = |&&slot: &&usize| {
            let search = &self.searches[slot];
            search.is_begun && !arena.is_in_position_of(slot, &search.root)
        };
        match slots.iter().find(has_moved) {
            Some(&slot) => Err(call_error!(
                Value("games"),
                "game {slot} is no longer in the position that was searched: begin a new search \
                 after a step"
            )),
            None => Ok(()),
        }
    }

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
            for (search, requested) in pairs {
                let (slot, simulations, noise) = **requested;
                if let Err(error) = search.begin(arena.slot(slot), options, simulations, noise) {
                    search.is_begun = false;
                    first.note(job, error);
                }
            }
        })?;
        first.result().map_err(out_of_memory)
    }

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
            backup::order_by_gumbel(search, row);
        }
        Ok(())
    }

    /// Removes the trees of some games, whose memory is freed, and all evaluations of the cache.
    ///
    /// # Errors
    /// When an index is out of range.
    pub fn clear(&mut self, slots: &[usize]) -> Result<(), CallError> {
        self.check_slots(slots)?;
        for &slot in slots {
            let epoch = self.searches[slot].epoch + 1;
            self.searches[slot] = Search { epoch, ..Search::new() };
        }
        self.boards.clear();
        self.cache.clear();
        Ok(())
    }

    /// The memory of the trees in bytes.
    pub fn heap_bytes(&self) -> usize {
        let searches = self.searches.iter().map(Search::heap_bytes);
        self.searches.capacity() * size_of::<Search>()
            + searches.sum::<usize>()
            + self.boards.heap_bytes()
            + self.cache.heap_bytes()
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
            self.tree = self.tree.below(kept)?;
            nodes += self.tree.nodes.len() as u32;
        } else {
            self.tree.clear();
        }
        self.max_nodes = options.max_nodes.map_or(nodes, |most| most.min(nodes));
        self.tree.keeps_root_order = matches!(options.algorithm, Algorithm::Gumbel(_));
        self.tree.is_root_proven = false;
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
        self.tree.reserve(self.max_nodes.min(FIRST_NODES) as usize)?;
        let root = self.tree.push(NONE, 0)?;
        self.tree.set_moves(root, &game.legal)
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
fn root_priors(tree: &Tree, legal: &[Move], options: &TreeOptions) -> Vec<f32> {
    let priors = tree.priors(tree.node(ROOT));
    let mut priors: Vec<f32> = tree.root_order(legal).map(|index| priors[index]).collect();
    if let Algorithm::Puct(puct) = options.algorithm
        && puct.policy_temperature != 1.0
    {
        // before its temperature
        priors.iter_mut().for_each(|prior| *prior = libm::logf(*prior));
        softmax::softmax(&mut priors, (1.0 / puct.policy_temperature) as f32);
    }
    priors
}

/// The number of nodes that memory is reserved for at first.
const FIRST_NODES: u32 = 1024;
