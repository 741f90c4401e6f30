//! Queries of the rows of tables of positions.

use std::cell::OnceCell;

use super::conditions::{Number, Property};
use super::program::{Moment, Program};
use super::query::Query;
use crate::error::CallError;
use crate::pool::Run;
use crate::position::Position;
use crate::positions::{NO_MOVE, NameLists, Positions};
use crate::types::Move;

/// A program for the rows of a table. A row has a position, a move and labels, and no history.
pub(crate) struct RowFilter<'a> {
    positions: &'a Positions,
    program: &'a Program,
    /// For each condition of names, whether a row has one of them.
    has_name: Vec<Box<dyn Fn(usize) -> bool + Send + Sync + 'a>>,
}

impl<'a> RowFilter<'a> {
    pub(crate) fn new(positions: &'a Positions, program: &'a Program) -> RowFilter<'a> {
        let has_name =
            program.names().iter().map(|(column, wanted)| match column.of(positions).1 {
                Some(names) => {
                    Box::new(names.has_any(wanted)) as Box<dyn Fn(usize) -> bool + Send + Sync>
                }
                None => Box::new(|_| false),
            });
        RowFilter { positions, program, has_name: has_name.collect() }
    }

    /// Whether a row matches. One without a position does not.
    #[inline]
    pub(crate) fn accepts(&self, row: usize) -> bool {
        let moment = RowMoment { filter: self, row, position: OnceCell::new() };
        !self.positions.packed()[row].is_none() && self.program.matches_row(&moment)
    }
}

/// A row that is tested. Its position is unpacked when a condition needs it.
struct RowMoment<'a> {
    filter: &'a RowFilter<'a>,
    row: usize,
    position: OnceCell<Option<Position>>,
}

impl Moment for RowMoment<'_> {
    #[inline]
    fn position(&self) -> Option<&Position> {
        self.position.get_or_init(|| self.filter.positions.position(self.row)).as_ref()
    }

    #[inline]
    fn next(&self) -> Option<Move> {
        let bits = self.filter.positions.labels().moves()?[self.row];
        if bits == NO_MOVE { None } else { Move::from_bits(bits) }
    }

    #[inline]
    fn number(&self, number: Number) -> Option<i64> {
        number.of_row(self.filter.positions.labels(), self.row)
    }

    #[inline]
    fn has_name(&self, condition: usize) -> bool {
        self.filter.has_name[condition](self.row)
    }
}

impl Program {
    /// Returns the rows of a table that match, in ascending order. Rows without a position do not.
    ///
    /// ```
    /// use enroque::find::{Program, Property, Query};
    /// use enroque::pool::Run;
    /// use enroque::positions::{OnRowError, Positions};
    /// let fens = ["4k3/8/8/8/8/8/8/4K2R w K -", "4k2R/8/8/8/8/8/8/4K3 b - -"];
    /// let positions = Positions::from_fens(&"fens".into(), &fens, OnRowError::Skip, Run::default()).unwrap();
    /// let check = Program::new(&Query::Is(Property::Check));
    /// assert_eq!(check.rows(&positions, Run::default()).unwrap(), [1]);
    /// ```
    ///
    /// # Errors
    /// An interruption, or an endgame table that cannot be read.
    pub fn rows(&self, positions: &Positions, run: Run<'_>) -> Result<Vec<usize>, CallError> {
        let filter = RowFilter::new(positions, self);
        let mask = positions.map_rows(run, |row| filter.accepts(row))?;
        self.checked((0..mask.len()).filter(|&row| mask[row]).collect())
    }
}

impl Query {
    /// Returns an error that names the first condition that rows of tables cannot meet, or that
    /// positions of games cannot.
    pub fn error_of(&self, tables: bool) -> Option<String> {
        let (condition, of_tables) = match self {
            Query::All(parts) | Query::Any(parts) => {
                return parts.iter().find_map(|part| part.error_of(tables));
            }
            Query::Not(query) => return query.error_of(tables),
            Query::Earlier { .. } if tables => ("Sequence", false),
            Query::Streak { .. } if tables => ("Streak", false),
            Query::Earlier { query, .. } | Query::Streak { query, .. } => {
                return query.error_of(false);
            }
            Query::Names(column, _) => (column.name(), true),
            Query::Number(number @ (Number::Depth | Number::Nodes), _) => (number.name(), true),
            Query::Number(number, _) if number.column().is_none() => (number.name(), false),
            _ => return None,
        };
        let (games, rows) = ("games", "tables of positions");
        let (home, other) = if of_tables { (rows, games) } else { (games, rows) };
        (of_tables != tables)
            .then(|| format!("{condition} is a condition of {home}, not of {other}"))
    }

    /// Returns the first name that no row of a table has, with its column and the names there.
    pub fn unknown_name<'a>(
        &'a self,
        positions: &'a Positions,
    ) -> Option<(&'a str, &'static str, &'a NameLists)> {
        match self {
            Query::All(parts) | Query::Any(parts) => {
                parts.iter().find_map(|part| part.unknown_name(positions))
            }
            Query::Not(query) => query.unknown_name(positions),
            Query::Names(column, wanted) => {
                let (column, names) = column.of(positions);
                let names = names?;
                let is_known = |wanted: &str| names.names().iter().any(|name| **name == *wanted);
                let unknown = wanted.iter().find(|wanted| !is_known(wanted))?;
                Some((unknown, column, names))
            }
            _ => None,
        }
    }

    /// Returns the first condition without which no row matches and that needs a column that a table
    /// does not have, and the column.
    pub fn missing_column(&self, positions: &Positions) -> Option<(&'static str, &'static str)> {
        let (condition, column) = match self {
            Query::All(parts) => {
                return parts.iter().find_map(|part| part.missing_column(positions));
            }
            Query::Any(parts) => {
                let missing = parts.iter().map(|part| part.missing_column(positions));
                return missing.reduce(|first, next| next.and(first)).flatten();
            }
            Query::Number(number, _) => (number.name(), number.column()?),
            Query::Names(column, _) => {
                let (name, names) = column.of(positions);
                return names.is_none().then_some((column.name(), name));
            }
            Query::Played(_) => ("Played", "moves"),
            Query::Is(Property::Quiet) => ("Quiet", "moves"),
            _ => return None,
        };
        (!positions.labels().names().contains(&column)).then_some((condition, column))
    }
}
