//! Selecting the positions that need an evaluation.

use std::sync::atomic::AtomicBool;

use super::cache::{self, Cache};
use super::error::out_of_memory;
use super::gumbel::{select_at_root, select_below};
use super::leaves::{Leaf, Leaves};
use super::options::Algorithm;
use super::tree::{Moves, Node, NodeState, ROOT, Search, Tree};
use super::{GAMES_PER_JOB, Rule, TreeOptions, TreeSearch, backup};
use crate::arena::{Arena, ArenaOptions, End, GameSlot, chosen};
use crate::attacks::{Backend, dispatch, task};
use crate::error::{CallError, call_error, ensure};
use crate::memory::{self, OutOfMemory};
use crate::pool::{self, FirstError, Run};
use crate::prefetch;

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
                boards.push(GameSlot::default());
            }
        }
        let mut jobs = Vec::with_capacity(slots.len() / GAMES_PER_JOB + 1);
        let mut searches = chosen(&mut self.searches, &slots).into_iter();
        let (mut rest, mut first_board) = (&mut boards[..], 0);
        for (slots, counts) in slots.chunks(GAMES_PER_JOB).zip(counts.chunks(GAMES_PER_JOB)) {
            let first = first_board;
            let walk = |((&slot, &count), search)| {
                let (boards, later) = std::mem::take(&mut rest).split_at_mut(count);
                rest = later;
                first_board += count;
                let (row, slot) = (first_board - count, slot as u32);
                Walk { slot, search, boards, row, at: ROOT, next: Step::Begin }
            };
            let walks: Vec<_> = slots.iter().zip(counts).zip(searches.by_ref()).map(walk).collect();
            let found = Vec::with_capacity(first_board - first);
            jobs.push(SelectJob { walks, first_board: first, found });
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
    walks: Vec<Walk<'a>>,
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
    /// Runs the simulations of all games, a step of each in turn: what a step reads is prefetched
    /// while the other games make theirs, since the trees of many games are larger than the caches.
    #[inline(always)]
    fn select<B: Backend>(&mut self, backend: B, rules: Rules<'_>) -> Result<(), OutOfMemory> {
        let SelectJob { walks, found, .. } = self;
        let mut going = walks.len();
        while going > 0 {
            going = 0;
            for walk in &mut *walks {
                if walk.next != Step::Over {
                    walk.next = walk.step(backend, rules, found)?;
                    going += 1;
                }
            }
        }
        found.sort_unstable_by_key(|&(_, row)| row);
        Ok(())
    }
}

/// The next step of a simulation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    /// It begins at the root.
    Begin,
    /// It looks at a position.
    Arrive,
    /// It selects a move.
    Select,
    /// It sets up the board of a position without an evaluation.
    Board,
    /// There are no more simulations.
    Over,
}

/// Simulations of one game, up to those that need an evaluation.
struct Walk<'a> {
    slot: u32,
    search: &'a mut Search,
    /// The boards of the next leaves, and the index of the first of them.
    boards: &'a mut [GameSlot],
    row: usize,
    /// The position of the simulation; `Search::path` are the moves to it.
    at: u32,
    next: Step,
}

impl Walk<'_> {
    /// Makes the next step, and returns the one after it.
    #[inline(always)]
    fn step<B: Backend>(
        &mut self,
        backend: B,
        rules: Rules<'_>,
        found: &mut Vec<(Leaf, usize)>,
    ) -> Result<Step, OutOfMemory> {
        let (search, rule) = (&mut *self.search, rules.rule);
        match self.next {
            Step::Begin => {
                self.at = ROOT;
                search.path.clear();
                let must_wait = search.in_flight > 0
                    && matches!(rule, Rule::Gumbel(_))
                    && !search.halving.joins(search.done + search.in_flight);
                if self.boards.is_empty() || must_wait || search.is_done() {
                    return Ok(Step::Over);
                }
                Ok(Step::Arrive)
            }
            Step::Arrive => {
                let node = search.tree.node(self.at);
                match node.state {
                    NodeState::InFlight => return Ok(Step::Over),
                    NodeState::End => {
                        let Node { value, draw, .. } = *node;
                        end_simulation(search, rule, self.at, (value, draw));
                        return Ok(Step::Begin);
                    }
                    NodeState::New => {
                        search.root.recent.prefetch_positions();
                        return Ok(Step::Board);
                    }
                    NodeState::Open => search.tree.prefetch(node),
                }
                Ok(Step::Select)
            }
            Step::Select => {
                let index = match rule {
                    Rule::Puct(rule) => rule.select(search, self.at),
                    Rule::Gumbel(gumbel) if self.at == ROOT => select_at_root(gumbel, search),
                    Rule::Gumbel(gumbel) => select_below(gumbel, &search.tree, self.at),
                };
                let Node { tried, legal, moves, .. } = *search.tree.node(self.at);
                let is_new = index == usize::from(tried);
                if is_new
                    && (tried == legal
                        || search.tree.nodes.len() >= search.max_nodes as usize
                        || search.path.len() >= MAX_DEPTH)
                {
                    search.is_stopped |= search.in_flight == 0;
                    return Ok(Step::Over);
                }
                if let (true, 1, Moves::Unlisted(..)) = (is_new, tried, moves) {
                    search.list_moves(self.at)?;
                }
                let tree = &mut search.tree;
                let node = tree.node(self.at);
                search.path.extend(tree.move_at(node, index));
                self.at = match tree.children(node).get(index) {
                    Some(child) => child.node,
                    None => tree.try_next(self.at)?,
                };
                prefetch::line(tree.node(self.at));
                Ok(Step::Arrive)
            }
            Step::Board => {
                let board = &mut self.boards[0];
                board.become_after(backend, &search.root, &search.path, rules.arena);
                let at = self.at;
                if let Some((value, draw)) = rule.end(board, search.path.len()) {
                    let node = search.tree.node_mut(at);
                    (node.state, node.value, node.draw) = (NodeState::End, value, draw);
                    rule.prove(&mut search.tree, at);
                    end_simulation(search, rule, at, (value, draw));
                    return Ok(Step::Begin);
                }
                if search.tree.node(at).legal == 0 {
                    search.tree.set_legal(at, board.legal.len())?;
                }
                let key = if rules.cache.is_off() { 0 } else { cache::key(board) };
                if let Some(evaluation) = rules.cache.get(key) {
                    backup::evaluate_as(search, at, evaluation, rules.options);
                    let is_final = evaluation.is_final;
                    backup::commit(search, rule, at, &board.legal, is_final, rules.options);
                    return Ok(Step::Begin);
                }
                search.tree.node_mut(at).state = NodeState::InFlight;
                if at != ROOT {
                    search.tree.add_in_flight(at, 1);
                    search.in_flight += 1;
                }
                let (depth, epoch) = (search.path.len() as u16, search.epoch);
                found.push((Leaf { slot: self.slot, node: at, depth, key, epoch }, self.row));
                self.boards = &mut std::mem::take(&mut self.boards)[1..];
                self.row += 1;
                Ok(Step::Begin)
            }
            Step::Over => Ok(Step::Over),
        }
    }
}

/// Ends a simulation at an end of the game.
fn end_simulation(search: &mut Search, rule: &Rule, at: u32, (value, draw): (f32, f32)) {
    search.tree.add(at, value, draw);
    search.done += 1;
    rule.after_visits(search);
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

impl Tree {
    /// Prefetches what the selection of a move reads.
    fn prefetch(&self, node: &Node) {
        prefetch::prefetch(self.children(node));
        let next = node.first_prior as usize + usize::from(node.tried);
        prefetch::line(self.priors.as_ptr().wrapping_add(next));
        prefetch::line(self.moves(node).as_ptr());
    }
}
