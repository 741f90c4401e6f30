//! Parallel decompression of zstd files of several frames, such as those of `pzstd`.
//!
//! The crate `zstd` decompresses a stream on one thread: its multithreading is for compression
//! only. Here, any free threads decompress frames, and the reader takes their texts in order. The
//! reader decompresses a frame that no other thread has started itself, so that it never waits for
//! a thread that is busy with something else.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::decompress::{Compression, decompressor};
use super::zstd_frames::{FrameScanner, Skip};

/// The maximum size of a frame in bytes. A longer frame is decompressed as a stream, with
/// everything after it.
const MAX_FRAME: u64 = 8 << 20;

/// The minimum size of a job in bytes: smaller frames are decompressed together.
const MIN_JOB: usize = 128 << 10;

/// The maximum size in bytes of the text that a job decompresses in advance.
const MAX_READY: u64 = 32 << 20;

/// The maximum number of jobs ahead of the reader, which bounds the memory.
const MAX_AHEAD: usize = 8;

/// Whether a file has several frames, the first of which (apart from skippable ones) is short
/// enough.
pub(super) fn has_short_frames(path: &Path) -> io::Result<bool> {
    let file_bytes = path.metadata()?.len();
    let mut scanner = FrameScanner::new(File::open(path)?, file_bytes);
    while let Some(frame) = scanner.next() {
        let end = scanner.offset();
        if frame.content_size != Some(0) {
            return Ok(end - frame.start <= MAX_FRAME && end < file_bytes);
        }
        if end > MAX_FRAME {
            break;
        }
    }
    Ok(false)
}

/// Complete frames to be decompressed, and the channel for their text.
struct Job {
    number: usize,
    frames: Vec<u8>,
    sender: Sender<(usize, JobResult)>,
}

/// A queue of decompression jobs for free threads.
#[derive(Default)]
pub(super) struct JobQueue {
    /// The number of threads, including the one that reads.
    threads: AtomicUsize,
    queue: Mutex<VecDeque<Job>>,
}

impl JobQueue {
    /// Sets the number of threads, including the one that reads.
    pub(super) fn set_threads(&self, threads: usize) {
        self.threads.store(threads, Ordering::Relaxed);
    }

    /// Runs the next job. Returns whether there was one.
    pub(super) fn run_one(&self) -> bool {
        let job = self.queue().pop_front();
        let Some(Job { number, frames, sender }) = job else { return false };
        // even after a panic there must be a result, since the reader waits for it
        let text = std::panic::catch_unwind(|| decompress(frames));
        let text = text.unwrap_or_else(|_| Err(io::Error::other("a thread panicked")));
        // fails if the reader has been dropped
        drop(sender.send((number, text)));
        true
    }

    fn queue(&self) -> MutexGuard<'_, VecDeque<Job>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The text of a job.
type JobResult = io::Result<Box<dyn Read + Send>>;

/// Decompresses the frames of a job. An error comes after the text before it.
fn decompress(frames: Vec<u8>) -> JobResult {
    let mut stream = decompressor(Compression::Zstd, Cursor::new(frames))?;
    let mut text = Vec::new();
    match stream.by_ref().take(MAX_READY).read_to_end(&mut text) {
        Ok(_) => Ok(Box::new(Cursor::new(text).chain(stream))),
        Err(error) => Ok(Box::new(Cursor::new(text).chain(ErrorReader(Some(error))))),
    }
}

/// Decompresses everything after the last short frame as a stream; `None` if there is nothing.
/// `start` are the bytes already read.
fn rest_of_file<R: Read + Send + 'static>(
    mut start: Vec<u8>,
    mut source: R,
) -> Option<Box<dyn Read + Send>> {
    if start.is_empty() {
        let mut byte = [0];
        match source.read(&mut byte) {
            Ok(0) => return None,
            Ok(_) => start.push(byte[0]),
            Err(error) => return Some(Box::new(ErrorReader(Some(error)))),
        }
    }
    let rest = Cursor::new(start).chain(source);
    Some(
        decompressor(Compression::Zstd, rest)
            .unwrap_or_else(|error| Box::new(ErrorReader(Some(error)))),
    )
}

/// A reader that returns an error once, and then the end of the file.
struct ErrorReader(Option<io::Error>);

impl Read for ErrorReader {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

/// A reader that collects the bytes read.
struct Collector<R> {
    source: R,
    bytes: Vec<u8>,
}

impl<R: Read> Read for Collector<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.source.read(buffer)?;
        self.bytes.extend_from_slice(buffer.get(..read).unwrap_or_default());
        Ok(read)
    }
}

impl<R: Read> Skip for Collector<R> {
    fn skip(&mut self, bytes: u64) -> io::Result<()> {
        if self.bytes.len() as u64 + bytes > MAX_FRAME {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        let read = self.source.by_ref().take(bytes).read_to_end(&mut self.bytes)?;
        if read as u64 == bytes { Ok(()) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
    }
}

/// A reader of the decompressed text of a file of several frames.
pub(super) struct FrameReader<R> {
    /// The frames that have not been read; `None` if all have.
    scanner: Option<FrameScanner<Collector<R>>>,
    /// The queue, which only this reader adds to.
    jobs: Arc<JobQueue>,
    /// The process whose threads run the jobs.
    process: u32,
    sender: Sender<(usize, JobResult)>,
    receiver: Receiver<(usize, JobResult)>,
    /// Results of jobs after the next one.
    out_of_order: Vec<(usize, JobResult)>,
    /// The number of jobs created.
    created: usize,
    /// The number of the job whose text is next.
    next: usize,
    current: Option<Box<dyn Read + Send>>,
    /// The text after the last job, decompressed as a stream.
    rest: Option<Box<dyn Read + Send>>,
}

impl<R: Read + Send + 'static> FrameReader<R> {
    /// Creates a reader of a regular file.
    pub(super) fn new(file: R, jobs: Arc<JobQueue>) -> Self {
        let (sender, receiver) = mpsc::channel();
        let source = Collector { source: file, bytes: Vec::new() };
        FrameReader {
            scanner: Some(FrameScanner::with_source(source, u64::MAX)),
            jobs,
            process: std::process::id(),
            sender,
            receiver,
            out_of_order: Vec::new(),
            created: 0,
            next: 0,
            current: None,
            rest: None,
        }
    }

    /// Reads the frames of the next job. `None` at the end of the file or before a frame that is
    /// long or invalid: everything from there on is decompressed as a stream.
    fn read_job(&mut self) -> Option<Job> {
        let Some(scanner) = &mut self.scanner else { return None };
        let (mut end, mut has_text) = (0, false);
        while end < MIN_JOB
            && let Some(frame) = scanner.next()
        {
            end = scanner.source.bytes.len();
            has_text |= frame.content_size != Some(0);
        }
        let mut frames = std::mem::take(&mut scanner.source.bytes);
        if end < MIN_JOB
            && let Some(scanner) = self.scanner.take()
        {
            let start = frames.split_off(end);
            self.rest = rest_of_file(start, scanner.source.source);
        }
        // skippable frames alone have no text
        has_text.then(|| {
            self.created += 1;
            Job { number: self.created - 1, frames, sender: self.sender.clone() }
        })
    }

    /// Creates jobs for all threads.
    fn create_jobs(&mut self) {
        let threads = self.jobs.threads.load(Ordering::Relaxed).clamp(1, MAX_AHEAD);
        while self.created - self.next < threads
            && let Some(job) = self.read_job()
        {
            self.jobs.queue().push_back(job);
        }
    }

    /// Returns the text of the next job; `None` after the last.
    fn take_next(&mut self) -> io::Result<Option<Box<dyn Read + Send>>> {
        if self.process != std::process::id() {
            // after a fork, the threads of the parent are missing, and the queue may be locked
            // forever
            return Err(io::Error::other(
                "a stream cannot be read further after a fork: open it again",
            ));
        }
        self.create_jobs();
        if self.next == self.created {
            return Ok(self.rest.take());
        }
        let wanted = self.next;
        self.next += 1;
        if let Some(index) = self.out_of_order.iter().position(|(number, _)| *number == wanted) {
            return self.out_of_order.swap_remove(index).1.map(Some);
        }
        // jobs are taken from the front, so that the next one, if no thread has taken it, is the
        // first
        let mut queue = self.jobs.queue();
        let is_first = queue.front().is_some_and(|job| job.number == wanted);
        let own = if is_first { queue.pop_front() } else { None };
        drop(queue);
        if let Some(job) = own {
            return decompress(job.frames).map(Some);
        }
        // another thread decompresses it
        loop {
            let (number, text) = self.receiver.recv().map_err(io::Error::other)?;
            if number == wanted {
                return text.map(Some);
            }
            self.out_of_order.push((number, text));
        }
    }
}

impl<R> Drop for FrameReader<R> {
    fn drop(&mut self) {
        if self.process != std::process::id() {
            return;
        }
        self.jobs.queue().clear();
    }
}

impl<R: Read + Send + 'static> Read for FrameReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            if self.current.is_none() {
                self.current = self.take_next()?;
            }
            let Some(current) = &mut self.current else { return Ok(0) };
            match current.read(buffer)? {
                0 => self.current = None,
                bytes => return Ok(bytes),
            }
        }
    }
}
