//! A piece of text, parsed by one thread as if a game began where it does.

use std::borrow::Cow;
use std::cell::Cell;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use super::filter::{Filter, Taken};
use crate::attacks::{Backend, Task};
use crate::games::Games;
use crate::games::MAX_FAULTS;
use crate::games::{Criterion, FilterCounts};
use crate::pgn::{
    ErrorCounts, PgnError, PgnGame, Skipping, Step, Text, TextLocation, TextReader, Verdict,
    skip_whitespace,
};

/// A text, and where its first game begins and its last one may begin.
pub(super) struct Piece<'a> {
    pub(super) text: Text<'a>,
    pub(super) range: Range<usize>,
    pub(super) skipping: Skipping,
    /// Whether to count its lines, since the text will not be there when somebody asks.
    pub(super) counts_lines: bool,
    /// Where empty columns come from.
    pub(super) spare: &'a Spare,
    pub(super) filter: Option<&'a Filter>,
    /// What the filter's cap has let through, as far as it is known.
    pub(super) taken: &'a Taken,
    /// Parts before it may not have been joined yet, so that more may be let through.
    pub(super) is_ahead: bool,
}

/// Columns that were used before, with their memory.
#[derive(Default)]
pub(super) struct Spare(Mutex<Vec<Games>>);

impl Spare {
    fn take(&self) -> Games {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
    }

    /// Keeps columns to be filled again, their names numbered as in these games.
    pub(super) fn keep(&self, mut used: Games, like: &Games) {
        used.clear();
        used.headers.become_like(&like.headers);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(used);
    }
}

/// What has been read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    /// A game that is kept, and text before it.
    Game,
    /// A game that is not wanted, of which nothing is told, and text before it.
    Passed,
    /// Text without a game.
    Junk,
}

/// What came of a piece.
pub(super) struct Parsed {
    pub(super) games: Games,
    /// Games in the text, those that were not wanted too.
    pub(super) game_count: u64,
    pub(super) filtered_out: FilterCounts,
    /// Where there is a cap, games that other criteria refused, each with how many were kept before it:
    /// if its class turns out to be full by then, the cap refused it.
    pub(super) refused: Vec<(usize, u16, Criterion)>,
    /// Faults with offsets in the text: the game (counted in this piece from 1), its index if it is
    /// one, the fault.
    pub(super) faults: Vec<(u64, Option<usize>, PgnError)>,
    /// How many of them are errors, and how many warnings.
    kept: ErrorCounts,
    /// So many errors and so many warnings are kept, so that the report does not depend on the parts: as many as it
    /// has, or all if a cap may leave some of their games out.
    most_faults: u64,
    /// One of them ends a strict reading.
    has_strict: bool,
    /// Faults that were not kept: of which game, if of one, and how many.
    pub(super) more_faults: Vec<(Option<usize>, ErrorCounts)>,
    /// If the piece was ahead and some game ended where it would not have if it had been passed over: what was
    /// known of the cap. If the cap turns out to have let through something else, the games may be others.
    pub(super) depends_on: Option<Taken>,
    /// Where the game after the last one begins.
    pub(super) end: usize,
    pub(super) skipping: Skipping,
    /// The text was not enough for the game at `end`.
    pub(super) needs_more: bool,
    /// The end of what lines have been counted in: the byte before the next text to be read, if that is not
    /// before the range.
    pub(super) counted: usize,
    /// The place of that, from the range's beginning, if lines are counted.
    pub(super) lines: TextLocation,
}

impl Parsed {
    /// Counts a game that is not wanted for a reason that is asked after the cap, if there is one.
    fn refuse(&mut self, reason: Criterion, class: Option<u16>) {
        match class {
            Some(class) => self.refused.push((self.games.len(), class, reason)),
            None => self.filtered_out.count(reason),
        }
    }

    /// Takes down what was wrong with what the reader has just read.
    fn keep_faults(&mut self, reader: &TextReader, what: What) {
        let record = reader.record();
        if record.error.is_none() && record.warning_count == 0 {
            return;
        }
        let mut outside = (None, record.outside);
        let ErrorCounts { errors, warnings } = record.outside;
        let mut own = (
            // a game's number is known once it has been pushed
            self.games.len().checked_sub(1).filter(|_| what == What::Game),
            ErrorCounts {
                errors: u64::from(record.error.is_some()),
                warnings: record.warning_count - errors - warnings,
            },
        );
        let warnings = record.warnings.iter().map(|fault| (fault, fault.kind.is_outside_games()));
        let error = record.error.iter().map(|fault| (fault, false));
        let mut faults: Vec<(&PgnError, bool)> = warnings.chain(error).collect();
        faults.sort_by_key(|(fault, _)| fault.offset);
        for (fault, is_outside) in faults {
            let is_told = is_outside || what != What::Passed;
            // what a strict reading ends at comes through
            let is_first_strict = fault.kind.ends_strict() && !self.has_strict;
            let kept = self.kept.of_sort(fault.kind);
            if !is_told || *kept >= self.most_faults && !is_first_strict {
                continue;
            }
            *kept += 1;
            self.has_strict |= is_first_strict;
            let (index, more) = if is_outside { &mut outside } else { &mut own };
            *more.of_sort(fault.kind) -= 1;
            self.faults.push((self.game_count, *index, fault.clone()));
        }
        let told = if what == What::Passed { &[outside][..] } else { &[outside, own] };
        let some = told.iter().filter(|(_, more)| *more != ErrorCounts::default());
        self.more_faults.extend(some);
    }
}

/// Parses a piece, compiled for the processor's instruction set.
pub(super) struct Parse<'a, 't> {
    pub(super) reader: &'a mut TextReader,
    pub(super) piece: Piece<'t>,
}

impl Task for Parse<'_, '_> {
    type Output = Parsed;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> Parsed {
        let Parse { reader, piece } = self;
        let Piece { text, range, skipping, counts_lines, spare, filter, taken, is_ahead } = piece;
        let cap = filter.and_then(|filter| filter.cap);
        reader.skipping = skipping;
        let mut parsed = Parsed {
            games: spare.take(),
            game_count: 0,
            filtered_out: FilterCounts::default(),
            refused: Vec::new(),
            faults: Vec::new(),
            kept: ErrorCounts::default(),
            most_faults: if cap.is_some() { u64::MAX } else { MAX_FAULTS as u64 },
            has_strict: false,
            more_faults: Vec::new(),
            depends_on: None,
            end: range.start,
            skipping: Skipping::Nothing,
            needs_more: false,
            counted: range.end,
            lines: TextLocation::START,
        };
        // with what this piece lets through
        let mut taken_here = Cow::Borrowed(taken);
        loop {
            // whitespace before the next piece are nobody's, unless they end tags
            if reader.skipping != Skipping::Tags {
                parsed.end = skip_whitespace(text.bytes, parsed.end).min(range.end.max(parsed.end));
            }
            if parsed.end >= range.end && !(text.is_end && range.end == text.bytes.len()) {
                break;
            }
            let refused = Cell::new(None);
            let class = Cell::new(None);
            let wants = |game: &PgnGame<'_>| {
                let Some(filter) = filter else { return Verdict::Wanted };
                let (reason, verdict) = filter.judge_tags(game, &taken_here);
                refused.set(reason);
                class.set(filter.class(game));
                verdict
            };
            match reader.step(backend, text, parsed.end, &wants) {
                Step::FilteredOut(end) => {
                    parsed.game_count += 1;
                    parsed.keep_faults(reader, What::Passed);
                    match refused.get() {
                        Some(Criterion::Sample) => parsed.refuse(Criterion::Sample, class.get()),
                        Some(reason) => parsed.filtered_out.count(reason),
                        None => {}
                    }
                    parsed.end = end;
                }
                Step::Game(end) => {
                    parsed.game_count += 1;
                    let game = reader.game(text.bytes);
                    match filter.and_then(|filter| filter.refusal_by_moves(&game)) {
                        Some(reason) => {
                            parsed.keep_faults(reader, What::Passed);
                            parsed.refuse(reason, class.get());
                        }
                        None => {
                            if let Some((cap, class)) = cap.zip(class.get()) {
                                taken_here.to_mut().take(cap, class);
                            }
                            parsed.games.push_pgn(&game, parsed.game_count);
                            parsed.keep_faults(reader, What::Game);
                        }
                    }
                    if cap.is_some()
                        && is_ahead
                        && parsed.depends_on.is_none()
                        && !passing_ends_there(backend, reader, text, parsed.end, end)
                    {
                        parsed.depends_on = Some(taken.clone());
                    }
                    parsed.end = end;
                }
                Step::Junk(end) => {
                    parsed.keep_faults(reader, What::Junk);
                    parsed.end = end;
                }
                Step::End(end) => {
                    parsed.keep_faults(reader, What::Junk);
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

/// Whether a game that has been read from one place to another would have ended there too if it had been passed over,
/// as it is once the cap's class is full. What was read last is forgotten.
fn passing_ends_there<B: Backend>(
    backend: B,
    reader: &mut TextReader,
    text: Text<'_>,
    from: usize,
    end: usize,
) -> bool {
    let skipping = std::mem::take(&mut reader.skipping);
    let passed = reader.step(backend, text, from, &|_| Verdict::Unwanted);
    std::mem::replace(&mut reader.skipping, skipping) == skipping
        && passed == Step::FilteredOut(end)
}
