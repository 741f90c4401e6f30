//! Questions to a [`Board`]: what the Laws say. Those that need legal moves need a position that can be
//! played, and raise `IllegalPositionError` elsewhere.

use pyo3::prelude::*;

use super::base::start_number;
use super::play::find;
use super::{Board, BoardState};
use crate::position::{Position, Setup};
use crate::python::arguments::{ColorArgument, Number};
use crate::python::hints::OutcomeObject;
use crate::python::moves::{Move, MoveArgument};
use crate::python::rules::outcome_object;
use crate::rules::{Game, GameResult, Outcome, Termination};
use crate::types::{CastlingSide, Color, Move as CoreMove, PieceType};

impl Board {
    /// The core's move for a question about any move, legal or not; `None` for the null move.
    fn any_move(slf: &Bound<'_, Board>, m: Move) -> PyResult<(Position, Option<CoreMove>)> {
        let position = slf.position()?;
        let m = find(&position, m).or_else(|| m.to_core());
        Ok((position, m))
    }

    /// [`Board::any_move`] for what can be asked of any set-up.
    fn any_move_of_setup(slf: &Bound<'_, Board>, m: Move) -> (Setup, Option<CoreMove>) {
        if let Ok((position, m)) = Board::any_move(slf, m) {
            return (position.to_setup(), m);
        }
        let found = Board::find_pseudo_legal(slf, m).or_else(|| m.to_core());
        (slf.lock().clean_setup(), found)
    }

    /// The wing on which a move castles, if it is castling.
    fn side_of_castling(slf: &Bound<'_, Board>, m: Move) -> Option<CastlingSide> {
        let (setup, m) = Board::any_move_of_setup(slf, m);
        m.and_then(|m| setup.castling_side(m))
    }

    /// Whether a player may still castle on a wing.
    fn has_right(slf: &Bound<'_, Board>, color: Color, side: CastlingSide) -> bool {
        let setup = slf.lock().clean_setup();
        let king = setup.placement.pieces(color, PieceType::King).first();
        king.is_some_and(|king| setup.castling.rook(color, king, side).is_some())
    }

    /// Whether the half-move clock stands at `plies` or above, and the game could go on.
    fn has_idled(slf: &Bound<'_, Board>, plies: u32) -> PyResult<bool> {
        // below that no legal move is asked for, so any set-up will do
        Ok(slf.lock().setup().halfmove_clock >= plies
            && crate::movegen::has_legal_move(&slf.position()?))
    }

    fn ask<T>(slf: &Bound<'_, Board>, question: impl FnOnce(&Game) -> T) -> PyResult<T> {
        Ok(question(slf.lock().game()?))
    }

    /// How the game ended, claims included if they are asked for.
    fn end(slf: &Bound<'_, Board>, claim_draw: bool) -> PyResult<Option<Outcome>> {
        Board::ask(slf, |game| match game.outcome() {
            None if !claim_draw => None,
            None if game.can_claim_fifty_moves() => Some(Outcome::draw(Termination::FiftyMoves)),
            None if game.can_claim_repetition() => {
                Some(Outcome::draw(Termination::ThreefoldRepetition))
            }
            outcome => outcome,
        })
    }
}

#[pymethods]
impl Board {
    /// Whether a legal move gives check.
    fn gives_check(slf: &Bound<'_, Board>, r#move: MoveArgument) -> PyResult<bool> {
        let position = slf.position()?;
        Ok(find(&position, r#move.0).is_some_and(|m| position.after(m).is_check()))
    }

    /// Whether the side to move is mated.
    fn is_checkmate(slf: &Bound<'_, Board>) -> PyResult<bool> {
        Board::ask(slf, |game| game.position().is_checkmate())
    }

    /// Whether the side to move has no legal move and is not in check.
    fn is_stalemate(slf: &Bound<'_, Board>) -> PyResult<bool> {
        Board::ask(slf, |game| game.position().is_stalemate())
    }

    /// Whether neither player has the pieces to mate.
    fn is_insufficient_material(slf: &Bound<'_, Board>) -> bool {
        slf.lock().placement().is_insufficient_material()
    }

    /// Whether a player has not the pieces to mate.
    fn has_insufficient_material(slf: &Bound<'_, Board>, color: ColorArgument) -> bool {
        slf.lock().placement().has_insufficient_material(color.0)
    }

    /// Whether 75 moves of each player without capture or pawn move have ended the game; a mate
    /// counts first.
    fn is_seventyfive_moves(slf: &Bound<'_, Board>) -> PyResult<bool> {
        Board::has_idled(slf, 150)
    }

    /// Whether each player has made 50 moves without capture or pawn move, and the game goes on.
    fn is_fifty_moves(slf: &Bound<'_, Board>) -> PyResult<bool> {
        Board::has_idled(slf, 100)
    }

    /// Whether the player to move can claim a draw by the fifty-move rule, now or with a move.
    fn can_claim_fifty_moves(slf: &Bound<'_, Board>) -> PyResult<bool> {
        Board::ask(slf, Game::can_claim_fifty_moves)
    }

    /// Whether the position has occurred `count` times, now included.
    #[pyo3(signature = (count = Number(3)))]
    fn is_repetition(slf: &Bound<'_, Board>, count: Number) -> PyResult<bool> {
        Board::ask(slf, |game| game.is_repetition(count.0.clamp(0, u32::MAX.into()) as u32))
    }

    /// Whether the position has occurred five times, which ends the game.
    fn is_fivefold_repetition(slf: &Bound<'_, Board>) -> PyResult<bool> {
        Board::is_repetition(slf, Number(5))
    }

    /// Whether the player to move can claim a draw by threefold repetition, now or with a move.
    fn can_claim_threefold_repetition(slf: &Bound<'_, Board>) -> PyResult<bool> {
        Board::ask(slf, Game::can_claim_repetition)
    }

    /// Whether the player to move can claim a draw, by repetition or the fifty-move rule.
    fn can_claim_draw(slf: &Bound<'_, Board>) -> PyResult<bool> {
        Ok(Board::can_claim_fifty_moves(slf)? || Board::can_claim_threefold_repetition(slf)?)
    }

    /// Whether the game is over; with `claim_draw`, also if a draw can be claimed.
    #[pyo3(signature = (*, claim_draw = false))]
    fn is_game_over(slf: &Bound<'_, Board>, claim_draw: bool) -> PyResult<bool> {
        Ok(Board::end(slf, claim_draw)?.is_some())
    }

    /// How the game ended, or `None` if it goes on; with `claim_draw`, claims are made.
    ///
    /// Beyond python-chess, a position that is evidently dead (FIDE 5.2.2) ends the game as
    /// `Termination.DEAD_POSITION`: blocked pawns with nobody to pass them, or forced captures that
    /// leave nothing to mate with. `is_dead_position` looks harder.
    #[pyo3(signature = (*, claim_draw = false))]
    fn outcome<'py>(
        slf: &Bound<'py, Board>,
        claim_draw: bool,
    ) -> PyResult<Option<OutcomeObject<'py>>> {
        let py = slf.py();
        Board::end(slf, claim_draw)?.map(|outcome| outcome_object(py, outcome)).transpose()
    }

    /// The result as PGN writes it: `1-0`, `0-1`, `1/2-1/2`, or `*` while the game goes on.
    #[pyo3(signature = (*, claim_draw = false))]
    fn result(slf: &Bound<'_, Board>, claim_draw: bool) -> PyResult<String> {
        let outcome = Board::end(slf, claim_draw)?;
        Ok(outcome.map_or(GameResult::Unknown, Outcome::result).to_string())
    }

    /// Whether a move captures, en passant included.
    fn is_capture(slf: &Bound<'_, Board>, r#move: MoveArgument) -> bool {
        let (setup, m) = Board::any_move_of_setup(slf, r#move.0);
        m.is_some_and(|m| setup.is_capture(m))
    }

    /// Whether a move captures en passant.
    fn is_en_passant(slf: &Bound<'_, Board>, r#move: MoveArgument) -> bool {
        let (setup, m) = Board::any_move_of_setup(slf, r#move.0);
        m.is_some_and(|m| setup.is_en_passant(m))
    }

    /// Whether a move sets the half-move clock to 0: a capture or a pawn's move.
    fn is_zeroing(slf: &Bound<'_, Board>, r#move: MoveArgument) -> bool {
        let (setup, m) = Board::any_move_of_setup(slf, r#move.0);
        m.is_some_and(|m| setup.is_zeroing(m))
    }

    /// Whether no later position can be the same as this one.
    fn is_irreversible(slf: &Bound<'_, Board>, r#move: MoveArgument) -> PyResult<bool> {
        let (position, m) = Board::any_move(slf, r#move.0)?;
        Ok(m.is_some_and(|m| position.is_irreversible(m)))
    }

    /// Whether a move castles.
    fn is_castling(slf: &Bound<'_, Board>, r#move: MoveArgument) -> bool {
        Board::side_of_castling(slf, r#move.0).is_some()
    }

    /// Whether a move castles on the h-file's side.
    fn is_kingside_castling(slf: &Bound<'_, Board>, r#move: MoveArgument) -> bool {
        Board::side_of_castling(slf, r#move.0) == Some(CastlingSide::King)
    }

    /// Whether a move castles on the a-file's side.
    fn is_queenside_castling(slf: &Bound<'_, Board>, r#move: MoveArgument) -> bool {
        Board::side_of_castling(slf, r#move.0) == Some(CastlingSide::Queen)
    }

    /// Whether a player may still castle on the h-file's side.
    fn has_kingside_castling_rights(slf: &Bound<'_, Board>, color: ColorArgument) -> bool {
        Board::has_right(slf, color.0, CastlingSide::King)
    }

    /// Whether a player may still castle on the a-file's side.
    fn has_queenside_castling_rights(slf: &Bound<'_, Board>, color: ColorArgument) -> bool {
        Board::has_right(slf, color.0, CastlingSide::Queen)
    }

    /// Whether there are castling rights that are possible in Chess960 only.
    fn has_chess960_castling_rights(slf: &Bound<'_, Board>) -> bool {
        slf.lock().setup().needs_chess960()
    }

    /// Always False: there are no variants here.
    fn is_variant_end(&self) -> bool {
        false
    }

    /// Always False: there are no variants here.
    fn is_variant_win(&self) -> bool {
        false
    }

    /// Always False: there are no variants here.
    fn is_variant_loss(&self) -> bool {
        false
    }

    /// Always False: there are no variants here.
    fn is_variant_draw(&self) -> bool {
        false
    }

    /// Whether a legal move captures en passant; where nothing can be played, whether a capture would leave
    /// the own king unattacked.
    fn has_legal_en_passant(slf: &Bound<'_, Board>) -> bool {
        slf.lock().clean_setup().legal_ep_square().is_some()
    }

    /// The number of the Chess960 start position on the board, 0 to 959, or `None` if it is none:
    /// 518 is the standard one. What is ignored may differ from a start.
    #[pyo3(signature = (*, ignore_turn = false, ignore_castling = false, ignore_counters = true))]
    fn chess960_pos(
        slf: &Bound<'_, Board>,
        ignore_turn: bool,
        ignore_castling: bool,
        ignore_counters: bool,
    ) -> Option<u16> {
        let setup = slf.lock().clean_setup();
        let rooks = setup.placement.by_type(PieceType::Rook);
        let counters = (setup.halfmove_clock, setup.fullmove_number);
        let is_start = setup.ep_square.is_none()
            && (ignore_turn || setup.turn == Color::White)
            && (ignore_castling || setup.castling.0 == rooks)
            && (ignore_counters || counters == (0, 1));
        start_number(&setup.placement).filter(|_| is_start)
    }

    /// A 64-bit key: equal for positions that are the same by FIDE 9.2 (pieces, side to move,
    /// castling rights, legal en passant), on every platform and in every release with the same
    /// first number. The clocks do not count.
    fn hash(slf: &Bound<'_, Board>) -> PyResult<u64> {
        Board::ask(slf, Game::key)
    }
}
