//! Wrappers of Python objects that give the generated stub precise types.
//!
//! Those that name a class of a module are in that module: `games/hints.rs`, `pgn/hints.rs`.

use std::convert::Infallible;

use numpy::PyArray;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyList, PySet, PyTuple};

#[cfg(feature = "stubs")]
use pyo3::{inspect::PyStaticExpr, type_hint_identifier, type_hint_union, type_object::PyTypeInfo};

/// A generic type in the stub: its module, its name and its arguments.
#[cfg(feature = "stubs")]
macro_rules! generic {
    ($module:literal, $name:literal, $($argument:expr),+) => {
        pyo3::type_hint_subscript!(pyo3::type_hint_identifier!($module, $name), $($argument),+)
    };
}
#[cfg(feature = "stubs")]
pub(super) use generic;

#[cfg(feature = "stubs")]
pub(super) const ANY: PyStaticExpr = type_hint_identifier!("typing", "Any");
#[cfg(feature = "stubs")]
pub(super) const INT: PyStaticExpr = type_hint_identifier!("builtins", "int");
#[cfg(feature = "stubs")]
pub(super) const STR: PyStaticExpr = type_hint_identifier!("builtins", "str");
#[cfg(feature = "stubs")]
const MOVE: PyStaticExpr = super::moves::Move::TYPE_HINT;
#[cfg(feature = "stubs")]
const ANY_ARRAY: PyStaticExpr = generic!("numpy.typing", "NDArray", ANY);
#[cfg(feature = "stubs")]
const EXCEPTIONS: PyStaticExpr =
    generic!("builtins", "list", type_hint_identifier!("builtins", "Exception"));

/// `str | RuleSet`.
#[cfg(feature = "stubs")]
pub(super) const RULES: PyStaticExpr =
    type_hint_union!(STR, type_hint_identifier!("enroque.rules", "RuleSet"));

/// Converts arguments that Rust does not check to their wrappers, with their types in the stub.
macro_rules! unchecked {
    ($($name:ident = $hint:expr;)*) => {$(
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
pub(super) use unchecked;

/// Defines wrappers of arguments that Rust does not check, with their types in the stub.
macro_rules! hinted_argument {
    ($($(#[$doc:meta])* $name:ident = $hint:expr;)*) => {
        $(
            $(#[$doc])*
            pub(in crate::python) struct $name<'py>(pub(in crate::python) Bound<'py, PyAny>);
        )*

        $crate::python::hints::unchecked! { $($name = $hint;)* }
    };
}
pub(super) use hinted_argument;

hinted_argument! {
    /// `NDArray[Any]`.
    AnyArrayArgument = ANY_ARRAY;
    /// `Board | GeneratesLegalMoves`.
    GeneratorBoard = type_hint_union!(
        super::board::Board::TYPE_HINT,
        type_hint_identifier!("enroque._protocols", "GeneratesLegalMoves")
    );
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
    Moves = generic!("collections.abc", "Iterable", MOVE);
    /// `chess.Board`; `Any` in the stub, since python-chess is optional.
    ChessBoard = ANY;
    /// `Seed` of `enroque._random`.
    SeedArgument = type_hint_identifier!("enroque._random", "Seed");
    /// `SortKey` of `enroque._games`, which games are sorted by.
    SortKey = type_hint_identifier!("enroque._games", "SortKey");
    /// `SupportsIndex`.
    CountArgument = type_hint_identifier!("typing", "SupportsIndex");
    /// `Mapping[str, float]`.
    Fractions =
        generic!("collections.abc", "Mapping", STR, type_hint_identifier!("builtins", "float"));
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
    /// `Tablebase` of `enroque.tablebase`.
    TablebaseArgument = type_hint_identifier!("enroque.tablebase", "Tablebase");
    /// `Annotations` of `enroque._games`.
    AnnotationsArgument = type_hint_identifier!("enroque._games", "Annotations");
    /// `dict[str, Any]`.
    StateArgument = generic!("builtins", "dict", STR, ANY);
    /// `LoaderSource` of `enroque._encodings`.
    LoaderSource = type_hint_identifier!("enroque._encodings", "LoaderSource");
    /// Any number of arguments of any type.
    AnyArguments = ANY;
    /// `TextIO`.
    TextHandle = type_hint_identifier!("typing", "TextIO");
    /// `DTypeLike`.
    DtypeArgument = type_hint_identifier!("numpy.typing", "DTypeLike");
}

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
    AnyObject(PyAny) = ANY;
    /// `NDArray[Any]`.
    AnyArray(PyAny) = ANY_ARRAY;
    /// `Iterator[Move]`.
    MoveIterator(PyIterator) = generic!("collections.abc", "Iterator", MOVE);
    /// `Iterator[int]`, over squares.
    SquareIterator(PyIterator) = generic!("collections.abc", "Iterator", INT);
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
    EventList(PyList) =
        generic!("builtins", "list", type_hint_identifier!("enroque.rules", "Event"));
    /// `tuple[Period, ...]`.
    PeriodTuple(PyTuple) = generic!(
        "builtins", "tuple", type_hint_identifier!("enroque.rules", "Period"),
        PyStaticExpr::Constant { value: pyo3::inspect::PyStaticConstant::Ellipsis }
    );
    /// `Outcome`.
    OutcomeObject(PyAny) = type_hint_identifier!("enroque._outcome", "Outcome");
    /// `Status`.
    StatusFlags(PyAny) = type_hint_identifier!("enroque._status", "Status");
    /// `chess.Board`.
    PythonChessBoard(PyAny) = ANY;
    /// `dict[str, None | str | int | float | Move | list[Move]]`.
    Operations(PyDict) = type_hint_identifier!("enroque._epd", "Operations");
    /// `dict[int, Piece]`.
    PieceMap(PyDict) = generic!("builtins", "dict", INT, super::piece::Piece::TYPE_HINT);
    /// `dict[str, Any]`.
    Attributes(PyDict) = generic!("builtins", "dict", STR, ANY);
    /// An object of the same class, subclasses included.
    SameClass(PyAny) = type_hint_identifier!("typing", "Self");
    /// A `GameView` for an int, `Games` for other keys. `Any` in the stub: with a union, type
    /// checkers reject every use of `games[0]`.
    GameOrGames(PyAny) = ANY;
    /// `NDArray[datetime64]`.
    DateArray(PyAny) =
        generic!("numpy.typing", "NDArray", type_hint_identifier!("numpy", "datetime64"));
    /// `NDArray[str_]`.
    TextArray(PyAny) = generic!("numpy.typing", "NDArray", type_hint_identifier!("numpy", "str_"));
    /// `list[GameError]`.
    GameErrorList(PyList) =
        generic!("builtins", "list", type_hint_identifier!("enroque._games", "GameError"));
    /// `list[tuple[float, float]]`.
    Ranges(PyList) = generic!(
        "builtins", "list",
        generic!("builtins", "tuple", type_hint_identifier!("builtins", "float"), type_hint_identifier!("builtins", "float"))
    );
    /// `dict[str, str]`.
    Tags(PyDict) = generic!("builtins", "dict", STR, STR);
    /// `dict[Move, int]`.
    MoveCounts(PyDict) = generic!("builtins", "dict", MOVE, INT);
    /// `Batch` of `enroque._encodings`.
    BatchDict(PyDict) = type_hint_identifier!("enroque._encodings", "Batch");
    /// `Shape` of `enroque._encodings`.
    Shape(PyTuple) = type_hint_identifier!("enroque._encodings", "Shape");
    /// `set[int]`.
    IntegerSet(PySet) = generic!("builtins", "set", INT);
    /// `Iterator[int]`.
    IntegerIterator(PyAny) = generic!("collections.abc", "Iterator", INT);
    /// `list[tuple[int, Any]]`.
    StepList(PyList) = generic!("builtins", "list", generic!("builtins", "tuple", INT, ANY));
    /// `list[Arrow]`.
    ArrowList(PyList) = generic!("builtins", "list", type_hint_identifier!("enroque.svg", "Arrow"));
    /// `tuple[list[str], list[str], NDArray[float64]]`.
    ChessBenchColumns(PyTuple) = generic!(
        "builtins", "tuple", generic!("builtins", "list", STR), generic!("builtins", "list", STR),
        generic!("numpy.typing", "NDArray", type_hint_identifier!("numpy", "float64"))
    );
    /// `list[Move]`.
    MoveList(PyList) = generic!("builtins", "list", MOVE);
    /// `list[str]`.
    TextList(PyList) = generic!("builtins", "list", STR);
    /// `Headers`.
    HeadersObject(PyAny) = type_hint_identifier!("enroque.pgn._headers", "Headers");
    /// `list[Exception]`.
    ExceptionList(PyAny) = EXCEPTIONS;
    /// `PovScore`.
    ScoreObject(PyAny) = type_hint_identifier!("enroque.engine", "PovScore");
    /// `TimeControl`.
    TimeControlObject(PyAny) =
        type_hint_identifier!("enroque.pgn._time_control", "TimeControl");
    /// `Mainline[Move]`.
    MainlineMoves(PyAny) = generic!("enroque.pgn._mainline", "Mainline", MOVE);
    /// The result of a visitor, `Any` in the stub.
    VisitorResult(PyAny) = ANY;
    /// The state of a pickle, `Any` in the stub.
    PickledState(PyAny) = ANY;
}

// These results are arguments too. `Headers` are made from any mapping or pairs.
unchecked! {
    HeadersObject = type_hint_identifier!("enroque.pgn._headers", "IntoHeaders");
    ExceptionList = EXCEPTIONS;
    ScoreObject = type_hint_identifier!("enroque.engine", "PovScore");
    PickledState = ANY;
}

/// An array whose element type the stub names.
pub(super) struct Array<'py, A>(pub(super) Bound<'py, A>);

impl<'py, T: ElementName, D> IntoPyObject<'py> for Array<'py, PyArray<T, D>> {
    type Target = PyArray<T, D>;
    type Output = Bound<'py, PyArray<T, D>>;
    type Error = Infallible;
    #[cfg(feature = "stubs")]
    const OUTPUT_TYPE: PyStaticExpr = generic!("numpy.typing", "NDArray", T::HINT);

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
