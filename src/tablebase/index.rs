//! The index of a position in a table: the pieces on squares, up to symmetry.
//!
//! A table lists its pieces in an order in which equal pieces are a group. The first group is placed
//! with regard to symmetry: the pawns of one side; without pawns two kings, or three pieces of
//! which there are no others. A group has a number, among the ways to put it on the squares that the
//! groups before it leave, and the index is a number in a mixed base of these.

use std::sync::LazyLock;

use super::error::TableError;
use super::file::Header;
use super::material::Material;
use crate::position::Placement;
use crate::types::{Color, PieceType};
use arrayvec::ArrayVec;

/// The largest number of pieces.
pub(super) const MAX_PIECES: usize = 7;

/// The ways to place the kings up to symmetry.
const KING_PAIRS: u64 = 462;
/// The ways to place three different pieces up to symmetry.
const TRIPLES: u64 = 31332;
/// The squares on which pawns stand.
const PAWN_SQUARES: u64 = 48;

/// A group of pieces.
#[derive(Clone, Copy, Debug)]
struct Group {
    len: usize,
    /// The number of indices for each way to place the group.
    factor: u64,
}

/// The numbers of the positions of one material, and with pawns of one file of the leading pawn.
#[derive(Debug)]
pub(super) struct Numbering {
    /// The pieces by group; pieces that are the same follow each other.
    pieces: ArrayVec<(Color, PieceType), MAX_PIECES>,
    groups: ArrayVec<Group, MAX_PIECES>,
    first: First,
    /// The number of positions.
    pub(super) size: u64,
}

/// The first group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum First {
    Kings,
    Triple,
    /// Pawns, followed by a group of the other side's pawns.
    Pawns {
        has_others: bool,
    },
}

/// The numbers of pawns: those of the leading side, and of the other.
pub(super) fn pawns(material: Material) -> [(Color, usize); 2] {
    let [white, black] =
        [Color::White, Color::Black].map(|color| (color, material.count(color, PieceType::Pawn)));
    if black.1 > 0 && (white.1 == 0 || white.1 > black.1) { [black, white] } else { [white, black] }
}

impl Numbering {
    /// Reads the pieces and the orders of groups, for one or two sides to move, where the leading
    /// pawn is on a file.
    pub(super) fn read(
        header: &mut Header<'_>,
        material: Material,
        file: usize,
        sides: usize,
    ) -> Result<Vec<Numbering>, TableError> {
        let has_others = pawns(material)[1].1 > 0;
        let orders = [header.u8()?, if has_others { header.u8()? } else { 0xFF }];
        let bytes = (0..material.pieces()).map(|_| header.u8());
        let bytes = bytes.collect::<Result<ArrayVec<u8, MAX_PIECES>, _>>()?;
        let numbering = |shift: usize| {
            let nibble = |byte: u8| byte >> shift & 0xF;
            let pieces = bytes.iter().map(|&byte| piece_of(nibble(byte))).collect::<Option<_>>()?;
            Numbering::new(material, pieces, orders.map(nibble), file)
        };
        let numberings = [0, 4][..sides].iter().map(|&shift| numbering(shift));
        let error = "its pieces are not those of its name";
        numberings.collect::<Option<_>>().ok_or_else(|| header.damaged(error))
    }

    fn new(
        material: Material,
        pieces: ArrayVec<(Color, PieceType), MAX_PIECES>,
        orders: [u8; 2],
        file: usize,
    ) -> Option<Numbering> {
        let mut runs: ArrayVec<usize, MAX_PIECES> = ArrayVec::new();
        for run in pieces.chunk_by(|a, b| a == b) {
            let others = pieces.iter().filter(|&piece| *piece == run[0]).count();
            // groups are whole, and hence all pieces are there
            let is_whole = run.len() == others && others == material.count(run[0].0, run[0].1);
            is_whole.then(|| runs.push(run.len()))?;
        }
        let [leading, other] = pawns(material);
        let (first, first_runs) = if leading.1 > 0 {
            let count = |n: usize| pieces.get(n).map(|&(color, piece_type)| (color, piece_type));
            let is_pawn_of = |n, color| count(n) == Some((color, PieceType::Pawn));
            let has_others = other.1 > 0;
            let fits = is_pawn_of(0, leading.0) && (!has_others || is_pawn_of(leading.1, other.0));
            fits.then_some((First::Pawns { has_others }, 1))?
        } else if runs.iter().filter(|&&len| len == 1).count() == 2 {
            let is_king = |n: usize| pieces[n].1 == PieceType::King;
            (is_king(0) && is_king(1)).then_some((First::Kings, 2))?
        } else {
            (runs.iter().take(3).all(|&len| len == 1)).then_some((First::Triple, 3))?
        };
        let lens = std::iter::once(runs[..first_runs].iter().sum())
            .chain(runs[first_runs..].iter().copied());
        let groups = lens.map(|len| Group { len, factor: 0 }).collect();
        let mut numbering = Numbering { pieces, groups, first, size: 1 };
        numbering.set_factors(orders.map(usize::from), file)?;
        Some(numbering)
    }

    /// Computes the factors of groups, given the places of the first group and of the other side's
    /// pawns in the order of the base.
    fn set_factors(&mut self, [first, second]: [usize; 2], file: usize) -> Option<()> {
        let lead = self.groups[0].len;
        let has_others = self.first == First::Pawns { has_others: true };
        let others = if has_others { self.groups[1].len } else { 0 };
        let mut rest = 1 + usize::from(has_others);
        let mut free = 64 - (lead + others) as u64;
        for place in 0..self.groups.len() {
            let (group, ways) = if place == first {
                let ways = match self.first {
                    First::Kings => KING_PAIRS,
                    First::Triple => TRIPLES,
                    First::Pawns { .. } => u64::from(NUMBERS.pawn_sets[lead - 1][file]),
                };
                (0, ways)
            } else if has_others && place == second {
                (1, NUMBERS.binomial(PAWN_SQUARES - lead as u64, others))
            } else {
                let len = self.groups.get(rest)?.len;
                let ways = NUMBERS.binomial(free, len);
                free -= len as u64;
                rest += 1;
                (rest - 1, ways)
            };
            self.groups[group].factor = self.size;
            self.size *= ways;
        }
        self.groups.iter().all(|group| group.factor > 0).then_some(())
    }

    /// The index of a position of the material, with the colors and ranks flipped or not.
    pub(super) fn index(&self, placement: &Placement, flips: bool) -> u64 {
        let mut squares = [0u8; MAX_PIECES];
        let mut filled = 0;
        let has_pawns = matches!(self.first, First::Pawns { .. });
        let flipped_ranks = if flips && has_pawns { 0x38 } else { 0 };
        while let Some(&(color, piece_type)) = self.pieces.get(filled) {
            let color = if flips { !color } else { color };
            let set = placement.pieces(color, piece_type);
            for square in set {
                squares[filled] = square as u8 ^ flipped_ranks;
                filled += 1;
            }
        }
        let squares = &mut squares[..filled];
        let (lead, index) = match self.first {
            First::Pawns { .. } => (self.groups[0].len, number_pawns(squares, self.groups[0].len)),
            First::Kings => (2, number_kings(squares)),
            First::Triple => (3, number_triple(squares)),
        };
        let mut index = index * self.groups[0].factor;
        let mut start = lead;
        for (n, group) in self.groups.iter().enumerate().skip(1) {
            let is_pawns = n == 1 && self.first == First::Pawns { has_others: true };
            let (before, others) = squares.split_at_mut(start);
            let of_group = &mut others[..group.len];
            sort(of_group, |square| square);
            let mut number = 0;
            for (rank, &square) in of_group.iter().enumerate() {
                let taken = before.iter().filter(|&&other| other < square).count() as u8;
                let place = square - taken - if is_pawns { 8 } else { 0 };
                number += u64::from(NUMBERS.binomials[rank + 1][usize::from(place)]);
            }
            index += number * group.factor;
            start += group.len;
        }
        index
    }
}

/// The file of the leading pawn, a to d as 0 to 3, given the pawns of the leading side.
pub(super) fn leading_file(placement: &Placement, color: Color, flips: bool) -> usize {
    let color = if flips { !color } else { color };
    let flipped_ranks = if flips { 0x38 } else { 0 };
    let pawns = placement.pieces(color, PieceType::Pawn).into_iter();
    let leading = pawns.max_by_key(|&square| pawn_order(square as u8 ^ flipped_ranks));
    leading.map_or(0, |square| folded_file(square as u8).into())
}

/// The piece of four bits of a header.
fn piece_of(bits: u8) -> Option<(Color, PieceType)> {
    let color = if bits & 8 == 0 { Color::White } else { Color::Black };
    let piece_type = PieceType::from_index(usize::from(bits & 7).checked_sub(1)?)?;
    Some((color, piece_type))
}

/// The distance of a file from the edge of the board, 0 to 3.
fn folded_file(square: u8) -> u8 {
    let file = square & 7;
    if file > 3 { 7 - file } else { file }
}

/// The order of squares of pawns: the leading pawn has the largest number. Files from the edge
/// inward, then ranks from the second up, then the queenside first.
fn pawn_order(square: u8) -> u8 {
    let rank = (square >> 3) - 1;
    47 - (12 * folded_file(square) + 2 * rank + (square & 7 > 3) as u8)
}

/// Numbers of squares and of sets of squares.
struct Numbers {
    /// The number of sets of `k` of `n`, by `k` and `n`.
    binomials: [[u32; 64]; 7],
    /// The triangle a1, d1, d4: its six squares below the diagonal, then those on it.
    triangle: [u8; 64],
    /// The squares below the diagonal from a1 to h8.
    below_diagonal: [u8; 64],
    /// Two kings, of which the first is in the triangle, by its number there.
    kings: [[u16; 64]; 10],
    /// Pawns, by their number less 1, of which the leading one is on a square and the others are
    /// the last ones.
    leading_pawns: [[u32; 64]; 6],
    /// The number of sets of pawns, by their number less 1 and the file of the leading one.
    pawn_sets: [[u32; 4]; 6],
}

static NUMBERS: LazyLock<Numbers> = LazyLock::new(Numbers::new);

impl Numbers {
    fn new() -> Numbers {
        let mut binomials = [[0u32; 64]; 7];
        binomials[0] = [1; 64];
        for (k, n) in (1..7).flat_map(|k| (1..64).map(move |n| (k, n))) {
            binomials[k][n] = binomials[k - 1][n - 1] + binomials[k][n - 1];
        }
        let is_below = |&square: &usize| square & 7 > square >> 3;
        let below = (0..64).filter(is_below);
        let mut below_diagonal = [0; 64];
        below.clone().zip(0..).for_each(|(square, n)| below_diagonal[square] = n);
        let corner: Vec<usize> =
            below.filter(|square| square & 7 < 4).chain([0, 9, 18, 27]).collect();
        let mut triangle = [0; 64];
        corner.iter().zip(0..).for_each(|(&square, n)| triangle[square] = n);
        // both kings on the diagonal have the last numbers
        let mut kings = [[0; 64]; 10];
        let mut count = 0;
        for both_on_diagonal in [false, true] {
            for (n, &king) in corner.iter().enumerate() {
                for (other, number) in kings[n].iter_mut().enumerate() {
                    let [files, ranks] =
                        [7, 56].map(|mask| (king & mask).abs_diff(other & mask) & mask);
                    let is_near = files < 2 && ranks < 16;
                    let is_on = n > 5 && other % 9 == 0;
                    let is_above = n > 5 && !is_on && !is_below(&other);
                    if !is_near && !is_above && is_on == both_on_diagonal {
                        *number = count;
                        count += 1;
                    }
                }
            }
        }
        let (mut leading_pawns, mut pawn_sets) = ([[0; 64]; 6], [[0; 4]; 6]);
        for (others, file) in (0..6).flat_map(|others| (0..4).map(move |file| (others, file))) {
            for square in (8 + file..56).step_by(8) {
                leading_pawns[others][square] = pawn_sets[others][file];
                pawn_sets[others][file] += binomials[others][usize::from(pawn_order(square as u8))];
            }
        }
        Numbers { binomials, triangle, below_diagonal, kings, leading_pawns, pawn_sets }
    }

    fn binomial(&self, n: u64, k: usize) -> u64 {
        u64::from(self.binomials[k][n as usize])
    }
}

/// Sorts a few squares.
fn sort(squares: &mut [u8], key: impl Fn(u8) -> u8) {
    for end in 1..squares.len() {
        let mut at = end;
        while at > 0 && key(squares[at - 1]) > key(squares[at]) {
            squares.swap(at - 1, at);
            at -= 1;
        }
    }
}

/// The height of a square above the diagonal from a1 to h8.
fn above_diagonal(square: u8) -> i8 {
    (square >> 3) as i8 - (square & 7) as i8
}

/// Flips the board so that the first piece is in the triangle, and the first of the leading pieces
/// that is not on the diagonal is below it.
fn flip_to_triangle(squares: &mut [u8], leading: usize) {
    let file = if squares[0] & 4 != 0 { 0x07 } else { 0 };
    let rank = if squares[0] & 0x20 != 0 { 0x38 } else { 0 };
    squares.iter_mut().for_each(|square| *square ^= file ^ rank);
    let first = squares[..leading].iter().map(|&square| above_diagonal(square));
    if first.into_iter().find(|&height| height != 0).is_some_and(|height| height > 0) {
        squares.iter_mut().for_each(|square| *square = *square >> 3 | (*square & 7) << 3);
    }
}

fn number_kings(squares: &mut [u8]) -> u64 {
    flip_to_triangle(squares, 2);
    let first = NUMBERS.triangle[usize::from(squares[0])];
    NUMBERS.kings[usize::from(first)][usize::from(squares[1])].into()
}

fn number_triple(squares: &mut [u8]) -> u64 {
    flip_to_triangle(squares, 3);
    let [a, b, c] = [squares[0], squares[1], squares[2]];
    let b_passes = u64::from(b > a);
    let c_passes = u64::from(c > a) + u64::from(c > b);
    let below = |square: u8| u64::from(NUMBERS.below_diagonal[usize::from(square)]);
    let file = |square: u8| u64::from(square & 7);
    let c_number = u64::from(c) - c_passes;
    let mut start = 6 * 63 * 62;
    if above_diagonal(a) != 0 {
        let a_number = u64::from(NUMBERS.triangle[usize::from(a)]);
        return (a_number * 63 + u64::from(b) - b_passes) * 62 + c_number;
    }
    if above_diagonal(b) != 0 {
        return start + (file(a) * 28 + below(b)) * 62 + c_number;
    }
    start += 4 * 28 * 62;
    let pair = file(a) * 7 + file(b) - b_passes;
    if above_diagonal(c) != 0 {
        return start + pair * 28 + below(c);
    }
    start + 4 * 7 * 28 + pair * 6 + file(c) - c_passes
}

/// The number of the pawns of the leading side, the first `count` squares.
fn number_pawns(squares: &mut [u8], count: usize) -> u64 {
    sort(&mut squares[..count], |square| 47 - pawn_order(square));
    if squares[0] & 4 != 0 {
        squares.iter_mut().for_each(|square| *square ^= 0x07);
        sort(&mut squares[1..count], |square| 47 - pawn_order(square));
    }
    let mut number = NUMBERS.leading_pawns[count - 1][usize::from(squares[0])];
    for (n, &square) in squares[..count].iter().enumerate().skip(1) {
        number += NUMBERS.binomials[count - n][usize::from(pawn_order(square))];
    }
    number.into()
}
