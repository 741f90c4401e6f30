//! The formats, and their detection.

use super::convention::{FormatProblem, PositionFormat, PositionOptions, Unit};
use super::csv::Csv;
use super::epd::Epd;
use super::field::trimmed;
use super::fields::Fields;
use super::jsonl::Jsonl;
use super::row_sink::RowSink;
use super::score::Scores;
use super::{plain, scored};
use crate::attacks::{Backend, dispatch, task};
use crate::positions::{PackedPosition, Problem, Row, read_fen};

/// Recognizes the format of a text by its first line that is not empty.
pub(super) fn format_of(text: &[u8]) -> Option<PositionFormat> {
    let line = text.split(|byte| *byte == b'\n').map(trimmed);
    let line = line.into_iter().find(|line| !line.is_empty())?;
    if line.starts_with(b"{") {
        return Some(PositionFormat::Jsonl);
    }
    if line.starts_with(b"fen ") {
        return Some(PositionFormat::Plain);
    }
    if Csv::is_known_header(line) {
        return Some(PositionFormat::Csv);
    }
    let is_fen = |text| {
        dispatch(task!(|backend, text: &[u8]| -> bool {
            let mut packed = PackedPosition::NONE;
            read_fen(backend, text, &mut packed, drop).is_ok()
        }))
    };
    let before = |sign| memchr::memchr(sign, line).map(|end| &line[..end]);
    if before(b'|').is_some_and(is_fen) {
        return Some(PositionFormat::Bullet);
    }
    if before(b'[').is_some_and(is_fen) {
        return Some(PositionFormat::Ethereal);
    }
    if is_fen(line) {
        return Some(PositionFormat::Fens);
    }
    // the position of an EPD has four fields
    let fields = line.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty());
    let fields: Vec<&[u8]> = fields.take(9).collect();
    let (four, rest) = fields.split_at(fields.len().min(4));
    // numbers, and hyphens in place of opcodes
    let is_number =
        |field: &&&[u8]| field.iter().all(|sign| matches!(sign, b'0'..=b'9' | b';' | b'-'));
    // an opcode begins with a letter; a comma after a clock is that of a table without header
    let opcode = rest.iter().find(|field| !is_number(field));
    let is_opcode = |field: &&[u8]| matches!(field[0], b';' | b'a'..=b'z' | b'A'..=b'Z');
    let four = four.join(&b' ');
    (is_fen(four.trim_ascii()) && opcode.is_none_or(is_opcode)).then_some(PositionFormat::Epd)
}

/// A reader of the rows of a source.
#[derive(Clone, Debug)]
pub(super) enum RowReader {
    Fens,
    Csv(Csv),
    Jsonl(Jsonl),
    Epd(Epd),
    Bullet,
    Ethereal,
    Plain,
}

impl RowReader {
    /// Creates a reader for a source with this first line.
    ///
    /// # Errors
    /// A problem naming the option that is required.
    pub(super) fn new(
        format: PositionFormat,
        first_line: &[u8],
        options: &PositionOptions,
    ) -> Result<RowReader, FormatProblem> {
        let fixed = match format {
            PositionFormat::Jsonl | PositionFormat::Bullet | PositionFormat::Ethereal => {
                Some(Scores::WHITE)
            }
            PositionFormat::Epd | PositionFormat::Plain => Some(Scores::SIDE_TO_MOVE),
            // without scores, or by the header
            PositionFormat::Fens | PositionFormat::Csv => None,
        };
        if format != PositionFormat::Csv && !options.columns.is_empty() {
            let format = format.name();
            let problem = format!("columns= are those of a table with a header, not of {format}");
            return Err(problem.into());
        }
        if let Some(scores) = fixed {
            scores.check(options.convention, format.name())?;
        }
        Ok(match format {
            PositionFormat::Fens => RowReader::Fens,
            PositionFormat::Csv => RowReader::Csv(Csv::new(first_line, options)?),
            PositionFormat::Jsonl => RowReader::Jsonl(Jsonl::new(options)),
            PositionFormat::Epd => RowReader::Epd(Epd::new(options)),
            PositionFormat::Bullet => RowReader::Bullet,
            PositionFormat::Ethereal => RowReader::Ethereal,
            PositionFormat::Plain if options.convention.unit == Some(Unit::Centipawns) => {
                RowReader::Plain
            }
            PositionFormat::Plain => {
                let problem = "the scores of .plain files are internal units of most programs; if \
                               these are centipawns";
                return Err(FormatProblem::from(problem).pass("unit", ["cp"]));
            }
        })
    }

    /// The length of the first row of a text, its line end included; that of the text if the row
    /// has no end.
    #[inline(always)]
    pub(super) fn row_length(&self, text: &[u8]) -> usize {
        let line_length = |start: usize| {
            memchr::memchr(b'\n', &text[start..]).map_or(text.len(), |end| start + end + 1)
        };
        let mut end = line_length(0);
        if let RowReader::Plain = self {
            let mut start = 0;
            while end < text.len() && text[start..end].trim_ascii() != b"e" {
                (start, end) = (end, line_length(end));
            }
        }
        end
    }

    /// The end of the last whole row of a text.
    pub(super) fn last_end(&self, text: &[u8]) -> Option<usize> {
        let mut end = memchr::memrchr(b'\n', text)? + 1;
        if let RowReader::Plain = self {
            loop {
                let start = memchr::memrchr(b'\n', &text[..end - 1]).map_or(0, |start| start + 1);
                if text[start..end].trim_ascii() == b"e" {
                    break;
                }
                if start == 0 {
                    return None;
                }
                end = start;
            }
        }
        Some(end)
    }

    /// Reads a row.
    #[inline(always)]
    pub(super) fn read<'t, B: Backend>(
        &self,
        backend: B,
        text: &'t [u8],
        fields: &mut Fields<'t>,
        row: &mut Row<'t>,
        sink: &mut RowSink,
    ) -> Result<(), Problem> {
        match self {
            RowReader::Fens => sink.fen(backend, text, row).map(drop),
            RowReader::Csv(csv) => csv.read(backend, text, fields, row, sink),
            RowReader::Jsonl(jsonl) => jsonl.read(backend, text, row, sink),
            RowReader::Epd(epd) => epd.read(backend, text, row, sink),
            RowReader::Bullet => scored::read_bullet(backend, text, row, sink),
            RowReader::Ethereal => scored::read_ethereal(backend, text, row, sink),
            RowReader::Plain => plain::read(backend, text, row, sink),
        }
    }
}
