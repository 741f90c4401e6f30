//! Generation of legal moves in one pass over the pieces.
//!
//! Order of the moves: king, castling, en passant, pawns (promotions, captures towards the h-file,
//! towards the a-file, pushes), knights, bishops and queens along diagonals, rooks and queens along
//! ranks and files, pinned sliders; within a group by square from a1 to h8. It is the same on every
//! processor.

use super::castling;
use super::sink::Sink;
use crate::attacks::{self, Backend, KingLines, Pieces};
use crate::position::Position;
use crate::types::{Bitboard, CastlingSide, Color, PieceType, Rank, Side, Square};

/// Data of a position that the rules below use, computed once.
struct Generator<'a, B, S> {
    backend: B,
    position: &'a Position,
    king: Square,
    /// The rooks for which castling may be legal.
    castling_rooks: Bitboard,
    own: Bitboard,
    them: Bitboard,
    occupied: Bitboard,
    side: std::marker::PhantomData<S>,
}

/// Sends all legal moves of the side to move, `S`, to the sink; returns the pieces that give check.
#[inline(always)]
pub(crate) fn generate<B: Backend, S: Side>(
    backend: B,
    position: &Position,
    sink: &mut impl Sink,
) -> Bitboard {
    let rooks = position.castling().of(S::COLOR);
    Generator::<B, S>::new(backend, position, rooks).run(sink)
}

/// [`generate`], given the rooks for which castling may be legal.
#[inline(always)]
pub(super) fn generate_with_rooks<B: Backend, S: Side>(
    backend: B,
    position: &Position,
    rooks: Bitboard,
    sink: &mut impl Sink,
) {
    Generator::<B, S>::new(backend, position, rooks).run(sink);
}

/// [`generate_with_rooks`], given pins and the squares that the opponent attacks, in a position
/// without check and en passant.
#[inline(always)]
pub(super) fn generate_with_state<B: Backend, S: Side>(
    backend: B,
    position: &Position,
    rooks: Bitboard,
    pins: &KingLines,
    danger: Bitboard,
    sink: &mut impl Sink,
) {
    let generator = Generator::<B, S>::new(backend, position, rooks);
    generator.safe_king_moves(rooks, danger, sink);
    generator.pawns(pins, !generator.own, sink);
    generator.pieces(pins, !generator.own, sink);
}

/// Whether the side to move, `S`, may castle with a rook for which it has the right.
#[inline(always)]
pub(super) fn may_castle<B: Backend, S: Side>(
    backend: B,
    position: &Position,
    rook: Square,
) -> bool {
    let generator = Generator::<B, S>::new(backend, position, Bitboard::EMPTY.with(rook));
    let danger = generator.danger();
    !danger.has(generator.king) && generator.castling_is_legal(rook, danger)
}

impl<'a, B: Backend, S: Side> Generator<'a, B, S> {
    #[inline(always)]
    fn new(backend: B, position: &'a Position, castling_rooks: Bitboard) -> Self {
        let placement = position.placement();
        let own = placement.by_color(S::COLOR);
        let them = placement.by_color(S::Other::COLOR);
        let king = position.king(S::COLOR);
        let side = std::marker::PhantomData;
        let occupied = own | them;
        Generator { backend, position, king, castling_rooks, own, them, occupied, side }
    }

    /// Returns the pieces that give check.
    #[inline(always)]
    fn run(&self, sink: &mut impl Sink) -> Bitboard {
        let placement = self.position.placement();
        let them = S::Other::COLOR;
        let pieces = placement.knights_and_sliders(them);
        let mut lines = self.backend.king_lines(self.king, self.own, self.them, pieces);
        lines.checkers |= placement.leaping_attackers(self.king, them);
        self.king_moves(lines.checkers, sink);
        if lines.checkers.more_than_one() {
            return lines.checkers;
        }
        self.en_passant(sink);
        // In check, pieces must capture the checker or block; else all targets are allowed.
        let mut targets = !self.own;
        if let Some(checker) = lines.checkers.first() {
            targets = attacks::between(self.king, checker) | lines.checkers;
        }
        self.pawns(&lines, targets, sink);
        self.pieces(&lines, targets, sink);
        lines.checkers
    }

    /// All squares that the opponent attacks, without the own king as a blocker.
    #[inline(always)]
    fn danger(&self) -> Bitboard {
        let placement = self.position.placement();
        let them = S::Other::COLOR;
        let occupied = self.occupied.without(self.king);
        attacks::pawns(them, placement.pieces(them, PieceType::Pawn))
            | attacks::king(self.position.king(them))
            | self.backend.attacked(placement.knights_and_sliders(them), occupied)
    }

    /// King moves to squares that are not attacked, and castling.
    #[inline(always)]
    fn king_moves(&self, checkers: Bitboard, sink: &mut impl Sink) {
        let steps = attacks::king(self.king) - self.own;
        let rooks = if checkers.is_empty() { self.castling_rooks } else { Bitboard::EMPTY };
        if steps.any() || rooks.any() {
            self.safe_king_moves(rooks, self.danger(), sink);
        }
    }

    /// [`Generator::king_moves`], given the squares that the opponent attacks.
    #[inline(always)]
    fn safe_king_moves(&self, rooks: Bitboard, danger: Bitboard, sink: &mut impl Sink) {
        sink.piece(PieceType::King, self.king, attacks::king(self.king) - self.own - danger);
        for rook in rooks {
            if self.castling_is_legal(rook, danger) {
                sink.castling(self.king, rook);
            }
        }
    }

    /// Whether castling with a rook is legal, given that the king is not in check (FIDE 3.8.2,
    /// Guideline II.3.2.7): all squares that king and rook cross and reach are empty except for
    /// these two, and those of the king are not attacked. In Chess960 the rook may have blocked an
    /// attack on the king's target along the rank.
    #[inline(always)]
    fn castling_is_legal(&self, rook: Square, danger: Bitboard) -> bool {
        let side = CastlingSide::of(self.king, rook);
        let (king_to, rook_to) = (side.king_target(S::COLOR), side.rook_target(S::COLOR));
        let king_path = attacks::between(self.king, king_to).with(king_to);
        if castling::path(self.king, rook).meets(self.occupied) || king_path.meets(danger) {
            return false;
        }
        let placement = self.position.placement();
        let after = self.occupied.without(self.king).without(rook).with(rook_to);
        !self.backend.rook(king_to, after).meets(placement.orthogonal_sliders(S::Other::COLOR))
    }

    /// En passant (FIDE 3.7.3.1), tested by making the capture: it is rare, and the only move that
    /// empties two squares.
    #[inline(always)]
    fn en_passant(&self, sink: &mut impl Sink) {
        let Some(to) = self.position.ep_square() else { return };
        for from in self.position.ep_capturers() {
            if self.position.ep_capture_is_legal(self.backend, from, to) {
                sink.en_passant(from, to);
            }
        }
    }

    /// Moves of all pawns, as shifted sets of targets.
    #[inline(always)]
    fn pawns(&self, lines: &KingLines, targets: Bitboard, sink: &mut impl Sink) {
        let pawns = self.position.placement().pieces(S::COLOR, PieceType::Pawn);
        let empty = !self.occupied;
        let white = matches!(S::COLOR, Color::White);
        let (push, east, west): (i8, i8, i8) = if white { (8, 9, 7) } else { (-8, -7, -9) };
        let ahead = |set: Bitboard| if white { set.north() } else { set.south() };

        // A pawn pinned on a diagonal cannot push; one pinned on a file can, along it; one pinned
        // on its rank cannot move.
        let pushers = pawns - lines.diagonal_pins;
        let free = pushers - lines.orthogonal_pins;
        let along = ahead(pushers & lines.orthogonal_pins) & lines.orthogonal_pins;
        let single = (ahead(free) | along) & empty;
        let third = Bitboard::from_rank(Rank::Third.relative_to(S::COLOR));
        let double = ahead(single & third) & empty & targets;
        let single = single & targets;

        // A pawn pinned on a line cannot capture; one pinned on a diagonal can, along it.
        let capturers = pawns - lines.orthogonal_pins;
        let free = ahead(capturers - lines.diagonal_pins);
        let pinned = ahead(capturers & lines.diagonal_pins);
        let victims = self.them & targets;
        let eastward = (free.east() | pinned.east() & lines.diagonal_pins) & victims;
        let westward = (free.west() | pinned.west() & lines.diagonal_pins) & victims;

        let last = Bitboard::from_rank(Rank::Eighth.relative_to(S::COLOR));
        if (single | eastward | westward).meets(last) {
            sink.promotions(eastward & last, east);
            sink.promotions(westward & last, west);
            sink.promotions(single & last, push);
        }
        sink.pawns(eastward - last, east);
        sink.pawns(westward - last, west);
        sink.pawns(single - last, push);
        sink.pawns(double, 2 * push);
    }

    /// Moves of knights and sliders. A pinned knight cannot move; a pinned slider moves along its
    /// pin if it moves on lines of that kind. Two pins of one kind meet at the king only, so one
    /// set for all of them is enough.
    #[inline(always)]
    fn pieces(&self, lines: &KingLines, targets: Bitboard, sink: &mut impl Sink) {
        let placement = self.position.placement();
        let all = placement.knights_and_sliders(S::COLOR);
        let pins = lines.orthogonal_pins | lines.diagonal_pins;
        let free = Pieces {
            knights: all.knights - pins,
            diagonal: all.diagonal - pins,
            orthogonal: all.orthogonal - pins,
        };
        sink.pieces(self.backend, placement, free, self.occupied, targets);
        for from in all.diagonal & lines.diagonal_pins {
            let along = self.backend.bishop(from, self.occupied) & lines.diagonal_pins;
            let piece_type = placement.slider_at_unchecked(PieceType::Bishop, from);
            sink.piece(piece_type, from, along & targets);
        }
        for from in all.orthogonal & lines.orthogonal_pins {
            let along = self.backend.rook(from, self.occupied) & lines.orthogonal_pins;
            let piece_type = placement.slider_at_unchecked(PieceType::Rook, from);
            sink.piece(piece_type, from, along & targets);
        }
    }
}

/// Whether a move is legal, without generating the others.
#[inline(always)]
pub(crate) fn is_legal_by<B: Backend>(
    backend: B,
    position: &Position,
    from: Square,
    to: Square,
) -> bool {
    // an own piece moves, and not onto an own piece (castling is handled elsewhere).
    let placement = position.placement();
    let (own, them) = (position.turn(), !position.turn());
    let king = position.king(own);
    let piece_type = placement.type_at_unchecked(from);
    let occupied = placement.occupied();
    if piece_type == PieceType::King {
        let after = occupied.without(from);
        return placement.attackers(backend, to, them, after).is_empty();
    }
    if piece_type == PieceType::Pawn && position.ep_square() == Some(to) && from.file() != to.file()
    {
        return position.ep_capture_is_legal(backend, from, to);
    }
    let after = occupied.without(from).with(to);
    (placement.attackers(backend, king, them, after).without(to)).is_empty()
}
