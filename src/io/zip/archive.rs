//! The bytes of an archive and the fields of its records.

use std::fs::File;
use std::io::{self, Cursor, Read, Seek};
use std::path::Path;
use std::sync::Arc;

/// The first bytes of a local header.
pub(super) const LOCAL_MAGIC: [u8; 4] = *b"PK\x03\x04";

/// The size in bytes of a local header, without the name and the extra field.
pub(super) const LOCAL_HEADER: usize = 30;

/// The bytes of an archive.
#[derive(Clone, Debug)]
pub(in crate::io) enum Archive {
    File(Arc<Path>),
    Memory(Arc<[u8]>),
}

/// A seekable reader.
pub(super) trait ReadSeek: Read + Seek + Send {}
impl<R: Read + Seek + Send> ReadSeek for R {}

impl Archive {
    /// Opens the archive for reading.
    pub(super) fn open(&self) -> io::Result<Box<dyn ReadSeek>> {
        Ok(match self {
            Archive::File(path) => Box::new(File::open(path)?),
            Archive::Memory(bytes) => Box::new(Cursor::new(bytes.clone())),
        })
    }
}

/// Returns the error of a damaged archive.
pub(super) fn damaged(reason: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("damaged zip archive: {reason}"))
}

/// Reads a little-endian number of `N` bytes.
pub(super) fn number<const N: usize>(bytes: &[u8], at: usize) -> io::Result<u64> {
    let field = bytes.get(at..).and_then(<[u8]>::first_chunk::<N>);
    let field = field.ok_or_else(|| damaged("its directory is truncated"))?;
    let mut wide = [0; 8];
    for (wide, byte) in wide.iter_mut().zip(field) {
        *wide = *byte;
    }
    Ok(u64::from_le_bytes(wide))
}

/// Replaces those fields of an entry that do not fit in 32 bits by the 64-bit values in its ZIP64
/// extra field, where they are in the same order.
pub(super) fn apply_zip64(mut extra: &[u8], fields: &mut [&mut u64]) -> io::Result<()> {
    while extra.len() >= 4 {
        let length = number::<2>(extra, 2)? as usize;
        if number::<2>(extra, 0)? == 1 {
            let wide = fields.iter_mut().filter(|field| ***field == 0xFFFF_FFFF);
            for (n, field) in wide.enumerate() {
                **field = number::<8>(extra, 4 + 8 * n)?;
            }
        }
        extra = extra.get(4 + length..).unwrap_or_default();
    }
    Ok(())
}
