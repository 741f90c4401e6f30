//! Descriptions of records.

use std::ops::Range;

use super::{Conventions, SIDE_TO_MOVE, WHITE};
use crate::tensor::records::RecordKind;

/// A field of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// The description.
    pub name: &'static str,
    /// The bytes.
    pub bytes: Range<usize>,
    /// The smallest number, or the smallest byte of a field of several numbers.
    pub low: i64,
    /// The largest number, or the largest byte of a field of several numbers.
    pub high: u64,
}

impl RecordKind {
    /// Returns the fields of a record in order. Numbers are little-endian.
    ///
    /// ```
    /// use enroque::tensor::records::{BYTES, RecordKind};
    /// let fields = RecordKind::Packed.fields();
    /// assert_eq!((fields[0].name, fields[0].bytes.clone()), ("occupied squares", 0..8));
    /// assert_eq!(fields.last().unwrap().bytes.end, BYTES);
    /// ```
    pub fn fields(self) -> Vec<Field> {
        let field = |name, bytes, low, high| Field { name, bytes, low, high };
        let score = |at: usize| {
            field(
                "score in centipawns",
                at..at + 2,
                i16::MIN.into(),
                i16::MAX.unsigned_abs().into(),
            )
        };
        let result = |at: usize| field("result: 0 lost, 1 drawn, 2 won", at..at + 1, 0, 2);
        let occupied = field("occupied squares", 0..8, 0, u64::MAX);
        let pieces = field("pieces, 4 bits each", 8..24, 0, u8::MAX.into());
        match self {
            RecordKind::Bullet => vec![
                occupied,
                pieces,
                score(24),
                result(26),
                field("own king's square", 27..28, 0, 63),
                field("opponent's king's square, from the opponent's side", 28..29, 0, 63),
                field("zeros", 29..32, 0, 0),
            ],
            RecordKind::Packed => vec![
                occupied,
                pieces,
                field(
                    "en-passant square, 64 for none; plus 128 if Black is to move",
                    24..25,
                    0,
                    192,
                ),
                field("halfmove clock", 25..26, 0, u8::MAX.into()),
                field("move number", 26..28, 0, u16::MAX.into()),
                score(28),
                result(30),
                field("zero", 31..32, 0, 0),
            ],
        }
    }

    /// Returns the conventions of the records.
    pub fn conventions(self) -> Conventions {
        match self {
            RecordKind::Bullet => Conventions {
                view: SIDE_TO_MOVE,
                en_passant: "not encoded",
                repetition: "not encoded",
                chess960: "castling rights are not encoded",
                source: "ChessBoard of the crate bulletformat 1.8",
            },
            RecordKind::Packed => Conventions {
                view: WHITE,
                en_passant: "the square passed is encoded if a capture is legal",
                repetition: "not encoded",
                chess960: "complete: rooks with a right have a separate code",
                source: "PackedBoard of the crate viriformat 3.0",
            },
        }
    }

    /// Whether positions that differ only in Chess960 castling rights are encoded differently.
    pub fn distinguishes_chess960(self) -> bool {
        self == RecordKind::Packed
    }
}
