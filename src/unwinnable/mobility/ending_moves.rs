//! Moves that are in no mating line, since they mate the winner or lead to a bare king of the
//! winner.

use super::{MobilePiece, Mobility, steps};
use crate::attacks::{self, Backend};
use crate::types::{Bitboard, Color, PieceType, Rank, Square};

/// A piece that may move, and the other pieces.
struct MoveContext<'a> {
    mobility: &'a Mobility<'a>,
    /// The index of the piece.
    index: usize,
    piece: &'a MobilePiece,
    /// All squares that other pieces may occupy.
    others: Bitboard,
    /// Squares of other pieces that never move and are never captured, by color.
    fixed: [Bitboard; 2],
}

impl Mobility<'_> {
    /// Returns those of the next targets of a piece to which it never moves in a mating line.
    ///
    /// Two kinds of moves end a mating line, both of them checks to a king that has not moved:
    ///
    /// * a move of the loser that mates the winner;
    /// * a move of the winner's last piece after which the loser must capture it, which leaves a
    ///   bare king.
    ///
    /// That the king has not moved is known only before the check, and is not used for the replies.
    /// For these, all pieces but the moved one are within their reach, and fixed pieces on their
    /// squares.
    #[inline(always)]
    pub(super) fn ending_targets<B: Backend>(
        &self,
        backend: B,
        index: usize,
        piece: &MobilePiece,
        targets: Bitboard,
    ) -> Bitboard {
        let is_winners = piece.color == self.winner;
        let may_end = if is_winners {
            piece.never_captured && piece.piece_type != PieceType::King
        } else {
            self.promoted[self.winner.index()].is_empty()
        };
        if !may_end || targets.is_empty() || !self.king(!piece.color).never_moves() {
            return Bitboard::EMPTY;
        }
        self.find_ending_targets(backend, index, piece, targets)
    }

    /// The slow part of [`Mobility::ending_targets`], for kings that never move.
    #[inline(never)]
    fn find_ending_targets<B: Backend>(
        &self,
        backend: B,
        index: usize,
        piece: &MobilePiece,
        mut targets: Bitboard,
    ) -> Bitboard {
        if piece.piece_type == PieceType::Pawn {
            // a double push crosses this rank, and the pawn may be captured there en passant
            targets -= Bitboard::from_rank(Rank::Third.relative_to(piece.color));
        }
        let king = self.king(!piece.color).origin.first_unchecked();
        let direct = match piece.piece_type {
            PieceType::Pawn => attacks::pawn(!piece.color, king) - Bitboard::BACK_RANKS,
            PieceType::King => Bitboard::EMPTY,
            piece_type => attacks::piece(backend, piece_type, king, Bitboard::EMPTY),
        };
        let discovers = piece.color != self.winner
            && piece.never_moves()
            && attacks::piece(backend, PieceType::Queen, king, Bitboard::EMPTY).meets(piece.origin);
        let candidates = if discovers { targets } else { targets & direct };
        if candidates.is_empty() {
            return Bitboard::EMPTY;
        }
        let mut others = self.promoted[0] | self.promoted[1];
        let mut fixed = [Bitboard::EMPTY; 2];
        for (other_index, other) in self.pieces.iter().enumerate() {
            if other_index != index {
                others |= other.reach;
                if other.is_fixed() {
                    fixed[other.color.index()] |= other.origin;
                }
            }
        }
        let context = MoveContext { mobility: self, index, piece, others, fixed };
        let ends = |&target: &Square| {
            if piece.color == self.winner {
                context.forces_capture(backend, king, target)
            } else {
                context.mates(backend, king, target)
            }
        };
        candidates.into_iter().filter(ends).collect()
    }
}

/// Returns the squares that a piece attacks from a square.
#[inline(always)]
fn attacked_by<B: Backend>(
    backend: B,
    color: Color,
    piece_type: PieceType,
    from: Square,
    occupied: Bitboard,
) -> Bitboard {
    match piece_type {
        PieceType::Pawn => attacks::pawn(color, from),
        piece_type => attacks::piece(backend, piece_type, from, occupied),
    }
}

impl MoveContext<'_> {
    /// Returns the other pieces.
    fn other_pieces(&self) -> impl Iterator<Item = &MobilePiece> {
        let (before, from) = self.mobility.pieces.split_at(self.index);
        before.iter().chain(&from[1..])
    }

    /// Whether a move of the loser's piece to a square certainly mates the winner's king.
    fn mates<B: Backend>(&self, backend: B, king: Square, target: Square) -> bool {
        let MoveContext { piece, others, .. } = *self;
        let is_pawns_end = piece.piece_type == PieceType::Pawn && Bitboard::BACK_RANKS.has(target);
        let direct = attacked_by(backend, piece.color, piece.piece_type, target, others);
        if !is_pawns_end
            && direct.has(king)
            && self.has_no_reply(backend, king, target, piece.piece_type, target)
        {
            return true;
        }
        // a discovered check by a fixed piece
        piece.never_moves()
            && self.other_pieces().any(|checker| {
                let is_slider = matches!(
                    checker.piece_type,
                    PieceType::Bishop | PieceType::Rook | PieceType::Queen
                );
                let from = checker.origin.first_unchecked();
                checker.color == piece.color
                    && is_slider
                    && checker.is_fixed()
                    && attacks::between(from, king).meets(piece.origin)
                    && attacks::piece(backend, checker.piece_type, from, others.with(target))
                        .has(king)
                    && self.has_no_reply(backend, king, from, checker.piece_type, target)
            })
    }

    /// Whether the winner has no reply to a check by a piece of the loser on the square `checker`,
    /// after the move to `target`.
    fn has_no_reply<B: Backend>(
        &self,
        backend: B,
        king: Square,
        checker: Square,
        piece_type: PieceType,
        target: Square,
    ) -> bool {
        let loser = self.piece.color;
        let guarded = self.guarded(backend, king, checker, piece_type, target);
        let own_pieces = self.fixed[(!loser).index()].without(target);
        if (attacks::king(king) - own_pieces - guarded).any() {
            return false;
        }
        // capturing the checker or interposing
        let between = attacks::between(checker, king);
        let replies = between.with(checker);
        let standing = (self.fixed[0] | self.fixed[1]).without(target);
        let pushed = self.piece.piece_type == PieceType::Pawn;
        !self.other_pieces().filter(|piece| piece.color != loser).any(|piece| {
            match piece.piece_type {
                // captures by the king are among its steps
                PieceType::King => false,
                PieceType::Pawn => {
                    let one = steps::ahead(piece.color, piece.reach);
                    let captures = attacks::pawns(piece.color, piece.reach);
                    let passed = steps::ahead(!loser, Bitboard::from(target));
                    captures.has(checker)
                    || between.meets(one | steps::ahead(piece.color, one))
                    // en passant
                    || pushed && captures.meets(between | passed)
                }
                piece_type => piece
                    .reach
                    .into_iter()
                    .any(|from| attacks::piece(backend, piece_type, from, standing).meets(replies)),
            }
        })
    }

    /// Returns the neighbors of the winner's king that the loser's pieces certainly attack after
    /// the move.
    fn guarded<B: Backend>(
        &self,
        backend: B,
        king: Square,
        checker: Square,
        piece_type: PieceType,
        target: Square,
    ) -> Bitboard {
        let loser = self.piece.color;
        // the attacked king does not block sliders
        let occupied = self.others.without(king);
        let hidden = if checker == target { occupied } else { occupied.with(target) };
        let mut guarded = attacked_by(backend, loser, piece_type, checker, hidden);
        if self.piece.piece_type != PieceType::Pawn || !Bitboard::BACK_RANKS.has(target) {
            guarded |= attacked_by(backend, loser, self.piece.piece_type, target, occupied);
        }
        for piece in self.other_pieces() {
            if piece.color == loser && !piece.may_be_captured && !piece.may_promote() {
                guarded |= piece.reach.into_iter().fold(Bitboard::FULL, |common, from| {
                    let occupied = occupied.with(target);
                    common & attacked_by(backend, loser, piece.piece_type, from, occupied)
                });
            }
        }
        guarded
    }

    /// Whether a move of the winner's last piece to a square certainly gives check, and capturing
    /// it is possible and the only reply.
    fn forces_capture<B: Backend>(&self, backend: B, king: Square, target: Square) -> bool {
        let MoveContext { piece, others, mobility, .. } = *self;
        let attacked = attacked_by(backend, piece.color, piece.piece_type, target, others);
        if !attacked.has(king) || attacks::between(target, king).any() {
            return false;
        }
        if piece.piece_type == PieceType::Pawn && Bitboard::BACK_RANKS.has(target) {
            return false;
        }
        let winners_king = mobility.king(piece.color).reach;
        let neighbors = attacks::king(king);
        let by_king = neighbors.has(target) && !attacks::king(target).meets(winners_king);
        // only the moved piece could pin the capturing one
        let by_piece = || {
            self.other_pieces().any(|other| {
                let from = other.origin.first_unchecked();
                other.color != piece.color
                    && other.piece_type != PieceType::King
                    && other.is_fixed()
                    && attacked_by(backend, other.color, other.piece_type, from, others).has(target)
            })
        };
        if !by_king && !by_piece() {
            return false;
        }
        let own_pieces = self.fixed[(!piece.color).index()];
        let guarded = winners_king
            .into_iter()
            .fold(Bitboard::FULL, |common, from| common & attacks::king(from));
        let attacked_through_king =
            attacked_by(backend, piece.color, piece.piece_type, target, others.without(king));
        (neighbors.without(target) - own_pieces - guarded - attacked_through_king).is_empty()
    }
}
