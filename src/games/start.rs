//! Codes of start positions.

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::chess960;
use crate::position::{Position, Setup};
use crate::types::{Color, PieceType};

/// The code of standard chess: its Chess960 number.
pub const STANDARD_CODE: u32 = chess960::STANDARD as u32;

/// The first code of double Chess960: `FIRST_DOUBLE_CODE + 960 * white + black`.
pub const FIRST_DOUBLE_CODE: u32 = 960;

/// The first code of other positions: `FIRST_OTHER_CODE` plus an index into a table of them.
pub const FIRST_OTHER_CODE: u32 = FIRST_DOUBLE_CODE + 960 * 960;

/// The code of an invalid start position. It is none of double Chess960, whose two numbers differ.
pub const INVALID_START_CODE: u32 = FIRST_OTHER_CODE - 1;

/// The reason for which a game has no start position.
pub(crate) const INVALID_START: &str = "its start position is invalid, or its variant unsupported";

/// The distinct start positions of games that are not start positions of (double) Chess960.
#[derive(Clone, Debug, Default)]
pub(crate) struct Starts {
    other_positions: Vec<Position>,
    codes: HashMap<Setup, u32>,
}

impl Starts {
    /// Returns the code of a position, adding it to the table if necessary.
    pub(crate) fn code(&mut self, position: &Position) -> u32 {
        if let Some(code) = chess960_code(position) {
            return code;
        }
        let next = FIRST_OTHER_CODE + self.other_positions.len() as u32;
        let code = *self.codes.entry(position.to_setup()).or_insert(next);
        if code == next {
            self.other_positions.push(*position);
        }
        code
    }

    /// Returns the position of a code.
    pub(crate) fn position(&self, code: u32) -> Option<Position> {
        match code.checked_sub(FIRST_OTHER_CODE) {
            Some(index) => self.other_positions.get(index as usize).copied(),
            None => chess960_position(code),
        }
    }

    /// Returns the table of other positions.
    pub(crate) fn other_positions(&self) -> &[Position] {
        &self.other_positions
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        self.other_positions.capacity() * size_of::<Position>()
            + self.codes.capacity() * (size_of::<Setup>() + 8)
    }
}

/// Returns the code of a start position of Chess960 or double Chess960.
pub(super) fn chess960_code(position: &Position) -> Option<u32> {
    let setup = position.to_setup();
    // `Position` equality ignores the move counters, and an en-passant square without a legal
    // capture
    let is_first = setup.turn == Color::White
        && (setup.halfmove_clock, setup.fullmove_number) == (0, 1)
        && setup.ep_square.is_none();
    // every rook may castle
    if !is_first || setup.castling.0 != setup.placement.by_type(PieceType::Rook) {
        return None;
    }
    let (white, black) = chess960::placement_numbers(&setup.placement)?;
    let (white, black) = (u32::from(white), u32::from(black));
    Some(if white == black { white } else { FIRST_DOUBLE_CODE + 960 * white + black })
}

/// The 960 start positions, computed once, since every game needs one.
fn chess960_starts() -> &'static [Position] {
    static STARTS: OnceLock<Vec<Position>> = OnceLock::new();
    STARTS.get_or_init(|| (0..chess960::POSITIONS).filter_map(chess960::position).collect())
}

/// Returns the position of a code below [`FIRST_OTHER_CODE`].
fn chess960_position(code: u32) -> Option<Position> {
    match code.checked_sub(FIRST_DOUBLE_CODE) {
        None => chess960_starts().get(code as usize).copied(),
        // equal numbers are a Chess960 start, whose code is its number
        Some(pair) if pair / 960 == pair % 960 => None,
        Some(pair) => chess960::double_position((pair / 960) as u16, (pair % 960) as u16),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;

    #[test]
    fn codes_round_trip() {
        let mut starts = Starts::default();
        assert_eq!(starts.code(&Position::standard()), STANDARD_CODE);
        for number in [0, 518, 959] {
            let position = chess960::position(number).unwrap();
            assert_eq!(starts.code(&position), u32::from(number));
        }
        let double = chess960::double_position(3, 959).unwrap();
        assert_eq!(starts.code(&double), 960 + 960 * 3 + 959);
        let others = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        ];
        for (n, text) in others.iter().enumerate() {
            let position = fen::read(text).unwrap();
            let code = FIRST_OTHER_CODE + n as u32;
            assert_eq!((starts.code(&position), starts.code(&position)), (code, code));
            assert_eq!(starts.position(code).unwrap().to_setup(), position.to_setup());
        }
        assert_eq!(starts.other_positions().len(), 4);
        for code in [0, 959, 961, FIRST_OTHER_CODE - 2] {
            let position = starts.position(code).unwrap();
            assert_eq!(starts.code(&position), code);
        }
        for wrong in [960, FIRST_OTHER_CODE - 1, FIRST_OTHER_CODE + 4, u32::MAX] {
            assert_eq!(starts.position(wrong), None);
        }
    }
}
