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
mod begin;
mod cache;
mod error;
mod evaluations;
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

pub use evaluations::LeafEvaluations;
pub use leaves::Leaves;
pub use options::{
    Algorithm, FirstPlay, Gumbel, InFlight, MAX_SIMULATIONS, ParentVisits, Puct, TreeOptions, Wave,
};
#[cfg(feature = "python")]
pub(crate) use options::{gumbel_options, puct_options};
pub use results::{GameColumn, MoveColumn, TreeNode};
pub use state::SavedTrees;

use crate::arena::{Arena, ArenaOptions, Starts, out_of_range};
use crate::error::{CallError, call_error};
use crate::tablebase::Tablebase;
use cache::Cache;
use error::out_of_memory;
use leaves::BoardPool;
use puct::PuctRule;
use std::sync::Arc;
use tree::{NONE, NodeState, ROOT, Search, Tree};

/// Games that a thread takes at a time.
const GAMES_PER_JOB: usize = 16;

/// The number of games from which on several threads are faster.
const MANY_GAMES: usize = 128;

/// The number of leaves from which on several threads are faster.
const MANY_LEAVES: usize = 64;

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

    /// Whether ends prove the results of the positions above them.
    fn solves(&self) -> bool {
        matches!(self, Rule::Puct(puct) if puct.options.solve)
    }

    /// Marks the nodes above an end whose results it proves.
    fn prove(&self, tree: &mut Tree, mut at: u32) {
        if !self.solves() {
            return;
        }
        while tree.node(at).parent != NONE {
            at = tree.node(at).parent;
            let Some((value, draw)) = tree.proof(at) else { return };
            if at == ROOT {
                // it stays open, to keep the results of its search
                tree.root_proof = Some((value, draw));
                return;
            }
            let node = tree.node_mut(at);
            (node.state, node.value, node.draw) = (NodeState::End, value, draw);
        }
    }

    /// Ends a search early, if its options say so.
    fn after_visits(&self, search: &mut Search) {
        let Rule::Puct(puct) = self else { return };
        search.is_stopped |= search.tree.root_proof.is_some();
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
/// use enroque::trees::{Algorithm, LeafEvaluations, Gumbel, TreeOptions, TreeSearch};
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
///     let evaluation = LeafEvaluations {
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
    /// Tables of results below which nothing is searched.
    tables: Option<Arc<Tablebase>>,
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
        searches.resize_with(arena.len(), Search::default);
        let (starts, tablebase) = (Starts::default(), None);
        let arena_options = ArenaOptions { starts, tablebase, ..arena.options().clone() };
        let (rule, boards) = (Rule::new(options.algorithm), BoardPool::default());
        let cache = Cache::new(options.cache);
        Ok(TreeSearch { options, rule, searches, arena_options, boards, cache, tables: None })
    }

    /// Returns the search with endgame tables: a leaf whose result they state by the 50-move rule
    /// has this value, and nothing below it is searched.
    #[must_use]
    pub fn with_tables(self, tables: Arc<Tablebase>) -> TreeSearch {
        TreeSearch { tables: Some(tables), ..self }
    }

    /// The tables of [`TreeSearch::with_tables`].
    pub fn tables(&self) -> Option<&Arc<Tablebase>> {
        self.tables.as_ref()
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

    /// Removes the trees of some games, whose memory is freed, and all evaluations of the cache.
    ///
    /// # Errors
    /// When an index is out of range.
    pub fn clear(&mut self, slots: &[usize]) -> Result<(), CallError> {
        self.check_slots(slots)?;
        for &slot in slots {
            let epoch = self.searches[slot].epoch + 1;
            self.searches[slot] = Search { epoch, ..Search::default() };
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
