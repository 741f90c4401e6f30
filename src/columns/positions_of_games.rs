//! A table of positions of games.

use super::game_samples::GameSamples;
use super::needs::Needs;
use super::sample::Samples;
use crate::attacks::{dispatch, task};
use crate::games::result_number;
use crate::positions::{NO_MOVE, PackedPosition, Positions, Problem, Row, RowErrorKind, RowLabels};
use crate::types::NO_EVAL;

impl GameSamples<'_> {
    /// Returns the positions as a table, with the results, the evaluations, the moves played and the
    /// probabilities of searches. A position that does not fit into a row, such as one with a
    /// halfmove clock above 255, is an error.
    pub fn to_positions(&self) -> Positions {
        type Rows = Vec<Option<(PackedPosition, RowLabels<'static>)>>;
        let samples = self;
        let rows = dispatch(task!(|backend, samples: &GameSamples<'_>| -> Rows {
            let mut rows = vec![None; samples.len()];
            let mut cursor = samples.cursor(&Needs::POSITION);
            for n in 0..samples.len() {
                let sample = samples.sample(backend, &mut cursor, n);
                let labels = RowLabels {
                    evals: sample.labels.eval().unwrap_or(NO_EVAL),
                    result: result_number(sample.labels.result()),
                    moves: sample.next.map_or(NO_MOVE, |m| m.bits()),
                    ..RowLabels::NONE
                };
                let packed = PackedPosition::new(sample.position).ok();
                rows[sample.row] = packed.map(|packed| (packed, labels));
            }
            rows
        }));
        let mut positions = Positions::of_source(&"games".into());
        let mut row = Row::default();
        for (read, number) in rows.into_iter().zip(1..) {
            match read {
                Some((position, labels)) => {
                    (row.position, row.labels) = (position, labels);
                    positions.push(&row, number);
                }
                None => {
                    let reason = "more than 32 pieces, or a clock that does not fit into a row";
                    let problem = Problem::new(RowErrorKind::Unsupported, "fen", b"", reason);
                    positions.report_error(problem, number, false);
                }
            }
        }
        positions
    }
}
