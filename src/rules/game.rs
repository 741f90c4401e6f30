//! A game: a position with its history.

use crate::movegen::{IllegalMove, is_legal};
use crate::position::Position;
use crate::types::Move;

/// A position with the moves that led to it, for repetition, claims and taking back moves.
///
/// All positions of the game are stored, about 150 bytes each, so taking back a move costs nothing.
/// A game without history allocates nothing.
///
/// ```
/// use enroque::{notation::san, rules::Game};
/// let mut game = Game::default();
/// for text in ["Nf3", "Nf6", "Ng1", "Ng8"] {
///     let m = san::read(game.position(), text).unwrap();
///     game.push(m).unwrap();
/// }
/// assert_eq!(game.repetition_count(), 2); // the start counts too
/// assert_eq!(game.len(), 4);
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    position: Position,
    occurrence: Occurrence,
    /// `None` before the first move, since most copied games have no history.
    history: Option<Box<History>>,
}

/// Everything before the current position.
#[derive(Clone, Debug)]
struct History {
    /// The positions before each of the moves.
    positions: Vec<Position>,
    /// Their keys and repetition counts.
    occurrences: Vec<Occurrence>,
    moves: Vec<Option<Move>>,
    /// The index of the first promotion, perhaps of one that was taken back.
    first_promotion: Option<usize>,
}

static NO_HISTORY: History = History {
    positions: Vec::new(),
    occurrences: Vec::new(),
    moves: Vec::new(),
    first_promotion: None,
};

/// The key of a position and its repetition count: 16 bytes, so that searching back touches few
/// cache lines.
#[derive(Clone, Copy, Debug)]
struct Occurrence {
    key: u64,
    /// The number of occurrences of the position so far.
    count: u32,
}

impl Default for Game {
    /// A game of standard chess before the first move.
    fn default() -> Game {
        Game::new(Position::standard())
    }
}

impl Game {
    /// A game that starts from a position, which counts as its first occurrence regardless of its
    /// clocks.
    pub fn new(start: Position) -> Game {
        Game {
            position: start,
            occurrence: Occurrence { key: start.key(), count: 1 },
            history: None,
        }
    }

    fn history(&self) -> &History {
        self.history.as_deref().unwrap_or(&NO_HISTORY)
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The key of the current position ([`Position::key`]).
    pub fn key(&self) -> u64 {
        self.occurrence.key
    }

    /// The start position.
    pub fn start(&self) -> &Position {
        self.history().positions.first().unwrap_or(&self.position)
    }

    /// The position after `ply` plies, 0 for the start; `None` beyond the current position.
    pub fn position_at(&self, ply: usize) -> Option<&Position> {
        if ply == self.len() { Some(&self.position) } else { self.history().positions.get(ply) }
    }

    /// The positions before the current one, from the start.
    pub(crate) fn earlier_positions(&self) -> &[Position] {
        &self.history().positions
    }

    /// The moves played; `None` for a null move ([`Game::push_null`]).
    pub fn moves(&self) -> &[Option<Move>] {
        &self.history().moves
    }

    /// The index of the first promotion in [`Game::moves`].
    pub(super) fn first_promotion(&self) -> Option<usize> {
        self.history().first_promotion.filter(|&ply| ply < self.len())
    }

    /// Number of plies played.
    pub fn len(&self) -> usize {
        self.history().moves.len()
    }

    /// Whether no move was played yet.
    pub fn is_empty(&self) -> bool {
        self.history().moves.is_empty()
    }

    /// Plays a move.
    ///
    /// Moves can be played after the end of the game; see [`Game::outcome`].
    ///
    /// # Errors
    /// When the move is not legal; nothing is changed.
    pub fn push(&mut self, m: Move) -> Result<(), IllegalMove> {
        if !is_legal(self.position(), m) {
            return Err(IllegalMove(m));
        }
        self.push_unchecked(m);
        Ok(())
    }

    /// Plays a move that must be legal; with another move the game is meaningless, but memory-safe.
    pub fn push_unchecked(&mut self, m: Move) {
        self.record(Some(m), self.position().after(m));
    }

    /// Plays a null move, for analysis. A side in check stays in check; see [`Position::pass`].
    pub fn push_null(&mut self) {
        let mut after = *self.position();
        after.pass();
        self.record(None, after);
    }

    fn record(&mut self, m: Option<Move>, after: Position) {
        let key = after.key();
        let count = 1 + self.count_before(&after, key);
        let history = self.history.get_or_insert_with(|| Box::new(NO_HISTORY.clone()));
        history.positions.push(std::mem::replace(&mut self.position, after));
        history
            .occurrences
            .push(std::mem::replace(&mut self.occurrence, Occurrence { key, count }));
        let ply = history.moves.len();
        let promotes = m.is_some_and(|m| m.promoted().is_some());
        // moves that were taken back may have left a later one
        let first = history.first_promotion.filter(|&first| first < ply);
        history.first_promotion = first.or(promotes.then_some(ply));
        history.moves.push(m);
    }

    /// Returns the number of earlier occurrences of the position after the next move.
    ///
    /// Only positions since the last capture or pawn move can be the same, of these only every
    /// second one has the same side to move, and the count of the last occurrence includes earlier
    /// ones.
    fn count_before(&self, next: &Position, key: u64) -> u32 {
        self.count_of(next, key, self.len() + 1)
    }

    /// Returns the number of earlier occurrences of a position after `ply` plies.
    fn count_of(&self, position: &Position, key: u64, ply: usize) -> u32 {
        let history = self.history();
        let oldest = ply - ply.min(position.halfmove_clock() as usize);
        let mut earlier = ply;
        while earlier >= oldest + 2 {
            earlier -= 2;
            let Some(&Occurrence { key: other, count }) = history.occurrences.get(earlier) else {
                break;
            };
            if other == key && history.positions[earlier] == *position {
                return count;
            }
        }
        0
    }

    /// Takes back the last move and returns it: `Some(None)` for a null move, `None` if there is
    /// none.
    pub fn pop(&mut self) -> Option<Option<Move>> {
        let history = self.history.as_deref_mut()?;
        // copied before the pop: moving a popped `Option<Position>` would copy it twice
        self.position = *history.positions.last()?;
        self.occurrence = *history.occurrences.last()?;
        history.positions.pop();
        history.occurrences.pop();
        history.moves.pop()
    }

    /// Takes back all moves after `plies` plies; does nothing if there are fewer.
    pub fn truncate(&mut self, plies: usize) {
        let Some(history) = self.history.as_deref_mut() else { return };
        if let Some((&position, &occurrence)) =
            history.positions.get(plies).zip(history.occurrences.get(plies))
        {
            (self.position, self.occurrence) = (position, occurrence);
            history.positions.truncate(plies);
            history.occurrences.truncate(plies);
            history.moves.truncate(plies);
        }
    }

    /// Returns a game of the last `plies` moves, which starts from the position before them.
    pub fn with_last_plies(&self, plies: usize) -> Game {
        let first = self.len().saturating_sub(plies);
        let Some(start) = self.position_at(first) else { return self.clone() };
        let mut shorter = Game::new(*start);
        for (ply, &m) in self.moves().iter().enumerate().skip(first) {
            if let Some(&after) = self.position_at(ply + 1) {
                shorter.record(m, after);
            }
        }
        shorter
    }

    /// Assigns [`Game::with_last_plies`] of another game, reusing memory.
    pub fn become_last_plies(&mut self, other: &Game, plies: usize) {
        if 0 < plies && plies < other.len() {
            *self = other.with_last_plies(plies);
            return;
        }
        self.position = other.position;
        self.occurrence = other.occurrence;
        if plies == 0 {
            self.occurrence.count = 1;
            self.history = None;
        } else {
            self.history.clone_from(&other.history);
        }
    }

    /// Replaces the current position, as an editor does; the history stays.
    pub fn replace_position(&mut self, position: Position) {
        let key = position.key();
        let count = 1 + self.count_of(&position, key, self.len());
        (self.position, self.occurrence) = (position, Occurrence { key, count });
    }

    /// The number of occurrences of the current position, including this one (FIDE 9.2.2).
    ///
    /// Positions are the same if the side to move, the pieces on all squares and the possible moves
    /// are the same: castling rights count, even if castling is blocked now, and en passant counts
    /// if the capture is legal (FIDE 9.2.3).
    pub fn repetition_count(&self) -> u32 {
        self.occurrence.count
    }

    /// The number of consecutive occurrences of the current position, including this one: at every
    /// second move of each player (FIDE 9.6a of 2014).
    pub fn consecutive_repetitions(&self) -> u32 {
        let (history, len) = (self.history(), self.len());
        let is_same = |&back: &usize| {
            history.occurrences[len - back].key == self.key()
                && history.positions[len - back] == self.position
        };
        1 + (4..=len).step_by(4).take_while(is_same).count() as u32
    }

    /// The number of occurrences, by then, of the position after `ply` plies; `None` beyond the
    /// current position.
    pub fn repetition_count_at(&self, ply: usize) -> Option<u32> {
        let occurrence = if ply == self.len() {
            &self.occurrence
        } else {
            self.history().occurrences.get(ply)?
        };
        Some(occurrence.count)
    }

    /// Whether the current position has occurred at least `times` times.
    pub fn is_repetition(&self, times: u32) -> bool {
        self.repetition_count() >= times
    }

    /// The number of occurrences of the position after a legal move, including that one, for claims
    /// with an intended move (FIDE 9.2.1).
    pub fn repetition_count_after(&self, m: Move) -> u32 {
        let after = self.position().after(m);
        1 + self.count_before(&after, after.key())
    }
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::movegen::legal_moves;
    use crate::notation::fen;

    /// Counts by comparing with all positions of the game.
    fn slow_count(game: &Game, ply: usize) -> u32 {
        let now = game.position_at(ply).unwrap();
        (0..=ply).filter(|&earlier| game.position_at(earlier).unwrap() == now).count() as u32
    }

    #[test]
    fn counts_agree_with_a_full_scan() {
        // few pieces, so that random play repeats positions; with castling rights and en passant
        for (seed, fen) in [
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 30 40",
            "4k3/p7/8/1P6/8/8/8/4K3 b - - 3 9",
        ]
        .into_iter()
        .enumerate()
        {
            let mut rng = ChaCha8Rng::seed_from_u64(seed as u64);
            let mut game = Game::new(fen::read(fen).unwrap());
            let mut most = 0;
            for _ in 0..2000 {
                let choice = rng.next_u32() as usize;
                let moves = legal_moves(game.position());
                match choice % 16 {
                    0 if !game.position().is_check() => game.push_null(),
                    1 => drop(game.pop()),
                    2 if !game.is_empty() => {
                        // moves the piece back
                        let undone = game.moves()[game.len() - 1];
                        if let Some(m) = undone
                            && let Some(back) = Move::new(m.to(), m.from())
                        {
                            game.push_null();
                            let _ = game.push(back);
                        }
                    }
                    _ if moves.is_empty() => game.truncate(game.len() / 2),
                    _ => {
                        let m = moves[choice / 16 % moves.len()];
                        let expected = game.repetition_count_after(m);
                        game.push(m).unwrap();
                        assert_eq!(game.repetition_count(), expected);
                    }
                }
                assert_eq!(game.repetition_count(), slow_count(&game, game.len()));
                most = most.max(game.repetition_count());
            }
            assert!(most >= 3, "no threefold repetition: {most}");
        }
    }

    #[test]
    fn become_last_plies_agrees_with_with_last_plies() {
        let mut game = Game::default();
        for text in ["Nf3", "Nf6", "Ng1", "Ng8", "e4", "e5"] {
            game.push(crate::notation::san::read(game.position(), text).unwrap()).unwrap();
        }
        for plies in [0, 1, 4, 6, usize::MAX] {
            let expected = game.with_last_plies(plies);
            for mut other in [Game::default(), game.with_last_plies(3), game.clone()] {
                other.become_last_plies(&game, plies);
                assert_eq!(other.moves(), expected.moves());
                assert_eq!(other.key(), expected.key());
                for ply in 0..=expected.len() {
                    assert_eq!(other.position_at(ply), expected.position_at(ply));
                    let counts = [&other, &expected].map(|game| game.repetition_count_at(ply));
                    assert_eq!(counts[0], counts[1]);
                }
            }
        }
    }

    #[test]
    fn moves_are_taken_back() {
        let mut game = Game::default();
        let m = legal_moves(game.position())[0];
        game.push(m).unwrap();
        assert_eq!(game.push(m), Err(IllegalMove(m)));
        assert_eq!(game.len(), 1);
        game.push_null();
        assert_eq!(game.moves(), [Some(m), None]);
        assert_eq!(game.position_at(2), Some(game.position()));
        assert_eq!(game.position_at(3), None);
        assert_eq!(game.pop(), Some(None));
        assert_eq!(game.pop(), Some(Some(m)));
        assert_eq!(game.pop(), None);
        assert_eq!(game.position(), &Position::standard());
        assert_eq!((game.repetition_count(), game.repetition_count_at(1)), (1, None));
    }
}
