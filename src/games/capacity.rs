//! Memory for games: made room for when it is known how many come, given back when no more do.

use super::store::Games;

/// A column of whatever kind, and its memory.
pub(crate) trait Column {
    /// Makes room for so many times what is in it. Where there is none it grows as it goes.
    fn make_room(&mut self, times: f64);

    /// Gives memory back that was kept for more.
    fn give_back(&mut self);
}

impl<T> Column for Vec<T> {
    fn make_room(&mut self, times: f64) {
        let more = (times - 1.0).max(0.0) * self.len() as f64;
        let _ = self.try_reserve_exact(more as usize);
    }

    fn give_back(&mut self) {
        self.shrink_to_fit();
    }
}

impl Games {
    /// All columns that grow with the games.
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
        ];
        for column in
            [&mut self.evals, &mut self.clocks, &mut self.move_times].into_iter().flatten()
        {
            columns.push(column);
        }
        columns.extend(self.arrows.iter_mut().flat_map(|arrows| arrows.columns()));
        columns.extend(self.headers.columns());
        columns.extend(self.origins.columns());
        columns
    }

    /// Makes room for so many times the games that there are, once for all: columns that grow are copied, and
    /// all their pages are new again.
    pub(crate) fn make_room(&mut self, times: f64) {
        self.columns().into_iter().for_each(|column| column.make_room(times));
    }

    /// Gives memory back that was kept for more games.
    pub(crate) fn shrink_to_fit(&mut self) {
        self.columns().into_iter().for_each(|column| column.give_back());
    }
}
