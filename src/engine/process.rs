//! A process whose input and output are lines.

use std::borrow::Cow;
use std::io::{self, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::failure::{Failure, Watch};
use super::pipe::{self, CHUNK, Output};

/// The longest line; a longer one is an error.
const MAX_LINE: usize = 1 << 16;
/// The last bytes of the standard error that are kept for messages.
const KEPT: usize = 400;
/// The longest time from the end of the output to that of the process.
const EXIT_TIME: Duration = Duration::from_millis(500);
/// The longest time from `quit` to the end of the process.
const QUIT_TIME: Duration = Duration::from_secs(1);

/// A process and those that it started: they are killed when the value is dropped, and when this
/// program ends, also if that is killed.
pub(super) struct Process {
    child: Child,
    /// The status of the process, which was waited for.
    status: Option<ExitStatus>,
    stdin: ChildStdin,
    output: Output,
    /// The bytes that were read; those before `start` are done with.
    buffer: Vec<u8>,
    start: usize,
    errors: Arc<Mutex<Vec<u8>>>,
    errors_reader: Option<JoinHandle<()>>,
}

impl Process {
    /// Starts a program. On Linux, the process ends when the thread that calls does.
    pub(super) fn start(words: &[String]) -> io::Result<Process> {
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // a group apart: Ctrl-C in a terminal reaches this program only
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        #[cfg(target_os = "linux")]
        end_with_this_thread(&mut command);
        let mut child = command.spawn()?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("no pipes"));
        };
        let errors = Arc::default();
        let errors_reader = child.stderr.take().and_then(|stderr| keep_end(stderr, &errors));
        Ok(Process {
            child,
            status: None,
            stdin,
            output: Output::new(stdout),
            buffer: Vec::new(),
            start: 0,
            errors,
            errors_reader,
        })
    }

    pub(super) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Writes text.
    pub(super) fn write(&mut self, text: &str, watch: &Watch<'_>) -> Result<(), Failure> {
        for chunk in text.as_bytes().chunks(CHUNK) {
            while !pipe::is_writable(&self.stdin, watch.slice()?).map_err(|_| self.ended())? {}
            // a pipe that is ready takes a chunk at once
            self.stdin.write_all(chunk).map_err(|_| self.ended())?;
        }
        Ok(())
    }

    /// Reads the next line, without its end. It may have any content.
    pub(super) fn line(&mut self, watch: &Watch<'_>) -> Result<Cow<'_, str>, Failure> {
        let end = loop {
            if let Some(length) = memchr::memchr(b'\n', &self.buffer[self.start..]) {
                break self.start + length;
            }
            self.buffer.drain(..self.start);
            self.start = 0;
            if self.buffer.len() > MAX_LINE {
                let reason = format!("it wrote a line of more than {MAX_LINE} bytes");
                return Err(Failure::Broken(reason));
            }
            match self.output.read(&mut self.buffer, watch.slice()?) {
                Ok(Some(0)) | Err(_) => return Err(self.ended()),
                Ok(_) => {}
            }
        };
        let line = self.start..end;
        self.start = end + 1;
        Ok(String::from_utf8_lossy(self.buffer[line].trim_ascii()))
    }

    /// Returns the error of a process that closed a pipe.
    fn ended(&mut self) -> Failure {
        let mut reason = match self.wait(EXIT_TIME) {
            // "exit status: 7", "signal: 9 (SIGKILL)"
            Some(status) => format!("the program ended ({status})").replace("status", "code"),
            None => "it closed its input or output".to_owned(),
        };
        let limit = Instant::now() + EXIT_TIME;
        while self.errors_reader.as_ref().is_some_and(|reader| !reader.is_finished())
            && Instant::now() < limit
        {
            std::thread::sleep(Duration::from_millis(1));
        }
        let errors = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(&errors);
        if let Some(line) = text.lines().map(str::trim).rfind(|line| !line.is_empty()) {
            reason = format!("{reason}: {line}");
        }
        Failure::Broken(reason)
    }

    /// Waits for the end of the process, for some time, and kills those that it leaves.
    fn wait(&mut self, time: Duration) -> Option<ExitStatus> {
        let limit = Instant::now() + time;
        while self.status.is_none() {
            if has_ended(&mut self.child) {
                kill_group(&self.child);
                self.status = self.child.wait().ok();
                break;
            }
            if Instant::now() >= limit {
                break;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        self.status
    }

    /// Ends the process by `quit`, or kills it.
    pub(super) fn quit(mut self) {
        let watch = Watch { deadline: Some(Instant::now() + QUIT_TIME), is_canceled: &|| false };
        if self.write("quit\n", &watch).is_ok() {
            self.wait(QUIT_TIME);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // the number of a process that was waited for may be that of another one by now
        if self.status.is_none() {
            kill_group(&self.child);
            let _ = self.child.kill();
            self.wait(10 * QUIT_TIME);
        }
    }
}

/// Kills a process, which was not waited for, and those that it started.
fn kill_group(child: &Child) {
    // SAFETY: a call without memory. The number of the group is that of the child, which no other
    // process gets before the child was waited for
    #[cfg(unix)]
    unsafe {
        libc::kill(-(child.id() as libc::pid_t), libc::SIGKILL);
    }
    #[cfg(not(unix))]
    let _ = child;
}

/// Whether a process has ended, without waiting for it: its number stays its own.
#[cfg(unix)]
fn has_ended(child: &mut Child) -> bool {
    let flags = libc::WEXITED | libc::WNOHANG | libc::WNOWAIT;
    // SAFETY: the call writes to a value of its type, which may be zero
    unsafe {
        let mut info: libc::siginfo_t = std::mem::zeroed();
        libc::waitid(libc::P_PID, child.id() as libc::id_t, &mut info, flags) != 0
            || info.si_pid() != 0
    }
}

#[cfg(not(unix))]
fn has_ended(child: &mut Child) -> bool {
    !matches!(child.try_wait(), Ok(None))
}

/// Lets the system kill a process when the thread that starts it ends, and so with this program.
#[cfg(target_os = "linux")]
fn end_with_this_thread(command: &mut Command) {
    let parent = std::process::id();
    let request = move || {
        // SAFETY: calls without memory, which are allowed between fork and exec
        let is_ours = unsafe {
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) == 0
                && libc::getppid() as u32 == parent
        };
        if is_ours { Ok(()) } else { Err(io::Error::from_raw_os_error(libc::ESRCH)) }
    };
    // SAFETY: the function allocates nothing and takes no locks
    unsafe { std::os::unix::process::CommandExt::pre_exec(command, request) };
}

/// Reads the standard error on a thread, and keeps its end.
fn keep_end(mut stderr: ChildStderr, kept: &Arc<Mutex<Vec<u8>>>) -> Option<JoinHandle<()>> {
    let kept = Arc::clone(kept);
    let read = move || {
        let mut chunk = [0; CHUNK];
        while let Ok(count @ 1..) = stderr.read(&mut chunk) {
            let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
            kept.extend_from_slice(&chunk[..count]);
            let excess = kept.len().saturating_sub(KEPT);
            kept.drain(..excess);
        }
    };
    std::thread::Builder::new().stack_size(64 << 10).spawn(read).ok()
}
