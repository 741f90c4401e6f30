//! Sparse features of efficiently updatable networks (nnue-pytorch): which inputs are 1.
//!
//! A feature is a piece on a square, together with the square of the perspective's own king. Every
//! position has two sets, one for each perspective; castling, en passant and the side to move are
//! not in them.

use std::fmt;

use super::options::{NameError, OptionValue, Options};
use crate::position::Position;
use crate::types::{Bitboard, Color, PieceType, Square};

/// The most pieces that a position may have, and so the most active features.
pub const MAX_ACTIVE: usize = 32;

/// A set of features.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FeatureSet {
    /// 41,024: all pieces but the kings. Black sees the board turned by half a circle.
    HalfKp,
    /// 49,216: kings too. Black sees the board flipped by ranks, as in all that follow.
    HalfKa,
    /// 45,056: both kings share a plane, since their squares differ.
    HalfKaV2,
    /// 22,528: and files are flipped so that the own king stands on the files e to h.
    HalfKaV2Hm,
    /// 24,576: the same with a plane for each king, as trainers of 2026 have it.
    HalfKaV2Hm12,
}

/// A position has more pieces than the features allow for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooManyPieces(pub u32);

impl fmt::Display for TooManyPieces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} pieces, and features are for {MAX_ACTIVE} at most", self.0)
    }
}

impl std::error::Error for TooManyPieces {}

impl FeatureSet {
    /// All sets.
    pub const ALL: [FeatureSet; 5] = [
        FeatureSet::HalfKp,
        FeatureSet::HalfKa,
        FeatureSet::HalfKaV2,
        FeatureSet::HalfKaV2Hm,
        FeatureSet::HalfKaV2Hm12,
    ];

    /// The names by which sets are asked for, in the order of [`FeatureSet::ALL`].
    pub const NAMES: &'static [&'static str] = &{
        let mut names = [""; FeatureSet::ALL.len()];
        let mut n = 0;
        while n < names.len() {
            names[n] = FeatureSet::ALL[n].key();
            n += 1;
        }
        names
    };

    /// The set of a name. It has no options.
    ///
    /// # Errors
    /// When the name is unknown, or an option is given.
    pub fn named(name: &str, options: &[(String, OptionValue)]) -> Result<FeatureSet, NameError> {
        let Some(set) = FeatureSet::ALL.into_iter().find(|set| set.key() == name) else {
            let (kind, name) = ("feature set", name.to_owned());
            return Err(NameError::Unknown { kind, name, known: FeatureSet::NAMES });
        };
        Options::new(set.key(), options).finish()?;
        Ok(set)
    }

    /// The name by which the set is asked for: nnue-pytorch's, with the number of planes where that
    /// is not enough.
    pub const fn key(self) -> &'static str {
        match self {
            FeatureSet::HalfKaV2Hm12 => "HalfKAv2_hm12",
            other => other.name(),
        }
    }

    /// The name that nnue-pytorch gives the set; the last two share it.
    pub const fn name(self) -> &'static str {
        match self {
            FeatureSet::HalfKp => "HalfKP",
            FeatureSet::HalfKa => "HalfKA",
            FeatureSet::HalfKaV2 => "HalfKAv2",
            FeatureSet::HalfKaV2Hm | FeatureSet::HalfKaV2Hm12 => "HalfKAv2_hm",
        }
    }

    /// How many features there are: indices run from 0 to one less.
    pub const fn size(self) -> usize {
        match self {
            FeatureSet::HalfKp => 64 * 641,
            FeatureSet::HalfKa => 64 * 769,
            FeatureSet::HalfKaV2 => 64 * 704,
            FeatureSet::HalfKaV2Hm => 32 * 704,
            FeatureSet::HalfKaV2Hm12 => 32 * 768,
        }
    }

    /// The index of a piece, from one perspective, whose king stands on `king`; `None` of a king in
    /// [`FeatureSet::HalfKp`].
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

    /// What is the same for all pieces of a position: see [`Frame`].
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
        // the square that is turned to 0 has the index of its plane's beginning
        let first = Square::from_low_bits(flip as u8);
        for (n, offset) in offsets.iter_mut().enumerate() {
            let (color, piece_type) = (Color::ALL[n / 6], PieceType::ALL[n % 6]);
            *offset = self.index(perspective, king, first, piece_type, color).unwrap_or(0);
        }
        Frame { flip, offsets }
    }

    /// What changes from one position to a later one, from one perspective: between neighbors of a
    /// game at most four features, whatever is on the board. [`Changes::is_refresh`] says that all are
    /// different, since the own king has gone to where other features are.
    ///
    /// ```
    /// use enroque::position::Position;
    /// use enroque::tensor::nnue::FeatureSet;
    /// use enroque::types::{Color, Move, Square};
    /// let start = Position::standard();
    /// let after = start.after(Move::new(Square::E2, Square::E4).unwrap());
    /// let changes = FeatureSet::HalfKaV2Hm.changes(&start, &after, Color::White);
    /// assert_eq!((changes.removed().len(), changes.added().len()), (1, 1));
    /// assert!(!changes.is_refresh());
    /// ```
    #[inline]
    pub fn changes(self, before: &Position, after: &Position, perspective: Color) -> Changes {
        let mut changes = Changes::default();
        let kings = (before.king(perspective), after.king(perspective));
        let frame = self.frame(perspective, kings.1);
        if kings.0 != kings.1 && frame != self.frame(perspective, kings.0) {
            changes.is_refresh = true;
            return changes;
        }
        self.for_each_change(before, after, |square, piece, comes| {
            let few = if comes { &mut changes.added } else { &mut changes.removed };
            few.try_push(frame.feature(square, piece));
        });
        changes
    }

    /// Goes through the pieces that leave a square and those that come to one between two positions, by
    /// square: with the piece's number (its kind; six more for Black's) and whether it comes.
    #[inline(always)]
    pub(crate) fn for_each_change(
        self,
        before: &Position,
        after: &Position,
        mut change: impl FnMut(Square, usize, bool),
    ) {
        let (old, new) = (before.placement(), after.placement());
        let kinds = PieceType::ALL.map(|kind| old.by_type(kind) ^ new.by_type(kind));
        let colors = Color::ALL.map(|color| old.by_color(color) ^ new.by_color(color));
        let changed = kinds.into_iter().chain(colors).fold(Bitboard::EMPTY, |all, set| all | set);
        for square in changed {
            for (placement, comes) in [(old, false), (new, true)] {
                if !placement.occupied().has(square) {
                    continue;
                }
                let piece_type = placement.type_at_unchecked(square);
                if self == FeatureSet::HalfKp && piece_type == PieceType::King {
                    continue;
                }
                let black = !placement.by_color(Color::White).has(square);
                change(square, piece_type.index() + 6 * usize::from(black), comes);
            }
        }
    }

    /// Writes the active features of a position from one perspective, by the pieces's squares from a1
    /// to h8, and -1 after them.
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
    /// When there are more than 32 pieces; nothing is written then.
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
        for (place, square) in active.iter_mut().zip(without_kings) {
            let color = usize::from(!white.has(square));
            let piece = 6 * color + placement.type_at_unchecked(square).index();
            *place = frame.feature(square, piece) as i32;
            count += 1;
        }
        active[count..].fill(-1);
        Ok(count)
    }
}

/// A piece on a square has the feature `(square ^ flip) + offset`, its offset by color and kind.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Frame {
    flip: u32,
    offsets: [u32; 12],
}

impl Frame {
    /// The feature of a piece, by its number: its kind, and six more for Black's.
    #[inline(always)]
    pub(crate) fn feature(&self, square: Square, piece: usize) -> u32 {
        (square as u32 ^ self.flip) + self.offsets[piece]
    }
}

/// Room for changes: as many as there are pieces, for positions that are no neighbors.
const MAX_CHANGES: usize = MAX_ACTIVE;

/// A few features.
#[derive(Clone, Copy, Debug)]
struct Few {
    indices: [u32; MAX_CHANGES],
    len: usize,
}

impl Default for Few {
    fn default() -> Few {
        Few { indices: [0; MAX_CHANGES], len: 0 }
    }
}

impl Few {
    /// Adds a feature if there is room.
    #[inline(always)]
    fn try_push(&mut self, feature: u32) {
        if let Some(place) = self.indices.get_mut(self.len) {
            *place = feature;
            self.len += 1;
        }
    }
}

/// The features that come and go from one position to a later one; see [`FeatureSet::changes`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Changes {
    removed: Few,
    added: Few,
    is_refresh: bool,
}

impl Changes {
    /// The features that are no longer active.
    pub fn removed(&self) -> &[u32] {
        &self.removed.indices[..self.removed.len]
    }

    /// The features that are active now and were not.
    pub fn added(&self) -> &[u32] {
        &self.added.indices[..self.added.len]
    }

    /// Whether all features are other ones: then neither list holds anything.
    pub fn is_refresh(&self) -> bool {
        self.is_refresh
    }
}

/// One plane for both kings.
const fn merge_kings(plane: u32) -> u32 {
    if plane > 10 { 10 } else { plane }
}

/// Which of Stockfish's eight output layers (and piece-square sums) a position belongs to, by the
/// number of its pieces.
#[inline]
pub fn bucket(position: &Position) -> u32 {
    (position.placement().occupied().len() - 1) / 4
}
