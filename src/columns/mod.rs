//! Arrays of samples: what a sample writes into a row, where samples come from, and the loop over
//! them on all cores.
//!
//! A [`Column`] is what a sample writes into one row of an array, a source of [`Samples`] is where
//! samples come from, and [`encode`] writes the rows of some columns for all samples. A column
//! knows of no source, and a source of no column.
//!
//! Arrays are row-major with one row for each sample, in the order of the samples, and do not depend
//! on the number of threads. Nothing is allocated for each sample beside a few words in a source.

mod array;
mod bytes;
mod column;
mod encode;
mod error;
mod evals_of_positions;
mod features;
mod fens;
mod game_samples;
mod label;
mod labels;
mod later;
mod moves;
mod needs;
mod packed;
mod phase;
mod planes;
mod position_samples;
mod positions_of_games;
mod ragged;
mod ragged_column;
mod sample;
mod sequence;
mod table;
mod tables;

pub use array::{Aligned, Array, Dtype, Elements, ElementsMut};
#[cfg(feature = "python")]
pub(crate) use array::{Any, each_dtype};
pub use column::{Column, PLANES_DTYPES};
pub(crate) use encode::encode_all;
pub use encode::{Output, encode};
pub(crate) use error::unsupported_row;
pub use error::{RowError, Unsupported};
pub use evals_of_positions::evals_of_positions;
pub use fens::fens;
pub use game_samples::{GameCursor, GameSamples};
pub use label::Label;
pub use later::{Ahead, Td, Temperature};
pub(crate) use moves::probability;
pub use needs::{Needs, NoVisits, OnMissing};
pub(crate) use packed::Packed;
pub use position_samples::{PositionCursor, PositionSamples};
pub use ragged::RaggedArrays;
pub use ragged_column::{RaggedColumn, encode_ragged};
pub use sample::{Histories, Labels, Sample, SampleHistory, Samples, Visits};
pub use sequence::{Pack, SequencePart, SequenceRow};
#[cfg(feature = "python")]
pub(crate) use table::columns;
pub use tables::Tables;
