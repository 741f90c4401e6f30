//! Arrows and colored squares of comments.

use std::fmt;

use super::spaces::trim;
use crate::named_enum::named_enum;
use crate::types::Square;

named_enum! {
    /// The color of an arrow or square, by its letter.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum ArrowColor {
        /// `G`.
        Green = "green",
        /// `R`.
        Red = "red",
        /// `Y`.
        Yellow = "yellow",
        /// `B`.
        Blue = "blue",
    }
}

impl ArrowColor {
    fn letter(self) -> char {
        b"GRYB"[self as usize] as char
    }

    fn from_letter(letter: u8) -> Option<ArrowColor> {
        ArrowColor::ALL.into_iter().find(|color| color.letter() == char::from(letter))
    }
}

/// An arrow between two squares, or a marked square if they are the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arrow {
    /// The square where it begins.
    pub tail: Square,
    /// The square that it points to.
    pub head: Square,
    /// Its color.
    pub color: ArrowColor,
}

impl Arrow {
    /// Returns the arrow in 14 bits: the tail in the low 6, the head in the next 6, then the color
    /// (0 green, 1 red, 2 yellow, 3 blue).
    ///
    /// ```
    /// use enroque::pgn::Arrow;
    /// let arrow = Arrow::from_ascii(b"Ra1h8").unwrap();
    /// assert_eq!(arrow.bits(), 1 << 12 | 63 << 6);
    /// assert_eq!(Arrow::from_bits(arrow.bits()), Some(arrow));
    /// assert_eq!(Arrow::from_bits(1 << 14), None);
    /// ```
    pub fn bits(self) -> u16 {
        self.tail.index() as u16 | (self.head.index() as u16) << 6 | (self.color as u16) << 12
    }

    /// Returns the arrow of such bits; `None` if a higher bit is set.
    pub fn from_bits(bits: u16) -> Option<Arrow> {
        let square = |bits: u16| Square::from_low_bits(bits as u8 & 63);
        let color = *ArrowColor::ALL.get(usize::from(bits >> 12))?;
        Some(Arrow { tail: square(bits), head: square(bits >> 6), color })
    }

    /// Reads `Ge4` or `Re2e4`.
    pub fn from_ascii(text: &[u8]) -> Option<Arrow> {
        let (color, squares) = text.split_first()?;
        let color = ArrowColor::from_letter(*color)?;
        let (tail, head) = match *squares {
            [file, rank] => (Square::from_ascii(file, rank)?, Square::from_ascii(file, rank)?),
            [a, b, c, d] => (Square::from_ascii(a, b)?, Square::from_ascii(c, d)?),
            _ => return None,
        };
        Some(Arrow { tail, head, color })
    }
}

/// Writes the arrow as in a comment: `Ge4`, `Re2e4`.
impl fmt::Display for Arrow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.color.letter(), self.tail)?;
        if self.tail == self.head { Ok(()) } else { write!(f, "{}", self.head) }
    }
}

/// Reads the argument of `%csl` or `%cal`: `Ge4,Re2e4`. Items with a color that is not known are
/// skipped; the number of them is returned too. `None` if any item is not an arrow.
pub(super) fn read_arrows(text: &[u8]) -> Option<(Vec<Arrow>, usize)> {
    let (mut arrows, mut unknown) = (Vec::new(), 0);
    for item in text.split(|&byte| byte == b',').map(trim) {
        match (Arrow::from_ascii(item), item.split_first()) {
            (Some(arrow), _) => arrows.push(arrow),
            // a color of ChessBase
            (None, Some((b'A'..=b'Z', squares))) => {
                Arrow::from_ascii(&[b"G", squares].concat())?;
                unknown += 1;
            }
            _ => return None,
        }
    }
    Some((arrows, unknown))
}
