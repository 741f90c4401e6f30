//! A position in 32 bytes.

use crate::attacks::{Backend, Task, dispatch};
use crate::position::{Position, Setup};
use crate::tensor::records::{self, BYTES, RecordError};
use crate::types::Square;

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

/// The first byte of the clocks.
const CLOCKS: usize = 25;

impl PackedPosition {
    /// No position: that of a row which could not be read.
    pub const NONE: PackedPosition = PackedPosition([0; BYTES]);

    /// Packs a position. The en-passant square is kept if a capture is legal.
    ///
    /// # Errors
    /// If there are more than 32 pieces, a halfmove clock above 255, or a move number above 65,535.
    #[inline]
    pub fn new(position: &Position) -> Result<PackedPosition, RecordError> {
        records::pack(position, records::Label::default()).map(PackedPosition)
    }

    /// Packs a legal setup, which is not checked, with the legal en-passant square.
    ///
    /// # Errors
    /// As [`PackedPosition::new`].
    #[inline(always)]
    pub(crate) fn of_legal_setup<B: Backend>(
        backend: B,
        setup: &Setup,
        ep_square: Option<Square>,
    ) -> Result<PackedPosition, RecordError> {
        records::pack_setup(backend, setup, ep_square).map(PackedPosition)
    }

    /// Validates bytes.
    ///
    /// # Errors
    /// If they are neither those of a legal position nor all 0.
    pub fn from_bytes(bytes: [u8; BYTES]) -> Result<PackedPosition, RecordError> {
        if bytes == [0; BYTES] {
            return Ok(PackedPosition::NONE);
        }
        PackedPosition::new(&records::unpack(&bytes)?.0)
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

    /// Whether there is no position.
    #[inline(always)]
    pub fn is_none(&self) -> bool {
        self.0[..8] == [0; 8]
    }

    /// The position, if there is one.
    pub fn position(&self) -> Option<Position> {
        struct Unpack<'a>(&'a PackedPosition);
        impl Task for Unpack<'_> {
            type Output = Option<Position>;
            #[inline(always)]
            fn run<B: Backend>(self, backend: B) -> Option<Position> {
                self.0.position_with(backend)
            }
        }
        dispatch(Unpack(self))
    }

    /// [`PackedPosition::position`] on a chosen backend.
    #[inline(always)]
    pub(crate) fn position_with<B: Backend>(&self, backend: B) -> Option<Position> {
        if self.is_none() {
            return None;
        }
        // the bytes were packed from a legal position
        let setup = records::unpack_setup(backend, &self.0).ok()?;
        Some(Position::of_legal_setup(&setup))
    }
}
