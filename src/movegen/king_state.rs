//! The state of the opponent's king before a move: checks, pins, and attacks on the squares around
//! it, with the squares where a move may change it.

use super::castling;
use crate::attacks::{self, Backend, KingLines};
use crate::position::Position;
use crate::types::{Bitboard, CastlingSide, Color, PieceType, Side, Square};

/// A union of sets, and the squares that are in two of them or more.
#[derive(Clone, Copy, Default)]
struct Union {
    once: Bitboard,
    twice: Bitboard,
}

impl Union {
    #[inline(always)]
    fn add(&mut self, set: Bitboard) {
        self.twice |= self.once & set;
        self.once |= set;
    }

    /// The union of all sets but this one.
    #[inline(always)]
    fn except(&self, set: Bitboard) -> Bitboard {
        (self.once - set) | self.twice
    }
}

/// The attacks of a piece, by kind.
#[derive(Clone, Copy)]
struct Attacks {
    diagonal: Bitboard,
    orthogonal: Bitboard,
    leaping: Bitboard,
}

impl Attacks {
    #[inline(always)]
    fn new<B: Backend>(backend: B, piece: PieceType, from: Square, occupied: Bitboard) -> Attacks {
        let none = Attacks {
            diagonal: Bitboard::EMPTY,
            orthogonal: Bitboard::EMPTY,
            leaping: Bitboard::EMPTY,
        };
        let diagonal = || backend.bishop(from, occupied);
        let orthogonal = || backend.rook(from, occupied);
        match piece {
            PieceType::Bishop => Attacks { diagonal: diagonal(), ..none },
            PieceType::Rook => Attacks { orthogonal: orthogonal(), ..none },
            PieceType::Queen => Attacks { diagonal: diagonal(), orthogonal: orthogonal(), ..none },
            _ => Attacks { leaping: attacks::piece(backend, piece, from, occupied), ..none },
        }
    }

    #[inline(always)]
    fn all(&self) -> Bitboard {
        self.diagonal | self.orthogonal | self.leaping
    }
}

/// The state of the opponent's king before the moves of one side, "ours".
pub(super) struct KingState {
    king: Square,
    /// The opponent's pieces, and all pieces without the king, which does not hide a square.
    theirs: Bitboard,
    occupied: Bitboard,
    /// The pins of the opponent's pieces.
    pub(super) pins: KingLines,
    /// The opponent's rooks for which castling may be legal after a move.
    pub(super) castling_rooks: Bitboard,
    /// The squares to which the king may move, or which it crosses in castling.
    king_squares: Bitboard,
    /// The attacks of our pieces.
    attacks: Union,
    /// The attacks of those of our sliders that attack `king_squares`.
    attacks_on_king_squares: Union,
    /// The squares from which our bishops and rooks would attack the king if at most one piece
    /// were removed.
    diagonal_checks: Bitboard,
    orthogonal_checks: Bitboard,
    /// Our pieces that uncover a line to the king or `king_squares` when they move, and those
    /// that pin.
    line_pieces: Bitboard,
}

impl KingState {
    /// The state before the moves of `S`, who is to move.
    #[inline(always)]
    pub(super) fn new<B: Backend, S: Side>(backend: B, position: &Position) -> KingState {
        let placement = position.placement();
        let king = position.king(S::Other::COLOR);
        let theirs = placement.by_color(S::Other::COLOR);
        let ours = placement.by_color(S::COLOR);
        let all = ours | theirs;

        let mut king_squares = attacks::king(king) - theirs;
        let mut castling_rooks = Bitboard::EMPTY;
        for rook in position.castling().of(S::Other::COLOR) {
            // no move of ours frees a way that the opponent's pieces block
            if !castling::path(king, rook).meets(theirs) {
                castling_rooks = castling_rooks.with(rook);
                let target = CastlingSide::of(king, rook).king_target(S::Other::COLOR);
                king_squares |= attacks::between(king, target).with(target);
            }
        }
        let mut state = KingState {
            king,
            theirs,
            occupied: all.without(king),
            pins: KingLines::default(),
            castling_rooks,
            king_squares,
            attacks: Union::default(),
            attacks_on_king_squares: Union::default(),
            diagonal_checks: backend.bishop(king, all - (backend.bishop(king, all) & all)),
            orthogonal_checks: backend.rook(king, all - (backend.rook(king, all) & all)),
            line_pieces: Bitboard::EMPTY,
        };
        let pieces = placement.knights_and_sliders(S::COLOR);
        for slider in pieces.orthogonal & attacks::orthogonals(king) {
            let pin = state.add_line(ours, slider);
            state.pins.orthogonal_pins |= pin;
        }
        for slider in pieces.diagonal & attacks::diagonals(king) {
            let pin = state.add_line(ours, slider);
            state.pins.diagonal_pins |= pin;
        }
        let pawns = placement.pieces(S::COLOR, PieceType::Pawn);
        let ahead = if S::COLOR == Color::White { pawns.north() } else { pawns.south() };
        state.attacks.add(ahead.east());
        state.attacks.add(ahead.west());
        state.attacks.add(attacks::king(position.king(S::COLOR)));
        for knight in pieces.knights {
            state.attacks.add(attacks::knight(knight));
        }
        for slider in pieces.diagonal {
            state.add_slider(ours, |occupied| backend.bishop(slider, occupied));
        }
        for slider in pieces.orthogonal {
            state.add_slider(ours, |occupied| backend.rook(slider, occupied));
        }
        state
    }

    /// Adds a slider of ours on a line with the king; returns the line if it is a pin.
    #[inline(always)]
    fn add_line(&mut self, ours: Bitboard, slider: Square) -> Bitboard {
        let between = attacks::between(self.king, slider);
        let (screens, blockers) = (between & ours, between & self.theirs);
        if screens.is_empty() && !blockers.more_than_one() {
            self.line_pieces = self.line_pieces.with(slider);
            return between.with(slider);
        }
        // if the only screen moves, the slider pins or gives check
        if !screens.more_than_one() && !blockers.more_than_one() {
            self.line_pieces |= screens;
        }
        Bitboard::EMPTY
    }

    /// Adds the attacks of a slider of ours, given as a function of the occupied squares.
    #[inline(always)]
    fn add_slider(&mut self, ours: Bitboard, attacks: impl Fn(Bitboard) -> Bitboard) {
        let attacked = attacks(self.occupied);
        self.attacks.add(attacked);
        self.attacks_on_king_squares.add(self.if_on_king_squares(attacked));
        let screens = attacked & ours;
        let uncovered = attacks(self.occupied - screens) - attacked;
        if uncovered.meets(self.king_squares | attacks::king(self.king)) {
            self.line_pieces |= screens;
        }
    }

    /// The attacks of a slider if it attacks `king_squares`, else none.
    #[inline(always)]
    fn if_on_king_squares(&self, attacks: Bitboard) -> Bitboard {
        if attacks.meets(self.king_squares) { attacks } else { Bitboard::EMPTY }
    }

    /// Of the targets of a piece other than a pawn, those that change checks, pins, and attacks on
    /// `king_squares` by its own attacks only; with the attacks of the other pieces.
    #[inline(always)]
    pub(super) fn simple_moves<B: Backend>(
        &self,
        backend: B,
        piece: PieceType,
        from: Square,
        targets: Bitboard,
    ) -> (Bitboard, Bitboard) {
        if self.line_pieces.has(from) {
            return (Bitboard::EMPTY, Bitboard::EMPTY);
        }
        let own = Attacks::new(backend, piece, from, self.occupied);
        let on_king_squares =
            self.if_on_king_squares(own.diagonal) | self.if_on_king_squares(own.orthogonal);
        let blocks = self.attacks_on_king_squares.except(on_king_squares) - self.theirs;
        let simple = targets - blocks - self.checks(piece) - self.pin_lines();
        (simple, self.attacks.except(own.all()))
    }

    /// The squares from which a piece may give check or pin. The square that it leaves does not
    /// matter: a slider that moves along a line to the king and is not line_pieces stays behind a piece.
    #[inline(always)]
    fn checks(&self, piece: PieceType) -> Bitboard {
        match piece {
            PieceType::Bishop => self.diagonal_checks,
            PieceType::Rook => self.orthogonal_checks,
            PieceType::Queen => self.diagonal_checks | self.orthogonal_checks,
            PieceType::Knight => attacks::knight(self.king),
            PieceType::Pawn | PieceType::King => Bitboard::EMPTY,
        }
    }

    #[inline(always)]
    fn pin_lines(&self) -> Bitboard {
        self.pins.orthogonal_pins | self.pins.diagonal_pins
    }

    /// The squares that are attacked after a move, given the attacks of the other pieces.
    #[inline(always)]
    pub(super) fn danger<B: Backend>(
        &self,
        backend: B,
        piece: PieceType,
        (from, to): (Square, Square),
        others: Bitboard,
    ) -> Bitboard {
        others | Attacks::new(backend, piece, to, self.occupied.without(from)).all()
    }

    /// Of the targets of pawns of `S`, each from `target - step`, those that change attacks on the
    /// king_squares by their own attacks only, and neither checks nor pins.
    #[inline(always)]
    pub(super) fn simple_pawn_moves<S: Side>(
        &self,
        position: &Position,
        targets: Bitboard,
        step: i8,
    ) -> Bitboard {
        let white = S::COLOR == Color::White;
        let ahead = |set: Bitboard| if white { set.north() } else { set.south() };
        let one = ahead(!self.line_pieces);
        let reached = match step.abs() {
            8 => one - self.attacks_on_king_squares.once,
            16 => {
                // a pawn that attacks the passed square may capture en passant
                let pawns = position.placement().pieces(S::Other::COLOR, PieceType::Pawn);
                ahead(one - attacks::pawns(S::Other::COLOR, pawns))
                    - self.attacks_on_king_squares.once
            }
            9 if white => one.east(),
            7 if !white => one.east(),
            _ => one.west(),
        };
        (targets & reached) - attacks::pawn(S::Other::COLOR, self.king) - self.pin_lines()
    }

    /// The squares that are attacked after a move of a pawn of `S`.
    #[inline(always)]
    pub(super) fn danger_after_pawn<S: Side>(&self, from: Square, to: Square) -> Bitboard {
        self.attacks.except(attacks::pawn(S::COLOR, from)) | attacks::pawn(S::COLOR, to)
    }
}
