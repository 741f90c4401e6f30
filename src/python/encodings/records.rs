//! Kinds of records as an object.

use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::class::{self, Described, DescribesRows, headed};
use crate::tensor::records::{BYTES, RecordKind};
use crate::tensor::{Field, NameError, OptionValue};

/// A kind of binary records, made by `enroque.encoding`.
///
/// Encodings are immutable and hashable; they are equal if their names are. `print` shows the fields.
#[pyclass(frozen, module = "enroque")]
pub(in crate::python) struct RecordEncoding(RecordKind);

impl Described for RecordEncoding {
    type Core = RecordKind;
    const KIND: &'static str = "records";

    fn of(core: RecordKind) -> RecordEncoding {
        RecordEncoding(core)
    }

    fn core(&self) -> &RecordKind {
        &self.0
    }

    fn named(name: &str, options: &[(String, OptionValue)]) -> Result<RecordKind, NameError> {
        RecordKind::named(name, options)
    }

    fn called(core: &RecordKind) -> (&'static str, Vec<(String, OptionValue)>) {
        (core.name(), Vec::new())
    }

    fn conventions(&self) -> Vec<(&'static str, &'static str)> {
        headed(self.0.conventions())
    }

    fn set_fields(&self, dict: &Bound<'_, PyDict>) -> PyResult<()> {
        dict.set_item("shape", self.row_shape())?;
        dict.set_item("dtypes", self.row_dtypes())?;
        dict.set_item("bytes", BYTES)?;
        dict.set_item("fields", self.fields())?;
        dict.set_item("value_ranges", self.value_ranges())?;
        dict.set_item("chess960", self.distinguishes_chess960())
    }

    fn size(&self) -> String {
        class::shape_text(self)
    }

    fn head(&self) -> Vec<(&'static str, String)> {
        vec![("dtypes", self.row_dtypes().join(", "))]
    }

    fn parts(&self) -> Vec<String> {
        let part = |field: Field| {
            let (bytes, low, high) = (field.bytes, field.low, field.high);
            format!("{}  bytes {} to {}  [{low}, {high}]", field.name, bytes.start, bytes.end - 1)
        };
        self.0.fields().into_iter().map(part).collect()
    }
}

impl DescribesRows for RecordEncoding {
    fn row_shape(&self) -> Vec<usize> {
        vec![BYTES]
    }

    fn row_dtypes(&self) -> Vec<&'static str> {
        vec!["uint8"]
    }

    fn distinguishes_chess960(&self) -> bool {
        self.0.distinguishes_chess960()
    }
}

class::described!(RecordEncoding);
class::describes_rows!(RecordEncoding);

#[pymethods]
impl RecordEncoding {
    /// The size of a record in bytes.
    #[getter]
    fn itemsize(&self) -> usize {
        BYTES
    }

    /// Name, first byte and number of bytes of each field; numbers are little-endian.
    #[getter]
    fn fields(&self) -> Vec<(&'static str, usize, usize)> {
        let field = |field: Field| (field.name, field.bytes.start, field.bytes.len());
        self.0.fields().into_iter().map(field).collect()
    }

    /// The least and the greatest number of each field.
    #[getter]
    fn value_ranges(&self) -> Vec<(i64, u64)> {
        self.0.fields().into_iter().map(|field| (field.low, field.high)).collect()
    }
}
