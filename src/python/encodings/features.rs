//! Sets of sparse features as an object.

use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::class::{self, Described, DescribesRows, headed};
use crate::tensor::nnue::{FeatureSet, MAX_ACTIVE};
use crate::tensor::{NameError, OptionValue};

/// A set of sparse features, made by `enroque.encoding`.
///
/// Encodings are immutable and hashable; they are equal if their names are.
#[pyclass(frozen, module = "enroque")]
pub(in crate::python) struct FeatureEncoding(FeatureSet);

impl Described for FeatureEncoding {
    type Core = FeatureSet;
    const KIND: &'static str = "features";

    fn of(core: FeatureSet) -> FeatureEncoding {
        FeatureEncoding(core)
    }

    fn core(&self) -> &FeatureSet {
        &self.0
    }

    fn named(name: &str, options: &[(String, OptionValue)]) -> Result<FeatureSet, NameError> {
        FeatureSet::named(name, options)
    }

    fn called(core: &FeatureSet) -> (&'static str, Vec<(String, OptionValue)>) {
        (core.key(), Vec::new())
    }

    fn conventions(&self) -> Vec<(&'static str, &'static str)> {
        headed(self.0.conventions())
    }

    fn set_fields(&self, dict: &Bound<'_, PyDict>) -> PyResult<()> {
        dict.set_item("shape", self.row_shape())?;
        dict.set_item("dtypes", self.row_dtypes())?;
        dict.set_item("perspectives", self.perspectives())?;
        dict.set_item("inputs", self.0.size())?;
        dict.set_item("active", MAX_ACTIVE)?;
        dict.set_item("value_ranges", self.value_ranges())?;
        dict.set_item("chess960", self.distinguishes_chess960())
    }

    fn size(&self) -> String {
        class::shape_text(self)
    }

    fn head(&self) -> Vec<(&'static str, String)> {
        vec![
            ("dtypes", self.row_dtypes().join(", ")),
            (
                "inputs",
                format!("{} of each perspective, {MAX_ACTIVE} active at most", self.0.size()),
            ),
        ]
    }

    fn parts(&self) -> Vec<String> {
        self.perspectives().map(|whose| format!("{whose} perspective")).to_vec()
    }
}

impl DescribesRows for FeatureEncoding {
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

class::described!(FeatureEncoding);
class::describes_rows!(FeatureEncoding);

#[pymethods]
impl FeatureEncoding {
    /// The perspectives of a row, in order.
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

    /// The least and the greatest number of each perspective; -1 is padding.
    #[getter]
    fn value_ranges(&self) -> Vec<(i64, i64)> {
        vec![(-1, self.0.size() as i64 - 1); 2]
    }
}
