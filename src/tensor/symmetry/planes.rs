//! Symmetries of planes.

use super::{Symmetry, SymmetryError};
use crate::tensor::{Encoding, Layout, PlaneEncoding, Player, View};
use crate::types::Color;

impl Symmetry {
    /// Writes the planes of the symmetric positions; `planes` are the dense planes of any number of
    /// positions.
    ///
    /// Whether the positions have the symmetry is not checked, because planes do not always show
    /// it. The ply count of AlphaZero is unchanged under [`Symmetry::FlipColors`]. Under
    /// [`Symmetry::MirrorFiles`], planes of legal moves are wrong where castling differs in
    /// Chess960, and lc0's fill of missing history is that of the original first position.
    ///
    /// `turn` returns the side to move of the n-th position. It is called for quarter turns of
    /// planes from White's side that do not contain the side to move.
    ///
    /// # Errors
    /// If the encoding transforms the board itself, if the side to move or the part of the other
    /// player is missing, or if the sizes of `planes` and `out` are wrong.
    pub fn planes<T: Copy + PartialEq>(
        self,
        encoding: &Encoding,
        planes: &[T],
        out: &mut [T],
        [zero, one]: [T; 2],
        turn: impl Fn(usize) -> Option<Color>,
    ) -> Result<(), SymmetryError> {
        if let Encoding::Lc0(lc0) = encoding
            && lc0.format.is_canonical()
        {
            return Err(SymmetryError::Canonical(lc0.format));
        }
        let needs_turn = is_white_view(encoding) && self.depends_on_view();
        let turn_channel =
            (0..encoding.channels()).find(|&channel| is_turn_channel(encoding, channel));
        let channels = encoding.channels();
        let row = 64 * channels;
        if !planes.len().is_multiple_of(row) || planes.len() != out.len() {
            return Err(SymmetryError::Size { row, found: planes.len() });
        }
        let sources = (0..channels).map(|channel| self.source(encoding, channel));
        let sources = sources.collect::<Result<Vec<Source>, _>>()?;
        let layout = encoding.layout();
        let offset = |channel: usize, bit: usize| match layout {
            Layout::ChannelsFirst => 64 * channel + bit,
            Layout::ChannelsLast => (bit ^ 56) * channels + channel,
            Layout::SquaresFirst => bit * channels + channel,
        };
        for (n, (planes, out)) in
            planes.chunks_exact(row).zip(out.chunks_exact_mut(row)).enumerate()
        {
            let encoded_turn = || turn_channel.map(|channel| planes[offset(channel, 0)] == one);
            let turn = || match encoded_turn() {
                Some(true) => Some(Color::White),
                Some(false) => Some(Color::Black),
                None => turn(n),
            };
            let symmetry = match needs_turn {
                true => match turn() {
                    Some(Color::White) => self,
                    Some(Color::Black) => self.for_opponent(),
                    None => {
                        let encoding = encoding.name();
                        return Err(SymmetryError::Turn { encoding, symmetry: self });
                    }
                },
                false => self,
            };
            let symmetry = match is_flipped(encoding) {
                true => symmetry.for_opponent(),
                false => symmetry,
            };
            for (channel, source) in sources.iter().enumerate() {
                for bit in 0..64 {
                    let value = planes[offset(source.channel, bit)];
                    let to = if source.moves { symmetry.map(bit as u8).into() } else { bit };
                    out[offset(channel, to)] = match source.inverts {
                        false => value,
                        true if value == zero => one,
                        true => zero,
                    };
                }
            }
        }
        Ok(())
    }

    /// Returns the source of a channel of the symmetric planes.
    fn source(self, encoding: &Encoding, channel: usize) -> Result<Source, SymmetryError> {
        let same = Source { channel, moves: true, inverts: false };
        // PettingZoo encodes the halfmove clock as a square number
        let is_number = matches!(encoding, Encoding::PettingZoo(_)) && channel == 5;
        if self != Symmetry::FlipColors {
            let channel = match self {
                Symmetry::MirrorFiles => mirrored(encoding, channel),
                _ => channel,
            };
            return Ok(Source { channel, moves: !is_number, ..same });
        }
        let is_color = match encoding {
            Encoding::AlphaZero(_) => channel == 112,
            Encoding::Lc0(_) => channel == 108,
            Encoding::PettingZoo(_) => channel == 4,
            _ => is_turn_channel(encoding, channel),
        };
        if is_color {
            return Ok(Source { inverts: true, moves: false, ..same });
        }
        if !is_white_view(encoding) {
            // the planes are relative to the side to move, so they are unchanged
            return Ok(Source { moves: is_number, ..same });
        }
        let channel = match encoding {
            Encoding::Composed(composed) => composed
                .flipped(channel)
                .map_err(|(part, counterpart)| SymmetryError::Part { part, counterpart })?,
            Encoding::OpenSpiel(_) => match channel {
                0..=11 => channel ^ 1,
                16..=19 => 16 + (channel - 14) % 4,
                _ => channel,
            },
            Encoding::Maia2(_) => match channel {
                0..=11 => (channel + 6) % 12,
                13..=16 => 13 + (channel - 11) % 4,
                _ => channel,
            },
            Encoding::Tutorial14(_) => match channel {
                0..12 => (channel + 6) % 12,
                _ => channel ^ 1,
            },
            _ => (channel + 6) % 12,
        };
        Ok(Source { channel, ..same })
    }
}

/// The source of a channel of symmetric planes.
#[derive(Clone, Copy)]
struct Source {
    /// The channel of the original planes.
    channel: usize,
    /// Whether its squares are mapped.
    moves: bool,
    /// Whether ones and zeros are swapped.
    inverts: bool,
}

/// Whether a channel is ones if White is to move and zeros otherwise.
fn is_turn_channel(encoding: &Encoding, channel: usize) -> bool {
    match encoding {
        Encoding::Composed(composed) => composed.is_turn(channel),
        Encoding::Maia2(maia2) => maia2.view == View::White && channel == 12,
        Encoding::OpenSpiel(_) => channel == 14,
        _ => false,
    }
}

/// Whether the ranks are in the opposite order of the side to move's: in planes of the opponent
/// and, from White's side, in the tutorial planes.
fn is_flipped(encoding: &Encoding) -> bool {
    let player = match encoding {
        Encoding::AlphaZero(alphazero) => alphazero.player,
        Encoding::PettingZoo(pettingzoo) => pettingzoo.player,
        Encoding::Tutorial14(_) => return true,
        _ => return false,
    };
    player == Player::Opponent
}

/// Whether planes are from White's side always.
fn is_white_view(encoding: &Encoding) -> bool {
    match encoding {
        Encoding::Composed(composed) => composed.view() == View::White,
        Encoding::Pieces(pieces) => pieces.view == View::White,
        Encoding::Maia2(maia2) => maia2.view == View::White,
        Encoding::OpenSpiel(_) | Encoding::Tutorial14(_) => true,
        _ => false,
    }
}

/// Returns the source of a channel under a reversal of files: castling rights swap in pairs.
fn mirrored(encoding: &Encoding, channel: usize) -> usize {
    let first = match encoding {
        Encoding::AlphaZero(_) => 114,
        Encoding::Composed(composed) => return composed.mirrored(channel),
        Encoding::Lc0(_) => 104,
        Encoding::Maia2(_) => 13,
        Encoding::OpenSpiel(_) => 16,
        Encoding::PettingZoo(_) => 0,
        Encoding::Maia3(_) | Encoding::Pieces(_) | Encoding::Tutorial14(_) => return channel,
    };
    if (first..first + 4).contains(&channel) { first + ((channel - first) ^ 1) } else { channel }
}
