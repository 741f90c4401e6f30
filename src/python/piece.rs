//! `Piece`: a piece type and a color.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyInt};

use super::arguments::{self, ColorArgument, PieceTypeArgument, argument, instance};
use super::errors::{ArgumentError, shortened};
use crate::types::{Color, Piece as CorePiece};

/// A piece: a type and a color. Pieces are immutable and hashable.
///
/// Args:
///     piece_type: `PAWN` (1) to `KING` (6).
///     color: `WHITE` (True) or `BLACK` (False).
///
/// Raises:
///     OutOfRangeError: the piece type is out of range.
///
/// Example:
///     >>> enroque.Piece(enroque.KNIGHT, enroque.WHITE)
///     Piece.from_symbol('N')
#[pyclass(frozen, eq, module = "enroque")]
pub(super) struct Piece {
    value: CorePiece,
    // Objects instead of getters: the interpreter reads these fields without a call.
    /// The piece type, `PAWN` (1) to `KING` (6).
    #[pyo3(get)]
    piece_type: Py<PyInt>,
    /// The color, `WHITE` (True) or `BLACK` (False).
    #[pyo3(get)]
    color: Py<PyBool>,
}

impl PartialEq for Piece {
    fn eq(&self, other: &Piece) -> bool {
        self.value == other.value
    }
}

impl Eq for Piece {}

static PIECES: [PyOnceLock<Py<Piece>>; 12] = [const { PyOnceLock::new() }; 12];

impl Piece {
    /// The interned Python object of a piece.
    pub(super) fn interned(py: Python<'_>, piece: CorePiece) -> PyResult<Py<Piece>> {
        let index = piece.piece_type.index() * 2 + piece.color.index();
        let make = || {
            let piece_type = PyInt::new(py, arguments::piece_type(piece.piece_type)).unbind();
            let color = PyBool::new(py, arguments::color(piece.color)).to_owned().unbind();
            Py::new(py, Piece { value: piece, piece_type, color })
        };
        Ok(PIECES[index].get_or_try_init(py, make)?.clone_ref(py))
    }
}

#[pymethods(crate = "crate::python::named_arguments")]
impl Piece {
    #[new]
    fn new(
        py: Python<'_>,
        piece_type: PieceTypeArgument,
        color: ColorArgument,
    ) -> PyResult<Py<Piece>> {
        Piece::interned(py, CorePiece { color: color.0, piece_type: piece_type.0 })
    }

    #[classattr]
    fn __match_args__() -> (&'static str, &'static str) {
        ("piece_type", "color")
    }

    /// Returns the FEN letter: upper case for White, lower case for Black.
    fn symbol(&self) -> char {
        self.value.letter()
    }

    /// Returns the Unicode chess symbol.
    ///
    /// Args:
    ///     invert_color: return the symbol of the other color, for dark backgrounds.
    #[pyo3(signature = (*, invert_color = false))]
    fn unicode_symbol(&self, invert_color: bool) -> char {
        unicode_symbol(self.value, invert_color)
    }

    /// Returns the piece of a FEN letter.
    ///
    /// Args:
    ///     symbol: `P`, `N`, `B`, `R`, `Q` or `K`; lower case for Black.
    ///
    /// Raises:
    ///     ArgumentError: the text is not a FEN letter (a `ValueError`).
    #[staticmethod]
    fn from_symbol(py: Python<'_>, symbol: &str) -> PyResult<Py<Piece>> {
        let mut letters = symbol.chars();
        match (letters.next().and_then(CorePiece::from_letter), letters.next()) {
            (Some(piece), None) => Piece::interned(py, piece),
            _ => Err(ArgumentError::new_err(format!(
                "a piece symbol must be one of 'pnbrqkPNBRQK', not {:?}",
                shortened(symbol)
            ))),
        }
    }

    /// 0 to 11, as in python-chess: White's pieces in the order of piece types, then Black's.
    fn __hash__(&self) -> usize {
        self.value.color.index() * 6 + self.value.piece_type.index()
    }

    fn __str__(&self) -> char {
        self.symbol()
    }

    fn __repr__(&self) -> String {
        format!("Piece.from_symbol('{}')", self.symbol())
    }

    fn __getnewargs__(&self) -> (u8, bool) {
        (arguments::piece_type(self.value.piece_type), arguments::color(self.value.color))
    }
}

/// A piece argument; its error explains how to convert text.
pub(super) struct PieceArgument(pub(super) CorePiece);

argument!(PieceArgument, <Piece as pyo3::PyTypeInfo>::TYPE_HINT, |object| {
    let rule = "a piece must be an enroque.Piece";
    let piece = instance::<Piece>(&object, rule, "Piece.from_symbol reads letters")?;
    Ok(PieceArgument(piece.get().value))
});

/// The chess symbol of Unicode for a piece.
pub(super) fn unicode_symbol(piece: CorePiece, invert_color: bool) -> char {
    const SYMBOLS: [[char; 6]; 2] =
        [['♙', '♘', '♗', '♖', '♕', '♔'], ['♟', '♞', '♝', '♜', '♛', '♚']];
    let is_black = (piece.color == Color::Black) != invert_color;
    SYMBOLS[usize::from(is_black)][piece.piece_type.index()]
}
