//! Writing SAN.

use arrayvec::ArrayString;

use crate::attacks::{self, Backend, Task, dispatch};
use crate::movegen::{has_legal_move, is_legal_by};
use crate::position::Position;
use crate::types::{Bitboard, CastlingSide, Move, PieceType, Square};

/// A move in SAN: seven characters at most, as in `Qa1xb2#` and `exd8=Q#`.
pub type SanText = ArrayString<7>;

/// Returns the standard SAN of a legal move.
///
/// The origin is written if another piece of this type could *legally* move to the target: the file
/// if that suffices, or else the rank, or else both (FIDE C.10). `+` is check, `#` mate.
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
        let candidates = own.without(from)
            & placement.by_type(piece)
            & attacks::piece(backend, piece, to, placement.occupied());
        let ambiguous: Bitboard = candidates
            .into_iter()
            .filter(|&square| is_legal_by(backend, position, square, to))
            .collect();
        if ambiguous.any() {
            let same_file = ambiguous.meets(from.file().into());
            let same_rank = ambiguous.meets(from.rank().into());
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
