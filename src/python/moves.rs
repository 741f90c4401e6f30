//! `Move`: origin, target and promotion, independent of a position.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use super::arguments::{self, PieceTypeArgument, SquareArgument, UciArgument, argument};
use super::errors::{InvalidMoveError, shortened};
use super::interned::Interned;
use crate::notation::uci::UciText;
use crate::types::{Move as CoreMove, PieceType, Square};

/// A move: origin, target and promotion. It has no position, so it may be illegal everywhere.
///
/// Moves are immutable, hashable, and sort by origin, target and promotion. The null move,
/// `Move.null()` or `0000`, passes the turn and is false.
///
/// Args:
///     from_square: the origin, 0 to 63.
///     to_square: the target, 0 to 63. For castling, the king's target or the rook's square.
///     promotion: the piece type that a pawn becomes, or `None`.
///     drop: the piece type that Crazyhouse puts on the target, or `None`. Such a move is legal
///         nowhere, since enroque plays no variants.
///
/// Raises:
///     OutOfRangeError: a square or piece type is out of range.
///
/// Example:
///     >>> enroque.Move.from_uci("e7e8q").promotion == enroque.QUEEN
///     True
#[pyclass(frozen, eq, ord, hash, module = "enroque")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Move {
    pub(super) from: Square,
    pub(super) to: Square,
    pub(super) promotion: Option<PieceType>,
    /// A piece that Crazyhouse drops: a value for programs that read such moves, never legal.
    pub(super) drop: Option<PieceType>,
}

/// The objects of a 16-bit move, next to each other, since a loop over moves uses both.
struct Objects {
    object: Interned<Move>,
    /// The move in UCI.
    name: Interned<PyString>,
}

/// The objects of all 16-bit moves.
static MOVES: [Objects; 5 << 12] =
    [const { Objects { object: Interned::new(), name: Interned::new() } }; 5 << 12];

impl Move {
    pub(super) const NULL: Move = Move::new_plain(Square::A1, Square::A1, None);

    /// A move that is not a drop.
    pub(super) const fn new_plain(from: Square, to: Square, promotion: Option<PieceType>) -> Move {
        Move { from, to, promotion, drop: None }
    }

    /// The interned Python object of a move of the core.
    #[inline(always)]
    pub(super) fn of(py: Python<'_>, m: CoreMove) -> PyResult<Bound<'_, Move>> {
        let make = || Bound::new(py, Move::from(m));
        match MOVES.get(m.bits() as usize) {
            Some(interned) => interned.object.get_or_make(py, make),
            None => make(),
        }
    }

    /// The Python object of a move, interned if the move has 16 bits in the core.
    pub(super) fn object(py: Python<'_>, m: Move) -> PyResult<Py<Move>> {
        match m.to_core() {
            Some(core) => Move::of(py, core).map(Bound::unbind),
            None => Py::new(py, m),
        }
    }

    /// The move in UCI, `0000` for the null move.
    pub(super) fn uci_text(&self) -> UciText {
        let mut text = UciText::new();
        if self.is_null() {
            text.push_str("0000");
            return text;
        }
        let push_square = |text: &mut UciText, square: Square| {
            text.push(square.file().letter());
            text.push(square.rank().digit());
        };
        match self.drop {
            Some(piece_type) => {
                text.push(piece_type.letter().to_ascii_uppercase());
                text.push('@');
            }
            None => push_square(&mut text, self.from),
        }
        push_square(&mut text, self.to);
        if let Some(piece_type) = self.promotion.filter(|_| self.drop.is_none()) {
            text.push(piece_type.letter());
        }
        text
    }

    /// The move in 16 bits; `None` for the null move and for moves that no position allows.
    pub(super) fn to_core(self) -> Option<CoreMove> {
        if self.drop.is_some() {
            return None;
        }
        match self.promotion {
            None => CoreMove::new(self.from, self.to),
            Some(piece_type) => CoreMove::promotion(self.from, self.to, piece_type),
        }
    }

    pub(super) fn is_null(&self) -> bool {
        *self == Move::NULL
    }
}

impl From<CoreMove> for Move {
    fn from(m: CoreMove) -> Move {
        Move::new_plain(m.from(), m.to(), m.promoted())
    }
}

#[cfg(feature = "fast-objects")]
super::direct::method!(Uci = Move.c"uci"(object) {
    Some(Ok(object.get().uci(object.py()).into_any()))
});

#[expect(clippy::wrong_self_convention, reason = "from_square and to_square are Python's names")]
#[pymethods]
impl Move {
    #[new]
    #[pyo3(signature = (from_square, to_square, promotion = None, drop = None))]
    fn new(
        py: Python<'_>,
        from_square: SquareArgument,
        to_square: SquareArgument,
        promotion: Option<PieceTypeArgument>,
        drop: Option<PieceTypeArgument>,
    ) -> PyResult<Py<Move>> {
        let [promotion, drop] = [promotion, drop].map(|piece| piece.map(|argument| argument.0));
        Move::object(py, Move { from: from_square.0, to: to_square.0, promotion, drop })
    }

    #[classattr]
    fn __match_args__() -> (&'static str, &'static str, &'static str, &'static str) {
        ("from_square", "to_square", "promotion", "drop")
    }

    /// The origin, 0 to 63.
    #[getter]
    fn from_square(&self) -> u8 {
        self.from as u8
    }

    /// The target, 0 to 63; for castling, the king's target or the rook's square.
    #[getter]
    fn to_square(&self) -> u8 {
        self.to as u8
    }

    /// The piece type that a pawn becomes, or `None`.
    #[getter]
    fn promotion(&self) -> Option<u8> {
        self.promotion.map(arguments::piece_type)
    }

    /// The piece type that Crazyhouse puts on the target, or `None`.
    #[getter]
    fn drop(&self) -> Option<u8> {
        self.drop.map(arguments::piece_type)
    }

    /// Returns the move in UCI: `e2e4`, `e7e8q`, `0000` for the null move, `P@e4` for a drop.
    pub(super) fn uci<'py>(&self, py: Python<'py>) -> Bound<'py, PyString> {
        let make = || PyString::new(py, &self.uci_text());
        match self.to_core().and_then(|m| MOVES.get(m.bits() as usize)) {
            Some(interned) => {
                interned.name.get_or_make(py, || Ok(make())).unwrap_or_else(|_| make())
            }
            None => make(),
        }
    }

    /// Returns the move for the XBoard protocol: as `uci`, with `@@@@` for the null move.
    fn xboard<'py>(&self, py: Python<'py>) -> Bound<'py, PyString> {
        if self.is_null() { PyString::new(py, "@@@@") } else { self.uci(py) }
    }

    /// Returns the move that a UCI text names, without a position.
    ///
    /// Args:
    ///     uci: text such as `e2e4`, `e7e8q`, `0000` for the null move, or `P@e4` for a drop of
    ///         Crazyhouse.
    ///
    /// Raises:
    ///     InvalidMoveError: the text is not UCI.
    #[staticmethod]
    fn from_uci(py: Python<'_>, uci: UciArgument<'_>) -> PyResult<Py<Move>> {
        Move::object(py, parse(uci.0)?)
    }

    /// Returns the null move, which passes the turn.
    #[staticmethod]
    fn null() -> Move {
        Move::NULL
    }

    fn __bool__(&self) -> bool {
        !self.is_null()
    }

    fn __str__<'py>(&self, py: Python<'py>) -> Bound<'py, PyString> {
        self.uci(py)
    }

    fn __repr__(&self) -> String {
        format!("Move.from_uci('{}')", self.uci_text())
    }

    fn __copy__(slf: Py<Move>) -> Py<Move> {
        slf
    }

    fn __deepcopy__(slf: Py<Move>, _memo: &Bound<'_, PyAny>) -> Py<Move> {
        slf
    }

    fn __getnewargs__(&self) -> (u8, u8, Option<u8>, Option<u8>) {
        (self.from_square(), self.to_square(), self.promotion(), self.drop())
    }
}

/// Reads a UCI text without a position.
pub(super) fn parse(uci: &str) -> PyResult<Move> {
    if uci == "0000" {
        return Ok(Move::NULL);
    }
    let invalid = |why: &str| {
        Err(InvalidMoveError::new_err(format!("invalid UCI move {:?}: {why}", shortened(uci))))
    };
    if let [letter, b'@', file, rank] = *uci.as_bytes() {
        let drop = PieceType::from_letter(letter as char);
        let square = Square::from_ascii(file, rank);
        return match (drop, square) {
            (Some(_), Some(square)) => Ok(Move { drop, ..Move::new_plain(square, square, None) }),
            _ => invalid("a drop must be a piece letter, @ and a square, such as P@e4"),
        };
    }
    let (squares, promotion) = match *uci.as_bytes() {
        [a, b, c, d] => ([a, b, c, d], None),
        [a, b, c, d, letter] => ([a, b, c, d], Some(letter)),
        _ => return invalid("it must have 4 or 5 characters, such as e2e4 or e7e8q"),
    };
    let from = Square::from_ascii(squares[0], squares[1]);
    let to = Square::from_ascii(squares[2], squares[3]);
    let (Some(from), Some(to)) = (from, to) else {
        return invalid("it must start with two squares, such as e2e4");
    };
    if from == to {
        return invalid("origin and target are the same square (the null move is 0000)");
    }
    let promotion = match promotion {
        None => None,
        Some(letter) if letter.is_ascii_lowercase() => PieceType::from_letter(letter as char),
        Some(_) => None,
    };
    if promotion.is_none() && uci.len() == 5 {
        return invalid("the fifth character must be the promotion: q, r, b or n");
    }
    Ok(Move::new_plain(from, to, promotion))
}

/// A move argument; its error explains how to convert text.
pub(super) struct MoveArgument(pub(super) Move);

argument!(MoveArgument, <Move as pyo3::PyTypeInfo>::TYPE_HINT, |object| {
    match object.cast::<Move>() {
        Ok(m) => Ok(MoveArgument(*m.get())),
        Err(_) => Err(PyTypeError::new_err(format!(
            "a move must be a Move, not {} (Move.from_uci and Board.parse_san read text)",
            object.get_type().qualname()?
        ))),
    }
});
