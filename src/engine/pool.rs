//! A pool of engines: a queue of positions, and a thread for each process.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Instant;

use super::failure::{EngineError, Failure, SLICE};
use super::session::{Answer, Identity, Session, fen_of};
use super::task::{Settings, Task};
use crate::position::Position;

/// The memory for the stack of a thread.
const STACK: usize = 256 << 10;

/// Positions that are searched with the same settings.
#[derive(Default, Debug)]
pub struct Batch {
    /// `None` to start an engine only.
    settings: Option<Settings>,
    state: Mutex<Results>,
    changed: Condvar,
    is_canceled: AtomicBool,
}

#[derive(Default, Debug)]
struct Results {
    /// The number of tasks without a result.
    pending: usize,
    done: Vec<(Task, Result<Answer, EngineError>)>,
    /// The number of results at which the caller wakes up.
    wanted: usize,
}

/// Engine processes that run the same program. They are started when they are needed.
#[derive(Debug)]
pub struct Pool {
    shared: Arc<Shared>,
    threads: Mutex<Vec<JoinHandle<()>>>,
    workers: usize,
    /// The process whose threads they are: a forked child has none of them.
    owner: u32,
}

#[derive(Default, Debug)]
struct Shared {
    words: Vec<String>,
    attempts: usize,
    queue: Mutex<Queue>,
    changed: Condvar,
    is_closed: AtomicBool,
    identity: Mutex<Identity>,
    /// The process of each thread.
    pids: Mutex<Vec<Option<u32>>>,
    /// The number of changes of options, and the command of each that is set.
    options: Mutex<(usize, Vec<(String, String)>)>,
}

#[derive(Default, Debug)]
struct Queue {
    tasks: VecDeque<(Arc<Batch>, Task)>,
    idle: usize,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Pool {
    /// Starts an engine; others follow when there are positions for them.
    ///
    /// # Errors
    /// If the program cannot be started, or is no UCI engine.
    pub fn start(
        words: Vec<String>,
        workers: usize,
        attempts: usize,
        stop: &dyn Fn() -> bool,
    ) -> Result<Pool, EngineError> {
        let shared = Arc::new(Shared { words, attempts, ..Shared::default() });
        let pool = Pool { shared, threads: Mutex::default(), workers, owner: std::process::id() };
        let batch = Arc::default();
        let task = Task { number: 0, position: Position::standard(), chess960: false, text: None };
        pool.submit(&batch, [task])?;
        match pool.wait(&batch, 1, stop).pop() {
            Some((_, Err(error))) => Err(error),
            _ => Ok(pool),
        }
    }

    /// The name, author and options of the engine.
    pub fn identity(&self) -> Identity {
        lock(&self.shared.identity).clone()
    }

    /// The processes that run.
    pub fn pids(&self) -> Vec<u32> {
        lock(&self.shared.pids).iter().flatten().copied().collect()
    }

    /// Sets an option for all later searches: its name, and the line that sets it.
    pub fn configure(&self, name: &str, line: String) {
        let mut options = lock(&self.shared.options);
        options.0 += 1;
        options.1.retain(|(other, _)| !other.eq_ignore_ascii_case(name));
        options.1.push((name.to_owned(), line));
    }

    /// Whether [`Pool::close`] was called, or this is a forked child.
    pub fn is_closed(&self) -> bool {
        self.shared.is_closed.load(Ordering::SeqCst) || self.owner != std::process::id()
    }

    /// Adds positions to the queue.
    ///
    /// # Errors
    /// If the pool is closed, or the system has no more threads.
    pub fn submit(
        &self,
        batch: &Arc<Batch>,
        tasks: impl IntoIterator<Item = Task>,
    ) -> Result<(), EngineError> {
        if self.owner != std::process::id() {
            return Err(EngineError::Closed); // another thread may have had the lock
        }
        let mut queue = lock(&self.shared.queue);
        if self.is_closed() {
            return Err(EngineError::Closed);
        }
        let before = queue.tasks.len();
        queue.tasks.extend(tasks.into_iter().map(|task| (Arc::clone(batch), task)));
        let (waiting, idle) = (queue.tasks.len(), queue.idle);
        lock(&batch.state).pending += waiting - before;
        drop(queue);
        let mut threads = lock(&self.threads);
        for _ in idle..waiting {
            let number = threads.len();
            if number >= self.workers {
                break;
            }
            lock(&self.shared.pids).push(None);
            let shared = Arc::clone(&self.shared);
            let thread = std::thread::Builder::new().name("enroque.engine".into());
            match thread.stack_size(STACK).spawn(move || shared.work(number)) {
                Ok(thread) => threads.push(thread),
                Err(error) if number == 0 => {
                    return Err(EngineError::Failed(format!("no thread for an engine: {error}")));
                }
                Err(_) => break, // the others take its work
            }
        }
        drop(threads);
        for _ in 0..idle.min(waiting) {
            self.shared.changed.notify_one();
        }
        Ok(())
    }

    /// Waits for a number of results, or for all if they are fewer, or for those there are after some
    /// time, and takes them. If `stop` returns true, cancels the batch.
    pub fn wait(
        &self,
        batch: &Arc<Batch>,
        wanted: usize,
        stop: &dyn Fn() -> bool,
    ) -> Vec<(Task, Result<Answer, EngineError>)> {
        let begin = Instant::now();
        let mut state = lock(&batch.state);
        loop {
            let is_late = begin.elapsed() > 3 * SLICE && !state.done.is_empty();
            if state.done.len() >= wanted || state.pending == 0 || is_late {
                return std::mem::take(&mut state.done);
            }
            state.wanted = wanted;
            state =
                batch.changed.wait_timeout(state, SLICE).unwrap_or_else(PoisonError::into_inner).0;
            drop(state);
            if stop() {
                self.cancel(batch);
            }
            state = lock(&batch.state);
        }
    }

    /// Cancels the positions of a batch, and waits until no engine searches them.
    pub fn cancel(&self, batch: &Arc<Batch>) {
        batch.is_canceled.store(true, Ordering::SeqCst);
        if self.owner != std::process::id() {
            return;
        }
        let mut queue = lock(&self.shared.queue);
        let before = queue.tasks.len();
        queue.tasks.retain(|(other, _)| !Arc::ptr_eq(batch, other));
        let removed = before - queue.tasks.len();
        drop(queue);
        let mut state = lock(&batch.state);
        state.pending -= removed;
        while state.pending > 0 {
            state.wanted = usize::MAX;
            state = batch.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Ends all processes.
    pub fn close(&self) {
        if self.is_closed() {
            return;
        }
        self.shared.is_closed.store(true, Ordering::SeqCst);
        // a thread that has just seen that it is open waits by now
        drop(lock(&self.shared.queue));
        self.shared.changed.notify_all();
        for thread in lock(&self.threads).drain(..) {
            let _ = thread.join();
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.close();
    }
}

impl Batch {
    /// No positions yet.
    pub fn new(settings: Settings) -> Arc<Batch> {
        Arc::new(Batch { settings: Some(settings), ..Batch::default() })
    }

    /// The number of positions without a result.
    pub fn pending(&self) -> usize {
        lock(&self.state).pending
    }

    fn finish(&self, task: Task, result: Result<Answer, EngineError>) {
        let mut state = lock(&self.state);
        state.pending -= 1;
        state.done.push((task, result));
        if state.pending == 0 || state.done.len() >= state.wanted {
            self.changed.notify_all();
        }
    }
}

impl Shared {
    /// Searches positions until the pool is closed.
    fn work(&self, number: usize) {
        let mut session = None;
        while let Some((batch, task)) = self.next() {
            let result = self.search(&mut session, number, &batch, &task);
            batch.finish(task, result);
        }
        if let Some(session) = session {
            session.quit();
        }
        lock(&self.pids)[number] = None;
    }

    /// Waits for a position; `None` when the pool is closed and has none.
    fn next(&self) -> Option<(Arc<Batch>, Task)> {
        let mut queue = lock(&self.queue);
        loop {
            if let Some(next) = queue.tasks.pop_front() {
                return Some(next);
            }
            if self.is_closed.load(Ordering::SeqCst) {
                return None;
            }
            queue.idle += 1;
            queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
            queue.idle -= 1;
        }
    }

    /// Searches a position, several times if the engine fails.
    fn search(
        &self,
        session: &mut Option<Session>,
        number: usize,
        batch: &Batch,
        task: &Task,
    ) -> Result<Answer, EngineError> {
        let mut attempts = 0;
        loop {
            let failure = match self.attempt(session, number, batch, task) {
                Ok(answer) => return Ok(answer),
                Err(Failure::Stopped) => return Err(EngineError::Closed),
                Err(failure) => failure,
            };
            // ends the process before the caller gets the error
            *session = None;
            lock(&self.pids)[number] = None;
            let program = &self.words[0];
            let reason = match failure {
                Failure::Canceled | Failure::Stopped => return Err(EngineError::Closed),
                Failure::Start(error) => {
                    return Err(EngineError::Start { program: program.clone(), error });
                }
                Failure::Timeout => {
                    let time = batch.settings.as_ref().and_then(|settings| settings.time);
                    let seconds = time.unwrap_or_default().as_secs_f64();
                    format!("no answer within {seconds} seconds")
                }
                Failure::Broken(reason) => reason,
            };
            if batch.settings.is_none() {
                return Err(EngineError::Failed(format!("{program}: {reason}")));
            }
            attempts += 1;
            if attempts >= self.attempts {
                let name = &lock(&self.identity).name;
                let times = match attempts {
                    1 => String::new(),
                    _ => format!(" failed {attempts} times"),
                };
                let fen = fen_of(&task.position, task.chess960);
                return Err(EngineError::Failed(format!("{name}{times}, {fen}: {reason}")));
            }
        }
    }

    /// Starts the engine unless it runs, and searches a position.
    fn attempt(
        &self,
        session: &mut Option<Session>,
        number: usize,
        batch: &Batch,
        task: &Task,
    ) -> Result<Answer, Failure> {
        let is_canceled =
            || batch.is_canceled.load(Ordering::Relaxed) || self.is_closed.load(Ordering::Relaxed);
        if is_canceled() {
            return Err(Failure::Stopped);
        }
        let session = match session {
            Some(session) => session,
            None => {
                let started = |pid| lock(&self.pids)[number] = Some(pid);
                let mut new = Session::start(&self.words, &is_canceled, started)?;
                if new.identity.name.is_empty() {
                    let program = std::path::Path::new(&self.words[0]).file_name();
                    let program = program.unwrap_or_default().to_string_lossy();
                    new.identity.name = program.into_owned();
                }
                *lock(&self.identity) = new.identity.clone();
                session.insert(new)
            }
        };
        let Some(settings) = &batch.settings else { return Ok(Answer::default()) };
        let options = {
            let (number, options) = &*lock(&self.options);
            let is_new = std::mem::replace(&mut session.options_sent, *number) != *number;
            options.iter().filter(|_| is_new).map(|(_, line)| line.as_str()).collect()
        };
        let answer = session.search(task, settings, options, &is_canceled)?;
        let has_score = answer.infos.first().is_some_and(|info| info.score.is_some());
        if settings.needs_score && !has_score {
            return Err(Failure::Broken("no evaluation".to_owned()));
        }
        Ok(answer)
    }
}
