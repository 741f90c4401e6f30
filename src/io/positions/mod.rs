//! Reading [`Positions`](crate::positions::Positions) from text, and writing them: FENs, CSV, JSON lines, EPD, and
//! the text formats of programs that train networks.

mod convention;
mod csv;
mod epd;
mod field;
mod fields;
mod format;
mod jsonl;
mod known_tables;
mod label_text;
mod lichess_object;
mod plain;
mod reader;
mod role;
mod row_sink;
mod score;
mod scored;
mod table;
mod texts;
mod write;
mod write_csv;

pub use convention::{
    C9, Convention, Evaluation, FormatProblem, Perspective, PositionFormat, PositionOptions, Unit,
};
#[cfg(feature = "python")]
pub(crate) use label_text::push_line;
pub use reader::{POSITION_SUFFIXES, PositionReadError, PositionReader};
pub use role::Role;
pub use table::{TableColumn, TableReader};
pub use texts::{TextColumn, Texts};
pub use write::{RowFormat, WrittenRows};
