//! A column as an argument states it.

use pyo3::prelude::*;

use crate::columns::{self as core, Dtype};
use crate::python::arrays;

/// A column, and the dtypes among which it takes that of the array it is written to.
#[derive(Clone)]
pub(in crate::python) struct Given {
    pub(in crate::python) column: core::Column,
    pub(in crate::python) free: &'static [Dtype],
}

impl Given {
    /// Returns the column for an array, if there is one.
    pub(super) fn for_array(&self, out: Option<&Bound<'_, PyAny>>) -> PyResult<core::Column> {
        let mut column = self.column.clone();
        if let [_, ..] = self.free {
            column.set_dtype(arrays::chosen_dtype(None, out, self.free)?);
        }
        Ok(column)
    }
}

impl From<core::Column> for Given {
    fn from(column: core::Column) -> Given {
        Given { column, free: &[] }
    }
}
