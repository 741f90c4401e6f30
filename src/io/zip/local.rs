//! Finding the files of an archive without its directory, by the local header before each file.

use std::io::{self, BufReader, Read, Seek, SeekFrom};

use super::archive::{Archive, LOCAL_HEADER, LOCAL_MAGIC, ReadSeek, apply_zip64, number};
use super::entry::Entry;

/// The first bytes of a data descriptor, which follows a file whose size was not known when its
/// header was written: the checksum (4 bytes) and the sizes (4 or 8 bytes each).
const DESCRIPTOR: [u8; 4] = *b"PK\x07\x08";

/// The maximum size in bytes of a data descriptor with the `PK` of the next record.
const DESCRIPTOR_BYTES: usize = 24 + 2;

/// The number of bytes that are searched at once for a descriptor.
const STEP: usize = 1 << 20;

type BufferedSource = BufReader<Box<dyn ReadSeek>>;

/// Lists the files from the start of the archive up to the directory, the end or damage. The last
/// file may be truncated.
pub(super) fn entries(archive: &Archive, stop: &dyn Fn() -> bool) -> io::Result<Vec<Entry>> {
    let mut source = BufReader::new(archive.open()?);
    let length = source.seek(SeekFrom::End(0))?;
    let mut offset = 0;
    let mut entries = Vec::new();
    while let Some((entry, end)) = entry(archive, &mut source, offset, length, stop)? {
        entries.push(entry);
        offset = end;
    }
    Ok(entries)
}

/// Reads the entry at an offset. Returns it with the offset of the next one; `None` if there is no
/// complete header.
fn entry(
    archive: &Archive,
    source: &mut BufferedSource,
    offset: u64,
    length: u64,
    stop: &dyn Fn() -> bool,
) -> io::Result<Option<(Entry, u64)>> {
    source.seek(SeekFrom::Start(offset))?;
    let Some(header) =
        bytes(source, LOCAL_HEADER)?.filter(|header| header.starts_with(&LOCAL_MAGIC))
    else {
        return Ok(None);
    };
    let (name_length, extra_length) = (number::<2>(&header, 26)?, number::<2>(&header, 28)?);
    let Some(name) = bytes(source, name_length as usize)? else { return Ok(None) };
    let Some(extra) = bytes(source, extra_length as usize)? else { return Ok(None) };
    let start = offset + LOCAL_HEADER as u64 + name_length + extra_length;
    let flags = number::<2>(&header, 6)?;
    let (mut compressed_size, mut size) = (number::<4>(&header, 18)?, number::<4>(&header, 22)?);
    // if the extra field is damaged, the sizes of the header apply
    let _ = apply_zip64(&extra, &mut [&mut size, &mut compressed_size]);
    let mut crc = number::<4>(&header, 14)?;
    let mut end = start.saturating_add(compressed_size);
    if flags & 8 != 0 {
        // without a descriptor, the file is truncated: it reaches to the end of the archive
        (crc, compressed_size, size, end) = (0, length.saturating_sub(start), u64::MAX, length);
        if let Some(found) = find_descriptor(source, start, stop)? {
            (crc, compressed_size, size, end) = found;
        }
    }
    let entry = Entry {
        archive: archive.clone(),
        name: String::from_utf8_lossy(&name).into_owned(),
        method: number::<2>(&header, 8)? as u16,
        is_encrypted: flags & 1 == 1,
        crc: crc as u32,
        compressed_size,
        size,
        header: offset,
    };
    Ok(Some((entry, end)))
}

/// Reads this many bytes; `None` if there are fewer.
fn bytes(source: &mut BufferedSource, count: usize) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    source.by_ref().take(count as u64).read_to_end(&mut bytes)?;
    Ok(Some(bytes).filter(|bytes| bytes.len() == count))
}

/// Finds the descriptor of the file whose compressed bytes start at `start`. It is the one whose
/// compressed size is its distance from there. Returns the checksum, the compressed size, the size
/// and the offset of the end of the descriptor.
fn find_descriptor(
    source: &mut BufferedSource,
    start: u64,
    stop: &dyn Fn() -> bool,
) -> io::Result<Option<(u64, u64, u64, u64)>> {
    source.seek(SeekFrom::Start(start))?;
    let mut window = Vec::new();
    let mut window_at = 0;
    loop {
        if stop() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let before = window.len();
        source.by_ref().take(STEP as u64).read_to_end(&mut window)?;
        let is_end = window.len() == before;
        for at in memchr::memmem::find_iter(&window, &DESCRIPTOR) {
            let distance = window_at + at as u64;
            let record = window.get(at..).unwrap_or_default();
            for (sizes, length) in [(4, 16), (8, 24)] {
                if record.len() < length {
                    continue;
                }
                let size_at = |n: usize| match sizes {
                    4 => number::<4>(record, 8 + 4 * n),
                    _ => number::<8>(record, 8 + 8 * n),
                };
                let (compressed_size, size) = (size_at(0)?, size_at(1)?);
                let next = record.get(length..).unwrap_or_default();
                let is_followed = match next.len() {
                    0 | 1 => is_end && b"PK".starts_with(next),
                    _ => next.starts_with(b"PK"),
                };
                // read as 32 bits, the high half of a 64-bit compressed size looks like a size of 0
                let is_size = size > 0 || distance <= 2;
                if compressed_size == distance && is_size && is_followed {
                    let end = start + distance + length as u64;
                    return Ok(Some((number::<4>(record, 4)?, distance, size, end)));
                }
            }
        }
        if is_end {
            return Ok(None);
        }
        // keep the end, where a descriptor may begin
        let keep = window.len().saturating_sub(DESCRIPTOR_BYTES - 1);
        window.drain(..keep);
        window_at += keep as u64;
    }
}
