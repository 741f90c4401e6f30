//! Files that are being written, compressed or not.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use flate2::write::GzEncoder;

/// zstd's level: a third faster than its own default, and hardly larger.
const ZSTD_LEVEL: i32 = 3;

/// How a file is compressed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Compression {
    /// Not at all.
    #[default]
    None,
    /// One frame of zstd.
    Zstd,
    /// gzip.
    Gzip,
}

impl Compression {
    /// What a file's name says: its last suffix, `.zst` or `.gz`.
    pub fn of_path(path: &Path) -> Compression {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("zst") => Compression::Zstd,
            Some("gz") => Compression::Gzip,
            _ => Compression::None,
        }
    }
}

/// A file that is being written.
pub struct Output(Kind);

enum Kind {
    Plain(File),
    Zstd(zstd::Encoder<'static, File>),
    Gzip(GzEncoder<File>),
}

impl Output {
    /// Makes a file, or empties one.
    ///
    /// # Errors
    /// When that cannot be done.
    pub fn create(path: &Path, compression: Compression) -> io::Result<Output> {
        let file = File::create(path)?;
        Ok(Output(match compression {
            Compression::None => Kind::Plain(file),
            Compression::Zstd => Kind::Zstd(zstd::Encoder::new(file, ZSTD_LEVEL)?),
            Compression::Gzip => Kind::Gzip(GzEncoder::new(file, flate2::Compression::default())),
        }))
    }

    /// Writes what compression holds back; without this the file is not whole.
    ///
    /// # Errors
    /// When that cannot be done.
    pub fn finish(self) -> io::Result<()> {
        match self.0 {
            Kind::Plain(mut file) => file.flush(),
            Kind::Zstd(encoder) => encoder.finish().map(drop),
            Kind::Gzip(encoder) => encoder.finish().map(drop),
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.0 {
            Kind::Plain(file) => file.write(bytes),
            Kind::Zstd(encoder) => encoder.write(bytes),
            Kind::Gzip(encoder) => encoder.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.0 {
            Kind::Plain(file) => file.flush(),
            // compression is not cut short for the sake of a flush
            Kind::Zstd(_) | Kind::Gzip(_) => Ok(()),
        }
    }
}

impl std::fmt::Debug for Output {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self.0 {
            Kind::Plain(_) => "Output::Plain",
            Kind::Zstd(_) => "Output::Zstd",
            Kind::Gzip(_) => "Output::Gzip",
        })
    }
}
