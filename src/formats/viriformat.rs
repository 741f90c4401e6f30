//! viriformat: self-play games as bullet reads them, 32 bytes and four for each move.
//!
//! A game is a packed board ([`crate::tensor::records::pack`]), whose last fields are the result
//! and an unused evaluation; then for each move two bytes for the move and two for White's
//! evaluation of the position before it; then four zero bytes. Numbers are little-endian. A move
//! has the origin in bits 0 to 5, the target in 6 to 11, the promotion in 12 and 13 (knight,
//! bishop, rook, queen) and its type in 14 and 15: 1 en passant, 2 castling as king takes rook, 3
//! promotion. Chess960 and double Chess960 are fully supported.
//!
//! The layout is that of the crate viriformat 3.0.0 (MIT), which wrote the test vectors.

use super::byte_reader::ByteReader;
use super::error::{FormatErrorKind, OffsetError, Unsupported, UnsupportedAt};
use super::format::{FormatInfo, GameBytes, RecordFormat, TrainingFormat, WriteOptions};
use super::scored_game::ScoredGame;
use crate::attacks::Backend;
use crate::movegen::play_with;
use crate::position::Position;
use crate::rules::GameResult;
use crate::tensor::records::{self, RecordLabel};
use crate::tensor::{NO_SCORE, View, eval_of, score_of};
use crate::types::{Move, PieceType, Square};

/// Move types, shifted to their bits.
const EN_PASSANT: u16 = 1 << 14;
const CASTLING: u16 = 2 << 14;
const PROMOTION: u16 = 3 << 14;

/// The longest game. (By the FIDE Laws, 75 moves without capture or pawn move end a game before
/// move 8,849.)
pub(super) const MAX_PLIES: usize = 1 << 20;

/// The format viriformat.
#[derive(Default)]
pub(super) struct Viriformat;

impl RecordFormat for Viriformat {}

impl TrainingFormat for Viriformat {
    const INFO: FormatInfo = FormatInfo {
        name: "viriformat",
        suffixes: &[".vf", ".viri", ".viriformat"],
        description: "self-play games with scores, read by bullet",
        ..FormatInfo::GAMES
    };

    #[inline(always)]
    fn read<B: Backend>(
        &mut self,
        backend: B,
        input: &mut ByteReader,
        game: &mut ScoredGame,
    ) -> Result<bool, OffsetError> {
        let board_offset = input.offset();
        let Some(board) = input.array::<{ records::BYTES }>("a board")? else { return Ok(false) };
        let (start, label) = records::unpack(&board)
            .map_err(|error| OffsetError::new(board_offset, FormatErrorKind::Board(error)))?;
        let result = match label.result {
            0 => GameResult::BlackWins,
            1 => GameResult::Draw,
            _ => GameResult::WhiteWins,
        };
        game.restart(start, result);
        loop {
            let offset = input.offset();
            let [move_low, move_high, score_low, score_high] = input.expect("a game's moves")?;
            let word = u16::from_le_bytes([move_low, move_high]);
            let score = i16::from_le_bytes([score_low, score_high]);
            if (word, score) == (0, 0) {
                return Ok(true);
            }
            let ply = game.moves.len();
            if ply == MAX_PLIES {
                return Err(OffsetError::too_long(offset, "a game's moves", MAX_PLIES as u64));
            }
            let stm = game.last.turn();
            let m = move_of(&game.last, word)
                .filter(|&m| play_with(backend, &mut game.last, m))
                .ok_or_else(|| OffsetError::illegal(offset, ply, format_args!("0x{word:04x}")))?;
            game.push(m, eval_of(score, stm, View::White));
        }
    }

    #[inline(always)]
    fn write<B: Backend>(
        _: B,
        game: &ScoredGame,
        options: &WriteOptions,
        out: &mut GameBytes,
    ) -> Result<u64, UnsupportedAt> {
        let (missing_score, bytes) = (options.score_mark(), &mut out.bytes);
        let result = match game.result {
            GameResult::BlackWins => 0,
            GameResult::Draw => 1,
            GameResult::WhiteWins => 2,
            GameResult::Unknown => return Err(UnsupportedAt::game(Unsupported::Result)),
        };
        let board = records::pack(&game.start, RecordLabel { score: 0, result });
        bytes.extend_from_slice(&board.map_err(|error| UnsupportedAt::game(error.into()))?);
        let mut position = game.start;
        for (&m, &eval) in game.moves.iter().zip(&game.evals) {
            let score = match score_of(eval, position.turn(), View::White) {
                NO_SCORE => missing_score,
                score => score,
            };
            bytes.extend_from_slice(&word_of(&position, m).to_le_bytes());
            bytes.extend_from_slice(&score.to_le_bytes());
            position.play_unchecked(m);
        }
        bytes.extend_from_slice(&[0; 4]);
        Ok(0)
    }
}

/// Decodes a move, if its type is right for the position.
fn move_of(position: &Position, word: u16) -> Option<Move> {
    let from = Square::from_low_bits(word as u8);
    let to = Square::from_low_bits((word >> 6) as u8);
    let m = if word & PROMOTION == PROMOTION {
        Move::promotion(from, to, PieceType::from_index(1 + usize::from(word >> 12 & 3))?)?
    } else {
        Move::new(from, to)?
    };
    (word_of(position, m) == word).then_some(m)
}

/// Encodes a move in 16 bits.
fn word_of(position: &Position, m: Move) -> u16 {
    let squares = m.bits() & 0xFFF;
    if let Some(piece) = m.promoted() {
        return squares | (piece as u16 - PieceType::Knight as u16) << 12 | PROMOTION;
    }
    let is_castling = position.placement().by_color(position.turn()).has(m.to());
    if is_castling {
        squares | CASTLING
    } else if position.is_en_passant(m) {
        squares | EN_PASSANT
    } else {
        squares
    }
}
