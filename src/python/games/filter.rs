//! Conversion of `enroque.Filter`.

use pyo3::exceptions::PyOverflowError;

use crate::io::{Criterion, Filter, RawValue};
use crate::notation::language::Language;
use crate::pgn::{Annotations, CommentStyle, Letters};
use crate::python::arguments::explained;
use crate::python::find::QueryArgument;
use crate::python::prelude::*;

/// Returns the value of a criterion, which may be `None`.
fn raw_value(criterion: Criterion, value: &Bound<'_, PyAny>) -> PyResult<RawValue> {
    let (converted, expected) = match criterion.kind().name {
        "bool" => (value.extract().map(RawValue::Bool), "a bool"),
        "int" => {
            let large = |_| value.extract::<u64>().map(i128::from);
            let int = value.extract::<i64>().map(i128::from).or_else(large);
            (int.map(RawValue::Int), "an int")
        }
        "float" => (value.extract().map(RawValue::Float), "a float"),
        "texts" => (value.extract().map(RawValue::Texts), "strings"),
        "query" => {
            let query = value.extract().map(|QueryArgument(query)| RawValue::Query(query));
            (query, "a query of enroque.find, a Board or a FEN")
        }
        "table" => (value.extract().map(RawValue::Table), "a mapping"),
        _ => (value.extract().map(RawValue::Text), "a str"),
    };
    let name = criterion.name();
    converted.map_err(|error: PyErr| {
        if error.is_instance_of::<PyOverflowError>(value.py()) {
            let text = value
                .repr()
                .map_or_else(|_| "a very large number".to_owned(), |text| text.to_string());
            return ArgumentError::new_err(format!("{name} is out of range: {text}"));
        }
        wrong_type(&format!("{name} must be {expected}"), value)
    })
}

/// Converts an `enroque.Filter`.
pub(super) fn filter(object: &Bound<'_, PyAny>) -> PyResult<Filter> {
    let mut filter = Filter::default();
    for criterion in Criterion::ALL {
        let name = criterion.name();
        let value = object.getattr(name)?;
        if !value.is_none() {
            let set = filter.set(criterion, raw_value(criterion, &value)?);
            set.map_err(|error| ArgumentError::new_err(format!("{name} {error}")))?;
        }
    }
    filter.check_ranges().map_err(|(min, max)| {
        ArgumentError::new_err(format!("{} is greater than {}", min.name(), max.name()))
    })?;
    Ok(filter)
}

/// Returns the criteria of `enroque.Filter`.
///
/// Returns:
///     For each its name, the kind of its value, what it looks at, the possible values (none if any
///     are), and its description.
#[pyfunction(crate = "crate::python::named_arguments")]
#[expect(clippy::type_complexity, reason = "a row of a table")]
pub(in crate::python) fn filter_criteria()
-> Vec<(&'static str, &'static str, Vec<&'static str>, Vec<&'static str>, &'static str)> {
    let row = |one: Criterion| {
        let (kind, sources) = (one.kind(), one.sources());
        (one.name(), kind.name, sources.to_vec(), kind.choices.to_vec(), one.help())
    };
    Criterion::ALL.into_iter().map(row).collect()
}

/// Raises `ValueError` if a filter has an impossible value.
///
/// Args:
///     object: an `enroque.Filter`.
#[pyfunction(crate = "crate::python::named_arguments")]
pub(in crate::python) fn check_filter(object: &Bound<'_, PyAny>) -> PyResult<()> {
    filter(object).map(drop)
}

/// Converts an argument that must be an `enroque.Filter`.
pub(in crate::python) fn filter_argument(object: &Bound<'_, PyAny>) -> PyResult<Filter> {
    if !object.is_instance(package::Filter::class(object.py())?)? {
        let rule = match object.is_instance(package::Query::class(object.py())?)? {
            true => "filter must be an enroque.Filter, such as Filter(position=query)",
            false => "filter must be an enroque.Filter",
        };
        return Err(wrong_type(rule, object));
    }
    filter(object)
}

/// Returns the piece letters for a language code or `auto`.
pub(in crate::python) fn letters(language: Option<&str>) -> PyResult<Letters> {
    match language {
        None | Some("en") => Ok(Letters::English),
        Some("auto") => Ok(Letters::Detected),
        Some(code) => Language::from_code(code).map(Letters::Of).ok_or_else(|| {
            let codes: Vec<&str> = Language::ALL.iter().map(|language| language.code()).collect();
            ArgumentError::new_err(format!(
                "language must be auto or one of {}, not {code:?}",
                codes.join(", ")
            ))
        }),
    }
}

/// Returns the annotations with one or several names.
pub(in crate::python) fn annotations(names: Option<&Bound<'_, PyAny>>) -> PyResult<Annotations> {
    let mut annotations = Annotations::NONE;
    let Some(names) = names.filter(|names| !names.is_none()) else { return Ok(annotations) };
    let names: Vec<String> = match names.extract::<String>() {
        Ok(name) => vec![name],
        Err(_) => names
            .extract::<Items<String>>()
            .map_err(|error| {
                explained(error, names, |kind| {
                    format!(
                        "annotations must be move_times or arrows, or a list of these, not {kind}"
                    )
                })
            })?
            .0,
    };
    for name in names {
        match name.as_str() {
            "move_times" => annotations.move_times = true,
            "arrows" => annotations.arrows = true,
            "engine" => annotations.engine = true,
            _ => {
                return Err(ArgumentError::new_err(format!(
                    "annotations must be move_times, arrows or engine, not {name:?}"
                )));
            }
        }
    }
    Ok(annotations)
}

/// Returns a comment style by its name.
pub(in crate::python) fn comments(style: &str) -> PyResult<CommentStyle> {
    let styles = [("standard", CommentStyle::Standard), ("tcec", CommentStyle::Tcec)];
    named("comments", style, &styles)
}
