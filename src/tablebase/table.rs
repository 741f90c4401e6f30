//! One file of a set of tables: its header, and the value of a position.

use std::path::PathBuf;
use std::sync::Arc;

use super::error::{TableError, TableFile, TableKind};
use super::file::{BlockFile, Header, Limits};
use super::index::{self, Numbering};
use super::pairs::{List, Pairs};
use crate::position::Placement;
use crate::types::Color;

/// The files of the leading pawn, up to symmetry.
const FILES: usize = 4;
/// The length of a file divided by 64 has this remainder: a checksum.
const CHECKSUM: u64 = 16;

/// The flag of a file with tables of both sides to move.
const HAS_BOTH_SIDES: u8 = 1;
/// The flag of a file with pawns.
const HAS_PAWNS: u8 = 2;

/// The flag of values of a DTZ table for the second side to move.
const SECOND_SIDE: u8 = 1;
/// The flag of values that are mapped.
const MAPPED: u8 = 2;
/// The flag of wins in plies, not in moves.
const WIN_IN_PLIES: u8 = 4;
/// The flag of losses in plies, not in moves.
const LOSS_IN_PLIES: u8 = 8;
/// The flag of mapped values of 16 bits, not 8.
const WIDE: u8 = 16;

/// The values of positions with the leading pawn on one file, or without pawns.
#[derive(Debug)]
struct TablePart {
    /// By side to move; one of DTZ tables, and if both sides have the same pieces.
    sides: Vec<(Pairs, Numbering)>,
    /// By result, see [`Table::dtz`]: the values of mapped distances.
    map: Option<[Vec<u16>; 4]>,
}

/// The position of a table that a position corresponds to.
#[derive(Clone, Copy)]
pub(super) struct Orientation {
    /// Whether the colors are swapped.
    pub(super) flips: bool,
    /// Whether the second side of the table is to move.
    second_to_move: bool,
    is_symmetric: bool,
}

impl Orientation {
    /// The orientation of a position, given whether the colors of its material are swapped in the table.
    pub(super) fn new(is_symmetric: bool, is_swapped: bool, turn: Color) -> Orientation {
        let is_black = turn == Color::Black;
        let flips = if is_symmetric { is_black } else { is_swapped };
        Orientation { flips, second_to_move: is_black != flips, is_symmetric }
    }
}

/// An opened file.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) file: BlockFile,
    /// The color of the leading pawns.
    leading: Option<Color>,
    parts: Vec<TablePart>,
}

impl Table {
    pub(super) fn open(
        name: TableFile,
        path: PathBuf,
        limits: Arc<Limits>,
    ) -> Result<Table, TableError> {
        let file = BlockFile::open(name, path, limits)?;
        let mut header = Header::new(&file);
        let is_wdl = name.kind == TableKind::Wdl;
        let magic = if is_wdl { 0x5D23_E871 } else { 0xA50C_66D7 };
        header.ensure(file.len % 64 == CHECKSUM, "its length is impossible")?;
        let found = header.u32()?;
        header.ensure(found == magic, "it begins as no such table")?;
        let [(leading, pawns), _] = index::pawns(name.material);
        let leading = (pawns > 0).then_some(leading);
        let is_symmetric = name.material.is_symmetric();
        let has_both = if is_symmetric { 0 } else { HAS_BOTH_SIDES };
        let flags = has_both | if leading.is_some() { HAS_PAWNS } else { 0 };
        let found = header.u8()? & (HAS_BOTH_SIDES | HAS_PAWNS);
        header.ensure(found == flags, "its pieces are not those of its name")?;
        let sides = if is_wdl && !is_symmetric { 2 } else { 1 };
        let parts = read_parts(&mut header, name, sides, if pawns > 0 { FILES } else { 1 })?;
        Ok(Table { file, leading, parts })
    }

    fn part(&self, placement: &Placement, flips: bool) -> &TablePart {
        let file = self.leading.map(|color| index::leading_file(placement, color, flips));
        &self.parts[file.unwrap_or(0)]
    }

    /// The result for the side to move, -2 to 2, unless a capture has a better one.
    pub(super) fn wdl(
        &self,
        placement: &Placement,
        orientation: Orientation,
    ) -> Result<i8, TableError> {
        let part = self.part(placement, orientation.flips);
        let (pairs, numbering) = &part.sides[usize::from(orientation.second_to_move)];
        match pairs.value(&self.file, numbering.index(placement, orientation.flips))? {
            value @ 0..=4 => Ok(value as i8 - 2),
            _ => Err(self.file.damaged("it has an impossible result")),
        }
    }

    /// The plies to zeroing, from 0, of a position with a result other than a draw; `None` if the
    /// table is of the other side to move.
    pub(super) fn dtz(
        &self,
        placement: &Placement,
        orientation: Orientation,
        wdl: i8,
    ) -> Result<Option<i32>, TableError> {
        let part = self.part(placement, orientation.flips);
        let (pairs, numbering) = &part.sides[0];
        let is_second = pairs.flags & SECOND_SIDE != 0;
        if is_second != orientation.second_to_move && !orientation.is_symmetric {
            return Ok(None);
        }
        let mut value = pairs.value(&self.file, numbering.index(placement, orientation.flips))?;
        if let Some(map) = &part.map {
            // won, lost, and drawn by the 50-move rule: won and lost
            let by_result = [1, 3, 0, 2, 0][(wdl + 2) as usize];
            let mapped = map[by_result].get(usize::from(value));
            value = *mapped.ok_or_else(|| self.file.damaged("it has an impossible distance"))?;
        }
        let in_plies = [LOSS_IN_PLIES, 0, 0, 0, WIN_IN_PLIES][(wdl + 2) as usize];
        let is_in_plies = pairs.flags & in_plies != 0;
        Ok(Some(i32::from(value) * if is_in_plies { 1 } else { 2 }))
    }
}

/// Reads the header after its flags.
fn read_parts(
    header: &mut Header<'_>,
    name: TableFile,
    sides: usize,
    files: usize,
) -> Result<Vec<TablePart>, TableError> {
    let numberings = (0..files).map(|file| Numbering::read(header, name.material, file, sides));
    let numberings: Vec<Vec<Numbering>> = numberings.collect::<Result<_, _>>()?;
    header.align(2);
    let is_wdl = name.kind == TableKind::Wdl;
    let mut parts = Vec::with_capacity(files);
    for numberings in numberings {
        let read =
            |numbering: Numbering| Ok((Pairs::read(header, numbering.size, is_wdl)?, numbering));
        let sides = numberings.into_iter().map(read).collect::<Result<_, _>>()?;
        parts.push(TablePart { sides, map: None });
    }
    if !is_wdl {
        for part in &mut parts {
            part.map = read_map(header, part.sides[0].0.flags)?;
        }
        header.align(2);
    }
    for list in [List::Sparse, List::Lengths, List::Blocks] {
        for (pairs, _) in parts.iter_mut().flat_map(|part| &mut part.sides) {
            pairs.place(list, header)?;
        }
    }
    Ok(parts)
}

/// Reads the values of mapped distances.
fn read_map(header: &mut Header<'_>, flags: u8) -> Result<Option<[Vec<u16>; 4]>, TableError> {
    if flags & MAPPED == 0 {
        return Ok(None);
    }
    let is_wide = flags & WIDE != 0;
    if is_wide {
        header.align(2);
    }
    let mut map = [const { Vec::new() }; 4];
    for values in &mut map {
        let mut next = || if is_wide { header.u16() } else { Ok(u16::from(header.u8()?)) };
        let count = next()?;
        *values = (0..count).map(|_| next()).collect::<Result<_, _>>()?;
    }
    Ok(Some(map))
}
