//! Moves that no live line has, since they end the game or leave the winner's king bare.

use super::{MobilePiece, Mobility, steps};
use crate::attacks::{self, Backend};
use crate::types::{Bitboard, Color, PieceType, Rank, Square};

/// One piece's moves, seen against all other pieces.
struct Moving<'a> {
    mobility: &'a Mobility<'a>,
    /// The piece's place among the pieces.
    index: usize,
    piece: &'a MobilePiece,
    /// Squares on which any other piece may stand.
    others: Bitboard,
    /// Other pieces that never move and are never captured.
    fixed: Bitboard,
}

impl Mobility<'_> {
    /// Of these squares, to which a piece may go next, those on which a live line never lets it arrive.
    ///
    /// Two moves are known to end a line, both of them checks to a king that never moves otherwise:
    ///
    /// * one of the loser's that the winner cannot answer: it mates the winner;
    /// * one by the winner's last piece that the loser can answer, but only by capturing it: after that
    ///   the winner's king is bare.
    ///
    /// "Never moves otherwise" speaks of the time before this move, so that nothing about the answer
    /// follows from it. What an answer may be is asked of the pieces as they stand then: all but
    /// the side to move within their reach, those that never move and are never captured where they are.
    #[inline(always)]
    pub(super) fn ends<B: Backend>(
        &self,
        backend: B,
        index: usize,
        piece: &MobilePiece,
        targets: Bitboard,
    ) -> Bitboard {
        let is_winners = piece.color == self.winner;
        let may_end = if is_winners {
            piece.kept && piece.piece_type != PieceType::King
        } else {
            self.promoted[self.winner.index()].is_empty()
        };
        if !may_end || targets.is_empty() || !self.king(!piece.color).stays() {
            return Bitboard::EMPTY;
        }
        self.ends_of(backend, index, piece, targets)
    }

    /// See [`Mobility::ends`]: kings that never move are few.
    #[inline(never)]
    fn ends_of<B: Backend>(
        &self,
        backend: B,
        index: usize,
        piece: &MobilePiece,
        mut targets: Bitboard,
    ) -> Bitboard {
        if piece.piece_type == PieceType::Pawn {
            // a double push passes this rank, and the pawn may be captured there en passant
            targets -= Bitboard::from_rank(Rank::Third.relative_to(piece.color));
        }
        let king = self.king(!piece.color).at.first_unchecked();
        let direct = match piece.piece_type {
            PieceType::Pawn => attacks::pawn(!piece.color, king) - Bitboard::BACK_RANKS,
            PieceType::King => Bitboard::EMPTY,
            piece_type => attacks::piece(backend, piece_type, king, Bitboard::EMPTY),
        };
        let discovers = piece.color != self.winner
            && piece.stays()
            && attacks::piece(backend, PieceType::Queen, king, Bitboard::EMPTY).meets(piece.at);
        let candidates = if discovers { targets } else { targets & direct };
        if candidates.is_empty() {
            return Bitboard::EMPTY;
        }
        let mut others = self.promoted[0] | self.promoted[1];
        let mut fixed = Bitboard::EMPTY;
        for (other_index, other) in self.pieces.iter().enumerate() {
            if other_index != index {
                others |= other.reach;
                if other.is_fixed() {
                    fixed |= other.at;
                }
            }
        }
        let moving = Moving { mobility: self, index, piece, others, fixed };
        let ends = |&target: &Square| {
            if piece.color == self.winner {
                moving.must_be_taken(backend, king, target)
            } else {
                moving.mates(backend, king, target)
            }
        };
        candidates.into_iter().filter(ends).collect()
    }
}

/// What a piece attacks from a square.
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

impl Moving<'_> {
    /// The other pieces, with their places.
    fn other_pieces(&self) -> impl Iterator<Item = &MobilePiece> {
        self.mobility
            .pieces
            .iter()
            .enumerate()
            .filter(|(index, _)| *index != self.index)
            .map(|(_, piece)| piece)
    }

    /// Whether the loser's piece, arriving on a square, surely mates the winner's king.
    fn mates<B: Backend>(&self, backend: B, king: Square, target: Square) -> bool {
        let Moving { piece, others, .. } = *self;
        let is_pawns_end = piece.piece_type == PieceType::Pawn && Bitboard::BACK_RANKS.has(target);
        let direct = attacked_by(backend, piece.color, piece.piece_type, target, others);
        if !is_pawns_end
            && direct.has(king)
            && self.is_unanswered(backend, king, target, piece.piece_type, target)
        {
            return true;
        }
        // a line that it leaves, from a piece that never moves nor is captured
        piece.stays()
            && self.other_pieces().any(|checker| {
                let is_slider = matches!(
                    checker.piece_type,
                    PieceType::Bishop | PieceType::Rook | PieceType::Queen
                );
                let from = checker.at.first_unchecked();
                checker.color == piece.color
                    && is_slider
                    && checker.is_fixed()
                    && attacks::between(from, king).meets(piece.at)
                    && attacks::piece(backend, checker.piece_type, from, others.with(target))
                        .has(king)
                    && self.is_unanswered(backend, king, from, checker.piece_type, target)
            })
    }

    /// Whether the winner has no answer to the check that a piece of the loser's gives from a square, after
    /// the side to move arrived on its target.
    fn is_unanswered<B: Backend>(
        &self,
        backend: B,
        king: Square,
        checker: Square,
        piece_type: PieceType,
        target: Square,
    ) -> bool {
        let loser = self.piece.color;
        let guarded = self.guarded(backend, king, checker, piece_type, target);
        let own = self.fixed_of(!loser).without(target);
        if (attacks::king(king) - own - guarded).any() {
            return false;
        }
        // to capture the checker or to stand in its way
        let between = attacks::between(checker, king);
        let answers = between.with(checker);
        let standing = self.fixed.without(target);
        let pushed = self.piece.piece_type == PieceType::Pawn;
        !self.other_pieces().filter(|piece| piece.color != loser).any(|piece| {
            match piece.piece_type {
                // the king's own captures are among its steps
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
                    .any(|from| attacks::piece(backend, piece_type, from, standing).meets(answers)),
            }
        })
    }

    /// Neighbors of the winner's king that the loser's pieces surely attack after the move.
    fn guarded<B: Backend>(
        &self,
        backend: B,
        king: Square,
        checker: Square,
        piece_type: PieceType,
        target: Square,
    ) -> Bitboard {
        let loser = self.piece.color;
        // the attacked king hides nothing behind itself
        let occupied = self.others.without(king);
        let hidden = if checker == target { occupied } else { occupied.with(target) };
        let mut guarded = attacked_by(backend, loser, piece_type, checker, hidden);
        if self.piece.piece_type != PieceType::Pawn || !Bitboard::BACK_RANKS.has(target) {
            guarded |= attacked_by(backend, loser, self.piece.piece_type, target, occupied);
        }
        for piece in self.other_pieces() {
            if piece.color == loser && !piece.taken && !piece.may_promote() {
                guarded |= piece.reach.into_iter().fold(Bitboard::FULL, |common, from| {
                    let seen = occupied.with(target);
                    common & attacked_by(backend, loser, piece.piece_type, from, seen)
                });
            }
        }
        guarded
    }

    /// Whether the winner's last piece, arriving on a square, surely gives check to the loser's king, and
    /// the loser surely can capture it there and has no other answer.
    fn must_be_taken<B: Backend>(&self, backend: B, king: Square, target: Square) -> bool {
        let Moving { piece, others, mobility, .. } = *self;
        let seen = attacked_by(backend, piece.color, piece.piece_type, target, others);
        if !seen.has(king) || attacks::between(target, king).any() {
            return false;
        }
        if piece.piece_type == PieceType::Pawn && Bitboard::BACK_RANKS.has(target) {
            return false;
        }
        let winners_king = mobility.king(piece.color).reach;
        let near = attacks::king(king);
        let by_king = near.has(target) && !attacks::king(target).meets(winners_king);
        // nothing but the side to move could pin who captures
        let by_piece = || {
            self.other_pieces().any(|piece| {
                piece.color != self.piece.color
                    && piece.piece_type != PieceType::King
                    && piece.is_fixed()
                    && attacked_by(
                        backend,
                        piece.color,
                        piece.piece_type,
                        piece.at.first_unchecked(),
                        others,
                    )
                    .has(target)
            })
        };
        if !by_king && !by_piece() {
            return false;
        }
        let own = self.fixed_of(!piece.color);
        let guarded = winners_king
            .into_iter()
            .fold(Bitboard::FULL, |common, from| common & attacks::king(from));
        let behind =
            attacked_by(backend, piece.color, piece.piece_type, target, others.without(king));
        (near.without(target) - own - guarded - behind).is_empty()
    }

    /// Other pieces of a color that never move and are never captured.
    fn fixed_of(&self, color: Color) -> Bitboard {
        let pieces = self.other_pieces().filter(|piece| piece.color == color && piece.is_fixed());
        pieces.fold(Bitboard::EMPTY, |all, piece| all | piece.at)
    }
}
