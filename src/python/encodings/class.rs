//! What all descriptions have in common: they print, compare, pickle, and become JSON and come back.

use pyo3::PyClass;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::{error, options};
use crate::python::errors::shortened;
use crate::tensor::{Conventions, NameError, OptionValue};

/// The version of the JSON that encodings write; it grows when old readers would misread it.
const JSON_VERSION: i64 = 1;

/// A class that describes an encoding: a name with options, and what follows from them.
pub(in crate::python) trait Described: PyClass + Sized {
    /// What the core has for it.
    type Core: Clone;
    /// What it is an encoding of, in JSON.
    const KIND: &'static str;
    /// The function of `enroque` that makes one.
    const MAKER: &'static str = "encoding";

    fn of(core: Self::Core) -> Self;
    fn core(&self) -> &Self::Core;
    fn named(name: &str, options: &[(String, OptionValue)]) -> Result<Self::Core, NameError>;
    /// The name and all options, from which `named` makes the same.
    fn called(core: &Self::Core) -> (&'static str, Vec<(String, OptionValue)>);
    /// What it takes things for: headings and texts.
    fn conventions(&self) -> Vec<(&'static str, &'static str)>;
    /// The fields of its JSON besides name, options and conventions.
    fn set_fields(&self, dict: &Bound<'_, PyDict>) -> PyResult<()>;
    /// What its table has beside the call in the first line.
    fn size(&self) -> String;
    /// The lines of its table before the conventions: headings and texts.
    fn head(&self) -> Vec<(&'static str, String)>;
    /// The lines of its table after the conventions, numbered.
    fn parts(&self) -> Vec<String>;
}

/// A description of what a position's row of an array holds.
pub(in crate::python) trait DescribesRows: Described {
    /// The shape of a row.
    fn row_shape(&self) -> Vec<usize>;
    /// The dtypes that can hold it, the default first.
    fn row_dtypes(&self) -> Vec<&'static str>;
    /// Whether Chess960's castling rights show with their rooks.
    fn distinguishes_chess960(&self) -> bool;
}

/// The shape of a row as Python writes it.
pub(super) fn shape_text(described: &impl DescribesRows) -> String {
    let shape: Vec<String> = described.row_shape().iter().map(usize::to_string).collect();
    let comma = if shape.len() == 1 { "," } else { "" };
    format!("({}{comma})", shape.join(", "))
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

/// `name, option=value` as it is typed.
pub(in crate::python) fn call(
    function: &str,
    name: &str,
    options: &[(String, OptionValue)],
) -> String {
    let options: String = options.iter().map(|(name, value)| format!(", {name}={value}")).collect();
    format!("{function}({name:?}{options})")
}

/// The call that makes a description.
pub(super) fn call_of<T: Described>(core: &T::Core) -> String {
    let (name, options) = T::called(core);
    call(T::MAKER, name, &options)
}

pub(super) fn conventions_dict<'py>(
    py: Python<'py>,
    described: &impl Described,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (heading, text) in described.conventions() {
        dict.set_item(heading, text)?;
    }
    Ok(dict)
}

/// The conventions of positions by their headings.
pub(super) fn headed(conventions: Conventions) -> Vec<(&'static str, &'static str)> {
    let Conventions { view, en_passant, repetition, chess960, source } = conventions;
    vec![
        ("view", view),
        ("en_passant", en_passant),
        ("repetition", repetition),
        ("chess960", chess960),
        ("source", source),
    ]
}

/// The JSON of a description.
pub(super) fn to_json<T: Described>(py: Python<'_>, described: &T) -> PyResult<String> {
    let (name, options) = T::called(described.core());
    let dict = PyDict::new(py);
    dict.set_item("enroque", JSON_VERSION)?;
    dict.set_item("kind", T::KIND)?;
    dict.set_item("name", name)?;
    dict.set_item("options", options_dict(py, options)?)?;
    described.set_fields(&dict)?;
    dict.set_item("conventions", conventions_dict(py, described)?)?;
    py.import("json")?.call_method1("dumps", (dict,))?.extract()
}

/// What a JSON of [`to_json`] says that it describes; nothing if it says nothing.
pub(super) fn kind_of_json(py: Python<'_>, text: &str) -> PyResult<String> {
    let Ok(parsed) = py.import("json")?.call_method1("loads", (text,)) else {
        return Ok(String::new());
    };
    let kind = parsed.get_item("kind").and_then(|kind| kind.extract());
    Ok(kind.unwrap_or_default())
}

/// The description of a JSON of [`to_json`].
pub(super) fn of_json<T: Described>(py: Python<'_>, text: &str) -> PyResult<T> {
    let refused = |reason: String| error(format!("no JSON of a description: {reason}"));
    let parsed = py.import("json")?.call_method1("loads", (text,));
    let parsed = parsed.map_err(|error| refused(error.to_string()))?;
    let dict = parsed.cast::<PyDict>().map_err(|_| refused("it is no object".to_owned()))?;
    let field = |name: &str| {
        dict.get_item(name)?.ok_or_else(|| refused(format!("it has no field {name:?}")))
    };
    let version: Option<i64> = field("enroque")?.extract().ok();
    if version != Some(JSON_VERSION) {
        let found = field("enroque")?.repr()?;
        return Err(refused(format!("its version is {found}, {JSON_VERSION} is known here")));
    }
    let found: Option<String> = field("kind")?.extract().ok();
    if found.as_deref() != Some(T::KIND) {
        let found = field("kind")?.repr()?;
        return Err(refused(format!("it describes {found}, not {:?}", T::KIND)));
    }
    let name: String =
        field("name")?.extract().map_err(|_| refused("its name is no text".to_owned()))?;
    let given = field("options")?;
    let given =
        given.cast::<PyDict>().map_err(|_| refused("its options are no object".to_owned()))?;
    let described = T::of(T::named(&name, &options(Some(given))?)?);
    agrees(py, dict, &described)?;
    Ok(described)
}

/// Fields of a JSON that follow from name and options, and that must be so: else it describes something
/// else. Wordings may change.
const FOLLOWING: [&str; 9] = [
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

/// Whether a JSON says nothing of a description that it is not.
fn agrees(py: Python<'_>, given: &Bound<'_, PyDict>, described: &impl Described) -> PyResult<()> {
    let own = py.import("json")?.call_method1("loads", (to_json(py, described)?,))?;
    let own = own.cast::<PyDict>()?;
    for name in FOLLOWING {
        let (Some(given), Some(own)) = (given.get_item(name)?, own.get_item(name)?) else {
            continue;
        };
        if !given.eq(&own)? {
            let (given, own) = (given.repr()?.to_string(), own.repr()?.to_string());
            let (given, own) = (shortened(&given), shortened(&own));
            return Err(error(format!(
                "the JSON contradicts itself: {name} is {given}, by its name and options {own}"
            )));
        }
    }
    Ok(())
}

/// `functools.partial(function, name, **options)`: how a description is pickled.
pub(super) fn pickled<'py, T: Described>(
    py: Python<'py>,
    described: &T,
) -> PyResult<(Bound<'py, PyAny>, ())> {
    let (name, options) = T::called(described.core());
    let make = py.import("enroque")?.getattr(T::MAKER)?;
    let partial = py.import("functools")?.getattr("partial")?;
    let partial = partial.call((make, name), Some(&options_dict(py, options)?))?;
    Ok((partial, ()))
}

/// The description as a table.
pub(super) fn table<T: Described>(described: &T) -> String {
    let mut lines = vec![format!("{}  {}", call_of::<T>(described.core()), described.size())];
    let conventions = described.conventions().into_iter().map(|(heading, text)| {
        let heading = match heading {
            "en_passant" => "en passant",
            "chess960" => "Chess960",
            other => other,
        };
        (heading, text.to_owned())
    });
    for (heading, text) in described.head().into_iter().chain(conventions) {
        lines.push(format!("{heading:11} {text}"));
    }
    let parts = described.parts();
    lines.extend(parts.iter().enumerate().map(|(n, part)| format!("{n:11} {part}")));
    lines.join("\n")
}

/// Defines the methods of all encodings and policies.
macro_rules! described {
    ($class:ident) => {
        #[pymethods]
        impl $class {
            /// The name.
            #[getter]
            fn name(&self) -> &'static str {
                <$class as $crate::python::encodings::Described>::called(self.core()).0
            }

            /// All options and their values.
            #[getter]
            fn options<'py>(
                &self,
                py: Python<'py>,
            ) -> PyResult<$crate::python::hints::Attributes<'py>> {
                let (_, options) =
                    <$class as $crate::python::encodings::Described>::called(self.core());
                class::options_dict(py, options).map($crate::python::hints::Attributes)
            }

            /// The conventions in words, by heading: `view`, `chess960`, `source` and others.
            #[getter]
            fn conventions<'py>(
                &self,
                py: Python<'py>,
            ) -> PyResult<$crate::python::hints::Attributes<'py>> {
                class::conventions_dict(py, self).map($crate::python::hints::Attributes)
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
pub(super) use described;

/// Defines the methods of all encodings of positions.
macro_rules! describes_rows {
    ($class:ident) => {
        #[pymethods]
        impl $class {
            /// The shape of one position's row, with padding.
            #[getter]
            fn shape<'py>(&self, py: Python<'py>) -> PyResult<$crate::python::hints::Shape<'py>> {
                let shape = class::DescribesRows::row_shape(self);
                pyo3::types::PyTuple::new(py, shape).map($crate::python::hints::Shape)
            }

            /// The dtypes that can hold a row, the default first.
            ///
            /// Planes allow uint8 if all values are integers (counts above 255 become 255), and bool if all
            /// values are 0 or 1.
            #[getter]
            fn dtypes(&self) -> Vec<&'static str> {
                class::DescribesRows::row_dtypes(self)
            }

            /// Whether positions that differ only in Chess960 castling rights differ in the encoding.
            #[getter]
            fn chess960(&self) -> bool {
                class::DescribesRows::distinguishes_chess960(self)
            }
        }
    };
}
pub(super) use describes_rows;
