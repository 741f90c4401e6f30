//! The configuration of a loader: columns, selection of samples, order.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::sync::Arc;

use super::block::Block;
use super::error::out_of_range;
use super::weights::Weights;
use crate::columns::{Column, SequencePart, SequenceRow};
use crate::error::{CallError, call_error, ensure};
use crate::find::{Number, Program};
use crate::named_enum::named_enum;
use crate::random::{Purpose, generator, shuffle};

named_enum! {
    /// The handling of samples that an encoding or policy does not support.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub enum OnUnsupported {
        /// Loading fails.
        #[default]
        Raise = "raise",
        /// The samples are skipped.
        Skip = "skip",
        /// Their rows are masked; see [`crate::columns::Unsupported::Mask`].
        Mask = "mask",
    }
}

/// The selection of samples, among the positions of games in which a move was played, or the rows of
/// a table.
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
    /// A query that the positions match.
    pub filter: Option<Arc<Program>>,
    /// The least time on the clock after the move, in milliseconds; samples without are skipped.
    pub min_clock: Option<i32>,
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
            filter: None,
            min_clock: None,
            weights: None,
        }
    }
}

impl Selection {
    /// Returns an error that names the first option or condition that tables do not have, or that
    /// games do not.
    pub(super) fn error_of(&self, tables: bool) -> Option<String> {
        let weighs = |kind: fn(&Weights) -> bool| self.weights.as_ref().is_some_and(kind);
        let options = [
            ("min_ply", self.min_ply > 0),
            ("max_ply", self.max_ply < u32::MAX),
            ("positions_per_game", self.positions_per_game.is_some()),
            ("min_clock", self.min_clock.is_some()),
            ("weights of ply", weighs(|weights| !weights.ply.is_empty())),
            ("weights of rating", weighs(|weights| !weights.rating.is_empty())),
        ];
        if let Some((name, _)) = options.into_iter().find(|(_, is_set)| tables && *is_set) {
            return Some(format!("{name} is an option of games, not of tables of positions"));
        }
        self.filter.as_ref()?.query().error_of(tables)
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
    /// The number of rows of tables that are shuffled together; 0 keeps the order.
    pub shuffle_rows: usize,
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
    /// Whether samples are divided among processes, not games or rows: all have the same number, and
    /// those left over at the end of a shuffle buffer are dropped.
    pub even: bool,
    /// The handling of samples that an encoding or policy does not support.
    pub on_unsupported: OnUnsupported,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            batch_size: 1024,
            columns: Vec::new(),
            selection: Selection::default(),
            shuffle_games: 1024,
            shuffle_rows: 1 << 16,
            seed: 0,
            rank: 0,
            world_size: 1,
            threads: None,
            prefetch: 4,
            drop_last: false,
            even: false,
            on_unsupported: OnUnsupported::Raise,
        }
    }
}

/// The largest number of samples of a batch.
const MAX_BATCH: usize = 1 << 24;
/// The largest size of a batch.
const MAX_BATCH_BYTES: u64 = 4 << 30;
/// The largest number of batches made ahead.
const MAX_PREFETCH: usize = 1 << 10;
/// The largest number of games or rows shuffled together.
const MAX_SHUFFLE: usize = 1 << 24;
/// The number of games of a shuffle buffer without shuffling.
const GAMES_IN_ORDER: usize = 256;
/// The number of rows of a shuffle buffer without shuffling.
const ROWS_IN_ORDER: usize = 1 << 14;

impl Config {
    /// Checks the configuration.
    ///
    /// # Errors
    /// If an option is out of range, no column is selected, or the element type of the planes
    /// cannot represent the encoding.
    pub fn check(&self) -> Result<(), CallError> {
        let range = |option, value: usize, least: usize, most: usize| {
            if (least..=most).contains(&value) {
                return Ok(());
            }
            let allowed = format!("{least} to {most}");
            Err(out_of_range(option, value, allowed))
        };
        range("batch_size", self.batch_size, 1, MAX_BATCH)?;
        range("prefetch", self.prefetch, 1, MAX_PREFETCH)?;
        range("shuffle_games", self.shuffle_games, 0, MAX_SHUFFLE)?;
        range("shuffle_rows", self.shuffle_rows, 0, MAX_SHUFFLE)?;
        range("world_size", self.world_size, 1, usize::MAX)?;
        range("rank", self.rank, 0, self.world_size - 1)?;
        let probability = self.selection.sample_probability;
        if !(probability > 0.0 && probability <= 1.0) {
            let allowed = "more than 0 and at most 1";
            return Err(out_of_range("sample_probability", probability, allowed));
        }
        let Selection { min_ply, max_ply, .. } = self.selection;
        if min_ply > max_ply {
            let allowed = format!("min_ply ({min_ply}) or more");
            return Err(out_of_range("max_ply", max_ply, allowed));
        }
        if self.selection.positions_per_game == Some(0) {
            return Err(out_of_range("positions_per_game", 0, "1 or more"));
        }
        ensure!(
            !(self.even && self.on_unsupported == OnUnsupported::Skip),
            Value("even"),
            "even needs on_unsupported=\"raise\" or \"mask\": no process knows which samples of others are \
             skipped"
        );
        ensure!(
            !(self.even && self.skips_positions()),
            Value("even"),
            "even needs on_missing=\"raise\" or \"nan\" of endgame tables: no process knows which samples of \
             others are skipped"
        );
        let is_empty = self.columns.is_empty();
        ensure!(!is_empty, Value("columns"), "there must be at least one column");
        let sequences = self.columns.iter().filter(|(_, column)| column.sequence().is_some());
        let is_mixed =
            !matches!(sequences.count(), count if count == 0 || count == self.columns.len());
        ensure!(
            !is_mixed,
            Value("columns"),
            "tokens of games have no columns of positions beside them"
        );
        let mut names = HashSet::new();
        let mut bytes = 0;
        for (name, column) in &self.columns {
            column.check()?;
            bytes += column.width() * column.dtype().bytes() + 4 * column.value_count();
            let values = column.has_values().then(|| format!("{name}_values"));
            for name in [Some(name.clone()), values].into_iter().flatten() {
                if let Some(name) = names.replace(name) {
                    return Err(call_error!(
                        Value("columns"),
                        "two columns have the name {name:?}"
                    ));
                }
            }
        }
        let most = (MAX_BATCH_BYTES / bytes.max(1) as u64).min(MAX_BATCH as u64) as usize;
        range("batch_size (of at most 4 GiB)", self.batch_size, 1, most)
    }

    /// The rows of tokens, if they are the samples.
    pub fn sequence(&self) -> Option<&SequenceRow> {
        self.columns.iter().find_map(|(_, column)| column.sequence())
    }

    /// Whether the times of moves are needed.
    pub(super) fn needs_move_times(&self) -> bool {
        let filter = self.selection.filter.as_ref();
        let has_times = |column: &Column| match column {
            Column::MoveTime(..) | Column::Maia3Times(..) => true,
            Column::Sequence(row) => row.part == SequencePart::MoveTime,
            _ => false,
        };
        self.columns.iter().any(|(_, column)| has_times(column))
            || filter.is_some_and(|filter| filter.needs(Number::MoveTime))
    }

    /// The columns that skip samples which lack a label.
    pub(super) fn skipping(&self) -> Vec<&Column> {
        self.columns.iter().map(|(_, column)| column).filter(|column| column.skips_any()).collect()
    }

    /// Whether positions are skipped after their selection because they have no endgame table.
    pub(super) fn skips_positions(&self) -> bool {
        self.columns.iter().any(|(_, column)| column.skips_positions())
    }

    /// Whether the games or rows of a block are shuffled.
    pub(super) fn shuffles(&self, block: &Block) -> bool {
        match block {
            Block::Games(_) => self.shuffle_games > 0,
            Block::Positions(_) => self.shuffle_rows > 0,
        }
    }

    /// The number of games or rows of a shuffle buffer.
    pub(super) fn buffer_len(&self, block: &Block) -> usize {
        let len = match (block, self.shuffles(block)) {
            (Block::Games(_), true) => self.shuffle_games,
            (Block::Games(_), false) => GAMES_IN_ORDER,
            (Block::Positions(_), true) => self.shuffle_rows,
            (Block::Positions(_), false) => ROWS_IN_ORDER,
        };
        // the samples of each buffer are divided
        if self.even { len.saturating_mul(self.world_size) } else { len }
    }

    /// Files in the order of an epoch, if they are shuffled.
    pub fn file_order<T: Clone>(&self, epoch: u64, files: &[T], is_shuffled: bool) -> Vec<T> {
        let mut files = files.to_vec();
        if is_shuffled {
            shuffle(&mut generator(self.seed, epoch, Purpose::Files, 0, 0), &mut files);
        }
        files
    }

    /// The games or rows of a block of which this rank has samples, in the order of the epoch.
    pub(super) fn order(&self, epoch: u64, number: u64, block: &Block) -> Vec<usize> {
        let mut order: Vec<usize> = (0..block.len()).collect();
        if self.shuffles(block) {
            shuffle(&mut generator(self.seed, epoch, Purpose::Games, number, 0), &mut order);
        }
        match self.even {
            true => order,
            false => order.into_iter().skip(self.rank).step_by(self.world_size).collect(),
        }
    }
}
