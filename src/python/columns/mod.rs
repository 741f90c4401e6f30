//! The class `Column`, and the call that encodes columns.

mod argument;
mod call;
mod class;
pub(super) mod parameters;

pub(super) use call::{Call, SampleSource, named_columns};
pub(super) use class::{Column, InternalColumn};
pub(super) use parameters::policy_or_default;
