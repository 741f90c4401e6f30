//! Tokens as an object.

use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::class::{self, Described, DescribesRows, headed};
use crate::tensor::{self, NameError, OptionValue};

/// An encoding of positions as tokens, made by `enroque.encoding`.
///
/// Encodings are immutable and hashable; they are equal if they write the same. `print` shows a
/// table of the tokens.
#[pyclass(frozen, module = "enroque")]
pub(in crate::python) struct TokenEncoding(tensor::TokenEncoding);

impl Described for TokenEncoding {
    type Core = tensor::TokenEncoding;
    const KIND: &'static str = "tokens";

    fn of(core: tensor::TokenEncoding) -> TokenEncoding {
        TokenEncoding(core)
    }

    fn core(&self) -> &tensor::TokenEncoding {
        &self.0
    }

    fn named(
        name: &str,
        options: &[(String, OptionValue)],
    ) -> Result<tensor::TokenEncoding, NameError> {
        tensor::TokenEncoding::named(name, options)
    }

    fn called(core: &tensor::TokenEncoding) -> (&'static str, Vec<(String, OptionValue)>) {
        (core.name(), core.options())
    }

    fn conventions(&self) -> Vec<(&'static str, &'static str)> {
        headed(self.0.conventions())
    }

    fn set_fields(&self, dict: &Bound<'_, PyDict>) -> PyResult<()> {
        dict.set_item("shape", self.row_shape())?;
        dict.set_item("dtypes", self.row_dtypes())?;
        dict.set_item("places", self.field_names())?;
        dict.set_item("vocabulary", self.0.vocabulary())?;
        dict.set_item("tokens", self.token_names())?;
        dict.set_item("value_ranges", self.value_ranges())?;
        dict.set_item("chess960", self.distinguishes_chess960())
    }

    fn size(&self) -> String {
        class::shape_text(self)
    }

    fn head(&self) -> Vec<(&'static str, String)> {
        let names = self.token_names().into_iter().enumerate();
        let tokens: Vec<String> = names.map(|(n, name)| format!("{n} {name}")).collect();
        vec![("dtypes", self.row_dtypes().join(", ")), ("tokens", tokens.join(", "))]
    }

    fn parts(&self) -> Vec<String> {
        self.0.field_names()
    }
}

impl DescribesRows for TokenEncoding {
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

class::described!(TokenEncoding);
class::describes_rows!(TokenEncoding);

#[pymethods]
impl TokenEncoding {
    /// The number of tokens of a position.
    #[getter]
    fn length(&self) -> usize {
        self.0.count()
    }

    /// What each token of a position shows, by index.
    #[getter]
    fn field_names(&self) -> Vec<String> {
        self.0.field_names()
    }

    /// The number of different tokens.
    #[getter]
    fn vocab_size(&self) -> usize {
        self.0.vocabulary()
    }

    /// The meaning of each token.
    #[getter]
    fn token_names(&self) -> Vec<String> {
        self.0.token_names()
    }

    /// The least and the greatest token, by index.
    #[getter]
    fn value_ranges(&self) -> Vec<(usize, usize)> {
        vec![(0, self.0.vocabulary() - 1); self.0.count()]
    }
}
