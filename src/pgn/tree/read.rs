//! The way through a game's text, for whoever wants to be told of what stands there.

use crate::attacks::Backend;
use crate::notation::san::{self, SanError};
use crate::pgn::cursor::Cursor;
use crate::pgn::error::PgnErrorKind as Kind;
use crate::pgn::error::{STRAY_AFTER_TAG, UNCLOSED_COMMENT, UNCLOSED_VARIATION};
use crate::pgn::repair::{self, Repair, is_stray_text};
use crate::pgn::tag::{decode, decode_value};
use crate::pgn::token::Token;
use crate::position::Position;
use crate::rules::GameResult;
use crate::types::Move;

/// What a visitor says to the beginning of a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Entry {
    /// Read it.
    Enter,
    /// Pass over it.
    Skip,
    /// It cannot be here.
    Misplaced,
}

/// What a visitor made of a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum WordOutcome {
    /// A move, or something beside the moves; it goes on.
    Continue,
    /// A result.
    Result(GameResult),
    /// Nothing: the line cannot go on.
    Broken,
}

/// Who is told what a game's text holds, in its order.
pub(crate) trait Visit {
    /// Why a visitor wants no more.
    type Stop;

    fn tag(&mut self, name: &str, value: &str) -> Result<(), Self::Stop>;

    /// The tags are over; [`Entry::Skip`] ends the reading.
    fn start(&mut self) -> Result<Entry, Self::Stop>;

    /// Moves that are spelled plainly, as many as come one after the other; the place is then before
    /// something else.
    fn plain_moves<B: Backend>(&mut self, backend: B, cursor: &mut Cursor<'_>);

    /// A word at a place that could be a move.
    fn word<B: Backend>(
        &mut self,
        backend: B,
        at: usize,
        text: &[u8],
    ) -> Result<WordOutcome, Self::Stop>;

    fn comment(&mut self, comment: &str) -> Result<(), Self::Stop>;
    fn nag(&mut self, nag: u32) -> Result<(), Self::Stop>;
    fn begin_variation(&mut self) -> Result<Entry, Self::Stop>;
    /// Also of a variation that broke, or that was passed over and not entered.
    fn end_variation(&mut self, was_entered: bool) -> Result<(), Self::Stop>;
    fn result(&mut self, result: GameResult) -> Result<(), Self::Stop>;
    fn diagnostic(&mut self, diagnostic: Diagnostic<'_>) -> Result<(), Self::Stop>;
}

/// Something wrong, and its place in the text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Diagnostic<'a> {
    pub(crate) kind: Kind,
    pub(crate) at: usize,
    pub(crate) token: &'a [u8],
    pub(crate) reason: &'a str,
}

/// Why text is passed over.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Skip {
    /// The visitor did not want the variation.
    Unwanted,
    /// The variation has no move that it could be one to.
    Misplaced,
    /// The line broke: its rest cannot be read.
    Broken,
}

/// Where the reader is.
#[derive(Clone, Copy)]
struct Place {
    /// Variations entered and not left.
    entered: usize,
    /// Parentheses open since text is passed over, one for the reason itself; 0 if it is read.
    skipping: usize,
    why: Skip,
    /// The main line's result has been read.
    over: bool,
}

/// Reads the text of one game. What the text of a whole game is, [`super::GameLines`] knows.
#[inline(always)]
pub(crate) fn read_movetext<B: Backend, V: Visit>(
    backend: B,
    text: &[u8],
    visitor: &mut V,
) -> Result<(), V::Stop> {
    let mut cursor = Cursor::new(text, 0);
    if !read_tags(&mut cursor, visitor)? || visitor.start()? == Entry::Skip {
        return Ok(());
    }
    let mut place = Place { entered: 0, skipping: 0, why: Skip::Broken, over: false };
    let mut openings: Vec<usize> = Vec::new();
    loop {
        if place.skipping == 0 && !place.over {
            visitor.plain_moves(backend, &mut cursor);
        }
        match cursor.token() {
            Token::End => break,
            Token::Word(text) if place.skipping == 0 => {
                let at = cursor.pos() - text.len();
                if place.over && place.entered == 0 {
                    if repair::is_move_like(text) {
                        let reason = "a move after the result";
                        visitor.diagnostic(Diagnostic {
                            kind: Kind::StrayMoves,
                            at,
                            token: text,
                            reason,
                        })?;
                        (place.skipping, place.why) = (1, Skip::Broken);
                    }
                    continue;
                }
                match visitor.word(backend, at, text)? {
                    WordOutcome::Continue => {}
                    WordOutcome::Result(result) if place.entered == 0 => {
                        visitor.result(result)?;
                        place.over = true;
                    }
                    WordOutcome::Result(_) => {}
                    WordOutcome::Broken => (place.skipping, place.why) = (1, Skip::Broken),
                }
            }
            Token::Result(result) => {
                // a variation may have one too, which says nothing of the game
                let is_main = place.entered == 0
                    && (place.skipping == 0 || place.skipping == 1 && place.why == Skip::Broken);
                if is_main && !place.over {
                    visitor.result(result)?;
                    place.over = true;
                }
            }
            Token::BraceOpen => {
                let opening = cursor.pos() - 1;
                let is_closed = read_comment(&mut cursor, visitor, place.skipping == 0)?;
                if !is_closed {
                    let (kind, reason) = (Kind::UnclosedComment, UNCLOSED_COMMENT);
                    visitor.diagnostic(Diagnostic { kind, at: opening, token: b"{", reason })?;
                    break;
                }
            }
            Token::Nag(number) if place.skipping == 0 => {
                let nag = std::str::from_utf8(number).ok().and_then(|number| number.parse().ok());
                match nag {
                    Some(nag) => visitor.nag(nag)?,
                    None => {
                        let at = cursor.pos() - number.len();
                        let reason = "a NAG is a number";
                        visitor.diagnostic(Diagnostic {
                            kind: Kind::InvalidNag,
                            at,
                            token: number,
                            reason,
                        })?;
                    }
                }
            }
            Token::Suffix(marks) if place.skipping == 0 => {
                for nag in suffix_nags(marks) {
                    visitor.nag(nag)?;
                }
            }
            Token::ParenOpen => {
                openings.push(cursor.pos() - 1);
                if place.skipping > 0 {
                    place.skipping += 1;
                    continue;
                }
                match visitor.begin_variation()? {
                    Entry::Enter => place.entered += 1,
                    Entry::Skip => (place.skipping, place.why) = (1, Skip::Unwanted),
                    Entry::Misplaced => {
                        let at = cursor.pos() - 1;
                        let reason = "a variation where no move has been made yet";
                        let kind = Kind::EarlyVariation;
                        visitor.diagnostic(Diagnostic { kind, at, token: b"(", reason })?;
                        (place.skipping, place.why) = (1, Skip::Misplaced);
                    }
                }
            }
            Token::ParenClose => {
                if openings.pop().is_none() {
                    stray(&cursor, visitor)?;
                    continue;
                }
                match (place.skipping, place.why) {
                    (0, _) | (1, Skip::Broken) if place.entered > 0 => {
                        place.skipping = 0;
                        place.entered -= 1;
                        visitor.end_variation(true)?;
                    }
                    (1, Skip::Unwanted) => {
                        place.skipping = 0;
                        visitor.end_variation(false)?;
                    }
                    (depth, _) => place.skipping = depth.saturating_sub(1),
                }
            }
            Token::BracketOpen => {
                let at = cursor.pos() - 1;
                cursor.set_pos(at);
                let is_tag = cursor.is_first_on_line() && cursor.is_tag();
                cursor.advance(1);
                if is_tag {
                    let reason = "a tag among the moves: no empty line ends the game before it";
                    visitor.diagnostic(Diagnostic {
                        kind: Kind::StrayMoves,
                        at,
                        token: b"[",
                        reason,
                    })?;
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
        let (kind, reason) = (Kind::UnclosedVariation, UNCLOSED_VARIATION);
        visitor.diagnostic(Diagnostic { kind, at, token: b"(", reason })?;
    }
    Ok(())
}

/// A bracket before the place that closes nothing.
#[cold]
fn stray<V: Visit>(cursor: &Cursor<'_>, visitor: &mut V) -> Result<(), V::Stop> {
    let at = cursor.pos() - 1;
    let (kind, token) = (Kind::StrayBracket, cursor.since(at));
    visitor.diagnostic(Diagnostic { kind, at, token, reason: "it belongs to nothing" })
}

/// Reads tags up to the first thing that is none; `false` if there is nothing at all.
fn read_tags<V: Visit>(cursor: &mut Cursor<'_>, visitor: &mut V) -> Result<bool, V::Stop> {
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
                    let reason = "no tag: a name and a value in quotation marks are expected";
                    visitor.diagnostic(Diagnostic {
                        kind: Kind::MalformedTag,
                        at,
                        token,
                        reason,
                    })?;
                    continue;
                }
                if let Some(error) = error {
                    let reason = error.reason();
                    visitor.diagnostic(Diagnostic {
                        kind: Kind::MalformedTag,
                        at,
                        token,
                        reason,
                    })?;
                }
                skip_rest_of_line(cursor, visitor)?;
                let value = decode_value(cursor.between(tag.value.clone()), tag.has_escapes);
                if value.contains(['\n', '\r']) {
                    visitor.tag(&name, &value.replace(['\n', '\r'], " "))?;
                } else {
                    visitor.tag(&name, &value)?;
                }
            }
            _ => return Ok(true),
        }
    }
}

/// Passes over what stands after a tag on its line and is neither tag nor move: comments, those in braces
/// if another tag follows, and rubbish, if another line does.
fn skip_rest_of_line<V: Visit>(cursor: &mut Cursor<'_>, visitor: &mut V) -> Result<(), V::Stop> {
    // of several comments only the first one looks ahead
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
        visitor.diagnostic(Diagnostic { kind: Kind::MalformedTag, at, token, reason })?;
    }
}

/// Whether the next thing but comments is a tag.
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

/// Whether a tag may be called so: a letter or digit, then these or one of `_+#=:-`.
pub(crate) fn is_tag_name(name: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"_+#=:-".contains(&byte);
    name.as_bytes().first().is_some_and(u8::is_ascii_alphanumeric) && name.bytes().all(is_part)
}

/// Reads a comment whose brace has been read, without the space after the brace and the one before
/// the other; `false` if there is no other.
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

/// The NAGs that marks after a move stand for.
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

/// What a word that is no move here turns out to be.
pub(crate) enum Meaning {
    /// A move after all, or a null move, and whether a result is glued to it.
    Move(Option<Move>, Option<GameResult>),
    /// A result in a spelling of its own.
    Result(GameResult),
    /// A sign beside the moves.
    Annotation,
    /// A move that cannot be played, or a word that nobody knows.
    Unknown(Kind, String),
}

/// Finds out about a word that [`crate::notation::san`] refused.
#[cold]
pub(crate) fn meaning<B: Backend>(
    backend: B,
    position: &Position,
    text: &[u8],
    error: SanError,
) -> Meaning {
    match repair::repair(|text: &[u8]| san::read_with(backend, position, text), text, error) {
        Repair::Move(m, _) => Meaning::Move(Some(m), None),
        Repair::LastMove(m, result) => Meaning::Move(Some(m), Some(result)),
        Repair::Result(result) => Meaning::Result(result),
        Repair::Annotation => Meaning::Annotation,
        Repair::None(Kind::NullMove, _) if position.is_check() => {
            Meaning::Unknown(Kind::NullMove, "a side in check cannot pass".to_owned())
        }
        Repair::None(Kind::NullMove, _) => Meaning::Move(None, None),
        Repair::None(kind, reason) => Meaning::Unknown(kind, reason.into_owned()),
    }
}
