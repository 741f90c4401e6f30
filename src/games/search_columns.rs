//! Columns of searches: value, win, draw and loss, nodes and visits of the position before each
//! move.

use std::ops::Range;

use super::column::{Column, check_offsets};

/// The number of nodes of a search that is unknown, in [`SearchColumns::nodes`].
pub const NO_NODES: i32 = -1;

/// The win, draw and loss probabilities of a search that are unknown.
const NO_WDL: [f32; 3] = [f32::NAN; 3];

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
    /// The number of nodes, 0 or more; [`NO_NODES`] if unknown.
    pub nodes: Option<Vec<i32>>,
    /// The visits of the legal moves.
    pub visits: Option<VisitColumns>,
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
    /// The number of nodes, 0 or more.
    pub nodes: Option<i32>,
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
        let values = others.range(plies.start).start..others.range(plies.end).start;
        let (first, shift) = (values.start as u64, self.moves.len() as u64);
        self.moves.extend_from_slice(others.moves.get(values.clone()).unwrap_or_default());
        self.counts.extend_from_slice(others.counts.get(values).unwrap_or_default());
        let ends = others.offsets.get(plies.start + 1..=plies.end).unwrap_or_default();
        self.offsets.extend(ends.iter().map(|end| end - first + shift));
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

/// A column with an element for each ply.
struct Numbers<'a, T> {
    column: &'a mut Option<Vec<T>>,
    missing: T,
}

impl<T: Copy> Numbers<'_, T> {
    fn resize(&mut self, plies: usize) {
        if let Some(column) = self.column {
            column.resize(plies, self.missing);
        }
    }

    /// Adds values after `before` plies. The first one that is known creates the column.
    fn extend(&mut self, before: usize, values: Option<&[T]>, is_known: fn(&T) -> bool) {
        let Some(values) = values.filter(|values| values.iter().any(is_known)) else { return };
        let column = self.column.get_or_insert_default();
        column.resize(before, self.missing);
        column.extend_from_slice(values);
    }
}

fn is_known_value(value: &f32) -> bool {
    !value.is_nan()
}

fn is_known_wdl(wdl: &[f32; 3]) -> bool {
    !wdl[0].is_nan()
}

fn are_known_nodes(nodes: &i32) -> bool {
    *nodes != NO_NODES
}

impl SearchColumns {
    /// Whether no column has an entry.
    pub fn is_empty(&self) -> bool {
        self.values.is_none() && self.wdl.is_none() && self.nodes.is_none() && self.visits.is_none()
    }

    /// The number of plies of the columns; 0 if all are `None`.
    pub fn plies(&self) -> usize {
        let numbers = self.values.as_ref().map(Vec::len).or(self.wdl.as_ref().map(Vec::len));
        let numbers = numbers.or(self.nodes.as_ref().map(Vec::len));
        let visits = self.visits.as_ref().map(|visits| visits.offsets.len().saturating_sub(1));
        numbers.or(visits).unwrap_or(0)
    }

    fn numbers(&mut self) -> (Numbers<'_, f32>, Numbers<'_, [f32; 3]>, Numbers<'_, i32>) {
        (
            Numbers { column: &mut self.values, missing: f32::NAN },
            Numbers { column: &mut self.wdl, missing: NO_WDL },
            Numbers { column: &mut self.nodes, missing: NO_NODES },
        )
    }

    /// Extends the columns to `plies` plies without entries, or cuts them to that length.
    pub(crate) fn resize(&mut self, plies: usize) {
        let (mut values, mut wdl, mut nodes) = self.numbers();
        values.resize(plies);
        wdl.resize(plies);
        nodes.resize(plies);
        if let Some(visits) = &mut self.visits {
            visits.resize(plies);
        }
    }

    /// Makes a row the entry of a ply, the last one; the plies before it that have no entry are
    /// unknown.
    pub(crate) fn set_last(&mut self, ply: usize, row: SearchRow<'_>) {
        self.resize(ply);
        let (mut values, mut wdl, mut nodes) = self.numbers();
        values.extend(ply, row.value.as_ref().map(std::slice::from_ref), is_known_value);
        wdl.extend(ply, row.wdl.as_ref().map(std::slice::from_ref), is_known_wdl);
        nodes.extend(ply, row.nodes.as_ref().map(std::slice::from_ref), are_known_nodes);
        if !row.visits.is_empty() {
            let visits = self.visits.get_or_insert_default();
            visits.resize(ply);
            visits.push(row.visits);
        }
        self.resize(ply + 1);
    }

    /// Adds a range of plies of other columns, after `before` plies.
    pub(crate) fn extend(&mut self, others: &SearchColumns, plies: Range<usize>, before: usize) {
        fn part<T>(column: &Option<Vec<T>>, plies: Range<usize>) -> Option<&[T]> {
            column.as_ref()?.get(plies)
        }
        let count = plies.len();
        self.resize(before);
        let (mut values, mut wdl, mut nodes) = self.numbers();
        values.extend(before, part(&others.values, plies.clone()), is_known_value);
        wdl.extend(before, part(&others.wdl, plies.clone()), is_known_wdl);
        nodes.extend(before, part(&others.nodes, plies.clone()), are_known_nodes);
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
        let length = |column, got: Option<usize>| match got {
            Some(got) if got != plies => Err(InvalidSearch::Length { column, got }),
            _ => Ok(()),
        };
        length("search_values", self.values.as_ref().map(Vec::len))?;
        length("search_wdl", self.wdl.as_ref().map(Vec::len))?;
        length("search_nodes", self.nodes.as_ref().map(Vec::len))?;
        let entry = |column, ply, value: String| Err(InvalidSearch::Entry((column, ply, value)));
        let values = self.values.iter().flatten();
        if let Some((ply, value)) =
            values.enumerate().find(|(_, value)| is_known_value(value) && !is_value(**value))
        {
            return entry("search_values", ply, value.to_string());
        }
        let all_unknown = |wdl: &[f32; 3]| wdl.iter().all(|part| part.is_nan());
        let wdl = self.wdl.iter().flatten();
        if let Some((ply, wdl)) =
            wdl.enumerate().find(|(_, wdl)| !all_unknown(wdl) && !is_wdl(**wdl))
        {
            return entry("search_wdl", ply, format!("{wdl:?}"));
        }
        let nodes = self.nodes.iter().flatten();
        if let Some((ply, nodes)) = nodes.enumerate().find(|(_, nodes)| **nodes < NO_NODES) {
            return entry("search_nodes", ply, nodes.to_string());
        }
        if let Some(visits) = &self.visits {
            visits.check(plies).map_err(InvalidSearch::Visits)?;
        }
        self.values = self.values.filter(|values| values.iter().any(is_known_value));
        self.wdl = self.wdl.filter(|wdl| wdl.iter().any(is_known_wdl));
        self.nodes = self.nodes.filter(|nodes| nodes.iter().any(are_known_nodes));
        self.visits = self.visits.filter(|visits| !visits.moves.is_empty());
        Ok(self)
    }

    /// Returns the columns of `plies` plies if they are valid, apart from the legality of the moves.
    pub(crate) fn validated(self, plies: usize) -> Option<SearchColumns> {
        self.checked(plies).ok()
    }

    pub(super) fn columns(&mut self) -> Vec<&mut dyn Column> {
        let mut columns: Vec<&mut dyn Column> = Vec::new();
        columns.extend(self.values.as_mut().map(|column| column as &mut dyn Column));
        columns.extend(self.wdl.as_mut().map(|column| column as &mut dyn Column));
        columns.extend(self.nodes.as_mut().map(|column| column as &mut dyn Column));
        if let Some(VisitColumns { moves, counts, offsets }) = &mut self.visits {
            columns.extend([moves as &mut dyn Column, counts, offsets]);
        }
        columns
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        self.values.as_ref().map_or(0, |values| 4 * values.capacity())
            + self.wdl.as_ref().map_or(0, |wdl| 12 * wdl.capacity())
            + self.nodes.as_ref().map_or(0, |nodes| 4 * nodes.capacity())
            + self.visits.as_ref().map_or(0, |visits| {
                2 * (visits.moves.capacity() + visits.counts.capacity())
                    + 8 * visits.offsets.capacity()
            })
    }
}

/// Compares entries; all unknown entries are equal, also those of a column that is `None`.
impl PartialEq for SearchColumns {
    fn eq(&self, other: &SearchColumns) -> bool {
        fn same<T>(
            a: &Option<Vec<T>>,
            b: &Option<Vec<T>>,
            is_known: fn(&T) -> bool,
            equal: fn(&T, &T) -> bool,
        ) -> bool {
            match (a, b) {
                (None, None) => true,
                (Some(a), Some(b)) => {
                    a.len() == b.len()
                        && a.iter().zip(b).all(|(a, b)| equal(a, b) || !is_known(a) && !is_known(b))
                }
                (Some(some), None) | (None, Some(some)) => !some.iter().any(is_known),
            }
        }
        same(&self.values, &other.values, is_known_value, f32::eq)
            && same(&self.wdl, &other.wdl, is_known_wdl, <[f32; 3]>::eq)
            && same(&self.nodes, &other.nodes, are_known_nodes, i32::eq)
            && match (&self.visits, &other.visits) {
                (None, None) => true,
                (Some(a), Some(b)) => a == b,
                (Some(some), None) | (None, Some(some)) => some.moves.is_empty(),
            }
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
