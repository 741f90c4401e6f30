//! Decompression of text, with the format detected by the first bytes, whatever the name.

use std::fs::File;
use std::io::{self, BufReader, Cursor, Read};
use std::path::Path;

use super::codecs::{self, Codec};

/// The number of compressed bytes that are read at once.
const BUFFER: usize = 256 << 10;

/// The compression of a file, by its first bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Compression {
    Plain,
    Zstd,
    Gzip,
    Bzip2,
    Zip,
}

impl Compression {
    /// Returns the format of a file with these first bytes.
    pub(super) fn of(magic: &[u8]) -> Compression {
        match *magic {
            // a frame, or a skippable one
            [0x28, 0xB5, 0x2F, 0xFD, ..] | [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..] => Compression::Zstd,
            [0x1F, 0x8B, ..] => Compression::Gzip,
            [b'B', b'Z', b'h', b'1'..=b'9', ..] => Compression::Bzip2,
            // the header of a file, or the directory of an empty archive
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Compression::Zip,
            _ => Compression::Plain,
        }
    }

    /// Detects the format of a file.
    pub(super) fn of_file(path: &Path) -> io::Result<Compression> {
        let mut magic = [0; 4];
        let seen = read_some(&mut File::open(path)?, &mut magic, &|| false)?;
        Ok(Compression::of(magic.get(..seen).unwrap_or_default()))
    }
}

/// The format of a file by its beginning, if it is neither text nor compressed text.
#[cfg(feature = "python")]
pub(crate) fn binary_format(beginning: &[u8]) -> Option<&'static str> {
    match Compression::of(beginning) {
        Compression::Plain => crate::pgn::binary_format(beginning),
        Compression::Zip => {
            let is_npz = memchr::memmem::find(beginning, b".npy").is_some();
            is_npz.then_some("an .npz file")
        }
        _ => None,
    }
}

/// Reads until the buffer is full or the source ends. A signal is an error of the kind
/// `Interrupted` if `stop` returns true.
fn read_some(
    source: &mut impl Read,
    buffer: &mut [u8],
    stop: &dyn Fn() -> bool,
) -> io::Result<usize> {
    let mut seen = 0;
    while let Some(free) = buffer.get_mut(seen..).filter(|free| !free.is_empty()) {
        match source.read(free) {
            Ok(0) => break,
            Ok(bytes) => seen += bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted && !stop() => {}
            Err(error) => return Err(error),
        }
    }
    Ok(seen)
}

/// Detects the format of a source. Returns it with a reader of all bytes of the source.
pub(super) fn detect_format<R: Read>(
    mut raw: R,
    stop: &dyn Fn() -> bool,
) -> io::Result<(Compression, impl Read + use<R>)> {
    let mut magic = [0; 4];
    let seen = read_some(&mut raw, &mut magic, stop)?;
    let magic = magic.get(..seen).unwrap_or_default().to_vec();
    Ok((Compression::of(&magic), Cursor::new(magic).chain(raw)))
}

/// Returns a reader of decompressed text; archives are read as they are.
pub(super) fn decompressor(
    format: Compression,
    raw: impl Read + Send + 'static,
) -> io::Result<Box<dyn Read + Send>> {
    if matches!(format, Compression::Plain | Compression::Zip) {
        return Ok(Box::new(raw));
    }
    let raw = BufReader::with_capacity(BUFFER, raw);
    let (name, codec) = match format {
        Compression::Zstd => ("zstd", Codec::Zstd),
        Compression::Gzip => ("gzip", Codec::Gzip),
        _ => ("bzip2", Codec::Bzip2),
    };
    Ok(Box::new(NamedDecoder { name, source: codecs::decoder(codec, raw)? }))
}

/// A decoder whose errors name the format.
pub(super) struct NamedDecoder<R> {
    pub(super) name: &'static str,
    pub(super) source: R,
}

/// The maximum number of bytes that are decompressed at once: those before an error in them are
/// lost.
const STEP: usize = 128 << 10;

impl<R: Read> Read for NamedDecoder<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let limit = buffer.len().min(STEP);
        self.source.read(buffer.get_mut(..limit).unwrap_or_default()).map_err(|error| {
            match error.kind() {
                io::ErrorKind::Interrupted => error,
                io::ErrorKind::UnexpectedEof => {
                    let reason = format!("the {} data is truncated", self.name);
                    io::Error::new(io::ErrorKind::UnexpectedEof, reason)
                }
                kind => io::Error::new(kind, format!("damaged {} data: {error}", self.name)),
            }
        })
    }
}
