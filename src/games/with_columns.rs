//! Games with other evaluations, clocks or searches.

use super::columns::{location, search_error};
use super::columns_error::ColumnsError;
use super::search_columns::SearchColumns;
use super::store::Games;
use crate::types::{MATE, NO_CLOCK, NO_EVAL};

/// New columns for [`Games::with_columns`], with an entry for each move; `None` keeps a column.
#[derive(Clone, Debug, Default)]
pub struct MoveColumns {
    /// [`Games::evals`].
    pub evals: Option<Vec<i32>>,
    /// [`Games::clocks`].
    pub clocks: Option<Vec<i32>>,
    /// [`Games::move_times`].
    pub move_times: Option<Vec<i32>>,
    /// [`Games::search_values`].
    pub search_values: Option<Vec<f32>>,
    /// [`Games::search_wdl`].
    pub search_wdl: Option<Vec<[f32; 3]>>,
    /// [`Games::network_values`].
    pub network_values: Option<Vec<f32>>,
    /// [`Games::search_nodes`].
    pub search_nodes: Option<Vec<i32>>,
    /// [`Games::search_weights`].
    pub search_weights: Option<Vec<f32>>,
}

impl Games {
    /// Returns the same games with other columns. A column without known entries becomes `None`.
    ///
    /// # Errors
    /// A column has the wrong length, or a value that is out of range.
    pub fn with_columns(&self, columns: MoveColumns) -> Result<Games, ColumnsError> {
        let evals =
            self.checked("evals", columns.evals, NO_EVAL, |eval| (-MATE..=MATE).contains(&eval))?;
        let clocks = self.checked("clocks", columns.clocks, NO_CLOCK, |clock| clock >= 0)?;
        let move_times =
            self.checked("move_times", columns.move_times, NO_CLOCK, |time| time >= 0)?;
        let old = self.search().cloned().unwrap_or_default();
        let new = SearchColumns {
            values: columns.search_values.or(old.values),
            wdl: columns.search_wdl.or(old.wdl),
            network_values: columns.network_values.or(old.network_values),
            nodes: columns.search_nodes.or(old.nodes),
            weights: columns.search_weights.or(old.weights),
            visits: old.visits,
        };
        let plies = self.moves.len();
        let search =
            new.checked(plies).map_err(|error| search_error(error, &self.offsets, plies))?;
        let mut games = self.clone();
        games.search = Some(Box::new(search)).filter(|search| !search.is_empty());
        games.evals = evals.unwrap_or(games.evals);
        games.clocks = clocks.unwrap_or(games.clocks);
        games.move_times = move_times.unwrap_or(games.move_times);
        Ok(games)
    }

    /// Checks a column: the outer `None` if it is not given, the inner if no entry is known.
    fn checked(
        &self,
        name: &'static str,
        column: Option<Vec<i32>>,
        missing: i32,
        is_valid: fn(i32) -> bool,
    ) -> Result<Option<Option<Vec<i32>>>, ColumnsError> {
        let Some(column) = column else { return Ok(None) };
        let expected = self.moves.len();
        if column.len() != expected {
            return Err(ColumnsError::Length { column: name, got: column.len(), expected });
        }
        let wrong = column.iter().position(|&value| value != missing && !is_valid(value));
        if let Some(index) = wrong {
            let (game, ply) = location(&self.offsets, index);
            let value = column[index].to_string();
            return Err(ColumnsError::Search { column: name, game, ply, value });
        }
        Ok(Some(Some(column).filter(|column| column.iter().any(|&value| value != missing))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_replaced_and_others_are_kept() {
        let games = Games::from_pgn_text("t", b"1. e4 {[%eval 0.3]} e5 2. Nf3 * 1. d4 *");
        let columns = MoveColumns {
            clocks: Some(vec![5, NO_CLOCK, 0, 7]),
            search_nodes: Some(vec![1, -1, 3, 4]),
            ..MoveColumns::default()
        };
        let more = games.with_columns(columns).unwrap();
        assert_eq!(more.evals(), Some(&[30, NO_EVAL, NO_EVAL, NO_EVAL][..]));
        assert_eq!(more.clocks(), Some(&[5, -1, 0, 7][..]));
        assert_eq!(more.search_nodes(), Some(&[1, -1, 3, 4][..]));
        let evals = Some(vec![NO_EVAL; 4]);
        let none = more.with_columns(MoveColumns { evals, ..MoveColumns::default() }).unwrap();
        assert_eq!((none.evals(), none.clocks()), (None, more.clocks()));
        assert_eq!(games.clocks(), None);
    }

    #[test]
    fn invalid_columns() {
        let games = Games::from_pgn_text("t", b"1. e4 e5 2. Nf3 * 1. d4 *");
        let error = |columns| games.with_columns(columns).unwrap_err().to_string();
        let default = MoveColumns::default;
        assert_eq!(
            error(MoveColumns { evals: Some(vec![0; 3]), ..default() }),
            "column evals has 3 entries, not 4"
        );
        assert_eq!(
            error(MoveColumns { evals: Some(vec![0, MATE, -MATE, MATE + 1]), ..default() }),
            "game 1, ply 0: invalid value 1000001 in column evals"
        );
        assert_eq!(
            error(MoveColumns { clocks: Some(vec![0, -2, 0, 0]), ..default() }),
            "game 0, ply 1: invalid value -2 in column clocks"
        );
        assert_eq!(
            error(MoveColumns { search_values: Some(vec![0.0, 0.0, 1.5, 0.0]), ..default() }),
            "game 0, ply 2: invalid value 1.5 in column search_values"
        );
    }
}
