//! The classes `Encoding` and `Policy`, and arguments of these types.

mod any;
mod arguments;
mod class;
mod decode;
mod encoding;
mod options;
mod policy;
mod symmetry;

pub(super) use any::AnyEncoding;
pub(super) use arguments::{
    EncodingArgument, FeaturesArgument, PolicyArgument, RecordsArgument, TokensArgument,
};
pub(super) use encoding::Encoding;
pub(super) use policy::Policy;

use super::errors::EncodingError;
use crate::columns::Unsupported;
use crate::python::prelude::*;
use crate::tensor::WinModel;

fn error(message: String) -> PyErr {
    EncodingError::new_err(message)
}

/// Returns the handling of unsupported positions by its name.
pub(in crate::python) fn unsupported(name: &str) -> PyResult<Unsupported> {
    if name == "skip" {
        return Err(ArgumentError::new_err(
            "on_unsupported must be \"raise\" or \"mask\" here, where each position has a row: only a Loader \
             can skip positions, and Games.supported returns which are supported",
        ));
    }
    named("on_unsupported", name, &Unsupported::NAMES)
}

/// Returns the win model of a name.
pub(in crate::python) fn win_model(name: &str) -> PyResult<WinModel> {
    named("model", name, &WinModel::NAMES)
}
