//! A game in progress as a row of bytes, with all the data that its continuation depends on.
//!
//! A row has an earlier position of the game and the moves since then, so repetitions, history and
//! legal moves are derived and cannot be inconsistent. The earlier position is the one from which
//! the repetitions of the last 9 positions can be counted: with the 75-move rule at most 150 + 8
//! plies before. That many moves fit into a row; without such a rule, occurrences more than
//! [`MAX_ROW_MOVES`] plies ago are not counted.
//!
//! | bytes | contents, lowest byte first |
//! |---|---|
//! | 0..32 | White's pieces; the three bits of the piece types, 1 (pawn) to 6 (king) |
//! | 32..40 | the rooks that may castle |
//! | 40..44, 44..48 | halfmove clock, move number |
//! | 48..52 | the number of plies before the position |
//! | 52 | bit 0: Black to move; bit 1: the position is one after a move |
//! | 53 | the en-passant square, 255 for none |
//! | 54 | the number of moves |
//! | 55 | the end: 0 in progress, 31 truncated, else the number of the termination from 1; from bit 6 on 1 for White's win, 2 for Black's |
//! | 56 | the version of the format |
//! | 57..64 | 0 |
//! | 64..384 | the moves of 16 bits, then 0 |

use arrayvec::ArrayVec;

use super::options::ArenaOptions;
use super::slot::{End, GameSlot};
use crate::attacks::Backend;
use crate::notation::fen::MAX_CLOCK;
use crate::position::{Placement, Position, Setup};
use crate::rules::{Outcome, Termination};
use crate::tensor::RECENT_POSITIONS;
use crate::types::{Bitboard, CastlingRights, Color, Move, Piece, PieceType, Square};

/// The number of bytes of a row.
pub const ROW_BYTES: usize = HEADER + 2 * MAX_ROW_MOVES;

/// The largest number of moves of a row.
pub const MAX_ROW_MOVES: usize = 160;

/// The version of the format.
const ROW_VERSION: u8 = 1;

/// The largest clock and number of plies of a row, far beyond those of any game.
pub const MAX_ROW_NUMBER: u32 = 2 * MAX_CLOCK;

const HEADER: usize = 64;
const NO_SQUARE: u8 = u8::MAX;
const TRUNCATED: u8 = 31;

impl GameSlot {
    /// Becomes the game of a row, and keeps its number. After an error, the game is undefined.
    #[inline(always)]
    pub(super) fn read_row<B: Backend>(
        &mut self,
        backend: B,
        row: &[u8; ROW_BYTES],
        options: &ArenaOptions,
    ) -> Result<(), String> {
        let word = |at: usize| u32::from_le_bytes([row[at], row[at + 1], row[at + 2], row[at + 3]]);
        if row[56] != ROW_VERSION {
            return Err(format!("it has version {} of the format, not {ROW_VERSION}", row[56]));
        }
        let numbers = [word(40), word(44), word(48)];
        if let Some(&number) = numbers.iter().find(|&&number| number > MAX_ROW_NUMBER) {
            return Err(format!("a clock or number of plies is above {MAX_ROW_NUMBER}: {number}"));
        }
        let [halfmove_clock, fullmove_number, plies_before] = numbers;
        let long = |at: usize| Bitboard(u64::from(word(at)) | u64::from(word(at + 4)) << 32);
        let setup = Setup {
            placement: placement(long(0), [long(8), long(16), long(24)])?,
            turn: if row[52] & 1 == 0 { Color::White } else { Color::Black },
            castling: CastlingRights(long(32)),
            ep_square: match row[53] {
                NO_SQUARE => None,
                byte => {
                    let unknown = || format!("no en-passant square has number {byte}");
                    Some(Square::from_index(byte.into()).ok_or_else(unknown)?)
                }
            },
            halfmove_clock,
            fullmove_number,
        };
        let start = Position::try_from(setup).map_err(|error| error.to_string())?;
        let end = match row[55] {
            0 => None,
            code => {
                let unknown = || format!("no end of a game has number {code}");
                Some(End::from_code(code).ok_or_else(unknown)?)
            }
        };
        let count = row[54];
        if usize::from(count) > MAX_ROW_MOVES {
            return Err(format!("it has {count} moves, but at most {MAX_ROW_MOVES} fit"));
        }
        (self.start, self.plies_before, self.is_continued) =
            (start, plies_before, row[52] & 2 != 0);
        let mut moves = ArrayVec::<Move, MAX_ROW_MOVES>::new();
        let (bits, _) = row[HEADER..].as_chunks::<2>();
        for (index, bits) in bits[..usize::from(count)].iter().enumerate() {
            let bits = u16::from_le_bytes(*bits);
            let no_move = || format!("its move {index} has the bits {bits}, which are no move");
            moves.push(Move::from_bits(bits).ok_or_else(no_move)?);
        }
        self.replay(backend, &moves, options)
            .map_err(|index| format!("its move {index}, {}, is not legal", moves[index]))?;
        self.end_as(end);
        Ok(())
    }

    /// Writes the game as a row.
    pub(super) fn write_row(&self, row: &mut [u8; ROW_BYTES]) {
        let first = self.first_of_row();
        let position = self.position_at(first);
        let (head, moves) = row.split_at_mut(HEADER);
        head.fill(0);
        let mut put = |at: usize, bytes: &[u8]| head[at..at + bytes.len()].copy_from_slice(bytes);
        let (white, types) = planes(position.placement());
        let sets = [white, types[0], types[1], types[2], position.castling().0];
        for (n, Bitboard(set)) in sets.into_iter().enumerate() {
            put(8 * n, &set.to_le_bytes());
        }
        let numbers = [
            position.halfmove_clock(),
            position.fullmove_number(),
            self.plies_before + first as u32,
        ];
        for (n, number) in numbers.into_iter().enumerate() {
            put(40 + 4 * n, &number.to_le_bytes());
        }
        let is_continued = self.is_continued || first > 0;
        put(
            52,
            &[
                position.turn() as u8 | u8::from(is_continued) << 1,
                position.ep_square().map_or(NO_SQUARE, |square| square as u8),
                (self.moves.len() - first) as u8,
                self.end.map_or(0, End::code),
                ROW_VERSION,
            ],
        );
        let (played, rest) = moves.split_at_mut(2 * (self.moves.len() - first));
        for (bytes, m) in played.as_chunks_mut::<2>().0.iter_mut().zip(&self.moves[first..]) {
            *bytes = m.bits().to_le_bytes();
        }
        rest.fill(0);
    }

    /// The ply of the first position of the row: repetitions of the last positions depend on those
    /// since the last capture or pawn move before the oldest of them.
    fn first_of_row(&self) -> usize {
        let positions = self.recent.positions();
        let oldest = positions.len().saturating_sub(RECENT_POSITIONS);
        let ply = self.moves.len() - (positions.len() - 1 - oldest);
        let clock = positions[oldest].halfmove_clock() as usize;
        (ply - ply.min(clock)).max(self.moves.len().saturating_sub(MAX_ROW_MOVES))
    }

    /// The position after some of the moves, which are replayed unless it is recent.
    fn position_at(&self, ply: usize) -> Position {
        let positions = self.recent.positions();
        let back = self.moves.len() - ply;
        match positions.len().checked_sub(back + 1) {
            Some(index) => positions[index],
            None => {
                let mut position = self.start;
                position.play_all(&self.moves[..ply]);
                position
            }
        }
    }
}

/// White's pieces and the bits of the piece types.
fn planes(placement: &Placement) -> (Bitboard, [Bitboard; 3]) {
    let of = |piece_type| placement.by_type(piece_type);
    let (pawns, knights) = (of(PieceType::Pawn), of(PieceType::Knight));
    let (bishops, rooks) = (of(PieceType::Bishop), of(PieceType::Rook));
    let (queens, kings) = (of(PieceType::Queen), of(PieceType::King));
    let types = [pawns | bishops | queens, knights | bishops | kings, rooks | queens | kings];
    (placement.by_color(Color::White), types)
}

/// The inverse of [`planes`].
fn placement(white: Bitboard, types: [Bitboard; 3]) -> Result<Placement, String> {
    let occupied = types[0] | types[1] | types[2];
    let unknown = (white - occupied) | (types[0] & types[1] & types[2]);
    if let Some(square) = unknown.first() {
        return Err(format!("the piece on {square} is unknown"));
    }
    let mut placement = Placement::EMPTY;
    for square in occupied {
        let bit = |set: Bitboard| usize::from(set.has(square));
        let index = (bit(types[0]) | bit(types[1]) << 1 | bit(types[2]) << 2) - 1;
        if let Some(piece_type) = PieceType::from_index(index) {
            let color = if white.has(square) { Color::White } else { Color::Black };
            placement.put(square, Piece { color, piece_type });
        }
    }
    Ok(placement)
}

impl End {
    /// The number of the end, 1 to 255, in rows and saved states.
    pub fn code(self) -> u8 {
        let End::Terminated(outcome) = self else { return TRUNCATED };
        let number = Termination::ALL.iter().position(|&other| other == outcome.termination);
        let winner = match outcome.winner() {
            None => 0,
            Some(Color::White) => 1,
            Some(Color::Black) => 2,
        };
        number.map_or(0, |number| number as u8 + 1) | winner << 6
    }

    /// The end with this number.
    pub fn from_code(code: u8) -> Option<End> {
        if code == TRUNCATED {
            return Some(End::Truncated);
        }
        let termination = *Termination::ALL.get(usize::from(code & 63).checked_sub(1)?)?;
        Some(End::Terminated(match code >> 6 {
            0 => Outcome::draw(termination),
            1 => Outcome::won_by(Color::White, termination),
            2 => Outcome::won_by(Color::Black, termination),
            _ => return None,
        }))
    }
}
