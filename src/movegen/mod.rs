//! Legal moves: listed, counted, asked about; and perft.

mod generate;
mod last_two_plies;
mod perft;
mod perft_table;
mod pseudo_legal;
mod sink;

pub use perft::{perft, perft_unkeyed, perft_with, visit_leaves};
pub use perft_table::{PerftTable, TableSizeError, perft_parallel};
pub use pseudo_legal::pseudo_legal_moves;

use crate::attacks::{Backend, Task, dispatch};
use crate::position::Position;
use crate::types::{BlackSide, Color, Move, MoveList, PieceType, Rank, WhiteSide};
pub(crate) use generate::is_legal_by;
use generate::{generate, pawn_reaches};
use sink::{Any, Count, Lister, Sink};

struct Generate<'a, K>(&'a Position, K);

impl<K: Sink> Task for Generate<'_, K> {
    type Output = K;

    #[inline(always)]
    fn run<B: Backend>(mut self, backend: B) -> K {
        generate_into(backend, self.0, &mut self.1);
        self.1
    }
}

#[inline(always)]
fn generate_into<B: Backend>(backend: B, position: &Position, sink: &mut impl Sink) {
    match position.turn() {
        Color::White => generate::<B, WhiteSide>(backend, position, sink),
        Color::Black => generate::<B, BlackSide>(backend, position, sink),
    }
}

/// All legal moves, in the order that `generate.rs` states.
///
/// ```
/// use enroque::{movegen::legal_moves, position::Position};
/// assert_eq!(legal_moves(&Position::standard()).len(), 20);
/// ```
pub fn legal_moves(position: &Position) -> MoveList {
    let mut moves = MoveList::new();
    dispatch(List(position, &mut moves));
    moves
}

/// [`legal_moves`] inside a task that already runs on a backend.
#[inline(always)]
pub fn legal_moves_with<B: Backend>(backend: B, position: &Position) -> MoveList {
    let mut moves = MoveList::new();
    backend.enter(List(position, &mut moves));
    moves
}

struct List<'a>(&'a Position, &'a mut MoveList);

impl Task for List<'_> {
    type Output = ();

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) {
        generate_into(backend, self.0, &mut Lister::new(backend, self.1));
    }
}

/// How many legal moves there are, without naming them.
pub fn count_legal_moves(position: &Position) -> usize {
    dispatch(Generate(position, Count::default())).0 as usize
}

/// [`count_legal_moves`] inside a task that already runs on a backend.
#[inline(always)]
pub fn count_legal_moves_with<B: Backend>(backend: B, position: &Position) -> usize {
    let mut count = Count::default();
    generate_into(backend, position, &mut count);
    count.0 as usize
}

/// Whether there is a legal move at all.
pub fn has_legal_move(position: &Position) -> bool {
    dispatch(Generate(position, Any::default())).0
}

/// Whether a move is legal here.
///
/// ```
/// use enroque::{movegen::is_legal, position::Position, types::{Move, Square}};
/// let start = Position::standard();
/// assert!(is_legal(&start, Move::new(Square::G1, Square::F3).unwrap()));
/// assert!(!is_legal(&start, Move::new(Square::G1, Square::E2).unwrap()));
/// ```
pub fn is_legal(position: &Position, m: Move) -> bool {
    struct IsLegal<'a>(&'a Position, Move);
    impl Task for IsLegal<'_> {
        type Output = bool;
        #[inline(always)]
        fn run<B: Backend>(self, backend: B) -> bool {
            is_legal_with(backend, self.0, self.1)
        }
    }
    dispatch(IsLegal(position, m))
}

/// [`is_legal`] inside a task that already runs on a backend.
#[inline(always)]
pub fn is_legal_with<B: Backend>(backend: B, position: &Position, m: Move) -> bool {
    let (from, to) = (m.from(), m.to());
    let placement = position.placement();
    let own = placement.by_color(position.turn());
    if !own.has(from) {
        return false;
    }
    let piece_type = placement.type_at_unchecked(from);
    if own.has(to) {
        // king takes own rook: castling, or nothing
        return piece_type == PieceType::King
            && m.promoted().is_none()
            && position.castling().has(to)
            && legal_moves_with(backend, position).contains(&m);
    }
    let reaches = match piece_type {
        PieceType::Pawn => {
            let promotes = to.rank().relative_to(position.turn()) == Rank::Eighth;
            promotes == m.promoted().is_some() && pawn_reaches(position, from, to)
        }
        _ => {
            let attacks = crate::attacks::piece(backend, piece_type, from, placement.occupied());
            m.promoted().is_none() && attacks.has(to)
        }
    };
    reaches && is_legal_by(backend, position, from, to)
}

impl Position {
    /// Whether the side to move is mated (FIDE 5.1.1).
    pub fn is_checkmate(&self) -> bool {
        self.is_check() && !has_legal_move(self)
    }

    /// Whether the side to move has no legal move and is not in check (FIDE 5.2.1).
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && !has_legal_move(self)
    }

    /// Plays a move, or says that it is not legal and changes nothing.
    pub fn play(&mut self, m: Move) -> Result<(), IllegalMove> {
        if !is_legal(self, m) {
            return Err(IllegalMove(m));
        }
        self.play_unchecked(m);
        Ok(())
    }
}

/// The move is not legal in the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalMove(pub Move);

impl std::fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} is not a legal move here", self.0)
    }
}

impl std::error::Error for IllegalMove {}
