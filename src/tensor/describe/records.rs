//! What the bytes of records hold.

use std::ops::Range;

use super::{Conventions, SIDE_TO_MOVE, WHITE};
use crate::tensor::records::RecordKind;

/// Some bytes of a record that hold one thing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// What they hold.
    pub name: &'static str,
    /// Which bytes.
    pub bytes: Range<usize>,
    /// The least number in them; of several numbers, of each.
    pub low: i64,
    /// The greatest number.
    pub high: u64,
}

impl RecordKind {
    /// The fields of a record in order. Numbers are little-endian.
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
        let result = |at: usize| field("result: lost, drawn, won", at..at + 1, 0, 2);
        let occupied = field("occupied squares", 0..8, 0, u64::MAX);
        let pieces = field("pieces, half a byte each", 8..24, 0, u8::MAX.into());
        match self {
            RecordKind::Bullet => vec![
                occupied,
                pieces,
                score(24),
                result(26),
                field("own king's square", 27..28, 0, 63),
                field("opponent's king's square, as he sees it", 28..29, 0, 63),
                field("zeros", 29..32, 0, 0),
            ],
            RecordKind::Packed => vec![
                occupied,
                pieces,
                field("en-passant square, 64 if none; 128 more if Black moves", 24..25, 0, 192),
                field("halfmove clock", 25..26, 0, u8::MAX.into()),
                field("move number", 26..28, 0, u16::MAX.into()),
                score(28),
                result(30),
                field("zero", 31..32, 0, 0),
            ],
        }
    }

    /// What the records take things for.
    pub fn conventions(self) -> Conventions {
        match self {
            RecordKind::Bullet => Conventions {
                view: SIDE_TO_MOVE,
                en_passant: "not shown",
                repetition: "not shown",
                chess960: "castling is not shown",
                source: "ChessBoard of the crate bulletformat 1.8",
            },
            RecordKind::Packed => Conventions {
                view: WHITE,
                en_passant: "the square passed shows where a capture is legal",
                repetition: "not shown",
                chess960: "complete: rooks with a right have a number of their own",
                source: "PackedBoard of the crate viriformat 3.0",
            },
        }
    }

    /// Whether Chess960's castling rights show with their rooks.
    pub fn distinguishes_chess960(self) -> bool {
        self == RecordKind::Packed
    }
}
