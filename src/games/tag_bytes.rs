//! The memory layout of tags: name number and length of the value in LEB128, then the value.

use std::sync::Arc;

/// An iterator over the tags of one game: name and value.
#[derive(Clone, Debug)]
pub struct Tags<'a> {
    names: &'a [Arc<str>],
    bytes: &'a [u8],
}

impl<'a> Tags<'a> {
    pub(super) fn new(names: &'a [Arc<str>], bytes: &'a [u8]) -> Tags<'a> {
        Tags { names, bytes }
    }
}

impl<'a> Iterator for Tags<'a> {
    type Item = (&'a str, &'a str);

    fn next(&mut self) -> Option<(&'a str, &'a str)> {
        let (number, value) = next_tag(&mut self.bytes)?;
        let name = self.names.get(number as usize)?;
        Some((name, std::str::from_utf8(value).ok()?))
    }
}

/// Appends a number in LEB128.
pub(super) fn push_leb128(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Removes a LEB128 number from the front.
fn leb128(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..63).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// Removes a tag's number and value from the front; `None` at the end and where the bytes are
/// malformed.
pub(super) fn next_tag<'a>(bytes: &mut &'a [u8]) -> Option<(u32, &'a [u8])> {
    let number = u32::try_from(leb128(bytes)?).ok()?;
    let length = usize::try_from(leb128(bytes)?).ok()?;
    let (value, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    Some((number, value))
}
