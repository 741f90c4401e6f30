//! Commands in comments: `[%eval 0.17]`, `[%clk 0:02:59.9]`.

use super::byte_masks::{BLOCK_BYTES, braces_and_line_ends};
use super::cursor::Cursor;

/// The value of a missing evaluation.
pub const NO_EVAL: i32 = i32::MIN;

/// Mate in n moves is `±(MATE - n)`, plus for White.
pub const MATE: i32 = 1_000_000;

/// The largest absolute value in centipawns of an evaluation that is not mate.
pub const MAX_CENTIPAWNS: i32 = 900_000;

/// The value of a missing clock.
pub const NO_CLOCK: i32 = -1;

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

/// How a comment ended.
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
        if let [b'c', b'l', b'k', b' ' | b'\t' | b'\n' | b'\r', value @ ..] = rest
            && let Some((clock, after)) = time(value)
        {
            if commands.clock == NO_CLOCK {
                commands.clock = clock;
            }
            self.advance(rest.len() - after.len());
        } else if let [b'e', b'v', b'a', b'l', b' ' | b'\t' | b'\n' | b'\r', value @ ..] = rest
            && let Some((eval, after)) = eval(value)
        {
            if commands.eval == NO_EVAL {
                commands.eval = eval;
            }
            self.advance(rest.len() - after.len());
        } else {
            commands.malformed |= is_named(rest, *b"clk") || is_named(rest, *b"eval");
        }
    }
}

/// Whether the text after a `[%` is a command with this name.
#[inline(always)]
pub(super) fn is_named<const N: usize>(command: &[u8], name: [u8; N]) -> bool {
    match command.split_first_chunk() {
        Some((begin, [next, ..])) => *begin == name && !next.is_ascii_alphanumeric(),
        _ => false,
    }
}

/// Reads one to nine digits at the start of a text: their value, and the rest.
#[inline(always)]
fn digits(text: &[u8]) -> Option<(i32, &[u8])> {
    let mut value = 0;
    let mut rest = text;
    while let [digit @ b'0'..=b'9', after @ ..] = rest {
        if text.len() - rest.len() == 9 {
            return None;
        }
        value = value * 10 + i32::from(digit - b'0');
        rest = after;
    }
    (rest.len() < text.len()).then_some((value, rest))
}

/// Returns the rest after a closing bracket, with optional whitespace before it.
#[inline(always)]
fn closing_bracket(text: &[u8]) -> Option<&[u8]> {
    match text {
        [b']', rest @ ..] => Some(rest),
        [b' ', ..] => text.trim_ascii_start().strip_prefix(b"]"),
        _ => None,
    }
}

/// Returns the move time in milliseconds of a TCEC engine report.
pub(super) fn tcec_move_time(comment: &[u8]) -> i32 {
    tcec_field(comment, b"mt=").and_then(digits).map_or(NO_CLOCK, |(millis, _)| millis)
}

/// Returns the text after the name of a field in a TCEC engine report.
fn tcec_field<'a>(comment: &'a [u8], name: &[u8]) -> Option<&'a [u8]> {
    let found = memchr::memmem::find_iter(comment, name).find(|&at| {
        let before = at.checked_sub(1).and_then(|at| comment.get(at));
        matches!(before, None | Some(b' ' | b',' | b'{'))
    })?;
    comment.get(found + name.len()..)
}

/// Reads `h:mm:ss` with any number of decimals: milliseconds, and the rest after the bracket.
#[inline(always)]
pub(super) fn time(text: &[u8]) -> Option<(i32, &[u8])> {
    let (hours, text) = digits(text)?;
    let [b':', text @ ..] = text else { return None };
    let (minutes, text) = digits(text)?;
    let [b':', text @ ..] = text else { return None };
    let (seconds, mut text) = digits(text)?;
    let mut millis = 0;
    if let [b'.', fraction @ ..] = text {
        let (mut unit, mut fraction) = (100, fraction);
        while let [digit @ b'0'..=b'9', rest @ ..] = fraction {
            millis += i32::from(digit - b'0') * unit;
            unit /= 10;
            fraction = rest;
        }
        text = fraction;
    }
    let text = closing_bracket(text)?;
    // nine digits of each fit in 64 bits
    let seconds = (i64::from(hours) * 60 + i64::from(minutes)) * 60 + i64::from(seconds);
    let millis = i32::try_from(seconds * 1000 + i64::from(millis)).ok()?;
    Some((millis, text))
}

/// Reads `0.17`, `-1.5`, `#3` or `#-3`, with or without `,depth`: the evaluation from White's view,
/// and the rest after the bracket.
#[inline(always)]
fn eval(text: &[u8]) -> Option<(i32, &[u8])> {
    let (is_mate, text) = match text {
        [b'#', text @ ..] => (true, text),
        text => (false, text),
    };
    let (sign, text) = match text {
        [b'-', text @ ..] => (-1, text),
        [b'+', text @ ..] => (1, text),
        text => (1, text),
    };
    let (value, text) = if is_mate {
        let (moves, text) = digits(text)?;
        (MATE - moves.min(MATE - MAX_CENTIPAWNS - 1), text)
    } else {
        let (pawns, text) = if let [b'.', ..] = text { (0, text) } else { digits(text)? };
        let (cents, text) = match text {
            [b'.', fraction @ ..] => hundredths(fraction),
            text => (0, text),
        };
        (pawns.saturating_mul(100).saturating_add(cents).min(MAX_CENTIPAWNS), text)
    };
    let text = match text {
        [b',', depth @ ..] => digits(depth)?.1,
        text => text,
    };
    Some((sign * value, closing_bracket(text)?))
}

/// Reads `0.65`, `-1.5`, `M12`, `-M9` or `+#3`.
fn tcec_eval(text: &[u8]) -> Option<i32> {
    let (sign, text) = match text {
        [b'-', text @ ..] => (-1, text),
        [b'+', text @ ..] => (1, text),
        text => (1, text),
    };
    match text {
        [b'M' | b'#', text @ ..] => {
            let (moves, _) = digits(text)?;
            Some(sign * (MATE - moves.min(MATE - MAX_CENTIPAWNS - 1)))
        }
        text => {
            let (pawns, text) = digits(text)?;
            let cents = text.strip_prefix(b".").map_or(0, |fraction| hundredths(fraction).0);
            Some(sign * pawns.saturating_mul(100).saturating_add(cents).min(MAX_CENTIPAWNS))
        }
    }
}

/// Reads the decimals of a number, rounded to two, and the rest.
#[inline(always)]
fn hundredths(text: &[u8]) -> (i32, &[u8]) {
    let (mut value, mut count, mut rest) = (0, 0, text);
    while let [digit @ b'0'..=b'9', after @ ..] = rest {
        let digit = i32::from(digit - b'0');
        match count {
            0 => value = 10 * digit,
            1 => value += digit,
            2 => value += i32::from(digit >= 5),
            _ => {}
        }
        count += 1;
        rest = after;
    }
    (value, rest)
}

#[cfg(test)]
mod tests {
    use super::*;

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
