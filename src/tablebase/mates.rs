//! Distances to mate, computed in memory: tables that need no files.
//!
//! The positions of a material are numbered. A first pass counts the moves of each that keep the
//! material, and finds those that are decided without them: checkmates, captures and promotions.
//! Then positions are decided in the order of their distances: those before a lost one are won, and
//! one is lost when each of its moves leads to a won one.

use std::collections::BTreeMap;
use std::mem::take;

use arrayvec::ArrayVec;

use super::material::Material;
use crate::movegen::legal_moves;
use crate::pool::{self, Interrupted, Run};
use crate::position::{Placement, Position, Setup};
use crate::progress;
use crate::types::{Bitboard, Color, Piece, PieceType, Rank, Square};

/// The value of an index without a legal position.
const ILLEGAL: u8 = u8::MAX;

const INDICES_PER_JOB: usize = 1 << 12;

/// The tables of some materials, those after captures and promotions among them.
#[derive(Default)]
pub(super) struct Mates(BTreeMap<Material, MateTable>);

/// The positions of a material, without castling rights and en passant.
struct MateTable {
    /// The pieces, White's king first, and equal ones in a row.
    pieces: Vec<Piece>,
    /// By index, the plies to mate plus 1; 0 if the position is drawn.
    values: Vec<u8>,
}

/// The plies to mate with best play, and the number of moves that keep the material.
struct MateDistance {
    plies: Option<u8>,
    quiet_moves: u8,
}

impl Mates {
    /// Computes the tables of all materials of 3 to `pieces` pieces, at most 4.
    pub(super) fn generate(pieces: usize, run: Run<'_>) -> Result<Mates, Interrupted> {
        let mut materials = Vec::new();
        for (count, a) in ["Q", "R", "B", "N", "P"].into_iter().enumerate() {
            for b in ["", "Q", "R", "B", "N", "P"].into_iter().take(count + 2) {
                let names = [format!("K{a}{b}vK"), format!("K{a}vK{b}")];
                materials.extend(names.iter().filter_map(|name| Material::from_name(name)));
            }
        }
        materials.retain(|material| material.pieces() <= pieces);
        let pawns = |material: Material| {
            Color::ALL.map(|color| material.count(color, PieceType::Pawn)).iter().sum::<usize>()
        };
        // captures and promotions lead to earlier ones
        materials.sort_by_key(|&material| (material.pieces(), pawns(material), material));
        materials.dedup();
        let sizes = materials.iter().map(|material| 1 << (6 * material.pieces()));
        run.progress.inspect(|counter| counter.set_total(Some(sizes.sum())));
        let mut mates = Mates::default();
        for material in materials {
            mates.add(material, run)?;
        }
        Ok(mates)
    }

    /// The plies to mate with best play: even if the side to move is mated. `None` if the position is
    /// drawn.
    pub(super) fn plies(&self, position: &Position) -> Option<u8> {
        let placement = position.placement();
        if position.legal_ep_square().is_some() {
            return self.evaluate(position).plies;
        }
        let material = Material::of(placement);
        let found = self.0.get(&material).map(|table| (table, false));
        let swapped = || self.0.get(&material.swapped()).map(|table| (table, true));
        let (table, is_swapped) = found.or_else(swapped)?;
        table.values[table.index(placement, position.turn(), is_swapped)].checked_sub(1)
    }

    /// Evaluates a position by those after its moves. Unknown ones count as drawn.
    fn evaluate(&self, position: &Position) -> MateDistance {
        let moves = legal_moves(position);
        let material = Material::of(position.placement());
        let (mut win, mut loss, mut quiet_moves) = (None, Some(0), 0);
        for &m in &moves {
            let after = position.replayed(m);
            match self.plies(&after) {
                Some(plies) if plies % 2 == 0 => win = win.into_iter().chain([plies + 1]).min(),
                Some(plies) => loss = loss.map(|loss: u8| loss.max(plies + 1)),
                None => loss = None,
            }
            let keeps_material = Material::of(after.placement()) == material;
            quiet_moves += u8::from(keeps_material && after.legal_ep_square().is_none());
        }
        if moves.is_empty() && !position.is_check() {
            loss = None;
        }
        MateDistance { plies: win.or(loss), quiet_moves }
    }

    /// Computes the table of a material.
    fn add(&mut self, material: Material, run: Run<'_>) -> Result<(), Interrupted> {
        let table = MateTable::new(material);
        let size = table.values.len();
        self.0.insert(material, table);
        let first = pool::map(run, pool::ranges(size, INDICES_PER_JOB), |indices| {
            progress::advance(run.progress, indices.len());
            let evaluate = |index| Some(self.evaluate(&self.0[&material].position(index)?));
            indices.map(evaluate).collect::<Vec<_>>()
        })?;
        // the positions that may have a distance
        let mut candidates = vec![Vec::new(); usize::from(ILLEGAL)];
        let mut open_moves = Vec::with_capacity(size);
        for (index, evaluation) in first.into_iter().flatten().enumerate() {
            if let Some(plies) = evaluation.as_ref().and_then(|evaluation| evaluation.plies) {
                candidates[usize::from(plies)].push(index);
            }
            if evaluation.is_none() {
                self.values(material)[index] = ILLEGAL;
            }
            open_moves.push(evaluation.map_or(0, |evaluation| evaluation.quiet_moves));
        }
        for plies in 0..ILLEGAL - 1 {
            if (run.stop)() {
                return Err(Interrupted);
            }
            for index in take(&mut candidates[usize::from(plies)]) {
                if self.values(material)[index] != 0 {
                    continue;
                }
                self.values(material)[index] = plies + 1;
                for (before, is_double_push) in self.0[&material].before(index) {
                    let table = &self.0[&material];
                    if table.values[before] != 0 {
                        continue;
                    }
                    if plies % 2 == 0 && !is_double_push {
                        candidates[usize::from(plies + 1)].push(before);
                        continue;
                    }
                    open_moves[before] = open_moves[before].saturating_sub(1);
                    if (open_moves[before] == 0 || is_double_push)
                        && let Some(position) = table.position(before)
                        && let Some(plies) = self.evaluate(&position).plies
                    {
                        candidates[usize::from(plies)].push(before);
                    }
                }
            }
        }
        Ok(())
    }

    fn values(&mut self, material: Material) -> &mut [u8] {
        self.0.get_mut(&material).map_or(&mut [], |table| &mut table.values)
    }
}

impl MateTable {
    fn new(material: Material) -> MateTable {
        let mut pieces = Vec::new();
        for color in Color::ALL {
            for piece_type in PieceType::ALL.into_iter().rev() {
                let count = material.count(color, piece_type);
                pieces.extend(std::iter::repeat_n(Piece { color, piece_type }, count));
            }
        }
        let values = vec![0; 1 << (6 * pieces.len())];
        MateTable { pieces, values }
    }

    /// Returns the index of a position: the squares of the pieces, mirrored if White's king is on files
    /// e to h. The bit that this saves is the side to move. Swapped colors exchange the sides.
    fn index(&self, placement: &Placement, turn: Color, is_swapped: bool) -> usize {
        let of = |color: Color| if is_swapped { !color } else { color };
        let flip_rank = |square: usize| if is_swapped { square ^ 56 } else { square };
        let king = placement.king_unchecked(of(Color::White)) as usize;
        let flip = |square: Square| flip_rank(square as usize) ^ if king & 4 > 0 { 7 } else { 0 };
        let mut index = 0;
        for equal in self.pieces.chunk_by(PartialEq::eq) {
            let pieces = placement.pieces(of(equal[0].color), equal[0].piece_type);
            let mut squares: ArrayVec<usize, 4> = pieces.into_iter().map(flip).collect();
            squares.sort_unstable();
            index = squares.into_iter().fold(index, |index, square| index << 6 | square);
        }
        index | (of(turn) as usize) << self.turn_bit()
    }

    /// The bit of the index for the side to move.
    fn turn_bit(&self) -> usize {
        6 * self.pieces.len() - 4
    }

    /// Returns the position of an index, if it is legal.
    fn position(&self, index: usize) -> Option<Position> {
        let is_black = index >> self.turn_bit() & 1 > 0;
        let mut setup =
            Setup { turn: if is_black { Color::Black } else { Color::White }, ..Setup::EMPTY };
        let squares = index & !(1 << self.turn_bit());
        let mut last = None;
        for (n, &piece) in self.pieces.iter().rev().enumerate().rev() {
            let square = Square::from_low_bits((squares >> (6 * n)) as u8);
            // equal pieces are in order
            if setup.placement.occupied().has(square)
                || last.is_some_and(|(other, before)| other == piece && before > square)
            {
                return None;
            }
            setup.placement.put(square, piece);
            last = Some((piece, square));
        }
        Position::of_setup(&setup).ok()
    }

    /// Returns the indices of the positions before the one of an index, and whether the move was a
    /// pawn's double step. Some of them may be illegal.
    fn before(&self, index: usize) -> Vec<(usize, bool)> {
        let mut found = Vec::new();
        let Some(position) = self.position(index) else { return found };
        let (placement, turn) = (position.placement(), !position.turn());
        let back = |from: Bitboard| match turn {
            Color::White => from.south() - placement.occupied() - Bitboard::BACK_RANKS,
            Color::Black => from.north() - placement.occupied() - Bitboard::BACK_RANKS,
        };
        for square in placement.by_color(turn) {
            let piece_type = placement.type_at_unchecked(square);
            let mut add = |from: Square, is_double_step| {
                let mut before = *placement;
                before.remove(square);
                before.put(from, Piece { color: turn, piece_type });
                found.push((self.index(&before, turn, false), is_double_step));
            };
            let mut origins = placement.attacks_from(square) - placement.occupied();
            if piece_type == PieceType::Pawn {
                origins = back(Bitboard::from_square(square));
                if square.rank().relative_to(turn) == Rank::Fourth {
                    back(origins).into_iter().for_each(|from| add(from, true));
                }
            }
            origins.into_iter().for_each(|from| add(from, false));
        }
        found
    }
}
