//! Records of bulletformat.

use super::{BYTES, Field, Label, OTHER, Record, RecordError};
use super::{check_label, label_fields, piece_fields, read_pieces, sized, write_pieces};
use crate::position::{Position, Setup};
use crate::tensor::View;
use crate::tensor::decode::Decoded;
use crate::tensor::describe::Conventions;
use crate::types::{Bitboard, Color, Piece, PieceType, Square};

/// The first byte of the label.
const LABEL: usize = 24;

/// `"bullet"`; see [`bullet()`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Bullet;

impl Record for Bullet {
    fn name(&self) -> &'static str {
        "bullet"
    }

    fn fields(&self) -> Vec<Field> {
        let rest = [
            Field::new("own king's square", 27..28, 0, 63),
            Field::new("opponent's king's square, from the opponent's side", 28..29, 0, 63),
            Field::new("zeros", 29..32, 0, 0),
        ];
        piece_fields().into_iter().chain(label_fields(LABEL)).chain(rest).collect()
    }

    fn conventions(&self) -> Conventions {
        Conventions { source: "ChessBoard of the crate bulletformat 1.8", ..Conventions::default() }
    }

    fn view(&self) -> View {
        View::SideToMove
    }

    #[inline]
    fn write(&self, position: &Position, label: Label) -> Result<[u8; BYTES], RecordError> {
        bullet(position, label)
    }

    fn decode(&self, record: &[u8]) -> Result<Decoded, RecordError> {
        Ok(Decoded::of_pieces(read_bullet(record)?.0))
    }
}

/// Returns the bulletformat record (`ChessBoard` of the crate bulletformat), from the side to
/// move's side: the mask of occupied squares, a nibble for each piece (0 to 5 for pawn to king,
/// plus 8 for the opponent's), the score, the result, the own king's square and the opponent's
/// king's square from the opponent's side. For Black, the board is flipped by ranks. Castling
/// rights, en passant, clocks and the side to move are not encoded.
///
/// # Errors
/// If there are more than 32 pieces, or the result of the label is not 0, 1 or 2.
pub fn bullet(position: &Position, label: Label) -> Result<[u8; BYTES], RecordError> {
    check_label(label)?;
    let us = position.turn();
    let placement = position.placement();
    let seen = |square: Square| if us == Color::Black { square.mirror() } else { square };
    let occupied = placement.occupied().0;
    let occupied = Bitboard(if us == Color::Black { occupied.swap_bytes() } else { occupied });
    let own = placement.by_color(us);
    let nibble = |square: Square| {
        let square = seen(square);
        let other = if own.has(square) { 0 } else { OTHER };
        placement.type_at_unchecked(square) as u8 | other
    };
    let mut record = [0; BYTES];
    write_pieces(occupied, nibble, &mut record)?;
    record[24..26].copy_from_slice(&label.score.to_le_bytes());
    record[26] = label.result;
    record[27] = seen(position.king(us)) as u8;
    record[28] = seen(position.king(!us)) as u8 ^ 56;
    Ok(record)
}

/// Returns the setup of a bulletformat record, with the side to move as White, and its label.
///
/// # Errors
/// If the bytes are not a bulletformat record.
pub fn read_bullet(bytes: &[u8]) -> Result<(Setup, Label), RecordError> {
    let record = sized(bytes)?;
    let mut setup = Setup::EMPTY;
    for (square, nibble) in read_pieces(record)? {
        let color = if nibble & OTHER == 0 { Color::White } else { Color::Black };
        let piece_type = PieceType::from_index((nibble & 7).into());
        let piece_type = piece_type.ok_or(RecordError::Piece { square, nibble })?;
        setup.placement.put(square, Piece { color, piece_type });
    }
    let score = i16::from_le_bytes([record[24], record[25]]);
    let label = Label { score, result: record[26] };
    check_label(label)?;
    Ok((setup, label))
}
