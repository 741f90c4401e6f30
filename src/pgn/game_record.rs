//! The contents of one game: tags, main line, evaluations, clocks, result, errors and warnings.

use std::borrow::Cow;

use super::arrow::Arrow;
use super::error::{ErrorCounts, PgnError, PgnErrorKind};
use super::tag::{Tag, decode_value};
use super::tags::{StartTag, Tags};
use crate::position::Position;
use crate::rules::GameResult;
use crate::types::{Move, NO_CLOCK, NO_EVAL};

/// The largest number of warnings that a game keeps; the rest is only counted.
const MAX_WARNINGS: usize = 16;

/// The contents of the game that is being read. The buffers are reused for the next game, so that
/// reading allocates nothing once they have grown.
#[derive(Clone, Default, Debug)]
pub(crate) struct GameRecord {
    pub(super) tags: Tags,
    /// The start position, from the `FEN` tag if there is one.
    pub(crate) start: Position,
    /// Whether `start` and `chess960` have been set.
    pub(crate) has_start: bool,
    /// Whether the game is Chess960: by its `Variant` tag, or because its castling rights do not
    /// exist in standard chess.
    pub(crate) chess960: bool,
    /// The position after the last move.
    pub(crate) last: Position,
    /// The moves of the main line, all legal, up to the error if there is one.
    pub(crate) moves: Vec<Move>,
    /// The evaluations of the positions after the moves, from `%eval` commands, in White's view:
    /// centipawns, or [`MATE`](crate::types::MATE) minus the number of moves; [`NO_EVAL`] where
    /// there is none. Empty if the game has none, like the next columns.
    pub(crate) evals: Vec<i32>,
    /// The clocks after the moves in milliseconds, from `%clk` commands; [`NO_CLOCK`] where there is
    /// none.
    pub(crate) clocks: Vec<i32>,
    /// The move times in milliseconds, from `%emt` commands, if these are
    /// [wanted](super::Annotations); [`NO_CLOCK`] where there is none.
    pub(crate) move_times: Vec<i32>,
    /// The arrows and colored squares of the comments after moves, if they are
    /// [wanted](super::Annotations): each with the index of its move, in the order of the text.
    pub(crate) arrows: Vec<(usize, Arrow)>,
    pub(super) result: Option<GameResult>,
    /// The offset where the beginning of the game was recognized: after its first tag, or at the
    /// number of its first move.
    pub(super) begun_at: usize,
    /// Whether the game was filtered out and its moves skipped.
    pub(super) is_filtered_out: bool,
    /// The error that ended the game.
    pub(crate) error: Option<PgnError>,
    pub(crate) warnings: Vec<PgnError>,
    pub(crate) warning_count: u64,
    /// The number of warnings that belong to no game.
    pub(crate) outside: ErrorCounts,
}

impl GameRecord {
    /// Clears the record for the next game.
    pub(super) fn clear(&mut self) {
        self.tags.clear();
        self.has_start = false;
        self.chess960 = false;
        self.moves.clear();
        self.evals.clear();
        self.clocks.clear();
        self.move_times.clear();
        self.arrows.clear();
        self.result = None;
        self.is_filtered_out = false;
        self.error = None;
        self.warnings.clear();
        self.warning_count = 0;
        self.outside = ErrorCounts::default();
    }

    #[cold]
    pub(super) fn fail(&mut self, kind: PgnErrorKind, at: usize, token: &[u8], reason: &str) {
        if self.error.is_none() {
            let ply = self.moves.len();
            self.error = Some(PgnError::unlocated(kind, ply, at, token, reason));
        }
    }

    #[cold]
    pub(super) fn warn(&mut self, kind: PgnErrorKind, at: usize, token: &[u8], reason: &str) {
        self.warning_count += 1;
        if kind.is_outside_games() {
            *self.outside.of_sort(kind) += 1;
        }
        if self.warnings.len() < MAX_WARNINGS {
            let ply = self.moves.len();
            self.warnings.push(PgnError::unlocated(kind, ply, at, token, reason));
        }
    }

    /// Sets the value of the last move in a column, unless it has one or the value is `missing`.
    #[inline(always)]
    pub(super) fn set_value(column: &mut Vec<i32>, ply: usize, value: i32, missing: i32) {
        if value == missing {
            return;
        }
        if column.len() + 1 == ply {
            column.push(value);
        } else {
            GameRecord::set_value_slowly(column, ply, value, missing);
        }
    }

    /// [`GameRecord::set_value`] where earlier moves have no value, or the last one has one.
    #[inline(never)]
    fn set_value_slowly(column: &mut Vec<i32>, ply: usize, value: i32, missing: i32) {
        let Some(last) = ply.checked_sub(1) else { return };
        if column.len() < last {
            column.resize(last, missing);
            column.push(value);
        } else if let Some(old) = column.get_mut(last)
            && *old == missing
        {
            *old = value;
        }
    }

    /// Extends the columns to the length of the moves.
    pub(super) fn finish(&mut self) {
        if !self.evals.is_empty() {
            self.evals.resize(self.moves.len(), NO_EVAL);
        }
        for column in [&mut self.clocks, &mut self.move_times] {
            if !column.is_empty() {
                column.resize(self.moves.len(), NO_CLOCK);
            }
        }
    }
}

/// A game that was read, in its text.
#[derive(Clone, Copy)]
pub(crate) struct PgnGame<'a> {
    pub(crate) record: &'a GameRecord,
    pub(super) text: &'a [u8],
}

impl<'a> PgnGame<'a> {
    /// Returns the tags in their order: the bytes of the name, the text from the value on, and the
    /// tag.
    pub(crate) fn tags_in_text(
        &self,
    ) -> impl ExactSizeIterator<Item = (&'a [u8], &'a [u8], &'a Tag)> + use<'a> {
        let text = self.text;
        self.record.tags.list.iter().map(move |tag| {
            let name = text.get(tag.name.clone()).unwrap_or_default();
            (name, text.get(tag.value.start..).unwrap_or_default(), tag)
        })
    }

    /// Returns the tags in their order as bytes: the name, the escaped value, whether it has
    /// escapes.
    pub(crate) fn raw_tags(
        &self,
    ) -> impl ExactSizeIterator<Item = (&'a [u8], &'a [u8], bool)> + DoubleEndedIterator + use<'a>
    {
        let text = self.text;
        self.record.tags.list.iter().map(move |tag| {
            let value = text.get(tag.value.clone()).unwrap_or_default();
            (text.get(tag.name.clone()).unwrap_or_default(), value, tag.has_escapes)
        })
    }

    /// Returns the value of a tag; the last one if there are several.
    pub(crate) fn tag(&self, name: &str) -> Option<Cow<'a, str>> {
        let found = self.raw_tags().rfind(|(tag, ..)| *tag == name.as_bytes());
        found.map(|(_, value, has_escapes)| decode_value(value, has_escapes))
    }

    /// Whether a `FEN` tag gives the start position.
    pub(crate) fn has_fen(&self) -> bool {
        self.record.tags.start_tag(StartTag::Fen).is_some()
    }

    /// Returns the offset of the game in the text: of its first tag or, without tags, of the number
    /// of its first move.
    pub(crate) fn begins_at(&self) -> usize {
        let before = |at: usize| self.text.get(..at).unwrap_or_default();
        match self.record.tags.list.first() {
            Some(tag) => memchr::memrchr(b'[', before(tag.name.start)).unwrap_or(tag.name.start),
            None => self.record.begun_at,
        }
    }

    /// Returns the result of the game: of the `Result` tag or, if that is missing, invalid or `*`,
    /// after the moves.
    pub(crate) fn result(&self) -> GameResult {
        let token = self.record.result.unwrap_or_default();
        match self.result_tag() {
            None | Some(GameResult::Unknown) => token,
            Some(tag) => tag,
        }
    }

    /// Returns the value of the `Result` tag if it is one of the four results.
    pub(crate) fn result_tag(&self) -> Option<GameResult> {
        let tag = self.record.tags.result_tag()?;
        GameResult::from_ascii(self.text.get(tag.value.clone())?)
    }
}
