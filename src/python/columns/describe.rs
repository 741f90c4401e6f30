//! Columns as calls of the function that makes them.

use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::arguments::NO_VISITS;
use super::given::Given;
use crate::columns::{Column, Dtype};
use crate::python::arrays;
use crate::python::encodings::{AnyEncoding, Encoding, Policy};
use crate::tensor::{PolicyEncoding, View, WinModel};

/// The static method of `Column` that makes a column, its arguments, and its options.
type Described<'py> = (&'static str, Vec<Bound<'py, PyAny>>, Bound<'py, PyDict>);

fn encoding(py: Python<'_>, core: AnyEncoding) -> PyResult<Bound<'_, PyAny>> {
    Ok(Bound::new(py, Encoding(core))?.into_any())
}

/// Returns the call that makes a column; options with default values are omitted.
pub(super) fn call<'py>(py: Python<'py>, given: &Given) -> PyResult<Described<'py>> {
    let options = PyDict::new(py);
    let dtype = |dtype: Dtype| match given.free {
        [] => options.set_item("dtype", dtype.name()),
        _ => Ok(()),
    };
    let view = |view: &View| match view {
        View::SideToMove => Ok(()),
        View::White => options.set_item("view", "white"),
    };
    let policy = |core: &PolicyEncoding| Ok::<_, PyErr>(Bound::new(py, Policy(*core))?.into_any());
    let mut arguments = Vec::new();
    match &given.column {
        Column::Planes(planes, element) => {
            arguments.push(encoding(py, AnyEncoding::Planes(planes.clone()))?);
            dtype(*element)?;
        }
        Column::PlanesBits(planes) => {
            arguments.push(encoding(py, AnyEncoding::Planes(planes.clone()))?);
            options.set_item("dtype", "bits")?;
        }
        Column::Tokens(tokens) => arguments.push(encoding(py, AnyEncoding::Tokens(*tokens))?),
        Column::Features(set) => arguments.push(encoding(py, AnyEncoding::Features(*set))?),
        Column::Records(kind) => arguments.push(encoding(py, AnyEncoding::Records(*kind))?),
        Column::Policy(of) => arguments.push(policy(of)?),
        Column::LegalMask(of, element) => {
            arguments.push(policy(of)?);
            dtype(*element)?;
        }
        Column::LegalBits(of) => {
            arguments.push(policy(of)?);
            options.set_item("dtype", "bits")?;
        }
        Column::PolicyTarget(of, no_visits, element) => {
            arguments.push(policy(of)?);
            dtype(*element)?;
            let name = NO_VISITS.iter().find(|(_, other)| other == no_visits);
            if let Some((name, _)) = name.filter(|(name, _)| *name != "raise") {
                options.set_item("on_missing", name)?;
            }
        }
        Column::WinProbability(model, of) => {
            let name = WinModel::NAMES.iter().find(|(_, other)| other == model);
            if let Some((name, _)) = name.filter(|(name, _)| *name != "lichess") {
                options.set_item("model", name)?;
            }
            view(of)?;
        }
        Column::Value(of) | Column::Wdl(of) | Column::SearchValue(of) | Column::SearchWdl(of) => {
            view(of)?
        }
        Column::Label(label) => {
            arguments.push(arrays::new_array(py, label.values()));
            options.set_item("each", if label.is_by_position() { "position" } else { "game" })?;
        }
        _ => {}
    }
    Ok((given.column.kind(), arguments, options))
}
