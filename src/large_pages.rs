//! An allocator with large pages for large allocations.

use std::alloc::{GlobalAlloc, Layout, System};

/// The system's allocator with large pages for large allocations on Linux.
///
/// New memory costs a page fault per page: with pages of 4 KiB this is a sixth of the time of
/// reading games. With `madvise(2)` and `MADV_HUGEPAGE`, Linux uses pages of 2 MiB, as NumPy
/// requests for its arrays. Without large pages nothing changes. The
/// Python package uses this allocator; Rust programs can enable it:
///
/// ```
/// #[global_allocator]
/// static ALLOCATOR: enroque::large_pages::LargePages = enroque::large_pages::LargePages;
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct LargePages;

/// The smallest allocation with large pages, in bytes; the waste of rounding up is small then.
#[cfg(target_os = "linux")]
const LARGE: usize = 4 << 20;

// SAFETY: all calls are forwarded to `System` with the same arguments. `advise` has no visible effect
// on the program.
unsafe impl GlobalAlloc for LargePages {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's contract is that of `System`
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
        // SAFETY: as above; the memory was allocated by `System`
        unsafe { System.dealloc(memory, layout) }
    }

    #[inline]
    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as above; if it fails, the memory is still allocated
        let memory = unsafe { System.realloc(memory, layout, size) };
        if size > layout.size() {
            advise(memory, size);
        }
        memory
    }
}

/// Requests large pages for an allocation, including its first and last partial page: if parts of a
/// mapping had different advice, Linux could not move it as a whole when it grows, and `realloc`
/// would copy it.
#[cfg(target_os = "linux")]
#[inline]
fn advise(memory: *mut u8, size: usize) {
    if size < LARGE || memory.is_null() {
        return;
    }
    // SAFETY: the pages of the allocation are mapped; the advice does not change their contents,
    // and errors can be ignored.
    unsafe {
        let page = libc::sysconf(libc::_SC_PAGESIZE).max(1) as usize;
        let before = memory.addr() % page;
        libc::madvise(memory.wrapping_sub(before).cast(), before + size, libc::MADV_HUGEPAGE);
    }
}

/// Does nothing on other systems.
#[cfg(not(target_os = "linux"))]
fn advise(_: *mut u8, _: usize) {}

#[cfg(test)]
mod tests {
    use super::*;

    /// Contents are preserved when an allocation grows and shrinks across the limit.
    #[test]
    fn contents_are_preserved() {
        let sizes = [1, 100, 3 << 20, 4 << 20, (9 << 20) + 5, 40 << 20, 5 << 20, 64];
        let layout = |size| Layout::from_size_align(size, 16).unwrap();
        // SAFETY: each size is at least 1; accesses are within the allocation, which is freed with
        // its last layout
        unsafe {
            for size in sizes {
                let zeros = LargePages.alloc_zeroed(layout(size));
                assert!(std::slice::from_raw_parts(zeros, size).iter().all(|&byte| byte == 0));
                LargePages.dealloc(zeros, layout(size));
            }
            let (mut memory, mut old) = (LargePages.alloc(layout(sizes[0])), sizes[0]);
            memory.write(7);
            for size in sizes {
                memory = LargePages.realloc(memory, layout(old), size);
                let contents = std::slice::from_raw_parts_mut(memory, size);
                assert!(contents[..old.min(size)].iter().all(|&byte| byte == 7));
                contents.fill(7);
                old = size;
            }
            LargePages.dealloc(memory, layout(old));
        }
    }

    /// A large allocation that grows is remapped, not copied, which would cause a page fault per
    /// page.
    #[cfg(target_os = "linux")]
    #[test]
    fn growing_does_not_copy() {
        const SIZE: usize = 64 << 20;
        // SAFETY: `rusage` is plain data that the call fills
        let faults = || unsafe {
            let mut usage: libc::rusage = std::mem::zeroed();
            assert_eq!(libc::getrusage(libc::RUSAGE_THREAD, &raw mut usage), 0);
            usage.ru_minflt
        };
        let layout = Layout::from_size_align(SIZE, 16).unwrap();
        // SAFETY: accesses are within the allocation, which is freed with its last layout
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
