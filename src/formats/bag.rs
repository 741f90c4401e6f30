//! Bags: files of records of any length, as DeepMind's bagz writes them.
//!
//! The records stand back to back, then where each of them ends, eight bytes each (little-endian). The
//! last of these numbers, which is the file's end, is where the numbers begin. In a `.bagz` each
//! record is a frame of zstd.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use super::error::{Fault, FormatErrorKind};

/// No record is longer, compressed or not: one of ChessBench's has about 80 bytes.
const MAX_RECORD: u64 = 1 << 20;

/// Bytes of ends that are kept in memory before they go into a file.
const ENDS_IN_MEMORY: usize = 8 << 20;

/// Bytes in which one can go to a place.
pub(super) trait ReadSeek: Read + Seek + Send {}

impl<R: Read + Seek + Send> ReadSeek for R {}

/// A bag that is being read from its first record to its last.
pub(super) struct Bag {
    records: BufReader<Box<dyn ReadSeek>>,
    ends: BufReader<Box<dyn ReadSeek>>,
    /// Records that are still to come.
    left: u64,
    /// Where the next record begins.
    at: u64,
    /// Where the ends begin.
    table: u64,
    is_compressed: bool,
    buffer: Vec<u8>,
}

impl Bag {
    /// Opens a bag and looks at its end; a name that ends in `bagz` says that it is compressed.
    pub(super) fn open(path: &Path) -> Result<Bag, Fault> {
        let open_fault = |error| Fault::new(0, FormatErrorKind::Open(error));
        let records = File::open(path).map_err(open_fault)?;
        let ends = File::open(path).map_err(open_fault)?;
        if records.metadata().map_err(open_fault)?.is_dir() {
            let error = io::Error::new(io::ErrorKind::IsADirectory, "is a directory");
            return Err(open_fault(error));
        }
        let is_compressed = path.extension().is_some_and(|extension| extension == "bagz");
        Bag::new(Box::new(records), Box::new(ends), is_compressed)
    }

    /// A bag of which there are two handles.
    pub(super) fn new(
        records: Box<dyn ReadSeek>,
        mut ends: Box<dyn ReadSeek>,
        is_compressed: bool,
    ) -> Result<Bag, Fault> {
        let read_fault = |error| Fault::new(0, FormatErrorKind::Read(error));
        let size = ends.seek(SeekFrom::End(0)).map_err(read_fault)?;
        let mut table = 0;
        if size > 0 {
            let mut last = [0; 8];
            if size < 8 {
                return Err(Fault::new(size, FormatErrorKind::Cut { what: "a bag" }));
            }
            ends.seek(SeekFrom::Start(size - 8)).map_err(read_fault)?;
            ends.read_exact(&mut last).map_err(read_fault)?;
            table = u64::from_le_bytes(last);
            if table > size - 8 || !(size - table).is_multiple_of(8) {
                let value = i64::try_from(table).unwrap_or(-1);
                return Err(Fault::value(size - 8, "the place of a bag's table", value));
            }
            ends.seek(SeekFrom::Start(table)).map_err(read_fault)?;
        }
        Ok(Bag {
            records: BufReader::with_capacity(256 << 10, records),
            ends: BufReader::new(ends),
            left: (size - table) / 8,
            at: 0,
            table,
            is_compressed,
            buffer: Vec::new(),
        })
    }

    /// The next record and where it begins in the file; `None` after the last.
    pub(super) fn next(&mut self) -> Result<Option<(u64, &[u8])>, Fault> {
        if self.left == 0 {
            return Ok(None);
        }
        let begin = self.at;
        let cut = |error| Fault::new(begin, FormatErrorKind::Read(error));
        let mut end = [0; 8];
        self.ends.read_exact(&mut end).map_err(cut)?;
        let end = u64::from_le_bytes(end);
        if end < begin || end > self.table {
            let value = i64::try_from(end).unwrap_or(-1);
            return Err(Fault::value(begin, "the end of a record", value));
        }
        if end - begin > MAX_RECORD {
            let kind = FormatErrorKind::TooLong { what: "a record", limit: MAX_RECORD };
            return Err(Fault::new(begin, kind));
        }
        self.buffer.resize((end - begin) as usize, 0);
        self.records.read_exact(&mut self.buffer).map_err(cut)?;
        if self.is_compressed {
            let decoder = zstd::Decoder::new(&*self.buffer).map_err(cut)?;
            let mut record = Vec::new();
            decoder.take(MAX_RECORD + 1).read_to_end(&mut record).map_err(cut)?;
            if record.len() as u64 > MAX_RECORD {
                let kind = FormatErrorKind::TooLong { what: "a record", limit: MAX_RECORD };
                return Err(Fault::new(begin, kind));
            }
            self.buffer = record;
        }
        (self.at, self.left) = (end, self.left - 1);
        Ok(Some((begin, &self.buffer)))
    }
}

/// The ends of the records that were written, to be put behind them: in memory while they are few,
/// else in a file beside the others that are for a while.
#[derive(Debug, Default)]
pub(super) struct Ends {
    end: u64,
    bytes: Vec<u8>,
    spilled: Option<Spill>,
}

/// A file of ends, removed when it is dropped.
#[derive(Debug)]
struct Spill {
    path: std::path::PathBuf,
    file: File,
}

impl Drop for Spill {
    fn drop(&mut self) {
        // a file that cannot be removed is the system's to clear away
        let _ = std::fs::remove_file(&self.path);
    }
}

impl Ends {
    /// Takes down that a record of this length was written.
    pub(super) fn push(&mut self, length: usize) {
        self.end += length as u64;
        self.bytes.extend_from_slice(&self.end.to_le_bytes());
    }

    /// Keeps what is in memory small. To be called between games.
    pub(super) fn spill(&mut self) -> io::Result<()> {
        if self.bytes.len() < ENDS_IN_MEMORY {
            return Ok(());
        }
        if self.spilled.is_none() {
            let name = format!("enroque-{}-{:p}.ends", std::process::id(), self);
            let path = std::env::temp_dir().join(name);
            let file = File::options().read(true).write(true).create_new(true).open(&path)?;
            self.spilled = Some(Spill { path, file });
        }
        if let Some(spill) = &mut self.spilled {
            spill.file.write_all(&self.bytes)?;
            self.bytes.clear();
        }
        Ok(())
    }

    /// Writes them out; how many bytes.
    pub(super) fn finish(&mut self, out: &mut impl Write) -> io::Result<u64> {
        let mut written = 0;
        if let Some(mut spill) = self.spilled.take() {
            spill.file.rewind()?;
            written += io::copy(&mut spill.file, out)?;
        }
        out.write_all(&self.bytes)?;
        Ok(written + self.bytes.len() as u64)
    }
}
