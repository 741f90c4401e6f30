//! The thread pool that every parallel call goes through.
//!
//! A process that has started threads and then forks (Python's `multiprocessing`, a torch
//! `DataLoader`) leaves a child in which the pool's memory is there but its threads are not: the
//! next parallel call would wait for them for ever. So a pool belongs to one process id. A child
//! builds its own; the parent's is left alone, since to drop it is to wait for its threads. For the
//! same reason nothing here uses rayon's global pool.
//!
//! `RAYON_NUM_THREADS`, read when the pool is built, sets its size; else it has a thread for each
//! core.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use rayon::{ThreadPool, ThreadPoolBuilder};

/// How often the calling thread asks whether it should stop.
pub(crate) const ASK_EVERY: Duration = Duration::from_millis(20);

/// A thread of the pool helps with one call for so long if another call waits for help.
const SHIFT: Duration = Duration::from_millis(20);

/// A pool and the process whose threads it holds.
struct Owned {
    process: u32,
    pool: ThreadPool,
    /// Helpers that were asked for and have not begun.
    awaited: AtomicUsize,
}

// Not behind a lock: a lock that another thread of the parent holds at the fork stays locked.
static CURRENT: AtomicPtr<Owned> = AtomicPtr::new(std::ptr::null_mut());

/// This process's pool, built by the first call; `None` if the system gives no threads.
///
/// Most callers want [`for_each`], which needs no pool to work.
pub fn current() -> Option<&'static ThreadPool> {
    owned().map(|owned| &owned.pool)
}

fn owned() -> Option<&'static Owned> {
    let process = std::process::id();
    let seen = CURRENT.load(Ordering::Acquire);
    // SAFETY: what `CURRENT` points to came from `Box::into_raw` and is never freed.
    if let Some(owned) = unsafe { seen.as_ref() }
        && owned.process == process
    {
        return Some(owned);
    }
    let name = |n| format!("enroque-{n}");
    let pool = ThreadPoolBuilder::new().thread_name(name).build().ok()?;
    let new = Box::into_raw(Box::new(Owned { process, pool, awaited: AtomicUsize::new(0) }));
    match CURRENT.compare_exchange(seen, new, Ordering::AcqRel, Ordering::Acquire) {
        Ok(_) => {
            // SAFETY: from `Box::into_raw` above, and never freed from here on.
            Some(unsafe { &*new })
        }
        Err(other) => {
            // SAFETY: from `Box::into_raw` above, and nobody else has seen it.
            drop(unsafe { Box::from_raw(new) });
            // SAFETY: another thread of this process published it; it is never freed.
            Some(unsafe { &*other })
        }
    }
}

/// How many threads a parallel call uses when nothing limits it.
pub fn threads() -> usize {
    current().map_or(1, ThreadPool::current_num_threads)
}

/// How a parallel call runs.
#[derive(Clone, Copy)]
pub struct Run<'a> {
    /// The most threads that work, the calling one included; `None` for as many as the pool has.
    /// With one, the caller does everything and no pool is built.
    pub threads: Option<NonZeroUsize>,
    /// Asked now and then (every 20 ms, between two items) whether to stop. Always on the calling
    /// thread, so that Python's face can look for signals there.
    pub stop: &'a dyn Fn() -> bool,
}

impl Default for Run<'_> {
    /// All threads, and no stopping.
    fn default() -> Self {
        Run { threads: None, stop: &|| false }
    }
}

impl Run<'_> {
    /// How many threads work at most: those of the pool, however many are wanted.
    pub fn most_threads(self) -> usize {
        match self.threads {
            // no pool is built for this
            Some(NonZeroUsize::MIN) => 1,
            wanted => wanted.map_or(usize::MAX, NonZeroUsize::get).min(threads()),
        }
    }
}

impl std::fmt::Debug for Run<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Run").field("threads", &self.threads).finish_non_exhaustive()
    }
}

/// The caller's [`Run::stop`] said so; some items were not worked on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interrupted;

impl std::fmt::Display for Interrupted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("interrupted")
    }
}

impl std::error::Error for Interrupted {}

/// Works on every item, on several threads, the calling one among them. Each thread makes one
/// `state` (buffers, say) and hands it to its calls of `work`.
///
/// Items are taken in order, one at a time, by whichever thread is free: they should take long
/// enough (tens of microseconds) that this costs nothing, and short enough (milliseconds) that a
/// stop is heard. A panic in `work` comes out of this call.
///
/// ```
/// use enroque::pool::{Run, for_each};
/// let mut squares = vec![0; 100];
/// for_each(Run::default(), squares.iter_mut().enumerate(), || (), |(), (n, square)| {
///     *square = n * n;
/// })
/// .unwrap();
/// assert_eq!(squares[9], 81);
/// ```
///
/// # Errors
/// When `run.stop` says so.
pub fn for_each<T: Send, S>(
    run: Run<'_>,
    items: impl ExactSizeIterator<Item = T> + Send,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, T) + Sync,
) -> Result<(), Interrupted> {
    let most = NonZeroUsize::new(items.len()).unwrap_or(NonZeroUsize::MIN);
    let threads = Some(run.threads.map_or(most, |threads| threads.min(most)));
    let stopped = AtomicBool::new(false);
    let items = Mutex::new(items);
    // a poisoned lock means that another thread's panic is on its way to the caller
    let next = || items.lock().unwrap_or_else(PoisonError::into_inner).next();

    let help = |shift: &Shift<'_>| {
        let _guard = StopOnPanic(&stopped);
        let mut state = state();
        while !stopped.load(Ordering::Relaxed)
            && !shift.is_over()
            && let Some(item) = next()
        {
            work(&mut state, item);
        }
    };
    let lead = |ask_for_help: &dyn Fn() -> bool| {
        let _guard = StopOnPanic(&stopped);
        let mut state = state();
        let mut asked = Instant::now();
        while !stopped.load(Ordering::Relaxed)
            && let Some(item) = next()
        {
            while ask_for_help() {}
            work(&mut state, item);
            if asked.elapsed() >= ASK_EVERY {
                if (run.stop)() {
                    stopped.store(true, Ordering::Relaxed);
                    return;
                }
                asked = Instant::now();
            }
        }
    };
    with_help(Run { threads, ..run }, help, lead);
    if stopped.into_inner() { Err(Interrupted) } else { Ok(()) }
}

/// The time that a thread of the pool gives to one call.
pub(crate) struct Shift<'a> {
    begun: Instant,
    awaited: &'a AtomicUsize,
}

impl Shift<'_> {
    /// Whether it should leave, since another call has waited for help long enough: a call returns only
    /// when all helpers that it asked for have come and gone.
    pub(crate) fn is_over(&self) -> bool {
        self.awaited.load(Ordering::Relaxed) > 0 && self.begun.elapsed() >= SHIFT
    }
}

/// The calling thread does `lead`, and may ask for help with that: each time one thread more does `help`,
/// if there is one that may, and it is told whether there was. Returns when all have ended. A panic in
/// `help` comes out of this call, so `lead` must not wait for what that would have done. Who has left
/// after a shift may be asked for again.
pub(crate) fn with_help<R>(
    run: Run<'_>,
    help: impl Fn(&Shift<'_>) + Sync,
    lead: impl FnOnce(&dyn Fn() -> bool) -> R,
) -> R {
    let others = run.most_threads() - 1;
    let owned = if others > 0 { owned() } else { None };
    let Some(Owned { pool, awaited, .. }) = owned else { return lead(&|| false) };
    let helping = AtomicUsize::new(0);
    pool.in_place_scope(|scope| {
        lead(&|| {
            // only this thread adds to it
            if helping.load(Ordering::Relaxed) >= others {
                return false;
            }
            helping.fetch_add(1, Ordering::Relaxed);
            awaited.fetch_add(1, Ordering::Relaxed);
            scope.spawn(|_| {
                awaited.fetch_sub(1, Ordering::Relaxed);
                help(&Shift { begun: Instant::now(), awaited });
                helping.fetch_sub(1, Ordering::Relaxed);
            });
            true
        })
    })
}

/// Tells the other threads to stop when this one panics.
struct StopOnPanic<'a>(&'a AtomicBool);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

/// [`for_each`] with a result for each item, in the items' order.
///
/// # Errors
/// When `run.stop` says so.
pub fn map<T: Send, S, R: Send>(
    run: Run<'_>,
    items: impl ExactSizeIterator<Item = T> + Send,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, T) -> R + Sync,
) -> Result<Vec<R>, Interrupted> {
    let mut results: Vec<Option<R>> = Vec::new();
    results.resize_with(items.len(), || None);
    let slots = results.iter_mut().zip(items);
    for_each(run, slots, state, |state, (slot, item)| *slot = Some(work(state, item)))?;
    Ok(results.into_iter().flatten().collect())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;

    fn limited(threads: usize) -> Run<'static> {
        Run { threads: NonZeroUsize::new(threads), ..Run::default() }
    }

    #[test]
    fn every_item_once_in_any_number_of_threads() {
        for run in [Run::default(), limited(1), limited(2), limited(100)] {
            for count in [0, 1, 2, 1000] {
                let doubled = map(run, 0..count, || (), |(), n: usize| 2 * n).unwrap();
                assert_eq!(doubled, (0..count).map(|n| 2 * n).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn nobody_gets_more_threads_than_there_are() {
        assert_eq!(limited(1).most_threads(), 1);
        assert_eq!(Run::default().most_threads(), threads());
        assert_eq!(limited(usize::MAX).most_threads(), threads());
    }

    #[test]
    fn the_limit_holds() {
        let states = AtomicUsize::new(0);
        let work = |(): &mut (), _| std::thread::sleep(Duration::from_micros(100));
        let state = || {
            states.fetch_add(1, Ordering::Relaxed);
        };
        for_each(limited(2), 0..100, state, work).unwrap();
        assert!(states.into_inner() <= 2);
    }

    #[test]
    fn a_stop_is_heard() {
        for threads in [1, 2] {
            let worked = AtomicUsize::new(0);
            let run = Run { stop: &|| true, ..limited(threads) };
            let result = for_each(
                run,
                0..100_000,
                || (),
                |(), _| {
                    worked.fetch_add(1, Ordering::Relaxed);
                    std::thread::sleep(Duration::from_millis(1));
                },
            );
            assert_eq!(result, Err(Interrupted));
            assert!(worked.into_inner() < 1000);
        }
    }

    /// Threads that help with long calls, all that there are, leave them for another: that does not wait
    /// for the end of the long ones.
    #[test]
    fn a_short_call_ends_beside_long_ones() {
        let (begun, is_short_done) = (AtomicUsize::new(0), AtomicBool::new(false));
        let deadline = Instant::now() + Duration::from_secs(30);
        let stop = || is_short_done.load(Ordering::Relaxed) || Instant::now() > deadline;
        std::thread::scope(|scope| {
            for _ in 0..threads() {
                scope.spawn(|| {
                    let run = Run { stop: &stop, ..Run::default() };
                    let work = |(): &mut (), n| {
                        begun.fetch_add(usize::from(n == 100), Ordering::Relaxed);
                        std::thread::sleep(Duration::from_micros(100));
                    };
                    assert_eq!(for_each(run, 0..usize::MAX, || (), work), Err(Interrupted));
                });
            }
            while begun.load(Ordering::Relaxed) < threads() {
                std::thread::yield_now();
            }
            for_each(Run::default(), 0..100, || (), |(), _| ()).unwrap();
            assert!(Instant::now() < deadline);
            is_short_done.store(true, Ordering::Relaxed);
        });
    }

    #[test]
    fn a_panic_comes_out_and_the_pool_lives_on() {
        let result = std::panic::catch_unwind(|| {
            for_each(Run::default(), 0..100, || (), |(), n| assert_ne!(n, 50, "fifty"))
        });
        assert!(result.is_err());
        assert_eq!(map(Run::default(), 0..10, || (), |(), n| n).unwrap().len(), 10);
    }
}
