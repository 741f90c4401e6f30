//! Text that is broken into lines of a maximum length, as it is written.

/// Appends tokens to a text, on a new line if one does not fit.
#[derive(Debug)]
pub(super) struct Lines<'a> {
    text: &'a mut Vec<u8>,
    /// The maximum length of a line, the space after its last token included.
    columns: usize,
    /// The length of the last line.
    width: usize,
}

impl<'a> Lines<'a> {
    /// Begins a line at the end of a text, which is empty or ends with a line feed.
    pub(super) fn new(text: &'a mut Vec<u8>, columns: Option<usize>) -> Lines<'a> {
        Lines { text, columns: columns.unwrap_or(usize::MAX), width: 0 }
    }

    /// Appends a token of up to seven characters, whose first `length` bytes end with a space.
    #[inline(always)]
    pub(super) fn push_short(&mut self, token: [u8; 8], length: usize) {
        let start = self.text.len();
        self.text.extend_from_slice(&token);
        self.text.truncate(start + length);
        self.end_token(start);
    }

    /// Appends a token of ASCII characters that `write` appends; it must be empty or end with a
    /// space. Returns whether it is not empty.
    #[inline(always)]
    pub(super) fn push(&mut self, write: impl FnOnce(&mut Vec<u8>)) -> bool {
        let start = self.text.len();
        write(self.text);
        let is_written = self.text.len() > start;
        if is_written {
            self.end_token(start);
        }
        is_written
    }

    /// Moves the token that begins at `start` to a new line if it does not fit.
    #[inline(always)]
    fn end_token(&mut self, start: usize) {
        let width = self.text.len() - start;
        let fits = self.width.saturating_add(width) <= self.columns;
        // the space after the token before; or a line feed, if this is the first token of its line
        if let Some(before) = start.checked_sub(1).and_then(|index| self.text.get_mut(index)) {
            *before = if fits { *before } else { b'\n' };
        }
        self.width = if fits { self.width + width } else { width };
    }

    /// Ends the last line, in which there is a token.
    pub(super) fn end(self) {
        if let Some(space) = self.text.last_mut() {
            *space = b'\n';
        }
    }
}

/// `00` to `99`.
static PAIRS: [[u8; 2]; 100] = {
    let mut pairs = [[0; 2]; 100];
    let mut number = 0;
    while number < 100 {
        pairs[number] = [b'0' + (number / 10) as u8, b'0' + (number % 10) as u8];
        number += 1;
    }
    pairs
};

/// Returns a number below 100 in two digits.
#[inline(always)]
pub(super) fn two_digits(number: u32) -> [u8; 2] {
    PAIRS[number as usize % 100]
}

/// Appends a number.
#[inline(always)]
pub(super) fn push_number(text: &mut Vec<u8>, number: u32) {
    match number {
        0..10 => text.push(b'0' + number as u8),
        10..100 => text.extend_from_slice(&two_digits(number)),
        _ => push_long_number(text, number),
    }
}

#[inline(never)]
fn push_long_number(text: &mut Vec<u8>, number: u32) {
    push_number(text, number / 100);
    text.extend_from_slice(&two_digits(number));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        let numbers = [0, 7, 10, 42, 99, 100, 101, 999, 1000, 12_345, 907_005, u32::MAX];
        for number in numbers {
            let mut text = Vec::new();
            push_number(&mut text, number);
            assert_eq!(String::from_utf8(text).unwrap(), number.to_string());
        }
    }

    #[test]
    fn tokens_that_do_not_fit_begin_a_line() {
        for (columns, expected) in [
            (None, "a bb ccc \n"),
            (Some(9), "a bb ccc \n"),
            (Some(8), "a bb\nccc \n"),
            (Some(4), "a\nbb\nccc \n"),
            (Some(0), "a\nbb\nccc \n"),
        ] {
            let mut text = Vec::new();
            let mut lines = Lines::new(&mut text, columns);
            lines.push_short(*b"a ??????", 2);
            assert!(lines.push(|text| text.extend_from_slice(b"bb ")));
            assert!(!lines.push(|_| {}));
            lines.push_short(*b"ccc ????", 4);
            lines.end();
            assert_eq!(String::from_utf8(text).unwrap(), expected.replace(" \n", "\n"));
        }
    }
}
