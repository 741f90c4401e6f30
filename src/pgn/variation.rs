//! Skipping variations.

use super::comment::CommentEnd;
use super::cursor::Cursor;
use crate::attacks::{Backend, task};

/// The end of a variation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum VariationEnd {
    /// With its parenthesis; the cursor is after it.
    Closed,
    /// Without a parenthesis; the cursor is at the next game's first tag, or at the end of the
    /// text.
    Unclosed,
    /// A comment in it is unclosed; the cursor is as above.
    UnclosedComment,
}

impl Cursor<'_> {
    /// Skips a variation whose opening parenthesis has been read, with all nested ones. Counts the
    /// depth, so there is no recursion.
    pub(super) fn skip_variation<B: Backend>(&mut self, backend: B) -> VariationEnd {
        let cursor = self;
        backend.enter(task!(|backend, cursor: &mut Cursor<'_>| -> VariationEnd {
            cursor.skip_variation_with(backend)
        }))
    }

    #[inline(always)]
    fn skip_variation_with<B: Backend>(&mut self, backend: B) -> VariationEnd {
        let mut depth = 1usize;
        loop {
            if !self.find_stop(backend) {
                return VariationEnd::Unclosed;
            }
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
