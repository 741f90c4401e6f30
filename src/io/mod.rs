//! From bytes to [`Games`](crate::games::Games) and back: sources, decompression, archives, chunks of text, the
//! parallel PGN reader, streams, splits, filters, and writing PGN.

mod candidate;
mod chunk;
mod chunk_reader;
mod compress;
mod criteria;
mod decompress;
mod filter;
mod merge;
mod parse;
mod pipeline;
mod read;
mod source;
mod split;
mod stream;
mod write;
mod zip;
mod zstd_frames;
mod zstd_parallel;

pub use compress::Compression;
pub use criteria::{Date, EcoRange, Pace, Sample, Wildcard};
pub use filter::{Cap, Filter, Taken};
pub use read::{Progress, ReadError, ReadOptions};
pub use source::Source;
pub use split::{Split, plan_splits};
pub use stream::GameStream;
pub use write::{PgnOptions, WriteError};

pub(crate) use compress::zstd_encoder;
