//! The class `RecordEncoding`.

use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::class::{self, EncodingClass, RowEncodingClass};
use crate::tensor::records::{BYTES, Field, RecordKind};

/// A kind of binary records, made by `enroque.encoding`.
///
/// Encodings are immutable and hashable; they are equal if their names are. `print` shows the
/// fields.
#[pyclass(frozen, module = "enroque")]
pub(in crate::python) struct RecordEncoding(RecordKind);

impl EncodingClass for RecordEncoding {
    class::wraps!(RecordKind, "records", |core| (core.name(), Vec::new()));
    class::row_texts!();

    fn set_fields(&self, dict: &Bound<'_, PyDict>) -> PyResult<()> {
        self.set_row_fields(dict)?;
        dict.set_item("bytes", BYTES)?;
        dict.set_item("fields", self.fields())?;
        dict.set_item("value_ranges", self.value_ranges())
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        vec![self.dtypes_line()]
    }

    fn items(&self) -> Vec<String> {
        let item = |field: Field| {
            let (bytes, low, high) = (field.bytes, field.low, field.high);
            format!("{}  bytes {} to {}  [{low}, {high}]", field.name, bytes.start, bytes.end - 1)
        };
        self.0.fields().into_iter().map(item).collect()
    }
}

impl RowEncodingClass for RecordEncoding {
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

class::methods!(RecordEncoding);
class::row_methods!(RecordEncoding);

#[pymethods]
impl RecordEncoding {
    /// The size of a record in bytes.
    #[getter]
    fn itemsize(&self) -> usize {
        BYTES
    }

    /// The name, first byte and number of bytes of each field; numbers are little-endian.
    #[getter]
    fn fields(&self) -> Vec<(&'static str, usize, usize)> {
        let field = |field: Field| (field.name, field.bytes.start, field.bytes.len());
        self.0.fields().into_iter().map(field).collect()
    }

    /// The smallest and the largest number of each field.
    #[getter]
    fn value_ranges(&self) -> Vec<(i64, u64)> {
        self.0.fields().into_iter().map(|field| (field.low, field.high)).collect()
    }
}
