//! Counting repetitions without the positions of the game.

use crate::position::Position;
use crate::prefetch;

/// The number of keys by which the memory of a window grows.
const KEYS_PER_STEP: usize = 16;

/// The keys of the positions since the last capture or pawn move, for games in progress that store
/// no earlier positions.
///
/// Positions are compared by keys of 64 bits without en passant. A position with an en-passant
/// square can only be the first of a window, since it arises by a pawn move. So whether the square
/// counts, by the Laws (FIDE 9.2.3.1) or by the convention of a program, decides whether the first
/// position is the same as later ones with its key.
///
/// ```
/// use enroque::{position::Position, rules::RepetitionWindow, types::{Move, Square}};
/// let mut position = Position::standard();
/// let mut window = RepetitionWindow::new(&position);
/// for (from, to) in [
///     (Square::G1, Square::F3),
///     (Square::G8, Square::F6),
///     (Square::F3, Square::G1),
///     (Square::F6, Square::G8),
/// ] {
///     position.play_unchecked(Move::new(from, to).unwrap());
///     window.push(&position);
/// }
/// assert_eq!(window.count(), 2);
/// ```
#[derive(Debug, Default)]
pub struct RepetitionWindow {
    /// The current position is the last.
    keys: Vec<u64>,
    /// Whether a capture en passant was legal in the first position.
    first_has_legal_ep: bool,
}

/// The earlier positions of a window with the key of the current one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Earlier {
    /// The number of those after the first of the window.
    pub later: u32,
    /// Whether the first of the window is one; false if it is the current position.
    pub first: bool,
}

impl Clone for RepetitionWindow {
    fn clone(&self) -> RepetitionWindow {
        RepetitionWindow { keys: self.keys.clone(), ..*self }
    }

    /// Keeps the memory of this window.
    fn clone_from(&mut self, source: &RepetitionWindow) {
        self.keys.clone_from(&source.keys);
        self.first_has_legal_ep = source.first_has_legal_ep;
    }
}

impl RepetitionWindow {
    /// A window that begins with a position.
    pub fn new(start: &Position) -> RepetitionWindow {
        let mut window = RepetitionWindow::default();
        window.restart(start);
        window
    }

    /// Begins again with a position; its earlier occurrences do not count.
    pub fn restart(&mut self, start: &Position) {
        self.keys.clear();
        self.keys.push(start.key_without_ep());
        self.first_has_legal_ep = start.legal_ep_square().is_some();
    }

    /// Frees memory that a long window has taken.
    pub(crate) fn shrink(&mut self) {
        self.keys.clear();
        self.keys.shrink_to(KEYS_PER_STEP);
    }

    /// Prefetches the keys.
    pub(crate) fn prefetch(&self) {
        prefetch::prefetch(&self.keys);
    }

    /// Appends the position after a move.
    pub fn push(&mut self, position: &Position) {
        if position.halfmove_clock() == 0 {
            self.restart(position);
        } else {
            if self.keys.len() == self.keys.capacity() {
                // in small steps, since there may be very many windows
                self.keys.reserve_exact(KEYS_PER_STEP);
            }
            self.keys.push(position.key_without_ep());
        }
    }

    /// The earlier occurrences of the current position's key.
    pub fn earlier(&self) -> Earlier {
        let Some((&current, before)) = self.keys.split_last() else {
            return Earlier { later: 0, first: false };
        };
        let Some((&first, rest)) = before.split_first() else {
            return Earlier { later: 0, first: false };
        };
        // all of them are compared, since that needs no branches; the key includes the side to move
        let later = rest.iter().map(|&key| u32::from(key == current)).sum();
        Earlier { later, first: first == current }
    }

    /// The number of plies since the last occurrence of the current position, by the Laws.
    pub(crate) fn last_occurrence(&self) -> Option<usize> {
        let (current, before) = self.keys.split_last()?;
        let index = before.iter().rposition(|key| key == current)?;
        (index > 0 || !self.first_has_legal_ep).then_some(before.len() - index)
    }

    /// The number of occurrences of the current position, by the Laws (FIDE 9.2.3).
    pub fn count(&self) -> u32 {
        let Earlier { later, first } = self.earlier();
        1 + later + u32::from(first && !self.first_has_legal_ep)
    }

    /// The number of occurrences of the position after a move, by the Laws (FIDE 9.2.1).
    pub fn count_after(&self, after: &Position) -> u32 {
        if after.halfmove_clock() == 0 {
            return 1;
        }
        let key = after.key_without_ep();
        let same = |&(index, &other): &(usize, &u64)| {
            other == key && (index > 0 || !self.first_has_legal_ep)
        };
        1 + self.keys.iter().enumerate().filter(same).count() as u32
    }

    /// The number of consecutive occurrences of the current position, at every second move of each
    /// player (FIDE 9.6a of 2014).
    pub fn consecutive_count(&self) -> u32 {
        let Some((&current, before)) = self.keys.split_last() else { return 0 };
        let is_same = |&(index, &key): &(usize, &u64)| {
            key == current && (index > 0 || !self.first_has_legal_ep)
        };
        let every_fourth = before.iter().enumerate().rev().skip(3).step_by(4);
        1 + every_fourth.take_while(is_same).count() as u32
    }

    /// The number of positions, the current one included.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether the window has no position.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The memory of the keys in bytes.
    pub(crate) fn heap_bytes(&self) -> usize {
        self.keys.capacity() * size_of::<u64>()
    }
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::movegen::legal_moves;
    use crate::notation::fen;
    use crate::rules::Game;

    #[test]
    fn counts_are_those_of_a_game() {
        for (seed, fen) in [
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 30 40",
            "4k3/p7/8/1P6/8/8/8/4K3 b - - 3 9",
            // a legal and an illegal capture en passant in the start position
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
            "4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
        ]
        .into_iter()
        .enumerate()
        {
            let mut rng = ChaCha8Rng::seed_from_u64(seed as u64);
            let start = fen::read(fen).unwrap();
            let (mut game, mut window) = (Game::new(start), RepetitionWindow::new(&start));
            let mut most = 0;
            for _ in 0..4000 {
                let moves = legal_moves(game.position());
                if moves.is_empty() {
                    game = Game::new(start);
                    window.restart(&start);
                    continue;
                }
                let m = moves[rng.next_u32() as usize % moves.len()];
                let after = game.position().after(m);
                assert_eq!(window.count_after(&after), game.repetition_count_after(m));
                game.push_unchecked(m);
                window.push(game.position());
                assert_eq!(window.count(), game.repetition_count());
                assert_eq!(window.consecutive_count(), game.consecutive_repetitions());
                most = most.max(window.count());
            }
            assert!(most >= 3, "no threefold repetition in {fen}");
        }
    }
}
