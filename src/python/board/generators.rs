//! Generators of legal and pseudo-legal moves of a [`Board`].

use super::current::{CurrentPosition, find_pseudo_legal, to_python_move_in};
use super::{Board, BoardState, dialect};
use crate::movegen;
use crate::notation::uci::CastlingDialect;
use crate::position::Setup;
use crate::python::any_move::AnyMove;
use crate::python::legal_moves::PseudoLegalMoveGenerator;
use crate::python::moves::{Move, MoveArgument};
use crate::python::prelude::*;
use crate::python::python_chess;
use crate::types::{Bitboard, Move as CoreMove, PieceType};

/// Which moves to generate.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    All,
    Captures,
    EnPassant,
    Castling,
}

impl Kind {
    fn includes(self, setup: &Setup, m: CoreMove, from_mask: Bitboard, to_mask: Bitboard) -> bool {
        from_mask.has(m.from()) && to_mask.has(m.to()) && self.has(setup, m)
    }

    fn has(self, setup: &Setup, m: CoreMove) -> bool {
        let placement = &setup.placement;
        let own = placement.by_color(setup.turn);
        let is_en_passant = || {
            setup.ep_square == Some(m.to())
                && placement.by_type(PieceType::Pawn).has(m.from())
                && m.from().file() != m.to().file()
        };
        match self {
            Kind::All => true,
            Kind::Captures => placement.by_color(!setup.turn).has(m.to()) || is_en_passant(),
            Kind::EnPassant => is_en_passant(),
            Kind::Castling => own.has(m.to()),
        }
    }
}

impl Board {
    fn legal<'py>(
        slf: &Bound<'py, Board>,
        kind: Kind,
        from_mask: Bitboard,
        to_mask: Bitboard,
    ) -> PyResult<MoveIterator<'py>> {
        let (current, dialect) = CurrentPosition::of_board(slf);
        let setup = current.setup();
        let included = |&m: &CoreMove| kind.includes(&setup, m, from_mask, to_mask);
        let mut moves: Vec<CoreMove> = match &current {
            CurrentPosition::Legal(position) => {
                movegen::legal_moves(position).into_iter().filter(included).collect()
            }
            CurrentPosition::Illegal(setup) => {
                movegen::legal_moves_of_setup(setup).into_iter().filter(included).collect()
            }
        };
        python_chess::sort_legal(&setup, &mut moves);
        listed(slf.py(), &setup, dialect, moves)
    }

    fn pseudo_legal<'py>(
        slf: &Bound<'py, Board>,
        kind: Kind,
        from_mask: Bitboard,
        to_mask: Bitboard,
    ) -> PyResult<MoveIterator<'py>> {
        let (setup, dialect) = Board::clean_setup_and_dialect(slf);
        let mut moves = movegen::pseudo_legal_moves(&setup);
        moves.retain(|&m| kind.includes(&setup, m, from_mask, to_mask));
        python_chess::sort_pseudo_legal(&setup, &mut moves);
        listed(slf.py(), &setup, dialect, moves)
    }

    pub(in crate::python) fn all_pseudo_legal<'py>(
        slf: &Bound<'py, Board>,
    ) -> PyResult<MoveIterator<'py>> {
        Board::pseudo_legal(slf, Kind::All, Bitboard::FULL, Bitboard::FULL)
    }

    pub(in crate::python) fn clean_setup_and_dialect(
        slf: &Bound<'_, Board>,
    ) -> (Setup, CastlingDialect) {
        let state = slf.lock();
        (state.clean_setup(), dialect(state.is_chess960()))
    }

    /// The pseudo-legal move of a Python move, with castling in either dialect.
    pub(in crate::python) fn find_pseudo_legal(
        slf: &Bound<'_, Board>,
        m: AnyMove,
    ) -> Option<CoreMove> {
        find_pseudo_legal(&slf.lock().clean_setup(), m)
    }
}

fn listed<'py>(
    py: Python<'py>,
    setup: &Setup,
    dialect: CastlingDialect,
    moves: Vec<CoreMove>,
) -> PyResult<MoveIterator<'py>> {
    let list = PyList::empty(py);
    for m in moves {
        list.append(Move::object(py, to_python_move_in(setup, m, dialect))?)?;
    }
    MoveIterator::of(&list)
}

/// Defines the methods that generate moves, of the signature `(from_mask, to_mask)`.
macro_rules! generators {
    ($(
        $name:ident: $moves:literal, $origins:literal, $targets:literal => $list:ident($kind:ident);
    )*) => {$(
        #[pymethods(crate = "crate::python::named_arguments")]
        impl Board {
            #[doc = concat!("Generates the ", $moves, ".")]
            ///
            /// Args:
            #[doc = concat!("    from_mask: a bitboard of ", $origins, "; by default all squares.")]
            #[doc = concat!("    to_mask: a bitboard of ", $targets, "; by default all squares.")]
            #[pyo3(signature = (from_mask = 0xffffffffffffffff, to_mask = 0xffffffffffffffff))]
            fn $name<'py>(
                slf: &Bound<'py, Board>,
                from_mask: BitboardArgument,
                to_mask: BitboardArgument,
            ) -> PyResult<MoveIterator<'py>> {
                Board::$list(slf, Kind::$kind, from_mask.0, to_mask.0)
            }
        }
    )*};
}

generators! {
    generate_legal_moves: "legal moves", "origins", "targets" => legal(All);
    generate_legal_captures: "legal captures, en passant included", "origins", "targets"
        => legal(Captures);
    generate_legal_ep: "legal en-passant captures", "origins", "targets" => legal(EnPassant);
    generate_castling_moves: "legal castling moves", "the kings' squares", "the rooks' squares"
        => pseudo_legal(Castling);
    generate_pseudo_legal_moves: "pseudo-legal moves", "origins", "targets" => pseudo_legal(All);
    generate_pseudo_legal_captures: "pseudo-legal captures, en passant included", "origins",
        "targets" => pseudo_legal(Captures);
    generate_pseudo_legal_ep: "pseudo-legal en-passant captures", "origins", "targets"
        => pseudo_legal(EnPassant);
}

#[pymethods(crate = "crate::python::named_arguments")]
impl Board {
    /// The pseudo-legal moves of the current position; illegal positions have them too.
    #[getter]
    fn pseudo_legal_moves(slf: Py<Board>) -> PseudoLegalMoveGenerator {
        PseudoLegalMoveGenerator { board: slf }
    }

    /// Returns whether a move is pseudo-legal, with castling in either notation.
    ///
    /// Args:
    ///     move: the move.
    fn is_pseudo_legal(slf: &Bound<'_, Board>, r#move: MoveArgument) -> bool {
        Board::find_pseudo_legal(slf, r#move.0).is_some()
    }

    /// Returns whether a move would leave or put its own king in check.
    ///
    /// Args:
    ///     move: a pseudo-legal move or the null move.
    ///
    /// Returns:
    ///     Always `False` for a side without a king.
    fn is_into_check(slf: &Bound<'_, Board>, r#move: MoveArgument) -> bool {
        let setup = slf.lock().setup();
        if setup.placement.pieces(setup.turn, PieceType::King).is_empty() {
            return false;
        }
        if r#move.0.is_null() {
            return Board::is_check(slf);
        }
        CurrentPosition::of_board(slf).0.find(r#move.0).is_none()
    }
}
