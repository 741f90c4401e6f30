//! Merging of parsed chunks, so that the result is the same as that of parsing on one thread.
//!
//! A chunk is parsed as if a game started where the chunk starts. Chunks are merged in order. The
//! games of a chunk are accepted only if the text before it ended exactly where it starts;
//! otherwise (if there is a tag in a comment, for example), it is parsed again from the end of the
//! last game. So the result does not depend on the chunks.

use std::ops::Range;

use super::chunk::Chunk;
use super::error::ReadError;
use super::filter::Filter;
use super::options::ReadOptions;
use super::parse::{GamesPool, ParseInput, ParseTask, Parsed};
use crate::attacks::dispatch;
use crate::games::{GameError, GameErrorKind, Games, OF_GAME};
use crate::pgn::{SAMPLE, Skipping, TextLocation, TextReader, no_game, skip_whitespace};
use crate::store::{OF_SOURCE, Rows};

/// The maximum growth of the pending text in bytes before a game is parsed again, however small
/// batches are.
const MIN_MAX_GROWTH: usize = 1 << 20;

/// Merges parsed chunks in the order of their text.
pub(super) struct Merger {
    filter: Option<Filter>,
    pub(super) games: Games,
    is_strict: bool,
    /// The error or warning that ends a strict reading.
    strict_error: Option<Box<GameError>>,
    /// The text of an incomplete game at the end of the last chunk, with the byte before it.
    pending: Vec<u8>,
    /// The offset of the game in `pending`: 1 if there is a byte before it, else 0.
    pending_game: usize,
    /// The size of the pending text with the next chunk at which it is parsed again. It doubles
    /// each time, up to `max_growth`, so that a game of many chunks is not parsed again with each.
    needed_bytes: usize,
    max_growth: usize,
    /// The number of bytes of the next chunk that belong to the last game.
    overshoot: usize,
    /// The offset in the source of the next text: of `pending` or the next chunk.
    offset: u64,
    /// The location of `offset`, or of a byte before it if the source is in memory, where lines are
    /// only counted to locate errors.
    location: TextLocation,
    skipping: Skipping,
    /// The number of games of the current source so far.
    source_games: u64,
    /// The beginning of the current source, and whether it has more than whitespace.
    beginning: Vec<u8>,
    has_text: bool,
}

impl Merger {
    pub(super) fn new(options: &ReadOptions<'_>) -> Merger {
        Merger {
            filter: options.filter.cloned(),
            games: Games::new(),
            is_strict: options.strict,
            strict_error: None,
            pending: Vec::new(),
            pending_game: 0,
            needed_bytes: 0,
            max_growth: options.batch_bytes().max(MIN_MAX_GROWTH),
            overshoot: 0,
            offset: 0,
            location: TextLocation::START,
            skipping: Skipping::Nothing,
            source_games: 0,
            beginning: Vec::new(),
            has_text: false,
        }
    }

    /// Returns the filter.
    pub(super) fn filter(&self) -> Option<&Filter> {
        self.filter.as_ref()
    }

    /// Reserves memory for this multiple of the games so far, and a little more.
    pub(super) fn reserve(&mut self, factor: f64) {
        self.games.reserve_factor(1.03 * factor);
    }

    /// Keeps the first error or warning that ends a strict reading.
    fn check_strict(&mut self, error: &GameError) {
        let ends = match error.kind {
            GameErrorKind::Pgn(kind) => kind.ends_strict(),
            GameErrorKind::Source => true,
        };
        if self.is_strict && self.strict_error.is_none() && ends {
            self.strict_error = Some(Box::new(error.clone()));
        }
    }

    /// Merges the next chunk. `parsed` is the result of parsing it as if a game started where it
    /// starts.
    pub(super) fn merge(
        &mut self,
        chunk: &mut Chunk,
        parsed: Option<Parsed>,
        reader: &mut TextReader,
        games_pool: &GamesPool,
    ) -> Result<(), ReadError> {
        if !chunk.has_previous {
            (self.offset, self.location) =
                (chunk.source_offset, TextLocation::first(chunk.source_offset));
            self.pending.clear();
            (self.overshoot, self.skipping, self.source_games) = (0, Skipping::Nothing, 0);
            let bytes = chunk.text().bytes;
            self.beginning.clear();
            self.beginning.extend_from_slice(bytes.get(..SAMPLE).unwrap_or(bytes));
            self.has_text = false;
        }
        let is_expected_start =
            self.pending.is_empty() && self.overshoot == 0 && self.skipping == Skipping::Nothing;
        let parsed = parsed.filter(|_| is_expected_start);
        if !self.pending.is_empty() {
            let size = self.pending.len() + chunk.games_range().len();
            if size < self.needed_bytes && !chunk.is_end {
                let more = chunk.bytes().get(chunk.games_range());
                self.pending.extend_from_slice(more.unwrap_or_default());
                return Ok(());
            }
            chunk.prepend(&self.pending, self.pending_game);
        }
        let text = chunk.text();
        if self.source_games == 0 && !self.has_text {
            self.has_text = skip_whitespace(text.bytes, 0) < text.bytes.len();
        }
        let Range { start, end } = chunk.games_range();
        let start = start + self.overshoot;
        // the whole chunk may be within an overlong game
        let (next, needs_more) = if start > end {
            self.advance(chunk, end.saturating_sub(1), None);
            (start, false)
        } else {
            let parsed = parsed.unwrap_or_else(|| {
                let input = ParseInput {
                    text,
                    range: start..end,
                    skipping: self.skipping,
                    counts_lines: !chunk.is_of_memory(),
                    games_pool,
                    filter: self.filter.as_ref(),
                };
                dispatch(ParseTask { reader, input })
            });
            let (next, needs_more) = (parsed.end, parsed.needs_more);
            self.skipping = parsed.skipping;
            self.add(chunk, parsed, start, games_pool);
            (next, needs_more)
        };
        if let Some(error) = &chunk.failure {
            let error = GameError::of_source(&chunk.source, self.source_games, &error.to_string());
            self.check_strict(&error);
            self.games.errors.push(OF_SOURCE, || error);
        } else if chunk.is_end && self.source_games == 0 && self.has_text && !chunk.is_of_split {
            let error = GameError::of_source(&chunk.source, 0, &no_game(&self.beginning));
            self.check_strict(&error);
            self.games.errors.push(OF_SOURCE, || error);
        }
        self.pending.clear();
        self.overshoot = next.saturating_sub(end);
        if needs_more && next < end {
            // with the byte before the game, which shows whether a line starts there
            let keep = next.saturating_sub(1);
            self.pending_game = next - keep;
            self.needed_bytes = end - keep + self.max_growth.min(end - keep);
            self.pending.extend_from_slice(text.bytes.get(keep..end).unwrap_or_default());
        }
        self.strict_error.take().map_or(Ok(()), |error| Err(ReadError::Broken(error)))
    }

    /// Adds the games, errors and warnings of a chunk, which was parsed from `start` on, and
    /// advances to the next text.
    fn add(&mut self, chunk: &Chunk, parsed: Parsed, start: usize, games_pool: &GamesPool) {
        let (text, source) = (chunk.text().bytes, &chunk.source);
        if !parsed.errors.is_empty() && chunk.is_of_memory() {
            let uncounted = (self.offset - self.location.offset) as usize;
            self.location.advance(chunk.bytes_before(uncounted));
        }
        let base = self.location;
        let mut games = parsed.games;
        games.origins.set_source(source, self.source_games as i64, self.offset as i64);
        let first = self.games.len();
        self.games.copy_rows(&games, 0..games.len());
        games_pool.put(games, &self.games);
        let mut last_error = base;
        for (game, index, mut error) in parsed.errors {
            last_error.locate(&mut error, base, text);
            let (game, index) = (self.source_games + game, index.map(|index| first + index));
            let report = || GameError::of_game(source, game, index, &error);
            if self.is_strict {
                self.check_strict(&report());
            }
            match error.kind.is_error() {
                true => self.games.errors.push(OF_GAME, report),
                false => self.games.warnings.push(OF_GAME, report),
            }
        }
        let Games { errors, warnings, .. } = &mut self.games;
        errors.set_count(OF_GAME, errors.counts().get(OF_GAME) + parsed.unlisted.errors);
        warnings.set_count(OF_GAME, warnings.counts().get(OF_GAME) + parsed.unlisted.warnings);
        self.source_games += parsed.game_count;
        self.games.filtered_out.extend(&parsed.filtered_out);
        let next = parsed.end.min(chunk.games_range().end).saturating_sub(1);
        self.advance(chunk, next, Some((start..parsed.counted, parsed.lines)));
    }

    /// Advances to an offset in a chunk's text. `counted` is a range in which lines have been
    /// counted; there are none between it and the offset.
    fn advance(&mut self, chunk: &Chunk, to: usize, counted: Option<(Range<usize>, TextLocation)>) {
        self.offset += to as u64;
        if chunk.is_of_memory() {
            return;
        }
        let text = chunk.text().bytes;
        let Some((range, lines)) = counted else {
            self.location.advance(text.get(..to).unwrap_or_default());
            return;
        };
        self.location.advance(text.get(..range.start.min(to)).unwrap_or_default());
        self.location.append(lines, text.get(range).unwrap_or_default().first().copied());
    }
}
