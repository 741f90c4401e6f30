//! Adding single games.

use super::signature::Signature;
use super::start::{FIRST_OTHER_CODE, INVALID_START_CODE, STANDARD_CODE};
use super::store::{Games, push_values, result_number};
use super::stored::GameRow;
use crate::pgn::{GameRecord, PgnErrorKind as Kind, PgnGame, decode_value};
use crate::position::{Placement, Position};
use crate::rules::GameResult;
use crate::types::{Move, NO_CLOCK};

/// A game of legal moves.
#[derive(Clone, Copy)]
pub(crate) struct PlayedMoves<'a> {
    pub(crate) start: &'a Position,
    pub(crate) moves: &'a [Move],
    /// The placement after the moves.
    pub(crate) last: &'a Placement,
    /// The evaluations after each move; empty if there are none.
    pub(crate) evals: &'a [i32],
    pub(crate) result: GameResult,
    /// Whether the game is of Chess960, as those are that start from a Chess960 position or have
    /// Chess960 castling rights.
    pub(crate) is_chess960: bool,
    pub(crate) tags: &'a [(&'a str, &'a str)],
}

impl Games {
    /// Adds a game with its number in the text. The caller adds its errors and the name of its
    /// source.
    pub(crate) fn push_pgn(&mut self, game: &PgnGame<'_>, number: u64) {
        let (mut white_elo, mut black_elo) = (0, 0);
        for (name, text, tag) in game.tags_in_text() {
            let value = text.get(..tag.value.len()).unwrap_or_default();
            match name {
                b"WhiteElo" => white_elo = elo(value),
                b"BlackElo" => black_elo = elo(value),
                _ => {}
            }
            if tag.is_plain {
                self.headers.push_prefix(name, text, tag.value.len());
            } else {
                self.headers.push_raw(name, decode_value(value, tag.has_escapes).as_bytes());
            }
        }
        self.headers.end_game();
        self.origins.push(number as i64, game.begins_at() as i64);
        let record = game.record;
        let code = fixed_start_code(game).unwrap_or_else(|| self.starts.code(&record.start));
        self.start.push(code);
        self.of_games.push(&GameRow {
            chess960: record.chess960,
            result: result_number(game.result()),
            white_elo,
            black_elo,
            broken: record.error.is_some(),
        });
        let moves = record.moves.iter().map(|m| m.bits());
        let (turn, last) = (record.start.turn(), record.last.placement());
        self.signatures.push(Signature::new(turn, moves, last));
        self.push_moves(&record.moves, &record.evals, &record.clocks);
        if !(record.move_times.is_empty() && record.arrows.is_empty()) {
            self.push_annotations(record);
        }
    }

    /// Sets the annotations of the last game.
    #[inline(never)]
    fn push_annotations(&mut self, record: &GameRecord) {
        let Some(last) = self.len().checked_sub(1) else { return };
        let plies = self.range(last);
        push_values(&mut self.of_plies.move_times, &record.move_times, plies.start, NO_CLOCK);
        if !record.arrows.is_empty() {
            let column = self.of_plies.arrows.get_or_insert_default();
            column.resize(plies.start);
            for &(ply, arrow) in &record.arrows {
                column.push_item(plies.start + ply, arrow.bits());
            }
            column.resize(plies.end);
        }
        self.of_plies.grow(plies.end);
    }

    /// Adds a game of legal moves.
    pub(crate) fn push_played(&mut self, game: &PlayedMoves<'_>) {
        let PlayedMoves { start, moves, last, evals, result, is_chess960, tags } = *game;
        for (name, value) in tags {
            self.headers.push(name, value);
        }
        self.headers.end_game();
        let code = self.starts.code(start);
        self.start.push(code);
        let is_chess960_start = code != STANDARD_CODE && code < FIRST_OTHER_CODE;
        let has_standard_castling = start.has_standard_castling();
        self.of_games.push(&GameRow {
            chess960: is_chess960 || is_chess960_start || !has_standard_castling,
            result: result_number(result),
            ..GameRow::NONE
        });
        let bits = moves.iter().map(|m| m.bits());
        self.signatures.push(Signature::new(start.turn(), bits, last));
        self.push_moves(moves, evals, &[]);
        self.origins.push_unknown();
    }
}

/// Returns the code of the start position of a game that has been read from PGN, unless that is a
/// position of its `FEN` tag.
pub(super) fn fixed_start_code(game: &PgnGame<'_>) -> Option<u32> {
    let is_invalid = |kind| matches!(kind, Kind::InvalidFen | Kind::UnsupportedVariant);
    if game.record.error.as_ref().is_some_and(|error| is_invalid(error.kind)) {
        return Some(INVALID_START_CODE);
    }
    (!game.has_fen()).then_some(STANDARD_CODE)
}

/// Parses a rating: digits, optionally with the question mark of a provisional rating; 0 for
/// anything else.
pub(crate) fn elo(value: &[u8]) -> i16 {
    let digits = value.trim_ascii();
    let digits = digits.strip_suffix(b"?").unwrap_or(digits);
    if digits.is_empty() || digits.len() > 5 {
        return 0;
    }
    let mut number = 0i32;
    for digit in digits {
        match digit {
            b'0'..=b'9' => number = 10 * number + i32::from(digit - b'0'),
            _ => return 0,
        }
    }
    i16::try_from(number).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::elo;

    #[test]
    fn ratings() {
        for (text, number) in [("2500", 2500), (" 1500? ", 1500), ("0", 0), ("32767", 32767)] {
            assert_eq!(elo(text.as_bytes()), number, "{text}");
        }
        for text in ["", "?", "-", "-5", "2500.5", "99999", "123456789012", "x"] {
            assert_eq!(elo(text.as_bytes()), 0, "{text}");
        }
    }
}
