//! Tokens and policy of ChessBench (DeepMind's `searchless_chess`).

use super::decode::Decoded;
use super::describe::Conventions;
use super::maia2::two_files;
use super::move_table::{MoveTable, Order, PROMOTIONS, TABLE_MOVES, promotion};
use super::policy::PROMOTIONS_BY_PIECE;
use super::tokenizer::Tokenizer;
pub use super::tokenizer::TokensError;
use super::{Policy, PolicyConventions, View};
use crate::error::{CallError, call_error};
use crate::notation::fen;
use crate::position::Position;
use crate::types::{Bitboard, CastlingSide, Color, Move, PieceType, Rank, Square};

/// The number of tokens of a position.
pub const TOKENS: usize = 77;
/// The number of different tokens.
pub const VOCABULARY: usize = 31;

/// Characters by token. The black bishop and the b-file share a token.
const ALPHABET: &[u8; VOCABULARY] = b"0123456789abcdefghpnrkqPBNRQKw.";
/// The padding token.
const FILL: u8 = 30;
/// The value in [`TOKEN_OF`] of characters outside the alphabet.
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

/// The encoding `chessbench`; see [`tokens`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ChessBench;

impl Tokenizer for ChessBench {
    fn name(&self) -> &'static str {
        "chessbench"
    }

    fn count(&self) -> usize {
        TOKENS
    }

    fn vocabulary(&self) -> usize {
        VOCABULARY
    }

    fn field_names(&self) -> Vec<String> {
        let board = (0..64).map(|index| Square::from_low_bits(index ^ 56).to_string());
        let field = |name: &'static str, characters: usize| {
            (1..=characters).map(move |n| format!("{name}, character {n}"))
        };
        std::iter::once("side to move".to_owned())
            .chain(board)
            .chain(field("castling", 4))
            .chain(field("en-passant square", 2))
            .chain(field("halfmove clock", 3))
            .chain(field("move number", 3))
            .collect()
    }

    fn token_names(&self) -> Vec<String> {
        ALPHABET.iter().map(|&letter| char::from(letter).to_string()).collect()
    }

    fn conventions(&self) -> Conventions {
        Conventions {
            view: "always White, eighth rank first",
            en_passant: "the square passed is encoded if a capture is legal",
            chess960: "extension by enroque: rights as in X-FEN, as far as the alphabet allows",
            source: "ChessBench (searchless_chess), commit 90ae0e6",
            ..Conventions::default()
        }
    }

    fn distinguishes_chess960(&self) -> bool {
        true
    }

    #[inline]
    fn write(&self, position: &Position, out: &mut [u8]) -> Result<(), TokensError> {
        out.copy_from_slice(&tokens(position)?);
        Ok(())
    }

    fn decode(&self, tokens: &[u8]) -> Result<Decoded, CallError> {
        let setup = fen::parse(&fen_of(tokens))
            .map_err(|error| call_error!(Encoding("array"), "{error}"))?;
        Ok(Decoded { setup, missing: Vec::new() })
    }
}

/// Returns the 77 tokens of ChessBench, the characters of a FEN of fixed length: the side to move,
/// the board from a8 to h1, four characters of castling rights, two of en passant, three of each
/// clock, padded with `.`.
///
/// The en-passant square is set if a capture is legal. Castling rights are those of X-FEN with
/// letters in the alphabet; the original has standard chess only.
///
/// ```
/// use enroque::{position::Position, tensor::chessbench};
/// let tokens = chessbench::tokens(&Position::standard()).unwrap();
/// assert_eq!(tokens[0], 29); // w
/// assert_eq!(tokens[1..9], [20, 19, 11, 22, 21, 11, 19, 20]); // rnbqkbnr
/// ```
///
/// # Errors
/// If the alphabet cannot express the position; see [`TokensError`].
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

/// Returns the FEN of 77 tokens, which may be invalid; unknown tokens become padding.
fn fen_of(tokens: &[u8]) -> String {
    let text = |range: std::ops::Range<usize>| -> String {
        let letters = tokens.get(range).unwrap_or_default().iter();
        letters.map(|&token| ALPHABET.get(usize::from(token)).map_or('.', |&c| c.into())).collect()
    };
    let field = |range| text(range).trim_end_matches('.').to_owned();
    let or_dash = |field: String| if field.is_empty() { "-".to_owned() } else { field };
    let ranks: Vec<String> = (0..8).map(|rank| text(1 + 8 * rank..9 + 8 * rank)).collect();
    // a dot is an empty square; a FEN has a digit for consecutive ones
    let board = (1..=8).rev().fold(ranks.join("/"), |board, count: usize| {
        board.replace(&".".repeat(count), &count.to_string())
    });
    let (castling, ep_square) = (or_dash(field(65..69)), or_dash(field(69..71)));
    let turn = text(0..1);
    let number = |field: String| if field.is_empty() { "0".to_owned() } else { field };
    let (halfmoves, moves) = (number(field(71..74)), number(field(74..77)));
    format!("{board} {turn} {castling} {ep_square} {halfmoves} {moves}")
}

/// Writes the castling field of X-FEN.
#[inline(always)]
fn write_castling(position: &Position, tokens: &mut [u8]) -> Result<(), TokensError> {
    let mut tokens = tokens.iter_mut();
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
            if let Some(out) = tokens.next() {
                *out = token;
            }
        }
    }
    Ok(())
}

/// Whether no rook of the color is closer to the edge on the back rank.
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

/// Writes a number, left-aligned.
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

/// The 1968 moves of ChessBench, in UCI coordinates, not relative to the side to move: by origin
/// from a1 to h8, queen moves, then knight moves, each by target; then the promotions from the
/// second rank and from the seventh by file, then straight, to the left, to the right, then queen,
/// rook, bishop, knight.
///
/// Castling is the king's move of two files, with the same extension for Chess960 as in
/// [`super::maia2::Maia2Policy`].
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

    fn conventions(&self) -> PolicyConventions {
        PolicyConventions {
            view: View::White.description(),
            order: "by origin: queen moves, then knight moves, targets ascending; then promotions",
            promotion: PROMOTIONS_BY_PIECE,
            source: "ChessBench (searchless_chess), commit 90ae0e6",
            ..PolicyConventions::default()
        }
    }

    fn view(&self) -> View {
        View::White
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
