//! Files that are being written, compressed or not.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use bzip2::write::BzEncoder;
use flate2::write::GzEncoder;

use crate::io::Compression;
use crate::io::zstd_encoder;

/// A file that is being written.
pub struct Output(Kind);

enum Kind {
    Plain(File),
    Zstd(zstd::Encoder<'static, File>),
    Gzip(GzEncoder<File>),
    Bzip2(BzEncoder<File>),
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
            Compression::Zstd => Kind::Zstd(zstd_encoder(file)?),
            Compression::Gzip => Kind::Gzip(GzEncoder::new(file, flate2::Compression::default())),
            Compression::Bzip2 => Kind::Bzip2(BzEncoder::new(file, bzip2::Compression::best())),
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
            Kind::Bzip2(encoder) => encoder.finish().map(drop),
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.0 {
            Kind::Plain(file) => file.write(bytes),
            Kind::Zstd(encoder) => encoder.write(bytes),
            Kind::Gzip(encoder) => encoder.write(bytes),
            Kind::Bzip2(encoder) => encoder.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.0 {
            Kind::Plain(file) => file.flush(),
            // compression is not cut short for the sake of a flush
            Kind::Zstd(_) | Kind::Gzip(_) | Kind::Bzip2(_) => Ok(()),
        }
    }
}

impl std::fmt::Debug for Output {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self.0 {
            Kind::Plain(_) => "Output::Plain",
            Kind::Zstd(_) => "Output::Zstd",
            Kind::Gzip(_) => "Output::Gzip",
            Kind::Bzip2(_) => "Output::Bzip2",
        })
    }
}
