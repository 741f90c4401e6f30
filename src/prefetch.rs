//! Memory that will be read soon.

/// The size of a line of the caches.
const LINE: usize = 64;

/// Asks the memory for a piece without waiting for it.
#[inline(always)]
pub(crate) fn prefetch<T>(piece: &[T]) {
    #[cfg(target_arch = "x86_64")]
    for offset in (0..size_of_val(piece)).step_by(LINE) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every x86-64 has SSE, and a prefetch reads nothing.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(piece.as_ptr().wrapping_byte_add(offset).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = piece;
}
