//! Deep lines along a plan: steps forward are free, and few moves lead aside.

use std::cmp::Reverse;

use arrayvec::ArrayVec;

use crate::attacks::{Backend, Task};
use crate::movegen::legal_moves_with;
use crate::position::Position;
use crate::types::{Bitboard, Color, MAX_MOVES, Move, MoveList};
use crate::unwinnable::closing::is_check;
use crate::unwinnable::mobility;
use crate::unwinnable::plan::{self, Plan, Step};

use super::{ASK_EVERY, Found, Search};

/// What the lines of a dive may spend, and how many positions it looks at.
const DIVES: [(u8, u32); 2] = [(1, 10_000), (2, 30_000)];

impl Search<'_> {
    /// Dives along plans to each of the corners.
    pub(super) fn dive<B: Backend>(
        &self,
        backend: B,
        squares: Bitboard,
        fixed: Bitboard,
        nodes: &mut u32,
    ) -> Found {
        let Search { root, winner, limits, stop, .. } = *self;
        let never_mates = |m: &Move| mobility::never_mates(backend, &root.after(*m), winner);
        let moves = legal_moves_with(backend, root);
        let avoided: Vec<Move> = moves.into_iter().filter(never_mates).collect();
        let plans = plan::corners(root, winner, squares)
            .map(|corner| Plan::new(backend, winner, corner, fixed, avoided.clone()));
        let mut table = Table::new();
        for (spend, share) in DIVES {
            for plan in &plans {
                table.clear();
                let mut looked = 0;
                let limit = share.min(limits.nodes - *nodes);
                let table = &mut table;
                let dive =
                    Dive { root, winner, plan, spend, limit, table, stop, nodes: &mut looked };
                let found = backend.enter(dive);
                *nodes += looked;
                if !matches!(found, Found::Limit) || *nodes >= limits.nodes {
                    return found;
                }
            }
        }
        Found::Limit
    }
}

/// Follows lines from the root, depth first.
///
/// A step forward costs nothing, nor does the move after one, since the players take turns; other moves cost
/// one, and steps back four. A line goes on until it has spent what it may. So a mate that is fifty
/// moves away is found with a handful of moves aside, if the plan is right; where it is not, a
/// [`Step`] more or less makes little difference, and another plan is tried.
///
/// Positions are remembered by their keys with what could still be spent there, in a table of fixed size that
/// forgets: what is found is a line of moves, and what is not proves nothing.
struct Dive<'a> {
    root: &'a Position,
    winner: Color,
    plan: &'a Plan,
    /// What a line may spend.
    spend: u8,
    /// How many positions are looked at.
    limit: u32,
    table: &'a mut Table,
    stop: &'a dyn Fn() -> bool,
    /// How many were.
    nodes: &'a mut u32,
}

/// The longest line.
const MAX_PLIES: usize = 160;

/// What a step back costs.
const BACK: u8 = 4;

/// Keys of positions, and what could be spent there.
struct Table(Vec<u64>);

impl Table {
    const SIZE: usize = 1 << 18;

    fn new() -> Table {
        Table(vec![0; Table::SIZE])
    }

    fn clear(&mut self) {
        self.0.fill(0);
    }

    /// Whether a position was not yet looked at with so much to spend; it counts as looked at then.
    #[inline(always)]
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
    /// Its moves, the next one last.
    moves: Steps,
    /// What may still be spent.
    left: u8,
    /// Whether the move that led here was a step forward.
    follows_step: bool,
}

impl Task for Dive<'_> {
    type Output = Found;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> Found {
        let Dive { root, winner, plan, spend, limit, table, stop, nodes } = self;
        let mut line: Vec<Node> = Vec::with_capacity(MAX_PLIES);
        let mut played: Vec<Move> = Vec::with_capacity(MAX_PLIES);
        let moves = ordered(plan, root, legal_moves_with(backend, root));
        line.push(Node { position: *root, moves, left: spend, follows_step: false });
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
                return Found::Limit;
            }
            if nodes.is_multiple_of(ASK_EVERY) && stop() {
                return Found::Stopped;
            }
            if !table.is_new(&position, left) {
                continue;
            }
            let moves = legal_moves_with(backend, &position);
            if moves.is_empty() {
                if position.turn() != winner && is_check(backend, &position) {
                    played.push(m);
                    return Found::Mate(played);
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
        Found::Limit
    }
}

/// Moves by what they do for the plan, steps forward last.
type Steps = ArrayVec<(Step, Move), MAX_MOVES>;

#[inline(always)]
fn ordered(plan: &Plan, position: &Position, moves: MoveList) -> Steps {
    let mut steps: Steps = moves.into_iter().map(|m| (plan.step(position, m), m)).collect();
    steps.sort_by_key(|&(step, _)| Reverse(step));
    steps
}
