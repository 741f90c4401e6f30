//! A cursor in a text of which more may follow.

/// The bytes of a text, and an offset in it.
///
/// The text may be the beginning of a longer one. `ended` is set when a method needs a byte beyond
/// the last one, so that the result might change with more text; the reader then drops the result,
/// reads more text, and begins the game again.
#[derive(Clone, Copy)]
pub(crate) struct Cursor<'t> {
    text: &'t [u8],
    pos: usize,
    ended: bool,
}

/// Returns eight bytes from an offset as a little-endian number; `None` if the text is too short.
#[inline(always)]
pub(super) fn eight_bytes(text: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(*text.get(at..)?.first_chunk()?))
}

impl<'t> Cursor<'t> {
    #[inline(always)]
    pub(crate) fn new(text: &'t [u8], pos: usize) -> Cursor<'t> {
        Cursor { text, pos: pos.min(text.len()), ended: false }
    }

    /// Returns the offset in the text.
    #[inline(always)]
    pub(super) fn pos(&self) -> usize {
        self.pos
    }

    /// Whether a byte beyond the last one was needed.
    #[inline(always)]
    pub(super) fn ended(&self) -> bool {
        self.ended
    }

    #[inline(always)]
    pub(super) fn set_pos(&mut self, pos: usize) {
        debug_assert!(pos <= self.text.len());
        self.pos = pos;
    }

    /// Returns the next byte; `None` at the end of the text.
    #[inline(always)]
    pub(super) fn peek(&mut self) -> Option<u8> {
        self.peek_at(0)
    }

    /// Returns the byte after the next `ahead` bytes.
    #[inline(always)]
    pub(super) fn peek_at(&mut self, ahead: usize) -> Option<u8> {
        match self.text.get(self.pos + ahead) {
            Some(&byte) => Some(byte),
            None => {
                self.ended = true;
                None
            }
        }
    }

    /// Returns the next `BYTES` bytes; `None` if there are fewer.
    #[inline(always)]
    pub(super) fn ahead<const BYTES: usize>(&self) -> Option<&'t [u8; BYTES]> {
        self.text.get(self.pos..)?.first_chunk()
    }

    /// Advances by a number of bytes, which the caller has read.
    #[inline(always)]
    pub(super) fn advance(&mut self, bytes: usize) {
        debug_assert!(self.pos + bytes <= self.text.len());
        self.pos += bytes;
    }

    /// Returns the text from `start` to the cursor.
    #[inline(always)]
    pub(super) fn since(&self, start: usize) -> &'t [u8] {
        self.text.get(start..self.pos).unwrap_or_default()
    }

    /// Returns the whole text.
    #[inline(always)]
    pub(super) fn text(&self) -> &'t [u8] {
        self.text
    }

    /// Returns a range of the text.
    #[inline(always)]
    pub(super) fn between(&self, range: std::ops::Range<usize>) -> &'t [u8] {
        self.text.get(range).unwrap_or_default()
    }

    /// Whether the line of the cursor follows an empty line, with only whitespace before the
    /// cursor.
    pub(super) fn is_after_empty_line(&self) -> bool {
        let before = self.text.get(..self.pos).unwrap_or_default();
        let (mut line_feeds, mut carriage_returns) = (0, 0);
        for byte in before.iter().rev() {
            match byte {
                b' ' | b'\t' => {}
                b'\n' => line_feeds += 1,
                b'\r' => carriage_returns += 1,
                _ => break,
            }
        }
        line_feeds > 1 || carriage_returns > 1
    }

    /// Returns the text from the cursor on.
    #[inline(always)]
    pub(super) fn rest(&self) -> &'t [u8] {
        self.text.get(self.pos..).unwrap_or_default()
    }

    /// Sets `ended` if a search through [`Cursor::rest`] found nothing. Returns the offset that was
    /// found.
    #[inline(always)]
    pub(super) fn found(&mut self, offset: Option<usize>) -> Option<usize> {
        self.ended |= offset.is_none();
        offset
    }

    /// Sets `ended` if a copy of this cursor has it set.
    #[inline(always)]
    pub(super) fn note_ended(&mut self, ended: bool) {
        self.ended |= ended;
    }

    /// Returns the byte at an offset that has been read.
    #[inline(always)]
    pub(super) fn byte(&self, pos: usize) -> Option<u8> {
        self.text.get(pos).copied()
    }

    /// Returns the byte before the cursor.
    pub(super) fn before(&self) -> Option<u8> {
        self.pos.checked_sub(1).and_then(|pos| self.byte(pos))
    }

    /// Advances to the end of the text.
    pub(super) fn finish(&mut self) {
        self.ended = true;
        self.pos = self.text.len();
    }

    /// Whether these bytes come next.
    pub(super) fn starts_with(&mut self, bytes: &[u8]) -> bool {
        for (ahead, &byte) in bytes.iter().enumerate() {
            if self.peek_at(ahead) != Some(byte) {
                return false;
            }
        }
        true
    }

    /// Whether the cursor is at the start of a line.
    #[inline(always)]
    pub(super) fn is_line_start(&self) -> bool {
        self.pos == 0 || matches!(self.text.get(self.pos - 1), Some(b'\n' | b'\r'))
    }

    /// Whether only whitespace precedes the cursor on its line.
    pub(super) fn is_first_on_line(&self) -> bool {
        let before = self.text.get(..self.pos).unwrap_or_default();
        let mut before = before.iter().rev().skip_while(|&&byte| byte == b' ' || byte == b'\t');
        matches!(before.next(), None | Some(b'\n' | b'\r'))
    }

    /// Advances to the end of the line, before its line feed or carriage return.
    pub(super) fn skip_line(&mut self) {
        let end = memchr::memchr2(b'\n', b'\r', self.rest());
        match self.found(end) {
            Some(offset) => self.advance(offset),
            None => self.finish(),
        }
    }
}
