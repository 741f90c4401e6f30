//! A piece of text, parsed by one thread as if a game began where it does.

use std::cell::Cell;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use super::errors::MAX_FAULTS;
use super::filter::{Criterion, Filter, Removed, Taken};
use super::store::Games;
use crate::attacks::{Backend, Task};
use crate::pgn::{
    LinePlace, PgnError, PgnErrorKind as Kind, PgnGame, Step, Text, TextReader, Verdict,
    skip_blanks,
};

/// A text, and where its first game begins and its last one may begin.
pub(super) struct Piece<'a> {
    pub(super) text: Text<'a>,
    pub(super) range: Range<usize>,
    pub(super) is_skipping: bool,
    /// Whether to count its lines, since the text will not be there when somebody asks.
    pub(super) counts_lines: bool,
    /// Where empty columns come from.
    pub(super) spare: &'a Spare,
    pub(super) filter: Option<&'a Filter>,
    /// What the filter's cap has let through, as far as it is known.
    pub(super) taken: &'a Taken,
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

/// What came of a piece.
pub(super) struct Parsed {
    pub(super) games: Games,
    /// Games in the text, those that were not wanted too.
    pub(super) game_count: u64,
    pub(super) removed: Removed,
    /// Where there is a cap, games that other criteria refused, each with how many were kept before it:
    /// if its class turns out to be full by then, the cap refused it.
    pub(super) refused: Vec<(usize, u16, Criterion)>,
    /// Faults with offsets in the text: the game (counted in this piece from 1), its index if it is
    /// one, the fault.
    pub(super) faults: Vec<(u64, Option<usize>, PgnError)>,
    /// How many of them are errors, and how many warnings.
    kept: [usize; 2],
    /// One of them ends a strict reading.
    has_strict: bool,
    /// Faults that were not kept: of which game, if of one, and how many errors and warnings.
    pub(super) more_faults: Vec<(Option<usize>, [u64; 2])>,
    /// Where the game after the last one begins.
    pub(super) end: usize,
    pub(super) is_skipping: bool,
    /// The text was not enough for the game at `end`.
    pub(super) needs_more: bool,
    /// The end of what lines have been counted in: the byte before the next text to be read, if that is not
    /// before the range.
    pub(super) counted: usize,
    /// The place of that, from the range's beginning, if lines are counted.
    pub(super) lines: LinePlace,
}

impl Parsed {
    /// Counts a game that is not wanted for a reason that is asked after the cap, if there is one.
    fn refuse(&mut self, reason: Criterion, class: Option<u16>) {
        match class {
            Some(class) => self.refused.push((self.games.len(), class, reason)),
            None => self.removed.count(reason),
        }
    }

    /// Takes down what was wrong with what the reader has just read: a game, or text before none.
    fn keep_faults(&mut self, reader: &TextReader, is_game: bool) {
        let record = reader.record();
        if record.error.is_none() && record.warning_count == 0 {
            return;
        }
        // a game's number is known once it has been pushed
        let game = self.game_count;
        let index = if is_game { self.games.len().checked_sub(1) } else { None };
        let mut faults: Vec<&PgnError> = record.warnings.iter().chain(&record.error).collect();
        faults.sort_by_key(|fault| fault.offset);
        let errors = u64::from(record.error.is_some()) + record.stray_count;
        let mut more = [errors, record.warning_count - record.stray_count];
        for fault in faults {
            // as many of each kind as a whole report has, so that it does not depend on the parts; and what a
            // strict reading ends at
            let kind = usize::from(!fault.kind.is_error());
            let kept = &mut self.kept[kind];
            let is_first_strict = fault.kind.ends_strict() && !self.has_strict;
            if *kept >= MAX_FAULTS && !is_first_strict {
                continue;
            }
            *kept += 1;
            more[kind] -= 1;
            self.has_strict |= is_first_strict;
            let is_outside = matches!(fault.kind, Kind::StrayText | Kind::StrayMoves);
            let index = index.filter(|_| !is_outside);
            self.faults.push((game, index, fault.clone()));
        }
        if more != [0, 0] {
            self.more_faults.push((index, more));
        }
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
        let Piece { text, range, is_skipping, counts_lines, spare, filter, taken } = piece;
        reader.is_skipping = is_skipping;
        let mut parsed = Parsed {
            games: spare.take(),
            game_count: 0,
            removed: Removed::default(),
            refused: Vec::new(),
            faults: Vec::new(),
            kept: [0, 0],
            has_strict: false,
            more_faults: Vec::new(),
            end: range.start,
            is_skipping: false,
            needs_more: false,
            counted: range.end,
            lines: LinePlace::START,
        };
        loop {
            // blanks before the next piece are nobody's
            parsed.end = skip_blanks(text.bytes, parsed.end).min(range.end.max(parsed.end));
            if parsed.end >= range.end && !(text.is_end && range.end == text.bytes.len()) {
                break;
            }
            let refused = Cell::new(None);
            let class = Cell::new(None);
            let wants = |game: &PgnGame<'_>| {
                let Some(filter) = filter else { return Verdict::Wanted };
                let (reason, verdict) = filter.judge_tags(game, taken);
                refused.set(reason);
                class.set(filter.class(game));
                verdict
            };
            match reader.step(backend, text, parsed.end, &wants) {
                Step::Passed(end) => {
                    parsed.game_count += 1;
                    match refused.get() {
                        Some(Criterion::Sample) => parsed.refuse(Criterion::Sample, class.get()),
                        Some(reason) => parsed.removed.count(reason),
                        None => {}
                    }
                    parsed.end = end;
                }
                Step::Game(end) => {
                    parsed.game_count += 1;
                    let game = reader.game(text.bytes);
                    match filter.and_then(|filter| filter.refusal_by_moves(&game)) {
                        Some(reason) => parsed.refuse(reason, class.get()),
                        None => {
                            parsed.games.push_pgn(&game, parsed.game_count);
                            parsed.keep_faults(reader, true);
                        }
                    }
                    parsed.end = end;
                }
                Step::Junk(end) => {
                    parsed.keep_faults(reader, false);
                    parsed.end = end;
                }
                Step::End(end) => {
                    parsed.keep_faults(reader, false);
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
        parsed.is_skipping = reader.is_skipping;
        parsed.counted = parsed.end.min(range.end).saturating_sub(1).max(range.start);
        if counts_lines {
            let counted = range.start..parsed.counted;
            parsed.lines.advance(text.bytes.get(counted).unwrap_or_default());
        }
        parsed
    }
}
