//! Which of lc0's input formats, and what stands before the first position.

/// An input format of lc0: the variant of the 112 planes that a network was trained on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum InputFormat {
    /// 1, `INPUT_CLASSICAL_112_PLANE`: castling rights as four whole planes. Chess960's rights are
    /// told by wing, not by rook.
    #[default]
    Classical,
    /// 2, `INPUT_112_WITH_CASTLING_PLANE`: castling rights as the squares of the rooks. The one for
    /// Chess960.
    CastlingPlane,
    /// 3, `INPUT_112_WITH_CANONICALIZATION`: as 2, with en passant as a plane, a history that ends
    /// where it cannot matter, and the board turned to a canonical side when nobody may castle.
    Canonical,
    /// 4, `..._HECTOPLIES`: as 3, with the fifty-move count in hundreds.
    CanonicalHectoplies,
    /// 5, `..._V2`: as 4, with only repeated positions in the history.
    CanonicalV2,
    /// 132, `..._HECTOPLIES_ARMAGEDDON`: as 4, with the side to move told.
    CanonicalHectopliesArmageddon,
    /// 133, `..._V2_ARMAGEDDON`: as 5, with the side to move told.
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

    /// The number that lc0's networks and training records carry.
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

    /// The format with this number, if there is one.
    ///
    /// ```
    /// use enroque::tensor::lc0::InputFormat;
    /// assert_eq!(InputFormat::from_number(2), Some(InputFormat::CastlingPlane));
    /// assert_eq!(InputFormat::from_number(6), None);
    /// ```
    pub fn from_number(number: u32) -> Option<InputFormat> {
        InputFormat::ALL.into_iter().find(|format| format.number() == number)
    }

    /// Whether castling rights are four whole planes instead of the squares of the rooks.
    #[inline(always)]
    pub(super) const fn has_castling_flags(self) -> bool {
        matches!(self, InputFormat::Classical)
    }

    /// Whether the board is turned and the history cut: every format from 3 on.
    #[inline(always)]
    pub const fn is_canonical(self) -> bool {
        !matches!(self, InputFormat::Classical | InputFormat::CastlingPlane)
    }

    /// Whether the fifty-move count is divided by 100.
    #[inline(always)]
    pub const fn has_hectoplies(self) -> bool {
        self.is_canonical() && !matches!(self, InputFormat::Canonical)
    }

    /// Whether the history holds repeated positions only.
    #[inline(always)]
    pub const fn has_repeated_positions_only(self) -> bool {
        matches!(self, InputFormat::CanonicalV2 | InputFormat::CanonicalV2Armageddon)
    }

    /// Whether a plane of a canonical format tells who moves.
    #[inline(always)]
    pub const fn is_armageddon(self) -> bool {
        matches!(
            self,
            InputFormat::CanonicalHectopliesArmageddon | InputFormat::CanonicalV2Armageddon
        )
    }
}

/// What fills the history planes before the first known position (lc0's `--history-fill`).
///
/// If the first position comes with an en-passant square, the position before it is known too: the
/// pawn stood two ranks back. Every fill shows that one; the copies that the other two repeat are
/// copies of it. (Not in canonical formats, where en passant ends the history.)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum HistoryFill {
    /// Zeros. What lc0's self-play writes into training data.
    No,
    /// Copies of the first position, unless it is the start of standard chess, which nothing
    /// precedes. What lc0 plays with.
    #[default]
    FenOnly,
    /// Copies of the first position.
    Always,
}
