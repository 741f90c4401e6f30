//! The last positions of a game in progress, with a bounded amount of memory.

use super::history::{EnPassantRule, HistoryView, RepetitionRecord};
use crate::position::Position;
use crate::prefetch;
use crate::rules::{Earlier, RepetitionWindow};
use crate::types::{Move, Square};

/// The number of positions that [`BoundedHistory`] always has if the game is long enough.
pub const RECENT_POSITIONS: usize = 9;

/// Some more, so that the oldest ones are not moved out at every push.
const CAPACITY: usize = 12;

/// A position of a game and the last ones before it, for encodings with history, and the keys of
/// those since the last capture or pawn move, for repetitions.
///
/// The marks ([`RepetitionRecord`]) are those of a [`History`](super::History) of the whole game by any
/// [`EnPassantRule`], but a game of any length takes the same memory, and nothing is replayed.
#[derive(Debug)]
#[repr(C)]
pub struct BoundedHistory {
    window: RepetitionWindow,
    /// The number of positions in use, at least 1.
    len: usize,
    /// By rule: whether the first position of the window has an en-passant square that counts.
    first_has_ep: [bool; EnPassantRule::ALL.len()],
    /// By rule, as `positions`.
    marks: [[RepetitionRecord; CAPACITY]; EnPassantRule::ALL.len()],
    /// The first `len` are those of the game.
    positions: [Position; CAPACITY],
}

impl Clone for BoundedHistory {
    fn clone(&self) -> BoundedHistory {
        BoundedHistory { window: self.window.clone(), ..*self }
    }

    /// Keeps the memory of this one.
    fn clone_from(&mut self, source: &BoundedHistory) {
        (self.marks, self.len) = (source.marks, source.len);
        self.positions[..self.len].copy_from_slice(source.positions());
        self.window.clone_from(&source.window);
        self.first_has_ep = source.first_has_ep;
    }
}

impl BoundedHistory {
    /// A game before its first move.
    pub fn new(start: Position) -> BoundedHistory {
        let mut recent = BoundedHistory {
            positions: [start; CAPACITY],
            marks: [[RepetitionRecord { ep_square: None, repetitions: 0 }; CAPACITY];
                EnPassantRule::ALL.len()],
            len: 1,
            window: RepetitionWindow::default(),
            first_has_ep: Default::default(),
        };
        recent.restart(start);
        recent
    }

    /// Becomes a copy of the part of another history that is needed after some more moves, and keeps
    /// the memory of this one.
    #[inline(always)]
    pub(crate) fn copy_before(&mut self, source: &BoundedHistory, plies: usize) {
        let count = RECENT_POSITIONS.saturating_sub(plies).max(1).min(source.len);
        let newest = source.len - count..source.len;
        self.positions[..count].copy_from_slice(&source.positions[newest.clone()]);
        for (marks, of_source) in self.marks.iter_mut().zip(&source.marks) {
            marks[..count].copy_from_slice(&of_source[newest.clone()]);
        }
        self.len = count;
        self.window.clone_from(&source.window);
        self.first_has_ep = source.first_has_ep;
    }

    /// Begins again from this position.
    pub fn restart(&mut self, start: Position) {
        self.begin(start, EnPassantRule::square_of_start);
    }

    /// Begins again from this position of a game, whose earlier positions do not matter. Unlike
    /// after [`BoundedHistory::restart`], its marks are those of a position after a move.
    pub fn restart_within(&mut self, position: Position) {
        self.begin(position, EnPassantRule::square);
    }

    fn begin(
        &mut self,
        start: Position,
        square: impl Fn(EnPassantRule, &Position) -> Option<Square>,
    ) {
        (self.positions[0], self.len) = (start, 1);
        self.window.shrink();
        self.window.restart(&start);
        for rule in EnPassantRule::ALL {
            let ep_square = square(rule, &start);
            self.marks[rule as usize][0] = RepetitionRecord { ep_square, repetitions: 0 };
            self.first_has_ep[rule as usize] = ep_square.is_some();
        }
    }

    /// Plays a legal move; see [`Position::play_unchecked`].
    #[inline(always)]
    pub fn push(&mut self, m: Move) {
        const OLDEST: usize = CAPACITY + 1 - RECENT_POSITIONS;
        if self.len == CAPACITY {
            self.positions.copy_within(OLDEST.., 0);
            for marks in &mut self.marks {
                marks.copy_within(OLDEST.., 0);
            }
            self.len -= OLDEST;
        }
        let newest = self.len;
        let (before, after) = self.positions.split_at_mut(newest);
        let position = &mut after[0];
        position.become_after(&before[newest - 1], m);
        self.len += 1;
        self.window.push(position);
        if self.window.len() == 1 {
            for rule in EnPassantRule::ALL {
                let ep_square =
                    if position.ep_square().is_some() { rule.square(position) } else { None };
                self.first_has_ep[rule as usize] = ep_square.is_some();
                self.marks[rule as usize][newest] = RepetitionRecord { ep_square, repetitions: 0 };
            }
        } else {
            // only the first position of a window has an en-passant square
            let Earlier { later, first } = self.window.earlier();
            for (marks, first_has_ep) in self.marks.iter_mut().zip(self.first_has_ep) {
                let count = later + u32::from(first && !first_has_ep);
                let repetitions = count.min(u8::MAX.into()) as u8;
                marks[newest] = RepetitionRecord { ep_square: None, repetitions };
            }
        }
    }

    /// Prefetches the fields by which the other memory is found.
    #[inline(always)]
    pub(crate) fn prefetch_fields(&self) {
        prefetch::line(&raw const self.len);
    }

    /// Prefetches what [`BoundedHistory::push`] reads and writes.
    #[inline(always)]
    pub(crate) fn prefetch_push(&self) {
        prefetch::prefetch(&self.positions[self.len - 1..CAPACITY.min(self.len + 1)]);
        self.window.prefetch();
    }

    /// Prefetches the current position.
    #[inline(always)]
    pub(crate) fn prefetch_position(&self) {
        prefetch::prefetch(&self.positions[self.len - 1..self.len]);
    }

    /// Prefetches the positions that most encodings read.
    #[inline(always)]
    pub(crate) fn prefetch_positions(&self) {
        let first = self.len.saturating_sub(RECENT_POSITIONS - 1);
        prefetch::prefetch(&self.positions[first..self.len]);
    }

    /// The current position.
    #[inline(always)]
    pub fn position(&self) -> &Position {
        &self.positions[self.len - 1]
    }

    /// The last positions, the current one at the end: at least [`RECENT_POSITIONS`], or all.
    #[inline(always)]
    pub fn positions(&self) -> &[Position] {
        &self.positions[..self.len]
    }

    /// The marks of [`BoundedHistory::positions`] by a rule.
    #[inline(always)]
    pub fn marks(&self, rule: EnPassantRule) -> &[RepetitionRecord] {
        &self.marks[rule as usize][..self.len]
    }

    /// The last positions and their marks by a rule, as encodings read them.
    #[inline(always)]
    pub fn view(&self, rule: EnPassantRule) -> HistoryView<'_> {
        HistoryView::new(self.positions(), self.marks(rule))
    }

    /// The keys of the positions that can occur again.
    #[inline(always)]
    pub fn window(&self) -> &RepetitionWindow {
        &self.window
    }

    /// The number of occurrences of the current position, by the Laws (FIDE 9.2.3).
    #[inline(always)]
    pub fn repetition_count(&self) -> u32 {
        1 + u32::from(self.marks[EnPassantRule::Legal as usize][self.len - 1].repetitions)
    }
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::movegen::legal_moves;
    use crate::notation::fen;
    use crate::tensor::History;

    #[test]
    fn marks_are_those_of_the_whole_history() {
        for (seed, fen) in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 30 40",
            "4k3/p6p/8/1P4P1/8/8/8/4K3 b - - 3 9",
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
            "4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
            "4k3/8/8/3p4/8/8/8/4K3 w - d6 0 2",
        ]
        .into_iter()
        .enumerate()
        {
            let mut rng = ChaCha8Rng::seed_from_u64(seed as u64);
            let start = fen::read(fen).unwrap();
            let new = || EnPassantRule::ALL.map(|rule| History::new(start, rule));
            let (mut recent, mut histories) = (BoundedHistory::new(start), new());
            for _ in 0..3000 {
                let moves = legal_moves(recent.position());
                if moves.is_empty() || histories[0].view().plies() > 300 {
                    (recent, histories) = (BoundedHistory::new(start), new());
                    continue;
                }
                let m = moves[rng.next_u32() as usize % moves.len()];
                recent.push(m);
                for history in &mut histories {
                    history.push(m);
                    let marks = recent.marks(history.rule());
                    let all = history.view().marks();
                    assert!(marks.len() >= RECENT_POSITIONS.min(all.len()));
                    assert_eq!(marks, &all[all.len() - marks.len()..], "{fen}");
                    let all = history.view().positions();
                    assert_eq!(recent.positions(), &all[all.len() - marks.len()..]);
                }
            }
        }
    }
}
