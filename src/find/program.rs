//! Compiled queries.

use std::ops::RangeInclusive;
use std::sync::OnceLock;

use super::bounds::{Bounds, Prefilter, Reach, alternatives};
use super::conditions::{NameColumn, Number};
use super::line::GameLine;
use super::query::Query;
use crate::attacks::{dispatch, task};
use crate::error::CallError;
use crate::games::Signature;
use crate::position::Position;
use crate::tablebase::{TableError, Tablebase};
use crate::types::{Color, Move};

/// A query that has been compiled: its conditions in the order in which they are tested, and its
/// bounds, which exclude games.
#[derive(Debug)]
pub struct Program {
    query: Query,
    // these are read by loops rather than by iterators, whose functions would be compiled for the oldest
    // processor if they are not inlined
    tests: Vec<Test>,
    entry: u32,
    /// The conditions of several positions, those within others first.
    spans: Vec<Span>,
    /// The column and the names of each condition of names.
    names: Vec<(NameColumn, Vec<String>)>,
    prefilters: Vec<Prefilter>,
    first_ply: u32,
    last_ply: u32,
    /// Whether the pawns of a game are replayed before all pieces are.
    has_approach: bool,
    /// The first table that could not be read.
    failure: OnceLock<TableError>,
}

/// A condition of several positions. It is updated at each of them.
#[derive(Debug)]
struct Span {
    /// The first test of the condition of each position.
    entry: u32,
    kind: SpanKind,
}

#[derive(Clone, Copy, Debug)]
enum SpanKind {
    /// [`Query::Earlier`] and its largest number of plies.
    Earlier(u32),
    /// [`Query::Streak`] and its number of positions.
    Streak(u32),
}

/// A [`Span`] at a position.
#[derive(Clone, Copy, Default)]
struct SpanState {
    is_met: bool,
    /// The ply of the last position that met the condition.
    last: Option<u32>,
    /// The current run of matching positions.
    streak: u32,
}

/// A condition of a test.
#[derive(Debug)]
enum Condition {
    /// A query without parts.
    Query(Query),
    /// A [`Span`] by its index.
    Span(usize),
    /// Names by their index.
    Names(usize),
}

/// A condition, and which test is the next if it is met or not.
#[derive(Debug)]
struct Test {
    condition: Condition,
    yes: u32,
    no: u32,
}

/// The largest number of alternatives for which the pawns of a game are replayed before all pieces are.
const MAX_APPROACHES: usize = 2;

/// The end of a program: the position matches.
const ACCEPT: u32 = u32::MAX;

/// The end of a program: the position does not match.
const REJECT: u32 = u32::MAX - 1;

/// A position that is tested.
pub(super) trait Moment {
    /// The position, if there is one.
    fn position(&self) -> Option<&Position>;

    /// The move that was played.
    fn next(&self) -> Option<Move>;

    /// A number, if it is known.
    fn number(&self, number: Number) -> Option<i64>;

    /// Whether it has one of the names of a condition.
    fn has_name(&self, condition: usize) -> bool;
}

/// A position of a game that is tested.
struct LineMoment<'a, 'l> {
    line: &'a GameLine<'l>,
    position: &'a Position,
    ply: usize,
    next: Option<Move>,
}

impl Moment for LineMoment<'_, '_> {
    #[inline(always)]
    fn position(&self) -> Option<&Position> {
        Some(self.position)
    }

    #[inline(always)]
    fn next(&self) -> Option<Move> {
        self.next
    }

    #[inline(always)]
    fn number(&self, number: Number) -> Option<i64> {
        number.of_line(self.line, self.ply, self.position.turn())
    }

    #[inline(always)]
    fn has_name(&self, _: usize) -> bool {
        false
    }
}

impl Program {
    /// Compiles a query.
    pub fn new(query: &Query) -> Program {
        Program::with_bounds(query, alternatives(query, true))
    }

    /// Compiles a query so that all positions of all games are tested, for measurements and tests.
    pub fn without_pruning(query: &Query) -> Program {
        Program::with_bounds(query, vec![Bounds::NONE])
    }

    fn with_bounds(query: &Query, bounds: Vec<Bounds>) -> Program {
        let prefilters: Vec<Prefilter> = bounds.into_iter().map(Prefilter::new).collect();
        let plies = || prefilters.iter().map(Prefilter::plies);
        let (first_ply, last_ply) =
            (plies().map(|plies| plies.0).min(), plies().map(|plies| plies.1).max());
        let (first_ply, last_ply) = (first_ply.unwrap_or(0), last_ply.unwrap_or(0));
        let is_from_start = |one: &Prefilter| one.approach().is_from_start();
        let has_approach =
            prefilters.len() <= MAX_APPROACHES && !prefilters.iter().any(is_from_start);
        let mut program = Program {
            query: query.clone(),
            tests: Vec::new(),
            entry: ACCEPT,
            spans: Vec::new(),
            names: Vec::new(),
            prefilters,
            first_ply,
            last_ply,
            has_approach,
            failure: OnceLock::new(),
        };
        program.entry = program.emit(query, ACCEPT, REJECT);
        program
    }

    /// Adds the tests of a query, the last ones first; returns the index of the first one.
    fn emit(&mut self, query: &Query, yes: u32, no: u32) -> u32 {
        let condition = match query {
            Query::Not(inner) => return self.emit(inner, no, yes),
            Query::All(parts) => {
                return parts.iter().rev().fold(yes, |next, part| self.emit(part, next, no));
            }
            Query::Any(parts) => {
                return parts.iter().rev().fold(no, |next, part| self.emit(part, yes, next));
            }
            Query::Earlier { query, within } => self.span(query, SpanKind::Earlier(*within)),
            Query::Streak { query, positions } => self.span(query, SpanKind::Streak(*positions)),
            Query::Names(column, names) => {
                self.names.push((*column, names.clone()));
                Condition::Names(self.names.len() - 1)
            }
            condition => Condition::Query(condition.clone()),
        };
        self.tests.push(Test { condition, yes, no });
        self.tests.len() as u32 - 1
    }

    /// Adds a condition of several positions.
    fn span(&mut self, query: &Query, kind: SpanKind) -> Condition {
        let entry = self.emit(query, ACCEPT, REJECT);
        self.spans.push(Span { entry, kind });
        Condition::Span(self.spans.len() - 1)
    }

    /// The query.
    pub fn query(&self) -> &Query {
        &self.query
    }

    /// The column and the names of each condition of names.
    pub(super) fn names(&self) -> &[(NameColumn, Vec<String>)] {
        &self.names
    }

    /// Whether a number is one of the conditions.
    pub(crate) fn needs(&self, number: Number) -> bool {
        let is_it = |test: &Test| matches!(&test.condition, Condition::Query(Query::Number(one, _)) if *one == number);
        self.tests.iter().any(is_it)
    }

    /// Whether endgame tables are one of the conditions.
    pub(crate) fn needs_tables(&self) -> bool {
        let is_it =
            |test: &Test| matches!(&test.condition, Condition::Query(Query::TablebaseWdl(..)));
        self.tests.iter().any(is_it)
    }

    /// Returns the results of calls of [`Program::scan`] or [`RowFilter::accepts`].
    ///
    /// [`RowFilter::accepts`]: super::RowFilter::accepts
    ///
    /// # Errors
    /// If an endgame table could not be read, so that its positions did not match.
    pub(crate) fn checked<T>(&self, results: T) -> Result<T, CallError> {
        self.failure.get().map_or(Ok(results), |error| Err(error.of("")))
    }

    /// Whether the result of a position by tables is in a range.
    #[inline(never)]
    fn has_result(
        &self,
        tables: &Tablebase,
        range: &RangeInclusive<i64>,
        moment: &impl Moment,
    ) -> bool {
        match moment.position().map(|position| tables.wdl(position)) {
            Some(Ok(wdl)) => range.contains(&wdl.into()),
            Some(Err(error)) if !error.is_missing() => {
                self.failure.get_or_init(|| error);
                false
            }
            _ => false,
        }
    }

    /// Whether a row of a table matches, which has no history.
    #[inline]
    pub(super) fn matches_row(&self, row: &impl Moment) -> bool {
        self.matches(self.entry, row, &[])
    }

    /// Whether a position of a game may match; see [`Prefilter::accepts`].
    #[inline(always)]
    pub(super) fn accepts(&self, signature: Signature, plies: usize, is_usual: bool) -> bool {
        for one in &self.prefilters {
            if one.accepts(signature, plies, is_usual) {
                return true;
            }
        }
        false
    }

    /// Whether a position can match, or a later one; see [`Prefilter::reach`].
    #[inline(always)]
    fn reach(&self, position: &Position, promotions: u8) -> Reach {
        let mut reach = Reach::Never;
        for one in &self.prefilters {
            reach = reach.max(one.reach(position.placement(), promotions));
        }
        reach
    }

    /// Whether a position meets the condition whose first test is `entry`.
    #[inline(always)]
    fn matches(&self, entry: u32, moment: &impl Moment, spans: &[SpanState]) -> bool {
        let mut at = entry;
        while let Some(test) = self.tests.get(at as usize) {
            let is_met = match &test.condition {
                Condition::Query(Query::TablebaseWdl(tables, range)) => {
                    self.has_result(tables, range, moment)
                }
                Condition::Query(query) => is_met(query, moment),
                Condition::Span(index) => spans.get(*index).is_some_and(|span| span.is_met),
                Condition::Names(index) => moment.has_name(*index),
            };
            at = if is_met { test.yes } else { test.no };
        }
        at == ACCEPT
    }

    /// Updates the conditions of several positions at the next one.
    #[inline(never)]
    fn update(&self, moment: &LineMoment<'_, '_>, states: &mut [SpanState]) {
        let ply = moment.ply as u32;
        for (index, span) in self.spans.iter().enumerate() {
            let is_met = self.matches(span.entry, moment, states);
            let state = &mut states[index];
            state.streak = if is_met { state.streak.saturating_add(1) } else { 0 };
            state.is_met = match span.kind {
                SpanKind::Earlier(within) => state.last.is_some_and(|last| ply - last <= within),
                SpanKind::Streak(positions) => state.streak >= positions,
            };
            if is_met {
                state.last = Some(ply);
            }
        }
    }

    /// Returns the first ply, `last` at most, at which a position may match; `None` if none may.
    #[inline(always)]
    fn first_ply(&self, line: &GameLine<'_>, last: usize) -> Option<usize> {
        let first_ply = self.first_ply as usize;
        if !self.has_approach {
            return Some(first_ply);
        }
        let mut earliest: Option<usize> = None;
        for one in &self.prefilters {
            let last = earliest.unwrap_or(last);
            earliest = one.approach().first_ply(&line.start, line.moves, last).or(earliest);
        }
        earliest.map(|ply| ply.max(first_ply))
    }

    /// Calls a function with the ply of each position that matches, until it returns false.
    /// `promotions` are the types to which pawns are promoted.
    #[inline(always)]
    pub(crate) fn scan(
        &self,
        line: &GameLine<'_>,
        promotions: u8,
        mut hit: impl FnMut(usize) -> bool,
    ) {
        let last_ply = (self.last_ply as usize).min(line.moves.len());
        let first_ply = self.first_ply(line, last_ply).filter(|&ply| ply <= last_ply);
        let Some(first_ply) = first_ply else { return };
        let mut position = line.start;
        let mut spans = vec![SpanState::default(); self.spans.len()];
        let (before, moves) = line.moves.split_at(first_ply);
        for (ply, &m) in before.iter().enumerate() {
            if !spans.is_empty() {
                let moment = LineMoment { line, position: &position, ply, next: Some(m) };
                self.update(&moment, &mut spans);
            }
            position.replay(m);
        }
        let mut reach = self.reach(&position, promotions);
        let mut moves = moves.iter();
        for ply in first_ply..=last_ply {
            let next = moves.next().copied();
            if reach == Reach::Never {
                return;
            }
            let moment = LineMoment { line, position: &position, ply, next };
            if !spans.is_empty() {
                self.update(&moment, &mut spans);
            }
            if reach == Reach::Now && self.matches(self.entry, &moment, &spans) && !hit(ply) {
                return;
            }
            let Some(m) = next else { return };
            position.replay(m);
            // pawns on their home squares and the numbers of pieces change by moves that reset this clock
            if position.halfmove_clock() == 0 {
                reach = self.reach(&position, promotions);
            }
        }
    }

    /// Whether a position of a game matches.
    pub fn matches_line(&self, line: &GameLine<'_>) -> bool {
        let program = self;
        dispatch(task!(|_, program: &Program, line: &GameLine<'_>| -> bool {
            let mut is_found = false;
            program.scan(line, u8::MAX, |_| {
                is_found = true;
                false
            });
            is_found
        }))
    }
}

impl PartialEq for Program {
    fn eq(&self, other: &Program) -> bool {
        self.query == other.query
    }
}

/// Whether a position meets a condition that has no parts.
#[inline(always)]
fn is_met(condition: &Query, moment: &impl Moment) -> bool {
    if let Query::Number(number, range) = condition {
        return moment.number(*number).is_some_and(|number| range.contains(&number));
    }
    let Some(position) = moment.position() else { return false };
    let placement = position.placement();
    match condition {
        Query::Position(wanted) => {
            // most positions differ there; the others are read whole, long after they were written
            let white = |position: &Position| position.placement().by_color(Color::White);
            white(position) == white(wanted) && *position == **wanted
        }
        Query::Board(wanted) => placement == wanted.placement() && position.turn() == wanted.turn(),
        Query::Squares(squares) => squares.matches(placement),
        Query::Count { pieces, squares, number } => {
            number.contains(&(pieces.squares(placement) & *squares).len())
        }
        Query::Material(material) => material.matches(placement),
        Query::Difference(difference) => difference.matches(placement),
        Query::Played(played) => moment.next().is_some_and(|m| played.matches(position, m)),
        Query::Turn(turn) => position.turn() == *turn,
        Query::Is(property) => property.is_met(position, moment.next()),
        // they are not conditions without parts, or have been tested
        Query::All(_) | Query::Any(_) | Query::Not(_) => false,
        Query::Earlier { .. } | Query::Streak { .. } => false,
        Query::Number(..) | Query::Names(..) | Query::TablebaseWdl(..) => false,
    }
}
