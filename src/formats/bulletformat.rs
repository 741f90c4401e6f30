//! bulletformat: positions with a score and a result in 32 bytes, as bullet trains on them.
//!
//! See [`crate::tensor::records::bullet`]. A record does not store the color to move, castling
//! rights, en passant and clocks, so games cannot be read back: only setups, with White to move.

use super::error::{FormatErrorKind, OffsetError, Unsupported, UnsupportedAt};
use super::scored_game::ScoredGame;
use crate::rules::GameResult;
use crate::tensor::View;
use crate::tensor::records::{BYTES, Label, bullet, read_bullet};
use crate::tensor::{NO_SCORE, score_of};

/// Validates a record.
pub(super) fn validate(record: &[u8], offset: u64) -> Result<(), OffsetError> {
    match read_bullet(record) {
        Ok(_) => Ok(()),
        Err(error) => Err(OffsetError::new(offset, FormatErrorKind::Board(error))),
    }
}

/// Appends the positions before each move of a game; returns how many were skipped because they
/// have no evaluation.
pub(super) fn write(
    game: &ScoredGame,
    missing_score: Option<i16>,
    skip: bool,
    bytes: &mut Vec<u8>,
) -> Result<u64, UnsupportedAt> {
    if game.result == GameResult::Unknown {
        return Err(UnsupportedAt::game(Unsupported::Result));
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
                let record = record.map_err(|error| UnsupportedAt { ply, reason: error.into() })?;
                bytes.reserve(BYTES);
                bytes.extend_from_slice(&record);
            }
            None if skip => skipped += 1,
            None => return Err(UnsupportedAt { ply, reason: Unsupported::Evaluation }),
        }
        position.play_unchecked(m);
    }
    Ok(skipped)
}
