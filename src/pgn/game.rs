//! Reading one game into a record: the text before it, its tags, its main line.

use std::convert::Infallible;

use super::annotation::malformed_commands;
use super::command_values::resolve_mate;
use super::comment::Commands;
use super::comment_index::CommentIndex;
use super::contents::{Comment, Contents, Diagnostic, Entry};
use super::cursor::Cursor;
use super::dialect::{Annotations, CommentStyle};
use super::error::PgnErrorKind as Kind;
use super::fast_san;
use super::game_record::{GameRecord, PgnGame};
use super::outside_games::find_game;
use super::parse::parse;
use super::start::{Start, resolve};
use super::tag::decode;
use super::tags::Tags;
use crate::attacks::Backend;
use crate::notation::language::Language;
use crate::notation::san::{self, SanError};
use crate::position::Position;
use crate::rules::GameResult;
use crate::types::{Color, Move, NO_CLOCK, NO_EVAL};

/// Options of [`read_game`].
#[derive(Clone, Copy)]
pub(super) struct ParseOptions {
    /// The language of the piece letters; `None` for English.
    pub(super) language: Option<Language>,
    pub(super) comments: CommentStyle,
    pub(super) annotations: Annotations,
}

impl ParseOptions {
    /// Stores the values and annotations of a comment after a move; `start` is the offset of its
    /// text.
    #[inline(always)]
    fn record_comment(
        self,
        record: &mut GameRecord,
        mut commands: Commands,
        comment: &[u8],
        start: usize,
        side_to_move: Color,
    ) {
        if self.comments == CommentStyle::Tcec {
            commands.add_tcec(comment);
        }
        commands.eval = resolve_mate(commands.eval, side_to_move);
        record_values(record, commands);
        if self.annotations.any() {
            commands.malformed |=
                record.annotate(comment, side_to_move, self.annotations, self.comments);
        }
        if commands.malformed {
            let Ok(()) = malformed_commands(comment, self.annotations, |at, token, reason| {
                record.warn(Kind::MalformedCommand, start + at, token, reason);
                Ok::<_, Infallible>(())
            });
        }
    }
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
    let position = Start::standard().position;
    let mut columns = Columns { record, options, filter, position, index: CommentIndex::new() };
    let Ok(is_found) = find_game(backend, cursor, &mut columns);
    if !is_found {
        return false;
    }
    columns.record.begun_at = cursor.pos();
    let Ok(()) = parse(backend, cursor, &mut columns);
    true
}

/// Stores the contents of a game in a record.
struct Columns<'r, F> {
    record: &'r mut GameRecord,
    options: ParseOptions,
    filter: &'r F,
    position: Position,
    index: CommentIndex,
}

impl<F: Fn(&PgnGame<'_>) -> Verdict> Contents for Columns<'_, F> {
    const IS_TREE: bool = false;

    type Stop = Infallible;

    #[inline(always)]
    fn tags(&mut self) -> &mut Tags {
        &mut self.record.tags
    }

    fn report(&mut self, diagnostic: Diagnostic<'_>) -> Result<(), Infallible> {
        let Diagnostic { kind, at, token, reason } = diagnostic;
        if kind.is_error() {
            self.record.fail(kind, at, token, reason);
        } else {
            self.record.warn(kind, at, token, reason);
        }
        Ok(())
    }

    fn report_outside(&mut self, diagnostic: Diagnostic<'_>) -> Result<(), Infallible> {
        let Diagnostic { kind, at, token, reason } = diagnostic;
        self.record.warn(kind, at, token, reason);
        Ok(())
    }

    #[inline(always)]
    fn begin(&mut self, cursor: &Cursor<'_>) -> Result<Entry, Infallible> {
        let verdict = |record| (self.filter)(&PgnGame { record, text: cursor.text() });
        let mut decision = verdict(self.record);
        // the FEN of a game that is filtered out without it is not read
        if decision != Verdict::Unwanted {
            let start = resolve(cursor, self)?.unwrap_or(*Start::standard());
            (self.record.start, self.record.chess960) = (start.position, start.chess960);
            self.record.has_start = true;
            if decision == Verdict::NotYet {
                decision = (self.filter)(&PgnGame { record: self.record, text: cursor.text() });
            }
        }
        if decision == Verdict::Unwanted {
            self.record.is_filtered_out = true;
            return Ok(Entry::Skip);
        }
        if self.record.error.is_some() {
            return Ok(Entry::Failed);
        }
        self.position = self.record.start;
        Ok(Entry::Enter)
    }

    #[inline(always)]
    fn plain_moves<B: Backend>(&mut self, backend: B, cursor: &mut Cursor<'_>) {
        if self.options.language.is_some() {
            return;
        }
        loop {
            if let Some(word) = cursor.plain_word() {
                let Some(m) = fast_san::play(backend, &mut self.position, word) else { break };
                // with the space after it
                cursor.advance(word.len() + 1);
                self.record.moves.push(m);
                if cursor.byte(cursor.pos()) != Some(b'{') {
                    continue;
                }
            }
            let opening = cursor.pos();
            if let Some(commands) = cursor.plain_comment() {
                record_values(self.record, commands);
            } else if let Some(commands) = cursor.ordinary_comment(backend, &mut self.index) {
                let (at, side) = (opening + 1, self.position.turn());
                self.options.record_comment(self.record, commands, cursor.since(at), at, side);
            } else {
                break;
            }
        }
    }

    #[inline(always)]
    fn read_move<B: Backend>(&self, backend: B, text: &[u8]) -> Result<Move, SanError> {
        match self.options.language {
            None => san::read_with(backend, &self.position, text),
            Some(language) => language.read(&self.position, &decode(text)),
        }
    }

    #[inline(always)]
    fn play(&mut self, m: Move, _text: Option<&[u8]>) -> Result<bool, Infallible> {
        self.position.play_unchecked(m);
        self.record.moves.push(m);
        Ok(true)
    }

    fn null_move(&mut self, at: usize, text: &[u8]) -> Result<bool, Infallible> {
        self.record.fail(Kind::NullMove, at, text, "a null move is not a legal move");
        Ok(false)
    }

    fn unreadable(&mut self, diagnostic: Diagnostic<'_>) -> Result<bool, Infallible> {
        self.report(diagnostic)?;
        Ok(false)
    }

    fn has_moves(&self) -> bool {
        !self.record.moves.is_empty()
    }

    #[inline(always)]
    fn comment(&mut self, comment: Comment<'_>, commands: Commands) -> Result<(), Infallible> {
        let side = self.position.turn();
        self.options.record_comment(self.record, commands, comment.text, comment.at, side);
        Ok(())
    }

    fn finish(&mut self, result: Option<GameResult>) -> Result<(), Infallible> {
        self.record.result = result;
        self.record.last = self.position;
        self.record.finish();
        Ok(())
    }
}

/// Stores the evaluation and the clock of a comment.
#[inline(always)]
fn record_values(record: &mut GameRecord, commands: Commands) {
    let ply = record.moves.len();
    GameRecord::set_value(&mut record.evals, ply, commands.eval, NO_EVAL);
    GameRecord::set_value(&mut record.clocks, ply, commands.clock, NO_CLOCK);
}
