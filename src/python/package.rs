//! Classes of the Python package whose objects Rust returns.

use pyo3::call::PyCallArgs;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{IntoPyDict, PyType};

use crate::pgn;

/// Objects of a class of the Python package.
pub(in crate::python) trait PackageClass<'py>: Sized {
    /// The class.
    fn class(py: Python<'py>) -> PyResult<&'py Bound<'py, PyType>>;

    /// An object of the class.
    fn of(object: Bound<'py, PyAny>) -> Self;

    /// Calls the class.
    fn new(py: Python<'py>, arguments: impl PyCallArgs<'py>) -> PyResult<Self> {
        Self::class(py)?.call1(arguments).map(Self::of)
    }

    /// Returns the member of an enum with a name.
    fn member(py: Python<'py>, name: &str) -> PyResult<Self> {
        Self::class(py)?.getattr(name).map(Self::of)
    }
}

/// Defines a type for the objects of each class, which the stub has under the name of the class.
macro_rules! package_classes {
    ($($name:ident = $module:literal;)*) => {$(
        hinted! {
            #[doc = concat!("An object of `", $module, ".", stringify!($name), "`.")]
            $name(PyAny) = hint!($module, stringify!($name));
        }

        impl<'py> PackageClass<'py> for $name<'py> {
            fn class(py: Python<'py>) -> PyResult<&'py Bound<'py, PyType>> {
                static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
                CLASS.import(py, $module, stringify!($name))
            }

            fn of(object: Bound<'py, PyAny>) -> Self {
                $name(object)
            }
        }
    )*};
}

package_classes! {
    AdjudicationRules = "enroque._model.options";
    Step = "enroque._model.arena";
    PlayoutResults = "enroque._model.arena";
    Puct = "enroque._model.options";
    Gumbel = "enroque._model.options";
    Mainline = "enroque.pgn._mainline";
    GameBuilder = "enroque.pgn._visitors";
    Tree = "enroque._model.trees";
    Query = "enroque.find";
    Filter = "enroque._model.filters";
    GameError = "enroque._model.games";
    PositionError = "enroque._model.positions";
    Tablebase = "enroque.tablebase";
    Split = "enroque._model.games";
    Outcome = "enroque._model.outcome";
    Termination = "enroque._model.outcome";
    Status = "enroque._model.status";
    Cp = "enroque.engine";
    Mate = "enroque.engine";
    PovScore = "enroque.engine";
    ReadMove = "enroque.notation";
    ScoreSheet = "enroque.notation";
    GameOpenings = "enroque.openings";
    Opening = "enroque.openings";
    Headers = "enroque.pgn._headers";
    TimeControlPart = "enroque.pgn._time_control";
    TimeControlType = "enroque.pgn._time_control";
    CommentList = "enroque.pgn._views";
    NagSet = "enroque.pgn._views";
    VariationList = "enroque.pgn._views";
    Adjudication = "enroque.rules";
    ClaimResult = "enroque.rules";
    Envelope = "enroque.rules";
    Event = "enroque.rules";
    OpenedEnvelope = "enroque.rules";
    Penalty = "enroque._model.penalty";
    Period = "enroque.rules";
    RuleSet = "enroque.rules";
    Ruling = "enroque.rules";
    Verdict = "enroque.rules";
    Winnability = "enroque.rules";
    Arrow = "enroque.svg";
}

/// A list of `enroque.svg.Arrow`.
pub(super) fn arrow_list<'py>(
    py: Python<'py>,
    arrows: impl IntoIterator<Item = pgn::Arrow>,
) -> PyResult<Vec<Arrow<'py>>> {
    let arrows = arrows.into_iter().map(|arrow| {
        let options = [("color", arrow.color.name())].into_py_dict(py)?;
        let squares = (arrow.tail as u8, arrow.head as u8);
        Arrow::class(py)?.call(squares, Some(&options)).map(Arrow)
    });
    arrows.collect()
}
