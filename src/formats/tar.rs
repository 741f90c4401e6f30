//! Reading and writing tar archives of regular files.
//!
//! POSIX 1003.1 (ustar): a header of 512 bytes with the name at 0, the size in octal at 124 and the
//! type at 156; then the bytes, padded to a multiple of 512. Two empty headers end the archive.
//! Entries of other types (directories, long names, extended headers) are skipped.
//!
//! The entries of the crate `tar` borrow the archive, so that a reader that returns one record per
//! call cannot keep its position in it, and its errors have no byte offsets.

use super::byte_reader::ByteReader;
use super::error::{FormatErrorKind, OffsetError};

pub(super) const BLOCK: usize = 512;

/// The largest file in an archive, since a file is read into memory.
const MAX_FILE: u64 = 1 << 30;

/// Whether the first two blocks of a file are those of an archive, which may be empty.
pub(super) fn is_tar(bytes: &[u8]) -> bool {
    bytes.get(257..262) == Some(b"ustar") || bytes == END
}

/// Reads the next regular file into a buffer; returns its name, or `None` at the end.
pub(super) fn next_file(
    input: &mut ByteReader,
    file: &mut Vec<u8>,
) -> Result<Option<String>, OffsetError> {
    loop {
        let start = input.offset();
        let Some(header) = input.array::<BLOCK>("a tar header")? else { return Ok(None) };
        if header == [0; BLOCK] {
            return Ok(None);
        }
        if checksum(&header) != octal(&header[148..156]) {
            let kind = FormatErrorKind::Magic { expected: "a tar header with its checksum" };
            return Err(OffsetError::new(start, kind));
        }
        let size = octal(&header[124..136])
            .ok_or_else(|| OffsetError::value(start + 124, "a file's size", -1))?;
        let is_file = matches!(header[156], b'0' | 0);
        if is_file && size > MAX_FILE {
            return Err(OffsetError::too_long(start + 124, "a file in the archive", MAX_FILE));
        }
        file.clear();
        if is_file {
            input.append(file, size, "a file in the archive")?;
        } else {
            input.skip(size, "an entry of the archive")?;
        }
        input.skip(size.wrapping_neg() % BLOCK as u64, "an entry of the archive")?;
        if is_file {
            let name = header[..100].split(|&byte| byte == 0).next().unwrap_or_default();
            return Ok(Some(String::from_utf8_lossy(name).into_owned()));
        }
    }
}

/// Appends a file.
pub(super) fn push_file(name: &str, file: &[u8], bytes: &mut Vec<u8>) {
    let mut header = [0; BLOCK];
    let mut put = |offset: usize, text: &[u8]| {
        if let Some(field) = header.get_mut(offset..offset + text.len()) {
            field.copy_from_slice(text);
        }
    };
    put(0, name.as_bytes().get(..name.len().min(100)).unwrap_or_default());
    put(100, b"0000644\0");
    put(108, b"0000000\0");
    put(116, b"0000000\0");
    put(124, format!("{:011o}\0", file.len()).as_bytes());
    put(136, b"00000000000\0");
    put(148, b"        ");
    put(156, b"0");
    put(257, b"ustar\x0000");
    let sum = checksum(&header).unwrap_or_default();
    header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    bytes.extend_from_slice(&header);
    bytes.extend_from_slice(file);
    bytes.resize(bytes.len() + file.len().wrapping_neg() % BLOCK, 0);
}

/// The end of an archive.
pub(super) const END: [u8; 2 * BLOCK] = [0; 2 * BLOCK];

/// Returns the sum of a header's bytes, with the bytes of the checksum counted as spaces.
fn checksum(header: &[u8; BLOCK]) -> Option<u64> {
    let sum: u64 = header.iter().map(|&byte| u64::from(byte)).sum();
    let own: u64 = header[148..156].iter().map(|&byte| u64::from(byte)).sum();
    Some(sum - own + 8 * u64::from(b' '))
}

/// Parses an octal number, with spaces before it and a space or zero byte after it.
fn octal(field: &[u8]) -> Option<u64> {
    let digits = field.trim_ascii_start();
    let end = digits.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(digits.len());
    if end == 0 {
        return None;
    }
    digits[..end].iter().try_fold(0u64, |number, &digit| match digit {
        b'0'..=b'7' => number.checked_mul(8)?.checked_add(u64::from(digit - b'0')),
        _ => None,
    })
}
