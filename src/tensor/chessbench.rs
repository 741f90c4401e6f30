//! ChessBench's tokens and moves (DeepMind's `searchless_chess`).

use std::fmt;

use super::Policy;
use super::maia2::two_files;
use super::move_table::{MoveTable, Order, PROMOTIONS, TABLE_MOVES, promotion};
use crate::position::Position;
use crate::types::{Bitboard, CastlingSide, Color, Move, PieceType, Rank, Square};

/// How many tokens a position has.
pub const TOKENS: usize = 77;
/// How many different tokens there are.
pub const VOCABULARY: usize = 31;

/// Letters by token. The black bishop has no letter of its own, but the b-file's.
pub(super) const ALPHABET: &[u8; VOCABULARY] = b"0123456789abcdefghpnrkqPBNRQKw.";
/// Stands for no letter.
const FILL: u8 = 30;
/// In [`TOKEN_OF`]: the alphabet has no such letter.
const NONE: u8 = u8::MAX;

static TOKEN_OF: [u8; 128] = {
    let mut tokens = [NONE; 128];
    let mut n = 0;
    while n < VOCABULARY {
        tokens[ALPHABET[n] as usize] = n as u8;
        n += 1;
    }
    tokens
};

/// The tokens of the twelve pieces: White's pawn to king, then Black's.
const PIECES: [[u8; 6]; 2] = [[23, 25, 24, 26, 27, 28], [18, 19, 11, 20, 22, 21]];

/// A position has no tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokensError {
    /// A castling right that X-FEN writes with a letter outside ChessBench's alphabet: a white rook
    /// that another one stands outside of.
    Castling(Square),
    /// A clock of more than three digits.
    Clock(u32),
}

impl fmt::Display for TokensError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TokensError::Castling(rook) => write!(
                f,
                "ChessBench's tokens cannot tell the right to castle with the inner rook on {rook}"
            ),
            TokensError::Clock(clock) => {
                write!(f, "ChessBench's tokens have three digits, too few for {clock}")
            }
        }
    }
}

impl std::error::Error for TokensError {}

/// ChessBench's 77 tokens: a FEN of fixed length, letter by letter. The side to move; the board from
/// a8 to h1; four letters of castling, two of en passant, three of each clock, filled with `.`.
///
/// The en-passant square is there when a capture is legal. Castling rights are X-FEN's; the original
/// knows only standard chess, and Chess960's rights are told as far as the alphabet goes.
///
/// ```
/// use enroque::{position::Position, tensor::chessbench};
/// let tokens = chessbench::tokens(&Position::standard()).unwrap();
/// assert_eq!(tokens[0], 29); // w
/// assert_eq!(tokens[1..9], [20, 19, 11, 22, 21, 11, 19, 20]); // rnbqkbnr
/// ```
///
/// # Errors
/// When the position has what the alphabet cannot tell; see [`TokensError`].
pub fn tokens(position: &Position) -> Result<[u8; TOKENS], TokensError> {
    let mut tokens = [FILL; TOKENS];
    tokens[0] = match position.turn() {
        Color::White => TOKEN_OF[b'w' as usize],
        Color::Black => TOKEN_OF[b'b' as usize],
    };
    let placement = position.placement();
    for color in Color::ALL {
        for piece_type in PieceType::ALL {
            let token = PIECES[color.index()][piece_type.index()];
            for square in placement.pieces(color, piece_type) {
                tokens[1 + square.mirror().index()] = token;
            }
        }
    }
    write_castling(position, &mut tokens[65..69])?;
    if let Some(square) = position.legal_ep_square() {
        tokens[69] = 10 + square.file() as u8;
        tokens[70] = 1 + square.rank() as u8;
    }
    write_clock(position.halfmove_clock(), &mut tokens[71..74])?;
    write_clock(position.fullmove_number(), &mut tokens[74..77])?;
    Ok(tokens)
}

/// The FEN that 77 tokens spell, if they spell one; a token that is none is read as a space.
pub(super) fn fen(tokens: &[u8]) -> String {
    let text = |range: std::ops::Range<usize>| -> String {
        let letters = tokens.get(range).unwrap_or_default().iter();
        letters.map(|&token| ALPHABET.get(usize::from(token)).map_or('.', |&c| c.into())).collect()
    };
    let field = |range| text(range).trim_end_matches('.').to_owned();
    let or_dash = |field: String| if field.is_empty() { "-".to_owned() } else { field };
    let ranks: Vec<String> = (0..8).map(|rank| text(1 + 8 * rank..9 + 8 * rank)).collect();
    // each square is a dot here, squares beside each other are one number in a FEN
    let board = (1..=8).rev().fold(ranks.join("/"), |board, count: usize| {
        board.replace(&".".repeat(count), &count.to_string())
    });
    let (castling, ep_square) = (or_dash(field(65..69)), or_dash(field(69..71)));
    let turn = text(0..1);
    let number = |field: String| if field.is_empty() { "0".to_owned() } else { field };
    let (halfmoves, moves) = (number(field(71..74)), number(field(74..77)));
    format!("{board} {turn} {castling} {ep_square} {halfmoves} {moves}")
}

/// The castling field of X-FEN.
#[inline(always)]
fn write_castling(position: &Position, tokens: &mut [u8]) -> Result<(), TokensError> {
    let mut places = tokens.iter_mut();
    for color in Color::ALL {
        if position.castling().of(color).is_empty() {
            continue;
        }
        for side in CastlingSide::ALL {
            let Some(rook) = position.castling_rook(color, side) else { continue };
            let letter = if is_outermost(position, color, rook, side) {
                match side {
                    CastlingSide::King => b'k',
                    CastlingSide::Queen => b'q',
                }
            } else {
                b'a' + rook.file() as u8
            };
            let letter = match color {
                Color::White => letter.to_ascii_uppercase(),
                Color::Black => letter,
            };
            let token = TOKEN_OF[letter as usize];
            if token == NONE {
                return Err(TokensError::Castling(rook));
            }
            if let Some(place) = places.next() {
                *place = token;
            }
        }
    }
    Ok(())
}

/// Whether no other rook of its color stands further out on its rank.
#[inline(always)]
fn is_outermost(position: &Position, color: Color, rook: Square, side: CastlingSide) -> bool {
    let rank = Bitboard::from(match color {
        Color::White => Rank::First,
        Color::Black => Rank::Eighth,
    });
    let rooks = rank & position.placement().pieces(color, PieceType::Rook);
    match side {
        CastlingSide::King => rooks.last() == Some(rook),
        CastlingSide::Queen => rooks.first() == Some(rook),
    }
}

/// A number from the left.
#[inline(always)]
fn write_clock(clock: u32, tokens: &mut [u8]) -> Result<(), TokensError> {
    let digit = |divisor: u32| (clock / divisor % 10) as u8;
    match clock {
        0..10 => tokens[0] = digit(1),
        10..100 => tokens[..2].copy_from_slice(&[digit(10), digit(1)]),
        100..1000 => tokens[..3].copy_from_slice(&[digit(100), digit(10), digit(1)]),
        _ => return Err(TokensError::Clock(clock)),
    }
    Ok(())
}

/// ChessBench's 1968 moves in UCI's coordinates, the board not turned for Black: by origin from a1
/// to h8 the ways of a queen and then of a knight, each by target; then the promotions from the
/// second rank and from the seventh by file, straight, to the left, to the right, to queen, rook,
/// bishop, knight.
///
/// Castling is the king's move of two files. ChessBench has no Chess960; our extension is the same as
/// in [`super::maia2::Maia2Policy`].
///
/// ```
/// use enroque::position::Position;
/// use enroque::tensor::{Policy, chessbench::UciPolicy};
/// use enroque::types::{Move, Square};
/// let e4 = Move::new(Square::E2, Square::E4).unwrap();
/// assert_eq!(UciPolicy.index(&Position::standard(), e4), Some(317));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct UciPolicy;

impl Policy for UciPolicy {
    fn name(&self) -> &'static str {
        "uci"
    }

    #[inline(always)]
    fn size(&self) -> usize {
        TABLE_MOVES + 2 * PROMOTIONS
    }

    #[inline(always)]
    fn index(&self, position: &Position, m: Move) -> Option<usize> {
        static UCI: MoveTable = MoveTable::new(Order::QueenThenKnightAscending);
        let m = two_files(position, m);
        let (from, to) = (m.from(), m.to());
        match m.promoted() {
            None => UCI.get(from, to),
            Some(piece) => {
                let first = if from.rank() == Rank::Second {
                    TABLE_MOVES
                } else {
                    TABLE_MOVES + PROMOTIONS
                };
                Some(first + promotion(from, to, piece)?)
            }
        }
    }
}
