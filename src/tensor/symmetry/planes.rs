//! What a symmetry does to planes.

use super::{Symmetry, SymmetryError};
use crate::tensor::{Encoding, Layout, PlaneEncoding, Player, View};
use crate::types::Color;

impl Symmetry {
    /// Turns dense planes, one position after the other, into those of the twins. Whether the
    /// positions have the symmetry is not checked: planes do not always tell. AlphaZero's count of
    /// plies stays as it is under [`Symmetry::FlipColors`], though the twin's is odd where this one is
    /// even; what shows where one may castle to is not that of a Chess960 twin under
    /// [`Symmetry::MirrorFiles`], and lc0's history before the first position differs if that is the start of
    /// standard chess.
    ///
    /// `turn` says whose move it is in the n-th position. It is asked for quarter turns, which are the
    /// side to move's, of planes that show White's side and do not tell.
    ///
    /// # Errors
    /// When the encoding turns the board itself, or shows White's side and it is not said whose move it is
    /// or parts that change places are not all there, or `planes` and `out` are not as long, or no whole positions.
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
        let asks_turn = shows_whites_side(encoding) && self.is_movers();
        let tells_turn = (0..encoding.channels()).find(|&channel| tells_turn(encoding, channel));
        let channels = encoding.channels();
        let row = 64 * channels;
        if !planes.len().is_multiple_of(row) || planes.len() != out.len() {
            return Err(SymmetryError::Size { row, found: planes.len() });
        }
        let rules = (0..channels).map(|channel| self.rule(encoding, channel));
        let rules = rules.collect::<Result<Vec<Rule>, _>>()?;
        let layout = encoding.layout();
        let place = |channel: usize, bit: usize| match layout {
            Layout::ChannelsFirst => 64 * channel + bit,
            Layout::ChannelsLast => (bit ^ 56) * channels + channel,
            Layout::SquaresFirst => bit * channels + channel,
        };
        for (n, (planes, out)) in
            planes.chunks_exact(row).zip(out.chunks_exact_mut(row)).enumerate()
        {
            let told = || tells_turn.map(|channel| planes[place(channel, 0)] == one);
            let turn = || match told() {
                Some(true) => Some(Color::White),
                Some(false) => Some(Color::Black),
                None => turn(n),
            };
            let seen = match asks_turn {
                true => match turn() {
                    Some(Color::White) => self,
                    Some(Color::Black) => self.seen_from_the_other_side(),
                    None => {
                        let encoding = encoding.name();
                        return Err(SymmetryError::View { encoding, symmetry: self });
                    }
                },
                false => self,
            };
            let seen = match is_flipped(encoding) {
                true => seen.seen_from_the_other_side(),
                false => seen,
            };
            for (channel, rule) in rules.iter().enumerate() {
                for bit in 0..64 {
                    let value = planes[place(rule.from, bit)];
                    let to = if rule.moves { seen.place(bit as u8).into() } else { bit };
                    out[place(channel, to)] = match rule.inverts {
                        false => value,
                        true if value == zero => one,
                        true => zero,
                    };
                }
            }
        }
        Ok(())
    }

    /// Where a channel of the twin's planes comes from.
    fn rule(self, encoding: &Encoding, channel: usize) -> Result<Rule, SymmetryError> {
        let stays = Rule { from: channel, moves: true, inverts: false };
        // PettingZoo's counter is a square that is a number
        let is_number = matches!(encoding, Encoding::PettingZoo(_)) && channel == 5;
        if self != Symmetry::FlipColors {
            let from = match self {
                Symmetry::MirrorFiles => mirrored(encoding, channel),
                _ => channel,
            };
            return Ok(Rule { from, moves: !is_number, ..stays });
        }
        let is_color = match encoding {
            Encoding::AlphaZero(_) => channel == 112,
            Encoding::Lc0(_) => channel == 108,
            Encoding::PettingZoo(_) => channel == 4,
            _ => tells_turn(encoding, channel),
        };
        if is_color {
            return Ok(Rule { inverts: true, moves: false, ..stays });
        }
        if !shows_whites_side(encoding) {
            // it is turned with the board
            return Ok(Rule { moves: is_number, ..stays });
        }
        let from = match encoding {
            Encoding::Composed(composed) => composed
                .flipped(channel)
                .map_err(|(part, partner)| SymmetryError::Part { part, partner })?,
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
        Ok(Rule { from, ..stays })
    }
}

/// Where a channel comes from, whether its squares move, and whether ones become zeros.
#[derive(Clone, Copy)]
struct Rule {
    from: usize,
    moves: bool,
    inverts: bool,
}

/// Whether a channel is ones if White is to move, and zeros else.
fn tells_turn(encoding: &Encoding, channel: usize) -> bool {
    match encoding {
        Encoding::Composed(composed) => composed.is_turn(channel),
        Encoding::Maia2(maia2) => maia2.view == View::White && channel == 12,
        Encoding::OpenSpiel(_) => channel == 14,
        _ => false,
    }
}

/// Whether the last rank of the side that is shown comes first: the player's who is not to move, seen by
/// him, and White's in tutorials.
fn is_flipped(encoding: &Encoding) -> bool {
    let player = match encoding {
        Encoding::AlphaZero(alphazero) => alphazero.player,
        Encoding::PettingZoo(pettingzoo) => pettingzoo.player,
        Encoding::Tutorial14(_) => return true,
        _ => return false,
    };
    player == Player::Opponent
}

fn shows_whites_side(encoding: &Encoding) -> bool {
    match encoding {
        Encoding::Composed(composed) => composed.view() == View::White,
        Encoding::Pieces(pieces) => pieces.view == View::White,
        Encoding::Maia2(maia2) => maia2.view == View::White,
        Encoding::OpenSpiel(_) | Encoding::Tutorial14(_) => true,
        _ => false,
    }
}

/// The channel that is this one's when the a-side becomes the h-side: castling rights come in pairs.
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
