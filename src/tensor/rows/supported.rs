//! Whether encodings can express a position.

use super::{RowError, WriteRow};
use crate::attacks::Backend;
use crate::movegen::legal_moves_with;
use crate::position::Position;
use crate::tensor::nnue::{FeatureSet, MAX_ACTIVE};
use crate::tensor::{Policy, TokenEncoding};
use crate::types::Move;

/// Whether all given encodings can express a position.
#[derive(Clone, Copy, Debug)]
pub struct Supported<'a, P> {
    /// The policy must have an index for the move played.
    pub policy: Option<&'a P>,
    /// The policy must have an index for each legal move.
    pub legal_mask: Option<&'a P>,
    /// The position must have tokens.
    pub tokens: Option<TokenEncoding>,
    /// The position must not have too many pieces for features.
    pub features: Option<FeatureSet>,
}

impl<P: Policy> WriteRow<&mut [bool]> for Supported<'_, P> {
    type State = Position;

    fn width(&self) -> usize {
        1
    }

    fn needs_move(&self) -> bool {
        self.policy.is_some()
    }

    #[inline(always)]
    fn write<B: Backend>(
        &self,
        backend: B,
        position: &Position,
        next: Option<Move>,
        row: &mut &mut [bool],
    ) -> Result<(), RowError> {
        let is_known = |policy: &P, m: Move| policy.index(position, m).is_some();
        let mut tokens = [0; MAX_TOKENS];
        row.fill(
            self.policy.is_none_or(|policy| next.is_none_or(|m| is_known(policy, m)))
                && self.legal_mask.is_none_or(|policy| {
                    legal_moves_with(backend, position).iter().all(|&m| is_known(policy, m))
                })
                && self.tokens.is_none_or(|encoding| {
                    let tokens = tokens.get_mut(..encoding.count());
                    tokens.is_some_and(|tokens| encoding.write(position, tokens).is_ok())
                })
                && self
                    .features
                    .is_none_or(|_| position.placement().occupied().len() as usize <= MAX_ACTIVE),
        );
        Ok(())
    }
}

/// An upper bound of the number of tokens of a position.
const MAX_TOKENS: usize = 128;
