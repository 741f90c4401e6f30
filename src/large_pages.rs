//! Large pages for large pieces of memory.

use std::alloc::{GlobalAlloc, Layout, System};

/// The system's allocator, which asks Linux for large pages where they pay.
///
/// Memory that is new costs a fault for each of its pages: with pages of 4 KiB that is a sixth of the time
/// in which games become columns. Linux has pages of 2 MiB for who asks (`madvise(2)`, `MADV_HUGEPAGE`), as
/// NumPy does for its own arrays. Where there are none, nothing changes. The Python package allocates with
/// it; a Rust program may:
///
/// ```
/// #[global_allocator]
/// static ALLOCATOR: enroque::large_pages::LargePages = enroque::large_pages::LargePages;
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct LargePages;

/// From this size on they are asked for, in bytes: what a large page rounds up to is little then.
#[cfg(target_os = "linux")]
const LARGE: usize = 4 << 20;

// SAFETY: every piece of memory is the system's own, for the very arguments that came, so what holds of
// `System` holds here; `advise` changes nothing that a program could see.
unsafe impl GlobalAlloc for LargePages {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promises are those that `System` asks for
        let memory = unsafe { System.alloc(layout) };
        advise(memory, layout.size());
        memory
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above
        let memory = unsafe { System.alloc_zeroed(layout) };
        advise(memory, layout.size());
        memory
    }

    #[inline]
    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: as above; the memory is `System`'s
        unsafe { System.dealloc(memory, layout) }
    }

    #[inline]
    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as above
        let memory = unsafe { System.realloc(memory, layout, size) };
        if size > layout.size() {
            advise(memory, size);
        }
        memory
    }
}

/// Asks for large pages where whole ones fit into a piece of memory.
#[cfg(target_os = "linux")]
#[inline]
fn advise(memory: *mut u8, size: usize) {
    const PAGE: usize = 2 << 20;
    if size < LARGE || memory.is_null() {
        return;
    }
    let before = memory.align_offset(PAGE);
    let pages = size.saturating_sub(before) / PAGE;
    // SAFETY: the pages lie within the piece, which nobody else has; the advice leaves what is in them as it
    // is, and is no promise: an error is no harm.
    unsafe { libc::madvise(memory.wrapping_add(before).cast(), pages * PAGE, libc::MADV_HUGEPAGE) };
}

/// Other systems decide for themselves.
#[cfg(not(target_os = "linux"))]
fn advise(_: *mut u8, _: usize) {}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is written into a piece is there, however it grows and shrinks past the size of large pages.
    #[test]
    fn memory_keeps_what_is_in_it() {
        let sizes = [1, 100, 3 << 20, 4 << 20, (9 << 20) + 5, 40 << 20, 5 << 20, 64];
        let layout = |size| Layout::from_size_align(size, 16).unwrap();
        // SAFETY: each size is at least 1; the memory is asked for its length only, and given back as the
        // layout that it has last
        unsafe {
            for size in sizes {
                let zeros = LargePages.alloc_zeroed(layout(size));
                assert!(std::slice::from_raw_parts(zeros, size).iter().all(|&byte| byte == 0));
                LargePages.dealloc(zeros, layout(size));
            }
            let (mut memory, mut now) = (LargePages.alloc(layout(sizes[0])), sizes[0]);
            memory.write(7);
            for size in sizes {
                memory = LargePages.realloc(memory, layout(now), size);
                let kept = std::slice::from_raw_parts_mut(memory, size);
                assert!(kept[..now.min(size)].iter().all(|&byte| byte == 7));
                kept.fill(7);
                now = size;
            }
            LargePages.dealloc(memory, layout(now));
        }
    }
}
