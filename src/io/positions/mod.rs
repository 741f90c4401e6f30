//! Reading [`Positions`](crate::positions::Positions) from text: FENs, CSV, JSON lines, EPD, and
//! the text formats of programs that train networks.

mod convention;
mod csv;
mod epd;
mod format;
mod jsonl;
mod lichess_object;
mod plain;
mod reader;
mod role;
mod row_sink;
mod score;
mod scored;

pub use convention::{
    C9, Convention, Evaluation, Perspective, PositionFormat, PositionOptions, Unit,
};
pub use reader::{PositionReadError, PositionReader};
pub use role::Role;
