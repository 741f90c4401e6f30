//! Skipping text that is not parsed: the rest of a filtered-out game, variations and the comments
//! in them.

use super::comment::CommentEnd;
use super::cursor::Cursor;
use super::variation::VariationEnd;
use crate::attacks::{Backend, task};

/// Whether a byte outside comments may end a game or a variation, or begin text that hides the end;
/// `-` may be the middle of a result.
#[inline(always)]
fn is_stop(byte: u8) -> bool {
    matches!(byte, b'{' | b'(' | b')' | b'[' | b';' | b'%' | b'*' | b'-')
}

/// Returns for each bit whether the number of set bits up to and including it is odd.
#[inline(always)]
fn parities(bits: u64) -> u64 {
    let mut parities = bits;
    for n in 0..6 {
        parities ^= parities << (1 << n);
    }
    parities
}

impl Cursor<'_> {
    /// Skips the rest of a game: to the first tag of the next one, or after the result. Moves are
    /// not parsed.
    pub(super) fn skip_game<B: Backend>(&mut self, backend: B) {
        let cursor = self;
        backend.enter(task!(|backend, cursor: &mut Cursor<'_>| -> () {
            cursor.skip_game_with(backend);
        }));
    }

    #[inline(always)]
    fn skip_game_with<B: Backend>(&mut self, backend: B) {
        loop {
            if !self.find_stop(backend) {
                return;
            }
            match self.peek() {
                Some(b'{') => {
                    self.advance(1);
                    if self.skip_comment() == CommentEnd::Unclosed {
                        return;
                    }
                    continue;
                }
                Some(b'(') => {
                    self.advance(1);
                    if self.skip_variation(backend) != VariationEnd::Closed {
                        return;
                    }
                    continue;
                }
                Some(b';') => self.skip_line(),
                Some(b'%') if self.is_line_start() => self.skip_line(),
                Some(b'[') if self.is_tag() => return,
                Some(b'*') => return self.advance(1),
                Some(b'-') if self.is_dash_of_result() => return,
                _ => self.advance(1),
            }
        }
    }

    /// Advances to the next stop byte outside comments, or to a comment that needs parsing. Returns
    /// `false`, at the end of the text, if there is none.
    #[inline(always)]
    pub(super) fn find_stop<B: Backend>(&mut self, backend: B) -> bool {
        self.skip_blocks(backend);
        let found = self.rest().iter().position(|&byte| is_stop(byte));
        match self.found(found) {
            Some(offset) => self.advance(offset),
            None => self.finish(),
        }
        found.is_some()
    }

    /// Advances in blocks of 64 bytes to the first stop byte outside comments, or to a comment that
    /// needs parsing: one with a `[` that begins no command and may be a tag, or with a second `{`.
    /// Does not skip any of the last bytes of the text.
    ///
    /// A byte is in a comment if the number of braces between the cursor and it is odd, as long as
    /// opening and closing braces alternate.
    #[inline(always)]
    fn skip_blocks<B: Backend>(&mut self, backend: B) {
        let (text, mut at) = (self.text(), self.pos());
        let mut opened = at;
        // whether the byte before the block is in a comment (all bits set), and whether it is a
        // digit of a result
        let (mut is_inside, mut digit_before) = (0u64, 1);
        let is_in_comment = loop {
            let ahead: Option<&[u8; 65]> = text.get(at..).and_then(<[u8]>::first_chunk);
            let Some([block @ .., next]) = ahead else { break is_inside != 0 };
            let within = |least, most| backend.bytes_within(block, least, most);
            let is = |byte| within(byte, byte);
            let (opening, closing) = (is(b'{'), is(b'}'));
            let inside = match opening | closing {
                0 => is_inside,
                braces => parities(braces) ^ is_inside,
            };
            let (brackets, percents, digits) = (is(b'['), is(b'%'), within(b'0', b'2'));
            let commands = brackets & (percents >> 1 | u64::from(*next == b'%') << 63);
            let digit_after = digits >> 1 | u64::from(matches!(next, b'0'..=b'2')) << 63;
            let results = is(b'-') & (digits << 1 | digit_before) & digit_after;
            let others = within(b'(', b'*') | is(b';') | percents;
            let stops = (brackets | opening | results | others) & !inside
                | (brackets & !commands | closing) & inside;
            if stops != 0 {
                let stop = stops.trailing_zeros();
                if let Some(last) = (opening & ((1 << stop) - 1)).checked_ilog2() {
                    opened = at + last as usize;
                }
                at += stop as usize;
                break (inside << 1 | is_inside & 1) >> stop & 1 != 0;
            }
            if let Some(last) = opening.checked_ilog2() {
                opened = at + last as usize;
            }
            is_inside = (inside as i64 >> 63) as u64;
            digit_before = digits >> 63;
            at += block.len();
        };
        self.set_pos(if is_in_comment { opened } else { at });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attacks::{Portable, Task, dispatch};
    use crate::types::{Bitboard, Square};
    use rand::{RngExt, SeedableRng};

    /// A backend for which every byte is of every class, so that no block is skipped.
    #[derive(Clone, Copy)]
    struct NothingIsSkipped(Portable);

    impl Backend for NothingIsSkipped {
        const NAME: &'static str = "slow";

        fn bishop(self, square: Square, occupied: Bitboard) -> Bitboard {
            self.0.bishop(square, occupied)
        }

        fn rook(self, square: Square, occupied: Bitboard) -> Bitboard {
            self.0.rook(square, occupied)
        }

        fn bytes_within(self, _: &[u8; 64], _: u8, _: u8) -> u64 {
            u64::MAX
        }

        fn one_by_one(self) -> impl Backend {
            self
        }

        fn enter<T: Task>(self, task: T) -> T::Output {
            task.run(self)
        }
    }

    /// The end of skipping a game; the end of skipping a variation, and its kind.
    struct Ends<'t>(&'t [u8]);

    impl Task for Ends<'_> {
        type Output = (usize, usize, VariationEnd);

        fn run<B: Backend>(self, backend: B) -> Self::Output {
            let [mut game, mut variation] = [Cursor::new(self.0, 0); 2];
            game.skip_game(backend);
            let end = variation.skip_variation(backend);
            (game.pos(), variation.pos(), end)
        }
    }

    /// Skipping in blocks gives the same result as byte by byte, on random texts of elements that
    /// hide each other's ends.
    #[test]
    fn blocks_are_skipped_like_bytes() {
        let plain =
            ["1. e4 ", "Nf6 ", "O-O ", "{ [%clk 0:03:00] } ", "{ [%eval -0.5] } ", "x", "\n"];
        let odd = [
            "{",
            "}",
            "{ a",
            "b }",
            "{ [#] } ",
            "{ %a [%b [ \n",
            "(",
            ")",
            "( Nc3 {)} d5 ) ",
            "[",
            "]",
            "\n[Event \"a\"]\n",
            " [a \"",
            "\n ; { ",
            "\r% { \n",
            "%",
            ";",
            "\n",
            "1-0 ",
            " 0-1",
            "1/2-1/2 ",
            "*",
            "1-",
            "-0",
            "2-1/2",
            "0-0 ",
            "-",
            "\u{e9}",
        ];
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(5);
        let mut ends = 0;
        for round in 0..40_000 {
            let mut text = String::new();
            for _ in 0..rng.random_range(1..60) {
                let odds = if round % 2 == 0 { 30 } else { 3 };
                let elements = if rng.random_range(0..odds) == 0 { &odd[..] } else { &plain };
                text.push_str(elements[rng.random_range(0..elements.len())]);
            }
            let slowly = NothingIsSkipped(Portable::new()).enter(Ends(text.as_bytes()));
            ends += usize::from(slowly.0 < text.len()) + usize::from(slowly.1 < text.len());
            assert_eq!(dispatch(Ends(text.as_bytes())), slowly, "{text:?}");
            assert_eq!(Portable::new().enter(Ends(text.as_bytes())), slowly, "{text:?}");
        }
        assert!(ends > 10_000, "{ends}");
    }
}
