//! `Board`: a position with its past, by python-chess's names.
//!
//! Setting up, copying and printing are here, moves in `play.rs`, questions in `questions.rs`,
//! those about winning in `laws.rs`, other
//! languages and styles in `notation.rs`, arrays in `tensors.rs`.

mod laws;
mod notation;
mod play;
mod questions;
mod tensors;

pub(super) use play::{find, shown};

use std::fmt::Write;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyType};

use super::arguments::{ColorArgument, Number};
use super::chess960::start_position;
use super::errors::{FenError, FileFormatError, shortened};
use super::hints::{Attributes, SameClass};
use super::piece::unicode_symbol;
use crate::movegen;
use crate::notation::fen::{self, CastlingStyle, EnPassantStyle, STARTING_FEN};
use crate::notation::uci::CastlingDialect;
use crate::position::Position;
use crate::rules::Game;
use crate::types::{Color, File, Move as CoreMove, Rank, Square};

/// What a board is. Whoever holds the lock never calls into Python, so no two threads can wait for
/// each other.
#[derive(Clone)]
pub(super) struct State {
    pub(super) game: Game,
    pub(super) chess960: bool,
}

impl State {
    pub(super) fn dialect(&self) -> CastlingDialect {
        if self.chess960 { CastlingDialect::Chess960 } else { CastlingDialect::Standard }
    }
}

/// A position with its past: moves are pushed and popped.
///
/// Board(fen=STARTING_FEN, *, chess960=False) sets up a position. `chess960=True` plays Chess960 and
/// writes castling as king takes rook; `None` does so if the FEN's castling rights are possible in
/// Chess960 only. A FEN from which nothing can be played raises `FenError`, and so do, without
/// `chess960`, rights that standard chess does not know.
#[pyclass(frozen, subclass, module = "enroque")]
pub(super) struct Board {
    /// Boxed, as a position is aligned to a cache line and Python's allocator is not.
    state: Box<Mutex<State>>,
}

impl Board {
    pub(super) fn from_state(state: State) -> Board {
        Board { state: Box::new(Mutex::new(state)) }
    }

    /// The state, for as short as possible. No code that runs under the lock panics halfway through
    /// a change, so a poisoned lock holds a whole state.
    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn position(&self) -> Position {
        *self.lock().game.position()
    }

    /// Puts a new game in place of the one that was there.
    fn start(&self, position: Position) {
        self.lock().game = Game::new(position);
    }
}

/// Reads a FEN and decides between standard chess and Chess960.
fn read(fen: &str, chess960: Option<bool>) -> PyResult<(Position, bool)> {
    static START: LazyLock<Position> = LazyLock::new(Position::standard);
    if fen == STARTING_FEN {
        return Ok((*START, chess960.unwrap_or(false))); // what most boards begin with
    }
    let position = fen::read(fen)?;
    let needs_chess960 = !position.has_standard_castling();
    if needs_chess960 && chess960 == Some(false) {
        return Err(needs_chess960_error("the castling rights of this FEN"));
    }
    Ok((position, chess960.unwrap_or(needs_chess960)))
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
    #[new]
    #[pyo3(signature = (fen = STARTING_FEN, *, chess960 = Some(false)))]
    fn new(fen: Option<&str>, chess960: Option<bool>) -> PyResult<Board> {
        // python-chess's Board(None) is an empty board: read as one, so the error says what it lacks
        let (position, chess960) = read(fen.unwrap_or("8/8/8/8/8/8/8/8"), chess960)?;
        Ok(Board::from_state(State { game: Game::new(position), chess960 }))
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
        cls.call((fen,), Some(&options)).map(SameClass)
    }

    /// Whether the board plays Chess960: castling is then written as king takes rook.
    #[getter]
    fn chess960(&self) -> bool {
        self.lock().chess960
    }

    #[setter]
    fn set_chess960(&self, chess960: bool) -> PyResult<()> {
        let mut state = self.lock();
        if !chess960 && !state.game.position().has_standard_castling() {
            drop(state);
            return Err(needs_chess960_error("the castling rights of this board"));
        }
        state.chess960 = chess960;
        Ok(())
    }

    /// The FEN of the position.
    ///
    /// Castling rights are written as in X-FEN, `KQkq` wherever that can say it, or with
    /// `shredder=True` by the rooks' files. `en_passant` says when the square is named: `"legal"`,
    /// when a capture there is legal; `"xfen"`, when a pawn stands ready; `"fen"`, after every double
    /// push. `promoted` is for Crazyhouse and changes nothing.
    #[pyo3(signature = (*, shredder = false, en_passant = "legal", promoted = None))]
    fn fen(&self, shredder: bool, en_passant: &str, promoted: Option<bool>) -> PyResult<String> {
        let _ = promoted;
        let style = en_passant_style(en_passant)?;
        Ok(fen::write_as(&self.position(), castling_style(shredder), style))
    }

    /// The FEN of the position with castling rights by the rooks' files, as `HAha`.
    #[pyo3(signature = (*, en_passant = "legal", promoted = None))]
    fn shredder_fen(&self, en_passant: &str, promoted: Option<bool>) -> PyResult<String> {
        self.fen(true, en_passant, promoted)
    }

    /// The first field of the FEN: where the men stand. `promoted` changes nothing.
    #[pyo3(signature = (*, promoted = Some(false)))]
    fn board_fen(&self, promoted: Option<bool>) -> String {
        let _ = promoted;
        let fen = fen::write(&self.position());
        fen.split(' ').next().unwrap_or_default().to_owned()
    }

    /// Sets up the position of a FEN and forgets the moves; on an error nothing changes.
    fn set_fen(&self, fen: &str) -> PyResult<()> {
        let (position, _) = read(fen, Some(self.lock().chess960))?;
        self.start(position);
        Ok(())
    }

    /// Sets up the Chess960 start position of a number from 0 to 959, and plays Chess960 from then
    /// on.
    fn set_chess960_pos(&self, scharnagl: Number) -> PyResult<()> {
        let position = start_position(scharnagl, scharnagl)?;
        *self.lock() = State { game: Game::new(position), chess960: true };
        Ok(())
    }

    /// Sets up the standard start position and forgets the moves.
    fn reset(&self) {
        self.start(Position::standard());
    }

    /// Forgets the moves that led here.
    fn clear_stack(&self) {
        let position = self.position();
        self.start(position);
    }

    /// A copy, with the moves that led here; `stack=False` leaves them out, a number keeps that
    /// many of the last.
    #[pyo3(signature = (*, stack = None))]
    fn copy<'py>(
        slf: &Bound<'py, Board>,
        stack: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<SameClass<'py>> {
        let mut state = slf.get().lock().clone();
        let keep = match stack {
            None => usize::MAX,
            Some(stack) if stack.is_exact_instance_of::<PyBool>() => {
                if stack.extract()? {
                    usize::MAX
                } else {
                    0
                }
            }
            Some(stack) => match stack.extract::<i64>() {
                Ok(plies) => usize::try_from(plies).map_err(|_| {
                    PyValueError::new_err(format!("stack is a number from 0, not {plies}"))
                })?,
                Err(_) => {
                    return Err(PyTypeError::new_err("stack is True, False or a number of plies"));
                }
            },
        };
        if keep < state.game.len() {
            state.game = last_moves(&state.game, keep);
        }
        derived(slf, state)
    }

    fn __copy__<'py>(slf: &Bound<'py, Board>) -> PyResult<SameClass<'py>> {
        derived(slf, slf.get().lock().clone())
    }

    fn __deepcopy__<'py>(
        slf: &Bound<'py, Board>,
        _memo: &Bound<'py, PyAny>,
    ) -> PyResult<SameClass<'py>> {
        Board::__copy__(slf)
    }

    /// The board before the first of the pushed moves.
    fn root<'py>(slf: &Bound<'py, Board>) -> PyResult<SameClass<'py>> {
        let mut state = slf.get().lock().clone();
        state.game = Game::new(*state.game.start());
        derived(slf, state)
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((String,), Attributes<'py>)> {
        let state = self.lock().clone();
        let start = state.game.start();
        let fen = fen::write_as(start, CastlingStyle::XFen, EnPassantStyle::Always);
        let options = PyDict::new(py);
        options.set_item("chess960", state.chess960)?;
        Ok(((fen,), Attributes(options)))
    }

    /// The moves in 16 bits each, 0 for the null move, and a subclass's own attributes.
    fn __getstate__<'py>(
        slf: &Bound<'py, Board>,
    ) -> PyResult<(Vec<u16>, Option<Bound<'py, PyAny>>)> {
        let moves = slf.get().lock().game.moves().to_vec();
        let bits = moves.into_iter().map(|m| m.map_or(0, CoreMove::bits)).collect();
        Ok((bits, slf.as_any().getattr_opt("__dict__")?))
    }

    fn __setstate__(
        slf: &Bound<'_, Board>,
        state: (Vec<u16>, Option<Bound<'_, PyAny>>),
    ) -> PyResult<()> {
        let (moves, attributes) = state;
        let mut game = Game::new(slf.get().position());
        for (ply, bits) in moves.into_iter().enumerate() {
            let position = *game.position();
            match CoreMove::from_bits(bits) {
                Some(m) if movegen::is_legal(&position, m) => game.push_unchecked(m),
                None if bits == 0 && !position.is_check() => game.push_null(),
                _ => {
                    return Err(FileFormatError::new_err(format!(
                        "a pickled Board has an illegal move, number {}",
                        ply + 1
                    )));
                }
            }
        }
        if let Some(attributes) = attributes {
            slf.as_any().getattr("__dict__")?.call_method1("update", (attributes,))?;
        }
        slf.get().lock().game = game;
        Ok(())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let Ok(other) = other.cast::<Board>() else { return Ok(py.NotImplemented()) };
        let (this, other) = (self.position(), other.get().position());
        let equal = this == other
            && this.halfmove_clock() == other.halfmove_clock()
            && this.fullmove_number() == other.fullmove_number();
        Ok(PyBool::new(py, equal).to_owned().into_any().unbind())
    }

    fn __repr__(slf: &Bound<'_, Board>) -> PyResult<String> {
        let fen = slf.get().fen(false, "legal", None)?;
        let chess960 = if slf.get().chess960() { ", chess960=True" } else { "" };
        Ok(format!("{}('{fen}'{chess960})", slf.get_type().qualname()?))
    }

    fn __str__(&self) -> String {
        drawn(&self.position(), Color::White, '.', |piece| piece.letter(), false)
    }

    /// The board in chess symbols. `orientation` is the side at the bottom; `invert_color` gives
    /// each man the other colour's symbol, for dark screens.
    #[pyo3(signature = (*, invert_color = false, borders = false, empty_square = "⭘", orientation = None))]
    fn unicode(
        &self,
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
        Ok(drawn(&self.position(), below, empty, symbol, borders))
    }
}

/// A board of the same class with another state. A subclass is made by its own constructor.
fn derived<'py>(slf: &Bound<'py, Board>, state: State) -> PyResult<SameClass<'py>> {
    let py = slf.py();
    if slf.is_exact_instance_of::<Board>() {
        return Ok(SameClass(Bound::new(py, Board::from_state(state))?.into_any()));
    }
    let copy = slf.get_type().call0()?;
    *copy.cast::<Board>()?.get().lock() = state;
    if let Some(attributes) = slf.as_any().getattr_opt("__dict__")? {
        copy.getattr("__dict__")?.call_method1("update", (attributes,))?;
    }
    Ok(SameClass(copy))
}

/// The game of the last moves alone.
fn last_moves(game: &Game, keep: usize) -> Game {
    let first = game.len() - keep;
    let Some(start) = game.position_at(first) else { return game.clone() };
    let mut shorter = Game::new(*start);
    for &m in &game.moves()[first..] {
        match m {
            Some(m) => shorter.push_unchecked(m),
            None => shorter.push_null(),
        }
    }
    shorter
}

/// The board in eight lines of letters or symbols, with lines between and names around on demand.
fn drawn(
    position: &Position,
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
            text.push(position.piece_at(square).map_or(empty, &symbol));
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
