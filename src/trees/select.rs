//! Selecting the positions that need an evaluation.

use std::sync::atomic::AtomicBool;

use super::cache::{self, Cache, CachedEvaluation};
use super::error::out_of_memory;
use super::gumbel::{select_at_root, select_below};
use super::leaves::{Leaf, Leaves};
use super::options::Algorithm;
use super::tree::{Node, NodeState, ROOT, Search};
use super::{GAMES_PER_JOB, Rule, TreeOptions, TreeSearch, backup};
use crate::arena::{Arena, ArenaOptions, End, GameSlot, chosen};
use crate::attacks::{Backend, dispatch, task};
use crate::error::{CallError, call_error, ensure};
use crate::memory::{self, OutOfMemory};
use crate::pool::{self, FirstError, Run};
use crate::position::Position;
use crate::prefetch;
use crate::types::Move;

/// The number of games from which on several threads are faster.
const MANY_GAMES: usize = 64;

/// The largest number of plies of a path.
const MAX_DEPTH: usize = 1000;

/// The largest number of leaves of a game and call.
const MAX_LEAVES: usize = 256;

impl TreeSearch {
    /// Selects the next positions to evaluate of the trees of some games: none for a game whose
    /// search is done, up to `leaves` for each of the others. Games that end inside a tree need no
    /// evaluation: their simulations end at once.
    ///
    /// # Errors
    /// When an index is out of range or occurs twice, a game has moved on since its search began, no
    /// search of the games has begun, or `leaves` does not fit; nothing is changed.
    pub fn select(
        &mut self,
        arena: &Arena,
        slots: &[usize],
        leaves: usize,
        run: Run<'_>,
    ) -> Result<Leaves, CallError> {
        arena.check_slots(slots)?;
        self.check_current(arena, slots)?;
        let is_valid = (1..=MAX_LEAVES).contains(&leaves);
        ensure!(is_valid, Value("leaves"), "leaves must be from 1 to {MAX_LEAVES}");
        ensure!(
            leaves == 1 || !matches!(self.options.algorithm, Algorithm::Gumbel(_)),
            Value("leaves"),
            "leaves must be 1 with Gumbel, whose wave states which simulations go together"
        );
        let is_begun = |&slot: &usize| self.searches[slot].is_begun || arena.end(slot).is_some();
        if let Some(&slot) = slots.first().filter(|_| !slots.iter().any(is_begun)) {
            return Err(call_error!(
                Value("games"),
                "the search of game {slot} has not begun: call begin"
            ));
        }
        self.release_dropped();
        let mut slots: Vec<usize> = slots.to_vec();
        slots.sort_unstable();
        slots.retain(|&slot| !self.searches[slot].is_done());
        let counts: Vec<usize> =
            slots.iter().map(|&slot| self.most_leaves(&self.searches[slot], leaves)).collect();
        let total = counts.iter().sum();
        let mut boards = self.boards.take_boards();
        if boards.len() < total {
            boards.try_reserve(total - boards.len()).map_err(out_of_memory)?;
            while boards.len() < total {
                if boards.len() % 1024 == 1023 {
                    memory::check_left().map_err(out_of_memory)?;
                }
                boards.push(GameSlot::unlisted(Position::standard(), 0));
            }
        }
        let mut jobs = Vec::with_capacity(slots.len() / GAMES_PER_JOB + 1);
        let mut searches = chosen(&mut self.searches, &slots).into_iter();
        let (mut rest, mut first_board) = (&mut boards[..], 0);
        for (slots, counts) in slots.chunks(GAMES_PER_JOB).zip(counts.chunks(GAMES_PER_JOB)) {
            let (boards, later) = rest.split_at_mut(counts.iter().sum());
            rest = later;
            let first = first_board;
            first_board += boards.len();
            let searches = searches.by_ref().take(slots.len()).collect();
            let found = Vec::with_capacity(boards.len());
            jobs.push(SelectJob { slots, counts, searches, boards, first_board: first, found });
        }
        let rules = Rules {
            rule: &self.rule,
            options: &self.options,
            arena: &self.arena_options,
            cache: &self.cache,
        };
        let first = FirstError::default();
        let run = run.with_few(slots.len(), MANY_GAMES);
        let result = pool::for_each_from_both_ends(run, jobs.iter_mut(), |job| {
            let at = job.first_board;
            let selected =
                task!(|backend,
                       job: &mut SelectJob<'_>,
                       rules: Rules<'_>|
                 -> Result<(), OutOfMemory> { job.select(backend, rules) });
            if let Err(error) = dispatch(selected) {
                first.note(at, error);
            }
        });
        let (mut leaves, mut rows) = (Vec::with_capacity(total), Vec::with_capacity(total));
        for job in jobs {
            for (leaf, row) in job.found {
                leaves.push(leaf);
                rows.push(row);
            }
        }
        let pool = self.boards.clone();
        let leaves = Leaves { leaves, rows, boards, pool, is_evaluated: AtomicBool::new(false) };
        if let Err(error) =
            result.map_err(CallError::from).and_then(|()| first.result().map_err(out_of_memory))
        {
            drop(leaves);
            self.release_dropped();
            return Err(error);
        }
        Ok(leaves)
    }

    /// The largest number of leaves that a call selects of a game.
    fn most_leaves(&self, search: &Search, leaves: usize) -> usize {
        if !search.is_evaluated() {
            return 1;
        }
        let left = (search.simulations - search.done - search.in_flight) as usize;
        match &self.rule {
            Rule::Puct(_) => leaves.min(left),
            Rule::Gumbel(_) => {
                search.halving.largest_wave(search.done + search.in_flight).min(left)
            }
        }
    }

    /// Resets leaves that were dropped without an evaluation.
    fn release_dropped(&mut self) {
        for leaf in self.boards.take_dropped() {
            let search = &mut self.searches[leaf.slot as usize];
            let waits = search.epoch == leaf.epoch
                && search.tree.node(leaf.node).state == NodeState::InFlight;
            if waits {
                search.release(leaf.node);
            }
        }
    }

    /// Resets all selected leaves of some games that were not evaluated; their evaluations are
    /// errors from now on.
    ///
    /// # Errors
    /// When an index is out of range.
    pub fn recall(&mut self, slots: &[usize]) -> Result<(), CallError> {
        self.check_slots(slots)?;
        slots.iter().for_each(|&slot| self.searches[slot].recall());
        Ok(())
    }
}

/// Games for one thread.
struct SelectJob<'a> {
    slots: &'a [usize],
    /// The number of boards of each game.
    counts: &'a [usize],
    searches: Vec<&'a mut Search>,
    boards: &'a mut [GameSlot],
    /// The index of the first board.
    first_board: usize,
    /// The leaves and the indices of their boards.
    found: Vec<(Leaf, usize)>,
}

/// The parameters that all simulations share.
#[derive(Clone, Copy)]
struct Rules<'a> {
    rule: &'a Rule,
    options: &'a TreeOptions,
    arena: &'a ArenaOptions,
    cache: &'a Cache,
}

impl SelectJob<'_> {
    #[inline(always)]
    fn select<B: Backend>(&mut self, backend: B, rules: Rules<'_>) -> Result<(), OutOfMemory> {
        let job = self;
        let mut path = Vec::new();
        let mut board = 0;
        for n in 0..job.slots.len() {
            if let Some(ahead) = job.searches.get(n + 2) {
                ahead.prefetch();
            }
            let (search, end) = (&mut *job.searches[n], board + job.counts[n]);
            for (index, to) in job.boards[board..end].iter_mut().enumerate() {
                let walk = Walk { search, rules };
                let Some((node, key)) = walk.next_leaf(backend, &mut path, to)? else { break };
                let leaf = Leaf {
                    slot: job.slots[n] as u32,
                    node,
                    depth: path.len() as u16,
                    key,
                    epoch: search.epoch,
                };
                job.found.push((leaf, job.first_board + board + index));
            }
            board = end;
        }
        Ok(())
    }
}

/// The position with which a simulation ends.
enum Reached<'a> {
    /// A position that needs an evaluation, and its key in the cache.
    Leaf(u32, u128),
    /// A position whose evaluation is in the cache.
    Cached(u32, &'a CachedEvaluation),
    /// The end of a game.
    End(u32),
    /// A position that is being evaluated, or a full tree.
    Nothing,
}

/// Simulations of one game.
struct Walk<'a> {
    search: &'a mut Search,
    rules: Rules<'a>,
}

impl Walk<'_> {
    /// Runs simulations up to one that needs an evaluation; `board` becomes its position. Returns
    /// its node, and its key in the cache.
    #[inline(always)]
    fn next_leaf<B: Backend>(
        self,
        backend: B,
        path: &mut Vec<Move>,
        board: &mut GameSlot,
    ) -> Result<Option<(u32, u128)>, OutOfMemory> {
        let Walk { search, rules } = self;
        let rule = rules.rule;
        loop {
            path.clear();
            let must_wait = search.in_flight > 0
                && matches!(rule, Rule::Gumbel(_))
                && !search.halving.joins(search.done + search.in_flight);
            if search.is_done() || must_wait {
                return Ok(None);
            }
            match descend(backend, search, rules, path, board)? {
                Reached::Leaf(node, key) => {
                    search.tree.node_mut(node).state = NodeState::InFlight;
                    if node != ROOT {
                        search.tree.add_in_flight(node, 1);
                        search.in_flight += 1;
                    }
                    return Ok(Some((node, key)));
                }
                Reached::Cached(node, evaluation) => {
                    backup::evaluate_as(search, node, evaluation, rules.options);
                    backup::commit(search, rule, node, evaluation.is_final, rules.options);
                }
                Reached::End(node) => {
                    let Node { value, draw, .. } = *search.tree.node(node);
                    search.tree.add(node, value, draw);
                    search.done += 1;
                    rule.after_visits(search);
                }
                Reached::Nothing => return Ok(None),
            }
        }
    }
}

/// Follows the selected moves from the root.
#[inline(always)]
fn descend<'a, B: Backend>(
    backend: B,
    search: &mut Search,
    rules: Rules<'a>,
    path: &mut Vec<Move>,
    board: &mut GameSlot,
) -> Result<Reached<'a>, OutOfMemory> {
    let rule = rules.rule;
    let mut at = ROOT;
    loop {
        let node = search.tree.node(at);
        match node.state {
            NodeState::InFlight => return Ok(Reached::Nothing),
            NodeState::End => return Ok(Reached::End(at)),
            NodeState::New => break,
            NodeState::Open => {}
        }
        let index = match rule {
            Rule::Puct(rule) => rule.select(search, at),
            Rule::Gumbel(gumbel) if at == ROOT => select_at_root(gumbel, search),
            Rule::Gumbel(gumbel) => select_below(gumbel, &search.tree, at),
        };
        let tree = &mut search.tree;
        let node = tree.node(at);
        let tried = usize::from(node.tried);
        if index == tried
            && (tried == usize::from(node.legal)
                || tree.nodes.len() >= search.max_nodes as usize
                || path.len() >= MAX_DEPTH)
        {
            search.is_stopped |= search.in_flight == 0;
            return Ok(Reached::Nothing);
        }
        path.push(tree.moves(node)[index]);
        at = match tree.children(node).get(index) {
            Some(child) => child.node,
            None => tree.try_next(at)?,
        };
    }
    board.become_after(backend, &search.root, path, rules.arena);
    if let Some((value, draw)) = rule.end(board, path.len()) {
        let node = search.tree.node_mut(at);
        (node.state, node.value, node.draw) = (NodeState::End, value, draw);
        rule.prove(&mut search.tree, at);
        return Ok(Reached::End(at));
    }
    if search.tree.node(at).legal == 0 {
        search.tree.set_moves(at, &board.legal)?;
    }
    if rules.cache.is_off() {
        return Ok(Reached::Leaf(at, 0));
    }
    let key = cache::key(board);
    Ok(match rules.cache.get(key) {
        Some(evaluation) => Reached::Cached(at, evaluation),
        None => Reached::Leaf(at, key),
    })
}

impl Rule {
    /// The value of the end of a game for the side to move, and the probability of a draw.
    fn end(&self, board: &GameSlot, depth: usize) -> Option<(f32, f32)> {
        end_value(board).or_else(|| {
            let Rule::Puct(puct) = self else { return None };
            let is_repeated = puct.options.two_fold
                && board.recent.window().last_occurrence().is_some_and(|plies| plies <= depth);
            is_repeated.then_some((0.0, 1.0))
        })
    }
}

/// The value of an end for the side to move, and the probability of a draw.
fn end_value(board: &GameSlot) -> Option<(f32, f32)> {
    let turn = board.recent.position().turn();
    Some(match board.end? {
        // without a result, it is worth as much as a draw
        End::Truncated => (0.0, 1.0),
        End::Terminated(outcome) => match outcome.winner() {
            None => (0.0, 1.0),
            Some(winner) if winner == turn => (1.0, 0.0),
            Some(_) => (-1.0, 0.0),
        },
    })
}

impl Search {
    /// Prefetches the memory that a simulation reads first.
    #[inline(always)]
    fn prefetch(&self) {
        if let Some(root) = self.tree.nodes.first() {
            prefetch::line(root);
            prefetch::prefetch(self.tree.children(root));
        }
        self.root.recent.prefetch_positions();
    }
}
