//! Best-first search of all reachable positions.

mod bucket_queue;
mod discrepancy;
mod visited;

use super::bounded_search::is_check;
use super::check_replies;
use super::heuristic::{self, Heuristic, Stage};
use super::mobility::{self, MatingInfo};
use crate::attacks::{self, Backend, Task};
use crate::movegen::legal_moves_with;
use crate::position::Position;
use crate::types::{Bitboard, Color, Move, MoveList};
use bucket_queue::Queue;
use visited::{Link, NO_NODE, Visited};

/// The result of a search.
pub(super) enum SearchResult {
    /// Every reachable position was searched, and none is a mate by the winner.
    Exhausted,
    /// The mobility of the pieces allows no mate.
    Blocked,
    /// The moves from the root to a mate by the winner.
    Mate(Vec<Move>),
    /// The node limit was reached.
    NodeLimit,
    /// The caller stopped the search.
    Interrupted,
}

/// The node limits of a search.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    /// The number of positions in all attempts.
    nodes: u32,
    /// The number of positions in the first attempt; each further one has twice as many.
    first: u32,
}

impl Limits {
    /// The numbers of nodes and moves must fit in 32 bits; a node has fewer than 64 moves on
    /// average.
    const MAX_NODES: u32 = 1 << 26;

    /// One attempt, for proofs.
    pub(super) fn quick(nodes: u32) -> Limits {
        Limits { nodes, first: nodes }
    }

    /// Several attempts, with different targets; a mate is nearly always found in the first.
    pub(super) fn full(nodes: u32) -> Limits {
        Limits { nodes: nodes.min(Limits::MAX_NODES), first: 160 }
    }
}

/// Returns the cost of computing mobility with this number of pieces, in nodes.
fn mobility_nodes(pieces: u32) -> u32 {
    match pieces {
        0..=14 => 16,
        15..=18 => 50,
        _ => 120,
    }
}

/// Searches the positions that can be reached from the root.
///
/// Both players help, so this is a search in a graph, without minimax, and each position is visited
/// once. A wrong target of the [`Heuristic`] can cost the whole budget, so there are several
/// attempts: short ones with each corner as the target; limited discrepancy searches along plans
/// (`discrepancy`), which find distant mates; attempts with the squares on which mobility allows a
/// mate as targets; and a last one with the rest of the budget. A* order (line length plus
/// heuristic) finds near mates. If pawns are blocked and the mate is far, it visits too many
/// similar positions, and greedy order with random noise finds the mate sooner. Each attempt proves
/// what it exhausts; a limited discrepancy search proves nothing.
pub(super) struct MateSearch<'a> {
    pub(super) root: &'a Position,
    pub(super) winner: Color,
    pub(super) limits: Limits,
    /// Whether the position looks blocked, so that mobility is computed from the second attempt on.
    pub(super) looks_blocked: bool,
    /// Returns whether to stop; called at intervals.
    pub(super) stop: &'a dyn Fn() -> bool,
}

/// The number of nodes between calls of `stop`.
const STOP_INTERVAL: u32 = 1 << 13;

impl Task for MateSearch<'_> {
    type Output = SearchResult;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> SearchResult {
        let MateSearch { root, winner, limits, looks_blocked, stop } = self;
        let corners = Heuristic::corners(root, winner);
        let mut nodes = 0;
        for (number, corner) in corners.into_iter().enumerate() {
            let left = limits.nodes - nodes;
            let limit = left.min(limits.first << number);
            // open positions are won in the first attempts
            let uses_mobility = looks_blocked && (number > 0 || limit == left);
            let heuristic = Heuristic::new(root, winner, corner);
            let order =
                if number == 0 { LineOrder::SHORT_FIRST } else { LineOrder::deep_first(number) };
            let options = AttemptOptions { limit, uses_mobility, order };
            match Attempt::run(backend, root, heuristic, winner, options, stop) {
                (SearchResult::NodeLimit, spent) => nodes += spent,
                (found, _) => return found,
            }
            if nodes >= limits.nodes {
                return SearchResult::NodeLimit;
            }
        }
        let MatingInfo { squares, promotes, fixed } = mobility::mating_info(backend, root, winner);
        if squares.is_empty() {
            return SearchResult::Blocked;
        }
        if check_replies::never_mates_after_checks(backend, root, winner)
            || mobility::never_mates_by_events(backend, root, winner, stop)
        {
            return SearchResult::Blocked;
        }
        match self.discrepancy_search(backend, squares, fixed, &mut nodes) {
            SearchResult::NodeLimit => {}
            found => return found,
        }
        let stage = match Stage::of(root, winner) {
            Stage::Promote if !promotes => Stage::Minor,
            stage => stage,
        };
        let targets = heuristic::targets(root, winner, squares);
        for number in 0.. {
            let left = limits.nodes - nodes;
            let is_last = number >= TARGET_ATTEMPTS;
            let limit =
                if is_last { left } else { (left / 32).min(limits.first << (4 + number.min(10))) };
            let order = match number {
                _ if is_last => LineOrder::SHORT_FIRST,
                _ if number % 2 == 1 => LineOrder::deep_first(number),
                _ => LineOrder::SHORT_FIRST,
            };
            let target = if is_last { 0 } else { number / 2 % targets.len() };
            let costs = heuristic::costs_to(stage, targets[target], winner);
            let heuristic = Heuristic::with_costs(root, winner, stage, &costs);
            let options = AttemptOptions { limit, uses_mobility: true, order };
            match Attempt::run(backend, root, heuristic, winner, options, stop) {
                (SearchResult::NodeLimit, spent) => nodes += spent,
                (found, _) => return found,
            }
            if is_last || nodes >= limits.nodes {
                break;
            }
        }
        SearchResult::NodeLimit
    }
}

/// The number of attempts with target squares, made if no corner led to a mate: the likeliest
/// squares in turn, each in both orders.
const TARGET_ATTEMPTS: usize = 10;

/// The options of an attempt.
#[derive(Clone, Copy)]
struct AttemptOptions {
    /// The node limit.
    limit: u32,
    /// Whether mobility is computed.
    uses_mobility: bool,
    order: LineOrder,
}

/// The order in which an attempt searches lines.
#[derive(Clone, Copy)]
struct LineOrder {
    /// The cost of a ply: with 1 the order is that of A*, with 0 that of greedy best-first search.
    ply_cost: i32,
    /// The seed of noise in the order, so that greedy attempts differ; 0 for no noise.
    seed: u32,
}

impl LineOrder {
    /// Short lines first (A*).
    const SHORT_FIRST: LineOrder = LineOrder { ply_cost: 1, seed: 0 };

    /// Deep lines first (greedy), in a different order for each seed from 1.
    fn deep_first(seed: usize) -> LineOrder {
        LineOrder { ply_cost: 0, seed: seed as u32 }
    }

    /// Returns a pseudorandom number from 0 to 31.
    fn noise(self, node: u32, m: Move) -> i32 {
        if self.seed == 0 {
            return 0;
        }
        let mixed = (node ^ u32::from(m.bits()) << 16).wrapping_add(self.seed);
        (mixed.wrapping_mul(0x9E37_79B1) >> 27) as i32
    }
}

/// A best-first search with one target.
struct Attempt<'a> {
    winner: Color,
    /// The first heuristic, and one for each promotion that gave the winner the first queen or
    /// rook. A node's link has the index of its heuristic.
    heuristics: Vec<Heuristic<'a>>,
    queue: Queue,
    visited: Visited,
    nodes: u32,
    options: AttemptOptions,
    stop: &'a dyn Fn() -> bool,
    /// The number of nodes at which `stop` is called next.
    next_stop_check: u32,
    /// The number of mobility computations, and of those that proved that there is no mate.
    mobility_checks: u32,
    mobility_proofs: u32,
}

/// Runs an attempt.
struct Run<'a, 'b> {
    attempt: &'a mut Attempt<'b>,
    root: &'a Position,
}

impl Task for Run<'_, '_> {
    type Output = SearchResult;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> SearchResult {
        let Run { attempt, root } = self;
        let mut position = *root;
        let mut link = Link::root(attempt.heuristics[0].of(root));
        loop {
            if attempt.nodes >= attempt.options.limit {
                return SearchResult::NodeLimit;
            }
            if attempt.nodes >= attempt.next_stop_check {
                if (attempt.stop)() {
                    return SearchResult::Interrupted;
                }
                attempt.next_stop_check = attempt.nodes.saturating_add(STOP_INTERVAL);
            }
            attempt.nodes += 1;
            if attempt.visit(backend, &position, link) {
                let mut line = attempt.visited.line(link.parent);
                line.extend(link.m);
                return SearchResult::Mate(line);
            }
            let Some(entry) = attempt.queue.pop() else { return SearchResult::Exhausted };
            let parent = attempt.visited.link(entry.node);
            position = attempt.visited.position(entry.node).after(entry.m);
            link = Link {
                parent: entry.node,
                m: Some(entry.m),
                cost: entry.cost,
                depth: parent.depth.saturating_add(1),
                ..parent
            };
        }
    }
}

impl<'a> Attempt<'a> {
    /// The greatest number of heuristics.
    const MAX_HEURISTICS: usize = 64;

    /// Runs an attempt; returns the result and the number of nodes.
    #[inline(always)]
    fn run<B: Backend>(
        backend: B,
        root: &Position,
        heuristic: Heuristic<'a>,
        winner: Color,
        options: AttemptOptions,
        stop: &'a dyn Fn() -> bool,
    ) -> (SearchResult, u32) {
        let mut attempt = Attempt {
            winner,
            heuristics: vec![heuristic],
            queue: Queue::new(),
            visited: Visited::new(),
            nodes: 0,
            options,
            stop,
            next_stop_check: STOP_INTERVAL,
            mobility_checks: 0,
            mobility_proofs: 0,
        };
        let found = backend.enter(Run { attempt: &mut attempt, root });
        (found, attempt.nodes.min(options.limit))
    }

    /// Returns whether a position is a mate by the winner; if not, queues its moves.
    #[inline(always)]
    fn visit<B: Backend>(&mut self, backend: B, position: &Position, mut link: Link) -> bool {
        let moves = legal_moves_with(backend, position);
        if moves.is_empty() {
            return position.turn() != self.winner && is_check(backend, position);
        }
        if position.has_insufficient_material(self.winner) {
            return false;
        }
        let heuristic = self.heuristic(position, &mut link);
        if position.turn() != self.winner {
            let king = position.king(position.turn());
            link.flights = moves.iter().take_while(|m| m.from() == king).count() as u8;
        }
        let Some(node) = self.visited.insert(position, link) else { return false };
        if self.should_check_mobility(position, link) && self.never_mates(backend, position) {
            return false;
        }
        self.push_moves(backend, position, &heuristic, node, link, &moves);
        false
    }

    /// Returns the heuristic of a position, a new one after a promotion that changes the stage.
    fn heuristic(&mut self, position: &Position, link: &mut Link) -> Heuristic<'a> {
        let heuristic = self.heuristics[link.heuristic as usize];
        let promoted = link.m.is_some_and(|m| m.promoted().is_some());
        if !promoted
            || heuristic.stage() != Stage::Promote
            || self.heuristics.len() == Attempt::MAX_HEURISTICS
        {
            return heuristic;
        }
        if Stage::of(position, self.winner) != Stage::Mate {
            return heuristic;
        }
        let heuristic =
            Heuristic::new(position, self.winner, Heuristic::corners(position, self.winner)[0]);
        link.heuristic = self.heuristics.len() as u8;
        link.cost = heuristic.of(position) - Heuristic::PROMOTED;
        self.heuristics.push(heuristic);
        heuristic
    }

    /// Whether to compute mobility: near the root or after an irreversible move, as long as enough
    /// of the computations were proofs.
    fn should_check_mobility(&self, position: &Position, link: Link) -> bool {
        let changed = position.halfmove_clock() == 0 || link.depth <= 2;
        self.options.uses_mobility
            && changed
            && link.depth > 0
            && self.mobility_checks < 16 + 6 * self.mobility_proofs
    }

    #[inline(always)]
    fn never_mates<B: Backend>(&mut self, backend: B, position: &Position) -> bool {
        self.nodes += mobility_nodes(position.placement().occupied().len());
        self.mobility_checks += 1;
        let never = mobility::never_mates(backend, position, self.winner);
        self.mobility_proofs += never as u32;
        never
    }

    /// Queues the moves of a position, ranked by cost, length of the line, flight squares of the
    /// losing king, and check.
    #[inline(always)]
    fn push_moves<B: Backend>(
        &mut self,
        backend: B,
        position: &Position,
        heuristic: &Heuristic<'_>,
        node: u32,
        link: Link,
        moves: &MoveList,
    ) {
        let placement = position.placement();
        let base = link.depth as i32 * self.options.order.ply_cost + 1 + link.flights as i32;
        let mut checks = [Bitboard::EMPTY; 6];
        if position.turn() == self.winner {
            let (king, occupied) = (position.king(!self.winner), placement.occupied());
            let (bishop, rook) = (backend.bishop(king, occupied), backend.rook(king, occupied));
            let pawn = attacks::pawn(!self.winner, king);
            checks = [pawn, attacks::knight(king), bishop, rook, bishop | rook, Bitboard::EMPTY];
        }
        for &m in moves {
            let cost = link.cost.saturating_add(heuristic.delta(position, m));
            let becomes = m.promoted().unwrap_or(placement.type_at_unchecked(m.from()));
            let check = if checks[becomes.index()].has(m.to()) { Heuristic::CHECK } else { 0 };
            let rank = base + cost as i32 - check + self.options.order.noise(node, m);
            self.queue.push(rank, node, m, cost);
        }
    }
}

impl Link {
    fn root(cost: i16) -> Link {
        Link { parent: NO_NODE, m: None, cost, depth: 0, flights: 0, heuristic: 0 }
    }
}
