//! Evaluations of positions as records of bytes.

use super::session::Answer;
use super::uci::{DEPTH, Info, NODES, Score};
use crate::movegen::has_legal_move;
use crate::notation::uci;
use crate::position::Position;
use crate::positions::{NO_MOVE, PackedPosition};
use crate::types::{Color, MATE, MAX_CENTIPAWNS, Move};

/// The number of bytes of a label.
pub const LABEL_BYTES: usize = 64;

/// In win, draw and loss: the engine did not report them.
const NO_WDL: u16 = u16::MAX;

/// Appends a label of each line of play: the packed position (32 bytes), the evaluation as in
/// [`Games::evals`](crate::games::Games::evals) (i32), win, draw and loss of White in thousandths
/// (3 of u16), the move (u16), the index of the line and their number (u8), the depth (u8), whether Black
/// is to move (u8), the nodes (i64, -1 if unknown), and 8 zeros. Integers are little-endian.
pub fn push_labels(
    records: &mut Vec<u8>,
    packed: &PackedPosition,
    position: &Position,
    answer: &Answer,
) {
    let turn = position.turn();
    let lines: Vec<&Info> = answer.infos.iter().take_while(|info| info.score.is_some()).collect();
    for (n, info) in lines.iter().enumerate() {
        let best = answer.best.filter(|_| n == 0).or_else(|| first_move(info, position));
        let eval = info.score.map_or(0, code);
        push(records, (packed, turn), eval, best, [n, lines.len()], info);
    }
}

/// Appends the label of a checkmate or a stalemate, which no engine evaluates; returns false for
/// other positions.
pub fn push_end_label(records: &mut Vec<u8>, packed: &PackedPosition, position: &Position) -> bool {
    let is_end = !has_legal_move(position);
    if is_end {
        let eval = if position.is_check() { -MATE } else { 0 };
        push(records, (packed, position.turn()), eval, None, [0, 1], &Info::default());
    }
    is_end
}

fn push(
    records: &mut Vec<u8>,
    (packed, turn): (&PackedPosition, Color),
    eval: i32,
    best: Option<Move>,
    line: [usize; 2],
    info: &Info,
) {
    records.extend_from_slice(packed.bytes());
    let is_black = turn == Color::Black;
    let of_white = if is_black { -eval } else { eval };
    records.extend(of_white.to_le_bytes());
    records.extend(wdl(info, turn).into_iter().flat_map(u16::to_le_bytes));
    records.extend(best.map_or(NO_MOVE, Move::bits).to_le_bytes());
    let depth = info.numbers[DEPTH].map_or(0, |depth| depth.min(255) as u8);
    records.extend([line[0] as u8, line[1] as u8, depth, u8::from(is_black)]);
    let nodes = info.numbers[NODES].map_or(-1, |nodes| nodes.min(i64::MAX as u64) as i64);
    records.extend(nodes.to_le_bytes());
    records.extend([0; 8]);
}

/// The evaluation as one number.
fn code(score: Score) -> i32 {
    // beyond it, a mate would be centipawns
    let far = MATE - MAX_CENTIPAWNS - 1;
    match score {
        Score::Cp(cp) => cp.clamp(-MAX_CENTIPAWNS, MAX_CENTIPAWNS),
        Score::Mate(moves @ 1..) => MATE - moves.min(far),
        Score::Mate(moves) => -MATE - moves.max(-far),
    }
}

/// Win, draw and loss of White in thousandths.
fn wdl(info: &Info, turn: Color) -> [u16; 3] {
    let Some([win, draw, loss]) = info.wdl else { return [NO_WDL; 3] };
    let total = u64::from(win) + u64::from(draw) + u64::from(loss);
    if total == 0 {
        return [NO_WDL; 3];
    }
    let part = |count: u32| ((1000 * u64::from(count) + total / 2) / total) as u16;
    let win = part(win);
    let loss = part(loss).min(1000 - win);
    let draw = 1000 - win - loss;
    if turn == Color::White { [win, draw, loss] } else { [loss, draw, win] }
}

fn first_move(info: &Info, position: &Position) -> Option<Move> {
    uci::read(position, info.pv.as_deref()?.split_ascii_whitespace().next()?).ok()
}
