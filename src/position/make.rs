//! Making moves. Moves are made on copies of a position and never unmade.

use super::{Placement, Position, zobrist};
use crate::types::{
    Bitboard, BlackSide, CastlingRights, CastlingSide, Color, Move, PieceType, Side, Square,
    WhiteSide,
};

/// For each piece, all ones in its two bitboards of a placement.
static PIECE_MASKS: [[[Bitboard; 8]; 2]; 6] = {
    let mut table = [[[Bitboard::EMPTY; 8]; 2]; 6];
    let mut piece_type = 0;
    while piece_type < 6 {
        let mut color = 0;
        while color < 2 {
            table[piece_type][color][piece_type] = Bitboard::FULL;
            table[piece_type][color][6 + color] = Bitboard::FULL;
            color += 1;
        }
        piece_type += 1;
    }
    table
};

impl Position {
    /// Plays a legal move, such as one of [`crate::movegen::legal_moves`].
    ///
    /// With an illegal move the resulting position is wrong, but memory-safe.
    #[inline]
    pub fn play_unchecked(&mut self, m: Move) {
        *self = self.after(m);
    }

    /// [`Position::play_unchecked`] without branches on the piece type, for moves that no processor
    /// can predict.
    #[inline(always)]
    pub(crate) fn play_unpredictable(&mut self, m: Move) {
        match self.turn {
            Color::White => self.play_any::<WhiteSide, true>(m),
            Color::Black => self.play_any::<BlackSide, true>(m),
        }
    }

    /// Plays a legal move as [`Position::play_unpredictable`], but leaves a wrong key, for replays that do
    /// not use it.
    #[inline(always)]
    pub(crate) fn replay(&mut self, m: Move) {
        match self.turn {
            Color::White => self.play_any::<WhiteSide, false>(m),
            Color::Black => self.play_any::<BlackSide, false>(m),
        }
    }

    /// Returns the position after a legal move, with a wrong key; see [`Position::replay`].
    #[inline(always)]
    pub(crate) fn replayed(&self, m: Move) -> Position {
        let mut after = *self;
        after.replay(m);
        after
    }

    /// Becomes the position after a legal move in another one, without branches on the piece type.
    /// Each field is written once, so that reading it soon does not stall on store forwarding.
    #[inline(always)]
    pub(crate) fn become_after(&mut self, before: &Position, m: Move) {
        match before.turn {
            Color::White => self.become_after_any::<WhiteSide>(before, m),
            Color::Black => self.become_after_any::<BlackSide>(before, m),
        }
    }

    #[inline(always)]
    fn become_after_any<S: Side>(&mut self, before: &Position, m: Move) {
        let (piece_type, is_special) = before.type_of_move::<S>(m);
        if is_special {
            *self = before.make_special::<S>(m);
        } else {
            let placed = m.promoted().unwrap_or(piece_type);
            *self = before.after_step::<S, true>(piece_type, m.from(), placed, m.to());
        }
    }

    /// The position after a legal move; see [`Position::play_unchecked`].
    #[inline]
    #[must_use]
    pub fn after(&self, m: Move) -> Position {
        match self.turn {
            Color::White => self.make::<WhiteSide>(m),
            Color::Black => self.make::<BlackSide>(m),
        }
    }

    /// Plays a null move: increments the clocks and clears the en-passant square. The side to move
    /// must not be in check.
    pub fn pass(&mut self) {
        self.ep_square = None;
        self.halfmove_clock += 1;
        self.fullmove_number += self.turn.index() as u32;
        self.turn = !self.turn;
    }

    /// Makes a legal move of the side to move, `S`.
    #[inline(always)]
    pub(crate) fn make<S: Side>(&self, m: Move) -> Position {
        let (from, to) = (m.from(), m.to());
        let piece_type = self.placement.type_at_unchecked(from);
        if piece_type == PieceType::Pawn {
            return match m.promoted() {
                Some(promoted) => self.make_promotion::<S, true>(from, to, promoted),
                None => self.make_pawn_move::<S, true>(from, to),
            };
        }
        if self.placement.by_color(S::COLOR).has(to) {
            return self.make_castling::<S>(from, to);
        }
        self.make_piece_move::<S, true>(piece_type, from, to)
    }

    /// Makes a legal move of the side to move, `S`, in place and without branches on the piece
    /// type, which are hard to predict where a game is replayed. Without `KEYED` the key is not
    /// updated.
    #[inline(always)]
    pub(crate) fn play_any<S: Side, const KEYED: bool>(&mut self, m: Move) {
        let (piece_type, is_special) = self.type_of_move::<S>(m);
        if is_special {
            *self = self.make_special::<S>(m);
        } else {
            let placed = m.promoted().unwrap_or(piece_type);
            self.play_step::<S, KEYED>(piece_type, m.from(), placed, m.to());
        }
    }

    /// The type of the piece that moves, and whether the move is castling or en passant.
    #[inline(always)]
    fn type_of_move<S: Side>(&self, m: Move) -> (PieceType, bool) {
        let (from, to) = (m.from(), m.to());
        let piece_type = self.placement.type_at_unchecked(from);
        let is_pawn = piece_type == PieceType::Pawn;
        let is_en_passant = is_pawn & (self.ep_square == Some(to)) & (from.file() != to.file());
        (piece_type, self.placement.by_color(S::COLOR).has(to) | is_en_passant)
    }

    /// Makes a move that is neither castling nor en passant, in place and without branches on the
    /// piece type. `moved` leaves the origin; `placed` differs from it in promotions. Without
    /// `KEYED` the key is not updated.
    #[inline(always)]
    pub(crate) fn play_step<S: Side, const KEYED: bool>(
        &mut self,
        moved: PieceType,
        from: Square,
        placed: PieceType,
        to: Square,
    ) {
        *self = self.after_step::<S, KEYED>(moved, from, placed, to);
    }

    /// [`Position::play_step`] on a copy.
    #[inline(always)]
    fn after_step<S: Side, const KEYED: bool>(
        &self,
        moved: PieceType,
        from: Square,
        placed: PieceType,
        to: Square,
    ) -> Position {
        let captures = self.placement.by_color(S::Other::COLOR).has(to);
        let (placement, pieces_key) = self.relocated::<S, KEYED>(moved, from, placed, to);
        let is_pawn = moved == PieceType::Pawn;
        let is_king = moved == PieceType::King;
        let rank = Bitboard::from(S::COLOR.back_rank());
        let home = Bitboard(rank.0 & u64::from(is_king).wrapping_neg());
        let lost_rights = Bitboard::from_square(from).with(to) | home;
        let double = is_pawn & (from as u8 ^ to as u8 == 16);
        let passed = Square::from_low_bits((from as u8 + to as u8) / 2);
        Position {
            placement,
            castling: CastlingRights(self.castling.0 - lost_rights),
            pieces_key,
            halfmove_clock: if captures | is_pawn { 0 } else { self.halfmove_clock + 1 },
            fullmove_number: self.fullmove_number + S::COLOR as u32,
            turn: S::Other::COLOR,
            ep_square: if double { Some(passed) } else { None },
        }
    }

    /// Makes a castling or en-passant move.
    #[cold]
    #[inline(never)]
    fn make_special<S: Side>(&self, m: Move) -> Position {
        self.make::<S>(m)
    }

    /// Makes a move or capture of a piece other than a pawn. Without `KEYED` the key is not
    /// updated, for searches that do not use it.
    #[inline(always)]
    pub(crate) fn make_piece_move<S: Side, const KEYED: bool>(
        &self,
        piece_type: PieceType,
        from: Square,
        to: Square,
    ) -> Position {
        let (placement, pieces_key) = self.relocated::<S, KEYED>(piece_type, from, piece_type, to);
        let mut lost_rights = Bitboard::from_square(from).with(to);
        if piece_type == PieceType::King {
            lost_rights |= S::COLOR.back_rank().into();
        }
        let captures = self.placement.by_color(S::Other::COLOR).has(to);
        Position {
            placement,
            castling: CastlingRights(self.castling.0 - lost_rights),
            pieces_key,
            halfmove_clock: if captures { 0 } else { self.halfmove_clock + 1 },
            fullmove_number: self.fullmove_number + S::COLOR as u32,
            turn: S::Other::COLOR,
            ep_square: None,
        }
    }

    /// Makes a push or capture of a pawn, including en passant, that does not reach the last rank.
    #[inline(always)]
    pub(crate) fn make_pawn_move<S: Side, const KEYED: bool>(
        &self,
        from: Square,
        to: Square,
    ) -> Position {
        let pawn = PieceType::Pawn;
        let (mut placement, mut pieces_key) = self.relocated::<S, KEYED>(pawn, from, pawn, to);
        if self.ep_square == Some(to) && from.file() != to.file() {
            // the captured pawn is on the rank of the origin and the file of the target
            let victim = Square::from_low_bits(to as u8 ^ 8);
            placement.remove(victim);
            pieces_key ^= zobrist::piece(S::Other::COLOR, pawn, victim);
        }
        let double = from as u8 ^ to as u8 == 16;
        let passed = Square::from_low_bits((from as u8 + to as u8) / 2);
        Position {
            placement,
            castling: self.castling,
            pieces_key,
            halfmove_clock: 0,
            fullmove_number: self.fullmove_number + S::COLOR as u32,
            turn: S::Other::COLOR,
            ep_square: if double { Some(passed) } else { None },
        }
    }

    /// Makes a promotion, which may capture a rook with a castling right.
    #[inline(always)]
    pub(crate) fn make_promotion<S: Side, const KEYED: bool>(
        &self,
        from: Square,
        to: Square,
        promoted: PieceType,
    ) -> Position {
        let (placement, pieces_key) =
            self.relocated::<S, KEYED>(PieceType::Pawn, from, promoted, to);
        Position {
            placement,
            castling: CastlingRights(self.castling.0.without(to)),
            pieces_key,
            halfmove_clock: 0,
            fullmove_number: self.fullmove_number + S::COLOR as u32,
            turn: S::Other::COLOR,
            ep_square: None,
        }
    }

    /// The placement and its key after a piece moves, capturing the piece on the target.
    #[inline(always)]
    fn relocated<S: Side, const KEYED: bool>(
        &self,
        moved: PieceType,
        from: Square,
        placed: PieceType,
        to: Square,
    ) -> (Placement, u64) {
        let target = Bitboard::from_square(to);
        let cleared = target.with(from);
        let masks = &PIECE_MASKS[placed.index()][S::COLOR.index()];
        let mut placement = self.placement;
        let sets = placement.sets_mut();
        // indexed, since the compiler does not always know the length of an iterator
        let mut n = 0;
        while n < 8 {
            sets[n] = (sets[n] - cleared) | target & masks[n];
            n += 1;
        }
        let mut key = self.pieces_key;
        if KEYED {
            // no branch on captures, which are hard to predict
            let captures = self.placement.by_color(S::Other::COLOR).has(to);
            let victim = self.placement.type_at_unchecked(to);
            key ^= zobrist::piece(S::COLOR, moved, from)
                ^ zobrist::piece(S::COLOR, placed, to)
                ^ zobrist::piece(S::Other::COLOR, victim, to) & (captures as u64).wrapping_neg();
        }
        (placement, key)
    }

    /// Makes a castling move: removes king and rook, then places both (FIDE 3.8.2, Guideline
    /// II.3.2.7).
    #[cold]
    #[inline(never)]
    pub(crate) fn make_castling<S: Side>(&self, king: Square, rook: Square) -> Position {
        let side = CastlingSide::of(king, rook);
        let (king_to, rook_to) = (side.king_target(S::COLOR), side.rook_target(S::COLOR));
        let mut after = *self;
        for (piece_type, from, to) in
            [(PieceType::King, king, king_to), (PieceType::Rook, rook, rook_to)]
        {
            let set = &mut after.placement.sets_mut()[piece_type.index()];
            *set = set.without(from).with(to);
            after.pieces_key ^= zobrist::piece(S::COLOR, piece_type, from)
                ^ zobrist::piece(S::COLOR, piece_type, to);
        }
        let own = &mut after.placement.sets_mut()[6 + S::COLOR.index()];
        *own = own.without(king).without(rook).with(king_to).with(rook_to);
        after.castling.0 -= S::COLOR.back_rank().into();
        after.ep_square = None;
        after.halfmove_clock += 1;
        after.fullmove_number += S::COLOR as u32;
        after.turn = S::Other::COLOR;
        after
    }
}
