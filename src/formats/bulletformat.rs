//! bulletformat: positions with a score and a result in 32 bytes, as bullet trains on them.
//!
//! See [`crate::tensor::records::bullet`]. Whose move it was, castling, en passant and clocks are not in
//! a record, so no game comes back out of a file: only set-ups, the side to move being White.

use super::error::{Fault, FormatErrorKind, Inexpressible, Refused};
use super::scored::ScoredGame;
use crate::rules::GameResult;
use crate::tensor::View;
use crate::tensor::records::{BYTES, Label, bullet, read_bullet};
use crate::tensor::{NO_SCORE, score_of};

/// Whether a record is one.
pub(super) fn check(record: &[u8], offset: u64) -> Result<(), Fault> {
    match read_bullet(record) {
        Ok(_) => Ok(()),
        Err(error) => Err(Fault::new(offset, FormatErrorKind::Board(error))),
    }
}

/// Appends the positions before each move of a game; how many were left out for want of an evaluation,
/// if they may be.
pub(super) fn write(
    game: &ScoredGame,
    missing_score: Option<i16>,
    skip: bool,
    bytes: &mut Vec<u8>,
) -> Result<u64, Refused> {
    if game.result == GameResult::Unknown {
        return Err(Refused::game(Inexpressible::Result));
    }
    let mut position = game.start;
    let mut skipped = 0;
    for (ply, (&m, &eval)) in game.moves.iter().zip(&game.evals).enumerate() {
        let stm = position.turn();
        let score = match score_of(eval, stm, View::SideToMove) {
            NO_SCORE => missing_score,
            score => Some(score),
        };
        let result = match game.result.winner() {
            None => 1,
            Some(winner) if winner == stm => 2,
            Some(_) => 0,
        };
        match score {
            Some(score) => {
                let record = bullet(&position, Label { score, result });
                let record = record.map_err(|error| Refused { ply, what: error.into() })?;
                bytes.reserve(BYTES);
                bytes.extend_from_slice(&record);
            }
            None if skip => skipped += 1,
            None => return Err(Refused { ply, what: Inexpressible::Evaluation }),
        }
        position.play_unchecked(m);
    }
    Ok(skipped)
}
