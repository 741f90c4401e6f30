//! How the core's errors become Python's: the one place.

use pyo3::{PyErr, import_exception};

use crate::notation::fen::{FenError as CoreFenError, FenErrorKind};
use crate::notation::san::{SanError, SanErrorKind};
use crate::tensor::{PlanesError, PolicyError};

import_exception!(enroque.errors, AmbiguousMoveError);
import_exception!(enroque.errors, ArrayError);
import_exception!(enroque.errors, Chess960Error);
import_exception!(enroque.errors, EncodingError);
import_exception!(enroque.errors, FenError);
import_exception!(enroque.errors, FileFormatError);
import_exception!(enroque.errors, IllegalMoveError);
import_exception!(enroque.errors, InvalidMoveError);
import_exception!(enroque.errors, OutOfRangeError);

impl From<CoreFenError> for PyErr {
    fn from(error: CoreFenError) -> PyErr {
        let status = match error.kind {
            FenErrorKind::Unplayable(status) | FenErrorKind::Impossible(status) => status.bits(),
            _ => 0,
        };
        FenError::new_err((error.to_string(), error.column, status))
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

impl From<PlanesError> for PyErr {
    fn from(error: PlanesError) -> PyErr {
        EncodingError::new_err(error.to_string())
    }
}

impl From<PolicyError> for PyErr {
    fn from(error: PolicyError) -> PyErr {
        EncodingError::new_err(error.to_string())
    }
}

/// The start of a refused text, for an error: enough to know it by, never a megabyte.
pub(super) fn shortened(text: &str) -> &str {
    match text.char_indices().nth(80) {
        Some((end, _)) => &text[..end],
        None => text,
    }
}
