//! Writing files with or without compression.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use bzip2::write::BzEncoder;
use flate2::write::GzEncoder;

use crate::io::Compression;
use crate::io::zstd_encoder;

/// A file opened for writing, with optional compression.
pub struct CompressedFile(Encoder);

enum Encoder {
    Plain(File),
    Zstd(zstd::Encoder<'static, File>),
    Gzip(GzEncoder<File>),
    Bzip2(BzEncoder<File>),
}

impl CompressedFile {
    /// Creates or truncates a file.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn create(path: &Path, compression: Compression) -> io::Result<CompressedFile> {
        let file = File::create(path)?;
        Ok(CompressedFile(match compression {
            Compression::None => Encoder::Plain(file),
            Compression::Zstd => Encoder::Zstd(zstd_encoder(file)?),
            Compression::Gzip => {
                Encoder::Gzip(GzEncoder::new(file, flate2::Compression::default()))
            }
            Compression::Bzip2 => Encoder::Bzip2(BzEncoder::new(file, bzip2::Compression::best())),
        }))
    }

    /// Writes the end of the compressed data; without this call the file is incomplete.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn finish(self) -> io::Result<()> {
        match self.0 {
            Encoder::Plain(mut file) => file.flush(),
            Encoder::Zstd(encoder) => encoder.finish().map(drop),
            Encoder::Gzip(encoder) => encoder.finish().map(drop),
            Encoder::Bzip2(encoder) => encoder.finish().map(drop),
        }
    }
}

impl Write for CompressedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.0 {
            Encoder::Plain(file) => file.write(bytes),
            Encoder::Zstd(encoder) => encoder.write(bytes),
            Encoder::Gzip(encoder) => encoder.write(bytes),
            Encoder::Bzip2(encoder) => encoder.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.0 {
            Encoder::Plain(file) => file.flush(),
            // flushing an encoder would make the compression worse
            Encoder::Zstd(_) | Encoder::Gzip(_) | Encoder::Bzip2(_) => Ok(()),
        }
    }
}

impl std::fmt::Debug for CompressedFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self.0 {
            Encoder::Plain(_) => "CompressedFile::Plain",
            Encoder::Zstd(_) => "CompressedFile::Zstd",
            Encoder::Gzip(_) => "CompressedFile::Gzip",
            Encoder::Bzip2(_) => "CompressedFile::Bzip2",
        })
    }
}
