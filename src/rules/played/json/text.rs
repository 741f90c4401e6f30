//! Values that JSON has as text.

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

use crate::notation::language::Language;
use crate::notation::style::Notation;
use crate::rules::{EventKind, Termination};
use crate::types::{Color, Move, PieceType, Square};

/// Implements serde's traits by functions that write and read text.
macro_rules! as_text {
    ($($type:ty: $write:expr, $read:expr, $error:literal;)*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(&$write(*self))
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                let text = String::deserialize(deserializer)?;
                $read(&text).ok_or_else(|| D::Error::custom(format!(concat!($error, " {:?}"), text)))
            }
        }
    )*};
}

as_text! {
    Color: |color| color, color, "expected white or black, not";
    Square: |square| square, |text: &str| text.parse().ok(), "expected a square, not";
    Move: |m| m, coordinates, "expected a move, not";
    EventKind: EventKind::name, EventKind::from_name, "unknown event";
    Termination: Termination::name, Termination::from_name, "unknown termination";
    Notation: Notation::name, Notation::from_name, "unknown notation";
    Language: Language::code, Language::from_code, "unknown language";
}

fn color(text: &str) -> Option<Color> {
    Color::ALL.into_iter().find(|color| color.to_string() == text)
}

/// Reads the coordinates of a move, with castling as king takes rook.
fn coordinates(text: &str) -> Option<Move> {
    let square = |range: std::ops::Range<usize>| text.get(range)?.parse::<Square>().ok();
    let (from, to) = (square(0..2)?, square(2..4)?);
    match &text[4..] {
        "" => Move::new(from, to),
        letter => Move::promotion(from, to, PieceType::from_letter(letter.parse().ok()?)?),
    }
}
