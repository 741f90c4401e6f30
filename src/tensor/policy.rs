//! The interface of policies, and legal masks.

use std::ops::Range;

use thiserror::Error;

use super::describe::PolicyConventions;
use super::options::{NameError, Options};
use super::{Element, View};
use crate::error::{CallError, call_error, ensure};
use crate::movegen::legal_moves;
use crate::position::Position;
use crate::types::Move;

/// The form of promotions in the policies that list them apart.
pub(super) const PROMOTIONS_BY_PIECE: &str =
    "by file, direction (straight, left, right), then queen, rook, bishop, knight";

/// A mapping from moves to indices: in each position, different legal moves have different indices.
///
/// In policies from the side to move's side, an index means different moves for White and Black.
///
/// Each policy is defined in one file, by implementing this trait; the registry in `tensor/mod.rs`
/// lists the types.
pub trait Policy: Send + Sync {
    /// The name.
    fn name(&self) -> &'static str;

    /// Sets the options that are given, each by one call of [`Options::choose`] or [`Options::text`],
    /// in the order in which they are listed.
    ///
    /// # Errors
    /// If the value of an option is unknown.
    fn configure(&mut self, _: &mut Options<'_>) -> Result<(), NameError> {
        Ok(())
    }

    /// Returns the conventions in words.
    fn conventions(&self) -> PolicyConventions;

    /// The player from whose side squares are numbered.
    fn view(&self) -> View {
        View::SideToMove
    }

    /// The indices of castling only, which are the same for both colors.
    fn castling_indices(&self) -> Range<usize> {
        0..0
    }

    /// Returns the policy without the transform of the board that it applies; `None` if it applies
    /// none.
    fn untransformed(&self) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }

    /// The number of indices.
    fn size(&self) -> usize;

    /// Returns the index of a legal move, or `None` if the policy has none for it.
    fn index(&self, position: &Position, m: Move) -> Option<usize>;

    /// Returns [`Policy::index`] as a function of the move, with the work that depends on the
    /// position only done once.
    #[inline(always)]
    fn indices<'a>(&'a self, position: &'a Position) -> impl Fn(Move) -> Option<usize> + 'a
    where
        Self: Sized,
    {
        move |m| self.index(position, m)
    }

    /// Calls a function with each of some legal moves and its [`Policy::index`]. A policy that is
    /// selected at run time is matched once, not for each move.
    #[inline(always)]
    fn each_index(
        &self,
        position: &Position,
        moves: &[Move],
        mut each: impl FnMut(Move, Option<usize>),
    ) where
        Self: Sized,
    {
        let index_of = self.indices(position);
        for &m in moves {
            each(m, index_of(m));
        }
    }

    /// Returns the legal move with an index.
    fn legal_move(&self, position: &Position, index: usize) -> Option<Move>
    where
        Self: Sized,
    {
        move_among(self, position, legal_moves(position), index)
    }
}

/// Returns the first of some legal moves with an index.
#[inline(always)]
pub(crate) fn move_among<P: Policy>(
    policy: &P,
    position: &Position,
    moves: impl IntoIterator<Item = Move>,
    index: usize,
) -> Option<Move> {
    let index_of = policy.indices(position);
    moves.into_iter().find(|&m| index_of(m) == Some(index))
}

/// An error of a policy.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum PolicyError {
    /// The policy has no index for a legal move.
    #[error("{policy} has no index for {m} in this position")]
    NoIndex {
        /// The name of the policy.
        policy: &'static str,
        /// The move.
        m: Move,
    },
    /// No legal move has the index.
    #[error("no legal move of this position has index {index} in {policy}")]
    NoMove {
        /// The name of the policy.
        policy: &'static str,
        /// The index.
        index: i64,
    },
}

/// Writes 1 at the index of each legal move and 0 elsewhere.
///
/// ```
/// use enroque::position::Position;
/// use enroque::tensor::{self, lc0::Lc0Policy};
/// let mut mask = [false; 1858];
/// tensor::legal_mask(&Lc0Policy::default(), &Position::standard(), &mut mask).unwrap();
/// assert_eq!(mask.iter().filter(|&&legal| legal).count(), 20);
/// ```
///
/// # Errors
/// If `mask` does not have the size of the policy (nothing is written then), or if a legal move has
/// no index.
pub fn legal_mask<P: Policy, T: Element>(
    policy: &P,
    position: &Position,
    mask: &mut [T],
) -> Result<(), CallError> {
    let (expected, found) = (policy.size(), mask.len());
    ensure!(
        expected == found,
        Array("mask"),
        "the policy has {expected} indices, but the buffer has {found} elements"
    );
    mask.fill(T::ZERO);
    let mut missing = None;
    policy.each_index(position, &legal_moves(position), |m, index| {
        match index.and_then(|index| mask.get_mut(index)) {
            Some(element) => *element = T::ONE,
            None => missing = missing.or(Some(m)),
        }
    });
    let error = |m| PolicyError::NoIndex { policy: policy.name(), m };
    missing.map_or(Ok(()), |m| Err(call_error!(Encoding("policy"), "{}", error(m))))
}
