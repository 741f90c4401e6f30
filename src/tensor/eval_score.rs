//! Evaluations in 16 bits, as in training formats.
//!
//! The evaluations of [`Games`](crate::games::Games) are centipawns or mates in 32 bits. Training
//! formats have 16: centipawns, mate in n plies as 32,000 - n, and 32,002 for no evaluation
//! (Stockfish's `VALUE_NONE`, which nnue-pytorch and bullet skip).

use crate::tensor::View;
use crate::types::{Color, MATE, MAX_CENTIPAWNS, NO_EVAL};

/// The score of a position without evaluation.
pub const NO_SCORE: i16 = 32_002;

/// The score of mate in 0 plies.
const MATE_SCORE: i32 = 32_000;

/// The maximum number of plies to a mate that has its own score.
const MAX_PLIES: i32 = 246;

/// The largest number of centipawns of which every number has its own score.
const MAX_SCORE: i32 = MATE_SCORE - MAX_PLIES - 1;

/// Returns the score of an evaluation from White's view, with this side to move; [`NO_SCORE`] for
/// none.
///
/// Centipawns are limited to ±31,753, where mates begin, unless [`eval_of`] reads the number as
/// centipawns.
pub fn score_of(eval: i32, stm: Color, view: View) -> i16 {
    if eval == NO_EVAL {
        return NO_SCORE;
    }
    let white = if eval.abs() > MAX_CENTIPAWNS {
        let moves = i64::from(MATE) - i64::from(eval.abs());
        let winner = if eval > 0 { Color::White } else { Color::Black };
        // one ply less if the winner is to move
        let plies = 2 * moves - i64::from(winner == stm);
        let plies =
            if (0..=MAX_PLIES.into()).contains(&plies) { plies as i32 } else { MAX_PLIES + 1 };
        (MATE_SCORE - plies) * eval.signum()
    } else {
        let seen = if view.viewer(stm) == Color::White { eval } else { -eval };
        match i16::try_from(seen) {
            Ok(score) if eval_of(score, stm, view) == eval => return score,
            _ => eval.clamp(-MAX_SCORE, MAX_SCORE),
        }
    };
    (if view.viewer(stm) == Color::White { white } else { -white }) as i16
}

/// Returns the evaluation of a score from White's view: centipawns, mate in n moves as
/// ±(1,000,000 - n), or [`NO_EVAL`].
///
/// ```
/// use enroque::tensor::{eval_of, score_of};
/// use enroque::tensor::View;
/// use enroque::types::Color;
/// assert_eq!(eval_of(-35, Color::Black, View::SideToMove), 35);
/// // Black mates in two
/// assert_eq!(eval_of(31_997, Color::Black, View::SideToMove), -999_998);
/// assert_eq!(score_of(-999_998, Color::Black, View::SideToMove), 31_997);
/// ```
pub fn eval_of(score: i16, stm: Color, view: View) -> i32 {
    if score == NO_SCORE {
        return NO_EVAL;
    }
    let score = i32::from(score);
    let white = if view.viewer(stm) == Color::White { score } else { -score };
    let plies = MATE_SCORE - white.abs();
    let winner = if white > 0 { Color::White } else { Color::Black };
    // a mate takes an odd number of plies if the winner is to move; other numbers are centipawns
    if (0..=MAX_PLIES).contains(&plies) && (plies % 2 == 1) == (winner == stm) {
        return (MATE - (plies + 1) / 2) * white.signum();
    }
    white
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_round_trip() {
        for score in i16::MIN..=i16::MAX {
            for stm in Color::ALL {
                for view in [View::SideToMove, View::White] {
                    let eval = eval_of(score, stm, view);
                    assert_eq!(score_of(eval, stm, view), score, "{score} {stm:?} {view:?}");
                }
            }
        }
    }

    #[test]
    fn evaluations_round_trip_or_are_limited() {
        for stm in Color::ALL {
            for eval in [0, 17, -31_753, 999_999, -999_990, 999_877, NO_EVAL] {
                assert_eq!(
                    eval_of(score_of(eval, stm, View::SideToMove), stm, View::SideToMove),
                    eval
                );
            }
            for (eval, limit) in [(900_000, 31_753), (-40_000, -31_753), (990_000, 31_753)] {
                let found = eval_of(score_of(eval, stm, View::White), stm, View::White);
                assert_eq!(found, limit, "{eval}");
            }
            assert!(eval_of(score_of(i32::MAX, stm, View::White), stm, View::White) > 31_000);
        }
    }
}
