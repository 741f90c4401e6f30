//! Start positions as numbers.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::columns::Columns;
use crate::chess960;
use crate::position::{Position, Setup};
use crate::types::{Color, PieceType};

/// The code of standard chess: its Chess960 number.
pub const STANDARD_CODE: u32 = chess960::STANDARD as u32;

/// From here on a code is `FIRST_DOUBLE_CODE + 960 * white + black` of double Chess960.
pub const FIRST_DOUBLE_CODE: u32 = 960;

/// From here on a code is an index into a table of other positions.
pub const FIRST_OTHER_CODE: u32 = FIRST_DOUBLE_CODE + 960 * 960;

/// The start positions of a list of games that are no start array of Chess960, each once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Starts {
    others: Vec<Position>,
    codes: HashMap<Setup, u32>,
}

impl Starts {
    /// The code of a position; one that is new gets the next number of the table.
    pub(crate) fn code(&mut self, position: &Position) -> u32 {
        if let Some(code) = array_code(position) {
            return code;
        }
        let next = FIRST_OTHER_CODE + self.others.len() as u32;
        let code = *self.codes.entry(position.to_setup()).or_insert(next);
        if code == next {
            self.others.push(*position);
        }
        code
    }

    /// The position of a code.
    pub(crate) fn position(&self, code: u32) -> Option<Position> {
        match code.checked_sub(FIRST_OTHER_CODE) {
            Some(index) => self.others.get(index as usize).copied(),
            None => array_position(code),
        }
    }

    /// The table.
    pub(crate) fn others(&self) -> &[Position] {
        &self.others
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        self.others.capacity() * size_of::<Position>()
            + self.codes.capacity() * (size_of::<Setup>() + 8)
    }
}

/// In the starts of [`Columns`]: the position is the next of a list; see [`code_starts`].
pub const NO_START: u32 = u32::MAX;

/// Gives codes to the starts of columns that have [`NO_START`]: those of `positions`, which has one
/// for each of them in their order.
///
/// # Errors
/// When there are more or fewer of them.
pub fn code_starts(columns: &mut Columns, positions: &[Position]) -> Result<(), &'static str> {
    let mut starts = Starts::default();
    let mut next = positions.iter();
    for code in columns.start.iter_mut().filter(|code| **code == NO_START) {
        *code = starts.code(next.next().ok_or("a game without a start position")?);
    }
    if next.next().is_some() {
        return Err("more start positions than games that need one");
    }
    columns.other_starts = starts.others;
    Ok(())
}

/// The code of a start array of Chess960 or double Chess960 at move 1.
fn array_code(position: &Position) -> Option<u32> {
    let setup = position.to_setup();
    // equal positions may have other clocks, or an en-passant square that does not count
    let is_first = setup.turn == Color::White
        && (setup.halfmove_clock, setup.fullmove_number) == (0, 1)
        && setup.ep_square.is_none();
    // in such an array every rook may castle
    if !is_first || setup.castling.0 != setup.placement.by_type(PieceType::Rook) {
        return None;
    }
    let (white, black) = chess960::placement_numbers(&setup.placement)?;
    let (white, black) = (u32::from(white), u32::from(black));
    Some(if white == black { white } else { FIRST_DOUBLE_CODE + 960 * white + black })
}

/// The 960 starts, made once: games ask for them again and again.
fn chess960_starts() -> &'static [Position] {
    static STARTS: OnceLock<Vec<Position>> = OnceLock::new();
    STARTS.get_or_init(|| (0..chess960::POSITIONS).filter_map(chess960::position).collect())
}

/// The position of such a code.
fn array_position(code: u32) -> Option<Position> {
    match code.checked_sub(FIRST_DOUBLE_CODE) {
        None => chess960_starts().get(code as usize).copied(),
        // the second name of a Chess960 start
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
        assert_eq!(starts.others().len(), 4);
        for code in [0, 959, 961, FIRST_OTHER_CODE - 2] {
            let position = starts.position(code).unwrap();
            assert_eq!(starts.code(&position), code);
        }
        for wrong in [960, FIRST_OTHER_CODE - 1, FIRST_OTHER_CODE + 4, u32::MAX] {
            assert_eq!(starts.position(wrong), None);
        }
    }
}
