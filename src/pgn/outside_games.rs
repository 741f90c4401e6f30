//! Text between games and before the first one: comments, stray text, results without a game.

use super::comment::CommentEnd;
use super::cursor::Cursor;
use super::error::{PgnErrorKind as Kind, UNCLOSED_COMMENT, UNCLOSED_VARIATION};
use super::game_record::GameRecord;
use super::read_tag::read_tag;
use super::token::Token;
use super::variation::VariationEnd;
use super::words::is_move_like;
use crate::attacks::Backend;

const OUTSIDE: &str = "text outside a game";

/// Advances to the next game: reads its first tag, or stops before its first move. Skipped text is
/// reported as warnings. Returns `false` at the end of the text.
#[inline(always)]
pub(super) fn find_game<B: Backend>(
    backend: B,
    cursor: &mut Cursor<'_>,
    record: &mut GameRecord,
) -> bool {
    loop {
        match cursor.token() {
            Token::BracketOpen => {
                cursor.set_pos(cursor.pos() - 1);
                read_tag(cursor, record);
                if !record.tags.is_empty() {
                    return true;
                }
            }
            Token::End => return false,
            token => {
                if between_games(backend, token, cursor, record) {
                    return true;
                }
            }
        }
    }
}

/// Handles a token before a game; returns `true` if it begins a game without tags.
#[cold]
fn between_games<B: Backend>(
    backend: B,
    token: Token<'_>,
    cursor: &mut Cursor<'_>,
    record: &mut GameRecord,
) -> bool {
    match token {
        Token::BraceOpen => {
            let opening = cursor.pos() - 1;
            if cursor.skip_comment() == CommentEnd::Unclosed {
                record.warn(Kind::UnclosedComment, opening, b"{", UNCLOSED_COMMENT);
            }
        }
        Token::ParenOpen => {
            let opening = cursor.pos() - 1;
            record.warn(Kind::StrayText, opening, b"(", "a variation outside a game");
            if cursor.skip_variation(backend) != VariationEnd::Closed {
                record.warn(Kind::UnclosedVariation, opening, b"(", UNCLOSED_VARIATION);
            }
        }
        Token::LineComment(_) => {}
        Token::Number(number) => {
            let is_dotted = cursor.before() == Some(b'.');
            let mut at = cursor.pos();
            while let Some(b'0'..=b'9' | b'.') = at.checked_sub(1).and_then(|at| cursor.byte(at)) {
                at -= 1;
            }
            let text = cursor.since(at);
            let mut ahead = *cursor;
            let next = ahead.token();
            cursor.note_ended(ahead.ended());
            let is_move = matches!(next, Token::Word(text) if is_move_like(text));
            if number <= 1 && (is_dotted || is_move) {
                return true;
            }
            if is_dotted || is_move {
                record.warn(
                    Kind::StrayMoves,
                    at,
                    text,
                    "moves after a result, or moves of a game whose beginning is missing",
                );
                skip_stray_moves(backend, cursor);
            } else {
                record.warn(Kind::StrayText, at, text, OUTSIDE);
            }
        }
        Token::Word(text) if is_move_like(text) => {
            cursor.set_pos(cursor.pos() - text.len());
            return true;
        }
        Token::Word(text) => {
            let at = cursor.pos() - text.len();
            record.warn(Kind::StrayText, at, text, OUTSIDE);
        }
        Token::Result(result) => {
            let text = result.as_str().as_bytes();
            let at = cursor.pos() - text.len();
            record.warn(Kind::StrayText, at, text, "a result without a game");
        }
        Token::Suffix(text) | Token::Nag(text) => {
            record.warn(Kind::StrayText, cursor.pos() - text.len(), text, OUTSIDE);
        }
        Token::Dots => record.warn(Kind::StrayText, cursor.pos() - 1, b".", OUTSIDE),
        Token::BraceClose | Token::ParenClose | Token::BracketClose => {
            let at = cursor.pos() - 1;
            record.warn(Kind::StrayBracket, at, cursor.since(at), "no matching opening bracket");
        }
        // handled by the caller
        Token::BracketOpen | Token::End => {}
    }
    false
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
