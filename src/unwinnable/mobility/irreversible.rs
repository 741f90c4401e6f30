//! Proofs by the next irreversible move: no capture or pawn move leads to a mate.

use super::{DerivedSets, MobilePiece, Mobility, steps};
use crate::attacks::{self, Backend};
use crate::position::Position;
use crate::types::{Bitboard, Color, PieceType, Rank};

/// Whether a search of the next captures and pawn moves proves that `winner` never mates.
///
/// A mating line (see [`Mobility`]) has no capture or pawn move, or it has a first one. Before it
/// only quiet moves are made, so the pieces stay within smaller sets of squares, which allow a mate
/// less often. The first capture or pawn move is one of few *events*: the piece, the captured
/// piece, the square. After an event the pieces are on squares of these smaller sets, one is
/// missing or a pawn has moved, and mobility is computed from sets instead of squares. If it allows
/// a mate, the next event is searched, up to a depth. If no event leads to a mate, there is no
/// mating line.
///
/// Returns `false` with castling rights, and when `stop` returns true.
#[inline(always)]
pub(crate) fn never_mates_by_events<B: Backend>(
    backend: B,
    position: &Position,
    winner: Color,
    stop: &dyn Fn() -> bool,
) -> bool {
    if position.castling().0.any() || position.ep_capturers().any() {
        return false;
    }
    let Some(mobility) = Mobility::new(position, winner) else { return false };
    (1..=DEPTH).any(|depth| {
        mobility.no_event_mates(backend, depth, &mut EventBudget { events: EVENTS, stop })
    })
}

/// The greatest number of successive events.
const DEPTH: u32 = 4;
/// The greatest number of events for each depth.
const EVENTS: u32 = 20_000;
/// The number of events between calls of `stop`.
const STOP_INTERVAL: u32 = 256;

/// The number of events that may still be searched.
struct EventBudget<'a> {
    events: u32,
    stop: &'a dyn Fn() -> bool,
}

impl EventBudget<'_> {
    /// Counts an event; returns whether it may be searched.
    fn take_one(&mut self) -> bool {
        if self.events == 0 {
            return false;
        }
        self.events -= 1;
        if self.events.is_multiple_of(STOP_INTERVAL) && (self.stop)() {
            self.events = 0;
        }
        true
    }
}

impl Mobility<'_> {
    /// Whether there is no mate before the next event or after any.
    fn no_event_mates<B: Backend>(
        &self,
        backend: B,
        depth: u32,
        left: &mut EventBudget<'_>,
    ) -> bool {
        if self.pieces.iter().any(MobilePiece::may_promote) {
            return false; // the promoted piece would not be in `pieces`
        }
        let mut quiet = Mobility { pieces: self.pieces.clone(), ..*self };
        let mut derived = quiet.quiet_derived_sets(backend);
        while quiet.grow_by_quiet_moves(backend, &derived) {
            derived = quiet.quiet_derived_sets(backend);
        }
        if quiet.mate_is_possible(backend) {
            return false;
        }
        let mut after = |stm: usize, target: Bitboard, victim: Option<usize>| {
            left.take_one() && quiet.never_mates_after(backend, stm, target, victim, depth, left)
        };
        for (index, piece) in quiet.pieces.iter().enumerate() {
            match piece.piece_type {
                PieceType::Pawn => {
                    let fixed = derived.fixed[0] | derived.fixed[1];
                    let push = |from| steps::ahead(piece.color, from) - fixed;
                    let start = Bitboard::from_rank(Rank::Second.relative_to(piece.color));
                    for target in [push(piece.origin), push(push(piece.origin & start))] {
                        if target.any() && !after(index, target, None) {
                            return false;
                        }
                    }
                    let targets = attacks::pawns(piece.color, piece.origin);
                    for (victim, other) in quiet.victims(piece.color) {
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
                        targets -= derived.guarded[(!piece.color).index()];
                    }
                    for (victim, other) in quiet.victims(piece.color) {
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

    /// Returns the pieces that `color` may capture.
    fn victims(&self, color: Color) -> impl Iterator<Item = (usize, &MobilePiece)> {
        self.pieces
            .iter()
            .enumerate()
            .filter(move |(_, piece)| piece.color != color && !piece.never_captured)
    }

    fn quiet_derived_sets<B: Backend>(&self, backend: B) -> DerivedSets {
        let mut derived = self.derived_sets(backend);
        // every piece may move after a capture or pawn move
        derived.movable = [true; 2];
        derived
    }

    /// Lets the sets of all pieces but pawns grow by quiet moves; returns whether anything changed.
    fn grow_by_quiet_moves<B: Backend>(&mut self, backend: B, derived: &DerivedSets) -> bool {
        let closed = derived.fixed[0] | derived.fixed[1];
        let mut changed = false;
        for index in 0..self.pieces.len() {
            let mut piece = self.pieces[index];
            if piece.piece_type == PieceType::Pawn {
                continue;
            }
            loop {
                let targets = match piece.piece_type {
                    PieceType::King => self.king_targets(backend, &piece, derived, closed),
                    piece_type => steps::of(piece_type, piece.reach) - closed - piece.reach,
                };
                let targets = derived.without_pair_blocks(index, &piece, targets);
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

    /// Whether no mate follows an event: a piece captures on one of these squares, or a pawn is
    /// pushed. `self` has the sets before the event.
    fn never_mates_after<B: Backend>(
        &self,
        backend: B,
        stm: usize,
        target: Bitboard,
        victim: Option<usize>,
        depth: u32,
        left: &mut EventBudget<'_>,
    ) -> bool {
        let mut after = Mobility { pieces: Default::default(), last_moved: None, ..*self };
        let pieces = self.pieces.iter().enumerate().filter(|(index, _)| victim != Some(*index));
        let winners = pieces.clone().filter(|(_, piece)| piece.color == self.winner).count();
        if winners == 1 {
            return true; // a bare king never mates
        }
        for (index, piece) in pieces {
            let mut piece = *piece;
            if piece.piece_type == PieceType::Pawn {
                piece.reach = piece.origin; // it has not moved and cannot be captured en passant any more
            } else {
                piece.origin = piece.reach;
                piece.is_placed &= piece.reach.len() == 1;
            }
            piece.never_captured =
                piece.piece_type == PieceType::King || winners == 2 && piece.color == self.winner;
            if index == stm {
                after.last_moved = Some(after.pieces.len());
                (piece.origin, piece.reach) = (target, target);
                piece.is_placed = target.len() == 1;
                if piece.piece_type == PieceType::Pawn && victim.is_none() {
                    // after a double push it may be captured en passant
                    let before = self.pieces[index].origin;
                    piece.reach |=
                        steps::ahead(piece.color, before) & steps::ahead(!piece.color, target);
                }
            }
            if piece.piece_type == PieceType::King {
                after.kings[piece.color.index()] = after.pieces.len();
            }
            after.pieces.push(piece);
        }
        let before_moves = Mobility { pieces: after.pieces.clone(), ..after };
        while after.grow(backend) {}
        !after.mate_is_possible(backend)
            || depth > 1 && before_moves.no_event_mates(backend, depth - 1, left)
    }
}
