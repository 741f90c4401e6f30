//! Compiled queries.

use super::bounds::{Bounds, Prefilter, Reach, alternatives};
use super::played::is_mate;
use super::query::Query;
use super::signature::Signature;
use crate::games::GameRef;
use crate::movegen::legal_moves;
use crate::pgn::{NO_CLOCK, NO_EVAL};
use crate::position::Position;
use crate::types::Move;

/// A query that has been compiled: its conditions in the order in which they are tested, and what
/// excludes games.
#[derive(Debug)]
pub struct Program {
    tests: Vec<Test>,
    entry: u32,
    prefilters: Vec<Prefilter>,
    first_ply: u32,
    last_ply: u32,
}

/// A condition, and which test is the next if it is met or not.
#[derive(Debug)]
struct Test {
    condition: Query,
    yes: u32,
    no: u32,
}

/// The end of a program: the position matches.
const ACCEPT: u32 = u32::MAX;

/// The end of a program: the position does not match.
const REJECT: u32 = u32::MAX - 1;

/// A position of a game that is tested.
pub(super) struct Moment<'a> {
    pub(super) game: GameRef<'a>,
    pub(super) position: &'a Position,
    pub(super) ply: usize,
    pub(super) next: Option<Move>,
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
        let mut tests = Vec::new();
        let entry = emit(&mut tests, query, ACCEPT, REJECT);
        let prefilters: Vec<Prefilter> = bounds.into_iter().map(Prefilter::new).collect();
        let plies = || prefilters.iter().map(Prefilter::plies);
        let (first_ply, last_ply) =
            (plies().map(|plies| plies.0).min(), plies().map(|plies| plies.1).max());
        let (first_ply, last_ply) = (first_ply.unwrap_or(0), last_ply.unwrap_or(0));
        Program { tests, entry, prefilters, first_ply, last_ply }
    }

    /// The plies between which positions may match.
    pub(super) fn plies(&self) -> (usize, usize) {
        (self.first_ply as usize, self.last_ply as usize)
    }

    /// Whether a position of a game may match; see [`Prefilter::accepts`].
    #[inline(always)]
    pub(super) fn accepts(&self, signature: Signature, plies: usize, is_usual: bool) -> bool {
        self.prefilters.iter().any(|one| one.accepts(signature, plies, is_usual))
    }

    /// Whether a position can match, or a later one; see [`Prefilter::reach`].
    #[inline(always)]
    pub(super) fn reach(&self, position: &Position, promotions: u8) -> Reach {
        let reach = |one: &Prefilter| one.reach(position.placement(), promotions);
        self.prefilters.iter().map(reach).max().unwrap_or(Reach::Never)
    }

    /// Whether a position matches.
    #[inline(always)]
    pub(super) fn matches(&self, moment: &Moment<'_>) -> bool {
        let mut at = self.entry;
        while let Some(test) = self.tests.get(at as usize) {
            at = if is_met(&test.condition, moment) { test.yes } else { test.no };
        }
        at == ACCEPT
    }
}

/// Adds the tests of a query, the last ones first; returns the index of the first one.
fn emit(tests: &mut Vec<Test>, query: &Query, yes: u32, no: u32) -> u32 {
    match query {
        Query::Not(inner) => emit(tests, inner, no, yes),
        Query::All(parts) => parts.iter().rev().fold(yes, |next, part| emit(tests, part, next, no)),
        Query::Any(parts) => parts.iter().rev().fold(no, |next, part| emit(tests, part, yes, next)),
        condition => {
            tests.push(Test { condition: condition.clone(), yes, no });
            tests.len() as u32 - 1
        }
    }
}

/// Whether a position meets a condition that has no parts.
#[inline(always)]
fn is_met(condition: &Query, moment: &Moment<'_>) -> bool {
    let &Moment { game, position, ply, next } = moment;
    match condition {
        Query::Position(wanted) => *position == **wanted,
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
            before(game.evals(), ply, 1, NO_EVAL).is_some_and(|eval| evals.contains(&eval))
        }
        Query::Clock(clocks) => {
            before(game.clocks(), ply, 2, NO_CLOCK).is_some_and(|clock| clocks.contains(&clock))
        }
        // they are not conditions without parts
        Query::All(_) | Query::Any(_) | Query::Not(_) => false,
    }
}

/// The value of a column after a move some plies before a position.
fn before(column: Option<&[i32]>, ply: usize, plies: usize, missing: i32) -> Option<i32> {
    let value = *column?.get(ply.checked_sub(plies)?)?;
    (value != missing).then_some(value)
}
