//! Writing arrays that do not fit into the caches.
//!
//! An ordinary write first reads the line of memory that it writes to. If an array is larger than
//! the caches, that takes half of the time or more. These writes do not read, and leave the caches
//! to other data.

/// The size in bytes from which on an array is written past the caches.
pub(crate) const MIN_BYTES: usize = 48 << 20;

/// Copies elements past the caches. Call [`finish`] after the last copy on the same thread.
#[inline(always)]
pub(crate) fn copy<T: Copy, const N: usize>(from: &[T; N], to: &mut [T; N]) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{__m128i, _mm_loadu_si128, _mm_stream_si128};
        let (source, target) = (from.as_ptr().cast::<__m128i>(), to.as_mut_ptr().cast::<__m128i>());
        if target.is_aligned() && size_of::<[T; N]>().is_multiple_of(size_of::<__m128i>()) {
            for n in 0..size_of::<[T; N]>() / size_of::<__m128i>() {
                // SAFETY: every x86-64 has SSE2. Both arrays have the same size, of which this is a
                // part, and the target is aligned.
                unsafe { _mm_stream_si128(target.add(n), _mm_loadu_si128(source.add(n))) };
            }
            return;
        }
    }
    *to = *from;
}

/// Makes the copies of this thread visible to other threads, in order with its later writes.
#[inline(always)]
pub(crate) fn finish() {
    // SAFETY: every x86-64 has SSE.
    #[cfg(target_arch = "x86_64")]
    unsafe {
        std::arch::x86_64::_mm_sfence();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_at_any_address() {
        let from: [u8; 64] = std::array::from_fn(|n| n as u8 + 1);
        for offset in 0..64 {
            let mut bytes = [0; 128];
            let to = bytes[offset..].first_chunk_mut::<64>().unwrap();
            copy(&from, to);
            finish();
            assert_eq!(bytes[offset..offset + 64], from);
            assert_eq!(bytes.iter().filter(|&&byte| byte != 0).count(), 64);
        }
        let mut to = [0.0; 3];
        copy(&[1.0_f32, 2.0, 3.0], &mut to);
        assert_eq!(to, [1.0, 2.0, 3.0]);
    }
}
