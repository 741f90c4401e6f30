//! Line and column numbers, computed only for errors and warnings.

use super::error::PgnError;
use crate::attacks::{dispatch, task};

/// A location in a text: its offset, line and column.
///
/// Lines end with a line feed, a carriage return, or both.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextLocation {
    /// The offset in bytes.
    pub(crate) offset: u64,
    /// The line, from 1.
    pub(crate) line: u64,
    /// The offset of the start of the line.
    line_start: u64,
    /// Whether the byte before is a carriage return, whose line feed may follow.
    after_return: bool,
}

impl TextLocation {
    /// The start of a text.
    pub(crate) const START: TextLocation =
        TextLocation { offset: 0, line: 1, line_start: 0, after_return: false };

    /// Returns the start of a text that begins at an offset of its file.
    pub(crate) fn first(offset: u64) -> TextLocation {
        TextLocation { offset, line_start: offset, ..TextLocation::START }
    }

    /// Advances over these bytes.
    pub(crate) fn advance(&mut self, bytes: &[u8]) {
        let (Some(&first), Some(&last)) = (bytes.first(), bytes.last()) else { return };
        if self.after_return && first == b'\n' {
            // the second byte of a line end that has been counted
            self.line -= 1;
        }
        self.line += count_ends(bytes);
        if let Some(end) = memchr::memrchr2(b'\n', b'\r', bytes) {
            self.line_start = self.offset + end as u64 + 1;
        }
        self.after_return = last == b'\r';
        self.offset += bytes.len() as u64;
    }

    /// Advances over bytes whose end is at `end` relative to their start, and the first of which is
    /// `first`: the same as [`TextLocation::advance`] over them.
    pub(crate) fn append(&mut self, end: TextLocation, first: Option<u8>) {
        let Some(first) = first else { return };
        self.line += end.line - 1;
        if self.after_return && first == b'\n' {
            self.line -= 1;
        }
        if end.line_start > 0 {
            self.line_start = self.offset + end.line_start;
        }
        self.after_return = end.after_return;
        self.offset += end.offset;
    }

    /// Sets the line and column of an error whose offset is relative to `text`, which starts at
    /// `base`.
    ///
    /// Moves to the location of the error: locating errors in their order reads the text once.
    pub(crate) fn locate(&mut self, error: &mut PgnError, base: TextLocation, text: &[u8]) {
        let offset = base.offset + error.offset;
        if self.offset > offset || self.offset < base.offset {
            *self = base;
        }
        let seen = (self.offset - base.offset) as usize;
        self.advance(text.get(seen..error.offset as usize).unwrap_or_default());
        (error.offset, error.line, error.column) = (offset, self.line, self.column());
    }

    /// Returns the column in bytes, from 1.
    pub(crate) fn column(&self) -> u64 {
        self.offset - self.line_start + 1
    }
}

/// Counts the line ends: carriage returns, and line feeds that follow none.
fn count_ends(bytes: &[u8]) -> u64 {
    dispatch(task!(|backend, bytes: &[u8]| -> u64 {
        let (blocks, rest) = bytes.as_chunks::<64>();
        let (mut feeds, mut all_returns) = (0, 0);
        for block in blocks {
            feeds += u64::from(backend.bytes_within(block, b'\n', b'\n').count_ones());
            all_returns |= backend.bytes_within(block, b'\r', b'\r');
        }
        if all_returns == 0 && !rest.contains(&b'\r') {
            return feeds + rest.iter().filter(|&&byte| byte == b'\n').count() as u64;
        }
        let mut count = 0;
        // the lowest bit: whether the byte before the block is a carriage return
        let mut after_return = 0;
        for block in blocks {
            let feeds = backend.bytes_within(block, b'\n', b'\n');
            let returns = backend.bytes_within(block, b'\r', b'\r');
            let after_returns = returns << 1 | after_return;
            count += u64::from((returns | feeds & !after_returns).count_ones());
            after_return = returns >> 63;
        }
        let mut after_return = after_return != 0;
        for byte in rest {
            count += u64::from(*byte == b'\r' || *byte == b'\n' && !after_return);
            after_return = *byte == b'\r';
        }
        count
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counting in blocks gives the same result as counting byte by byte.
    #[test]
    fn blocks_are_counted_like_bytes() {
        let mut text: Vec<u8> = (0..700u32).map(|n| b"\n\rab"[(n * n / 7 % 4) as usize]).collect();
        for _ in 0..130 {
            for length in [0, 1, 63, 64, 65, 66, 128, 129, 130, text.len()] {
                let bytes = &text[..length];
                let is_end = |n: usize| match bytes[n] {
                    b'\n' => true,
                    b'\r' => bytes.get(n + 1) != Some(&b'\n'),
                    _ => false,
                };
                let ends = (0..length).filter(|&n| is_end(n)).count();
                assert_eq!(count_ends(bytes), ends as u64);
            }
            text.rotate_left(1);
        }
        assert_eq!(count_ends(&[b'\n'; 1000]), 1000);
    }

    #[test]
    fn lines_do_not_depend_on_the_chunks() {
        let text = b"a\nb\r\nc\rd\r\r\n\n\r\ne";
        let mut slow = (1, 1);
        for end in 0..=text.len() {
            for middle in 0..=end {
                let mut location = TextLocation::START;
                location.advance(&text[..middle]);
                location.advance(&text[middle..end]);
                assert_eq!(
                    (location.offset, location.line, location.column()),
                    (end as u64, slow.0, slow.1)
                );
                let [mut joined, mut second] = [TextLocation::START; 2];
                joined.advance(&text[..middle]);
                second.advance(&text[middle..end]);
                joined.append(second, text[middle..end].first().copied());
                assert_eq!((joined.line, joined.column()), (location.line, location.column()));
                assert_eq!(joined.after_return, location.after_return);
            }
            match (text.get(end), text.get(end + 1)) {
                (Some(b'\r'), Some(b'\n')) => slow = (slow.0 + 1, 1),
                (Some(b'\n'), _) if end > 0 && text[end - 1] == b'\r' => slow.1 = 1,
                (Some(b'\n' | b'\r'), _) => slow = (slow.0 + 1, 1),
                _ => slow.1 += 1,
            }
        }
    }
}
