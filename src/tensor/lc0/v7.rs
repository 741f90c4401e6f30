//! Training records of lc0, version 7: version 6 with short-term values and the next moves.

use super::v6::{PLAYED, Q_ST, V6_BYTES, V6Value, V7_BYTES, get, put, value_offset};

/// lczero-training's default weight of the later positions in short-term values.
pub const THETA: f32 = 5.0 / 6.0;

/// Offsets of the fields after those of version 6, which eight reserved numbers follow.
const D_ST: usize = V6_BYTES;
const OPPONENT_PLAYED: usize = D_ST + 4;
const NEXT_PLAYED: usize = OPPONENT_PLAYED + 2;

/// The index of a move after the end of the game.
const NO_MOVE: u16 = u16::MAX;

/// Writes the fields of version 7 to the records of a game, whose other fields are those of version 6.
///
/// From the last record back, `q_st = theta * -q_st' + (1 - theta) * root_q` with the `q_st'` of the
/// next record, and `d_st` is the same without the sign, at least 0; those of the last record are its
/// `root_q` and `root_d`. `opp_played_idx` and `next_played_idx` are the `played_idx` of the next
/// record and of the one after it, 65535 beyond the end. All as lczero-training's `chunk_rescorer`
/// computes it, in the same order of operations.
pub fn upgrade_to_v7(records: &mut [[u8; V7_BYTES]], theta: f32) {
    let mut later = None;
    let (mut opponent, mut next) = (NO_MOVE, NO_MOVE);
    for (n, record) in records.iter_mut().enumerate().rev() {
        let number = |value| f32::from_le_bytes(get(record, value_offset(value)));
        // the sums are those of the first player's view
        let sign = if n.is_multiple_of(2) { 1.0 } else { -1.0 };
        let (q, d) = (number(V6Value::RootQ) * sign, number(V6Value::RootD));
        let mix = |later: f32, now: f32| theta * later + (1.0 - theta) * now;
        let (st_q, st_d) = later.map_or((q, d), |(st_q, st_d)| (mix(st_q, q), mix(st_d, d)));
        later = Some((st_q, st_d));
        put(record, 0, 7u32.to_le_bytes());
        put(record, Q_ST, (st_q * sign).to_le_bytes());
        put(record, D_ST, (if st_d < 0.0 { 0.0 } else { st_d }).to_le_bytes());
        put(record, OPPONENT_PLAYED, opponent.to_le_bytes());
        put(record, NEXT_PLAYED, next.to_le_bytes());
        (opponent, next) = (u16::from_le_bytes(get(record, PLAYED)), opponent);
    }
}
