//! Decoding planes.

use super::error::{DecodeError, Decoded, Missing};
use super::setup::{double_push, may_capture_en_passant, put, put_pieces};
use crate::position::Setup;
use crate::tensor::alphazero::AlphaZero;
use crate::tensor::bits::from_side_of;
use crate::tensor::lc0::InputFormat;
use crate::tensor::pettingzoo::PettingZoo;
use crate::tensor::{Encoding, Layout, PlaneEncoding, Player, View};
use crate::types::{Bitboard, CastlingRights, CastlingSide, Color, Piece, PieceType, Square};

/// Decodes planes in the shape that [`planes`](crate::tensor::planes()) writes.
///
/// All elements must be exactly 0 or 1, except in channels of counts. Castling flags are decoded as
/// the outermost rook of the wing.
///
/// ```
/// use enroque::position::Position;
/// use enroque::tensor::{Encoding, History, Missing, PlaneEncoding, decode_planes, planes};
/// let encoding = Encoding::named("lc0", &[]).unwrap();
/// let start = Position::standard();
/// let mut array = vec![0.0f32; 112 * 64];
/// planes(&encoding, &History::new(start, encoding.en_passant()), &mut array).unwrap();
/// let decoded = decode_planes(&encoding, &array).unwrap();
/// assert_eq!(decoded.setup, start.to_setup());
/// assert_eq!(decoded.missing, [Missing::FullmoveNumber]);
/// ```
///
/// # Errors
/// If the array is not one of the encoding, or the encoding cannot be decoded: lc0's canonical
/// formats and composed planes.
pub fn decode_planes(encoding: &Encoding, array: &[f32]) -> Result<Decoded, DecodeError> {
    let channels = encoding.channels();
    if array.len() != channels * 64 {
        return Err(DecodeError::Size { expected: channels * 64, found: array.len() });
    }
    let planes = Planes { layout: encoding.layout(), channels, array };
    let mut decoded = Decoded { setup: Setup::EMPTY, missing: Vec::new() };
    let setup = &mut decoded.setup;
    match encoding {
        Encoding::Pieces(_) => {
            put_pieces(planes.pieces(0)?, Color::White, setup)?;
            decoded.missing = Missing::ALL.to_vec();
            return Ok(decoded);
        }
        Encoding::Tutorial14(_) => {
            put_pieces(planes.pieces(0)?.map(u64::swap_bytes), Color::White, setup)?;
            decoded.missing = Missing::ALL.to_vec();
            return Ok(decoded);
        }
        Encoding::Maia2(maia2) => {
            put_pieces(planes.pieces(0)?, Color::White, setup)?;
            setup.turn = if planes.is_set(12)? { Color::White } else { Color::Black };
            planes.flags(13, Color::White, [CastlingSide::King, CastlingSide::Queen], setup)?;
            setup.ep_square = Bitboard(planes.mask(17)?).first();
            decoded.missing = vec![Missing::HalfmoveClock, Missing::FullmoveNumber];
            if maia2.view == View::SideToMove {
                decoded.missing.insert(0, Missing::Turn);
            }
        }
        Encoding::Maia3(maia3) => {
            put_pieces(planes.pieces(12 * (maia3.history() - 1))?, Color::White, setup)?;
            decoded.missing = Missing::ALL.to_vec();
        }
        Encoding::OpenSpiel(_) => {
            for (n, piece_type) in PieceType::ALL.into_iter().rev().enumerate() {
                for (color, channel) in [(Color::White, 2 * n), (Color::Black, 2 * n + 1)] {
                    put(planes.mask(channel)?, Piece { color, piece_type }, setup)?;
                }
            }
            setup.turn = if planes.is_set(14)? { Color::White } else { Color::Black };
            setup.halfmove_clock = planes.count(15, 101.0)?;
            planes.flags(16, Color::White, [CastlingSide::Queen, CastlingSide::King], setup)?;
            if setup.halfmove_clock == 0 && may_capture_en_passant(setup) {
                decoded.missing.push(Missing::EnPassant);
            }
            decoded.missing.push(Missing::FullmoveNumber);
        }
        Encoding::PettingZoo(PettingZoo { player }) => {
            let us = if planes.is_set(4)? { Color::Black } else { Color::White };
            setup.turn = player.color(us);
            let mut pieces = planes.pieces(7)?;
            if pieces == [0; 12] {
                return Err(DecodeError::Start);
            }
            // after a double push, the pawn is on its back rank
            let passed = match player {
                Player::SideToMove => {
                    let pushed = pieces[6] & 0xFF << 56;
                    pieces[6] ^= pushed | pushed >> 24;
                    pushed >> 16
                }
                Player::Opponent => {
                    let pushed = pieces[0] & 0xFF;
                    pieces[0] ^= pushed | pushed << 24;
                    pushed << 16
                }
            };
            put_pieces(pieces, us, setup)?;
            setup.ep_square = Bitboard(from_side_of(us, passed)).first();
            planes.flags(0, us, [CastlingSide::King, CastlingSide::Queen], setup)?;
            // half of the clock, rounded down, and an empty mask from 128 on
            setup.halfmove_clock = 2 * (from_side_of(us, planes.mask(5)?).trailing_zeros() % 64);
            decoded.missing = vec![Missing::HalfmoveClock, Missing::FullmoveNumber];
        }
        Encoding::AlphaZero(AlphaZero { player, .. }) => {
            let us = if planes.is_set(112)? { Color::Black } else { Color::White };
            setup.turn = player.color(us);
            put_pieces(planes.pieces(0)?, us, setup)?;
            planes.flags(114, us, [CastlingSide::Queen, CastlingSide::King], setup)?;
            setup.ep_square = planes.double_push(14, us, *player)?;
            setup.halfmove_clock = planes.count(118, 100.0)?;
            // without history, a double push is not visible
            let is_first = planes.mask(14 + 5)? == 0;
            if is_first && setup.halfmove_clock == 0 && may_capture_en_passant(setup) {
                decoded.missing.push(Missing::EnPassant);
            }
            setup.fullmove_number = planes.count(113, 512.0)? / 2 + 1;
        }
        Encoding::Composed(_) => return Err(DecodeError::Composed),
        Encoding::Lc0(lc0) => {
            if lc0.format.is_canonical() {
                return Err(DecodeError::Canonical(lc0.format));
            }
            let us = if planes.is_set(108)? { Color::Black } else { Color::White };
            setup.turn = us;
            put_pieces(planes.pieces(0)?, us, setup)?;
            if lc0.format == InputFormat::Classical {
                planes.flags(104, us, [CastlingSide::Queen, CastlingSide::King], setup)?;
            } else {
                let rooks = planes.mask(104)? | planes.mask(105)?;
                setup.castling = CastlingRights(Bitboard(from_side_of(us, rooks)));
            }
            setup.ep_square = planes.double_push(13, us, Player::SideToMove)?;
            setup.halfmove_clock = planes.count(109, 1.0)?;
            decoded.missing = vec![Missing::FullmoveNumber];
        }
    }
    Ok(decoded)
}

/// The dense planes of one position.
struct Planes<'a> {
    layout: Layout,
    channels: usize,
    array: &'a [f32],
}

impl Planes<'_> {
    /// Returns an element by channel and bit of the mask.
    fn element(&self, channel: usize, bit: usize) -> f32 {
        let index = match self.layout {
            Layout::ChannelsFirst => 64 * channel + bit,
            Layout::ChannelsLast => (bit ^ 56) * self.channels + channel,
            Layout::SquaresFirst => bit * self.channels + channel,
        };
        self.array[index]
    }

    /// Returns the mask of a channel of ones and zeros.
    fn mask(&self, channel: usize) -> Result<u64, DecodeError> {
        let mut mask = 0;
        for bit in 0..64 {
            let value = self.element(channel, bit);
            if value == 1.0 {
                mask |= 1 << bit;
            } else if value != 0.0 {
                return Err(DecodeError::Channel { index: channel, value });
            }
        }
        Ok(mask)
    }

    /// Whether a channel is all ones; otherwise it must be all zeros.
    fn is_set(&self, channel: usize) -> Result<bool, DecodeError> {
        match self.mask(channel)? {
            0 => Ok(false),
            u64::MAX => Ok(true),
            _ => Err(DecodeError::Channel { index: channel, value: self.element(channel, 0) }),
        }
    }

    /// Returns the count of a channel that contains `count / divisor`.
    fn count(&self, channel: usize, divisor: f32) -> Result<u32, DecodeError> {
        let value = self.element(channel, 0);
        let count = (value * divisor).round();
        if !(0.0..=1e6).contains(&count) {
            return Err(DecodeError::Channel { index: channel, value });
        }
        Ok(count as u32)
    }

    /// Returns the masks of twelve channels of pieces.
    fn pieces(&self, first: usize) -> Result<[u64; 12], DecodeError> {
        let mut masks = [0; 12];
        for (n, mask) in masks.iter_mut().enumerate() {
            *mask = self.mask(first + n)?;
        }
        Ok(masks)
    }

    /// Sets the castling rights of four channels of flags, the own ones first, with the outermost
    /// rooks.
    fn flags(
        &self,
        first: usize,
        own: Color,
        sides: [CastlingSide; 2],
        setup: &mut Setup,
    ) -> Result<(), DecodeError> {
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
    fn double_push(
        &self,
        step: usize,
        us: Color,
        player: Player,
    ) -> Result<Option<Square>, DecodeError> {
        Ok(match player {
            Player::SideToMove => double_push(self.mask(6)?, self.mask(step + 6)?, us),
            Player::Opponent => {
                let (now, before) = (self.mask(0)?, self.mask(step)?);
                double_push(now.swap_bytes(), before.swap_bytes(), !us)
            }
        })
    }
}
