//! Training formats: their descriptions, and reading and writing one game.

use super::byte_reader::ByteReader;
use super::error::{FormatErrorKind, OffsetError, UnsupportedAt};
use super::record_row::invalid;
use super::scored_game::ScoredGame;
use crate::attacks::Backend;
use crate::position::Setup;
use crate::positions::{Problem, Row, RowErrorKind};
use crate::tensor::NO_SCORE;
use crate::tensor::lc0::InputFormat;

/// The description of a training format.
#[derive(Clone, Copy, Debug)]
pub struct FormatInfo {
    /// The name in options.
    pub name: &'static str,
    /// The suffixes of file names, before those of a compression. A bag has none: its name contains
    /// that of the format.
    pub suffixes: &'static [&'static str],
    /// Whether games can be read from it.
    pub has_games: bool,
    /// The size of a record, if all records have the same size.
    pub record_bytes: Option<usize>,
    /// The fields of such a record, separated by semicolons: the name, the type as in NumPy, and the
    /// number of elements if it is not 1.
    pub record_fields: &'static str,
    /// The fields of a record, if it is a format of ChessBench.
    pub bag: Option<BagFields>,
    /// Whether it stores Chess960 and double Chess960.
    pub chess960: bool,
    /// A short description.
    pub description: &'static str,
    /// Decodes the position of a record of fixed size, or returns the reason why it is invalid.
    pub(super) setup_of: fn(&[u8]) -> Result<Setup, String>,
    /// Decodes a record, of fixed size or of a bag, as a row of a table of positions.
    pub(super) row_of: fn(&[u8]) -> Result<Row<'static>, Problem>,
    /// Completes the bytes of a game from an offset on; games are counted from 0.
    pub(super) end_game: fn(&WriteOptions, u64, usize, &mut Vec<u8>) -> std::io::Result<()>,
    /// Returns the bytes before a chunk of this number of bytes.
    pub(super) chunk_header: fn(usize) -> Option<[u8; 8]>,
    /// Returns the bytes at the end of a file.
    pub(super) file_end: fn(&WriteOptions) -> &'static [u8],
}

impl FormatInfo {
    /// The description of a format of games, as a base for others.
    pub(super) const GAMES: FormatInfo = FormatInfo {
        name: "",
        suffixes: &[],
        has_games: true,
        record_bytes: None,
        record_fields: "",
        bag: None,
        chess960: true,
        description: "",
        setup_of: |_| Err(format!("the format has no {RECORDS}")),
        row_of: |_| Err(invalid(RowErrorKind::Unsupported, "the format has no records")),
        end_game: |_, _, _, _| Ok(()),
        chunk_header: |_| None,
        file_end: |_| &[],
    };
}

/// The fields of the records of a format of ChessBench beside the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BagFields {
    /// Whether they have a move.
    pub has_move: bool,
    /// Whether they have a win probability.
    pub has_probability: bool,
}

/// Options of writing games. By default: errors instead of skipping, no score for missing
/// evaluations, input format 1, no archive.
#[derive(Clone, Copy, Default, Debug)]
pub struct WriteOptions {
    /// Whether games that the format cannot store (or positions, in formats of positions) are
    /// skipped and counted; otherwise they are errors.
    pub skip_unsupported: bool,
    /// The score of positions without an evaluation. `None` means [`NO_SCORE`] in viriformat and
    /// binpack; other formats then cannot store these positions.
    pub missing_score: Option<i16>,
    /// lc0's input format.
    pub input_format: InputFormat,
    /// Whether lc0's records are written to a tar archive with a compressed file for each game, as
    /// lc0 does; otherwise the games are concatenated.
    pub archive: bool,
}

impl WriteOptions {
    /// Returns the score that marks a position without an evaluation, where a format has one.
    pub(super) fn score_mark(&self) -> i16 {
        self.missing_score.unwrap_or(NO_SCORE)
    }
}

/// The bytes of games that have not been written yet.
#[derive(Default)]
pub(super) struct GameBytes {
    pub(super) bytes: Vec<u8>,
    /// For bags: the lengths of the records of the current game.
    pub(super) lengths: Vec<usize>,
}

/// A training format. A value is the state of a reader.
pub(super) trait TrainingFormat: RecordFormat + Default {
    /// The description.
    const INFO: FormatInfo;

    /// Reads the next game; returns `false` at the end of the file.
    #[inline(always)]
    fn read<B: Backend>(
        &mut self,
        _backend: B,
        _input: &mut ByteReader,
        _game: &mut ScoredGame,
    ) -> Result<bool, OffsetError> {
        Err(wrong_format(Self::INFO.name, "games"))
    }

    /// Appends the bytes of a game; returns the number of skipped positions. If the game cannot be
    /// stored, its bytes are removed.
    fn write<B: Backend>(
        backend: B,
        game: &ScoredGame,
        options: &WriteOptions,
        out: &mut GameBytes,
    ) -> Result<u64, UnsupportedAt>;
}

/// The part of a [`TrainingFormat`] that is the same on every backend.
pub(super) trait RecordFormat {
    /// Reads and validates the next record of fixed size and appends its bytes; returns `false` at
    /// the end of the file.
    fn read_record(&mut self, _: &mut ByteReader, _: &mut Vec<u8>) -> Result<bool, OffsetError> {
        Ok(false)
    }

    /// The file of an archive that is being read.
    fn member(&self) -> Option<&str> {
        None
    }
}

/// The name of the elements read by [`RecordFormat::read_record`], for messages.
pub(super) const RECORDS: &str = "records of fixed size";

/// Returns the error of reading elements that a format does not have.
#[cold]
pub(super) fn wrong_format(format: &'static str, what: &'static str) -> OffsetError {
    OffsetError::new(0, FormatErrorKind::WrongFormat { format, what })
}
