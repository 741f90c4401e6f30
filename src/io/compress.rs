//! Writing compressed files.

use std::io::{self, Write};
use std::path::Path;

/// The compression of a text file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Compression {
    /// No compression.
    #[default]
    None,
    /// Zstandard, level 3.
    Zstd,
    /// Gzip, level 6.
    Gzip,
    /// Bzip2, level 9.
    Bzip2,
}

/// A sink with optional compression.
pub(crate) enum Encoder<W: Write> {
    Plain(W),
    #[cfg(feature = "compression")]
    Zstd(zstd::Encoder<'static, W>),
    #[cfg(feature = "compression")]
    Gzip(flate2::write::GzEncoder<W>),
    #[cfg(feature = "compression")]
    Bzip2(bzip2::write::BzEncoder<W>),
}

impl<W: Write> Encoder<W> {
    pub(crate) fn new(sink: W, compression: Compression) -> io::Result<Encoder<W>> {
        Ok(match compression {
            Compression::None => Encoder::Plain(sink),
            #[cfg(feature = "compression")]
            Compression::Zstd => {
                let mut encoder = zstd::Encoder::new(sink, 3)?;
                // so that any damage is detected
                encoder.include_checksum(true)?;
                Encoder::Zstd(encoder)
            }
            #[cfg(feature = "compression")]
            Compression::Gzip => {
                Encoder::Gzip(flate2::write::GzEncoder::new(sink, flate2::Compression::default()))
            }
            #[cfg(feature = "compression")]
            Compression::Bzip2 => {
                Encoder::Bzip2(bzip2::write::BzEncoder::new(sink, bzip2::Compression::best()))
            }
            #[cfg(not(feature = "compression"))]
            _ => return super::codecs::missing(),
        })
    }

    /// Writes the end of the compressed data and flushes the sink.
    pub(crate) fn finish(self) -> io::Result<()> {
        match self {
            Encoder::Plain(mut sink) => sink.flush(),
            #[cfg(feature = "compression")]
            Encoder::Zstd(encoder) => encoder.finish()?.flush(),
            #[cfg(feature = "compression")]
            Encoder::Gzip(encoder) => encoder.finish()?.flush(),
            #[cfg(feature = "compression")]
            Encoder::Bzip2(encoder) => encoder.finish()?.flush(),
        }
    }
}

impl<W: Write> Write for Encoder<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Encoder::Plain(sink) => sink.write(bytes),
            #[cfg(feature = "compression")]
            Encoder::Zstd(encoder) => encoder.write(bytes),
            #[cfg(feature = "compression")]
            Encoder::Gzip(encoder) => encoder.write(bytes),
            #[cfg(feature = "compression")]
            Encoder::Bzip2(encoder) => encoder.write(bytes),
        }
    }

    /// Flushes an uncompressed sink: flushing a compressor would make the compression worse.
    fn flush(&mut self) -> io::Result<()> {
        match self {
            Encoder::Plain(sink) => sink.flush(),
            #[cfg(feature = "compression")]
            _ => Ok(()),
        }
    }
}

impl Compression {
    /// Returns the compression for a file name: by its extension `.zst` (or `.zstd`), `.gz` or
    /// `.bz2`, in any letter case.
    ///
    /// ```
    /// use enroque::io::Compression;
    /// assert_eq!(Compression::of_name("games.pgn.zst".as_ref()), Compression::Zstd);
    /// assert_eq!(Compression::of_name("games.pgn".as_ref()), Compression::None);
    /// ```
    pub fn of_name(path: &Path) -> Compression {
        let extension = path.extension().map(|extension| extension.to_ascii_lowercase());
        match extension.as_deref().and_then(|extension| extension.to_str()) {
            Some("zst" | "zstd") => Compression::Zstd,
            Some("gz") => Compression::Gzip,
            Some("bz2") => Compression::Bzip2,
            _ => Compression::None,
        }
    }

    /// Returns the compression with a name: `zst` (or `zstd`), `gz` (`gzip`), `bz2` (`bzip2`),
    /// `none`.
    pub fn from_name(name: &str) -> Option<Compression> {
        Some(match name {
            "zst" | "zstd" => Compression::Zstd,
            "gz" | "gzip" => Compression::Gzip,
            "bz2" | "bzip2" => Compression::Bzip2,
            "none" => Compression::None,
            _ => return None,
        })
    }

    /// Calls `write` with a writer that compresses to `sink`, and finishes the compressed data.
    ///
    /// # Errors
    /// Errors of `write` and of the sink.
    pub(super) fn write<E: From<io::Error>>(
        self,
        sink: &mut dyn Write,
        write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut encoder = Encoder::new(sink, self)?;
        write(&mut encoder)?;
        encoder.finish()?;
        Ok(())
    }
}
