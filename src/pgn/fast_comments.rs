//! Fast paths for comments: the format of Lichess, `{ [%eval 0.17] [%clk 0:02:59] }`, read eight
//! bytes at a time, and comments without a tag, whose ends are in the [`CommentIndex`].
//! [`super::comment`] reads all others.

use super::comment::Commands;
use super::comment_index::CommentIndex;
use super::cursor::{Cursor, eight_bytes};
use super::fast_values::{clock_with_tenths, plain_clock, plain_eval};
use crate::attacks::{Backend, Task};
use crate::types::{NO_CLOCK, NO_EVAL};

impl Cursor<'_> {
    /// Reads a comment in the exact format of Lichess, with an evaluation, a clock, or both, each
    /// of a common length, and the space after it. Returns `None`, and reads nothing, for any other
    /// text.
    #[inline(always)]
    pub(super) fn plain_comment(&mut self) -> Option<Commands> {
        // long enough for the longest such comment, so that no other bounds check can fail
        let text: &[u8; 48] = self.ahead()?;
        // spaces are compared together with the text around them: adding the length of optional
        // whitespace to the offset would make the next load wait for the comparison
        let mut commands = Commands::NONE;
        let head = eight_bytes(text, 0)?;
        let clock_at = if head == u64::from_le_bytes(*b"{ [%clk ") {
            8
        } else if head == u64::from_le_bytes(*b"{ [%eval") && text[8] == b' ' {
            let (eval, length) = plain_eval(eight_bytes(text, 9)?)?;
            commands.eval = eval;
            let tail = eight_bytes(text, 9 + length - 1)?;
            if tail << 32 == u64::from_le_bytes(*b"\0\0\0\0] } ") {
                self.advance(9 + length + 3);
                return Some(commands);
            }
            if tail != u64::from_le_bytes(*b"] [%clk ") {
                return None;
            }
            9 + length + 7
        } else {
            return None;
        };
        commands.clock = plain_clock(eight_bytes(text, clock_at)?)?;
        if text.get(clock_at + 8..clock_at + 11) != Some(b" } ") {
            return None;
        }
        self.advance(clock_at + 11);
        Some(commands)
    }

    /// Reads a comment in which each `[` begins a command, so that it contains no tag, and the
    /// space after it. Returns `None`, and reads nothing, for any other text.
    #[inline(always)]
    pub(super) fn ordinary_comment<B: Backend>(
        &mut self,
        backend: B,
        index: &mut CommentIndex,
    ) -> Option<Commands> {
        if self.byte(self.pos()) != Some(b'{') {
            return None;
        }
        let position = index.first_from(backend, self.text(), self.pos() + 1)?;
        let (commands, end) = match self.byte(position) {
            Some(b'}') => (Commands::NONE, position),
            _ => backend.enter(ReadCommands { text: *self, index, position })?,
        };
        let space = usize::from(self.byte(end + 1) == Some(b' '));
        self.set_pos(end + 1 + space);
        Some(commands)
    }

    /// Reads a `%clk` or `%eval` after its `[%`, if the value has a common length. Returns whether
    /// it did.
    #[inline(always)]
    fn plain_command(&self, commands: &mut Commands) -> bool {
        let Some(text) = self.ahead::<16>() else { return false };
        if text.starts_with(b"clk ") {
            let bytes = eight_bytes(text, 4).unwrap_or_default();
            let clock =
                plain_clock(bytes).or_else(|| clock_with_tenths(bytes, [text[12], text[13]]));
            if let Some(clock) = clock
                && commands.clock == NO_CLOCK
            {
                commands.clock = clock;
            }
            clock.is_some()
        } else if text.starts_with(b"eval ") {
            let eval = eight_bytes(text, 5).and_then(plain_eval);
            if let Some((eval, _)) = eval
                && commands.eval == NO_EVAL
            {
                commands.eval = eval;
            }
            eval.is_some()
        } else {
            false
        }
    }
}

/// Reads the commands of a comment from its first `[` on, and finds its end. The output is `None`
/// if a `[` does not begin a command.
struct ReadCommands<'t, 'i> {
    text: Cursor<'t>,
    index: &'i mut CommentIndex,
    position: usize,
}

impl Task for ReadCommands<'_, '_> {
    type Output = Option<(Commands, usize)>;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> Self::Output {
        let ReadCommands { text, index, mut position } = self;
        let mut commands = Commands::NONE;
        while text.byte(position) != Some(b'}') {
            if text.byte(position + 1) != Some(b'%') {
                return None;
            }
            let mut command = text;
            command.set_pos(position + 2);
            if !command.plain_command(&mut commands) {
                command.command(&mut commands);
            }
            position = index.first_from(backend, text.text(), position + 1)?;
        }
        Some((commands, position))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attacks::{Portable, dispatch};
    use crate::pgn::comment::CommentEnd;
    use rand::seq::IndexedRandom;
    use rand::{RngExt, SeedableRng};

    const EVALS: [&str; 30] = [
        "",
        "[%eval 0.17]",
        "[%eval -0.17]",
        "[%eval 12.34]",
        "[%eval -12.34]",
        "[%eval #3]",
        "[%eval 123.45]",
        "[%eval 0.1]",
        "[%eval -10.0]",
        "[%eval 0.]",
        "[%eval .5]",
        "[%eval -.5]",
        "[%eval 1]",
        "[%eval -]",
        "[%eval #12]",
        "[%eval #-12]",
        "[%eval #]",
        "[%eval #-]",
        "[%eval #123]",
        "[%eval #1.5]",
        "[%eval --0.5]",
        "[%eval 0.5]]",
        "[%eval 0.17,20]",
        "[%eval 0:17]",
        "[%eval 1x.00]",
        "[%eval  1.00]",
        "[%eval 1.00 ]",
        "[%eval /.00]",
        "[%eval ::.00]",
        "[%eval \u{7F}.00]",
    ];

    const CLOCKS: [&str; 14] = [
        "",
        "[%clk 0:03:59]",
        "[%clk 1:59:00]",
        "[%clk 9:99:99]",
        "[%clk 0:03:59.9]",
        "[%clk 0:03:59.]",
        "[%clk 0:03:59.x]",
        "[%clk 0:03:59.12]",
        "[%clk 0:03:59,9]",
        "[%clk 10:00:00]",
        "[%clk 0.03:59]",
        "[%clk 0:0a:59]",
        "[%clk 0:03:5é]",
        "[%clk 3:59]",
    ];

    /// Reads the comment at the start of a text, and the space after it, with each fast path.
    fn fast_paths(text: &[u8]) -> [(Option<Commands>, usize); 3] {
        struct Ordinary<'t>(Cursor<'t>);
        impl Task for Ordinary<'_> {
            type Output = (Option<Commands>, usize);
            fn run<B: Backend>(mut self, backend: B) -> Self::Output {
                (self.0.ordinary_comment(backend, &mut CommentIndex::new()), self.0.pos())
            }
        }
        let cursor = Cursor::new(text, 0);
        let mut plain = cursor;
        [
            (plain.plain_comment(), plain.pos()),
            dispatch(Ordinary(cursor)),
            Portable::new().enter(Ordinary(cursor)),
        ]
    }

    /// Asserts that the fast paths that read the comment at the start of a text agree with the
    /// general parser. Returns which of them read it.
    fn compare_paths(text: &str) -> [bool; 3] {
        let mut slow = Cursor::new(text.as_bytes(), 1);
        let mut commands = Commands::NONE;
        let end = slow.comment(&mut commands);
        let space = usize::from(slow.peek() == Some(b' '));
        fast_paths(text.as_bytes()).map(|(got, end_offset)| {
            if let Some(got) = got {
                assert_eq!((got, end_offset), (commands, slow.pos() + space), "{text:?}");
                assert_eq!(end, CommentEnd::Closed, "{text:?}");
            } else {
                assert_eq!(end_offset, 0, "{text:?}");
            }
            got.is_some()
        })
    }

    #[test]
    fn all_paths_agree_on_commands() {
        let (mut plain, mut ordinary) = (0, 0);
        for eval in EVALS {
            for clock in CLOCKS {
                for (before, between, after) in [
                    (" ", " ", " "),
                    ("", "", ""),
                    ("  ", " ", " "),
                    (" ", "  ", " "),
                    (" ", " ", "x"),
                ] {
                    let text =
                        format!("{{{before}{eval}{between}{clock}{after}}} 1... {:80}", "e5");
                    let [is_plain, is_ordinary, is_portable] = compare_paths(&text);
                    assert!(is_ordinary && is_portable, "{text}");
                    plain += usize::from(is_plain);
                    ordinary += 1;
                }
            }
        }
        assert!(plain > 20 && ordinary > plain, "{plain} {ordinary}");
    }

    /// Random comments with characters that end them, or might, across block boundaries and near
    /// the end of the text.
    #[test]
    fn all_paths_agree_on_random_comments() {
        let chunks = [
            "{",
            "}",
            "[",
            "]",
            "%",
            "[%",
            "[%clk",
            "[%eval ",
            "\n[Event \"a\"]\n",
            "\r\n",
            " ",
            "a good move ",
            "[%emt 0:00:02]",
            "[%cal Ge2e4] ",
            "é",
            "[%clk 0:00:01",
            "see [1] ",
            "0:00:01]",
        ];
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(7);
        let (mut read, mut unread) = (0, 0);
        for round in 0..40_000 {
            let mut text = String::from("{");
            for _ in 0..rng.random_range(1..12) {
                let list = match rng.random_range(0..3) {
                    0 => &chunks[..],
                    1 => &EVALS[..],
                    _ => &CLOCKS[..],
                };
                // every second comment is long
                let list = if round % 2 == 0 { list } else { &chunks[10..14] };
                text.push_str(list.choose(&mut rng).unwrap());
            }
            text.push_str(["}", "} ", "}\n", ""].choose(&mut rng).unwrap());
            text.push_str(&" ".repeat(rng.random_range(0..70)));
            let [_, ordinary, portable] = compare_paths(&text);
            assert_eq!(ordinary, portable);
            *(if ordinary { &mut read } else { &mut unread }) += 1;
        }
        assert!(read > 5_000 && unread > 5_000, "{read} {unread}");
    }

    /// One index serves all comments of a text, no matter how each of them is read.
    #[test]
    fn an_index_serves_many_comments() {
        struct Ordinary<'t, 'i>(Cursor<'t>, &'i mut CommentIndex);
        impl Task for Ordinary<'_, '_> {
            type Output = (Option<Commands>, usize);
            fn run<B: Backend>(mut self, backend: B) -> Self::Output {
                (self.0.ordinary_comment(backend, self.1), self.0.pos())
            }
        }
        let chunks =
            ["{", "{a }", "{[%clk 0:00:01]}", "{see [1] }", "{[%eval 1.5] good }", "(", "e4 ", "}"];
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(8);
        let (mut read, mut unread) = (0, 0);
        for _ in 0..300 {
            let mut text = String::new();
            for _ in 0..rng.random_range(1..400) {
                text.push_str(chunks.choose(&mut rng).unwrap());
                text.push_str(&"words ".repeat(rng.random_range(0..8_usize).pow(2)));
            }
            // an incomplete block at the end is not searched
            let end = text.len();
            text.push_str(&" ".repeat(64));
            let (mut index, mut cursor) = (CommentIndex::new(), Cursor::new(text.as_bytes(), 0));
            while cursor.pos() < end {
                let found = dispatch(Ordinary(cursor, &mut index));
                assert_eq!(found, dispatch(Ordinary(cursor, &mut CommentIndex::new())), "{text}");
                let (commands, end_offset) = found;
                match commands {
                    Some(_) => {
                        cursor.set_pos(end_offset);
                        read += 1;
                    }
                    None if cursor.byte(cursor.pos()) == Some(b'{') => {
                        cursor.set_pos(cursor.pos() + 1);
                        let mut unused = Commands::NONE;
                        cursor.comment(&mut unused);
                        unread += 1;
                    }
                    None => cursor.set_pos(cursor.pos() + 1),
                }
            }
        }
        assert!(read > 5_000 && unread > 1_000, "{read} {unread}");
    }
}
