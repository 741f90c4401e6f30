//! Columns made of arguments.

use pyo3::prelude::*;

use super::given::Given;
use crate::columns::{self as core, Dtype, NoVisits, PLANES_DTYPES};
use crate::python::arrays::{self, named};
use crate::python::encodings::{EncodingArgument, PolicyArgument};
use crate::python::errors::ArgumentError;
use crate::python::hints::DtypeArgument;
use crate::tensor::PolicyEncoding;

/// Whether an argument `dtype` is `"bits"`.
fn is_bits(dtype: Option<&DtypeArgument<'_>>) -> bool {
    dtype.is_some_and(|dtype| dtype.0.eq("bits").unwrap_or(false))
}

/// Returns a column whose dtype is chosen, else that of the array it is written to, else the
/// default.
fn with_dtype(
    dtype: Option<&DtypeArgument<'_>>,
    dtypes: &'static [Dtype],
    column: impl FnOnce(Dtype) -> core::Column,
) -> PyResult<Given> {
    let chosen = dtype.map(|dtype| arrays::dtype(&dtype.0, dtypes)).transpose()?;
    let column = column(chosen.unwrap_or(dtypes[0]));
    Ok(Given { column, free: if chosen.is_none() { dtypes } else { &[] } })
}

pub(in crate::python) fn planes_column(
    encoding: &EncodingArgument<'_>,
    dtype: Option<&DtypeArgument<'_>>,
) -> PyResult<Given> {
    let encoding = encoding.get()?;
    if is_bits(dtype) {
        return Ok(core::Column::PlanesBits(encoding).into());
    }
    with_dtype(dtype, &PLANES_DTYPES, |dtype| core::Column::Planes(encoding, dtype))
}

/// The dtypes of masks, the default first.
const MASK_DTYPES: [Dtype; 4] = [Dtype::Bool, Dtype::Float32, Dtype::Float16, Dtype::Uint8];

pub(in crate::python) fn mask_column(
    policy: PolicyEncoding,
    dtype: Option<&DtypeArgument<'_>>,
) -> PyResult<Given> {
    if is_bits(dtype) {
        return Ok(core::Column::LegalBits(policy).into());
    }
    with_dtype(dtype, &MASK_DTYPES, |dtype| core::Column::LegalMask(policy, dtype))
}

/// The dtypes of policy targets, the default first.
const TARGET_DTYPES: [Dtype; 2] = [Dtype::Float32, Dtype::Float16];

/// The names of what positions without visits get.
pub(super) const NO_VISITS: [(&str, NoVisits); 4] = [
    ("raise", NoVisits::Raise),
    ("zeros", NoVisits::Zeros),
    ("played", NoVisits::Played),
    ("skip", NoVisits::Skip),
];

/// Returns what positions without visits get.
pub(in crate::python) fn no_visits(on_missing: &str) -> PyResult<NoVisits> {
    named("on_missing", on_missing, &NO_VISITS, ArgumentError::new_err)
}

pub(in crate::python) fn target_column(
    policy: &PolicyArgument<'_>,
    dtype: Option<&DtypeArgument<'_>>,
    on_missing: &str,
) -> PyResult<Given> {
    let (policy, no_visits) = (policy.get()?, no_visits(on_missing)?);
    with_dtype(dtype, &TARGET_DTYPES, |dtype| core::Column::PolicyTarget(policy, no_visits, dtype))
}

/// Refuses to skip positions without visits where each position has a row.
pub(in crate::python) fn check_not_skipped(no_visits: NoVisits) -> PyResult<()> {
    if no_visits != NoVisits::Skip {
        return Ok(());
    }
    Err(ArgumentError::new_err(
        "on_missing must be \"raise\", \"zeros\" or \"played\" here, where each position has a row: only a \
         Loader can skip positions",
    ))
}
