//! One game in progress.

use super::options::{ArenaOptions, AtLimit};
use crate::attacks::{Backend, Task, dispatch};
use crate::movegen::legal_moves_with;
use crate::position::Position;
use crate::rules::{Outcome, RuleSet, Termination};
use crate::tensor::Recent;
use crate::types::Move;

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// By the rules.
    Terminated(Outcome),
    /// By the ply limit, without a result.
    Truncated,
}

impl End {
    /// The outcome, if the game has one.
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            End::Terminated(outcome) => Some(outcome),
            End::Truncated => None,
        }
    }
}

/// The number of moves by which the memory of a game grows.
const MOVES_PER_STEP: usize = 64;

/// One game in progress.
#[derive(Debug)]
pub(super) struct Slot {
    pub(super) recent: Recent,
    /// The legal moves of the current position; none when the game is over.
    pub(super) legal: Vec<Move>,
    pub(super) start: Position,
    pub(super) moves: Vec<Move>,
    /// The number of the game.
    pub(super) game: u64,
    pub(super) end: Option<End>,
}

impl Slot {
    pub(super) fn new(start: Position, game: u64, options: &ArenaOptions) -> Slot {
        let mut slot = Slot {
            recent: Recent::new(start),
            legal: Vec::new(),
            start,
            moves: Vec::new(),
            game,
            end: None,
        };
        slot.update(options);
        slot
    }

    /// Starts another game.
    pub(super) fn restart(&mut self, start: Position, game: u64, options: &ArenaOptions) {
        self.recent.restart(start);
        self.moves.clear();
        self.moves.shrink_to(MOVES_PER_STEP);
        (self.start, self.game) = (start, game);
        self.update(options);
    }

    fn update(&mut self, options: &ArenaOptions) {
        struct Update<'a>(&'a mut Slot, &'a ArenaOptions);
        impl Task for Update<'_> {
            type Output = ();
            #[inline(always)]
            fn run<B: Backend>(self, backend: B) {
                self.0.update_with(backend, self.1);
            }
        }
        dispatch(Update(self, options));
    }

    /// Plays a legal move.
    #[inline(always)]
    pub(super) fn play<B: Backend>(&mut self, backend: B, m: Move, options: &ArenaOptions) {
        self.recent.push(m);
        if self.moves.len() == self.moves.capacity() {
            // in small steps, since there may be very many games
            self.moves.reserve_exact(MOVES_PER_STEP);
        }
        self.moves.push(m);
        self.update_with(backend, options);
    }

    /// Lists the legal moves of the current position, and ends the game if it is over.
    #[inline(always)]
    fn update_with<B: Backend>(&mut self, backend: B, options: &ArenaOptions) {
        let legal = legal_moves_with(backend, self.recent.position());
        self.legal.clear();
        self.legal.extend_from_slice(&legal);
        self.end = self.end_on_board(&options.rules).map(End::Terminated).or_else(|| {
            let is_at_limit =
                options.max_plies.is_some_and(|most| self.moves.len() >= most as usize);
            is_at_limit.then(|| match options.at_limit {
                AtLimit::Truncate => End::Truncated,
                AtLimit::Draw => End::Terminated(Outcome::draw(Termination::Adjudication)),
            })
        });
        if self.end.is_some() {
            self.legal.clear();
        }
    }

    /// Ends the game as a loss of the side to move, for an illegal action.
    pub(super) fn forfeit(&mut self) {
        self.legal.clear();
        let winner = !self.recent.position().turn();
        self.end = Some(End::Terminated(Outcome::won_by(winner, Termination::IllegalMove)));
    }

    #[inline(always)]
    fn end_on_board(&self, rules: &RuleSet) -> Option<Outcome> {
        let recent = &self.recent;
        rules.outcome(recent.position(), !self.legal.is_empty(), |times, consecutive| {
            recent.repetition_count() >= times
                && (!consecutive || recent.window().consecutive_count() >= times)
        })
    }

    pub(super) fn heap_bytes(&self) -> usize {
        self.recent.window().heap_bytes()
            + (self.legal.capacity() + self.moves.capacity()) * size_of::<Move>()
    }
}

impl Slot {
    /// Becomes a copy of another game, whose number it does not take over.
    pub(super) fn copy_from(&mut self, source: &Slot) {
        self.recent.clone_from(&source.recent);
        self.legal.clone_from(&source.legal);
        self.moves.clone_from(&source.moves);
        (self.start, self.end) = (source.start, source.end);
    }
}

/// Mutable references to slots, in the order of the indices, which are in range and differ.
pub(super) fn chosen<'a>(slots: &'a mut [Slot], indices: &[usize]) -> Vec<&'a mut Slot> {
    if indices.len() == slots.len() && indices.is_sorted() {
        return slots.iter_mut().collect();
    }
    let mut ascending: Vec<(usize, usize)> =
        indices.iter().enumerate().map(|(at, &index)| (index, at)).collect();
    ascending.sort_unstable();
    let mut found: Vec<Option<&mut Slot>> = indices.iter().map(|_| None).collect();
    let (mut rest, mut begin) = (slots, 0);
    for (index, at) in ascending {
        let (before, after) = std::mem::take(&mut rest).split_at_mut(index + 1 - begin);
        found[at] = before.last_mut();
        (rest, begin) = (after, index + 1);
    }
    found.into_iter().flatten().collect()
}
