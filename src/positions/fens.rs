//! Positions from FENs.

use std::sync::Arc;

use super::packed::PackedPosition;
use super::reports::{Problem, RowError, RowErrorKind};
use super::store::Positions;
use crate::attacks::{Backend, dispatch, task};
use crate::notation::fen::{self, FenError, FenErrorKind};
use crate::pool::{self, Interrupted, Run};
use crate::position::Setup;

/// The number of rows that a thread reads at a time, which takes about a millisecond.
const ROWS_PER_JOB: usize = 8192;

/// The handling of a row that cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum OnRowError {
    /// It is skipped, and reported.
    #[default]
    Skip,
    /// It is kept without a position, and reported.
    Mask,
    /// The call ends with the first error or warning.
    Raise,
}

/// An error of reading rows.
#[derive(Debug)]
pub enum RowReadError {
    /// A row is wrong, and errors are raised.
    Row(Box<RowError>),
    /// The call was interrupted.
    Interrupted,
}

impl From<Interrupted> for RowReadError {
    fn from(_: Interrupted) -> RowReadError {
        RowReadError::Interrupted
    }
}

/// Reads the FEN of a row: four to six fields, either dialect of castling rights, surrounding
/// whitespace. Impossible castling rights and en-passant squares are dropped with a warning. Returns
/// the legal setup, and writes it to `packed`.
///
/// # Errors
/// Why it is not the FEN of a position, or does not fit into a row.
#[inline(always)]
pub(crate) fn read_fen<B: Backend>(
    backend: B,
    text: &[u8],
    packed: &mut PackedPosition,
    warn: impl FnOnce(Problem),
) -> Result<Setup, Problem> {
    let parsed = match fen::parse_ascii(text) {
        Ok(parsed) => parsed,
        Err(_) => parse_unusual(text)?,
    };
    let setup = parsed.repaired();
    if !setup.has_legal_pieces(backend) {
        return Err(illegal(text, &setup));
    }
    *packed = PackedPosition::of_legal_setup(backend, &setup)
        .map_err(|error| Problem::new(RowErrorKind::Unsupported, "fen", text, error))?;
    if parsed.castling != setup.castling || parsed.ep_square != setup.ep_square {
        warn(dropped(text, parsed.castling != setup.castling));
    }
    Ok(setup)
}

/// Parses a FEN that is not ASCII or not well-formed.
#[cold]
fn parse_unusual(text: &[u8]) -> Result<Setup, Problem> {
    let Ok(utf8) = str::from_utf8(text) else {
        return Err(Problem::new(RowErrorKind::InvalidFen, "fen", text, "not UTF-8"));
    };
    if utf8.trim_ascii().is_empty() {
        return Err(Problem::new(RowErrorKind::InvalidFen, "fen", b"", "the FEN is missing"));
    }
    fen::parse(utf8).map_err(|error| invalid_fen(text, error))
}

#[cold]
fn illegal(text: &[u8], setup: &Setup) -> Problem {
    let error = fen::position(*setup).expect_err("the setup is illegal");
    invalid_fen(text, error)
}

#[cold]
fn invalid_fen(text: &[u8], error: FenError) -> Problem {
    let kind = match error.kind {
        FenErrorKind::Unplayable(_) => RowErrorKind::ImpossiblePosition,
        _ => RowErrorKind::InvalidFen,
    };
    Problem::new(kind, "fen", text, error)
}

#[cold]
fn dropped(text: &[u8], is_castling: bool) -> Problem {
    let reason = match is_castling {
        true => "castling rights without their king or rook are dropped",
        false => "an en-passant square that no double push passed is dropped",
    };
    Problem::new(RowErrorKind::ImpossiblePosition, "fen", text, reason)
}

impl Positions {
    /// Reads FENs, one a row, on all cores; `source` is their name in messages.
    ///
    /// ```
    /// use enroque::pool::Run;
    /// use enroque::positions::{OnRowError, Positions};
    /// let fens = ["4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8 w - - 0 1"];
    /// let positions =
    ///     Positions::from_fens(&"a list".into(), &fens, OnRowError::Skip, Run::default()).unwrap();
    /// assert_eq!((positions.len(), positions.errors().count()), (1, 1));
    /// assert_eq!(positions.errors().list()[0].row, 2);
    /// ```
    ///
    /// # Errors
    /// The first error or warning if it is to be raised, or an interruption.
    pub fn from_fens(
        source: &Arc<str>,
        fens: &[impl AsRef<[u8]> + Sync],
        on_error: OnRowError,
        run: Run<'_>,
    ) -> Result<Positions, RowReadError> {
        let mut positions = Positions::of_source(source);
        positions.packed = vec![PackedPosition::NONE; fens.len()];
        let jobs = positions.packed.chunks_mut(ROWS_PER_JOB).zip(fens.chunks(ROWS_PER_JOB));
        let reports = pool::map(run, jobs.enumerate(), |(job, (packed, fens))| {
            let mut reports = Vec::new();
            read_fens(fens, packed, &mut reports);
            reports.iter_mut().for_each(|(row, _)| *row += job * ROWS_PER_JOB);
            reports
        })?;
        positions.sources.resize(source, fens.len());
        positions.source_rows = (1..=u32::MAX).take(fens.len()).collect();
        for (index, read) in reports.into_iter().flatten() {
            let (reports, problem) = match read {
                Ok(warning) => (&mut positions.warnings, warning),
                Err(error) => (&mut positions.errors, error),
            };
            let (source, row) = (source.clone(), index as u64 + 1);
            reports.push(problem.kind as usize, || RowError {
                source,
                row,
                index: Some(index),
                problem,
            });
        }
        if on_error == OnRowError::Skip && positions.errors.count() > 0 {
            positions = positions.without_broken();
        }
        positions.checked(on_error)
    }

    /// The rows with a position. The errors stay, and their rows are no longer there.
    fn without_broken(self) -> Positions {
        let is_there = |&index: &usize| !self.packed[index].is_none();
        let kept: Vec<usize> = (0..self.len()).filter(is_there).collect();
        let mut positions = self.select_valid(&kept);
        positions.errors.extend(&self.errors, |error| error.index = None);
        positions
    }

    /// Returns the first error or warning if it is to be raised.
    pub(crate) fn checked(self, on_error: OnRowError) -> Result<Positions, RowReadError> {
        if on_error == OnRowError::Raise {
            let both = [&self.errors, &self.warnings];
            let first = both.iter().filter_map(|reports| reports.list().first());
            if let Some(first) = first.min_by_key(|error| error.row) {
                return Err(RowReadError::Row(Box::new(first.clone())));
            }
        }
        Ok(self)
    }
}

/// Reads FENs into packed positions; reports the warning or the error of an index.
fn read_fens<T: AsRef<[u8]>>(fens: &[T], packed: &mut [PackedPosition], reports: &mut Reported) {
    dispatch(task!(
        <T: AsRef<[u8]>> |backend, fens: &[T], packed: &mut [PackedPosition], reports: &mut Reported| -> () {
            for (index, (fen, packed)) in fens.iter().zip(packed).enumerate() {
                let warn = |warning| reports.push((index, Ok(warning)));
                if let Err(error) = read_fen(backend, fen.as_ref(), packed, warn) {
                    reports.push((index, Err(error)));
                }
            }
        }
    ));
}

/// The warnings and errors of indices.
type Reported = Vec<(usize, Result<Problem, Problem>)>;
