//! The dict that a `load_state_dict` reads.

use std::fmt::Display;

use crate::python::prelude::*;

/// The dict of a `state_dict`, of a version that can be read.
pub(super) struct SavedState<'py> {
    pub(super) dict: Bound<'py, PyDict>,
    owner: &'static str,
}

impl<'py> SavedState<'py> {
    /// Checks the type and the version. `owner` is what the state is of, as in "an Arena".
    pub(super) fn new(
        state: StateArgument<'py>,
        owner: &'static str,
        readable: i64,
    ) -> PyResult<SavedState<'py>> {
        let dict =
            state.0.cast::<PyDict>().map_err(|_| wrong_type("state must be a dict", &state.0))?;
        let saved = SavedState { dict: dict.clone(), owner };
        let Number(version) = saved.item("version")?.extract()?;
        if version != readable {
            let reason = format_args!("version must be {readable}, not {version}");
            return Err(invalid_state(owner, reason));
        }
        Ok(saved)
    }

    /// The value of a key.
    pub(super) fn item(&self, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let missing = || invalid_state(self.owner, format_args!("{name:?} is missing"));
        self.dict.get_item(name)?.ok_or_else(missing)
    }
}

/// The error of a state that cannot be read.
pub(super) fn invalid_state(owner: &str, reason: impl Display) -> PyErr {
    ArgumentError::new_err(format!("invalid state of {owner}: {reason}"))
}
