//! Rows of arrays: what one position of a game adds to each array that is asked for.
//!
//! A [`WriteRow`] is written once and serves one position ([`write_row`]), batches of many
//! ([`crate::games::batch::write`]) and whoever plays through games himself.

use std::fmt;

use super::chessbench::TokensError;
use super::nnue::{FeatureSet, MAX_ACTIVE, TooManyMen, bucket};
use super::planes::{check_bits, check_element, write_dense};
use super::policy::write_legal_mask;
use super::records::{self, Label, RecordError, RecordKind};
use super::tokens::TokenEncoding;
use super::{Element, History, PlaneEncoding, Planes, PlanesError, Policy, PolicyError};
use crate::attacks::{Backend, Task, dispatch};
use crate::movegen::legal_moves_with;
use crate::position::Position;
use crate::types::{Color, Move};

/// What is carried along a game from ply to ply.
pub trait Replay: Send {
    /// Forgets everything and begins again from this position.
    fn restart(&mut self, start: Position);

    /// Plays a move that is known to be legal.
    fn push(&mut self, m: Move);
}

impl Replay for History {
    #[inline(always)]
    fn restart(&mut self, start: Position) {
        History::restart(self, start);
    }

    #[inline(always)]
    fn push(&mut self, m: Move) {
        History::push(self, m);
    }
}

impl Replay for Position {
    #[inline(always)]
    fn restart(&mut self, start: Position) {
        *self = start;
    }

    #[inline(always)]
    fn push(&mut self, m: Move) {
        self.play_unchecked(m);
    }
}

/// A position that an encoding cannot express.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RowError {
    /// The policy has no index for a move.
    Policy(PolicyError),
    /// The position has no tokens.
    Tokens(TokensError),
    /// There are too many men for sparse features.
    Features(TooManyMen),
    /// The position does not fit a record.
    Record(RecordError),
}

impl fmt::Display for RowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RowError::Policy(error) => error.fmt(f),
            RowError::Tokens(error) => error.fmt(f),
            RowError::Features(error) => error.fmt(f),
            RowError::Record(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RowError {}

/// What becomes of a position that an encoding cannot express.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Unsupported {
    /// It is an error.
    #[default]
    Raise,
    /// Its row says so: -1 for an index, 255 for each token, -1 for each feature; a legal mask has
    /// the moves that there are indices for.
    Mask,
}

/// Writes the row of a position; `R` is the row, a mutable slice mostly.
pub trait WriteRow<R>: Sync {
    /// What is needed of the game so far.
    type State: Replay;

    /// A state to play games on.
    fn state(&self) -> Self::State;

    /// How many elements a row has.
    fn width(&self) -> usize;

    /// Whether a move must have been played in the position.
    fn needs_move(&self) -> bool {
        false
    }

    /// Whether rows can be written at all, whatever the positions.
    ///
    /// # Errors
    /// When the encoding and the element type do not go together.
    fn check(&self) -> Result<(), PlanesError> {
        Ok(())
    }

    /// Writes the row of the state's position; `next` is the move that was played there.
    ///
    /// # Errors
    /// When the encoding cannot express the position: the row is then as [`Unsupported::Mask`] has
    /// it.
    fn write<B: Backend>(
        &self,
        backend: B,
        state: &Self::State,
        next: Option<Move>,
        row: &mut R,
    ) -> Result<(), RowError>;
}

/// Writes the row of one position.
///
/// # Errors
/// When the encoding cannot express the position: the row is then as [`Unsupported::Mask`] has it.
///
/// # Panics
/// May panic if the row has not [`WriteRow::width`] elements.
pub fn write_row<R, W: WriteRow<R>>(
    writer: &W,
    state: &W::State,
    next: Option<Move>,
    row: &mut R,
) -> Result<(), RowError> {
    struct One<'a, R, W: WriteRow<R>>(&'a W, &'a W::State, Option<Move>, &'a mut R);
    impl<R, W: WriteRow<R>> Task for One<'_, R, W> {
        type Output = Result<(), RowError>;
        #[inline(always)]
        fn run<B: Backend>(self, backend: B) -> Self::Output {
            self.0.write(backend, self.1, self.2, self.3)
        }
    }
    dispatch(One(writer, state, next, row))
}

/// A game's history, to be marked by an encoding's rule.
fn history_for<E: PlaneEncoding>(encoding: &E) -> History {
    History::new(Position::standard(), encoding.en_passant())
}

/// The dense form of planes.
#[derive(Clone, Copy, Debug)]
pub struct Dense<'a, E>(pub &'a E);

impl<E: PlaneEncoding, T: Element> WriteRow<&mut [T]> for Dense<'_, E> {
    type State = History;

    fn state(&self) -> History {
        history_for(self.0)
    }

    fn width(&self) -> usize {
        self.0.channels() * 64
    }

    fn check(&self) -> Result<(), PlanesError> {
        check_element::<E, T>(self.0)
    }

    #[inline(always)]
    fn write<B: Backend>(
        &self,
        backend: B,
        history: &History,
        _: Option<Move>,
        row: &mut &mut [T],
    ) -> Result<(), RowError> {
        write_dense(backend, self.0, history, row);
        Ok(())
    }
}

/// The bit form of planes: the masks, and the values of [`PlaneEncoding::scaled`].
#[derive(Clone, Copy, Debug)]
pub struct Bits<'a, E>(pub &'a E);

impl<E: PlaneEncoding> WriteRow<(&mut [u64], &mut [f32])> for Bits<'_, E> {
    type State = History;

    fn state(&self) -> History {
        history_for(self.0)
    }

    fn width(&self) -> usize {
        self.0.channels()
    }

    fn check(&self) -> Result<(), PlanesError> {
        check_bits(self.0)
    }

    #[inline(always)]
    fn write<B: Backend>(
        &self,
        backend: B,
        history: &History,
        _: Option<Move>,
        (masks, scales): &mut (&mut [u64], &mut [f32]),
    ) -> Result<(), RowError> {
        self.0.encode(backend, history, Planes { masks, scales });
        Ok(())
    }
}

/// The index of the move that was played; -1 if the policy has none for it.
#[derive(Clone, Copy, Debug)]
pub struct Played<'a, P>(pub &'a P);

impl<P: Policy> WriteRow<&mut [i64]> for Played<'_, P> {
    type State = Position;

    fn state(&self) -> Position {
        Position::standard()
    }

    fn width(&self) -> usize {
        1
    }

    fn needs_move(&self) -> bool {
        true
    }

    #[inline(always)]
    fn write<B: Backend>(
        &self,
        _: B,
        position: &Position,
        next: Option<Move>,
        row: &mut &mut [i64],
    ) -> Result<(), RowError> {
        row.fill(-1);
        // the last position of a game was refused when the pairs were checked
        let Some(m) = next else { return Ok(()) };
        let no_index = PolicyError::NoIndex { policy: self.0.name(), m };
        row.fill(self.0.index(position, m).ok_or(RowError::Policy(no_index))? as i64);
        Ok(())
    }
}

/// 1 at the index of each legal move.
#[derive(Clone, Copy, Debug)]
pub struct LegalMask<'a, P>(pub &'a P);

impl<P: Policy, T: Element> WriteRow<&mut [T]> for LegalMask<'_, P> {
    type State = Position;

    fn state(&self) -> Position {
        Position::standard()
    }

    fn width(&self) -> usize {
        self.0.size()
    }

    #[inline(always)]
    fn write<B: Backend>(
        &self,
        backend: B,
        position: &Position,
        _: Option<Move>,
        row: &mut &mut [T],
    ) -> Result<(), RowError> {
        write_legal_mask(backend, self.0, position, row).map_err(RowError::Policy)
    }
}

/// The legal mask as bits: index n is bit n % 8 of byte n / 8, as `numpy.unpackbits` with
/// `bitorder="little"` has it.
#[derive(Clone, Copy, Debug)]
pub struct LegalBits<'a, P>(pub &'a P);

impl<P: Policy> WriteRow<&mut [u8]> for LegalBits<'_, P> {
    type State = Position;

    fn state(&self) -> Position {
        Position::standard()
    }

    fn width(&self) -> usize {
        self.0.size().div_ceil(8)
    }

    #[inline(always)]
    fn write<B: Backend>(
        &self,
        backend: B,
        position: &Position,
        _: Option<Move>,
        row: &mut &mut [u8],
    ) -> Result<(), RowError> {
        row.fill(0);
        let mut result = Ok(());
        for m in legal_moves_with(backend, position) {
            let index = self.0.index(position, m);
            match index.and_then(|index| Some((row.get_mut(index / 8)?, index % 8))) {
                Some((byte, bit)) => *byte |= 1 << bit,
                None if result.is_ok() => {
                    let error = PolicyError::NoIndex { policy: self.0.name(), m };
                    result = Err(RowError::Policy(error));
                }
                None => {}
            }
        }
        result
    }
}

/// Rows of different lengths, one after the other: what others call CSR.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ragged {
    /// The values of all rows.
    pub values: Vec<i32>,
    /// Where each row begins, and where the last one ends: one more than there are rows.
    pub offsets: Vec<i64>,
}

impl Default for Ragged {
    /// No rows.
    fn default() -> Ragged {
        Ragged { values: Vec::new(), offsets: vec![0] }
    }
}

impl Ragged {
    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A row by its number.
    pub fn row(&self, number: usize) -> Option<&[i32]> {
        let ends = self.offsets.get(number..number.checked_add(2)?)?;
        self.values.get(ends[0] as usize..ends[1] as usize)
    }

    /// Adds a row.
    #[inline(always)]
    pub fn push(&mut self, row: impl IntoIterator<Item = i32>) {
        self.values.extend(row);
        self.offsets.push(self.values.len() as i64);
    }
}

/// The indices of the legal moves, in the order of the generator: a row of its own length, which is
/// added to a [`Ragged`].
#[derive(Clone, Copy, Debug)]
pub struct LegalIndices<'a, P>(pub &'a P);

impl<P: Policy> WriteRow<Ragged> for LegalIndices<'_, P> {
    type State = Position;

    fn state(&self) -> Position {
        Position::standard()
    }

    /// The least.
    fn width(&self) -> usize {
        0
    }

    #[inline(always)]
    fn write<B: Backend>(
        &self,
        backend: B,
        position: &Position,
        _: Option<Move>,
        rows: &mut Ragged,
    ) -> Result<(), RowError> {
        let moves = legal_moves_with(backend, position);
        let mut missing = None;
        rows.push(moves.iter().filter_map(|&m| match self.0.index(position, m) {
            Some(index) => Some(index as i32),
            None => {
                missing = missing.or(Some(m));
                None
            }
        }));
        match missing {
            None => Ok(()),
            Some(m) => Err(RowError::Policy(PolicyError::NoIndex { policy: self.0.name(), m })),
        }
    }
}

/// Stockfish's bucket; see [`super::nnue::bucket`].
#[derive(Clone, Copy, Debug)]
pub struct Bucket;

impl WriteRow<&mut [i32]> for Bucket {
    type State = Position;

    fn state(&self) -> Position {
        Position::standard()
    }

    fn width(&self) -> usize {
        1
    }

    #[inline(always)]
    fn write<B: Backend>(
        &self,
        _: B,
        position: &Position,
        _: Option<Move>,
        row: &mut &mut [i32],
    ) -> Result<(), RowError> {
        row.fill(bucket(position) as i32);
        Ok(())
    }
}

/// Tokens; 255s for a position that has none.
#[derive(Clone, Copy, Debug)]
pub struct Tokens(pub TokenEncoding);

impl WriteRow<&mut [u8]> for Tokens {
    type State = Position;

    fn state(&self) -> Position {
        Position::standard()
    }

    fn width(&self) -> usize {
        self.0.count()
    }

    #[inline(always)]
    fn write<B: Backend>(
        &self,
        _: B,
        position: &Position,
        _: Option<Move>,
        row: &mut &mut [u8],
    ) -> Result<(), RowError> {
        self.0.write(position, row).map_err(|error| {
            row.fill(TokenEncoding::NO_TOKEN);
            RowError::Tokens(error)
        })
    }
}

/// Records without a label: score 0, drawn. Zeros for a position that does not fit.
#[derive(Clone, Copy, Debug)]
pub struct Records(pub RecordKind);

impl WriteRow<&mut [u8]> for Records {
    type State = Position;

    fn state(&self) -> Position {
        Position::standard()
    }

    fn width(&self) -> usize {
        records::BYTES
    }

    #[inline(always)]
    fn write<B: Backend>(
        &self,
        _: B,
        position: &Position,
        _: Option<Move>,
        row: &mut &mut [u8],
    ) -> Result<(), RowError> {
        row.fill(0);
        let record = self.0.write(position, Label { score: 0, result: 1 });
        row.copy_from_slice(&record.map_err(RowError::Record)?);
        Ok(())
    }
}

/// Active features, `(2, 32)`: the mover's perspective and then the opponent's, each by the men's
/// squares, with -1 after them; see [`FeatureSet::write`].
#[derive(Clone, Copy, Debug)]
pub struct Features(pub FeatureSet);

impl WriteRow<&mut [i32]> for Features {
    type State = Position;

    fn state(&self) -> Position {
        Position::standard()
    }

    fn width(&self) -> usize {
        2 * MAX_ACTIVE
    }

    #[inline(always)]
    fn write<B: Backend>(
        &self,
        _: B,
        position: &Position,
        _: Option<Move>,
        row: &mut &mut [i32],
    ) -> Result<(), RowError> {
        let (perspectives, _) = row.as_chunks_mut::<MAX_ACTIVE>();
        let us: Color = position.turn();
        for (perspective, active) in [us, !us].into_iter().zip(&mut *perspectives) {
            if let Err(error) = self.0.write(position, perspective, active) {
                perspectives.as_flattened_mut().fill(-1);
                return Err(RowError::Features(error));
            }
        }
        Ok(())
    }
}

/// The same as two rows of their own lengths, which are added to a [`Ragged`]; two empty ones for a
/// position with too many men.
impl WriteRow<Ragged> for Features {
    type State = Position;

    fn state(&self) -> Position {
        Position::standard()
    }

    /// The least.
    fn width(&self) -> usize {
        0
    }

    #[inline(always)]
    fn write<B: Backend>(
        &self,
        _: B,
        position: &Position,
        _: Option<Move>,
        rows: &mut Ragged,
    ) -> Result<(), RowError> {
        let us: Color = position.turn();
        let (mut active, mut result) = ([0; MAX_ACTIVE], Ok(()));
        for perspective in [us, !us] {
            let count = self.0.write(position, perspective, &mut active).unwrap_or_else(|error| {
                result = Err(RowError::Features(error));
                0
            });
            rows.push(active[..count].iter().copied());
        }
        result
    }
}
