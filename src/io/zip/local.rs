//! The files of an archive without its directory, by the header that stands before each.

use std::io::{BufReader, Read, Seek, SeekFrom};

use super::{Archive, Bytes, Entry, io, number, widen};

/// How the header of a file begins.
pub(super) const MAGIC: [u8; 4] = *b"PK\x03\x04";

/// The bytes of such a header, without the name and what is extra.
pub(super) const HEADER: usize = 30;

/// What stands after a file whose sizes were not known before: its checksum and sizes, 4 bytes each, or the
/// sizes 8; and then something that begins with `PK`.
const DESCRIPTOR: [u8; 4] = *b"PK\x07\x08";
const DESCRIPTOR_BYTES: usize = 24 + 2;

/// Bytes that are looked through at once for a descriptor.
const STEP: usize = 1 << 20;

type Source = BufReader<Box<dyn Bytes>>;

/// The files from the beginning, up to something else: the directory, the end, or damage. The last one may
/// be cut.
pub(super) fn entries(archive: &Archive, stop: &dyn Fn() -> bool) -> io::Result<Vec<Entry>> {
    let mut source = BufReader::new(archive.open()?);
    let length = source.seek(SeekFrom::End(0))?;
    let mut place = 0;
    let mut entries = Vec::new();
    while let Some((entry, end)) = entry(archive, &mut source, place, length, stop)? {
        entries.push(entry);
        place = end;
    }
    Ok(entries)
}

/// The file whose header is at a place, and where the next one is; `None` if no whole header is there.
fn entry(
    archive: &Archive,
    source: &mut Source,
    place: u64,
    length: u64,
    stop: &dyn Fn() -> bool,
) -> io::Result<Option<(Entry, u64)>> {
    source.seek(SeekFrom::Start(place))?;
    let Some(header) = bytes(source, HEADER)?.filter(|header| header.starts_with(&MAGIC)) else {
        return Ok(None);
    };
    let (name_length, extra_length) = (number::<2>(&header, 26)?, number::<2>(&header, 28)?);
    let Some(name) = bytes(source, name_length as usize)? else { return Ok(None) };
    let Some(extra) = bytes(source, extra_length as usize)? else { return Ok(None) };
    let start = place + HEADER as u64 + name_length + extra_length;
    let flags = number::<2>(&header, 6)?;
    let (mut packed, mut size) = (number::<4>(&header, 18)?, number::<4>(&header, 22)?);
    // what is extra may be damaged: the file is then as long as it says itself
    let _ = widen(&extra, &mut [&mut size, &mut packed]);
    let mut crc = number::<4>(&header, 14)?;
    let mut end = start.saturating_add(packed);
    if flags & 8 != 0 {
        // cut, it goes on to the end and has no checksum: its data end too early
        (crc, packed, size, end) = (0, length.saturating_sub(start), u64::MAX, length);
        if let Some(found) = descriptor(source, start, stop)? {
            (crc, packed, size, end) = found;
        }
    }
    let entry = Entry {
        archive: archive.clone(),
        name: String::from_utf8_lossy(&name).into_owned(),
        method: number::<2>(&header, 8)? as u16,
        is_encrypted: flags & 1 == 1,
        crc: crc as u32,
        packed,
        size,
        header: place,
    };
    Ok(Some((entry, end)))
}

/// The next bytes, if there are so many.
fn bytes(source: &mut Source, count: usize) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    source.by_ref().take(count as u64).read_to_end(&mut bytes)?;
    Ok(Some(bytes).filter(|bytes| bytes.len() == count))
}

/// What the descriptor of the file whose packed bytes begin at `start` says: checksum, packed size, size;
/// and where it ends. It is the one that knows how far it is from there.
fn descriptor(
    source: &mut Source,
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
            let packed = window_at + at as u64;
            let record = window.get(at..).unwrap_or_default();
            for (sizes, length) in [(4, 16), (8, 24)] {
                if record.len() < length {
                    continue;
                }
                let size_at = |n: usize| match sizes {
                    4 => number::<4>(record, 8 + 4 * n),
                    _ => number::<8>(record, 8 + 8 * n),
                };
                let (packed_says, size) = (size_at(0)?, size_at(1)?);
                let next = record.get(length..).unwrap_or_default();
                let is_followed = match next.len() {
                    0 | 1 => is_end && b"PK".starts_with(next),
                    _ => next.starts_with(b"PK"),
                };
                // the high half of a wide packed size looks like a size of zero
                let is_size = size > 0 || packed <= 2;
                if packed_says == packed && is_size && is_followed {
                    let end = start + packed + length as u64;
                    return Ok(Some((number::<4>(record, 4)?, packed, size, end)));
                }
            }
        }
        if is_end {
            return Ok(None);
        }
        // one that goes over the window's end is whole in the next one
        let keep = window.len().saturating_sub(DESCRIPTOR_BYTES - 1);
        window.drain(..keep);
        window_at += keep as u64;
    }
}
