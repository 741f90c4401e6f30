//! Planes and tokens back to positions.

use std::fmt;

use super::alphazero::AlphaZero;
use super::encoding::Encoding;
use super::lc0::InputFormat;
use super::pettingzoo::PettingZoo;
use super::records::{self, RecordError, RecordKind};
use super::{Layout, PlaneEncoding, Player, TokenEncoding, View, chessbench};
use crate::notation::fen::{self, FenError};
use crate::position::Setup;
use crate::types::{Bitboard, CastlingRights, CastlingSide, Color, Piece, PieceType, Square};

/// What an encoding does not tell of a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Missing {
    /// Whose move it is.
    Turn,
    /// Who may castle.
    Castling,
    /// The en-passant square.
    EnPassant,
    /// How many plies were played without capture or pawn move.
    HalfmoveClock,
    /// The number of the move.
    FullmoveNumber,
}

impl Missing {
    /// All that there is but the pieces, in this order.
    pub const ALL: [Missing; 5] = [
        Missing::Turn,
        Missing::Castling,
        Missing::EnPassant,
        Missing::HalfmoveClock,
        Missing::FullmoveNumber,
    ];
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Missing::Turn => "whose move it is",
            Missing::Castling => "who may castle",
            Missing::EnPassant => "the en-passant square",
            Missing::HalfmoveClock => "the plies without capture or pawn move",
            Missing::FullmoveNumber => "the number of the move",
        })
    }
}

/// What an array holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decoded {
    /// The set-up. What is missing is White to move (the side to move is White then), no rights, no square,
    /// no plies, move 1.
    pub setup: Setup,
    /// What the encoding does not tell. The number of the move is often missing, and often no matter.
    pub missing: Vec<Missing>,
}

/// An array holds no position.
#[derive(Clone, PartialEq, Debug)]
pub enum DecodeError {
    /// The array has another number of elements than the encoding.
    Size {
        /// How many it should have.
        expected: usize,
        /// How many it has.
        found: usize,
    },
    /// The encoding turns the board, and not always back.
    Canonical(InputFormat),
    /// What a composed encoding tells depends on its parts: it is not read back.
    Composed,
    /// PettingZoo's planes of a game's first position, which they do not show.
    Start,
    /// An element that cannot be there.
    Element {
        /// The channel, or the place of a token.
        at: usize,
        /// Its value.
        value: f32,
    },
    /// The square has two pieces.
    TwoPieces(Square),
    /// The tokens spell no FEN.
    Fen(FenError),
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DecodeError::Size { expected, found } => {
                write!(f, "the encoding has {expected} elements, the array {found}")
            }
            DecodeError::Canonical(format) => write!(
                f,
                "lc0's input format {} turns the board and does not tell how",
                format.number()
            ),
            DecodeError::Composed => {
                f.write_str("composed planes are not read back: compare them with those of a board")
            }
            DecodeError::Start => f.write_str(
                "pettingzoo shows no pieces before a move was made: there is nothing to read",
            ),
            DecodeError::Element { at, value } => {
                write!(f, "{value} cannot be in channel or place {at}")
            }
            DecodeError::TwoPieces(square) => write!(f, "two pieces stand on {square}"),
            DecodeError::Fen(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for DecodeError {}

/// The set-up that planes show, in the shape that [`super::planes`] writes.
///
/// Elements count as they are written: 0 or 1, but for the channels with counts. Castling flags mean
/// the outermost rook of the wing.
///
/// ```
/// use enroque::position::Position;
/// use enroque::tensor::{Encoding, History, Missing, PlaneEncoding, decode_planes, planes};
/// let encoding = Encoding::named("lc0", &[]).unwrap();
/// let start = Position::standard();
/// let mut array = vec![0.0f32; 112 * 64];
/// planes(&encoding, &History::new(start, encoding.en_passant()), &mut array).unwrap();
/// let decoded = decode_planes(&encoding, &array).unwrap();
/// assert_eq!(decoded.setup, start.to_setup());
/// assert_eq!(decoded.missing, [Missing::FullmoveNumber]);
/// ```
///
/// # Errors
/// When the array is none of the encoding's, or the encoding is one of lc0's canonical formats.
pub fn decode_planes(encoding: &Encoding, array: &[f32]) -> Result<Decoded, DecodeError> {
    let channels = encoding.channels();
    if array.len() != channels * 64 {
        return Err(DecodeError::Size { expected: channels * 64, found: array.len() });
    }
    let planes = Planes { layout: encoding.layout(), channels, array };
    let mut decoded = Decoded { setup: Setup::EMPTY, missing: Vec::new() };
    let setup = &mut decoded.setup;
    // the side to move, where the encoding tells; White's side is shown where the view is White's
    match encoding {
        Encoding::Pieces(_) => {
            put_pieces(planes.twelve(0)?, Color::White, setup)?;
            decoded.missing = Missing::ALL.to_vec();
            return Ok(decoded);
        }
        Encoding::Tutorial14(_) => {
            put_pieces(planes.twelve(0)?.map(u64::swap_bytes), Color::White, setup)?;
            decoded.missing = Missing::ALL.to_vec();
            return Ok(decoded);
        }
        Encoding::Maia2(maia2) => {
            put_pieces(planes.twelve(0)?, Color::White, setup)?;
            setup.turn = if planes.is_set(12)? { Color::White } else { Color::Black };
            planes.flags(13, Color::White, [CastlingSide::King, CastlingSide::Queen], setup)?;
            setup.ep_square = Bitboard(planes.mask(17)?).first();
            decoded.missing = vec![Missing::HalfmoveClock, Missing::FullmoveNumber];
            if maia2.view == View::SideToMove {
                decoded.missing.insert(0, Missing::Turn);
            }
        }
        Encoding::Maia3(maia3) => {
            put_pieces(planes.twelve(12 * (maia3.history() - 1))?, Color::White, setup)?;
            decoded.missing = Missing::ALL.to_vec();
        }
        Encoding::OpenSpiel(_) => {
            for (n, piece_type) in PieceType::ALL.into_iter().rev().enumerate() {
                for (color, channel) in [(Color::White, 2 * n), (Color::Black, 2 * n + 1)] {
                    put(planes.mask(channel)?, Piece { color, piece_type }, setup)?;
                }
            }
            setup.turn = if planes.is_set(14)? { Color::White } else { Color::Black };
            setup.halfmove_clock = planes.count(15, 101.0)?;
            planes.flags(16, Color::White, [CastlingSide::Queen, CastlingSide::King], setup)?;
            if setup.halfmove_clock == 0 && may_capture_en_passant(setup) {
                decoded.missing.push(Missing::EnPassant);
            }
            decoded.missing.push(Missing::FullmoveNumber);
        }
        Encoding::PettingZoo(PettingZoo { player }) => {
            let us = if planes.is_set(4)? { Color::Black } else { Color::White };
            setup.turn = player.color(us);
            let mut pieces = planes.twelve(7)?;
            if pieces == [0; 12] {
                return Err(DecodeError::Start);
            }
            // the pawn that has just gone two squares stands on its back rank
            let passed = match player {
                Player::SideToMove => {
                    let pushed = pieces[6] & 0xFF << 56;
                    pieces[6] ^= pushed | pushed >> 24;
                    pushed >> 16
                }
                Player::Opponent => {
                    let pushed = pieces[0] & 0xFF;
                    pieces[0] ^= pushed | pushed << 24;
                    pushed << 16
                }
            };
            put_pieces(pieces, us, setup)?;
            setup.ep_square = Bitboard(seen_by(us, passed)).first();
            planes.flags(0, us, [CastlingSide::King, CastlingSide::Queen], setup)?;
            // half of the count, rounded down, and nothing from 128 on
            setup.halfmove_clock = 2 * (seen_by(us, planes.mask(5)?).trailing_zeros() % 64);
            decoded.missing = vec![Missing::HalfmoveClock, Missing::FullmoveNumber];
        }
        Encoding::AlphaZero(AlphaZero { player, .. }) => {
            let us = if planes.is_set(112)? { Color::Black } else { Color::White };
            setup.turn = player.color(us);
            put_pieces(planes.twelve(0)?, us, setup)?;
            planes.flags(114, us, [CastlingSide::Queen, CastlingSide::King], setup)?;
            setup.ep_square = planes.double_push(14, us, *player)?;
            setup.halfmove_clock = planes.count(118, 100.0)?;
            // a position without history shows no move that led to it
            let is_first = planes.mask(14 + 5)? == 0;
            if is_first && setup.halfmove_clock == 0 && may_capture_en_passant(setup) {
                decoded.missing.push(Missing::EnPassant);
            }
            setup.fullmove_number = planes.count(113, 512.0)? / 2 + 1;
        }
        Encoding::Composed(_) => return Err(DecodeError::Composed),
        Encoding::Lc0(lc0) => {
            if lc0.format.is_canonical() {
                return Err(DecodeError::Canonical(lc0.format));
            }
            let us = if planes.is_set(108)? { Color::Black } else { Color::White };
            setup.turn = us;
            put_pieces(planes.twelve(0)?, us, setup)?;
            if lc0.format == InputFormat::Classical {
                planes.flags(104, us, [CastlingSide::Queen, CastlingSide::King], setup)?;
            } else {
                let rooks = planes.mask(104)? | planes.mask(105)?;
                setup.castling = CastlingRights(Bitboard(seen_by(us, rooks)));
            }
            setup.ep_square = planes.double_push(13, us, Player::SideToMove)?;
            setup.halfmove_clock = planes.count(109, 1.0)?;
            decoded.missing = vec![Missing::FullmoveNumber];
        }
    }
    Ok(decoded)
}

/// The set-up that tokens show.
///
/// # Errors
/// When the tokens are none of the encoding's.
pub fn decode_tokens(encoding: TokenEncoding, tokens: &[u8]) -> Result<Decoded, DecodeError> {
    let expected = encoding.count();
    if tokens.len() != expected {
        return Err(DecodeError::Size { expected, found: tokens.len() });
    }
    let vocabulary = encoding.vocabulary();
    if let Some(at) = tokens.iter().position(|&token| usize::from(token) >= vocabulary) {
        return Err(DecodeError::Element { at, value: tokens[at].into() });
    }
    match encoding {
        TokenEncoding::ChessBench => {
            let setup = fen::parse(&chessbench::fen(tokens)).map_err(DecodeError::Fen)?;
            Ok(Decoded { setup, missing: Vec::new() })
        }
        TokenEncoding::Squares(_) => {
            let mut setup = Setup::EMPTY;
            for (square, &token) in Square::ALL.into_iter().zip(tokens) {
                let Some(piece) = token.checked_sub(1) else { continue };
                let color = if piece < 6 { Color::White } else { Color::Black };
                if let Some(piece_type) = PieceType::from_index((piece % 6).into()) {
                    setup.placement.put(square, Piece { color, piece_type });
                }
            }
            // as the side to move sees them, it is not told which color his are; as White does, whose move it is
            Ok(Decoded { setup, missing: Missing::ALL.to_vec() })
        }
    }
}

/// The set-up that a record shows; its label is left out.
///
/// # Errors
/// When the bytes are none of the kind's.
pub fn decode_record(kind: RecordKind, record: &[u8]) -> Result<Decoded, RecordError> {
    match kind {
        RecordKind::Bullet => {
            let (setup, _) = records::read_bullet(record)?;
            Ok(Decoded { setup, missing: Missing::ALL.to_vec() })
        }
        RecordKind::Packed => {
            let (position, _) = records::unpack(record)?;
            Ok(Decoded { setup: position.to_setup(), missing: Vec::new() })
        }
    }
}

/// Puts pieces of one kind on a set of squares, which are free.
fn put(set: u64, piece: Piece, setup: &mut Setup) -> Result<(), DecodeError> {
    let set = Bitboard(set);
    if let Some(square) = (set & setup.placement.occupied()).first() {
        return Err(DecodeError::TwoPieces(square));
    }
    for square in set {
        setup.placement.put(square, piece);
    }
    Ok(())
}

/// An array of planes.
struct Planes<'a> {
    layout: Layout,
    channels: usize,
    array: &'a [f32],
}

impl Planes<'_> {
    /// The element of a channel at a bit's place.
    fn element(&self, channel: usize, bit: usize) -> f32 {
        let place = match self.layout {
            Layout::ChannelsFirst => 64 * channel + bit,
            Layout::ChannelsLast => (bit ^ 56) * self.channels + channel,
            Layout::SquaresFirst => bit * self.channels + channel,
        };
        self.array[place]
    }

    /// A channel of ones and zeros.
    fn mask(&self, channel: usize) -> Result<u64, DecodeError> {
        let mut mask = 0;
        for bit in 0..64 {
            let value = self.element(channel, bit);
            if value == 1.0 {
                mask |= 1 << bit;
            } else if value != 0.0 {
                return Err(DecodeError::Element { at: channel, value });
            }
        }
        Ok(mask)
    }

    /// Whether a channel is ones, not zeros.
    fn is_set(&self, channel: usize) -> Result<bool, DecodeError> {
        match self.mask(channel)? {
            0 => Ok(false),
            u64::MAX => Ok(true),
            _ => Err(DecodeError::Element { at: channel, value: self.element(channel, 0) }),
        }
    }

    /// The count that a channel holds a part of.
    fn count(&self, channel: usize, whole: f32) -> Result<u32, DecodeError> {
        let value = self.element(channel, 0);
        let count = (value * whole).round();
        if !(0.0..=1e6).contains(&count) {
            return Err(DecodeError::Element { at: channel, value });
        }
        Ok(count as u32)
    }

    /// The sets of twelve channels of pieces.
    fn twelve(&self, first: usize) -> Result<[u64; 12], DecodeError> {
        let mut masks = [0; 12];
        for (n, mask) in masks.iter_mut().enumerate() {
            *mask = self.mask(first + n)?;
        }
        Ok(masks)
    }

    /// Gives the rights that four channels tell, the side to move's two first, to the outermost rooks.
    fn flags(
        &self,
        first: usize,
        own: Color,
        sides: [CastlingSide; 2],
        setup: &mut Setup,
    ) -> Result<(), DecodeError> {
        let mut rooks = Bitboard::EMPTY;
        let mut channel = first;
        for color in [own, !own] {
            for side in sides {
                let is_set = self.is_set(channel)?;
                channel += 1;
                let back_rank = Bitboard::from_rank(color.back_rank());
                let candidates = setup.placement.pieces(color, PieceType::Rook) & back_rank;
                let rook = match side {
                    CastlingSide::King => candidates.last(),
                    CastlingSide::Queen => candidates.first(),
                };
                if let Some(rook) = rook.filter(|_| is_set) {
                    rooks = rooks.with(rook);
                }
            }
        }
        setup.castling = CastlingRights(rooks);
        Ok(())
    }

    /// [`double_push`] of planes that the player of the color `us` sees, the position before being `step`
    /// channels further.
    fn double_push(
        &self,
        step: usize,
        us: Color,
        player: Player,
    ) -> Result<Option<Square>, DecodeError> {
        Ok(match player {
            Player::SideToMove => double_push(self.mask(6)?, self.mask(step + 6)?, us),
            Player::Opponent => {
                let (now, before) = (self.mask(0)?, self.mask(step)?);
                double_push(now.swap_bytes(), before.swap_bytes(), !us)
            }
        })
    }
}

/// Whether a pawn may have just gone two squares that another one stands ready to capture.
fn may_capture_en_passant(setup: &Setup) -> bool {
    let us = setup.turn;
    let pawns = |color| seen_by(us, setup.placement.pieces(color, PieceType::Pawn).0);
    let (own, free) = (pawns(us), !seen_by(us, setup.placement.occupied().0));
    let pushed = pawns(!us) & 0xFF << 32 & free >> 8 & free >> 16;
    const NOT_A_FILE: u64 = !0x0101_0101_0101_0101;
    const NOT_H_FILE: u64 = !0x8080_8080_8080_8080;
    pushed & ((own & NOT_H_FILE) << 1 | (own & NOT_A_FILE) >> 1) != 0
}

/// The square that the last move passed, if it was a double push: `now` and `before` it, the side to move's
/// opponent has pawns on these squares, as the side to move sees them.
pub(super) fn double_push(now: u64, before: u64, us: Color) -> Option<Square> {
    let gone = before & !now;
    let come = now & !before;
    // as the side to move sees it, the pawn went from the seventh rank to the fifth
    let is_push = come.count_ones() == 1 && gone == come << 16 && come & 0xFF << 32 != 0;
    let passed = Square::from_low_bits((come << 8).trailing_zeros() as u8);
    is_push.then_some(match us {
        Color::White => passed,
        Color::Black => passed.mirror(),
    })
}

/// A set that a player sees, as White sees it; and the other way round.
pub(super) fn seen_by(viewer: Color, set: u64) -> u64 {
    match viewer {
        Color::White => set,
        Color::Black => set.swap_bytes(),
    }
}

/// Puts the pieces of twelve sets that a player sees, his own first.
pub(super) fn put_pieces(
    masks: [u64; 12],
    viewer: Color,
    setup: &mut Setup,
) -> Result<(), DecodeError> {
    let kinds = [viewer, !viewer]
        .into_iter()
        .flat_map(|color| PieceType::ALL.map(|piece_type| Piece { color, piece_type }));
    for (piece, mask) in kinds.zip(masks) {
        put(seen_by(viewer, mask), piece, setup)?;
    }
    Ok(())
}
