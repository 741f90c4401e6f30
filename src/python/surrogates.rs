//! Text with lone surrogates, which Python allows and UTF-8 does not.

use crate::python::prelude::*;

/// Returns text as the bytes of its file: surrogates of `errors="surrogateescape"` become the bytes
/// that were not UTF-8, others U+FFFD.
pub(super) fn file_bytes(text: &Bound<'_, PyString>) -> PyResult<Vec<u8>> {
    if let Ok(text) = text.to_str() {
        return Ok(text.as_bytes().to_vec());
    }
    match text.call_method1("encode", ("utf-8", "surrogateescape")) {
        Ok(encoded) => Ok(encoded.cast::<PyBytes>()?.as_bytes().to_vec()),
        Err(_) => Ok(text.to_string_lossy().into_owned().into_bytes()),
    }
}
