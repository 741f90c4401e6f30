//! One game in progress.

use super::error::out_of_memory;
use super::options::{ArenaOptions, AtLimit};
use crate::attacks::{Backend, dispatch, task};
use crate::error::CallError;
use crate::movegen::{is_legal_with, list_legal_moves_on_heap};
use crate::position::Position;
use crate::prefetch;
use crate::rules::{Outcome, RuleSet, Termination};
use crate::tensor::BoundedHistory;
use crate::types::Move;

/// The end of a game.
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

/// The number of games whose fields are prefetched ahead.
pub(super) const FIELDS_AHEAD: usize = 8;

/// The number of games whose other memory is prefetched ahead.
pub(super) const MEMORY_AHEAD: usize = 3;

/// One game in progress. The fields that calls read of each game, before `recent`, are one line of
/// the caches.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(crate) struct GameSlot {
    /// The legal moves of the current position; none when the game is over.
    pub(crate) legal: Vec<Move>,
    pub(crate) moves: Vec<Move>,
    /// The number of the game.
    pub(crate) game: u64,
    /// The number of plies of the game before `start`: above 0 for a game that was read from a row.
    pub(crate) plies_before: u32,
    pub(crate) end: Option<End>,
    /// Whether `start` is a position after a move.
    pub(super) is_continued: bool,
    pub(crate) recent: BoundedHistory,
    pub(crate) start: Position,
}

#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::offset_of!(GameSlot, recent) == 64);

impl Default for GameSlot {
    /// A game from the standard position whose legal moves are not listed yet.
    fn default() -> GameSlot {
        GameSlot::unlisted(Position::standard(), 0)
    }
}

impl GameSlot {
    pub(super) fn new(start: Position, game: u64, options: &ArenaOptions) -> GameSlot {
        let mut slot = GameSlot::unlisted(start, game);
        slot.update(options);
        slot
    }

    /// A game whose legal moves are not listed yet.
    pub(crate) fn unlisted(start: Position, game: u64) -> GameSlot {
        GameSlot {
            recent: BoundedHistory::new(start),
            legal: Vec::new(),
            start,
            plies_before: 0,
            is_continued: false,
            moves: Vec::new(),
            game,
            end: None,
        }
    }

    /// Starts another game.
    pub(super) fn restart(&mut self, start: Position, game: u64, options: &ArenaOptions) {
        self.recent.restart(start);
        self.moves.clear();
        self.moves.shrink_to(MOVES_PER_STEP);
        (self.start, self.game) = (start, game);
        (self.plies_before, self.is_continued) = (0, false);
        self.update(options);
    }

    fn update(&mut self, options: &ArenaOptions) {
        let slot = self;
        dispatch(task!(|backend, slot: &mut GameSlot, options: &ArenaOptions| -> () {
            slot.update_with(backend, options);
        }));
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

    /// The number of plies of the game.
    pub(crate) fn ply(&self) -> usize {
        self.plies_before as usize + self.moves.len()
    }

    /// Lists the legal moves of the current position, and ends the game if it is over.
    #[inline(always)]
    pub(super) fn update_with<B: Backend>(&mut self, backend: B, options: &ArenaOptions) {
        let position = self.recent.position();
        let is_check = list_legal_moves_on_heap(backend, position, &mut self.legal);
        let rules = &options.rules;
        let by_rules = self.end_on_board(rules, is_check).or_else(|| {
            let window = self.recent.window();
            let count_after = |_, after: &Position| window.count_after(after);
            let by_claim = rules.claimable(self.recent.position(), &self.legal, count_after);
            by_claim.or_else(|| rules.limit(self.ply()))
        });
        self.end = by_rules.map(End::Terminated).or_else(|| {
            let is_at_limit = options.max_plies.is_some_and(|most| self.ply() >= most as usize);
            is_at_limit.then(|| match options.at_limit {
                AtLimit::Truncate => End::Truncated,
                AtLimit::Draw => End::Terminated(Outcome::draw(Termination::Adjudication)),
            })
        });
        if self.end.is_some() {
            self.legal.clear();
        }
    }

    /// Replaces the moves by others from `start`; they need not end the game.
    ///
    /// # Errors
    /// The index of the first illegal move. The game is then undefined.
    #[inline(always)]
    pub(super) fn replay<B: Backend>(
        &mut self,
        backend: B,
        moves: &[Move],
        options: &ArenaOptions,
    ) -> Result<(), usize> {
        if self.is_continued {
            self.recent.restart_within(self.start);
        } else {
            self.recent.restart(self.start);
        }
        self.moves.clear();
        for (index, &m) in moves.iter().enumerate() {
            if !is_legal_with(backend, self.recent.position(), m) {
                return Err(index);
            }
            self.recent.push(m);
        }
        self.moves.extend_from_slice(moves);
        self.update_with(backend, options);
        Ok(())
    }

    /// Ends the game as stated, if it is.
    pub(super) fn end_as(&mut self, end: Option<End>) {
        if end.is_some() {
            self.legal.clear();
            self.end = end;
        }
    }

    /// Ends the game as a loss of the side to move, for an illegal action.
    pub(super) fn forfeit(&mut self) {
        self.legal.clear();
        let winner = !self.recent.position().turn();
        self.end = Some(End::Terminated(Outcome::won_by(winner, Termination::IllegalMove)));
    }

    fn end_on_board(&self, rules: &RuleSet, is_check: bool) -> Option<Outcome> {
        let recent = &self.recent;
        let first_move = || self.legal.first().copied();
        let has_legal_move = !self.legal.is_empty();
        let is_repeated = |times, consecutive: bool| {
            recent.repetition_count() >= times
                && (!consecutive || recent.window().consecutive_count() >= times)
        };
        rules.outcome(recent.position(), has_legal_move, || is_check, first_move, is_repeated)
    }

    /// Prefetches the fields by which the other memory of a game is found. Games in progress are
    /// more than the caches nearest to a core hold, and each call visits all of them.
    pub(super) fn prefetch_fields(&self) {
        self.prefetch_head();
        self.recent.prefetch_fields();
    }

    /// Prefetches the fields before `recent`.
    pub(super) fn prefetch_head(&self) {
        prefetch::line(&raw const self.legal);
    }

    /// Prefetches what a move reads and writes.
    pub(super) fn prefetch_play(&self) {
        self.recent.prefetch_push();
        self.prefetch_legal();
        prefetch::line(self.moves.as_ptr().wrapping_add(self.moves.len()));
    }

    /// Prefetches the first and the last legal moves: nearly always all of them.
    pub(super) fn prefetch_legal(&self) {
        prefetch::line(self.legal.as_ptr());
        prefetch::line(self.legal.as_ptr().wrapping_add(self.legal.len()));
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        self.recent.window().heap_bytes()
            + (self.legal.capacity() + self.moves.capacity()) * size_of::<Move>()
    }
}

impl GameSlot {
    /// Becomes the game that follows another game by some moves. They are legal, and none but the
    /// last ends it.
    #[inline(always)]
    pub(crate) fn become_after<B: Backend>(
        &mut self,
        backend: B,
        source: &GameSlot,
        moves: &[Move],
        options: &ArenaOptions,
    ) {
        self.recent.copy_before(&source.recent, moves.len());
        self.moves.clone_from(&source.moves);
        self.moves.extend_from_slice(moves);
        (self.start, self.game) = (source.start, source.game);
        (self.plies_before, self.is_continued) = (source.plies_before, source.is_continued);
        for &m in moves {
            self.recent.push(m);
        }
        self.update_with(backend, options);
    }

    /// Becomes a copy of another game, and keeps its number.
    pub(crate) fn copy_from(&mut self, source: &GameSlot) {
        self.recent.clone_from(&source.recent);
        self.legal.clone_from(&source.legal);
        self.moves.clone_from(&source.moves);
        (self.start, self.end) = (source.start, source.end);
        (self.plies_before, self.is_continued) = (source.plies_before, source.is_continued);
    }
}

/// Mutable references to items, in the order of the indices, which are in range and differ.
pub(crate) fn chosen<'a, T>(items: &'a mut [T], indices: &[usize]) -> Vec<&'a mut T> {
    if indices.len() == items.len() && indices.is_sorted() {
        return items.iter_mut().collect();
    }
    let mut ascending: Vec<(usize, usize)> =
        indices.iter().enumerate().map(|(at, &index)| (index, at)).collect();
    ascending.sort_unstable();
    let mut found: Vec<Option<&mut T>> = indices.iter().map(|_| None).collect();
    let (mut rest, mut begin) = (items, 0);
    for (index, at) in ascending {
        let (before, after) = std::mem::take(&mut rest).split_at_mut(index + 1 - begin);
        found[at] = before.last_mut();
        (rest, begin) = (after, index + 1);
    }
    found.into_iter().flatten().collect()
}

/// Joins the games that jobs have made, or returns the error of the first game that has one.
pub(super) fn joined(
    count: usize,
    jobs: Vec<Result<Vec<GameSlot>, CallError>>,
) -> Result<Vec<GameSlot>, CallError> {
    let mut slots = Vec::new();
    slots.try_reserve_exact(count).map_err(out_of_memory)?;
    for job in jobs {
        slots.extend(job?);
    }
    Ok(slots)
}
