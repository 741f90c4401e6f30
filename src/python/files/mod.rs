//! Files and streams of games and positions: one reader and one writer, which Python opens.

mod reader;
mod records;
mod sources;
mod writer;

pub(super) use reader::FileReader;
pub(super) use records::{lc0_planes, lc0_v7, record_fens};
pub(super) use sources::{RaisedError, binary_format, plan_splits, source_of};
pub(super) use writer::{FileWriter, training_formats};
