//! Compiled queries.

use std::sync::Arc;

use super::bounds::{Bounds, Prefilter, Reach, alternatives};
use super::played::is_mate;
use super::query::Query;
use crate::attacks::{dispatch, task};
use crate::games::{GameRef, Signature};
use crate::movegen::legal_moves;
use crate::pgn::{NO_CLOCK, NO_EVAL};
use crate::position::Position;
use crate::types::{Color, Move};

/// A query that has been compiled: its conditions in the order in which they are tested, and what
/// excludes games.
#[derive(Debug)]
pub struct Program {
    // these are read by loops rather than by iterators, whose functions would be compiled for the oldest
    // processor if they are not inlined
    tests: Vec<Test>,
    entry: u32,
    /// The conditions of several positions, those within others first.
    spans: Vec<Span>,
    prefilters: Vec<Prefilter>,
    first_ply: u32,
    last_ply: u32,
    /// Whether the pawns of a game are replayed before all pieces are.
    has_approach: bool,
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
    /// How many positions in a row met the condition.
    streak: u32,
}

/// A condition of a test.
#[derive(Debug)]
enum Condition {
    /// A query without parts.
    Query(Query),
    /// A [`Span`] by its index.
    Span(usize),
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

/// A game as queries see it.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// The start position.
    pub start: Position,
    /// The moves.
    pub moves: &'a [Move],
    /// The evaluation after each move, as in [`Games::evals`](crate::games::Games::evals); empty if
    /// there are none.
    pub evals: &'a [i32],
    /// The clock after each move, as in [`Games::clocks`](crate::games::Games::clocks); empty if there
    /// are none.
    pub clocks: &'a [i32],
}

impl<'a> Line<'a> {
    /// A game that has a start position.
    pub(crate) fn of(game: GameRef<'a>) -> Line<'a> {
        Line {
            start: game.start(),
            moves: game.moves(),
            evals: game.evals().unwrap_or_default(),
            clocks: game.clocks().unwrap_or_default(),
        }
    }
}

/// A position of a game that is tested.
struct Moment<'a> {
    line: &'a Line<'a>,
    position: &'a Position,
    ply: usize,
    next: Option<Move>,
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
        let (mut tests, mut spans) = (Vec::new(), Vec::new());
        let entry = emit(&mut tests, &mut spans, query, ACCEPT, REJECT);
        let prefilters: Vec<Prefilter> = bounds.into_iter().map(Prefilter::new).collect();
        let plies = || prefilters.iter().map(Prefilter::plies);
        let (first_ply, last_ply) =
            (plies().map(|plies| plies.0).min(), plies().map(|plies| plies.1).max());
        let (first_ply, last_ply) = (first_ply.unwrap_or(0), last_ply.unwrap_or(0));
        let is_from_start = |one: &Prefilter| one.approach().is_from_start();
        let has_approach =
            prefilters.len() <= MAX_APPROACHES && !prefilters.iter().any(is_from_start);
        Program { tests, entry, spans, prefilters, first_ply, last_ply, has_approach }
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
    fn matches(&self, entry: u32, moment: &Moment<'_>, spans: &[SpanState]) -> bool {
        let mut at = entry;
        while let Some(test) = self.tests.get(at as usize) {
            let is_met = match &test.condition {
                Condition::Query(query) => is_met(query, moment),
                Condition::Span(index) => spans[*index].is_met,
            };
            at = if is_met { test.yes } else { test.no };
        }
        at == ACCEPT
    }

    /// Updates the conditions of several positions at the next one.
    #[inline(never)]
    fn update(&self, moment: &Moment<'_>, states: &mut [SpanState]) {
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
    fn first_ply(&self, line: &Line<'_>, last: usize) -> Option<usize> {
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
    pub(super) fn scan(&self, line: &Line<'_>, promotions: u8, mut hit: impl FnMut(usize) -> bool) {
        let last_ply = (self.last_ply as usize).min(line.moves.len());
        let first_ply = self.first_ply(line, last_ply).filter(|&ply| ply <= last_ply);
        let Some(first_ply) = first_ply else { return };
        let mut position = line.start;
        let mut spans = vec![SpanState::default(); self.spans.len()];
        let (before, moves) = line.moves.split_at(first_ply);
        for (ply, &m) in before.iter().enumerate() {
            if !spans.is_empty() {
                let moment = Moment { line, position: &position, ply, next: Some(m) };
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
            let moment = Moment { line, position: &position, ply, next };
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
    pub fn matches_line(&self, line: &Line<'_>) -> bool {
        let program = self;
        dispatch(task!(|_, program: &Program, line: &Line<'_>| -> bool {
            let mut is_found = false;
            program.scan(line, u8::MAX, |_| {
                is_found = true;
                false
            });
            is_found
        }))
    }
}

/// A query and its program, for filters of games.
#[derive(Clone, Debug)]
pub struct CompiledQuery {
    query: Query,
    program: Arc<Program>,
}

impl CompiledQuery {
    /// The query.
    pub fn query(&self) -> &Query {
        &self.query
    }

    /// Whether a position of a game matches.
    pub fn matches_line(&self, line: &Line<'_>) -> bool {
        self.program.matches_line(line)
    }

    /// Calls a function with the ply of each position that matches.
    #[inline(always)]
    pub(crate) fn scan(&self, line: &Line<'_>, mut hit: impl FnMut(usize)) {
        self.program.scan(line, u8::MAX, |ply| {
            hit(ply);
            true
        });
    }
}

impl From<Query> for CompiledQuery {
    fn from(query: Query) -> CompiledQuery {
        CompiledQuery { program: Arc::new(Program::new(&query)), query }
    }
}

impl PartialEq for CompiledQuery {
    fn eq(&self, other: &CompiledQuery) -> bool {
        self.query == other.query
    }
}

/// Adds the tests of a query, the last ones first; returns the index of the first one.
fn emit(tests: &mut Vec<Test>, spans: &mut Vec<Span>, query: &Query, yes: u32, no: u32) -> u32 {
    let (inner, kind) = match query {
        Query::Not(inner) => return emit(tests, spans, inner, no, yes),
        Query::All(parts) => {
            return parts.iter().rev().fold(yes, |next, part| emit(tests, spans, part, next, no));
        }
        Query::Any(parts) => {
            return parts.iter().rev().fold(no, |next, part| emit(tests, spans, part, yes, next));
        }
        Query::Earlier { query, within } => (query, SpanKind::Earlier(*within)),
        Query::Streak { query, positions } => (query, SpanKind::Streak(*positions)),
        condition => {
            tests.push(Test { condition: Condition::Query(condition.clone()), yes, no });
            return tests.len() as u32 - 1;
        }
    };
    let entry = emit(tests, spans, inner, ACCEPT, REJECT);
    spans.push(Span { entry, kind });
    tests.push(Test { condition: Condition::Span(spans.len() - 1), yes, no });
    tests.len() as u32 - 1
}

/// Whether a position meets a condition that has no parts.
#[inline(always)]
fn is_met(condition: &Query, moment: &Moment<'_>) -> bool {
    let &Moment { line, position, ply, next } = moment;
    match condition {
        Query::Position(wanted) => {
            // most positions differ there; the others are read whole, long after they were written
            let white = |position: &Position| position.placement().by_color(Color::White);
            white(position) == white(wanted) && *position == **wanted
        }
        Query::Board(wanted) => {
            position.placement() == wanted.placement() && position.turn() == wanted.turn()
        }
        Query::Squares(squares) => squares.matches(position.placement()),
        Query::Count { pieces, squares, number } => {
            number.contains(&(pieces.squares(position.placement()) & *squares).len())
        }
        Query::Material(material) => material.matches(position.placement()),
        Query::Difference(difference) => difference.matches(position.placement()),
        Query::Played(played) => next.is_some_and(|m| played.matches(position, m)),
        Query::Turn(turn) => position.turn() == *turn,
        Query::Ply(plies) => plies.contains(&(ply as u32)),
        Query::Check => position.is_check(),
        // no move was played after the end
        Query::Checkmate => next.is_none() && is_mate(position),
        Query::Stalemate => {
            next.is_none() && !position.is_check() && legal_moves(position).is_empty()
        }
        Query::Eval(evals) => {
            before(line.evals, ply, 1, NO_EVAL).is_some_and(|eval| evals.contains(&eval))
        }
        Query::Clock(clocks) => {
            before(line.clocks, ply, 2, NO_CLOCK).is_some_and(|clock| clocks.contains(&clock))
        }
        // they are not conditions without parts
        Query::All(_) | Query::Any(_) | Query::Not(_) => false,
        Query::Earlier { .. } | Query::Streak { .. } => false,
    }
}

/// The value of a column after a move some plies before a position.
fn before(column: &[i32], ply: usize, plies: usize, missing: i32) -> Option<i32> {
    let value = *column.get(ply.checked_sub(plies)?)?;
    (value != missing).then_some(value)
}
