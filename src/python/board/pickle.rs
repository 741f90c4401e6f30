//! Pickling a [`Board`]: the start position, moves in 16 bits each, and edits.

use super::{Board, BoardState, set_attributes};
use crate::notation::fen::{self, CastlingStyle, EnPassantStyle};
use crate::position::Setup;
use crate::python::prelude::*;
use crate::rules::EditableGame;
use crate::types::{Bitboard, CastlingRights, Color, Move as CoreMove, Piece, PieceType, Square};

/// A setup as numbers: the twelve bitboards of pieces, side to move, castling rights, en-passant
/// square (64 for none), halfmove clock, move number.
type Numbers = Vec<u64>;

/// The result of `__getstate__`: the FEN of the start, moves (0 for the null move), whether it is
/// Chess960, the setups that are not those after the move before (by ply), the promoted pieces that
/// were set (by ply), and the attributes of a subclass.
type PickledState<'py> =
    (String, Vec<u16>, bool, Vec<(usize, Numbers)>, Vec<(usize, u64)>, Option<Bound<'py, PyAny>>);

/// The argument of `__setstate__`, which may be damaged.
type Saved<'py> = (
    String,
    Items<u16>,
    bool,
    Items<(usize, Items<u64>)>,
    Items<(usize, u64)>,
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
        turn: *Color::ALL.get(usize::try_from(turn).ok()?)?,
        castling: CastlingRights(Bitboard(castling)),
        ep_square: usize::try_from(ep_square).ok().and_then(Square::from_index),
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

#[pymethods(crate = "crate::python::named_arguments")]
impl Board {
    fn __getstate__<'py>(slf: &Bound<'py, Board>) -> PyResult<PickledState<'py>> {
        let state = slf.lock().clone();
        let (mut moves, mut edited) = (Vec::with_capacity(state.len()), Vec::new());
        let mut start = None;
        let mut expected: Option<Setup> = None;
        state.for_each_ply(|setup, m| {
            let ply = moves.len();
            let fen = start.get_or_insert_with(|| {
                fen::write_setup_as(setup, CastlingStyle::XFen, EnPassantStyle::Always)
            });
            let expected_here = expected.or_else(|| fen::parse(fen).ok());
            if expected_here != Some(*setup) {
                edited.push((ply, to_numbers(setup)));
            }
            if let Some(m) = m {
                moves.push(m.map_or(0, CoreMove::bits));
                expected = Some(state.possible(setup).after(m));
            }
        });
        let promoted = state.promoted_marks().iter().map(|(ply, set)| (*ply, set.0)).collect();
        let start = start.map(|fen| fen.to_string()).unwrap_or_default();
        let attributes = slf.as_any().getattr_opt("__dict__")?;
        Ok((start, moves, state.is_chess960(), edited, promoted, attributes))
    }

    fn __setstate__(slf: &Bound<'_, Board>, state: Saved<'_>) -> PyResult<()> {
        let (start, Items(moves), chess960, Items(edited), Items(promoted), attributes) = state;
        let mut restored = EditableGame::from_setup(&fen::parse(&start)?, chess960);
        let mut edited = edited.into_iter().peekable();
        let mut promoted = promoted.into_iter().peekable();
        for ply in 0..=moves.len() {
            if let Some((_, Items(numbers))) = edited.next_if(|(at, _)| *at == ply) {
                let setup = from_numbers(&numbers).ok_or_else(|| damaged("an invalid position"))?;
                restored.put(setup, ply == 0);
            }
            if let Some((_, squares)) = promoted.next_if(|(at, _)| *at == ply) {
                restored.set_promoted(Bitboard(squares));
            }
            let Some(&bits) = moves.get(ply) else { break };
            let m = CoreMove::from_bits(bits);
            if m.is_none() && bits != 0 || restored.push(m).is_err() {
                return Err(damaged(&format!("move {} is illegal", ply + 1)));
            }
        }
        set_attributes(slf, attributes)?;
        *slf.lock() = restored;
        Ok(())
    }
}
