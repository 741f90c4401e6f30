//! SAN: moves as people write them, `Nbd7`, `exd6`, `O-O`, `e8=Q+` (PGN standard 8.2.3, FIDE
//! appendix C).
//!
//! # What the reader forgives
//!
//! It takes every spelling that leaves no doubt, and guesses nothing: a move that two men could make
//! is refused as ambiguous, a promotion without its piece and a move of a pinned man as illegal.
//!
//! * missing, superfluous and wrong `+` and `#`; `++`, `mate`; `(=)`, the draw offer of FIDE C.12
//! * assessments at the end: any run of `!` and `?`
//! * a missing or superfluous `x`; `:` or `×` for it (FIDE C.9: the sign is optional)
//! * more of the origin than needed, with or without a hyphen: `Ng1f3`, `Ng1-f3`, `e2-e4`, `e2xd3`
//! * coordinates without the man's letter: `g1f3`, `g1-f3`, castling as `e1g1` or `e1h1`
//! * promotion as `d8=Q`, `d8Q` (FIDE C.11), `d8(Q)`, `d8/Q`, and lower case `d8=q`
//! * castling with zeros (FIDE C.11.1), lower-case `o`, the Cyrillic letter O, or a dash for a hyphen
//! * `e.p.`, `ep` or the Spanish `a.p.` after a pawn move, with or without a blank (FIDE C.9.3),
//!   even where the capture is an ordinary one
//! * the letter `P` of a pawn, and figurines of either colour for all six kinds
//!
//! Other languages' letters are not guessed: a Spanish `R` is a king, an English one a rook. Nor are
//! lower-case piece letters: `bxc6` is a pawn's capture, `Bxc6` a bishop's.

mod lenient;
#[cfg(test)]
mod tests;

use std::fmt;

use arrayvec::ArrayString;

use super::uci;
use crate::attacks::{self, Backend, Task, dispatch};
use crate::movegen::{has_legal_move, is_legal_by, is_legal_with};
use crate::position::Position;
use crate::types::{Bitboard, CastlingSide, Color, File, Move, PieceType, Rank, Square};

/// A move in SAN: seven characters at most, as in `Qa1xb2#` and `exd8=Q#`.
pub type SanText = ArrayString<7>;

/// Why a SAN move was refused: the three verdicts on a sealed move (FIDE Guideline I.9).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SanErrorKind {
    /// The text is no move in this notation.
    Syntax,
    /// No man can make this move here.
    Illegal,
    /// Two or more men can.
    Ambiguous,
}

/// A SAN move could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SanError {
    /// Why.
    pub kind: SanErrorKind,
    /// The text that was refused, cut to 40 characters.
    pub token: Box<str>,
    /// What exactly is wrong, in words that complete "`token`: ...".
    pub reason: &'static str,
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            SanErrorKind::Syntax => "invalid",
            SanErrorKind::Illegal => "illegal",
            SanErrorKind::Ambiguous => "ambiguous",
        };
        write!(f, "{kind} move {:?}: {}", self.token, self.reason)
    }
}

impl std::error::Error for SanError {}

/// A refusal before the text is attached to it: two registers on the hot path.
#[derive(Clone, Copy)]
struct Refusal {
    kind: SanErrorKind,
    reason: &'static str,
}

const fn syntax(reason: &'static str) -> Refusal {
    Refusal { kind: SanErrorKind::Syntax, reason }
}

const fn illegal(reason: &'static str) -> Refusal {
    Refusal { kind: SanErrorKind::Illegal, reason }
}

impl Refusal {
    #[cold]
    fn of(self, text: &[u8]) -> SanError {
        let text = &text[..text.len().min(160)];
        let token = uci::shortened(&String::from_utf8_lossy(text));
        SanError { kind: self.kind, token, reason: self.reason }
    }
}

/// What a text says about a move that is not castling.
struct Pattern {
    /// The man's letter, if it was written.
    piece: Option<PieceType>,
    /// Where the man may stand, by what was written of its origin.
    origins: Bitboard,
    /// Where it goes.
    to: Square,
    /// What the pawn becomes.
    promotion: Option<PieceType>,
}

/// The squares that a letter or digit of an origin leaves, nothing for other bytes.
static LINES: [Bitboard; 256] = {
    let mut table = [Bitboard::EMPTY; 256];
    let mut n = 0;
    while n < 8 {
        table[b'a' as usize + n] = Bitboard::from_file(File::ALL[n]);
        table[b'1' as usize + n] = Bitboard::from_rank(Rank::ALL[n]);
        n += 1;
    }
    table
};

#[inline(always)]
fn line(byte: u8) -> Bitboard {
    LINES[byte as usize]
}

/// Reads a legal move, leniently; see the top of this page for what is forgiven.
///
/// # Errors
///
/// [`SanError`] with the text and the reason; never a guess.
///
/// ```
/// use enroque::notation::{fen, san};
/// let position = fen::read("4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1").unwrap();
/// assert_eq!(san::read(&position, "Nge2").unwrap().to_string(), "g1e2");
/// assert_eq!(san::read(&position, "♘g1-e2!?").unwrap().to_string(), "g1e2");
/// let error = san::read(&position, "Ne2").unwrap_err();
/// assert_eq!(error.kind, san::SanErrorKind::Ambiguous);
/// ```
pub fn read(position: &Position, text: &str) -> Result<Move, SanError> {
    struct Read<'a>(&'a Position, &'a [u8]);
    impl Task for Read<'_> {
        type Output = Result<Move, SanError>;
        #[inline(always)]
        fn run<B: Backend>(self, backend: B) -> Self::Output {
            read_with(backend, self.0, self.1)
        }
    }
    dispatch(Read(position, text.as_bytes()))
}

/// [`read`] inside a task that already runs on a backend, from bytes that may not be UTF-8: the way
/// in for the millions of moves of a PGN file.
///
/// The move is found from its target square backwards: the squares from which such a man attacks the
/// target, those of them where one stands, those that the text allows; only what is left is asked
/// whether it is pinned. No list of moves is made.
#[inline(always)]
pub fn read_with<B: Backend>(
    backend: B,
    position: &Position,
    text: &[u8],
) -> Result<Move, SanError> {
    let found = match plain(text) {
        Some(pattern) => resolve(backend, position, &pattern),
        None => read_lenient(backend, position, text),
    };
    match found {
        Ok(m) => Ok(m),
        Err(refusal) => Err(refusal.of(text)),
    }
}

/// Castling and everything that is not spelled as PGN exports it.
#[cold]
#[inline(never)]
fn read_lenient<B: Backend>(backend: B, position: &Position, text: &[u8]) -> Result<Move, Refusal> {
    match lenient::parse(text)? {
        lenient::Reading::Castling(side) => castle(backend, position, side),
        lenient::Reading::Pattern(pattern) => resolve(backend, position, &pattern),
    }
}

/// The pattern of a text in the ordinary spelling; `None` if it is not that, right or wrong.
#[inline(always)]
fn plain(text: &[u8]) -> Option<Pattern> {
    let mut text = text;
    while let [rest @ .., b'+' | b'#' | b'!' | b'?'] = text {
        text = rest;
    }
    let mut promotion = None;
    if let [rest @ .., b'=', letter] = text {
        promotion = Some(match letter {
            b'Q' => PieceType::Queen,
            b'R' => PieceType::Rook,
            b'B' => PieceType::Bishop,
            b'N' => PieceType::Knight,
            _ => return None,
        });
        text = rest;
    }
    let piece = match text.first()? {
        b'N' => Some(PieceType::Knight),
        b'B' => Some(PieceType::Bishop),
        b'R' => Some(PieceType::Rook),
        b'Q' => Some(PieceType::Queen),
        b'K' => Some(PieceType::King),
        b'a'..=b'h' => None,
        _ => return None,
    };
    let text = &text[piece.is_some() as usize..];
    let (origin, &[file, rank]) = text.split_last_chunk()?;
    let to = Square::from_ascii(file, rank)?;
    let origins = match *origin {
        [] => Bitboard::FULL,
        [b'x'] => Bitboard::FULL,
        [a] => line(a),
        [a, b'x'] => line(a),
        [a, b] => Square::from_ascii(a, b)?.into(),
        [a, b, b'x'] => Square::from_ascii(a, b)?.into(),
        _ => return None,
    };
    origins.any().then_some(Pattern { piece, origins, to, promotion })
}

/// The one legal move that fits.
#[inline(always)]
fn resolve<B: Backend>(
    backend: B,
    position: &Position,
    pattern: &Pattern,
) -> Result<Move, Refusal> {
    let &Pattern { piece, origins, to, promotion } = pattern;
    // a whole origin square names the man by itself: coordinates, long forms, castling as e1g1
    if !origins.more_than_one() {
        return resolve_coordinates(backend, position, pattern);
    }
    let Some(piece) = piece.filter(|&piece| piece != PieceType::Pawn) else {
        return resolve_pawn(backend, position, pattern);
    };
    if promotion.is_some() {
        return Err(illegal("only a pawn is promoted"));
    }
    let placement = position.placement();
    let own = placement.by_color(position.turn());
    if own.has(to) {
        return Err(illegal("an own man stands on the target square"));
    }
    let men = own & placement.by_type(piece) & origins;
    let reaching = men & attacks::piece(backend, piece, to, placement.occupied());
    let mut found = None;
    for from in reaching {
        if is_legal_by(backend, position, from, to) {
            if found.is_some() {
                return Err(AMBIGUOUS);
            }
            found = Some(Move::build(from, to, 0));
        }
    }
    found.ok_or(if reaching.is_empty() {
        illegal("no such piece can go there")
    } else {
        illegal("the king would be left in check")
    })
}

const AMBIGUOUS: Refusal =
    Refusal { kind: SanErrorKind::Ambiguous, reason: "several pieces can make it" };

/// A pawn's move; its file is written when it captures (FIDE C.9.2).
#[inline(always)]
fn resolve_pawn<B: Backend>(
    backend: B,
    position: &Position,
    pattern: &Pattern,
) -> Result<Move, Refusal> {
    let &Pattern { origins, to, promotion, .. } = pattern;
    let own = position.turn();
    let placement = position.placement();
    let pawns = placement.pieces(own, PieceType::Pawn);
    let occupied = placement.occupied();
    let promotion = promotion_index(position, to, promotion)?;

    // `e4` and `ee4` push; any other file captures
    let file = Bitboard::from(to.file());
    let from = if origins.meets(file) {
        if occupied.has(to) {
            return Err(illegal("the pawn's target square is occupied"));
        }
        let back: u8 = if own == Color::White { 8u8.wrapping_neg() } else { 8 };
        let one = Square::from_low_bits((to as u8).wrapping_add(back));
        let two = Square::from_low_bits((one as u8).wrapping_add(back));
        let double = to.rank().relative_to(own) == Rank::Fourth && !occupied.has(one);
        if (pawns & origins).has(one) {
            one
        } else if double && (pawns & origins).has(two) {
            two
        } else {
            return Err(illegal("no pawn can go there"));
        }
    } else {
        if !placement.by_color(!own).has(to) && position.ep_square() != Some(to) {
            return Err(illegal("there is nothing to capture"));
        }
        // one file, so one pawn at most
        match (pawns & origins & attacks::pawn(!own, to)).first() {
            Some(from) => from,
            None => return Err(illegal("no pawn can capture there")),
        }
    };
    if !is_legal_by(backend, position, from, to) {
        return Err(illegal("the king would be left in check"));
    }
    Ok(Move::build(from, to, promotion))
}

/// The promotion's index in a move, 0 for none; refused if it does not go with the target square.
#[inline(always)]
fn promotion_index(
    position: &Position,
    to: Square,
    promotion: Option<PieceType>,
) -> Result<u16, Refusal> {
    let is_last = to.rank().relative_to(position.turn()) == Rank::Eighth;
    match promotion {
        None if is_last => Err(illegal("the piece of the promotion is missing")),
        None => Ok(0),
        Some(PieceType::King | PieceType::Pawn) => {
            Err(illegal("a pawn becomes a queen, rook, bishop or knight"))
        }
        Some(_) if !is_last => Err(illegal("a pawn is promoted on the last rank only")),
        Some(piece) => Ok(piece as u16),
    }
}

/// A move with a whole origin square.
#[cold]
#[inline(never)]
fn resolve_coordinates<B: Backend>(
    backend: B,
    position: &Position,
    pattern: &Pattern,
) -> Result<Move, Refusal> {
    let &Pattern { piece, origins, to, promotion } = pattern;
    let from = origins.first_unchecked();
    match (position.piece_at(from), piece) {
        (None, _) => return Err(illegal("the origin square is empty")),
        (Some(man), _) if man.color != position.turn() => {
            return Err(illegal("the man on the origin square is the opponent's"));
        }
        (Some(man), Some(piece)) if man.piece_type != piece => {
            return Err(illegal("another kind of man stands on the origin square"));
        }
        (Some(man), _) if man.piece_type == PieceType::Pawn => {
            promotion_index(position, to, promotion)?;
        }
        _ => {}
    }
    uci::find_with(backend, position, from, to, promotion)
        .ok_or(illegal("the man on the origin square cannot make it"))
}

/// The legal castling on one side.
#[inline(always)]
fn castle<B: Backend>(
    backend: B,
    position: &Position,
    side: CastlingSide,
) -> Result<Move, Refusal> {
    let own = position.turn();
    let Some(rook) = position.castling_rook(own, side) else {
        return Err(illegal("the right to castle on this side is lost"));
    };
    let m = Move::build(position.king(own), rook, 0);
    if is_legal_with(backend, position, m) {
        Ok(m)
    } else {
        Err(illegal("castling on this side is prevented now"))
    }
}

/// Writes a move that is legal here, exactly as PGN exports it.
///
/// The origin is written as far as another man of the kind could *legally* make the move, file
/// before rank before both (FIDE C.10); `+` is check, `#` mate.
///
/// ```
/// use enroque::notation::{fen, san, uci};
/// // the other knight is pinned, so it does not count
/// let position = fen::read("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1").unwrap();
/// let m = uci::read(&position, "g1e2").unwrap();
/// assert_eq!(san::write(&position, m).as_str(), "Ne2");
/// ```
pub fn write(position: &Position, m: Move) -> SanText {
    struct Write<'a>(&'a Position, Move);
    impl Task for Write<'_> {
        type Output = SanText;
        #[inline(always)]
        fn run<B: Backend>(self, backend: B) -> SanText {
            write_with(backend, self.0, self.1)
        }
    }
    dispatch(Write(position, m))
}

/// [`write()`] inside a task that already runs on a backend.
#[inline(always)]
pub fn write_with<B: Backend>(backend: B, position: &Position, m: Move) -> SanText {
    let mut text = SanText::new();
    let (from, to) = (m.from(), m.to());
    let placement = position.placement();
    let own = placement.by_color(position.turn());
    let piece = placement.type_at_unchecked(from);
    if piece == PieceType::King && own.has(to) {
        text.push_str(match CastlingSide::of(from, to) {
            CastlingSide::King => "O-O",
            CastlingSide::Queen => "O-O-O",
        });
    } else if piece == PieceType::Pawn {
        if from.file() != to.file() {
            text.push(from.file().letter());
            text.push('x');
        }
        push_square(&mut text, to);
        if let Some(promoted) = m.promoted() {
            text.push('=');
            text.push(promoted.letter().to_ascii_uppercase());
        }
    } else {
        text.push(piece.letter().to_ascii_uppercase());
        let twins = own.without(from)
            & placement.by_type(piece)
            & attacks::piece(backend, piece, to, placement.occupied());
        let rivals: Bitboard =
            twins.into_iter().filter(|&twin| is_legal_by(backend, position, twin, to)).collect();
        if rivals.any() {
            let same_file = rivals.meets(from.file().into());
            let same_rank = rivals.meets(from.rank().into());
            if !same_file || same_rank {
                text.push(from.file().letter());
            }
            if same_file {
                text.push(from.rank().digit());
            }
        }
        if placement.by_color(!position.turn()).has(to) {
            text.push('x');
        }
        push_square(&mut text, to);
    }
    let after = position.after(m);
    let king = after.king(after.turn());
    let occupied = after.placement().occupied();
    if after.placement().attackers(backend, king, position.turn(), occupied).any() {
        text.push(if has_legal_move(&after) { '+' } else { '#' });
    }
    text
}

#[inline(always)]
fn push_square(text: &mut SanText, square: Square) {
    text.push(square.file().letter());
    text.push(square.rank().digit());
}
