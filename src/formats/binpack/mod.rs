//! binpack: games in about 2.5 bytes a position, as read by Stockfish's nnue-pytorch.
//!
//! A file is a sequence of chunks: `BINP`, the length in four bytes (little-endian), the chains. A
//! chain is a stem (the first position with its move, score, ply and result, 32 bytes, [`stem`]),
//! the number of following plies in two bytes, and for each of them a move and a score in as few
//! bits as the position allows ([`moves`]). A chain is a game, or a part of one after filtering.
//! Numbers in chains are big-endian; scores are from the side to move.
//!
//! Standard chess only: castling rights have fixed squares.
//!
//! The layout and the names are those of the header `nnue_training_data_formats.h` (MIT, T.
//! Sobczyk); the test vectors were written by the crate sfbinpack 0.6.5.

mod bits;
mod moves;
mod stem;

use super::byte_reader::ByteReader;
use super::error::{FormatErrorKind, OffsetError, Unsupported, UnsupportedAt};
use super::format::{FormatInfo, GameBytes, RecordFormat, TrainingFormat, WriteOptions};
use super::scored_game::ScoredGame;
use crate::attacks::Backend;
use crate::movegen::play_with;
use crate::position::Position;
use crate::tensor::{NO_SCORE, View, eval_of, score_of};
use bits::{BitReader, BitWriter, unzigzag, zigzag};
use stem::{Stem, StemError};

const MAGIC: &[u8; 4] = b"BINP";

/// The largest chunk.
const MAX_CHUNK: u32 = 100 << 20;

/// The greatest number of plies after the first one of a chain.
const MAX_FOLLOWING: usize = u16::MAX as usize;

/// The current chunk of a reader.
#[derive(Debug, Default)]
struct Chunk {
    bytes: Vec<u8>,
    /// The index in `bytes` of the next chain.
    next: usize,
    /// The offset of the chunk in the file.
    offset: u64,
}

impl Chunk {
    /// Reads the next chunk if this one is finished; returns `false` at the end of the file.
    fn advance(&mut self, input: &mut ByteReader) -> Result<bool, OffsetError> {
        while self.next == self.bytes.len() {
            let start = input.offset();
            let Some(header) = input.array::<8>("a chunk's header")? else { return Ok(false) };
            let [magic @ .., a, b, c, d] = header;
            if magic != *MAGIC {
                let kind = FormatErrorKind::Magic { expected: "a chunk that begins with BINP" };
                return Err(OffsetError::new(start, kind));
            }
            let size = u32::from_le_bytes([a, b, c, d]);
            if size > MAX_CHUNK {
                return Err(OffsetError::too_long(start + 4, "a chunk", MAX_CHUNK.into()));
            }
            (self.next, self.offset) = (0, input.offset());
            self.bytes.clear();
            input.append(&mut self.bytes, size.into(), "a chunk")?;
        }
        Ok(true)
    }

    /// Returns the next `N` bytes of the chunk.
    fn take<const N: usize>(&mut self) -> Result<[u8; N], OffsetError> {
        let rest = self.bytes.get(self.next..).unwrap_or_default();
        match rest.first_chunk::<N>() {
            Some(&bytes) => {
                self.next += N;
                Ok(bytes)
            }
            None => Err(self.unexpected_end()),
        }
    }

    /// The offset of the next byte in the file.
    fn next_offset(&self) -> u64 {
        self.offset + self.next as u64
    }

    fn unexpected_end(&self) -> OffsetError {
        let end = self.offset + self.bytes.len() as u64;
        OffsetError::new(end, FormatErrorKind::GameBeyondChunk)
    }
}

/// The format binpack, with the current chunk of a reader.
#[derive(Default)]
pub(super) struct Binpack(Chunk);

impl RecordFormat for Binpack {}

impl TrainingFormat for Binpack {
    const INFO: FormatInfo = FormatInfo {
        name: "binpack",
        suffixes: &[".binpack"],
        chess960: false,
        description: "chains of positions with scores, read by Stockfish's trainer",
        chunk_header,
        ..FormatInfo::GAMES
    };

    #[inline(always)]
    fn read<B: Backend>(
        &mut self,
        backend: B,
        input: &mut ByteReader,
        game: &mut ScoredGame,
    ) -> Result<bool, OffsetError> {
        let chunk = &mut self.0;
        if !chunk.advance(input)? {
            return Ok(false);
        }
        let stem_offset = chunk.next_offset();
        let Stem { position: start, m, score, result } =
            Stem::read(&chunk.take()?).map_err(|error| match error {
                StemError::Board(error) => {
                    OffsetError::new(stem_offset, FormatErrorKind::Board(error))
                }
                StemError::Move(word) => {
                    OffsetError::illegal(stem_offset + 24, 0, format_args!("move 0x{word:04x}"))
                }
                StemError::Result(word) => {
                    OffsetError::value(stem_offset + 28, "the result", i64::from(word))
                }
            })?;
        game.restart(start, result);
        if !play_with(backend, &mut game.last, m) {
            return Err(OffsetError::illegal(stem_offset + 24, 0, m));
        }
        game.push(m, eval_of(score, start.turn(), View::SideToMove));
        let following = u16::from_be_bytes(chunk.take()?);
        let moves_offset = chunk.next_offset();
        let mut bits = BitReader::new(chunk.bytes.get(chunk.next..).unwrap_or_default());
        let mut last_score = score;
        for ply in 1..=usize::from(following) {
            let offset = moves_offset + bits.bytes_used() as u64;
            let m = moves::read(backend, &game.last, &mut bits);
            let delta = bits.number();
            if bits.is_past_end() {
                return Err(chunk.unexpected_end());
            }
            let stm = game.last.turn();
            let m = match m {
                Some(m) if play_with(backend, &mut game.last, m) => m,
                Some(m) => return Err(OffsetError::illegal(offset, ply, m)),
                None => {
                    let token = "with a piece or target out of range";
                    return Err(OffsetError::illegal(offset, ply, token));
                }
            };
            let Some(delta) = delta else {
                return Err(OffsetError::value(offset, "a score's length", 5));
            };
            let score = unzigzag(delta).wrapping_sub(last_score);
            game.push(m, eval_of(score, stm, View::SideToMove));
            last_score = score;
        }
        chunk.next += bits.bytes_used();
        Ok(true)
    }

    #[inline(always)]
    fn write<B: Backend>(
        backend: B,
        game: &ScoredGame,
        options: &WriteOptions,
        out: &mut GameBytes,
    ) -> Result<u64, UnsupportedAt> {
        let (missing_score, bytes) = (options.score_mark(), &mut out.bytes);
        let Some((&first, rest)) = game.moves.split_first() else {
            return Err(UnsupportedAt::game(Unsupported::NoMoves));
        };
        let following = u16::try_from(rest.len()).map_err(|_| UnsupportedAt {
            ply: MAX_FOLLOWING + 1,
            reason: Unsupported::Plies(game.moves.len()),
        })?;
        let score = |position: &Position, ply: usize| {
            let eval = game.evals.get(ply).copied().unwrap_or(crate::types::NO_EVAL);
            match score_of(eval, position.turn(), View::SideToMove) {
                NO_SCORE => missing_score,
                score => score,
            }
        };
        let mut position = game.start;
        let mut last_score = score(&position, 0);
        let stem = Stem { position, m: first, score: last_score, result: game.result };
        bytes.extend_from_slice(&stem.bytes().map_err(UnsupportedAt::game)?);
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
        Ok(0)
    }
}

/// Returns the header of a chunk with this number of bytes.
fn chunk_header(bytes: usize) -> Option<[u8; 8]> {
    let [a, b, c, d] = (bytes as u32).to_le_bytes();
    let [m, a1, g, i] = *MAGIC;
    Some([m, a1, g, i, a, b, c, d])
}
