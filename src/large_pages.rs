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

/// Asks for large pages for a piece of memory, its first and last small page included: if Linux had two
/// minds about parts of a mapping, it would no longer move it as a whole when it grows, and all that is in
/// it would be copied.
#[cfg(target_os = "linux")]
#[inline]
fn advise(memory: *mut u8, size: usize) {
    if size < LARGE || memory.is_null() {
        return;
    }
    // SAFETY: a question. A page that holds part of the piece is mapped; the advice leaves what is in pages
    // as it is, whosever it is, and is no promise: an error is no harm.
    unsafe {
        let page = libc::sysconf(libc::_SC_PAGESIZE).max(1) as usize;
        let before = memory.addr() % page;
        libc::madvise(memory.wrapping_sub(before).cast(), before + size, libc::MADV_HUGEPAGE);
    }
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

    /// A large piece that grows is moved page by page, not copied: that would touch new memory, a fault
    /// for each page.
    #[cfg(target_os = "linux")]
    #[test]
    fn growing_copies_nothing() {
        const SIZE: usize = 64 << 20;
        // SAFETY: `rusage` is plain numbers, which the call fills
        let faults = || unsafe {
            let mut usage: libc::rusage = std::mem::zeroed();
            assert_eq!(libc::getrusage(libc::RUSAGE_THREAD, &raw mut usage), 0);
            usage.ru_minflt
        };
        let layout = Layout::from_size_align(SIZE, 16).unwrap();
        // SAFETY: the memory is asked for its length only, and given back as the layout that it has last
        unsafe {
            let memory = LargePages.alloc(layout);
            std::slice::from_raw_parts_mut(memory, SIZE).fill(7);
            let before = faults();
            let grown = LargePages.realloc(memory, layout, 2 * SIZE);
            assert!(faults() - before < 16);
            assert_eq!((grown.read(), grown.add(SIZE - 1).read()), (7, 7));
            LargePages.dealloc(grown, Layout::from_size_align(2 * SIZE, 16).unwrap());
        }
    }
}
