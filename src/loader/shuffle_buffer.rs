//! The shuffle buffer: samples that are shuffled together, encoded in compact forms.

use std::sync::atomic::AtomicU64;
use std::sync::{Mutex, PoisonError};

use super::block::Block;
use super::config::{Config, OnUnsupported};
use super::cursor::Cursor;
use super::error::LoadError;
use super::sampling::{SampleRows, SampledPlies, sample_game};
use super::sequences;
use crate::columns::{
    Column, ElementsMut, GameSamples, Packed, PositionSamples, RowError, Samples, encode_all,
    unsupported_row,
};
use crate::error::CallErrorKind;
use crate::pool::{self, Run};
use crate::random::{Purpose, generator, shuffle};

/// The number of games of a task that selects samples.
const GAMES_PER_TASK: usize = 64;
/// The number of rows of a task that selects samples.
const ROWS_PER_TASK: usize = 1024;

/// Encoded samples that are shuffled together.
#[derive(Debug)]
pub(super) struct ShuffleBuffer {
    pub(super) columns: Vec<Packed>,
    /// The rows in the order of the batches.
    pub(super) order: Vec<u32>,
    /// The number of samples that columns skip.
    pub(super) skipped: u64,
}

impl ShuffleBuffer {
    pub(super) fn len(&self) -> usize {
        self.order.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// Selects, encodes and shuffles the samples of games or rows.
    ///
    /// `number` returns the number of a game or row in the source, and `reused` is the memory of an
    /// earlier buffer, or empty. The error is `None` if the run was stopped.
    pub(super) fn fill(
        block: &Block,
        indices: &[usize],
        config: &Config,
        cursor: Cursor,
        number: impl Fn(usize) -> u64,
        reused: Vec<Packed>,
        run: Run<'_>,
    ) -> Result<ShuffleBuffer, Option<LoadError>> {
        let skipped = AtomicU64::new(0);
        let mut filled = match block {
            Block::Games(games) if let Some(sequence) = config.sequence() => {
                let (columns, rows, skipped) =
                    sequences::fill(games, indices, sequence, config, cursor, reused, run)?;
                ShuffleBuffer { columns, order: (0..rows as u32).collect(), skipped }
            }
            Block::Games(games) => {
                let selected = select(block, indices, config, cursor, &skipped, run)?;
                let samples = GameSamples::by_game(games, selected.into_iter());
                let name = |row: usize| {
                    let (game, ply) = samples.game_and_ply(row).unwrap_or_default();
                    format!("game {game}, ply {ply}")
                };
                ShuffleBuffer::encode(&samples, name, config, cursor, reused, run)?
            }
            Block::Positions(_) if config.sequence().is_some() => {
                let reason = "tokens are those of games, not of tables of positions";
                return Err(Some(LoadError::other(reason.to_owned())));
            }
            Block::Positions(positions) => {
                let selected = select(block, indices, config, cursor, &skipped, run)?;
                let rows: Vec<usize> = selected.into_iter().map(|(row, _)| row).collect();
                let samples = PositionSamples::new(positions, &rows).map_err(LoadError::Columns)?;
                let name = |row: usize| samples.name(row);
                ShuffleBuffer::encode(&samples, name, config, cursor, reused, run)?
            }
        };
        for packed in filled.columns.iter_mut().filter(|packed| *packed.column() == Column::Game) {
            if let ElementsMut::Int64(games) = packed.output().elements {
                games.iter_mut().for_each(|game| *game = number(*game as usize) as i64);
            }
        }
        filled.skipped += skipped.into_inner();
        if config.shuffles(block) {
            let Cursor { epoch, block, buffer, .. } = cursor;
            let mut rng = generator(config.seed, epoch, Purpose::Samples, block, buffer);
            shuffle(&mut rng, &mut filled.order);
        }
        Ok(filled)
    }

    /// Encodes samples, in their order. `name` returns the name of a row's sample in messages.
    fn encode(
        samples: &impl Samples,
        name: impl Fn(usize) -> String,
        config: &Config,
        cursor: Cursor,
        reused: Vec<Packed>,
        run: Run<'_>,
    ) -> Result<ShuffleBuffer, Option<LoadError>> {
        let count = samples.len();
        let columns = if reused.is_empty() {
            config.columns.iter().map(|(_, column)| Packed::new(column)).collect()
        } else {
            reused
        };
        let columns: Result<Vec<Packed>, _> =
            columns.into_iter().map(|packed| packed.resized(count)).collect();
        let mut columns = columns.map_err(|_| {
            let reason = format!(
                "not enough memory for {count} samples shuffled together: reduce shuffle_games or \
                 shuffle_rows"
            );
            Some(LoadError::Memory(reason))
        })?;
        let unsupported: Mutex<Vec<(usize, RowError)>> = Mutex::new(Vec::new());
        let on_error = |row: usize, error: RowError| {
            unsupported.lock().unwrap_or_else(PoisonError::into_inner).push((row, error));
        };
        let written: Vec<Column> = columns.iter().map(|packed| packed.column().clone()).collect();
        let outputs = columns.iter_mut().map(Packed::output);
        match encode_all(samples, &written, outputs, &on_error, run) {
            Ok(()) => {}
            Err(error) if error.kind == CallErrorKind::Interrupted => return Err(None),
            Err(error) => return Err(Some(LoadError::Columns(error))),
        }
        let mut unsupported = unsupported.into_inner().unwrap_or_else(PoisonError::into_inner);
        unsupported.sort_by_key(|(row, _)| *row);
        let mut order: Vec<u32> = (0..count as u32).collect();
        let is_missing = |(_, error): &&(usize, RowError)| error.is_of_data();
        let failed = |&(row, error): &(usize, RowError)| {
            let sample = format!("block {}, {}", cursor.block, name(row));
            Err(Some(LoadError::Columns(unsupported_row(&sample, error))))
        };
        if let Some(row) = unsupported.iter().find(is_missing) {
            return failed(row);
        }
        let is_skipped = |&(_, error): &(usize, RowError)| {
            config.on_unsupported == OnUnsupported::Skip || matches!(error, RowError::Skipped(_))
        };
        if config.on_unsupported == OnUnsupported::Raise
            && let Some(row) = unsupported.iter().find(|row| !is_skipped(row))
        {
            return failed(row);
        }
        unsupported.retain(|row| is_skipped(row));
        if !unsupported.is_empty() {
            let find = |row: u32| unsupported.binary_search_by_key(&row, |(row, _)| *row as u32);
            order.retain(|&row| find(row).is_err());
        }
        Ok(ShuffleBuffer { columns, order, skipped: unsupported.len() as u64 })
    }
}

/// Selects the samples of games or rows that belong to this rank: the game and the ply of each, or the
/// row and 0, and adds the number of those that columns skip. The error is `None` if the run was
/// stopped.
pub(super) fn select(
    block: &Block,
    indices: &[usize],
    config: &Config,
    cursor: Cursor,
    skipped: &AtomicU64,
    run: Run<'_>,
) -> Result<Vec<(usize, usize)>, Option<LoadError>> {
    if let Some(reason) = config.selection.error_of(matches!(block, Block::Positions(_))) {
        return Err(Some(LoadError::other(reason)));
    }
    let mut samples: Vec<(usize, usize)> = match block {
        Block::Games(games) => {
            let skipping = config.skipping();
            let select =
                |&game: &usize| Some(sample_game(games, game, config, &skipping, cursor, skipped));
            let games = select_all(run, indices, GAMES_PER_TASK, select)?.into_iter();
            let of_game = |SampledPlies { game, plies }| {
                plies.into_iter().map(move |ply| (game, ply as usize))
            };
            games.flat_map(of_game).collect()
        }
        Block::Positions(positions) => {
            let weights = config.selection.weights.as_ref();
            let needs_results = weights.is_some_and(|weights| !weights.result.is_empty());
            if needs_results && positions.labels().result().is_none() {
                let reason = "weights of result need a table with a column of results";
                return Err(Some(LoadError::other(reason.to_owned())));
            }
            let sample = SampleRows::new(positions, config, cursor, skipped);
            let select = |&row: &usize| sample.selects(row).then_some((row, 0));
            select_all(run, indices, ROWS_PER_TASK, select)?
        }
    };
    if let Some(filter) = &config.selection.filter {
        filter.checked(()).map_err(LoadError::Columns)?;
    }
    if config.even {
        let share = samples.len() / config.world_size;
        let own = samples.into_iter().skip(config.rank).step_by(config.world_size);
        samples = own.take(share).collect();
    }
    Ok(samples)
}

/// Calls a function with each game or row, on all cores, and returns the selected samples in their
/// order. The error, that the run was stopped, is `None`.
fn select_all<T: Send>(
    run: Run<'_>,
    indices: &[usize],
    per_task: usize,
    select: impl Fn(&usize) -> Option<T> + Sync,
) -> Result<Vec<T>, Option<LoadError>> {
    let of_task = |indices: &[usize]| -> Vec<T> { indices.iter().filter_map(&select).collect() };
    let selected = pool::map(run, indices.chunks(per_task), of_task);
    Ok(selected.map_err(|_| None)?.into_iter().flatten().collect())
}
