//! Tokens as an object.

use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::described::{self, Described, DescribesRows, headed};
use crate::tensor::{self, NameError, OptionValue};

/// A way to write positions as tokens: `enroque.encoding(name, **options)` makes one.
///
/// It stands wherever the name of such an encoding does: `board.tokens(encoding)`. Two are equal if they
/// write the same; it pickles, and `to_json` says all that is needed to have it again. `print` shows what
/// each place holds.
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
        dict.set_item("places", self.place_names())?;
        dict.set_item("vocabulary", self.0.vocabulary())?;
        dict.set_item("tokens", self.token_names())?;
        dict.set_item("value_ranges", self.value_ranges())?;
        dict.set_item("chess960", self.tells_chess960())
    }

    fn size(&self) -> String {
        described::shape_text(self)
    }

    fn head(&self) -> Vec<(&'static str, String)> {
        let names = self.token_names().into_iter().enumerate();
        let tokens: Vec<String> = names.map(|(n, name)| format!("{n} {name}")).collect();
        vec![("dtypes", self.row_dtypes().join(", ")), ("tokens", tokens.join(", "))]
    }

    fn parts(&self) -> Vec<String> {
        self.0.place_names()
    }
}

impl DescribesRows for TokenEncoding {
    fn row_shape(&self) -> Vec<usize> {
        vec![self.0.count()]
    }

    fn row_dtypes(&self) -> Vec<&'static str> {
        vec!["uint8"]
    }

    fn tells_chess960(&self) -> bool {
        self.0.tells_chess960()
    }
}

described::described!(TokenEncoding);
described::describes_rows!(TokenEncoding);

#[pymethods]
impl TokenEncoding {
    /// How many tokens a position has.
    #[getter]
    fn count(&self) -> usize {
        self.0.count()
    }

    /// What each of a position's tokens shows.
    #[getter]
    fn place_names(&self) -> Vec<String> {
        self.0.place_names()
    }

    /// How many different tokens there are.
    #[getter]
    fn vocabulary(&self) -> usize {
        self.0.vocabulary()
    }

    /// What each token stands for, by its number.
    #[getter]
    fn token_names(&self) -> Vec<String> {
        self.0.token_names()
    }

    /// The least and the greatest token of each place.
    #[getter]
    fn value_ranges(&self) -> Vec<(usize, usize)> {
        vec![(0, self.0.vocabulary() - 1); self.0.count()]
    }
}
