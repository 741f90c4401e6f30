//! binpack: games in two and a half bytes a position, as Stockfish's trainer (nnue-pytorch) reads them.
//!
//! A file is a row of chunks: `BINP`, a length in four bytes (little-endian), so many bytes. In a chunk
//! stand chains, one after the other: a first position with its move, score, ply and result in 32
//! bytes ([`stem`]), the number of plies that follow in two, and then for each of them a move and a
//! score in as few bits as the position allows ([`moves`]). A chain is a game, or a part of one that
//! was filtered. Numbers in chains are big-endian, scores are the side to move's.
//!
//! Standard chess only: castling rights have fixed squares.
//!
//! The layout is that of the header `nnue_training_data_formats.h` (MIT, T. Sobczyk); the recorded
//! vectors were made by the crate sfbinpack 0.6.5.

mod bits;
mod moves;
mod stem;

use super::error::{Fault, FormatErrorKind, Inexpressible, Refused};
use super::input::Input;
use super::scored::ScoredGame;
use crate::attacks::Backend;
use crate::movegen::play_with;
use crate::position::Position;
use crate::rules::GameResult;
use crate::tensor::View;
use crate::tensor::{NO_SCORE, eval_of, score_of};
use crate::types::Color;
use bits::{BitReader, BitWriter, unzigzag, zigzag};
use stem::{Stem, StemError};

const MAGIC: &[u8; 4] = b"BINP";

/// No chunk is larger.
const MAX_CHUNK: u32 = 100 << 20;

/// So many plies can follow the first one of a chain.
const MAX_FOLLOWING: usize = u16::MAX as usize;

/// The chunk that is being read.
#[derive(Debug, Default)]
pub(super) struct Chunk {
    bytes: Vec<u8>,
    /// Where in it the next chain begins.
    at: usize,
    /// Where in the file it begins.
    offset: u64,
}

impl Chunk {
    /// Goes on to the next chunk with something in it; false at the end of the file.
    fn next(&mut self, input: &mut Input) -> Result<bool, Fault> {
        while self.at == self.bytes.len() {
            let begin = input.offset();
            let Some(header) = input.array::<8>("a chunk's header")? else { return Ok(false) };
            let [magic @ .., a, b, c, d] = header;
            if magic != *MAGIC {
                let kind = FormatErrorKind::Magic { expected: "a chunk that begins with BINP" };
                return Err(Fault::new(begin, kind));
            }
            let size = u32::from_le_bytes([a, b, c, d]);
            if size > MAX_CHUNK {
                let kind = FormatErrorKind::TooLong { what: "a chunk", limit: MAX_CHUNK.into() };
                return Err(Fault::new(begin + 4, kind));
            }
            (self.at, self.offset) = (0, input.offset());
            self.bytes.clear();
            input.append(&mut self.bytes, size.into(), "a chunk")?;
        }
        Ok(true)
    }

    /// The next bytes of the chunk.
    fn take<const N: usize>(&mut self) -> Result<[u8; N], Fault> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        match rest.first_chunk::<N>() {
            Some(&bytes) => {
                self.at += N;
                Ok(bytes)
            }
            None => Err(self.cut()),
        }
    }

    /// The place of the next byte in the file.
    fn place(&self) -> u64 {
        self.offset + self.at as u64
    }

    fn cut(&self) -> Fault {
        let end = self.offset + self.bytes.len() as u64;
        Fault::new(end, FormatErrorKind::CutChunk)
    }
}

/// Reads the next chain; false at the end of the file.
#[inline(always)]
pub(super) fn read<B: Backend>(
    backend: B,
    input: &mut Input,
    chunk: &mut Chunk,
    game: &mut ScoredGame,
) -> Result<bool, Fault> {
    if !chunk.next(input)? {
        return Ok(false);
    }
    let begin = chunk.place();
    let Stem { mut position, m, score, result } =
        Stem::read(&chunk.take()?).map_err(|error| match error {
            StemError::Board(error) => Fault::new(begin, FormatErrorKind::Board(error)),
            StemError::Move(word) => {
                Fault::illegal(begin + 24, 0, format_args!("move 0x{word:04x}"))
            }
            StemError::Result(word) => Fault::value(begin + 28, "the result", i64::from(word)),
        })?;
    let start = position;
    if !play_with(backend, &mut position, m) {
        return Err(Fault::illegal(begin + 24, 0, m));
    }
    game.restart(start, result);
    game.push(m, eval_of(score, start.turn(), View::SideToMove));
    let following = u16::from_be_bytes(chunk.take()?);
    let begin = chunk.place();
    let mut bits = BitReader::new(chunk.bytes.get(chunk.at..).unwrap_or_default());
    let mut last_score = score;
    for ply in 1..=usize::from(following) {
        let here = begin + bits.bytes_used() as u64;
        let m = moves::read(backend, &position, &mut bits);
        let delta = bits.number();
        if bits.is_cut() {
            return Err(chunk.cut());
        }
        let stm = position.turn();
        let m = match m {
            Some(m) if play_with(backend, &mut position, m) => m,
            Some(m) => return Err(Fault::illegal(here, ply, m)),
            None => return Err(Fault::illegal(here, ply, "a piece or target that is not there")),
        };
        let Some(delta) = delta else { return Err(Fault::value(here, "a score's length", 5)) };
        let score = unzigzag(delta).wrapping_sub(last_score);
        game.push(m, eval_of(score, stm, View::SideToMove));
        last_score = score;
    }
    chunk.at += bits.bytes_used();
    Ok(true)
}

/// Appends a game as a chain; nothing of one that cannot be written.
#[inline(always)]
pub(super) fn write<B: Backend>(
    backend: B,
    game: &ScoredGame,
    missing_score: i16,
    bytes: &mut Vec<u8>,
) -> Result<(), Refused> {
    let Some((&first, rest)) = game.moves.split_first() else {
        return Err(Refused::game(Inexpressible::NoMoves));
    };
    let following = u16::try_from(rest.len()).map_err(|_| Refused {
        ply: MAX_FOLLOWING + 1,
        what: Inexpressible::Plies(game.moves.len()),
    })?;
    let score = |position: &Position, ply: usize| {
        let eval = game.evals.get(ply).copied().unwrap_or(crate::pgn::NO_EVAL);
        match score_of(eval, position.turn(), View::SideToMove) {
            NO_SCORE => missing_score,
            score => score,
        }
    };
    let mut position = game.start;
    let mut last_score = score(&position, 0);
    let stem = Stem { position, m: first, score: last_score, result: game.result };
    bytes.extend_from_slice(&stem.bytes().map_err(Refused::game)?);
    bytes.extend_from_slice(&following.to_be_bytes());
    position.play_unchecked(first);
    let mut bits = BitWriter::new(bytes);
    for (n, &m) in rest.iter().enumerate() {
        moves::write(backend, &position, m, &mut bits);
        let score = score(&position, n + 1);
        bits.push_number(zigzag(score.wrapping_add(last_score)));
        position.play_unchecked(m);
        last_score = score;
    }
    Ok(())
}

/// Puts the header before the chains of a chunk.
pub(super) fn header(length: usize) -> [u8; 8] {
    let [a, b, c, d] = (length as u32).to_le_bytes();
    let [m, a1, g, i] = *MAGIC;
    [m, a1, g, i, a, b, c, d]
}

/// The result for the side to move: 1 won, 0 drawn, -1 lost.
fn result_for(result: GameResult, stm: Color) -> Option<i16> {
    match (result.winner(), result) {
        (Some(winner), _) => Some(if winner == stm { 1 } else { -1 }),
        (None, GameResult::Draw) => Some(0),
        (None, _) => None,
    }
}
