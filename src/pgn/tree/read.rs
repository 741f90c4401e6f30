//! The parser of a single game's text, which calls a visitor for its contents.

use crate::attacks::Backend;
use crate::pgn::cursor::Cursor;
use crate::pgn::error::PgnErrorKind as Kind;
use crate::pgn::error::{
    MAX_EARLY_BRACKETS, STRAY_AFTER_TAG, UNCLOSED_COMMENT, UNCLOSED_EARLY_VARIATION,
    UNCLOSED_VARIATION,
};
use crate::pgn::tag::{decode, decode_value};
use crate::pgn::token::Token;
use crate::pgn::variation::VariationEnd;
use crate::pgn::words::{is_move_like, is_stray_text};
use crate::rules::GameResult;

/// A visitor's decision at the start of the moves or of a variation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Entry {
    /// Read it.
    Enter,
    /// Skip it.
    Skip,
    /// A variation cannot begin here.
    Misplaced,
}

/// The result of [`Visit::word`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum WordOutcome {
    /// A move, an annotation or an ignored word: the line continues.
    Continue,
    /// A result.
    Result(GameResult),
    /// An error: the line ends.
    Error,
}

/// A visitor, whose methods are called for the contents of a game's text in their order.
pub(crate) trait Visit {
    /// The error that stops the parser.
    type Stop;

    fn tag(&mut self, name: &str, value: &str) -> Result<(), Self::Stop>;

    /// Called after the tags; [`Entry::Skip`] stops the parser.
    fn start(&mut self) -> Result<Entry, Self::Stop>;

    /// Reads a sequence of moves in standard SAN with the fast path. The cursor is then before the
    /// next other token.
    fn plain_moves<B: Backend>(&mut self, backend: B, cursor: &mut Cursor<'_>);

    /// Called for a word that may be a move, at an offset.
    fn word<B: Backend>(
        &mut self,
        backend: B,
        at: usize,
        text: &[u8],
    ) -> Result<WordOutcome, Self::Stop>;

    fn comment(&mut self, comment: &str) -> Result<(), Self::Stop>;
    fn nag(&mut self, nag: u32) -> Result<(), Self::Stop>;
    fn begin_variation(&mut self) -> Result<Entry, Self::Stop>;
    /// Called also for a variation that ended with an error, and for one that was skipped.
    fn end_variation(&mut self, was_entered: bool) -> Result<(), Self::Stop>;
    fn result(&mut self, result: GameResult) -> Result<(), Self::Stop>;
    fn diagnostic(&mut self, diagnostic: Diagnostic<'_>) -> Result<(), Self::Stop>;
}

/// An error or warning, and its offset in the text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Diagnostic<'a> {
    pub(crate) kind: Kind,
    pub(crate) at: usize,
    pub(crate) token: &'a [u8],
    pub(crate) reason: &'a str,
}

/// The reason to skip text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SkipReason {
    /// The visitor skips the variation.
    Unwanted,
    /// There is no move that the variation could restate.
    Misplaced,
    /// The line has ended with an error.
    Error,
}

/// The state of the parser.
#[derive(Clone, Copy)]
struct ParserState {
    /// The number of variations that were entered and not left.
    entered: usize,
    /// The depth of skipped text: 1 plus its open parentheses; 0 if text is read.
    skipping: usize,
    reason: SkipReason,
    /// Whether the result of the main line has been read.
    over: bool,
}

/// Reads the text of one game, which [`super::GameLines`] finds.
#[inline(always)]
pub(crate) fn read_movetext<B: Backend, V: Visit>(
    backend: B,
    text: &[u8],
    visitor: &mut V,
) -> Result<(), V::Stop> {
    let mut cursor = Cursor::new(text, 0);
    read_tags(&mut cursor, visitor)?;
    if visitor.start()? == Entry::Skip {
        return Ok(());
    }
    let mut state = ParserState { entered: 0, skipping: 0, reason: SkipReason::Error, over: false };
    let mut openings: Vec<usize> = Vec::new();
    let mut early = 0;
    loop {
        if state.skipping == 0 && !state.over {
            visitor.plain_moves(backend, &mut cursor);
        }
        match cursor.token() {
            Token::End => break,
            Token::Word(text) if state.skipping == 0 => {
                let at = cursor.pos() - text.len();
                if state.over && state.entered == 0 {
                    if is_move_like(text) {
                        let reason = "a move after the result";
                        report(visitor, Kind::StrayMoves, at, text, reason)?;
                        (state.skipping, state.reason) = (1, SkipReason::Error);
                    }
                    continue;
                }
                match visitor.word(backend, at, text)? {
                    WordOutcome::Continue => {}
                    WordOutcome::Result(result) if state.entered == 0 => {
                        visitor.result(result)?;
                        state.over = true;
                    }
                    WordOutcome::Result(_) => {}
                    WordOutcome::Error => (state.skipping, state.reason) = (1, SkipReason::Error),
                }
            }
            Token::Result(result) => {
                // the result in a variation is not that of the game
                let is_main = state.entered == 0
                    && (state.skipping == 0
                        || state.skipping == 1 && state.reason == SkipReason::Error);
                if is_main && !state.over {
                    visitor.result(result)?;
                    state.over = true;
                }
            }
            Token::BraceOpen => {
                let opening = cursor.pos() - 1;
                let is_closed = read_comment(&mut cursor, visitor, state.skipping == 0)?;
                if !is_closed {
                    report(visitor, Kind::UnclosedComment, opening, b"{", UNCLOSED_COMMENT)?;
                    break;
                }
            }
            Token::Nag(number) if state.skipping == 0 => {
                let nag = std::str::from_utf8(number).ok().and_then(|number| number.parse().ok());
                match nag {
                    Some(nag) => visitor.nag(nag)?,
                    None => {
                        let at = cursor.pos() - number.len();
                        let reason = "expected a number after $";
                        report(visitor, Kind::InvalidNag, at, number, reason)?;
                    }
                }
            }
            Token::Suffix(marks) if state.skipping == 0 => {
                for nag in suffix_nags(marks) {
                    visitor.nag(nag)?;
                }
            }
            Token::ParenOpen => {
                openings.push(cursor.pos() - 1);
                if state.skipping > 0 {
                    state.skipping += 1;
                    continue;
                }
                match visitor.begin_variation()? {
                    Entry::Enter => state.entered += 1,
                    Entry::Skip => (state.skipping, state.reason) = (1, SkipReason::Unwanted),
                    Entry::Misplaced => {
                        let at = cursor.pos() - 1;
                        early += 1;
                        let is_ignored =
                            state.entered == 0 && early <= MAX_EARLY_BRACKETS && { cursor }
                                .skip_variation(backend)
                                == VariationEnd::Unclosed;
                        if is_ignored {
                            openings.pop();
                            let reason = UNCLOSED_EARLY_VARIATION;
                            report(visitor, Kind::EarlyVariation, at, b"(", reason)?;
                            continue;
                        }
                        let reason = "a variation before the first move of its line";
                        report(visitor, Kind::EarlyVariation, at, b"(", reason)?;
                        (state.skipping, state.reason) = (1, SkipReason::Misplaced);
                    }
                }
            }
            Token::ParenClose => {
                if openings.pop().is_none() {
                    stray(&cursor, visitor)?;
                    continue;
                }
                match (state.skipping, state.reason) {
                    (0, _) | (1, SkipReason::Error) if state.entered > 0 => {
                        state.skipping = 0;
                        state.entered -= 1;
                        visitor.end_variation(true)?;
                    }
                    (1, SkipReason::Unwanted) => {
                        state.skipping = 0;
                        visitor.end_variation(false)?;
                    }
                    (depth, _) => state.skipping = depth.saturating_sub(1),
                }
            }
            Token::BracketOpen => {
                let at = cursor.pos() - 1;
                cursor.set_pos(at);
                let is_tag = cursor.is_first_on_line() && cursor.is_tag();
                cursor.advance(1);
                if is_tag {
                    let reason = "a tag after the moves, without an empty line before it";
                    report(visitor, Kind::StrayMoves, at, b"[", reason)?;
                    break;
                }
                stray(&cursor, visitor)?;
            }
            Token::BraceClose | Token::BracketClose => stray(&cursor, visitor)?,
            Token::Word(_)
            | Token::Nag(_)
            | Token::Suffix(_)
            | Token::Number(_)
            | Token::Dots
            | Token::LineComment(_) => {}
        }
    }
    if let Some(&at) = openings.last() {
        report(visitor, Kind::UnclosedVariation, at, b"(", UNCLOSED_VARIATION)?;
    }
    Ok(())
}

fn report<V: Visit>(
    visitor: &mut V,
    kind: Kind,
    at: usize,
    token: &[u8],
    reason: &str,
) -> Result<(), V::Stop> {
    visitor.diagnostic(Diagnostic { kind, at, token, reason })
}

/// Reports the stray bracket before the cursor.
#[cold]
fn stray<V: Visit>(cursor: &Cursor<'_>, visitor: &mut V) -> Result<(), V::Stop> {
    let at = cursor.pos() - 1;
    report(visitor, Kind::StrayBracket, at, cursor.since(at), "no matching bracket")
}

/// Reads the tags.
fn read_tags<V: Visit>(cursor: &mut Cursor<'_>, visitor: &mut V) -> Result<(), V::Stop> {
    loop {
        cursor.skip_whitespace();
        match cursor.peek() {
            Some(b'%' | b';') if cursor.is_line_start() => cursor.skip_line(),
            Some(b'[') => {
                let at = cursor.pos();
                let (tag, error) = cursor.tag();
                let name = decode(cursor.between(tag.name.clone()));
                let token = cursor.since(at);
                if !is_tag_name(&name) {
                    let reason = "expected a tag name and a value in quotation marks";
                    report(visitor, Kind::MalformedTag, at, token, reason)?;
                    continue;
                }
                if let Some(error) = error {
                    report(visitor, Kind::MalformedTag, at, token, error.reason())?;
                }
                skip_rest_of_line(cursor, visitor)?;
                let value = decode_value(cursor.between(tag.value.clone()), tag.has_escapes);
                if value.contains(['\n', '\r']) {
                    visitor.tag(&name, &value.replace(['\n', '\r'], " "))?;
                } else {
                    visitor.tag(&name, &value)?;
                }
            }
            _ => return Ok(()),
        }
    }
}

/// Skips text after a tag on its line: a comment to the end of the line, comments in braces if
/// another tag follows, and stray text if another line follows.
fn skip_rest_of_line<V: Visit>(cursor: &mut Cursor<'_>, visitor: &mut V) -> Result<(), V::Stop> {
    // only the first of several comments searches for a tag
    let mut tag_follows = false;
    loop {
        let mut ahead = *cursor;
        ahead.skip_line_whitespace();
        let at = ahead.pos();
        let reason = match ahead.peek() {
            None | Some(b'\n' | b'\r' | b'[') => return Ok(()),
            Some(b';') => {
                cursor.skip_line();
                return Ok(());
            }
            Some(b'{') => {
                let Some(length) = memchr::memchr(b'}', ahead.rest()) else { return Ok(()) };
                ahead.advance(length + 1);
                tag_follows = tag_follows || is_before_tag(ahead);
                if !tag_follows {
                    return Ok(());
                }
                "a comment among the tags is not kept"
            }
            Some(_) => {
                ahead.skip_line();
                if ahead.peek().is_none() || !is_stray_text(ahead.since(at)) {
                    return Ok(());
                }
                STRAY_AFTER_TAG
            }
        };
        *cursor = ahead;
        let token = cursor.since(at);
        report(visitor, Kind::MalformedTag, at, token, reason)?;
    }
}

/// Whether a tag is next, after comments.
fn is_before_tag(mut cursor: Cursor<'_>) -> bool {
    loop {
        cursor.skip_whitespace();
        match cursor.peek() {
            Some(b'[') => return cursor.is_tag(),
            Some(b';') => cursor.skip_line(),
            Some(b'{') => match memchr::memchr(b'}', cursor.rest()) {
                Some(length) => cursor.advance(length + 1),
                None => return false,
            },
            _ => return false,
        }
    }
}

/// Whether a tag name is valid: a letter or digit, then letters, digits or `_+#=:-`.
pub(crate) fn is_tag_name(name: &str) -> bool {
    let is_name_byte = |byte: u8| byte.is_ascii_alphanumeric() || b"_+#=:-".contains(&byte);
    name.as_bytes().first().is_some_and(u8::is_ascii_alphanumeric) && name.bytes().all(is_name_byte)
}

/// Reads a comment whose opening brace has been read, without the spaces next to the braces.
/// Returns `false` if it is unclosed.
fn read_comment<V: Visit>(
    cursor: &mut Cursor<'_>,
    visitor: &mut V,
    is_wanted: bool,
) -> Result<bool, V::Stop> {
    let start = cursor.pos();
    let end = memchr::memchr(b'}', cursor.rest());
    match end {
        Some(offset) => cursor.advance(offset),
        None => cursor.finish(),
    }
    if is_wanted {
        let comment = cursor.since(start);
        let comment = comment.strip_prefix(b" ").unwrap_or(comment);
        let comment = match end {
            Some(_) => comment.strip_suffix(b" ").unwrap_or(comment),
            None => comment,
        };
        visitor.comment(&decode(comment))?;
    }
    if end.is_some() {
        cursor.advance(1);
    }
    Ok(end.is_some())
}

/// Returns the NAGs of marks after a move, such as `!?`.
pub(super) fn suffix_nags(marks: &[u8]) -> impl Iterator<Item = u32> + '_ {
    marks.chunks(2).map(|mark| match mark {
        b"!" => 1,
        b"?" => 2,
        b"!!" => 3,
        b"??" => 4,
        b"!?" => 5,
        _ => 6,
    })
}
