//! The stem of a chain: its first position.

use super::bits::{unzigzag, zigzag};
use crate::formats::error::Unsupported;
use crate::position::{Position, Setup};
use crate::rules::GameResult;
use crate::tensor::records::RecordError;
use crate::types::{Bitboard, Color, Move, Piece, PieceType, Rank, Square};

/// A pawn that can be captured en passant.
const PUSHED_PAWN: u8 = 12;
/// White's rook with a castling right; the next number is Black's.
const CASTLING_ROOK: u8 = 13;
/// Black's king if Black is to move.
const KING_ON_TURN: u8 = 15;

/// Move types.
const PROMOTION: u16 = 1;
const CASTLING: u16 = 2;
const EN_PASSANT: u16 = 3;

/// The greatest ply, of 14 bits.
const MAX_PLY: u32 = (1 << 14) - 1;

/// A position with its move and labels: 32 bytes.
///
/// | bytes | |
/// |---|---|
/// | 0 to 7 | the occupied squares, big-endian |
/// | 8 to 23 | four bits for each piece from a1 to h8, low bits first: twice its type, plus 1 for Black; 12 to 15 are the constants above |
/// | 24, 25 | the move: type, origin, target, promotion from bits 14, 8, 2, 0 |
/// | 26, 27 | the score from the side to move, with the sign in the lowest bit |
/// | 28, 29 | the ply, and from bit 14 on the result for the side to move, with the sign in the lowest bit |
/// | 30, 31 | plies without capture or pawn move |
#[derive(Debug)]
pub(super) struct Stem {
    pub(super) position: Position,
    pub(super) m: Move,
    pub(super) score: i16,
    pub(super) result: GameResult,
}

/// An error in a stem.
#[derive(Debug)]
pub(super) enum StemError {
    Board(RecordError),
    Move(u16),
    Result(u16),
}

impl Stem {
    pub(super) fn read(bytes: &[u8; 32]) -> Result<Stem, StemError> {
        let word = |index: usize| u16::from_be_bytes([bytes[index], bytes[index + 1]]);
        let mut occupied = [0; 8];
        occupied.copy_from_slice(&bytes[..8]);
        let occupied = Bitboard(u64::from_be_bytes(occupied));
        if occupied.len() > 32 {
            return Err(StemError::Board(RecordError::TooManyPieces(occupied.len())));
        }
        let mut setup = Setup::EMPTY;
        for (n, square) in occupied.into_iter().enumerate() {
            let nibble = bytes[8 + n / 2] >> (4 * (n % 2)) & 15;
            let piece = match nibble {
                PUSHED_PAWN => pushed_pawn(square, &mut setup)
                    .ok_or(StemError::Board(RecordError::EnPassant(square as u8)))?,
                KING_ON_TURN => {
                    setup.turn = Color::Black;
                    Piece { color: Color::Black, piece_type: PieceType::King }
                }
                CASTLING_ROOK.. => {
                    setup.castling.0 = setup.castling.0.with(square);
                    let color = color(nibble - CASTLING_ROOK);
                    Piece { color, piece_type: PieceType::Rook }
                }
                _ => {
                    let piece_type = PieceType::from_index((nibble / 2).into());
                    let piece_type = piece_type
                        .ok_or(StemError::Board(RecordError::Piece { square, nibble }))?;
                    Piece { color: color(nibble % 2), piece_type }
                }
            };
            setup.placement.put(square, piece);
        }
        let ply = word(28) & MAX_PLY as u16;
        setup.halfmove_clock = word(30).into();
        setup.fullmove_number = u32::from(ply) / 2 + 1;
        setup.castling = setup.possible_standard_castling();
        let position = Position::try_from(setup.repaired())
            .map_err(|error| StemError::Board(RecordError::Position(error)))?;
        let m = read_move(&position, word(24)).ok_or(StemError::Move(word(24)))?;
        let stm = position.turn();
        let result = match unzigzag(word(28) >> 14) {
            1 => GameResult::won_by(stm),
            0 => GameResult::Draw,
            -1 => GameResult::won_by(!stm),
            _ => return Err(StemError::Result(word(28) >> 14)),
        };
        Ok(Stem { position, m, score: unzigzag(word(26)), result })
    }

    pub(super) fn bytes(&self) -> Result<[u8; 32], Unsupported> {
        let Stem { position, m, score, result } = self;
        let placement = position.placement();
        let occupied = placement.occupied();
        if occupied.len() > 32 {
            return Err(Unsupported::Pieces(occupied.len()));
        }
        if !position.has_standard_castling() {
            return Err(Unsupported::Chess960);
        }
        let ply = position.ply();
        let clock = position.halfmove_clock();
        if ply > MAX_PLY {
            return Err(Unsupported::Clock(ply));
        }
        let rule_50 = u16::try_from(clock).map_err(|_| Unsupported::Clock(clock))?;
        let result = result_for(*result, position.turn()).ok_or(Unsupported::Result)?;
        // the pawn is in front of the en-passant square
        let pushed =
            position.legal_ep_square().map(|passed| Square::from_low_bits(passed as u8 ^ 8));
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&occupied.0.to_be_bytes());
        for (n, square) in occupied.into_iter().enumerate() {
            let piece_type = placement.type_at_unchecked(square);
            let black = u8::from(placement.by_color(Color::Black).has(square));
            let nibble = if pushed == Some(square) {
                PUSHED_PAWN
            } else if position.castling().has(square) {
                CASTLING_ROOK + black
            } else if (piece_type, black, position.turn()) == (PieceType::King, 1, Color::Black) {
                KING_ON_TURN
            } else {
                2 * piece_type as u8 + black
            };
            bytes[8 + n / 2] |= nibble << (4 * (n % 2));
        }
        let words =
            [write_move(position, *m), zigzag(*score), ply as u16 | zigzag(result) << 14, rule_50];
        for (field, word) in bytes[24..].chunks_exact_mut(2).zip(words) {
            field.copy_from_slice(&word.to_be_bytes());
        }
        Ok(bytes)
    }
}

/// Returns the result for the side to move: 1 won, 0 drawn, -1 lost, `None` unknown.
fn result_for(result: GameResult, stm: Color) -> Option<i16> {
    match (result.winner(), result) {
        (Some(winner), _) => Some(if winner == stm { 1 } else { -1 }),
        (None, GameResult::Draw) => Some(0),
        (None, _) => None,
    }
}

fn color(bit: u8) -> Color {
    if bit == 0 { Color::White } else { Color::Black }
}

/// Returns a pawn that can be captured en passant, with its color by rank, and sets the square.
fn pushed_pawn(square: Square, setup: &mut Setup) -> Option<Piece> {
    let color = match square.rank() {
        Rank::Fourth => Color::White,
        Rank::Fifth => Color::Black,
        _ => return None,
    };
    setup.ep_square = Some(Square::from_low_bits(square as u8 ^ 8));
    Some(Piece { color, piece_type: PieceType::Pawn })
}

fn read_move(position: &Position, word: u16) -> Option<Move> {
    let (from, to) =
        (Square::from_low_bits((word >> 8) as u8), Square::from_low_bits((word >> 2) as u8));
    let m = match word >> 14 {
        PROMOTION => Move::promotion(from, to, PieceType::from_index(1 + usize::from(word & 3))?)?,
        _ => Move::new(from, to)?,
    };
    (write_move(position, m) == word).then_some(m)
}

fn write_move(position: &Position, m: Move) -> u16 {
    let squares = (m.from() as u16) << 8 | (m.to() as u16) << 2;
    if let Some(piece) = m.promoted() {
        squares | PROMOTION << 14 | (piece as u16 - PieceType::Knight as u16)
    } else if position.placement().by_color(position.turn()).has(m.to()) {
        squares | CASTLING << 14
    } else if position.is_en_passant(m) {
        squares | EN_PASSANT << 14
    } else {
        squares
    }
}
