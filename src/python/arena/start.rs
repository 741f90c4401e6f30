//! Start positions from Python.

use std::sync::Arc;

use pyo3::pybacked::PyBackedBytes;

use crate::arena::{Book, StartOrder, StartSource, Starts, plies_error};
use crate::games::GameRef;
use crate::python::arguments::extract;
use crate::python::errors::{BookError, fen_of_row};
use crate::python::games::Games;
use crate::python::prelude::*;

/// The arguments for the start positions.
pub(super) struct Start {
    pub(super) source: Py<PyAny>,
    pub(super) order: StartOrder,
    pub(super) pairs: bool,
    pub(super) random_plies: (u32, u32),
}

/// The start positions given by the arguments of `Arena`, and the arguments to keep.
pub(super) fn starts(
    py: Python<'_>,
    start: Option<StartArgument<'_>>,
    order: StartOrder,
    pairs: bool,
    random_plies: (u32, u32),
) -> PyResult<(Starts, Option<Start>)> {
    let source = match start {
        Some(start) => start.0,
        None => "standard".into_pyobject(py)?.into_any(),
    };
    let sources = py.import("enroque._model.arena")?.call_method1("start_sources", (source,))?;
    let mut weighted = Vec::new();
    for item in sources.try_iter()? {
        let (weight, source): (f64, Bound<'_, PyAny>) = item?.extract()?;
        weighted.push((weight, source_of(&source, order)?));
    }
    let starts = Starts::new(weighted, pairs)?;
    let starts = starts.with_random_plies(random_plies.0..=random_plies.1)?;
    // the normalized sources: the argument may be an iterator, or change later
    Ok((starts, Some(Start { source: sources.unbind(), order, pairs, random_plies })))
}

/// The limits of a number of random plies: an int or a pair.
pub(super) fn random_plies(argument: &Bound<'_, PyAny>) -> PyResult<(u32, u32)> {
    let (Number(first), Number(last)) = match argument.cast::<PyTuple>() {
        Ok(pair) => extract(pair, "random_plies")?,
        Err(_) => {
            let plies: Number = extract(argument, "random_plies")?;
            (plies, plies)
        }
    };
    let limits = u32::try_from(first).ok().zip(u32::try_from(last).ok());
    limits.ok_or_else(|| plies_error().into())
}

fn source_of(source: &Bound<'_, PyAny>, order: StartOrder) -> PyResult<StartSource> {
    if let Ok(name) = source.extract::<&str>() {
        return Ok(match name {
            "standard" => StartSource::Standard,
            "chess960" => StartSource::Chess960,
            _ => StartSource::DoubleChess960,
        });
    }
    if let Ok((book, fen, Number(plies))) = source.extract::<(PyBackedBytes, String, Number)>() {
        let book = Book::new(&book).map_err(|error| BookError::new_err(error.to_string()))?;
        let plies = u32::try_from(plies).map_err(|_| plies_error())?;
        return Ok(StartSource::Book { book: Arc::new(book), from: fen_of_row(&fen, 0)?, plies });
    }
    let mut has_names = false;
    let positions = match source.cast::<PyTuple>() {
        Ok(parts) => of_games(parts, |game, ply| game.position_at(ply))?,
        Err(_) => {
            let mut positions = Vec::new();
            for (row, text) in source.try_iter()?.enumerate() {
                let text: String = text?.extract()?;
                positions.push(fen_of_row(&text, row)?);
                has_names |= names_rooks(&text);
            }
            positions
        }
    };
    let mut source = StartSource::positions(positions, order);
    if let StartSource::Positions { is_chess960, .. } = &mut source {
        *is_chess960 |= has_names;
    }
    Ok(source)
}

/// Whether the castling rights of a FEN name the files of rooks, as boards of Chess960 are written.
fn names_rooks(fen: &str) -> bool {
    let rights = fen.split_ascii_whitespace().nth(2).unwrap_or_default();
    rights.contains(|right: char| !"KQkq-".contains(right))
}

/// The results of a function for each game and ply of `(games, game, ply)`; its `None` is an error.
pub(super) fn of_games<T>(
    parts: &Bound<'_, PyTuple>,
    of: impl Fn(GameRef<'_>, usize) -> Option<T>,
) -> PyResult<Vec<T>> {
    let games = parts.get_item(0)?.cast_into::<Games>()?.get().core();
    let game = integers(&parts.get_item(1)?, "game")?;
    let ply = integers(&parts.get_item(2)?, "ply")?;
    if game.len() != ply.len() {
        let (game, ply) = (game.len(), ply.len());
        return Err(ArrayError::new_err(format!("game has {game} entries, ply has {ply}")));
    }
    let found = |(&game, &ply): (&i64, &i64)| {
        let index = usize::try_from(game).ok();
        let found = index.and_then(|index| of(games.game(index)?, usize::try_from(ply).ok()?));
        found.ok_or_else(|| {
            OutOfRangeError::new_err(format!("there is no position of game {game} at ply {ply}"))
        })
    };
    game.iter().zip(&ply).map(found).collect()
}
