//! Decoding of arrays and records to boards, and symmetries of boards, planes and policies.

use numpy::{PyArray1, PyArrayDyn, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::arguments::ColorArgument;
use super::arrays::{Bools, Dtype, borrowed, named, output, readable, with_dtype, zeros_and_ones};
use super::board::{Board, BoardState};
use super::encodings::{EncodingArgument, PolicyArgument, RecordsArgument, TokensArgument};
use super::errors::{ArrayError, EncodingError};
use super::hints::{AnyArray, Array, ArrayLike, BufferArgument};
use crate::position::Position;
use crate::rules::{EditableGame, Game};
use crate::tensor::records::{self, Bullet, Label, Packed, RecordKind};
use crate::tensor::{self, Decoded, Element, Missing, PlaneEncoding, Symmetry};
use crate::types::Color;

fn error(message: String) -> PyErr {
    EncodingError::new_err(message)
}

/// Returns the label of a record.
fn label(score: i64, result: i64) -> PyResult<Label> {
    let of_score = |_| error(format!("score must be {} to {}, not {score}", i16::MIN, i16::MAX));
    let of_result =
        |_| error(format!("result must be 0 (lost), 1 (drawn) or 2 (won), not {result}"));
    Ok(Label {
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

/// Returns a board without history, in Chess960 mode if its castling rights need it.
fn board_of(py: Python<'_>, position: Position) -> PyResult<Bound<'_, Board>> {
    let chess960 = !position.has_standard_castling();
    Board::object(py, EditableGame::new(Game::new(position), chess960))
}

/// Returns the board of a decoded position; `on_missing` is the Python argument.
fn decoded_board<'py>(
    py: Python<'py>,
    encoding: &str,
    decoded: Decoded,
    on_missing: &str,
) -> PyResult<Bound<'py, Board>> {
    let choices = [("raise", true), ("default", false)];
    let raises = named("on_missing", on_missing, &choices, error)?;
    // clocks have defaults that do not affect the legal moves
    let is_required =
        |missing: &&Missing| !matches!(missing, Missing::HalfmoveClock | Missing::FullmoveNumber);
    let missing: Vec<String> =
        decoded.missing.iter().filter(is_required).map(Missing::to_string).collect();
    if raises && !missing.is_empty() {
        return Err(error(format!(
            "{encoding} does not encode {}: pass on_missing=\"default\" for White to move, no castling rights \
             and no en-passant square",
            missing.join(", ")
        )));
    }
    let position = Position::try_from(decoded.setup.repaired());
    board_of(
        py,
        position.map_err(|cause| error(format!("the decoded position is illegal: {cause}")))?,
    )
}

/// Returns the elements of an array as float32, row-major.
fn floats(array: &Bound<'_, PyAny>) -> PyResult<Vec<f32>> {
    let py = array.py();
    let array = py.import("numpy")?.call_method1("asarray", (array, numpy::dtype::<f32>(py)))?;
    let flat = array.call_method0("ravel")?;
    Ok(readable(flat.cast::<PyArray1<f32>>()?)?.as_array().to_vec())
}

/// Returns the board that the planes of one position show.
///
/// Missing move numbers and clocks become 1 and 0. A castling right without its rook is decoded as
/// that of the outermost rook. PettingZoo's planes contain half of the halfmove clock, so odd
/// clocks are decoded as one less. lc0's formats from 3 on and composed planes cannot be decoded.
///
/// Args:
///     encoding: a name or an `Encoding`.
///     planes: an array of the encoding's shape, as `Board.planes` returns.
///     on_missing: `"raise"` if the encoding does not contain side to move, castling rights or
///         en-passant square, or `"default"`: White to move, no rights, no square.
///
/// Raises:
///     EncodingError: the planes are not those of a position, or do not contain all properties.
///
/// Example:
///     >>> import enroque
///     >>> board = enroque.Board()
///     >>> enroque.decode_planes("lc0", board.planes("lc0")) == board
///     True
#[pyfunction]
#[pyo3(signature = (encoding, planes, *, on_missing = "raise"))]
pub(super) fn decode_planes<'py>(
    py: Python<'py>,
    encoding: EncodingArgument<'py>,
    planes: ArrayLike<'py>,
    on_missing: &str,
) -> PyResult<Bound<'py, Board>> {
    let encoding = encoding.get()?;
    let decoded = tensor::decode_planes(&encoding, &floats(&planes.0)?)?;
    decoded_board(py, encoding.name(), decoded, on_missing)
}

/// Returns the board that the tokens of one position show.
///
/// Args:
///     encoding: a name or a `TokenEncoding`.
///     tokens: an array of tokens, as `Board.tokens` returns.
///     on_missing: `"raise"` or `"default"`, as in `decode_planes`.
///
/// Raises:
///     EncodingError: the tokens are not those of a position, or do not contain all properties.
#[pyfunction]
#[pyo3(signature = (encoding, tokens, *, on_missing = "raise"))]
pub(super) fn decode_tokens<'py>(
    py: Python<'py>,
    encoding: TokensArgument<'py>,
    tokens: ArrayLike<'py>,
    on_missing: &str,
) -> PyResult<Bound<'py, Board>> {
    let encoding = encoding.get()?;
    let numbers = super::arrays::integers(&tokens.0, "tokens")?;
    // a number that is not a byte is an invalid token
    let bytes: Vec<u8> = numbers.into_iter().map(|n| u8::try_from(n).unwrap_or(u8::MAX)).collect();
    let decoded = encoding.decode(&bytes)?;
    decoded_board(py, encoding.name(), decoded, on_missing)
}

/// Returns the bytes of a buffer.
fn bytes_of<'py>(py: Python<'py>, buffer: BufferArgument<'py>) -> PyResult<Bound<'py, PyBytes>> {
    let view = py.import("builtins")?.call_method1("memoryview", (buffer.0,))?;
    Ok(view.call_method0("tobytes")?.cast_into()?)
}

/// Returns the board that a binary record shows; evaluation and result are ignored.
///
/// Args:
///     encoding: a name or a `RecordEncoding`. `"packed"` contains whole positions, `"bullet"`
///         pieces only.
///     record: the bytes of a record in any buffer, such as a row of `Games.records`.
///     on_missing: `"raise"` or `"default"`, as in `decode_planes`.
///
/// Raises:
///     EncodingError: the bytes are not a record, or do not contain all properties.
#[pyfunction]
#[pyo3(signature = (encoding, record, *, on_missing = "raise"))]
pub(super) fn decode_record<'py>(
    py: Python<'py>,
    encoding: RecordsArgument<'py>,
    record: BufferArgument<'py>,
    on_missing: &str,
) -> PyResult<Bound<'py, Board>> {
    let kind = encoding.get()?;
    let decoded = kind.decode(bytes_of(py, record)?.as_bytes())?;
    decoded_board(py, kind.name(), decoded, on_missing)
}

/// Returns the symmetry of a name.
fn symmetry(name: &str) -> PyResult<Symmetry> {
    named("symmetry", name, &Symmetry::ALL.map(|symmetry| (symmetry.name(), symmetry)), error)
}

/// Converts the argument `turn`: a color for all positions, or an array of colors.
fn turns(turn: &Bound<'_, PyAny>, positions: usize) -> PyResult<Vec<Color>> {
    let array = turn.py().import("numpy")?.call_method1("asarray", (turn,))?;
    let invalid = |found: String| {
        ArrayError::new_err(format!(
            "turn must be a bool or an array of {positions} bools, not {found}"
        ))
    };
    let Ok(array) = array.cast::<PyArrayDyn<bool>>() else {
        return Err(invalid(array.getattr("dtype")?.to_string()));
    };
    let shape = array.shape();
    if !shape.is_empty() && shape != [positions] {
        return Err(invalid(format!("an array of shape {shape:?}")));
    }
    let color = |is_white: bool| if is_white { Color::White } else { Color::Black };
    let turns: Vec<Color> = Bools::of(array)?.to_vec().into_iter().map(color).collect();
    Ok(if shape.is_empty() { turns.repeat(positions) } else { turns })
}

/// Returns the index that each policy index becomes under a symmetry.
///
/// For the symmetric position, a target is `permutation[target]`, and a mask is
/// `symmetric[permutation] = mask` where `permutation` is not -1.
///
/// Args:
///     policy: a name or a `PolicyEncoding`.
///     symmetry: a symmetry of `Board.transformed`.
///     turn: the side to move, which quarter turns need for policies from White's view (`"uci"`,
///         `"from_to"` with `view="white"`).
///
/// Returns:
///     `(size,)` int64.
///
/// Raises:
///     EncodingError: the policy or the symmetry is unknown, or `turn` is needed.
#[pyfunction]
#[pyo3(signature = (policy, symmetry, *, turn = None))]
pub(super) fn policy_permutation<'py>(
    py: Python<'py>,
    policy: PolicyArgument<'py>,
    symmetry: &str,
    turn: Option<ColorArgument>,
) -> PyResult<Array<'py, PyArray1<i64>>> {
    let (symmetry, policy) = (self::symmetry(symmetry)?, policy.get()?);
    let permutation = symmetry.permutation(&policy, turn.map(|turn| turn.0))?;
    Ok(Array(PyArray1::from_vec(py, permutation)))
}

/// Returns the planes of the symmetric positions.
///
/// It is not checked that the positions have the symmetry. Under `"flip_colors"`, AlphaZero's count
/// of plies is unchanged, and composed planes must show the same parts of both players. Under
/// `"mirror_files"`, planes that show legal moves (`"tutorial14"`, `"mobility"`, `"legal_origins"`,
/// `"legal_targets"`) are wrong where castling differs; see `Board.transformed`.
///
/// Args:
///     encoding: a name or an `Encoding`.
///     planes: the planes of one position or of many.
///     symmetry: a symmetry of `Board.transformed`.
///     turn: the side to move, or an array of one for each position, which quarter turns need for
///         planes from White's view without side to move (`"tutorial14"`, `"pieces"` with
///         `view="white"`, composed planes without `"white_to_move"`).
///
/// Returns:
///     An array of the same shape and dtype.
///
/// Raises:
///     EncodingError: the encoding or the symmetry is unknown, or `turn` is needed.
///     ArrayError: the planes do not have the encoding's shape.
#[pyfunction]
#[pyo3(signature = (encoding, planes, symmetry, *, turn = None))]
pub(super) fn transform_planes<'py>(
    encoding: EncodingArgument<'py>,
    planes: ArrayLike<'py>,
    symmetry: &str,
    turn: Option<ArrayLike<'py>>,
) -> PyResult<AnyArray<'py>> {
    let (encoding, symmetry) = (encoding.get()?, self::symmetry(symmetry)?);
    let py = planes.0.py();
    let array = py.import("numpy")?.call_method1("ascontiguousarray", (&planes.0,))?;
    let untyped = array.cast::<PyUntypedArray>()?;
    let shape = untyped.shape().to_vec();
    let own = encoding.shape();
    if !shape.ends_with(&own) || shape.len() > own.len() + 1 {
        return Err(ArrayError::new_err(format!(
            "planes of {} must have the shape {own:?}, or one more axis before it, not {shape:?}",
            encoding.name()
        )));
    }
    let positions = if shape.len() == own.len() { 1 } else { shape[0] };
    let turns = turn.map(|turn| turns(&turn.0, positions)).transpose()?;
    let turn = |n: usize| turns.as_ref()?.get(n).copied();
    let dtype = Dtype::chosen(None, Some(&array), Dtype::Float32)?;
    let array = if dtype == Dtype::Bool { zeros_and_ones(&array)? } else { array };
    with_dtype!(dtype, T => {
        let out = output::<T>(py, None, &shape)?;
        {
            let given = readable(array.cast::<PyArrayDyn<T>>()?)?;
            let (given, mut guard) = (given.as_slice()?, borrowed(&out)?);
            let out = guard.as_slice_mut()?;
            symmetry.planes(&encoding, given, out, [T::ZERO, T::ONE], turn)?;
        }
        Ok(AnyArray(out.into_any()))
    })
}

#[pymethods]
impl Board {
    /// Returns the symmetric position, without history.
    ///
    /// Every position has `"flip_colors"`. Positions without castling rights, and all positions of
    /// Chess960, have `"mirror_files"`. Positions without pawns and castling rights also have
    /// `"mirror_ranks"`, `"rotate_180"`, `"rotate_90"`, `"rotate_270"`, `"transpose"` (along a1-h8)
    /// and `"anti_transpose"` (along a8-h1), from the view of the side to move.
    ///
    /// Castling rights are mirrored with their rooks, but castling itself is not symmetric: king
    /// and rook move to the c- and d-file or to the g- and f-file. All other moves are mirrored.
    ///
    /// Args:
    ///     symmetry: the name of the symmetry.
    ///
    /// Raises:
    ///     EncodingError: the position does not have the symmetry.
    fn transformed<'py>(slf: &Bound<'py, Board>, symmetry: &str) -> PyResult<Bound<'py, Board>> {
        let chess960 = slf.lock().is_chess960();
        let position = self::symmetry(symmetry)?.position(&slf.position()?, chess960)?;
        Board::object(slf.py(), EditableGame::new(Game::new(position), chess960))
    }

    /// Returns the names of the symmetries of the position; see `transformed`.
    fn symmetries(slf: &Bound<'_, Board>) -> PyResult<Vec<&'static str>> {
        let (position, chess960) = (slf.position()?, slf.lock().is_chess960());
        let has = |symmetry: &Symmetry| symmetry.position(&position, chess960).is_ok();
        Ok(Symmetry::ALL.into_iter().filter(has).map(Symmetry::name).collect())
    }

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
        let (position, _) = records::unpack(bytes_of(py, record)?.as_bytes())?;
        board_of(py, position)
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
