//! Boards from arrays and records, and records of boards.

use numpy::PyArray1;

use super::any::AnyEncoding;
use super::class::Described;
use super::{Encoding, error};
use crate::position::Position;
use crate::python::arrays::{owned, readable};
use crate::python::board::{Board, BoardState};
use crate::python::prelude::*;
use crate::tensor::records::{self, Bullet, Packed, RecordKind, RecordLabel};
use crate::tensor::{self, Decoded, Missing};

/// Returns the label of a record.
fn label(score: i64, result: i64) -> PyResult<RecordLabel> {
    let wrong = ArgumentError::new_err::<String>;
    let of_score = |_| wrong(format!("score must be {} to {}, not {score}", i16::MIN, i16::MAX));
    let of_result =
        |_| wrong(format!("result must be 0 (lost), 1 (drawn) or 2 (won), not {result}"));
    Ok(RecordLabel {
        score: score.try_into().map_err(of_score)?,
        result: result.try_into().map_err(of_result)?,
    })
}

/// Returns the record of the position of a board.
fn record<'py>(
    board: &Bound<'py, Board>,
    kind: RecordKind,
    score: i64,
    result: i64,
) -> PyResult<Bound<'py, PyBytes>> {
    let record = kind.write(&board.position()?, label(score, result)?)?;
    Ok(PyBytes::new(board.py(), &record))
}

/// Returns the board of a decoded position; `on_missing` is the Python argument.
fn decoded_board<'py>(
    py: Python<'py>,
    encoding: &str,
    decoded: Decoded,
    on_missing: &str,
) -> PyResult<Bound<'py, Board>> {
    let choices = [("raise", true), ("default", false)];
    let raises = named("on_missing", on_missing, &choices)?;
    // clocks have defaults that do not affect the legal moves
    let is_required =
        |missing: &&Missing| !matches!(missing, Missing::HalfmoveClock | Missing::FullmoveNumber);
    let missing: Vec<&str> =
        decoded.missing.iter().filter(is_required).map(|missing| missing.name()).collect();
    if raises && !missing.is_empty() {
        return Err(error(format!(
            "{encoding} does not encode {}: pass on_missing=\"default\" for White to move, no castling rights \
             and no en-passant square",
            missing.join(", ")
        )));
    }
    let position = Position::try_from(decoded.setup.repaired());
    Board::of_position(
        py,
        position.map_err(|cause| error(format!("the decoded position is illegal: {cause}")))?,
    )
}

/// Returns the elements of an array as float32, row-major.
fn floats(array: &Bound<'_, PyAny>) -> PyResult<Vec<f32>> {
    let py = array.py();
    let array =
        numpy_api::module(py)?.call_method1("asarray", (array, numpy_api::dtype::<f32>(py)?))?;
    let flat = array.call_method0("ravel")?;
    owned(&readable(flat.cast::<PyArray1<f32>>()?)?)
}

/// Returns the bytes of a buffer.
fn bytes_of<'py>(buffer: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    let view = buffer.py().import("builtins")?.call_method1("memoryview", (buffer,))?;
    Ok(view.call_method0("tobytes")?.cast_into()?)
}

#[pymethods(crate = "crate::python::named_arguments")]
impl Encoding {
    /// Returns the board encoded by the planes, tokens or record of one position.
    ///
    /// Missing move numbers and clocks become 1 and 0. A castling right without its rook is decoded
    /// as that of the outermost rook. PettingZoo's planes contain half of the halfmove clock, so odd
    /// clocks are decoded as one less. The evaluation and result of a record are ignored. lc0's formats
    /// from 3 on, composed planes and features cannot be decoded.
    ///
    /// Args:
    ///     row: an array of the encoding's shape, as `Board.planes` and `Board.tokens` return, or the
    ///         bytes of a record in any buffer, such as a row of `Games.records`.
    ///     on_missing: `"raise"` if the encoding does not contain side to move, castling rights or
    ///         en-passant square, or `"default"`: White to move, no rights, no square.
    ///
    /// Raises:
    ///     EncodingError: the row is not that of a position, or does not contain all properties.
    ///
    /// Example:
    ///     >>> import enroque
    ///     >>> board, lc0 = enroque.Board(), enroque.Encoding("lc0")
    ///     >>> lc0.decode(board.planes(lc0)) == board
    ///     True
    #[pyo3(signature = (row, *, on_missing = "raise"))]
    fn decode<'py>(
        &self,
        py: Python<'py>,
        row: ArrayLike<'py>,
        on_missing: &str,
    ) -> PyResult<Bound<'py, Board>> {
        let decoded = match &self.0 {
            AnyEncoding::Planes(encoding) => tensor::decode_planes(encoding, &floats(&row.0)?)?,
            AnyEncoding::Tokens(encoding) => {
                // a number that is not a byte is an invalid token
                let byte = |number: i64| u8::try_from(number).unwrap_or(u8::MAX);
                let bytes: Vec<u8> = integers(&row.0, "tokens")?.into_iter().map(byte).collect();
                encoding.decode(&bytes)?
            }
            AnyEncoding::Records(kind) => kind.decode(bytes_of(&row.0)?.as_bytes())?,
            AnyEncoding::Features(_) => return Err(error("features cannot be decoded".to_owned())),
        };
        decoded_board(py, &Described::name(&self.0), decoded, on_missing)
    }
}

#[pymethods(crate = "crate::python::named_arguments")]
impl Board {
    /// Returns the position as a packed record of 32 bytes (viriformat, marlinformat).
    ///
    /// Args:
    ///     score: the evaluation in centipawns, from White's view.
    ///     result: 0 if Black won, 1 for a draw, 2 if White won.
    ///
    /// Raises:
    ///     EncodingError: the position does not fit, for example more than 32 pieces.
    #[pyo3(signature = (*, score = 0, result = 1))]
    fn packed_record<'py>(
        slf: &Bound<'py, Board>,
        score: i64,
        result: i64,
    ) -> PyResult<Bound<'py, PyBytes>> {
        record(slf, Packed.into(), score, result)
    }

    /// Returns the board of a packed record; score and result are ignored.
    ///
    /// Args:
    ///     record: 32 bytes of `packed_record` or a row of `Games.records("packed", ...)`, in any buffer.
    ///
    /// Raises:
    ///     EncodingError: the bytes are not a packed record.
    #[staticmethod]
    fn from_packed_record<'py>(
        py: Python<'py>,
        record: BufferArgument<'py>,
    ) -> PyResult<Bound<'py, Board>> {
        let (position, _) = records::unpack(bytes_of(&record.0)?.as_bytes())?;
        Board::of_position(py, position)
    }

    /// Returns the position as a record of bulletformat, 32 bytes.
    ///
    /// Args:
    ///     score: the evaluation in centipawns, from the side to move's view.
    ///     result: 0 if the side to move lost, 1 for a draw, 2 if it won.
    ///
    /// Raises:
    ///     EncodingError: the position does not fit, for example more than 32 pieces.
    #[pyo3(signature = (*, score = 0, result = 1))]
    fn bullet_record<'py>(
        slf: &Bound<'py, Board>,
        score: i64,
        result: i64,
    ) -> PyResult<Bound<'py, PyBytes>> {
        record(slf, Bullet.into(), score, result)
    }
}
