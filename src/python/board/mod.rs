//! `Board`: a position with its past, by python-chess's names.
//!
//! Setting up, copying and printing are here; what stands where in `men.rs`, editing in `edit.rs`,
//! moves in `play.rs` and `generators.rs`, questions that the Laws answer in `questions.rs` and
//! `laws.rs`, other languages and styles in `notation.rs`, EPD in `epd.rs`, pickling in `pickle.rs`,
//! arrays in `tensors.rs`.

mod edit;
mod epd;
mod generators;
mod laws;
mod men;
mod notation;
mod pickle;
mod play;
mod questions;
mod tensors;

pub(super) use play::{find, shown};

use std::fmt::Write;
use std::sync::LazyLock;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString, PyType};

use super::arguments::{ColorArgument, Number};
use super::attached::{Attached, Lent};
use super::chess960::start_position;
use super::errors::{FenError, shortened};
use super::hints::{ChessBoard, PythonChessBoard, SameClass};
use super::piece::unicode_symbol;
use crate::notation::fen::{self, CastlingStyle, EnPassantStyle, STARTING_FEN};
use crate::notation::uci::CastlingDialect;
use crate::position::{Placement, Position, Setup};
use crate::rules::{EditableGame, Game};
use crate::types::{Color, File, Rank, Square};

/// How a board writes castling.
pub(super) fn dialect(state: &EditableGame) -> CastlingDialect {
    if state.is_chess960() { CastlingDialect::Chess960 } else { CastlingDialect::Standard }
}

/// A position with its past: moves are pushed and popped.
///
/// Board(fen=STARTING_FEN, *, chess960=False) sets up a position; `None` for a FEN, an empty board.
/// `chess960=True` plays Chess960 and writes castling as king takes rook; `None` does so if the FEN's
/// castling rights are possible in Chess960 only. Without `chess960`, such rights raise `FenError`,
/// as does a text that is no FEN.
///
/// A board may be set up, or edited, so that nothing can be played from it. It answers what stands
/// where; what needs legal moves raises `IllegalPositionError`, and `status()` says what is wrong.
#[pyclass(frozen, subclass, module = "enroque")]
pub(super) struct Board {
    state: Attached<EditableGame>,
}

impl Board {
    pub(super) fn from_state(state: EditableGame) -> Board {
        Board { state: Attached::new(state) }
    }

    /// The state, for as short as possible; see [`Attached`].
    #[inline(always)]
    pub(super) fn lock<'a>(&'a self, py: Python<'a>) -> Lent<'a, EditableGame> {
        self.state.lock(py)
    }

    /// The position, or an `IllegalPositionError` if nothing can be played from it.
    pub(super) fn position(&self, py: Python<'_>) -> PyResult<Position> {
        Ok(*self.lock(py).game()?.position())
    }

    /// Puts a new game in place of the one that was there.
    fn start(&self, py: Python<'_>, position: Position, chess960: bool) {
        *self.lock(py) = EditableGame::new(Game::new(position), chess960);
    }
}

/// Reads a FEN and decides between standard chess and Chess960.
fn read(fen: &str, chess960: Option<bool>) -> PyResult<EditableGame> {
    static START: LazyLock<Game> = LazyLock::new(Game::default);
    if fen == STARTING_FEN {
        // what most boards begin with
        return Ok(EditableGame::new(START.clone(), chess960.unwrap_or(false)));
    }
    set_up(fen::parse(fen)?, chess960)
}

/// Decides between standard chess and Chess960 by the castling rights.
fn set_up(setup: Setup, chess960: Option<bool>) -> PyResult<EditableGame> {
    let needs_chess960 = setup.possible_castling() != setup.possible_standard_castling();
    if needs_chess960 && chess960 == Some(false) {
        return Err(needs_chess960_error("the castling rights of this FEN"));
    }
    Ok(EditableGame::from_setup(setup, chess960.unwrap_or(needs_chess960)))
}

fn needs_chess960_error(what: &str) -> PyErr {
    FenError::new_err((format!(
        "{what} are possible in Chess960 only: pass chess960=True, or chess960=None to go by the FEN"
    ),))
}

/// The word of python-chess for when a FEN names the en-passant square.
fn en_passant_style(en_passant: &str) -> PyResult<EnPassantStyle> {
    match en_passant {
        "legal" => Ok(EnPassantStyle::Legal),
        "xfen" => Ok(EnPassantStyle::PseudoLegal),
        "fen" => Ok(EnPassantStyle::Always),
        _ => Err(PyValueError::new_err(format!(
            "en_passant is 'legal', 'xfen' or 'fen', not {:?}",
            shortened(en_passant)
        ))),
    }
}

fn castling_style(shredder: bool) -> CastlingStyle {
    if shredder { CastlingStyle::Shredder } else { CastlingStyle::XFen }
}

#[pymethods]
impl Board {
    /// The names of standard chess in PGN's tag `Variant`.
    #[classattr]
    fn aliases() -> Vec<&'static str> {
        vec!["Standard", "Chess", "Classical", "Normal", "Illegal", "From Position"]
    }

    /// The name of standard chess for UCI engines.
    #[classattr]
    #[pyo3(name = "uci_variant")]
    const UCI_VARIANT: &'static str = "chess";

    /// The name of standard chess for XBoard engines.
    #[classattr]
    #[pyo3(name = "xboard_variant")]
    const XBOARD_VARIANT: &'static str = "normal";

    /// The FEN of the standard start position.
    #[classattr]
    #[pyo3(name = "starting_fen")]
    const STARTING_FEN: &'static str = STARTING_FEN;

    #[new]
    #[pyo3(signature = (fen = STARTING_FEN, *, chess960 = Some(false)))]
    fn new(fen: Option<&str>, chess960: Option<bool>) -> PyResult<Board> {
        match fen {
            Some(fen) => read(fen, chess960),
            None => Ok(EditableGame::from_setup(Setup::EMPTY, chess960.unwrap_or(false))),
        }
        .map(Board::from_state)
    }

    /// The start position of Chess960 with a number from 0 to 959; 518 is the standard one.
    #[classmethod]
    fn from_chess960_pos<'py>(
        cls: &Bound<'py, PyType>,
        scharnagl: Number,
    ) -> PyResult<SameClass<'py>> {
        let fen = fen::write(&start_position(scharnagl, scharnagl)?);
        let options = PyDict::new(cls.py());
        options.set_item("chess960", true)?;
        cls.call((fen.as_str(),), Some(&options)).map(SameClass)
    }

    /// A random start position of Chess960; with `double`, each player has an own one. The same `seed`
    /// gives the same position on every platform.
    #[classmethod]
    #[pyo3(signature = (seed = None, *, double = false))]
    fn random960<'py>(
        cls: &Bound<'py, PyType>,
        seed: Option<Bound<'py, PyAny>>,
        double: bool,
    ) -> PyResult<SameClass<'py>> {
        let py = cls.py();
        let options = PyDict::new(py);
        options.set_item("seed", seed)?;
        let name = if double { "double_random" } else { "random" };
        let chess960 = py.import("enroque.chess960")?;
        let fen = chess960.getattr(name)?.call((), Some(&options))?.call_method0("fen")?;
        let options = PyDict::new(py);
        options.set_item("chess960", true)?;
        cls.call((fen,), Some(&options)).map(SameClass)
    }

    /// The same position with its past as a board of python-chess, which has to be installed.
    fn to_chess<'py>(slf: &Bound<'py, Board>) -> PyResult<PythonChessBoard<'py>> {
        let glue = slf.py().import("enroque.python_chess")?;
        glue.getattr("to_chess")?.call1((slf,)).map(PythonChessBoard)
    }

    /// The position and past of a board of python-chess.
    #[classmethod]
    fn from_chess<'py>(
        cls: &Bound<'py, PyType>,
        board: ChessBoard<'py>,
    ) -> PyResult<SameClass<'py>> {
        let glue = cls.py().import("enroque.python_chess")?;
        glue.getattr("from_chess")?.call1((cls, board.0)).map(SameClass)
    }

    /// Whether the board plays Chess960: castling is then written as king takes rook.
    #[getter]
    fn chess960(&self, py: Python<'_>) -> bool {
        self.lock(py).is_chess960()
    }

    #[setter]
    fn set_chess960(&self, py: Python<'_>, chess960: bool) -> PyResult<()> {
        let mut state = self.lock(py);
        let setup = state.clean_setup();
        if !chess960 && setup.castling != setup.possible_standard_castling() {
            return Err(needs_chess960_error("the castling rights of this board"));
        }
        state.set_chess960(chess960);
        Ok(())
    }

    /// The FEN of the position.
    ///
    /// Castling rights are written as in X-FEN, `KQkq` wherever that can say it, or with
    /// `shredder=True` by the rooks' files. `en_passant` says when the square is named: `"legal"`,
    /// when a capture there is legal; `"xfen"`, when a pawn stands ready; `"fen"`, after every double
    /// push. `promoted` is for Crazyhouse and changes nothing.
    #[pyo3(signature = (*, shredder = false, en_passant = "legal", promoted = None))]
    fn fen<'py>(
        &self,
        py: Python<'py>,
        shredder: bool,
        en_passant: &str,
        promoted: Option<bool>,
    ) -> PyResult<Bound<'py, PyString>> {
        let _ = promoted;
        let style = en_passant_style(en_passant)?;
        let fen = self.lock(py).fen(castling_style(shredder), style);
        Ok(PyString::new(py, &fen))
    }

    /// The FEN of the position with castling rights by the rooks' files, as `HAha`.
    #[pyo3(signature = (*, en_passant = "legal", promoted = None))]
    fn shredder_fen<'py>(
        &self,
        py: Python<'py>,
        en_passant: &str,
        promoted: Option<bool>,
    ) -> PyResult<Bound<'py, PyString>> {
        self.fen(py, true, en_passant, promoted)
    }

    /// The first field of the FEN: where the men stand. `promoted` changes nothing.
    #[pyo3(signature = (*, promoted = Some(false)))]
    fn board_fen<'py>(&self, py: Python<'py>, promoted: Option<bool>) -> Bound<'py, PyString> {
        let _ = promoted;
        let setup = self.lock(py).setup();
        PyString::new(py, &fen::write_board(&setup))
    }

    /// The castling field of the FEN, as X-FEN has it: `KQkq` wherever that can say it.
    fn castling_xfen<'py>(&self, py: Python<'py>) -> Bound<'py, PyString> {
        let setup = self.lock(py).clean_setup();
        PyString::new(py, &fen::write_castling(&setup, CastlingStyle::XFen))
    }

    /// The castling field of the FEN by the rooks' files: `HAha`.
    fn castling_shredder_fen<'py>(&self, py: Python<'py>) -> Bound<'py, PyString> {
        let setup = self.lock(py).clean_setup();
        PyString::new(py, &fen::write_castling(&setup, CastlingStyle::Shredder))
    }

    /// Sets up the position of a FEN and forgets the moves; on an error nothing changes.
    fn set_fen(&self, py: Python<'_>, fen: &str) -> PyResult<()> {
        let chess960 = self.lock(py).is_chess960();
        let state = read(fen, Some(chess960))?;
        *self.lock(py) = state;
        Ok(())
    }

    /// Sets up the Chess960 start position of a number from 0 to 959, and plays Chess960 from then
    /// on.
    fn set_chess960_pos(&self, py: Python<'_>, scharnagl: Number) -> PyResult<()> {
        let position = start_position(scharnagl, scharnagl)?;
        self.start(py, position, true);
        Ok(())
    }

    /// Sets up the standard start position and forgets the moves.
    fn reset(&self, py: Python<'_>) {
        let chess960 = self.lock(py).is_chess960();
        self.start(py, Position::standard(), chess960);
    }

    /// Forgets the moves that led here.
    fn clear_stack(&self, py: Python<'_>) {
        self.lock(py).forget_past();
    }

    /// A copy, with the moves that led here; `stack=False` leaves them out, a number keeps that
    /// many of the last.
    #[pyo3(signature = (*, stack = None))]
    fn copy<'py>(
        slf: &Bound<'py, Board>,
        stack: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<SameClass<'py>> {
        let keep = stack.map_or(Ok(usize::MAX), plies_to_keep)?;
        let state = slf.get().lock(slf.py());
        let copy =
            if keep < state.past().len() { state.with_last_plies(keep) } else { state.clone() };
        drop(state);
        derived(slf, copy)
    }

    fn __copy__<'py>(slf: &Bound<'py, Board>) -> PyResult<SameClass<'py>> {
        let state = slf.get().lock(slf.py()).clone();
        derived(slf, state)
    }

    fn __deepcopy__<'py>(
        slf: &Bound<'py, Board>,
        _memo: &Bound<'py, PyAny>,
    ) -> PyResult<SameClass<'py>> {
        Board::__copy__(slf)
    }

    /// The board before the first of the pushed moves.
    fn root<'py>(slf: &Bound<'py, Board>) -> PyResult<SameClass<'py>> {
        let state = slf.get().lock(slf.py());
        let root = if state.past().is_empty() {
            state.clone()
        } else {
            EditableGame::new(Game::new(*state.past().start()), state.is_chess960())
        };
        drop(state);
        derived(slf, root)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let Ok(other) = other.cast::<Board>() else { return Ok(py.NotImplemented()) };
        let equal = match (self.position(py), other.get().position(py)) {
            (Ok(this), Ok(other)) => {
                this == other
                    && this.halfmove_clock() == other.halfmove_clock()
                    && this.fullmove_number() == other.fullmove_number()
            }
            (Err(_), Err(_)) => {
                // one lock at a time: they may be the same board
                let this = self.lock(py).clean_setup();
                this == other.get().lock(py).clean_setup()
            }
            _ => false,
        };
        Ok(PyBool::new(py, equal).to_owned().into_any().unbind())
    }

    fn __repr__(slf: &Bound<'_, Board>) -> PyResult<String> {
        let py = slf.py();
        let fen = slf.get().lock(py).fen(CastlingStyle::XFen, EnPassantStyle::Legal);
        let chess960 = if slf.get().chess960(py) { ", chess960=True" } else { "" };
        Ok(format!("{}('{fen}'{chess960})", slf.get_type().qualname()?))
    }

    fn __str__(&self, py: Python<'_>) -> String {
        drawn(&self.placement(py), Color::White, '.', |piece| piece.letter(), false)
    }

    /// The board in chess symbols. `orientation` is the side at the bottom; `invert_color` gives
    /// each man the other colour's symbol, for dark screens.
    #[pyo3(signature = (*, invert_color = false, borders = false, empty_square = "⭘", orientation = None))]
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
            return Err(PyValueError::new_err("empty_square is one character"));
        };
        let below = orientation.map_or(Color::White, |color| color.0);
        let symbol = |piece| unicode_symbol(piece, invert_color);
        Ok(drawn(&self.placement(py), below, empty, symbol, borders))
    }
}

/// How many of the last plies an argument `stack` keeps.
fn plies_to_keep(stack: &Bound<'_, PyAny>) -> PyResult<usize> {
    if let Ok(all) = stack.cast_exact::<PyBool>() {
        return Ok(if all.is_true() { usize::MAX } else { 0 });
    }
    let Ok(plies) = stack.extract::<i64>() else {
        return Err(PyTypeError::new_err("stack is True, False or a number of plies"));
    };
    usize::try_from(plies)
        .map_err(|_| PyValueError::new_err(format!("stack is a number from 0, not {plies}")))
}

/// A board of the same class with another state. A subclass is made by its own constructor.
fn derived<'py>(slf: &Bound<'py, Board>, state: EditableGame) -> PyResult<SameClass<'py>> {
    let py = slf.py();
    if slf.is_exact_instance_of::<Board>() {
        return Ok(SameClass(Bound::new(py, Board::from_state(state))?.into_any()));
    }
    let copy = slf.get_type().call0()?;
    *copy.cast::<Board>()?.get().lock(copy.py()) = state;
    if let Some(attributes) = slf.as_any().getattr_opt("__dict__")? {
        copy.getattr("__dict__")?.call_method1("update", (attributes,))?;
    }
    Ok(SameClass(copy))
}

/// The board in eight lines of letters or symbols, with lines between and names around on demand.
fn drawn(
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
