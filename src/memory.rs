//! What happens when memory ends.
//!
//! Rust ends the process if an allocation fails. Two things prevent this for the Python package,
//! which raises `MemoryError` instead:
//!
//! - Memory that grows with the input, such as the columns of games, is reserved by [`grow`], which
//!   unwinds if it fails. [`caught`] ends the unwinding.
//! - Smaller allocations are made from a reserve of [`RESERVE`] bytes, which
//!   [`LargePages`](crate::large_pages::LargePages) releases when the system has no more memory.
//!   Then [`has_ended`] returns true, and long calls stop as if they were interrupted.
//!
//! A pure Rust program has no reserve unless it calls [`fill`].

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

use memmap2::MmapMut;

/// The size of the reserve in bytes. It is mapped but never written, so it occupies no memory, but
/// counts for a limit of the address space.
pub const RESERVE: usize = 64 << 20;

/// The largest allocation that releases the reserve: others are needed until the call has stopped.
const LARGEST: usize = RESERVE / 2;

/// More than a thread needs for its stack and the allocator's tables, in bytes.
const THREAD: usize = 8 << 20;

static HELD: AtomicPtr<MmapMut> = AtomicPtr::new(std::ptr::null_mut());
static HAS_ENDED: AtomicBool = AtomicBool::new(false);

/// There is not enough memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ended;

impl std::fmt::Display for Ended {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("there is not enough memory")
    }
}

impl std::error::Error for Ended {}

/// Maps the reserve if there is none. Returns whether there is one: only with the feature
/// `large-pages`, whose allocator releases it.
pub fn fill() -> bool {
    if !cfg!(feature = "large-pages") {
        return false;
    }
    if !HELD.load(Ordering::Acquire).is_null() {
        return true;
    }
    let Ok(memory) = MmapMut::map_anon(RESERVE) else { return false };
    let memory = Box::into_raw(Box::new(memory));
    let none = std::ptr::null_mut();
    if HELD.compare_exchange(none, memory, Ordering::AcqRel, Ordering::Acquire).is_err() {
        // SAFETY: a pointer from `Box::into_raw` that was not published.
        drop(unsafe { Box::from_raw(memory) });
    }
    HAS_ENDED.store(false, Ordering::Release);
    true
}

/// Whether the reserve was released: long calls should stop.
pub fn has_ended() -> bool {
    HAS_ENDED.load(Ordering::Relaxed)
}

/// Releases the reserve after an allocation of `size` bytes failed. Returns whether the allocation
/// may succeed now.
#[cold]
pub fn release(size: usize) -> bool {
    if size > LARGEST {
        return false;
    }
    let memory = HELD.swap(std::ptr::null_mut(), Ordering::AcqRel);
    if !memory.is_null() {
        HAS_ENDED.store(true, Ordering::Release);
        // SAFETY: a pointer from `Box::into_raw`, which only this thread has taken.
        drop(unsafe { Box::from_raw(memory) });
    }
    // another thread may have released it
    has_ended()
}

/// Reserves capacity for more elements; unwinds with [`Ended`] if there is not enough memory.
#[inline]
pub fn grow<T>(column: &mut Vec<T>, more: usize) {
    if more > column.capacity() - column.len()
        && column.try_reserve(more).is_err()
        && column.try_reserve_exact(more).is_err()
    {
        // without the message of a panic
        resume_unwind(Box::new(Ended));
    }
}

/// Returns elements with the default value; unwinds with [`Ended`] if there is not enough memory.
pub fn defaults<T: Clone + Default>(count: usize) -> Vec<T> {
    let mut values = Vec::new();
    grow(&mut values, count);
    values.resize(count, T::default());
    values
}

/// Unwinds with [`Ended`] if the library of a compression reports that memory has ended.
pub(crate) fn check_message(error: &std::io::Error) {
    if error.kind() == std::io::ErrorKind::OutOfMemory
        || error.to_string().contains("not enough memory")
    {
        resume_unwind(Box::new(Ended));
    }
}

/// Whether there is memory for another thread: the C library ends the process if a thread cannot
/// allocate its own variables.
pub(crate) fn has_room_for_thread() -> bool {
    MmapMut::map_anon(THREAD).is_ok()
}

/// Returns a copy of a slice; unwinds with [`Ended`] if there is not enough memory.
pub fn copied<T: Copy>(values: &[T]) -> Vec<T> {
    let mut copy = Vec::new();
    grow(&mut copy, values.len());
    copy.extend_from_slice(values);
    copy
}

/// Calls a function, and returns an error if it unwinds with [`Ended`]. Other panics are propagated.
///
/// # Errors
/// If there is not enough memory. What the function was changing may be incomplete.
pub fn caught<R>(work: impl FnOnce() -> R) -> Result<R, Ended> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| match payload.downcast::<Ended>() {
        Ok(ended) => *ended,
        Err(payload) => resume_unwind(payload),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pool::{Run, for_each};

    #[test]
    fn growing_beyond_memory_unwinds() {
        let mut column = vec![1u64];
        assert_eq!(caught(|| grow(&mut column, usize::MAX / 16)), Err(Ended));
        assert_eq!(column, [1]);
        assert_eq!(caught(|| grow(&mut column, 100)), Ok(()));
        assert!(column.capacity() > 100);
        assert_eq!(caught(|| copied(&column)), Ok(vec![1]));
        assert_eq!(caught(|| defaults::<u8>(3)), Ok(vec![0; 3]));
        assert_eq!(caught(|| defaults::<u64>(usize::MAX / 16)), Err(Ended));
    }

    #[test]
    fn unwinding_crosses_threads() {
        for threads in [1, 2] {
            let run = Run { threads: std::num::NonZeroUsize::new(threads), ..Run::default() };
            let work = |(): &mut (), n| {
                if n == 50 {
                    grow(&mut Vec::<u64>::new(), usize::MAX / 16);
                }
            };
            assert_eq!(caught(|| for_each(run, 0..100, || (), work)), Err(Ended));
        }
    }

    #[test]
    #[should_panic(expected = "another")]
    fn other_panics_are_propagated() {
        let _ = caught(|| panic!("another"));
    }
}
