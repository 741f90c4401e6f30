//! Reading one game: the text before it, its tags, its main line.

use super::comment::{Commands, CommentEnd, NO_CLOCK, NO_EVAL};
use super::comment_index::CommentIndex;
use super::cursor::Cursor;
use super::dialect::{Annotations, CommentStyle};
use super::error::{PgnErrorKind as Kind, UNCLOSED_COMMENT, UNCLOSED_VARIATION};
use super::fast_san;
use super::game_record::{GameRecord, PgnGame};
use super::outside_games::find_game;
use super::read_tag::{has_tag, read_plain_tag, read_tag};
use super::start;
use super::tag::decode;
use super::token::Token;
use super::variation::VariationEnd;
use super::words::{WordClass, classify};
use crate::attacks::Backend;
use crate::notation::language::Language;
use crate::notation::san;
use crate::position::Position;
use crate::rules::GameResult;

/// Options of [`read_game`].
#[derive(Clone, Copy)]
pub(super) struct ParseOptions {
    /// The language of the piece letters; `None` for English.
    pub(super) language: Option<Language>,
    pub(super) comments: CommentStyle,
    pub(super) annotations: Annotations,
}

impl ParseOptions {
    /// Stores the values and annotations of a comment after a move; `start` is the offset after its
    /// opening brace.
    #[inline(always)]
    fn record_comment(
        self,
        record: &mut GameRecord,
        mut commands: Commands,
        cursor: &Cursor<'_>,
        start: usize,
    ) {
        let comment = cursor.since(start);
        if self.comments == CommentStyle::Tcec {
            commands.add_tcec(comment);
        }
        record_values(record, commands);
        if self.annotations.any() {
            record.annotate(comment, start, self.annotations, self.comments);
        }
        if commands.malformed {
            record.warn_of_commands(comment, start);
        }
    }
}

/// The section of a game that the reader is in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Tags may still come.
    Tags,
    /// The start position is known, moves are played.
    Moves,
    /// After an error: the rest of the game is skipped.
    Failed,
    /// The game is filtered out: skipped without errors or warnings.
    FilteredOut,
}

/// The decision of a filter on the tags of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    Wanted,
    Unwanted,
    /// Depends on the start position: the filter is called again when that is known.
    NotYet,
}

/// Reads the next game into a cleared record. The cursor is then at the end of the game. The result
/// does not depend on any text before the cursor. Returns `false` if there is no game; the record
/// has the errors and warnings of the text.
///
/// `filter` is called when the tags are known. The moves of a game that it rejects are skipped.
#[inline(always)]
pub(super) fn read_game<B: Backend>(
    backend: B,
    cursor: &mut Cursor<'_>,
    record: &mut GameRecord,
    options: ParseOptions,
    filter: &impl Fn(&PgnGame<'_>) -> Verdict,
) -> bool {
    if !find_game(backend, cursor, record) {
        return false;
    }
    record.begun_at = cursor.pos();
    let mut phase = Phase::Tags;
    let mut position = record.standard;
    let mut index = CommentIndex::new();
    loop {
        if phase == Phase::Moves && options.language.is_none() {
            loop {
                if let Some(word) = cursor.plain_word() {
                    let Some(m) = fast_san::play(backend, &mut position, word) else { break };
                    // with the space after it
                    cursor.advance(word.len() + 1);
                    record.moves.push(m);
                    if cursor.byte(cursor.pos()) != Some(b'{') {
                        continue;
                    }
                }
                let opening = cursor.pos();
                if let Some(commands) = cursor.plain_comment() {
                    record_values(record, commands);
                } else if let Some(commands) = cursor.ordinary_comment(backend, &mut index) {
                    options.record_comment(record, commands, cursor, opening + 1);
                } else {
                    break;
                }
            }
        }
        while phase == Phase::Tags && read_plain_tag(cursor, record) {}
        let token = cursor.token();
        match token {
            Token::Word(text) => {
                if phase == Phase::Tags {
                    phase = begin(record, cursor, &mut position, filter);
                    if phase == Phase::FilteredOut {
                        cursor.skip_game(backend);
                        break;
                    }
                }
                if phase == Phase::Failed {
                    continue;
                }
                let read = |text: &[u8]| match options.language {
                    None => san::read_with(backend, &position, text),
                    Some(language) => language.read(&position, &decode(text)),
                };
                match read(text) {
                    Ok(m) => {
                        position.play_unchecked(m);
                        record.moves.push(m);
                    }
                    Err(error) => {
                        let at = cursor.pos() - text.len();
                        match classify(read, text, error) {
                            WordClass::Move(m, reason) => {
                                record.warn(Kind::OddMove, at, text, reason);
                                position.play_unchecked(m);
                                record.moves.push(m);
                            }
                            WordClass::LastMove(m, result) => {
                                let reason = "no space between the move and the result";
                                record.warn(Kind::OddMove, at, text, reason);
                                record.moves.push(m);
                                record.result = Some(result);
                                break;
                            }
                            WordClass::Result(result) => {
                                let reason = "a nonstandard spelling of a result";
                                record.warn(Kind::OddResult, at, text, reason);
                                record.result = Some(result);
                                break;
                            }
                            WordClass::Annotation => {
                                let reason = "an annotation, not a move";
                                record.warn(Kind::Annotation, at, text, reason);
                            }
                            WordClass::NullMove => {
                                let reason = "a null move is not a legal move";
                                record.fail(Kind::NullMove, at, text, reason);
                                phase = Phase::Failed;
                            }
                            WordClass::Error(kind, reason) => {
                                record.fail(kind, at, text, &reason);
                                phase = Phase::Failed;
                            }
                        }
                    }
                }
            }
            Token::BraceOpen => {
                let opening = cursor.pos() - 1;
                let mut commands = Commands::NONE;
                if cursor.comment(&mut commands) == CommentEnd::Unclosed {
                    record.fail(Kind::UnclosedComment, opening, b"{", UNCLOSED_COMMENT);
                    break;
                }
                if phase == Phase::Moves {
                    options.record_comment(record, commands, cursor, opening + 1);
                }
            }
            Token::Number(number) => {
                if phase == Phase::Tags && number > 1 {
                    check_first_number(cursor, record, number);
                }
            }
            Token::Dots | Token::Suffix(_) | Token::LineComment(_) => {}
            Token::Nag(number) => check_nag(cursor, record, number),
            Token::Result(result) => {
                record.result = Some(result);
                break;
            }
            Token::ParenOpen => {
                if !skip_variation(backend, cursor, record) {
                    break;
                }
            }
            Token::BracketOpen => {
                cursor.set_pos(cursor.pos() - 1);
                match bracket(cursor, record, phase) {
                    Bracket::Tag => continue,
                    Bracket::NextGame => break,
                    Bracket::Stray => {
                        let at = cursor.pos();
                        cursor.advance(1);
                        if phase != Phase::Failed {
                            record.fail(Kind::Syntax, at, b"[", "a bracket in the movetext");
                            phase = Phase::Failed;
                        }
                    }
                }
            }
            Token::BraceClose | Token::ParenClose | Token::BracketClose => {
                let at = cursor.pos() - 1;
                record.warn(
                    Kind::StrayBracket,
                    at,
                    cursor.since(at),
                    "no matching opening bracket",
                );
            }
            Token::End => break,
        }
    }
    if phase == Phase::Tags {
        begin(record, cursor, &mut position, filter);
    }
    finish(cursor, record);
    true
}

/// Stores the evaluation and the clock of a comment.
#[inline(always)]
fn record_values(record: &mut GameRecord, commands: Commands) {
    let ply = record.moves.len();
    GameRecord::set_value(&mut record.evals, ply, commands.eval, NO_EVAL);
    GameRecord::set_value(&mut record.clocks, ply, commands.clock, NO_CLOCK);
}

/// The meaning of a `[` in a game.
enum Bracket {
    /// A tag of this game, read.
    Tag,
    /// The first tag of the next game, not read.
    NextGame,
    /// Not a tag.
    Stray,
}

/// Interprets the `[` at the cursor, after the first tag of a game.
#[inline(always)]
fn bracket(cursor: &mut Cursor<'_>, record: &mut GameRecord, phase: Phase) -> Bracket {
    if phase != Phase::Tags {
        return if cursor.is_tag() { Bracket::NextGame } else { Bracket::Stray };
    }
    if is_next_game(cursor, record) {
        return Bracket::NextGame;
    }
    read_tag(cursor, record);
    Bracket::Tag
}

/// Whether a tag before the first move belongs to the next game: a second `Event` or, after an
/// empty line, any tag that the game has already. This separates games without moves; an empty line
/// alone does not, since some files have one among the tags of a game.
#[inline(always)]
fn is_next_game(cursor: &mut Cursor<'_>, record: &GameRecord) -> bool {
    let mut ahead = *cursor;
    let name = ahead.next_tag_name();
    cursor.note_ended(ahead.ended());
    if !has_tag(cursor, record, name) {
        return false;
    }
    name == b"Event" || cursor.is_after_empty_line()
}

/// Filters the game by its tags, and sets the start position.
#[inline(always)]
fn begin(
    record: &mut GameRecord,
    cursor: &mut Cursor<'_>,
    position: &mut Position,
    filter: &impl Fn(&PgnGame<'_>) -> Verdict,
) -> Phase {
    let mut verdict = filter(&PgnGame { record, text: cursor.text() });
    // the FEN of a game that is filtered out without it is not read
    if verdict != Verdict::Unwanted {
        start::resolve(record, cursor);
        record.has_start = true;
        if verdict == Verdict::NotYet {
            verdict = filter(&PgnGame { record, text: cursor.text() });
        }
    }
    if verdict == Verdict::Unwanted {
        record.is_filtered_out = true;
        return Phase::FilteredOut;
    }
    if record.error.is_some() {
        return Phase::Failed;
    }
    *position = record.start;
    Phase::Moves
}

/// Reports a first move number above 1 in a game without a `FEN` tag.
#[cold]
fn check_first_number(cursor: &Cursor<'_>, record: &mut GameRecord, number: u32) {
    if record.roles.fen.is_none() {
        let number = number.to_string();
        record.fail(
            Kind::MissingStart,
            cursor.pos().saturating_sub(number.len() + 1),
            number.as_bytes(),
            "the first move number is not 1, and no FEN tag gives the start position",
        );
    }
}

/// Warns about a `$` without a number from 0 to 255.
fn check_nag(cursor: &Cursor<'_>, record: &mut GameRecord, number: &[u8]) {
    let value = std::str::from_utf8(number).ok().and_then(|number| number.parse::<u8>().ok());
    if value.is_none() {
        let at = cursor.pos() - number.len();
        record.warn(Kind::InvalidNag, at, number, "expected a number from 0 to 255 after $");
    }
}

/// Skips a variation; returns `false` if it is unclosed.
#[inline(never)]
fn skip_variation<B: Backend>(
    backend: B,
    cursor: &mut Cursor<'_>,
    record: &mut GameRecord,
) -> bool {
    let opening = cursor.pos() - 1;
    if record.moves.is_empty() && record.error.is_none() {
        record.warn(Kind::EarlyVariation, opening, b"(", "a variation before the first move");
    }
    match cursor.skip_variation(backend) {
        VariationEnd::Closed => true,
        VariationEnd::Unclosed => {
            record.fail(Kind::UnclosedVariation, opening, b"(", UNCLOSED_VARIATION);
            false
        }
        VariationEnd::UnclosedComment => {
            record.fail(Kind::UnclosedComment, opening, b"(", UNCLOSED_COMMENT);
            false
        }
    }
}

/// Completes the record, and compares the two results.
#[inline(never)]
fn finish(cursor: &Cursor<'_>, record: &mut GameRecord) {
    let tag = record.tag(record.roles.result);
    if let (Some(tag), Some(token)) = (tag, record.result) {
        let value = tag.value.clone();
        let text = cursor.between(value.clone());
        let named = GameResult::from_ascii(text);
        if named.is_some_and(|named| named != token && named != GameResult::Unknown) {
            let reason = format!("the Result tag differs from the result after the moves, {token}");
            record.warn(Kind::ResultMismatch, value.start, text, &reason);
        }
    }
    record.finish();
}
