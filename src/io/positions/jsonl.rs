//! Lichess's evaluations, one JSON object a line: a position with several evaluations of several
//! lines, or, as at Hugging Face, one line of one evaluation. Values are White's.
//!
//! Source: <https://database.lichess.org/#evals>.

use std::borrow::Cow;

use serde::Deserialize;

use super::convention::{Evaluation, PositionOptions};
use super::field::Field;
use super::fields::{FieldReader, Fields, missing};
use super::lichess_object::{FirstLine, best_search};
use super::role::Role;
use super::row_sink::{FenPosition, RowSink};
use super::score::Scores;
use crate::attacks::Backend;
use crate::positions::{Problem, Row, RowErrorKind};

/// The objects of a file.
#[derive(Clone, Debug)]
pub(super) struct Jsonl {
    evaluation: Evaluation,
    reader: FieldReader,
}

/// An object: with `evals`, or with the fields of one line.
#[derive(Deserialize)]
struct Record<'t> {
    #[serde(borrow)]
    fen: Cow<'t, str>,
    #[serde(borrow)]
    evals: Option<Vec<Search<'t>>>,
    cp: Option<i64>,
    mate: Option<i64>,
    #[serde(borrow)]
    line: Option<Cow<'t, str>>,
    knodes: Option<i64>,
    depth: Option<i64>,
}

/// One search of a position, with its lines, best first.
#[derive(Deserialize)]
struct Search<'t> {
    #[serde(borrow)]
    pvs: Vec<Line<'t>>,
    knodes: Option<i64>,
    depth: Option<i64>,
}

#[derive(Deserialize)]
struct Line<'t> {
    cp: Option<i64>,
    mate: Option<i64>,
    #[serde(borrow)]
    line: Option<Cow<'t, str>>,
}

impl Search<'_> {
    fn first_line(&self) -> FirstLine<'_> {
        let mut first =
            FirstLine { knodes: self.knodes, depth: self.depth, ..FirstLine::default() };
        if let Some(line) = self.pvs.first() {
            (first.cp, first.mate, first.line) = (line.cp, line.mate, line.line.as_deref());
        }
        first
    }
}

impl Jsonl {
    pub(super) fn new(options: &PositionOptions) -> Jsonl {
        let reader = FieldReader::new([Role::Depth].into_iter(), Scores::WHITE, options);
        Jsonl { evaluation: options.evaluation, reader }
    }

    /// Reads a line.
    #[inline(always)]
    pub(super) fn read<'t, B: Backend>(
        &self,
        backend: B,
        line: &'t [u8],
        row: &mut Row<'t>,
        sink: &mut RowSink,
    ) -> Result<(), Problem> {
        let syntax =
            |reason: &dyn std::fmt::Display| Problem::new(RowErrorKind::Syntax, "", line, reason);
        let text = str::from_utf8(line).map_err(|_| syntax(&"not UTF-8"))?;
        if self.evaluation != Evaluation::All
            && let Some((fen, search)) = best_search(text, self.evaluation)
        {
            let fen = sink.fen(backend, fen.as_bytes(), row)?;
            return self.read_search(backend, &fen, search, row, sink);
        }
        let record: Record<'_> = serde_json::from_str(text).map_err(|error| syntax(&error))?;
        let fen = sink.fen(backend, record.fen.as_bytes(), row)?;
        let Some(evals) = record.evals else {
            let line = record.line.as_deref();
            let Record { cp, mate, knodes, depth, .. } = record;
            let first_line = FirstLine { cp, mate, line, knodes, depth };
            return self.read_search(backend, &fen, first_line, row, sink);
        };
        if self.evaluation == Evaluation::All && !evals.is_empty() {
            for (n, search) in evals.iter().enumerate() {
                if n > 0 {
                    sink.push(row);
                    row.clear_labels();
                }
                self.read_search(backend, &fen, search.first_line(), row, sink)?;
            }
        } else if let Some(best) = best_of(&evals, self.evaluation) {
            self.read_search(backend, &fen, best.first_line(), row, sink)?;
        } else {
            sink.warn(missing("evals"));
        }
        Ok(())
    }

    /// Reads the first line of a search.
    #[inline(always)]
    fn read_search<B: Backend>(
        &self,
        backend: B,
        fen: &FenPosition,
        search: FirstLine<'_>,
        row: &mut Row<'_>,
        sink: &mut RowSink,
    ) -> Result<(), Problem> {
        let FirstLine { cp, mate, line, knodes, depth } = search;
        let mut fields = Fields::default();
        for (role, number) in
            [(Role::Cp, cp), (Role::Mate, mate), (Role::Depth, depth), (Role::Kilonodes, knodes)]
        {
            fields.set(role, number.map_or(Field::MISSING, Field::Integer));
        }
        fields.set(Role::Line, Field::Text(line.unwrap_or_default().as_bytes()));
        self.reader.read_labels(backend, &fields, fen, row, sink)
    }
}

/// The first of the searches with the highest rank.
fn best_of<'a, 't>(searches: &'a [Search<'t>], evaluation: Evaluation) -> Option<&'a Search<'t>> {
    let rank = |search: &Search<'_>| search.first_line().rank(search.pvs.len(), evaluation);
    searches.iter().reduce(|best, next| if rank(next) > rank(best) { next } else { best })
}

#[cfg(test)]
mod tests {
    use rand::seq::IndexedRandom;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    const OBJECTS: [&str; 3] = [
        r#"{"fen":"8/8/4k3/8/8/8/4K3/4R3 w - -","evals":[{"pvs":[{"cp":58,"line":"e1f1 e6e7"},{"mate":-3,"line":"e2d2"}],"knodes":200973,"depth":39},{"pvs":[{"mate":2,"line":""}],"knodes":0,"depth":40}]}"#,
        r#"{"fen":"x","evals":[{"pvs":[{"cp":-10,"line":"a1a2"}],"knodes":7,"depth":5}]}"#,
        r#"{"fen":"x","evals":[{"pvs":[{"cp":1,"line":"a"}],"knodes":7,"depth":5},{"pvs":[{"cp":2,"line":"b"},{"cp":3,"line":"c"}],"knodes":7,"depth":5},{"pvs":[{"cp":4,"line":"d"}],"knodes":9,"depth":5}]}"#,
    ];

    /// The reader without serde agrees with serde.
    #[test]
    fn both_readers_agree() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut agreed = 0;
        for n in 0..30_000 {
            let mut bytes = OBJECTS[n % OBJECTS.len()].as_bytes().to_vec();
            for _ in 0..n % 3 {
                let index = rng.random_range(0..bytes.len());
                let byte = *b"{}[]\",:-0189 \\\tabx\x7f".choose(&mut rng).unwrap();
                match rng.random_range(0..3) {
                    0 => bytes[index] = byte,
                    1 => bytes.insert(index, byte),
                    _ => drop(bytes.remove(index)),
                }
            }
            let text = str::from_utf8(&bytes).unwrap();
            for evaluation in [Evaluation::Deepest, Evaluation::MostNodes] {
                let Some((fen, found)) = best_search(text, evaluation) else {
                    assert!(n % 3 > 0, "{text}");
                    continue;
                };
                let record: Record<'_> = serde_json::from_str(text).unwrap();
                let evals = record.evals.unwrap();
                let expected = best_of(&evals, evaluation).unwrap().first_line();
                assert_eq!((fen, found), (&*record.fen, expected), "{text}");
                agreed += 1;
            }
        }
        assert!(agreed > 20_000);
    }
}
