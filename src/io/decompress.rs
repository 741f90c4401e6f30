//! Compressed text, recognized by its first bytes, whatever the name.

use std::fs::File;
use std::io::{self, BufReader, Cursor, Read};
use std::path::Path;

/// The largest window that a zstd frame may ask for, as a power of two: what `zstd --ultra --long=31`
/// makes, and the most that there is.
pub(super) const MAX_WINDOW_LOG: u32 = 31;

/// Bytes asked of a file at once, before decompression.
const BUFFER: usize = 256 << 10;

/// What the first bytes of a file say about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Format {
    Plain,
    Zstd,
    Gzip,
    Bzip2,
    Zip,
}

impl Format {
    pub(super) fn of(magic: &[u8]) -> Format {
        match *magic {
            // a frame, or a skippable one
            [0x28, 0xB5, 0x2F, 0xFD, ..] | [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..] => Format::Zstd,
            [0x1F, 0x8B, ..] => Format::Gzip,
            [b'B', b'Z', b'h', b'1'..=b'9', ..] => Format::Bzip2,
            // a file in it, or the directory of an empty one
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Format::Zip,
            _ => Format::Plain,
        }
    }

    /// The format of a file.
    pub(super) fn of_file(path: &Path) -> io::Result<Format> {
        let mut magic = [0; 4];
        let seen = read_some(&mut File::open(path)?, &mut magic, &|| false)?;
        Ok(Format::of(magic.get(..seen).unwrap_or_default()))
    }
}

/// Reads until the buffer is full or the source ends. A signal, of which `stop` says that it ends the
/// call, is an error of its own kind.
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

/// What a source is, once its first bytes have been seen: its format and all of its bytes.
pub(super) fn recognized<R: Read>(
    mut raw: R,
    stop: &dyn Fn() -> bool,
) -> io::Result<(Format, impl Read + use<R>)> {
    let mut magic = [0; 4];
    let seen = read_some(&mut raw, &mut magic, stop)?;
    let magic = magic.get(..seen).unwrap_or_default().to_vec();
    Ok((Format::of(&magic), Cursor::new(magic).chain(raw)))
}

/// The text of such bytes; archives have none.
pub(super) fn decompressed(
    format: Format,
    whole: impl Read + Send + 'static,
) -> io::Result<Box<dyn Read + Send>> {
    if matches!(format, Format::Plain | Format::Zip) {
        return Ok(Box::new(whole));
    }
    let whole = BufReader::with_capacity(BUFFER, whole);
    Ok(match format {
        Format::Zstd => {
            let mut decoder = zstd::Decoder::with_buffer(whole)?;
            decoder.window_log_max(MAX_WINDOW_LOG)?;
            Box::new(Named { name: "zstd", source: decoder })
        }
        Format::Gzip => {
            Box::new(Named { name: "gzip", source: flate2::bufread::MultiGzDecoder::new(whole) })
        }
        _ => Box::new(Named { name: "bzip2", source: bzip2::bufread::MultiBzDecoder::new(whole) }),
    })
}

/// Says in its errors what was being decompressed.
pub(super) struct Named<R> {
    pub(super) name: &'static str,
    pub(super) source: R,
}

/// Bytes that are decompressed at once: those that an error comes with are lost.
const STEP: usize = 128 << 10;

impl<R: Read> Read for Named<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = buffer.len().min(STEP);
        self.source.read(buffer.get_mut(..most).unwrap_or_default()).map_err(|error| {
            match error.kind() {
                io::ErrorKind::Interrupted => error,
                io::ErrorKind::UnexpectedEof => {
                    let reason = format!("the {} data end in the middle of a frame", self.name);
                    io::Error::new(io::ErrorKind::UnexpectedEof, reason)
                }
                kind => io::Error::new(kind, format!("damaged {} data: {error}", self.name)),
            }
        })
    }
}
