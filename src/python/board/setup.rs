//! Setting up and copying a [`Board`], and its FEN.

use pyo3::types::PyBool;

use super::base::derived;
use super::state::{Board, BoardState, START, dialect, untrack};
use crate::notation::fen::{self, CastlingStyle, EnPassantStyle, STARTING_FEN};
use crate::position::Setup;
use crate::python::arguments::FenArgument;
use crate::python::chess960::{random_numbers, start_position};
use crate::python::prelude::*;
use crate::rules::{EditableGame, Game};

/// Sets a board up from a FEN; on an error the board is unchanged.
#[inline]
fn set_up(
    board: &Bound<'_, Board>,
    fen: &str,
    chess960: Option<bool>,
    strict: bool,
) -> PyResult<()> {
    if fen == STARTING_FEN {
        *board.lock() = EditableGame::new(START.clone(), chess960.unwrap_or(false));
        return Ok(());
    }
    if strict {
        *board.lock() = strictly(fen, chess960)?;
        return Ok(());
    }
    // by reference, to avoid copies of the setup
    let parsed = fen::parse(fen);
    let setup = match &parsed {
        Ok(setup) => setup,
        Err(error) => return Err(PyErr::from(*error)),
    };
    let chess960 = is_chess960(setup, chess960);
    let mut state = board.lock();
    *state = EditableGame::from_setup(setup, chess960);
    let promoted = fen::promoted(fen);
    if promoted.any() {
        state.set_promoted(promoted);
    }
    Ok(())
}

/// The state of a FEN that has no deviation.
fn strictly(fen: &str, chess960: Option<bool>) -> PyResult<EditableGame> {
    let read = |chess960| {
        let position = fen::read_strict(fen, dialect(chess960))?;
        Ok(EditableGame::new(Game::new(position), chess960))
    };
    let read: Result<_, fen::FenError> = match chess960 {
        Some(chess960) => read(chess960),
        None => read(false).or_else(|error| match error.kind {
            fen::FenErrorKind::NotStandardCastling => read(true),
            _ => Err(error),
        }),
    };
    Ok(read?)
}

/// Decides between standard chess and Chess960, by the castling rights for `None`.
#[inline]
pub(super) fn is_chess960(setup: &Setup, chess960: Option<bool>) -> bool {
    chess960.unwrap_or_else(|| setup.needs_chess960())
}

/// Parses python-chess's name of the condition for writing the en-passant square.
pub(super) fn en_passant_style(en_passant: &str) -> PyResult<EnPassantStyle> {
    use EnPassantStyle::{Always, Legal, PseudoLegal};
    let styles = [("legal", Legal), ("xfen", PseudoLegal), ("fen", Always)];
    named("en_passant", en_passant, &styles)
}

pub(super) fn castling_style(shredder: bool) -> CastlingStyle {
    if shredder { CastlingStyle::Shredder } else { CastlingStyle::XFen }
}

#[pymethods(crate = "crate::python::named_arguments")]
impl Board {
    // accepts any arguments, since `__init__` of a subclass may have others
    #[new]
    #[pyo3(
        signature = (*_arguments: "object", **_options: "object"),
        text_signature = "(fen='rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', *, chess960=False, strict=False)"
    )]
    fn new(
        _arguments: &Bound<'_, PyTuple>,
        _options: Option<&Bound<'_, PyDict>>,
    ) -> PyClassInitializer<Board> {
        Board::initializer(EditableGame::new(START.clone(), false))
    }

    #[pyo3(signature = (
        fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", *, chess960 = false,
        strict = false
    ))]
    fn __init__(
        slf: &Bound<'_, Board>,
        fen: Option<FenArgument<'_>>,
        chess960: Option<bool>,
        strict: bool,
    ) -> PyResult<()> {
        untrack(slf);
        match fen {
            Some(FenArgument(fen)) => set_up(slf, fen, chess960, strict)?,
            None => {
                let chess960 = chess960.unwrap_or(false);
                *slf.lock() = EditableGame::from_setup(&Setup::EMPTY, chess960);
            }
        }
        Ok(())
    }

    /// Returns a board without pieces.
    ///
    /// Args:
    ///     chess960: whether the board plays Chess960.
    #[classmethod]
    #[pyo3(signature = (*, chess960 = false))]
    fn empty<'py>(cls: &Bound<'py, PyType>, chess960: bool) -> PyResult<SameClass<'py>> {
        let options = [("chess960", chess960)].into_py_dict(cls.py())?;
        cls.call((cls.py().None(),), Some(&options)).map(SameClass)
    }

    /// Returns a Chess960 start position.
    ///
    /// Args:
    ///     scharnagl: the number of the start position, 0 to 959; 518 is standard chess.
    ///
    /// Raises:
    ///     Chess960Error: the number is out of range.
    #[classmethod]
    fn from_chess960_pos<'py>(
        cls: &Bound<'py, PyType>,
        scharnagl: Number,
    ) -> PyResult<SameClass<'py>> {
        let fen = fen::write(&start_position(scharnagl, scharnagl)?);
        let options = [("chess960", true)].into_py_dict(cls.py())?;
        cls.call((fen.as_str(),), Some(&options)).map(SameClass)
    }

    /// Returns a random Chess960 start position.
    ///
    /// Args:
    ///     seed: an int or a `numpy.random.Generator`; the same seed gives the same position on
    ///         every platform. `None` for a different one each time.
    ///     double: choose a start position for each player (double Chess960).
    #[classmethod]
    #[pyo3(signature = (seed: "Seed" = None, *, double = false))]
    fn random960<'py>(
        cls: &Bound<'py, PyType>,
        seed: Option<Bound<'py, PyAny>>,
        double: bool,
    ) -> PyResult<SameClass<'py>> {
        let py = cls.py();
        let (white, black) = random_numbers(&seed.unwrap_or_else(|| py.None().into_bound(py)))?;
        let [white, black] = [white, if double { black } else { white }].map(|n| Number(n.into()));
        let fen = fen::write(&start_position(white, black)?);
        let options = [("chess960", true)].into_py_dict(py)?;
        cls.call((fen.as_str(),), Some(&options)).map(SameClass)
    }

    /// Returns the position and history of a python-chess board.
    ///
    /// Args:
    ///     board: a `chess.Board` of standard chess or Chess960.
    #[classmethod]
    fn from_chess<'py>(
        cls: &Bound<'py, PyType>,
        board: ChessBoard<'py>,
    ) -> PyResult<SameClass<'py>> {
        let glue = cls.py().import("enroque._compatibility.boards")?;
        glue.call_method1("from_chess", (cls, board.0)).map(SameClass)
    }

    /// Whether the board plays Chess960: castling is written as king takes rook. Settable.
    ///
    /// Castling rights that exist only in Chess960 have no effect while it is `False`; `status()`
    /// then has `STATUS_BAD_CASTLING_RIGHTS`.
    #[getter]
    fn chess960(slf: &Bound<'_, Board>) -> bool {
        slf.lock().is_chess960()
    }

    #[setter]
    fn set_chess960(slf: &Bound<'_, Board>, chess960: bool) {
        slf.lock().set_chess960(chess960);
    }

    /// Returns the FEN of the position.
    ///
    /// Args:
    ///     shredder: write castling rights by the files of the rooks, `HAha`; by default as in
    ///         X-FEN, `KQkq` where that is unambiguous.
    ///     en_passant: the condition for writing the en-passant square: `"legal"`, if a capture
    ///         there is legal; `"xfen"`, if an opponent's pawn attacks it; `"fen"`, after every
    ///         double push.
    ///     promoted: write `~` after promoted pieces; `None` is `False`.
    #[pyo3(signature = (*, shredder = false, en_passant = "legal", promoted = None))]
    fn fen<'py>(
        slf: &Bound<'py, Board>,
        shredder: bool,
        en_passant: &str,
        promoted: Option<bool>,
    ) -> PyResult<Bound<'py, PyString>> {
        let py = slf.py();
        let style = en_passant_style(en_passant)?;
        let state = slf.lock();
        let fen = state.fen(castling_style(shredder), style);
        if promoted == Some(true) {
            return Ok(PyString::new(py, &fen::with_promoted(&fen, state.promoted())));
        }
        drop(state);
        Ok(PyString::new(py, &fen))
    }

    /// Returns the FEN of the position with castling rights by the files of the rooks, `HAha`.
    ///
    /// Args:
    ///     en_passant: the condition for writing the en-passant square, as in `fen`.
    ///     promoted: write `~` after promoted pieces; `None` is `False`.
    #[pyo3(signature = (*, en_passant = "legal", promoted = None))]
    fn shredder_fen<'py>(
        slf: &Bound<'py, Board>,
        en_passant: &str,
        promoted: Option<bool>,
    ) -> PyResult<Bound<'py, PyString>> {
        Board::fen(slf, true, en_passant, promoted)
    }

    /// Returns the castling field of the FEN in X-FEN: `KQkq` where that is unambiguous.
    fn castling_xfen<'py>(slf: &Bound<'py, Board>) -> Bound<'py, PyString> {
        let setup = slf.lock().clean_setup();
        PyString::new(slf.py(), &fen::write_castling(&setup, CastlingStyle::XFen))
    }

    /// Returns the castling field of the FEN with the files of the rooks: `HAha`.
    fn castling_shredder_fen<'py>(slf: &Bound<'py, Board>) -> Bound<'py, PyString> {
        let setup = slf.lock().clean_setup();
        PyString::new(slf.py(), &fen::write_castling(&setup, CastlingStyle::Shredder))
    }

    /// Sets up the position of a FEN and clears the move stack.
    ///
    /// Args:
    ///     fen: the FEN.
    ///     strict: accept only a canonical FEN of a possible position, as in `Board`.
    ///
    /// Raises:
    ///     FenError: the text is not a FEN; the board is unchanged.
    #[pyo3(signature = (fen, *, strict = false))]
    fn set_fen(slf: &Bound<'_, Board>, fen: FenArgument<'_>, strict: bool) -> PyResult<()> {
        let chess960 = slf.lock().is_chess960();
        set_up(slf, fen.0, Some(chess960), strict)
    }

    /// Sets up a Chess960 start position; the board plays Chess960 from then on.
    ///
    /// Args:
    ///     scharnagl: the number of the start position, 0 to 959; 518 is standard chess.
    ///
    /// Raises:
    ///     Chess960Error: the number is out of range.
    fn set_chess960_pos(slf: &Bound<'_, Board>, scharnagl: Number) -> PyResult<()> {
        let position = start_position(scharnagl, scharnagl)?;
        *slf.lock() = EditableGame::new(Game::new(position), true);
        Ok(())
    }

    /// Sets up the standard start position and clears the move stack.
    fn reset(slf: &Bound<'_, Board>) {
        let chess960 = slf.lock().is_chess960();
        *slf.lock() = EditableGame::new(Game::default(), chess960);
    }

    /// Clears the move stack.
    fn clear_stack(slf: &Bound<'_, Board>) {
        slf.lock().clear_stack();
    }

    /// Returns a copy.
    ///
    /// Args:
    ///     stack: `True` or `None` copies the move stack, `False` omits it, a number copies that
    ///         many of the last moves.
    #[pyo3(signature = (*, stack: "bool | int | None" = None))]
    fn copy<'py>(
        slf: &Bound<'py, Board>,
        stack: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<SameClass<'py>> {
        let keep = stack.map_or(Ok(usize::MAX), plies_to_keep)?;
        derived(slf.as_super(), |state, copy| copy.become_last_plies(state, keep))
    }

    /// Returns the board before the first move of the move stack.
    fn root<'py>(slf: &Bound<'py, Board>) -> PyResult<SameClass<'py>> {
        derived(slf.as_super(), |state, root| *root = state.root())
    }

    fn __eq__(slf: &Bound<'_, Board>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let Ok(other) = other.cast::<Board>() else { return Ok(py.NotImplemented()) };
        let equal = match (slf.position(), other.position()) {
            // also if another thread changes it between the two reads
            _ if slf.is(other) => true,
            (Ok(this), Ok(other)) => {
                this == other
                    && this.halfmove_clock() == other.halfmove_clock()
                    && this.fullmove_number() == other.fullmove_number()
            }
            (Err(_), Err(_)) => {
                // one lock at a time, to avoid deadlocks
                let this = slf.lock().clean_setup();
                this == other.lock().clean_setup()
            }
            _ => false,
        };
        Ok(PyBool::new(py, equal).to_owned().into_any().unbind())
    }

    fn __repr__(slf: &Bound<'_, Board>) -> PyResult<String> {
        let fen = slf.lock().fen(CastlingStyle::XFen, EnPassantStyle::Legal);
        let chess960 = if Board::chess960(slf) { ", chess960=True" } else { "" };
        Ok(format!("{}('{fen}'{chess960})", slf.get_type().qualname()?))
    }
}

/// The number of last plies that the argument `stack` keeps.
fn plies_to_keep(stack: &Bound<'_, PyAny>) -> PyResult<usize> {
    if let Ok(all) = stack.cast_exact::<PyBool>() {
        return Ok(if all.is_true() { usize::MAX } else { 0 });
    }
    let Ok(plies) = stack.extract::<i64>() else {
        return Err(PyTypeError::new_err("stack must be True, False or a number of plies"));
    };
    usize::try_from(plies)
        .map_err(|_| ArgumentError::new_err(format!("stack must be 0 or more plies, not {plies}")))
}
