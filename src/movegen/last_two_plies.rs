//! Fast counting of the last two plies of a perft, for [`super::PerftTable`], which does not need
//! the moves themselves.
//!
//! Most moves do not change the number of the opponent's replies: it is the same as after a null
//! move. So the replies to a null move are counted once, and that number is used for each move from
//! and to squares that are irrelevant to the opponent's moves. All other moves are made and their
//! replies are counted, as in [`perft`](fn@super::perft).
//!
//! The relevant squares, where a change may change the number of replies:
//! 1. Squares that the opponent's sliders attack, where their lines end or continue. For knights
//!    and the king, a piece of the side to move is as good a target as an empty square.
//! 2. Squares that the opponent's pawns attack or may move to, including both squares of a double
//!    push.
//! 3. Squares from which a piece of the side to move attacks the opponent's king, a square that
//!    this king may move to or crosses in castling, or on which a piece blocks a slider's line to
//!    such a square; also behind the opponent's own pieces, if they may be pinned to the king.
//! 4. The rank of the opponent's king, while it may castle.
//!
//! King moves, castling, en passant, promotions and captures of the side to move are always made.

use super::generate::generate;
use super::leaf::Counter;
use super::perft::{MakeMoves, perft_unkeyed_with};
use super::sink::{Count, Sink};
use crate::attacks::{self, Backend, Task};
use crate::position::Position;
use crate::types::{
    Bitboard, BlackSide, CastlingSide, Color, PieceType, Rank, Side, Square, WhiteSide,
};

/// The number of sequences of two legal moves.
#[inline(always)]
pub(super) fn count_two_plies_with<B: Backend>(backend: B, position: &Position) -> u64 {
    let backend = backend.one_by_one();
    match position.turn() {
        Color::White => {
            backend.enter(TwoPlies::<WhiteSide> { position, side: std::marker::PhantomData })
        }
        Color::Black => {
            backend.enter(TwoPlies::<BlackSide> { position, side: std::marker::PhantomData })
        }
    }
}

/// Counts two plies of a position in which `S` is to move.
struct TwoPlies<'a, S> {
    position: &'a Position,
    side: std::marker::PhantomData<S>,
}

impl<S: Side> Task for TwoPlies<'_, S> {
    type Output = u64;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> u64 {
        let TwoPlies { position, side } = self;
        let Some(relevant) = relevant::<B, S>(backend, position) else {
            return perft_unkeyed_with(backend, position, 2);
        };
        let mut passed = *position;
        passed.pass();
        let mut replies = Count::default();
        generate::<B, S::Other>(backend, &passed, &mut replies);

        let mut others = Counter::<false>(0);
        let maker = MakeMoves { backend, position, depth: 2, leaf: &mut others, side };
        let mut split = Split {
            maker,
            from: !relevant,
            to: !(relevant | position.placement().occupied()),
            like_null_moves: 0,
        };
        generate::<B, S>(backend, position, &mut split);
        u64::from(split.like_null_moves) * u64::from(replies.0) + others.0
    }
}

/// The squares that are relevant to the moves of the opponent of `S`; `None` if `S` is in check.
#[inline(always)]
fn relevant<B: Backend, S: Side>(backend: B, position: &Position) -> Option<Bitboard> {
    let (placement, color) = (position.placement(), S::Other::COLOR);
    let occupied = placement.occupied();
    let own = placement.by_color(color);

    let pieces = placement.knights_and_sliders(color);
    let sliders = attacks::Pieces { knights: Bitboard::EMPTY, ..pieces };
    let pawns = placement.pieces(color, PieceType::Pawn);
    let ahead = |set: Bitboard| if color == Color::White { set.north() } else { set.south() };
    let attacked = backend.attacked(sliders, occupied) | attacks::pawns(color, pawns);
    if (attacked | attacks::knights(pieces.knights)).has(position.king(S::COLOR)) {
        return None;
    }
    let third = Bitboard::from_rank(Rank::Third.relative_to(color));
    let steps = ahead(pawns);
    let mut relevant = attacked | steps | ahead(steps & third);

    let king = position.king(color);
    let mut king_zone = (attacks::king(king) - own).with(king);
    let rooks = position.castling().of(color);
    if rooks.any() {
        relevant |= Bitboard::from_rank(king.rank());
        for rook in rooks {
            let target = CastlingSide::of(king, rook).king_target(color);
            king_zone |= attacks::between(king, target).with(target);
        }
    }
    let behind_own = backend.queen(king, occupied - (backend.queen(king, occupied) & own));
    // a pawn of `S` attacks a square if an opposing pawn on that square would attack the pawn
    let leapers = attacks::knights(king_zone) | attacks::pawns(color, king_zone);
    relevant |= king_zone | behind_own | leapers;
    for square in king_zone {
        relevant |= backend.queen(square, occupied);
    }
    Some(relevant)
}

/// Separates moves that count like a null move from those that must be made.
struct Split<'a, B, S> {
    maker: MakeMoves<'a, B, S, Counter<false>>,
    /// The irrelevant squares, as origins and targets.
    from: Bitboard,
    to: Bitboard,
    like_null_moves: u32,
}

impl<B: Backend, S: Side> Sink for Split<'_, B, S> {
    #[inline(always)]
    fn piece(&mut self, piece_type: PieceType, from: Square, targets: Bitboard) {
        let mut rest = targets;
        if piece_type != PieceType::King && self.from.has(from) {
            self.like_null_moves += (targets & self.to).len();
            rest -= self.to;
        }
        self.maker.piece(piece_type, from, rest);
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, step: i8) {
        let ahead = |set: Bitboard| if step > 0 { set.north() } else { set.south() };
        let like_null_moves = targets
            & self.to
            & match step.abs() {
                8 => ahead(self.from),
                // no pawn attacks the passed square, so there is no en passant
                16 => ahead(ahead(self.from) & self.from),
                _ => Bitboard::EMPTY,
            };
        self.like_null_moves += like_null_moves.len();
        self.maker.pawns(targets - like_null_moves, step);
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, step: i8) {
        self.maker.promotions(targets, step);
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) {
        self.maker.en_passant(from, to);
    }

    #[inline(always)]
    fn castling(&mut self, king: Square, rook: Square) {
        self.maker.castling(king, rook);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attacks::dispatch;
    use crate::movegen::{perft_unkeyed, random_positions};

    struct Short<'a>(&'a Position);

    impl Task for Short<'_> {
        type Output = u64;

        fn run<B: Backend>(self, backend: B) -> u64 {
            count_two_plies_with(backend, self.0)
        }
    }

    #[test]
    fn counts_equal_perft() {
        let games = if cfg!(debug_assertions) { 60 } else { 2000 };
        let mut nodes = 0;
        let positions = random_positions::for_each(2, games, |position| {
            let expected = perft_unkeyed(position, 2);
            assert_eq!(dispatch(Short(position)), expected, "{position:?}");
            nodes += expected;
        });
        assert!(positions > 100 * games && nodes > 0, "{positions} positions, {nodes} nodes");
    }
}
