//! Tables as CSV: Kaggle's evaluations, Lichess's puzzles and evaluations, and tables whose columns
//! are stated.

use super::convention::{Convention, PositionOptions, Unit};
use super::role::Role;
use super::row_sink::{FenPosition, RowSink, any_move, uci_line};
use super::score::{Scores, integer, invalid_score, number, trimmed};
use crate::attacks::Backend;
use crate::positions::{Problem, Row, RowErrorKind};

/// The columns of known tables, in lower case, with their roles; evaluations are White's
/// centipawns.
const KNOWN: &[&[(&str, Option<Role>)]] = &[
    // Kaggle: ronakbadhe/chess-evaluations
    &[("fen", Some(Role::Fen)), ("evaluation", Some(Role::Eval)), ("move", Some(Role::Move))],
    // Lichess: database.lichess.org/#puzzles, and Lichess/chess-puzzles at Hugging Face
    &[
        ("puzzleid", Some(Role::Id)),
        ("fen", Some(Role::Fen)),
        ("moves", Some(Role::Solution)),
        ("rating", Some(Role::Rating)),
        ("ratingdeviation", Some(Role::RatingDeviation)),
        ("popularity", Some(Role::Popularity)),
        ("nbplays", Some(Role::Plays)),
        ("themes", Some(Role::Themes)),
        ("openingtags", Some(Role::Openings)),
        ("gameurl", None),
        ("gameid", None),
        ("dailydate", None),
    ],
    // what `Positions.write` writes
    &[
        ("fen", Some(Role::Fen)),
        ("white_cp", Some(Role::Cp)),
        ("white_mate", Some(Role::Mate)),
        ("result", Some(Role::Result)),
        ("white_score", Some(Role::ExpectedScore)),
        ("line", Some(Role::Solution)),
        ("move", Some(Role::Move)),
        ("depth", Some(Role::Depth)),
        ("nodes", Some(Role::Nodes)),
        ("id", Some(Role::Id)),
        ("rating", Some(Role::Rating)),
        ("rating_deviation", Some(Role::RatingDeviation)),
        ("popularity", Some(Role::Popularity)),
        ("plays", Some(Role::Plays)),
        ("themes", Some(Role::Themes)),
        ("openings", Some(Role::Openings)),
    ],
    // Lichess/chess-position-evaluations at Hugging Face
    &[
        ("fen", Some(Role::Fen)),
        ("line", Some(Role::Line)),
        ("depth", Some(Role::Depth)),
        ("knodes", Some(Role::Kilonodes)),
        ("cp", Some(Role::Cp)),
        ("mate", Some(Role::Mate)),
    ],
];

/// The maximum number of columns that a message names.
const MAX_SHOWN: usize = 20;

/// The columns of tables of evaluations, which are the largest.
const OFTEN: [Role; 6] =
    [Role::Fen, Role::Eval, Role::Cp, Role::Mate, Role::Move, Role::ExpectedScore];

/// The columns of a table.
#[derive(Clone, Debug)]
pub(super) struct Csv {
    delimiter: u8,
    /// The roles of the columns, in their order.
    roles: Vec<Option<Role>>,
    scores: Scores,
    has_lines: bool,
    /// Whether there are columns beside those of [`OFTEN`].
    has_others: bool,
}

/// The fields of a row by the number of their role.
type Fields<'t> = [Option<&'t [u8]>; Role::ALL.len()];

impl Csv {
    /// Reads the first line.
    ///
    /// # Errors
    /// The reason why the columns are not known.
    pub(super) fn new(header: &[u8], options: &PositionOptions) -> Result<Csv, String> {
        let header = String::from_utf8_lossy(trimmed(header)).into_owned();
        let delimiter = ['\t', ',', ';'].into_iter().find(|&sign| header.contains(sign));
        let delimiter = delimiter.unwrap_or(',');
        let unquoted = |name: &str| name.trim().trim_matches('"').to_owned();
        let names: Vec<String> = header.split(delimiter).map(unquoted).collect();
        let has_lines = options.lines;
        let csv = |roles: Vec<Option<Role>>, scores| Csv {
            delimiter: delimiter as u8,
            has_others: roles.iter().flatten().any(|role| !OFTEN.contains(role)),
            roles,
            scores,
            has_lines,
        };
        if !options.columns.is_empty() {
            let mut roles = vec![None; names.len()];
            for (role, wanted) in &options.columns {
                let found = names.iter().position(|name| name == wanted).ok_or_else(|| {
                    format!("there is no column {wanted:?} among {}", names.join(", "))
                })?;
                roles[found] = Some(*role);
            }
            return Ok(csv(roles.clone(), stated_scores(options.convention, &roles)?));
        }
        let lower: Vec<String> = names.iter().map(|name| name.to_ascii_lowercase()).collect();
        for known in KNOWN {
            let role = |name: &String| known.iter().find(|(known, _)| known == name);
            // the position, and a column that distinguishes the table
            let is_this =
                lower.contains(&"fen".to_owned()) && lower.iter().all(|name| role(name).is_some());
            if is_this {
                let roles = lower.iter().map(|name| role(name).and_then(|(_, role)| *role));
                Scores::WHITE.check(options.convention, "this known table")?;
                return Ok(csv(roles.collect(), Scores::WHITE));
            }
        }
        Err(unknown_columns(&names))
    }

    /// The reason for which the columns of a text are unknown, if its first line looks like a
    /// header.
    pub(super) fn unknown_header(line: &[u8]) -> Option<String> {
        let slashes = line.iter().filter(|&&sign| sign == b'/').count();
        let is_header =
            line.iter().any(|sign| b",;\t".contains(sign)) && !line.contains(&b'<') && slashes < 7; // no FEN
        is_header.then(|| Csv::new(line, &PositionOptions::default()).err()).flatten()
    }

    /// Whether a line is the header of a known table.
    pub(super) fn is_known_header(line: &[u8]) -> bool {
        Csv::new(line, &PositionOptions::default()).is_ok()
    }

    /// Reads a line.
    #[inline(always)]
    pub(super) fn read<'t, B: Backend>(
        &self,
        backend: B,
        line: &'t [u8],
        row: &mut Row<'t>,
        sink: &mut RowSink,
    ) -> Result<(), Problem> {
        let mut fields = Fields::default();
        let has_escapes = self.split(line, &mut fields)?;
        let get = |role: Role| fields[role as usize].unwrap_or_default();
        let fen = sink.fen(backend, get(Role::Fen), row)?;
        self.read_eval(&fields, &fen, row, sink)?;
        self.read_moves(backend, &fields, &fen, row)?;
        if self.has_others {
            self.read_others(&fields, &fen, row, sink)?;
        }
        if has_escapes {
            row.id = row.id.replace("\"\"", "\"").into();
        }
        sink.push(row);
        Ok(())
    }

    /// Reads results, depths, ratings and texts.
    fn read_others<'t>(
        &self,
        fields: &Fields<'t>,
        fen: &FenPosition,
        row: &mut Row<'t>,
        sink: &mut RowSink,
    ) -> Result<(), Problem> {
        let get = |role: Role| fields[role as usize].unwrap_or_default();
        if let Some(result) = fields[Role::Result as usize] {
            match trimmed(result) {
                b"" | b"*" => sink.warn(missing("result")),
                _ => {
                    row.labels.result = self.scores.result(result, fen.is_black(), "result")?;
                }
            }
        }
        let labels = &mut row.labels;
        // a depth above 255 is cut
        let depth = |depth: i64| Some(depth.clamp(0, 255) as u8);
        set(fields, Role::Depth, &mut labels.depth, depth)?;
        set(fields, Role::Nodes, &mut labels.nodes, Some)?;
        set(fields, Role::Kilonodes, &mut labels.nodes, |nodes| nodes.checked_mul(1000))?;
        set(fields, Role::Rating, &mut labels.rating, narrow)?;
        set(fields, Role::RatingDeviation, &mut labels.rating_deviation, narrow)?;
        set(fields, Role::Popularity, &mut labels.popularity, narrow)?;
        set(fields, Role::Plays, &mut labels.plays, narrow)?;
        row.id = text(get(Role::Id), "id")?.into();
        row.themes = text(get(Role::Themes), "themes")?;
        row.openings = text(get(Role::Openings), "openings")?;
        Ok(())
    }

    #[inline(always)]
    fn read_eval(
        &self,
        fields: &Fields<'_>,
        fen: &FenPosition,
        row: &mut Row<'_>,
        sink: &mut RowSink,
    ) -> Result<(), Problem> {
        let is_black = fen.is_black();
        if let Some(eval) = fields[Role::Eval as usize] {
            match trimmed(eval) {
                b"" => sink.warn(missing("eval")),
                _ => self.scores.read(eval, is_black, "eval", row)?,
            }
        }
        if let Some(score) = fields[Role::ExpectedScore as usize].map(trimmed) {
            let scores = Scores { unit: Unit::Probability, ..self.scores };
            match score {
                b"" => sink.warn(missing("expected_score")),
                _ => scores.read(score, is_black, "expected_score", row)?,
            }
        }
        let (cp, mate) = (fields[Role::Cp as usize], fields[Role::Mate as usize]);
        if cp.is_none() && mate.is_none() {
            return Ok(());
        }
        let value = |field: Option<&[u8]>, column| match field.map(trimmed) {
            None | Some(b"") => Ok(None),
            Some(text) => match integer(text) {
                Some(value) => Ok(Some(value)),
                None => Err(invalid_score(column, text, "not an integer")),
            },
        };
        row.labels.evals = match (value(cp, "cp")?, value(mate, "mate")?) {
            (Some(cp), None) => self.scores.centipawns(cp, is_black, "cp", b"")?,
            (None, Some(mate)) => {
                let too_far = || invalid_score("mate", b"", "too far");
                let sign = if mate < 0 { -1 } else { 1 };
                self.scores.mate(sign, mate.saturating_abs(), is_black, too_far)?
            }
            (Some(_), Some(_)) => {
                return Err(invalid_score("cp", b"", "an evaluation and a mate"));
            }
            (None, None) => {
                sink.warn(missing("cp"));
                return Ok(());
            }
        };
        Ok(())
    }

    #[inline(always)]
    fn read_moves<B: Backend>(
        &self,
        backend: B,
        fields: &Fields<'_>,
        fen: &FenPosition,
        row: &mut Row<'_>,
    ) -> Result<(), Problem> {
        if let Some(solution) = fields[Role::Solution as usize] {
            uci_line(backend, fen, solution, ("moves", true), row)?;
        }
        if let Some(line) = fields[Role::Line as usize] {
            uci_line(backend, fen, line, ("line", self.has_lines), row)?;
        }
        if let Some(m) = fields[Role::Move as usize].map(trimmed).filter(|m| !m.is_empty()) {
            let m = any_move(&fen.position(), text(m, "move")?, "move")?;
            row.labels.moves = m.bits();
        }
        Ok(())
    }

    /// Splits a line. Returns whether the name of the position has doubled quotation marks, which
    /// stand for one.
    #[inline(always)]
    fn split<'t>(&self, line: &'t [u8], fields: &mut Fields<'t>) -> Result<bool, Problem> {
        let (mut rest, mut has_escapes) = (line, false);
        for (column, role) in self.roles.iter().enumerate() {
            let is_last = column + 1 == self.roles.len();
            let (field, after) = if let Some(quoted) = rest.strip_prefix(b"\"") {
                let mark = |from: usize| {
                    let found = memchr::memchr(b'"', &quoted[from..]).map(|at| from + at);
                    found.ok_or_else(|| syntax(line, "a quoted field does not end on its line"))
                };
                let mut end = mark(0)?;
                // other texts have none
                let may_have = role.is_none_or(|role| role == Role::Id);
                while may_have && quoted.get(end + 1) == Some(&b'"') {
                    has_escapes |= role.is_some();
                    end = mark(end + 2)?;
                }
                (&quoted[..end], &quoted[end + 1..])
            } else {
                let end = memchr::memchr(self.delimiter, rest).unwrap_or(rest.len());
                (&rest[..end], &rest[end..])
            };
            rest = match after {
                [] if is_last => after,
                [delimiter, after @ ..] if !is_last && *delimiter == self.delimiter => after,
                [b'"', ..] => {
                    return Err(syntax(line, "quotation marks inside of a quoted field"));
                }
                _ => {
                    let expected = self.roles.len();
                    let reason = format!("the row does not have {expected} columns");
                    return Err(syntax(line, &reason));
                }
            };
            if let Some(role) = role {
                fields[*role as usize] = Some(field);
            }
        }
        Ok(has_escapes)
    }
}

#[cold]
fn unknown_columns(names: &[String]) -> String {
    let shown: Vec<String> = names.iter().take(MAX_SHOWN).map(|name| format!("{name:?}")).collect();
    let more = if names.len() > MAX_SHOWN { ", ..." } else { "" };
    let fen = names.iter().find(|name| name.to_ascii_lowercase().contains("fen"));
    let fen = fen.map_or_else(|| "...".to_owned(), |name| format!("{name:?}"));
    format!(
        "the columns {}{more} are not those of a known table: pass columns={{\"fen\": {fen}, ...}}, \
         the names of the columns by role, such as \"eval\", \"result\" or \"move\"",
        shown.join(", ")
    )
}

/// The convention of a table whose columns are stated.
fn stated_scores(convention: Convention, roles: &[Option<Role>]) -> Result<Scores, String> {
    let has = |role| roles.contains(&Some(role));
    if !has(Role::Fen) {
        return Err("columns must name the column that holds \"fen\"".to_owned());
    }
    let mut scores = Scores::WHITE;
    let labels = [Role::Eval, Role::Cp, Role::Mate, Role::Result, Role::ExpectedScore];
    if labels.into_iter().any(has) {
        scores.perspective = convention.perspective.ok_or(
            "pass perspective=\"white\" or \"side_to_move\": the table does not state the \
             view of its evaluations and results",
        )?;
    }
    if has(Role::Eval) {
        scores.unit = convention.unit.ok_or(
            "pass unit=\"cp\", \"pawns\" or \"probability\": the table does not state the unit of \
             its evaluations",
        )?;
    }
    Ok(scores)
}

/// Sets a number, if the table has it and it is not empty.
#[inline(always)]
fn set<T>(
    fields: &Fields<'_>,
    role: Role,
    label: &mut T,
    converted: impl FnOnce(i64) -> Option<T>,
) -> Result<(), Problem> {
    let Some(field) = fields[role as usize].map(trimmed).filter(|field| !field.is_empty()) else {
        return Ok(());
    };
    let value = if role == Role::Popularity { integer(field) } else { number(field) };
    *label = value.and_then(converted).ok_or_else(|| {
        Problem::new(RowErrorKind::InvalidNumber, role.name(), field, "not a number that fits")
    })?;
    Ok(())
}

fn narrow<T: TryFrom<i64>>(value: i64) -> Option<T> {
    value.try_into().ok()
}

#[inline(always)]
fn text<'t>(field: &'t [u8], column: &str) -> Result<&'t str, Problem> {
    str::from_utf8(field)
        .map_err(|_| Problem::new(RowErrorKind::Syntax, column, field, "not UTF-8"))
}

#[cold]
pub(super) fn missing(column: &str) -> Problem {
    Problem::new(RowErrorKind::MissingLabel, column, b"", "there is none")
}

#[cold]
fn syntax(line: &[u8], reason: &str) -> Problem {
    Problem::new(RowErrorKind::Syntax, "", line, reason)
}
