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

/// Creates a zstd encoder with checksums, so that any damage is detected.
pub(crate) fn zstd_encoder<W: Write>(sink: W) -> io::Result<zstd::Encoder<'static, W>> {
    let mut encoder = zstd::Encoder::new(sink, 3)?;
    encoder.include_checksum(true)?;
    Ok(encoder)
}

impl Compression {
    /// Returns the compression for a file name: by its extension `.zst` (or `.zstd`), `.gz` or `.bz2`,
    /// in any letter case.
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

    /// Returns the compression with a name: `zst` (or `zstd`), `gz` (`gzip`), `bz2` (`bzip2`), `none`.
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
        match self {
            Compression::None => write(sink)?,
            Compression::Zstd => {
                let mut encoder = zstd_encoder(&mut *sink)?;
                write(&mut encoder)?;
                encoder.finish()?;
            }
            Compression::Gzip => {
                let level = flate2::Compression::default();
                let mut encoder = flate2::write::GzEncoder::new(&mut *sink, level);
                write(&mut encoder)?;
                encoder.finish()?;
            }
            Compression::Bzip2 => {
                let level = bzip2::Compression::best();
                let mut encoder = bzip2::write::BzEncoder::new(&mut *sink, level);
                write(&mut encoder)?;
                encoder.finish()?;
            }
        }
        sink.flush()?;
        Ok(())
    }
}
