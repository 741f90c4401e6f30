//! Encodings and policies by name and options.

use pyo3::prelude::*;

use super::arguments::Number;
use super::arrays::named;
use super::errors::EncodingError;
use crate::tensor::lc0::{HistoryFill, InputFormat, Lc0, Lc0Policy};
use crate::tensor::{Pieces, View};

/// A plane encoding with its options.
#[derive(Clone, Copy)]
pub(super) enum PlanesChoice {
    Pieces(Pieces),
    Lc0(Lc0),
}

/// Evaluates an expression with `$encoding` standing for the chosen encoding.
macro_rules! with_encoding {
    ($choice:expr, $encoding:ident => $body:expr) => {
        match $choice {
            $crate::python::tensor::PlanesChoice::Pieces($encoding) => $body,
            $crate::python::tensor::PlanesChoice::Lc0($encoding) => $body,
        }
    };
}
pub(super) use with_encoding;

fn error(message: String) -> PyErr {
    EncodingError::new_err(message)
}

/// lc0's input format by its number; 1 unless said.
fn input_format(number: Option<Number>) -> PyResult<InputFormat> {
    let number = number.map_or(1, |number| number.0);
    let format = u32::try_from(number).ok().and_then(InputFormat::from_number);
    format.ok_or_else(|| {
        let known: Vec<_> = InputFormat::ALL.iter().map(|f| f.number().to_string()).collect();
        error(format!("lc0 has no input format {number}; known: {}", known.join(", ")))
    })
}

/// From whose side; the mover's unless said.
pub(super) fn view(word: Option<&str>) -> PyResult<View> {
    let choices = [("mover", View::Mover), ("white", View::White)];
    named("view", word.unwrap_or("mover"), &choices, error)
}

fn refuse<T>(encoding: &str, option: &str, value: &Option<T>) -> PyResult<()> {
    match value {
        None => Ok(()),
        Some(_) => Err(error(format!("{encoding:?} has no option {option}"))),
    }
}

impl PlanesChoice {
    /// The encoding of a name, with its options where they were given.
    pub(super) fn new(
        name: &str,
        format: Option<Number>,
        fill: Option<&str>,
        view_word: Option<&str>,
    ) -> PyResult<PlanesChoice> {
        match named("encoding", name, &[("lc0", true), ("pieces", false)], error)? {
            true => {
                refuse(name, "view", &view_word)?;
                let fills = [
                    ("no", HistoryFill::No),
                    ("fen_only", HistoryFill::FenOnly),
                    ("always", HistoryFill::Always),
                ];
                let fill = named("history fill", fill.unwrap_or("fen_only"), &fills, error)?;
                Ok(PlanesChoice::Lc0(Lc0 { format: input_format(format)?, fill }))
            }
            false => {
                refuse(name, "format", &format)?;
                refuse(name, "fill", &fill)?;
                Ok(PlanesChoice::Pieces(Pieces { view: view(view_word)? }))
            }
        }
    }
}

/// The policy of a name. lc0's squares are turned where its input format turns the board.
pub(super) fn policy(name: &str, format: Option<Number>) -> PyResult<Lc0Policy> {
    named("policy", name, &[("lc0", ())], error)?;
    Ok(Lc0Policy { canonical: input_format(format)?.is_canonical() })
}
