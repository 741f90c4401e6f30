//! Many games as columns: start positions, moves, results, evaluations, clocks and tags.

mod arrows;
mod capacity;
mod columns;
mod criterion;
mod derived;
mod errors;
mod game;
mod headers;
mod identity;
mod origin;
mod push;
mod sample;
mod select;
mod start;
mod store;
mod tag_names;
mod tag_table;

pub use columns::{Columns, ColumnsError, SourceColumns};
pub use criterion::{Criterion, FilterCounts};
pub use derived::NO_DAY;
pub use errors::{GameError, GameErrorKind, MAX_GAME_ERRORS};
pub use game::GameRef;
pub use headers::{Headers, Tags};
pub use identity::SharesError;
pub use origin::NO_OFFSET;
pub use select::GameIndexError;
pub use start::{FIRST_DOUBLE_CODE, FIRST_OTHER_CODE, NO_START, STANDARD_CODE, code_starts};
pub use store::{Games, UNKNOWN_RESULT};
pub use tag_table::TagTable;

pub(crate) use identity::mixed;
pub(crate) use identity::start_fen;
pub(crate) use push::elo;

/// Offsets ascend from 0 to the number of what they count.
fn check_offsets(offsets: &[u64], end: usize) -> Result<(), &'static str> {
    let ascend = offsets.windows(2).all(|pair| pair[0] <= pair[1]);
    if offsets.first() == Some(&0) && offsets.last() == Some(&(end as u64)) && ascend {
        Ok(())
    } else {
        Err("the offsets do not ascend from 0 to the end")
    }
}
