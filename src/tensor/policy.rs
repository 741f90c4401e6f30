//! What all policies share: a number for every move, and the mask of the legal ones.

use std::fmt;

use super::Element;
use crate::attacks::{Backend, Task, dispatch};
use crate::movegen::legal_moves_with;
use crate::position::Position;
use crate::types::Move;

/// A numbering of moves: in every position, each legal move has an index of its own.
///
/// The same index means different moves in different positions where a policy is written from the
/// side to move's side.
pub trait Policy: Send + Sync {
    /// The name by which the policy is asked for.
    fn name(&self) -> &'static str;

    /// How many indices there are: they run from 0 to one less.
    fn size(&self) -> usize;

    /// The index of a legal move of the position; `None` if the policy has none for it.
    fn index(&self, position: &Position, m: Move) -> Option<usize>;

    /// [`Policy::index`] for many moves of one position: what depends on the position alone is asked once.
    #[inline(always)]
    fn indices<'a>(&'a self, position: &'a Position) -> impl Fn(Move) -> Option<usize> + 'a
    where
        Self: Sized,
    {
        move |m| self.index(position, m)
    }

    /// The legal move of the position with this index, if there is one.
    fn legal_move(&self, position: &Position, index: usize) -> Option<Move>
    where
        Self: Sized,
    {
        move_among(self, position, crate::movegen::legal_moves(position), index)
    }
}

/// The first of some legal moves of a position that has this index.
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

/// A policy cannot be written as asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PolicyError {
    /// The buffer has another number of elements than the policy has indices.
    Size {
        /// How many indices the policy has.
        expected: usize,
        /// How many elements the buffer has.
        found: usize,
    },
    /// The policy has no index for a legal move.
    NoIndex {
        /// The policy's name.
        policy: &'static str,
        /// The move.
        m: Move,
    },
    /// No legal move of the position has the index.
    NoMove {
        /// The policy's name.
        policy: &'static str,
        /// The index.
        index: i64,
    },
}

impl fmt::Display for PolicyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PolicyError::Size { expected, found } => {
                write!(f, "the policy has {expected} indices, the buffer {found} elements")
            }
            PolicyError::NoIndex { policy, m } => write!(f, "{policy} has no index for {m} here"),
            PolicyError::NoMove { policy, index } => {
                write!(f, "no legal move has index {index} in {policy} here")
            }
        }
    }
}

impl std::error::Error for PolicyError {}

/// Writes 1 at the index of each legal move of a position, and 0 elsewhere.
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
/// When `mask` has not as many elements as there are indices (nothing is written then), or when the policy has no index
/// for a legal move.
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

/// [`legal_mask`] inside a task, into a buffer of the right size. Moves without an index are left out,
/// and the first of them is the error.
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
