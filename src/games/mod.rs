//! Many games: the columnar store, its parts, and how games come into it.

mod arrows;
pub mod batch;
mod columns;
mod compress;
mod criteria;
mod decompress;
mod derived;
mod errors;
mod feed;
mod filter;
pub mod formats;
mod game;
mod headers;
mod identity;
mod join;
mod judged;
pub mod loader;
mod origin;
mod part;
mod piece;
mod push;
mod read;
mod relay;
mod room;
mod sample;
mod select;
mod source;
mod split;
mod start;
mod store;
mod stream;
mod tag_names;
mod tag_table;
mod write;
mod zip;
mod zstd_frames;
mod zstd_parallel;

pub use columns::{Columns, ColumnsError, SourceColumns};
pub use compress::Compression;
pub use criteria::{Date, EcoRange, Pace, Sample, Wildcard};
pub use derived::NO_DAY;
pub use errors::{GameError, GameErrorKind, MAX_FAULTS};
pub use filter::{Cap, Criterion, Filter, Removed, Taken};
pub use game::GameRef;
pub use headers::{Headers, Tags};
pub use identity::SharesError;
pub use origin::NO_OFFSET;
pub use read::{Progress, ReadError, ReadOptions};
pub use select::GameIndexError;
pub use source::Source;
pub use split::{Split, plan_splits};
pub use start::{FIRST_DOUBLE_CODE, FIRST_OTHER_CODE, NO_START, STANDARD_CODE, code_starts};
pub use store::{Games, UNKNOWN_RESULT};
pub use stream::GameStream;
pub use tag_table::TagTable;
pub use write::{PgnOptions, WriteError};

#[cfg(feature = "python")]
pub(crate) use identity::start_fen;

/// Offsets ascend from 0 to the number of what they count.
fn check_offsets(offsets: &[u64], end: usize) -> Result<(), &'static str> {
    let ascend = offsets.windows(2).all(|pair| pair[0] <= pair[1]);
    if offsets.first() == Some(&0) && offsets.last() == Some(&(end as u64)) && ascend {
        Ok(())
    } else {
        Err("the offsets do not ascend from 0 to the end")
    }
}
