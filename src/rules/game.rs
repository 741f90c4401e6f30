//! A game: a position with its history.

use crate::movegen::{IllegalMove, is_legal};
use crate::position::Position;
use crate::types::Move;

/// A position with the moves that led to it, so that what depends on the history (repetition, claims,
/// taking back) can be answered.
///
/// Every position of the game is kept, about 150 bytes each: taking back costs nothing, and any
/// position of the history can be looked at. A game without history allocates nothing.
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
    /// `None` before the first move: most games that are copied about have no past.
    history: Option<Box<History>>,
}

/// What came before the present position.
#[derive(Clone, Debug)]
struct History {
    /// The positions before each of the moves.
    positions: Vec<Position>,
    /// The same positions, as repetition sees them.
    occurrences: Vec<Occurrence>,
    moves: Vec<Option<Move>>,
}

static NO_HISTORY: History =
    History { positions: Vec::new(), occurrences: Vec::new(), moves: Vec::new() };

/// A position as repetition sees it: sixteen bytes, so that a look back touches few cache lines.
#[derive(Clone, Copy, Debug)]
struct Occurrence {
    key: u64,
    /// How often the position has occurred up to here.
    count: u32,
}

impl Default for Game {
    /// A game of standard chess before the first move.
    fn default() -> Game {
        Game::new(Position::standard())
    }
}

impl Game {
    /// A game that starts from a position. Nothing is known of what came before, so the position
    /// counts as occurring for the first time, whatever its clocks say.
    pub fn new(start: Position) -> Game {
        Game {
            position: start,
            occurrence: Occurrence { key: start.key(), count: 1 },
            history: None,
        }
    }

    #[inline]
    fn history(&self) -> &History {
        self.history.as_deref().unwrap_or(&NO_HISTORY)
    }

    /// The position now.
    #[inline]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The key of the position now ([`Position::key`]).
    #[inline]
    pub fn key(&self) -> u64 {
        self.occurrence.key
    }

    /// The position from which the game started.
    #[inline]
    pub fn start(&self) -> &Position {
        self.history().positions.first().unwrap_or(&self.position)
    }

    /// The position after so many plies, 0 being the start; `None` beyond the present.
    #[inline]
    pub fn position_at(&self, ply: usize) -> Option<&Position> {
        if ply == self.len() { Some(&self.position) } else { self.history().positions.get(ply) }
    }

    /// The moves played, `None` where the turn was passed ([`Game::push_null`]).
    #[inline]
    pub fn moves(&self) -> &[Option<Move>] {
        &self.history().moves
    }

    /// How many plies were played.
    #[inline]
    pub fn len(&self) -> usize {
        self.history().moves.len()
    }

    /// Whether no move was played yet.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.history().moves.is_empty()
    }

    /// Plays a move, or says that it is not legal and changes nothing.
    ///
    /// The game goes on past a draw that comes by itself (FIDE 9.6): whether it is over is asked
    /// with [`Game::outcome`].
    pub fn push(&mut self, m: Move) -> Result<(), IllegalMove> {
        if !is_legal(self.position(), m) {
            return Err(IllegalMove(m));
        }
        self.push_unchecked(m);
        Ok(())
    }

    /// Plays a move that is known to be legal; with any other the game makes no sense, though using
    /// it is safe.
    pub fn push_unchecked(&mut self, m: Move) {
        self.record(Some(m), self.position().after(m));
    }

    /// Passes the turn. No rule of chess allows it, but analysis wants it. A side in check is left
    /// there; see [`Position::pass`].
    pub fn push_null(&mut self) {
        let mut after = *self.position();
        after.pass();
        self.record(None, after);
    }

    #[inline(always)]
    fn record(&mut self, m: Option<Move>, after: Position) {
        let key = after.key();
        let count = 1 + self.count_before(&after, key);
        let history = self.history.get_or_insert_with(|| Box::new(NO_HISTORY.clone()));
        history.positions.push(std::mem::replace(&mut self.position, after));
        history
            .occurrences
            .push(std::mem::replace(&mut self.occurrence, Occurrence { key, count }));
        history.moves.push(m);
    }

    /// How often a position that would come next has occurred so far.
    ///
    /// Only positions since the last capture or pawn move can be the same, of these every other one
    /// has the right player to move, and the last occurrence knows how many there were before it.
    fn count_before(&self, next: &Position, key: u64) -> u32 {
        self.count_of(next, key, self.len() + 1)
    }

    /// The same for a position that stands after so many plies.
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

    /// Takes the last move back and returns it: `Some(None)` for a passed turn, `None` if there is
    /// no move to take back.
    pub fn pop(&mut self) -> Option<Option<Move>> {
        let history = self.history.as_deref_mut()?;
        // copied straight to their places: on the way an option of a position is taken apart
        self.position = *history.positions.last()?;
        self.occurrence = *history.occurrences.last()?;
        history.positions.pop();
        history.occurrences.pop();
        history.moves.pop()
    }

    /// Takes back all moves after so many plies; does nothing if there are not so many.
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

    /// The game of the last moves alone: the position before them is its start.
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

    /// Becomes another game with its last moves alone, as [`Game::with_last_plies`] has it.
    #[inline]
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

    /// Puts another position in the place of the present one, as an editor does; the history stays,
    /// and the next move taken back leads to it.
    pub fn replace_position(&mut self, position: Position) {
        let key = position.key();
        let count = 1 + self.count_of(&position, key, self.len());
        (self.position, self.occurrence) = (position, Occurrence { key, count });
    }

    /// How often the position has occurred in this game, now included (FIDE 9.2.2).
    ///
    /// Positions are the same if the same player has the move, pieces of the same kind and color
    /// stand on the same squares, and the possible moves of all pieces are the same: a right to
    /// castle counts, temporary obstacles to it do not, and en passant counts where the capture
    /// was legal (FIDE 9.2.3).
    #[inline]
    pub fn repetition_count(&self) -> u32 {
        self.occurrence.count
    }

    /// How often the position has occurred without a break, now included: at every other move of each
    /// player, which is the soonest that it can come again (FIDE 9.6a of 2014).
    pub fn repetitions_in_a_row(&self) -> u32 {
        let (history, len) = (self.history(), self.len());
        let is_same = |&back: &usize| {
            history.occurrences[len - back].key == self.key()
                && history.positions[len - back] == self.position
        };
        1 + (4..=len).step_by(4).take_while(is_same).count() as u32
    }

    /// How often the position after so many plies had occurred by then; `None` beyond the present.
    #[inline]
    pub fn repetition_count_at(&self, ply: usize) -> Option<u32> {
        let occurrence = if ply == self.len() {
            &self.occurrence
        } else {
            self.history().occurrences.get(ply)?
        };
        Some(occurrence.count)
    }

    /// Whether the position has occurred at least `times` times.
    #[inline]
    pub fn is_repetition(&self, times: u32) -> bool {
        self.repetition_count() >= times
    }

    /// How often the position after a legal move will have occurred, that time included: the
    /// question of a claim with an intended move (FIDE 9.2.1).
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

    /// Counts by comparing with all positions of the game, clocks or not.
    fn slow_count(game: &Game, ply: usize) -> u32 {
        let now = game.position_at(ply).unwrap();
        (0..=ply).filter(|&earlier| game.position_at(earlier).unwrap() == now).count() as u32
    }

    #[test]
    fn counts_as_a_slow_look_back_does() {
        // few pieces, so that random play comes back often; castling rights and en passant too
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
                        // there and back again
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
            assert!(most >= 3, "the walk never came back: {most}");
        }
    }

    #[test]
    fn a_game_becomes_the_last_moves_of_another() {
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
