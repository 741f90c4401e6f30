//! [`PositionReader`]: positions of sources, in batches of bounded size.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use thiserror::Error;

use super::convention::{FormatProblem, PositionFormat, PositionOptions};
use super::csv::Csv;
use super::field::trimmed;
use super::fields::Fields;
use super::format::{RowReader, format_of};
use super::row_sink::RowSink;
use crate::attacks::{dispatch, task};
use crate::io::source::PendingSource;
use crate::io::{ReadError, Source};
use crate::pgn::binary_format;
use crate::pool::{self, Interrupted, Run};
use crate::positions::{Positions, Row, RowError, RowReadError};

/// The size of a text that is read at a time.
const CHUNK: usize = 4 << 20;
/// The size of a part that a thread reads, which takes about a millisecond.
const PART: usize = 128 << 10;
/// The suffixes of files of text, before those of compression: of an archive, others are not read.
pub const POSITION_SUFFIXES: [&str; 9] =
    [".csv", ".tsv", ".jsonl", ".ndjson", ".epd", ".fen", ".fens", ".plain", ".txt"];
/// The length of a short row, for which memory is reserved.
const LEAST_ROW: usize = 40;
/// A row with more bytes is an error of its source.
const MAX_ROW: usize = 16 << 20;

/// An error of reading positions from sources.
#[derive(Debug, Error)]
pub enum PositionReadError {
    /// A file cannot be read. Nothing was read.
    #[error(transparent)]
    Open(ReadError),
    /// A format is not recognized, or an option is required, with the name of the source.
    #[error("{0}: {1}")]
    Format(String, FormatProblem),
    /// An error or a warning that is to be raised.
    #[error(transparent)]
    Row(Box<RowError>),
    /// The call was interrupted.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

impl From<RowReadError> for PositionReadError {
    fn from(error: RowReadError) -> PositionReadError {
        match error {
            RowReadError::Row(error) => PositionReadError::Row(error),
            RowReadError::Interrupted => Interrupted.into(),
        }
    }
}

/// A source that is being read.
struct Current {
    name: Arc<str>,
    stream: Box<dyn Read + Send>,
    reader: RowReader,
    /// The text that was read and not parsed.
    text: Vec<u8>,
    /// The memory of the text before.
    spare: Vec<u8>,
    /// Whether the stream has ended, and how.
    end: Option<io::Result<()>>,
    /// The number of rows so far.
    rows: u32,
    has_positions: bool,
}

/// Reads the positions of sources, one after the other.
///
/// ```
/// use std::sync::Arc;
/// use enroque::io::{PositionOptions, PositionReader, Source};
/// use enroque::pool::Run;
/// let text = b"FEN,Evaluation\n4k3/8/8/8/8/8/8/4K2R w K - 0 1,+512\nx,0\n".to_vec();
/// let sources = vec![Source::Bytes("table".into(), Arc::new(text))];
/// let mut reader = PositionReader::new(sources, PositionOptions::default()).unwrap();
/// let positions = reader.next_batch(Run::default()).unwrap().unwrap();
/// assert_eq!(positions.labels().evals(), Some(&[512][..]));
/// assert_eq!(positions.errors().list()[0].to_string(), concat!(
///     "table: row 2, fen: \"x\": ",
///     "invalid character 'x' in the board part of a FEN (index 0)"
/// ));
/// assert!(reader.next_batch(Run::default()).unwrap().is_none());
/// ```
pub struct PositionReader {
    sources: VecDeque<PendingSource>,
    options: PositionOptions,
    current: Option<Current>,
    bytes_read: Arc<AtomicU64>,
    total_bytes: Option<u64>,
}

impl PositionReader {
    /// Creates a reader.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn new(
        sources: Vec<Source>,
        options: PositionOptions,
    ) -> Result<PositionReader, PositionReadError> {
        // raises the error of a file that cannot be read before others are
        let total_bytes = Source::total_bytes(&sources).map_err(PositionReadError::Open)?;
        let sources = sources.into_iter().map(PendingSource::Source).collect();
        Ok(PositionReader {
            sources,
            options,
            current: None,
            bytes_read: Arc::default(),
            total_bytes,
        })
    }

    /// The number of bytes of all sources, before decompression; `None` if one is a stream.
    pub fn total_bytes(&self) -> Option<u64> {
        self.total_bytes
    }

    /// The number of bytes read so far, before decompression.
    pub fn bytes_read(&self) -> u64 {
        self.bytes_read.load(Ordering::Relaxed)
    }

    /// Reads some megabytes of text of one source; `None` at the end of the last.
    ///
    /// # Errors
    /// If a format is not recognized, or an error is to be raised; an interruption.
    pub fn next_batch(&mut self, run: Run<'_>) -> Result<Option<Positions>, PositionReadError> {
        let mut current = match self.current.take() {
            Some(current) => current,
            None => match self.sources.pop_front() {
                Some(source) => match self.open(source, run)? {
                    Ok(current) => current,
                    Err(damaged) => return Ok(Some(damaged.checked(self.options.on_error)?)),
                },
                None => return Ok(None),
            },
        };
        let mut positions = current.next_batch(&self.options, run)?;
        current.has_positions |= !positions.is_empty() || positions.errors().count() > 0;
        if current.end.is_none() || !current.text.is_empty() {
            self.current = Some(current);
        } else {
            positions = current.finish(positions);
        }
        Ok(Some(positions.checked(self.options.on_error)?))
    }

    /// Opens a source and recognizes its format. A source that cannot be read or is empty is an
    /// error in the inner result; the files of an archive are the next sources.
    fn open(
        &mut self,
        source: PendingSource,
        run: Run<'_>,
    ) -> Result<Result<Current, Positions>, PositionReadError> {
        let name: Arc<str> = source.name().into();
        let damaged = |reason: &dyn std::fmt::Display| {
            let mut positions = Positions::of_source(&name);
            positions.report_source(reason);
            positions
        };
        let mut stream = match source.open_stream(&self.bytes_read, &POSITION_SUFFIXES, run.stop) {
            Ok(Ok(stream)) => stream,
            Ok(Err(files)) if files.is_empty() => {
                return Ok(Err(damaged(&"there are no files in the archive")));
            }
            Ok(Err(files)) => {
                files.into_iter().rev().for_each(|file| self.sources.push_front(file));
                return Ok(Err(Positions::new()));
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {
                return Err(Interrupted.into());
            }
            Err(error) => return Ok(Err(damaged(&error))),
        };
        let mut text = Vec::new();
        let end = read_to(&mut *stream, &mut text, CHUNK);
        if trimmed(&text).is_empty() && end.is_some() {
            return Ok(Err(match end {
                Some(Err(error)) => damaged(&error),
                _ => damaged(&"there are no positions"),
            }));
        }
        let format_error = |reason| PositionReadError::Format(name.to_string(), reason);
        let is_table = !self.options.columns.is_empty();
        let format = self.options.format.or(is_table.then_some(PositionFormat::Csv));
        let format = format.or_else(|| format_of(&text));
        let format = format.ok_or_else(|| format_error(unknown_format(&text)))?;
        let first_line = memchr::memchr(b'\n', &text).unwrap_or(text.len());
        let reader = RowReader::new(format, &text[..first_line], &self.options);
        let reader = reader.map_err(format_error)?;
        if let RowReader::Csv(_) = reader {
            text.drain(..text.len().min(first_line + 1));
        }
        let spare = Vec::new();
        Ok(Ok(Current { name, stream, reader, text, spare, end, rows: 0, has_positions: false }))
    }
}

impl Current {
    /// Parses the text up to its last whole row, and reads more at the same time.
    fn next_batch(
        &mut self,
        options: &PositionOptions,
        run: Run<'_>,
    ) -> Result<Positions, PositionReadError> {
        let end = match self.end {
            Some(_) => self.text.len(),
            None => self.reader.last_end(&self.text).unwrap_or(0),
        };
        let mut next = std::mem::take(&mut self.spare);
        next.clear();
        next.extend_from_slice(&self.text[end..]);
        self.text.truncate(end);
        let (reader, name) = (&self.reader, &self.name);
        let more = More { stream: &mut *self.stream, text: &mut next, end: &mut self.end };
        let mut work = vec![Work::Read(more)];
        let mut rest = &self.text[..];
        while !rest.is_empty() {
            let part = match rest.get(..PART) {
                Some(part) => reader.last_end(part).unwrap_or_else(|| reader.row_length(rest)),
                None => rest.len(),
            };
            let (part, after) = rest.split_at(part);
            work.push(Work::Parse(part));
            rest = after;
        }
        let parsed = pool::map(run, work.into_iter(), |work| match work {
            Work::Read(more) => {
                more.read();
                None
            }
            Work::Parse(text) => {
                let sink = RowSink::new(name, text.len() / LEAST_ROW, options.on_error);
                Some(parse(reader, text, sink))
            }
        })?;
        let parsed = parsed.into_iter().flatten().collect();
        let positions = RowSink::joined(parsed, &self.name, &mut self.rows)
            .map_err(|reason| PositionReadError::Format(self.name.to_string(), reason))?;
        if next.len() > MAX_ROW && self.reader.last_end(&next).is_none() {
            self.end = Some(Err(io::Error::other("a row of more than 16 MiB")));
            next.clear();
        }
        self.spare = std::mem::replace(&mut self.text, next);
        Ok(positions)
    }

    /// Adds the error of the source to its last positions.
    fn finish(self, mut positions: Positions) -> Positions {
        match self.end {
            Some(Err(error)) => positions.report_source(error),
            _ if !self.has_positions => {
                positions.report_source("there are no positions");
            }
            _ => {}
        }
        positions
    }
}

/// The concurrent work for a batch.
enum Work<'a> {
    Read(More<'a>),
    Parse(&'a [u8]),
}

/// The stream of a source, and the text of the next batch, to which it is read.
struct More<'a> {
    stream: &'a mut (dyn Read + Send),
    text: &'a mut Vec<u8>,
    end: &'a mut Option<io::Result<()>>,
}

impl More<'_> {
    fn read(self) {
        if self.end.is_none() {
            let length = self.text.len() + CHUNK;
            *self.end = read_to(self.stream, self.text, length);
        }
    }
}

/// Reads until a text has a length; returns how the stream ended, if it did.
fn read_to(stream: &mut dyn Read, text: &mut Vec<u8>, length: usize) -> Option<io::Result<()>> {
    let missing = length.saturating_sub(text.len()) as u64;
    match stream.take(missing).read_to_end(text) {
        Ok(read) if (read as u64) < missing => Some(Ok(())),
        Ok(_) => None,
        Err(error) => Some(Err(error)),
    }
}

/// Parses a part of a text.
fn parse(reader: &RowReader, text: &[u8], sink: RowSink) -> RowSink {
    dispatch(task!(|backend, reader: &RowReader, text: &[u8], sink: RowSink| -> RowSink {
        let (mut row, mut fields) = (Row::default(), Fields::default());
        let (mut rest, mut sink) = (text, sink);
        while !rest.is_empty() {
            let (text, after) = rest.split_at(reader.row_length(rest));
            rest = after;
            let text = trimmed(text);
            if text.is_empty() {
                continue;
            }
            row.clear();
            sink.begin();
            let result = reader.read(backend, text, &mut fields, &mut row, &mut sink);
            sink.end(&row, result);
        }
        sink
    }))
}

/// Describes a text of unknown format.
fn unknown_format(text: &[u8]) -> FormatProblem {
    let line = text.split(|byte| *byte == b'\n').next().unwrap_or_default();
    if let Some(format) = binary_format(text) {
        return format!("this is {format}, not text").into();
    }
    if line.starts_with(b"[Event \"") {
        let games =
            "this is PGN: Games.from_pgn reads it, and Positions.from_games takes positions";
        return games.into();
    }
    if let Some(problem) = Csv::unknown_header(line) {
        return problem;
    }
    let line = String::from_utf8_lossy(&line[..line.len().min(200)]);
    let line = line.trim();
    FormatProblem::from(format!("the format is not known by the first line {line:?}"))
        .pass("format", PositionFormat::NAMES.map(|(name, _)| name))
}
