//! The methods that all classes of encodings and policies have: text forms, comparison, pickle,
//! JSON.

use std::borrow::Cow;

use super::error;
use super::options::value;
use crate::python::prelude::*;
use crate::tensor::{KnownOption, NameError, OptionValue};

/// The version of the JSON text, to be increased when older readers would misread it.
const JSON_VERSION: i64 = 1;

/// An encoding of any kind or a policy, as its class describes it.
pub(in crate::python) trait Described: PartialEq + Sized {
    /// The name of the class.
    const CLASS: &'static str;
    /// The kinds in JSON.
    const KINDS: &'static [&'static str];

    fn named(name: &str, options: &[(String, OptionValue)]) -> Result<Self, NameError>;
    fn name(&self) -> Cow<'static, str>;
    fn kind(&self) -> &'static str;
    /// All options, with their values and choices.
    fn known_options(&self) -> Vec<KnownOption>;
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

    /// The text of `repr`.
    fn repr(&self) -> String {
        format!("enroque.{}", call(Self::CLASS, &self.name(), &self.options()))
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

/// Returns lists of the values of all options; `None` for a text.
pub(super) fn option_values<'py>(
    py: Python<'py>,
    object: &impl Described,
) -> PyResult<Bound<'py, PyDict>> {
    let choices = |choices: Vec<OptionValue>| (!choices.is_empty()).then_some(choices);
    let options = object.known_options().into_iter();
    options.map(|option| (option.name, choices(option.choices))).into_py_dict(py)
}

/// Returns the JSON text of an object.
pub(super) fn to_json<T: Described>(py: Python<'_>, object: &T) -> PyResult<String> {
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
pub(super) fn of_json<T: Described>(py: Python<'_>, text: &str) -> PyResult<T> {
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
    let object = T::named(&name, &options.collect::<PyResult<Vec<_>>>()?)?;
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
    encoding: &impl Described,
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

/// Returns the table for `print`.
pub(super) fn table<T: Described>(encoding: &T) -> String {
    let call = call(T::CLASS, &encoding.name(), &encoding.options());
    let mut lines = vec![format!("{call}  {}", encoding.size_text())];
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
        #[pymethods(crate = "crate::python::named_arguments")]
        impl $class {
            /// The name.
            #[getter]
            fn name(&self) -> std::borrow::Cow<'static, str> {
                Described::name(&self.0)
            }

            /// All options and their values.
            #[getter]
            fn options<'py>(&self, py: Python<'py>) -> PyResult<Attributes<'py>> {
                Described::options(&self.0).into_py_dict(py).map(Attributes)
            }

            /// All options and lists of the values that they can have; `None` for a text.
            #[getter]
            fn option_values<'py>(&self, py: Python<'py>) -> PyResult<Attributes<'py>> {
                class::option_values(py, &self.0).map(Attributes)
            }

            /// The conventions in words, by heading: `view`, `chess960`, `source` and others.
            #[getter]
            fn conventions<'py>(&self, py: Python<'py>) -> PyResult<Attributes<'py>> {
                Described::conventions(&self.0).into_py_dict(py).map(Attributes)
            }

            /// Returns a JSON text with version, kind, name, options and all derived properties.
            ///
            /// Unbounded values are `null`. `from_json` reads it.
            fn to_json(&self, py: Python<'_>) -> PyResult<String> {
                class::to_json(py, &self.0)
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
                class::of_json(py, text).map($class)
            }

            fn __repr__(&self) -> String {
                self.0.repr()
            }

            fn __str__(&self) -> String {
                class::table(&self.0)
            }

            fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
                other.cast::<$class>().is_ok_and(|other| other.get().0 == self.0)
            }

            fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
                pyo3::types::PyString::new(py, &self.0.repr()).hash()
            }

            // `functools.partial(class, name, **options)`
            fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, ())> {
                let partial = py.import("functools")?.getattr("partial")?;
                let options = Described::options(&self.0).into_py_dict(py)?;
                let arguments = (py.get_type::<$class>(), Described::name(&self.0));
                Ok((partial.call(arguments, Some(&options))?, ()))
            }
        }
    };
}
pub(super) use methods;
