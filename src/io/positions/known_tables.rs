//! The columns of tables: those of known tables, and those that are named.

use super::convention::{Convention, FormatProblem, Perspective, PositionOptions, Unit};
use super::role::Role;
use super::score::Scores;

/// The columns of CSV and of Arrow tables that are written, in their order.
pub(super) const WRITTEN: [(Role, &str); 16] = [
    (Role::Fen, "fen"),
    (Role::Cp, "white_cp"),
    (Role::Mate, "white_mate"),
    (Role::Result, "result"),
    (Role::ExpectedScore, "white_score"),
    (Role::Move, "move"),
    (Role::Solution, "line"),
    (Role::Depth, "depth"),
    (Role::Nodes, "nodes"),
    (Role::Id, "id"),
    (Role::Rating, "rating"),
    (Role::RatingDeviation, "rating_deviation"),
    (Role::Popularity, "popularity"),
    (Role::Plays, "plays"),
    (Role::Themes, "themes"),
    (Role::Openings, "openings"),
];

/// The columns of known tables, in lower case, with their roles; evaluations are White's
/// centipawns.
const KNOWN: [&[(Role, &str)]; 6] = [
    // Kaggle: ronakbadhe/chess-evaluations
    &[(Role::Fen, "fen"), (Role::Eval, "evaluation"), (Role::Move, "move")],
    // Lichess: database.lichess.org/#puzzles, and Lichess/chess-puzzles at Hugging Face
    &[
        (Role::Id, "puzzleid"),
        (Role::Fen, "fen"),
        (Role::Solution, "moves"),
        (Role::Rating, "rating"),
        (Role::RatingDeviation, "ratingdeviation"),
        (Role::Popularity, "popularity"),
        (Role::Plays, "nbplays"),
        (Role::Themes, "themes"),
        (Role::Openings, "openingtags"),
    ],
    &WRITTEN,
    // Lichess/chess-position-evaluations at Hugging Face
    &[
        (Role::Fen, "fen"),
        (Role::Line, "line"),
        (Role::Depth, "depth"),
        (Role::Kilonodes, "knodes"),
        (Role::Cp, "cp"),
        (Role::Mate, "mate"),
    ],
    // Lichess/fishnet-evals at Hugging Face; the move is that of the game
    &[(Role::Fen, "fen"), (Role::Cp, "cp"), (Role::Mate, "mate"), (Role::Move, "move")],
    // Lichess/chess-openings at Hugging Face
    &[(Role::Fen, "epd"), (Role::Id, "name"), (Role::Openings, "eco")],
];

/// Columns of known tables that are not read: of puzzles and openings, and the index of pandas.
const NOT_READ: [&str; 11] = [
    "gameurl",
    "gameid",
    "dailydate",
    "",
    "index",
    "unnamed: 0",
    "__index_level_0__",
    "eco-volume",
    "img",
    "pgn",
    "uci",
];

/// The maximum number of columns that a message names.
const MAX_SHOWN: usize = 20;

/// Returns the contents of columns by their names, and the convention of the table.
///
/// # Errors
/// A problem with the columns that are unknown or ambiguous, or the option that is required.
pub(super) fn roles_of(
    names: &[String],
    options: &PositionOptions,
) -> Result<(Vec<Option<Role>>, Scores), FormatProblem> {
    let is_named = !options.columns.is_empty();
    let is_same = |name: &str, wanted: &str| match is_named {
        true => name == wanted,
        false => name.eq_ignore_ascii_case(wanted),
    };
    let has = |columns: &[&str], name| columns.iter().any(|column| is_same(name, column));
    let wanted: Vec<(Role, &str)> = if is_named {
        options.columns.iter().map(|(role, name)| (*role, &**name)).collect()
    } else {
        let is_this = |known: &&&[(Role, &str)]| {
            let columns: Vec<&str> = known.iter().map(|(_, name)| *name).collect();
            names.iter().any(|name| {
                known.iter().any(|(role, column)| *role == Role::Fen && is_same(name, column))
            }) && names.iter().all(|name| has(&columns, name) || has(&NOT_READ, name))
        };
        KNOWN.iter().find(is_this).ok_or_else(|| unknown_columns(names))?.to_vec()
    };
    let mut roles = vec![None; names.len()];
    for (role, wanted) in wanted {
        let mut found = (0..names.len()).filter(|&index| is_same(&names[index], wanted));
        match (found.next(), found.next()) {
            (None, _) if !is_named => {}
            (None, _) => {
                let names = names.join(", ");
                return Err(format!("there is no column {wanted:?} among {names}").into());
            }
            (_, Some(_)) => return Err(format!("there are several columns {wanted:?}").into()),
            (Some(index), None) => {
                if let Some(other) = roles[index].replace(role) {
                    let (one, other) = (other.name(), role.name());
                    let problem =
                        format!("the column {wanted:?} cannot be both {one:?} and {other:?}");
                    return Err(problem.into());
                }
            }
        }
    }
    let scores = match is_named {
        true => named_scores(options.convention, &roles)?,
        false => {
            Scores::WHITE.check(options.convention, "this known table")?;
            Scores::WHITE
        }
    };
    Ok((roles, scores))
}

#[cold]
fn unknown_columns(names: &[String]) -> FormatProblem {
    let shown: Vec<String> = names.iter().take(MAX_SHOWN).map(|name| format!("{name:?}")).collect();
    let more = if names.len() > MAX_SHOWN { ", ..." } else { "" };
    let fen = names.iter().find(|name| name.to_ascii_lowercase().contains("fen"));
    let fen = fen.map_or("...", |name| name);
    let columns = format!("the columns {}{more} are not those of a known table", shown.join(", "));
    with_convention(FormatProblem::from(columns).pass("columns", [format!("fen={fen}")]))
}

/// Adds the options that evaluations require.
fn with_convention(problem: FormatProblem) -> FormatProblem {
    let perspectives = Perspective::NAMES.map(|(name, _)| name);
    let units = Unit::NAMES.map(|(name, _)| name);
    problem.pass("perspective", perspectives).pass("unit", units)
}

/// Returns the convention of a table whose columns are named.
fn named_scores(convention: Convention, roles: &[Option<Role>]) -> Result<Scores, FormatProblem> {
    let has = |role| roles.contains(&Some(role));
    if !has(Role::Fen) {
        return Err("columns must name the column that holds \"fen\"".into());
    }
    let labels = [Role::Eval, Role::Cp, Role::Mate, Role::Result, Role::ExpectedScore];
    let has_labels = labels.into_iter().any(has);
    let mut missing =
        with_convention("the table does not state the convention of its labels".into());
    missing.options.retain(|(option, _)| match *option {
        "perspective" => has_labels && convention.perspective.is_none(),
        _ => has(Role::Eval) && convention.unit.is_none(),
    });
    if !missing.options.is_empty() {
        return Err(missing);
    }
    let mut scores = Scores::WHITE;
    scores.perspective =
        convention.perspective.filter(|_| has_labels).unwrap_or(scores.perspective);
    if let Some(unit) = convention.unit {
        let is_of_others = match unit {
            _ if has(Role::Eval) => true,
            Unit::Centipawns => has(Role::Cp) || has(Role::Mate),
            Unit::Probability => has(Role::ExpectedScore),
            Unit::Pawns => false,
        };
        if !is_of_others {
            let unit = unit.name();
            let problem =
                format!("unit={unit:?} is the unit of \"eval\", which columns does not name");
            return Err(problem.into());
        }
        if has(Role::Eval) {
            scores.unit = unit;
        }
    }
    Ok(scores)
}
