//! Games with other columns of plies.

use super::replay::{UnvalidatedGames, validate_visits};
use super::store::Games;
use super::stored::PlyColumns;
use crate::error::CallError;
use crate::pool::Run;

impl Games {
    /// Returns the same games with other columns; those that are `None` stay. A column without values
    /// becomes `None`.
    ///
    /// # Errors
    /// A column has the wrong length, a value that is out of range, or a visit that is illegal.
    pub fn with_columns(&self, columns: PlyColumns, run: Run<'_>) -> Result<Games, CallError> {
        let has_new_visits = columns.visits.is_some();
        let offsets = self.offsets();
        let columns = columns.or(&self.of_plies).checked(offsets, self.moves().len())?;
        if let Some(visits) = columns.visits.as_ref().filter(|_| has_new_visits) {
            let (start, starts, moves) = (&self.start[..], &self.starts, self.move_bits());
            validate_visits(UnvalidatedGames { start, starts, offsets, moves }, visits, run)?;
        }
        let mut games = self.clone();
        games.of_plies = columns;
        Ok(games)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{MATE, NO_CLOCK, NO_EVAL};

    #[test]
    fn columns_are_replaced_and_others_are_kept() {
        let games = Games::from_pgn_text("t", b"1. e4 {[%eval 0.3]} e5 2. Nf3 * 1. d4 *");
        let columns = PlyColumns {
            clocks: Some(vec![5, NO_CLOCK, 0, 7]),
            search_nodes: Some(vec![1, -1, 3, 4]),
            ..PlyColumns::default()
        };
        let more = games.with_columns(columns, Run::default()).unwrap();
        assert_eq!(more.evals(), Some(&[30, NO_EVAL, NO_EVAL, NO_EVAL][..]));
        assert_eq!(more.clocks(), Some(&[5, -1, 0, 7][..]));
        assert_eq!(more.search_nodes(), Some(&[1, -1, 3, 4][..]));
        let evals = Some(vec![NO_EVAL; 4]);
        let none = more
            .with_columns(PlyColumns { evals, ..PlyColumns::default() }, Run::default())
            .unwrap();
        assert_eq!((none.evals(), none.clocks()), (None, more.clocks()));
        assert_eq!(games.clocks(), None);
    }

    #[test]
    fn invalid_columns() {
        let games = Games::from_pgn_text("t", b"1. e4 e5 2. Nf3 * 1. d4 *");
        let error = |columns| games.with_columns(columns, Run::default()).unwrap_err().to_string();
        let default = PlyColumns::default;
        assert_eq!(
            error(PlyColumns { evals: Some(vec![0; 3]), ..default() }),
            "column evals has 3 entries, not 4"
        );
        assert_eq!(
            error(PlyColumns { evals: Some(vec![0, MATE, -MATE, MATE + 1]), ..default() }),
            "game 1, ply 0: invalid value 1000001 in column evals"
        );
        assert_eq!(
            error(PlyColumns { clocks: Some(vec![0, -2, 0, 0]), ..default() }),
            "game 0, ply 1: invalid value -2 in column clocks"
        );
        assert_eq!(
            error(PlyColumns { search_values: Some(vec![0.0, 0.0, 1.5, 0.0]), ..default() }),
            "game 0, ply 2: invalid value 1.5 in column search_values"
        );
    }
}
