//! Training records of lc0, version 6: a position with policy and values in 8356 bytes, with which
//! records of version 7 begin.

use std::fmt;

use super::{HistoryFill, InputFormat, Lc0, Transform};
use crate::error::{CallError, call_error, ensure};
use crate::position::{Position, Setup};
use crate::tensor::bits::{filled_plane, flip_files, from_side_of};
use crate::tensor::decode::{double_push, put_pieces};
use crate::tensor::{History, Planes, planes_bits};
use crate::types::{Bitboard, CastlingRights, CastlingSide, Color, PieceType};

/// The size of a record in bytes.
pub const V6_BYTES: usize = 8356;

/// The size of a record of version 7 in bytes.
pub const V7_BYTES: usize = V6_BYTES + 40;

/// Offsets of the fields; all numbers are little-endian.
const INPUT_FORMAT: usize = 4;
const PROBABILITIES: usize = 8;
const PLANES: usize = PROBABILITIES + 4 * POLICY;
const CASTLING: usize = PLANES + 8 * HISTORY_PLANES;
const TURN_OR_EN_PASSANT: usize = CASTLING + 4;
const RULE_50: usize = CASTLING + 5;
const INVARIANCE: usize = CASTLING + 6;
const VALUES: usize = CASTLING + 8;
const VISITS: usize = VALUES + 4 * 15;
pub(super) const PLAYED: usize = VISITS + 4;
const BEST: usize = PLAYED + 2;
const POLICY_KLD: usize = BEST + 2;
pub(super) const Q_ST: usize = POLICY_KLD + 4;

const POLICY: usize = 1858;
const HISTORY_PLANES: usize = 104;
const VERSION: u32 = 6;

/// The versions of records, and their sizes in bytes.
const VERSIONS: [(u32, usize); 2] = [(VERSION, V6_BYTES), (7, V7_BYTES)];

/// The bit of the invariance byte for Black to move.
const BLACK: u8 = 1 << 7;
/// The bits of the invariance byte for the [`Transform`].
const TRANSFORM: u8 = 7;

/// The values of a record, in order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(usize)]
pub enum V6Value {
    /// The evaluation of the position by the search: win minus loss.
    RootQ,
    /// The evaluation of the best move.
    BestQ,
    /// The draw probability of the position by the search.
    RootD,
    /// The draw probability of the best move.
    BestD,
    /// The expected number of plies to the end by the search.
    RootM,
    /// The expected number of plies after the best move.
    BestM,
    /// The actual number of plies to the end.
    PliesLeft,
    /// The result: 1 won, 0 drawn, -1 lost.
    ResultQ,
    /// Whether the game was drawn: 1 or 0.
    ResultD,
    /// The evaluation of the move played.
    PlayedQ,
    /// The draw probability of the move played.
    PlayedD,
    /// The expected number of plies after the move played.
    PlayedM,
    /// The evaluation by the network without search; NaN if it was not recorded.
    OrigQ,
    /// The draw probability by the network; NaN if it was not recorded.
    OrigD,
    /// The expected number of plies by the network; NaN if it was not recorded.
    OrigM,
}

/// A record of version 6, or the beginning of one of version 7.
///
/// | bytes | type | |
/// |---|---|---|
/// | 0 | u32 | version |
/// | 4 | u32 | input format: 1 to 5, 132, 133 |
/// | 8 | f32 × 1858 | policy; -1 where a move is not legal |
/// | 7440 | u64 × 104 | the planes of eight positions, bits reversed within each byte |
/// | 8272 | u8 × 4 | castling rights of the side to move (a-side, h-side) and the opponent: flags in format 1, otherwise the rook's file as a bit |
/// | 8276 | u8 | formats 1 and 2: 1 if Black is to move; otherwise the en-passant file as a bit |
/// | 8277 | u8 | halfmove clock |
/// | 8278 | u8 | canonical formats: bits 0 to 2 the transform, 7 Black to move; 3 to 6 flags of the game's origin |
/// | 8279 | u8 | unused |
/// | 8280 | f32 × 15 | values, see [`V6Value`] |
/// | 8340 | u32 | visit count of the search |
/// | 8344 | u16 × 2 | policy indices of the move played and of the best move |
/// | 8348 | f32 × 2 | divergence of the policy, short-term value |
///
/// The last one is 0 in version 6 as enroque writes it, see [`upgrade_to_v7`](super::upgrade_to_v7). The
/// layout is that of lc0's `trainingdata`. Planes equal those of lc0 on the recorded vectors.
#[derive(Clone, PartialEq, Eq)]
pub struct V6Record(Box<[u8; V6_BYTES]>);

/// Returns the version of a record and its size in bytes, from its first eight bytes.
///
/// # Errors
/// If the version is neither 6 nor 7, or the input format is unknown.
pub fn record_version(record: &[u8; V6_BYTES]) -> Result<(u32, usize), CallError> {
    let number = |at| u32::from_le_bytes(get(record, at));
    let (version, format) = (number(0), number(INPUT_FORMAT));
    let known = VERSIONS.into_iter().find(|known| known.0 == version).ok_or_else(|| {
        call_error!(Data("record"), "the record has version {version}; only 6 and 7 are supported")
    })?;
    ensure!(
        InputFormat::from_number(format).is_some(),
        Data("record"),
        "unknown input format {format}"
    );
    Ok(known)
}

/// The offset of a value.
pub(super) const fn value_offset(value: V6Value) -> usize {
    VALUES + 4 * value as usize
}

pub(super) fn get<const N: usize>(record: &[u8], at: usize) -> [u8; N] {
    record.get(at..).and_then(|rest| rest.first_chunk()).copied().unwrap_or([0; N])
}

pub(super) fn put<const N: usize>(record: &mut [u8], at: usize, bytes: [u8; N]) {
    if let Some(field) = record.get_mut(at..at + N) {
        field.copy_from_slice(&bytes);
    }
}

impl V6Record {
    /// Returns a record of zeros.
    pub fn empty() -> V6Record {
        let bytes = vec![0; V6_BYTES].into_boxed_slice().try_into();
        V6Record(bytes.unwrap_or_else(|_| Box::new([0; V6_BYTES])))
    }

    /// Makes this the record of the newest position of a history, which must have the rule
    /// [`EnPassantRule::PseudoLegal`](crate::tensor::EnPassantRule). The policy is all -1, the
    /// values are unchanged.
    ///
    /// # Errors
    /// See [`planes_bits`]; lc0's planes raise none.
    pub fn set_history(
        &mut self,
        history: &History,
        format: InputFormat,
        fill: HistoryFill,
    ) -> Result<(), CallError> {
        let (mut masks, mut scales) = ([0; 112], [0.0]);
        let planes = Planes { masks: &mut masks, scales: &mut scales };
        planes_bits(&Lc0 { format, fill }, history, planes)?;
        let position = history.position();
        self.0[CASTLING..].fill(0);
        self.put(0, VERSION.to_le_bytes());
        self.put(INPUT_FORMAT, format.number().to_le_bytes());
        let (probabilities, _) = self.0[PROBABILITIES..PLANES].as_chunks_mut();
        probabilities.fill((-1f32).to_le_bytes());
        for (n, &mask) in masks[..HISTORY_PLANES].iter().enumerate() {
            self.put(PLANES + 8 * n, flip_files(mask).to_le_bytes());
        }
        let us = position.turn();
        let sides = [CastlingSide::Queen, CastlingSide::King];
        for (n, (color, side)) in
            [us, !us].into_iter().flat_map(|color| sides.map(|side| (color, side))).enumerate()
        {
            if let Some(rook) = position.castling_rook(color, side) {
                let file = rook.file() as u8;
                self.0[CASTLING + n] = if format.has_castling_flags() { 1 } else { 1 << file };
            }
        }
        let black = us == Color::Black;
        self.0[TURN_OR_EN_PASSANT] =
            if format.is_canonical() { (masks[108] >> 56) as u8 } else { black.into() };
        self.0[RULE_50] = position.halfmove_clock().min(255) as u8;
        if format.is_canonical() {
            let transform = Transform::of(position);
            self.0[INVARIANCE] = transform.bits() | if black { BLACK } else { 0 };
        }
        Ok(())
    }

    /// Returns the record of these bytes.
    ///
    /// # Errors
    /// If the version is neither 6 nor 7, or the input format is unknown.
    pub fn from_bytes(bytes: &[u8; V6_BYTES]) -> Result<V6Record, CallError> {
        record_version(bytes)?;
        let mut record = V6Record::empty();
        record.0.copy_from_slice(bytes);
        Ok(record)
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8; V6_BYTES] {
        &self.0
    }

    /// The bytes, for reading from a file; [`record_version`] checks them.
    pub(crate) fn bytes_mut(&mut self) -> &mut [u8; V6_BYTES] {
        &mut self.0
    }

    /// The input format.
    pub fn format(&self) -> InputFormat {
        InputFormat::from_number(self.u32(INPUT_FORMAT)).unwrap_or_default()
    }

    /// Returns the masks of the 112 planes, as of [`Lc0`], and the value of plane 109.
    pub fn planes(&self) -> ([u64; 112], f32) {
        let format = self.format();
        let mut masks = [0; 112];
        for (n, mask) in masks[..HISTORY_PLANES].iter_mut().enumerate() {
            *mask = flip_files(u64::from_le_bytes(self.get(PLANES + 8 * n)));
        }
        let [own_queen, own_king, queen, king] = self.get(CASTLING);
        let castling = if format.has_castling_flags() {
            [own_queen, own_king, queen, king].map(|flag| filled_plane(flag != 0))
        } else {
            let rooks = |own: u8, other: u8| u64::from(own) | u64::from(other) << 56;
            [rooks(own_queen, queen), rooks(own_king, king), 0, 0]
        };
        masks[104..108].copy_from_slice(&castling);
        let black = self.turn() == Color::Black;
        masks[108] = if format.is_canonical() {
            u64::from(self.0[TURN_OR_EN_PASSANT]) << 56
        } else {
            filled_plane(black)
        };
        masks[109] = !0;
        masks[110] = filled_plane(black && format.is_armageddon());
        masks[111] = !0;
        let plies = f32::from(self.0[RULE_50]);
        (masks, if format.has_hectoplies() { plies / 100.0 } else { plies })
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        let black = match self.format().is_canonical() {
            true => self.0[INVARIANCE] & BLACK != 0,
            false => self.0[TURN_OR_EN_PASSANT] != 0,
        };
        if black { Color::Black } else { Color::White }
    }

    /// Returns the setup, with the transform of canonical formats undone. The move number is not
    /// recorded; castling flags of format 1 are decoded as the outermost rooks.
    ///
    /// # Errors
    /// If two pieces are on the same square.
    pub fn setup(&self) -> Result<Setup, CallError> {
        let format = self.format();
        let us = self.turn();
        let (masks, _) = self.planes();
        let transform = match format.is_canonical() {
            true => Transform::from_bits(self.0[INVARIANCE] & TRANSFORM),
            false => Transform::NONE,
        };
        let mut pieces = [0; 12];
        for (set, &mask) in pieces.iter_mut().zip(&masks) {
            *set = transform.undo(mask);
        }
        let mut setup = Setup { turn: us, ..Setup::EMPTY };
        put_pieces(pieces, us, &mut setup)?;
        setup.castling = CastlingRights(if format.has_castling_flags() {
            self.flagged_rooks(&setup, us)
        } else {
            Bitboard(from_side_of(us, masks[104] | masks[105]))
        });
        setup.ep_square = if format.is_canonical() {
            // the plane has the file on the eighth rank, the square is on the sixth
            Bitboard(from_side_of(us, transform.undo(masks[108]) >> 16)).first()
        } else {
            double_push(masks[6], masks[13 + 6], us)
        };
        setup.halfmove_clock = self.0[RULE_50].into();
        Ok(setup)
    }

    /// Returns the rooks of the castling flags of format 1.
    fn flagged_rooks(&self, setup: &Setup, us: Color) -> Bitboard {
        let mut rooks = Bitboard::EMPTY;
        let flags: [u8; 4] = self.get(CASTLING);
        for (color, [queen, king]) in [(us, [flags[0], flags[1]]), (!us, [flags[2], flags[3]])] {
            let rank = Bitboard::from_rank(color.back_rank());
            let candidates = setup.placement.pieces(color, PieceType::Rook) & rank;
            for (flag, rook) in [(queen, candidates.first()), (king, candidates.last())] {
                if let Some(rook) = rook.filter(|_| flag != 0) {
                    rooks = rooks.with(rook);
                }
            }
        }
        rooks
    }

    /// Returns the position; see [`V6Record::setup`].
    ///
    /// # Errors
    /// If the position is illegal.
    pub fn position(&self) -> Result<Position, CallError> {
        let position = Position::try_from(self.setup()?.repaired());
        position.map_err(|error| call_error!(Data("record"), "{error}"))
    }

    /// Returns the probability of a policy index.
    pub fn probability(&self, index: usize) -> Option<f32> {
        (index < POLICY).then(|| f32::from_le_bytes(self.get(PROBABILITIES + 4 * index)))
    }

    /// Sets the probability of a policy index; ignores indices that do not exist.
    pub fn set_probability(&mut self, index: usize, probability: f32) {
        if index < POLICY {
            self.put(PROBABILITIES + 4 * index, probability.to_le_bytes());
        }
    }

    /// Returns a value.
    pub fn value(&self, value: V6Value) -> f32 {
        f32::from_le_bytes(self.get(value_offset(value)))
    }

    /// Sets a value.
    pub fn set_value(&mut self, value: V6Value, number: f32) {
        self.put(value_offset(value), number.to_le_bytes());
    }

    /// The policy index of the move played.
    pub fn played(&self) -> u16 {
        u16::from_le_bytes(self.get(PLAYED))
    }

    /// The visit count of the search; 0 if it was not recorded.
    pub fn visits(&self) -> u32 {
        self.u32(VISITS)
    }

    /// The policy index of the best move.
    pub fn best(&self) -> u16 {
        u16::from_le_bytes(self.get(BEST))
    }

    /// Sets the policy index of the best move.
    pub fn set_best(&mut self, index: u16) {
        self.put(BEST, index.to_le_bytes());
    }

    /// Sets the policy index of the move played, which is also the best move, and the visit count.
    pub fn set_played(&mut self, index: u16, visits: u32) {
        self.put(VISITS, visits.to_le_bytes());
        self.put(PLAYED, index.to_le_bytes());
        self.put(BEST, index.to_le_bytes());
        self.put(POLICY_KLD, 0f32.to_le_bytes());
    }

    fn get<const N: usize>(&self, at: usize) -> [u8; N] {
        get(&self.0[..], at)
    }

    fn put<const N: usize>(&mut self, at: usize, bytes: [u8; N]) {
        put(&mut self.0[..], at, bytes);
    }

    fn u32(&self, at: usize) -> u32 {
        u32::from_le_bytes(self.get(at))
    }
}

impl fmt::Debug for V6Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("V6Record")
            .field("format", &self.format())
            .field("turn", &self.turn())
            .field("played", &self.played())
            .finish_non_exhaustive()
    }
}
