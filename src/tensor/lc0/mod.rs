//! Input planes, policy and training records of Leela Chess Zero, in all input formats.

mod canonical;
mod format;
mod planes;
mod policy;
mod v6;
mod v6_planes;
mod v7;

pub use canonical::Transform;
pub use format::{HistoryFill, InputFormat};
pub use planes::Lc0;
pub use policy::Lc0Policy;
pub use v6::{V6_BYTES, V6Record, V6Value, V7_BYTES, record_version};
pub use v6_planes::v6_planes;
pub use v7::{THETA, upgrade_to_v7};
