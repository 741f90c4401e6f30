//! Marks after a move: check, mate, en passant.

use super::token::MoveSuffix;
use crate::notation::san::Deviations;
use crate::position::Position;
use crate::types::Move;

/// The check that a move gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Check {
    None,
    /// By the piece that moved, or by castling.
    Direct,
    /// By another piece only.
    Discovered,
    Double,
    Mate,
}

impl Check {
    /// Returns the check that a legal move gives.
    pub(super) fn of(position: &Position, m: Move) -> Check {
        let after = position.after(m);
        let checkers = after.checkers();
        if checkers.is_empty() {
            Check::None
        } else if after.is_checkmate() {
            Check::Mate
        } else if checkers.more_than_one() {
            Check::Double
        } else if checkers.has(m.to()) || position.castling_side(m).is_some() {
            Check::Direct
        } else {
            Check::Discovered
        }
    }
}

/// Whether all marks of check and en passant are right for a legal move. Of several moves that a
/// text describes, its marks may select one: `B-N5ch`, `PxP e.p.`
pub(super) fn fit(marks: &[MoveSuffix], position: &Position, m: Move) -> bool {
    let check = Check::of(position, m);
    let mate_or_double = position.after(m).checkers().more_than_one();
    marks.iter().all(|mark| match mark {
        MoveSuffix::EnPassant => position.is_en_passant(m),
        MoveSuffix::Check => check != Check::None,
        MoveSuffix::Double => mate_or_double,
        MoveSuffix::Discovered => !matches!(check, Check::None | Check::Direct),
        MoveSuffix::Mate => check == Check::Mate,
        MoveSuffix::DoublePlus => check == Check::Mate || check == Check::Double,
        MoveSuffix::DrawOffer | MoveSuffix::Assessment => true,
    })
}

/// The deviations of the marks of a legal move.
pub(super) fn deviations(marks: &[MoveSuffix], position: &Position, m: Move) -> Deviations {
    let check = Check::of(position, m);
    let has = |wanted: &[MoveSuffix]| marks.iter().any(|mark| wanted.contains(mark));
    let mut found = Deviations::empty();
    found.set(Deviations::DRAW_OFFER, has(&[MoveSuffix::DrawOffer]));
    found.set(Deviations::ASSESSMENT, has(&[MoveSuffix::Assessment]));
    found.set(
        Deviations::WRONG_EN_PASSANT,
        has(&[MoveSuffix::EnPassant]) && !position.is_en_passant(m),
    );
    found.set(
        Deviations::MISSING_EN_PASSANT,
        !has(&[MoveSuffix::EnPassant]) && position.is_en_passant(m),
    );
    let check_marks = [
        MoveSuffix::Check,
        MoveSuffix::Double,
        MoveSuffix::Discovered,
        MoveSuffix::Mate,
        MoveSuffix::DoublePlus,
    ];
    let is_marked = has(&check_marks);
    found.set(Deviations::MISSING_CHECK, check != Check::None && !is_marked);
    let others: Vec<MoveSuffix> =
        marks.iter().copied().filter(|&mark| mark != MoveSuffix::EnPassant).collect();
    found.set(Deviations::WRONG_CHECK, is_marked && !fit(&others, position, m));
    found
}
