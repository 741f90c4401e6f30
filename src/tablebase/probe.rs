//! The value of a position: its table, and the captures and pawn moves that tables leave out.

use super::error::{TableError, TableKind};
use super::set::Tablebase;
use crate::attacks::{Backend, Task, dispatch, task};
use crate::movegen::{legal_captures_with, legal_moves_with};
use crate::position::Position;
use crate::types::{Move, PieceType};

/// A result, and what it depends on.
#[derive(Clone, Copy)]
struct Resolved {
    wdl: i8,
    /// Whether a capture has the result, and it is a win, or the only move with it is en passant.
    is_zeroing: bool,
}

impl Tablebase {
    /// Returns the result with best play for the side to move: 2 won, 1 won but drawn by the 50-move
    /// rule, 0 drawn, -1 lost but drawn by the 50-move rule, -2 lost. The halfmove clock is taken to
    /// be 0.
    ///
    /// # Errors
    /// If there is no table, or it cannot be read.
    pub fn wdl(&self, position: &Position) -> Result<i8, TableError> {
        let tables = self;
        dispatch(task!(|backend,
                        tables: &Tablebase,
                        position: &Position|
         -> Result<i8, TableError> { tables.wdl_with(backend, position) }))
    }

    /// Returns the plies to the next capture or pawn move with best play, which may be one too many:
    /// positive if the side to move wins, negative if it loses, 0 if the position is drawn. Above
    /// 100 or below -100 the 50-move rule makes it a draw.
    ///
    /// # Errors
    /// If there is no table, or it cannot be read.
    pub fn dtz(&self, position: &Position) -> Result<i32, TableError> {
        let tables = self;
        dispatch(task!(|backend,
                        tables: &Tablebase,
                        position: &Position|
         -> Result<i32, TableError> { tables.dtz_with(backend, position) }))
    }

    /// Returns the plies to mate with best play: positive if the side to move wins, negative if it
    /// loses, 0 if it is mated or the position is drawn.
    ///
    /// # Errors
    /// If there is no table, or it was not made by [`Tablebase::generate`].
    pub fn dtm(&self, position: &Position) -> Result<i32, TableError> {
        self.check(position)?;
        let none = TableError::OtherDistance("Syzygy tables have distances to zeroing (dtz)");
        let plies = self.mates.as_ref().ok_or(none)?.plies(position).map_or(0, i32::from);
        Ok(if plies % 2 > 0 { plies } else { -plies })
    }

    /// Returns the result for the side to move by the 50-move rule: 1, 0 or -1. `None` if there is no
    /// table, or if a win or loss depends on the number of moves since the last capture or pawn move,
    /// which there were some.
    ///
    /// # Errors
    /// If a table cannot be read.
    pub fn exact_result(&self, position: &Position) -> Result<Option<i8>, TableError> {
        match self.wdl(position) {
            Ok(2 | -2) if position.halfmove_clock() > 0 => Ok(None),
            Ok(wdl) => Ok(Some(wdl / 2)),
            Err(error) if error.is_missing() => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// [`Tablebase::wdl`] inside a task that already runs on a backend.
    #[inline(always)]
    pub(crate) fn wdl_with<B: Backend>(
        &self,
        backend: B,
        position: &Position,
    ) -> Result<i8, TableError> {
        self.check(position)?;
        if let Some(mates) = &self.mates {
            // no mate of up to four pieces needs 50 moves without a capture or pawn move
            return Ok(mates.plies(position).map_or(0, |plies| if plies % 2 > 0 { 2 } else { -2 }));
        }
        Ok(self.result(backend, position)?.wdl)
    }

    /// [`Tablebase::dtz`] inside a task that already runs on a backend.
    #[inline(always)]
    pub(crate) fn dtz_with<B: Backend>(
        &self,
        backend: B,
        position: &Position,
    ) -> Result<i32, TableError> {
        self.check(position)?;
        if self.mates.is_some() {
            return Err(TableError::OtherDistance("generated tables have distances to mate (dtm)"));
        }
        backend.enter(Distance { tables: self, position, may_search: true })
    }

    fn check(&self, position: &Position) -> Result<(), TableError> {
        let pieces = position.placement().occupied().len();
        if pieces > self.max_pieces().max(2) {
            return Err(TableError::TooManyPieces(pieces, self.max_pieces()));
        }
        if !position.castling().is_empty() {
            return Err(TableError::CastlingRights);
        }
        Ok(())
    }

    /// The result in the table, which lacks captures that are better.
    fn table_wdl(&self, position: &Position) -> Result<i8, TableError> {
        if position.placement().occupied().len() == 2 {
            return Ok(0);
        }
        let (table, orientation) = self.table(position, TableKind::Wdl)?;
        table.wdl(position.placement(), orientation)
    }

    #[inline(always)]
    fn result<B: Backend>(&self, backend: B, position: &Position) -> Result<Resolved, TableError> {
        let (mut of_captures, mut of_en_passant) = (None, None);
        for m in legal_captures_with(backend, position) {
            let after = position.replayed(m);
            let wdl = -backend.enter(Captures {
                tables: self,
                position: &after,
                alpha: -2,
                beta: -of_captures.unwrap_or(-2),
            })?;
            if wdl == 2 {
                return Ok(Resolved { wdl, is_zeroing: true });
            }
            let is_en_passant = position.is_en_passant(m);
            let best = if is_en_passant { &mut of_en_passant } else { &mut of_captures };
            *best = (*best).max(Some(wdl));
        }
        let of_table = self.table_wdl(position)?;
        // the table is of the position in which en passant is not possible
        let decides = |wdl: &i8| {
            *wdl > of_table || of_table == 0 && is_stalemate_without_en_passant(backend, position)
        };
        if of_en_passant > of_captures
            && let Some(wdl) = of_en_passant.filter(decides)
        {
            return Ok(Resolved { wdl, is_zeroing: true });
        }
        match of_captures.max(of_en_passant) {
            Some(wdl) if wdl >= of_table => Ok(Resolved { wdl, is_zeroing: wdl > 0 }),
            _ => Ok(Resolved { wdl: of_table, is_zeroing: false }),
        }
    }
}

/// Whether all legal moves are en passant, and there is no check.
fn is_stalemate_without_en_passant<B: Backend>(backend: B, position: &Position) -> bool {
    let moves = legal_moves_with(backend, position);
    moves.iter().all(|&m| position.is_en_passant(m)) && !position.is_check()
}

/// The result of a position without en passant by an alpha-beta search of captures.
struct Captures<'a> {
    tables: &'a Tablebase,
    position: &'a Position,
    alpha: i8,
    beta: i8,
}

impl Task for Captures<'_> {
    type Output = Result<i8, TableError>;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> Result<i8, TableError> {
        let Captures { tables, position, mut alpha, beta } = self;
        for m in legal_captures_with(backend, position) {
            let position = &position.replayed(m);
            let task = Captures { tables, position, alpha: -beta, beta: -alpha };
            alpha = alpha.max(-backend.enter(task)?);
            if alpha >= beta {
                return Ok(alpha);
            }
        }
        Ok(alpha.max(tables.table_wdl(position)?))
    }
}

/// The distance of a position; see [`Tablebase::dtz`].
struct Distance<'a> {
    tables: &'a Tablebase,
    position: &'a Position,
    /// Whether the positions after its moves are searched if the table is of the other side.
    may_search: bool,
}

impl Task for Distance<'_> {
    type Output = Result<i32, TableError>;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> Result<i32, TableError> {
        let Distance { tables, position, may_search } = self;
        let Resolved { wdl, is_zeroing } = tables.result(backend, position)?;
        let of_zeroing = distance_of_zeroing(wdl);
        if wdl == 0 || is_zeroing {
            return Ok(of_zeroing);
        }
        let placement = position.placement();
        let moves = legal_moves_with(backend, position);
        let is_pawn_move = |m: Move| placement.type_at_unchecked(m.from()) == PieceType::Pawn;
        if wdl > 0 && placement.by_type(PieceType::Pawn).any() {
            for &m in moves.iter().filter(|&&m| is_pawn_move(m) && !position.is_capture(m)) {
                if -tables.result(backend, &position.replayed(m))?.wdl == wdl {
                    return Ok(of_zeroing);
                }
            }
        }
        let (table, orientation) = tables.table(position, TableKind::Dtz)?;
        if let Some(plies) = table.dtz(placement, orientation, wdl)? {
            return Ok(of_zeroing + if wdl > 0 { plies } else { -plies });
        }
        if !may_search {
            return Err(table.file.damaged("it has no side to move"));
        }
        // a lost position without other moves is checkmate, or has a capture or pawn move
        let mut best = if wdl > 0 { None } else { Some(of_zeroing) };
        for &m in moves.iter().filter(|&&m| !is_pawn_move(m) && !position.is_capture(m)) {
            let after = position.replayed(m);
            let task = Distance { tables, position: &after, may_search: false };
            let distance = -backend.enter(task)?;
            let found = match distance {
                1 if after.is_checkmate() => 1,
                _ if wdl > 0 && distance > 0 => distance + 1,
                _ if wdl < 0 => distance - 1,
                _ => continue,
            };
            best = Some(best.map_or(found, |best| best.min(found)));
        }
        best.ok_or_else(|| table.file.damaged("no move has the result of its position"))
    }
}

/// The distance of a position in which a capture or pawn move has the result.
pub fn distance_of_zeroing(wdl: i8) -> i32 {
    match wdl {
        2 => 1,
        1 => 101,
        -1 => -101,
        -2 => -1,
        _ => 0,
    }
}
