//! `Setup`: the fields of a position, not validated.

use super::Placement;
use crate::attacks::{self, dispatch, task};
use crate::types::{Bitboard, CastlingRights, CastlingSide, Color, File, Piece, PieceType, Square};

/// The fields of a [`super::Position`], not validated, as read from a FEN or edited.
/// [`super::Position::try_from`] validates it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// The pieces.
    pub placement: Placement,
    /// The side to move.
    pub turn: Color,
    /// The castling rights.
    pub castling: CastlingRights,
    /// The square passed by the last double push.
    pub ep_square: Option<Square>,
    /// Plies since the last capture or pawn move (FIDE 9.3).
    pub halfmove_clock: u32,
    /// The number of the move, from 1, incremented after Black's move.
    pub fullmove_number: u32,
}

/// The outermost of several rooks on one side of the king, to which X-FEN's `KQkq` refer.
#[inline(always)]
pub(crate) fn outermost(rooks: Bitboard, king: Square, side: CastlingSide) -> Option<Square> {
    let above = Bitboard(!0u64 << king as u8);
    match side {
        CastlingSide::King => (rooks & above).last(),
        CastlingSide::Queen => (rooks - above).first(),
    }
}

impl Setup {
    /// No pieces, White to move, move 1.
    pub const EMPTY: Setup = Setup {
        placement: Placement::EMPTY,
        turn: Color::White,
        castling: CastlingRights::NONE,
        ep_square: None,
        halfmove_clock: 0,
        fullmove_number: 1,
    };

    /// The start position with these back ranks, from a to h, and all castling rights: standard
    /// chess, Chess960 or double Chess960.
    pub fn from_back_ranks(white: [PieceType; 8], black: [PieceType; 8]) -> Setup {
        let mut setup = Setup::EMPTY;
        for file in 0..8 {
            for (color, back, first) in [(Color::White, white, 0), (Color::Black, black, 56)] {
                let square = Square::from_low_bits(first + file);
                let piece_type = back[file as usize];
                setup.placement.put(square, Piece { color, piece_type });
                if piece_type == PieceType::Rook {
                    setup.castling.0 = setup.castling.0.with(square);
                }
            }
            let pawn = |color| Piece { color, piece_type: PieceType::Pawn };
            setup.placement.put(Square::from_low_bits(8 + file), pawn(Color::White));
            setup.placement.put(Square::from_low_bits(48 + file), pawn(Color::Black));
        }
        setup
    }

    /// The castling rights that are possible: the king is on its back rank, a rook is on the
    /// square, and it is the outermost one with a right on its side.
    #[inline(always)]
    pub fn possible_castling(&self) -> CastlingRights {
        // fast path: most positions have standard rights only
        let standard = self.possible_standard_castling();
        if self.castling == standard { standard } else { self.possible_castling_of_any_rooks() }
    }

    fn possible_castling_of_any_rooks(&self) -> CastlingRights {
        let mut possible = Bitboard::EMPTY;
        for color in Color::ALL {
            let king = self.placement.pieces(color, PieceType::King);
            let Some(king_square) = king.first() else { continue };
            if king.more_than_one() || king_square.rank() != color.back_rank() {
                continue;
            }
            let rooks = self.castling.of(color) & self.placement.pieces(color, PieceType::Rook);
            for side in CastlingSide::ALL {
                if let Some(rook) = outermost(rooks, king_square, side) {
                    possible = possible.with(rook);
                }
            }
        }
        CastlingRights(possible)
    }

    /// [`Setup::possible_castling`] in standard chess: the king on e, rooks on a and h.
    #[inline(always)]
    pub fn possible_standard_castling(&self) -> CastlingRights {
        let corners = Bitboard::from_file(File::A) | Bitboard::from_file(File::H);
        let of = |color: Color| {
            let home = Bitboard::from_square(Square::new(File::E, color.back_rank()));
            let is_home = self.placement.pieces(color, PieceType::King).meets(home);
            let rooks = self.placement.pieces(color, PieceType::Rook) & corners;
            self.castling.of(color) & if is_home { rooks } else { Bitboard::EMPTY }
        };
        CastlingRights(of(Color::White) | of(Color::Black))
    }

    /// The pawns that attack the en-passant square, if it is possible.
    pub fn ep_capturers(&self) -> Bitboard {
        match self.ep_square.filter(|_| self.ep_square_is_possible()) {
            Some(square) => {
                attacks::pawn(!self.turn, square)
                    & self.placement.pieces(self.turn, PieceType::Pawn)
            }
            None => Bitboard::EMPTY,
        }
    }

    /// The en-passant square if a capture there does not leave the own king attacked. Other
    /// problems of the setup are ignored.
    pub fn legal_ep_square(&self) -> Option<Square> {
        let (setup, to) = (self, self.ep_square?);
        let king = self.placement.pieces(self.turn, PieceType::King).last();
        let is_safe = |king: Square, from: Square| {
            dispatch(task!(|backend,
                            setup: &Setup,
                            king: Square,
                            from: Square,
                            to: Square|
             -> bool {
                setup.placement.is_safe_after_ep(backend, setup.turn, king, from, to)
            }))
        };
        let is_legal = |from| king.is_none_or(|king| is_safe(king, from));
        self.ep_capturers().into_iter().any(is_legal).then_some(to)
    }

    /// Whether there are castling rights that only Chess960 allows.
    pub fn needs_chess960(&self) -> bool {
        let standard = self.possible_standard_castling();
        // if all rights are standard ones, no others are possible
        self.castling != standard && self.possible_castling() != standard
    }

    /// Whether the en-passant square is possible: it is on the right rank, it and the pawn's origin
    /// are empty, and the pawn is in front of it.
    #[inline(always)]
    pub fn ep_square_is_possible(&self) -> bool {
        let Some(square) = self.ep_square else { return true };
        use crate::types::Rank;
        if square.rank().relative_to(self.turn) != Rank::Sixth {
            return false;
        }
        let (pushed, origin) = match self.turn {
            Color::White => (square as u8 - 8, square as u8 + 8),
            Color::Black => (square as u8 + 8, square as u8 - 8),
        };
        let occupied = self.placement.occupied();
        self.placement.pieces(!self.turn, PieceType::Pawn).has(Square::from_low_bits(pushed))
            && !occupied.has(square)
            && !occupied.has(Square::from_low_bits(origin))
    }

    /// The setup with transformed squares, such as rotated or mirrored: `change` is applied to the
    /// bitboards of pieces, castling rights and en-passant square. If two pieces get the same
    /// square, the last one in the order of piece types and colors remains.
    pub fn transformed<E>(
        &self,
        mut change: impl FnMut(Bitboard) -> Result<Bitboard, E>,
    ) -> Result<Setup, E> {
        let mut setup = Setup { placement: Placement::EMPTY, ..*self };
        for color in [Color::White, Color::Black] {
            for piece_type in PieceType::ALL {
                for square in change(self.placement.pieces(color, piece_type))? {
                    setup.placement.put(square, Piece { color, piece_type });
                }
            }
        }
        setup.castling = CastlingRights(change(self.castling.0)?);
        setup.ep_square = match self.ep_square {
            Some(square) => change(square.into())?.last(),
            None => None,
        };
        Ok(setup)
    }

    /// The setup with swapped colors: ranks are flipped, and pieces, castling rights and side to
    /// move get the other color.
    pub fn mirrored(&self) -> Setup {
        let Ok(flipped) =
            self.transformed(|set| Ok::<_, std::convert::Infallible>(set.flip_vertical()));
        let mut setup = Setup { turn: !self.turn, placement: Placement::EMPTY, ..flipped };
        for square in flipped.placement.occupied() {
            if let Some(Piece { color, piece_type }) = flipped.placement.piece_at(square) {
                setup.placement.put(square, Piece { color: !color, piece_type });
            }
        }
        setup
    }

    /// The setup without impossible castling rights and en-passant square, which are reported as
    /// [`BAD_CASTLING_RIGHTS`](super::Status::BAD_CASTLING_RIGHTS) and
    /// [`INVALID_EP_SQUARE`](super::Status::INVALID_EP_SQUARE).
    #[inline(always)]
    pub fn repaired(self) -> Setup {
        self.with_possible(self.possible_castling())
    }

    /// The setup with these castling rights, and without an impossible en-passant square.
    #[inline(always)]
    pub(crate) fn with_possible(mut self, castling: CastlingRights) -> Setup {
        self.castling = castling;
        if !self.ep_square_is_possible() {
            self.ep_square = None;
        }
        self
    }
}

impl Default for Setup {
    fn default() -> Setup {
        Setup::EMPTY
    }
}
