//! Search results as columns of games.

use super::game::GameRef;
use super::search_columns::SearchColumns;
use super::store::Games;

impl Games {
    /// Returns the columns of searches; `None` if no game has any.
    pub(crate) fn search(&self) -> Option<&SearchColumns> {
        self.search.as_deref()
    }

    /// Returns the value of the search in the position before each move, for its player, -1 to 1,
    /// aligned with [`Games::moves`]; NaN if unknown. `None` if no game has any.
    pub fn search_values(&self) -> Option<&[f32]> {
        self.search()?.values.as_deref()
    }

    /// Returns the probabilities of win, draw and loss of the search, as [`Games::search_values`];
    /// NaN if unknown.
    pub fn search_wdl(&self) -> Option<&[[f32; 3]]> {
        self.search()?.wdl.as_deref()
    }

    /// Returns the network's value before the search, as [`Games::search_values`].
    pub fn network_values(&self) -> Option<&[f32]> {
        self.search()?.network_values.as_deref()
    }

    /// Returns the weight of the position in training, 0 or more, as [`Games::search_values`].
    pub fn search_weights(&self) -> Option<&[f32]> {
        self.search()?.weights.as_deref()
    }

    /// Returns the number of nodes of the search, as [`Games::search_values`];
    /// [`NO_NODES`](super::NO_NODES) if unknown.
    pub fn search_nodes(&self) -> Option<&[i32]> {
        self.search()?.nodes.as_deref()
    }

    /// Returns the concatenated moves that the searches visited, as
    /// [`Move::bits`](crate::types::Move::bits), with offsets [`Games::visit_offsets`]. All are
    /// legal in the position before the move. `None` if no game has any.
    pub fn visit_moves(&self) -> Option<&[u16]> {
        Some(&self.search()?.visits.as_ref()?.moves)
    }

    /// Returns the count of each of [`Games::visit_moves`]. Only the ratios of the counts of a ply
    /// are meaningful.
    pub fn visit_counts(&self) -> Option<&[u16]> {
        Some(&self.search()?.visits.as_ref()?.counts)
    }

    /// Returns the start of each ply's visits, and the end of the last ply's: one entry more than
    /// there are moves.
    pub fn visit_offsets(&self) -> Option<&[u64]> {
        Some(&self.search()?.visits.as_ref()?.offsets)
    }

    /// Sets the search results of the last game: the first plies of `columns`, at most as many as
    /// the game has.
    pub(crate) fn push_search(&mut self, columns: &SearchColumns) {
        if columns.is_empty() {
            return;
        }
        let range = self.range(self.len().saturating_sub(1));
        let search = self.search.get_or_insert_default();
        let mut game = columns.clone();
        game.resize(range.len());
        search.extend(&game, 0..range.len(), range.start);
        if search.is_empty() {
            self.search = None;
        }
    }
}

impl<'a> GameRef<'a> {
    /// Returns the game's part of [`Games::search_values`].
    pub fn search_values(&self) -> Option<&'a [f32]> {
        self.games().search_values()?.get(self.games().range(self.index()))
    }

    /// Returns the game's part of [`Games::search_wdl`].
    pub fn search_wdl(&self) -> Option<&'a [[f32; 3]]> {
        self.games().search_wdl()?.get(self.games().range(self.index()))
    }

    /// Returns the game's part of [`Games::network_values`].
    pub fn network_values(&self) -> Option<&'a [f32]> {
        self.games().network_values()?.get(self.games().range(self.index()))
    }

    /// Returns the game's part of [`Games::search_weights`].
    pub fn search_weights(&self) -> Option<&'a [f32]> {
        self.games().search_weights()?.get(self.games().range(self.index()))
    }

    /// Returns the game's part of [`Games::search_nodes`].
    pub fn search_nodes(&self) -> Option<&'a [i32]> {
        self.games().search_nodes()?.get(self.games().range(self.index()))
    }

    /// Returns the game's part of the columns of searches; `None` if no game has any.
    pub(crate) fn search(&self) -> Option<SearchColumns> {
        let mut search = SearchColumns::default();
        search.extend(self.games().search()?, self.games().range(self.index()), 0);
        Some(search)
    }

    /// Returns the moves that the search in the position after `ply` plies visited, as bits, and
    /// their counts; empty if there are none.
    pub fn visits(&self, ply: usize) -> (&'a [u16], &'a [u16]) {
        let visits = self.games().search().and_then(|search| search.visits.as_ref());
        let index = self.games().range(self.index()).nth(ply);
        visits.zip(index).map_or((&[], &[]), |(visits, index)| visits.of(index))
    }
}
