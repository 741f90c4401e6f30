//! Keys of Polyglot opening books.

use super::Position;
use crate::types::{CastlingSide, Color};

/// The numbers of the Polyglot book format, "Random64": 12 times 64 for the pieces, 4 for castling, 8
/// for en passant, 1 for White to move.
///
/// They are part of the format (Fabien Letouzey, PolyGlot 1.4, 2008; described by Michel Van den
/// Bergh, "Polyglot book format", hgm.nubati.net/book_format.html): every program that reads such
/// books has the same ones. The tests compare keys with those published there.
static RANDOM64: [u64; 781] = numbers(include_bytes!("polyglot_numbers.txt"));

/// Reads hexadecimal numbers, one a line.
const fn numbers(text: &[u8]) -> [u64; 781] {
    let (mut numbers, mut line, mut at) = ([0; 781], 0, 0);
    while at < text.len() {
        match (text[at] as char).to_digit(16) {
            Some(digit) => numbers[line] = numbers[line] << 4 | digit as u64,
            None => line += (text[at] == b'\n') as usize,
        }
        at += 1;
    }
    assert!(line == numbers.len(), "a line for each number");
    numbers
}

/// The first indices of the numbers of castling rights, en passant and side to move.
const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const TURN: usize = 780;

impl Position {
    /// The key of the position in a Polyglot opening book.
    ///
    /// The en-passant square is included if a pawn attacks it, legally or not. Castling rights are
    /// included by side, also in Chess960.
    ///
    /// ```
    /// use enroque::position::Position;
    /// assert_eq!(Position::standard().polyglot_key(), 0x463B_9618_1691_FC9C);
    /// ```
    pub fn polyglot_key(&self) -> u64 {
        let mut key = 0;
        for square in self.placement().occupied() {
            if let Some(piece) = self.piece_at(square) {
                let kind = 2 * piece.piece_type.index() + usize::from(piece.color == Color::White);
                key ^= RANDOM64[64 * kind + square.index()];
            }
        }
        let rights = [
            (Color::White, CastlingSide::King),
            (Color::White, CastlingSide::Queen),
            (Color::Black, CastlingSide::King),
            (Color::Black, CastlingSide::Queen),
        ];
        for (n, (color, side)) in rights.into_iter().enumerate() {
            if self.castling_rook(color, side).is_some() {
                key ^= RANDOM64[CASTLING + n];
            }
        }
        if let Some(square) = self.ep_square()
            && self.ep_capturers().any()
        {
            key ^= RANDOM64[EN_PASSANT + square.file().index()];
        }
        if self.turn() == Color::White {
            key ^= RANDOM64[TURN];
        }
        key
    }
}

#[cfg(test)]
mod tests {
    use crate::notation::{fen, uci};

    /// The test keys of the specification.
    #[test]
    fn published_keys() {
        let game = ["e2e4", "d7d5", "e4e5", "f7f5", "e1e2", "e8f7"];
        let keys: [u64; 7] = [
            0x463B_9618_1691_FC9C,
            0x823C_9B50_FD11_4196,
            0x0756_B944_61C5_0FB0,
            0x662F_AFB9_65DB_29D4,
            0x22A4_8B5A_8E47_FF78,
            0x652A_607C_A3F2_42C1,
            0x00FD_D303_C946_BDD9,
        ];
        check(&game, &keys);
        // a2a4 b7b5 h2h4 b5b4 c2c4: a pawn attacks the en-passant square
        let game = ["a2a4", "b7b5", "h2h4", "b5b4", "c2c4"];
        let position = play(&game);
        assert_eq!(position.polyglot_key(), 0x3C81_23EA_7B06_7637);
        let game = ["a2a4", "b7b5", "h2h4", "b5b4", "c2c4", "b4c3", "a1a3"];
        assert_eq!(play(&game).polyglot_key(), 0x5C3F_9B82_9B27_9560);
    }

    fn play(game: &[&str]) -> crate::position::Position {
        let mut position = fen::read(fen::STARTING_FEN).unwrap();
        for text in game {
            position.play_unchecked(uci::read(&position, text).unwrap());
        }
        position
    }

    fn check(game: &[&str], keys: &[u64]) {
        for (plies, &key) in keys.iter().enumerate() {
            assert_eq!(play(&game[..plies]).polyglot_key(), key, "after {plies} plies");
        }
    }
}
