//! The thread pool of every parallel call.
//!
//! A forked child of a process with threads (Python's `multiprocessing`, a torch `DataLoader`) has
//! the memory of the pool but not its threads, so the next parallel call would wait for them
//! forever. Therefore a pool belongs to a process id, and a child builds another one. The parent's
//! pool is leaked in the child, since dropping it would wait for its threads. rayon's global pool
//! is not used for the same reason.
//!
//! `RAYON_NUM_THREADS`, read when the pool is built, sets the number of threads of a call, the
//! calling one included; by default there is one for each core.
//!
//! Waking a thread takes tens of microseconds, as long as a whole short call. So a helper spins for
//! about that time when its work is done, and calls in quick succession find it awake.
//!
//! Without the feature `threads`, all work is done by the calling thread.

#![cfg_attr(not(feature = "threads"), allow(dead_code, unused_imports))]

use std::cell::Cell;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

#[cfg(feature = "threads")]
use rayon::{ThreadPool, ThreadPoolBuilder, Yield};
use thiserror::Error;

use crate::progress::Counter;

/// The interval at which the calling thread calls `Run::stop`.
pub(crate) const STOP_INTERVAL: Duration = Duration::from_millis(20);

/// The time after which a helper leaves a call while another call waits for helpers.
const TIME_SLICE: Duration = Duration::from_millis(20);

/// The time for which a helper without work spins: about as long as waking a thread takes.
const SPIN: Duration = Duration::from_micros(50);

/// The time for which a call spins until its helpers have finished: about as long as an item takes. If all
/// cores are busy, a helper may need this one.
const SPIN_FOR_HELPERS: Duration = Duration::from_micros(20);

/// The number of pauses, about a microsecond, after which a helper has left a call.
const PAUSES: u32 = 16;

/// A pool and its process.
#[cfg(feature = "threads")]
struct Owned {
    process: u32,
    /// The number of threads of a call: those of the pool and the calling one.
    threads: usize,
    pool: ThreadPool,
    /// The number of helpers that were requested and have not started.
    requested_helpers: AtomicUsize,
}

// Atomic, since a lock that another thread of the parent holds at the fork would stay locked.
#[cfg(feature = "threads")]
static CURRENT: AtomicPtr<Owned> = AtomicPtr::new(std::ptr::null_mut());

#[cfg(feature = "threads")]
fn owned() -> Option<&'static Owned> {
    let process = std::process::id();
    let seen = CURRENT.load(Ordering::Acquire);
    // SAFETY: `CURRENT` is null or a pointer from `Box::into_raw` that is never freed.
    if let Some(owned) = unsafe { seen.as_ref() }
        && owned.process == process
    {
        return Some(owned);
    }
    if cfg!(target_os = "emscripten") {
        return None; // the attempt to start threads, at each call, would take longer than most calls
    }
    let name = |n| format!("enroque-{n}");
    let threads = configured_threads();
    let helpers = (threads - 1).max(1);
    let pool = ThreadPoolBuilder::new().num_threads(helpers).thread_name(name).build().ok()?;
    let requested_helpers = AtomicUsize::new(0);
    let new = Box::into_raw(Box::new(Owned { process, threads, pool, requested_helpers }));
    match CURRENT.compare_exchange(seen, new, Ordering::AcqRel, Ordering::Acquire) {
        // SAFETY: a pointer from `Box::into_raw` that is never freed.
        Ok(_) => Some(unsafe { &*new }),
        Err(_) => {
            // SAFETY: a pointer from `Box::into_raw` that was not published.
            drop(unsafe { Box::from_raw(new) });
            owned() // that of the thread which was first
        }
    }
}

/// `RAYON_NUM_THREADS`, or the number of cores.
fn configured_threads() -> usize {
    let stated = std::env::var("RAYON_NUM_THREADS").ok();
    let stated = stated.and_then(|text| text.trim().parse().ok()).and_then(NonZeroUsize::new);
    stated.or_else(|| std::thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get)
}

/// Returns the number of threads that a parallel call uses by default.
pub fn threads() -> usize {
    #[cfg(feature = "threads")]
    return owned().map_or(1, |owned| owned.threads);
    #[cfg(not(feature = "threads"))]
    1
}

/// Options of a parallel call.
#[derive(Clone, Copy)]
pub struct Run<'a> {
    /// The maximum number of threads, the calling one included; `None` for those of the pool. With
    /// 1, no pool is built.
    pub threads: Option<NonZeroUsize>,
    /// Called every 20 ms, between two items; returns whether to stop. It is called on the calling
    /// thread only, so that the Python bindings can check for signals.
    pub stop: &'a dyn Fn() -> bool,
    /// A counter of completed units, which the call documents; `None` to count nothing.
    pub progress: Option<&'a Counter>,
}

impl Default for Run<'_> {
    /// All threads, without stopping.
    fn default() -> Self {
        Run { threads: None, stop: &|| false, progress: None }
    }
}

impl Run<'_> {
    /// Returns these options with one thread for fewer than `least` items, which take less time than
    /// it takes to wake another thread.
    #[must_use]
    pub(crate) fn with_few(self, items: usize, least: usize) -> Self {
        if items < least { Run { threads: Some(NonZeroUsize::MIN), ..self } } else { self }
    }

    /// Returns the maximum number of threads, limited by the size of the pool.
    pub fn max_threads(self) -> usize {
        match self.threads {
            // needs no pool
            Some(NonZeroUsize::MIN) => 1,
            limit => limit.map_or(usize::MAX, NonZeroUsize::get).min(threads()),
        }
    }
}

impl std::fmt::Debug for Run<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Run").field("threads", &self.threads).finish_non_exhaustive()
    }
}

/// [`Run::stop`] returned true; some items were not processed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("interrupted")]
pub struct Interrupted;

/// Processes all items on several threads, including the calling one.
///
/// Threads take items in order, one at a time. An item should take long enough (tens of
/// microseconds) that this overhead is negligible, and short enough (milliseconds) that
/// interruption is quick. A panic in `work` is propagated.
///
/// ```
/// use enroque::pool::{Run, for_each};
/// let mut squares = vec![0; 100];
/// for_each(Run::default(), squares.iter_mut().enumerate(), |(n, square)| *square = n * n).unwrap();
/// assert_eq!(squares[9], 81);
/// ```
///
/// # Errors
/// If `run.stop` returned true.
pub fn for_each<T: Send>(
    run: Run<'_>,
    items: impl ExactSizeIterator<Item = T> + Send,
    work: impl Fn(T) + Sync,
) -> Result<(), Interrupted> {
    for_each_with(run, items, || (), |(), item| work(item))
}

/// [`for_each`] where each thread creates one `state`, such as buffers, and passes it to its calls
/// of `work`.
///
/// # Errors
/// If `run.stop` returned true.
pub fn for_each_with<T: Send, S>(
    run: Run<'_>,
    items: impl ExactSizeIterator<Item = T> + Send,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, T) + Sync,
) -> Result<(), Interrupted> {
    for_each_by(run, items, state, work, |items| items.next())
}

/// [`for_each`] where the calling thread takes items from the front and the helpers from the back.
/// In repeated calls with the same memory, most of it then stays in the cache of the same core.
///
/// # Errors
/// If `run.stop` returned true.
pub(crate) fn for_each_from_both_ends<T: Send>(
    run: Run<'_>,
    items: impl ExactSizeIterator<Item = T> + DoubleEndedIterator + Send,
    work: impl Fn(T) + Sync,
) -> Result<(), Interrupted> {
    for_each_from_both_ends_with(run, items, || (), |(), item| work(item))
}

/// [`for_each_from_both_ends`] with a state, as [`for_each_with`].
///
/// # Errors
/// If `run.stop` returned true.
pub(crate) fn for_each_from_both_ends_with<T: Send, S>(
    run: Run<'_>,
    items: impl ExactSizeIterator<Item = T> + DoubleEndedIterator + Send,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, T) + Sync,
) -> Result<(), Interrupted> {
    for_each_by(run, items, state, work, |items| items.next_back())
}

/// [`for_each`] with the function by which helpers take items.
fn for_each_by<T: Send, S, I: ExactSizeIterator<Item = T> + Send>(
    run: Run<'_>,
    items: I,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, T) + Sync,
    helpers_next: impl Fn(&mut I) -> Option<T> + Sync,
) -> Result<(), Interrupted> {
    let max_threads = NonZeroUsize::new(items.len()).unwrap_or(NonZeroUsize::MIN);
    let threads = Some(run.threads.map_or(max_threads, |threads| threads.min(max_threads)));
    let stopped = AtomicBool::new(false);
    let items = Mutex::new(items);
    // a poisoned lock means that another thread panicked, which is propagated to the caller
    let lead_next = || items.lock().unwrap_or_else(PoisonError::into_inner).next();
    let help_next = || helpers_next(&mut items.lock().unwrap_or_else(PoisonError::into_inner));

    let help = |slice: &TimeSlice<'_>| {
        let _guard = StopOnPanic(&stopped);
        let mut state = state();
        while !stopped.load(Ordering::Relaxed)
            && !slice.is_over()
            && let Some(item) = help_next()
        {
            work(&mut state, item);
        }
    };
    let lead = |request_helper: &dyn Fn() -> bool| {
        let _guard = StopOnPanic(&stopped);
        let mut state = state();
        let mut last_check = Instant::now();
        while !stopped.load(Ordering::Relaxed)
            && let Some(item) = lead_next()
        {
            while request_helper() {}
            work(&mut state, item);
            if last_check.elapsed() >= STOP_INTERVAL {
                if (run.stop)() {
                    stopped.store(true, Ordering::Relaxed);
                    return;
                }
                last_check = Instant::now();
            }
        }
    };
    with_help(Run { threads, ..run }, help, lead);
    if stopped.into_inner() { Err(Interrupted) } else { Ok(()) }
}

/// The time slice of a helper in one call.
pub(crate) struct TimeSlice<'a> {
    started: Instant,
    requested_helpers: &'a AtomicUsize,
}

impl TimeSlice<'_> {
    /// Whether the helper should leave because another call waits: a call returns only when all
    /// helpers that it requested have started and finished.
    pub(crate) fn is_over(&self) -> bool {
        self.requested_helpers.load(Ordering::Relaxed) > 0 && self.started.elapsed() >= TIME_SLICE
    }
}

/// Runs `lead` on the calling thread. `lead` gets a function that requests one more helper thread,
/// which runs `help`, and returns whether a helper was available. Returns when all have finished. A
/// panic in `help` is propagated, so `lead` must not wait for results of helpers. Helpers that left
/// after their time slice can be requested again.
#[cfg(feature = "threads")]
pub(crate) fn with_help<R>(
    run: Run<'_>,
    help: impl Fn(&TimeSlice<'_>) + Sync,
    lead: impl FnOnce(&dyn Fn() -> bool) -> R,
) -> R {
    let others = run.max_threads() - 1;
    let owned = if others > 0 { owned() } else { None };
    let Some(owned) = owned else { return lead(&|| false) };
    let requested_helpers = &owned.requested_helpers;
    let helping = AtomicUsize::new(0);
    owned.pool.in_place_scope(|scope| {
        let result = lead(&|| {
            // only this thread increments it
            if helping.load(Ordering::Relaxed) >= others {
                return false;
            }
            helping.fetch_add(1, Ordering::Relaxed);
            requested_helpers.fetch_add(1, Ordering::Relaxed);
            scope.spawn(|_| {
                requested_helpers.fetch_sub(1, Ordering::Relaxed);
                help(&TimeSlice { started: Instant::now(), requested_helpers });
                if !IS_SPINNING.get() {
                    owned.pool.spawn(keep_spinning);
                }
                helping.fetch_sub(1, Ordering::Relaxed);
            });
            true
        });
        // the scope sleeps until all have finished
        let led = Instant::now();
        while helping.load(Ordering::Relaxed) > 0 && led.elapsed() < SPIN_FOR_HELPERS {
            std::hint::spin_loop();
        }
        // a helper reports to the scope just after that
        for _ in 0..PAUSES {
            std::hint::spin_loop();
        }
        result
    })
}

/// Runs `lead` without helpers.
#[cfg(not(feature = "threads"))]
pub(crate) fn with_help<R>(
    _: Run<'_>,
    _: impl Fn(&TimeSlice<'_>) + Sync,
    lead: impl FnOnce(&dyn Fn() -> bool) -> R,
) -> R {
    lead(&|| false)
}

#[cfg(feature = "threads")]
thread_local! {
    /// Whether the thread of the pool is in [`keep_spinning`].
    static IS_SPINNING: Cell<bool> = const { Cell::new(false) };
}

/// Spins on a thread of the pool for a while, in which it takes new work at once.
#[cfg(feature = "threads")]
fn keep_spinning() {
    IS_SPINNING.set(true);
    let mut idle_since = Instant::now();
    while idle_since.elapsed() < SPIN {
        match rayon::yield_now() {
            Some(Yield::Executed) => idle_since = Instant::now(),
            _ => std::hint::spin_loop(),
        }
    }
    IS_SPINNING.set(false);
}

/// Stops the other threads when this one panics.
struct StopOnPanic<'a>(&'a AtomicBool);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

/// [`for_each`] that collects results in the order of the items.
///
/// # Errors
/// If `run.stop` returned true.
pub fn map<T: Send, R: Send>(
    run: Run<'_>,
    items: impl ExactSizeIterator<Item = T> + Send,
    work: impl Fn(T) -> R + Sync,
) -> Result<Vec<R>, Interrupted> {
    map_with(run, items, || (), |(), item| work(item))
}

/// [`map`] with a state, as [`for_each_with`].
///
/// # Errors
/// If `run.stop` returned true.
pub fn map_with<T: Send, S, R: Send>(
    run: Run<'_>,
    items: impl ExactSizeIterator<Item = T> + Send,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, T) -> R + Sync,
) -> Result<Vec<R>, Interrupted> {
    let mut results: Vec<Option<R>> = Vec::new();
    results.resize_with(items.len(), || None);
    let slots = results.iter_mut().zip(items);
    for_each_with(run, slots, state, |state, (slot, item)| *slot = Some(work(state, item)))?;
    Ok(results.into_iter().flatten().collect())
}

/// Divides items into ranges of a size, the last of which may be shorter.
pub(crate) fn ranges(count: usize, size: usize) -> impl ExactSizeIterator<Item = Range<usize>> {
    (0..count).step_by(size).map(move |first| first..count.min(first + size))
}

/// The error of the item with the lowest number, of errors that several threads find.
#[derive(Debug)]
pub(crate) struct FirstError<E>(Mutex<Option<(usize, E)>>);

impl<E> Default for FirstError<E> {
    fn default() -> FirstError<E> {
        FirstError(Mutex::new(None))
    }
}

impl<E> FirstError<E> {
    #[cold]
    pub(crate) fn note(&self, item: usize, error: E) {
        let mut first = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if first.as_ref().is_none_or(|(before, _)| item < *before) {
            *first = Some((item, error));
        }
    }

    /// Returns the error and the number of its item.
    pub(crate) fn into_inner(self) -> Option<(usize, E)> {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the error as a result.
    pub(crate) fn result(self) -> Result<(), E> {
        self.into_inner().map_or(Ok(()), |(_, error)| Err(error))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;

    fn limited(threads: usize) -> Run<'static> {
        Run { threads: NonZeroUsize::new(threads), ..Run::default() }
    }

    #[test]
    fn every_item_once_with_any_number_of_threads() {
        for run in [Run::default(), limited(1), limited(2), limited(100)] {
            for count in [0, 1, 2, 1000] {
                let doubled = map(run, 0..count, |n: usize| 2 * n).unwrap();
                assert_eq!(doubled, (0..count).map(|n| 2 * n).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn every_item_once_from_both_ends() {
        for run in [Run::default(), limited(1), limited(2)] {
            for count in [0, 1, 2, 1000] {
                let mut seen = vec![0; count];
                for_each_from_both_ends(run, seen.iter_mut(), |n| *n += 1).unwrap();
                assert_eq!(seen, vec![1; count]);
            }
        }
    }

    #[test]
    fn threads_are_limited_by_the_pool() {
        assert_eq!(limited(1).max_threads(), 1);
        assert_eq!(Run::default().max_threads(), threads());
        assert_eq!(limited(usize::MAX).max_threads(), threads());
    }

    #[test]
    fn thread_limit() {
        let states = AtomicUsize::new(0);
        let work = |(): &mut (), _| std::thread::sleep(Duration::from_micros(100));
        let state = || {
            states.fetch_add(1, Ordering::Relaxed);
        };
        for_each_with(limited(2), 0..100, state, work).unwrap();
        assert!(states.into_inner() <= 2);
    }

    #[test]
    fn stop_interrupts() {
        for threads in [1, 2] {
            let worked = AtomicUsize::new(0);
            let run = Run { stop: &|| true, ..limited(threads) };
            let result = for_each(run, 0..100_000, |_| {
                worked.fetch_add(1, Ordering::Relaxed);
                std::thread::sleep(Duration::from_millis(1));
            });
            assert_eq!(result, Err(Interrupted));
            assert!(worked.into_inner() < 1000);
        }
    }

    /// Helpers of long calls leave them for a new call, which does not wait for the end of the long
    /// ones.
    #[test]
    fn short_calls_do_not_wait_for_long_ones() {
        let (begun, is_short_done) = (AtomicUsize::new(0), AtomicBool::new(false));
        let deadline = Instant::now() + Duration::from_secs(30);
        let stop = || is_short_done.load(Ordering::Relaxed) || Instant::now() > deadline;
        std::thread::scope(|scope| {
            for _ in 0..threads() {
                scope.spawn(|| {
                    let run = Run { stop: &stop, ..Run::default() };
                    let work = |n| {
                        begun.fetch_add(usize::from(n == 100), Ordering::Relaxed);
                        std::thread::sleep(Duration::from_micros(100));
                    };
                    assert_eq!(for_each(run, 0..usize::MAX, work), Err(Interrupted));
                });
            }
            while begun.load(Ordering::Relaxed) < threads() {
                std::thread::yield_now();
            }
            for_each(Run::default(), 0..100, |_| ()).unwrap();
            assert!(Instant::now() < deadline);
            is_short_done.store(true, Ordering::Relaxed);
        });
    }

    #[test]
    fn panics_propagate_and_the_pool_still_works() {
        let result = std::panic::catch_unwind(|| {
            for_each(Run::default(), 0..100, |n| assert_ne!(n, 50, "fifty"))
        });
        assert!(result.is_err());
        assert_eq!(map(Run::default(), 0..10, |n| n).unwrap().len(), 10);
    }
}
