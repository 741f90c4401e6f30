//! The behavior of the channels of planes under symmetries.

use std::ops::Range;

use super::symmetry::Symmetry;
use super::{Layout, View};
use crate::error::{CallError, ensure};
use crate::pool::{self, FirstError, Run};
use crate::types::Color;

/// The number of positions that a thread transforms at a time.
const POSITIONS_PER_JOB: usize = 64;

/// The effect of symmetries on the channels of an encoding.
///
/// A new one is that of channels of squares that stay where they are; its methods describe the
/// others.
#[derive(Clone, PartialEq, Debug)]
pub struct PlaneSymmetry {
    view: View,
    reverses_ranks: bool,
    white_to_move: Option<usize>,
    channels: Vec<Channel>,
    unpaired: Option<CallError>,
}

/// The behavior of a channel.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Channel {
    /// Whether it is ones for one color and zeros for the other.
    is_color: bool,
    /// Whether its squares are numbered from White's side in planes from the side to move's side.
    is_absolute: bool,
    /// Whether its squares are no squares of the board.
    is_fixed: bool,
    /// The source if files are reversed.
    mirrored: usize,
    /// The source if the colors are swapped, in planes from White's side.
    flipped: usize,
}

impl PlaneSymmetry {
    /// The symmetry of channels of squares.
    pub(super) fn new(view: View, channels: usize) -> PlaneSymmetry {
        let [is_color, is_absolute, is_fixed] = [false; 3];
        let squares = |n| Channel { is_color, is_absolute, is_fixed, mirrored: n, flipped: n };
        let channels = (0..channels).map(squares).collect();
        let (reverses_ranks, white_to_move, unpaired) = (false, None, None);
        PlaneSymmetry { view, reverses_ranks, white_to_move, channels, unpaired }
    }

    /// The first row is not the back rank of the view's player, but the other one.
    pub(super) fn reversing_ranks(mut self, reverses: bool) -> PlaneSymmetry {
        self.reverses_ranks = reverses;
        self
    }

    /// A channel is ones for one color and zeros for the other.
    pub(super) fn color(mut self, channel: usize) -> PlaneSymmetry {
        self.channels[channel].is_color = true;
        self
    }

    /// A channel is ones if White is to move, and zeros otherwise.
    pub(super) fn white_to_move(mut self, channel: usize) -> PlaneSymmetry {
        self.white_to_move = self.white_to_move.or(Some(channel));
        self.color(channel)
    }

    /// The squares of a channel are numbered from White's side, in planes from the side to move's.
    pub(super) fn absolute(mut self, channel: usize) -> PlaneSymmetry {
        self.channels[channel].is_absolute = true;
        self
    }

    /// A channel is a number, encoded as a square.
    pub(super) fn fixed(mut self, channel: usize) -> PlaneSymmetry {
        self.channels[channel].is_fixed = true;
        self
    }

    /// Four channels of castling rights: one player's on both wings, then the other's in the same
    /// order.
    pub(super) fn castling(mut self, first: usize) -> PlaneSymmetry {
        for n in 0..4 {
            self.channels[first + n].mirrored = first + (n ^ 1);
        }
        self.halves(first..first + 4)
    }

    /// The channels of White, then those of Black in the same order.
    pub(super) fn halves(mut self, range: Range<usize>) -> PlaneSymmetry {
        let half = range.len() / 2;
        for channel in range.start..range.start + half {
            self = self.pair(channel, channel + half);
        }
        self
    }

    /// Two channels with the same content for White and for Black.
    pub(super) fn pair(mut self, white: usize, black: usize) -> PlaneSymmetry {
        (self.channels[white].flipped, self.channels[black].flipped) = (black, white);
        self
    }

    /// A channel has the content that another one has for the other color.
    pub(super) fn source_of_flipped(mut self, channel: usize, other: usize) -> PlaneSymmetry {
        self.channels[channel].flipped = other;
        self
    }

    /// The colors cannot be swapped.
    pub(super) fn unpaired(mut self, error: CallError) -> PlaneSymmetry {
        self.unpaired.get_or_insert(error);
        self
    }

    /// Writes the planes of the symmetric positions on all cores; `name` and `layout` are those of
    /// the encoding, and `turn` returns the side to move of the n-th position.
    ///
    /// # Errors
    /// See [`Symmetry::planes`].
    pub(super) fn apply<T: Copy + PartialEq + Send + Sync>(
        &self,
        symmetry: Symmetry,
        (encoding, layout): (&'static str, Layout),
        (planes, out): (&[T], &mut [T]),
        [zero, one]: [T; 2],
        turn: impl Fn(usize) -> Option<Color> + Sync,
        run: Run<'_>,
    ) -> Result<(), CallError> {
        let channels = self.channels.len();
        let row = 64 * channels;
        ensure!(
            planes.len().is_multiple_of(row) && planes.len() == out.len(),
            Array("planes"),
            "the planes of a position have {row} elements, but the array has {}",
            planes.len()
        );
        let flips = symmetry == Symmetry::FlipColors;
        let is_white_view = self.view == View::White;
        if let Some(error) = self.unpaired.clone().filter(|_| flips && is_white_view) {
            return Err(error);
        }
        let needs_turn = is_white_view && symmetry.depends_on_view();
        let write = |n: usize, planes: &[T], out: &mut [T]| {
            let is_white = |channel| planes[layout.index(channels, channel, 0)] == one;
            let encoded_turn =
                || self.white_to_move.map(|channel| Color::ALL[usize::from(!is_white(channel))]);
            let turn = match needs_turn {
                true => symmetry.needed_turn(encoding, encoded_turn().or_else(|| turn(n)))?,
                false => Color::White,
            };
            let seen = match turn {
                Color::White => symmetry,
                Color::Black => symmetry.for_opponent(),
            };
            let seen = if self.reverses_ranks { seen.for_opponent() } else { seen };
            for (to, channel) in self.channels.iter().enumerate() {
                let from = match symmetry {
                    Symmetry::MirrorFiles => channel.mirrored,
                    Symmetry::FlipColors if is_white_view => channel.flipped,
                    _ => to,
                };
                let inverts = flips && channel.is_color;
                // planes relative to the side to move are unchanged if the colors are swapped
                let moves = match flips {
                    true => (is_white_view || channel.is_absolute) && !inverts,
                    false => !channel.is_fixed,
                };
                if layout == Layout::ChannelsFirst && !inverts {
                    let (from, to) = (&planes[64 * from..][..64], &mut out[64 * to..][..64]);
                    match moves {
                        true => seen.map_squares(from, to),
                        false => to.copy_from_slice(from),
                    }
                    continue;
                }
                for bit in 0..64 {
                    let value = planes[layout.index(channels, from, bit)];
                    let square = if moves { seen.map(bit as u8).into() } else { bit };
                    out[layout.index(channels, to, square)] = match inverts {
                        false => value,
                        true if value == zero => one,
                        true => zero,
                    };
                }
            }
            Ok(())
        };
        let first = FirstError::default();
        let size = POSITIONS_PER_JOB * row;
        let jobs = planes.chunks(size).zip(out.chunks_mut(size)).enumerate();
        pool::for_each(run, jobs, |(job, (planes, out))| {
            let rows = planes.chunks_exact(row).zip(out.chunks_exact_mut(row));
            for (n, (planes, out)) in (job * POSITIONS_PER_JOB..).zip(rows) {
                if let Err(error) = write(n, planes, out) {
                    first.note(n, error);
                }
            }
        })?;
        first.result()
    }
}

impl Symmetry {
    /// Copies 64 squares, a rank after the other, to their images.
    #[inline(always)]
    fn map_squares<T: Copy>(self, from: &[T], to: &mut [T]) {
        let origin = self.map(0);
        if self.map(1) ^ origin == 1 {
            for (rank, squares) in from.as_chunks::<8>().0.iter().enumerate() {
                let mut squares = *squares;
                if origin & 7 != 0 {
                    squares.reverse();
                }
                to[(8 * rank) ^ usize::from(origin & 56)..][..8].copy_from_slice(&squares);
            }
        } else {
            for (square, &value) in from.iter().enumerate() {
                to[usize::from(self.map(square as u8))] = value;
            }
        }
    }
}
