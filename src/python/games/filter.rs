//! Conversion of `enroque.Filter`.

use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;

use crate::io::{Date, EcoRange, EloBinLimit, Filter, Sample, TimeControlClass, Wildcard};
use crate::notation::language::Language;
use crate::pgn::{Annotations, CommentStyle, Letters};
use crate::python::arguments::{Items, wrong_type};
use crate::python::errors::ArgumentError;
use crate::rules::GameResult;

/// Returns an attribute of a filter, which may be `None`. `kind` is its type, for messages.
fn attribute<'py, T>(filter: &Bound<'py, PyAny>, name: &str, kind: &str) -> PyResult<Option<T>>
where
    T: for<'a> FromPyObject<'a, 'py, Error = PyErr>,
{
    let value = filter.getattr(name)?;
    value.extract::<Option<T>>().map_err(|error| match value.repr() {
        Ok(text) if error.is_instance_of::<PyOverflowError>(value.py()) => {
            ArgumentError::new_err(format!("{name} is out of range: {text}"))
        }
        _ => wrong_type(&format!("{name} must be {kind}"), &value),
    })
}

/// Returns the converted texts of an attribute.
fn each<T>(
    filter: &Bound<'_, PyAny>,
    name: &str,
    expected: &str,
    convert: impl Fn(&str) -> Option<T>,
) -> PyResult<Option<Vec<T>>> {
    let Some(texts) = attribute::<Vec<String>>(filter, name, "strings")? else { return Ok(None) };
    let converted = texts.iter().map(|text| {
        convert(text).ok_or_else(|| {
            ArgumentError::new_err(format!("{name} must be {expected}, not {text:?}"))
        })
    });
    converted.collect::<PyResult<Vec<T>>>().map(Some)
}

/// Raises `ValueError` if a minimum is greater than the maximum.
fn check_range<T: PartialOrd>(
    min_name: &str,
    min: Option<T>,
    max_name: &str,
    max: Option<T>,
) -> PyResult<()> {
    match (min, max) {
        (Some(min), Some(max)) if min > max => {
            Err(ArgumentError::new_err(format!("{min_name} is greater than {max_name}")))
        }
        _ => Ok(()),
    }
}

const RESULTS: &str = "one of 1-0, 0-1, 1/2-1/2 and *";
const TIME_CLASSES: &str = "one of ultrabullet, bullet, blitz, rapid, classical, correspondence, \
    fide:blitz, fide:rapid and fide:standard";

/// Converts an `enroque.Filter`.
pub(super) fn filter(object: &Bound<'_, PyAny>) -> PyResult<Filter> {
    let rating = |name: &str| match attribute::<i64>(object, name, "an int")? {
        None => Ok(None),
        Some(rating) => i16::try_from(rating)
            .map(Some)
            .map_err(|_| ArgumentError::new_err(format!("{name} must be a rating, not {rating}"))),
    };
    let plies = |name: &str| attribute::<usize>(object, name, "an int");
    let date = |name: &str| -> PyResult<Option<(Date, Date)>> {
        let Some(text) = attribute::<String>(object, name, "a str")? else { return Ok(None) };
        let span = Date::span(text.as_bytes());
        span.map(Some).ok_or_else(|| {
            ArgumentError::new_err(format!(
                "{name} must be a date such as 2024.02.29, not {text:?}"
            ))
        })
    };
    let texts = |name: &str| attribute::<Vec<String>>(object, name, "strings");
    let (since, until) = (date("since")?.map(|span| span.0), date("until")?.map(|span| span.1));
    check_range("since", since, "until", until)?;
    let sample = match attribute::<f64>(object, "sample_fraction", "a float")? {
        Some(fraction) if !(0.0..=1.0).contains(&fraction) => {
            return Err(ArgumentError::new_err(format!(
                "sample_fraction must be 0 to 1, not {fraction}"
            )));
        }
        Some(fraction) => {
            let seed = attribute::<u64>(object, "seed", "an int")?.unwrap_or_default();
            Some(Sample { fraction, seed })
        }
        None => None,
    };
    let elo_bin_limit = match attribute::<u64>(object, "max_games_per_elo_bin", "an int")? {
        Some(games) => {
            let bin_width =
                attribute::<u16>(object, "elo_bin_width", "an int")?.unwrap_or_default();
            if bin_width == 0 {
                return Err(ArgumentError::new_err("elo_bin_width must be 1 or more, not 0"));
            }
            Some(EloBinLimit { games, bin_width })
        }
        None => None,
    };
    let chess960 = match attribute::<String>(object, "variant", "a str")?.as_deref() {
        None => None,
        Some("standard") => Some(false),
        Some("chess960") => Some(true),
        Some(other) => {
            let reason = format!("variant must be standard or chess960, not {other:?}");
            return Err(ArgumentError::new_err(reason));
        }
    };
    let (min_elo, max_elo) = (rating("min_elo")?, rating("max_elo")?);
    check_range("min_elo", min_elo, "max_elo", max_elo)?;
    let (min_plies, max_plies) = (plies("min_plies")?, plies("max_plies")?);
    check_range("min_plies", min_plies, "max_plies", max_plies)?;
    Ok(Filter {
        min_elo,
        max_elo,
        either_min_elo: rating("either_min_elo")?,
        either_max_elo: rating("either_max_elo")?,
        time_classes: each(object, "time_class", TIME_CLASSES, TimeControlClass::from_name)?,
        since,
        until,
        eco: each(object, "eco", "codes such as B90, B or B90-C19", EcoRange::from_text)?,
        terminations: texts("termination")?,
        events: each(object, "event", "a pattern", |text| Some(Wildcard::new(text)))?,
        titles: texts("title")?,
        either_titles: texts("either_title")?,
        bots: attribute(object, "bots", "a bool")?,
        tags: object.getattr("tags")?.extract()?,
        chess960,
        results: each(object, "result", RESULTS, |text| GameResult::from_ascii(text.as_bytes()))?,
        sample,
        min_plies,
        max_plies,
        evals: attribute(object, "evals", "a bool")?,
        clocks: attribute(object, "clocks", "a bool")?,
        broken: attribute(object, "broken", "a bool")?,
        elo_bin_limit,
    })
}

/// Raises `ValueError` if a filter has an impossible value.
///
/// Args:
///     object: an `enroque.Filter`.
#[pyfunction]
pub(in crate::python) fn check_filter(object: &Bound<'_, PyAny>) -> PyResult<()> {
    filter(object).map(drop)
}

/// Converts an argument that must be an `enroque.Filter`.
pub(super) fn filter_argument(object: &Bound<'_, PyAny>) -> PyResult<Filter> {
    let class = object.py().import("enroque._filters")?.getattr("Filter")?;
    if !object.is_instance(&class)? {
        return Err(wrong_type("filter must be an enroque.Filter", object));
    }
    filter(object)
}

/// Returns the piece letters for a language code or `auto`.
pub(super) fn letters(language: Option<&str>) -> PyResult<Letters> {
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
pub(super) fn annotations(names: Option<&Bound<'_, PyAny>>) -> PyResult<Annotations> {
    let mut annotations = Annotations::NONE;
    let Some(names) = names.filter(|names| !names.is_none()) else { return Ok(annotations) };
    let names: Vec<String> = match names.extract::<String>() {
        Ok(name) => vec![name],
        Err(_) => names.extract::<Items<String>>()?.0,
    };
    for name in names {
        match name.as_str() {
            "move_times" => annotations.move_times = true,
            "arrows" => annotations.arrows = true,
            _ => {
                return Err(ArgumentError::new_err(format!(
                    "annotations must be move_times or arrows, not {name:?}"
                )));
            }
        }
    }
    Ok(annotations)
}

/// Returns a comment style by its name.
pub(super) fn comments(style: &str) -> PyResult<CommentStyle> {
    match style {
        "standard" => Ok(CommentStyle::Standard),
        "tcec" => Ok(CommentStyle::Tcec),
        other => {
            Err(ArgumentError::new_err(format!("comments must be standard or tcec, not {other:?}")))
        }
    }
}
