//! Comments as Lichess writes them, `{ [%eval 0.17] [%clk 0:02:59] }`, read eight bytes at a time.
//!
//! A comment that is written otherwise is left to [`super::comment`], which is slower and knows everything.

use super::comment::{Commands, MATE};
use super::cursor::{Cursor, eight_bytes};

impl Cursor<'_> {
    /// Reads a comment exactly as Lichess writes it, an evaluation, a clock, or both, each of a usual
    /// length, and the blank after it. `None`, and nothing read, of anything else.
    #[inline(always)]
    pub(super) fn plain_comment(&mut self) -> Option<Commands> {
        // room for the longest, so that no other look can go beyond the end
        let text: &[u8; 48] = self.ahead()?;
        // blanks where Lichess has them: asked for together with what they stand between, since whoever
        // adds the answer to the place has to wait for it
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

    /// [`Cursor::plain_comment`] of one that lacks some of the blanks.
    #[inline(never)]
    pub(super) fn crowded_comment(&mut self) -> Option<Commands> {
        let text: &[u8; 48] = self.ahead()?;
        if text[0] != b'{' {
            return None;
        }
        let eight = |at| eight_bytes(text, at);
        let mut commands = Commands::NONE;
        let mut at = 1 + usize::from(text[1] == b' ');
        let mut head = eight(at)?;
        if head << 8 == u64::from_le_bytes(*b"\0[%eval ") {
            let (eval, length) = plain_eval(eight(at + 7)?)?;
            commands.eval = eval;
            at += 7 + length;
            at += usize::from(*text.get(at)? == b' ');
            head = eight(at)?;
        }
        if head << 16 == u64::from_le_bytes(*b"\0\0[%clk ") {
            commands.clock = plain_clock(eight(at + 6)?)?;
            at += 14;
            at += usize::from(*text.get(at)? == b' ');
        }
        if *text.get(at)? != b'}' {
            return None;
        }
        at += 1;
        at += usize::from(*text.get(at)? == b' ');
        self.advance(at);
        Some(commands)
    }
}

/// Eight bytes, each 1 or only its highest bit.
const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH_BITS: u64 = ONES << 7;

/// A pattern of at most eight bytes: digits where it has a zero, itself elsewhere.
struct Pattern {
    bytes: u64,
    mask: u64,
    /// What may be added to each byte, less the pattern's, without reaching the high bit.
    limits: u64,
}

impl Pattern {
    const fn new(text: &[u8]) -> Pattern {
        let mut pattern = Pattern { bytes: 0, mask: 0, limits: 0 };
        let mut n = 0;
        while n < text.len() {
            pattern.bytes |= (text[n] as u64) << (8 * n);
            pattern.mask |= 0xFF << (8 * n);
            let limit = if text[n] == b'0' { 0x7F - 9 } else { 0x7F };
            pattern.limits |= limit << (8 * n);
            n += 1;
        }
        pattern
    }

    /// The values of the digits where they stand, if the bytes are like the pattern.
    #[inline(always)]
    fn digits(&self, bytes: u64) -> Option<u64> {
        let digits = (bytes ^ self.bytes) & self.mask;
        let sums = digits.wrapping_add(self.limits);
        ((digits | sums) & HIGH_BITS & self.mask == 0).then_some(digits)
    }
}

/// Of each byte, a digit, ten times it and the next one.
#[inline(always)]
fn pairs_of(digits: u64) -> u64 {
    10 * digits + (digits >> 8)
}

/// `0:03:59]` in milliseconds.
#[inline(always)]
fn plain_clock(bytes: u64) -> Option<i32> {
    const CLOCK: Pattern = Pattern::new(b"0:00:00]");
    // ten times the hours are in the first byte, minutes in the third, seconds in the sixth
    let parts = pairs_of(CLOCK.digits(bytes)?) & 0x0000_FF00_00FF_00FF;
    // their sum in seconds comes together from the sixth byte on: less than 2^16, like all below it
    let seconds = parts.wrapping_mul(360 << 40 | 60 << 24 | 1) >> 40 & 0xFFFF;
    Some(1000 * seconds as i32)
}

/// `0.17]`, `-12.3]` and so on in centipawns, `#-3]` as mate, and the length.
#[inline(always)]
fn plain_eval(bytes: u64) -> Option<(i32, usize)> {
    // the sign nobody can foresee; that there is one digit before the point, nearly everybody
    let is_negative = bytes as u8 == b'-';
    let bytes = bytes >> (8 * u32::from(is_negative));
    pawns::<1>(bytes, is_negative).or_else(|| rare_eval(bytes, is_negative))
}

/// [`plain_eval`] of ten pawns and more, without its sign, and of mate.
#[inline(never)]
fn rare_eval(bytes: u64, is_negative: bool) -> Option<(i32, usize)> {
    if bytes as u8 == b'#' {
        return if is_negative { None } else { plain_mate(bytes >> 8) };
    }
    pawns::<2>(bytes, is_negative)
}

/// Pawns of so many digits before the point, one or two, and of one or two behind it; the length is that with
/// the sign.
#[inline(always)]
fn pawns<const DIGITS: usize>(bytes: u64, is_negative: bool) -> Option<(i32, usize)> {
    const ONE: Pattern = Pattern::new(b"0.00]");
    const TWO: Pattern = Pattern::new(b"00.00]");
    // whether there is a second digit behind the point nobody can foresee: nothing branches on it
    let second = 8 * (DIGITS + 2);
    let is_short = (bytes >> second) as u8 == b']';
    let filled = bytes & !(u64::MAX << second) | u64::from(u16::from_le_bytes(*b"0]")) << second;
    let pattern = if DIGITS == 1 { ONE } else { TWO };
    let digits = pattern.digits(if is_short { filled } else { bytes })?;
    let pairs = pairs_of(digits);
    let whole = if DIGITS == 1 { digits } else { pairs } & 0xFF;
    let value = 100 * whole as i32 + (pairs >> (second - 8) & 0xFF) as i32;
    let length = DIGITS + 4 + usize::from(is_negative) - usize::from(is_short);
    Some((if is_negative { -value } else { value }, length))
}

/// `3]`, `-12]` after a `#`, and the length with it.
fn plain_mate(bytes: u64) -> Option<(i32, usize)> {
    let is_negative = bytes as u8 == b'-';
    let bytes = bytes >> (8 * u32::from(is_negative));
    let (moves, length) = if let Some(digits) = Pattern::new(b"0]").digits(bytes) {
        (digits & 0xF, 3)
    } else {
        let digits = Pattern::new(b"00]").digits(bytes)?;
        ((digits & 0xF) * 10 + (digits >> 8 & 0xF), 4)
    };
    let value = MATE - moves as i32;
    Some((if is_negative { -value } else { value }, length + usize::from(is_negative)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Wherever the quick way reads a comment, the thorough one reads the same.
    #[test]
    fn both_ways_agree() {
        let mut count = 0;
        let evals = [
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
        let clocks = [
            "",
            "[%clk 0:03:59]",
            "[%clk 1:59:00]",
            "[%clk 9:99:99]",
            "[%clk 0:03:59.9]",
            "[%clk 10:00:00]",
            "[%clk 0.03:59]",
            "[%clk 0:0a:59]",
            "[%clk 0:03:5é]",
            "[%clk 3:59]",
        ];
        for eval in evals {
            for clock in clocks {
                for (before, between, after) in [
                    (" ", " ", " "),
                    ("", "", ""),
                    ("  ", " ", " "),
                    (" ", "  ", " "),
                    (" ", " ", "x"),
                ] {
                    let text =
                        format!("{{{before}{eval}{between}{clock}{after}}} 1... {:48}", "e5");
                    let mut quick = Cursor::new(text.as_bytes(), 0);
                    let mut slow = Cursor::new(text.as_bytes(), 1);
                    let mut commands = Commands::NONE;
                    slow.comment(&mut commands);
                    if let Some(got) = quick.plain_comment().or_else(|| quick.crowded_comment()) {
                        count += 1;
                        // it passes over the blank too
                        assert_eq!((got, quick.pos()), (commands, slow.pos() + 1), "{text}");
                    } else {
                        assert_eq!(quick.pos(), 0);
                    }
                }
            }
        }
        assert!(count > 30, "{count}");
    }
}
