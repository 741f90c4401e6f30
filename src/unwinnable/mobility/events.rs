//! What the next capture or pawn move may be, and that none of them leads to a mate.

use super::{Facts, MobilePiece, Mobility, steps};
use crate::attacks::{self, Backend};
use crate::position::Position;
use crate::types::{Bitboard, Color, PieceType, Rank};

/// Whether it is proved, by looking at what may happen next, that `winner` never mates.
///
/// A live line (see [`Mobility`]) either has neither capture nor pawn move, or it has a first one. Until
/// then nobody disappears and no pawn moves, so the pieces keep to smaller sets of squares, which allow a
/// mate less often. The first capture or pawn move is one of few *events*: which piece moves, which one it
/// captures and on which squares. After an event the pieces stand on squares of those smaller sets, one
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
        if self.pieces.iter().any(MobilePiece::may_promote) {
            return false; // what it became is not among the pieces
        }
        let mut still = Mobility { pieces: self.pieces.clone(), ..*self };
        let mut facts = still.still_facts(backend);
        while still.still_round(backend, &facts) {
            facts = still.still_facts(backend);
        }
        if still.mate_is_possible(backend) {
            return false;
        }
        let mut after = |stm: usize, target: Bitboard, victim: Option<usize>| {
            left.take_one() && still.is_harmless_after(backend, stm, target, victim, depth, left)
        };
        for (index, piece) in still.pieces.iter().enumerate() {
            match piece.piece_type {
                PieceType::Pawn => {
                    let fixed = facts.fixed[0] | facts.fixed[1];
                    let one = steps::ahead(piece.color, piece.at) - fixed;
                    let start = match piece.color {
                        Color::White => Rank::Second,
                        Color::Black => Rank::Seventh,
                    };
                    let two = if piece.at.meets(Bitboard::from_rank(start)) {
                        steps::ahead(piece.color, one) - fixed
                    } else {
                        Bitboard::EMPTY
                    };
                    for target in [one, two] {
                        if target.any() && !after(index, target, None) {
                            return false;
                        }
                    }
                    let targets = attacks::pawns(piece.color, piece.at);
                    for (victim, other) in still.victims(piece.color) {
                        for target in targets & other.reach {
                            if !after(index, target.into(), Some(victim)) {
                                return false;
                            }
                        }
                    }
                }
                piece_type => {
                    let mut targets = steps::of(piece_type, piece.reach);
                    if piece_type == PieceType::King {
                        targets -= facts.guarded[(!piece.color).index()];
                    }
                    for (victim, other) in still.victims(piece.color) {
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

    /// The pieces that `color` may capture.
    fn victims(&self, color: Color) -> impl Iterator<Item = (usize, &MobilePiece)> {
        self.pieces.iter().enumerate().filter(move |(_, piece)| piece.color != color && !piece.kept)
    }

    fn still_facts<B: Backend>(&self, backend: B) -> Facts {
        let mut facts = self.facts(backend);
        // by captures and pawn moves
        facts.movable = [true; 2];
        facts
    }

    /// Lets each piece that is no pawn go as far as it can while nobody is captured and no pawn moves;
    /// whether anything changed.
    fn still_round<B: Backend>(&mut self, backend: B, facts: &Facts) -> bool {
        let closed = facts.fixed[0] | facts.fixed[1];
        let mut changed = false;
        for index in 0..self.pieces.len() {
            let mut piece = self.pieces[index];
            if piece.piece_type == PieceType::Pawn {
                continue;
            }
            loop {
                let targets = match piece.piece_type {
                    PieceType::King => self.king_targets(backend, &piece, facts, closed),
                    piece_type => steps::of(piece_type, piece.reach) - closed - piece.reach,
                };
                let targets = facts.less_pair_blocks(index, &piece, targets);
                if targets.is_empty() {
                    break;
                }
                piece.reach |= targets;
            }
            changed |= piece.reach != self.pieces[index].reach;
            self.pieces[index].reach = piece.reach;
        }
        changed
    }

    /// Whether no mate follows an event: a piece goes to one of these squares and captures there, or a
    /// pawn is pushed. `self` says where the pieces may stand before it.
    fn is_harmless_after<B: Backend>(
        &self,
        backend: B,
        stm: usize,
        target: Bitboard,
        victim: Option<usize>,
        depth: u32,
        left: &mut Left<'_>,
    ) -> bool {
        let mut after = Mobility {
            pieces: Default::default(),
            kings: [0; 2],
            promoted: self.promoted,
            arrived: None,
            ..*self
        };
        let pieces = self.pieces.iter().enumerate().filter(|(index, _)| victim != Some(*index));
        let winners = pieces.clone().filter(|(_, piece)| piece.color == self.winner).count();
        if winners == 1 {
            return true; // a bare king never mates
        }
        for (index, piece) in pieces {
            let mut piece = *piece;
            if piece.piece_type == PieceType::Pawn {
                piece.reach = piece.at; // it has not moved, and is not captured en passant any more
            } else {
                piece.at = piece.reach;
                piece.is_placed &= piece.reach.len() == 1;
            }
            piece.kept =
                piece.piece_type == PieceType::King || winners == 2 && piece.color == self.winner;
            if index == stm {
                after.arrived = Some(after.pieces.len());
                (piece.at, piece.reach) = (target, target);
                piece.is_placed = target.len() == 1;
                if piece.piece_type == PieceType::Pawn && victim.is_none() {
                    // after a double push it may be captured on the square that it passed
                    let before = self.pieces[index].at;
                    let passed =
                        steps::ahead(piece.color, before) & steps::ahead(!piece.color, target);
                    piece.reach |= passed;
                }
            }
            if piece.piece_type == PieceType::King {
                after.kings[piece.color.index()] = after.pieces.len();
            }
            after.pieces.push(piece);
        }
        let before_moves = Mobility { pieces: after.pieces.clone(), ..after };
        while after.round(backend) {}
        !after.mate_is_possible(backend)
            || depth > 1 && before_moves.no_event_mates(backend, depth - 1, left)
    }
}
