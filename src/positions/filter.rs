//! Choosing rows by what their positions and labels are.

use super::labels::{NO_MOVE, RowLabels};
use super::store::Positions;
use crate::movegen::legal_moves;
use crate::pgn::{MAX_CENTIPAWNS, NO_EVAL};
use crate::pool::{Interrupted, Run};
use crate::position::Position;
use crate::types::{Color, Move};

/// Criteria of rows. A row passes if it meets all that are set; one that lacks what a criterion
/// needs, such as an evaluation, does not.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PositionFilter {
    /// The side to move.
    pub turn: Option<Color>,
    /// Whether the side to move is in check.
    pub check: Option<bool>,
    /// Whether the row's move captures; en passant does.
    pub capture: Option<bool>,
    /// Whether the position is quiet: no check, and the row's move is neither a capture nor a
    /// promotion. No search is made.
    pub quiet: Option<bool>,
    /// Whether the position is checkmate or stalemate.
    pub over: Option<bool>,
    /// The least number of pieces, kings and pawns included.
    pub min_pieces: Option<u32>,
    /// The largest number of pieces.
    pub max_pieces: Option<u32>,
    /// The largest absolute evaluation in centipawns; mates are larger.
    pub max_eval: Option<i32>,
    /// Whether the evaluation is a mate.
    pub mate: Option<bool>,
    /// The least depth of the evaluation.
    pub min_depth: Option<u8>,
    /// The least nodes of the search.
    pub min_nodes: Option<i64>,
    /// The least rating of a puzzle.
    pub min_rating: Option<i16>,
    /// The largest rating of a puzzle.
    pub max_rating: Option<i16>,
    /// Themes of which a puzzle must have one; empty for any.
    pub themes: Vec<String>,
}

impl PositionFilter {
    /// Whether a criterion depends on the position.
    pub(crate) fn needs_positions(&self) -> bool {
        let flags = [self.check, self.capture, self.quiet, self.over];
        self.turn.is_some()
            || flags.iter().any(Option::is_some)
            || self.min_pieces.is_some()
            || self.max_pieces.is_some()
    }

    /// Whether the labels of a sample, and its themes, meet the criteria of these.
    #[inline]
    pub(crate) fn accepts_labels(&self, labels: &RowLabels) -> bool {
        let has_eval = labels.evals != NO_EVAL;
        let size = labels.evals.unsigned_abs();
        let is_mate = has_eval && size > MAX_CENTIPAWNS as u32;
        let known = |is_known: bool, accepts: bool| is_known && accepts;
        self.max_eval.is_none_or(|most| known(has_eval, size <= most.unsigned_abs()))
            && self.mate.is_none_or(|mate| known(has_eval, mate == is_mate))
            && self.min_depth.is_none_or(|least| labels.depth >= least)
            && self.min_nodes.is_none_or(|least| labels.nodes >= least)
            && self.min_rating.is_none_or(|least| known(labels.rating >= 0, labels.rating >= least))
            && self.max_rating.is_none_or(|most| known(labels.rating >= 0, labels.rating <= most))
    }

    /// Whether a position and the move of its row or game meet the criteria of these.
    #[inline]
    pub(crate) fn accepts_position(&self, position: &Position, m: Option<Move>) -> bool {
        let pieces = position.placement().occupied().len();
        let in_check = || position.is_check();
        let captures = |m: Move| position.is_capture(m);
        let is_quiet = |m: Move| !in_check() && !captures(m) && m.promoted().is_none();
        let of_move = |wanted: Option<bool>, is: &dyn Fn(Move) -> bool| {
            wanted.is_none_or(|wanted| m.is_some_and(|m| is(m) == wanted))
        };
        self.turn.is_none_or(|turn| position.turn() == turn)
            && self.min_pieces.is_none_or(|least| pieces >= least)
            && self.max_pieces.is_none_or(|most| pieces <= most)
            && self.check.is_none_or(|check| in_check() == check)
            && of_move(self.capture, &captures)
            && of_move(self.quiet, &is_quiet)
            && self.over.is_none_or(|over| legal_moves(position).is_empty() == over)
    }
}

/// A filter of the rows of a table.
pub(crate) struct RowFilter<'a> {
    positions: &'a Positions,
    filter: &'a PositionFilter,
    has_theme: Box<dyn Fn(usize) -> bool + Send + Sync + 'a>,
    needs_positions: bool,
}

impl<'a> RowFilter<'a> {
    pub(crate) fn new(positions: &'a Positions, filter: &'a PositionFilter) -> RowFilter<'a> {
        let has_theme: Box<dyn Fn(usize) -> bool + Send + Sync> = match positions.themes() {
            _ if filter.themes.is_empty() => Box::new(|_| true),
            Some(names) => Box::new(names.has_any(&filter.themes)),
            None => Box::new(|_| false),
        };
        let needs_positions = filter.needs_positions();
        RowFilter { positions, filter, has_theme, needs_positions }
    }

    /// Whether a row passes. One without a position does not.
    #[inline]
    pub(crate) fn accepts(&self, index: usize) -> bool {
        let labels = self.positions.labels.row(index);
        if !(self.has_theme)(index) || !self.filter.accepts_labels(&labels) {
            return false;
        }
        if !self.needs_positions {
            return !self.positions.packed[index].is_none();
        }
        let m = if labels.moves == NO_MOVE { None } else { Move::from_bits(labels.moves) };
        let position = self.positions.position(index);
        position.is_some_and(|position| self.filter.accepts_position(&position, m))
    }
}

impl Positions {
    /// Returns the first criterion that needs a column that the table does not have, and the column.
    /// No row passes then.
    pub fn missing_column(&self, filter: &PositionFilter) -> Option<(&'static str, &'static str)> {
        let labels = self.labels();
        let (moves, evals) = (labels.moves().is_some(), labels.evals().is_some());
        let (depth, nodes) = (labels.depth().is_some(), labels.nodes().is_some());
        let rating = labels.rating().is_some();
        let criteria = [
            ("capture", filter.capture.is_some(), "moves", moves),
            ("quiet", filter.quiet.is_some(), "moves", moves),
            ("max_eval", filter.max_eval.is_some(), "evals", evals),
            ("mate", filter.mate.is_some(), "evals", evals),
            ("min_depth", filter.min_depth.is_some(), "depth", depth),
            ("min_nodes", filter.min_nodes.is_some(), "nodes", nodes),
            ("min_rating", filter.min_rating.is_some(), "rating", rating),
            ("max_rating", filter.max_rating.is_some(), "rating", rating),
            ("themes", !filter.themes.is_empty(), "themes", self.themes().is_some()),
        ];
        let missing = |&(_, is_set, _, is_there): &(_, bool, _, bool)| is_set && !is_there;
        criteria.into_iter().find(missing).map(|(criterion, _, column, _)| (criterion, column))
    }

    /// Returns which rows pass a filter. Rows without a position do not.
    ///
    /// # Errors
    /// An interruption.
    pub fn filter_mask(
        &self,
        filter: &PositionFilter,
        run: Run<'_>,
    ) -> Result<Vec<bool>, Interrupted> {
        let filter = RowFilter::new(self, filter);
        self.map_rows(run, |index| filter.accepts(index))
    }
}
