//! Games from a text in memory that may not be all there yet: what readers of streams and of files
//! in pieces have in common.

use super::cursor::Cursor;
use super::dialect::{Dialect, Letters};
use super::error::PgnErrorKind as Kind;
use super::game::{Found, Manner, read_game};
use super::record::{PgnGame, Record};
use crate::attacks::Backend;
use crate::notation::language::Language;

/// A game whose text is longer than this many bytes is broken, unless the reader is told otherwise.
pub const DEFAULT_MAX_GAME_BYTES: usize = 64 << 20;

/// So many bytes are looked at to tell text from other things.
pub(crate) const SAMPLE: usize = 4096;

/// The longest tag name that resynchronising looks for.
const MAX_NAME: usize = 256;

/// What has been read, and where in the text it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// A game.
    Game(usize),
    /// A game that was not wanted.
    Passed(usize),
    /// Text without a game, perhaps with faults; go on from there.
    Junk(usize),
    /// The end, perhaps with faults after the last game.
    End(usize),
    /// The text is not enough. Once there is more, go on from there.
    More(usize),
}

/// What a caller says of a game whose tags it has seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    Wanted,
    Unwanted,
    /// Wanted, by a text that may go on.
    WantedSoFar,
    /// Not wanted, by a text that may go on.
    UnwantedSoFar,
    /// It depends on the start position: to be asked again when that is known.
    NotYet,
}

/// The text as far as it is known.
#[derive(Clone, Copy)]
pub(crate) struct Text<'t> {
    pub(crate) bytes: &'t [u8],
    /// There is no more.
    pub(crate) is_end: bool,
    /// There is no more because the source failed.
    pub(crate) is_failed: bool,
}

/// Reads games from texts; between them it keeps only whether it is in the rest of a game that was
/// too long, so that games may be read from any place where one begins.
#[derive(Debug)]
pub(crate) struct TextReader {
    record: Record,
    dialect: Dialect,
    max_game_bytes: usize,
    /// The rest of an overlong game is being passed over.
    pub(crate) is_skipping: bool,
}

impl TextReader {
    pub(crate) fn new(max_game_bytes: usize, dialect: Dialect) -> TextReader {
        TextReader {
            record: Record::new(),
            dialect,
            max_game_bytes: max_game_bytes.max(SAMPLE),
            is_skipping: false,
        }
    }

    /// The game that was read last, from this text.
    pub(crate) fn game<'a>(&'a self, text: &'a [u8]) -> PgnGame<'a> {
        PgnGame { record: &self.record, text }
    }

    /// What was read last.
    pub(crate) fn record(&self) -> &Record {
        &self.record
    }

    /// What was read last; its faults have offsets in the text, and no lines yet.
    pub(super) fn record_mut(&mut self) -> &mut Record {
        &mut self.record
    }

    /// Reads the next game from a place on, if it is wanted by its tags.
    #[inline(always)]
    pub(crate) fn step<B: Backend>(
        &mut self,
        backend: B,
        text: Text<'_>,
        from: usize,
        wants: &impl Fn(&PgnGame<'_>) -> Verdict,
    ) -> Step {
        let mut from = from;
        self.record.clear();
        if self.is_skipping {
            let found;
            (found, from) = skip_to_tag(text, from);
            if !found && !text.is_end {
                return Step::More(from);
            }
            self.is_skipping = false;
        }
        let limit = from.saturating_add(self.max_game_bytes);
        let bytes = text.bytes.get(..limit).unwrap_or(text.bytes);
        let mut cursor = Cursor::new(bytes, from);
        let language = match self.dialect.letters {
            Letters::Of(language) if language != Language::ENGLISH => Some(language),
            _ => None,
        };
        let Dialect { comments, annotations, .. } = self.dialect;
        let manner = Manner { language, comments, annotations };
        let found = read_game(backend, &mut cursor, &mut self.record, manner, wants);
        let (end, ended) = (cursor.pos(), cursor.ended());
        // what follows these bytes is not there, or not allowed to matter
        let is_last = text.is_end && bytes.len() == text.bytes.len();
        if ended && !is_last && bytes.len() < limit {
            return Step::More(from);
        }
        if found == Found::Game {
            if self.dialect.letters == Letters::Detected && self.is_unreadable() {
                self.detect(backend, bytes, from);
            }
            if ended && end == bytes.len() {
                self.cut(end, is_last, text.is_failed);
            }
            return if self.record.is_passed { Step::Passed(end) } else { Step::Game(end) };
        }
        if is_last { Step::End(end) } else { Step::Junk(end) }
    }

    /// Whether a word broke the game that might be one of another language.
    fn is_unreadable(&self) -> bool {
        let kind = self.record.error.as_ref().map(|error| error.kind);
        matches!(kind, Some(Kind::Syntax | Kind::IllegalMove | Kind::AmbiguousMove))
    }

    /// Reads the game again in every language, and takes what all that can read it agree on.
    #[cold]
    #[inline(never)]
    fn detect<B: Backend>(&mut self, backend: B, bytes: &[u8], from: usize) {
        let mut found: Option<(Record, Language)> = None;
        let Dialect { comments, annotations, .. } = self.dialect;
        for &language in Language::ALL.iter().filter(|&&language| language != Language::ENGLISH) {
            let mut record = Record::new();
            let mut cursor = Cursor::new(bytes, from);
            let manner = Manner { language: Some(language), comments, annotations };
            read_game(backend, &mut cursor, &mut record, manner, &|_| Verdict::Wanted);
            if record.error.is_some() {
                continue;
            }
            match &found {
                None => found = Some((record, language)),
                Some((other, _)) if other.moves == record.moves => {}
                Some(_) => return,
            }
        }
        let (Some((mut record, language)), Some(error)) = (found, &self.record.error) else {
            return;
        };
        let reason =
            format!("the letters of the pieces are not English, but as in {}", language.name());
        let (at, token) = (error.offset as usize, error.token.as_bytes());
        record.warn(Kind::ForeignLetters, at, token, &reason);
        let warning = record.warnings.last_mut();
        if let Some(warning) = warning.filter(|warning| warning.kind == Kind::ForeignLetters) {
            warning.ply = error.ply;
        }
        record.warnings.sort_by_key(|warning| warning.offset);
        self.record = record;
    }

    /// A game that goes on to the last byte, which may not be its end.
    #[cold]
    fn cut(&mut self, end: usize, is_last: bool, is_failed: bool) {
        if !is_last {
            let reason = "the text of the game is longer than the reader's limit";
            self.record.fail(Kind::TooLong, end, b"", reason);
            self.is_skipping = true;
        } else if is_failed {
            self.record.fail(Kind::Truncated, end, b"", "the source broke off here");
        }
    }
}

/// The next line that begins with a tag. If there is none, where to look on with more text.
#[cold]
fn skip_to_tag(text: Text<'_>, from: usize) -> (bool, usize) {
    let (bytes, mut from) = (text.bytes, from);
    loop {
        let rest = bytes.get(from..).unwrap_or_default();
        let Some(offset) = memchr::memchr(b'[', rest) else { return (false, bytes.len()) };
        let at = from + offset;
        let end = at + MAX_NAME;
        let mut cursor = Cursor::new(bytes.get(..end).unwrap_or(bytes), at);
        if cursor.is_line_start() && cursor.is_tag() {
            return (true, at);
        }
        if cursor.ended() && bytes.len() < end && !text.is_end {
            return (false, at);
        }
        from = at + 1;
    }
}

/// The place of the first byte from here on that is no blank.
pub(crate) fn skip_blanks(bytes: &[u8], from: usize) -> usize {
    let mut cursor = Cursor::new(bytes, from);
    cursor.skip_blanks();
    cursor.pos()
}

/// Says why the beginning of a source is no text that PGN could be, so that a wrong file gives one
/// error and not a thousand games.
pub(crate) fn check_encoding(beginning: &[u8]) -> Result<(), &'static str> {
    let sample = beginning.get(..SAMPLE).unwrap_or(beginning);
    let is_control = |byte: &&u8| matches!(byte, 0..=8 | 14..=25 | 27..=31);
    let controls = sample.iter().filter(is_control).count();
    if sample.starts_with(b"\xFF\xFE") || sample.starts_with(b"\xFE\xFF") {
        Err("the text is UTF-16, and PGN is read from UTF-8 or Latin-1")
    } else if sample.starts_with(b"PAR1") {
        Err("this is a Parquet file, not PGN")
    } else if sample.starts_with(b"\x93NUMPY") {
        Err("this is an array of NumPy's, not PGN")
    } else if controls > 8 && controls * 32 > sample.len() {
        Err("this is binary data, not PGN")
    } else {
        Ok(())
    }
}
