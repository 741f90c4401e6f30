//! Columns of searches: value, win, draw and loss, the network's value, nodes, weight and visits of
//! the position before each move.

use std::fmt::Debug;
use std::ops::Range;

use super::column::{Column, check_offsets, extend_offsets};

/// The number of nodes of a search that is unknown, in [`SearchColumns::nodes`].
pub const NO_NODES: i32 = -1;

/// The largest difference to 1 of the sum of win, draw and loss: that of 16-bit floats.
const WDL_TOLERANCE: f32 = 0.01;

/// What searches found, one entry for each move in the position before it, for its player.
///
/// A column is `None` if no entry is known.
#[derive(Clone, Debug, Default)]
pub struct SearchColumns {
    /// The value, -1 (lost) to 1 (won); NaN if unknown.
    pub values: Option<Vec<f32>>,
    /// The probabilities of win, draw and loss; NaN if unknown.
    pub wdl: Option<Vec<[f32; 3]>>,
    /// The network's value before the search, -1 to 1; NaN if unknown.
    pub network_values: Option<Vec<f32>>,
    /// The number of nodes, 0 or more; [`NO_NODES`] if unknown.
    pub nodes: Option<Vec<i32>>,
    /// The weight in training, 0 or more; NaN if unknown.
    pub weights: Option<Vec<f32>>,
    /// The visits of the legal moves.
    pub visits: Option<VisitColumns>,
}

/// Calls a macro for each column with one entry a ply: its field, its name in
/// [`Games`](super::Games), the field of [`SearchRow`], and which entries are valid.
macro_rules! each_column {
    ($call:ident) => {
        $call!(values, "search_values", value, is_value);
        $call!(wdl, "search_wdl", wdl, is_wdl);
        $call!(network_values, "network_values", network_value, is_value);
        $call!(nodes, "search_nodes", nodes, is_node_count);
        $call!(weights, "search_weights", weight, is_weight);
    };
}

/// The visits of the moves of many plies, concatenated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VisitColumns {
    /// The moves, as [`Move::bits`](crate::types::Move::bits). Moves without visits may be absent.
    pub moves: Vec<u16>,
    /// The count of each move. Only the ratios of the counts of a ply are meaningful.
    pub counts: Vec<u16>,
    /// The start of each ply's moves, and the end of the last ply's.
    pub offsets: Vec<u64>,
}

/// What a search found in one position.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct SearchRow<'a> {
    /// The value, -1 to 1.
    pub value: Option<f32>,
    /// The probabilities of win, draw and loss.
    pub wdl: Option<[f32; 3]>,
    /// The network's value before the search, -1 to 1.
    pub network_value: Option<f32>,
    /// The number of nodes, 0 or more.
    pub nodes: Option<i32>,
    /// The weight in training, 0 or more.
    pub weight: Option<f32>,
    /// The bits of moves and their counts; empty if unknown.
    pub visits: &'a [(u16, u16)],
}

/// An entry that is not valid: its column, its ply among all plies, its value.
pub(super) type InvalidEntry = (&'static str, usize, String);

/// Why columns of searches are not valid.
pub(super) enum InvalidSearch {
    Length { column: &'static str, got: usize },
    Entry(InvalidEntry),
    Visits(&'static str),
}

/// Whether a value of a search is from -1 to 1.
pub(crate) fn is_value(value: f32) -> bool {
    (-1.0..=1.0).contains(&value)
}

/// Whether numbers are probabilities of win, draw and loss.
pub(crate) fn is_wdl(wdl: [f32; 3]) -> bool {
    let sum: f32 = wdl.iter().sum();
    wdl.iter().all(|part| (0.0..=1.0 + WDL_TOLERANCE).contains(part))
        && (sum - 1.0).abs() <= WDL_TOLERANCE
}

/// Whether a number is that of the nodes of a search.
pub(crate) fn is_node_count(nodes: i32) -> bool {
    nodes >= 0
}

/// Whether a number is a weight in training.
pub(crate) fn is_weight(weight: f32) -> bool {
    weight >= 0.0 && weight.is_finite()
}

impl Default for VisitColumns {
    fn default() -> VisitColumns {
        VisitColumns { moves: Vec::new(), counts: Vec::new(), offsets: vec![0] }
    }
}

impl VisitColumns {
    fn range(&self, ply: usize) -> Range<usize> {
        let offset = |ply| self.offsets.get(ply).map_or(self.moves.len(), |&at| at as usize);
        offset(ply)..offset(ply + 1)
    }

    /// Returns the moves of a ply and their counts.
    pub(crate) fn of(&self, ply: usize) -> (&[u16], &[u16]) {
        let range = self.range(ply);
        let moves = self.moves.get(range.clone()).unwrap_or_default();
        (moves, self.counts.get(range).unwrap_or_default())
    }

    fn has_any(&self, plies: Range<usize>) -> bool {
        self.range(plies.start).start < self.range(plies.end).start
    }

    /// Extends the column to `plies` plies without visits, or cuts it to that length.
    fn resize(&mut self, plies: usize) {
        let end = self.range(plies).start;
        self.moves.truncate(end);
        self.counts.truncate(end);
        self.offsets.resize(plies + 1, end as u64);
    }

    fn push(&mut self, visits: &[(u16, u16)]) {
        self.moves.extend(visits.iter().map(|visit| visit.0));
        self.counts.extend(visits.iter().map(|visit| visit.1));
        self.offsets.push(self.moves.len() as u64);
    }

    fn extend(&mut self, others: &VisitColumns, plies: Range<usize>) {
        let values = extend_offsets(&mut self.offsets, &others.offsets, plies);
        self.moves.extend_from_slice(others.moves.get(values.clone()).unwrap_or_default());
        self.counts.extend_from_slice(others.counts.get(values).unwrap_or_default());
    }

    fn check(&self, plies: usize) -> Result<(), &'static str> {
        if self.offsets.len() != plies + 1 {
            return Err("the number of lists of visits is not the number of moves");
        }
        if self.counts.len() != self.moves.len() {
            return Err("there is not one count for each move");
        }
        check_offsets(&self.offsets, self.moves.len())
    }
}

/// An entry of a column with one for each ply.
trait Entry: Copy + PartialEq + Debug {
    const UNKNOWN: Self;

    fn is_known(&self) -> bool;
}

impl Entry for f32 {
    const UNKNOWN: f32 = f32::NAN;

    fn is_known(&self) -> bool {
        !self.is_nan()
    }
}

impl Entry for [f32; 3] {
    const UNKNOWN: [f32; 3] = [f32::NAN; 3];

    fn is_known(&self) -> bool {
        !self.iter().all(|part| part.is_nan())
    }
}

impl Entry for i32 {
    const UNKNOWN: i32 = NO_NODES;

    fn is_known(&self) -> bool {
        *self != NO_NODES
    }
}

fn has_any<T: Entry>(column: &[T]) -> bool {
    column.iter().any(T::is_known)
}

/// Adds values after `before` plies. The first one that is known creates the column.
fn extend<T: Entry>(column: &mut Option<Vec<T>>, before: usize, values: Option<&[T]>) {
    let Some(values) = values.filter(|values| has_any(values)) else { return };
    let column = column.get_or_insert_default();
    column.resize(before, T::UNKNOWN);
    column.extend_from_slice(values);
}

/// Returns the first entry that is known and not valid.
fn invalid<T: Entry>(column: &[T], is_valid: fn(T) -> bool) -> Option<(usize, String)> {
    let at = column.iter().position(|entry| entry.is_known() && !is_valid(*entry))?;
    Some((at, format!("{:?}", column[at])))
}

/// Compares entries; all unknown entries are equal, also those of a column that is `None`.
fn same<T: Entry>(a: &Option<Vec<T>>, b: &Option<Vec<T>>) -> bool {
    match (a, b) {
        (None, None) => true,
        (Some(a), Some(b)) => {
            let equal = |(a, b): (&T, &T)| a == b || !a.is_known() && !b.is_known();
            a.len() == b.len() && a.iter().zip(b).all(equal)
        }
        (Some(some), None) | (None, Some(some)) => !has_any(some),
    }
}

impl SearchColumns {
    /// Whether no column has an entry.
    pub fn is_empty(&self) -> bool {
        self.length().is_none()
    }

    /// The number of plies of the columns; 0 if all are `None`.
    pub fn plies(&self) -> usize {
        self.length().unwrap_or(0)
    }

    fn length(&self) -> Option<usize> {
        let mut length = self.visits.as_ref().map(|visits| visits.offsets.len().saturating_sub(1));
        macro_rules! length {
            ($field:ident, $_name:literal, $_row:ident, $_is_valid:ident) => {
                length = length.or(self.$field.as_ref().map(Vec::len));
            };
        }
        each_column!(length);
        length
    }

    /// Extends the columns to `plies` plies without entries, or cuts them to that length.
    pub(crate) fn resize(&mut self, plies: usize) {
        fn resize<T: Entry>(column: &mut Option<Vec<T>>, plies: usize) {
            if let Some(column) = column {
                column.resize(plies, T::UNKNOWN);
            }
        }
        macro_rules! resize {
            ($field:ident, $_name:literal, $_row:ident, $_is_valid:ident) => {
                resize(&mut self.$field, plies);
            };
        }
        each_column!(resize);
        if let Some(visits) = &mut self.visits {
            visits.resize(plies);
        }
    }

    /// Makes a row the entry of a ply, the last one; the plies before it that have no entry are
    /// unknown.
    pub(crate) fn set_last(&mut self, ply: usize, row: SearchRow<'_>) {
        self.resize(ply);
        macro_rules! set {
            ($field:ident, $_name:literal, $row:ident, $_is_valid:ident) => {
                extend(&mut self.$field, ply, row.$row.as_ref().map(std::slice::from_ref));
            };
        }
        each_column!(set);
        if !row.visits.is_empty() {
            let visits = self.visits.get_or_insert_default();
            visits.resize(ply);
            visits.push(row.visits);
        }
        self.resize(ply + 1);
    }

    /// Adds a range of plies of other columns, after `before` plies.
    pub(crate) fn extend(&mut self, others: &SearchColumns, plies: Range<usize>, before: usize) {
        let count = plies.len();
        self.resize(before);
        macro_rules! extend {
            ($field:ident, $_name:literal, $_row:ident, $_is_valid:ident) => {
                let part = others.$field.as_ref().and_then(|column| column.get(plies.clone()));
                extend(&mut self.$field, before, part);
            };
        }
        each_column!(extend);
        if let Some(theirs) = others.visits.as_ref().filter(|visits| visits.has_any(plies.clone()))
        {
            let visits = self.visits.get_or_insert_default();
            visits.resize(before);
            visits.extend(theirs, plies);
        }
        self.resize(before + count);
    }

    /// Checks the columns of `plies` plies, apart from the legality of the moves. Columns without
    /// entries become `None`.
    pub(super) fn checked(mut self, plies: usize) -> Result<SearchColumns, InvalidSearch> {
        macro_rules! check {
            ($field:ident, $name:literal, $_row:ident, $is_valid:ident) => {
                if let Some(column) = &self.$field {
                    if column.len() != plies {
                        let got = column.len();
                        return Err(InvalidSearch::Length { column: $name, got });
                    }
                    if let Some((ply, value)) = invalid(column, $is_valid) {
                        return Err(InvalidSearch::Entry(($name, ply, value)));
                    }
                }
                self.$field = self.$field.filter(|column| has_any(column));
            };
        }
        each_column!(check);
        if let Some(visits) = &self.visits {
            visits.check(plies).map_err(InvalidSearch::Visits)?;
        }
        self.visits = self.visits.filter(|visits| !visits.moves.is_empty());
        Ok(self)
    }

    /// Returns the columns of `plies` plies if they are valid, apart from the legality of the moves.
    pub(crate) fn validated(self, plies: usize) -> Option<SearchColumns> {
        self.checked(plies).ok()
    }

    pub(super) fn columns(&mut self) -> Vec<&mut dyn Column> {
        let mut columns: Vec<&mut dyn Column> = Vec::new();
        macro_rules! add {
            ($field:ident, $_name:literal, $_row:ident, $_is_valid:ident) => {
                columns.extend(self.$field.as_mut().map(|column| column as &mut dyn Column));
            };
        }
        each_column!(add);
        if let Some(VisitColumns { moves, counts, offsets }) = &mut self.visits {
            columns.extend([moves as &mut dyn Column, counts, offsets]);
        }
        columns
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        fn bytes<T>(column: &Vec<T>) -> usize {
            size_of::<T>() * column.capacity()
        }
        let mut total = self.visits.as_ref().map_or(0, |visits| {
            bytes(&visits.moves) + bytes(&visits.counts) + bytes(&visits.offsets)
        });
        macro_rules! add {
            ($field:ident, $_name:literal, $_row:ident, $_is_valid:ident) => {
                total += self.$field.as_ref().map_or(0, bytes);
            };
        }
        each_column!(add);
        total
    }
}

/// Compares entries; all unknown entries are equal, also those of a column that is `None`.
impl PartialEq for SearchColumns {
    fn eq(&self, other: &SearchColumns) -> bool {
        let mut is_equal = match (&self.visits, &other.visits) {
            (None, None) => true,
            (Some(a), Some(b)) => a == b,
            (Some(some), None) | (None, Some(some)) => some.moves.is_empty(),
        };
        macro_rules! compare {
            ($field:ident, $_name:literal, $_row:ident, $_is_valid:ident) => {
                is_equal = is_equal && same(&self.$field, &other.$field);
            };
        }
        each_column!(compare);
        is_equal
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_ranges() {
        let mut game = SearchColumns::default();
        game.set_last(1, SearchRow { value: Some(0.5), ..SearchRow::default() });
        game.set_last(3, SearchRow { visits: &[(1, 2), (3, 4)], ..SearchRow::default() });
        // the second row of a ply replaces the first
        game.set_last(3, SearchRow { nodes: Some(7), visits: &[(5, 6)], ..SearchRow::default() });
        game.resize(5);
        assert_eq!(game.nodes.as_deref(), Some(&[-1, -1, -1, 7, -1][..]));
        assert!(game.wdl.is_none());
        let visits = game.visits.as_ref().unwrap();
        assert_eq!(
            (&visits.offsets[..], visits.of(3)),
            (&[0, 0, 0, 0, 1, 1][..], (&[5][..], &[6][..]))
        );

        let mut all = SearchColumns::default();
        all.extend(&game, 0..1, 2);
        assert!(all.is_empty());
        all.extend(&game, 2..5, 3);
        assert_eq!(all.nodes.as_deref(), Some(&[-1, -1, -1, -1, 7, -1][..]));
        assert_eq!(all.visits.as_ref().unwrap().offsets, [0, 0, 0, 0, 0, 1, 1]);
        all.extend(&game, 0..5, 6);
        let mut part = SearchColumns::default();
        part.extend(&all, 6..11, 0);
        assert_eq!(part, game);
        part.set_last(1, SearchRow { value: Some(0.25), ..SearchRow::default() });
        assert_ne!(part, game);
        assert!(part.visits.as_ref().unwrap().moves.is_empty());
    }

    #[test]
    fn probabilities() {
        assert!(
            is_wdl([0.2, 0.3, 0.5]) && is_wdl([1.0, 0.0, 0.0]) && is_wdl([0.334, 0.334, 0.334])
        );
        for wrong in [[0.2, 0.3, 0.6], [1.2, -0.1, -0.1], [f32::NAN, 0.5, 0.5], [0.0; 3]] {
            assert!(!is_wdl(wrong), "{wrong:?}");
        }
        assert!(is_value(-1.0) && is_value(1.0) && !is_value(1.1) && !is_value(f32::NAN));
    }
}
