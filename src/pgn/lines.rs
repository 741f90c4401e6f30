//! Lines and columns of offsets, worked out only when somebody asks.

use super::error::PgnError;

/// A place in a text whose line is known.
///
/// Lines end with a line feed, a carriage return, or both.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LinePlace {
    /// Bytes before the place.
    pub(crate) offset: u64,
    /// The line of the place, from 1.
    pub(crate) line: u64,
    /// Bytes before the line.
    line_start: u64,
    /// Whether a carriage return stands right before the place, its line feed perhaps after it.
    after_return: bool,
}

impl LinePlace {
    /// The beginning of a text.
    pub(crate) const START: LinePlace =
        LinePlace { offset: 0, line: 1, line_start: 0, after_return: false };

    /// Goes on over these bytes.
    pub(crate) fn advance(&mut self, bytes: &[u8]) {
        let (Some(&first), Some(&last)) = (bytes.first(), bytes.last()) else { return };
        if self.after_return && first == b'\n' {
            // the second half of a line end that has been counted
            self.line -= 1;
        }
        let feeds = count(bytes, b'\n');
        let returns = if memchr::memchr(b'\r', bytes).is_some() {
            count(bytes, b'\r') - count_pairs(bytes)
        } else {
            0
        };
        self.line += feeds + returns;
        if let Some(end) = memchr::memrchr2(b'\n', b'\r', bytes) {
            self.line_start = self.offset + end as u64 + 1;
        }
        self.after_return = last == b'\r';
        self.offset += bytes.len() as u64;
    }

    /// Fills in the line and column of a fault whose offset counts from the first byte of `text`,
    /// the place of which is `base`. The place is then that of the fault: to locate faults in their
    /// order is to pass over the text once.
    pub(crate) fn locate(&mut self, fault: &mut PgnError, base: LinePlace, text: &[u8]) {
        let offset = base.offset + fault.offset;
        if self.offset > offset || self.offset < base.offset {
            *self = base;
        }
        let seen = (self.offset - base.offset) as usize;
        self.advance(text.get(seen..fault.offset as usize).unwrap_or_default());
        (fault.offset, fault.line, fault.column) = (offset, self.line, self.column());
    }

    /// The column of the place in bytes, from 1.
    pub(crate) fn column(&self) -> u64 {
        self.offset - self.line_start + 1
    }
}

fn count(bytes: &[u8], byte: u8) -> u64 {
    memchr::memchr_iter(byte, bytes).count() as u64
}

/// How often a carriage return and a line feed follow each other.
fn count_pairs(bytes: &[u8]) -> u64 {
    let mut pairs = 0;
    let after = bytes.get(1..).unwrap_or_default();
    // short runs, so that the sums fit a byte and many are made at once
    for (first, second) in bytes.chunks(255).zip(after.chunks(255)) {
        let is_pair = |(&a, &b): (&u8, &u8)| u8::from(a == b'\r') & u8::from(b == b'\n');
        pairs += u64::from(first.iter().zip(second).map(is_pair).sum::<u8>());
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_do_not_depend_on_the_pieces() {
        let text = b"a\nb\r\nc\rd\r\r\n\n\r\ne";
        let mut slow = (1, 1);
        for end in 0..=text.len() {
            for middle in 0..=end {
                let mut place = LinePlace::START;
                place.advance(&text[..middle]);
                place.advance(&text[middle..end]);
                assert_eq!(
                    (place.offset, place.line, place.column()),
                    (end as u64, slow.0, slow.1)
                );
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
