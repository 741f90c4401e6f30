//! The configuration of a loader: columns, selection of samples, order.

use std::collections::HashSet;
use std::num::NonZeroUsize;

use super::error::ConfigError;
use super::weights::Weights;
use crate::columns::Column;
use crate::find::CompiledQuery;
use crate::random::{Purpose, generator, shuffle};

/// What happens to samples that an encoding or policy does not support.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum OnUnsupported {
    /// Loading fails.
    #[default]
    Raise,
    /// The samples are skipped.
    Skip,
    /// Their rows are masked; see [`crate::columns::Unsupported::Mask`].
    Mask,
}

/// The selection of samples, among the positions in which a move was played.
#[derive(Clone, PartialEq, Debug)]
pub struct Selection {
    /// The first ply to sample.
    pub min_ply: u32,
    /// The last ply to sample.
    pub max_ply: u32,
    /// The largest number of samples of each game, chosen at random; `None` for no limit.
    pub positions_per_game: Option<u32>,
    /// The probability to keep a sample.
    pub sample_probability: f64,
    /// Whether the side to move must be in check; `None` for either.
    pub check: Option<bool>,
    /// Whether the move played must be a capture (en passant included); `None` for either.
    pub capture: Option<bool>,
    /// The smallest number of pieces.
    pub min_pieces: u32,
    /// The largest number of pieces.
    pub max_pieces: u32,
    /// The largest absolute evaluation in centipawns; samples without evaluation are skipped.
    pub max_eval: Option<i32>,
    /// The least time on the clock after the move, in milliseconds; samples without are skipped.
    pub min_clock: Option<i32>,
    /// A query that the positions match.
    pub query: Option<CompiledQuery>,
    /// Sampling weights.
    pub weights: Option<Weights>,
}

impl Default for Selection {
    /// Every position in which a move was played.
    fn default() -> Selection {
        Selection {
            min_ply: 0,
            max_ply: u32::MAX,
            positions_per_game: None,
            sample_probability: 1.0,
            check: None,
            capture: None,
            min_pieces: 0,
            max_pieces: 64,
            max_eval: None,
            min_clock: None,
            query: None,
            weights: None,
        }
    }
}

impl Selection {
    /// Whether the selection depends on the position, not only on the game and the ply.
    pub(super) fn needs_positions(&self) -> bool {
        let all_pieces = self.min_pieces == 0 && self.max_pieces >= 64;
        let weighs_pieces = self.weights.as_ref().is_some_and(Weights::needs_pieces);
        self.check.is_some() || self.capture.is_some() || !all_pieces || weighs_pieces
    }
}

/// The configuration of a [`Loader`](super::Loader).
#[derive(Clone, PartialEq, Debug)]
pub struct Config {
    /// The number of samples of a batch.
    pub batch_size: usize,
    /// The columns of a batch and their names.
    pub columns: Vec<(String, Column)>,
    /// The selection of samples.
    pub selection: Selection,
    /// The number of games that are shuffled together; 0 keeps the order.
    pub shuffle_games: usize,
    /// The seed of the order and of sampling.
    pub seed: u64,
    /// The index of this process, from 0.
    pub rank: usize,
    /// The number of processes that divide the games.
    pub world_size: usize,
    /// The number of threads; `None` for all of the pool.
    pub threads: Option<NonZeroUsize>,
    /// The number of batches made ahead.
    pub prefetch: usize,
    /// Whether to omit an incomplete last batch.
    pub drop_last: bool,
    /// What happens to samples that an encoding or policy does not support.
    pub on_unsupported: OnUnsupported,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            batch_size: 1024,
            columns: Vec::new(),
            selection: Selection::default(),
            shuffle_games: 1024,
            seed: 0,
            rank: 0,
            world_size: 1,
            threads: None,
            prefetch: 4,
            drop_last: false,
            on_unsupported: OnUnsupported::Raise,
        }
    }
}

/// The largest number of samples of a batch.
const MAX_BATCH: usize = 1 << 24;
/// The largest size of a batch.
const MAX_BATCH_BYTES: usize = 4 << 30;
/// The largest number of batches made ahead.
const MAX_PREFETCH: usize = 1 << 10;
/// The largest number of games shuffled together.
const MAX_SHUFFLE: usize = 1 << 24;
/// The number of games of a shuffle buffer without shuffling.
const GAMES_IN_ORDER: usize = 256;

impl Config {
    /// Checks the configuration.
    ///
    /// # Errors
    /// If an option is out of range, no column is selected, or the element type of the planes
    /// cannot represent the encoding.
    pub fn check(&self) -> Result<(), ConfigError> {
        let range = |option, value: usize, least: usize, most: usize| {
            if (least..=most).contains(&value) {
                return Ok(());
            }
            let allowed = format!("{least} to {most}");
            Err(ConfigError::Range { option, value: value.to_string(), allowed })
        };
        range("batch_size", self.batch_size, 1, MAX_BATCH)?;
        range("prefetch", self.prefetch, 1, MAX_PREFETCH)?;
        range("shuffle_games", self.shuffle_games, 0, MAX_SHUFFLE)?;
        range("world_size", self.world_size, 1, usize::MAX)?;
        range("rank", self.rank, 0, self.world_size - 1)?;
        let probability = self.selection.sample_probability;
        if !(probability > 0.0 && probability <= 1.0) {
            let (value, allowed) =
                (probability.to_string(), "more than 0 and at most 1".to_owned());
            return Err(ConfigError::Range { option: "sample_probability", value, allowed });
        }
        let Selection { min_ply, max_ply, min_pieces, max_pieces, .. } = self.selection;
        for (least, from, most, to) in [
            ("min_ply", min_ply, "max_ply", max_ply),
            ("min_pieces", min_pieces, "max_pieces", max_pieces),
        ] {
            if from > to {
                let (value, allowed) = (to.to_string(), format!("{least} ({from}) or more"));
                return Err(ConfigError::Range { option: most, value, allowed });
            }
        }
        if self.selection.positions_per_game == Some(0) {
            let (value, allowed) = ("0".to_owned(), "1 or more".to_owned());
            return Err(ConfigError::Range { option: "positions_per_game", value, allowed });
        }
        if self.columns.is_empty() {
            return Err(ConfigError::NoColumns);
        }
        let mut names = HashSet::new();
        let mut bytes = 0;
        for (name, column) in &self.columns {
            column.check().map_err(ConfigError::Planes)?;
            bytes += column.width() * column.dtype().bytes() + 4 * column.value_count();
            let values = column.has_values().then(|| format!("{name}_values"));
            for name in [Some(name.clone()), values].into_iter().flatten() {
                if let Some(name) = names.replace(name) {
                    return Err(ConfigError::Name(name));
                }
            }
        }
        range("batch_size (of at most 4 GiB)", self.batch_size, 1, MAX_BATCH_BYTES / bytes.max(1))?;
        Ok(())
    }

    /// Whether positions without visits of a search are skipped.
    pub(super) fn skips_without_visits(&self) -> bool {
        self.columns.iter().any(|(_, column)| column.skips_without_visits())
    }

    /// The number of games of a shuffle buffer.
    pub(super) fn buffer_games(&self) -> usize {
        if self.shuffle_games == 0 { GAMES_IN_ORDER } else { self.shuffle_games }
    }

    /// Files in the order of an epoch, shuffled if games are.
    pub fn file_order<T: Clone>(&self, epoch: u64, files: &[T]) -> Vec<T> {
        let mut files = files.to_vec();
        if self.shuffle_games > 0 {
            shuffle(&mut generator(self.seed, epoch, Purpose::Files, 0, 0), &mut files);
        }
        files
    }

    /// The games of a block that belong to this rank, in the order of the epoch.
    pub(super) fn order(&self, epoch: u64, block: u64, games: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..games).collect();
        if self.shuffle_games > 0 {
            shuffle(&mut generator(self.seed, epoch, Purpose::Games, block, 0), &mut order);
        }
        order.into_iter().skip(self.rank).step_by(self.world_size).collect()
    }
}
