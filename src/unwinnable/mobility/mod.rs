//! The squares that each piece can ever reach: an overestimate, so that "never" is a proof.

mod case_split;
mod ending_moves;
mod irreversible;
mod kings;
mod mating;
mod pawns;
mod permanent_attacks;
#[cfg(test)]
mod tests;

use arrayvec::ArrayVec;

use super::steps;
use crate::attacks::{self, Backend};
use crate::position::Position;
use crate::types::{Bitboard, Color, PieceType, Square};

/// Whether it is proved that `winner` never mates from here on.
#[inline(always)]
pub(super) fn never_mates<B: Backend>(backend: B, position: &Position, winner: Color) -> bool {
    let Some(mut mobility) = Mobility::new(position, winner) else { return false };
    for round in 1.. {
        if !mobility.grow(backend) {
            break;
        }
        // sets only grow, so if they allow a mate now, they will at the end
        if round % MATE_CHECK_INTERVAL == 0 && mobility.mate_is_possible(backend) {
            return false;
        }
    }
    !mobility.mate_is_possible(backend)
}

/// The number of rounds between tests whether the sets allow a mate.
const MATE_CHECK_INTERVAL: u32 = 2;

pub(super) use case_split::never_mates_by_cases;
pub(super) use irreversible::never_mates_by_events;

/// The mates that mobility allows in a position.
pub(super) struct MatingInfo {
    /// The squares on which the losing king may be mated; empty means never.
    pub(super) squares: Bitboard,
    /// Whether a pawn of the winner may ever promote.
    pub(super) promotes: bool,
    /// The squares of pieces that never move and are never captured.
    pub(super) fixed: Bitboard,
}

/// Returns the mates that mobility allows in a position.
#[inline(always)]
pub(super) fn mating_info<B: Backend>(
    backend: B,
    position: &Position,
    winner: Color,
) -> MatingInfo {
    let Some(mut mobility) = Mobility::new(position, winner) else {
        return MatingInfo { squares: Bitboard::FULL, promotes: true, fixed: Bitboard::EMPTY };
    };
    while mobility.grow(backend) {}
    let promotes = mobility.promoted[winner.index()].any();
    let squares = mobility.mating_squares(backend).collect();
    MatingInfo { squares, promotes, fixed: mobility.fixed() }
}

/// The greatest number of pieces; positions with more are not analyzed.
const MAX_PIECES: usize = 32;

/// An assumption about a piece, for a proof by cases.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Assumption {
    /// No assumption.
    None,
    /// It is not captured before it has moved.
    MovesBeforeCapture,
    /// It is captured before it has moved, so it never moves.
    CapturedBeforeMove,
}

/// A piece and what may happen to it.
#[derive(Clone, Copy)]
struct MobilePiece {
    color: Color,
    piece_type: PieceType,
    /// Its square; a set if it may be on one of several.
    origin: Bitboard,
    /// Whether `origin` is its actual square.
    is_placed: bool,
    /// All squares that it may ever occupy, including `origin`. Those of a pawn end on the last
    /// rank; the promoted piece is part of [`Mobility::promoted`].
    reach: Bitboard,
    /// Squares to which it could move, but not in a mating line ([`Mobility::ending_targets`]): it
    /// may cross them but not stop there.
    forbidden: Bitboard,
    /// Whether it may be captured.
    may_be_captured: bool,
    /// Whether it is never captured in a mating line: a king, or the winner's last piece.
    never_captured: bool,
    /// The assumption about it in a proof by cases.
    assumption: Assumption,
}

impl MobilePiece {
    /// Whether it never moves.
    #[inline(always)]
    fn never_moves(&self) -> bool {
        self.is_placed && self.reach == self.origin
    }

    /// The squares that it may reach next: by one step, or by any slider move if it may cross
    /// forbidden squares.
    #[inline(always)]
    fn steps<B: Backend>(&self, backend: B, piece_type: PieceType, fixed: Bitboard) -> Bitboard {
        if self.forbidden.is_empty() {
            return steps::of(piece_type, self.reach);
        }
        let from = |square| attacks::piece(backend, piece_type, square, fixed);
        self.reach.into_iter().fold(Bitboard::EMPTY, |all, square| all | from(square))
    }

    /// Whether it never moves and is never captured.
    #[inline(always)]
    fn is_fixed(&self) -> bool {
        self.never_moves() && !self.may_be_captured
    }

    /// Whether it cannot be captured on its square.
    #[inline(always)]
    fn is_uncapturable(&self) -> bool {
        self.never_captured
            || self.assumption == Assumption::MovesBeforeCapture && self.never_moves()
    }

    /// Whether it is a pawn that may promote.
    #[inline(always)]
    fn may_promote(&self) -> bool {
        self.piece_type == PieceType::Pawn && self.reach.meets(Bitboard::BACK_RANKS)
    }
}

/// Sets of squares that grow until a fixed point.
///
/// A *mating line* is a series of legal moves that ends in a mate by the winner. Each of its moves
/// but the last has a successor, and the winner keeps a piece besides the king to its end. At the
/// fixed point, this invariant holds in every mating line: each piece is only on squares of its
/// `reach`, pieces without `may_be_captured` are not captured, and promoted pieces are only on
/// squares of `promoted`.
///
/// Proof: the invariant holds before the first move. Take the first move of a mating line that
/// violates it. Until then all pieces were on squares of the sets, so each rule of
/// [`Mobility::grow`] that forbids a move forbids it for a reason that is true on the board. The
/// rules cover all moves, so one of them allows this move, and the sets would have grown by it.
///
/// The sets start from "no piece moves" and only grow, so there are fewer than 32 x 65 + 2 x 64
/// rounds, in practice about ten.
struct Mobility<'a> {
    position: &'a Position,
    winner: Color,
    pieces: ArrayVec<MobilePiece, MAX_PIECES>,
    /// The indices of the kings in `pieces`, by color.
    kings: [usize; 2],
    /// The squares that promoted pieces may occupy, by color.
    promoted: [Bitboard; 2],
    /// The index of the piece that has just moved and may give check from its square.
    last_moved: Option<usize>,
}

/// Sets derived from those of [`Mobility`] for one round.
#[derive(Default)]
struct DerivedSets {
    /// Squares of pieces that never move and are never captured, by color.
    fixed: [Bitboard; 2],
    /// Those of them that cannot be captured even if a piece attacks them.
    uncapturable: Bitboard,
    /// Squares on which a piece may be captured, by its color.
    capturable: [Bitboard; 2],
    /// Squares that are attacked permanently, by the color of the attackers.
    guarded: [Bitboard; 2],
    /// Those of them attacked by pawns and knights.
    guarded_by_leapers: [Bitboard; 2],
    /// Whether a piece other than the king may ever move, by color.
    movable: [bool; 2],
    /// Pieces with two squares that are never captured and do not promote: their indices and
    /// squares.
    pairs: ArrayVec<(usize, Bitboard), MAX_PIECES>,
}

impl<'a> Mobility<'a> {
    #[inline(always)]
    fn new(position: &'a Position, winner: Color) -> Option<Mobility<'a>> {
        let placement = position.placement();
        let is_last = placement.by_color(winner).len() == 2;
        let (mut pieces, mut kings) = (ArrayVec::new(), [0; 2]);
        for color in Color::ALL {
            for piece_type in PieceType::ALL {
                let never_captured = piece_type == PieceType::King || is_last && color == winner;
                for square in placement.pieces(color, piece_type) {
                    let origin = Bitboard::from(square);
                    let piece = MobilePiece {
                        color,
                        piece_type,
                        origin,
                        is_placed: true,
                        reach: origin,
                        forbidden: Bitboard::EMPTY,
                        may_be_captured: false,
                        never_captured,
                        assumption: Assumption::None,
                    };
                    pieces.try_push(piece).ok()?;
                }
            }
            kings[color.index()] = pieces.len() - 1; // the last type
        }
        // a pawn that can be captured en passant can be captured on the square that it passed
        if let Some(passed) = position.ep_square()
            && position.ep_capturers().any()
        {
            let pushed = Bitboard::from(Square::from_low_bits(passed as u8 ^ 8));
            if let Some(pawn) = pieces.iter_mut().find(|piece| piece.origin == pushed) {
                pawn.reach |= Bitboard::from(passed);
            }
        }
        let promoted = [Bitboard::EMPTY; 2];
        Some(Mobility { position, winner, pieces, kings, promoted, last_moved: None })
    }

    /// Applies the rules to each piece until its own set stops growing; returns whether anything
    /// changed. Changes of other sets are used in the next round: they only allow more moves, so at
    /// the fixed point all rules were applied with the final sets.
    #[inline(always)]
    fn grow<B: Backend>(&mut self, backend: B) -> bool {
        let derived = self.derived_sets(backend);
        let mut changed = false;
        // squares on which a piece may arrive by a capture, by its color
        let mut arrivals = [Bitboard::EMPTY; 2];
        for index in 0..self.pieces.len() {
            let mut piece = self.pieces[index];
            if piece.assumption == Assumption::CapturedBeforeMove {
                continue;
            }
            let color = piece.color.index();
            // No piece moves to the square of a fixed piece of its own color, or of one that cannot
            // be captured. Sliders move one square at a time: the squares that they cross are
            // empty, so they could stop on each.
            let closed = derived.fixed[color] | derived.uncapturable;
            let fixed = derived.fixed[0] | derived.fixed[1];
            piece.forbidden = Bitboard::EMPTY;
            let mut captures = Bitboard::EMPTY;
            // castling is a jump
            piece.reach |= match piece.piece_type {
                PieceType::King => self.castled_king(&piece, &derived),
                PieceType::Rook => self.castled_rook(&piece, &derived),
                _ => Bitboard::EMPTY,
            };
            loop {
                let targets = match piece.piece_type {
                    PieceType::Pawn => {
                        let pushes;
                        (pushes, captures) = self.pawn_targets(&piece, &derived);
                        (pushes | captures) - closed - piece.reach
                    }
                    PieceType::King => self.king_targets(backend, &piece, &derived, closed),
                    piece_type => piece.steps(backend, piece_type, fixed) - closed - piece.reach,
                };
                let targets = derived.without_pair_blocks(index, &piece, targets) - piece.forbidden;
                let forbidden = self.ending_targets(backend, index, &piece, targets);
                piece.forbidden |= forbidden;
                let targets = targets - forbidden;
                if targets.is_empty() && forbidden.is_empty() {
                    break;
                }
                piece.reach |= targets;
            }
            let before = std::mem::replace(&mut self.pieces[index], piece);
            changed |= (piece.reach, piece.forbidden) != (before.reach, before.forbidden);
            if piece.piece_type == PieceType::Pawn {
                arrivals[color] |= captures - closed - piece.forbidden;
                let promotes = (piece.reach & Bitboard::BACK_RANKS) - self.promoted[color];
                self.promoted[color] |= promotes;
                changed |= promotes.any();
            } else if !piece.never_moves() {
                arrivals[color] |= piece.reach;
            }
        }
        for color in [0, 1] {
            let promoted = self.promoted[color];
            let targets =
                steps::of(PieceType::Queen, promoted) | steps::of(PieceType::Knight, promoted);
            let targets = targets - derived.fixed[color] - derived.uncapturable - promoted;
            self.promoted[color] |= targets;
            changed |= targets.any();
            arrivals[color] |= self.promoted[color];
        }
        for piece in &mut self.pieces {
            if !piece.may_be_captured
                && !piece.is_uncapturable()
                && piece.reach.meets(arrivals[(!piece.color).index()])
            {
                piece.may_be_captured = true;
                changed = true;
            }
        }
        changed
    }

    #[inline(always)]
    fn derived_sets<B: Backend>(&self, backend: B) -> DerivedSets {
        let mut derived = DerivedSets { capturable: self.promoted, ..DerivedSets::default() };
        let mut sets = [[Bitboard::EMPTY; 6]; 2];
        for (index, piece) in self.pieces.iter().enumerate() {
            let color = piece.color.index();
            if piece.is_fixed() {
                derived.fixed[color] |= piece.origin;
                if piece.is_uncapturable() {
                    derived.uncapturable |= piece.origin;
                }
            }
            if !piece.never_captured {
                derived.capturable[color] |= piece.reach;
            }
            if piece.piece_type != PieceType::King {
                derived.movable[color] |= !piece.never_moves() || piece.forbidden.any();
            }
            if piece.reach.len() == 2 && !piece.may_be_captured && !piece.may_promote() {
                derived.pairs.push((index, piece.reach));
            }
            sets[color][piece.piece_type.index()] |= piece.reach;
        }
        for color in Color::ALL {
            let n = color.index();
            (derived.guarded[n], derived.guarded_by_leapers[n]) =
                self.guarded(backend, color, &sets);
        }
        derived
    }

    #[inline(always)]
    fn king(&self, color: Color) -> &MobilePiece {
        &self.pieces[self.kings[color.index()]]
    }
}

impl DerivedSets {
    /// Removes targets blocked by pairs: a piece that is never captured and has only two squares is
    /// on one of them, so no other piece moves from one to the other.
    #[inline(always)]
    fn without_pair_blocks(
        &self,
        index: usize,
        piece: &MobilePiece,
        mut targets: Bitboard,
    ) -> Bitboard {
        for &(other, squares) in &self.pairs {
            if other == index {
                continue;
            }
            for to in squares & targets {
                // the other square of the pair is the only one from which `piece` could come
                let sources = steps::sources(piece.color, piece.piece_type, Bitboard::from(to));
                if (sources & ((piece.reach | piece.forbidden) - squares)).is_empty() {
                    targets = targets.without(to);
                }
            }
        }
        targets
    }
}
