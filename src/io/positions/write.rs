//! Writing rows as text, and as records of bulletformat.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::Range;

use super::epd::ce_of;
use super::label_text::{line_of, mate_of, push_line, result_of};
use super::table::ROWS_PER_JOB;
use super::write_csv::Csv;
use crate::named_enum::named_enum;
use crate::notation::epd::{self, Operand, Operation};
use crate::notation::fen;
use crate::notation::san;
use crate::notation::uci::{self, CastlingDialect};
use crate::pool::{self, Interrupted, Run};
use crate::position::Position;
use crate::positions::{Positions, RowLabels};
use crate::tensor::records::{self, RecordLabel};
use crate::tensor::{View, eval_of, score_of};
use crate::types::{Color, Move, NO_EVAL};

named_enum! {
    /// A format of single positions that is written without other packages.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum RowFormat {
        /// CSV with a header, whose names say whose values they are.
        Csv = "csv",
        /// Lichess's evaluations, a JSON object a line, without the clocks of the position.
        Jsonl = "jsonl",
        /// One FEN a line.
        Fens = "fens",
        /// EPD.
        Epd = "epd",
        /// bullet's text: `FEN | score | result`.
        Bullet = "bullet",
        /// Ethereal's text: `FEN [result] score`.
        Ethereal = "ethereal",
        /// Stockfish's text, six lines a position.
        Plain = "plain",
        /// bullet's records of 32 bytes.
        Bulletformat = "bulletformat",
    }
}

/// Rows in a [`RowFormat`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WrittenRows {
    /// The text or the records.
    pub bytes: Vec<u8>,
    /// The numbers of rows that lack what the format needs, by reason.
    pub skipped: BTreeMap<&'static str, u64>,
}

impl WrittenRows {
    /// Writes rows, which must exist, on all cores. The header of a file comes with its first row.
    ///
    /// ```
    /// use enroque::io::{RowFormat, WrittenRows};
    /// use enroque::pool::Run;
    /// use enroque::positions::{OnRowError, Positions};
    /// let fens = ["4k3/8/8/8/8/8/8/4K2R w K - 0 1"];
    /// let positions =
    ///     Positions::from_fens(&"a list".into(), &fens, OnRowError::Skip, Run::default()).unwrap();
    /// let written = WrittenRows::new(&positions, 0..1, RowFormat::Epd, Run::default()).unwrap();
    /// assert_eq!(written.bytes, b"4k3/8/8/8/8/8/8/4K2R w K - hmvc 0; fmvn 1;\n");
    /// ```
    ///
    /// # Errors
    /// If `run.stop` returned true.
    pub fn new(
        positions: &Positions,
        rows: Range<usize>,
        format: RowFormat,
        run: Run<'_>,
    ) -> Result<WrittenRows, Interrupted> {
        let mut written = WrittenRows::default();
        let csv = Csv::new(positions);
        if format == RowFormat::Csv && rows.start == 0 {
            written.bytes.extend_from_slice(csv.header().as_bytes());
        }
        let jobs = pool::ranges(rows.len(), ROWS_PER_JOB);
        let part = |job: Range<usize>| {
            let rows = rows.start + job.start..rows.start + job.end;
            WrittenRows::part(positions, rows, format, &csv)
        };
        for part in pool::map(run, jobs, part)? {
            written.bytes.extend_from_slice(&part.bytes);
            for (reason, count) in part.skipped {
                *written.skipped.entry(reason).or_default() += count;
            }
        }
        Ok(written)
    }

    fn part(
        positions: &Positions,
        rows: Range<usize>,
        format: RowFormat,
        csv: &Csv,
    ) -> WrittenRows {
        let (mut written, mut text) = (WrittenRows::default(), String::new());
        for row in rows {
            let labels = positions.labels().row(row);
            let position = positions.packed()[row].without_key().ok_or("no_fen");
            let result = position.and_then(|position| match format {
                RowFormat::Bulletformat => written.push_record(&position, &labels),
                RowFormat::Csv => {
                    csv.push(&mut written.bytes, &mut text, positions, row, (&labels, &position));
                    Ok(())
                }
                _ => {
                    text.clear();
                    match format {
                        RowFormat::Jsonl => {
                            push_json(&mut text, positions, row, &labels, &position)
                        }
                        _ => push_text(&mut text, &position, &labels, positions.id(row), format),
                    }?;
                    written.bytes.extend_from_slice(text.as_bytes());
                    Ok(())
                }
            });
            if let Err(reason) = result {
                *written.skipped.entry(reason).or_default() += 1;
            }
        }
        written
    }

    fn push_record(&mut self, position: &Position, labels: &RowLabels) -> Result<(), &'static str> {
        let (eval, result) = eval_and_result(labels)?;
        let turn = position.turn();
        let score = exact_score(eval, turn)?;
        let result = (1 + of_side_to_move(i32::from(result), turn)) as u8;
        let record = records::bullet(position, RecordLabel { score, result });
        self.bytes.extend_from_slice(&record.map_err(|_| "too_many_pieces")?);
        Ok(())
    }
}

fn eval_and_result(labels: &RowLabels) -> Result<(i32, i8), &'static str> {
    match (labels.evals, labels.result) {
        (NO_EVAL, _) => Err("no_evals"),
        (_, result) if !(-1..=1).contains(&result) => Err("no_result"),
        (eval, result) => Ok((eval, result)),
    }
}

/// The score of the side to move, which reads as the evaluation.
fn exact_score(eval: i32, turn: Color) -> Result<i16, &'static str> {
    let score = score_of(eval, turn, View::SideToMove);
    let is_exact = eval_of(score, turn, View::SideToMove) == eval;
    is_exact.then_some(score).ok_or("score_out_of_range")
}

fn of_side_to_move(value: i32, turn: Color) -> i32 {
    if turn == Color::Black { -value } else { value }
}

fn best_move(labels: &RowLabels) -> Option<Move> {
    Move::from_bits(labels.moves).filter(|_| labels.moves != RowLabels::NONE.moves)
}

/// Writes the text of a row, or returns why there is none.
fn push_text(
    text: &mut String,
    position: &Position,
    labels: &RowLabels,
    id: &str,
    format: RowFormat,
) -> Result<(), &'static str> {
    let (fen, turn) = (fen::write(position), position.turn());
    let fen = fen.as_str();
    let m = best_move(labels).map(|m| uci::write(position, m, CastlingDialect::Standard));
    // writing to a string does not fail
    let _ = match format {
        RowFormat::Fens => writeln!(text, "{fen}"),
        RowFormat::Epd => {
            push_epd(text, position, fen, labels, id)?;
            Ok(())
        }
        _ => {
            let (eval, result) = eval_and_result(labels)?;
            if format == RowFormat::Plain && m.is_none() {
                return Err("no_moves");
            }
            let score = match format {
                RowFormat::Plain => exact_score(eval, turn)?,
                _ => i16::try_from(eval).map_err(|_| "score_out_of_range")?,
            };
            let points = ["0.0", "0.5", "1.0"][(result + 1) as usize];
            match format {
                RowFormat::Bullet => writeln!(text, "{fen} | {score} | {points}"),
                RowFormat::Ethereal => writeln!(text, "{fen} [{points}] {score}"),
                _ => {
                    let m = m.as_deref().unwrap_or_default();
                    let result = of_side_to_move(result.into(), turn);
                    let ply = position.ply();
                    writeln!(
                        text,
                        "fen {fen}\nmove {m}\nscore {score}\nply {ply}\nresult {result}\ne"
                    )
                }
            }
        }
    };
    Ok(())
}

fn push_epd(
    text: &mut String,
    start: &Position,
    fen: &str,
    labels: &RowLabels,
    id: &str,
) -> Result<(), &'static str> {
    let (mut ce, mut mate) = (None, None);
    if labels.evals != NO_EVAL {
        let eval = of_side_to_move(labels.evals, start.turn());
        (ce, mate) = (ce_of(eval), mate_of(eval));
        if ce.is_none() && mate.is_none() {
            return Err("score_out_of_range");
        }
    }
    let mut fields = fen.rsplitn(3, ' ');
    let (number, clock, position) = (fields.next(), fields.next(), fields.next());
    text.push_str(position.unwrap_or_default());
    let none = RowLabels::NONE;
    let mut push = |opcode: &str, operand: &dyn std::fmt::Display| {
        let _ = write!(text, " {opcode} {operand};");
    };
    if let Some(ce) = ce {
        push("ce", &ce);
    }
    if let Some(mate) = mate.filter(|&mate| mate > 0 || ce.is_none()) {
        push("dm", &mate);
    }
    if let Some(m) = best_move(labels) {
        push("bm", &san::write(start, m));
    }
    if labels.depth != none.depth {
        push("acd", &labels.depth);
    }
    if labels.nodes != none.nodes {
        push("acn", &labels.nodes);
    }
    if let Some(result) = result_of(labels.result) {
        push("c9", &format_args!("\"{result}\""));
    }
    push("hmvc", &clock.unwrap_or_default());
    push("fmvn", &number.unwrap_or_default());
    if !id.is_empty() {
        let operation = Operation { opcode: "id".into(), operand: Operand::Text(id.into()) };
        epd::write(&operation, text);
    }
    text.push('\n');
    Ok(())
}

/// Writes a row as Lichess's evaluations, or returns why there is none.
fn push_json(
    text: &mut String,
    positions: &Positions,
    row: usize,
    labels: &RowLabels,
    position: &Position,
) -> Result<(), &'static str> {
    let none = RowLabels::NONE;
    if labels.evals == NO_EVAL {
        return Err("no_evals");
    }
    let fen = fen::write(position);
    let without_clocks = fen.as_str().rsplitn(3, ' ').nth(2).unwrap_or_default();
    let (unit, eval) = match mate_of(labels.evals) {
        Some(mate) => ("mate", mate),
        None => ("cp", labels.evals),
    };
    // writing to a string does not fail
    let _ = write!(
        text,
        "{{\"fen\":\"{without_clocks}\",\"evals\":[{{\"pvs\":[{{\"{unit}\":{eval},\"line\":\""
    );
    let line = match line_of(positions, row) {
        [] if labels.moves != none.moves => &[labels.moves],
        line => line,
    };
    push_line(text, position, line, CastlingDialect::Chess960);
    text.push_str("\"}]");
    if labels.nodes != none.nodes {
        let _ = write!(text, ",\"knodes\":{}", labels.nodes / 1000);
    }
    if labels.depth != none.depth {
        let _ = write!(text, ",\"depth\":{}", labels.depth);
    }
    text.push_str("}]}\n");
    Ok(())
}
