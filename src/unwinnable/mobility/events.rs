//! What the next capture or pawn move may be, and that none of them leads to a mate.

use super::{Facts, Man, Mobility, steps};
use crate::attacks::{self, Backend};
use crate::position::Position;
use crate::types::{Bitboard, Color, PieceType, Rank};

/// Whether it is proved, by looking at what may happen next, that `winner` never mates.
///
/// A live line (see [`Mobility`]) either has neither capture nor pawn move, or it has a first one. Until
/// then nobody disappears and no pawn moves, so the men keep to smaller sets of squares, which allow a
/// mate less often. The first capture or pawn move is one of few *events*: which man moves, which one it
/// captures and on which squares. After an event the men stand on squares of those smaller sets, one
/// is missing or a pawn stands elsewhere, and the question is the same as before, of sets instead of
/// squares: the sets of all squares that can ever be reached may allow no mate now; if they do,
/// the next event is looked at, so many deep. Where all events are disposed of, no live line is left.
///
/// Castling rights are left out: there the answer is no proof. Nor is it when `stop`, which is asked now
/// and then, says so.
#[inline(always)]
pub(in crate::unwinnable) fn never_mates_by_events<B: Backend>(
    backend: B,
    position: &Position,
    winner: Color,
    stop: &dyn Fn() -> bool,
) -> bool {
    if position.castling().0.any() || position.ep_capturers().any() {
        return false;
    }
    let Some(mobility) = Mobility::new(position, winner) else { return false };
    (1..=DEPTH)
        .any(|depth| mobility.no_event_mates(backend, depth, &mut Left { events: EVENTS, stop }))
}

/// So many events are looked at one after the other.
const DEPTH: u32 = 4;
/// So many events are looked at in all for each depth.
const EVENTS: u32 = 20_000;
/// The caller is asked every so many events whether to stop.
const ASK_EVERY: u32 = 256;

/// How much may still be looked at.
struct Left<'a> {
    events: u32,
    stop: &'a dyn Fn() -> bool,
}

impl Left<'_> {
    /// Whether there may be one more event; it is counted.
    fn take_one(&mut self) -> bool {
        if self.events == 0 {
            return false;
        }
        self.events -= 1;
        if self.events.is_multiple_of(ASK_EVERY) && (self.stop)() {
            self.events = 0;
        }
        true
    }
}

impl Mobility<'_> {
    /// Whether neither the time before the next event nor what follows any event allows a mate.
    fn no_event_mates<B: Backend>(&self, backend: B, depth: u32, left: &mut Left<'_>) -> bool {
        if self.men.iter().any(Man::may_promote) {
            return false; // what it became is not among the men
        }
        let mut still = Mobility { men: self.men.clone(), ..*self };
        let mut facts = still.still_facts(backend);
        while still.still_round(backend, &facts) {
            facts = still.still_facts(backend);
        }
        if still.mate_is_possible(backend) {
            return false;
        }
        let mut after = |mover: usize, target: Bitboard, victim: Option<usize>| {
            left.take_one() && still.is_harmless_after(backend, mover, target, victim, depth, left)
        };
        for (index, man) in still.men.iter().enumerate() {
            match man.piece_type {
                PieceType::Pawn => {
                    let fixed = facts.fixed[0] | facts.fixed[1];
                    let one = steps::ahead(man.color, man.at) - fixed;
                    let start = match man.color {
                        Color::White => Rank::Second,
                        Color::Black => Rank::Seventh,
                    };
                    let two = if man.at.meets(Bitboard::from_rank(start)) {
                        steps::ahead(man.color, one) - fixed
                    } else {
                        Bitboard::EMPTY
                    };
                    for target in [one, two] {
                        if target.any() && !after(index, target, None) {
                            return false;
                        }
                    }
                    let targets = attacks::pawns(man.color, man.at);
                    for (victim, other) in still.victims(man.color) {
                        for target in targets & other.reach {
                            if !after(index, target.into(), Some(victim)) {
                                return false;
                            }
                        }
                    }
                }
                piece_type => {
                    let mut targets = steps::of(piece_type, man.reach);
                    if piece_type == PieceType::King {
                        targets -= facts.guarded[(!man.color).index()];
                    }
                    for (victim, other) in still.victims(man.color) {
                        let target = targets & other.reach;
                        if target.any() && !after(index, target, Some(victim)) {
                            return false;
                        }
                    }
                }
            }
        }
        true
    }

    /// The men that `color` may capture.
    fn victims(&self, color: Color) -> impl Iterator<Item = (usize, &Man)> {
        self.men.iter().enumerate().filter(move |(_, man)| man.color != color && !man.kept)
    }

    fn still_facts<B: Backend>(&self, backend: B) -> Facts {
        let mut facts = self.facts(backend);
        // by captures and pawn moves
        facts.movable = [true; 2];
        facts
    }

    /// Lets each man that is no pawn go as far as it can while nobody is captured and no pawn moves;
    /// whether anything changed.
    fn still_round<B: Backend>(&mut self, backend: B, facts: &Facts) -> bool {
        let closed = facts.fixed[0] | facts.fixed[1];
        let mut changed = false;
        for index in 0..self.men.len() {
            let mut man = self.men[index];
            if man.piece_type == PieceType::Pawn {
                continue;
            }
            loop {
                let targets = match man.piece_type {
                    PieceType::King => self.king_targets(backend, &man, facts, closed),
                    piece_type => steps::of(piece_type, man.reach) - closed - man.reach,
                };
                let targets = facts.less_pair_blocks(index, &man, targets);
                if targets.is_empty() {
                    break;
                }
                man.reach |= targets;
            }
            changed |= man.reach != self.men[index].reach;
            self.men[index].reach = man.reach;
        }
        changed
    }

    /// Whether no mate follows an event: a man goes to one of these squares and captures there, or a
    /// pawn is pushed. `self` says where the men may stand before it.
    fn is_harmless_after<B: Backend>(
        &self,
        backend: B,
        mover: usize,
        target: Bitboard,
        victim: Option<usize>,
        depth: u32,
        left: &mut Left<'_>,
    ) -> bool {
        let mut after = Mobility {
            men: Default::default(),
            kings: [0; 2],
            promoted: self.promoted,
            arrived: None,
            ..*self
        };
        let men = self.men.iter().enumerate().filter(|(index, _)| victim != Some(*index));
        let winners = men.clone().filter(|(_, man)| man.color == self.winner).count();
        if winners == 1 {
            return true; // a bare king never mates
        }
        for (index, man) in men {
            let mut man = *man;
            if man.piece_type == PieceType::Pawn {
                man.reach = man.at; // it has not moved, and is not captured en passant any more
            } else {
                man.at = man.reach;
                man.is_placed &= man.reach.len() == 1;
            }
            man.kept =
                man.piece_type == PieceType::King || winners == 2 && man.color == self.winner;
            if index == mover {
                after.arrived = Some(after.men.len());
                (man.at, man.reach) = (target, target);
                man.is_placed = target.len() == 1;
                if man.piece_type == PieceType::Pawn && victim.is_none() {
                    // after a double push it may be captured on the square that it passed
                    let before = self.men[index].at;
                    let passed = steps::ahead(man.color, before) & steps::ahead(!man.color, target);
                    man.reach |= passed;
                }
            }
            if man.piece_type == PieceType::King {
                after.kings[man.color.index()] = after.men.len();
            }
            after.men.push(man);
        }
        let before_moves = Mobility { men: after.men.clone(), ..after };
        while after.round(backend) {}
        !after.mate_is_possible(backend)
            || depth > 1 && before_moves.no_event_mates(backend, depth - 1, left)
    }
}
