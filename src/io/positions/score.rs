//! Evaluations and results.

use super::convention::{Convention, FormatProblem, Perspective, Unit};
use super::field::{Field, number, signed};
use crate::positions::{Problem, Row, RowErrorKind};
use crate::types::{MATE, MAX_CENTIPAWNS};

/// The convention for evaluations and results of a source.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scores {
    pub(super) perspective: Perspective,
    pub(super) unit: Unit,
}

impl Scores {
    /// White's centipawns.
    pub(super) const WHITE: Scores =
        Scores { perspective: Perspective::White, unit: Unit::Centipawns };
    /// Centipawns of the side to move.
    pub(super) const SIDE_TO_MOVE: Scores =
        Scores { perspective: Perspective::SideToMove, unit: Unit::Centipawns };

    /// Checks that what is stated is what the format has.
    pub(super) fn check(self, stated: Convention, source: &str) -> Result<(), FormatProblem> {
        let (perspective, unit) = (self.perspective.name(), self.unit.name());
        let differs = |name: &str, fixed: &str| {
            let problem = FormatProblem::from(format!("{source} has {name}={fixed:?}"));
            problem.pass("columns", ["fen=..."])
        };
        if stated.perspective.is_some_and(|stated| stated != self.perspective) {
            return Err(differs("perspective", perspective));
        }
        if stated.unit.is_some_and(|stated| stated != self.unit) {
            return Err(differs("unit", unit));
        }
        Ok(())
    }

    /// Whether a value changes its sign to be White's.
    #[inline(always)]
    fn is_turned(self, is_black: bool) -> bool {
        is_black && self.perspective == Perspective::SideToMove
    }

    /// Reads an evaluation into a row.
    #[inline(always)]
    pub(super) fn read(
        self,
        field: Field<'_>,
        is_black: bool,
        column: &str,
        row: &mut Row<'_>,
    ) -> Result<(), Problem> {
        let wrong = |reason: &str| invalid_score(column, field, reason);
        if let Field::Text(text) = field
            && let (sign, [b'#' | b'M' | b'm', moves @ ..]) = signed(text)
        {
            // the sign may be on either side: #-3, -M3
            let (inner, digits) = signed(moves);
            let moves = number(digits).ok_or_else(|| wrong("not a distance to mate"))?;
            row.labels.evals = self.mate(sign * inner, moves, is_black, || wrong("too far"))?;
            return Ok(());
        }
        match self.unit {
            Unit::Centipawns => row.labels.evals = self.centipawns(field, is_black, column)?,
            Unit::Pawns => {
                let pawns = field.real().ok_or_else(|| wrong("not a number of pawns"))?;
                let value = Field::Real((pawns * 100.0).round());
                row.labels.evals = self.centipawns(value, is_black, column)?;
            }
            Unit::Probability => {
                let probability = field.real().filter(|value| (0.0..=1.0).contains(value));
                let probability = probability.ok_or_else(|| wrong("not a number from 0 to 1"))?;
                let of_white =
                    if self.is_turned(is_black) { 1.0 - probability } else { probability };
                row.labels.expected_score = of_white as f32;
            }
        }
        Ok(())
    }

    /// Returns centipawns as [`evals`](crate::positions::RowLabels::evals).
    #[inline(always)]
    pub(super) fn centipawns(
        self,
        field: Field<'_>,
        is_black: bool,
        column: &str,
    ) -> Result<i32, Problem> {
        let wrong = |reason| invalid_score(column, field, reason);
        let value = field.whole().ok_or_else(|| wrong("not an integer of centipawns"))?;
        let limits = -MAX_CENTIPAWNS..=MAX_CENTIPAWNS;
        let value = i32::try_from(value).ok().filter(|value| limits.contains(value));
        let value = value.ok_or_else(|| wrong("more than 900000 centipawns"))?;
        Ok(if self.is_turned(is_black) { -value } else { value })
    }

    /// Returns a mate in a number of moves as [`evals`](crate::positions::RowLabels::evals). After
    /// mate, in 0 moves, the side to move has lost, whatever the sign.
    #[inline(always)]
    fn mate(
        self,
        sign: i32,
        moves: i64,
        is_black: bool,
        too_far: impl Fn() -> Problem,
    ) -> Result<i32, Problem> {
        let moves = i32::try_from(moves).ok().filter(|&moves| moves < MATE - MAX_CENTIPAWNS);
        let moves = moves.ok_or_else(too_far)?;
        let sign = match moves {
            0 if is_black => 1,
            0 => -1,
            _ if self.is_turned(is_black) => -sign,
            _ => sign,
        };
        Ok(sign * (MATE - moves))
    }

    /// Returns a mate in a number of moves, negative if the other side mates.
    #[inline(always)]
    pub(super) fn mate_in(
        self,
        field: Field<'_>,
        is_black: bool,
        column: &str,
    ) -> Result<i32, Problem> {
        let wrong = |reason| invalid_score(column, field, reason);
        let moves = field.whole().ok_or_else(|| wrong("not an integer"))?;
        let sign = if moves < 0 { -1 } else { 1 };
        self.mate(sign, moves.saturating_abs(), is_black, || wrong("too far"))
    }

    /// Reads a result: `1-0`, `0-1`, `1/2-1/2`, which are White's in any view, or `1.0`, `0.5` and
    /// `0.0`. The integers 1 and 0 are refused: 0 is a loss here and a draw there.
    pub(super) fn result(
        self,
        field: Field<'_>,
        is_black: bool,
        column: &str,
    ) -> Result<i8, Problem> {
        let value = match field {
            Field::Text(b"1-0") => return Ok(1),
            Field::Text(b"0-1") => return Ok(-1),
            Field::Text(b"1/2-1/2") => return Ok(0),
            Field::Text(b"1" | b"0" | b"-1") | Field::Integer(-1..=1) => {
                let reason = "ambiguous, since 0 is a loss or a draw: write 1.0, 0.5 and 0.0";
                return Err(invalid_score(column, field, reason));
            }
            _ => field.real().map(|score| 2.0 * score - 1.0),
        };
        let value = value.filter(|value| [1.0, 0.0, -1.0].contains(value));
        let value = value.ok_or_else(|| invalid_score(column, field, "not a result"))? as i8;
        Ok(if self.is_turned(is_black) { -value } else { value })
    }
}

#[cold]
pub(super) fn invalid_score(column: &str, field: Field<'_>, reason: &str) -> Problem {
    Problem::new(RowErrorKind::InvalidScore, column, &field.shown(), reason)
}

#[cfg(test)]
mod tests {
    use super::super::field::trimmed;
    use super::*;
    use crate::positions::RowLabels;

    fn evals(scores: Scores, text: &str, is_black: bool) -> Option<i32> {
        let mut row = Row::default();
        scores.read(Field::Text(trimmed(text.as_bytes())), is_black, "eval", &mut row).ok()?;
        Some(row.labels.evals)
    }

    #[test]
    fn spellings_of_evaluations() {
        let pawns = Scores { unit: Unit::Pawns, ..Scores::SIDE_TO_MOVE };
        for (scores, text, white, black) in [
            (Scores::WHITE, "+56", 56, 56),
            (Scores::WHITE, "\u{feff}+23 ", 23, 23),
            (Scores::WHITE, "#+3", MATE - 3, MATE - 3),
            (Scores::WHITE, "#-1", 1 - MATE, 1 - MATE),
            (Scores::WHITE, "-M4", 4 - MATE, 4 - MATE),
            // the side to move is mated
            (Scores::WHITE, "#+0", -MATE, MATE),
            (Scores::SIDE_TO_MOVE, "#-0", -MATE, MATE),
            (Scores::SIDE_TO_MOVE, "-9", -9, 9),
            (Scores::SIDE_TO_MOVE, "M2", MATE - 2, 2 - MATE),
            (pawns, "-1.25", -125, 125),
        ] {
            assert_eq!(evals(scores, text, false), Some(white), "{text}");
            assert_eq!(evals(scores, text, true), Some(black), "{text}");
        }
        for text in
            ["", "abc", "1.5", "#", "#x", "900001", "+-3", "99999999999999999999", "#100000"]
        {
            assert_eq!(evals(Scores::WHITE, text, false), None, "{text}");
        }
        for text in ["nan", "inf", "1e9"] {
            assert_eq!(evals(pawns, text, false), None, "{text}");
        }
    }

    #[test]
    fn probabilities_are_of_white() {
        let scores = Scores { unit: Unit::Probability, ..Scores::SIDE_TO_MOVE };
        let mut row = Row::default();
        scores.read(Field::Text(b"0.25"), true, "eval", &mut row).unwrap();
        assert_eq!((row.labels.expected_score, row.labels.evals), (0.75, RowLabels::NONE.evals));
        assert!(scores.read(Field::Text(b"1.01"), true, "eval", &mut row).is_err());
    }
}
