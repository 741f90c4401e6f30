//! A position in 32 bytes.

use crate::attacks::{Backend, dispatch, task};
use crate::position::{Position, Setup};
use crate::tensor::records::{self, BYTES, RecordError};

/// A legal position in 32 bytes: the record `"packed"` with the label 0, which has all fields of a
/// FEN, Chess960 and double Chess960 included; or no position, with no pieces.
///
/// ```
/// use enroque::position::Position;
/// use enroque::positions::PackedPosition;
/// let packed = PackedPosition::new(&Position::standard()).unwrap();
/// assert_eq!(packed.position(), Some(Position::standard()));
/// assert_eq!(PackedPosition::NONE.position(), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(transparent)]
pub struct PackedPosition([u8; BYTES]);

/// A position in both forms, or none.
type Validated = (PackedPosition, Option<Position>);

/// The first byte of the clocks.
const CLOCKS: usize = 25;

impl PackedPosition {
    /// Marks a row that could not be read.
    pub const NONE: PackedPosition = PackedPosition([0; BYTES]);

    /// Packs a position. The en-passant square is kept if a capture is legal.
    ///
    /// # Errors
    /// If there are more than 32 pieces, a halfmove clock above 255, or a move number above 65,535.
    pub fn new(position: &Position) -> Result<PackedPosition, RecordError> {
        records::pack(position, records::RecordLabel::default()).map(PackedPosition)
    }

    /// Packs a legal setup, which is not checked, with the legal en-passant square.
    ///
    /// # Errors
    /// As [`PackedPosition::new`].
    #[inline(always)]
    pub(crate) fn of_legal_setup<B: Backend>(
        backend: B,
        setup: &Setup,
    ) -> Result<PackedPosition, RecordError> {
        let ep_square = if setup.ep_square.is_some() { setup.legal_ep_square() } else { None };
        records::pack_setup(backend, setup, ep_square).map(PackedPosition)
    }

    /// Validates bytes.
    ///
    /// # Errors
    /// If they are neither those of a legal position nor all 0.
    pub fn from_bytes(bytes: [u8; BYTES]) -> Result<PackedPosition, RecordError> {
        PackedPosition::validated(&bytes).map(|(packed, _)| packed)
    }

    /// [`PackedPosition::from_bytes`], and the position without its key, if there is one.
    #[inline]
    pub(super) fn validated(bytes: &[u8; BYTES]) -> Result<Validated, RecordError> {
        if *bytes == [0; BYTES] {
            return Ok((PackedPosition::NONE, None));
        }
        dispatch(task!(|backend, bytes: &[u8; BYTES]| -> Result<Validated, RecordError> {
            let setup = records::unpack_setup(backend, bytes)?.repaired();
            let packed = PackedPosition::of_legal_setup(backend, &setup)?;
            if packed.0 != *bytes || !setup.has_legal_pieces(backend) {
                records::unpack(bytes)?; // the error, if it is one
            }
            Ok((packed, Some(Position::without_key(&setup))))
        }))
    }

    /// The bytes.
    pub const fn bytes(&self) -> &[u8; BYTES] {
        &self.0
    }

    /// The bytes of many.
    pub fn bytes_of(many: &[PackedPosition]) -> &[[u8; BYTES]] {
        // SAFETY: `PackedPosition` is a transparent array of bytes, so both slices have the same
        // layout. A copy of the column would take 32 MB for a million rows.
        unsafe { std::slice::from_raw_parts(many.as_ptr().cast(), many.len()) }
    }

    /// The bytes of pieces, castling rights, en-passant square and side to move, then zeros: equal
    /// if the positions are.
    pub(super) fn without_clocks(&self) -> [u8; BYTES] {
        let mut bytes = self.0;
        bytes[CLOCKS..].fill(0);
        bytes
    }

    /// Whether the row has no position.
    pub fn is_none(&self) -> bool {
        self.0[..8] == [0; 8]
    }

    /// The position, if there is one.
    pub fn position(&self) -> Option<Position> {
        let packed = self;
        dispatch(task!(|backend, packed: &PackedPosition| -> Option<Position> {
            packed.setup(backend).map(|setup| Position::of_legal_setup(&setup))
        }))
    }

    /// [`PackedPosition::position`] with a wrong key, which is not written in any format.
    pub(crate) fn without_key(&self) -> Option<Position> {
        let packed = self;
        dispatch(task!(|backend, packed: &PackedPosition| -> Option<Position> {
            packed.setup(backend).map(|setup| Position::without_key(&setup))
        }))
    }

    /// The legal setup, if there is a position.
    #[inline(always)]
    pub(crate) fn setup<B: Backend>(&self, backend: B) -> Option<Setup> {
        // the bytes were packed from a legal position
        if self.is_none() { None } else { records::unpack_setup(backend, &self.0).ok() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;

    #[test]
    fn every_field_of_a_fen_is_kept() {
        for text in [
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq - 2 9",
            "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 255 65535",
            "4k3/8/8/8/8/8/8/4K3 b - - 0 1",
        ] {
            let position = fen::read(text).unwrap();
            let packed = PackedPosition::new(&position).unwrap();
            assert_eq!(fen::write(&packed.position().unwrap()).as_str(), text);
            assert_eq!(PackedPosition::from_bytes(packed.0), Ok(packed));
            assert_eq!(PackedPosition::bytes_of(&[packed, packed]), [packed.0; 2]);
        }
        assert_eq!(PackedPosition::bytes_of(&[]), [[0; BYTES]; 0]);
    }

    #[test]
    fn what_does_not_fit_is_an_error() {
        for text in ["4k3/8/8/8/8/8/8/4K3 b - - 256 1", "4k3/8/8/8/8/8/8/4K3 b - - 0 65536"] {
            let error = PackedPosition::new(&fen::read(text).unwrap()).unwrap_err();
            assert!(matches!(error, RecordError::Clock(_)), "{error}");
        }
        let packed = PackedPosition::new(&Position::standard()).unwrap();
        for byte in 0..24 {
            let mut bytes = packed.0;
            bytes[byte] ^= 0xFF;
            // an illegal position, or another one, but never the same
            assert_ne!(PackedPosition::from_bytes(bytes), Ok(packed));
        }
    }
}
