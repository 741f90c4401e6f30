//! The interface of policies, and legal masks.

use std::fmt;

use super::Element;
use crate::attacks::{Backend, Task, dispatch};
use crate::movegen::legal_moves_with;
use crate::position::Position;
use crate::types::Move;

/// A mapping from moves to indices: in each position, different legal moves have different indices.
///
/// In policies from the side to move's side, an index means different moves for White and Black.
pub trait Policy: Send + Sync {
    /// The name.
    fn name(&self) -> &'static str;

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
        move_among(self, position, crate::movegen::legal_moves(position), index)
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
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PolicyError {
    /// The buffer does not have the size of the policy.
    Size {
        /// The number of indices of the policy.
        expected: usize,
        /// The number of elements of the buffer.
        found: usize,
    },
    /// The policy has no index for a legal move.
    NoIndex {
        /// The name of the policy.
        policy: &'static str,
        /// The move.
        m: Move,
    },
    /// No legal move has the index.
    NoMove {
        /// The name of the policy.
        policy: &'static str,
        /// The index.
        index: i64,
    },
}

impl fmt::Display for PolicyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PolicyError::Size { expected, found } => {
                write!(f, "the policy has {expected} indices, but the buffer has {found} elements")
            }
            PolicyError::NoIndex { policy, m } => {
                write!(f, "{policy} has no index for {m} in this position")
            }
            PolicyError::NoMove { policy, index } => {
                write!(f, "no legal move of this position has index {index} in {policy}")
            }
        }
    }
}

impl std::error::Error for PolicyError {}

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
) -> Result<(), PolicyError> {
    struct Write<'a, P, T>(&'a P, &'a Position, &'a mut [T]);
    impl<P: Policy, T: Element> Task for Write<'_, P, T> {
        type Output = Result<(), PolicyError>;
        #[inline(always)]
        fn run<B: Backend>(self, backend: B) -> Self::Output {
            write_legal_mask(backend, self.0, self.1, self.2)
        }
    }
    let expected = policy.size();
    if mask.len() != expected {
        return Err(PolicyError::Size { expected, found: mask.len() });
    }
    dispatch(Write(policy, position, mask))
}

/// [`legal_mask`] inside a task, for a buffer of the right size. Moves without an index are
/// skipped, and the first of them is the error.
#[inline(always)]
pub(crate) fn write_legal_mask<B: Backend, P: Policy, T: Element>(
    backend: B,
    policy: &P,
    position: &Position,
    mask: &mut [T],
) -> Result<(), PolicyError> {
    mask.fill(T::ZERO);
    let mut result = Ok(());
    let index_of = policy.indices(position);
    for m in legal_moves_with(backend, position) {
        match index_of(m).and_then(|index| mask.get_mut(index)) {
            Some(element) => *element = T::ONE,
            None if result.is_ok() => {
                result = Err(PolicyError::NoIndex { policy: policy.name(), m });
            }
            None => {}
        }
    }
    result
}
