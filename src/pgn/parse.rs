//! The parser of a game: its tags, its moves with the tokens between them, its end.
//!
//! [`Contents`] receives what is read: the columns of [`Games`](crate::games::Games), a tree, or a
//! visitor. Where a game begins and ends does not depend on it.

use super::comment::{Commands, CommentEnd};
use super::contents::{Comment, Contents, Diagnostic, Entry, report, stray_bracket};
use super::cursor::Cursor;
use super::error::{PgnErrorKind as Kind, UNCLOSED_COMMENT, UNCLOSED_VARIATION};
use super::parser_state::{
    ParserState, SkipReason, close_variation, open_variation, skip_variation,
};
use super::read_tag::{read_plain_tag, read_tag};
use super::tags::StartTag;
use super::token::Token;
use super::words::{WordClass, classify};
use crate::attacks::Backend;
use crate::notation::san::SanError;
use crate::rules::GameResult;

/// The outcome of a word.
enum WordOutcome {
    /// The line continues.
    Continue,
    /// The game ends with a result.
    Result(GameResult),
    /// The line ends with an error.
    Error,
}

/// Reads a game from its first tag or move on, or after its first tag. The cursor is then after the
/// result, at the first tag of the next game, or at the end of the text.
#[inline(always)]
pub(super) fn parse<B: Backend, C: Contents>(
    backend: B,
    cursor: &mut Cursor<'_>,
    contents: &mut C,
) -> Result<(), C::Stop> {
    let mut state = ParserState::START;
    loop {
        if state.is_reading() {
            contents.plain_moves(backend, cursor);
        }
        while state.in_tags && read_plain_tag(cursor, contents.tags()) {}
        match cursor.token() {
            Token::Word(text) => {
                if state.skipping > 0 {
                    continue;
                }
                if state.in_tags && !begin(cursor, contents, &mut state)? {
                    cursor.skip_game(backend);
                    return Ok(());
                }
                if state.skipping > 0 {
                    continue;
                }
                let at = cursor.pos() - text.len();
                match read_word(backend, contents, at, text)? {
                    WordOutcome::Continue => {}
                    WordOutcome::Error => state.skip_line(),
                    WordOutcome::Result(result) if state.entered == 0 => {
                        state.result = Some(result);
                        break;
                    }
                    WordOutcome::Result(_) => {}
                }
            }
            Token::BraceOpen => {
                if !read_comment(cursor, contents, &mut state)? {
                    break;
                }
            }
            Token::Number(number) => {
                if state.in_tags && number > 1 {
                    check_first_number(cursor, contents, &mut state, number)?;
                }
            }
            Token::Suffix(marks) => {
                if C::IS_TREE && state.is_reading() {
                    suffix_nags(marks).try_for_each(|nag| contents.nag(nag))?;
                }
            }
            Token::Nag(number) => read_nag(cursor, contents, number, state.is_reading())?,
            Token::Result(result) => {
                let is_of_game = match state.skipping {
                    0 => true,
                    1 => state.reason == SkipReason::Error,
                    _ => false,
                };
                // the result in a variation is not that of the game
                if !C::IS_TREE || state.entered == 0 && is_of_game {
                    state.result = Some(result);
                    break;
                }
            }
            Token::ParenOpen if C::IS_TREE => {
                open_variation(backend, cursor, contents, &mut state)?;
            }
            Token::ParenOpen => {
                if !skip_variation(backend, cursor, contents, &state)? {
                    break;
                }
            }
            Token::ParenClose if C::IS_TREE => close_variation(cursor, contents, &mut state)?,
            Token::BracketOpen => {
                cursor.set_pos(cursor.pos() - 1);
                if state.in_tags {
                    if is_next_game(cursor, contents) {
                        break;
                    }
                    read_tag(cursor, contents)?;
                } else if (state.openings.is_empty() || cursor.is_first_on_line())
                    && cursor.is_tag()
                {
                    break;
                } else {
                    let at = cursor.pos();
                    cursor.advance(1);
                    if state.skipping == 0 {
                        report(contents, Kind::Syntax, at, b"[", "a bracket in the movetext")?;
                        state.skip_line();
                    }
                }
            }
            Token::BraceClose | Token::ParenClose | Token::BracketClose => {
                stray_bracket(cursor, contents)?;
            }
            Token::Dots | Token::LineComment(_) => {}
            Token::End => break,
        }
    }
    if let Some(&at) = state.openings.first() {
        report(contents, Kind::UnclosedVariation, at, b"(", UNCLOSED_VARIATION)?;
    }
    if state.in_tags && !begin(cursor, contents, &mut state)? {
        return Ok(());
    }
    finish(cursor, contents, state.result)
}

/// Whether a tag before the first move belongs to the next game: a second `Event` or, after an
/// empty line, any tag that the game has already. This separates games without moves; an empty line
/// alone does not, since some files have one among the tags of a game.
#[inline(always)]
fn is_next_game<C: Contents>(cursor: &mut Cursor<'_>, contents: &mut C) -> bool {
    let mut ahead = *cursor;
    let name = ahead.next_tag_name();
    cursor.note_ended(ahead.ended());
    contents.tags().has(cursor, name) && (name == b"Event" || cursor.is_after_empty_line())
}

/// Ends the tags. Returns whether the game is wanted.
#[inline(always)]
fn begin<C: Contents>(
    cursor: &Cursor<'_>,
    contents: &mut C,
    state: &mut ParserState,
) -> Result<bool, C::Stop> {
    state.in_tags = false;
    match contents.begin(cursor)? {
        Entry::Skip => return Ok(false),
        Entry::Enter if !state.has_no_start => {}
        _ => state.skip_line(),
    }
    if C::IS_TREE && !state.early_comments.is_empty() {
        add_early_comments(cursor, contents, state)?;
    }
    Ok(true)
}

/// Adds the comments before the first move; those before the last tag are reported, not kept.
#[cold]
fn add_early_comments<C: Contents>(
    cursor: &Cursor<'_>,
    contents: &mut C,
    state: &mut ParserState,
) -> Result<(), C::Stop> {
    let last_tag = contents.tags().list.last().map_or(0, |tag| tag.name.start);
    for (start, end) in std::mem::take(&mut state.early_comments) {
        if start < last_tag {
            let (at, token) = (start - 1, cursor.between(start - 1..end));
            let reason = "a comment among the tags is not kept";
            report(contents, Kind::MalformedTag, at, token, reason)?;
        } else if state.skipping == 0 {
            let comment = Comment { text: cursor.between(start..end), at: start };
            contents.comment(comment, Commands::NONE)?;
        }
    }
    Ok(())
}

/// Reads a comment whose opening brace has been read. Returns `false` if it is unclosed.
#[inline(always)]
fn read_comment<C: Contents>(
    cursor: &mut Cursor<'_>,
    contents: &mut C,
    state: &mut ParserState,
) -> Result<bool, C::Stop> {
    let at = cursor.pos();
    let mut commands = Commands::NONE;
    let end = match C::IS_TREE {
        true => cursor.skip_comment(),
        false => cursor.comment(&mut commands),
    };
    if state.is_reading() && (C::IS_TREE || end == CommentEnd::Closed) {
        contents.comment(Comment { text: cursor.since(at), at }, commands)?;
    } else if C::IS_TREE && state.in_tags {
        state.early_comments.push((at, cursor.pos()));
    }
    if end == CommentEnd::Unclosed {
        report(contents, Kind::UnclosedComment, at - 1, b"{", UNCLOSED_COMMENT)?;
    }
    Ok(end == CommentEnd::Closed)
}

/// Reads a word that may be a move.
#[inline(always)]
fn read_word<B: Backend, C: Contents>(
    backend: B,
    contents: &mut C,
    at: usize,
    text: &[u8],
) -> Result<WordOutcome, C::Stop> {
    let continues = match contents.read_move(backend, text) {
        Ok(m) => contents.play(m, Some(text))?,
        Err(error) => return read_odd_word(backend, contents, at, text, error),
    };
    Ok(if continues { WordOutcome::Continue } else { WordOutcome::Error })
}

/// Reads a word that is not a move in standard SAN.
#[inline(always)]
fn read_odd_word<B: Backend, C: Contents>(
    backend: B,
    contents: &mut C,
    at: usize,
    text: &[u8],
    error: SanError,
) -> Result<WordOutcome, C::Stop> {
    let continues = match classify(|text| contents.read_move(backend, text), text, error) {
        WordClass::Move(m, reason) => {
            report(contents, Kind::OddMove, at, text, reason)?;
            contents.play(m, None)?
        }
        WordClass::LastMove(m, result) => {
            let reason = "no space between the move and the result";
            report(contents, Kind::OddMove, at, text, reason)?;
            if contents.play(m, None)? {
                return Ok(WordOutcome::Result(result));
            }
            false
        }
        WordClass::Result(result) => {
            let reason = "a nonstandard spelling of a result";
            report(contents, Kind::OddResult, at, text, reason)?;
            return Ok(WordOutcome::Result(result));
        }
        WordClass::Annotation => {
            report(contents, Kind::Annotation, at, text, "an annotation, not a move")?;
            true
        }
        WordClass::NullMove => contents.null_move(at, text)?,
        WordClass::Error(kind, reason) => {
            contents.unreadable(Diagnostic { kind, at, token: text, reason: &reason })?
        }
    };
    Ok(if continues { WordOutcome::Continue } else { WordOutcome::Error })
}

/// Reports a first move number above 1 in a game without a `FEN` tag.
#[cold]
fn check_first_number<C: Contents>(
    cursor: &Cursor<'_>,
    contents: &mut C,
    state: &mut ParserState,
    number: u32,
) -> Result<(), C::Stop> {
    if state.has_no_start || contents.tags().start_tag(StartTag::Fen).is_some() {
        return Ok(());
    }
    state.has_no_start = true;
    let number = number.to_string();
    let at = cursor.pos().saturating_sub(number.len() + 1);
    let reason = "the first move number is not 1, and no FEN tag gives the start position";
    report(contents, Kind::MissingStart, at, number.as_bytes(), reason)
}

/// Reads a NAG, and warns about a `$` without a number from 0 to 255.
fn read_nag<C: Contents>(
    cursor: &Cursor<'_>,
    contents: &mut C,
    number: &[u8],
    is_wanted: bool,
) -> Result<(), C::Stop> {
    let value = std::str::from_utf8(number).ok().and_then(|number| number.parse::<u32>().ok());
    if value.is_none_or(|value| value > 255) {
        let at = cursor.pos() - number.len();
        let reason = "expected a number from 0 to 255 after $";
        report(contents, Kind::InvalidNag, at, number, reason)?;
    }
    match value {
        Some(value) if C::IS_TREE && is_wanted => contents.nag(value),
        _ => Ok(()),
    }
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

/// Ends the game, and compares the two results.
#[inline(never)]
fn finish<C: Contents>(
    cursor: &Cursor<'_>,
    contents: &mut C,
    result: Option<GameResult>,
) -> Result<(), C::Stop> {
    let tag = contents.tags().result_tag().map(|tag| tag.value.clone());
    if let (Some(tag), Some(token)) = (tag, result) {
        let text = cursor.between(tag.clone());
        let named = GameResult::from_ascii(text);
        if named.is_some_and(|named| named != token && named != GameResult::Unknown) {
            let reason = format!("the Result tag differs from the result after the moves, {token}");
            report(contents, Kind::ResultMismatch, tag.start, text, &reason)?;
        }
    }
    contents.finish(result)
}
