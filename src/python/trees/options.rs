//! `enroque.Puct` and `enroque.Gumbel`, dataclasses of `enroque._model.options`, as the core has them.

use crate::python::dataclass::{Dataclass, Field, RangeError, dataclass};
use crate::python::prelude::*;
use crate::trees::{
    Algorithm, FirstPlay, Gumbel, InFlight, ParentVisits, Puct, Wave, gumbel_options, puct_options,
};

/// Implements [`Field`] for enums with names.
macro_rules! named_fields {
    ($($type:ident),*) => {$(
        impl Field for $type {
            fn of(name: &str, value: &Bound<'_, PyAny>, error: RangeError) -> PyResult<$type> {
                let found = value.extract::<&str>().ok().and_then($type::from_name);
                let Some(found) = found else {
                    let names = $type::ALL.map(|choice| format!("{:?}", choice.name()));
                    let value = value.repr()?;
                    return Err(error(format!("{name} must be one of {}, not {value}", names.join(", "))));
                };
                Ok(found)
            }

            fn object<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                self.name().into_bound_py_any(py)
            }
        }
    )*};
}

named_fields!(FirstPlay, InFlight, ParentVisits, Wave);

puct_options!(dataclass!, Puct, "algorithm must be a Puct or a Gumbel", ArgumentError);
gumbel_options!(dataclass!, Gumbel, "algorithm must be a Puct or a Gumbel", ArgumentError);

/// Returns the `Puct` of a program.
#[pyfunction(crate = "crate::python::named_arguments")]
pub(in crate::python) fn named_puct<'py>(
    py: Python<'py>,
    name: &str,
) -> PyResult<package::Puct<'py>> {
    let Some(puct) = Puct::named(name) else {
        let names = Puct::NAMES.map(|name| format!("{name:?}")).join(", ");
        return Err(ArgumentError::new_err(format!("name must be one of {names}, not {name:?}")));
    };
    puct.object(py).map(package::Puct::of)
}

/// Reads a `Puct` or a `Gumbel`, whose numbers the core checks.
pub(super) fn algorithm(object: &Bound<'_, PyAny>) -> PyResult<Algorithm> {
    if object.is_instance(package::Puct::class(object.py())?)? {
        return Puct::of(object).map(Algorithm::Puct);
    }
    Gumbel::of(object).map(Algorithm::Gumbel)
}

/// The dataclass of an algorithm.
pub(super) fn algorithm_object<'py>(
    py: Python<'py>,
    algorithm: &Algorithm,
) -> PyResult<Bound<'py, PyAny>> {
    match algorithm {
        Algorithm::Puct(puct) => puct.object(py),
        Algorithm::Gumbel(gumbel) => gumbel.object(py),
    }
}
