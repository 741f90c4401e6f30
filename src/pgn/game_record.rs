//! One game as it was read: tags, main line, evaluations, clocks, result, errors and warnings.

use std::borrow::Cow;

use super::arrow::Arrow;
use super::comment::{NO_CLOCK, NO_EVAL};
use super::error::{ErrorCounts, MAX_TOKEN, PgnError, PgnErrorKind};
use super::tag::{Tag, decode, decode_value};
use crate::position::Position;
use crate::rules::GameResult;
use crate::types::Move;

/// More tags than this in a game are not kept.
pub const MAX_TAGS: usize = 512;

/// So many warnings of one game are kept; the rest is counted.
pub const MAX_WARNINGS: usize = 16;

/// The places of tags with a meaning for the reader.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct TagRoles {
    pub(super) result: Option<u16>,
    pub(super) variant: Option<u16>,
    pub(super) fen: Option<u16>,
    pub(super) set_up: Option<u16>,
}

/// What is known of a game, used again for the next one: reading a game allocates nothing once the
/// buffers have grown.
#[derive(Clone, Debug)]
pub(crate) struct GameRecord {
    pub(super) tags: Vec<Tag>,
    /// One bit for each tag name that is there, by a small hash: a hint that it may be there twice.
    pub(super) names_seen: u64,
    /// Which tags say what the game needs to know, the last of each name.
    pub(super) roles: TagRoles,
    pub(super) start: Position,
    /// Whether the start and `chess960` have been found out.
    pub(super) knows_start: bool,
    /// The start of standard chess, which is not to be made for every game.
    pub(super) standard: Position,
    pub(super) chess960: bool,
    pub(super) moves: Vec<Move>,
    /// Empty, or as long as the moves.
    pub(super) evals: Vec<i32>,
    /// Empty, or as long as the moves.
    pub(super) clocks: Vec<i32>,
    /// Empty, or as long as the moves.
    pub(super) move_times: Vec<i32>,
    /// Each with the index of the move before it.
    pub(super) arrows: Vec<(usize, Arrow)>,
    pub(super) result: Option<GameResult>,
    /// Where the reader was when it knew that a game begins: after its first tag, or after the number
    /// of its first move.
    pub(super) begun_at: usize,
    /// Where the text after the tags begins, or a little later.
    pub(super) moves_at: usize,
    /// The caller did not want the game: its moves were passed over.
    pub(super) is_filtered_out: bool,
    /// What ended the game early.
    pub(crate) error: Option<PgnError>,
    pub(crate) warnings: Vec<PgnError>,
    pub(crate) warning_count: u64,
    /// How many of the warnings are of no game.
    pub(crate) outside: ErrorCounts,
}

impl GameRecord {
    pub(super) fn new() -> GameRecord {
        GameRecord {
            tags: Vec::new(),
            names_seen: 0,
            roles: TagRoles::default(),
            start: Position::standard(),
            knows_start: false,
            standard: Position::standard(),
            chess960: false,
            moves: Vec::new(),
            evals: Vec::new(),
            clocks: Vec::new(),
            move_times: Vec::new(),
            arrows: Vec::new(),
            result: None,
            begun_at: 0,
            moves_at: 0,
            is_filtered_out: false,
            error: None,
            warnings: Vec::new(),
            warning_count: 0,
            outside: ErrorCounts::default(),
        }
    }

    /// Forgets the last game.
    pub(super) fn clear(&mut self) {
        self.tags.clear();
        self.names_seen = 0;
        self.roles = TagRoles::default();
        self.knows_start = false;
        self.chess960 = false;
        self.moves.clear();
        self.evals.clear();
        self.clocks.clear();
        self.move_times.clear();
        self.arrows.clear();
        self.result = None;
        self.moves_at = 0;
        self.is_filtered_out = false;
        self.error = None;
        self.warnings.clear();
        self.warning_count = 0;
        self.outside = ErrorCounts::default();
    }

    /// Keeps a tag, `name` of which is known to be its name.
    #[inline(always)]
    pub(super) fn push_tag(&mut self, name: &[u8], tag: Tag) {
        let index = Some(self.tags.len() as u16);
        match name {
            b"Result" => self.roles.result = index,
            b"Variant" => self.roles.variant = index,
            b"FEN" => self.roles.fen = index,
            b"SetUp" => self.roles.set_up = index,
            _ => {}
        }
        self.tags.push(tag);
    }

    /// The tag at a place.
    pub(super) fn tag(&self, place: Option<u16>) -> Option<&Tag> {
        self.tags.get(usize::from(place?))
    }

    /// An error or warning at a byte of the text; line and column are filled in when the game is handed over.
    fn error_at(&self, kind: PgnErrorKind, at: usize, token: &[u8], reason: &str) -> PgnError {
        // four bytes a character at most, and a cut one is of no use
        let token = decode(token.get(..4 * MAX_TOKEN).unwrap_or(token));
        PgnError {
            kind,
            ply: self.moves.len(),
            offset: at as u64,
            line: 0,
            column: 0,
            token: token.chars().take(MAX_TOKEN).collect(),
            reason: reason.into(),
        }
    }

    #[cold]
    pub(super) fn fail(&mut self, kind: PgnErrorKind, at: usize, token: &[u8], reason: &str) {
        if self.error.is_none() {
            self.error = Some(self.error_at(kind, at, token, reason));
        }
    }

    #[cold]
    pub(super) fn warn(&mut self, kind: PgnErrorKind, at: usize, token: &[u8], reason: &str) {
        self.warning_count += 1;
        if kind.is_outside_games() {
            *self.outside.of_sort(kind) += 1;
        }
        if self.warnings.len() < MAX_WARNINGS {
            let warning = self.error_at(kind, at, token, reason);
            self.warnings.push(warning);
        }
    }

    /// Takes down what a comment after the last move says; the first of a kind counts.
    #[inline(always)]
    pub(super) fn note(column: &mut Vec<i32>, ply: usize, value: i32, missing: i32) {
        if value == missing {
            return;
        }
        if column.len() + 1 == ply {
            column.push(value);
        } else {
            GameRecord::note_out_of_turn(column, ply, value, missing);
        }
    }

    /// The same where moves before had none, or the last one has been told of.
    #[inline(never)]
    fn note_out_of_turn(column: &mut Vec<i32>, ply: usize, value: i32, missing: i32) {
        let Some(last) = ply.checked_sub(1) else { return };
        if column.len() < last {
            column.resize(last, missing);
            column.push(value);
        } else if let Some(place) = column.get_mut(last)
            && *place == missing
        {
            *place = value;
        }
    }

    /// Brings the columns to the length of the moves.
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

/// A game that a [`Reader`](super::Reader) has read.
#[derive(Clone, Copy)]
pub struct PgnGame<'a> {
    pub(super) record: &'a GameRecord,
    pub(super) text: &'a [u8],
}

impl<'a> PgnGame<'a> {
    /// The tags in their order, names and values as text. Values that are not UTF-8 are read as
    /// Windows-1252.
    pub fn tags(&self) -> impl ExactSizeIterator<Item = (Cow<'a, str>, Cow<'a, str>)> + use<'a> {
        let text = self.text;
        self.record.tags.iter().map(move |tag| {
            let value = text.get(tag.value.clone()).unwrap_or_default();
            let name = text.get(tag.name.clone()).unwrap_or_default();
            (decode(name), decode_value(value, tag.has_escapes))
        })
    }

    /// The tags in their order as they stand in the text: the name, the value and what comes after it, and
    /// the tag.
    pub(crate) fn tags_in_text(
        &self,
    ) -> impl ExactSizeIterator<Item = (&'a [u8], &'a [u8], &'a Tag)> + use<'a> {
        let text = self.text;
        self.record.tags.iter().map(move |tag| {
            let name = text.get(tag.name.clone()).unwrap_or_default();
            (name, text.get(tag.value.start..).unwrap_or_default(), tag)
        })
    }

    /// Where the tags stand, in their order.
    pub(crate) fn tag_places(&self) -> &'a [Tag] {
        &self.record.tags
    }

    /// The text from a place on, to its end, which is not the game's.
    #[inline(always)]
    pub(crate) fn text_from(&self, at: usize) -> &'a [u8] {
        self.text.get(at..).unwrap_or_default()
    }

    /// The tags in their order as bytes: name, value with its escapes, whether it has any.
    pub(crate) fn raw_tags(
        &self,
    ) -> impl ExactSizeIterator<Item = (&'a [u8], &'a [u8], bool)> + DoubleEndedIterator + use<'a>
    {
        let text = self.text;
        self.record.tags.iter().map(move |tag| {
            let value = text.get(tag.value.clone()).unwrap_or_default();
            (text.get(tag.name.clone()).unwrap_or_default(), value, tag.has_escapes)
        })
    }

    /// The beginning of the text after the tags, up to the next tag; and whether it may go on beyond
    /// what is known of it.
    pub(crate) fn text_after_tags(&self, most: usize) -> (&'a [u8], bool) {
        let start = self.record.moves_at;
        let end = start.saturating_add(most);
        let text = self.text.get(start..end).or(self.text.get(start..)).unwrap_or_default();
        match memchr::memmem::find(text, b"\n[") {
            Some(end) => (text.get(..end).unwrap_or(text), false),
            None => (text, text.len() < most),
        }
    }

    /// The value of a tag; the last one if there are several.
    pub fn tag(&self, name: &str) -> Option<Cow<'a, str>> {
        let found = self.raw_tags().rfind(|(tag, ..)| *tag == name.as_bytes());
        found.map(|(_, value, has_escapes)| decode_value(value, has_escapes))
    }

    /// Whether it is known yet from where the game starts, and so whether it is one of Chess960.
    pub(crate) fn knows_start(&self) -> bool {
        self.record.knows_start
    }

    /// The start position, from the `FEN` tag if there is one.
    pub fn start(&self) -> &'a Position {
        &self.record.start
    }

    /// Whether a `FEN` tag gives the start position.
    pub fn has_fen(&self) -> bool {
        self.record.roles.fen.is_some()
    }

    /// Whether this is a game of Chess960, by its `Variant` tag or because its castling rights
    /// cannot be said otherwise.
    pub fn is_chess960(&self) -> bool {
        self.record.chess960
    }

    /// The moves of the main line, all legal. Those of a broken game end before the error.
    pub fn moves(&self) -> &'a [Move] {
        &self.record.moves
    }

    /// The evaluations of the positions after the moves, from `%eval` commands: centipawns, or
    /// [`MATE`](super::MATE) less the number of moves, plus for White; [`NO_EVAL`] where there is
    /// none. Empty if the game has none at all.
    pub fn evals(&self) -> &'a [i32] {
        &self.record.evals
    }

    /// What the player's clock showed after the moves, in milliseconds, from `%clk` commands;
    /// [`NO_CLOCK`] where there is none. Empty if the game has none at all.
    pub fn clocks(&self) -> &'a [i32] {
        &self.record.clocks
    }

    /// How long the movers thought, in milliseconds, from `%emt` commands, if these are
    /// [wanted](super::Annotations); [`NO_CLOCK`] where there is none. Empty if the game has none at all.
    pub fn move_times(&self) -> &'a [i32] {
        &self.record.move_times
    }

    /// Arrows and colored squares of comments after moves, if they are
    /// [wanted](super::Annotations): each with the index of the move, in the order of the text.
    pub fn arrows(&self) -> &'a [(usize, Arrow)] {
        &self.record.arrows
    }

    /// Where in the text the game begins: at its first tag or, without tags, at its first move with the
    /// number before it.
    pub(crate) fn begins_at(&self) -> usize {
        let before = |at: usize| self.text.get(..at).unwrap_or_default();
        match self.record.tags.first() {
            Some(tag) => memchr::memrchr(b'[', before(tag.name.start)).unwrap_or(tag.name.start),
            None => {
                let is_number = |byte: &u8| matches!(byte, b'0'..=b'9' | b'.');
                let text = before(self.record.begun_at);
                text.len() - text.iter().rev().take_while(|byte| is_number(byte)).count()
            }
        }
    }

    /// The result after the moves.
    pub fn result_token(&self) -> Option<GameResult> {
        self.record.result
    }

    /// How the game ended: by the `Result` tag if it says a result, else by what follows the moves.
    pub fn result(&self) -> GameResult {
        let token = self.record.result.unwrap_or_default();
        match self.result_tag() {
            None | Some(GameResult::Unknown) => token,
            Some(tag) => tag,
        }
    }

    /// The value of the `Result` tag if it is a result, one of four.
    pub fn result_tag(&self) -> Option<GameResult> {
        let tag = self.record.tag(self.record.roles.result)?;
        GameResult::from_ascii(self.text.get(tag.value.clone())?)
    }

    /// What broke the game, if something did.
    pub fn error(&self) -> Option<&'a PgnError> {
        self.record.error.as_ref()
    }

    /// What was forgiven, the first [`MAX_WARNINGS`] of it.
    pub fn warnings(&self) -> &'a [PgnError] {
        &self.record.warnings
    }

    /// How much was forgiven.
    pub fn warning_count(&self) -> u64 {
        self.record.warning_count
    }
}

impl std::fmt::Debug for PgnGame<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PgnGame")
            .field("tags", &self.tags().collect::<Vec<_>>())
            .field("moves", &self.moves())
            .field("result", &self.result())
            .field("error", &self.error())
            .finish()
    }
}
