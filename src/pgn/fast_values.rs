//! Fast parsing of clocks and evaluations of common lengths, eight bytes at a time.
//!
//! [`super::comment`] parses all others.

use crate::types::MATE;

/// Eight bytes of value 1; below, eight bytes with only the highest bit.
const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH_BITS: u64 = ONES << 7;

/// A pattern of at most eight bytes, in which `0` matches any digit.
struct Pattern {
    bytes: u64,
    mask: u64,
    /// Added to a byte's difference from the pattern, sets the high bit if the difference is too
    /// large.
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

    /// Returns the values of the digits, each in its byte, if the bytes match the pattern.
    #[inline(always)]
    fn digits(&self, bytes: u64) -> Option<u64> {
        let digits = (bytes ^ self.bytes) & self.mask;
        let sums = digits.wrapping_add(self.limits);
        ((digits | sums) & HIGH_BITS & self.mask == 0).then_some(digits)
    }
}

/// Returns in each byte ten times its digit plus the digit of the next byte.
#[inline(always)]
fn pairs_of(digits: u64) -> u64 {
    10 * digits + (digits >> 8)
}

/// Reads `0:03:59]`, in milliseconds.
#[inline(always)]
pub(super) fn plain_clock(bytes: u64) -> Option<i32> {
    const CLOCK: Pattern = Pattern::new(b"0:00:00]");
    CLOCK.digits(bytes).map(milliseconds)
}

/// Reads `0:03:59.` and `9]`, in milliseconds.
#[inline(always)]
pub(super) fn clock_with_tenths(bytes: u64, [tenths, bracket]: [u8; 2]) -> Option<i32> {
    const CLOCK: Pattern = Pattern::new(b"0:00:00.");
    let whole = CLOCK.digits(bytes).map(milliseconds)?;
    (tenths.is_ascii_digit() && bracket == b']').then(|| whole + 100 * i32::from(tenths - b'0'))
}

/// Converts the digits of `0:03:59` to milliseconds.
#[inline(always)]
fn milliseconds(digits: u64) -> i32 {
    // ten times the hours are in the first byte, minutes in the third, seconds in the sixth
    let units = pairs_of(digits) & 0x0000_FF00_00FF_00FF;
    // the sum in seconds is from the sixth byte on: less than 2^16, like all the lower sums
    let seconds = units.wrapping_mul(360 << 40 | 60 << 24 | 1) >> 40 & 0xFFFF;
    1000 * seconds as i32
}

/// Reads `0.17]`, `-12.3]` and similar values in centipawns, or `#-3]`. Returns the evaluation and
/// the length.
#[inline(always)]
pub(super) fn plain_eval(bytes: u64) -> Option<(i32, usize)> {
    // the sign is unpredictable, so it has no branch; nearly all values have one digit before the
    // point
    let is_negative = bytes as u8 == b'-';
    let bytes = bytes >> (8 * u32::from(is_negative));
    pawns::<1>(bytes, is_negative).or_else(|| rare_eval(bytes, is_negative))
}

/// [`plain_eval`] for ten pawns and more, and for mate, without the sign.
#[inline(never)]
fn rare_eval(bytes: u64, is_negative: bool) -> Option<(i32, usize)> {
    if bytes as u8 == b'#' {
        return if is_negative { None } else { plain_mate(bytes >> 8) };
    }
    pawns::<2>(bytes, is_negative)
}

/// Reads pawns with `DIGITS` digits before the point, one or two, and one or two after it. The
/// length includes the sign.
#[inline(always)]
fn pawns<const DIGITS: usize>(bytes: u64, is_negative: bool) -> Option<(i32, usize)> {
    const ONE: Pattern = Pattern::new(b"0.00]");
    const TWO: Pattern = Pattern::new(b"00.00]");
    // the number of digits after the point is unpredictable, so nothing branches on it
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

/// Reads `3]` or `-12]` after a `#`. The length includes the `#`.
fn plain_mate(bytes: u64) -> Option<(i32, usize)> {
    let is_negative = bytes as u8 == b'-';
    let bytes = bytes >> (8 * u32::from(is_negative));
    let (moves, length) = if let Some(digits) = Pattern::new(b"0]").digits(bytes) {
        (digits & 0xF, 3)
    } else {
        let digits = Pattern::new(b"00]").digits(bytes)?;
        ((digits & 0xF) * 10 + (digits >> 8 & 0xF), 4)
    };
    // mate on the board depends on the side to move
    if moves == 0 {
        return None;
    }
    let value = MATE - moves as i32;
    Some((if is_negative { -value } else { value }, length + usize::from(is_negative)))
}
