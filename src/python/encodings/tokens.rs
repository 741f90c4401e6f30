//! The class `TokenEncoding`.

use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::class::{self, EncodingClass, RowEncodingClass, with_headings};
use crate::tensor::{self, OptionValue};

/// An encoding of positions as tokens, made by `enroque.encoding`.
///
/// Encodings are immutable and hashable; they are equal if they write the same. `print` shows a
/// table of the tokens.
#[pyclass(frozen, module = "enroque")]
pub(in crate::python) struct TokenEncoding(tensor::TokenEncoding);

impl EncodingClass for TokenEncoding {
    class::wraps!(tensor::TokenEncoding, "tokens");

    fn name_and_options(
        core: &tensor::TokenEncoding,
    ) -> (&'static str, Vec<(String, OptionValue)>) {
        (core.name(), core.options())
    }

    fn conventions(&self) -> Vec<(&'static str, &'static str)> {
        with_headings(self.0.conventions())
    }

    fn set_fields(&self, dict: &Bound<'_, PyDict>) -> PyResult<()> {
        self.set_row_fields(dict)?;
        dict.set_item("field_names", self.field_names())?;
        dict.set_item("vocabulary", self.0.vocabulary())?;
        dict.set_item("tokens", self.token_names())?;
        dict.set_item("value_ranges", self.value_ranges())
    }

    fn size_text(&self) -> String {
        self.shape_text()
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        let names = self.token_names().into_iter().enumerate();
        let tokens: Vec<String> = names.map(|(n, name)| format!("{n} {name}")).collect();
        vec![self.dtypes_line(), ("tokens", tokens.join(", "))]
    }

    fn items(&self) -> Vec<String> {
        self.0.field_names()
    }
}

impl RowEncodingClass for TokenEncoding {
    fn row_shape(&self) -> Vec<usize> {
        vec![self.0.count()]
    }

    fn row_dtypes(&self) -> Vec<&'static str> {
        vec!["uint8"]
    }

    fn distinguishes_chess960(&self) -> bool {
        self.0.distinguishes_chess960()
    }
}

class::methods!(TokenEncoding);
class::row_methods!(TokenEncoding);

#[pymethods]
impl TokenEncoding {
    /// The number of tokens of a position.
    #[getter]
    fn length(&self) -> usize {
        self.0.count()
    }

    /// The descriptions of the tokens of a position, by index.
    #[getter]
    fn field_names(&self) -> Vec<String> {
        self.0.field_names()
    }

    /// The number of different tokens.
    #[getter]
    fn vocab_size(&self) -> usize {
        self.0.vocabulary()
    }

    /// The meaning of each token value.
    #[getter]
    fn token_names(&self) -> Vec<String> {
        self.0.token_names()
    }

    /// The smallest and the largest value of each token of a position.
    #[getter]
    fn value_ranges(&self) -> Vec<(usize, usize)> {
        vec![(0, self.0.vocabulary() - 1); self.0.count()]
    }
}
