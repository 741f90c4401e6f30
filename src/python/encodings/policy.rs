//! The class `Policy`.

use std::borrow::Cow;

use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict};

use super::class::{self, Described};
use super::options::{IntegerOption, PolicyName, ViewOption, constructor, value};
use crate::python::arguments::{Number, index_of, wrong_type};
use crate::python::errors::{ArgumentError, OutOfRangeError};
use crate::python::hints::{Attributes, MoveOrUci};
use crate::python::moves::Move;
use crate::tensor::{self, KnownOption, NameError, OptionValue, Policy as _, PolicyEncoding};
use crate::types::Move as CoreMove;

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

#[pymethods]
#[pyo3(crate = "crate::python::named_arguments")]
impl Policy {
    /// Returns the names of all policies.
    #[staticmethod]
    fn names() -> Vec<&'static str> {
        tensor::PolicyEncoding::names()
    }

    fn __len__(&self) -> usize {
        self.0.size()
    }

    /// Returns the index of a move in `moves`; `Board.policy_index` has that of a legal move.
    ///
    /// Args:
    ///     move: a `Move` or UCI, from White's view.
    ///
    /// Raises:
    ///     ArgumentError: `moves` does not have the move, which may share the index of another one.
    ///
    /// Example:
    ///     >>> policy = enroque.Policy("lc0")
    ///     >>> policy.index("e2e4"), policy["e2e4"], policy.move(322)
    ///     (322, 322, Move.from_uci('e2e4'))
    fn index(&self, r#move: MoveOrUci<'_>) -> PyResult<usize> {
        let text = r#move.0.str()?.to_string();
        let is_it = |m: &Option<_>| m.is_some_and(|m: CoreMove| m.to_string() == text);
        self.0.moves().iter().position(is_it).ok_or_else(|| {
            let name = tensor::Policy::name(&self.0);
            ArgumentError::new_err(format!(
                "{name} has no index for {text:?} alone; Board.policy_index has that of a legal move"
            ))
        })
    }

    /// Returns the index of a move, as `index`.
    fn __getitem__(&self, r#move: MoveOrUci<'_>) -> PyResult<usize> {
        match r#move.0.extract::<Number>() {
            Ok(_) => {
                Err(wrong_type("policy[...] takes a move; policy.move takes an index", &r#move.0))
            }
            Err(_) => self.index(r#move),
        }
    }

    /// Returns the move of an index in `moves`; `Board.policy_move` has the legal move of an index.
    ///
    /// Args:
    ///     index: the index; negative from the end.
    ///
    /// Raises:
    ///     ArgumentError: the index has no single move.
    ///     OutOfRangeError: the index does not exist.
    fn r#move(&self, py: Python<'_>, index: Number) -> PyResult<Py<Move>> {
        let (name, size) = (tensor::Policy::name(&self.0), self.0.size());
        let found = index_of(index.0, size).ok_or_else(|| {
            OutOfRangeError::new_err(format!(
                "index {} is out of range for {size} indices",
                index.0
            ))
        })?;
        let found = self.0.moves()[found].ok_or_else(|| {
            ArgumentError::new_err(format!("index {} of {name} has no single move", index.0))
        })?;
        Move::object(py, found.into())
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
