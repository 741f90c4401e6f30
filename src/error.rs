//! The error of calls whose arguments are invalid.

use thiserror::Error;

use crate::memory::OutOfMemory;
use crate::pool::Interrupted;

/// A call that was refused, for what the message says.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{message}")]
pub struct CallError {
    /// The kind of the error.
    pub kind: CallErrorKind,
    /// The argument or column that is invalid, by its name in Python.
    pub argument: &'static str,
    /// The message.
    pub message: String,
}

/// The kind of a [`CallError`], by which callers choose the class of an exception.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CallErrorKind {
    /// A value that is impossible, or does not fit the other arguments.
    Value,
    /// An array of the wrong size, or with an impossible element.
    Array,
    /// An index that is out of range.
    Index,
    /// An illegal move.
    IllegalMove,
    /// A position or a move that an encoding cannot express.
    Encoding,
    /// Stored data that are damaged.
    Data,
    /// An endgame table that is damaged.
    DamagedTable,
    /// A file that the system cannot read.
    File,
    /// A position that is in no endgame table.
    MissingTable,
    /// There is not enough memory.
    Memory,
    /// The caller interrupted the call.
    Interrupted,
}

impl From<OutOfMemory> for CallError {
    fn from(error: OutOfMemory) -> CallError {
        call_error!(Memory(""), "{error}")
    }
}

impl From<Interrupted> for CallError {
    fn from(error: Interrupted) -> CallError {
        call_error!(Interrupted(""), "{error}")
    }
}

/// Creates a [`CallError`]: its kind, the argument, and the message as [`format!`] takes it.
macro_rules! call_error {
    ($kind:ident($argument:expr), $($message:tt)+) => {
        $crate::error::CallError {
            kind: $crate::error::CallErrorKind::$kind,
            argument: $argument,
            message: format!($($message)+),
        }
    };
}

/// Returns a [`CallError`] from the function unless a condition holds.
macro_rules! ensure {
    ($condition:expr, $kind:ident($argument:expr), $($message:tt)+) => {
        if !$condition {
            return Err($crate::error::call_error!($kind($argument), $($message)+));
        }
    };
}

pub(crate) use {call_error, ensure};
