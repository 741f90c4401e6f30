//! The central directory at the end of an archive.

use std::io::{self, Read, Seek, SeekFrom};

use super::archive::{Archive, apply_zip64, damaged, number};
use super::entry::Entry;

/// The maximum size of a directory in bytes.
const MAX_DIRECTORY: u64 = 1 << 30;

/// The size in bytes of the record after a directory, without its comment.
const END: usize = 22;

/// The maximum size in bytes of everything after a directory: the record, its comment, the records
/// of ZIP64.
const MAX_END: u64 = END as u64 + 0xFFFF + 20 + 56;

/// Lists the entries of the directory, in order.
pub(super) fn entries(archive: &Archive) -> io::Result<Vec<Entry>> {
    let mut file = archive.open()?;
    let length = file.seek(SeekFrom::End(0))?;
    let tail_start = length.saturating_sub(MAX_END);
    file.seek(SeekFrom::Start(tail_start))?;
    let mut tail = Vec::new();
    file.read_to_end(&mut tail)?;
    let is_whole = |&end: &usize| end + END <= tail.len();
    let end = memchr::memmem::rfind(&tail, b"PK\x05\x06").filter(is_whole);
    let end = end.ok_or_else(|| {
        damaged(&format!("it is truncated at byte {length}: the end of its directory is missing"))
    })?;
    let record = tail.get(end..).unwrap_or_default();
    let (mut size, mut offset) = (number::<4>(record, 12)?, number::<4>(record, 16)?);
    let mut count = number::<2>(record, 10)?;
    let locator = end.checked_sub(20).and_then(|at| tail.get(at..end)).unwrap_or_default();
    if (offset == 0xFFFF_FFFF || size == 0xFFFF_FFFF || count == 0xFFFF)
        && locator.starts_with(b"PK\x06\x07")
    {
        file.seek(SeekFrom::Start(number::<8>(locator, 8)?))?;
        let mut record = [0; 56];
        let read = file.read_exact(&mut record);
        read.map_err(|_| damaged("its directory is not at the offset in the end record"))?;
        (count, size, offset) =
            (number::<8>(&record, 32)?, number::<8>(&record, 40)?, number::<8>(&record, 48)?);
    }
    if size > MAX_DIRECTORY || offset.saturating_add(size) > length {
        return Err(damaged("its directory is beyond its end"));
    }
    file.seek(SeekFrom::Start(offset))?;
    let mut directory = vec![0; size as usize];
    file.read_exact(&mut directory)?;
    let mut rest = directory.as_slice();
    let mut entries = Vec::new();
    for _ in 0..count {
        let (entry, used) = entry(archive, rest)?;
        rest = rest.get(used..).unwrap_or_default();
        entries.push(entry);
    }
    Ok(entries)
}

/// Parses an entry of the directory. Returns it with the length of its record.
fn entry(archive: &Archive, record: &[u8]) -> io::Result<(Entry, usize)> {
    if !record.starts_with(b"PK\x01\x02") {
        return Err(damaged("an entry of its directory is invalid"));
    }
    let field = |at| number::<2>(record, at).map(|length| length as usize);
    let (name_length, extra_length, comment_length) = (field(28)?, field(30)?, field(32)?);
    let name = record.get(46..46 + name_length).unwrap_or_default();
    let (mut compressed_size, mut size) = (number::<4>(record, 20)?, number::<4>(record, 24)?);
    let mut header = number::<4>(record, 42)?;
    let extra = record.get(46 + name_length..46 + name_length + extra_length).unwrap_or_default();
    apply_zip64(extra, &mut [&mut size, &mut compressed_size, &mut header])?;
    let entry = Entry {
        archive: archive.clone(),
        name: String::from_utf8_lossy(name).into_owned(),
        method: number::<2>(record, 10)? as u16,
        is_encrypted: number::<2>(record, 8)? & 1 == 1,
        crc: number::<4>(record, 16)? as u32,
        compressed_size,
        size,
        header,
    };
    Ok((entry, 46 + name_length + extra_length + comment_length))
}
