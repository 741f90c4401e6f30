//! Writing files with or without compression.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use crate::io::{Compression, Encoder};

/// A file opened for writing, with optional compression.
pub struct CompressedFile(Encoder<File>);

impl CompressedFile {
    /// Creates or truncates a file.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn create(path: &Path, compression: Compression) -> io::Result<CompressedFile> {
        Encoder::new(File::create(path)?, compression).map(CompressedFile)
    }

    /// Writes the end of the compressed data; without this call the file is incomplete.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn finish(self) -> io::Result<()> {
        self.0.finish()
    }
}

impl Write for CompressedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
