//! The shuffle buffer: samples of games that are shuffled together, encoded in compact forms.

use std::sync::{Arc, Mutex, PoisonError};

use super::config::{Config, OnUnsupported};
use super::cursor::Cursor;
use super::error::LoadError;
use super::sampling::{SampleGame, SampledPlies};
use crate::attacks::dispatch;
use crate::columns::{Column, EncodeError, GameSamples, Packed, RowError, Samples, encode_all};
use crate::games::Games;
use crate::pool::{self, Run};
use crate::random::{Purpose, generator, shuffle};

/// The number of games of a task that selects samples.
const GAMES_PER_TASK: usize = 64;

/// Encoded samples of games that are shuffled together.
#[derive(Debug)]
pub(super) struct ShuffleBuffer {
    pub(super) columns: Vec<Packed>,
    /// The rows in the order of the batches.
    pub(super) order: Vec<u32>,
}

impl ShuffleBuffer {
    pub(super) fn len(&self) -> usize {
        self.order.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// Selects, encodes and shuffles the samples of games.
    ///
    /// `reused` is the memory of an earlier buffer, or empty. The error is `None` if the run was
    /// stopped.
    pub(super) fn fill(
        games: &Arc<Games>,
        indices: &[usize],
        config: &Config,
        cursor: Cursor,
        reused: Vec<Packed>,
        run: Run<'_>,
    ) -> Result<ShuffleBuffer, Option<LoadError>> {
        let sample = |(): &mut (), indices: &[usize]| -> Vec<SampledPlies> {
            let sample_game = |&game| dispatch(SampleGame { games, game, config, cursor });
            indices.iter().map(sample_game).collect()
        };
        let samples = pool::map(run, indices.chunks(GAMES_PER_TASK), || (), sample);
        let samples: Vec<SampledPlies> = samples.map_err(|_| None)?.into_iter().flatten().collect();
        let positions = samples
            .iter()
            .flat_map(|sampled| sampled.plies.iter().map(move |&ply| (sampled.game, ply as usize)));
        let samples = GameSamples::by_game(games, positions);
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
                "not enough memory for {count} samples shuffled together: reduce shuffle_games"
            );
            Some(LoadError::Memory(reason))
        })?;
        let unsupported: Mutex<Vec<(usize, RowError)>> = Mutex::new(Vec::new());
        let on_error = |row: usize, error: RowError| {
            unsupported.lock().unwrap_or_else(PoisonError::into_inner).push((row, error));
        };
        let written: Vec<Column> = columns.iter().map(|packed| packed.column().clone()).collect();
        let outputs = columns.iter_mut().map(Packed::output);
        match encode_all(&samples, &written, outputs, &on_error, run) {
            Ok(()) => {}
            Err(EncodeError::Interrupted) => return Err(None),
            Err(error) => return Err(Some(LoadError::other(error.to_string()))),
        }
        let mut unsupported = unsupported.into_inner().unwrap_or_else(PoisonError::into_inner);
        unsupported.sort_by_key(|(row, _)| *row);
        let mut order: Vec<u32> = (0..count as u32).collect();
        match (config.on_unsupported, unsupported.first()) {
            (OnUnsupported::Raise, Some((row, error))) => {
                let (game, ply) = samples.game_and_ply(*row).unwrap_or_default();
                let (block, game, ply) = (cursor.block, game as u64, ply as u32);
                let reason = error.to_string();
                return Err(Some(LoadError::Sample { block, game, ply, reason }));
            }
            (OnUnsupported::Skip, Some(_)) => {
                let find =
                    |row: u32| unsupported.binary_search_by_key(&row, |(row, _)| *row as u32);
                order.retain(|&row| find(row).is_err());
            }
            (OnUnsupported::Mask, _) | (_, None) => {}
        }
        if config.shuffle_games > 0 {
            let Cursor { epoch, block, buffer, .. } = cursor;
            let mut rng = generator(config.seed, epoch, Purpose::Samples, block, buffer);
            shuffle(&mut rng, &mut order);
        }
        Ok(ShuffleBuffer { columns, order })
    }
}
