//! The two players.

use std::fmt;
use std::ops::Not;

/// A player, or the color of that player's pieces.
///
/// ```
/// use enroque::types::Color;
/// assert_eq!(!Color::White, Color::Black);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Color {
    /// The player who moves first.
    White = 0,
    /// The player who moves second.
    Black = 1,
}

impl Color {
    /// Both colors, White first.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// 0 for White, 1 for Black.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The opponent.
    #[inline(always)]
    pub const fn other(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }

    /// The letter of the FEN side-to-move field: `w` or `b`.
    pub const fn letter(self) -> char {
        match self {
            Color::White => 'w',
            Color::Black => 'b',
        }
    }
}

impl Not for Color {
    type Output = Color;
    #[inline(always)]
    fn not(self) -> Color {
        self.other()
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::White => "white",
            Color::Black => "black",
        })
    }
}

/// A color known at compile time. Code that is generic over the side to move is compiled twice,
/// without branches on the color.
pub trait Side: Copy + Send + Sync + 'static {
    /// The color.
    const COLOR: Color;
    /// The opponent.
    type Other: Side<Other = Self>;
}

/// [`Color::White`] as a type.
#[derive(Clone, Copy, Debug)]
pub struct WhiteSide;

/// [`Color::Black`] as a type.
#[derive(Clone, Copy, Debug)]
pub struct BlackSide;

impl Side for WhiteSide {
    const COLOR: Color = Color::White;
    type Other = BlackSide;
}

impl Side for BlackSide {
    const COLOR: Color = Color::Black;
    type Other = WhiteSide;
}
