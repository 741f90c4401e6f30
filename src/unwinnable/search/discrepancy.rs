//! Limited discrepancy search along a plan.

use std::cmp::Reverse;

use arrayvec::ArrayVec;

use crate::attacks::{Backend, Task};
use crate::movegen::legal_moves_with;
use crate::position::Position;
use crate::types::{Bitboard, Color, MAX_MOVES, Move, MoveList};
use crate::unwinnable::bounded_search::is_check;
use crate::unwinnable::mobility;
use crate::unwinnable::plan::{self, Plan, Step};

use super::{MateSearch, STOP_INTERVAL, SearchResult};

/// The cost limit of a line and the node limit, by round.
const ROUNDS: [(u8, u32); 2] = [(1, 10_000), (2, 30_000)];

impl MateSearch<'_> {
    /// Searches along plans for each of the corners.
    pub(super) fn discrepancy_search<B: Backend>(
        &self,
        backend: B,
        squares: Bitboard,
        fixed: Bitboard,
        nodes: &mut u32,
    ) -> SearchResult {
        let MateSearch { root, winner, limits, stop, .. } = *self;
        let never_mates = |m: &Move| mobility::never_mates(backend, &root.after(*m), winner);
        let moves = legal_moves_with(backend, root);
        let avoided: Vec<Move> = moves.into_iter().filter(never_mates).collect();
        let plans = plan::corners(root, winner, squares)
            .map(|corner| Plan::new(backend, winner, corner, fixed, avoided.clone()));
        let mut table = Table::new();
        for (max_cost, share) in ROUNDS {
            for plan in &plans {
                table.clear();
                let mut searched = 0;
                let limit = share.min(limits.nodes - *nodes);
                let table = &mut table;
                let search = DiscrepancySearch {
                    root,
                    winner,
                    plan,
                    max_cost,
                    limit,
                    table,
                    stop,
                    nodes: &mut searched,
                };
                let found = backend.enter(search);
                *nodes += searched;
                if !matches!(found, SearchResult::NodeLimit) || *nodes >= limits.nodes {
                    return found;
                }
            }
        }
        SearchResult::NodeLimit
    }
}

/// Depth-first search of lines from the root, limited in the moves that do not follow the plan
/// (discrepancies; Harvey and Ginsberg, 1995).
///
/// A step forward and the move after it cost 0 (the players take turns), other moves 1, steps back 4. A
/// line ends when its cost exceeds the limit. With a right plan, a mate in fifty moves needs only a
/// few discrepancies; with a wrong one more of them hardly help, and the next plan is tried.
///
/// The transposition table stores keys with the cost that was left, and overwrites entries, so only
/// a mate that is found is a result.
struct DiscrepancySearch<'a> {
    root: &'a Position,
    winner: Color,
    plan: &'a Plan,
    /// The cost limit of a line.
    max_cost: u8,
    /// The node limit.
    limit: u32,
    table: &'a mut Table,
    stop: &'a dyn Fn() -> bool,
    /// The number of nodes so far.
    nodes: &'a mut u32,
}

/// The longest line.
const MAX_PLIES: usize = 160;

/// The cost of a step back.
const BACK: u8 = 4;

/// A transposition table of keys and the cost left.
struct Table(Vec<u64>);

impl Table {
    const SIZE: usize = 1 << 18;

    fn new() -> Table {
        Table(vec![0; Table::SIZE])
    }

    fn clear(&mut self) {
        self.0.fill(0);
    }

    /// Whether a position was not yet searched with this cost left; adds it.
    fn is_new(&mut self, position: &Position, left: u8) -> bool {
        let key = position.key();
        let entry = &mut self.0[key as usize & (Table::SIZE - 1)];
        let (tag, left) = (key & !0xFF, u64::from(left) + 1);
        if *entry & !0xFF == tag && *entry & 0xFF >= left {
            return false;
        }
        *entry = tag | left;
        true
    }
}

/// A position on the line.
struct Node {
    position: Position,
    /// Its moves not yet searched, the next one last.
    moves: Steps,
    /// The cost left.
    left: u8,
    /// Whether the move that led here was a step forward.
    follows_step: bool,
}

impl Task for DiscrepancySearch<'_> {
    type Output = SearchResult;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> SearchResult {
        let DiscrepancySearch { root, winner, plan, max_cost, limit, table, stop, nodes } = self;
        let mut line: Vec<Node> = Vec::with_capacity(MAX_PLIES);
        let mut played: Vec<Move> = Vec::with_capacity(MAX_PLIES);
        let moves = ordered(plan, root, legal_moves_with(backend, root));
        line.push(Node { position: *root, moves, left: max_cost, follows_step: false });
        while let Some(node) = line.last_mut() {
            let Some((step, m)) = node.moves.pop() else {
                line.pop();
                played.pop();
                continue;
            };
            let cost = match step {
                Step::Forward => 0,
                Step::Aside => !node.follows_step as u8,
                Step::Back => BACK,
            };
            let Some(left) = node.left.checked_sub(cost) else { continue };
            let position = node.position.after(m);
            *nodes += 1;
            if *nodes >= limit {
                return SearchResult::NodeLimit;
            }
            if nodes.is_multiple_of(STOP_INTERVAL) && stop() {
                return SearchResult::Interrupted;
            }
            if !table.is_new(&position, left) {
                continue;
            }
            let moves = legal_moves_with(backend, &position);
            if moves.is_empty() {
                if position.turn() != winner && is_check(backend, &position) {
                    played.push(m);
                    return SearchResult::Mate(played);
                }
                continue;
            }
            if line.len() == MAX_PLIES || position.has_insufficient_material(winner) {
                continue;
            }
            let moves = ordered(plan, &position, moves);
            line.push(Node { position, moves, left, follows_step: step == Step::Forward });
            played.push(m);
        }
        SearchResult::NodeLimit
    }
}

/// Moves with their effects, steps forward last.
type Steps = ArrayVec<(Step, Move), MAX_MOVES>;

fn ordered(plan: &Plan, position: &Position, moves: MoveList) -> Steps {
    let mut steps: Steps = moves.into_iter().map(|m| (plan.step(position, m), m)).collect();
    steps.sort_by_key(|&(step, _)| Reverse(step));
    steps
}
