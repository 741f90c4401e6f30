//! Rows of tables: the values of their columns, as [`Row`]s.

use super::convention::{PositionOptions, Unit};
use super::field::Field;
use super::role::Role;
use super::row_sink::{FenPosition, RowSink, any_move, uci_line};
use super::score::{Scores, invalid_score};
use crate::attacks::Backend;
use crate::positions::{Problem, Row, RowErrorKind};

/// The columns of tables of evaluations, which are the largest.
const OFTEN: [Role; 6] =
    [Role::Fen, Role::Eval, Role::Cp, Role::Mate, Role::Move, Role::ExpectedScore];

/// The values of a row.
#[derive(Default)]
pub(super) struct Fields<'t> {
    /// The values by role; `None` of a column that the table does not have.
    values: [Option<Field<'t>>; Role::ALL.len()],
    /// Whether doubled quotation marks of the name of the position stand for one.
    pub(super) has_escapes: bool,
}

impl<'t> Fields<'t> {
    #[inline(always)]
    pub(super) fn set(&mut self, role: Role, field: Field<'t>) {
        self.values[role as usize] = Some(field);
    }

    /// The value of a column; `None` if it is missing, or the table does not have the column.
    #[inline(always)]
    fn get(&self, role: Role) -> Option<Field<'t>> {
        self.values[role as usize].and_then(Field::known)
    }

    /// Warns that a value is missing, if the table has the column.
    #[inline(always)]
    fn warn_missing(&self, role: Role, sink: &mut RowSink) {
        if self.values[role as usize].is_some() {
            sink.warn(missing(role.name()));
        }
    }

    /// The text of a column of texts, with surrounding whitespace.
    #[inline(always)]
    fn bytes(&self, role: Role) -> &'t [u8] {
        match self.values[role as usize] {
            Some(Field::Text(text)) => text,
            _ => b"",
        }
    }

    #[inline(always)]
    fn text(&self, role: Role) -> Result<&'t str, Problem> {
        let text = self.bytes(role);
        str::from_utf8(text)
            .map_err(|_| Problem::new(RowErrorKind::Syntax, role.name(), text, "not UTF-8"))
    }

    /// A number, if it is known.
    #[inline(always)]
    fn number<T: TryFrom<i64>>(&self, role: Role) -> Result<Option<T>, Problem> {
        let Some(field) = self.get(role) else { return Ok(None) };
        let value = field.whole().filter(|&value| value >= 0 || role == Role::Popularity);
        value.and_then(|value| value.try_into().ok()).map(Some).ok_or_else(|| {
            let reason = "not a number that fits";
            Problem::new(RowErrorKind::InvalidNumber, role.name(), &field.shown(), reason)
        })
    }
}

/// Reads rows of a table.
#[derive(Clone, Debug)]
pub(super) struct FieldReader {
    scores: Scores,
    /// Whether many fractions of centipawns mean that the evaluations have another unit than those of
    /// the known table, whose whole numbers are wrong then.
    is_unit_assumed: bool,
    has_lines: bool,
    /// Whether there are columns beside those of [`OFTEN`].
    has_others: bool,
}

impl FieldReader {
    /// Creates a reader of a table with these columns.
    pub(super) fn new(
        mut roles: impl Iterator<Item = Role>,
        scores: Scores,
        options: &PositionOptions,
    ) -> FieldReader {
        FieldReader {
            scores,
            is_unit_assumed: options.convention.unit.is_none() && options.columns.is_empty(),
            has_lines: options.lines,
            has_others: roles.any(|role| !OFTEN.contains(&role)),
        }
    }

    /// Reads a row.
    #[inline(always)]
    pub(super) fn read<'t, B: Backend>(
        &self,
        backend: B,
        fields: &Fields<'t>,
        row: &mut Row<'t>,
        sink: &mut RowSink,
    ) -> Result<(), Problem> {
        let fen = sink.fen(backend, fields.bytes(Role::Fen), row)?;
        self.read_labels(backend, fields, &fen, row, sink)
            .inspect_err(|_| self.check_unit(fields, sink))?;
        if self.has_others {
            row.id = fields.text(Role::Id)?.into();
            if fields.has_escapes {
                row.id = row.id.replace("\"\"", "\"").into();
            }
            row.labels.themes = fields.text(Role::Themes)?;
            row.labels.openings = fields.text(Role::Openings)?;
        }
        Ok(())
    }

    /// Reads the evaluations, the moves, and numbers.
    #[inline(always)]
    pub(super) fn read_labels<B: Backend>(
        &self,
        backend: B,
        fields: &Fields<'_>,
        fen: &FenPosition,
        row: &mut Row<'_>,
        sink: &mut RowSink,
    ) -> Result<(), Problem> {
        self.read_eval(fields, fen, row, sink)?;
        self.read_moves(backend, fields, fen, row)?;
        if self.has_others {
            self.read_numbers(fields, fen, row, sink)?;
        }
        Ok(())
    }

    /// Counts a row that cannot be read with a fraction of a centipawn.
    #[cold]
    fn check_unit(&self, fields: &Fields<'_>, sink: &mut RowSink) {
        let is_fraction = |field: Field<'_>| field.real().is_some_and(|value| value.fract() != 0.0);
        let eval = fields.get(Role::Eval).or(fields.get(Role::Cp));
        sink.fractions += usize::from(self.is_unit_assumed && eval.is_some_and(is_fraction));
    }

    /// Reads results, depths and ratings.
    fn read_numbers(
        &self,
        fields: &Fields<'_>,
        fen: &FenPosition,
        row: &mut Row<'_>,
        sink: &mut RowSink,
    ) -> Result<(), Problem> {
        let labels = &mut row.labels;
        match fields.get(Role::Result) {
            None | Some(Field::Text(b"*")) => fields.warn_missing(Role::Result, sink),
            Some(result) => {
                labels.result = self.scores.result(result, fen.is_black(), "result")?;
            }
        }
        // a depth above 255 is cut
        let depth = fields.number::<i64>(Role::Depth)?;
        labels.depth = depth.map_or(labels.depth, |depth| depth.min(255) as u8);
        let thousands = fields.number::<i64>(Role::Kilonodes)?;
        let nodes =
            fields.number(Role::Nodes)?.or(thousands.map(|nodes| nodes.saturating_mul(1000)));
        labels.nodes = nodes.unwrap_or(labels.nodes);
        labels.rating = fields.number(Role::Rating)?.unwrap_or(labels.rating);
        labels.rating_deviation =
            fields.number(Role::RatingDeviation)?.unwrap_or(labels.rating_deviation);
        labels.popularity = fields.number(Role::Popularity)?.unwrap_or(labels.popularity);
        labels.plays = fields.number(Role::Plays)?.unwrap_or(labels.plays);
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
        match fields.get(Role::Eval) {
            Some(eval) => self.scores.read(eval, is_black, "eval", row)?,
            None => fields.warn_missing(Role::Eval, sink),
        }
        match fields.get(Role::ExpectedScore) {
            Some(score) => {
                let scores = Scores { unit: Unit::Probability, ..self.scores };
                scores.read(score, is_black, "expected_score", row)?;
            }
            None => fields.warn_missing(Role::ExpectedScore, sink),
        }
        match (fields.get(Role::Cp), fields.get(Role::Mate)) {
            (Some(cp), None) => row.labels.evals = self.scores.centipawns(cp, is_black, "cp")?,
            (None, Some(mate)) => row.labels.evals = self.scores.mate_in(mate, is_black, "mate")?,
            (Some(cp), Some(_)) => {
                return Err(invalid_score("cp", cp, "an evaluation and a mate"));
            }
            (None, None) => {
                let is_there = |role| fields.values[role as usize].is_some();
                if is_there(Role::Cp) || is_there(Role::Mate) {
                    sink.warn(missing("cp"));
                }
            }
        }
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
        let lines = [(Role::Solution, ("moves", true)), (Role::Line, ("line", self.has_lines))];
        for (role, line) in lines.into_iter().filter(|_| self.has_others) {
            if !fields.bytes(role).is_empty() {
                uci_line(backend, fen, fields.bytes(role), line, row)?;
            }
        }
        if fields.get(Role::Move).is_some() {
            let m = any_move(&fen.position(), fields.text(Role::Move)?.trim(), "move")?;
            row.labels.moves = m.bits();
        }
        Ok(())
    }
}

#[cold]
pub(super) fn missing(column: &str) -> Problem {
    Problem::new(RowErrorKind::MissingLabel, column, b"", "there is none")
}
