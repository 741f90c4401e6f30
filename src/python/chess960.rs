//! Start positions of Chess960 and double Chess960, used by `enroque/chess960.py`.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::board::{BoardArgument, BoardState};
use super::errors::Chess960Error;
use crate::chess960;
use crate::notation::fen;
use crate::position::Position;
use crate::python::prelude::*;
use crate::types::PieceType;

/// Checks a Chess960 number.
fn checked(Number(number): Number) -> PyResult<u16> {
    u16::try_from(number).ok().filter(|&number| number < chess960::POSITIONS).ok_or_else(|| {
        Chess960Error::new_err(format!(
            "the number of a Chess960 position must be 0 to 959, not {number}"
        ))
    })
}

/// The start position in which White has one number and Black another.
pub(super) fn start_position(white: Number, black: Number) -> PyResult<Position> {
    let (white, black) = (checked(white)?, checked(black)?);
    chess960::double_position(white, black)
        .ok_or_else(|| Chess960Error::new_err("no start position has these numbers"))
}

/// Returns the FEN of a start position of double Chess960.
#[pyfunction(crate = "crate::python::named_arguments")]
pub(super) fn chess960_fen(white: Number, black: Number) -> PyResult<String> {
    Ok(fen::write(&start_position(white, black)?).to_string())
}

/// Returns the pieces of a start position from a to h, in capital letters.
#[pyfunction(crate = "crate::python::named_arguments")]
pub(super) fn chess960_back_rank(number: Number) -> PyResult<String> {
    let pieces = chess960::back_rank(checked(number)?).into_iter().flatten();
    Ok(pieces.map(|piece| piece.letter().to_ascii_uppercase()).collect())
}

/// Returns the number of a start position from its pieces, a to h, in either case.
#[pyfunction(crate = "crate::python::named_arguments")]
pub(super) fn chess960_number(back_rank: &str) -> PyResult<u16> {
    let pieces: Option<Vec<PieceType>> = back_rank.chars().map(PieceType::from_letter).collect();
    let pieces: Option<[PieceType; 8]> = pieces.and_then(|pieces| pieces.try_into().ok());
    pieces.and_then(|pieces| chess960::number(&pieces)).ok_or_else(|| {
        Chess960Error::new_err(format!(
            "{:?} is not a back rank of Chess960, which has bishops on both colors, the king \
             between the rooks, two knights and a queen",
            shortened(back_rank)
        ))
    })
}

/// Returns White's and Black's number of a start position, or `None`.
#[pyfunction(crate = "crate::python::named_arguments")]
pub(super) fn chess960_numbers(board: BoardArgument<'_>) -> Option<(u16, u16)> {
    chess960::position_numbers(&board.0.position().ok()?)
}

/// Returns two random numbers, uniformly distributed, from ChaCha8.
#[pyfunction(crate = "crate::python::named_arguments")]
pub(super) fn chess960_random(seed: SeedArgument<'_>) -> PyResult<(u16, u16)> {
    random_numbers(&seed.0)
}

/// Two random numbers of start positions.
pub(super) fn random_numbers(seed: &Bound<'_, PyAny>) -> PyResult<(u16, u16)> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed_number(seed)?);
    Ok((chess960::random_number(&mut rng), chess960::random_number(&mut rng)))
}
