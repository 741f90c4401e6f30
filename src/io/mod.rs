//! Reading [`Games`](crate::games::Games) and writing PGN: sources, decompression, archives, the
//! parallel PGN reader, streams, splits and filters.

mod chunk;
mod chunk_reader;
mod codecs;
mod compress;
mod decompress;
mod error;
mod filter;
mod merge;
mod options;
mod parse;
mod pipeline;
mod pipeline_state;
mod positions;
mod read;
mod rows;
mod source;
mod split;
mod stream;
mod write;
mod zip;
mod zstd_frames;
mod zstd_parallel;

pub use compress::Compression;
pub use error::ReadError;
pub use filter::{
    Criterion, Date, DateRange, EcoRange, Filter, Fraction, RawValue, TimeControlClass, ValueError,
    ValueKind, Wildcard,
};
pub use options::{Progress, ReadOptions};
#[cfg(feature = "python")]
pub(crate) use positions::push_line;
pub use positions::{
    C9, Convention, Evaluation, FormatProblem, POSITION_SUFFIXES, Perspective, PositionFormat,
    PositionOptions, PositionReadError, PositionReader, Role, RowFormat, TableColumn, TableReader,
    TextColumn, Texts, Unit, WrittenRows,
};
pub use rows::{GameRows, RowTexts, RowsError};
pub use source::Source;
pub use split::{Split, plan_splits};
pub use stream::GameStream;
pub use write::{PgnOptions, WriteError};

pub(crate) use codecs::record_decoder;
pub(crate) use compress::Encoder;
#[cfg(feature = "python")]
pub(crate) use decompress::binary_format;
