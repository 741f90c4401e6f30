//! Sparse features of efficiently updatable neural networks (nnue-pytorch).
//!
//! A feature is a piece on a square, combined with the square of the own king of a perspective. A
//! position has active features for the perspectives of both players. Castling rights, en passant
//! and the side to move are not encoded.

use thiserror::Error;

use super::describe::Conventions;
use super::options::{self, KnownOption, NameError, OptionValue};
use crate::named_enum::named_enum;
use crate::position::Position;
use crate::types::{Color, PieceType, Square};

/// The maximum number of pieces of a position, and of active features.
pub const MAX_ACTIVE: usize = 32;

named_enum! {
    /// A feature set. Its name is that of nnue-pytorch, with the number of planes if that is ambiguous.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum FeatureSet {
        /// 41,024 features: all pieces but the kings. For Black, the board is rotated by 180 degrees.
        HalfKp = "HalfKP",
        /// 49,216 features: kings too. For Black, the board is flipped by ranks, as in all that follow.
        HalfKa = "HalfKA",
        /// 45,056 features: both kings share a plane, since their squares differ.
        HalfKaV2 = "HalfKAv2",
        /// 22,528 features: files are also flipped so that the own king is on the files e to h.
        HalfKaV2Hm = "HalfKAv2_hm",
        /// 24,576 features: the same with a plane for each king, as in nnue-pytorch since 2026.
        HalfKaV2Hm12 = "HalfKAv2_hm12",
    }
}

/// A position has too many pieces for sparse features.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the position has {0} pieces; features allow {MAX_ACTIVE} at most")]
pub struct TooManyPieces(pub u32);

impl FeatureSet {
    /// Returns the set of a name. There are no options.
    ///
    /// # Errors
    /// If the name is unknown, or an option is given.
    pub fn named(name: &str, options: &[(String, OptionValue)]) -> Result<FeatureSet, NameError> {
        let Some(set) = FeatureSet::from_name(name) else {
            let (kind, name) = ("feature set", name.to_owned());
            let known = FeatureSet::ALL.map(FeatureSet::name).to_vec();
            return Err(NameError::Unknown { kind, name, known });
        };
        options::configure(set.name(), options, |_| Ok(()))?;
        Ok(set)
    }

    /// The perspectives of a row, in order.
    pub const PERSPECTIVES: [&'static str; 2] = ["side to move", "opponent"];

    /// Returns the conventions of the set.
    pub fn conventions(self) -> Conventions {
        let (mut view, mut source) =
            ("each player: ranks flipped for Black", "nnue-pytorch, commit 6b2e13a");
        match self {
            FeatureSet::HalfKp => view = "each player: rotated by 180 degrees for Black",
            FeatureSet::HalfKa | FeatureSet::HalfKaV2 => {}
            FeatureSet::HalfKaV2Hm | FeatureSet::HalfKaV2Hm12 => {
                view = "each player: ranks flipped for Black, files flipped if the own king is on files a to d";
            }
        }
        if self == FeatureSet::HalfKaV2Hm12 {
            source = "nnue-pytorch, commit 9f72946";
        }
        Conventions { view, source, ..Conventions::default() }
    }

    /// Returns no options: no set has any.
    pub fn known_options(self) -> Vec<KnownOption> {
        Vec::new()
    }

    /// Whether positions that differ only in Chess960 castling rights are encoded differently.
    pub fn distinguishes_chess960(self) -> bool {
        false
    }

    /// The number of features.
    pub const fn size(self) -> usize {
        match self {
            FeatureSet::HalfKp => 64 * 641,
            FeatureSet::HalfKa => 64 * 769,
            FeatureSet::HalfKaV2 => 64 * 704,
            FeatureSet::HalfKaV2Hm => 32 * 704,
            FeatureSet::HalfKaV2Hm12 => 32 * 768,
        }
    }

    /// Returns the feature of a piece from a perspective with its own king on `king`; `None` for
    /// kings in [`FeatureSet::HalfKp`].
    #[inline(always)]
    pub const fn index(
        self,
        perspective: Color,
        king: Square,
        square: Square,
        piece_type: PieceType,
        color: Color,
    ) -> Option<u32> {
        let other = color as u32 ^ perspective as u32;
        let plane = 2 * piece_type as u32 + other;
        let (square, king) = (square as u32, king as u32);
        let is_black = matches!(perspective, Color::Black);
        let flip = if is_black { 56 } else { 0 };
        Some(match self {
            FeatureSet::HalfKp => {
                if matches!(piece_type, PieceType::King) {
                    return None;
                }
                let half_turn = if is_black { 63 } else { 0 };
                1 + (square ^ half_turn) + 64 * plane + 641 * (king ^ half_turn)
            }
            FeatureSet::HalfKa => 1 + (square ^ flip) + 64 * plane + 769 * (king ^ flip),
            FeatureSet::HalfKaV2 => (square ^ flip) + 64 * merge_kings(plane) + 704 * (king ^ flip),
            FeatureSet::HalfKaV2Hm | FeatureSet::HalfKaV2Hm12 => {
                let flip = if king % 8 < 4 { flip ^ 7 } else { flip };
                let king = king ^ flip;
                let bucket = (7 - king / 8) * 4 + (7 - king % 8);
                let square = square ^ flip;
                match self {
                    FeatureSet::HalfKaV2Hm => square + 64 * merge_kings(plane) + 704 * bucket,
                    _ => square + 64 * plane + 768 * bucket,
                }
            }
        })
    }

    /// Returns the part of the features that depends on the perspective and its king only.
    #[inline(always)]
    pub(crate) fn frame(self, perspective: Color, king: Square) -> Frame {
        let flip = match (self, perspective) {
            (FeatureSet::HalfKp, Color::Black) => 63,
            (_, Color::White) => 0,
            (_, Color::Black) => 56,
        };
        let is_mirrored = matches!(self, FeatureSet::HalfKaV2Hm | FeatureSet::HalfKaV2Hm12)
            && (king as u32) % 8 < 4;
        let flip = if is_mirrored { flip ^ 7 } else { flip };
        let mut offsets = [0; 12];
        // the square that is flipped to 0 has the first index of its plane
        let first = Square::from_low_bits(flip as u8);
        for (n, offset) in offsets.iter_mut().enumerate() {
            let (color, piece_type) = (Color::ALL[n / 6], PieceType::ALL[n % 6]);
            *offset = self.index(perspective, king, first, piece_type, color).unwrap_or(0);
        }
        Frame { flip, offsets }
    }

    /// Writes the active features of a position from a perspective, ordered by the squares of the
    /// pieces from a1 to h8 and padded with -1. Returns their number.
    ///
    /// ```
    /// use enroque::position::Position;
    /// use enroque::tensor::nnue::FeatureSet;
    /// use enroque::types::Color;
    /// let mut active = [0; 32];
    /// let count = FeatureSet::HalfKaV2Hm
    ///     .write(&Position::standard(), Color::White, &mut active)
    ///     .unwrap();
    /// assert_eq!((count, active[0]), (32, 22208));
    /// ```
    ///
    /// # Errors
    /// If there are more than 32 pieces; nothing is written then.
    #[inline]
    pub fn write(
        self,
        position: &Position,
        perspective: Color,
        active: &mut [i32; MAX_ACTIVE],
    ) -> Result<usize, TooManyPieces> {
        let placement = position.placement();
        let occupied = placement.occupied();
        if occupied.len() as usize > MAX_ACTIVE {
            return Err(TooManyPieces(occupied.len()));
        }
        let frame = self.frame(perspective, position.king(perspective));
        let white = placement.by_color(Color::White);
        let without_kings = match self {
            FeatureSet::HalfKp => occupied - placement.by_type(PieceType::King),
            _ => occupied,
        };
        let mut count = 0;
        for (out, square) in active.iter_mut().zip(without_kings) {
            let color = usize::from(!white.has(square));
            let piece = 6 * color + placement.type_at_unchecked(square).index();
            *out = frame.feature(square, piece) as i32;
            count += 1;
        }
        active[count..].fill(-1);
        Ok(count)
    }
}

/// The features of a perspective with its king: `(square ^ flip) + offset`, with an offset for each
/// piece.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Frame {
    flip: u32,
    offsets: [u32; 12],
}

impl Frame {
    /// Returns the feature of a piece, by its number: type, plus 6 for Black.
    #[inline(always)]
    pub(crate) fn feature(&self, square: Square, piece: usize) -> u32 {
        (square as u32 ^ self.flip) + self.offsets[piece]
    }
}

/// Returns the plane, with one plane for both kings.
const fn merge_kings(plane: u32) -> u32 {
    if plane > 10 { 10 } else { plane }
}

/// Returns the index of Stockfish's layer stack for a position, 0 to 7, by the number of pieces.
#[inline]
pub fn bucket(position: &Position) -> u32 {
    (position.placement().occupied().len() - 1) / 4
}
