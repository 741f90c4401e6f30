//! Text between games and before the first one: comments, stray text, results without a game.

use super::comment::{Commands, CommentEnd};
use super::contents::{Comment, Contents, Diagnostic, report, stray_bracket};
use super::cursor::Cursor;
use super::error::{
    MAX_EARLY_BRACKETS, NOT_A_TAG, PgnErrorKind as Kind, UNCLOSED_COMMENT, UNCLOSED_VARIATION,
};
use super::read_tag::{begins_game, read_tag};
use super::token::Token;
use super::variation::VariationEnd;
use super::words::is_move_like;
use crate::attacks::Backend;

const OUTSIDE: &str = "text outside a game";

/// Advances to the next game: reads its first tag, or stops before its first move. Skipped text is
/// reported as warnings. Returns `false` at the end of the text.
#[inline(always)]
pub(super) fn find_game<B: Backend, C: Contents>(
    backend: B,
    cursor: &mut Cursor<'_>,
    contents: &mut C,
) -> Result<bool, C::Stop> {
    // the comments of a tree that begins with a move
    let mut comments = None;
    let mut unclosed = 0;
    loop {
        match cursor.token() {
            Token::BracketOpen => {
                cursor.set_pos(cursor.pos() - 1);
                read_tag(cursor, contents)?;
                if !contents.tags().list.is_empty() {
                    return Ok(true);
                }
            }
            Token::End => return Ok(false),
            token => {
                let before = cursor.pos();
                if between_games(backend, token, cursor, contents, &mut unclosed)? {
                    cursor.set_pos(comments.unwrap_or(cursor.pos()));
                    return Ok(true);
                }
                if C::IS_TREE && !matches!(token, Token::LineComment(_)) {
                    comments = (token == Token::BraceOpen).then(|| comments.unwrap_or(before - 1));
                }
            }
        }
    }
}

/// Reads the text after the result of a tree up to the next empty line or game: comments belong to
/// the game, and other text is reported.
pub(super) fn read_text_after_result<B: Backend, C: Contents>(
    backend: B,
    cursor: &mut Cursor<'_>,
    contents: &mut C,
) -> Result<(), C::Stop> {
    let mut unclosed = 0;
    while !skip_to_empty_line(cursor) {
        let before = cursor.pos();
        let token = cursor.token();
        let at = cursor.pos().saturating_sub(1);
        match token {
            Token::BraceOpen => {
                let end = cursor.skip_comment();
                let comment = Comment { text: cursor.since(at + 1), at: at + 1 };
                contents.comment(comment, Commands::NONE)?;
                if end == CommentEnd::Unclosed {
                    report(contents, Kind::UnclosedComment, at, b"{", UNCLOSED_COMMENT)?;
                }
            }
            Token::BracketOpen => {
                cursor.set_pos(at);
                if begins_game(cursor) {
                    return Ok(());
                }
                outside(contents, Kind::MalformedTag, at, cursor.since(at), NOT_A_TAG)?;
            }
            Token::End => return Ok(()),
            Token::Result(result) => {
                let text = result.as_str().as_bytes();
                let at = cursor.pos() - text.len();
                outside(contents, Kind::StrayText, at, text, LONE_RESULT)?;
            }
            token => {
                if between_games(backend, token, cursor, contents, &mut unclosed)? {
                    cursor.set_pos(before);
                    return Ok(());
                }
            }
        }
    }
    Ok(())
}

/// Advances over whitespace, at most to the end of an empty line. Returns whether there was one.
fn skip_to_empty_line(cursor: &mut Cursor<'_>) -> bool {
    let (mut line_feeds, mut carriage_returns) = (0, 0);
    while let Some(byte) = cursor.peek() {
        match byte {
            b' ' | b'\t' | 0 => {}
            b'\n' => line_feeds += 1,
            b'\r' => carriage_returns += 1,
            _ => return false,
        }
        cursor.advance(1);
        if line_feeds > 1 || carriage_returns > 1 {
            return true;
        }
    }
    false
}

const LONE_RESULT: &str = "a result without a game";

/// Reports an error or warning about text outside games.
fn outside<C: Contents>(
    contents: &mut C,
    kind: Kind,
    at: usize,
    token: &[u8],
    reason: &str,
) -> Result<(), C::Stop> {
    contents.report_outside(Diagnostic { kind, at, token, reason })
}

/// Handles a token before a game; returns `true` if it begins a game without tags. `unclosed` counts
/// the parentheses that are never closed.
#[cold]
fn between_games<B: Backend, C: Contents>(
    backend: B,
    token: Token<'_>,
    cursor: &mut Cursor<'_>,
    contents: &mut C,
    unclosed: &mut usize,
) -> Result<bool, C::Stop> {
    let before = |text: &[u8]| cursor.pos() - text.len();
    match token {
        Token::BraceOpen => {
            let opening = cursor.pos() - 1;
            if cursor.skip_comment() == CommentEnd::Unclosed {
                outside(contents, Kind::UnclosedComment, opening, b"{", UNCLOSED_COMMENT)?;
            }
        }
        Token::ParenOpen => {
            let opening = cursor.pos() - 1;
            let reason = "a variation outside a game";
            outside(contents, Kind::StrayText, opening, b"(", reason)?;
            let end = cursor.skip_variation(backend);
            if end == VariationEnd::Unclosed && cursor.peek().is_none() {
                // it is never closed: what follows may be a game
                *unclosed += 1;
                if *unclosed <= MAX_EARLY_BRACKETS {
                    cursor.set_pos(opening + 1);
                    return Ok(false);
                }
                if C::IS_TREE {
                    cursor.set_pos(opening);
                    return Ok(true);
                }
            }
            if end != VariationEnd::Closed {
                outside(contents, Kind::UnclosedVariation, opening, b"(", UNCLOSED_VARIATION)?;
            }
        }
        Token::Number(number, text) => {
            let is_dotted = text.last().is_some_and(|byte| !byte.is_ascii_digit());
            let at = cursor.pos() - text.len();
            let mut ahead = *cursor;
            let next = ahead.token();
            cursor.note_ended(ahead.ended());
            let is_move = matches!(next, Token::Word(text) if is_move_like(text));
            if number <= 1 && (is_dotted || is_move) {
                cursor.set_pos(at);
                return Ok(true);
            }
            if is_dotted || is_move {
                let reason = "moves after a result, or moves of a game whose beginning is missing";
                outside(contents, Kind::StrayMoves, at, text, reason)?;
                skip_stray_moves(backend, cursor);
            } else {
                outside(contents, Kind::StrayText, at, text, OUTSIDE)?;
            }
        }
        Token::Word(text) if is_move_like(text) => {
            cursor.set_pos(before(text));
            return Ok(true);
        }
        Token::Result(result) => {
            let text = result.as_str().as_bytes();
            if C::IS_TREE {
                cursor.set_pos(before(text));
                return Ok(true);
            }
            outside(contents, Kind::StrayText, before(text), text, LONE_RESULT)?;
        }
        Token::Word(text) | Token::Suffix(text) | Token::Nag(text) => {
            outside(contents, Kind::StrayText, before(text), text, OUTSIDE)?;
        }
        Token::Dots => outside(contents, Kind::StrayText, cursor.pos() - 1, b".", OUTSIDE)?,
        Token::BraceClose | Token::ParenClose | Token::BracketClose => {
            stray_bracket(cursor, contents)?;
        }
        // handled by the caller
        Token::LineComment(_) | Token::BracketOpen | Token::End => {}
    }
    Ok(false)
}

/// Skips moves that belong to no game, up to the next result or tag.
fn skip_stray_moves<B: Backend>(backend: B, cursor: &mut Cursor<'_>) {
    loop {
        match cursor.token() {
            Token::BraceOpen => {
                cursor.skip_comment();
            }
            Token::ParenOpen => {
                cursor.skip_variation(backend);
            }
            Token::BracketOpen => {
                cursor.set_pos(cursor.pos() - 1);
                if cursor.is_tag() {
                    return;
                }
                cursor.advance(1);
            }
            Token::Result(_) | Token::End => return,
            _ => {}
        }
    }
}
