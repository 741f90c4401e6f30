//! A column argument.

use pyo3::prelude::*;

use crate::columns::{self as core};
use crate::python::arrays;

/// A column, and whether it takes the dtype of the array it is written to.
#[derive(Clone)]
pub(in crate::python) struct ColumnArgument {
    pub(in crate::python) column: core::Column,
    pub(super) takes_dtype: bool,
}

impl ColumnArgument {
    /// Sets the dtype of a column: that of an argument, else the default.
    pub(super) fn new(
        mut column: core::Column,
        dtype: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<ColumnArgument> {
        let dtypes = column.dtypes();
        let takes_dtype = dtype.is_none() && !dtypes.is_empty();
        if let Some(dtype) = dtype {
            let is_bits = dtype.eq("bits").unwrap_or(false);
            column = match column.as_bits().filter(|_| is_bits) {
                Some(bits) => bits,
                None => with_dtype(column, arrays::dtype(dtype, dtypes)?),
            };
        } else if let [default, ..] = dtypes {
            column = with_dtype(column, *default);
        }
        Ok(ColumnArgument { column, takes_dtype })
    }

    /// Returns the column for an array, if there is one.
    pub(super) fn for_array(&self, out: Option<&Bound<'_, PyAny>>) -> PyResult<core::Column> {
        let column = self.column.clone();
        if !self.takes_dtype {
            return Ok(column);
        }
        let dtype = arrays::chosen_dtype(None, out, column.dtypes())?;
        Ok(with_dtype(column, dtype))
    }
}

fn with_dtype(mut column: core::Column, dtype: core::Dtype) -> core::Column {
    column.set_dtype(dtype);
    column
}

impl From<core::Column> for ColumnArgument {
    fn from(column: core::Column) -> ColumnArgument {
        ColumnArgument { column, takes_dtype: false }
    }
}
