//! Making a move.

use super::{Position, zobrist};
use crate::types::{
    Bitboard, BlackSide, CastlingSide, Color, Move, PieceType, Side, Square, WhiteSide,
};

/// For each kind and colour of man, all ones in the two sets of a placement that hold it.
static HOLDS: [[[u64; 8]; 2]; 6] = {
    let mut table = [[[0; 8]; 2]; 6];
    let mut piece_type = 0;
    while piece_type < 6 {
        let mut color = 0;
        while color < 2 {
            table[piece_type][color][piece_type] = !0;
            table[piece_type][color][6 + color] = !0;
            color += 1;
        }
        piece_type += 1;
    }
    table
};

impl Position {
    /// Plays a move that is known to be legal: one from [`crate::movegen::legal_moves`].
    ///
    /// With any other move the result is a position that makes no sense, though using it is safe.
    #[inline]
    pub fn play_unchecked(&mut self, m: Move) {
        match self.turn {
            Color::White => self.make::<WhiteSide>(m),
            Color::Black => self.make::<BlackSide>(m),
        }
    }

    /// The position after a move that is known to be legal; see [`Position::play_unchecked`].
    #[inline]
    #[must_use]
    pub fn after(mut self, m: Move) -> Position {
        self.play_unchecked(m);
        self
    }

    /// Passes the turn: clocks run, the chance of en passant goes. Meant for a side that is not
    /// in check; a side in check would be left there.
    pub fn pass(&mut self) {
        self.ep_square = None;
        self.halfmove_clock += 1;
        self.fullmove_number += self.turn.index() as u32;
        self.turn = !self.turn;
    }

    /// Plays a legal move of the side to move, which is `S`.
    #[inline(always)]
    pub(crate) fn make<S: Side>(&mut self, m: Move) {
        let (from, to) = (m.from(), m.to());
        let piece_type = self.placement.type_at_unchecked(from);
        if piece_type == PieceType::King && self.placement.by_color(S::COLOR).has(to) {
            return self.castle::<S>(from, to);
        }
        let (origin, target) = (Bitboard::from_square(from), Bitboard::from_square(to));
        let ep_square = self.ep_square.take();
        let mut key = self.men_key ^ zobrist::man(S::COLOR, piece_type, from);
        let mut cleared = origin | target;

        let captures = self.placement.by_color(S::Other::COLOR).meets(target);
        if captures {
            let victim = self.placement.type_at_unchecked(to);
            key ^= zobrist::man(S::Other::COLOR, victim, to);
        }
        self.halfmove_clock += 1;
        let mut becomes = piece_type;
        if piece_type == PieceType::Pawn {
            self.halfmove_clock = 0;
            if let Some(promoted) = m.promoted() {
                becomes = promoted;
            } else if from as u8 ^ to as u8 == 16 {
                self.ep_square = Some(Square::from_low_bits((from as u8 + to as u8) / 2));
            } else if ep_square == Some(to) {
                // the captured pawn stands beside the origin, behind the target
                let victim = Square::from_low_bits(to as u8 ^ 8);
                cleared |= Bitboard::from_square(victim);
                key ^= zobrist::man(S::Other::COLOR, PieceType::Pawn, victim);
            }
        }
        if captures {
            self.halfmove_clock = 0;
        }
        let holds = &HOLDS[becomes.index()][S::COLOR.index()];
        for (set, holds) in self.placement.sets_mut().iter_mut().zip(holds) {
            *set = (*set - cleared) | target & Bitboard(*holds);
        }
        self.men_key = key ^ zobrist::man(S::COLOR, becomes, to);

        let mut lost = origin | target;
        if piece_type == PieceType::King {
            lost |= S::COLOR.back_rank().into();
        }
        self.castling.0 -= lost;
        self.finish::<S>();
    }

    #[inline(always)]
    fn finish<S: Side>(&mut self) {
        self.turn = S::Other::COLOR;
        self.fullmove_number += S::COLOR.index() as u32;
    }

    /// King takes own rook: both leave, then both arrive (FIDE 3.8.2, Guideline II.3.2.7).
    #[cold]
    fn castle<S: Side>(&mut self, king: Square, rook: Square) {
        let side = CastlingSide::of(king, rook);
        let (king_to, rook_to) = (side.king_target(S::COLOR), side.rook_target(S::COLOR));
        for (piece_type, from, to) in
            [(PieceType::King, king, king_to), (PieceType::Rook, rook, rook_to)]
        {
            let set = &mut self.placement.sets_mut()[piece_type.index()];
            *set = set.without(from).with(to);
            self.men_key ^=
                zobrist::man(S::COLOR, piece_type, from) ^ zobrist::man(S::COLOR, piece_type, to);
        }
        let own = &mut self.placement.sets_mut()[6 + S::COLOR.index()];
        *own = own.without(king).without(rook).with(king_to).with(rook_to);
        self.castling.0 -= S::COLOR.back_rank().into();
        self.ep_square = None;
        self.halfmove_clock += 1;
        self.finish::<S>();
    }
}
