//! Comments as an argument: one string or several.

use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::python::arguments::{argument, defaults, items, wrong_type};

/// The largest number of comments at one place.
const MOST: usize = 1 << 20;

/// A comment, or an iterable of comments.
#[derive(Default)]
pub(super) struct Comments(pub(super) Vec<String>);

defaults! { Comments = |_: &str| Comments::default(); }

argument!(
    Comments,
    hint!(union
        hint!(str),
        hint!("collections.abc", "Iterable", hint!(str))
    ),
    |object| {
        if let Ok(comment) = object.cast::<PyString>() {
            return Ok(Comments(vec![comment.extract()?]));
        }
        if object.try_iter().is_err() {
            return Err(wrong_type(
                "a comment must be a string or an iterable of strings",
                &object,
            ));
        }
        items(&object, MOST).map(Comments)
    }
);
