//! Syzygy endgame tables: the result of a position with best play, and the distance to the next
//! capture or pawn move, for up to seven pieces.
//!
//! A set of tables is a folder of files, one for each material and kind (`KRPvKR.rtbw`). A file
//! stores a value for each position of the material without castling rights and en passant, up to
//! symmetry: the position is mapped to an index, the index to a compressed block of values.
//!
//! Where a capture decides, a file may store any value that compresses well, so captures, en passant
//! among them, are searched until the table decides ([`Tablebase::wdl`]).
//!
//! Results and distances to mate of up to four pieces can also be computed, without files
//! ([`Tablebase::generate`]).
//!
//! Files are not validated data: all sizes, offsets and codes are checked, when a file is opened or
//! where they are used. They are read, not mapped: a mapped file that another process truncates ends
//! the process.

mod error;
mod file;
mod index;
mod material;
mod mates;
mod pairs;
mod probe;
mod set;
mod table;

pub use error::{TableError, TableFile, TableKind};
pub use material::Material;
pub use probe::distance_of_zeroing;
pub use set::{DEFAULT_CACHE_BYTES, Tablebase};
