//! tar archives, as far as files of training data need them: regular files one after the other.
//!
//! POSIX 1003.1 (ustar): a header of 512 bytes with the name at 0, the size in octal at 124, the kind at
//! 156; then the bytes, filled up to a multiple of 512. Two empty headers end it. Headers of other
//! kinds (directories, long names, extended headers) are passed over with what follows them.

use super::error::{Fault, FormatErrorKind};
use super::input::Input;

pub(super) const BLOCK: usize = 512;

/// No file in an archive is larger: it is in memory while it is read.
const MAX_FILE: u64 = 1 << 30;

/// Whether bytes are the beginning of an archive, which may be its end.
pub(super) fn is_tar(begin: &[u8]) -> bool {
    begin.get(257..262) == Some(b"ustar") || begin.first_chunk() == Some(&[0; BLOCK])
}

/// Reads the next regular file into a buffer; its name, or `None` at the end.
pub(super) fn next_file(input: &mut Input, file: &mut Vec<u8>) -> Result<Option<String>, Fault> {
    loop {
        let begin = input.offset();
        let Some(header) = input.array::<BLOCK>("a tar header")? else { return Ok(None) };
        if header == [0; BLOCK] {
            return Ok(None);
        }
        if checksum(&header) != octal(&header[148..156]) {
            let kind = FormatErrorKind::Magic { expected: "a tar header with its checksum" };
            return Err(Fault::new(begin, kind));
        }
        let size = octal(&header[124..136])
            .ok_or_else(|| Fault::value(begin + 124, "a file's size", -1))?;
        let is_file = matches!(header[156], b'0' | 0);
        if is_file && size > MAX_FILE {
            let kind = FormatErrorKind::TooLong { what: "a file in the archive", limit: MAX_FILE };
            return Err(Fault::new(begin + 124, kind));
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
    let mut put = |at: usize, text: &[u8]| {
        if let Some(place) = header.get_mut(at..at + text.len()) {
            place.copy_from_slice(text);
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

/// What ends an archive.
pub(super) const END: [u8; 2 * BLOCK] = [0; 2 * BLOCK];

/// The sum of a header's bytes, that of the checksum's own taken for whitespace.
fn checksum(header: &[u8; BLOCK]) -> Option<u64> {
    let sum: u64 = header.iter().map(|&byte| u64::from(byte)).sum();
    let own: u64 = header[148..156].iter().map(|&byte| u64::from(byte)).sum();
    Some(sum - own + 8 * u64::from(b' '))
}

/// A number in octal, whitespace before it and a space or zero after it.
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
