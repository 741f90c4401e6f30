//! Parts of text, parsed on several threads and joined to what one thread would have read.
//!
//! A part is parsed as if a game began where it does. Then the parts are joined in order: one is believed
//! only if the parsing of the text before it ended exactly where it began; else (a tag inside a comment,
//! say) it is parsed again from where the last game ended. So the result does not depend on the parts.

use std::ops::Range;
use std::sync::Arc;

use super::chunk::Part;
use super::filter::{Filter, Taken};
use super::parse::{Parse, Parsed, Piece, Spare};
use super::read::{ReadError, ReadOptions};
use crate::attacks::dispatch;
use crate::games::Games;
use crate::games::{Criterion, FilterCounts};
use crate::games::{GameError, GameErrorKind};
use crate::pgn::{Skipping, TextLocation, TextReader};

/// However small batches are, so much text may be waited for before a game is parsed again.
const MIN_MORE: usize = 1 << 20;

/// Where a part's games went.
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

/// Puts the parts together.
pub(super) struct Joiner {
    filter: Option<Filter>,
    pub(super) games: Games,
    is_strict: bool,
    /// What a strict reading ends at.
    first_fault: Option<Box<GameError>>,
    /// What the filter's cap let through.
    taken: Arc<Taken>,
    /// What the last part left over, with the byte before it, if any; empty if nothing.
    left: Vec<u8>,
    /// Where in it the next game begins: 1 after such a byte, else 0.
    left_from: usize,
    /// So much text, what is left among it, is parsed next: twice as much as was not enough, or a batch more, so
    /// that a game of many parts is not parsed again with each.
    enough: usize,
    /// That is, no more than so much more.
    most_more: usize,
    /// So many bytes of the next part the last game took.
    beyond: usize,
    /// Where in its source the next text begins: what is left, or the next part.
    offset: u64,
    /// The place of that, or of a byte before it from which lines are counted when somebody asks, in a text
    /// that is still there.
    place: TextLocation,
    skipping: Skipping,
    /// Games of the current source so far.
    source_games: u64,
}

impl Joiner {
    pub(super) fn new(options: &ReadOptions<'_>) -> Joiner {
        Joiner {
            filter: options.filter.cloned(),
            games: Games::new(),
            is_strict: options.strict,
            first_fault: None,
            taken: Arc::default(),
            left: Vec::new(),
            left_from: 0,
            enough: 0,
            most_more: options.batch_bytes().max(MIN_MORE),
            beyond: 0,
            offset: 0,
            place: TextLocation::START,
            skipping: Skipping::Nothing,
            source_games: 0,
        }
    }

    /// Which games are wanted.
    pub(super) fn filter(&self) -> Option<&Filter> {
        self.filter.as_ref()
    }

    /// What the filter's cap has let through so far.
    pub(super) fn taken(&self) -> &Arc<Taken> {
        &self.taken
    }

    /// Makes room for so many times the games so far, and some more.
    pub(super) fn make_room(&mut self, times: f64) {
        self.games.make_room(1.03 * times);
    }

    /// If the reading is strict, it ends at the first fault, and at the first thing that would be
    /// forgiven.
    fn end_if_strict(&mut self, fault: &GameError) {
        let ends = match fault.kind {
            GameErrorKind::Pgn(kind) => kind.ends_strict(),
            GameErrorKind::Source => true,
        };
        if self.is_strict && self.first_fault.is_none() && ends {
            self.first_fault = Some(Box::new(fault.clone()));
        }
    }

    /// Joins the next part, with what came of it if it was parsed as if a game began where it does.
    pub(super) fn join(
        &mut self,
        part: &mut Part,
        parsed: Option<Parsed>,
        reader: &mut TextReader,
        spare: &Spare,
    ) -> Result<(), ReadError> {
        if !part.continues {
            (self.offset, self.place) = (part.begins_at, TextLocation::first(part.begins_at));
            self.left.clear();
            (self.beyond, self.skipping, self.source_games) = (0, Skipping::Nothing, 0);
        }
        let is_expected =
            self.left.is_empty() && self.beyond == 0 && self.skipping == Skipping::Nothing;
        let is_right = |parsed: &Parsed| match &parsed.depends_on {
            Some(known) => *known == *self.taken,
            None => true,
        };
        let parsed = parsed.filter(|parsed| is_expected && is_right(parsed));
        if !self.left.is_empty() {
            if self.left.len() + part.range().len() < self.enough && !part.is_end {
                let more = part.bytes().get(part.range());
                self.left.extend_from_slice(more.unwrap_or_default());
                return Ok(());
            }
            part.prepend(&self.left, self.left_from);
        }
        let text = part.text();
        let Range { start, end } = part.range();
        let start = start + self.beyond;
        // the part may be in the middle of a game that was too long for its reader
        let (next, needs_more) = if start > end {
            self.go_on(part, end.saturating_sub(1), None);
            (start, false)
        } else {
            let parsed = parsed.unwrap_or_else(|| {
                let (filter, taken) = (self.filter.as_ref(), &*self.taken);
                let piece = Piece {
                    text,
                    range: start..end,
                    skipping: self.skipping,
                    counts_lines: !part.is_held(),
                    spare,
                    filter,
                    taken,
                    is_ahead: false,
                };
                dispatch(Parse { reader, piece })
            });
            let (next, needs_more) = (parsed.end, parsed.needs_more);
            self.skipping = parsed.skipping;
            self.add(part, parsed, start, spare);
            (next, needs_more)
        };
        if let Some(error) = &part.failure {
            let games = self.source_games;
            let reason = error.to_string();
            let fault = GameError::of_source(&part.source, games, &reason);
            self.end_if_strict(&fault);
            self.games.errors.push_of_source(fault);
        }
        self.left.clear();
        self.beyond = next.saturating_sub(end);
        if needs_more && next < end {
            // one byte before the next game tells whether a line begins there
            let keep = next.saturating_sub(1);
            self.left_from = next - keep;
            self.enough = end - keep + self.most_more.min(end - keep);
            self.left.extend_from_slice(text.bytes.get(keep..end).unwrap_or_default());
        }
        self.first_fault.take().map_or(Ok(()), |fault| Err(ReadError::Broken(fault)))
    }

    /// Adds those of a part's games that are kept: all, if there is no cap. Tells where they went.
    fn keep_rows(
        &mut self,
        games: Games,
        refused: Vec<(usize, u16, Criterion)>,
        spare: &Spare,
    ) -> Places {
        let before = self.games.len();
        let Some(cap) = self.filter.as_ref().and_then(|filter| filter.cap) else {
            self.games.copy_rows(&games, 0..games.len());
            spare.keep(games, &self.games);
            return Places::All(before);
        };
        let taken = Arc::make_mut(&mut self.taken);
        let ratings = games.white_elo().iter().zip(games.black_elo());
        let mut places = Vec::new();
        let mut refused = refused.into_iter().peekable();
        let mut count_before = |row: usize, taken: &Taken, filtered_out: &mut FilterCounts| {
            while let Some((_, class, reason)) = refused.next_if(|&(before, ..)| before <= row) {
                filtered_out.count(if taken.is_full(cap, class) { Criterion::Cap } else { reason });
            }
        };
        for (row, (&white, &black)) in ratings.enumerate() {
            count_before(row, taken, &mut self.games.filtered_out);
            if taken.take(cap, cap.class(white, black)) {
                places.push(Some(self.games.len()));
                self.games.copy_rows(&games, row..row + 1);
            } else {
                self.games.filtered_out.count(Criterion::Cap);
                places.push(None);
            }
        }
        count_before(usize::MAX, taken, &mut self.games.filtered_out);
        spare.keep(games, &self.games);
        Places::Some(places)
    }

    /// Adds a part's games and faults, as they were parsed from a place on, and goes on to the place of the
    /// next text.
    fn add(&mut self, part: &Part, parsed: Parsed, start: usize, spare: &Spare) {
        let (text, source) = (part.text().bytes, &part.source);
        if !parsed.faults.is_empty() && part.is_held() {
            self.place.advance(part.before((self.offset - self.place.offset) as usize));
        }
        let base = self.place;
        let mut games = parsed.games;
        games.origins.set_source(source, self.source_games as i64, self.offset as i64);
        let places = self.keep_rows(games, parsed.refused, spare);
        let mut last_fault = base;
        // of a game that the cap left out, nothing is told
        let place_of = |index: Option<usize>| match index {
            None => Some(None),
            Some(index) => places.of(index).map(Some),
        };
        for (game, index, mut fault) in parsed.faults {
            let Some(index) = place_of(index) else { continue };
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
        for (index, more) in parsed.more_faults {
            if place_of(index).is_some() {
                self.games.errors.count += more.errors;
                self.games.warnings.count += more.warnings;
            }
        }
        self.source_games += parsed.game_count;
        self.games.filtered_out.add(parsed.filtered_out);
        let keep = parsed.end.min(part.range().end).saturating_sub(1);
        self.go_on(part, keep, Some((start..parsed.counted, parsed.lines)));
    }

    /// Goes on to a byte of a part's text, in a range of which lines have been counted; none follow it.
    fn go_on(&mut self, part: &Part, to: usize, counted: Option<(Range<usize>, TextLocation)>) {
        self.offset += to as u64;
        if part.is_held() {
            return;
        }
        let text = part.text().bytes;
        let Some((range, lines)) = counted else {
            self.place.advance(text.get(..to).unwrap_or_default());
            return;
        };
        self.place.advance(text.get(..range.start.min(to)).unwrap_or_default());
        self.place.append(lines, text.get(range).unwrap_or_default().first().copied());
    }
}
