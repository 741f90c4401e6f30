//! The class `Policy`.

use std::borrow::Cow;

use super::class::{self, Described};
use super::options::{IntegerOption, PolicyName, ViewOption, constructor, value};
use crate::python::prelude::*;
use crate::tensor::{self, KnownOption, NameError, OptionValue, Policy as _, PolicyEncoding};

/// A policy: a mapping between moves and indices.
///
/// It is accepted wherever a name is: by the methods of `Board`, `Games` and `Arena`, and by the
/// `Loader`. Policies are immutable and hashable; they are equal if their names and options are.
/// `names` lists the names, and `option_values` the options of a policy.
///
/// Args:
///     name: the name of the policy.
///     format: for `"lc0"`, the input format of the network (default 1); from 3 on, boards are
///         transformed, and so are the indices.
///     view: for `"from_to"`, `"side_to_move"` (default) or `"white"`.
///
/// Raises:
///     ArgumentError: the name is unknown, or the policy does not have an option or its value (a
///         `ValueError`).
///
/// Example:
///     >>> import enroque
///     >>> enroque.Policy("lc0").size
///     1858
#[pyclass(frozen, module = "enroque")]
pub(in crate::python) struct Policy(pub(in crate::python) PolicyEncoding);

impl Described for PolicyEncoding {
    const CLASS: &'static str = "Policy";
    const KINDS: &'static [&'static str] = &["policy"];

    fn named(name: &str, options: &[(String, OptionValue)]) -> Result<PolicyEncoding, NameError> {
        PolicyEncoding::named(name, options)
    }

    fn name(&self) -> Cow<'static, str> {
        tensor::Policy::name(self).into()
    }

    fn kind(&self) -> &'static str {
        "policy"
    }

    fn known_options(&self) -> Vec<KnownOption> {
        PolicyEncoding::known_options(self)
    }

    fn conventions(&self) -> Vec<(&'static str, &'static str)> {
        tensor::Policy::conventions(self).texts()
    }

    fn set_fields(&self, dict: &Bound<'_, PyDict>) -> PyResult<()> {
        dict.set_item("size", self.size())
    }

    fn size_text(&self) -> String {
        format!("{} indices", self.size())
    }
}

class::methods!(Policy);
constructor! { Policy, PolicyName; format: IntegerOption, view: ViewOption }

#[pymethods(crate = "crate::python::named_arguments")]
impl Policy {
    /// Returns the names of all policies.
    #[staticmethod]
    fn names() -> Vec<&'static str> {
        tensor::PolicyEncoding::names()
    }

    fn __len__(&self) -> usize {
        self.0.size()
    }

    /// Returns the index of a move, as `index`.
    fn __getitem__<'py>(
        slf: &Bound<'py, Policy>,
        r#move: MoveOrUci<'py>,
    ) -> PyResult<Integer<'py>> {
        slf.call_method1("index", (r#move,)).map(Integer)
    }

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
