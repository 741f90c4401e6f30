//! Decoding planes, tokens and records to positions.

mod error;
mod planes;
mod setup;

pub use error::{DecodeError, Decoded, Missing};
pub use planes::decode_planes;
pub(super) use setup::{double_push, put_pieces};

use super::records::{self, RecordError, RecordKind};
use super::{TokenEncoding, chessbench};
use crate::notation::fen;
use crate::position::Setup;
use crate::types::{Color, Piece, PieceType, Square};

/// Decodes tokens.
///
/// # Errors
/// If the tokens are not those of a position.
pub fn decode_tokens(encoding: TokenEncoding, tokens: &[u8]) -> Result<Decoded, DecodeError> {
    let expected = encoding.count();
    if tokens.len() != expected {
        return Err(DecodeError::Size { expected, found: tokens.len() });
    }
    let vocabulary = encoding.vocabulary();
    if let Some(index) = tokens.iter().position(|&token| usize::from(token) >= vocabulary) {
        return Err(DecodeError::Token { index, value: tokens[index] });
    }
    match encoding {
        TokenEncoding::ChessBench => {
            let setup = fen::parse(&chessbench::fen(tokens)).map_err(DecodeError::Fen)?;
            Ok(Decoded { setup, missing: Vec::new() })
        }
        TokenEncoding::Squares(_) => {
            let mut setup = Setup::EMPTY;
            for (square, &token) in Square::ALL.into_iter().zip(tokens) {
                let Some(piece) = token.checked_sub(1) else { continue };
                let color = if piece < 6 { Color::White } else { Color::Black };
                if let Some(piece_type) = PieceType::from_index((piece % 6).into()) {
                    setup.placement.put(square, Piece { color, piece_type });
                }
            }
            // from the side to move's side the colors are unknown, from White's the side to move
            Ok(Decoded { setup, missing: Missing::ALL.to_vec() })
        }
    }
}

/// Decodes a record; its label is ignored.
///
/// # Errors
/// If the bytes are not a record of the kind.
pub fn decode_record(kind: RecordKind, record: &[u8]) -> Result<Decoded, RecordError> {
    match kind {
        RecordKind::Bullet => {
            let (setup, _) = records::read_bullet(record)?;
            Ok(Decoded { setup, missing: Missing::ALL.to_vec() })
        }
        RecordKind::Packed => {
            let (position, _) = records::unpack(record)?;
            Ok(Decoded { setup: position.to_setup(), missing: Vec::new() })
        }
    }
}
