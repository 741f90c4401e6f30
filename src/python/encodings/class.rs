//! The methods that all classes of encodings and policies have: text forms, comparison, pickle,
//! JSON.

use pyo3::IntoPyObjectExt;
use pyo3::PyClass;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict};

use super::error;
use super::options::value;
use crate::python::errors::shortened;
use crate::python::hints::Attributes;
use crate::tensor::{KnownOption, NameError, OptionValue};

/// The version of the JSON text, to be increased when older readers would misread it.
const JSON_VERSION: i64 = 1;

/// A class of encodings or policies.
pub(in crate::python) trait NamedClass: PyClass + Sized {
    /// The type of the core.
    type Core: Clone + PartialEq;
    /// The kinds in JSON.
    const KINDS: &'static [&'static str];

    fn of(core: Self::Core) -> Self;
    fn core(&self) -> &Self::Core;
    fn named(name: &str, options: &[(String, OptionValue)]) -> Result<Self::Core, NameError>;
    fn name(&self) -> &'static str;
    /// All options, with their values and choices.
    fn known_options(&self) -> Vec<KnownOption>;
    fn kind(&self) -> &'static str;
    /// The conventions: headings and texts.
    fn conventions(&self) -> Vec<(&'static str, &'static str)>;
    /// Sets the fields of the JSON besides name, options and conventions.
    fn set_fields(&self, dict: &Bound<'_, PyDict>) -> PyResult<()>;
    /// The shape or size, for the first line of the table.
    fn size_text(&self) -> String;

    /// The lines of the table before the conventions: headings and texts.
    fn summary(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// The numbered lines of the table after the conventions.
    fn items(&self) -> Vec<String> {
        Vec::new()
    }

    /// All options with their values, as `named` takes them.
    fn options(&self) -> Vec<(String, OptionValue)> {
        let options = self.known_options().into_iter();
        options.map(|option| (option.name.to_owned(), option.value)).collect()
    }
}

impl<'py> IntoPyObject<'py> for OptionValue {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self {
            OptionValue::Word(word) => word.into_bound_py_any(py),
            OptionValue::Number(number) => number.into_bound_py_any(py),
        }
    }
}

/// Returns the source text of a call: `function("name", option=value)`.
pub(in crate::python) fn call(
    function: &str,
    name: &str,
    options: &[(String, OptionValue)],
) -> String {
    let options: String = options.iter().map(|(name, value)| format!(", {name}={value}")).collect();
    format!("{function}({name:?}{options})")
}

/// Returns the source text of the call that makes an object.
fn call_of<T: NamedClass>(object: &T) -> String {
    call(T::NAME, object.name(), &object.options())
}

/// Returns the text of `repr`.
pub(super) fn repr<T: NamedClass>(object: &T) -> String {
    format!("enroque.{}", call_of(object))
}

/// Returns all options and their values.
pub(super) fn options_dict<'py>(
    py: Python<'py>,
    object: &impl NamedClass,
) -> PyResult<Attributes<'py>> {
    object.options().into_py_dict(py).map(Attributes)
}

/// Returns all options and lists of their values; `None` for a text.
pub(super) fn option_values<'py>(
    py: Python<'py>,
    object: &impl NamedClass,
) -> PyResult<Attributes<'py>> {
    let choices = |choices: Vec<OptionValue>| (!choices.is_empty()).then_some(choices);
    let options = object.known_options().into_iter();
    let options = options.map(|option| (option.name, choices(option.choices)));
    options.into_py_dict(py).map(Attributes)
}

/// Returns the conventions in words, by heading.
pub(super) fn conventions_dict<'py>(
    py: Python<'py>,
    object: &impl NamedClass,
) -> PyResult<Attributes<'py>> {
    object.conventions().into_py_dict(py).map(Attributes)
}

/// Returns the JSON text of an object.
pub(super) fn to_json<T: NamedClass>(py: Python<'_>, object: &T) -> PyResult<String> {
    let dict = PyDict::new(py);
    dict.set_item("enroque", JSON_VERSION)?;
    dict.set_item("kind", object.kind())?;
    dict.set_item("name", object.name())?;
    dict.set_item("options", object.options().into_py_dict(py)?)?;
    object.set_fields(&dict)?;
    dict.set_item("conventions", object.conventions().into_py_dict(py)?)?;
    py.import("json")?.call_method1("dumps", (dict,))?.extract()
}

/// Returns the object of a JSON text of [`to_json`].
pub(super) fn of_json<T: NamedClass>(py: Python<'_>, text: &str) -> PyResult<T> {
    let invalid = |reason: String| error(format!("invalid JSON of an encoding: {reason}"));
    let parsed = py.import("json")?.call_method1("loads", (text,));
    let parsed = parsed.map_err(|error| invalid(error.to_string()))?;
    let dict = parsed.cast::<PyDict>().map_err(|_| invalid("it is not an object".to_owned()))?;
    let field = |name: &str| {
        dict.get_item(name)?.ok_or_else(|| invalid(format!("the field {name:?} is missing")))
    };
    let version: Option<i64> = field("enroque")?.extract().ok();
    if version != Some(JSON_VERSION) {
        let found = field("enroque")?.repr()?;
        return Err(invalid(format!("the version must be {JSON_VERSION}, not {found}")));
    }
    let found: Option<String> = field("kind")?.extract().ok();
    if !found.is_some_and(|kind| T::KINDS.contains(&&*kind)) {
        let kinds: Vec<String> = T::KINDS.iter().map(|kind| format!("{kind:?}")).collect();
        let (kinds, found) = (kinds.join(" or "), field("kind")?.repr()?);
        return Err(invalid(format!("the kind must be {kinds}, not {found}")));
    }
    let name: String =
        field("name")?.extract().map_err(|_| invalid("the name must be a string".to_owned()))?;
    let given = field("options")?;
    let given =
        given.cast::<PyDict>().map_err(|_| invalid("the options must be an object".to_owned()))?;
    let options = given.iter().map(|(name, object)| {
        let name: String = name.extract()?;
        let value = value(&name, &object)?;
        Ok((name, value))
    });
    let object = T::of(T::named(&name, &options.collect::<PyResult<Vec<_>>>()?)?);
    check_consistent(py, dict, &object)?;
    Ok(object)
}

/// The fields of a JSON that are derived from name and options and must agree with them.
/// Descriptions in words may change.
const DERIVED_FIELDS: [&str; 10] = [
    "kind",
    "shape",
    "size",
    "dtypes",
    "value_ranges",
    "chess960",
    "vocabulary",
    "inputs",
    "active",
    "bytes",
];

/// Checks the derived fields of a JSON.
fn check_consistent(
    py: Python<'_>,
    given: &Bound<'_, PyDict>,
    encoding: &impl NamedClass,
) -> PyResult<()> {
    let own = py.import("json")?.call_method1("loads", (to_json(py, encoding)?,))?;
    let own = own.cast::<PyDict>()?;
    for name in DERIVED_FIELDS {
        let (Some(given), Some(own)) = (given.get_item(name)?, own.get_item(name)?) else {
            continue;
        };
        if !given.eq(&own)? {
            let (given, own) = (given.repr()?.to_string(), own.repr()?.to_string());
            let (given, own) = (shortened(&given), shortened(&own));
            return Err(error(format!(
                "inconsistent JSON of an encoding: {name} is {given}, but {own} by name and options"
            )));
        }
    }
    Ok(())
}

/// Returns the pickle form: `functools.partial(class, name, **options)`.
pub(super) fn pickled<'py, T: NamedClass>(
    py: Python<'py>,
    object: &T,
) -> PyResult<(Bound<'py, PyAny>, ())> {
    let partial = py.import("functools")?.getattr("partial")?;
    let options = object.options().into_py_dict(py)?;
    Ok((partial.call((py.get_type::<T>(), object.name()), Some(&options))?, ()))
}

/// Returns the table that `print` shows.
pub(super) fn table<T: NamedClass>(encoding: &T) -> String {
    let mut lines = vec![format!("{}  {}", call_of(encoding), encoding.size_text())];
    let conventions = encoding.conventions().into_iter().map(|(heading, text)| {
        let heading = match heading {
            "en_passant" => "en passant",
            "chess960" => "Chess960",
            other => other,
        };
        (heading, text.to_owned())
    });
    for (heading, text) in encoding.summary().into_iter().chain(conventions) {
        lines.push(format!("{heading:11} {text}"));
    }
    let items = encoding.items();
    lines.extend(items.iter().enumerate().map(|(n, item)| format!("{n:11} {item}")));
    lines.join("\n")
}

/// Defines the methods of both classes.
macro_rules! methods {
    ($class:ident) => {
        #[pymethods]
        impl $class {
            /// The name.
            #[getter]
            fn name(&self) -> &'static str {
                NamedClass::name(self)
            }

            /// All options and their values.
            #[getter]
            fn options<'py>(&self, py: Python<'py>) -> PyResult<Attributes<'py>> {
                class::options_dict(py, self)
            }

            /// All options and lists of the values that they can have; `None` for a text.
            #[getter]
            fn option_values<'py>(&self, py: Python<'py>) -> PyResult<Attributes<'py>> {
                class::option_values(py, self)
            }

            /// The conventions in words, by heading: `view`, `chess960`, `source` and others.
            #[getter]
            fn conventions<'py>(&self, py: Python<'py>) -> PyResult<Attributes<'py>> {
                class::conventions_dict(py, self)
            }

            /// Returns a JSON text with version, kind, name, options and all derived properties.
            ///
            /// Unbounded values are `null`. `from_json` reads it.
            fn to_json(&self, py: Python<'_>) -> PyResult<String> {
                class::to_json(py, self)
            }

            /// Returns the object that a JSON text describes.
            ///
            /// Args:
            ///     text: the JSON text of `to_json`.
            ///
            /// Raises:
            ///     EncodingError: the text does not describe an object of this class, is of an unknown
            ///         version, or contradicts the name and options (a `ValueError`).
            #[staticmethod]
            fn from_json(py: Python<'_>, text: &str) -> PyResult<$class> {
                class::of_json(py, text)
            }

            fn __repr__(&self) -> String {
                class::repr(self)
            }

            fn __str__(&self) -> String {
                class::table(self)
            }

            fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
                other.cast::<$class>().is_ok_and(|other| other.get().core() == self.core())
            }

            fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
                pyo3::types::PyString::new(py, &class::repr(self)).hash()
            }

            fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, ())> {
                class::pickled(py, self)
            }
        }
    };
}
pub(super) use methods;
