//! Wrappers of Python objects that give the generated stub precise types.
//!
//! Those that name a class of a module are in that module: `games/hints.rs`, `pgn/hints.rs`.

use std::convert::Infallible;

use numpy::PyArray;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyList, PySet, PyTuple};

#[cfg(feature = "stubs")]
use pyo3::{
    inspect::PyStaticExpr, type_hint_identifier, type_hint_subscript, type_hint_union,
    type_object::PyTypeInfo,
};

/// Defines wrappers of arguments that Rust does not check, with their types in the stub.
macro_rules! hinted_argument {
    ($($(#[$doc:meta])* $name:ident = $hint:expr;)*) => {$(
        $(#[$doc])*
        pub(in crate::python) struct $name<'py>(pub(in crate::python) Bound<'py, PyAny>);

        impl<'py> FromPyObject<'_, 'py> for $name<'py> {
            type Error = Infallible;
            #[cfg(feature = "stubs")]
            const INPUT_TYPE: PyStaticExpr = $hint;

            fn extract(object: Borrowed<'_, 'py, PyAny>) -> Result<Self, Infallible> {
                Ok($name(object.to_owned()))
            }
        }
    )*};
}

pub(super) use hinted_argument;

hinted_argument! {
    /// `NDArray[Any]`.
    AnyArrayArgument = ANY_ARRAY;
    /// `ArrayLike`.
    ArrayLike = type_hint_identifier!("numpy.typing", "ArrayLike");
    /// `bytes | bytearray | memoryview | NDArray[Any]`.
    BufferArgument = type_hint_union!(
        type_hint_identifier!("builtins", "bytes"),
        type_hint_identifier!("builtins", "bytearray"),
        type_hint_identifier!("builtins", "memoryview"),
        ANY_ARRAY
    );
    /// `Callable[[int], int]`.
    BitboardFunction = type_hint_identifier!("enroque._bitboards", "BitboardFunction");
    /// `Iterable[Move]`.
    Moves = type_hint_subscript!(
        type_hint_identifier!("collections.abc", "Iterable"),
        super::moves::Move::TYPE_HINT
    );
    /// `chess.Board`; `Any` in the stub, since python-chess is optional.
    ChessBoard = type_hint_identifier!("typing", "Any");
    /// `Seed` of `enroque._random`.
    SeedArgument = type_hint_identifier!("enroque._random", "Seed");
    /// `SortKey` of `enroque._games`, which games are sorted by.
    SortKey = type_hint_identifier!("enroque._games", "SortKey");
    /// `SupportsIndex`.
    CountArgument = type_hint_identifier!("typing", "SupportsIndex");
    /// `Mapping[str, float]`.
    Fractions = type_hint_subscript!(
        type_hint_identifier!("collections.abc", "Mapping"),
        type_hint_identifier!("builtins", "str"),
        type_hint_identifier!("builtins", "float")
    );
    /// `PgnTarget` of `enroque._games`.
    PgnTarget = type_hint_identifier!("enroque._games", "PgnTarget");
    /// `FilePath | Sequence[FilePath]`.
    FilePaths = type_hint_identifier!("enroque._games", "FilePaths");
    /// `FilePath` of `enroque._games`.
    FilePath = type_hint_identifier!("enroque._games", "FilePath");
    /// `PgnSource` of `enroque._games`.
    PgnSource = type_hint_identifier!("enroque._games", "PgnSource");
    /// `Termination`.
    TerminationArgument = type_hint_identifier!("enroque._outcome", "Termination");
    /// `Filter | None` of `enroque._filters`.
    FilterArgument = type_hint_identifier!("enroque._filters", "Filter");
    /// `Annotations` of `enroque._games`.
    AnnotationsArgument = type_hint_identifier!("enroque._games", "Annotations");
    /// `Progress` of `enroque._games`.
    ProgressCallback = type_hint_identifier!("enroque._games", "Progress");
    /// `dict[str, Any]`.
    StateArgument = type_hint_subscript!(
        type_hint_identifier!("builtins", "dict"),
        type_hint_identifier!("builtins", "str"),
        type_hint_identifier!("typing", "Any")
    );
    /// `LoaderSource` of `enroque._encodings`.
    LoaderSource = type_hint_identifier!("enroque._encodings", "LoaderSource");
    /// Any number of arguments of any type.
    AnyArguments = type_hint_identifier!("typing", "Any");
    /// `TextIO`.
    TextHandle = type_hint_identifier!("typing", "TextIO");
    /// `DTypeLike`.
    DtypeArgument = type_hint_identifier!("numpy.typing", "DTypeLike");
}

/// `str | RuleSet`.
#[cfg(feature = "stubs")]
pub(super) const RULES: PyStaticExpr = type_hint_union!(
    type_hint_identifier!("builtins", "str"),
    type_hint_identifier!("enroque.rules", "RuleSet")
);

#[cfg(feature = "stubs")]
const ANY_ARRAY: PyStaticExpr = type_hint_subscript!(
    type_hint_identifier!("numpy.typing", "NDArray"),
    type_hint_identifier!("typing", "Any")
);

/// Defines wrappers of results, with their types in the stub.
macro_rules! hinted {
    ($($(#[$doc:meta])* $name:ident($inner:ty) = $hint:expr;)*) => {$(
        $(#[$doc])*
        pub(in crate::python) struct $name<'py>(pub(in crate::python) Bound<'py, $inner>);

        impl<'py> IntoPyObject<'py> for $name<'py> {
            type Target = $inner;
            type Output = Bound<'py, $inner>;
            type Error = Infallible;
            #[cfg(feature = "stubs")]
            const OUTPUT_TYPE: PyStaticExpr = $hint;

            fn into_pyobject(self, _py: Python<'py>) -> Result<Bound<'py, $inner>, Infallible> {
                Ok(self.0)
            }
        }
    )*};
}

pub(super) use hinted;

hinted! {
    /// `Any`.
    AnyObject(PyAny) = type_hint_identifier!("typing", "Any");
    /// `NDArray[Any]`.
    AnyArray(PyAny) = ANY_ARRAY;
    /// `Iterator[Move]`.
    MoveIterator(PyIterator) = type_hint_subscript!(
        type_hint_identifier!("collections.abc", "Iterator"),
        super::moves::Move::TYPE_HINT
    );
    /// `Iterator[int]`, over squares.
    SquareIterator(PyIterator) = type_hint_subscript!(
        type_hint_identifier!("collections.abc", "Iterator"),
        type_hint_identifier!("builtins", "int")
    );
    /// `Adjudication` of `enroque.rules`.
    AdjudicationObject(PyAny) = type_hint_identifier!("enroque.rules", "Adjudication");
    /// `Winnability` of `enroque.rules`.
    WinnabilityObject(PyAny) = type_hint_identifier!("enroque.rules", "Winnability");
    /// `ClaimResult` of `enroque.rules`.
    ClaimObject(PyAny) = type_hint_identifier!("enroque.rules", "ClaimResult");
    /// `Envelope` of `enroque.rules`.
    EnvelopeObject(PyAny) = type_hint_identifier!("enroque.rules", "Envelope");
    /// `OpenedEnvelope` of `enroque.rules`.
    OpenedEnvelopeObject(PyAny) = type_hint_identifier!("enroque.rules", "OpenedEnvelope");
    /// `RuleSet` of `enroque.rules`.
    RuleSetObject(PyAny) = type_hint_identifier!("enroque.rules", "RuleSet");
    /// `Ruling` of `enroque.rules`.
    RulingObject(PyAny) = type_hint_identifier!("enroque.rules", "Ruling");
    /// `ReadMove` of `enroque.notation`.
    ReadMoveObject(PyAny) = type_hint_identifier!("enroque.notation", "ReadMove");
    /// `ScoreSheet` of `enroque.notation`.
    ScoreSheetObject(PyAny) = type_hint_identifier!("enroque.notation", "ScoreSheet");
    /// `list[Event]`.
    EventList(PyList) = type_hint_subscript!(
        type_hint_identifier!("builtins", "list"),
        type_hint_identifier!("enroque.rules", "Event")
    );
    /// `tuple[Period, ...]`.
    PeriodTuple(PyTuple) = type_hint_subscript!(
        type_hint_identifier!("builtins", "tuple"),
        type_hint_identifier!("enroque.rules", "Period"),
        pyo3::inspect::PyStaticExpr::Constant { value: pyo3::inspect::PyStaticConstant::Ellipsis }
    );
    /// `Outcome`.
    OutcomeObject(PyAny) = type_hint_identifier!("enroque._outcome", "Outcome");
    /// `Status`.
    StatusFlags(PyAny) = type_hint_identifier!("enroque._status", "Status");
    /// `chess.Board`.
    PythonChessBoard(PyAny) = type_hint_identifier!("typing", "Any");
    /// `dict[str, None | str | int | float | Move | list[Move]]`.
    Operations(PyDict) = type_hint_identifier!("enroque._epd", "Operations");
    /// `dict[int, Piece]`.
    PieceMap(PyDict) = type_hint_subscript!(
        type_hint_identifier!("builtins", "dict"),
        type_hint_identifier!("builtins", "int"),
        super::piece::Piece::TYPE_HINT
    );
    /// `dict[str, Any]`.
    Attributes(PyDict) = type_hint_subscript!(
        type_hint_identifier!("builtins", "dict"),
        type_hint_identifier!("builtins", "str"),
        type_hint_identifier!("typing", "Any")
    );
    /// An object of the same class, subclasses included.
    SameClass(PyAny) = type_hint_identifier!("typing", "Self");
    /// A `GameView` for an int, `Games` for other keys. `Any` in the stub: with a union, type
    /// checkers reject every use of `games[0]`.
    GameOrGames(PyAny) = type_hint_identifier!("typing", "Any");
    /// `NDArray[datetime64]`.
    DateArray(PyAny) = type_hint_subscript!(
        type_hint_identifier!("numpy.typing", "NDArray"),
        type_hint_identifier!("numpy", "datetime64")
    );
    /// `NDArray[str_]`.
    TextArray(PyAny) = type_hint_subscript!(
        type_hint_identifier!("numpy.typing", "NDArray"),
        type_hint_identifier!("numpy", "str_")
    );
    /// `list[GameError]`.
    GameErrorList(PyList) = type_hint_subscript!(
        type_hint_identifier!("builtins", "list"),
        type_hint_identifier!("enroque._games", "GameError")
    );
    /// `dict[str, str]`.
    Tags(PyDict) = type_hint_subscript!(
        type_hint_identifier!("builtins", "dict"),
        type_hint_identifier!("builtins", "str"),
        type_hint_identifier!("builtins", "str")
    );
    /// `Batch` of `enroque._encodings`.
    BatchDict(PyDict) = type_hint_identifier!("enroque._encodings", "Batch");
    /// `Shape` of `enroque._encodings`.
    Shape(PyTuple) = type_hint_identifier!("enroque._encodings", "Shape");
    /// `set[int]`.
    IntegerSet(PySet) = type_hint_subscript!(
        type_hint_identifier!("builtins", "set"),
        type_hint_identifier!("builtins", "int")
    );
    /// `Iterator[int]`.
    IntegerIterator(PyAny) = type_hint_subscript!(
        type_hint_identifier!("collections.abc", "Iterator"),
        type_hint_identifier!("builtins", "int")
    );
    /// `list[tuple[int, Any]]`.
    StepList(PyList) = type_hint_subscript!(
        type_hint_identifier!("builtins", "list"),
        type_hint_subscript!(
            type_hint_identifier!("builtins", "tuple"),
            type_hint_identifier!("builtins", "int"),
            type_hint_identifier!("typing", "Any")
        )
    );
    /// `list[Arrow]`.
    ArrowList(PyList) = type_hint_subscript!(
        type_hint_identifier!("builtins", "list"),
        type_hint_identifier!("enroque.svg", "Arrow")
    );
    /// `tuple[list[str], list[str], NDArray[float64]]`.
    ChessBenchColumns(PyTuple) = type_hint_subscript!(
        type_hint_identifier!("builtins", "tuple"),
        type_hint_subscript!(
            type_hint_identifier!("builtins", "list"),
            type_hint_identifier!("builtins", "str")
        ),
        type_hint_subscript!(
            type_hint_identifier!("builtins", "list"),
            type_hint_identifier!("builtins", "str")
        ),
        type_hint_subscript!(
            type_hint_identifier!("numpy.typing", "NDArray"),
            type_hint_identifier!("numpy", "float64")
        )
    );
    /// `list[Move]`.
    MoveList(PyList) = type_hint_subscript!(
        type_hint_identifier!("builtins", "list"),
        super::moves::Move::TYPE_HINT
    );
}

/// Defines wrappers that are both arguments and results.
macro_rules! hinted_object {
    ($($(#[$doc:meta])* $name:ident = $argument:expr, $result:expr;)*) => {$(
        $(#[$doc])*
        pub(in crate::python) struct $name<'py>(pub(in crate::python) Bound<'py, PyAny>);

        impl<'py> IntoPyObject<'py> for $name<'py> {
            type Target = PyAny;
            type Output = Bound<'py, PyAny>;
            type Error = Infallible;
            #[cfg(feature = "stubs")]
            const OUTPUT_TYPE: PyStaticExpr = $result;

            fn into_pyobject(self, _py: Python<'py>) -> Result<Bound<'py, PyAny>, Infallible> {
                Ok(self.0)
            }
        }

        impl<'py> FromPyObject<'_, 'py> for $name<'py> {
            type Error = Infallible;
            #[cfg(feature = "stubs")]
            const INPUT_TYPE: PyStaticExpr = $argument;

            fn extract(object: Borrowed<'_, 'py, PyAny>) -> Result<Self, Infallible> {
                Ok($name(object.to_owned()))
            }
        }
    )*};
}

hinted_object! {
    /// `Headers`, which may be made from any mapping or pairs.
    HeadersObject = type_hint_identifier!("enroque.pgn._headers", "IntoHeaders"),
        type_hint_identifier!("enroque.pgn._headers", "Headers");
    /// `list[Exception]`.
    ExceptionList = EXCEPTIONS, EXCEPTIONS;
    /// `PovScore`.
    ScoreObject = type_hint_identifier!("enroque.engine", "PovScore"),
        type_hint_identifier!("enroque.engine", "PovScore");
    /// `TimeControl`.
    TimeControlObject = type_hint_identifier!("enroque.pgn._time_control", "TimeControl"),
        type_hint_identifier!("enroque.pgn._time_control", "TimeControl");
    /// `Mainline[Move]`.
    MainlineMoves = MAINLINE_MOVES, MAINLINE_MOVES;
    /// The result of a visitor, `Any` in the stub.
    VisitorResult = type_hint_identifier!("typing", "Any"), type_hint_identifier!("typing", "Any");
    /// The state of a pickle, `Any` in the stub.
    PickledState = type_hint_identifier!("typing", "Any"), type_hint_identifier!("typing", "Any");
}

#[cfg(feature = "stubs")]
const EXCEPTIONS: PyStaticExpr = type_hint_subscript!(
    type_hint_identifier!("builtins", "list"),
    type_hint_identifier!("builtins", "Exception")
);

#[cfg(feature = "stubs")]
const MAINLINE_MOVES: PyStaticExpr = type_hint_subscript!(
    type_hint_identifier!("enroque.pgn._mainline", "Mainline"),
    super::moves::Move::TYPE_HINT
);

/// An array whose element type the stub names.
pub(super) struct Array<'py, A>(pub(super) Bound<'py, A>);

impl<'py, T: ElementName, D> IntoPyObject<'py> for Array<'py, PyArray<T, D>> {
    type Target = PyArray<T, D>;
    type Output = Bound<'py, PyArray<T, D>>;
    type Error = Infallible;
    #[cfg(feature = "stubs")]
    const OUTPUT_TYPE: PyStaticExpr =
        type_hint_subscript!(type_hint_identifier!("numpy.typing", "NDArray"), T::HINT);

    fn into_pyobject(self, _py: Python<'py>) -> Result<Self::Output, Infallible> {
        Ok(self.0)
    }
}

/// Planes as bits: masks, and the values of scaled channels.
pub(super) type MasksAndValues<'py, D> = (Array<'py, PyArray<u64, D>>, Array<'py, PyArray<f32, D>>);

/// NumPy's name of an element type.
pub(super) trait ElementName {
    #[cfg(feature = "stubs")]
    const HINT: PyStaticExpr;
}

macro_rules! element_names {
    ($($element:ty => $name:literal;)*) => {$(
        impl ElementName for $element {
            #[cfg(feature = "stubs")]
            const HINT: PyStaticExpr = type_hint_identifier!("numpy", $name);
        }
    )*};
}

element_names! {
    bool => "bool_";
    f32 => "float32";
    i8 => "int8";
    i16 => "int16";
    i32 => "int32";
    i64 => "int64";
    u8 => "uint8";
    u16 => "uint16";
    u32 => "uint32";
    u64 => "uint64";
}
