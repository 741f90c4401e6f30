//! All positions that can be reached, the promising ones first.

mod dive;
mod queue;
mod seen;

use super::checks;
use super::closing::is_check;
use super::guide::{self, Guide, Stage};
use super::mobility::{self, Outlook};
use crate::attacks::{self, Backend, Task};
use crate::movegen::legal_moves_with;
use crate::position::Position;
use crate::types::{Bitboard, Color, Move, MoveList};
use queue::Queue;
use seen::{Link, NO_NODE, Seen};

/// What a search gave.
pub(super) enum Found {
    /// Every position that can be reached was seen, and none is the winner's mate.
    Nothing,
    /// The pieces's mobility at the root allows no mate.
    Blocked,
    /// Moves from the root to the winner's mate.
    Mate(Vec<Move>),
    /// The node limit came first.
    Limit,
    /// The caller said stop.
    Stopped,
}

/// How far a search goes.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    /// How many positions, in all.
    nodes: u32,
    /// How many positions the first attempt looks at; each further one takes twice as many.
    first: u32,
}

impl Limits {
    /// The numbers of nodes and moves must fit 32 bits: a node has fewer than 64 moves on average.
    const MAX_NODES: u32 = 1 << 26;

    /// One attempt, to prove rather than to find.
    pub(super) fn quick(nodes: u32) -> Limits {
        Limits { nodes, first: nodes }
    }

    /// Several attempts, to each corner of the board; a mate is nearly always found in the first.
    pub(super) fn full(nodes: u32) -> Limits {
        Limits { nodes: nodes.min(Limits::MAX_NODES), first: 160 }
    }
}

/// A question of mobility about a position with so many pieces costs about as much as so many nodes: it
/// takes more rounds, each of more pieces with more squares.
fn mobility_nodes(pieces: u32) -> u32 {
    match pieces {
        0..=14 => 16,
        15..=18 => 50,
        _ => 120,
    }
}

/// Looks at positions that can be reached from the root.
///
/// Both players help, so the question is whether a mate can be reached at all: no depth, no
/// minimax, each position once. What is on the way to a mate is guessed ([`Guide`]); a guess that
/// leads nowhere can cost all of a search, so the first attempts are short, each to another corner;
/// then come dives along plans (`dive`), which find what is far away. The next attempts lead to squares on which the pieces's mobility allows a mate, and only the last has all
/// that remains of the budget. Short lines first is the way to a near mate; where pawns stand blocked
/// and the way is long, it drowns in positions that look alike, and a dive along the best line, shaken
/// differently each time, gets there. Every attempt by itself proves what it exhausts; a dive proves
/// nothing.
pub(super) struct Search<'a> {
    pub(super) root: &'a Position,
    pub(super) winner: Color,
    pub(super) limits: Limits,
    /// Whether mobility is worth asking about from the first.
    pub(super) looks_blocked: bool,
    /// Asked now and then whether to stop.
    pub(super) stop: &'a dyn Fn() -> bool,
}

/// The caller is asked every so many nodes whether to stop.
const ASK_EVERY: u32 = 1 << 13;

impl Task for Search<'_> {
    type Output = Found;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> Found {
        let Search { root, winner, limits, looks_blocked, stop } = self;
        let corners = Guide::corners(root, winner);
        let mut nodes = 0;
        for (number, corner) in corners.into_iter().enumerate() {
            let left = limits.nodes - nodes;
            let share = left.min(limits.first << number);
            // open positions are won in the first attempts
            let asks_mobility = looks_blocked && (number > 0 || share == left);
            let guide = Guide::new(root, winner, corner);
            let manner = if number == 0 { Manner::STEADY } else { Manner::dive(number) };
            let terms = Terms { limit: share, asks_mobility, manner };
            match Attempt::run(backend, root, guide, winner, terms, stop) {
                (Found::Limit, more) => nodes += more,
                (found, _) => return found,
            }
            if nodes >= limits.nodes {
                return Found::Limit;
            }
        }
        let Outlook { squares, promotes, fixed } = mobility::outlook(backend, root, winner);
        if squares.is_empty() {
            return Found::Blocked;
        }
        if checks::never_mates_after_checks(backend, root, winner)
            || mobility::never_mates_by_events(backend, root, winner, stop)
        {
            return Found::Blocked;
        }
        match self.dive(backend, squares, fixed, &mut nodes) {
            Found::Limit => {}
            found => return found,
        }
        let stage = match Stage::of(root, winner) {
            Stage::Promote if !promotes => Stage::Minor,
            stage => stage,
        };
        let targets = guide::targets(root, winner, squares);
        for number in 0.. {
            let left = limits.nodes - nodes;
            let is_last = number >= TARGET_ATTEMPTS;
            let share =
                if is_last { left } else { (left / 32).min(limits.first << (4 + number.min(10))) };
            let manner = match number {
                _ if is_last => Manner::STEADY,
                _ if number % 2 == 1 => Manner::dive(number),
                _ => Manner::STEADY,
            };
            let target = if is_last { 0 } else { number / 2 % targets.len() };
            let costs = guide::costs_to(stage, targets[target], winner);
            let guide = Guide::with_costs(root, winner, stage, &costs);
            let terms = Terms { limit: share, asks_mobility: true, manner };
            match Attempt::run(backend, root, guide, winner, terms, stop) {
                (Found::Limit, more) => nodes += more,
                (found, _) => return found,
            }
            if is_last || nodes >= limits.nodes {
                break;
            }
        }
        Found::Limit
    }
}

/// The attempts that are made when no corner has led to a mate: to each of the likeliest squares in
/// turn, steadily and diving.
const TARGET_ATTEMPTS: usize = 10;

/// What an attempt may do.
#[derive(Clone, Copy)]
struct Terms {
    /// How many nodes.
    limit: u32,
    /// Whether mobility is worth asking about.
    asks_mobility: bool,
    manner: Manner,
}

/// How an attempt chooses between lines.
#[derive(Clone, Copy)]
struct Manner {
    /// What a ply of a line costs: with 0 the search dives.
    depth: i32,
    /// What shakes the order of the moves, so that two dives go different ways; 0 for nothing.
    noise: u32,
}

impl Manner {
    /// Short lines first.
    const STEADY: Manner = Manner { depth: 1, noise: 0 };

    /// Deep lines first, another way for each number from 1.
    fn dive(number: usize) -> Manner {
        Manner { depth: 0, noise: number as u32 }
    }

    /// A number from 0 to 31 that looks random.
    #[inline(always)]
    fn shake(self, node: u32, m: Move) -> i32 {
        if self.noise == 0 {
            return 0;
        }
        let mixed = (node ^ u32::from(m.bits()) << 16).wrapping_add(self.noise);
        (mixed.wrapping_mul(0x9E37_79B1) >> 27) as i32
    }
}

/// A search by one guide.
struct Attempt<'a> {
    winner: Color,
    /// The guides: the first, and one from each of the first promotions that gave the winner a
    /// queen or rook. The number of a node's guide is in its link.
    guides: Vec<Guide<'a>>,
    queue: Queue,
    seen: Seen,
    nodes: u32,
    terms: Terms,
    stop: &'a dyn Fn() -> bool,
    /// The number of nodes at which the caller is asked next.
    ask_at: u32,
    /// How often mobility was asked about, and how often it disposed of the position.
    asked: u32,
    answered: u32,
}

/// Runs an attempt.
struct Run<'a, 'b> {
    attempt: &'a mut Attempt<'b>,
    root: &'a Position,
}

impl Task for Run<'_, '_> {
    type Output = Found;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> Found {
        let Run { attempt, root } = self;
        let mut position = *root;
        let mut link = Link::root(attempt.guides[0].of(root));
        loop {
            if attempt.nodes >= attempt.terms.limit {
                return Found::Limit;
            }
            if attempt.nodes >= attempt.ask_at {
                if (attempt.stop)() {
                    return Found::Stopped;
                }
                attempt.ask_at = attempt.nodes.saturating_add(ASK_EVERY);
            }
            attempt.nodes += 1;
            if attempt.visit(backend, &position, link) {
                let mut line = attempt.seen.line(link.parent);
                line.extend(link.m);
                return Found::Mate(line);
            }
            let Some(entry) = attempt.queue.pop() else { return Found::Nothing };
            let parent = attempt.seen.link(entry.node);
            position = attempt.seen.position(entry.node).after(entry.m);
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
    /// The guides that are kept at most.
    const MAX_GUIDES: usize = 64;

    /// Runs an attempt, and gives how many nodes it took.
    #[inline(always)]
    fn run<B: Backend>(
        backend: B,
        root: &Position,
        guide: Guide<'a>,
        winner: Color,
        terms: Terms,
        stop: &'a dyn Fn() -> bool,
    ) -> (Found, u32) {
        let mut attempt = Attempt {
            winner,
            guides: vec![guide],
            queue: Queue::new(),
            seen: Seen::new(),
            nodes: 0,
            terms,
            stop,
            ask_at: ASK_EVERY,
            asked: 0,
            answered: 0,
        };
        let found = backend.enter(Run { attempt: &mut attempt, root });
        (found, attempt.nodes.min(terms.limit))
    }

    /// Looks at one position: whether it is the winner's mate. If not, queues what may come of it.
    #[inline(always)]
    fn visit<B: Backend>(&mut self, backend: B, position: &Position, mut link: Link) -> bool {
        let moves = legal_moves_with(backend, position);
        if moves.is_empty() {
            return position.turn() != self.winner && is_check(backend, position);
        }
        if position.has_insufficient_material(self.winner) {
            return false;
        }
        let guide = self.guide(position, &mut link);
        if position.turn() != self.winner {
            let king = position.king(position.turn());
            link.flights = moves.iter().take_while(|m| m.from() == king).count() as u8;
        }
        let Some(node) = self.seen.insert(position, link) else { return false };
        if self.is_worth_asking(position, link) && self.never_mates(backend, position) {
            return false;
        }
        self.push_moves(backend, position, &guide, node, link, &moves);
        false
    }

    /// The guide of a position: a new one when a promotion has just changed what there is to do.
    #[inline(always)]
    fn guide(&mut self, position: &Position, link: &mut Link) -> Guide<'a> {
        let guide = self.guides[link.guide as usize];
        let promoted = link.m.is_some_and(|m| m.promoted().is_some());
        if !promoted || guide.stage() != Stage::Promote || self.guides.len() == Attempt::MAX_GUIDES
        {
            return guide;
        }
        if Stage::of(position, self.winner) != Stage::Mate {
            return guide;
        }
        let guide = Guide::new(position, self.winner, Guide::corners(position, self.winner)[0]);
        link.guide = self.guides.len() as u8;
        link.cost = guide.of(position) - Guide::PROMOTED;
        self.guides.push(guide);
        guide
    }

    /// Whether mobility is worth asking about: early, or after a move that cannot be taken back,
    /// and while it answers now and then.
    #[inline(always)]
    fn is_worth_asking(&self, position: &Position, link: Link) -> bool {
        let changed = position.halfmove_clock() == 0 || link.depth <= 2;
        self.terms.asks_mobility && changed && link.depth > 0 && self.asked < 16 + 6 * self.answered
    }

    #[inline(always)]
    fn never_mates<B: Backend>(&mut self, backend: B, position: &Position) -> bool {
        self.nodes += mobility_nodes(position.placement().occupied().len());
        self.asked += 1;
        let never = mobility::never_mates(backend, position, self.winner);
        self.answered += never as u32;
        never
    }

    /// Queues the moves of a position. A line is better the cheaper it stands, the shorter it is, the
    /// fewer flights the losing king has, and if the move gives check.
    #[inline(always)]
    fn push_moves<B: Backend>(
        &mut self,
        backend: B,
        position: &Position,
        guide: &Guide<'_>,
        node: u32,
        link: Link,
        moves: &MoveList,
    ) {
        let placement = position.placement();
        let base = link.depth as i32 * self.terms.manner.depth + 1 + link.flights as i32;
        let mut checks = [Bitboard::EMPTY; 6];
        if position.turn() == self.winner {
            let (king, occupied) = (position.king(!self.winner), placement.occupied());
            let (bishop, rook) = (backend.bishop(king, occupied), backend.rook(king, occupied));
            let pawn = attacks::pawn(!self.winner, king);
            checks = [pawn, attacks::knight(king), bishop, rook, bishop | rook, Bitboard::EMPTY];
        }
        for &m in moves {
            let cost = link.cost.saturating_add(guide.change(position, m));
            let becomes = m.promoted().unwrap_or(placement.type_at_unchecked(m.from()));
            let check = if checks[becomes.index()].has(m.to()) { Guide::CHECK } else { 0 };
            let rank = base + cost as i32 - check + self.terms.manner.shake(node, m);
            self.queue.push(rank, node, m, cost);
        }
    }
}

/// The link of a root, and what a line is made of.
impl Link {
    fn root(cost: i16) -> Link {
        Link { parent: NO_NODE, m: None, cost, depth: 0, flights: 0, guide: 0 }
    }
}
