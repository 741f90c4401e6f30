//! Reading games from a text in memory of which more may follow: shared by the stream reader and
//! the parallel reader.

use std::borrow::Cow;

use super::cursor::Cursor;
use super::dialect::{Dialect, Letters};
use super::error::PgnErrorKind as Kind;
use super::foreign;
use super::game::{ParseOptions, Verdict, read_game};
use super::game_record::{GameRecord, PgnGame};
use crate::attacks::Backend;
use crate::notation::language::Language;

/// The default limit of a game's text in bytes; a longer game is an error.
pub const DEFAULT_MAX_GAME_BYTES: usize = 64 << 20;

/// The number of bytes that [`check_encoding`] examines.
pub(crate) const SAMPLE: usize = 4096;

/// The largest length in bytes of a word of a move.
const LONGEST_WORD: usize = 64;

/// The longest beginning of a tag, from `[` to the quotation mark, that [`skip_to_tag`] recognizes.
const MAX_TAG_START: usize = 256;

/// The result of [`TextReader::step`], with the offset where it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// A game.
    Game(usize),
    /// A game that was filtered out.
    FilteredOut(usize),
    /// Text without a game, perhaps with errors or warnings.
    NoGame(usize),
    /// The end, perhaps with errors or warnings after the last game.
    End(usize),
    /// The text is incomplete: call again from this offset with more text.
    More(usize),
}

/// The text read so far.
#[derive(Clone, Copy)]
pub(crate) struct Text<'t> {
    pub(crate) bytes: &'t [u8],
    /// Whether no more text follows.
    pub(crate) is_end: bool,
    /// Whether no more text follows because the source failed.
    pub(crate) is_failed: bool,
}

/// The section of an overlong game that is being skipped.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) enum Skipping {
    #[default]
    Nothing,
    /// The rest of its tags, from the middle of a line on, and then its moves.
    Tags,
    /// Everything up to the tags of the next game.
    Rest,
}

/// Reads games from texts. Its only state between games is whether the rest of an overlong game is
/// being skipped, so games can be read from any offset where one begins.
#[derive(Debug)]
pub(crate) struct TextReader {
    record: GameRecord,
    dialect: Dialect,
    max_game_bytes: usize,
    pub(crate) skipping: Skipping,
}

impl TextReader {
    pub(crate) fn new(max_game_bytes: usize, dialect: Dialect) -> TextReader {
        TextReader {
            record: GameRecord::default(),
            dialect,
            max_game_bytes: max_game_bytes.max(SAMPLE),
            skipping: Skipping::Nothing,
        }
    }

    /// Returns the game that was read last, from this text.
    pub(crate) fn game<'a>(&'a self, text: &'a [u8]) -> PgnGame<'a> {
        PgnGame { record: &self.record, text }
    }

    /// Returns the record of the last step.
    pub(crate) fn record(&self) -> &GameRecord {
        &self.record
    }

    /// Reads the next game from an offset on, or skips it if `filter` rejects its tags.
    #[inline(always)]
    pub(crate) fn step<B: Backend>(
        &mut self,
        backend: B,
        text: Text<'_>,
        from: usize,
        filter: &impl Fn(&PgnGame<'_>) -> Verdict,
    ) -> Step {
        let mut from = from;
        self.record.clear();
        while self.skipping != Skipping::Nothing {
            let (skip, next): (fn(_, _) -> _, _) = match self.skipping {
                Skipping::Tags => (skip_tags, Skipping::Rest),
                _ => (skip_to_tag, Skipping::Nothing),
            };
            let is_done;
            (is_done, from) = skip(text, from);
            if !is_done && !text.is_end {
                return Step::More(from);
            }
            self.skipping = next;
        }
        let limit = from.saturating_add(self.max_game_bytes);
        let bytes = text.bytes.get(..limit).unwrap_or(text.bytes);
        let mut cursor = Cursor::new(bytes, from);
        let language = match self.dialect.letters {
            Letters::Of(language) if language != Language::ENGLISH => Some(language),
            _ => None,
        };
        let Dialect { comments, annotations, .. } = self.dialect;
        let options = ParseOptions { language, comments, annotations };
        let is_found = read_game(backend, &mut cursor, &mut self.record, options, filter);
        let (end, ended) = (cursor.pos(), cursor.ended());
        // no more text follows, or the limit excludes it
        let is_last = text.is_end && bytes.len() == text.bytes.len();
        if ended && !is_last && bytes.len() < limit {
            return Step::More(from);
        }
        if is_found {
            let is_cut = ended && end == bytes.len() && (text.is_failed || !is_last);
            let mut whole = bytes;
            if is_cut && !self.record.is_filtered_out {
                whole = self.read_without_cut_word(backend, bytes, from, options);
            }
            if self.dialect.letters == Letters::Detected && self.is_unreadable() {
                self.detect(backend, whole, from);
            }
            if is_cut {
                self.cut(bytes, from, is_last);
            }
            return if self.record.is_filtered_out {
                Step::FilteredOut(end)
            } else {
                Step::Game(end)
            };
        }
        if is_last { Step::End(end) } else { Step::NoGame(end) }
    }

    /// Whether the error of the game is a move that may be in another language.
    fn is_unreadable(&self) -> bool {
        let kind = self.record.error.as_ref().map(|error| error.kind);
        matches!(kind, Some(Kind::Syntax | Kind::IllegalMove | Kind::AmbiguousMove))
    }

    /// Reads the game again in every other language. Keeps the result if the languages without an
    /// error agree.
    #[cold]
    #[inline(never)]
    fn detect<B: Backend>(&mut self, backend: B, bytes: &[u8], from: usize) {
        let mut found: Option<(GameRecord, Language)> = None;
        let Dialect { comments, annotations, .. } = self.dialect;
        for &language in Language::ALL.iter().filter(|&&language| language != Language::ENGLISH) {
            let options = ParseOptions { language: Some(language), comments, annotations };
            let Some(record) = read_unfiltered(backend, bytes, from, options) else { return };
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
        let reason = format!("the piece letters are {}, not English", language.name());
        let (at, token) = (error.offset as usize, error.token.as_bytes());
        record.warn(Kind::ForeignLetters, at, token, &reason);
        let warning = record.warnings.last_mut();
        if let Some(warning) = warning.filter(|warning| warning.kind == Kind::ForeignLetters) {
            warning.ply = error.ply;
        }
        record.warnings.sort_by_key(|warning| warning.offset);
        self.record = record;
    }

    /// Reads an incomplete game again without its last word, which may be cut, such as `O-O` of
    /// `O-O-O`. Returns the bytes that have been read.
    #[cold]
    #[inline(never)]
    fn read_without_cut_word<'t, B: Backend>(
        &mut self,
        backend: B,
        bytes: &'t [u8],
        from: usize,
        options: ParseOptions,
    ) -> &'t [u8] {
        let first = bytes.len().saturating_sub(LONGEST_WORD).max(from);
        let last = bytes.get(first..).unwrap_or_default();
        let cut = last.iter().rev().take_while(|byte| !byte.is_ascii_whitespace()).count();
        if cut == 0 || cut == last.len() {
            return bytes;
        }
        let whole = bytes.get(..bytes.len() - cut).unwrap_or(bytes);
        match read_unfiltered(backend, whole, from, options) {
            Some(record) => {
                self.record = record;
                whole
            }
            None => bytes,
        }
    }

    /// Records the error of an incomplete game.
    #[cold]
    fn cut(&mut self, bytes: &[u8], from: usize, is_last: bool) {
        let end = bytes.len();
        if is_last {
            self.record.fail(Kind::Truncated, end, b"", "the source ends in the middle of a game");
            return;
        }
        let reason = "the game is longer than the limit max_game_bytes";
        self.record.fail(Kind::TooLong, end, b"", reason);
        let text = bytes.get(from..end).unwrap_or_default().trim_ascii_end();
        let line = memchr::memrchr(b'\n', text).map_or(0, |newline| newline + 1);
        let is_tag = self.record.moves.is_empty() && text.get(line) == Some(&b'[');
        self.skipping = if is_tag { Skipping::Tags } else { Skipping::Rest };
    }
}

/// Reads a game without a filter; returns `None` if there is none.
#[inline(never)]
fn read_unfiltered<B: Backend>(
    backend: B,
    bytes: &[u8],
    from: usize,
    options: ParseOptions,
) -> Option<GameRecord> {
    let (mut cursor, mut record) = (Cursor::new(bytes, from), GameRecord::default());
    let filter = |_: &PgnGame<'_>| Verdict::Wanted;
    read_game(backend, &mut cursor, &mut record, options, &filter).then_some(record)
}

/// Finds the end of a line and of the tags on the next lines. Returns `false`, and the offset to
/// continue from with more text, if it is not in the text.
#[cold]
fn skip_tags(text: Text<'_>, mut from: usize) -> (bool, usize) {
    loop {
        let rest = text.bytes.get(from..).unwrap_or_default();
        let Some(newline) = memchr::memchr(b'\n', rest) else {
            return (false, text.bytes.len());
        };
        match rest.get(newline + 1) {
            None => return (false, from + newline),
            Some(b'[') => from += newline + 1,
            Some(_) => return (true, from + newline + 1),
        }
    }
}

/// Finds the next line that begins with a tag. Returns `false`, and the offset to continue from
/// with more text, if it is not in the text.
#[cold]
fn skip_to_tag(text: Text<'_>, from: usize) -> (bool, usize) {
    let (bytes, mut from) = (text.bytes, from);
    loop {
        let rest = bytes.get(from..).unwrap_or_default();
        let Some(offset) = memchr::memchr(b'[', rest) else { return (false, bytes.len()) };
        let at = from + offset;
        let end = at + MAX_TAG_START;
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

/// Returns the offset of the first byte from `from` on that is not whitespace.
pub(crate) fn skip_whitespace(bytes: &[u8], from: usize) -> usize {
    let mut cursor = Cursor::new(bytes, from);
    cursor.skip_whitespace();
    cursor.pos()
}

/// The binary format of a source by its beginning; `None` if it may be text.
pub(crate) fn binary_format(beginning: &[u8]) -> Option<&'static str> {
    const KNOWN: [(&[u8], &str); 3] =
        [(b"PAR1", "a Parquet file"), (b"\x93NUMPY", "a NumPy file"), (b"ARROW1", "an Arrow file")];
    let sample = beginning.get(..SAMPLE).unwrap_or(beginning);
    let is_control = |byte: &&u8| matches!(byte, 0..=8 | 14..=25 | 27..=31);
    let controls = sample.iter().filter(is_control).count();
    let is_utf16 = sample.starts_with(b"\xFF\xFE") || sample.starts_with(b"\xFE\xFF");
    let known = KNOWN.into_iter().find(|(magic, _)| sample.starts_with(magic));
    let is_binary = controls > 8 && controls * 32 > sample.len() && !is_utf16;
    known.map(|(_, name)| name).or(is_binary.then_some("binary data"))
}

/// Checks that the beginning of a source may be PGN text, so that a wrong file gives one error and
/// not thousands.
///
/// # Errors
///
/// The reason.
pub(crate) fn check_encoding(beginning: &[u8]) -> Result<(), Cow<'static, str>> {
    let sample = beginning.get(..SAMPLE).unwrap_or(beginning);
    if sample.starts_with(b"\xFF\xFE") || sample.starts_with(b"\xFE\xFF") {
        Err("the text is UTF-16; PGN must be UTF-8 or Latin-1".into())
    } else if let Some(format) = binary_format(sample) {
        Err(format!("this is {format}, not PGN").into())
    } else if let Some(format) = foreign::format_of(sample) {
        Err(format!("this is not PGN, but {format}").into())
    } else {
        Ok(())
    }
}
