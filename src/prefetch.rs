//! Prefetching memory.

/// The size of a cache line in bytes.
const LINE: usize = 64;

/// Prefetches the cache lines of a slice.
#[inline(always)]
pub(crate) fn prefetch<T>(slice: &[T]) {
    for offset in (0..size_of_val(slice)).step_by(LINE) {
        line(slice.as_ptr().wrapping_byte_add(offset));
    }
}

/// Prefetches the cache line of an address, which need not be valid.
#[inline(always)]
pub(crate) fn line<T>(address: *const T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every x86-64 has SSE, and a prefetch has no visible effect.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(address.cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = address;
}
