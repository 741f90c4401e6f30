//! Whether rows can be written.

use super::{RowError, WriteRow};
use crate::attacks::Backend;
use crate::movegen::legal_moves_with;
use crate::position::Position;
use crate::tensor::nnue::{FeatureSet, MAX_ACTIVE};
use crate::tensor::{Policy, TokenEncoding};
use crate::types::Move;

/// Whether encodings can express a position: what [`super::Unsupported`] is about, asked beforehand.
/// Those that are not given are not asked.
#[derive(Clone, Copy, Debug)]
pub struct Supported<'a, P> {
    /// The move that was played has an index.
    pub policy: Option<&'a P>,
    /// Every legal move has an index.
    pub legal_mask: Option<&'a P>,
    /// The position has tokens.
    pub tokens: Option<TokenEncoding>,
    /// There are no more pieces than features are for.
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

/// As many as the largest encoding has, or more.
const MAX_TOKENS: usize = 128;
