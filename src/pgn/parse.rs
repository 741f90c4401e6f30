//! The parser of a game: its tags, moves, comments, variations and result.
//!
//! [`Contents`] receives the results: the columns of [`Games`](crate::games::Games), a tree, or a
//! visitor. The boundaries of games do not depend on it.

use super::comment::{Commands, CommentEnd};
use super::contents::{Comment, Contents, Diagnostic, Entry, report, stray_bracket};
use super::cursor::Cursor;
use super::error::{NOT_A_TAG, PgnErrorKind as Kind, UNCLOSED_COMMENT, UNCLOSED_VARIATION};
use super::parser_state::{ParserState, close_variation, open_variation, skip_variation};
use super::read_tag::{read_plain_tag, read_tag};
use super::tags::StartTag;
use super::token::Token;
use super::words::{self, WordClass, classify, is_move_like};
use crate::attacks::Backend;
use crate::notation::san::SanError;
use crate::rules::GameResult;

/// The outcome of a word.
enum WordOutcome {
    /// The line continues.
    Continue,
    /// The line continues after a word that is no move.
    Skipped,
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
        while state.may_have_tags() && read_plain_tag(cursor, contents.tags()) {}
        match cursor.token() {
            Token::Word(text) => {
                if state.in_tags && state.skipping == 0 && !begin(cursor, contents, &mut state)? {
                    cursor.skip_game(backend);
                    return Ok(());
                }
                let at = cursor.pos() - text.len();
                let result = if state.skipping > 0 {
                    skipped_word(contents, &mut state, at, text)?
                } else {
                    match read_word(backend, cursor, contents, at, text)? {
                        WordOutcome::Continue => None,
                        WordOutcome::Result(result) => Some(result),
                        WordOutcome::Skipped => skipped_word(contents, &mut state, at, text)?,
                        WordOutcome::Error => {
                            state.skip_line();
                            skipped_word(contents, &mut state, at, text)?
                        }
                    }
                };
                if state.entered == 0 && result.is_some() {
                    state.result = result;
                    break;
                }
            }
            Token::BraceOpen => {
                if !read_comment(cursor, contents, &mut state)? {
                    break;
                }
            }
            Token::Number(number, text) => {
                if number > 1 {
                    if state.in_tags && state.skipping == 0 {
                        check_first_number(cursor, contents, &mut state, text)?;
                    }
                } else if !state.in_tags && is_first_number(cursor, contents, &state, text) {
                    cursor.set_pos(cursor.pos() - text.len());
                    break;
                }
            }
            Token::Suffix(marks) => {
                if C::IS_TREE && state.is_reading() {
                    suffix_nags(marks).try_for_each(|nag| contents.nag(nag))?;
                }
            }
            Token::Nag(number) => read_nag(cursor, contents, number, state.is_reading())?,
            Token::Result(result) => {
                // the result in a variation is not that of the game
                if !C::IS_TREE || state.is_in_main_line() {
                    state.result = Some(result);
                    break;
                }
            }
            Token::ParenOpen if C::IS_TREE => {
                open_variation(backend, cursor, contents, &mut state)?;
            }
            Token::ParenOpen => {
                if !skip_variation(backend, cursor, contents, &mut state)? {
                    break;
                }
            }
            Token::ParenClose if C::IS_TREE => close_variation(cursor, contents, &mut state)?,
            Token::BracketOpen => {
                cursor.set_pos(cursor.pos() - 1);
                if state.may_have_tags() {
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
                    if cursor.skip_bracketed_word() {
                        report(contents, Kind::MalformedTag, at, cursor.since(at), NOT_A_TAG)?;
                        continue;
                    }
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
    if let Some(name) = contents.tags().odd_name() {
        let name = name.name.clone();
        let reason = "a known tag in another case is not read: names have upper and lower case";
        report(contents, Kind::MalformedTag, name.start, cursor.between(name), reason)?;
    }
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
    } else if C::IS_TREE && state.in_tags && state.skipping == 0 {
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
    cursor: &mut Cursor<'_>,
    contents: &mut C,
    at: usize,
    text: &[u8],
) -> Result<WordOutcome, C::Stop> {
    if text.first() == Some(&b'0') && is_lost_by_both(backend, cursor, contents, text) {
        report(contents, Kind::OddResult, at, text, "both players lost")?;
        return Ok(WordOutcome::Result(GameResult::Unknown));
    }
    let continues = match contents.read_move(backend, text) {
        Ok(m) => contents.play(m, Some(text))?,
        Err(error) => return read_odd_word(backend, contents, at, text, error),
    };
    Ok(if continues { WordOutcome::Continue } else { WordOutcome::Error })
}

/// Returns the result that a word is, or that follows a move in it, in skipped text of the main line.
#[cold]
fn skipped_word<C: Contents>(
    contents: &mut C,
    state: &mut ParserState,
    at: usize,
    text: &[u8],
) -> Result<Option<GameResult>, C::Stop> {
    if !state.is_in_main_line() {
        return Ok(None);
    }
    state.has_moves |= is_move_like(text) || words::is_null_move(text);
    let Some((result, reason)) = words::result_in(text) else { return Ok(None) };
    report(contents, Kind::OddResult, at, text, reason)?;
    Ok(Some(result))
}

/// Whether a word is a result, `0-0`, and not castling: the last word of a game whose `Result` tag
/// is the same, or that castling would be illegal in.
#[cold]
fn is_lost_by_both<B: Backend, C: Contents>(
    backend: B,
    cursor: &mut Cursor<'_>,
    contents: &mut C,
    text: &[u8],
) -> bool {
    if !words::is_zero_zero(text) {
        return false;
    }
    let tag = contents.tags().result_tag().map(|tag| cursor.between(tag.value.clone()));
    if !tag.is_some_and(words::is_lost_by_both) && contents.read_move(backend, text).is_ok() {
        return false;
    }
    let mut ahead = *cursor;
    let is_last = loop {
        match ahead.token() {
            Token::End => break true,
            Token::LineComment(_) => {}
            Token::BraceOpen => {
                if ahead.skip_comment() == CommentEnd::Unclosed {
                    break true;
                }
            }
            Token::BracketOpen => {
                ahead.set_pos(ahead.pos() - 1);
                break ahead.is_tag();
            }
            Token::Number(1, number) => {
                ahead.set_pos(ahead.pos() - number.len());
                break ahead.is_after_empty_line();
            }
            _ => break false,
        }
    };
    cursor.note_ended(ahead.ended());
    is_last
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
            report(contents, Kind::OddResult, at, text, words::ODD_RESULT)?;
            return Ok(WordOutcome::Result(result));
        }
        WordClass::Annotation => {
            report(contents, Kind::Annotation, at, text, "an annotation, not a move")?;
            true
        }
        WordClass::NullMove => contents.null_move(at, text)?,
        WordClass::Error(kind, reason) => {
            let diagnostic = Diagnostic { kind, at, token: text, reason: &reason };
            let continues = contents.unreadable(diagnostic)?;
            return Ok(if continues { WordOutcome::Skipped } else { WordOutcome::Error });
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
    text: &[u8],
) -> Result<(), C::Stop> {
    if state.has_no_start || contents.tags().start_tag(StartTag::Fen).is_some() {
        return Ok(());
    }
    state.has_no_start = true;
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let number = text.get(..digits).unwrap_or_default();
    let reason = "the first move number is not 1, and no FEN tag gives the start position";
    report(contents, Kind::MissingStart, cursor.pos() - text.len(), number, reason)
}

/// Whether a move number begins another game, whose result and tags are missing: `1.` after an
/// empty line, in a game with moves.
#[cold]
fn is_first_number<C: Contents>(
    cursor: &Cursor<'_>,
    contents: &C,
    state: &ParserState,
    text: &[u8],
) -> bool {
    let mut before = *cursor;
    before.set_pos(cursor.pos() - text.len());
    matches!(text, b"1." | b"1" | b"1:")
        && (state.has_moves || contents.has_moves())
        && state.openings.is_empty()
        && before.is_after_empty_line()
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
    if let Some(tag) = tag
        && (result.is_some() || contents.has_moves())
    {
        let text = cursor.between(tag.clone());
        let named = GameResult::from_ascii(text).unwrap_or_default();
        if named != result.unwrap_or_default() && named != GameResult::Unknown {
            let reason = match result {
                Some(token) => {
                    format!("the Result tag differs from the result after the moves, {token}")
                }
                None => "the Result tag has a result, but none follows the moves".to_owned(),
            };
            report(contents, Kind::ResultMismatch, tag.start, text, &reason)?;
        }
    }
    contents.finish(result)
}
