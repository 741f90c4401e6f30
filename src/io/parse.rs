//! Parsing a chunk of text on one thread, as if a game started where the chunk starts.

use std::cell::Cell;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use super::filter::Filter;
use crate::attacks::{Backend, Task};
use crate::games::{Games, MAX_GAME_ERRORS};
use crate::pgn::{
    ErrorCounts, PgnError, PgnGame, Skipping, Step, Text, TextLocation, TextReader, Verdict,
    skip_whitespace,
};
use crate::store::KindCounts;

/// A chunk of text to be parsed.
pub(super) struct ParseInput<'a> {
    pub(super) text: Text<'a>,
    /// The range in which the games of the chunk start.
    pub(super) range: Range<usize>,
    pub(super) skipping: Skipping,
    /// Whether to count lines now, because the text is discarded before errors are located.
    pub(super) counts_lines: bool,
    /// The source of empty columns.
    pub(super) games_pool: &'a GamesPool,
    pub(super) filter: Option<&'a Filter>,
}

/// A pool of columns, whose memory is reused.
#[derive(Default)]
pub(super) struct GamesPool(Mutex<Vec<Games>>);

impl GamesPool {
    fn take(&self) -> Games {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
    }

    /// Returns columns to the pool, with the tag name numbers of `like`.
    pub(super) fn put(&self, mut used: Games, like: &Games) {
        used.clear();
        used.headers.copy_names(&like.headers);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(used);
    }
}

/// The last item that the reader has read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Item {
    /// A game that is kept, and the text before it.
    Game,
    /// A game that is filtered out, whose errors are not reported, and the text before it.
    FilteredOut,
    /// Text without a game.
    NoGame,
}

/// The result of parsing a chunk.
pub(super) struct Parsed {
    pub(super) games: Games,
    /// The number of games in the text, including those filtered out.
    pub(super) game_count: u64,
    pub(super) filtered_out: KindCounts,
    /// Errors and warnings with offsets in the text: the number of the game in the chunk from 1,
    /// and its index if it is kept.
    pub(super) errors: Vec<(u64, Option<usize>, PgnError)>,
    /// The number of errors and of warnings in `errors`, up to [`MAX_GAME_ERRORS`] each.
    listed: ErrorCounts,
    /// Whether one of `errors` ends a strict reading.
    has_strict: bool,
    /// The number of errors and warnings that are not listed.
    pub(super) unlisted: ErrorCounts,
    /// The offset of the game after the last one.
    pub(super) end: usize,
    pub(super) skipping: Skipping,
    /// Whether the game at `end` needs more text.
    pub(super) needs_more: bool,
    /// The end of the text in which lines have been counted: one byte before `end`, or the start of
    /// the range.
    pub(super) counted: usize,
    /// The location of `counted`, relative to the start of the range, if lines are counted.
    pub(super) lines: TextLocation,
}

impl Parsed {
    /// Adds the errors and warnings of the item that the reader has just read.
    fn add_errors(&mut self, reader: &TextReader, item: Item) {
        let record = reader.record();
        if record.error.is_none() && record.warning_count == 0 {
            return;
        }
        let is_filtered_out = item == Item::FilteredOut;
        // errors outside of games are reported even if the next game is filtered out
        let mut unlisted = record.outside;
        if !is_filtered_out {
            unlisted.errors += u64::from(record.error.is_some());
            unlisted.warnings = record.warning_count - record.outside.errors;
        }
        // the game has been pushed
        let index = self.games.len().checked_sub(1).filter(|_| item == Item::Game);
        let warnings = record.warnings.iter().map(|error| (error, error.kind.is_outside_games()));
        let error = record.error.iter().map(|error| (error, false));
        let mut errors: Vec<(&PgnError, bool)> = warnings.chain(error).collect();
        errors.sort_by_key(|(error, _)| error.offset);
        for (error, is_outside) in errors {
            let is_reported = is_outside || !is_filtered_out;
            // the error that ends a strict reading is always listed
            let is_first_strict = error.kind.ends_strict() && !self.has_strict;
            let listed = self.listed.of_sort(error.kind);
            if !is_reported || *listed >= MAX_GAME_ERRORS as u64 && !is_first_strict {
                continue;
            }
            *listed += 1;
            self.has_strict |= is_first_strict;
            *unlisted.of_sort(error.kind) -= 1;
            self.errors.push((self.game_count, index.filter(|_| !is_outside), error.clone()));
        }
        self.unlisted.errors += unlisted.errors;
        self.unlisted.warnings += unlisted.warnings;
    }
}

/// Parsing of a chunk, compiled for the instruction set of the processor.
pub(super) struct ParseTask<'a, 't> {
    pub(super) reader: &'a mut TextReader,
    pub(super) input: ParseInput<'t>,
}

impl Task for ParseTask<'_, '_> {
    type Output = Parsed;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> Parsed {
        let ParseTask { reader, input } = self;
        let ParseInput { text, range, skipping, counts_lines, games_pool, filter } = input;
        reader.skipping = skipping;
        let mut parsed = Parsed {
            games: games_pool.take(),
            game_count: 0,
            filtered_out: KindCounts::default(),
            errors: Vec::new(),
            listed: ErrorCounts::default(),
            has_strict: false,
            unlisted: ErrorCounts::default(),
            end: range.start,
            skipping: Skipping::Nothing,
            needs_more: false,
            counted: range.end,
            lines: TextLocation::START,
        };
        loop {
            // skip whitespace, except after the tags of an overlong game, which it may end
            if reader.skipping != Skipping::Tags {
                parsed.end = skip_whitespace(text.bytes, parsed.end).min(range.end.max(parsed.end));
            }
            if parsed.end >= range.end && !(text.is_end && range.end == text.bytes.len()) {
                break;
            }
            let rejected_by = Cell::new(None);
            let check_headers = |game: &PgnGame<'_>| {
                let Some(filter) = filter else { return Verdict::Wanted };
                let (criterion, verdict) = filter.check_headers(game);
                rejected_by.set(criterion);
                verdict
            };
            match reader.step(backend, text, parsed.end, &check_headers) {
                Step::FilteredOut(end) => {
                    parsed.game_count += 1;
                    parsed.add_errors(reader, Item::FilteredOut);
                    if let Some(criterion) = rejected_by.get() {
                        parsed.filtered_out.count(criterion);
                    }
                    parsed.end = end;
                }
                Step::Game(end) => {
                    parsed.game_count += 1;
                    let game = reader.game(text.bytes);
                    match filter.and_then(|filter| filter.rejected_by_moves(&game)) {
                        Some(criterion) => {
                            parsed.add_errors(reader, Item::FilteredOut);
                            parsed.filtered_out.count(criterion);
                        }
                        None => {
                            parsed.games.push_pgn(&game, parsed.game_count);
                            parsed.add_errors(reader, Item::Game);
                        }
                    }
                    parsed.end = end;
                }
                Step::NoGame(end) => {
                    parsed.add_errors(reader, Item::NoGame);
                    parsed.end = end;
                }
                Step::End(end) => {
                    parsed.add_errors(reader, Item::NoGame);
                    parsed.end = end;
                    break;
                }
                Step::More(from) => {
                    parsed.end = from;
                    parsed.needs_more = true;
                    break;
                }
            }
        }
        parsed.skipping = reader.skipping;
        parsed.counted = parsed.end.min(range.end).saturating_sub(1).max(range.start);
        if counts_lines {
            let counted = range.start..parsed.counted;
            parsed.lines.advance(text.bytes.get(counted).unwrap_or_default());
        }
        parsed
    }
}
