//! Reading and writing ChessBench's files, record by record.

use std::io::{Cursor, Write};
use std::path::Path;
use std::sync::Arc;

use super::bag::{Bag, OffsetTable};
use super::chessbench::{ChessBenchRecord, read, write_record};
use super::error::{FormatError, Unsupported, WriteError};
use super::format::{BagFields, wrong_format};
use super::registry::Format;

/// A reader of a ChessBench file, record by record.
///
/// ```no_run
/// use enroque::formats::{ChessBenchReader, Format};
/// let path = std::path::Path::new("state_value_data.bag");
/// let mut reader = ChessBenchReader::open(Format::StateValue, path).unwrap();
/// while let Some(record) = reader.next_record().unwrap() {
///     println!("{:?}", record.win_probability);
/// }
/// ```
pub struct ChessBenchReader {
    source: Arc<str>,
    fields: BagFields,
    bag: Bag,
    entries: u64,
}

impl ChessBenchReader {
    /// Opens a file.
    ///
    /// # Errors
    /// When it cannot be opened or is not a bag, or the format is not one of ChessBench.
    pub fn open(format: Format, path: &Path) -> Result<ChessBenchReader, FormatError> {
        let source: Arc<str> = path.display().to_string().into();
        let fields = fields_of(format, &source)?;
        let bag = Bag::open(path).map_err(|error| error.in_file(&source, 0))?;
        Ok(ChessBenchReader { source, fields, bag, entries: 0 })
    }

    /// Reads an uncompressed bag in memory; `name` is its name in messages.
    ///
    /// # Errors
    /// When it is not a bag, or the format is not one of ChessBench.
    pub fn from_bytes(
        format: Format,
        name: &str,
        bytes: Arc<[u8]>,
    ) -> Result<ChessBenchReader, FormatError> {
        let source: Arc<str> = name.into();
        let fields = fields_of(format, &source)?;
        let handle = || Box::new(Cursor::new(bytes.clone()));
        let bag = Bag::new(handle(), handle(), false).map_err(|error| error.in_file(&source, 0))?;
        Ok(ChessBenchReader { source, fields, bag, entries: 0 })
    }

    /// Returns the next record; `None` after the last.
    ///
    /// # Errors
    /// When the record is invalid.
    pub fn next_record(&mut self) -> Result<Option<ChessBenchRecord>, FormatError> {
        let record = match self.bag.next() {
            Ok(None) => return Ok(None),
            Ok(Some((offset, bytes))) => read(self.fields, offset, bytes),
            Err(error) => Err(error),
        };
        let record = record.map_err(|error| error.in_file(&self.source, self.entries + 1))?;
        self.entries += 1;
        Ok(Some(record))
    }
}

/// A writer of a ChessBench file, record by record.
///
/// ```
/// use enroque::formats::{ChessBenchRecord, ChessBenchWriter, Format};
/// use enroque::position::Position;
/// let mut writer = ChessBenchWriter::new(Format::StateValue, Vec::new()).unwrap();
/// let position = Position::standard();
/// writer.push(&ChessBenchRecord { position, m: None, win_probability: Some(0.5) }).unwrap();
/// assert_eq!(writer.finish().unwrap().len(), 1 + 56 + 8 + 8);
/// ```
#[derive(Debug)]
pub struct ChessBenchWriter<W: Write> {
    format: Format,
    fields: BagFields,
    out: W,
    buffer: Vec<u8>,
    offset_table: OffsetTable,
    entries: u64,
}

impl<W: Write> ChessBenchWriter<W> {
    /// Makes a writer for an empty file.
    ///
    /// # Errors
    /// When the format is not one of ChessBench.
    pub fn new(format: Format, out: W) -> Result<ChessBenchWriter<W>, FormatError> {
        let fields = fields_of(format, &"".into())?;
        let (buffer, offset_table) = (Vec::new(), OffsetTable::default());
        Ok(ChessBenchWriter { format, fields, out, buffer, offset_table, entries: 0 })
    }

    /// Appends a record; fields that the format does not have are not written.
    ///
    /// # Errors
    /// When a field of the format is `None`, the position has castling rights of Chess960, or the
    /// bytes cannot be written.
    pub fn push(&mut self, record: &ChessBenchRecord) -> Result<(), WriteError> {
        let BagFields { has_move, has_probability } = self.fields;
        let reason = if !record.position.has_standard_castling() {
            Some(Unsupported::Chess960)
        } else if has_move && record.m.is_none() {
            Some(Unsupported::NoMoves)
        } else if has_probability && record.win_probability.is_none() {
            Some(Unsupported::Evaluation)
        } else {
            None
        };
        let (format, game) = (self.format.name(), self.entries);
        if let Some(reason) = reason {
            return Err(WriteError::Unsupported { format, game, ply: 0, reason });
        }
        self.buffer.clear();
        write_record(self.fields, record, &mut self.buffer);
        self.out.write_all(&self.buffer)?;
        self.offset_table.push(self.buffer.len());
        self.offset_table.spill()?;
        self.entries += 1;
        Ok(())
    }

    /// Finishes the file and returns it.
    ///
    /// # Errors
    /// When the bytes cannot be written.
    pub fn finish(mut self) -> std::io::Result<W> {
        self.offset_table.finish(&mut self.out)?;
        self.out.flush()?;
        Ok(self.out)
    }
}

/// Returns the fields of the records of a format.
fn fields_of(format: Format, source: &Arc<str>) -> Result<BagFields, FormatError> {
    let wrong = || wrong_format(format.name(), "ChessBench's records").in_file(source, 0);
    format.info().bag.ok_or_else(wrong)
}
