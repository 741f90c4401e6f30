//! Commands in comments: `[%eval 0.17]`, `[%clk 0:02:59.9]`.

use super::byte_masks::{BLOCK_BYTES, braces_and_line_ends};
use super::command_values::{argument, digits, eval, is_named, tcec_eval, tcec_field, time};
use super::cursor::Cursor;
use crate::types::{NO_CLOCK, NO_EVAL};

/// The values of a comment's `%eval` and `%clk` commands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Commands {
    pub(crate) eval: i32,
    pub(crate) clock: i32,
    /// Whether one of these commands has an invalid value.
    pub(super) malformed: bool,
}

impl Commands {
    pub(crate) const NONE: Commands = Commands { eval: NO_EVAL, clock: NO_CLOCK, malformed: false };

    /// Adds the values of a TCEC engine report, unless commands gave them.
    #[inline(never)]
    pub(super) fn add_tcec(&mut self, comment: &[u8]) {
        let field = |name: &[u8]| tcec_field(comment, name);
        if self.eval == NO_EVAL
            && let Some(eval) = field(b"wv=").and_then(tcec_eval)
        {
            self.eval = eval;
        }
        if self.clock == NO_CLOCK
            && let Some((millis, _)) = field(b"tl=").and_then(digits)
        {
            self.clock = millis;
        }
    }
}

/// Finds the end of a comment or of its line. Most comments are short: those need no call.
#[inline(always)]
fn brace_or_line_end(text: &[u8]) -> Option<usize> {
    const SHORT: usize = 4 * BLOCK_BYTES;
    if let Some(begin) = text.first_chunk::<SHORT>() {
        for (n, bytes) in begin.as_chunks::<BLOCK_BYTES>().0.iter().enumerate() {
            let ends = braces_and_line_ends(bytes);
            if ends != 0 {
                return Some(n * BLOCK_BYTES + ends.trailing_zeros() as usize);
            }
        }
    }
    memchr::memchr3(b'}', b'\n', b'\r', text)
}

/// The maximum number of bytes after a tag in a comment in which its closing brace is searched.
const MAX_AFTER_TAG: usize = 64 << 10;

/// The end of a comment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CommentEnd {
    /// With its brace; the cursor is after it.
    Closed,
    /// Without a brace; the cursor is at the next game's first tag, or at the end of the text.
    Unclosed,
}

impl Cursor<'_> {
    /// Reads a comment whose opening brace has been read, and its commands.
    ///
    /// A comment ends at the first closing brace. If it contains a tag, and no closing brace
    /// follows the tag before another comment opens, or within 64 kB, the comment is unclosed and
    /// ends before the tag.
    #[inline(always)]
    pub(super) fn comment(&mut self, commands: &mut Commands) -> CommentEnd {
        loop {
            // a sequence of commands, as most sites write comments
            match self.peek() {
                Some(b' ') => {
                    self.advance(1);
                    continue;
                }
                Some(b'}') => {
                    self.advance(1);
                    return CommentEnd::Closed;
                }
                Some(b'[') if self.peek_at(1) == Some(b'%') => {
                    self.advance(2);
                    self.command(commands);
                    continue;
                }
                _ => {}
            }
            let found = memchr::memchr2(b'}', b'[', self.rest());
            let Some(offset) = self.found(found) else {
                self.finish();
                return CommentEnd::Unclosed;
            };
            self.advance(offset);
            if self.peek() == Some(b'[') && self.peek_at(1) != Some(b'%') {
                if self.is_first_on_line() && self.is_tag() {
                    return self.comment_with_tag();
                }
                self.advance(1);
            }
        }
    }

    /// Skips a comment whose opening brace has been read.
    #[inline]
    pub(super) fn skip_comment(&mut self) -> CommentEnd {
        // on one line there is no tag that could end it
        let end = brace_or_line_end(self.rest());
        if let Some(offset) = end
            && self.rest().get(offset) == Some(&b'}')
        {
            self.advance(offset + 1);
            return CommentEnd::Closed;
        }
        self.comment(&mut Commands::NONE.clone())
    }

    /// Decides whether a comment is closed, with the cursor at a tag in it.
    #[cold]
    fn comment_with_tag(&mut self) -> CommentEnd {
        let tag = self.pos();
        let ahead = self.rest().get(..MAX_AFTER_TAG);
        let found = memchr::memchr2(b'}', b'{', ahead.unwrap_or(self.rest()));
        self.note_ended(found.is_none() && ahead.is_none());
        if let Some(offset) = found {
            self.advance(offset);
            if self.peek() == Some(b'}') {
                self.advance(1);
                return CommentEnd::Closed;
            }
        }
        self.set_pos(tag);
        CommentEnd::Unclosed
    }

    /// Reads a command after its `[%`, and advances to its end if it is a well-formed `%clk` or
    /// `%eval`. The first valid command of a kind counts.
    #[inline(always)]
    pub(super) fn command(&mut self, commands: &mut Commands) {
        // if the text ends here, the search for the end of the comment sets `ended`
        let rest = self.rest();
        let (is_clock, is_eval) = (is_named(rest, *b"clk"), is_named(rest, *b"eval"));
        if !is_clock && !is_eval {
            return;
        }
        let found = rest.get(if is_clock { 3 } else { 4 }..).and_then(argument);
        let value = found.and_then(|(text, after)| {
            let value = if is_clock { time(text) } else { eval(text) };
            Some((value?, after))
        });
        let Some((value, after)) = value else {
            commands.malformed = true;
            return;
        };
        let (old, missing) = match is_clock {
            true => (&mut commands.clock, NO_CLOCK),
            false => (&mut commands.eval, NO_EVAL),
        };
        if *old == missing {
            *old = value;
        }
        self.advance(rest.len() - after.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{MATE, MAX_CENTIPAWNS};

    fn read(text: &str) -> (CommentEnd, i32, i32) {
        let mut commands = Commands::NONE;
        let end = Cursor::new(text.as_bytes(), 0).comment(&mut commands);
        (end, commands.eval, commands.clock)
    }

    #[test]
    fn commands() {
        let closed = |eval, clock| (CommentEnd::Closed, eval, clock);
        assert_eq!(read(" [%eval 0.17] [%clk 0:00:30] }"), closed(17, 30_000));
        assert_eq!(read("[%eval #-3]}"), closed(-999_997, NO_CLOCK));
        assert_eq!(read("[%eval #5,24] [%clk 0:02:59.9]}"), closed(999_995, 179_900));
        assert_eq!(read("[%eval -1.5,30]}"), closed(-150, NO_CLOCK));
        assert_eq!(read("[%eval 12]}"), closed(1200, NO_CLOCK));
        assert_eq!(read("[%eval .5]}"), closed(50, NO_CLOCK));
        assert_eq!(read("[%eval 99999999.0]}"), closed(MAX_CENTIPAWNS, NO_CLOCK));
        assert_eq!(read("[%clk 1:02:59][%timestamp 14]}"), closed(NO_EVAL, 3_779_000));
        for wrong in ["[%eval x]}", "[%eval 1]x]}"] {
            assert_eq!(read(wrong).0, CommentEnd::Closed);
        }
        for wrong in ["[%eval ]}", "[%eval 0.1", "[%clk 99999999:00:00]}", "[%clk 3:00]}", "[%clk}"]
        {
            assert_eq!((read(wrong).1, read(wrong).2), (NO_EVAL, NO_CLOCK), "{wrong}");
        }
        // the first valid one counts
        assert_eq!(read("[%clk 0:00:01][%clk 0:00:02]}"), closed(NO_EVAL, 1000));
        assert_eq!(read("[%clk 1][%clk 0:00:02]}"), closed(NO_EVAL, 2000));
    }

    #[test]
    fn tcec_reports() {
        let read = |text: &str| {
            let mut commands = Commands::NONE;
            commands.add_tcec(text.as_bytes());
            (commands.eval, commands.clock)
        };
        assert_eq!(read("d=35, tl=1738239, pv=wv, wv=0.65, R50=50"), (65, 1_738_239));
        assert_eq!(read("wv=-M12, mtl=5"), (12 - MATE, NO_CLOCK));
        assert_eq!(read("wv=+153.30"), (15_330, NO_CLOCK));
        for nothing in ["", "wv=", "wv=x, tl=", "xwv=1.0"] {
            assert_eq!(read(nothing), (NO_EVAL, NO_CLOCK), "{nothing}");
        }
        let mut commands = Commands { eval: 1, clock: 2, ..Commands::NONE };
        commands.add_tcec(b"wv=3.0, tl=4");
        assert_eq!((commands.eval, commands.clock), (1, 2));
    }

    #[test]
    fn unclosed_comments_end_before_the_next_game() {
        assert_eq!(read("a {b c} d").0, CommentEnd::Closed);
        assert_eq!(read("look:\n[Event \"x\"]\n} d").0, CommentEnd::Closed);
        for text in ["x *\n\n[Event \"t\"]\n\n1. d4 *", "x *\n\n[Event \"t\"]\n\n1. d4 {y} *"] {
            let mut cursor = Cursor::new(text.as_bytes(), 0);
            assert_eq!(cursor.comment(&mut Commands::NONE.clone()), CommentEnd::Unclosed);
            assert_eq!(cursor.pos(), 5, "{text}");
        }
        assert_eq!(read("never").0, CommentEnd::Unclosed);
    }
}
