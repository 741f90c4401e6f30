//! bulletformat: positions with a score and a result in 32 bytes, as bullet trains on them.
//!
//! See [`crate::tensor::records::bullet`]. A record does not store the color to move, castling
//! rights, en passant and clocks, so games cannot be read back: only setups, with White to move.

use super::byte_reader::ByteReader;
use super::error::{FormatErrorKind, OffsetError, Unsupported, UnsupportedAt};
use super::format::{FormatInfo, GameBytes, RecordFormat, TrainingFormat, WriteOptions};
use super::record_row::{invalid, row};
use super::scored_game::ScoredGame;
use crate::attacks::Backend;
use crate::position::Position;
use crate::positions::{Problem, Row, RowErrorKind, RowLabels};
use crate::rules::GameResult;
use crate::tensor::records::{BYTES, RecordLabel, bullet, read_bullet};
use crate::tensor::{NO_SCORE, View, eval_of, score_of};

/// The format bulletformat.
#[derive(Default)]
pub(super) struct Bulletformat;

impl RecordFormat for Bulletformat {
    fn read_record(
        &mut self,
        input: &mut ByteReader,
        bytes: &mut Vec<u8>,
    ) -> Result<bool, OffsetError> {
        let start = input.offset();
        let Some(record) = input.array::<BYTES>("a record")? else { return Ok(false) };
        let invalid = |error| OffsetError::new(start, FormatErrorKind::Board(error));
        read_bullet(&record).map_err(invalid)?;
        bytes.extend_from_slice(&record);
        Ok(true)
    }
}

impl TrainingFormat for Bulletformat {
    const INFO: FormatInfo = FormatInfo {
        name: "bulletformat",
        suffixes: &[".bullet", ".bf"],
        has_games: false,
        record_bytes: Some(BYTES),
        record_fields: "occupied <u8; pieces u1 16; score <i2; result u1; own_king u1; \
            other_king u1; extra u1 3",
        description: "positions with scores and results, without castling, read by bullet",
        setup_of: |record| {
            read_bullet(record).map(|(setup, _)| setup).map_err(|error| error.to_string())
        },
        row_of,
        ..FormatInfo::GAMES
    };

    fn write<B: Backend>(
        _: B,
        game: &ScoredGame,
        options: &WriteOptions,
        out: &mut GameBytes,
    ) -> Result<u64, UnsupportedAt> {
        let WriteOptions { missing_score, skip_unsupported: skip, .. } = *options;
        let bytes = &mut out.bytes;
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
                    let record = bullet(&position, RecordLabel { score, result });
                    let record =
                        record.map_err(|error| UnsupportedAt { ply, reason: error.into() })?;
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
}

/// Decodes a record as a position with White to move, which is the side to move of the record.
fn row_of(record: &[u8]) -> Result<Row<'static>, Problem> {
    let (setup, label) =
        read_bullet(record).map_err(|error| invalid(RowErrorKind::Syntax, error))?;
    let position = Position::try_from(setup)
        .map_err(|error| invalid(RowErrorKind::ImpossiblePosition, error))?;
    let evals = eval_of(label.score, position.turn(), View::SideToMove);
    let result = label.result as i8 - 1;
    row(&position, RowLabels { evals, result, ..RowLabels::NONE })
}
