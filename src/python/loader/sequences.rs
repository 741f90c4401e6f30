//! Tokens of whole games: the columns of `enroque.sequences.SequenceLoader`, and arrays of all games.

use std::sync::Arc;

use super::super::arrays::new_array;
use super::super::columns::Column;
use super::super::games::Games;
use crate::columns::{self as core, Array, Pack, SequencePart, SequenceRow};
use crate::loader::Sequences;
use crate::memory::OutOfMemory;
use crate::pool::Interrupted;
use crate::python::prelude::*;
use crate::tensor::TokenSpec;

/// The largest number of tokens of a row.
const MAX_BLOCK: usize = 1 << 20;

fn spec_of(spec: &str) -> PyResult<Arc<TokenSpec>> {
    TokenSpec::from_json(spec).map(Arc::new).map_err(ArgumentError::new_err)
}

fn check_block(block: usize) -> PyResult<()> {
    match (1..=MAX_BLOCK).contains(&block) {
        true => Ok(()),
        false => {
            let message = format!("block must be 1 to {MAX_BLOCK}, not {block}");
            Err(ArgumentError::new_err(message))
        }
    }
}

/// Raises `ArgumentError` if a JSON text is not a spec of tokens.
///
/// Args:
///     spec: the JSON of an `enroque.sequences.TokenSpec`.
#[pyfunction(crate = "crate::python::named_arguments")]
pub(in crate::python) fn check_token_spec(spec: &str) -> PyResult<()> {
    spec_of(spec).map(drop)
}

/// Returns the columns of a `Loader` of rows of tokens, by name.
///
/// Args:
///     spec: the JSON of an `enroque.sequences.TokenSpec`.
///     block: the number of tokens of a row.
///     pack: how games fill rows.
///     dropout: the probability to leave out control tokens.
#[pyfunction(crate = "crate::python::named_arguments")]
pub(in crate::python) fn sequence_columns<'py>(
    py: Python<'py>,
    spec: &str,
    block: usize,
    pack: &str,
    dropout: f64,
) -> PyResult<Attributes<'py>> {
    let (spec, pack) = (spec_of(spec)?, named("pack", pack, &Pack::NAMES)?);
    check_block(block)?;
    if !(0.0..=1.0).contains(&dropout) {
        let message = format!("dropout must be 0 to 1, not {dropout}");
        return Err(ArgumentError::new_err(message));
    }
    let dict = PyDict::new(py);
    for part in SequencePart::ALL {
        let row = SequenceRow { part, spec: spec.clone(), block, pack, dropout };
        dict.set_item(part.name(), Column::from(core::Column::Sequence(row)))?;
    }
    Ok(Attributes(dict))
}

/// Returns the arrays of the tokens of games: of one dimension, and the `offsets` of the games; or with a
/// length, a row for each game.
///
/// Args:
///     games: the games.
///     spec: the JSON of an `enroque.sequences.TokenSpec`.
///     length: the length of the rows.
///     threads: the number of threads; `None` for all cores.
#[pyfunction(crate = "crate::python::named_arguments")]
pub(in crate::python) fn game_tokens<'py>(
    py: Python<'py>,
    games: &Bound<'py, Games>,
    spec: &str,
    length: Option<usize>,
    threads: Option<Threads>,
) -> PyResult<Attributes<'py>> {
    let spec = spec_of(spec)?;
    length.map_or(Ok(()), check_block)?;
    let games = games.get().core();
    let indices: Vec<usize> = (0..games.len()).collect();
    detach(py, || indices.iter().try_for_each(|&game| Sequences::check_start(&games, game)))?;
    let all = interruptible::<_, Interrupted>(py, threads, |run| {
        Sequences::of_games(&games, &indices, &spec, |_, _| false, run)
    })?;
    let rows = match length {
        Some(length) => all.games(length),
        None => std::iter::once(0..all.offsets().last().map_or(0, |&end| end)).collect(),
    };
    let width = length.unwrap_or_else(|| rows.iter().map(ExactSizeIterator::len).sum());
    let dict = PyDict::new(py);
    for part in SequencePart::ALL {
        let size = width.checked_mul(rows.len()).ok_or(OutOfMemory)?;
        let mut array = Array::new(part.dtype(), size)?;
        let mut rest = array.elements_mut();
        for row in &rows {
            let (out, later) = rest.split_at(width);
            all.write(part, spec.pad(), row.clone(), out);
            rest = later;
        }
        dict.set_item(part.name(), new_array(py, &array)?)?;
    }
    dict.set_item("offsets", all.offsets().to_vec())?;
    Ok(Attributes(dict))
}
