//! The methods that all classes of encodings and policies have: text forms, comparison, pickle,
//! JSON.

use pyo3::PyClass;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict};

use super::{error, options};
use crate::python::errors::shortened;
pub(super) use crate::python::hints::Attributes;
use crate::tensor::{NameError, OptionValue};

/// The version of the JSON text, to be increased when older readers would misread it.
const JSON_VERSION: i64 = 1;

/// A class of encodings or policies.
pub(in crate::python) trait EncodingClass: PyClass + Sized {
    /// The type of the core.
    type Core: Clone;
    /// The kind in JSON.
    const KIND: &'static str;
    /// The function of `enroque` that makes an object.
    const FACTORY: &'static str = "encoding";

    fn of(core: Self::Core) -> Self;
    fn core(&self) -> &Self::Core;
    fn named(name: &str, options: &[(String, OptionValue)]) -> Result<Self::Core, NameError>;
    /// The name and all options, as `named` takes them.
    fn name_and_options(core: &Self::Core) -> (&'static str, Vec<(String, OptionValue)>);
    /// The conventions: headings and texts.
    fn conventions(&self) -> Vec<(&'static str, &'static str)>;
    /// Sets the fields of the JSON besides name, options and conventions.
    fn set_fields(&self, dict: &Bound<'_, PyDict>) -> PyResult<()>;
    /// The shape or size, for the first line of the table.
    fn size_text(&self) -> String;
    /// The lines of the table before the conventions: headings and texts.
    fn summary(&self) -> Vec<(&'static str, String)>;
    /// The numbered lines of the table after the conventions.
    fn items(&self) -> Vec<String>;
}

/// The items of [`EncodingClass`] that are the same for all classes.
macro_rules! wraps {
    ($core:ty, $kind:literal, |$value:ident| $name_and_options:expr) => {
        type Core = $core;
        const KIND: &'static str = $kind;

        fn of(core: $core) -> Self {
            Self(core)
        }

        fn core(&self) -> &$core {
            &self.0
        }

        fn named(
            name: &str,
            options: &[(String, $crate::tensor::OptionValue)],
        ) -> Result<$core, $crate::tensor::NameError> {
            <$core>::named(name, options)
        }

        fn name_and_options(
            $value: &$core,
        ) -> (&'static str, Vec<(String, $crate::tensor::OptionValue)>) {
            $name_and_options
        }
    };
}
pub(super) use wraps;

/// The texts in the table of an encoding of positions.
macro_rules! row_texts {
    () => {
        fn conventions(&self) -> Vec<(&'static str, &'static str)> {
            self.0.conventions().texts()
        }

        fn size_text(&self) -> String {
            self.shape_text()
        }
    };
}
pub(super) use row_texts;

/// A class of encodings of positions as rows of an array.
pub(in crate::python) trait RowEncodingClass: EncodingClass {
    /// The shape of a row.
    fn row_shape(&self) -> Vec<usize>;
    /// The dtypes that can represent a row, the default first.
    fn row_dtypes(&self) -> Vec<&'static str>;
    /// Whether positions that differ only in Chess960 castling rights are encoded differently.
    fn distinguishes_chess960(&self) -> bool;

    /// Sets the fields of the JSON that all such classes have.
    fn set_row_fields(&self, dict: &Bound<'_, PyDict>) -> PyResult<()> {
        dict.set_item("shape", self.row_shape())?;
        dict.set_item("dtypes", self.row_dtypes())?;
        dict.set_item("chess960", self.distinguishes_chess960())
    }

    /// The shape of a row as Python writes it.
    fn shape_text(&self) -> String {
        let shape: Vec<String> = self.row_shape().iter().map(usize::to_string).collect();
        let comma = if shape.len() == 1 { "," } else { "" };
        format!("({}{comma})", shape.join(", "))
    }

    /// The line of the table with the dtypes.
    fn dtypes_line(&self) -> (&'static str, String) {
        ("dtypes", self.row_dtypes().join(", "))
    }
}

pub(super) fn options_dict<'py>(
    py: Python<'py>,
    options: Vec<(String, OptionValue)>,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (name, value) in options {
        match value {
            OptionValue::Word(word) => dict.set_item(name, word)?,
            OptionValue::Number(number) => dict.set_item(name, number)?,
        }
    }
    Ok(dict)
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
pub(super) fn call_of<T: EncodingClass>(core: &T::Core) -> String {
    let (name, options) = T::name_and_options(core);
    call(T::FACTORY, name, &options)
}

/// Returns the JSON text of an object.
pub(super) fn to_json<T: EncodingClass>(py: Python<'_>, encoding: &T) -> PyResult<String> {
    let (name, options) = T::name_and_options(encoding.core());
    let dict = PyDict::new(py);
    dict.set_item("enroque", JSON_VERSION)?;
    dict.set_item("kind", T::KIND)?;
    dict.set_item("name", name)?;
    dict.set_item("options", options_dict(py, options)?)?;
    encoding.set_fields(&dict)?;
    dict.set_item("conventions", encoding.conventions().into_py_dict(py)?)?;
    py.import("json")?.call_method1("dumps", (dict,))?.extract()
}

/// Returns the kind in a JSON text of [`to_json`], or an empty text if it has none.
pub(super) fn kind_of_json(py: Python<'_>, text: &str) -> PyResult<String> {
    let Ok(parsed) = py.import("json")?.call_method1("loads", (text,)) else {
        return Ok(String::new());
    };
    let kind = parsed.get_item("kind").and_then(|kind| kind.extract());
    Ok(kind.unwrap_or_default())
}

/// Returns the object of a JSON text of [`to_json`].
pub(super) fn of_json<T: EncodingClass>(py: Python<'_>, text: &str) -> PyResult<T> {
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
    if found.as_deref() != Some(T::KIND) {
        let found = field("kind")?.repr()?;
        return Err(invalid(format!("the kind must be {:?}, not {found}", T::KIND)));
    }
    let name: String =
        field("name")?.extract().map_err(|_| invalid("the name must be a string".to_owned()))?;
    let given = field("options")?;
    let given =
        given.cast::<PyDict>().map_err(|_| invalid("the options must be an object".to_owned()))?;
    let encoding = T::of(T::named(&name, &options(Some(given))?)?);
    check_consistent(py, dict, &encoding)?;
    Ok(encoding)
}

/// The fields of a JSON that are derived from name and options and must agree with them.
/// Descriptions in words may change.
const DERIVED_FIELDS: [&str; 9] = [
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
    encoding: &impl EncodingClass,
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

/// Returns the pickle form: `functools.partial(factory, name, **options)`.
pub(super) fn pickled<'py, T: EncodingClass>(
    py: Python<'py>,
    encoding: &T,
) -> PyResult<(Bound<'py, PyAny>, ())> {
    let (name, options) = T::name_and_options(encoding.core());
    let factory = py.import("enroque")?.getattr(T::FACTORY)?;
    let partial = py.import("functools")?.getattr("partial")?;
    let partial = partial.call((factory, name), Some(&options_dict(py, options)?))?;
    Ok((partial, ()))
}

/// Returns the table that `print` shows.
pub(super) fn table<T: EncodingClass>(encoding: &T) -> String {
    let mut lines = vec![format!("{}  {}", call_of::<T>(encoding.core()), encoding.size_text())];
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

/// Defines the methods of all encodings and policies.
macro_rules! methods {
    ($class:ident) => {
        #[pymethods]
        impl $class {
            /// The name.
            #[getter]
            fn name(&self) -> &'static str {
                <$class as class::EncodingClass>::name_and_options(self.core()).0
            }

            /// All options and their values.
            #[getter]
            fn options<'py>(&self, py: Python<'py>) -> PyResult<class::Attributes<'py>> {
                let (_, options) = <$class as class::EncodingClass>::name_and_options(self.core());
                class::options_dict(py, options).map(class::Attributes)
            }

            /// The conventions in words, by heading: `view`, `chess960`, `source` and others.
            #[getter]
            fn conventions<'py>(&self, py: Python<'py>) -> PyResult<class::Attributes<'py>> {
                let conventions = class::EncodingClass::conventions(self);
                pyo3::types::IntoPyDict::into_py_dict(conventions, py).map(class::Attributes)
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
                format!("enroque.{}", class::call_of::<$class>(self.core()))
            }

            fn __str__(&self) -> String {
                class::table(self)
            }

            fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
                other.cast::<$class>().is_ok_and(|other| other.get().core() == self.core())
            }

            fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
                pyo3::types::PyString::new(py, &self.__repr__()).hash()
            }

            fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, ())> {
                class::pickled(py, self)
            }
        }
    };
}
pub(super) use methods;

/// Defines the methods of all encodings of positions.
macro_rules! row_methods {
    ($class:ident) => {
        #[pymethods]
        impl $class {
            /// The shape of one position's row, with padding.
            #[getter]
            fn shape<'py>(&self, py: Python<'py>) -> PyResult<$crate::python::hints::Shape<'py>> {
                let shape = class::RowEncodingClass::row_shape(self);
                pyo3::types::PyTuple::new(py, shape).map($crate::python::hints::Shape)
            }

            /// The dtypes that can represent a row, the default first.
            ///
            /// Planes allow uint8 if all values are integers (counts above 255 become 255), and
            /// bool if all values are 0 or 1.
            #[getter]
            fn dtypes(&self) -> Vec<&'static str> {
                class::RowEncodingClass::row_dtypes(self)
            }

            /// Whether the encoding distinguishes Chess960 castling rights.
            ///
            /// If not, positions that differ only in such rights are encoded alike.
            #[getter]
            fn chess960(&self) -> bool {
                class::RowEncodingClass::distinguishes_chess960(self)
            }
        }
    };
}
pub(super) use row_methods;
