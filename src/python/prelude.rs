//! The names that most bindings use: PyO3, the conversion of arguments, calls, errors and arrays.

pub(in crate::python) use super::arguments::{
    BitboardArgument, ColorArgument, Items, Number, PieceTypeArgument, SquareArgument, argument,
    seed_number, wrong_type,
};
pub(in crate::python) use super::arrays::{integers, named};
pub(in crate::python) use super::calls::{Threads, interruptible, locked, with_progress};
pub(in crate::python) use super::errors::{
    ArgumentError, ArrayError, FileFormatError, OutOfRangeError, shortened,
};
pub(in crate::python) use super::exit::detach;
pub(in crate::python) use super::hints::*;
pub(in crate::python) use super::numpy_api;
pub(in crate::python) use super::package::{self, PackageClass};
pub(in crate::python) use super::progress::{ProgressArgument, Reporter};
pub(in crate::python) use pyo3::IntoPyObjectExt;
pub(in crate::python) use pyo3::exceptions::PyTypeError;
pub(in crate::python) use pyo3::prelude::*;
pub(in crate::python) use pyo3::types::{
    IntoPyDict, PyBytes, PyDict, PyList, PyString, PyTuple, PyType,
};
