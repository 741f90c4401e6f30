//! Reserving and releasing the memory of all columns at once.

use super::store::Games;
use crate::store::Storage;

impl Games {
    /// The memory of the columns that grow with the games.
    pub(super) fn storage(&mut self) -> impl Iterator<Item = &mut dyn Storage> {
        let columns: [&mut dyn Storage; 4] =
            [&mut self.start, &mut self.moves, &mut self.signatures, self.headers.storage()];
        let columns = columns.into_iter().chain(self.of_games.storage());
        columns.chain(self.of_plies.storage()).chain(self.origins.storage())
    }

    /// Reserves capacity for `factor` times the current games.
    ///
    /// One large reservation is cheaper than growing: each growth copies the column into new pages.
    pub(crate) fn reserve_factor(&mut self, factor: f64) {
        self.storage().for_each(|column| column.reserve_factor(factor));
    }

    /// Releases unused capacity.
    pub(crate) fn shrink_to_fit(&mut self) {
        self.storage().for_each(|column| column.shrink());
    }
}
