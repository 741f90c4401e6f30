//! Parts of text on their way to columns: each is read and parsed by a thread that is free, and joined in
//! its turn by the thread that called.
//!
//! One thread reads at a time and then parses what it has read, which is in its cache; no thread waits for
//! the slowest. What only the calling thread may read it reads for the others.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use super::chunk::Part;
use super::chunk_reader::Feed;
use super::filter::{Filter, Taken};
use super::merge::Joiner;
use super::parse::{Parse, Parsed, Piece, Spare};
use super::read::{ReadError, ReadOptions};
use super::source::Source;
use super::zstd_parallel::Jobs;
use crate::attacks::dispatch;
use crate::pgn::{Dialect, Skipping, TextReader};
use crate::pool::{self, Interrupted, Run, STOP_INTERVAL, TimeSlice};

/// Parts that a thread may be ahead of the joining, on average: this bounds the memory.
const AHEAD: usize = 2;

/// What reads, and what it needs from one call to the next.
pub(super) struct Relay {
    feed: Feed,
    pub(super) joiner: Joiner,
    /// Columns of parts, to be filled again.
    spare: Spare,
    max_game_bytes: usize,
    dialect: Dialect,
}

/// What came of a part: nothing yet, if it has to be parsed after the one before.
struct Done {
    part: Part,
    parsed: Option<Parsed>,
}

/// What the calling thread does next.
enum Next<'a> {
    /// Read, and give the feed back.
    Read(&'a mut Feed),
    /// Parse a part of this number.
    Parse(usize, Part),
    /// Join, or wait for others.
    Nothing,
    /// All has been joined: so many parts.
    End(usize),
}

impl Relay {
    pub(super) fn new(sources: Vec<Source>, options: &ReadOptions<'_>) -> Relay {
        Relay {
            feed: Feed::new(sources, options.batch_bytes()),
            joiner: Joiner::new(options),
            spare: Spare::default(),
            max_game_bytes: options.max_game_bytes,
            dialect: options.dialect,
        }
    }

    /// How many bytes have been read, before decompression.
    pub(super) fn bytes_read(&self) -> u64 {
        self.feed.bytes_read()
    }

    /// Reads about so many bytes of text, or all that is left, and joins them. `joined` hears after each
    /// part how many compressed bytes had been read with it, and how long its text was. Unless all is read,
    /// how the text falls into parts depends on it alone. Returns whether there was anything.
    pub(super) fn read(
        &mut self,
        bytes: usize,
        run: Run<'_>,
        joined: impl FnMut(&mut Joiner, u64, usize),
    ) -> Result<bool, ReadError> {
        let threads = run.most_threads();
        self.feed.set_threads(threads, bytes == usize::MAX);
        let jobs = self.feed.jobs().clone();
        let filter = self.joiner.filter().cloned();
        let state = State {
            wanted: bytes,
            is_local: self.feed.is_local(),
            feed: Some(&mut self.feed),
            waiting: VecDeque::new(),
            done: VecDeque::new(),
            joined: 0,
            read: 0,
            is_at_end: false,
            taken: self.joiner.taken().clone(),
            buffers: Vec::new(),
        };
        let track = Track {
            state: Mutex::new(state),
            is_stopped: AtomicBool::new(false),
            feed_is_back: Condvar::new(),
            something_is_done: Condvar::new(),
            threads,
            jobs: &jobs,
            spare: &self.spare,
            filter: filter.as_ref(),
            max_game_bytes: self.max_game_bytes,
            dialect: self.dialect,
        };
        let lead = |ask: &dyn Fn() -> bool| track.lead(&mut self.joiner, run, ask, joined);
        pool::with_help(run, |shift| track.help(shift), lead)
    }
}

/// What the threads of a call share.
struct Track<'a> {
    state: Mutex<State<'a>>,
    /// A thread panicked, or the calling one left.
    is_stopped: AtomicBool,
    feed_is_back: Condvar,
    /// For the calling thread: a part, or reading one.
    something_is_done: Condvar,
    threads: usize,
    jobs: &'a Jobs,
    spare: &'a Spare,
    filter: Option<&'a Filter>,
    max_game_bytes: usize,
    dialect: Dialect,
}

/// How far they are.
struct State<'a> {
    /// Not here while a thread reads.
    feed: Option<&'a mut Feed>,
    /// Bytes still to be read.
    wanted: usize,
    /// Whether any thread may read next.
    is_local: bool,
    /// Parts that the calling thread has read for others.
    waiting: VecDeque<(usize, Part)>,
    /// Parts from the next to be joined on.
    done: VecDeque<Option<Done>>,
    /// How many parts have been joined, and how many read.
    joined: usize,
    read: usize,
    is_at_end: bool,
    taken: Arc<Taken>,
    /// Buffers to be used again.
    buffers: Vec<Vec<u8>>,
}

impl<'a> State<'a> {
    /// Whether more is to be read now.
    fn wants_more(&self, threads: usize) -> bool {
        !self.is_at_end && self.read - self.joined <= AHEAD * threads
    }

    /// The feed, if more is to be read now, and nobody else reads.
    fn take_feed(&mut self, threads: usize) -> Option<&'a mut Feed> {
        if !self.wants_more(threads) {
            return None;
        }
        let feed = self.feed.take()?;
        feed.recycle(&mut self.buffers);
        Some(feed)
    }

    /// Leaves a part to others.
    fn pass_on(&mut self, number: usize, part: Part) -> Option<Part> {
        self.waiting.push_back((number, part));
        None
    }

    /// Whether another thread would find something to do.
    fn has_work(&self) -> bool {
        !self.waiting.is_empty() || self.is_local && !self.is_at_end
    }
}

impl<'a> Track<'a> {
    fn state(&self) -> MutexGuard<'_, State<'a>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    fn reader(&self) -> TextReader {
        TextReader::new(self.max_game_bytes, self.dialect)
    }

    /// The calling thread's part: all of the joining, and whatever else there is to do.
    fn lead(
        &self,
        joiner: &mut Joiner,
        run: Run<'_>,
        ask_for_help: &dyn Fn() -> bool,
        mut joined: impl FnMut(&mut Joiner, u64, usize),
    ) -> Result<bool, ReadError> {
        // whichever way this ends: nobody goes on, or waits for ever
        let _guard = StopOnDrop(self);
        let mut reader = self.reader();
        let mut asked = Instant::now();
        loop {
            while let Some(Done { mut part, parsed }) = self.next_done() {
                joiner.join(&mut part, parsed, &mut reader, self.spare)?;
                joined(joiner, part.read, part.range().len());
                let mut state = self.state();
                state.taken = joiner.taken().clone();
                state.buffers.extend(part.into_buffer());
            }
            if asked.elapsed() >= STOP_INTERVAL {
                if (run.stop)() {
                    return Err(ReadError::Interrupted);
                }
                asked = Instant::now();
            }
            // another thread's panic comes out when this one has left
            if self.is_stopped() {
                return Err(ReadError::Interrupted);
            }
            match self.next() {
                Next::End(parts) => return Ok(parts > 0),
                Next::Parse(number, part) => self.parse(number, part, &mut reader),
                Next::Read(feed) => {
                    let is_local = feed.is_local();
                    let read = self.read(feed, run.stop).map_err(|_| ReadError::Interrupted)?;
                    let Some((number, part)) = read else { continue };
                    let mut state = self.state();
                    let is_own = is_local || self.threads == 1;
                    let own = if is_own { Some(part) } else { state.pass_on(number, part) };
                    let has_work = state.has_work();
                    drop(state);
                    while has_work && ask_for_help() {}
                    if let Some(part) = own {
                        self.parse(number, part, &mut reader);
                    }
                }
                Next::Nothing => {
                    if !self.jobs.do_one() {
                        self.wait();
                    }
                }
            }
        }
    }

    /// What the calling thread does next, when nothing more can be joined.
    fn next(&self) -> Next<'a> {
        let mut state = self.state();
        if state.is_at_end && state.joined == state.read {
            return Next::End(state.read);
        }
        // others come first, as long as they have too little to do
        let is_for_others = !state.is_local && state.waiting.len() < AHEAD * (self.threads - 1);
        if !is_for_others && let Some((number, part)) = state.waiting.pop_front() {
            return Next::Parse(number, part);
        }
        if let Some(feed) = state.take_feed(self.threads) {
            return Next::Read(feed);
        }
        match state.waiting.pop_front() {
            Some((number, part)) => Next::Parse(number, part),
            None => Next::Nothing,
        }
    }

    /// Waits until another thread has done something, or it is time to ask whether to stop.
    fn wait(&self) {
        let state = self.state();
        let is_next_done = state.done.front().is_some_and(Option::is_some);
        let can_read = state.feed.is_some() && state.wants_more(self.threads);
        if !is_next_done && !can_read && !self.is_stopped() {
            let waited = self.something_is_done.wait_timeout(state, STOP_INTERVAL);
            drop(waited.unwrap_or_else(PoisonError::into_inner));
        }
    }

    /// What another thread does, until there is nothing for it or its shift is over.
    fn help(&self, shift: &TimeSlice<'_>) {
        let _guard = StopOnPanic(self);
        let mut reader = self.reader();
        loop {
            if self.is_stopped() || shift.is_over() {
                return;
            }
            if self.jobs.do_one() {
                continue;
            }
            let mut state = self.state();
            if let Some((number, part)) = state.waiting.pop_front() {
                drop(state);
                self.parse(number, part, &mut reader);
                continue;
            }
            if !state.is_local || state.is_at_end {
                return;
            }
            if state.feed.is_none() {
                // it is read from files and memory: that does not take long
                drop(self.feed_is_back.wait(state).unwrap_or_else(PoisonError::into_inner));
                continue;
            }
            let Some(feed) = state.take_feed(self.threads) else { return };
            drop(state);
            match self.read(feed, &|| self.is_stopped()) {
                Ok(Some((number, part))) => self.parse(number, part, &mut reader),
                Ok(None) => {}
                Err(Interrupted) => return,
            }
        }
    }

    /// Reads a part, and gives the feed back; `None` if nothing was left.
    fn read(
        &self,
        feed: &'a mut Feed,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<(usize, Part)>, Interrupted> {
        let part = feed.next_part(stop)?;
        let mut state = self.state();
        let read = part.map(|part| {
            state.wanted = state.wanted.saturating_sub(part.range().len());
            state.done.push_back(None);
            state.read += 1;
            (state.read - 1, part)
        });
        state.is_at_end = !feed.has_more() || state.wanted == 0;
        state.is_local = feed.is_local();
        let is_for_one = state.is_local && !state.is_at_end;
        state.feed = Some(feed);
        drop(state);
        if self.threads == 1 {
            // nobody waits, and to tell nobody is a call of the system all the same
            return Ok(read);
        }
        if is_for_one {
            self.feed_is_back.notify_one();
        } else {
            self.feed_is_back.notify_all();
        }
        self.something_is_done.notify_one();
        Ok(read)
    }

    /// Parses a part, as if a game began where it does.
    fn parse(&self, number: usize, part: Part, reader: &mut TextReader) {
        let taken = self.state().taken.clone();
        let parsed = part.is_open.then(|| {
            let piece = Piece {
                text: part.text(),
                range: part.range(),
                skipping: Skipping::Nothing,
                counts_lines: !part.is_held(),
                spare: self.spare,
                filter: self.filter,
                taken: &taken,
                is_ahead: self.threads > 1,
            };
            dispatch(Parse { reader, piece })
        });
        let mut state = self.state();
        let index = number - state.joined;
        if let Some(place) = state.done.get_mut(index) {
            *place = Some(Done { part, parsed });
        }
        drop(state);
        if index == 0 && self.threads > 1 {
            self.something_is_done.notify_one();
        }
    }

    /// The next part to be joined, if it has been parsed.
    fn next_done(&self) -> Option<Done> {
        let mut state = self.state();
        let done = state.done.front_mut()?.take()?;
        state.done.pop_front();
        state.joined += 1;
        Some(done)
    }

    fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
        if self.threads == 1 {
            return;
        }
        // whoever has just looked waits now, or sees it
        drop(self.state());
        self.feed_is_back.notify_all();
        self.something_is_done.notify_all();
    }
}

/// Lets the others go when the calling thread leaves.
struct StopOnDrop<'t, 'a>(&'t Track<'a>);

impl Drop for StopOnDrop<'_, '_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Lets the others go when this thread panics.
struct StopOnPanic<'t, 'a>(&'t Track<'a>);

impl Drop for StopOnPanic<'_, '_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.stop();
        }
    }
}
