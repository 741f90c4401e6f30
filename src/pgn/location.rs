//! Lines and columns of byte offsets, computed only for errors and warnings.

use super::error::PgnError;
use crate::attacks::{Backend, Task, dispatch};

/// A place in a text whose line is known.
///
/// Lines end with a line feed, a carriage return, or both.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextLocation {
    /// Bytes before the place.
    pub(crate) offset: u64,
    /// The line of the place, from 1.
    pub(crate) line: u64,
    /// Bytes before the line.
    line_start: u64,
    /// Whether a carriage return stands right before the place, its line feed perhaps after it.
    after_return: bool,
}

impl TextLocation {
    /// The beginning of a text.
    pub(crate) const START: TextLocation =
        TextLocation { offset: 0, line: 1, line_start: 0, after_return: false };

    /// The beginning of a text that has so many bytes before it in its file.
    pub(crate) fn first(offset: u64) -> TextLocation {
        TextLocation { offset, line_start: offset, ..TextLocation::START }
    }

    /// Goes on over these bytes.
    pub(crate) fn advance(&mut self, bytes: &[u8]) {
        let (Some(&first), Some(&last)) = (bytes.first(), bytes.last()) else { return };
        if self.after_return && first == b'\n' {
            // the second half of a line end that has been counted
            self.line -= 1;
        }
        self.line += count_ends(bytes);
        if let Some(end) = memchr::memrchr2(b'\n', b'\r', bytes) {
            self.line_start = self.offset + end as u64 + 1;
        }
        self.after_return = last == b'\r';
        self.offset += bytes.len() as u64;
    }

    /// Goes on over bytes that end at the place `end`, counted from [`TextLocation::START`], the first of
    /// which is `first`: what [`TextLocation::advance`] over them does.
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

    /// Fills in the line and column of an error whose offset counts from the first byte of `text`,
    /// the place of which is `base`. The place is then that of the error: to locate errors in their
    /// order is to pass over the text once.
    pub(crate) fn locate(&mut self, error: &mut PgnError, base: TextLocation, text: &[u8]) {
        let offset = base.offset + error.offset;
        if self.offset > offset || self.offset < base.offset {
            *self = base;
        }
        let seen = (self.offset - base.offset) as usize;
        self.advance(text.get(seen..error.offset as usize).unwrap_or_default());
        (error.offset, error.line, error.column) = (offset, self.line, self.column());
    }

    /// The column of the place in bytes, from 1.
    pub(crate) fn column(&self) -> u64 {
        self.offset - self.line_start + 1
    }
}

/// Carriage returns, and line feeds that follow none.
fn count_ends(bytes: &[u8]) -> u64 {
    struct Count<'a>(&'a [u8]);
    impl Task for Count<'_> {
        type Output = u64;
        #[inline(always)]
        fn run<B: Backend>(self, backend: B) -> u64 {
            let (blocks, rest) = self.0.as_chunks::<64>();
            let (mut feeds, mut all_returns) = (0, 0);
            for block in blocks {
                feeds += u64::from(backend.bytes_within(block, b'\n', b'\n').count_ones());
                all_returns |= backend.bytes_within(block, b'\r', b'\r');
            }
            if all_returns == 0 && !rest.contains(&b'\r') {
                return feeds + rest.iter().filter(|&&byte| byte == b'\n').count() as u64;
            }
            let mut count = 0;
            // the lowest bit: whether a carriage return stands right before
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
        }
    }
    dispatch(Count(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Long texts are counted by blocks: wherever the ends of lines stand, as one by one.
    #[test]
    fn ends_are_counted_by_blocks_as_one_by_one() {
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
    fn lines_do_not_depend_on_the_pieces() {
        let text = b"a\nb\r\nc\rd\r\r\n\n\r\ne";
        let mut slow = (1, 1);
        for end in 0..=text.len() {
            for middle in 0..=end {
                let mut place = TextLocation::START;
                place.advance(&text[..middle]);
                place.advance(&text[middle..end]);
                assert_eq!(
                    (place.offset, place.line, place.column()),
                    (end as u64, slow.0, slow.1)
                );
                let [mut joined, mut second] = [TextLocation::START; 2];
                joined.advance(&text[..middle]);
                second.advance(&text[middle..end]);
                joined.append(second, text[middle..end].first().copied());
                assert_eq!((joined.line, joined.column()), (place.line, place.column()));
                assert_eq!(joined.after_return, place.after_return);
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
