//! The parallel pipeline from sources to games: read chunks, parse them, merge them.
//!
//! Any free thread reads a chunk, one thread at a time, and then parses it while it is in its
//! cache. The calling thread merges the chunks in order, and reads the sources that only it may
//! read. No thread waits for the slowest one.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use super::chunk::Chunk;
use super::chunk_reader::ChunkReader;
use super::error::ReadError;
use super::filter::Filter;
use super::merge::Merger;
use super::options::ReadOptions;
use super::parse::{GamesPool, ParseInput, ParseTask};
use super::pipeline_state::{Action, ParsedChunk, State};
use super::source::Source;
use super::zstd_parallel::JobQueue;
use crate::attacks::dispatch;
use crate::pgn::{Dialect, Skipping, TextReader};
use crate::pool::{self, Interrupted, Run, STOP_INTERVAL, TimeSlice};

/// A pipeline, and its state between two calls.
pub(super) struct Pipeline {
    reader: ChunkReader,
    pub(super) merger: Merger,
    /// Columns of chunks, for reuse.
    games_pool: GamesPool,
    max_game_bytes: usize,
    dialect: Dialect,
}

impl Pipeline {
    pub(super) fn new(sources: Vec<Source>, options: &ReadOptions<'_>) -> Pipeline {
        Pipeline {
            reader: ChunkReader::new(sources, options.batch_bytes()),
            merger: Merger::new(options),
            games_pool: GamesPool::default(),
            max_game_bytes: options.max_game_bytes,
            dialect: options.dialect,
        }
    }

    /// Returns the number of bytes read, before decompression.
    pub(super) fn bytes_read(&self) -> u64 {
        self.reader.bytes_read()
    }

    /// Reads about this many bytes of text, or all for `usize::MAX`, and merges their games.
    /// `merged` is called after each chunk with the number of compressed bytes read up to its end
    /// and with the length of its text. Unless everything is read, chunks depend on the text alone.
    /// Returns whether there was a chunk.
    pub(super) fn read(
        &mut self,
        bytes: usize,
        run: Run<'_>,
        merged: impl FnMut(&mut Merger, u64, usize),
    ) -> Result<bool, ReadError> {
        let threads = run.max_threads();
        self.reader.set_threads(threads, bytes == usize::MAX);
        let jobs = self.reader.jobs().clone();
        let filter = self.merger.filter().cloned();
        let state = State {
            wanted: bytes,
            is_local: self.reader.is_local(),
            reader: Some(&mut self.reader),
            unparsed: VecDeque::new(),
            parsed: VecDeque::new(),
            merged: 0,
            read: 0,
            is_at_end: false,
            free_buffers: Vec::new(),
        };
        let shared = Shared {
            state: Mutex::new(state),
            is_stopped: AtomicBool::new(false),
            reader_returned: Condvar::new(),
            chunk_finished: Condvar::new(),
            threads,
            jobs: &jobs,
            games_pool: &self.games_pool,
            filter: filter.as_ref(),
            max_game_bytes: self.max_game_bytes,
            dialect: self.dialect,
        };
        let lead = |request_helper: &dyn Fn() -> bool| {
            shared.lead(&mut self.merger, run, request_helper, merged)
        };
        pool::with_help(run, |slice| shared.help(slice), lead)
    }
}

/// The data that the threads of a call share.
struct Shared<'a> {
    state: Mutex<State<'a>>,
    /// Set when a thread panics or the calling thread returns.
    is_stopped: AtomicBool,
    /// Signals helpers that no thread reads.
    reader_returned: Condvar,
    /// Signals the calling thread that a chunk has been read or parsed.
    chunk_finished: Condvar,
    threads: usize,
    jobs: &'a JobQueue,
    games_pool: &'a GamesPool,
    filter: Option<&'a Filter>,
    max_game_bytes: usize,
    dialect: Dialect,
}

impl<'a> Shared<'a> {
    fn state(&self) -> MutexGuard<'_, State<'a>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    fn text_reader(&self) -> TextReader {
        TextReader::new(self.max_game_bytes, self.dialect)
    }

    /// Runs the calling thread, which does all of the merging and shares the other work.
    fn lead(
        &self,
        merger: &mut Merger,
        run: Run<'_>,
        request_helper: &dyn Fn() -> bool,
        mut merged: impl FnMut(&mut Merger, u64, usize),
    ) -> Result<bool, ReadError> {
        // however this function ends, helpers must not wait forever
        let _guard = StopOnDrop(self);
        let mut text_reader = self.text_reader();
        let mut last_check = Instant::now();
        loop {
            while let Some(ParsedChunk { mut chunk, parsed }) = self.take_parsed() {
                merger.merge(&mut chunk, parsed, &mut text_reader, self.games_pool)?;
                merged(merger, chunk.bytes_read, chunk.games_range().len());
                self.state().free_buffers.extend(chunk.into_buffer());
            }
            if last_check.elapsed() >= STOP_INTERVAL {
                if (run.stop)() {
                    return Err(ReadError::Interrupted);
                }
                last_check = Instant::now();
            }
            // a helper panicked: the panic is propagated when this function has returned
            if self.is_stopped() {
                return Err(ReadError::Interrupted);
            }
            let action = self.state().next_action(self.threads);
            match action {
                Action::End(chunks) => return Ok(chunks > 0),
                Action::Parse(number, chunk) => self.parse(number, chunk, &mut text_reader),
                Action::Read(reader) => {
                    let is_local = reader.is_local();
                    let read = self.read(reader, run.stop).map_err(|_| ReadError::Interrupted)?;
                    let Some((number, chunk)) = read else { continue };
                    let mut state = self.state();
                    let mut own = None;
                    if is_local || self.threads == 1 {
                        own = Some(chunk);
                    } else {
                        state.unparsed.push_back((number, chunk));
                    }
                    let has_work = state.has_work();
                    drop(state);
                    while has_work && request_helper() {}
                    if let Some(chunk) = own {
                        self.parse(number, chunk, &mut text_reader);
                    }
                }
                Action::Wait => {
                    if !self.jobs.run_one() {
                        self.wait();
                    }
                }
            }
        }
    }

    /// Waits until another thread has finished a chunk, or until it is time to check for
    /// interruption.
    fn wait(&self) {
        let state = self.state();
        let is_next_parsed = state.parsed.front().is_some_and(Option::is_some);
        let can_read = state.reader.is_some() && state.should_read_more(self.threads);
        if !is_next_parsed && !can_read && !self.is_stopped() {
            let waited = self.chunk_finished.wait_timeout(state, STOP_INTERVAL);
            drop(waited.unwrap_or_else(PoisonError::into_inner));
        }
    }

    /// Runs a helper thread until there is nothing to do or its time slice is over.
    fn help(&self, slice: &TimeSlice<'_>) {
        let _guard = StopOnPanic(self);
        let mut text_reader = self.text_reader();
        loop {
            if self.is_stopped() || slice.is_over() {
                return;
            }
            if self.jobs.run_one() {
                continue;
            }
            let mut state = self.state();
            if let Some((number, chunk)) = state.unparsed.pop_front() {
                drop(state);
                self.parse(number, chunk, &mut text_reader);
                continue;
            }
            if !state.is_local || state.is_at_end {
                return;
            }
            if state.reader.is_none() {
                // another thread reads from a file or memory, which is quick
                drop(self.reader_returned.wait(state).unwrap_or_else(PoisonError::into_inner));
                continue;
            }
            let Some(reader) = state.take_reader(self.threads) else { return };
            drop(state);
            match self.read(reader, &|| self.is_stopped()) {
                Ok(Some((number, chunk))) => self.parse(number, chunk, &mut text_reader),
                Ok(None) => {}
                Err(Interrupted) => return,
            }
        }
    }

    /// Reads a chunk and returns the reader to the shared state. `None` at the end of the sources.
    fn read(
        &self,
        reader: &'a mut ChunkReader,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<(usize, Chunk)>, Interrupted> {
        let chunk = reader.next_chunk(stop)?;
        let mut state = self.state();
        let read = chunk.map(|chunk| state.add(chunk));
        state.is_at_end = !reader.has_more() || state.wanted == 0;
        state.is_local = reader.is_local();
        let is_for_one = state.is_local && !state.is_at_end;
        state.reader = Some(reader);
        drop(state);
        if self.threads == 1 {
            // no thread waits, and notifying none is still a system call
            return Ok(read);
        }
        if is_for_one {
            self.reader_returned.notify_one();
        } else {
            self.reader_returned.notify_all();
        }
        self.chunk_finished.notify_one();
        Ok(read)
    }

    /// Parses a chunk as if a game started where it starts.
    fn parse(&self, number: usize, chunk: Chunk, reader: &mut TextReader) {
        let parsed = chunk.starts_at_game.then(|| {
            let input = ParseInput {
                text: chunk.text(),
                range: chunk.games_range(),
                skipping: Skipping::Nothing,
                counts_lines: !chunk.is_of_memory(),
                games_pool: self.games_pool,
                filter: self.filter,
            };
            dispatch(ParseTask { reader, input })
        });
        let is_next = self.state().set_parsed(number, ParsedChunk { chunk, parsed });
        if is_next && self.threads > 1 {
            self.chunk_finished.notify_one();
        }
    }

    fn take_parsed(&self) -> Option<ParsedChunk> {
        self.state().take_parsed()
    }

    /// Stops all threads of the call.
    fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
        if self.threads == 1 {
            return;
        }
        // with the lock taken once, a thread that has checked the flag is waiting now, and is
        // notified
        drop(self.state());
        self.reader_returned.notify_all();
        self.chunk_finished.notify_all();
    }
}

/// Stops the helpers when the calling thread returns.
struct StopOnDrop<'t, 'a>(&'t Shared<'a>);

impl Drop for StopOnDrop<'_, '_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Stops the other threads when this one panics.
struct StopOnPanic<'t, 'a>(&'t Shared<'a>);

impl Drop for StopOnPanic<'_, '_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.stop();
        }
    }
}
