//! Calls of the policy that was selected at run time.

use std::ops::Range;

use super::empty_board::{EmptyBoard, all_moves};
use super::options::{NameError, Options, dispatch};
use super::registry::{PolicyEncoding, with_policy};
use super::{Policy, PolicyConventions, View};
use crate::position::Position;
use crate::types::{Color, Move};

impl PolicyEncoding {
    /// Returns the move of each index with White to move; `None` for an index without a single
    /// move. A plain move also represents castling and the promotion that the policy writes as the
    /// plain move. For the canonical formats of lc0, moves are on the transformed board.
    ///
    /// ```
    /// use enroque::tensor::PolicyEncoding;
    /// let moves = PolicyEncoding::named("lc0", &[]).unwrap().moves();
    /// assert_eq!(moves[322].unwrap().to_string(), "e2e4");
    /// ```
    pub fn moves(&self) -> Vec<Option<Move>> {
        let untransformed = self.untransformed().unwrap_or(*self);
        let mut moves = vec![None; self.size()];
        let board = EmptyBoard::new(Color::White);
        for m in all_moves(Color::White) {
            let index = board.index(&untransformed, m);
            if let Some(entry) = index.and_then(|index| moves.get_mut(index)) {
                entry.get_or_insert(m);
            }
        }
        moves
    }
}

impl Policy for PolicyEncoding {
    dispatch! { with_policy:
        fn name(&self) -> &'static str;
        fn conventions(&self) -> PolicyConventions;
        fn view(&self) -> View;
        fn castling_indices(&self) -> Range<usize>;
        #[inline(always)]
        fn size(&self) -> usize;
        #[inline(always)]
        fn index(&self, position: &Position, m: Move) -> Option<usize>;
    }

    fn configure(&mut self, options: &mut Options<'_>) -> Result<(), NameError> {
        with_policy!(self, policy => policy.configure(options))
    }

    fn untransformed(&self) -> Option<PolicyEncoding> {
        with_policy!(self, policy => policy.untransformed().map(PolicyEncoding::from))
    }

    #[inline(always)]
    fn each_index(
        &self,
        position: &Position,
        moves: &[Move],
        each: impl FnMut(Move, Option<usize>),
    ) {
        with_policy!(self, policy => policy.each_index(position, moves, each));
    }
}
