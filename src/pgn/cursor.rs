//! A place in a text that may not be all there yet.

/// The bytes of a text with a place in it.
///
/// The text may be the part of a longer one that has been read so far. `ended` notes that somebody
/// looked past its last byte, so that what was made of it might change with more text; a reader
/// that finds the note set throws its work away, gets more text, and begins the game again.
#[derive(Clone, Copy)]
pub(crate) struct Cursor<'t> {
    text: &'t [u8],
    pos: usize,
    ended: bool,
}

/// Eight bytes from a place in a text, the first one lowest, if there are so many.
#[inline(always)]
pub(super) fn eight_bytes(text: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(*text.get(at..)?.first_chunk()?))
}

impl<'t> Cursor<'t> {
    #[inline(always)]
    pub(super) fn new(text: &'t [u8], pos: usize) -> Cursor<'t> {
        Cursor { text, pos: pos.min(text.len()), ended: false }
    }

    /// Bytes before the place.
    #[inline(always)]
    pub(super) fn pos(&self) -> usize {
        self.pos
    }

    /// Whether somebody looked past the last byte.
    #[inline(always)]
    pub(super) fn ended(&self) -> bool {
        self.ended
    }

    #[inline(always)]
    pub(super) fn set_pos(&mut self, pos: usize) {
        debug_assert!(pos <= self.text.len());
        self.pos = pos;
    }

    /// The byte at the place; `None` at the end of the text.
    #[inline(always)]
    pub(super) fn peek(&mut self) -> Option<u8> {
        self.peek_at(0)
    }

    /// The byte some steps ahead.
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

    /// The next bytes, if there are so many.
    #[inline(always)]
    pub(super) fn ahead<const BYTES: usize>(&self) -> Option<&'t [u8; BYTES]> {
        self.text.get(self.pos..)?.first_chunk()
    }

    /// Goes on by so many bytes, which the caller has seen.
    #[inline(always)]
    pub(super) fn advance(&mut self, bytes: usize) {
        debug_assert!(self.pos + bytes <= self.text.len());
        self.pos += bytes;
    }

    /// The text from `start` to the place.
    #[inline(always)]
    pub(super) fn since(&self, start: usize) -> &'t [u8] {
        self.text.get(start..self.pos).unwrap_or_default()
    }

    /// All of the text.
    #[inline(always)]
    pub(super) fn text(&self) -> &'t [u8] {
        self.text
    }

    /// A part of the text.
    #[inline(always)]
    pub(super) fn between(&self, range: std::ops::Range<usize>) -> &'t [u8] {
        self.text.get(range).unwrap_or_default()
    }

    /// Whether an empty line ends right before the line of the place, which only whitespace precede.
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

    /// Everything from the place on.
    #[inline(always)]
    pub(super) fn rest(&self) -> &'t [u8] {
        self.text.get(self.pos..).unwrap_or_default()
    }

    /// Takes note of a search through [`Cursor::rest`] that found nothing.
    #[inline(always)]
    pub(super) fn found(&mut self, offset: Option<usize>) -> Option<usize> {
        self.ended |= offset.is_none();
        offset
    }

    /// Notes that somebody looked past the last byte, on a copy of this cursor.
    #[inline(always)]
    pub(super) fn note_ended(&mut self, ended: bool) {
        self.ended |= ended;
    }

    /// The byte at a position that has been read.
    #[inline(always)]
    pub(super) fn byte(&self, pos: usize) -> Option<u8> {
        self.text.get(pos).copied()
    }

    /// The byte before the place.
    pub(super) fn before(&self) -> Option<u8> {
        self.pos.checked_sub(1).and_then(|pos| self.byte(pos))
    }

    /// Goes to the end of the text.
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

    /// Whether the place is the first column of a line.
    #[inline(always)]
    pub(super) fn is_line_start(&self) -> bool {
        self.pos == 0 || matches!(self.text.get(self.pos - 1), Some(b'\n' | b'\r'))
    }

    /// Whether only whitespace stand before the place on its line.
    pub(super) fn is_first_on_line(&self) -> bool {
        let before = self.text.get(..self.pos).unwrap_or_default();
        let mut before = before.iter().rev().skip_while(|&&byte| byte == b' ' || byte == b'\t');
        matches!(before.next(), None | Some(b'\n' | b'\r'))
    }

    /// Goes to the end of the line, before its line feed or carriage return.
    pub(super) fn skip_line(&mut self) {
        let end = memchr::memchr2(b'\n', b'\r', self.rest());
        match self.found(end) {
            Some(offset) => self.advance(offset),
            None => self.finish(),
        }
    }
}
