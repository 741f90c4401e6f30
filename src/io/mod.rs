//! Reading [`Games`](crate::games::Games) and writing PGN: sources, decompression, archives, the
//! parallel PGN reader, streams, splits and filters.

mod candidate;
mod chunk;
mod chunk_reader;
mod compress;
mod criteria;
mod decompress;
mod elo_bins;
mod error;
mod filter;
mod merge;
mod options;
mod parse;
mod pipeline;
mod pipeline_state;
mod read;
mod source;
mod split;
mod stream;
mod write;
mod zip;
mod zstd_frames;
mod zstd_parallel;

pub use compress::Compression;
pub use criteria::{Date, EcoRange, Sample, TimeControlClass, Wildcard};
pub use elo_bins::{EloBinCounts, EloBinLimit};
pub use error::ReadError;
pub use filter::Filter;
pub use options::{Progress, ReadOptions};
pub use source::Source;
pub use split::{Split, plan_splits};
pub use stream::GameStream;
pub use write::{PgnOptions, WriteError};

pub(crate) use compress::Encoder;
