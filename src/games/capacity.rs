//! Reserving and releasing the memory of all columns at once.

use super::column::Column;
use super::store::Games;

impl Games {
    /// Returns all columns that grow with the games.
    fn columns(&mut self) -> Vec<&mut dyn Column> {
        let mut columns: Vec<&mut dyn Column> = vec![
            &mut self.start,
            &mut self.chess960,
            &mut self.moves,
            &mut self.offsets,
            &mut self.results,
            &mut self.white_elo,
            &mut self.black_elo,
            &mut self.broken,
            &mut self.signatures,
        ];
        for column in
            [&mut self.evals, &mut self.clocks, &mut self.move_times].into_iter().flatten()
        {
            columns.push(column);
        }
        columns.extend(self.arrows.iter_mut().flat_map(|arrows| arrows.columns()));
        columns.extend(self.search.iter_mut().flat_map(|search| search.columns()));
        columns.extend(self.headers.columns());
        columns.extend(self.origins.columns());
        columns
    }

    /// Reserves capacity for `factor` times the current games.
    ///
    /// One large reservation is cheaper than growing: each growth copies the column into new pages.
    pub(crate) fn reserve_factor(&mut self, factor: f64) {
        self.columns().into_iter().for_each(|column| column.reserve_factor(factor));
    }

    /// Releases unused capacity.
    pub(crate) fn shrink_to_fit(&mut self) {
        self.columns().into_iter().for_each(|column| column.shrink());
    }
}
