//! Bit masks of 16 bytes of text: bit n is set if byte n belongs to a class.
//!
//! The x86-64 version uses the SSE2 instruction for it, because compilers translate the portable
//! version to one operation per byte; reading tags and skipping games take a third less time
//! (`benches/pgn.rs`).

/// The number of bytes in a mask.
pub(super) const BLOCK_BYTES: usize = 16;

#[cfg(not(target_arch = "x86_64"))]
pub(super) use portable::*;
#[cfg(target_arch = "x86_64")]
pub(super) use x86::*;

/// The portable version: for other processors, and the reference in tests.
#[cfg(any(test, not(target_arch = "x86_64")))]
mod portable {
    use super::BLOCK_BYTES;

    fn bits(bytes: &[u8; BLOCK_BYTES], is_one: impl Fn(u8) -> bool) -> u16 {
        bytes.iter().rev().fold(0, |bits, &byte| bits << 1 | u16::from(is_one(byte)))
    }

    pub(in crate::pgn) fn not_letters(bytes: &[u8; BLOCK_BYTES]) -> u16 {
        bits(bytes, |byte| !byte.is_ascii_alphabetic())
    }

    pub(in crate::pgn) fn quotes_and_controls(bytes: &[u8; BLOCK_BYTES]) -> u16 {
        bits(bytes, |byte| byte < b' ' || matches!(byte, b'"' | b'\\'))
    }

    pub(in crate::pgn) fn non_ascii(bytes: &[u8; BLOCK_BYTES]) -> u16 {
        bits(bytes, |byte| !byte.is_ascii())
    }

    pub(in crate::pgn) fn braces_and_line_ends(bytes: &[u8; BLOCK_BYTES]) -> u16 {
        bits(bytes, |byte| matches!(byte, b'}' | b'\n' | b'\r'))
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    use super::BLOCK_BYTES;

    #[inline(always)]
    fn load(bytes: &[u8; BLOCK_BYTES]) -> __m128i {
        // SAFETY: the reference is to 16 readable bytes, and every x86-64 processor has SSE2
        unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
    }

    /// Returns the mask of bytes that are not ASCII letters.
    #[inline(always)]
    pub(in crate::pgn) fn not_letters(bytes: &[u8; BLOCK_BYTES]) -> u16 {
        let bytes = load(bytes);
        // SAFETY: every x86-64 processor has SSE2
        unsafe {
            // the index in the alphabet for letters, more than 25 for other bytes
            let lower = _mm_or_si128(bytes, _mm_set1_epi8(0x20));
            let indices = _mm_sub_epi8(lower, _mm_set1_epi8(b'a' as i8));
            let is_letter = _mm_cmpeq_epi8(_mm_min_epu8(indices, _mm_set1_epi8(25)), indices);
            !(_mm_movemask_epi8(is_letter) as u16)
        }
    }

    /// Returns the mask of quotation marks, backslashes and control characters, which end a tag's
    /// value or need the slow path.
    #[inline(always)]
    pub(in crate::pgn) fn quotes_and_controls(bytes: &[u8; BLOCK_BYTES]) -> u16 {
        let bytes = load(bytes);
        // SAFETY: every x86-64 processor has SSE2
        unsafe {
            let quotes = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(b'"' as i8));
            let escapes = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(b'\\' as i8));
            let controls = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1F)), bytes);
            _mm_movemask_epi8(_mm_or_si128(_mm_or_si128(quotes, escapes), controls)) as u16
        }
    }

    /// Returns the mask of bytes that end a comment or its line.
    #[inline(always)]
    pub(in crate::pgn) fn braces_and_line_ends(bytes: &[u8; BLOCK_BYTES]) -> u16 {
        let bytes = load(bytes);
        // SAFETY: every x86-64 processor has SSE2
        unsafe {
            let braces = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(b'}' as i8));
            let feeds = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(b'\n' as i8));
            let returns = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(b'\r' as i8));
            _mm_movemask_epi8(_mm_or_si128(_mm_or_si128(braces, feeds), returns)) as u16
        }
    }

    /// Returns the mask of bytes that are not ASCII.
    #[inline(always)]
    pub(in crate::pgn) fn non_ascii(bytes: &[u8; BLOCK_BYTES]) -> u16 {
        let bytes = load(bytes);
        // SAFETY: every x86-64 processor has SSE2
        unsafe { _mm_movemask_epi8(bytes) as u16 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both versions agree on every byte at every index, among other bytes.
    #[test]
    fn all_bytes_at_all_indices() {
        for byte in 0..=u8::MAX {
            for index in 0..BLOCK_BYTES {
                for others in [b'a', b'"', 0x80] {
                    let mut bytes = [others; BLOCK_BYTES];
                    bytes[index] = byte;
                    let bytes = &bytes;
                    assert_eq!(not_letters(bytes), portable::not_letters(bytes));
                    assert_eq!(quotes_and_controls(bytes), portable::quotes_and_controls(bytes));
                    assert_eq!(non_ascii(bytes), portable::non_ascii(bytes));
                    assert_eq!(braces_and_line_ends(bytes), portable::braces_and_line_ends(bytes));
                }
            }
        }
    }
}
