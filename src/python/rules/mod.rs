//! Python classes of the Laws: outcomes, clocks, time controls, `PlayedGame`, notation.

mod dataclasses;
mod notation;
mod played;
mod time;

pub(super) use dataclasses::{adjudication, outcome_object, termination_pgn_tag, winnability};
pub(super) use notation::{announced, languages, read_move, read_score_sheet};
pub(super) use played::PlayedGame;
pub(super) use time::{Clock, TimeControl, parse_time_control};

use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::arguments::{Number, argument, wrong_type};
use super::errors::{ArgumentError, LanguageError, RuleSetError, shortened};
use super::hints::Attributes;
use super::package::{self, PackageClass};
use crate::notation::descriptive::Descriptive;
use crate::notation::language::Language;
use crate::notation::style::Notation;
use crate::rules::{Penalty, RuleSet, Termination, WinnabilityRule};

/// The names of the winnability rules.
const WINNABILITY: [(&str, WinnabilityRule); 3] = [
    ("laws", WinnabilityRule::Laws),
    ("material", WinnabilityRule::Material),
    ("own_pieces", WinnabilityRule::OwnPieces),
];

/// The value of a member of `enroque.Termination`.
pub(in crate::python) fn termination_value(termination: Termination) -> u8 {
    match termination {
        Termination::Checkmate => 1,
        Termination::Stalemate => 2,
        Termination::InsufficientMaterial => 3,
        Termination::SeventyFiveMoves => 4,
        Termination::FivefoldRepetition => 5,
        Termination::FiftyMoves => 6,
        Termination::ThreefoldRepetition => 7,
        Termination::DeadPosition => 11,
        Termination::TimeForfeit => 12,
        Termination::Resignation => 13,
        Termination::Agreement => 14,
        Termination::IllegalMove => 15,
        Termination::SealedMove => 16,
        Termination::RulesInfraction => 17,
        Termination::Abandoned => 18,
        Termination::Adjudication => 19,
        Termination::Death => 20,
        Termination::Emergency => 21,
    }
}

/// Returns the rule set with this name.
fn rule_set(name: &str) -> PyResult<RuleSet> {
    RuleSet::from_name(name).ok_or_else(|| {
        let names = RuleSet::ALL.map(|rules| rules.name).join(", ");
        RuleSetError::new_err(format!("rules must be one of {names}, not {:?}", shortened(name)))
    })
}

/// Returns the fields of a rule set, as the keywords of `enroque.rules.RuleSet`.
fn fields<'py>(py: Python<'py>, rules: &RuleSet) -> PyResult<Bound<'py, PyDict>> {
    let winnability = WINNABILITY.iter().find(|row| row.1 == rules.winnability);
    let dict = PyDict::new(py);
    dict.set_item("name", rules.name)?;
    dict.set_item("automatic_repetitions", rules.automatic_repetitions)?;
    dict.set_item("consecutive_repetitions", rules.consecutive_repetitions)?;
    dict.set_item("automatic_draw_plies", rules.automatic_draw_plies)?;
    dict.set_item("claims_with_move", rules.claims_with_move)?;
    dict.set_item("max_plies", rules.max_plies)?;
    dict.set_item("winnability", winnability.map(|row| row.0))?;
    dict.set_item("resignation_may_draw", rules.resignation_may_draw)?;
    dict.set_item("illegal_moves_lose", rules.illegal_moves_lose)?;
    dict.set_item("illegal_move_penalty", penalty(py, rules.illegal_move_penalty)?)?;
    dict.set_item("invalid_claim_penalty", penalty(py, rules.invalid_claim_penalty)?)?;
    dict.set_item("moves_before_agreement", rules.moves_before_agreement)?;
    Ok(dict)
}

/// Returns an `enroque.rules.Penalty`.
fn penalty(py: Python<'_>, penalty: Penalty) -> PyResult<package::Penalty<'_>> {
    let Penalty { standard, rapid, blitz } = penalty;
    package::Penalty::new(py, (standard, rapid, blitz))
}

/// Returns an `enroque.rules.RuleSet`.
pub(super) fn rule_set_object<'py>(
    py: Python<'py>,
    rules: &RuleSet,
) -> PyResult<package::RuleSet<'py>> {
    let class = package::RuleSet::class(py)?;
    class.call((), Some(&fields(py, rules)?)).map(package::RuleSet)
}

/// Returns the fields of the rule set with this name.
#[pyfunction]
pub(super) fn rule_set_fields<'py>(py: Python<'py>, name: &str) -> PyResult<Attributes<'py>> {
    Ok(Attributes(fields(py, &rule_set(name)?)?))
}

/// An argument that is the name of a rule set or a `RuleSet`.
pub(super) struct RulesArgument(pub(super) RuleSet);

argument!(RulesArgument, hint!(union hint!(str), hint!("enroque.rules", "RuleSet")), |object| {
    if let Ok(name) = object.extract::<&str>() {
        return Ok(RulesArgument(rule_set(name)?));
    }
    if !object.is_instance(package::RuleSet::class(object.py())?)? {
        return Err(wrong_type("rules must be a name or a RuleSet", &object));
    }
    let name: String = object.getattr("name")?.extract()?;
    let winnability: String = object.getattr("winnability")?.extract()?;
    let winnability = WINNABILITY
        .iter()
        .find(|row| row.0 == winnability)
        .ok_or_else(|| RuleSetError::new_err("winnability must be laws, material or own_pieces"))?;
    let out_of_range = |field: &str, number: i64| {
        RuleSetError::new_err(format!("{field} must be 0 or more, not {number}"))
    };
    let count = |field: &str, Number(number): Number| -> PyResult<u32> {
        u32::try_from(number).map_err(|_| out_of_range(field, number))
    };
    let limit = |field: &str| -> PyResult<Option<u32>> {
        let number: Option<Number> = object.getattr(field)?.extract()?;
        number.map(|number| count(field, number)).transpose()
    };
    let penalty = |field: &str| -> PyResult<Penalty> {
        let times: (Number, Number, Number) = object.getattr(field)?.extract()?;
        let time =
            |Number(number): Number| u64::try_from(number).map_err(|_| out_of_range(field, number));
        Ok(Penalty { standard: time(times.0)?, rapid: time(times.1)?, blitz: time(times.2)? })
    };
    let moves = "moves_before_agreement";
    let rules = RuleSet {
        automatic_repetitions: limit("automatic_repetitions")?,
        consecutive_repetitions: object.getattr("consecutive_repetitions")?.extract()?,
        automatic_draw_plies: limit("automatic_draw_plies")?,
        claims_with_move: object.getattr("claims_with_move")?.extract()?,
        max_plies: limit("max_plies")?,
        winnability: winnability.1,
        resignation_may_draw: object.getattr("resignation_may_draw")?.extract()?,
        illegal_moves_lose: limit("illegal_moves_lose")?,
        illegal_move_penalty: penalty("illegal_move_penalty")?,
        invalid_claim_penalty: penalty("invalid_claim_penalty")?,
        moves_before_agreement: count(moves, object.getattr(moves)?.extract()?)?,
        ..rule_set(&name)?
    };
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
