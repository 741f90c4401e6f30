//! Symmetries of boards, planes and policies.

use numpy::{PyArrayDyn, PyUntypedArray, PyUntypedArrayMethods};

use super::any::AnyEncoding;
use super::{Encoding, Policy, error};
use crate::columns::{Dtype, PLANES_DTYPES};
use crate::python::arguments::color_of;
use crate::python::arrays::{Bools, chosen_dtype, output, readable, with_dtype, zeros_and_ones};
use crate::python::board::{Board, BoardState};
use crate::python::calls::fill;
use crate::python::prelude::*;
use crate::rules::{EditableGame, Game};
use crate::tensor::{Element, PlaneEncoding, Symmetry};
use crate::types::Color;

/// Returns the symmetry of a name.
fn symmetry(name: &str) -> PyResult<Symmetry> {
    named("symmetry", name, &Symmetry::NAMES)
}

/// Converts the argument `turn`: a color for all positions, or an array of colors.
fn turns(turn: &Bound<'_, PyAny>, positions: usize) -> PyResult<Vec<Color>> {
    let array = numpy_api::module(turn.py())?.call_method1("asarray", (turn,))?;
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
    let turns: Vec<Color> = Bools::of(array)?.to_vec()?.into_iter().map(color_of).collect();
    Ok(if shape.is_empty() { turns.repeat(positions) } else { turns })
}

#[pymethods(crate = "crate::python::named_arguments")]
impl Policy {
    /// Returns the image of each policy index under a symmetry.
    ///
    /// For the symmetric position, a target is `permutation[target]`, and a mask is
    /// `symmetric[permutation] = mask` where `permutation` is not -1.
    ///
    /// Args:
    ///     symmetry: a symmetry of `Board.transformed`.
    ///     turn: the side to move, which quarter turns need for policies from White's view (`"uci"`,
    ///         `"from_to"` with `view="white"`).
    ///
    /// Returns:
    ///     `(size,)` int64.
    ///
    /// Raises:
    ///     ArgumentError: the symmetry is unknown.
    ///     EncodingError: `turn` is needed.
    #[pyo3(signature = (symmetry, *, turn = None))]
    fn permutation<'py>(
        &self,
        py: Python<'py>,
        symmetry: &str,
        turn: Option<ColorArgument>,
    ) -> PyResult<Array<'py, i64>> {
        let symmetry = self::symmetry(symmetry)?;
        let permutation = symmetry.permutation(&self.0, turn.map(|turn| turn.0))?;
        Ok(Array(numpy_api::from_vec(py, permutation)))
    }
}

#[pymethods(crate = "crate::python::named_arguments")]
impl Encoding {
    /// Returns the planes of the symmetric positions.
    ///
    /// The positions must have the symmetry, which is not checked. Under `"flip_colors"`,
    /// AlphaZero's count of plies is unchanged, and composed planes must show the same parts of
    /// both players. Under `"mirror_files"`, planes that show legal moves (`"tutorial14"`,
    /// `"mobility"`, `"legal_origins"`, `"legal_targets"`) are wrong where castling differs; see
    /// `Board.transformed`.
    ///
    /// Args:
    ///     planes: the planes of one position or of many.
    ///     symmetry: a symmetry of `Board.transformed`.
    ///     turn: the side to move, or an array of one for each position, which quarter turns need for
    ///         planes from White's view without side to move (`"tutorial14"`, `"pieces"` with
    ///         `view="white"`, composed planes without `"white_to_move"`).
    ///     threads: the number of threads; `None` for all cores.
    ///
    /// Returns:
    ///     An array of the same shape and dtype.
    ///
    /// Raises:
    ///     ArgumentError: the symmetry is unknown.
    ///     EncodingError: the encoding is not of planes, or `turn` is needed.
    ///     ArrayError: the planes do not have the encoding's shape.
    #[pyo3(signature = (planes, symmetry, *, turn = None, threads = None))]
    fn transform<'py>(
        &self,
        planes: ArrayLike<'py>,
        symmetry: &str,
        turn: Option<ArrayLike<'py>>,
        threads: Option<Threads>,
    ) -> PyResult<AnyArray<'py>> {
        let AnyEncoding::Planes(encoding) = &self.0 else {
            let reason = "only planes can be transformed";
            return Err(error(reason.to_owned()));
        };
        let symmetry = self::symmetry(symmetry)?;
        let py = planes.0.py();
        let array = numpy_api::module(py)?.call_method1("ascontiguousarray", (&planes.0,))?;
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
        let dtype = chosen_dtype(None, Some(&array), &PLANES_DTYPES)?;
        let array = if dtype == Dtype::Bool { zeros_and_ones(&array)? } else { array };
        with_dtype!(dtype, T => {
            let out = output::<T>(py, None, &shape)?;
            let given = readable(array.cast::<PyArrayDyn<T>>()?)?;
            let given = given.as_slice()?;
            fill(&out, threads, |out, run| {
                symmetry.planes(encoding, given, out, [T::ZERO, T::ONE], turn, run)
            })?;
            Ok(AnyArray(out.into_any()))
        })
    }
}

#[pymethods(crate = "crate::python::named_arguments")]
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
}
