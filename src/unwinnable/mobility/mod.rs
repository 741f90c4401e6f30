//! Where each piece can ever go, whatever is played: an over-estimate, so that "never" is a proof.

mod cases;
mod ends;
mod events;
#[cfg(test)]
mod exhaustion;
mod guards;
mod kings;
mod mating;
mod pawns;
#[cfg(test)]
mod tests;

use arrayvec::ArrayVec;

use super::steps;
use crate::attacks::{self, Backend};
use crate::position::Position;
use crate::types::{Bitboard, Color, PieceType, Square};
use cases::Fate;

/// Whether it is proved that `winner` never mates from here on.
#[inline(always)]
pub(super) fn never_mates<B: Backend>(backend: B, position: &Position, winner: Color) -> bool {
    let Some(mut mobility) = Mobility::new(position, winner) else { return false };
    for round in 1.. {
        if !mobility.round(backend) {
            break;
        }
        // larger sets allow no fewer mates, so these need not be followed to their end
        if round % LOOK_EVERY == 0 && mobility.mate_is_possible(backend) {
            return false;
        }
    }
    !mobility.mate_is_possible(backend)
}

/// After so many rounds it is worth looking whether the sets allow a mate already.
const LOOK_EVERY: u32 = 2;

pub(super) use cases::never_mates_by_cases;
pub(super) use events::never_mates_by_events;

/// What the sets say of a position in which they allow a mate.
pub(super) struct Outlook {
    /// The squares on which the losing king may be mated; none means never.
    pub(super) squares: Bitboard,
    /// Whether a pawn of the winner's may ever promote.
    pub(super) promotes: bool,
    /// Squares of pieces that never move and are never captured.
    pub(super) fixed: Bitboard,
}

/// Where the losing king may be mated, and whether the winner's pawns may be of use.
#[inline(always)]
pub(super) fn outlook<B: Backend>(backend: B, position: &Position, winner: Color) -> Outlook {
    let Some(mut mobility) = Mobility::new(position, winner) else {
        return Outlook { squares: Bitboard::FULL, promotes: true, fixed: Bitboard::EMPTY };
    };
    while mobility.round(backend) {}
    let promotes = mobility.promoted[winner.index()].any();
    Outlook { squares: mobility.mating_squares(backend), promotes, fixed: mobility.fixed() }
}

/// More pieces than a game ever has are not looked at.
const MAX_PIECES: usize = 32;

/// A piece and what may become of it.
#[derive(Clone, Copy)]
struct MobilePiece {
    color: Color,
    piece_type: PieceType,
    /// Where it stands now; several squares if it is not known on which of them.
    at: Bitboard,
    /// Whether it is known where it stands.
    is_placed: bool,
    /// All squares on which it may ever stand, `at` among them. A pawn's end on the last rank; what
    /// it becomes there is in [`Mobility::promoted`].
    reach: Bitboard,
    /// Squares to which it could go, but not in a live line ([`Mobility::ends`]): it never stops
    /// there, and may pass.
    barred: Bitboard,
    /// It may be captured.
    taken: bool,
    /// It is never captured: a king, or the last piece of the winner's.
    kept: bool,
    /// What is supposed of it.
    fate: Fate,
}

impl MobilePiece {
    /// Whether it never moves.
    #[inline(always)]
    fn stays(&self) -> bool {
        self.is_placed && self.reach == self.at
    }

    /// Where it may go next from where it may stand: one step, or as far as a slider sees if it may pass
    /// squares on which it does not stop.
    #[inline(always)]
    fn steps<B: Backend>(&self, backend: B, piece_type: PieceType, fixed: Bitboard) -> Bitboard {
        if self.barred.is_empty() {
            return steps::of(piece_type, self.reach);
        }
        let from = |square| attacks::piece(backend, piece_type, square, fixed);
        self.reach.into_iter().fold(Bitboard::EMPTY, |all, square| all | from(square))
    }

    /// Whether it never moves and is never captured.
    #[inline(always)]
    fn is_fixed(&self) -> bool {
        self.stays() && !self.taken
    }

    /// Whether it is a pawn that may become something else.
    #[inline(always)]
    fn may_promote(&self) -> bool {
        self.piece_type == PieceType::Pawn && self.reach.meets(Bitboard::BACK_RANKS)
    }
}

/// Sets of squares, growing until nothing changes.
///
/// They are about the *live* lines: series of legal moves that end in a mate by the winner. Each move
/// of such a line but the last has a successor in it, and the winner keeps a piece beside the king to its end.
/// Of any live line they promise, when they have stopped growing: each piece stands only on squares of its
/// `reach`, pieces that are not `taken` are not captured, and what pawns become stands only on squares
/// of `promoted`.
///
/// The promise holds before the first move. Take the first move of a live line that breaks it. All
/// pieces stood where the sets say until then, and so each rule of [`Mobility::round`] that forbids a
/// move forbids it for a reason that is really there on the board; the rules cover all moves, so one
/// of them lets this one happen, and the sets would have grown by it.
///
/// They start from "nobody moves" and grow by squares and captures only, so they stop growing: after
/// fewer than 32 x 65 + 2 x 64 rounds, in practice about ten.
struct Mobility<'a> {
    position: &'a Position,
    winner: Color,
    pieces: ArrayVec<MobilePiece, MAX_PIECES>,
    /// The kings' places among the pieces, by color.
    kings: [usize; 2],
    /// Where pieces that pawns became may stand, by color.
    promoted: [Bitboard; 2],
    /// The place of the piece that has just moved, and may give check from where it stands.
    arrived: Option<usize>,
}

/// What a round works with: the sets as they are, seen from other sides.
struct Facts {
    /// Pieces that never move and are never captured, by color.
    fixed: [Bitboard; 2],
    /// Those of them that could not be captured even if somebody came: no square to arrive on.
    walls: Bitboard,
    /// Squares on which a piece may be captured, by its color.
    prey: [Bitboard; 2],
    /// Squares that are attacked for ever, by the attackers' color.
    guarded: [Bitboard; 2],
    /// Those of them that pawns and knights attack.
    leapt: [Bitboard; 2],
    /// Whether a piece other than the king may ever move, by color.
    movable: [bool; 2],
    /// Pieces with two squares that are never captured nor become others: their places among the pieces, and
    /// their squares.
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
                let kept = piece_type == PieceType::King || is_last && color == winner;
                for square in placement.pieces(color, piece_type) {
                    let at = Bitboard::from(square);
                    let is_placed = true;
                    let piece = MobilePiece {
                        color,
                        piece_type,
                        at,
                        is_placed,
                        reach: at,
                        barred: Bitboard::EMPTY,
                        taken: false,
                        kept,
                        fate: Fate::Open,
                    };
                    if piece_type == PieceType::King {
                        kings[color.index()] = pieces.len();
                    }
                    pieces.try_push(piece).ok()?;
                }
            }
        }
        // A pawn that can be captured en passant may be so on the square that it passed.
        if let Some(passed) = position.ep_square()
            && position.ep_capturers().any()
        {
            let pushed = Bitboard::from(Square::from_low_bits(passed as u8 ^ 8));
            if let Some(pawn) = pieces.iter_mut().find(|piece| piece.at == pushed) {
                pawn.reach |= Bitboard::from(passed);
            }
        }
        let promoted = [Bitboard::EMPTY; 2];
        Some(Mobility { position, winner, pieces, kings, promoted, arrived: None })
    }

    /// Applies every rule to each piece until it stands still, as far as the others are known to go;
    /// whether anything changed. What others do meanwhile is seen in the next round: it only allows
    /// more, so the rules forbid the same as before or less when nothing changes any more.
    #[inline(always)]
    fn round<B: Backend>(&mut self, backend: B) -> bool {
        let facts = self.facts(backend);
        let mut changed = false;
        // squares on which a piece may arrive by a capture, by its color
        let mut arrivals = [Bitboard::EMPTY; 2];
        for index in 0..self.pieces.len() {
            let mut piece = self.pieces[index];
            if piece.fate == Fate::NeverMoves {
                continue;
            }
            let color = piece.color.index();
            // Nobody goes where an own piece stands for ever, nor where one stands for ever that is
            // never captured. A slider goes one square at a time: the squares that it crosses are
            // empty then, so that it could stop on each.
            let closed = facts.fixed[color] | facts.walls;
            let fixed = facts.fixed[0] | facts.fixed[1];
            let before = piece.reach;
            let barred_before = piece.barred;
            piece.barred = Bitboard::EMPTY;
            let mut captures = Bitboard::EMPTY;
            // castling is a jump
            piece.reach |= match piece.piece_type {
                PieceType::King => self.castled_king(&piece, &facts),
                PieceType::Rook => self.castled_rook(&piece, &facts),
                _ => Bitboard::EMPTY,
            };
            loop {
                let targets = match piece.piece_type {
                    PieceType::Pawn => {
                        let pushes;
                        (pushes, captures) = self.pawn_targets(&piece, &facts);
                        (pushes | captures) - closed - piece.reach
                    }
                    PieceType::King => self.king_targets(backend, &piece, &facts, closed),
                    piece_type => piece.steps(backend, piece_type, fixed) - closed - piece.reach,
                };
                let targets = facts.less_pair_blocks(index, &piece, targets) - piece.barred;
                let barred = self.ends(backend, index, &piece, targets);
                piece.barred |= barred;
                let targets = targets - barred;
                if targets.is_empty() && barred.is_empty() {
                    break;
                }
                piece.reach |= targets;
            }
            changed |= piece.reach != before || piece.barred != barred_before;
            (self.pieces[index].reach, self.pieces[index].barred) = (piece.reach, piece.barred);
            let reach = piece.reach;
            if piece.piece_type == PieceType::Pawn {
                arrivals[color] |= captures - closed - piece.barred;
                let promotes = (reach & Bitboard::BACK_RANKS) - self.promoted[color];
                self.promoted[color] |= promotes;
                changed |= promotes.any();
            } else if !piece.stays() {
                arrivals[color] |= reach;
            }
        }
        for color in [0, 1] {
            let promoted = self.promoted[color];
            let targets =
                steps::of(PieceType::Queen, promoted) | steps::of(PieceType::Knight, promoted);
            let targets = targets - facts.fixed[color] - facts.walls - promoted;
            self.promoted[color] |= targets;
            changed |= targets.any();
            arrivals[color] |= self.promoted[color];
        }
        for piece in &mut self.pieces {
            if !piece.taken
                && !piece.is_spared()
                && piece.reach.meets(arrivals[(!piece.color).index()])
            {
                piece.taken = true;
                changed = true;
            }
        }
        changed
    }

    #[inline(always)]
    fn facts<B: Backend>(&self, backend: B) -> Facts {
        let mut facts = Facts {
            fixed: [Bitboard::EMPTY; 2],
            walls: Bitboard::EMPTY,
            prey: self.promoted,
            guarded: [Bitboard::EMPTY; 2],
            leapt: [Bitboard::EMPTY; 2],
            movable: [false; 2],
            pairs: ArrayVec::new(),
        };
        let mut sets = [[Bitboard::EMPTY; 6]; 2];
        for (index, piece) in self.pieces.iter().enumerate() {
            let color = piece.color.index();
            if piece.is_fixed() {
                facts.fixed[color] |= piece.at;
                if piece.is_spared() {
                    facts.walls |= piece.at;
                }
            }
            if !piece.kept {
                facts.prey[color] |= piece.reach;
            }
            if piece.piece_type != PieceType::King {
                facts.movable[color] |= !piece.stays() || piece.barred.any();
            }
            if piece.reach.len() == 2 && !piece.taken && !piece.may_promote() {
                facts.pairs.push((index, piece.reach));
            }
            sets[color][piece.piece_type.index()] |= piece.reach;
        }
        for color in Color::ALL {
            let (guarded, leapt) = self.guarded(backend, color, &sets);
            facts.guarded[color.index()] = guarded;
            facts.leapt[color.index()] = leapt;
        }
        facts
    }

    #[inline(always)]
    fn king(&self, color: Color) -> &MobilePiece {
        &self.pieces[self.kings[color.index()]]
    }
}

impl Facts {
    /// A piece that is never captured and has but two squares is on one of them: nobody passes from
    /// one to the other.
    #[inline(always)]
    fn less_pair_blocks(
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
                // its other square is the only one from which `piece` could come
                let sources = steps::sources(piece.color, piece.piece_type, Bitboard::from(to));
                if (sources & ((piece.reach | piece.barred) - squares)).is_empty() {
                    targets = targets.without(to);
                }
            }
        }
        targets
    }
}
