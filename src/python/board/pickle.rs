//! Pickling a [`Board`]: the start position, moves in 16 bits each, and edits.

use pyo3::prelude::*;

use super::setup::{PASS_CHESS960, is_chess960};
use super::{Board, BoardState};
use crate::movegen;
use crate::notation::fen::{self, CastlingStyle, EnPassantStyle};
use crate::position::{Position, Setup};
use crate::python::arguments::Items;
use crate::python::errors::FileFormatError;
use crate::rules::{EditableGame, Game};
use crate::types::{Bitboard, CastlingRights, Color, Move as CoreMove, Piece, PieceType, Square};

/// A setup as numbers: the twelve bitboards of pieces, side to move, castling rights, en-passant
/// square (64 for none), halfmove clock, move number.
type Numbers = Vec<u64>;

/// The result of `__getstate__`: the FEN of the start, moves (0 for the null move), whether it is
/// Chess960, positions that were edited (by ply), the current setup if it is illegal, and the
/// attributes of a subclass.
type State<'py> =
    (String, Vec<u16>, bool, Vec<(usize, Numbers)>, Option<Numbers>, Option<Bound<'py, PyAny>>);

/// The argument of `__setstate__`, which may be damaged.
type Saved<'py> = (
    String,
    Items<u16>,
    bool,
    Items<(usize, Items<u64>)>,
    Option<Items<u64>>,
    Option<Bound<'py, PyAny>>,
);

fn to_numbers(setup: &Setup) -> Numbers {
    let mut numbers = Numbers::with_capacity(17);
    for color in Color::ALL {
        numbers
            .extend(PieceType::ALL.map(|piece_type| setup.placement.pieces(color, piece_type).0));
    }
    numbers.extend([
        setup.turn as u64,
        setup.castling.0.0,
        setup.ep_square.map_or(64, |square| square as u64),
        setup.halfmove_clock.into(),
        setup.fullmove_number.into(),
    ]);
    numbers
}

fn from_numbers(numbers: &[u64]) -> Option<Setup> {
    let (pieces, &[turn, castling, ep_square, halfmove_clock, fullmove_number]) = numbers
        .split_first_chunk::<12>()
        .and_then(|(pieces, rest)| Some((pieces, rest.first_chunk()?)))?;
    let mut setup = Setup {
        turn: *Color::ALL.get(turn as usize)?,
        castling: CastlingRights(Bitboard(castling)),
        ep_square: Square::from_index(ep_square as usize),
        halfmove_clock: halfmove_clock.try_into().ok()?,
        fullmove_number: fullmove_number.try_into().ok()?,
        ..Setup::EMPTY
    };
    for (n, &set) in pieces.iter().enumerate() {
        let piece = Piece { color: Color::ALL[n / 6], piece_type: PieceType::ALL[n % 6] };
        for square in Bitboard(set) {
            setup.placement.put(square, piece);
        }
    }
    Some(setup)
}

fn damaged(what: &str) -> PyErr {
    FileFormatError::new_err(format!("damaged pickle of a Board: {what}"))
}

#[pymethods]
impl Board {
    fn __getstate__<'py>(slf: &Bound<'py, Board>) -> PyResult<State<'py>> {
        let state = slf.lock().clone();
        let history = state.history();
        let mut replaced = Vec::new();
        let mut expected = history.start().to_setup();
        for ply in 0..=history.len() {
            let Some(position) = history.position_at(ply) else { break };
            if position.to_setup() != expected {
                replaced.push((ply, to_numbers(&position.to_setup())));
            }
            if let Some(&m) = history.moves().get(ply) {
                expected = after(position, m).to_setup();
            }
        }
        let bits = history.moves().iter().map(|m| m.map_or(0, CoreMove::bits)).collect();
        let edited = state.edited_setup().map(to_numbers);
        let start = fen::write_as(history.start(), CastlingStyle::XFen, EnPassantStyle::Always);
        let attributes = slf.as_any().getattr_opt("__dict__")?;
        Ok((start.to_string(), bits, state.is_chess960(), replaced, edited, attributes))
    }

    fn __setstate__(slf: &Bound<'_, Board>, state: Saved<'_>) -> PyResult<()> {
        let (start, Items(moves), chess960, Items(replaced), edited, attributes) = state;
        let mut game = Game::new(fen::read(&start)?);
        let mut replaced = replaced.into_iter().peekable();
        for ply in 0..=moves.len() {
            if let Some((_, Items(numbers))) = replaced.next_if(|(at, _)| *at == ply) {
                let setup = from_numbers(&numbers).ok_or_else(|| damaged("an invalid position"))?;
                let position =
                    Position::try_from(setup).map_err(|error| damaged(&error.to_string()))?;
                game.replace_position(position);
            }
            let Some(&bits) = moves.get(ply) else { break };
            let position = *game.position();
            match CoreMove::from_bits(bits) {
                Some(m) if movegen::is_legal(&position, m) => game.push_unchecked(m),
                None if bits == 0 && !position.is_check() => game.push_null(),
                _ => return Err(damaged(&format!("move {} is illegal", ply + 1))),
            }
        }
        // raises if the castling rights need Chess960 but the pickle is of standard chess
        is_chess960(&game.position().to_setup(), Some(chess960), PASS_CHESS960)?;
        let mut restored = EditableGame::new(game, chess960);
        if let Some(Items(numbers)) = edited {
            restored
                .put(from_numbers(&numbers).ok_or_else(|| damaged("an invalid position"))?, false);
        }
        if let Some(attributes) = attributes {
            slf.as_any().getattr("__dict__")?.call_method1("update", (attributes,))?;
        }
        *slf.lock() = restored;
        Ok(())
    }
}

fn after(position: &Position, m: Option<CoreMove>) -> Position {
    match m {
        Some(m) => position.after(m),
        None => {
            let mut after = *position;
            after.pass();
            after
        }
    }
}
