//! Rules of a [`Board`]: checks, draws, outcome, castling.
//!
//! Illegal positions have legal moves too: see `current.rs`.

use super::base::start_number;
use super::current::{CurrentPosition, find, find_pseudo_legal};
use super::{Board, BoardState};
use crate::position::{Position, Setup};
use crate::python::any_move::AnyMove;
use crate::python::arguments;
use crate::python::moves::MoveArgument;
use crate::python::prelude::*;
use crate::python::rules::{RulesArgument, outcome_object};
use crate::rules::{EditableGame, Game, GameResult, Outcome, Termination};
use crate::types::{CastlingSide, Color, Move as CoreMove, PieceType};

impl Board {
    /// The position and the core's move of any move, legal or not; `None` for the null move.
    fn any_move(slf: &Bound<'_, Board>, m: AnyMove) -> PyResult<(Position, Option<CoreMove>)> {
        let position = slf.position()?;
        let m = find(&position, m).or_else(|| m.to_core());
        Ok((position, m))
    }

    /// [`Board::any_move`] in a setup that may be illegal.
    fn any_move_of_setup(slf: &Bound<'_, Board>, m: AnyMove) -> (Setup, Option<CoreMove>) {
        if let Ok((position, m)) = Board::any_move(slf, m) {
            return (position.to_setup(), m);
        }
        let found = Board::find_pseudo_legal(slf, m).or_else(|| m.to_core());
        (slf.lock().clean_setup(), found)
    }

    /// The side on which a move castles, if it is castling.
    fn side_of_castling(slf: &Bound<'_, Board>, m: AnyMove) -> Option<CastlingSide> {
        let (setup, m) = Board::any_move_of_setup(slf, m);
        m.and_then(|m| setup.castling_side(m))
    }

    /// Whether a player may still castle on a side.
    fn has_right(slf: &Bound<'_, Board>, color: Color, side: CastlingSide) -> bool {
        let setup = slf.lock().clean_setup();
        let king = setup.placement.pieces(color, PieceType::King).first();
        king.is_some_and(|king| setup.castling.rook(color, king, side).is_some())
    }

    /// Whether the side to move has a legal move.
    fn can_move(slf: &Bound<'_, Board>) -> bool {
        match CurrentPosition::of_board(slf).0 {
            CurrentPosition::Legal(position) => crate::movegen::has_legal_move(&position),
            illegal => !illegal.legal_moves().is_empty(),
        }
    }

    /// Whether the halfmove clock is `plies` or more and there is a legal move.
    fn has_moves_after_plies(slf: &Bound<'_, Board>, plies: u32) -> bool {
        slf.lock().setup().halfmove_clock >= plies && Board::can_move(slf)
    }

    /// Calls a function with the game.
    fn with_game<T>(slf: &Bound<'_, Board>, function: impl FnOnce(&Game) -> T) -> PyResult<T> {
        Ok(function(slf.lock().game()?))
    }

    /// The outcome of the game under a rule set, optionally with claims.
    fn outcome_by(
        slf: &Bound<'_, Board>,
        rules: &RulesArgument,
        claim_draw: bool,
    ) -> Option<Outcome> {
        let state = slf.lock();
        let Ok(game) = state.game() else { return outcome_in_illegal_position(&state, claim_draw) };
        match game.outcome_by(&rules.0) {
            None if !claim_draw => None,
            None if game.can_claim_fifty_moves() => Some(Outcome::draw(Termination::FiftyMoves)),
            None if game.can_claim_repetition() => {
                Some(Outcome::draw(Termination::ThreefoldRepetition))
            }
            outcome => outcome,
        }
    }
}

/// Whether the side to move is checkmated, also in illegal positions.
fn is_checkmated(state: &EditableGame) -> bool {
    match state.game() {
        Ok(game) => game.position().is_checkmate(),
        Err(_) => state.outcome_in_illegal_position() == Some(Termination::Checkmate),
    }
}

/// The fields of python-chess's key: the pieces by type, those of White and of Black, the side to
/// move, castling rights, and the square of a legal en-passant capture.
type TranspositionKey = (u64, u64, u64, u64, u64, u64, u64, u64, bool, u64, Option<u8>);

/// The outcome of an illegal position by python-chess's conditions; no rule set applies to it.
#[cold]
fn outcome_in_illegal_position(state: &EditableGame, claim_draw: bool) -> Option<Outcome> {
    match state.outcome_in_illegal_position() {
        Some(Termination::Checkmate) => {
            Some(Outcome::won_by(!state.turn(), Termination::Checkmate))
        }
        Some(termination) => Some(Outcome::draw(termination)),
        None if claim_draw && state.setup().halfmove_clock >= 100 => {
            Some(Outcome::draw(Termination::FiftyMoves))
        }
        None if claim_draw && state.repetition_count() >= 3 => {
            Some(Outcome::draw(Termination::ThreefoldRepetition))
        }
        None => None,
    }
}

#[pymethods(crate = "crate::python::named_arguments")]
impl Board {
    /// Returns whether a legal move gives check.
    ///
    /// Args:
    ///     move: a legal move.
    fn gives_check(slf: &Bound<'_, Board>, r#move: MoveArgument) -> bool {
        let (current, _) = CurrentPosition::of_board(slf);
        let Some(m) = current.find(r#move.0) else { return false };
        let after = current.setup().after(Some(m));
        after.placement.attackers_of_king(after.turn).any()
    }

    /// Returns whether a move checkmates the opponent.
    ///
    /// Args:
    ///     move: a pseudo-legal move; others do not.
    fn gives_checkmate(slf: &Bound<'_, Board>, r#move: MoveArgument) -> bool {
        let state = slf.lock();
        if let Ok(game) = state.game()
            && let Some(m) = find(game.position(), r#move.0)
        {
            return game.position().after(m).is_checkmate();
        }
        let setup = state.clean_setup();
        find_pseudo_legal(&setup, r#move.0).is_some_and(|m| {
            let after = setup.after(Some(m));
            is_checkmated(&EditableGame::from_setup(&after, state.is_chess960()))
        })
    }

    /// Returns whether the side to move is checkmated.
    fn is_checkmate(slf: &Bound<'_, Board>) -> bool {
        is_checkmated(&slf.lock())
    }

    /// Returns whether the side to move has no legal move and is not in check.
    fn is_stalemate(slf: &Bound<'_, Board>) -> bool {
        if let Ok(game) = slf.lock().game() {
            return game.position().is_stalemate();
        }
        !Board::is_check(slf) && !Board::can_move(slf)
    }

    /// Returns whether neither player has the pieces to checkmate.
    fn is_insufficient_material(slf: &Bound<'_, Board>) -> bool {
        slf.lock().placement().is_insufficient_material()
    }

    /// Returns whether a player lacks the pieces to checkmate.
    ///
    /// Args:
    ///     color: the player.
    fn has_insufficient_material(slf: &Bound<'_, Board>, color: ColorArgument) -> bool {
        slf.lock().placement().has_insufficient_material(color.0)
    }

    /// Returns whether both players made 75 moves without capture or pawn move (FIDE 9.6.2).
    ///
    /// A checkmate takes precedence.
    fn is_seventyfive_moves(slf: &Bound<'_, Board>) -> bool {
        Board::has_moves_after_plies(slf, 150)
    }

    /// Returns whether both players made 50 moves without capture or pawn move.
    ///
    /// `False` if there is no legal move.
    fn is_fifty_moves(slf: &Bound<'_, Board>) -> bool {
        Board::has_moves_after_plies(slf, 100)
    }

    /// Returns whether the side to move can claim a draw by fifty moves, now or with its next move.
    fn can_claim_fifty_moves(slf: &Bound<'_, Board>) -> bool {
        if let Ok(game) = slf.lock().game() {
            return game.can_claim_fifty_moves();
        }
        Board::has_moves_after_plies(slf, 100)
    }

    /// Returns whether the position occurred a number of times, the current one included.
    ///
    /// Args:
    ///     count: the number of occurrences.
    #[pyo3(signature = (count = 3))]
    fn is_repetition(slf: &Bound<'_, Board>, count: Number) -> bool {
        i64::from(slf.lock().repetition_count()) >= count.0
    }

    /// Returns whether the position occurred five times, which ends the game (FIDE 9.6.1).
    fn is_fivefold_repetition(slf: &Bound<'_, Board>) -> bool {
        Board::is_repetition(slf, Number(5))
    }

    /// Returns whether the side to move can claim threefold repetition, now or with its next move.
    fn can_claim_threefold_repetition(slf: &Bound<'_, Board>) -> bool {
        if let Ok(game) = slf.lock().game() {
            return game.can_claim_repetition();
        }
        Board::is_repetition(slf, Number(3))
    }

    /// Returns whether the side to move can claim a draw by repetition or the fifty-move rule.
    fn can_claim_draw(slf: &Bound<'_, Board>) -> bool {
        Board::can_claim_fifty_moves(slf) || Board::can_claim_threefold_repetition(slf)
    }

    /// Returns whether the game is over.
    ///
    /// Args:
    ///     claim_draw: count draws that can be claimed, now or with the next move.
    ///     rules: the name of a rule set, such as `"engine"` (threefold repetition and fifty moves
    ///         end the game on the board, without a claim), or a `rules.RuleSet`.
    #[pyo3(signature = (*, claim_draw = false, rules = "fide2023"))]
    fn is_game_over(slf: &Bound<'_, Board>, claim_draw: bool, rules: RulesArgument) -> bool {
        Board::outcome_by(slf, &rules, claim_draw).is_some()
    }

    /// Returns the outcome of the game, or `None` if it is not over.
    ///
    /// Unlike in python-chess, an evidently dead position (FIDE 5.2.2) ends the game as
    /// `Termination.DEAD_POSITION`: blocked pawns that nothing can pass, or forced captures that
    /// leave insufficient material. `is_dead_position` searches further.
    ///
    /// Args:
    ///     claim_draw: claim a draw by threefold repetition or fifty moves where possible, now or
    ///         with the next move.
    ///     rules: the name of a rule set, such as `"engine"` (threefold repetition and fifty moves
    ///         end the game on the board, without a claim), or a `rules.RuleSet`.
    #[pyo3(signature = (*, claim_draw = false, rules = "fide2023"))]
    fn outcome<'py>(
        slf: &Bound<'py, Board>,
        claim_draw: bool,
        rules: RulesArgument,
    ) -> PyResult<Option<package::Outcome<'py>>> {
        Board::outcome_by(slf, &rules, claim_draw)
            .map(|outcome| outcome_object(slf.py(), outcome))
            .transpose()
    }

    /// Returns the result in PGN's notation: `1-0`, `0-1`, `1/2-1/2`, or `*`.
    ///
    /// Args:
    ///     claim_draw: claim a draw by threefold repetition or fifty moves where possible, now or
    ///         with the next move.
    ///     rules: the name of a rule set, such as `"engine"` (threefold repetition and fifty moves
    ///         end the game on the board, without a claim), or a `rules.RuleSet`.
    #[pyo3(signature = (*, claim_draw = false, rules = "fide2023"))]
    fn result(slf: &Bound<'_, Board>, claim_draw: bool, rules: RulesArgument) -> String {
        let outcome = Board::outcome_by(slf, &rules, claim_draw);
        outcome.map_or(GameResult::Unknown, Outcome::result).to_string()
    }

    /// Returns whether a move captures, en passant included.
    ///
    /// Args:
    ///     move: a pseudo-legal move.
    fn is_capture(slf: &Bound<'_, Board>, r#move: MoveArgument) -> bool {
        let (setup, m) = Board::any_move_of_setup(slf, r#move.0);
        m.is_some_and(|m| setup.is_capture(m))
    }

    /// Returns whether a move captures en passant.
    ///
    /// Args:
    ///     move: a pseudo-legal move.
    fn is_en_passant(slf: &Bound<'_, Board>, r#move: MoveArgument) -> bool {
        let (setup, m) = Board::any_move_of_setup(slf, r#move.0);
        m.is_some_and(|m| setup.is_en_passant(m))
    }

    /// Returns whether a move is a capture or a pawn move, which resets the halfmove clock.
    ///
    /// Args:
    ///     move: a pseudo-legal move.
    fn is_zeroing(slf: &Bound<'_, Board>, r#move: MoveArgument) -> bool {
        let (setup, m) = Board::any_move_of_setup(slf, r#move.0);
        m.is_some_and(|m| setup.is_zeroing(m))
    }

    /// Returns whether after a move no later position can be the same as this one.
    ///
    /// Args:
    ///     move: a pseudo-legal move.
    fn is_irreversible(slf: &Bound<'_, Board>, r#move: MoveArgument) -> bool {
        let (setup, m) = Board::any_move_of_setup(slf, r#move.0);
        m.is_some_and(|m| setup.is_irreversible(m))
    }

    /// Returns whether a move castles.
    ///
    /// Args:
    ///     move: a pseudo-legal move.
    fn is_castling(slf: &Bound<'_, Board>, r#move: MoveArgument) -> bool {
        Board::side_of_castling(slf, r#move.0).is_some()
    }

    /// Returns whether a move castles on the side of the h-file.
    ///
    /// Args:
    ///     move: a pseudo-legal move.
    fn is_kingside_castling(slf: &Bound<'_, Board>, r#move: MoveArgument) -> bool {
        Board::side_of_castling(slf, r#move.0) == Some(CastlingSide::King)
    }

    /// Returns whether a move castles on the side of the a-file.
    ///
    /// Args:
    ///     move: a pseudo-legal move.
    fn is_queenside_castling(slf: &Bound<'_, Board>, r#move: MoveArgument) -> bool {
        Board::side_of_castling(slf, r#move.0) == Some(CastlingSide::Queen)
    }

    /// Returns whether a player may still castle on the side of the h-file.
    ///
    /// Args:
    ///     color: the player.
    fn has_kingside_castling_rights(slf: &Bound<'_, Board>, color: ColorArgument) -> bool {
        Board::has_right(slf, color.0, CastlingSide::King)
    }

    /// Returns whether a player may still castle on the side of the a-file.
    ///
    /// Args:
    ///     color: the player.
    fn has_queenside_castling_rights(slf: &Bound<'_, Board>, color: ColorArgument) -> bool {
        Board::has_right(slf, color.0, CastlingSide::Queen)
    }

    /// Returns whether there are castling rights that only Chess960 allows.
    fn has_chess960_castling_rights(slf: &Bound<'_, Board>) -> bool {
        slf.lock().setup().needs_chess960()
    }

    /// Returns `False`: there are no other variants.
    fn is_variant_end(&self) -> bool {
        false
    }

    /// Returns `False`: there are no other variants.
    fn is_variant_win(&self) -> bool {
        false
    }

    /// Returns `False`: there are no other variants.
    fn is_variant_loss(&self) -> bool {
        false
    }

    /// Returns `False`: there are no other variants.
    fn is_variant_draw(&self) -> bool {
        false
    }

    /// Returns whether a legal move captures en passant.
    ///
    /// In an illegal position: whether an en-passant capture would not leave the own king attacked.
    fn has_legal_en_passant(slf: &Bound<'_, Board>) -> bool {
        slf.lock().clean_setup().legal_ep_square().is_some()
    }

    /// Returns the number of the Chess960 start position on the board.
    ///
    /// Args:
    ///     ignore_turn: accept Black to move.
    ///     ignore_castling: accept missing castling rights.
    ///     ignore_counters: accept any halfmove clock and move number.
    ///
    /// Returns:
    ///     0 to 959 (518 is standard chess), or `None` if the position is not a start position.
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

    /// python-chess's key of the position, which programs use although it is private.
    fn _transposition_key(slf: &Bound<'_, Board>) -> TranspositionKey {
        let setup = slf.lock().clean_setup();
        let [pawns, knights, bishops, rooks, queens, kings] =
            PieceType::ALL.map(|piece_type| setup.placement.by_type(piece_type).0);
        let [white, black] =
            [Color::White, Color::Black].map(|color| setup.placement.by_color(color).0);
        let turn = arguments::color(setup.turn);
        let ep_square = setup.legal_ep_square().map(|square| square as u8);
        let rights = setup.castling.0.0;
        (pawns, knights, bishops, rooks, queens, kings, white, black, turn, rights, ep_square)
    }

    /// Returns a 64-bit key of the position.
    ///
    /// Keys are equal for positions that are the same by FIDE 9.2: pieces, side to move, castling
    /// rights and legal en passant. Clocks are ignored. Keys are the same on every platform and in
    /// every release with the same major version.
    fn hash(slf: &Bound<'_, Board>) -> PyResult<u64> {
        Board::with_game(slf, Game::key)
    }
}
