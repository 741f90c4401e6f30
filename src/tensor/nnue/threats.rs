//! Features of a piece that attacks another (nnue-pytorch's `Full_Threats`).
//!
//! The index of a threat is the first index of its pair of pieces, plus its number among the attacks
//! of such a piece on an empty board, by the square of the attacker and that of the target.

use std::sync::LazyLock;

use super::active::{Active, flip};
use crate::attacks::{self, Backend};
use crate::position::Position;
use crate::types::PieceType::{self, Bishop, King, Knight, Pawn, Queen, Rook};
use crate::types::{Bitboard, Color, Square};

/// The largest number of active features.
pub(super) const MAX_ACTIVE: usize = 128;

/// The date of a set of threats, by its number in [`RULES`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Width(u8);

/// The threats that are features.
struct Rules {
    /// The number of features.
    size: u32,
    /// The targets of each type of attacker.
    targets: [&'static [PieceType]; 6],
    /// Whether a pawn also attacks a pawn in front of it.
    has_pushes: bool,
}

const fn rules(size: u32, pawn: &'static [PieceType], kings: u8, has_pushes: bool) -> Rules {
    const BUT_QUEEN: &[PieceType] = &[Pawn, Knight, Bishop, Rook];
    const ALL: &[PieceType] = &[Pawn, Knight, Bishop, Rook, Queen];
    const BUT_QUEEN_AND_KING: &[PieceType] = &[Pawn, Knight, Bishop, Rook, King];
    const ALL_AND_KING: &[PieceType] = &[Pawn, Knight, Bishop, Rook, Queen, King];
    let targets = match kings {
        0 => [pawn, ALL, BUT_QUEEN, BUT_QUEEN, ALL, &[]],
        1 => [pawn, ALL, BUT_QUEEN, BUT_QUEEN, ALL, BUT_QUEEN],
        _ => [pawn, ALL_AND_KING, BUT_QUEEN_AND_KING, BUT_QUEEN_AND_KING, ALL_AND_KING, BUT_QUEEN],
    };
    Rules { size, targets, has_pushes }
}

/// The sets of threats of nnue-pytorch, the newest first.
static RULES: [Rules; 5] = [
    // July 2026: pawns do not attack pawns, which are features of `PP_3Wide`
    rules(59_808, &[Knight, Rook], 0, false),
    // April 2026
    rules(60_720, &[Pawn, Knight, Rook], 0, true),
    // February 2026: kings do not attack
    rules(60_144, &[Pawn, Knight, Rook], 0, false),
    // February 2026: kings are not attacked
    rules(66_864, &[Pawn, Knight, Rook], 1, false),
    // December 2025
    rules(79_856, &[Pawn, Knight, Rook], 2, false),
];

impl Width {
    /// The values of the option.
    pub(super) const CHOICES: [(u32, Width); RULES.len()] = {
        let mut choices = [(0, Width(0)); RULES.len()];
        let mut n = 0;
        while n < RULES.len() {
            choices[n] = (RULES[n].size, Width(n as u8));
            n += 1;
        }
        choices
    };

    pub(super) const fn size(self) -> usize {
        RULES[self.0 as usize].size as usize
    }
}

/// A type of attacker whose attacks differ from those of others: pawns by color, pieces by type, pawns
/// that also push by color.
const KINDS: usize = 9;

/// Returns the kind of an attacker, whose color is relative to the perspective.
#[inline(always)]
fn kind(piece_type: PieceType, color: usize, has_pushes: bool) -> usize {
    match piece_type {
        Pawn => color + if has_pushes { 7 } else { 0 },
        piece => 1 + piece.index(),
    }
}

/// The attacks of a kind from a square on an empty board.
fn attacks_of(kind: usize, square: Square) -> Bitboard {
    match kind {
        2 => attacks::knight(square),
        3 => attacks::diagonals(square),
        4 => attacks::orthogonals(square),
        5 => attacks::diagonals(square) | attacks::orthogonals(square),
        6 => attacks::king(square),
        _ if Bitboard::BACK_RANKS.has(square) => Bitboard::EMPTY,
        0 | 1 => attacks::pawn(Color::ALL[kind], square),
        _ => {
            let (color, square) = (Color::ALL[kind - 7], Bitboard::from(square));
            let ahead = if color == Color::White { square.north() } else { square.south() };
            attacks::pawns(color, square) | ahead
        }
    }
}

/// The number of an attack among all of its kind: `[kind][from][to]`.
type Numbers = [[[u16; 64]; 64]; KINDS];

/// The numbers of attacks, and the count of each kind.
static NUMBERS: LazyLock<(Box<Numbers>, [u32; KINDS])> = LazyLock::new(|| {
    let mut numbers = Box::new([[[0; 64]; 64]; KINDS]);
    let mut counts = [0; KINDS];
    for (kind, (of_kind, count)) in numbers.iter_mut().zip(&mut counts).enumerate() {
        for (from, of_square) in Square::ALL.into_iter().zip(of_kind) {
            for to in attacks_of(kind, from) {
                of_square[to as usize] = *count as u16;
                *count += 1;
            }
        }
    }
    (numbers, counts)
});

/// The first index of each pair of attacker and target, by type plus 6 for the opponent.
type Pairs = [[u32; 12]; 12];

static PAIRS: LazyLock<[Pairs; RULES.len()]> = LazyLock::new(|| RULES.each_ref().map(pairs));

fn pairs(rules: &Rules) -> Pairs {
    let (mut pairs, mut end) = ([[0; 12]; 12], 0);
    for (n, of_attacker) in pairs.iter_mut().enumerate() {
        let piece_type = PieceType::ALL[n % 6];
        let count = NUMBERS.1[kind(piece_type, n / 6, rules.has_pushes)];
        for color in 0..2 {
            for target in rules.targets[n % 6] {
                of_attacker[6 * color + target.index()] = end;
                end += count;
            }
        }
    }
    debug_assert_eq!(end, rules.size);
    pairs
}

/// Writes the active features of the pieces of player `n` from the perspectives of both players.
#[inline(always)]
pub(super) fn write<B: Backend>(
    width: Width,
    backend: B,
    position: &Position,
    players: [Color; 2],
    n: usize,
    mut active: [&mut Active<'_>; 2],
) {
    let (rules, pairs) = (&RULES[usize::from(width.0)], &PAIRS[usize::from(width.0)]);
    let (numbers, _) = &*NUMBERS;
    let placement = position.placement();
    let (occupied, first) = (placement.occupied(), placement.by_color(players[0]));
    let color = players[n];
    let flips = players.map(|player| flip(player, position.king(player), true));
    for piece_type in PieceType::ALL {
        let targets = rules.targets[piece_type.index()].iter();
        let targets = targets.fold(Bitboard::EMPTY, |all, &each| all | placement.by_type(each));
        // the color of the attacker from each perspective
        let by_perspective = [n, 1 - n];
        let numbers =
            by_perspective.map(|color| &numbers[kind(piece_type, color, rules.has_pushes)]);
        let pairs = by_perspective.map(|color| &pairs[6 * color + piece_type.index()]);
        let mut push = |from: Square, to: Square| {
            let target = placement.type_at_unchecked(to);
            let target_color = usize::from(!first.has(to));
            // two pieces of one type attack each other: one feature
            let is_mutual = target == piece_type && (target_color != n || piece_type != Pawn);
            for (n, active) in active.iter_mut().enumerate() {
                let from = usize::from(from as u8 ^ flips[n]);
                let to = usize::from(to as u8 ^ flips[n]);
                let pair = pairs[n][target.index() + 6 * (target_color ^ n)];
                let is_active = !(is_mutual & (from < to));
                active.push_if(pair + u32::from(numbers[n][from][to]), is_active);
            }
        };
        let attackers = placement.pieces(color, piece_type);
        if piece_type != Pawn {
            for from in attackers {
                for to in attacks::piece(backend, piece_type, from, occupied) & targets {
                    push(from, to);
                }
            }
            continue;
        }
        let (ahead, step) = match color {
            Color::White => (attackers.north(), 8),
            Color::Black => (attackers.south(), -8),
        };
        let (right, left) = match color {
            Color::White => ((ahead.east(), step + 1), (ahead.west(), step - 1)),
            Color::Black => ((ahead.west(), step - 1), (ahead.east(), step + 1)),
        };
        let pushed = if rules.has_pushes { ahead } else { Bitboard::EMPTY };
        let pushed = pushed & placement.by_type(Pawn);
        for (reached, step) in
            [(right.0 & targets, right.1), (left.0 & targets, left.1), (pushed, step)]
        {
            for to in reached {
                push(Square::from_low_bits((to as i8 - step) as u8), to);
            }
        }
    }
}
