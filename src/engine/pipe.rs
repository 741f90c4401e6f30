//! The output of a process as bytes, with a time limit.

use std::io;
use std::process::{ChildStdin, ChildStdout};
use std::time::Duration;

/// The most bytes that are read or written at once: as many as a pipe that is ready takes.
pub(super) const CHUNK: usize = 4096;

#[cfg(unix)]
mod system {
    use super::*;
    use std::io::Read;
    use std::os::fd::{AsRawFd, RawFd};

    /// The standard output of a process.
    pub(in super::super) struct Output(ChildStdout);

    impl Output {
        pub(in super::super) fn new(stdout: ChildStdout) -> Output {
            Output(stdout)
        }

        /// Reads some bytes, none at the end; `None` if there are none for some time.
        pub(in super::super) fn read(
            &mut self,
            bytes: &mut Vec<u8>,
            wait: Duration,
        ) -> io::Result<Option<usize>> {
            if !is_ready(self.0.as_raw_fd(), libc::POLLIN, wait)? {
                return Ok(None);
            }
            let mut chunk = [0; CHUNK];
            let count = self.0.read(&mut chunk)?;
            bytes.extend_from_slice(&chunk[..count]);
            Ok(Some(count))
        }
    }

    /// Waits until a process reads its input; returns false if it does not for some time.
    pub(in super::super) fn is_writable(stdin: &ChildStdin, wait: Duration) -> io::Result<bool> {
        is_ready(stdin.as_raw_fd(), libc::POLLOUT, wait)
    }

    fn is_ready(file: RawFd, events: libc::c_short, wait: Duration) -> io::Result<bool> {
        let mut poll = libc::pollfd { fd: file, events, revents: 0 };
        let milliseconds = wait.as_millis() as libc::c_int + 1;
        // SAFETY: the pointer is to one `pollfd`, and the file is open as long as its owner
        match unsafe { libc::poll(&raw mut poll, 1, milliseconds) } {
            -1 => match io::Error::last_os_error() {
                error if error.kind() == io::ErrorKind::Interrupted => Ok(false),
                error => Err(error),
            },
            count => Ok(count > 0),
        }
    }
}

#[cfg(not(unix))]
mod system {
    use super::*;
    use std::io::Read;
    use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};

    /// The standard output of a process, which a thread reads.
    pub(in super::super) struct Output(Receiver<Vec<u8>>);

    impl Output {
        pub(in super::super) fn new(mut stdout: ChildStdout) -> Output {
            let (sender, receiver) = sync_channel(4);
            std::thread::spawn(move || {
                let mut chunk = [0; CHUNK];
                while let Ok(count @ 1..) = stdout.read(&mut chunk)
                    && sender.send(chunk[..count].to_vec()).is_ok()
                {}
            });
            Output(receiver)
        }

        /// Reads some bytes, none at the end; `None` if there are none for some time.
        pub(in super::super) fn read(
            &mut self,
            bytes: &mut Vec<u8>,
            wait: Duration,
        ) -> io::Result<Option<usize>> {
            match self.0.recv_timeout(wait) {
                Ok(chunk) => {
                    bytes.extend_from_slice(&chunk);
                    Ok(Some(chunk.len()))
                }
                Err(RecvTimeoutError::Timeout) => Ok(None),
                Err(RecvTimeoutError::Disconnected) => Ok(Some(0)),
            }
        }
    }

    /// Returns true: here a write may wait as long as the process lives.
    pub(in super::super) fn is_writable(_: &ChildStdin, _: Duration) -> io::Result<bool> {
        Ok(true)
    }
}

pub(super) use system::{Output, is_writable};
