//! The class `FeatureEncoding`.

use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::class::{self, EncodingClass, RowEncodingClass, with_headings};
use crate::tensor::OptionValue;
use crate::tensor::nnue::{FeatureSet, MAX_ACTIVE};

/// A set of sparse features, made by `enroque.encoding`.
///
/// Encodings are immutable and hashable; they are equal if their names are.
#[pyclass(frozen, module = "enroque")]
pub(in crate::python) struct FeatureEncoding(FeatureSet);

impl EncodingClass for FeatureEncoding {
    class::wraps!(FeatureSet, "features");

    fn name_and_options(core: &FeatureSet) -> (&'static str, Vec<(String, OptionValue)>) {
        (core.key(), Vec::new())
    }

    fn conventions(&self) -> Vec<(&'static str, &'static str)> {
        with_headings(self.0.conventions())
    }

    fn set_fields(&self, dict: &Bound<'_, PyDict>) -> PyResult<()> {
        self.set_row_fields(dict)?;
        dict.set_item("perspectives", self.perspectives())?;
        dict.set_item("inputs", self.0.size())?;
        dict.set_item("active", MAX_ACTIVE)?;
        dict.set_item("value_ranges", self.value_ranges())
    }

    fn size_text(&self) -> String {
        self.shape_text()
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        vec![
            self.dtypes_line(),
            (
                "inputs",
                format!("{} for each perspective, at most {MAX_ACTIVE} active", self.0.size()),
            ),
        ]
    }

    fn items(&self) -> Vec<String> {
        self.perspectives().map(|player| format!("perspective of the {player}")).to_vec()
    }
}

impl RowEncodingClass for FeatureEncoding {
    fn row_shape(&self) -> Vec<usize> {
        vec![2, MAX_ACTIVE]
    }

    fn row_dtypes(&self) -> Vec<&'static str> {
        vec!["int32"]
    }

    fn distinguishes_chess960(&self) -> bool {
        false
    }
}

class::methods!(FeatureEncoding);
class::row_methods!(FeatureEncoding);

#[pymethods]
impl FeatureEncoding {
    /// The perspectives of a row, in order: `"side to move"`, `"opponent"`.
    #[getter]
    fn perspectives(&self) -> [&'static str; 2] {
        FeatureSet::PERSPECTIVES
    }

    /// The number of features of a perspective, which is the number of a network's inputs.
    #[getter]
    fn num_inputs(&self) -> usize {
        self.0.size()
    }

    /// The largest number of active features of a perspective.
    #[getter]
    fn max_active(&self) -> usize {
        MAX_ACTIVE
    }

    /// The smallest and the largest index of each perspective; -1 is padding.
    #[getter]
    fn value_ranges(&self) -> Vec<(i64, i64)> {
        vec![(-1, self.0.size() as i64 - 1); 2]
    }
}
