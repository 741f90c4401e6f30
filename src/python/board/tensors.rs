//! A [`Board`] as arrays.

use pyo3::prelude::*;

use super::Board;
use super::play::{find, illegal, shown_object};
use crate::notation::fen;
use crate::python::arguments::Number;
use crate::python::arrays::{self, Dtype, with_dtype};
use crate::python::errors::EncodingError;
use crate::python::hints::{AnyArray, AnyArrayArgument, DtypeArgument};
use crate::python::moves::{Move, MoveArgument};
use crate::python::tensor::{self as choice, PlanesChoice, with_encoding};
use crate::tensor::{self, History, PlaneEncoding, Policy};

/// The channels of an encoding that is known by value.
const fn channels<E: PlaneEncoding>(_: &E) -> usize {
    E::CHANNELS
}

#[pymethods]
impl Board {
    /// The position and its past as planes, `(channels, 8, 8)`.
    ///
    /// `"lc0"` is Leela Chess Zero's 112 planes; `format` is its input format, 1 unless said (2 tells
    /// Chess960's castling rooks), and `fill` says what stands before the first known position:
    /// `"no"`, `"fen_only"` (unless said) or `"always"`. `"pieces"` is 12 planes of the men alone,
    /// the mover's own first; `view="white"` shows White's side always.
    ///
    /// `dtype` is float32 (unless said), float16, uint8 or bool. `out` is an array to write into: it
    /// must be of just this shape and dtype, C-contiguous and writeable.
    #[pyo3(signature = (encoding, *, format = None, fill = None, view = None, dtype = None, out = None))]
    #[expect(clippy::too_many_arguments, reason = "they are Python's keywords")]
    fn planes<'py>(
        &self,
        py: Python<'py>,
        encoding: &str,
        format: Option<Number>,
        fill: Option<&str>,
        view: Option<&str>,
        dtype: Option<DtypeArgument<'py>>,
        out: Option<AnyArrayArgument<'py>>,
    ) -> PyResult<AnyArray<'py>> {
        let encoding = PlanesChoice::new(encoding, format, fill, view)?;
        let (dtype, out) = (dtype.map(|d| d.0), out.map(|out| out.0));
        let dtype = Dtype::chosen(dtype.as_ref(), out.as_ref(), Dtype::Float32)?;
        let game = self.lock().game.clone();
        with_encoding!(encoding, encoding => {
            // one position: encoded as float32 and converted, which keeps the extension small
            let mut values = vec![0.0f32; channels(&encoding) * 64];
            let history = History::of_game(&game, encoding.en_passant());
            tensor::planes(&encoding, &history, &mut values)?;
            let shape = [channels(&encoding), 8, 8];
            with_dtype!(dtype, T => {
                tensor::check_element::<_, T>(&encoding)?;
                let array = arrays::output::<T>(py, out.as_ref(), &shape)?;
                arrays::write(&array, &values)?;
                Ok(AnyArray(array.into_any()))
            })
        })
    }

    /// 1 at the index of each legal move in a policy, 0 elsewhere: `(size,)`, 1858 for `"lc0"`.
    ///
    /// `format` is lc0's input format, which turns the squares from 3 on. `dtype` is bool unless
    /// said; `out` as in `planes`.
    #[pyo3(signature = (policy, *, format = None, dtype = None, out = None))]
    fn legal_mask<'py>(
        &self,
        py: Python<'py>,
        policy: &str,
        format: Option<Number>,
        dtype: Option<DtypeArgument<'py>>,
        out: Option<AnyArrayArgument<'py>>,
    ) -> PyResult<AnyArray<'py>> {
        let policy = choice::policy(policy, format)?;
        let (dtype, out) = (dtype.map(|d| d.0), out.map(|out| out.0));
        let dtype = Dtype::chosen(dtype.as_ref(), out.as_ref(), Dtype::Bool)?;
        let mut mask = vec![0.0f32; size(&policy)];
        tensor::legal_mask(&policy, &self.position(), &mut mask)?;
        with_dtype!(dtype, T => {
            let array = arrays::output::<T>(py, out.as_ref(), &[mask.len()])?;
            arrays::write(&array, &mask)?;
            Ok(AnyArray(array.into_any()))
        })
    }

    /// The index of a legal move in a policy: in `"lc0"`, 322 for `e2e4`. `format` as in
    /// `legal_mask`.
    #[pyo3(signature = (policy, r#move, *, format = None))]
    fn policy_index(
        &self,
        policy: &str,
        r#move: MoveArgument,
        format: Option<Number>,
    ) -> PyResult<usize> {
        let policy = choice::policy(policy, format)?;
        let position = self.position();
        let m = find(&position, r#move.0).ok_or_else(|| illegal(&position, r#move.0))?;
        policy
            .index(&position, m)
            .ok_or_else(|| EncodingError::new_err(format!("the policy has no index for {m}")))
    }

    /// The legal move with an index in a policy; `EncodingError` if there is none. `format` as in
    /// `legal_mask`.
    #[pyo3(signature = (policy, index, *, format = None))]
    fn policy_move(
        &self,
        py: Python<'_>,
        policy: &str,
        index: Number,
        format: Option<Number>,
    ) -> PyResult<Py<Move>> {
        let policy = choice::policy(policy, format)?;
        let (position, dialect) = self.position_and_dialect();
        let found = usize::try_from(index.0).ok().and_then(|n| policy.legal_move(&position, n));
        let m = found.ok_or_else(|| {
            let fen = fen::write(&position);
            EncodingError::new_err(format!("no legal move has index {} in {fen}", index.0))
        })?;
        shown_object(py, &position, Some(m), dialect)
    }
}

fn size<P: Policy>(_: &P) -> usize {
    P::SIZE
}
