//! Skipping variations.

use super::comment::CommentEnd;
use super::cursor::Cursor;

/// How a variation ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum VariationEnd {
    /// With its parenthesis; the place is after it.
    Closed,
    /// It has none; the place is at the next game's first tag, or at the end of the text.
    Unclosed,
    /// A comment in it has no end; the place is as above.
    UnclosedComment,
}

/// What matters inside a variation: everything else is passed over.
static STOPS: [bool; 256] = {
    let mut table = [false; 256];
    let mut n = 0;
    let stops = b"(){[;%";
    while n < stops.len() {
        table[stops[n] as usize] = true;
        n += 1;
    }
    table
};

impl Cursor<'_> {
    /// Skips a variation whose opening parenthesis has been read, with all that are nested in it:
    /// a count, so any depth will do.
    pub(super) fn variation(&mut self) -> VariationEnd {
        let mut depth = 1usize;
        loop {
            let found = self.rest().iter().position(|&byte| STOPS[usize::from(byte)]);
            let Some(offset) = self.found(found) else {
                self.finish();
                return VariationEnd::Unclosed;
            };
            self.advance(offset);
            match self.peek() {
                Some(b'(') => depth += 1,
                Some(b')') => {
                    depth -= 1;
                    if depth == 0 {
                        self.advance(1);
                        return VariationEnd::Closed;
                    }
                }
                Some(b'{') => {
                    self.advance(1);
                    if self.skip_comment() == CommentEnd::Unclosed {
                        return VariationEnd::UnclosedComment;
                    }
                    continue;
                }
                Some(b';') => {
                    self.skip_line();
                    continue;
                }
                Some(b'%') if self.is_line_start() => {
                    self.skip_line();
                    continue;
                }
                Some(b'[') if self.is_first_on_line() && self.is_tag() => {
                    return VariationEnd::Unclosed;
                }
                _ => {}
            }
            self.advance(1);
        }
    }
}
