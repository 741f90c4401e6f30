//! Text that is broken into lines of a maximum length, as it is written.

use std::borrow::BorrowMut;

/// Appends tokens to a text, on a new line if one does not fit.
#[derive(Clone, Debug)]
pub struct Lines<T = Vec<u8>> {
    text: T,
    /// The maximum length of a line in characters, the space after its last token included.
    columns: usize,
    /// The length of the last line; 0 if there is no token in it.
    width: usize,
}

impl<T: BorrowMut<Vec<u8>>> Lines<T> {
    /// Begins a line at the end of a text, which is empty or ends with a line feed.
    pub(crate) fn new(text: T, columns: Option<usize>) -> Lines<T> {
        Lines { text, columns: columns.unwrap_or(usize::MAX), width: 0 }
    }

    /// Appends a token of up to seven ASCII characters, whose first `length` bytes end with a space.
    #[inline(always)]
    pub(crate) fn push_short(&mut self, token: [u8; 8], length: usize) {
        let text = self.text.borrow_mut();
        let start = text.len();
        text.extend_from_slice(&token);
        text.truncate(start + length);
        self.place(start, length);
    }

    /// Appends a token of ASCII characters that `write` appends; it must be empty or end with a
    /// space. Returns whether it is not empty.
    #[inline(always)]
    pub(crate) fn push(&mut self, write: impl FnOnce(&mut Vec<u8>)) -> bool {
        let start = self.text().len();
        write(self.text());
        self.end_token(start)
    }

    /// Returns the text, to append a token of ASCII characters, for [`end_token`](Self::end_token).
    #[inline(always)]
    pub(crate) fn text(&mut self) -> &mut Vec<u8> {
        self.text.borrow_mut()
    }

    /// Ends the token that was appended at `start`, which may be empty. Returns whether it is not.
    #[inline(always)]
    pub(crate) fn end_token(&mut self, start: usize) -> bool {
        let width = self.text().len() - start;
        if width > 0 {
            self.place(start, width);
        }
        width > 0
    }

    /// Appends a token that is the concatenation of texts and ends with a space.
    pub(super) fn push_texts(&mut self, texts: &[&str]) {
        let text = self.text.borrow_mut();
        let start = text.len();
        texts.iter().for_each(|token| text.extend_from_slice(token.as_bytes()));
        self.place(start, texts.iter().map(|token| token.chars().count()).sum());
    }

    /// Moves the token that begins at `start` to a new line if it does not fit.
    #[inline(always)]
    fn place(&mut self, start: usize, width: usize) {
        let fits = self.width.saturating_add(width) <= self.columns;
        // the space after the token before; or a line feed, if this is the first token of its line
        let before = start.checked_sub(1);
        if let Some(before) = before.and_then(|index| self.text.borrow_mut().get_mut(index)) {
            *before = if fits { *before } else { b'\n' };
        }
        self.width = if fits { self.width + width } else { width };
    }

    /// Ends the last line, if there is a token in it.
    pub(crate) fn end(&mut self) {
        if self.width > 0
            && let Some(space) = self.text.borrow_mut().last_mut()
        {
            *space = b'\n';
        }
        self.width = 0;
    }

    /// Appends a whole line, without the whitespace at its end.
    pub(super) fn push_line(&mut self, line: &str) {
        self.end();
        let text = self.text.borrow_mut();
        text.extend_from_slice(line.trim_end().as_bytes());
        text.push(b'\n');
    }
}

impl Lines {
    /// Returns the text.
    pub(super) fn into_text(self) -> String {
        String::from_utf8(self.text).unwrap_or_default() // of whole strings and ASCII
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
