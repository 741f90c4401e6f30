//! Creating, copying, comparing and printing a [`BaseBoard`].

use std::fmt::Write;

use pyo3::intern;
use pyo3::types::PyBool;

use super::state::{BaseBoard, Board, START, set_attributes, untrack};
use crate::chess960;
use crate::notation::fen;
use crate::position::{Placement, Setup};
use crate::python::arguments::FenArgument;
use crate::python::chess960::start_position;
use crate::python::errors::FenError;
use crate::python::piece::unicode_symbol;
use crate::python::prelude::*;
use crate::rules::EditableGame;
use crate::types::{Bitboard, Color, File, Rank, Square};

/// The result of `__getstate__`: the first field of a FEN and the attributes of a subclass.
type PickledState<'py> = (String, Option<Bound<'py, PyAny>>);

/// Parses the first field of a FEN; surrounding whitespace is ignored.
pub(super) fn board_field(text: &str) -> PyResult<Setup> {
    let text = text.trim();
    if text.contains(|c: char| c.is_whitespace() || c == '_') {
        let message =
            "the board part of a FEN must not contain spaces; Board and set_fen read a whole FEN";
        return Err(FenError::new_err((message,)));
    }
    Ok(fen::parse(text)?)
}

#[pymethods(crate = "crate::python::named_arguments")]
impl BaseBoard {
    // accepts any arguments, since `__init__` of a subclass may have others
    #[new]
    #[pyo3(
        signature = (*_arguments: "object", **_options: "object"),
        text_signature = "(board_fen='rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR')"
    )]
    fn new(_arguments: &Bound<'_, PyTuple>, _options: Option<&Bound<'_, PyDict>>) -> BaseBoard {
        BaseBoard::default()
    }

    #[pyo3(signature = (board_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"))]
    fn __init__(slf: &Bound<'_, BaseBoard>, board_fen: Option<FenArgument<'_>>) -> PyResult<()> {
        untrack(slf);
        let setup = board_fen.map_or(Ok(Setup::EMPTY), |field| board_field(field.0))?;
        let promoted = board_fen.map_or(Bitboard::EMPTY, |field| fen::promoted(field.0));
        let mut state = slf.get().lock(slf.py());
        *state = EditableGame::from_setup(&setup, false);
        state.set_promoted(promoted);
        Ok(())
    }

    /// Returns a board without pieces.
    #[classmethod]
    fn empty<'py>(cls: &Bound<'py, PyType>) -> PyResult<SameClass<'py>> {
        cls.call1((cls.py().None(),)).map(SameClass)
    }

    /// Returns a board with the pieces of a Chess960 start position.
    ///
    /// Args:
    ///     scharnagl: the number of the start position, 0 to 959; 518 is standard chess.
    ///
    /// Raises:
    ///     Chess960Error: the number is out of range.
    #[classmethod]
    fn from_chess960_pos<'py>(
        cls: &Bound<'py, PyType>,
        scharnagl: Number,
    ) -> PyResult<SameClass<'py>> {
        let setup = start_position(scharnagl, scharnagl)?.to_setup();
        cls.call1((fen::write_board(&setup).as_str(),)).map(SameClass)
    }

    /// Sets up the pieces of a Chess960 start position and clears the move stack.
    ///
    /// Args:
    ///     scharnagl: the number of the start position, 0 to 959; 518 is standard chess.
    ///
    /// Raises:
    ///     Chess960Error: the number is out of range.
    fn set_chess960_pos(&self, py: Python<'_>, scharnagl: Number) -> PyResult<()> {
        let start = *start_position(scharnagl, scharnagl)?.placement();
        self.lock(py).edit(true, |setup| setup.placement = start);
        Ok(())
    }

    /// Returns the number of the Chess960 start position on the board, 0 to 959, or `None`.
    fn chess960_pos(&self, py: Python<'_>) -> Option<u16> {
        start_number(self.lock(py).placement())
    }

    /// Returns the first field of the FEN, the piece placement.
    ///
    /// Args:
    ///     promoted: write `~` after promoted pieces; `None` is `False`.
    #[pyo3(signature = (*, promoted = false))]
    fn board_fen<'py>(&self, py: Python<'py>, promoted: Option<bool>) -> Bound<'py, PyString> {
        let state = self.lock(py);
        let field = fen::write_board(&state.setup());
        if promoted == Some(true) {
            return PyString::new(py, &fen::with_promoted(&field, state.promoted()));
        }
        drop(state);
        PyString::new(py, &field)
    }

    /// Returns a copy.
    fn copy<'py>(slf: &Bound<'py, BaseBoard>) -> PyResult<SameClass<'py>> {
        BaseBoard::__copy__(slf)
    }

    fn __copy__<'py>(slf: &Bound<'py, BaseBoard>) -> PyResult<SameClass<'py>> {
        derived(slf, |state, copy| copy.become_last_plies(state, usize::MAX))
    }

    fn __deepcopy__<'py>(
        slf: &Bound<'py, BaseBoard>,
        _memo: &Bound<'py, PyAny>,
    ) -> PyResult<SameClass<'py>> {
        BaseBoard::__copy__(slf)
    }

    // `Any` in the stub, since the state of a Board has another type
    fn __getstate__<'py>(slf: &Bound<'py, BaseBoard>) -> PyResult<Bound<'py, PyAny>> {
        let field = BaseBoard::board_fen(slf.get(), slf.py(), Some(true)).to_string();
        let state: PickledState<'py> = (field, slf.as_any().getattr_opt("__dict__")?);
        Ok(state.into_pyobject(slf.py())?.into_any())
    }

    fn __setstate__(slf: &Bound<'_, BaseBoard>, state: &Bound<'_, PyAny>) -> PyResult<()> {
        let (field, attributes): PickledState<'_> = state.extract()?;
        let mut restored = EditableGame::from_setup(&board_field(&field)?, false);
        restored.set_promoted(fen::promoted(&field));
        set_attributes(slf, attributes)?;
        *slf.get().lock(slf.py()) = restored;
        Ok(())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> Py<PyAny> {
        let py = other.py();
        let Ok(other) = other.cast::<BaseBoard>() else { return py.NotImplemented() };
        // a board equals itself even if another thread changes it between the two reads
        let equal =
            std::ptr::eq(self, other.get()) || self.placement(py) == other.get().placement(py);
        PyBool::new(py, equal).to_owned().into_any().unbind()
    }

    fn __repr__(slf: &Bound<'_, BaseBoard>) -> PyResult<String> {
        let fen = fen::write_board(&slf.get().lock(slf.py()).setup());
        Ok(format!("{}('{fen}')", slf.get_type().qualname()?))
    }

    fn __str__(&self, py: Python<'_>) -> String {
        board_text(&self.placement(py), Color::White, '.', |piece| piece.letter(), false)
    }

    /// Returns the board as text with Unicode chess symbols.
    ///
    /// Args:
    ///     invert_color: swap the symbols of the colors, for dark backgrounds.
    ///     borders: draw borders with coordinates.
    ///     empty_square: the character of an empty square.
    ///     orientation: the color at the bottom; `None` for White.
    ///
    /// Raises:
    ///     ArgumentError: `empty_square` is not one character.
    // Python requires ASCII in signatures of compiled functions
    #[pyo3(
        signature = (*, invert_color = false, borders = false, empty_square = "⭘", orientation = None),
        text_signature = r"($self, *, invert_color=False, borders=False, empty_square='\u2b58', orientation=None)"
    )]
    fn unicode(
        &self,
        py: Python<'_>,
        invert_color: bool,
        borders: bool,
        empty_square: &str,
        orientation: Option<ColorArgument>,
    ) -> PyResult<String> {
        let mut symbols = empty_square.chars();
        let (Some(empty), None) = (symbols.next(), symbols.next()) else {
            return Err(ArgumentError::new_err(format!(
                "empty_square must be one character, not {:?}",
                shortened(empty_square)
            )));
        };
        let below = orientation.map_or(Color::White, |color| color.0);
        let symbol = |piece| unicode_symbol(piece, invert_color);
        Ok(board_text(&self.placement(py), below, empty, symbol, borders))
    }
}

/// The number of the Chess960 start position on the board, if it is the same for both players.
pub(super) fn start_number(placement: &Placement) -> Option<u16> {
    let (white, black) = chess960::placement_numbers(placement)?;
    (white == black).then_some(white)
}

/// A board of the same class, with the attributes of a subclass. The constructor of a subclass is
/// not called, since it may require arguments. `write` sets the new board's state from this
/// board's.
#[inline(always)]
pub(super) fn derived<'py>(
    slf: &Bound<'py, BaseBoard>,
    write: impl FnOnce(&EditableGame, &mut EditableGame),
) -> PyResult<SameClass<'py>> {
    let py = slf.py();
    // a placeholder: writing the state in place is faster than moving it there
    let start = EditableGame::new(START.clone(), false);
    let copy = if slf.is_exact_instance_of::<Board>() {
        Board::object(py, start)?.into_super()
    } else if slf.is_exact_instance_of::<BaseBoard>() {
        Bound::new(py, BaseBoard::from_state(start)).inspect(untrack)?
    } else {
        let copy = new_of_subclass(slf)?;
        // one lock at a time: `__new__` of a subclass may return this same board
        let mut state = EditableGame::default();
        write(&slf.get().lock(py), &mut state);
        *copy.get().lock(py) = state;
        return Ok(SameClass(copy.into_any()));
    };
    write(&slf.get().lock(py), &mut copy.get().lock(py));
    Ok(SameClass(copy.into_any()))
}

#[cold]
fn new_of_subclass<'py>(slf: &Bound<'py, BaseBoard>) -> PyResult<Bound<'py, BaseBoard>> {
    let class = slf.get_type();
    let copy = class.call_method1(intern!(slf.py(), "__new__"), (&class,))?;
    set_attributes(&copy, slf.as_any().getattr_opt("__dict__")?)?;
    Ok(copy.cast_into::<BaseBoard>()?)
}

/// The board as eight lines of text, optionally with borders and coordinates.
fn board_text(
    placement: &Placement,
    below: Color,
    empty: char,
    symbol: impl Fn(crate::types::Piece) -> char,
    borders: bool,
) -> String {
    let line = "  -----------------";
    let mut text = String::with_capacity(512);
    let order = |n: usize| if below == Color::White { n } else { 7 - n };
    for row in 0..8 {
        let rank = Rank::ALL[7 - order(row)];
        if borders {
            let _ = write!(text, "{line}\n{} |", rank.digit());
        } else if row > 0 {
            text.push('\n');
        }
        for column in 0..8 {
            let square = Square::new(File::ALL[order(column)], rank);
            if !borders && column > 0 {
                text.push(' ');
            }
            text.push(placement.piece_at(square).map_or(empty, &symbol));
            if borders {
                text.push('|');
            }
        }
        if borders {
            text.push('\n');
        }
    }
    if borders {
        let files = if below == Color::White { "a b c d e f g h" } else { "h g f e d c b a" };
        let _ = write!(text, "{line}\n   {files}");
    }
    text
}
