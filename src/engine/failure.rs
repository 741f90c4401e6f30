//! The errors of engines.

use std::io;
use std::time::{Duration, Instant};

use thiserror::Error;

/// The error of a search, or of the start of an engine.
#[derive(Debug, Error)]
pub enum EngineError {
    /// The program cannot be started.
    #[error("{program}: {error}")]
    Start {
        /// The program.
        program: String,
        /// The error of the system.
        error: io::Error,
    },
    /// The engine failed in all attempts; the message names it and the position.
    #[error("{0}")]
    Failed(String),
    /// The pool is closed, or is of the process that forked this one.
    #[error("the engine is closed")]
    Closed,
}

/// The error of one attempt.
#[derive(Debug)]
pub(super) enum Failure {
    /// The program cannot be started.
    Start(io::Error),
    /// The engine did not answer in time.
    Timeout,
    /// The search was canceled.
    Canceled,
    /// The search was canceled, and the engine may be used again.
    Stopped,
    /// The engine ended or broke the protocol, for the reason.
    Broken(String),
}

/// The interval at which a waiting thread checks whether its work is canceled.
pub(super) const SLICE: Duration = Duration::from_millis(20);

/// When to stop waiting for an engine.
#[derive(Clone, Copy)]
pub(super) struct Watch<'a> {
    pub(super) deadline: Option<Instant>,
    pub(super) is_canceled: &'a dyn Fn() -> bool,
}

impl Watch<'_> {
    /// Returns how long to wait until the next check.
    pub(super) fn slice(&self) -> Result<Duration, Failure> {
        if (self.is_canceled)() {
            return Err(Failure::Canceled);
        }
        let Some(deadline) = self.deadline else { return Ok(SLICE) };
        match deadline.saturating_duration_since(Instant::now()) {
            Duration::ZERO => Err(Failure::Timeout),
            left => Ok(left.min(SLICE)),
        }
    }
}
