//! `Move`: origin, target and promotion, independent of a position. See `any_move.rs`.

use std::cmp;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicU8, Ordering};

use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::type_object::PyTypeCheck;
use pyo3::types::{PyInt, PyString};

use super::any_move::{AnyMove, parse};
use super::arguments::{self, PieceTypeArgument, SquareArgument, UciArgument, argument, instance};
use super::python_chess::is_imitated;
use crate::types::{Move as CoreMove, PieceType, Square};

/// A move: origin, target and promotion. It has no position, so it may be illegal everywhere.
///
/// Moves are immutable, hashable, and sort by origin, target and promotion. The null move,
/// `Move.null()` or `0000`, passes the turn and is false.
///
/// Args:
///     from_square: the origin, 0 to 63.
///     to_square: the target, 0 to 63. For castling, the king's target or the rook's square.
///     promotion: the piece type that a pawn becomes, or `None`.
///     drop: the piece type that Crazyhouse puts on the target, or `None`. Such a move is legal
///         nowhere, since enroque plays no variants.
///
/// Raises:
///     OutOfRangeError: a square or piece type is out of range.
///
/// Example:
///     >>> enroque.Move.from_uci("e7e8q").promotion == enroque.QUEEN
///     True
#[pyclass(frozen, eq, ord, hash, module = "enroque")]
pub(super) struct Move {
    /// The move without its promotion.
    base: AnyMove,
    /// The number of the promotion, 0 for none. Assigned only with `enroque.as_chess`, and never in
    /// an interned object.
    promoted: AtomicU8,
    // Objects instead of getters: the interpreter reads these fields without a call.
    /// The origin, 0 to 63.
    #[pyo3(get)]
    from_square: Py<PyInt>,
    /// The target, 0 to 63; for castling, the king's target or the rook's square.
    #[pyo3(get)]
    to_square: Py<PyInt>,
    /// The piece type that a pawn becomes, or `None`.
    #[pyo3(get)]
    promotion: Py<OptionalInt>,
    /// The piece type that Crazyhouse puts on the target, or `None`.
    #[pyo3(get)]
    drop: Py<OptionalInt>,
}

impl PartialEq for Move {
    fn eq(&self, other: &Move) -> bool {
        self.value() == other.value()
    }
}

impl Eq for Move {}

impl PartialOrd for Move {
    fn partial_cmp(&self, other: &Move) -> Option<cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Move {
    fn cmp(&self, other: &Move) -> cmp::Ordering {
        self.value().cmp(&other.value())
    }
}

impl Hash for Move {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.value().hash(state);
    }
}

/// The objects of a 16-bit move, next to each other, since a loop over moves uses both.
struct Objects {
    object: PyOnceLock<Py<Move>>,
    /// The move in UCI.
    name: PyOnceLock<Py<PyString>>,
}

/// The objects of all 16-bit moves.
static MOVES: [Objects; 5 << 12] =
    [const { Objects { object: PyOnceLock::new(), name: PyOnceLock::new() } }; 5 << 12];

impl Move {
    fn new_object(py: Python<'_>, value: AnyMove) -> PyResult<Bound<'_, Move>> {
        let square = |square: Square| PyInt::new(py, square as u8).unbind();
        let piece_type =
            |kind: Option<PieceType>| OptionalInt::object(py, kind.map(arguments::piece_type));
        Bound::new(
            py,
            Move {
                base: AnyMove { promotion: None, ..value },
                promoted: AtomicU8::new(value.promotion.map_or(0, arguments::piece_type)),
                from_square: square(value.from),
                to_square: square(value.to),
                promotion: piece_type(value.promotion)?,
                drop: piece_type(value.drop)?,
            },
        )
    }

    /// The interned Python object of a move of the core.
    #[inline(always)]
    pub(super) fn of(py: Python<'_>, m: CoreMove) -> PyResult<Bound<'_, Move>> {
        let make = || Move::new_object(py, m.into());
        let Some(objects) = MOVES.get(m.bits() as usize) else { return make() };
        let object = objects.object.get_or_try_init(py, || make().map(Bound::unbind))?;
        Ok(object.bind(py).clone())
    }

    /// The Python object of a move, interned if the move has 16 bits in the core.
    pub(super) fn object(py: Python<'_>, m: AnyMove) -> PyResult<Py<Move>> {
        match m.to_core() {
            Some(core) => Move::of(py, core).map(Bound::unbind),
            None => Move::new_object(py, m).map(Bound::unbind),
        }
    }

    /// The move in UCI, interned if the move has 16 bits in the core.
    pub(super) fn uci_of(py: Python<'_>, m: AnyMove) -> Bound<'_, PyString> {
        let make = || PyString::new(py, &m.uci_text());
        match m.to_core().and_then(|m| MOVES.get(m.bits() as usize)) {
            Some(objects) => objects.name.get_or_init(py, || make().unbind()).bind(py).clone(),
            None => make(),
        }
    }

    /// The move.
    #[inline(always)]
    pub(super) fn value(&self) -> AnyMove {
        let number = self.promoted.load(Ordering::Relaxed);
        let promotion = number.checked_sub(1).and_then(|n| PieceType::from_index(n.into()));
        AnyMove { promotion, ..self.base }
    }

    /// The object that a constructor returns: with `enroque.as_chess` one that can be assigned to.
    fn made(py: Python<'_>, m: AnyMove) -> PyResult<Py<Move>> {
        if is_imitated() { Move::new_object(py, m).map(Bound::unbind) } else { Move::object(py, m) }
    }
}

#[pymethods(crate = "crate::python::named_arguments")]
impl Move {
    #[new]
    #[pyo3(signature = (from_square, to_square, promotion = None, drop = None))]
    fn new(
        py: Python<'_>,
        from_square: SquareArgument,
        to_square: SquareArgument,
        promotion: Option<PieceTypeArgument>,
        drop: Option<PieceTypeArgument>,
    ) -> PyResult<Py<Move>> {
        let [promotion, drop] = [promotion, drop].map(|piece| piece.map(|argument| argument.0));
        Move::made(py, AnyMove { from: from_square.0, to: to_square.0, promotion, drop })
    }

    #[classattr]
    fn __match_args__() -> (&'static str, &'static str, &'static str, &'static str) {
        ("from_square", "to_square", "promotion", "drop")
    }

    /// Returns the move in UCI: `e2e4`, `e7e8q`, `0000` for the null move, `P@e4` for a drop.
    pub(super) fn uci<'py>(&self, py: Python<'py>) -> Bound<'py, PyString> {
        Move::uci_of(py, self.value())
    }

    /// Returns the move for the XBoard protocol: as `uci`, with `@@@@` for the null move.
    fn xboard<'py>(&self, py: Python<'py>) -> Bound<'py, PyString> {
        if self.value().is_null() { PyString::new(py, "@@@@") } else { self.uci(py) }
    }

    /// Returns the move that a UCI text names, without a position.
    ///
    /// Args:
    ///     uci: text such as `e2e4`, `e7e8q`, `0000` for the null move, or `P@e4` for a drop of
    ///         Crazyhouse.
    ///
    /// Raises:
    ///     InvalidMoveError: the text is not UCI.
    #[staticmethod]
    fn from_uci(py: Python<'_>, uci: UciArgument<'_>) -> PyResult<Py<Move>> {
        Move::made(py, parse(uci.0)?)
    }

    /// Returns the null move, which passes the turn.
    #[staticmethod]
    fn null(py: Python<'_>) -> PyResult<Py<Move>> {
        Move::object(py, AnyMove::NULL)
    }

    fn __bool__(&self) -> bool {
        !self.value().is_null()
    }

    fn __str__<'py>(&self, py: Python<'py>) -> Bound<'py, PyString> {
        self.uci(py)
    }

    fn __repr__(&self) -> String {
        format!("Move.from_uci('{}')", self.value().uci_text())
    }

    fn __getnewargs__(&self) -> (u8, u8, Option<u8>, Option<u8>) {
        let AnyMove { from, to, promotion, drop } = self.value();
        let [promotion, drop] = [promotion, drop].map(|kind| kind.map(arguments::piece_type));
        (from as u8, to as u8, promotion, drop)
    }
}

// Not in the stub, since `enroque.as_chess` makes it the attribute `promotion`.
#[cfg(not(feature = "stubs"))]
#[pymethods(crate = "crate::python::named_arguments")]
impl Move {
    #[getter(_promotion)]
    fn assigned_promotion(&self) -> Option<u8> {
        self.value().promotion.map(arguments::piece_type)
    }

    #[setter(_promotion)]
    fn assign_promotion(
        slf: &Bound<'_, Move>,
        promotion: Option<PieceTypeArgument>,
    ) -> PyResult<()> {
        let this = slf.get();
        let interned = this.value().to_core().and_then(|m| MOVES.get(m.bits() as usize));
        let interned = interned.and_then(|objects| objects.object.get(slf.py()));
        if interned.is_some_and(|object| slf.is(object)) {
            return Err(PyAttributeError::new_err(
                "a move of a board cannot be changed: Move(move.from_square, move.to_square, promotion) \
                 makes another one",
            ));
        }
        let number = promotion.map_or(0, |promotion| arguments::piece_type(promotion.0));
        this.promoted.store(number, Ordering::Relaxed);
        Ok(())
    }
}

/// A move argument; its error explains how to convert text.
pub(super) struct MoveArgument(pub(super) AnyMove);

argument!(MoveArgument, <Move as pyo3::PyTypeInfo>::TYPE_HINT, |object| {
    let rule = "a move must be an enroque.Move";
    let m = instance::<Move>(&object, rule, "Move.from_uci and Board.parse_san read text")?;
    Ok(MoveArgument(m.get().value()))
});

/// A type of [`Py`] for fields that are an int or `None`.
pub(super) struct OptionalInt;

impl OptionalInt {
    /// The object of a number.
    pub(super) fn object(py: Python<'_>, number: Option<u8>) -> PyResult<Py<OptionalInt>> {
        Ok(number.into_pyobject(py)?.cast_into::<OptionalInt>()?.unbind())
    }
}

// SAFETY: the type has no value, so it says nothing of the objects
unsafe impl PyTypeCheck for OptionalInt {
    #[cfg(feature = "stubs")]
    const TYPE_HINT: pyo3::inspect::PyStaticExpr =
        hint!(union hint!(int), hint!("builtins", "None"));

    fn type_check(object: &Bound<'_, PyAny>) -> bool {
        object.is_none() || object.is_instance_of::<PyInt>()
    }

    fn classinfo_object(py: Python<'_>) -> Bound<'_, PyAny> {
        py.get_type::<PyInt>().into_any()
    }
}
