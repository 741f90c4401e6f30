//! Files of several zstd frames, decompressed by as many threads as are free.
//!
//! `pzstd` writes such files, and so do those who compress piece by piece. Whoever reads takes the texts
//! in order; a frame that no other thread has begun by then it decompresses itself, so nothing ever waits
//! for a thread that is busy with something else, or gone.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::decompress::{Format, decompressed};
use super::zstd_frames::{FrameWalk, Skip};

/// A longer frame is decompressed bit by bit, with what comes after it.
const MAX_FRAME: u64 = 8 << 20;

/// Frames are decompressed together until they have so many bytes.
const MIN_JOB: usize = 128 << 10;

/// Of a job's text so much is kept ready, and the rest decompressed when it is wanted.
const MAX_READY: u64 = 32 << 20;

/// At most so many jobs are ahead of the reader: this and the limits above bound the memory.
const MAX_AHEAD: usize = 8;

/// Whether a file has several frames, of which the first that is not to be skipped is short enough.
pub(super) fn has_short_frames(path: &Path) -> io::Result<bool> {
    let file_bytes = path.metadata()?.len();
    let mut walk = FrameWalk::new(File::open(path)?, file_bytes);
    while let Some(frame) = walk.next() {
        let end = walk.place();
        if frame.content != Some(0) {
            return Ok(end - frame.start <= MAX_FRAME && end < file_bytes);
        }
        if end > MAX_FRAME {
            break;
        }
    }
    Ok(false)
}

/// Some whole frames, to be decompressed, and who wants their text.
struct Job {
    number: usize,
    frames: Vec<u8>,
    sender: Sender<(usize, Text)>,
}

/// What there is to be decompressed, for threads that have time: beside the one that reads.
#[derive(Default)]
pub(super) struct Jobs {
    /// How many threads there are, that one too.
    threads: AtomicUsize,
    waiting: Mutex<VecDeque<Job>>,
}

impl Jobs {
    /// Says how many threads there are, the one that reads too.
    pub(super) fn set_threads(&self, threads: usize) {
        self.threads.store(threads, Ordering::Relaxed);
    }

    /// Does one of them, if there is one.
    pub(super) fn do_one(&self) -> bool {
        let job = self.waiting().pop_front();
        let Some(Job { number, frames, sender }) = job else { return false };
        // nobody may wait for ever
        let text = std::panic::catch_unwind(|| text_of(frames));
        let text = text.unwrap_or_else(|_| Err(io::Error::other("a thread panicked")));
        // nobody waits for it if the reader is gone
        drop(sender.send((number, text)));
        true
    }

    fn waiting(&self) -> MutexGuard<'_, VecDeque<Job>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The text of a job.
type Text = io::Result<Box<dyn Read + Send>>;

/// Decompresses a job; what was good before a fault comes first.
fn text_of(frames: Vec<u8>) -> Text {
    let mut stream = decompressed(Format::Zstd, Cursor::new(frames))?;
    let mut text = Vec::new();
    match stream.by_ref().take(MAX_READY).read_to_end(&mut text) {
        Ok(_) => Ok(Box::new(Cursor::new(text).chain(stream))),
        Err(error) => Ok(Box::new(Cursor::new(text).chain(Failing(Some(error))))),
    }
}

/// What comes after the last whole short frame; `None` if nothing does.
fn rest<R: Read + Send + 'static>(
    mut begun: Vec<u8>,
    mut source: R,
) -> Option<Box<dyn Read + Send>> {
    if begun.is_empty() {
        let mut byte = [0];
        match source.read(&mut byte) {
            Ok(0) => return None,
            Ok(_) => begun.push(byte[0]),
            Err(error) => return Some(Box::new(Failing(Some(error)))),
        }
    }
    let rest = Cursor::new(begun).chain(source);
    Some(decompressed(Format::Zstd, rest).unwrap_or_else(|error| Box::new(Failing(Some(error)))))
}

/// Gives an error once.
struct Failing(Option<io::Error>);

impl Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

/// Keeps what it reads.
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

/// The text of a file's frames, in order.
pub(super) struct FrameReader<R> {
    /// The frames that have not been read; `None` when all have.
    walk: Option<FrameWalk<Collector<R>>>,
    /// Of this reader alone: the one before is gone.
    jobs: Arc<Jobs>,
    /// The process whose threads have the jobs.
    process: u32,
    sender: Sender<(usize, Text)>,
    receiver: Receiver<(usize, Text)>,
    /// Texts that came before their turn.
    early: Vec<(usize, Text)>,
    /// The number of the next job to be made, and of the one whose text is next.
    made: usize,
    next: usize,
    now: Option<Box<dyn Read + Send>>,
    /// What is not decompressed frame by frame, after the last job.
    rest: Option<Box<dyn Read + Send>>,
}

impl<R: Read + Send + 'static> FrameReader<R> {
    /// Of a file, a regular one: waiting for it is not interrupted.
    pub(super) fn new(file: R, jobs: Arc<Jobs>) -> Self {
        let (sender, receiver) = mpsc::channel();
        let source = Collector { source: file, bytes: Vec::new() };
        FrameReader {
            walk: Some(FrameWalk::of(source, u64::MAX)),
            jobs,
            process: std::process::id(),
            sender,
            receiver,
            early: Vec::new(),
            made: 0,
            next: 0,
            now: None,
            rest: None,
        }
    }

    /// Reads the frames of the next job. At the file's end, or before what is no short frame, there is
    /// none, and the rest is left to a decoder that does not look ahead.
    fn read_job(&mut self) -> Option<Job> {
        let Some(walk) = &mut self.walk else { return None };
        let (mut whole, mut has_text) = (0, false);
        while whole < MIN_JOB
            && let Some(frame) = walk.next()
        {
            whole = walk.source.bytes.len();
            has_text |= frame.content != Some(0);
        }
        let mut frames = std::mem::take(&mut walk.source.bytes);
        if whole < MIN_JOB
            && let Some(walk) = self.walk.take()
        {
            let begun = frames.split_off(whole);
            self.rest = rest(begun, walk.source.source);
        }
        // what is to be skipped alone is no text, not even an empty one
        has_text.then(|| {
            self.made += 1;
            Job { number: self.made - 1, frames, sender: self.sender.clone() }
        })
    }

    /// Makes jobs for all threads, so far as they are there.
    fn look_ahead(&mut self) {
        let threads = self.jobs.threads.load(Ordering::Relaxed).clamp(1, MAX_AHEAD);
        while self.made - self.next < threads
            && let Some(job) = self.read_job()
        {
            self.jobs.waiting().push_back(job);
        }
    }

    /// The text of the next job; `None` after the last.
    fn take_next(&mut self) -> io::Result<Option<Box<dyn Read + Send>>> {
        if self.process != std::process::id() {
            // a fork: what the parent's threads are at is not here, and one may hold the lock
            return Err(io::Error::other("the reading was begun in another process"));
        }
        self.look_ahead();
        if self.next == self.made {
            return Ok(self.rest.take());
        }
        let wanted = self.next;
        self.next += 1;
        if let Some(place) = self.early.iter().position(|(number, _)| *number == wanted) {
            return self.early.swap_remove(place).1.map(Some);
        }
        // the others take them from the front too: if this one is still there, it is the first
        let mut waiting = self.jobs.waiting();
        let is_there = waiting.front().is_some_and(|job| job.number == wanted);
        let own = if is_there { waiting.pop_front() } else { None };
        drop(waiting);
        if let Some(job) = own {
            return text_of(job.frames).map(Some);
        }
        // a thread is at it
        loop {
            let (number, text) = self.receiver.recv().map_err(io::Error::other)?;
            if number == wanted {
                return text.map(Some);
            }
            self.early.push((number, text));
        }
    }
}

impl<R> Drop for FrameReader<R> {
    fn drop(&mut self) {
        if self.process != std::process::id() {
            return;
        }
        self.jobs.waiting().clear();
    }
}

impl<R: Read + Send + 'static> Read for FrameReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            if self.now.is_none() {
                self.now = self.take_next()?;
            }
            let Some(now) = &mut self.now else { return Ok(0) };
            match now.read(buffer)? {
                0 => self.now = None,
                bytes => return Ok(bytes),
            }
        }
    }
}
