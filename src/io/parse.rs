//! Parsing a chunk of text on one thread, as if a game started where the chunk starts.

use std::borrow::Cow;
use std::cell::Cell;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use super::elo_bins::EloBinCounts;
use super::filter::Filter;
use crate::attacks::{Backend, Task};
use crate::games::Games;
use crate::games::MAX_GAME_ERRORS;
use crate::games::{Criterion, FilterCounts};
use crate::pgn::{
    ErrorCounts, PgnError, PgnGame, Skipping, Step, Text, TextLocation, TextReader, Verdict,
    skip_whitespace,
};

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
    /// The number of games kept per rating bin in the chunks that have been merged.
    pub(super) bin_counts: &'a EloBinCounts,
    /// Whether earlier chunks may not have been merged, so that bins may be fuller than
    /// `bin_counts`.
    pub(super) is_ahead: bool,
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

/// What the reader has just read.
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
    pub(super) filtered_out: FilterCounts,
    /// If games per rating bin are limited: the games that other criteria checked after the limit
    /// rejected, with the number of games kept before and the bin. If the bin turns out to be full
    /// by then, the limit is counted instead of the criterion.
    pub(super) rejected: Vec<(usize, u16, Criterion)>,
    /// Errors and warnings with offsets in the text: the number of the game in the chunk from 1,
    /// and its index if it is kept.
    pub(super) errors: Vec<(u64, Option<usize>, PgnError)>,
    /// The number of errors and of warnings in `errors`.
    listed: ErrorCounts,
    /// The maximum number of listed errors, and of warnings: [`MAX_GAME_ERRORS`], so that reports
    /// do not depend on the chunks, or no limit if the limit of a rating bin may exclude their
    /// games.
    max_listed: u64,
    /// Whether one of `errors` ends a strict reading.
    has_strict: bool,
    /// The number of errors and warnings that are not listed, by the index of the game.
    pub(super) unlisted: Vec<(Option<usize>, ErrorCounts)>,
    /// The `bin_counts` of the input, if the chunk was parsed ahead and a game ended elsewhere than
    /// it would if it were skipped. If the counts have changed by the time of merging, the chunk
    /// has to be parsed again.
    pub(super) depends_on: Option<EloBinCounts>,
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
    /// Counts a game that was rejected by a criterion that is checked after the limit of its rating
    /// bin, if it has one.
    fn reject(&mut self, criterion: Criterion, bin: Option<u16>) {
        match bin {
            Some(bin) => self.rejected.push((self.games.len(), bin, criterion)),
            None => self.filtered_out.count(criterion),
        }
    }

    /// Adds the errors and warnings of what the reader has just read.
    fn add_errors(&mut self, reader: &TextReader, item: Item) {
        let record = reader.record();
        if record.error.is_none() && record.warning_count == 0 {
            return;
        }
        let mut outside = (None, record.outside);
        let ErrorCounts { errors, warnings } = record.outside;
        let mut inside = (
            // the game has been pushed
            self.games.len().checked_sub(1).filter(|_| item == Item::Game),
            ErrorCounts {
                errors: u64::from(record.error.is_some()),
                warnings: record.warning_count - errors - warnings,
            },
        );
        let warnings = record.warnings.iter().map(|error| (error, error.kind.is_outside_games()));
        let error = record.error.iter().map(|error| (error, false));
        let mut errors: Vec<(&PgnError, bool)> = warnings.chain(error).collect();
        errors.sort_by_key(|(error, _)| error.offset);
        for (error, is_outside) in errors {
            let is_reported = is_outside || item != Item::FilteredOut;
            // the error that ends a strict reading is always listed
            let is_first_strict = error.kind.ends_strict() && !self.has_strict;
            let listed = self.listed.of_sort(error.kind);
            if !is_reported || *listed >= self.max_listed && !is_first_strict {
                continue;
            }
            *listed += 1;
            self.has_strict |= is_first_strict;
            let (index, unlisted) = if is_outside { &mut outside } else { &mut inside };
            *unlisted.of_sort(error.kind) -= 1;
            self.errors.push((self.game_count, *index, error.clone()));
        }
        let all = [outside, inside];
        let reported = if item == Item::FilteredOut { &all[..1] } else { &all };
        let unlisted = reported.iter().filter(|(_, counts)| *counts != ErrorCounts::default());
        self.unlisted.extend(unlisted);
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
        let ParseInput {
            text,
            range,
            skipping,
            counts_lines,
            games_pool,
            filter,
            bin_counts,
            is_ahead,
        } = input;
        let bin_limit = filter.and_then(|filter| filter.elo_bin_limit);
        reader.skipping = skipping;
        let mut parsed = Parsed {
            games: games_pool.take(),
            game_count: 0,
            filtered_out: FilterCounts::default(),
            rejected: Vec::new(),
            errors: Vec::new(),
            listed: ErrorCounts::default(),
            max_listed: if bin_limit.is_some() { u64::MAX } else { MAX_GAME_ERRORS as u64 },
            has_strict: false,
            unlisted: Vec::new(),
            depends_on: None,
            end: range.start,
            skipping: Skipping::Nothing,
            needs_more: false,
            counted: range.end,
            lines: TextLocation::START,
        };
        // with the games of this chunk
        let mut new_bin_counts = Cow::Borrowed(bin_counts);
        loop {
            // skip whitespace, except after the tags of an overlong game, which it may end
            if reader.skipping != Skipping::Tags {
                parsed.end = skip_whitespace(text.bytes, parsed.end).min(range.end.max(parsed.end));
            }
            if parsed.end >= range.end && !(text.is_end && range.end == text.bytes.len()) {
                break;
            }
            let rejected_by = Cell::new(None);
            let bin = Cell::new(None);
            let check_tags = |game: &PgnGame<'_>| {
                let Some(filter) = filter else { return Verdict::Wanted };
                let (criterion, verdict) = filter.check_tags(game, &new_bin_counts);
                rejected_by.set(criterion);
                bin.set(filter.elo_bin(game));
                verdict
            };
            match reader.step(backend, text, parsed.end, &check_tags) {
                Step::FilteredOut(end) => {
                    parsed.game_count += 1;
                    parsed.add_errors(reader, Item::FilteredOut);
                    match rejected_by.get() {
                        Some(Criterion::Sample) => parsed.reject(Criterion::Sample, bin.get()),
                        Some(criterion) => parsed.filtered_out.count(criterion),
                        None => {}
                    }
                    parsed.end = end;
                }
                Step::Game(end) => {
                    parsed.game_count += 1;
                    let game = reader.game(text.bytes);
                    match filter.and_then(|filter| filter.rejected_by_moves(&game)) {
                        Some(criterion) => {
                            parsed.add_errors(reader, Item::FilteredOut);
                            parsed.reject(criterion, bin.get());
                        }
                        None => {
                            if let Some((limit, bin)) = bin_limit.zip(bin.get()) {
                                new_bin_counts.to_mut().try_add(limit, bin);
                            }
                            parsed.games.push_pgn(&game, parsed.game_count);
                            parsed.add_errors(reader, Item::Game);
                        }
                    }
                    if bin_limit.is_some()
                        && is_ahead
                        && parsed.depends_on.is_none()
                        && !has_same_end_if_skipped(backend, reader, text, parsed.end, end)
                    {
                        parsed.depends_on = Some(bin_counts.clone());
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

/// Whether a game that was read from `from` to `end` also ends there if it is skipped, as happens
/// when its rating bin is full. Clears the reader's record of the game.
fn has_same_end_if_skipped<B: Backend>(
    backend: B,
    reader: &mut TextReader,
    text: Text<'_>,
    from: usize,
    end: usize,
) -> bool {
    let skipping = std::mem::take(&mut reader.skipping);
    let skipped = reader.step(backend, text, from, &|_| Verdict::Unwanted);
    std::mem::replace(&mut reader.skipping, skipping) == skipping
        && skipped == Step::FilteredOut(end)
}
