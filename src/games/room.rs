//! Memory for games: made room for when it is known how many come, given back when no more do.

use super::store::Games;

impl Games {
    /// Makes room for so many times the games that there are, once for all: columns that grow are copied, and
    /// all their pages are new again.
    pub(super) fn make_room(&mut self, times: f64) {
        make_room(&mut self.start, times);
        make_room(&mut self.chess960, times);
        make_room(&mut self.moves, times);
        make_room(&mut self.offsets, times);
        make_room(&mut self.results, times);
        make_room(&mut self.white_elo, times);
        make_room(&mut self.black_elo, times);
        make_room(&mut self.broken, times);
        for column in [&mut self.evals, &mut self.clocks, &mut self.emts].into_iter().flatten() {
            make_room(column, times);
        }
        if let Some(arrows) = &mut self.arrows {
            arrows.make_room(times);
        }
        self.headers.make_room(times);
        self.origins.make_room(times);
    }

    /// Gives memory back that was kept for more games.
    pub(super) fn shrink_to_fit(&mut self) {
        self.start.shrink_to_fit();
        self.chess960.shrink_to_fit();
        self.moves.shrink_to_fit();
        self.offsets.shrink_to_fit();
        self.results.shrink_to_fit();
        self.white_elo.shrink_to_fit();
        self.black_elo.shrink_to_fit();
        self.broken.shrink_to_fit();
        for column in [&mut self.evals, &mut self.clocks, &mut self.emts].into_iter().flatten() {
            column.shrink_to_fit();
        }
        if let Some(arrows) = &mut self.arrows {
            arrows.shrink_to_fit();
        }
        self.headers.shrink_to_fit();
        self.origins.shrink_to_fit();
    }
}

/// Makes room in a column for so many times what is in it. Where there is none it grows as it goes.
pub(super) fn make_room<T>(column: &mut Vec<T>, times: f64) {
    let more = (times - 1.0).max(0.0) * column.len() as f64;
    let _ = column.try_reserve_exact(more as usize);
}
