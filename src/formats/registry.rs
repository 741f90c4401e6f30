//! The registry of training formats.

use super::binpack::Binpack;
use super::bulletformat::Bulletformat;
use super::byte_reader::ByteReader;
use super::chessbench::{ActionValue, BehavioralCloning, StateValue};
use super::error::{OffsetError, UnsupportedAt};
use super::format::{FormatInfo, GameBytes, RecordFormat, TrainingFormat, WriteOptions};
use super::lc0::{Lc0, Lc0V7};
use super::scored_game::ScoredGame;
use super::viriformat::Viriformat;
use crate::attacks::Backend;
use crate::position::Setup;

/// Defines [`Format`] and its functions, which call those of the type of each format.
macro_rules! formats {
    ($($(#[$doc:meta])* $Name:ident,)*) => {
        /// A training format.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Format {
            $($(#[$doc])* $Name,)*
        }

        impl Format {
            /// All formats with their names in options.
            pub const NAMES: [(&'static str, Format); [$(stringify!($Name)),*].len()] =
                [$((<$Name as TrainingFormat>::INFO.name, Format::$Name)),*];

            /// Returns the description.
            pub const fn info(self) -> FormatInfo {
                match self {
                    $(Format::$Name => <$Name as TrainingFormat>::INFO,)*
                }
            }

            /// Returns the state of a reader.
            pub(super) fn reader(self) -> FormatReader {
                match self {
                    $(Format::$Name => FormatReader::$Name(Box::default()),)*
                }
            }

            /// [`TrainingFormat::write`].
            #[inline(always)]
            pub(super) fn write<B: Backend>(
                self,
                backend: B,
                game: &ScoredGame,
                options: &WriteOptions,
                out: &mut GameBytes,
            ) -> Result<u64, UnsupportedAt> {
                match self {
                    $(Format::$Name => $Name::write(backend, game, options, out),)*
                }
            }
        }

        /// The state of a reader of any format.
        pub(super) enum FormatReader {
            $($Name(Box<$Name>),)*
        }

        impl FormatReader {
            /// [`TrainingFormat::read`].
            #[inline(always)]
            pub(super) fn read<B: Backend>(
                &mut self,
                backend: B,
                input: &mut ByteReader,
                game: &mut ScoredGame,
            ) -> Result<bool, OffsetError> {
                match self {
                    $(FormatReader::$Name(reader) => reader.read(backend, input, game),)*
                }
            }

            /// Returns the part that is the same on every backend.
            pub(super) fn records(&mut self) -> &mut dyn RecordFormat {
                match self {
                    $(FormatReader::$Name(reader) => &mut **reader,)*
                }
            }
        }
    };
}

formats! {
    /// viriformat: a packed board, then four bytes for each move and its score.
    Viriformat,
    /// Stockfish's binpack: chains of positions, about 2.5 bytes each.
    Binpack,
    /// lc0's training data: a record of planes, policy and values for each position.
    Lc0,
    /// The same of version 7, with short-term values and the next moves.
    Lc0V7,
    /// bulletformat: positions in 32 bytes each.
    Bulletformat,
    /// ChessBench's bags of positions and moves.
    BehavioralCloning,
    /// ChessBench's bags of positions and probabilities.
    StateValue,
    /// ChessBench's bags of positions, moves and probabilities.
    ActionValue,
}

impl Format {
    /// The name.
    pub const fn name(self) -> &'static str {
        self.info().name
    }

    /// Whether [`PositionRecordReader`](super::PositionRecordReader) can read positions from it.
    pub const fn has_records(self) -> bool {
        self.info().record_bytes.is_some() || self.info().bag.is_some()
    }

    /// The size of a record if all have the same size, so that
    /// [`RecordReader`](super::RecordReader) can read them.
    pub const fn record_bytes(self) -> Option<usize> {
        self.info().record_bytes
    }

    /// Decodes the position of a record of fixed size.
    ///
    /// # Errors
    /// The reason.
    pub fn setup_of(self, record: &[u8]) -> Result<Setup, String> {
        (self.info().setup_of)(record)
    }

    /// Whether it is a format of ChessBench, read by
    /// [`ChessBenchReader`](super::ChessBenchReader).
    pub const fn is_chessbench(self) -> bool {
        self.info().bag.is_some()
    }
}
