//! The class `Column`, the call that encodes columns, and the methods of sources of samples.

mod call;
mod class;
mod given;
mod methods;
pub(super) mod parameters;

pub(super) use call::{Call, Rows, SampleSource, SparseMatrix, named_columns};
pub(super) use class::Column;
pub(super) use methods::{method, methods, methods_in_progress};
pub(super) use parameters::{Parameter, value};
