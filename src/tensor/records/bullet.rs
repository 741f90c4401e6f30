//! Records of bulletformat.

use super::{BYTES, Field, Record, RecordError, RecordLabel};
use super::{
    check_label, invalid_piece, label_fields, piece_fields, read_pieces, sized, write_pieces,
};
use crate::attacks::{dispatch, task};
use crate::position::{Placement, Position, Setup};
use crate::tensor::View;
use crate::tensor::decode::Decoded;
use crate::tensor::describe::Conventions;
use crate::types::{Color, Square};

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
    fn write(&self, position: &Position, label: RecordLabel) -> Result<[u8; BYTES], RecordError> {
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
pub fn bullet(position: &Position, label: RecordLabel) -> Result<[u8; BYTES], RecordError> {
    check_label(label)?;
    let us = position.turn();
    let seen = |square: Square| if us == Color::Black { square.mirror() } else { square };
    type Record = [u8; BYTES];
    let mut record =
        dispatch(task!(|backend, position: &Position| -> Result<Record, RecordError> {
            let (placement, us) = (position.placement(), position.turn());
            let [ones, twos, fours] = placement.type_bits();
            let bits = [ones, twos, fours, placement.by_color(!us).0];
            let seen = |set: u64| if us == Color::Black { set.swap_bytes() } else { set };
            let mut record = [0; BYTES];
            write_pieces(backend, seen(placement.occupied().0), bits.map(seen), &mut record)?;
            Ok(record)
        }))?;
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
pub fn read_bullet(bytes: &[u8]) -> Result<(Setup, RecordLabel), RecordError> {
    type Pieces = Result<(u64, [u64; 4]), RecordError>;
    let record = sized(bytes)?;
    let (occupied, [ones, twos, fours, black]) =
        dispatch(task!(|backend, record: &[u8; BYTES]| -> Pieces {
            read_pieces(backend, record)
        }))?;
    let placement = Placement::from_type_bits([ones, twos, fours], occupied, black);
    let wrong = || invalid_piece(fours & twos, [ones, twos, fours, black]);
    let setup = Setup { placement: placement.ok_or_else(wrong)?, ..Setup::EMPTY };
    let score = i16::from_le_bytes([record[24], record[25]]);
    let label = RecordLabel { score, result: record[26] };
    check_label(label)?;
    Ok((setup, label))
}
