//! Sixteen bytes of a text looked at in one go: which of them are of a kind, bit n for the byte n.
//!
//! Compilers make a set of bits of sixteen answers one by one; x86-64 has an instruction for it, which saves
//! a third of the work of reading tags and passing over games (measured: `benches/pgn.rs`).

/// How many bytes are looked at.
pub(super) const SIXTEEN: usize = 16;

/// The bytes that are no letters of ASCII.
#[inline(always)]
pub(super) fn no_letters(bytes: &[u8; SIXTEEN]) -> u16 {
    #[cfg(target_arch = "x86_64")]
    return x86::no_letters(bytes);
    #[cfg(not(target_arch = "x86_64"))]
    one_by_one(bytes, |byte| !byte.is_ascii_alphabetic())
}

/// The bytes that are quotation marks, backslashes or control characters: what ends a tag's value, or makes it
/// an odd one.
#[inline(always)]
pub(super) fn quotes_and_controls(bytes: &[u8; SIXTEEN]) -> u16 {
    #[cfg(target_arch = "x86_64")]
    return x86::quotes_and_controls(bytes);
    #[cfg(not(target_arch = "x86_64"))]
    one_by_one(bytes, is_quote_or_control)
}

/// The bytes that are not ASCII.
#[inline(always)]
pub(super) fn beyond_ascii(bytes: &[u8; SIXTEEN]) -> u16 {
    #[cfg(target_arch = "x86_64")]
    return x86::beyond_ascii(bytes);
    #[cfg(not(target_arch = "x86_64"))]
    one_by_one(bytes, |byte| !byte.is_ascii())
}

/// The bytes that end a comment or its line.
#[inline(always)]
pub(super) fn braces_and_line_ends(bytes: &[u8; SIXTEEN]) -> u16 {
    #[cfg(target_arch = "x86_64")]
    return x86::braces_and_line_ends(bytes);
    #[cfg(not(target_arch = "x86_64"))]
    one_by_one(bytes, is_brace_or_line_end)
}

/// The bytes that may end a game or hide its end: `{`, `(`, `[`, `;`, `%`, `*`, `-`, and some others.
#[inline(always)]
pub(super) fn maybe_pass_stops(bytes: &[u8; SIXTEEN]) -> u16 {
    #[cfg(target_arch = "x86_64")]
    return x86::maybe_pass_stops(bytes);
    #[cfg(not(target_arch = "x86_64"))]
    one_by_one(bytes, may_be_pass_stop)
}

#[cfg(any(test, not(target_arch = "x86_64")))]
fn is_brace_or_line_end(byte: u8) -> bool {
    matches!(byte, b'}' | b'\n' | b'\r')
}

/// The opening brace and bracket and the semicolon have the same low five bits, the others are from `%` to `-`.
#[cfg(any(test, not(target_arch = "x86_64")))]
fn may_be_pass_stop(byte: u8) -> bool {
    byte & 0x1F == b'[' & 0x1F || matches!(byte, b'%'..=b'-')
}

#[cfg(any(test, not(target_arch = "x86_64")))]
fn is_quote_or_control(byte: u8) -> bool {
    byte < b' ' || matches!(byte, b'"' | b'\\')
}

#[cfg(any(test, not(target_arch = "x86_64")))]
fn one_by_one(bytes: &[u8; SIXTEEN], is_counted: impl Fn(u8) -> bool) -> u16 {
    bytes.iter().rev().fold(0, |bits, &byte| bits << 1 | u16::from(is_counted(byte)))
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    use super::SIXTEEN;

    #[inline(always)]
    fn load(bytes: &[u8; SIXTEEN]) -> __m128i {
        // SAFETY: the reference is to 16 readable bytes, and every x86-64 processor has SSE2
        unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
    }

    #[inline(always)]
    pub(super) fn no_letters(bytes: &[u8; SIXTEEN]) -> u16 {
        let bytes = load(bytes);
        // SAFETY: every x86-64 processor has SSE2
        unsafe {
            // their places in the alphabet, if they are of it; more than 25 else
            let lower = _mm_or_si128(bytes, _mm_set1_epi8(0x20));
            let places = _mm_sub_epi8(lower, _mm_set1_epi8(b'a' as i8));
            let is_letter = _mm_cmpeq_epi8(_mm_min_epu8(places, _mm_set1_epi8(25)), places);
            !(_mm_movemask_epi8(is_letter) as u16)
        }
    }

    #[inline(always)]
    pub(super) fn quotes_and_controls(bytes: &[u8; SIXTEEN]) -> u16 {
        let bytes = load(bytes);
        // SAFETY: every x86-64 processor has SSE2
        unsafe {
            let quotes = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(b'"' as i8));
            let escapes = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(b'\\' as i8));
            let controls = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1F)), bytes);
            _mm_movemask_epi8(_mm_or_si128(_mm_or_si128(quotes, escapes), controls)) as u16
        }
    }

    #[inline(always)]
    pub(super) fn braces_and_line_ends(bytes: &[u8; SIXTEEN]) -> u16 {
        let bytes = load(bytes);
        // SAFETY: every x86-64 processor has SSE2
        unsafe {
            let braces = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(b'}' as i8));
            let feeds = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(b'\n' as i8));
            let returns = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(b'\r' as i8));
            _mm_movemask_epi8(_mm_or_si128(_mm_or_si128(braces, feeds), returns)) as u16
        }
    }

    #[inline(always)]
    pub(super) fn maybe_pass_stops(bytes: &[u8; SIXTEEN]) -> u16 {
        let bytes = load(bytes);
        // SAFETY: every x86-64 processor has SSE2
        unsafe {
            let low_bits = _mm_and_si128(bytes, _mm_set1_epi8(0x1F));
            let brackets = _mm_cmpeq_epi8(low_bits, _mm_set1_epi8((b'[' & 0x1F) as i8));
            let places = _mm_sub_epi8(bytes, _mm_set1_epi8(b'%' as i8));
            let last = _mm_set1_epi8((b'-' - b'%') as i8);
            let others = _mm_cmpeq_epi8(_mm_min_epu8(places, last), places);
            _mm_movemask_epi8(_mm_or_si128(brackets, others)) as u16
        }
    }

    #[inline(always)]
    pub(super) fn beyond_ascii(bytes: &[u8; SIXTEEN]) -> u16 {
        let bytes = load(bytes);
        // SAFETY: every x86-64 processor has SSE2
        unsafe { _mm_movemask_epi8(bytes) as u16 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every byte at every place, among others: as one by one.
    #[test]
    fn all_bytes_at_all_places() {
        for byte in 0..=u8::MAX {
            for place in 0..SIXTEEN {
                for others in [b'a', b'"', 0x80] {
                    let mut bytes = [others; SIXTEEN];
                    bytes[place] = byte;
                    let letters = one_by_one(&bytes, |byte| !byte.is_ascii_alphabetic());
                    assert_eq!(no_letters(&bytes), letters);
                    let quotes = one_by_one(&bytes, is_quote_or_control);
                    assert_eq!(quotes_and_controls(&bytes), quotes);
                    let ends = one_by_one(&bytes, is_brace_or_line_end);
                    assert_eq!(braces_and_line_ends(&bytes), ends);
                    assert_eq!(maybe_pass_stops(&bytes), one_by_one(&bytes, may_be_pass_stop));
                    assert_eq!(beyond_ascii(&bytes), one_by_one(&bytes, |byte| byte > 0x7F));
                }
            }
        }
    }
}
