//! Many games as columns: start positions, moves, results, evaluations, clocks and tags.

mod accessors;
mod capacity;
mod columns;
mod derived;
mod elo_bins;
mod errors;
mod game;
mod headers;
mod identity;
mod move_texts;
mod origin;
mod players;
mod push;
mod replay;
mod sample;
mod select;
mod set_tags;
mod signature;
mod start;
mod store;
mod stored;
mod table;
mod tag_bytes;
mod tag_names;
mod tag_table;
mod with_columns;

pub use columns::{Columns, NO_START, SourceColumns};
pub use derived::NO_DAY;
pub use elo_bins::EloBinLimit;
pub(crate) use errors::OF_GAME;
pub use errors::{GameError, GameErrorKind, MAX_GAME_ERRORS};
pub use game::GameRef;
pub use headers::Headers;
pub use move_texts::MoveNotation;
pub use origin::NO_OFFSET;
pub use players::Players;
pub(crate) use push::PlayedMoves;
pub use set_tags::TagValues;
pub use signature::Counts;
pub(crate) use signature::{COUNTED, Limits, Signature, counts, home_pawns, promotion_flag};
pub(crate) use start::INVALID_START;
pub use start::{FIRST_DOUBLE_CODE, FIRST_OTHER_CODE, INVALID_START_CODE, STANDARD_CODE};
pub use store::Games;
pub use stored::{GameColumns, PlyColumns, PlyRow};
pub use table::{NO_NODES, UNKNOWN_RESULT};
pub use tag_bytes::Tags;
pub(crate) use tag_names::common_spelling;
pub use tag_table::TagTable;

pub(crate) use identity::{pgn_fingerprint, start_fen};
pub(crate) use push::elo;
pub(crate) use store::{result_number, result_of_number};
#[cfg(feature = "python")]
pub(crate) use table::stored_columns;
pub(crate) use table::{is_eval, is_result, is_value, is_wdl, is_weight};
pub(crate) use tag_bytes::push_leb128;
