//! Input formats of lc0, and the fill of missing history.

use crate::named_enum::named_enum;

/// The view of the canonical formats.
pub(super) const CANONICAL_VIEW: &str = "side to move, transformed to lc0's canonical orientation";

/// An input format of lc0: the variant of the 112 planes that a network was trained on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum InputFormat {
    /// 1, `INPUT_CLASSICAL_112_PLANE`: castling rights as four planes of ones or zeros, by wing,
    /// not by rook.
    #[default]
    Classical,
    /// 2, `INPUT_112_WITH_CASTLING_PLANE`: castling rights as the squares of the rooks, for
    /// Chess960.
    CastlingPlane,
    /// 3, `INPUT_112_WITH_CANONICALIZATION`: as 2, with an en-passant plane, a history that ends
    /// at irreversible moves, and a canonical board orientation without castling rights.
    Canonical,
    /// 4, `..._HECTOPLIES`: as 3, with the fifty-move count in hundreds.
    CanonicalHectoplies,
    /// 5, `..._V2`: as 4, with only repeated positions in the history.
    CanonicalV2,
    /// 132, `..._HECTOPLIES_ARMAGEDDON`: as 4, with a plane for the side to move.
    CanonicalHectopliesArmageddon,
    /// 133, `..._V2_ARMAGEDDON`: as 5, with a plane for the side to move.
    CanonicalV2Armageddon,
}

impl InputFormat {
    /// All formats, by number.
    pub const ALL: [InputFormat; 7] = [
        InputFormat::Classical,
        InputFormat::CastlingPlane,
        InputFormat::Canonical,
        InputFormat::CanonicalHectoplies,
        InputFormat::CanonicalV2,
        InputFormat::CanonicalHectopliesArmageddon,
        InputFormat::CanonicalV2Armageddon,
    ];

    /// The number in lc0's networks and training records.
    pub const fn number(self) -> u32 {
        match self {
            InputFormat::Classical => 1,
            InputFormat::CastlingPlane => 2,
            InputFormat::Canonical => 3,
            InputFormat::CanonicalHectoplies => 4,
            InputFormat::CanonicalV2 => 5,
            InputFormat::CanonicalHectopliesArmageddon => 132,
            InputFormat::CanonicalV2Armageddon => 133,
        }
    }

    /// The formats with their numbers, the default first.
    pub(super) fn numbers() -> [(u32, InputFormat); 7] {
        InputFormat::ALL.map(|format| (format.number(), format))
    }

    /// Returns the format with a number.
    ///
    /// ```
    /// use enroque::tensor::lc0::InputFormat;
    /// assert_eq!(InputFormat::from_number(2), Some(InputFormat::CastlingPlane));
    /// assert_eq!(InputFormat::from_number(6), None);
    /// ```
    pub fn from_number(number: u32) -> Option<InputFormat> {
        InputFormat::ALL.into_iter().find(|format| format.number() == number)
    }

    /// Whether castling rights are four planes of ones or zeros instead of the squares of the
    /// rooks.
    #[inline(always)]
    pub(super) const fn has_castling_flags(self) -> bool {
        matches!(self, InputFormat::Classical)
    }

    /// Whether the board is transformed and the history truncated: all formats from 3 on.
    #[inline(always)]
    pub const fn is_canonical(self) -> bool {
        !matches!(self, InputFormat::Classical | InputFormat::CastlingPlane)
    }

    /// Whether the fifty-move count is divided by 100.
    #[inline(always)]
    pub const fn has_hectoplies(self) -> bool {
        self.is_canonical() && !matches!(self, InputFormat::Canonical)
    }

    /// Whether the history has repeated positions only.
    #[inline(always)]
    pub const fn has_repeated_positions_only(self) -> bool {
        matches!(self, InputFormat::CanonicalV2 | InputFormat::CanonicalV2Armageddon)
    }

    /// Whether the format is canonical and has a plane for the side to move.
    #[inline(always)]
    pub const fn is_armageddon(self) -> bool {
        matches!(
            self,
            InputFormat::CanonicalHectopliesArmageddon | InputFormat::CanonicalV2Armageddon
        )
    }
}

named_enum! {
    /// The fill of the history planes before the first known position (lc0's `--history-fill`).
    ///
    /// If the first position has an en-passant square, the position before it is known too: the pawn
    /// was two ranks back. All fills show that position, and copies are copies of it, except in
    /// canonical formats, where en passant ends the history.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub enum HistoryFill {
        /// Copies of the first position, unless it is the standard start position. The default of lc0.
        #[default]
        FenOnly = "fen_only",
        /// Zeros, as in lc0's training data from self-play.
        No = "no",
        /// Copies of the first position.
        Always = "always",
    }
}
