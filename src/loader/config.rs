//! What is loaded, of which positions, in what order.

use std::fmt;
use std::num::NonZeroUsize;

use super::batch::Batch;
use super::weights::Weights;
use crate::random::{Purpose, generator, shuffle};
use crate::tensor::nnue::FeatureSet;
use crate::tensor::rows::{Bits, WriteRow};
use crate::tensor::{
    Encoding, PlanesError, PolicyEncoding, TokenEncoding, View, WinModel, check_element,
};

/// The form in which planes are handed out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PlanesForm {
    /// Dense, 32-bit floats.
    Float32,
    /// Dense, 16-bit floats.
    Float16,
    /// Dense bytes.
    Uint8,
    /// Dense truth values.
    Bool,
    /// Sets of squares, and the values of scaled channels.
    Bits,
}

/// The columns of a batch.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Fields {
    /// Planes.
    pub planes: Option<(Encoding, PlanesForm)>,
    /// The index of the move that was played.
    pub policy: Option<PolicyEncoding>,
    /// The legal mask; whether it is packed, eight indices in a byte.
    pub legal_mask: Option<(PolicyEncoding, bool)>,
    /// Tokens.
    pub tokens: Option<TokenEncoding>,
    /// Active features.
    pub features: Option<FeatureSet>,
    /// The game's result as a number.
    pub value: Option<View>,
    /// The game's result as win, draw, loss.
    pub wdl: Option<View>,
    /// The probability to win by the game's evaluation of the position.
    pub win_probability: Option<(WinModel, View)>,
    /// How many plies were still played.
    pub plies_left: bool,
    /// The game, counted in its block, and the ply.
    pub positions: bool,
}

/// What becomes of samples that an encoding cannot express.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum OnUnsupported {
    /// Loading fails.
    #[default]
    Raise,
    /// They are left out.
    Skip,
    /// Their rows say so; see [`crate::tensor::rows::Unsupported::Mask`].
    Mask,
}

/// Which positions are samples. All are such in which a move was played.
#[derive(Clone, PartialEq, Debug)]
pub struct Selection {
    /// The first ply that counts.
    pub min_ply: u32,
    /// The last ply that counts.
    pub max_ply: u32,
    /// At most so many of each game, chosen at random.
    pub positions_per_game: Option<u32>,
    /// Each is kept with this probability.
    pub sample_probability: f64,
    /// Whether the side to move is in check.
    pub check: Option<bool>,
    /// Whether the move that was played captures (en passant too).
    pub capture: Option<bool>,
    /// The fewest pieces on the board.
    pub min_pieces: u32,
    /// The most pieces on the board.
    pub max_pieces: u32,
    /// The position has an evaluation that is no further from 0 than this, in centipawns.
    pub max_eval: Option<i32>,
    /// the side to move's clock, after the move, showed at least so many milliseconds.
    pub min_clock: Option<i32>,
    /// Samples of some kinds are kept more often than others.
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
            weights: None,
        }
    }
}

impl Selection {
    /// Whether positions must be looked at.
    pub(super) fn needs_positions(&self) -> bool {
        let all_pieces = self.min_pieces == 0 && self.max_pieces >= 64;
        let weighs_pieces = self.weights.as_ref().is_some_and(Weights::needs_pieces);
        self.check.is_some() || self.capture.is_some() || !all_pieces || weighs_pieces
    }
}

/// How a source becomes batches.
#[derive(Clone, PartialEq, Debug)]
pub struct Config {
    /// Samples in a batch.
    pub batch_size: usize,
    /// The columns of a batch.
    pub fields: Fields,
    /// Which positions are samples.
    pub selection: Selection,
    /// So many games are mixed at a time; 0 leaves everything in order.
    pub shuffle_games: usize,
    /// All random choices follow from it.
    pub seed: u64,
    /// Which of the parts this is, from 0.
    pub rank: usize,
    /// How many parts the games are dealt to.
    pub world_size: usize,
    /// The most threads that work; `None` for as many as the pool has.
    pub threads: Option<NonZeroUsize>,
    /// So many batches are made ahead.
    pub prefetch: usize,
    /// Whether samples that do not fill a batch at the end of an epoch are left out.
    pub drop_last: bool,
    /// What becomes of samples that an encoding cannot express.
    pub on_unsupported: OnUnsupported,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            batch_size: 1024,
            fields: Fields::default(),
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

/// The most samples in a batch.
const MAX_BATCH: usize = 1 << 24;
/// The most bytes of a batch.
const MAX_BATCH_BYTES: usize = 4 << 30;
/// The most batches made ahead.
const MAX_PREFETCH: usize = 1 << 10;
/// The most games mixed at a time.
const MAX_SHUFFLE: usize = 1 << 24;
/// Games of a window where nothing is mixed.
const GAMES_IN_ORDER: usize = 256;

/// A configuration makes no sense.
#[derive(Clone, PartialEq, Debug)]
pub enum ConfigError {
    /// A number is outside its range.
    Range {
        /// The option.
        option: &'static str,
        /// Its value.
        value: String,
        /// What it may be.
        allowed: String,
    },
    /// No column is asked for.
    NoFields,
    /// Planes cannot be written in that form.
    Planes(PlanesError),
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConfigError::Range { option, value, allowed } => {
                write!(f, "{option} is {allowed}, not {value}")
            }
            ConfigError::NoFields => f.write_str(
                "nothing to load: ask for planes, policy, legal_mask, tokens, features, value, wdl, \
                 win_probability, plies_left or pairs",
            ),
            ConfigError::Planes(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ConfigError {}

impl Config {
    /// Whether the configuration makes sense.
    ///
    /// # Errors
    /// What does not.
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
                (probability.to_string(), "more than 0, and 1 at most".to_owned());
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
        if self.fields == Fields::default() {
            return Err(ConfigError::NoFields);
        }
        let bytes = Batch::bytes_a_sample(self).max(1);
        range("batch_size (4 GiB in all)", self.batch_size, 1, MAX_BATCH_BYTES / bytes)?;
        if let Some((encoding, form)) = &self.fields.planes {
            match form {
                PlanesForm::Uint8 => check_element::<_, u8>(encoding),
                PlanesForm::Bool => check_element::<_, bool>(encoding),
                PlanesForm::Bits => WriteRow::<(&mut [u64], &mut [f32])>::check(&Bits(encoding)),
                PlanesForm::Float32 | PlanesForm::Float16 => Ok(()),
            }
            .map_err(ConfigError::Planes)?;
        }
        Ok(())
    }

    /// Games of a window.
    pub(super) fn window_games(&self) -> usize {
        if self.shuffle_games == 0 { GAMES_IN_ORDER } else { self.shuffle_games }
    }

    /// Files in the order of an epoch: shuffled, if anything is.
    pub fn file_order<T: Clone>(&self, epoch: u64, files: &[T]) -> Vec<T> {
        let mut files = files.to_vec();
        if self.shuffle_games > 0 {
            shuffle(&mut generator(self.seed, epoch, Purpose::Files, 0, 0), &mut files);
        }
        files
    }

    /// The games of a block that are this rank's, in the order of the epoch.
    pub(super) fn order(&self, epoch: u64, block: u64, games: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..games).collect();
        if self.shuffle_games > 0 {
            shuffle(&mut generator(self.seed, epoch, Purpose::Games, block, 0), &mut order);
        }
        order.into_iter().skip(self.rank).step_by(self.world_size).collect()
    }
}
