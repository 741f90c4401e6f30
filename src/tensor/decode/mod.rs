//! Shared parts of decoders: decoded positions, errors, dense planes, setups of pieces.

mod dense_planes;
mod error;
mod setup;

pub use dense_planes::DensePlanes;
pub use error::{DecodeError, Decoded, Missing};
pub(super) use setup::{double_push, may_capture_en_passant, put, put_pieces};
