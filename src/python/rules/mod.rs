//! Python classes of the Laws: outcomes, clocks, time controls, `PlayedGame`, notation.

mod dataclasses;
mod played;
mod time;

pub(super) use dataclasses::{adjudication, outcome_object, termination_pgn_tag, winnability};
pub(super) use dataclasses::{announced, languages, read_move, read_score_sheet};
pub(super) use played::PlayedGame;
pub(super) use time::{Clock, TimeControl, parse_time_control};

use super::arguments::defaults;
use super::dataclass::{Dataclass, Field, RangeError, dataclass};
use super::errors::{LanguageError, RuleSetError};
use crate::notation::descriptive::Descriptive;
use crate::notation::language::Language;
use crate::notation::style::Notation;
use crate::python::prelude::*;
use crate::rules::{Penalty, RuleSet, Termination, WinnabilityRule, rule_set_options};

/// The value of a member of `enroque.Termination`.
pub(in crate::python) fn termination_value(termination: Termination) -> u8 {
    let number = termination as u8 + 1;
    // 8 to 10 are terminations of variants
    if number < 8 { number } else { number + 3 }
}

/// Returns the rule set with this name.
fn rule_set(name: &str) -> PyResult<RuleSet> {
    RuleSet::from_name(name).ok_or_else(|| {
        let names = RuleSet::ALL.map(|rules| rules.name).join(", ");
        RuleSetError::new_err(format!("rules must be one of {names}, not {:?}", shortened(name)))
    })
}

rule_set_options!(dataclass!, RuleSet, "rules must be a name or a RuleSet", RuleSetError);

impl Field for WinnabilityRule {
    fn of(name: &str, value: &Bound<'_, PyAny>, error: RangeError) -> PyResult<WinnabilityRule> {
        let found = value.extract::<&str>().ok().and_then(WinnabilityRule::from_name);
        let rule = || error(format!("{name} must be laws, material or own_pieces, not {value}"));
        found.ok_or_else(rule)
    }

    fn object<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.name().into_bound_py_any(py)
    }
}

impl Field for Penalty {
    fn of(name: &str, value: &Bound<'_, PyAny>, error: RangeError) -> PyResult<Penalty> {
        let times: [Bound<'_, PyAny>; 3] = value.extract()?;
        let [standard, rapid, blitz] = times.map(|time| Field::of(name, &time, error));
        Ok(Penalty { standard: standard?, rapid: rapid?, blitz: blitz? })
    }

    fn object<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let penalty = package::Penalty::new(py, (self.standard, self.rapid, self.blitz))?;
        Ok(penalty.0)
    }
}

/// Returns the fields of a rule set with its name, as the keywords of `enroque.rules.RuleSet`.
fn rule_set_keywords<'py>(py: Python<'py>, rules: &RuleSet) -> PyResult<Bound<'py, PyDict>> {
    let keywords = rules.fields(py)?;
    keywords.set_item("name", rules.name)?;
    Ok(keywords)
}

/// Returns an `enroque.rules.RuleSet`.
pub(super) fn rule_set_object<'py>(
    py: Python<'py>,
    rules: &RuleSet,
) -> PyResult<package::RuleSet<'py>> {
    let class = package::RuleSet::class(py)?;
    class.call((), Some(&rule_set_keywords(py, rules)?)).map(package::RuleSet)
}

/// Returns the fields of the rule set with this name.
#[pyfunction(crate = "crate::python::named_arguments")]
pub(super) fn rule_set_fields<'py>(py: Python<'py>, name: &str) -> PyResult<Attributes<'py>> {
    Ok(Attributes(rule_set_keywords(py, &rule_set(name)?)?))
}

/// An argument that is the name of a rule set or a `RuleSet`.
pub(super) struct RulesArgument(pub(super) RuleSet);

defaults! { RulesArgument = |name: &str| RulesArgument(rule_set(name)?); }

argument!(RulesArgument, hint!(union hint!(str), hint!("enroque.rules", "RuleSet")), |object| {
    if let Ok(name) = object.extract::<&str>() {
        return Ok(RulesArgument(rule_set(name)?));
    }
    if !object.is_instance(package::RuleSet::class(object.py())?)? {
        return Err(wrong_type("rules must be a name or a RuleSet", &object));
    }
    let base: String = object.getattr("name")?.extract()?;
    let mut rules = rule_set(&base)?;
    rules.set_fields(&object)?;
    rules.check().map_err(RuleSetError::new_err)?;
    Ok(RulesArgument(rules))
});

/// Returns the notation with this name.
pub(super) fn notation(name: &str) -> PyResult<Notation> {
    Notation::from_name(name).ok_or_else(|| {
        let names = Notation::ALL.map(Notation::name).join(" or ");
        ArgumentError::new_err(format!("style must be {names}, not {:?}", shortened(name)))
    })
}

/// Returns the descriptive notation in the language with this code.
pub(super) fn descriptive(code: &str) -> PyResult<Descriptive> {
    Descriptive::of(language(code)?).ok_or_else(|| {
        let known = Descriptive::ALL.map(Descriptive::code).join(", ");
        LanguageError::new_err(format!("descriptive notation is in {known} only, not in {code}"))
    })
}

/// Returns the language with this code.
pub(super) fn language(code: &str) -> PyResult<Language> {
    Language::from_code(code).ok_or_else(|| {
        let codes: Vec<&str> = Language::ALL.iter().map(|language| language.code()).collect();
        let codes = codes.join(", ");
        LanguageError::new_err(format!(
            "language must be one of {codes}, not {:?}",
            shortened(code)
        ))
    })
}
