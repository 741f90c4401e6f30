//! Shared parts of decoders: decoded positions, dense planes, setups of pieces.

mod decoded;
mod dense_planes;
mod setup;

pub use decoded::{Decoded, Missing};
pub use dense_planes::DensePlanes;
pub(super) use dense_planes::check_size;
pub(super) use setup::{double_push, may_capture_en_passant, put, put_pieces};
