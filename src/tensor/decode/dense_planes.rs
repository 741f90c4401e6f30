//! Reading dense planes.

use super::setup::double_push;
use crate::error::{CallError, call_error, ensure};
use crate::position::Setup;
use crate::tensor::{Layout, Player};
use crate::types::{Bitboard, CastlingRights, CastlingSide, Color, PieceType, Square};

/// The dense planes of one position.
#[derive(Debug)]
pub struct DensePlanes<'a> {
    layout: Layout,
    channels: usize,
    array: &'a [f32],
}

/// Checks the number of elements of an array.
///
/// # Errors
/// If it is not that of the encoding.
pub(in crate::tensor) fn check_size(expected: usize, found: usize) -> Result<(), CallError> {
    ensure!(
        expected == found,
        Array("array"),
        "the encoding has {expected} elements, but the array has {found}"
    );
    Ok(())
}

fn invalid_value(value: f32, channel: usize) -> CallError {
    call_error!(Encoding("array"), "invalid value {value} in channel {channel}")
}

impl<'a> DensePlanes<'a> {
    /// Returns the planes of an array.
    ///
    /// # Errors
    /// If the array does not have `channels * 64` elements.
    pub(in crate::tensor) fn new(
        layout: Layout,
        channels: usize,
        array: &'a [f32],
    ) -> Result<DensePlanes<'a>, CallError> {
        check_size(channels * 64, array.len())?;
        Ok(DensePlanes { layout, channels, array })
    }

    /// Returns an element by channel and bit of the mask.
    fn element(&self, channel: usize, bit: usize) -> f32 {
        self.array[self.layout.index(self.channels, channel, bit)]
    }

    /// Returns the mask of a channel of ones and zeros.
    pub(in crate::tensor) fn mask(&self, channel: usize) -> Result<u64, CallError> {
        let mut mask = 0;
        for bit in 0..64 {
            let value = self.element(channel, bit);
            if value == 1.0 {
                mask |= 1 << bit;
            } else if value != 0.0 {
                return Err(invalid_value(value, channel));
            }
        }
        Ok(mask)
    }

    /// Whether a channel is all ones; otherwise it must be all zeros.
    pub(in crate::tensor) fn is_set(&self, channel: usize) -> Result<bool, CallError> {
        match self.mask(channel)? {
            0 => Ok(false),
            u64::MAX => Ok(true),
            _ => Err(invalid_value(self.element(channel, 0), channel)),
        }
    }

    /// Returns the count of a channel that contains `count / divisor`.
    pub(in crate::tensor) fn count(&self, channel: usize, divisor: f32) -> Result<u32, CallError> {
        let value = self.element(channel, 0);
        let count = (value * divisor).round();
        if !(0.0..=1e6).contains(&count) {
            return Err(invalid_value(value, channel));
        }
        Ok(count as u32)
    }

    /// Returns the masks of twelve channels of pieces.
    pub(in crate::tensor) fn pieces(&self, first: usize) -> Result<[u64; 12], CallError> {
        let mut masks = [0; 12];
        for (n, mask) in masks.iter_mut().enumerate() {
            *mask = self.mask(first + n)?;
        }
        Ok(masks)
    }

    /// Sets the castling rights of four channels of flags, the own ones first, with the outermost
    /// rooks.
    pub(in crate::tensor) fn flags(
        &self,
        first: usize,
        own: Color,
        sides: [CastlingSide; 2],
        setup: &mut Setup,
    ) -> Result<(), CallError> {
        let mut rooks = Bitboard::EMPTY;
        let mut channel = first;
        for color in [own, !own] {
            for side in sides {
                let is_set = self.is_set(channel)?;
                channel += 1;
                let back_rank = Bitboard::from_rank(color.back_rank());
                let candidates = setup.placement.pieces(color, PieceType::Rook) & back_rank;
                let rook = match side {
                    CastlingSide::King => candidates.last(),
                    CastlingSide::Queen => candidates.first(),
                };
                if let Some(rook) = rook.filter(|_| is_set) {
                    rooks = rooks.with(rook);
                }
            }
        }
        setup.castling = CastlingRights(rooks);
        Ok(())
    }

    /// [`double_push`] of planes from the side of `us`, with the previous position `step` channels
    /// later.
    pub(in crate::tensor) fn double_push(
        &self,
        step: usize,
        us: Color,
        player: Player,
    ) -> Result<Option<Square>, CallError> {
        Ok(match player {
            Player::SideToMove => double_push(self.mask(6)?, self.mask(step + 6)?, us),
            Player::Opponent => {
                let (now, before) = (self.mask(0)?, self.mask(step)?);
                double_push(now.swap_bytes(), before.swap_bytes(), !us)
            }
        })
    }
}
