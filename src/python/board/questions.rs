//! Questions to a [`Board`]: what stands where, what the Laws say.

use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::Board;
use super::play::find;
use crate::chess960;
use crate::position::Position;
use crate::python::arguments::{self, ColorArgument, PieceTypeArgument, SquareArgument};
use crate::python::hints::{OutcomeObject, PieceMap};
use crate::python::moves::{Move, MoveArgument};
use crate::python::piece::Piece;
use crate::python::rules::outcome_object;
use crate::rules::{Game, GameResult, Outcome, Termination};
use crate::types::{Bitboard, CastlingSide, Color, Move as CoreMove, PieceType};

impl Board {
    /// The core's move for a question about any move, legal or not; `None` for the null move.
    fn any_move(&self, m: Move) -> (Position, Option<CoreMove>) {
        let position = self.position();
        let m = find(&position, m).or_else(|| m.to_core());
        (position, m)
    }

    fn of_type(&self, piece_type: PieceType) -> u64 {
        self.position().placement().by_type(piece_type).0
    }

    fn ask<T>(&self, question: impl FnOnce(&Game) -> T) -> T {
        question(&self.lock().game)
    }

    /// How the game ended, claims included if they are asked for.
    fn end(&self, claim_draw: bool) -> Option<Outcome> {
        self.ask(|game| match game.outcome() {
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
    /// Whose move it is, `WHITE` (True) or `BLACK` (False).
    #[getter]
    fn turn(&self) -> bool {
        arguments::color(self.position().turn())
    }

    /// The squares of the rooks with which one may still castle, as a bitboard.
    #[getter]
    fn castling_rights(&self) -> u64 {
        self.position().castling().0.0
    }

    /// The square that a pawn passed by the last double push, whether or not it can be captured
    /// there, or `None`.
    #[getter]
    fn ep_square(&self) -> Option<u8> {
        self.position().ep_square().map(|square| square as u8)
    }

    /// Plies since the last capture or pawn move.
    #[getter]
    fn halfmove_clock(&self) -> u32 {
        self.position().halfmove_clock()
    }

    /// The number of the move, from 1; it grows after Black's.
    #[getter]
    fn fullmove_number(&self) -> u32 {
        self.position().fullmove_number()
    }

    /// Plies since the start of a game that began with White's move 1, by the move number.
    fn ply(&self) -> u32 {
        self.position().ply()
    }

    /// The pawns of both colours, as a bitboard.
    #[getter]
    fn pawns(&self) -> u64 {
        self.of_type(PieceType::Pawn)
    }

    /// The knights of both colours, as a bitboard.
    #[getter]
    fn knights(&self) -> u64 {
        self.of_type(PieceType::Knight)
    }

    /// The bishops of both colours, as a bitboard.
    #[getter]
    fn bishops(&self) -> u64 {
        self.of_type(PieceType::Bishop)
    }

    /// The rooks of both colours, as a bitboard.
    #[getter]
    fn rooks(&self) -> u64 {
        self.of_type(PieceType::Rook)
    }

    /// The queens of both colours, as a bitboard.
    #[getter]
    fn queens(&self) -> u64 {
        self.of_type(PieceType::Queen)
    }

    /// The kings of both colours, as a bitboard.
    #[getter]
    fn kings(&self) -> u64 {
        self.of_type(PieceType::King)
    }

    /// All men, as a bitboard.
    #[getter]
    fn occupied(&self) -> u64 {
        self.position().placement().occupied().0
    }

    /// Black's and White's men as bitboards, to be indexed by colour: `occupied_co[WHITE]`.
    #[getter]
    fn occupied_co(&self) -> [u64; 2] {
        let position = self.position();
        [Color::Black, Color::White].map(|color| position.placement().by_color(color).0)
    }

    /// The men of one kind and colour, as a bitboard.
    fn pieces_mask(&self, piece_type: PieceTypeArgument, color: ColorArgument) -> u64 {
        self.position().placement().pieces(color.0, piece_type.0).0
    }

    /// The man on a square, or `None`.
    fn piece_at(&self, py: Python<'_>, square: SquareArgument) -> PyResult<Option<Py<Piece>>> {
        let piece = self.position().piece_at(square.0);
        piece.map(|piece| Piece::interned(py, piece)).transpose()
    }

    /// The kind of man on a square, `PAWN` (1) to `KING` (6), or `None`.
    fn piece_type_at(&self, square: SquareArgument) -> Option<u8> {
        let piece = self.position().piece_at(square.0);
        piece.map(|piece| arguments::piece_type(piece.piece_type))
    }

    /// The colour of the man on a square, or `None`.
    fn color_at(&self, square: SquareArgument) -> Option<bool> {
        self.position().piece_at(square.0).map(|piece| arguments::color(piece.color))
    }

    /// The square of a player's king.
    fn king(&self, color: ColorArgument) -> Option<u8> {
        Some(self.position().king(color.0) as u8)
    }

    /// The men by their squares; `mask` limits it to some.
    #[pyo3(signature = (*, mask = u64::MAX))]
    fn piece_map<'py>(&self, py: Python<'py>, mask: u64) -> PyResult<PieceMap<'py>> {
        let position = self.position();
        let map = PyDict::new(py);
        for square in position.placement().occupied() & Bitboard(mask) {
            if let Some(piece) = position.piece_at(square) {
                map.set_item(square as u8, Piece::interned(py, piece)?)?;
            }
        }
        Ok(PieceMap(map))
    }

    /// The men of a colour that attack a square, pinned or not, as a bitboard.
    fn attackers_mask(&self, color: ColorArgument, square: SquareArgument) -> u64 {
        self.position().attackers(square.0, color.0).0
    }

    /// Whether a colour attacks a square; a pinned man attacks too.
    fn is_attacked_by(&self, color: ColorArgument, square: SquareArgument) -> bool {
        self.position().attackers(square.0, color.0).any()
    }

    /// The men that give check, as a bitboard.
    fn checkers_mask(&self) -> u64 {
        self.position().checkers().0
    }

    /// Whether the side to move is in check.
    fn is_check(&self) -> bool {
        self.position().is_check()
    }

    /// Whether a legal move gives check.
    fn gives_check(&self, r#move: MoveArgument) -> bool {
        let position = self.position();
        find(&position, r#move.0).is_some_and(|m| position.after(m).is_check())
    }

    /// Whether the side to move is mated.
    fn is_checkmate(&self) -> bool {
        self.position().is_checkmate()
    }

    /// Whether the side to move has no legal move and is not in check.
    fn is_stalemate(&self) -> bool {
        self.position().is_stalemate()
    }

    /// Whether neither player has the men to mate.
    fn is_insufficient_material(&self) -> bool {
        self.position().is_insufficient_material()
    }

    /// Whether a player has not the men to mate.
    fn has_insufficient_material(&self, color: ColorArgument) -> bool {
        self.position().has_insufficient_material(color.0)
    }

    /// Whether 75 moves of each player without capture or pawn move have ended the game; a mate
    /// counts first.
    fn is_seventyfive_moves(&self) -> bool {
        let position = self.position();
        position.halfmove_clock() >= 150 && crate::movegen::has_legal_move(&position)
    }

    /// Whether each player has made 50 moves without capture or pawn move, and the game goes on.
    fn is_fifty_moves(&self) -> bool {
        self.ask(|game| game.may_claim_fifty_moves(None))
    }

    /// Whether the player to move can claim a draw by the fifty-move rule, now or with a move.
    fn can_claim_fifty_moves(&self) -> bool {
        self.ask(Game::can_claim_fifty_moves)
    }

    /// Whether the position has occurred `count` times, now included.
    #[pyo3(signature = (count = 3))]
    fn is_repetition(&self, count: u32) -> bool {
        self.ask(|game| game.is_repetition(count))
    }

    /// Whether the position has occurred five times, which ends the game.
    fn is_fivefold_repetition(&self) -> bool {
        self.is_repetition(5)
    }

    /// Whether the player to move can claim a draw by threefold repetition, now or with a move.
    fn can_claim_threefold_repetition(&self) -> bool {
        self.ask(Game::can_claim_repetition)
    }

    /// Whether the player to move can claim a draw, by repetition or the fifty-move rule.
    fn can_claim_draw(&self) -> bool {
        self.can_claim_fifty_moves() || self.can_claim_threefold_repetition()
    }

    /// Whether the game is over; with `claim_draw`, also if a draw can be claimed.
    #[pyo3(signature = (*, claim_draw = false))]
    fn is_game_over(&self, claim_draw: bool) -> bool {
        self.end(claim_draw).is_some()
    }

    /// How the game ended, or `None` if it goes on; with `claim_draw`, claims are made.
    ///
    /// Beyond python-chess, a position that is evidently dead (FIDE 5.2.2) ends the game as
    /// `Termination.DEAD_POSITION`: blocked pawns with nobody to pass them, or forced captures that
    /// leave nothing to mate with. `is_dead_position` looks harder.
    #[pyo3(signature = (*, claim_draw = false))]
    fn outcome<'py>(
        &self,
        py: Python<'py>,
        claim_draw: bool,
    ) -> PyResult<Option<OutcomeObject<'py>>> {
        self.end(claim_draw).map(|outcome| outcome_object(py, outcome)).transpose()
    }

    /// The result as PGN writes it: `1-0`, `0-1`, `1/2-1/2`, or `*` while the game goes on.
    #[pyo3(signature = (*, claim_draw = false))]
    fn result(&self, claim_draw: bool) -> String {
        self.end(claim_draw).map_or(GameResult::Unknown, Outcome::result).to_string()
    }

    /// Whether a move captures, en passant included.
    fn is_capture(&self, r#move: MoveArgument) -> bool {
        let (position, m) = self.any_move(r#move.0);
        m.is_some_and(|m| position.is_capture(m))
    }

    /// Whether a move captures en passant.
    fn is_en_passant(&self, r#move: MoveArgument) -> bool {
        let (position, m) = self.any_move(r#move.0);
        m.is_some_and(|m| position.is_en_passant(m))
    }

    /// Whether a move sets the half-move clock to 0: a capture or a pawn's move.
    fn is_zeroing(&self, r#move: MoveArgument) -> bool {
        let (position, m) = self.any_move(r#move.0);
        m.is_some_and(|m| position.is_zeroing(m))
    }

    /// Whether no later position can be the same as this one.
    fn is_irreversible(&self, r#move: MoveArgument) -> bool {
        let (position, m) = self.any_move(r#move.0);
        m.is_some_and(|m| position.is_irreversible(m))
    }

    /// Whether a move castles.
    fn is_castling(&self, r#move: MoveArgument) -> bool {
        let (position, m) = self.any_move(r#move.0);
        m.is_some_and(|m| position.castling_side(m).is_some())
    }

    /// Whether a move castles on the h-file's side.
    fn is_kingside_castling(&self, r#move: MoveArgument) -> bool {
        let (position, m) = self.any_move(r#move.0);
        m.is_some_and(|m| position.castling_side(m) == Some(CastlingSide::King))
    }

    /// Whether a move castles on the a-file's side.
    fn is_queenside_castling(&self, r#move: MoveArgument) -> bool {
        let (position, m) = self.any_move(r#move.0);
        m.is_some_and(|m| position.castling_side(m) == Some(CastlingSide::Queen))
    }

    /// The same as `castling_rights`: a board never has a right that cannot be true.
    fn clean_castling_rights(&self) -> u64 {
        self.castling_rights()
    }

    /// Whether a player may still castle.
    fn has_castling_rights(&self, color: ColorArgument) -> bool {
        self.position().castling().of(color.0).any()
    }

    /// Whether a player may still castle on the h-file's side.
    fn has_kingside_castling_rights(&self, color: ColorArgument) -> bool {
        self.position().castling_rook(color.0, CastlingSide::King).is_some()
    }

    /// Whether a player may still castle on the a-file's side.
    fn has_queenside_castling_rights(&self, color: ColorArgument) -> bool {
        self.position().castling_rook(color.0, CastlingSide::Queen).is_some()
    }

    /// Whether there are castling rights that are possible in Chess960 only.
    fn has_chess960_castling_rights(&self) -> bool {
        !self.position().has_standard_castling()
    }

    /// Whether a legal move captures en passant.
    fn has_legal_en_passant(&self) -> bool {
        self.position().legal_ep_square().is_some()
    }

    /// Whether a pawn stands ready to capture en passant, be it legal or not.
    fn has_pseudo_legal_en_passant(&self) -> bool {
        self.position().ep_capturers().any()
    }

    /// The number of the Chess960 start position on the board, 0 to 959, or `None` if it is none:
    /// 518 is the standard one. What is ignored may differ from a start.
    #[pyo3(signature = (*, ignore_turn = false, ignore_castling = false, ignore_counters = true))]
    fn chess960_pos(
        &self,
        ignore_turn: bool,
        ignore_castling: bool,
        ignore_counters: bool,
    ) -> Option<u16> {
        let position = self.position();
        let rooks = position.placement().by_type(PieceType::Rook);
        let counters = (position.halfmove_clock(), position.fullmove_number());
        let is_start = position.ep_square().is_none()
            && (ignore_turn || position.turn() == Color::White)
            && (ignore_castling || position.castling().0 == rooks)
            && (ignore_counters || counters == (0, 1));
        let (white, black) = chess960::placement_numbers(position.placement())?;
        (is_start && white == black).then_some(white)
    }

    /// A 64-bit key: equal for positions that are the same by FIDE 9.2 (men, side to move,
    /// castling rights, legal en passant), on every platform and in every release with the same
    /// first number. The clocks do not count.
    fn hash(&self) -> u64 {
        self.position().key()
    }
}
