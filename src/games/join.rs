//! Text in pieces, parsed on several threads and joined to what one thread would have read.
//!
//! A batch of text is cut into pieces where a game seems to begin. Each piece is parsed as if one
//! did. Then the pieces are joined in order: one is believed only if the parsing of the text before
//! it ended exactly where it began; else (a tag inside a comment, say) it is parsed again from where
//! the last game ended. So the result does not depend on the pieces.

use std::sync::Arc;

use super::errors::{GameError, GameErrorKind};
use super::feed::{Feed, Part};
use super::filter::{Criterion, Filter, Removed, Taken};
use super::piece::{Columns, Parse, Parsed, Piece, Spare, cut};
use super::read::{ReadError, ReadOptions};
use super::store::Games;
use crate::attacks::dispatch;
use crate::pgn::{Dialect, LinePlace, PgnErrorKind as Kind, Text, TextReader, skip_blanks};
use crate::pool::{self, Run};

/// Where a piece's games went.
enum Places {
    /// All of them, after so many.
    All(usize),
    /// Each, or nowhere.
    Some(Vec<Option<usize>>),
}

impl Places {
    fn of(&self, index: usize) -> Option<usize> {
        match self {
            Places::All(before) => Some(before + index),
            Places::Some(places) => places.get(index).copied().flatten(),
        }
    }
}

/// Puts the pieces together.
pub(super) struct Joiner {
    filter: Option<Filter>,
    pub(super) games: Games,
    /// Columns of pieces that are still to be added: while the next batch is parsed.
    pending: Vec<Games>,
    pending_games: usize,
    /// Columns of pieces, to be filled again.
    spare: Spare,
    max_game_bytes: usize,
    dialect: Dialect,
    is_strict: bool,
    /// What a strict reading ends at.
    first_fault: Option<Box<GameError>>,
    /// What the filter's cap let through.
    taken: Taken,
    /// What the last part left over, with the byte before it, if any.
    left: Vec<u8>,
    /// Where in it the next game begins: 1 after such a byte, else 0.
    left_from: usize,
    /// The place of the first byte of what is left.
    place: LinePlace,
    is_skipping: bool,
    /// Games of the current source so far.
    source_games: u64,
}

impl Joiner {
    pub(super) fn new(options: &ReadOptions<'_>) -> Joiner {
        Joiner {
            filter: options.filter.cloned(),
            games: Games::new(),
            pending: Vec::new(),
            pending_games: 0,
            spare: Spare::default(),
            max_game_bytes: options.max_game_bytes,
            dialect: options.dialect,
            is_strict: options.strict,
            first_fault: None,
            taken: Taken::default(),
            left: Vec::new(),
            left_from: 0,
            place: LinePlace::START,
            is_skipping: false,
            source_games: 0,
        }
    }

    /// How many games there are, those that [`Joiner::finish`] will add among them.
    pub(super) fn len(&self) -> usize {
        self.games.len() + self.pending_games
    }

    /// Makes room for so many times the games so far, and some more.
    pub(super) fn make_room(&mut self, times: f64) {
        self.finish();
        self.games.make_room(1.03 * times);
    }

    /// Adds what is still to be added: all games are in `games` then.
    pub(super) fn finish(&mut self) {
        add_all(&mut self.games, &mut self.pending, &self.spare);
        self.pending_games = 0;
    }

    /// Parses a batch while the next one is read, and the games of the one before are added.
    pub(super) fn read_batch(
        &mut self,
        batch: &mut [Part],
        feed: &mut Feed,
        run: Run<'_>,
    ) -> Result<Vec<Part>, ReadError> {
        // only the first part of a batch can continue another
        for part in batch.iter_mut().filter(|part| part.continues) {
            part.prepend(&self.left, self.left_from);
        }
        let names = self.games.headers.new_like();
        let columns = Columns { spare: &self.spare, names: &names };
        let mut jobs = Vec::new();
        let mut counts = Vec::new();
        for part in batch.iter() {
            let text = text_of(part);
            let before = jobs.len();
            for range in cut(text.bytes, part.from) {
                let is_first = part.continues && range.start == part.from;
                let is_skipping = is_first && self.is_skipping;
                let (columns, filter) = (&columns, self.filter.as_ref());
                let taken = &self.taken;
                jobs.push(Piece { text, range, is_skipping, columns, filter, taken });
            }
            counts.push(jobs.len() - before);
        }
        let (max_game_bytes, dialect) = (self.max_game_bytes, self.dialect);
        let state = || TextReader::new(max_game_bytes, dialect);
        let (games, pending, spare) = (&mut self.games, &mut self.pending, &self.spare);
        let read = || {
            add_all(games, pending, spare);
            feed.next_batch(run)
        };
        let parse = |reader: &mut TextReader, piece| dispatch(Parse { reader, piece });
        let done = pool::map_beside(run, read, jobs.into_iter(), state, parse);
        let (next, parsed) = done.map_err(|_| ReadError::Interrupted)?;
        self.pending_games = 0;
        let next = next.map_err(|_| ReadError::Interrupted)?;
        let mut parsed = parsed.into_iter();
        for (part, count) in batch.iter().zip(counts) {
            let parsed = parsed.by_ref().take(count).collect();
            self.join(part, parsed, run)?;
        }
        match self.first_fault.take() {
            Some(fault) => Err(ReadError::Broken(fault)),
            None => Ok(next),
        }
    }

    /// If the reading is strict, it ends at the first fault, and at the first thing that would be
    /// forgiven. Letters of another language are no such thing: the caller asked for their detection.
    fn end_if_strict(&mut self, fault: &GameError) {
        let is_asked_for = fault.kind == GameErrorKind::Pgn(Kind::ForeignLetters);
        if self.is_strict && self.first_fault.is_none() && !is_asked_for {
            self.first_fault = Some(Box::new(fault.clone()));
        }
    }

    /// Joins the pieces of a part.
    fn join(&mut self, part: &Part, parsed: Vec<Parsed>, run: Run<'_>) -> Result<(), ReadError> {
        let text = text_of(part);
        if !part.continues {
            self.place = LinePlace::first(part.begins_at);
            (self.is_skipping, self.source_games) = (false, 0);
        }
        let base = self.place;
        let mut last_fault = base;
        let mut at = part.from;
        let ranges = cut(text.bytes, at);
        let lines: Vec<_> = parsed.iter().map(|parsed| (parsed.counted, parsed.lines)).collect();
        for (range, mut parsed) in ranges.iter().cloned().zip(parsed) {
            if at < range.start {
                at = skip_blanks(text.bytes, at).min(range.start);
            }
            if at != range.start || parsed.was_skipping != self.is_skipping {
                if at >= range.end {
                    continue;
                }
                if (run.stop)() {
                    return Err(ReadError::Interrupted);
                }
                let mut reader = TextReader::new(self.max_game_bytes, self.dialect);
                let columns = Columns { spare: &self.spare, names: &self.games.headers };
                let (is_skipping, filter) = (self.is_skipping, self.filter.as_ref());
                let piece = Piece {
                    text,
                    range: at..range.end,
                    is_skipping,
                    columns: &columns,
                    filter,
                    taken: &self.taken,
                };
                parsed = dispatch(Parse { reader: &mut reader, piece });
            }
            at = parsed.end;
            self.is_skipping = parsed.is_skipping;
            let needs_more = parsed.needs_more;
            self.add(&part.source, parsed, &mut last_fault, base, text.bytes);
            if needs_more {
                break;
            }
        }
        if let Some(error) = &part.failure {
            let games = self.source_games;
            let reason = error.to_string();
            let fault = GameError::of_source(&part.source, games, &reason);
            self.end_if_strict(&fault);
            self.games.errors.push_of_source(fault);
        }
        // one byte before the next game tells whether a line begins there
        let keep = at.saturating_sub(1);
        self.left_from = at - keep;
        self.place = base;
        let mut counted = part.from.min(keep);
        self.place.advance(text.bytes.get(..counted).unwrap_or_default());
        for (range, (end, lines)) in ranges.into_iter().zip(lines) {
            if end <= keep {
                let bytes = text.bytes.get(range.start..end);
                self.place.append(lines, bytes.and_then(<[u8]>::first).copied());
                counted = end;
            }
        }
        self.place.advance(text.bytes.get(counted..keep).unwrap_or_default());
        self.left.clear();
        self.left.extend_from_slice(text.bytes.get(keep..).unwrap_or_default());
        Ok(())
    }

    /// Which of a piece's games are kept, and where they go: all, if there is no cap, when the next batch
    /// is parsed.
    fn keep_rows(&mut self, games: Games, refused: Vec<(usize, u16, Criterion)>) -> Places {
        let before = self.len();
        let Some(cap) = self.filter.as_ref().and_then(|filter| filter.cap) else {
            self.pending_games += games.len();
            self.pending.push(games);
            return Places::All(before);
        };
        let ratings = games.white_elo().iter().zip(games.black_elo());
        let mut places = Vec::new();
        let mut refused = refused.into_iter().peekable();
        let mut count_before = |row: usize, taken: &Taken, removed: &mut Removed| {
            while let Some((_, class, reason)) = refused.next_if(|&(before, ..)| before <= row) {
                removed.count(if taken.is_full(cap, class) { Criterion::Cap } else { reason });
            }
        };
        for (row, (&white, &black)) in ratings.enumerate() {
            count_before(row, &self.taken, &mut self.games.removed);
            if self.taken.take(cap, cap.class(white, black)) {
                places.push(Some(self.games.len()));
                self.games.copy_rows(&games, row..row + 1);
            } else {
                self.games.removed.count(Criterion::Cap);
                places.push(None);
            }
        }
        count_before(usize::MAX, &self.taken, &mut self.games.removed);
        self.spare.keep(games, &self.games);
        Places::Some(places)
    }

    /// Adds a piece's games and faults.
    fn add(
        &mut self,
        source: &Arc<str>,
        parsed: Parsed,
        last_fault: &mut LinePlace,
        base: LinePlace,
        text: &[u8],
    ) {
        let mut games = parsed.games;
        games.origins.set_source(source, self.source_games as i64, base.offset as i64);
        let places = self.keep_rows(games, parsed.refused);
        for (game, index, mut fault) in parsed.faults {
            let index = match index {
                None => None,
                // of a game that the cap left out, nothing is told
                Some(index) => match places.of(index) {
                    None => continue,
                    place => place,
                },
            };
            last_fault.locate(&mut fault, base, text);
            let game = self.source_games + game;
            let noted = || GameError::of_game(source, game, index, &fault);
            if self.is_strict {
                self.end_if_strict(&noted());
            }
            match fault.kind.is_error() {
                true => self.games.errors.push(noted),
                false => self.games.warnings.push(noted),
            }
        }
        self.games.errors.count += parsed.more_faults.0;
        self.games.warnings.count += parsed.more_faults.1;
        self.source_games += parsed.game_count;
        self.games.removed.add(parsed.removed);
    }
}

/// Adds the games of some pieces, whose columns are then to be filled again.
fn add_all(games: &mut Games, pending: &mut Vec<Games>, spare: &Spare) {
    for piece in pending.drain(..) {
        games.copy_rows(&piece, 0..piece.len());
        spare.keep(piece, games);
    }
}

fn text_of(part: &Part) -> Text<'_> {
    Text { bytes: part.text(), is_end: part.is_end, is_failed: part.failure.is_some() }
}
