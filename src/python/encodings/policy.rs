//! The class `PolicyEncoding`.

use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::class::{self, EncodingClass};
use crate::tensor::{self, Policy};

/// A mapping between moves and indices, made by `enroque.policy_encoding`.
///
/// Policies are immutable and hashable; they are equal if their names and options are.
#[pyclass(frozen, module = "enroque")]
pub(in crate::python) struct PolicyEncoding(tensor::PolicyEncoding);

impl EncodingClass for PolicyEncoding {
    class::wraps!(tensor::PolicyEncoding, "policy", |core| (core.name(), core.options()));
    const FACTORY: &'static str = "policy_encoding";

    fn conventions(&self) -> Vec<(&'static str, &'static str)> {
        self.0.conventions().texts()
    }

    fn set_fields(&self, dict: &Bound<'_, PyDict>) -> PyResult<()> {
        dict.set_item("size", self.0.size())
    }

    fn size_text(&self) -> String {
        format!("{} indices", self.0.size())
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    fn items(&self) -> Vec<String> {
        Vec::new()
    }
}

class::methods!(PolicyEncoding);

#[pymethods]
impl PolicyEncoding {
    /// The number of indices.
    #[getter(size)]
    fn index_count(&self) -> usize {
        self.0.size()
    }

    /// The move of each index in UCI, from White's view; `None` if the index has no single move.
    ///
    /// Where a policy writes castling or a promotion like a plain move, the plain move is listed.
    /// Moves of lc0's formats that transform the board are the transformed ones.
    #[getter]
    fn moves(&self) -> Vec<Option<String>> {
        self.0.moves().into_iter().map(|m| m.map(|m| m.to_string())).collect()
    }
}
