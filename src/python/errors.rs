//! Conversion of the core's errors to Python exceptions.

use std::collections::BTreeMap;

use pyo3::exceptions::{PyKeyboardInterrupt, PyMemoryError, PyOSError, PyRuntimeWarning};
use pyo3::import_exception;
use pyo3::prelude::*;

use crate::columns::RowError;
use crate::error::{CallError, CallErrorKind};
use crate::find::QueryError;
use crate::formats::{FormatError, FormatErrorKind, MISSING_SCORE, Unsupported, WriteError};
use crate::io::ReadError;
use crate::memory::OutOfMemory;
use crate::notation::epd::EpdError;
use crate::notation::fen::{self, FenError as CoreFenError, FenErrorKind};
use crate::notation::san::{SanError, SanErrorKind};
use crate::notation::score_sheet::ScoreSheetError as CoreScoreSheetError;
use crate::pgn::tree::UnplayableMove;
use crate::pool::Interrupted;
use crate::position::{Position, Status};
use crate::python::exit::attach;
use crate::rules::{
    ClockError as CoreClockError, GameTextError, PlayError as CorePlayError,
    TimeControlError as CoreTimeControlError,
};
use crate::tensor::records::RecordError;
use crate::tensor::{NameError, PolicyError};

/// The note of the error of a damaged source.
pub(super) const SKIPPING: &str =
    "on_error=\"skip\" keeps what is before the damage and goes on with the next file";

macro_rules! exceptions {
    ($($name:ident,)*) => {$(import_exception!(enroque.errors, $name);)*};
}

exceptions! {
    AmbiguousMoveError, ArgumentError, ArrayError, BookError, BrokenGameError, BrokenRowError,
    Chess960Error, ClockError, ClosedError, EncodingError, FenError, FileFormatError,
    IllegalMoveError, IllegalPositionError, InvalidMoveError, LanguageError, MissingTableError,
    OutOfRangeError, PgnError, PlayError, RuleSetError, ScoreSheetError, TimeControlError,
}

/// Converts errors of the core to exceptions that have only their message.
macro_rules! with_message {
    ($($exception:ident: $($error:ty),+;)*) => {$($(
        impl From<$error> for PyErr {
            fn from(error: $error) -> PyErr {
                $exception::new_err(error.to_string())
            }
        }
    )+)*};
}

with_message! {
    ArgumentError: NameError, QueryError;
    ClockError: CoreClockError;
    EncodingError: PolicyError, RecordError, RowError;
    FileFormatError: GameTextError;
    PyMemoryError: OutOfMemory;
}

impl From<CallError> for PyErr {
    fn from(CallError { kind, message, .. }: CallError) -> PyErr {
        match kind {
            CallErrorKind::Value => ArgumentError::new_err(message),
            CallErrorKind::Array => ArrayError::new_err(message),
            CallErrorKind::Index => OutOfRangeError::new_err(message),
            CallErrorKind::IllegalMove => IllegalMoveError::new_err(message),
            CallErrorKind::Encoding => EncodingError::new_err(message),
            CallErrorKind::Data => FileFormatError::new_err(message),
            CallErrorKind::DamagedTable => {
                let error = FileFormatError::new_err(message);
                attach(|py| error.value(py).setattr("kind", "table"));
                error
            }
            CallErrorKind::File => PyOSError::new_err(message),
            CallErrorKind::MissingTable => MissingTableError::new_err(message),
            CallErrorKind::Memory => PyMemoryError::new_err(message),
            CallErrorKind::Interrupted => Interrupted.into(),
        }
    }
}

impl From<CoreFenError> for PyErr {
    fn from(error: CoreFenError) -> PyErr {
        fen_error(error, None)
    }
}

/// Reads the FEN in a row of an argument, which the message and the error's `row` name.
pub(super) fn fen_of_row(fen: &str, row: usize) -> PyResult<Position> {
    fen::read(fen).map_err(|error| fen_error(error, Some(row)))
}

fn fen_error(error: CoreFenError, row: Option<usize>) -> PyErr {
    let status = match error.kind {
        FenErrorKind::Unplayable(status) | FenErrorKind::Impossible(status) => status.bits(),
        _ => 0,
    };
    let message = match row {
        Some(row) => format!("row {row}: {error}"),
        None => error.to_string(),
    };
    FenError::new_err((message, error.column, status, row))
}

impl From<CoreTimeControlError> for PyErr {
    fn from(error: CoreTimeControlError) -> PyErr {
        TimeControlError::new_err((error.to_string(), error.column))
    }
}

impl From<CorePlayError> for PyErr {
    fn from(error: CorePlayError) -> PyErr {
        match error {
            CorePlayError::Clock(error) => error.into(),
            // `interruptible` raises the exception of the signal instead
            CorePlayError::Interrupted(error) => error.into(),
            CorePlayError::Illegal(error) => IllegalMoveError::new_err(error.to_string()),
            error => PlayError::new_err(error.to_string()),
        }
    }
}

impl From<CoreScoreSheetError> for PyErr {
    fn from(error: CoreScoreSheetError) -> PyErr {
        let message = error.to_string();
        match error {
            CoreScoreSheetError::Move { language, ply, offset, error, .. } => {
                let token = error.token.into_string();
                ScoreSheetError::new_err((message, ply, offset, token, language.code()))
            }
            CoreScoreSheetError::SeveralLanguages(_) => ScoreSheetError::new_err((message,)),
        }
    }
}

impl From<EpdError> for PyErr {
    fn from(error: EpdError) -> PyErr {
        match error {
            EpdError::Fen(error) => error.into(),
            EpdError::Opcode { column, .. } => FenError::new_err((error.to_string(), column)),
            EpdError::Number { .. } => FenError::new_err((error.to_string(),)),
        }
    }
}

impl From<Status> for PyErr {
    fn from(illegal: Status) -> PyErr {
        let message = format!("illegal position: {illegal}");
        IllegalPositionError::new_err((message, illegal.bits()))
    }
}

impl From<SanError> for PyErr {
    fn from(error: SanError) -> PyErr {
        let message = error.to_string();
        match error.kind {
            SanErrorKind::Syntax => InvalidMoveError::new_err(message),
            SanErrorKind::Illegal => IllegalMoveError::new_err(message),
            SanErrorKind::Ambiguous => AmbiguousMoveError::new_err(message),
        }
    }
}

impl From<UnplayableMove> for PyErr {
    fn from(error: UnplayableMove) -> PyErr {
        let position = fen::write(&error.position);
        IllegalMoveError::new_err(match error.m {
            Some(m) => format!("illegal move {m} in {position}"),
            None => format!("illegal null move in {position}: the side to move is in check"),
        })
    }
}

impl From<Interrupted> for PyErr {
    fn from(_: Interrupted) -> PyErr {
        PyKeyboardInterrupt::new_err(())
    }
}

impl From<ReadError> for PyErr {
    fn from(error: ReadError) -> PyErr {
        match error {
            ReadError::Open { source, error } => io_error(error, source),
            ReadError::Broken(error) => BrokenGameError::new_err((
                error.to_string(),
                error.source.to_string(),
                error.game,
                error.ply,
                error.line,
                error.column,
                error.token.to_string(),
                error.kind.name(),
            )),
            ReadError::Interrupted => Interrupted.into(),
        }
    }
}

impl From<FormatError> for PyErr {
    fn from(error: FormatError) -> PyErr {
        let message = error.to_string();
        match error.kind {
            FormatErrorKind::Open(cause) => io_error(cause, error.source.to_string()),
            // the system failed to read; the file may be intact
            FormatErrorKind::Read(cause) if cause.raw_os_error().is_some() => {
                io_error(cause, error.source.to_string())
            }
            _ => {
                let source = error.source.to_string();
                FileFormatError::new_err((message, error.entry, error.offset, source))
            }
        }
    }
}

impl From<WriteError> for PyErr {
    fn from(error: WriteError) -> PyErr {
        match error {
            WriteError::Io(error) => unnamed_io_error(error),
            WriteError::Interrupted(error) => error.into(),
            WriteError::Unsupported { game, reason, .. } => {
                let exception = EncodingError::new_err((error.to_string(), game));
                match reason {
                    Unsupported::Evaluation => {
                        advised(exception, MISSING_SCORE, &[("missing_score", Vec::new())])
                    }
                    _ => exception,
                }
            }
        }
    }
}

/// Sets the fields of an exception with the options of the call that help.
pub(super) fn advised(error: PyErr, hint: &str, options: &[(&'static str, Vec<String>)]) -> PyErr {
    attach(|py| {
        let options: BTreeMap<_, _> = options.iter().cloned().collect();
        let value = error.value(py);
        value.setattr("hint", hint)?;
        value.setattr("options", options)
    });
    error
}

/// Issues a `RuntimeWarning` at the line of Python that calls.
pub(super) fn warn(py: Python<'_>, text: &str) -> PyResult<()> {
    let text = std::ffi::CString::new(text.replace('\0', " "))?;
    PyErr::warn(py, &py.get_type::<PyRuntimeWarning>(), &text, 1)
}

/// The exception of an I/O error about a file. From the system's error number, Python chooses
/// FileNotFoundError and similar classes; without a number, PyO3 chooses by the error's kind.
pub(super) fn io_error(error: std::io::Error, source: String) -> PyErr {
    match error.raw_os_error() {
        Some(number) => PyOSError::new_err((number, system_message(number), source)),
        None => std::io::Error::new(error.kind(), format!("{source}: {error}")).into(),
    }
}

/// [`io_error`] without the name of the file.
pub(super) fn unnamed_io_error(error: std::io::Error) -> PyErr {
    match error.raw_os_error() {
        Some(number) => PyOSError::new_err((number, system_message(number))),
        None => error.into(),
    }
}

/// The system's message for an error number.
fn system_message(number: i32) -> String {
    let text = std::io::Error::from_raw_os_error(number).to_string();
    text.split(" (os error").next().unwrap_or_default().to_owned()
}

/// The first 80 characters of a text, for messages.
pub(super) fn shortened(text: &str) -> &str {
    match text.char_indices().nth(80) {
        Some((end, _)) => &text[..end],
        None => text,
    }
}
