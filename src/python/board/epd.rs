//! EPD of a [`Board`].

use pyo3::types::{PyBool, PyFloat, PyInt};

use super::current::{find, illegal, shown_object};
use super::setup::{castling_style, en_passant_style, is_chess960};
use super::{Board, BoardState};
use crate::notation::epd::{self, Operand, Operation};
use crate::notation::{fen, san};
use crate::position::Position;
use crate::python::errors::FenError;
use crate::python::moves::Move;
use crate::python::prelude::*;
use crate::rules::EditableGame;

/// Whether the operand of an opcode is a list of moves.
fn is_list(opcode: &str) -> bool {
    matches!(opcode, "pv" | "am" | "bm")
}

/// Converts an operand from Python; its moves are played from `position`.
fn operand(position: &Position, opcode: &str, value: &Bound<'_, PyAny>) -> PyResult<Operand> {
    let legal_move = |position: &Position, m: &Bound<'_, Move>| {
        let m = m.get().value();
        find(position, m).ok_or_else(|| illegal(position, m))
    };
    if value.is_none() {
        return Ok(Operand::None);
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(Operand::Text(text.extract()?));
    }
    if value.is_instance_of::<PyInt>() && !value.is_instance_of::<PyBool>() {
        let Ok(number) = value.extract() else {
            let message = format!("the operand of {opcode} must fit in 64 bits");
            return Err(ArgumentError::new_err(message));
        };
        return Ok(Operand::Integer(number));
    }
    if value.is_instance_of::<PyFloat>() {
        let number: f64 = value.extract()?;
        if !number.is_finite() {
            return Err(ArgumentError::new_err(format!(
                "the operand of {opcode} must be finite, not {number}"
            )));
        }
        return Ok(Operand::Real(number));
    }
    if let Ok(m) = value.cast::<Move>() {
        return Ok(Operand::Words(san::write(position, legal_move(position, m)?).to_string()));
    }
    let type_error = || {
        let rule = format!(
            "the operand of {opcode} must be None, a str, an int, a float, a Move or an iterable \
             of Moves"
        );
        wrong_type(&rule, value)
    };
    let mut current = *position;
    let mut names = Vec::new();
    for m in value.try_iter().map_err(|_| type_error())? {
        let m = m?;
        let m = legal_move(&current, m.cast::<Move>().map_err(|_| type_error())?)?;
        names.push(san::write(&current, m).to_string());
        if opcode == "pv" {
            current.play_unchecked(m); // a line of moves; the moves of other lists are alternatives
        }
    }
    if opcode != "pv" {
        names.sort();
    }
    Ok(if names.is_empty() { Operand::None } else { Operand::Words(names.join(" ")) })
}

/// The moves of an operand.
fn moves<'py>(
    py: Python<'py>,
    board: &Bound<'py, Board>,
    opcode: &str,
    text: &str,
) -> PyResult<Vec<Py<Move>>> {
    let (mut position, dialect) = board.position_and_dialect()?;
    let mut moves = Vec::new();
    for word in text.split_whitespace() {
        let m = san::read(&position, word)?;
        moves.push(shown_object(py, &position, Some(m), dialect)?);
        if opcode == "pv" {
            position.play_unchecked(m);
        }
    }
    Ok(moves)
}

/// Reads an EPD: a board and its operations.
fn read<'py>(
    py: Python<'py>,
    text: &str,
    chess960: Option<bool>,
) -> PyResult<(Bound<'py, Board>, Bound<'py, PyDict>)> {
    let (setup, operations) = epd::parse(text)?;
    let chess960 = is_chess960(&setup, chess960);
    let board = Board::object(py, EditableGame::from_setup(&setup, chess960))?;
    let result = PyDict::new(py);
    for Operation { opcode, operand } in operations {
        match operand {
            Operand::None if is_list(&opcode) => result.set_item(&opcode, PyList::empty(py))?,
            Operand::None => result.set_item(&opcode, py.None())?,
            Operand::Integer(number) => result.set_item(&opcode, number)?,
            Operand::Real(number) => result.set_item(&opcode, number)?,
            Operand::Text(text) => result.set_item(&opcode, text)?,
            Operand::Words(words) => {
                let moves = moves(py, &board, &opcode, &words)?;
                match &moves[..] {
                    [m] if !is_list(&opcode) => {
                        result.set_item(&opcode, m)?;
                    }
                    [_, ..] if is_list(&opcode) => {
                        result.set_item(&opcode, moves)?;
                    }
                    _ => {
                        let message = format!(
                            "the operand of {opcode} must be one move, not {:?}",
                            shortened(&words)
                        );
                        return Err(FenError::new_err((message,)));
                    }
                }
            }
        }
    }
    Ok((board, result))
}

#[pymethods(crate = "crate::python::named_arguments")]
impl Board {
    /// Returns the EPD of the position: four FEN fields and operations.
    ///
    /// Args:
    ///     shredder: write castling rights by the files of the rooks.
    ///     en_passant: the condition for writing the en-passant square, as in `fen`.
    ///     promoted: write `~` after promoted pieces; `None` is `False`.
    ///     **operations: an operand for each opcode: `None`, text, a number, a `Move`, or a list of
    ///         moves, which is a line for `pv` and alternatives for others, such as `bm`.
    ///
    /// Raises:
    ///     ArgumentError: an opcode or operand cannot be written in EPD.
    ///
    /// Example:
    ///     >>> enroque.Board().epd(bm=[enroque.Move.from_uci("e2e4")], id="first")
    ///     'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; id "first";'
    #[pyo3(signature = (*, shredder = false, en_passant = "legal", promoted = None, **operations: "object"))]
    fn epd(
        slf: &Bound<'_, Board>,
        shredder: bool,
        en_passant: &str,
        promoted: Option<bool>,
        operations: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<String> {
        let style = en_passant_style(en_passant)?;
        let fen = slf.lock().fen(castling_style(shredder), style).to_string();
        let fen = match promoted {
            Some(true) => fen::with_promoted(&fen, slf.lock().promoted()),
            _ => fen,
        };
        let fields: Vec<&str> = fen.split(' ').take(4).collect();
        let mut epd = fields.join(" ");
        let Some(operations) = operations.filter(|operations| !operations.is_empty()) else {
            return Ok(epd);
        };
        let position = slf.position()?;
        for (opcode, value) in operations {
            let opcode: String = opcode.extract()?;
            if !epd::is_opcode(&opcode) {
                let message = format!(
                    "an EPD opcode must start with a letter and have no spaces or semicolons, \
                     not {:?}",
                    shortened(&opcode)
                );
                return Err(ArgumentError::new_err(message));
            }
            let operand = operand(&position, &opcode, &value)?;
            epd::write(&Operation { opcode, operand }, &mut epd);
        }
        Ok(epd)
    }

    /// Sets up the position of an EPD and clears the move stack.
    ///
    /// Args:
    ///     epd: the EPD.
    ///
    /// Returns:
    ///     A dict from opcode to operand.
    ///
    /// Raises:
    ///     FenError: the text is not EPD; the board is unchanged.
    fn set_epd<'py>(slf: &Bound<'py, Board>, epd: &str) -> PyResult<Operations<'py>> {
        let chess960 = slf.lock().is_chess960();
        let (board, operations) = read(slf.py(), epd, Some(chess960))?;
        let state = board.lock().clone();
        *slf.lock() = state;
        Ok(Operations(operations))
    }

    /// Returns the board and the operations of an EPD.
    ///
    /// Args:
    ///     epd: the EPD.
    ///     chess960: as in `Board`.
    ///
    /// Returns:
    ///     The board, and a dict from opcode to operand.
    ///
    /// Raises:
    ///     FenError: the position is not valid EPD.
    #[classmethod]
    #[pyo3(signature = (epd, *, chess960 = false))]
    fn from_epd<'py>(
        cls: &Bound<'py, PyType>,
        epd: &str,
        chess960: Option<bool>,
    ) -> PyResult<(SameClass<'py>, Operations<'py>)> {
        let py = cls.py();
        let (read, operations) = read(py, epd, chess960)?;
        let state = read.lock().clone();
        let options = [("chess960", state.is_chess960())].into_py_dict(py)?;
        let board = cls.call((py.None(),), Some(&options))?;
        *board.cast::<Board>()?.lock() = state;
        Ok((SameClass(board), Operations(operations)))
    }
}
