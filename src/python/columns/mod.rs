//! The class `Column`, and the call that encodes columns.

mod call;
mod class;
mod internal;
pub(super) mod parameters;

pub(super) use call::{Call, SampleSource};
pub(super) use class::Column;
pub(super) use class::named_columns;
pub(super) use internal::InternalColumn;
pub(super) use parameters::policy_or_default;
