//! Wrappers of Python objects that give the generated stub precise types.
//!
//! Wrappers that name a class of a module are in that module: `games/hints.rs`, `pgn/hints.rs`.

use super::numpy_api;
use std::marker::PhantomData;

use numpy::{Element, Ix1, PyArray};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyList, PyTuple};

use crate::columns;

/// A type in the stub: `int`, `str` or `Any`; `of` a type of PyO3; a `union` of types; or a class by
/// its module and name, with the arguments of a generic one.
#[cfg(feature = "stubs")]
macro_rules! hint {
    (int) => { pyo3::type_hint_identifier!("builtins", "int") };
    (str) => { pyo3::type_hint_identifier!("builtins", "str") };
    (Any) => { pyo3::type_hint_identifier!("typing", "Any") };
    (of $type:ty) => { <$type as pyo3::PyTypeInfo>::TYPE_HINT };
    (union $only:expr) => { $only };
    (union $left:expr, $right:expr $(, $more:expr)*) => {
        hint!(union pyo3::inspect::PyStaticExpr::BinOp {
            left: &$left,
            op: pyo3::inspect::PyStaticOperator::BitOr,
            right: &$right,
        } $(, $more)*)
    };
    ($module:literal, $name:expr) => { pyo3::type_hint_identifier!($module, $name) };
    ($module:literal, $name:literal, $($argument:expr),+) => {
        pyo3::type_hint_subscript!(pyo3::type_hint_identifier!($module, $name), $($argument),+)
    };
}

/// Converts arguments that Rust does not check to their wrappers, with their types in the stub.
macro_rules! unchecked {
    ($($name:ident = $hint:expr;)*) => {$(
        impl<'py> FromPyObject<'_, 'py> for $name<'py> {
            type Error = std::convert::Infallible;
            #[cfg(feature = "stubs")]
            const INPUT_TYPE: pyo3::inspect::PyStaticExpr = $hint;

            fn extract(object: Borrowed<'_, 'py, PyAny>) -> Result<Self, Self::Error> {
                Ok($name(object.to_owned()))
            }
        }
    )*};
}

/// Defines wrappers of arguments that Rust does not check, with their types in the stub.
macro_rules! hinted_argument {
    ($($(#[$doc:meta])* $name:ident = $hint:expr;)*) => {
        hinted! { $($(#[$doc])* $name(PyAny) = $hint;)* }
        unchecked! { $($name = $hint;)* }
    };
}

/// Defines wrappers of results, with their types in the stub.
macro_rules! hinted {
    ($($(#[$doc:meta])* $name:ident($inner:ty) = $hint:expr;)*) => {$(
        $(#[$doc])*
        pub(in crate::python) struct $name<'py>(pub(in crate::python) Bound<'py, $inner>);

        impl<'py> IntoPyObject<'py> for $name<'py> {
            type Target = $inner;
            type Output = Bound<'py, $inner>;
            type Error = std::convert::Infallible;
            #[cfg(feature = "stubs")]
            const OUTPUT_TYPE: pyo3::inspect::PyStaticExpr = $hint;

            fn into_pyobject(self, _py: Python<'py>) -> Result<Bound<'py, $inner>, Self::Error> {
                Ok(self.0)
            }
        }
    )*};
}

hinted_argument! {
    /// `NDArray[Any]`.
    AnyArrayArgument = hint!("numpy.typing", "NDArray", hint!(Any));
    /// `Board | GeneratesLegalMoves`.
    GeneratorBoard = hint!(union
        hint!(of crate::python::board::Board),
        hint!("enroque._model.types", "GeneratesLegalMoves")
    );
    /// `Board | str`.
    BoardOrFen = hint!(union hint!(of crate::python::board::Board), hint!(str));
    /// `Move | str`.
    MoveOrUci = hint!(union hint!(of crate::python::moves::Move), hint!(str));
    /// `ArrayLike`.
    ArrayLike = hint!("numpy.typing", "ArrayLike");
    /// `bytes | bytearray | memoryview | NDArray[Any]`.
    BufferArgument = hint!(union
        hint!("builtins", "bytes"),
        hint!("builtins", "bytearray"),
        hint!("builtins", "memoryview"),
        hint!("numpy.typing", "NDArray", hint!(Any))
    );
    /// `Callable[[int], int]`.
    BitboardFunction = hint!("enroque._model.bitboards", "BitboardFunction");
    /// `Iterable[Move]`.
    Moves = hint!("collections.abc", "Iterable", hint!(of crate::python::moves::Move));
    /// `IntoHeaders` of `enroque.pgn`, any mapping or pairs.
    HeadersArgument = hint!("enroque.pgn._headers", "IntoHeaders");
    /// `PovScore` of `enroque.engine`.
    ScoreArgument = hint!("enroque.engine", "PovScore");
    /// `Seed` of `enroque._model.types`.
    SeedArgument = hint!("enroque._model.types", "Seed");
    /// `SortKey` of `enroque._model.games`, which games are sorted by.
    SortKey = hint!("enroque._model.games", "SortKey");
    /// `SupportsIndex`.
    CountArgument = hint!("typing", "SupportsIndex");
    /// `Mapping[str, float]`.
    Fractions =
        hint!("collections.abc", "Mapping", hint!(str), hint!("builtins", "float"));
    /// `PgnTarget` of `enroque._model.games`.
    PgnTarget = hint!("enroque._model.games", "PgnTarget");
    /// `FilePath` of `enroque._model.games`.
    FilePath = hint!("enroque._model.games", "FilePath");
    /// `PositionSource` of `enroque._model.positions`.
    PositionSource = hint!("enroque._model.positions", "PositionSource");
    /// `Texts` of `enroque._model.positions`.
    TextsArgument = hint!("enroque._model.positions", "Texts");
    /// `Mapping[str, str]`, the columns of tables of games.
    GameColumns = hint!("collections.abc", "Mapping", hint!(str), hint!(str));
    /// `TableColumns` of `enroque._model.positions`.
    TableColumns = hint!("enroque._model.positions", "TableColumns");
    /// `BoardTest` of `enroque._model.games`.
    BoardTest = hint!("enroque._model.games", "BoardTest");
    /// `PgnSource` of `enroque._model.games`.
    PgnSource = hint!("enroque._model.games", "PgnSource");
    /// `Termination`.
    TerminationArgument = hint!("enroque._model.outcome", "Termination");
    /// `Filter | None` of `enroque._model.filters`.
    FilterArgument = hint!("enroque._model.filters", "Filter");
    /// `Tablebase` of `enroque.tablebase`.
    TablebaseArgument = hint!("enroque.tablebase", "Tablebase");
    /// `Command` of `enroque.engine`.
    EngineCommand = hint!("enroque.engine._processes", "Command");
    /// `Options` of `enroque.engine`.
    EngineOptions = hint!("enroque.engine._processes", "Options");
    /// `Annotations` of `enroque._model.games`.
    AnnotationsArgument = hint!("enroque._model.games", "Annotations");
    /// `Batch` of `enroque._model.encodings`, arrays to write to.
    OutputsArgument = hint!("enroque._model.encodings", "Batch");
    /// `Columns` of `enroque._model.encodings`.
    ColumnsArgument = hint!("enroque._model.encodings", "Columns");
    /// `dict[str, Any]`.
    StateArgument = hint!("builtins", "dict", hint!(str), hint!(Any));
    /// `LoaderSource` of `enroque._model.encodings`.
    LoaderSource = hint!("enroque._model.encodings", "LoaderSource");
    /// `ArenaStart` of `enroque._model.arena`.
    StartArgument = hint!("enroque._model.arena", "ArenaStart");
    /// `PlyRange` of `enroque._model.arena`.
    PlyRangeArgument = hint!("enroque._model.arena", "PlyRange");
    /// `ArenaPositions` of `enroque._model.arena`.
    PositionsArgument = hint!("enroque._model.arena", "ArenaPositions");
    /// `AdjudicationRules` of `enroque._model.options`.
    AdjudicationArgument = hint!("enroque._model.options", "AdjudicationRules");
    /// `ActionPolicy` of `enroque._model.arena`.
    ActionPolicyArgument = hint!("enroque._model.arena", "ActionPolicy");
    /// `Algorithm` of `enroque._model.trees`.
    AlgorithmArgument = hint!("enroque._model.trees", "Algorithm");
    /// `Evaluate` of `enroque._model.trees`.
    EvaluateArgument = hint!("enroque._model.trees", "Evaluate");
    /// `TextIO`.
    TextHandle = hint!("typing", "TextIO");
    /// `ArrowStream` of `enroque._model.types`.
    ArrowData = hint!("enroque._model.types", "ArrowStream");
    /// `chess.Board` of python-chess.
    ChessBoard = hint!("enroque._compatibility.boards", "ChessBoard");
    /// `DTypeLike`.
    DtypeArgument = hint!("numpy.typing", "DTypeLike");
}

hinted! {
    /// `PositionLabels` of `enroque.engine`.
    PositionLabels(PyAny) = hint!("enroque.engine", "PositionLabels");
    /// `Explorer` of `enroque.find`.
    ExplorerObject(PyAny) = hint!("enroque.find", "Explorer");
    /// `StartResults` of `enroque.chess960`.
    StartResultsObject(PyAny) = hint!("enroque._model.start_results", "StartResults");
    /// `chess.Board` of python-chess.
    ChessBoardObject(PyAny) = hint!("enroque._compatibility.boards", "ChessBoard");
    /// `Any`.
    AnyObject(PyAny) = hint!(Any);
    /// `str`.
    Text(PyAny) = hint!(str);
    /// `None`.
    Nothing(PyAny) = pyo3::inspect::PyStaticExpr::Constant {
        value: pyo3::inspect::PyStaticConstant::None
    };
    /// `dict[str, Any]`, not checked.
    AnyDict(PyAny) = hint!("builtins", "dict", hint!(str), hint!(Any));
    /// `NDArray[Any]`.
    AnyArray(PyAny) = hint!("numpy.typing", "NDArray", hint!(Any));
    /// `Iterator[Move]`.
    MoveIterator(PyIterator) = hint!("collections.abc", "Iterator", hint!(of crate::python::moves::Move));
    /// `Iterator[int]`, over squares.
    SquareIterator(PyIterator) = hint!("collections.abc", "Iterator", hint!(int));
    /// `tuple[Period, ...]`.
    PeriodTuple(PyTuple) = hint!(
        "builtins", "tuple", hint!("enroque.rules", "Period"),
        pyo3::inspect::PyStaticExpr::Constant { value: pyo3::inspect::PyStaticConstant::Ellipsis }
    );
    /// `dict[str, None | str | int | float | Move | list[Move]]`.
    Operations(PyDict) = hint!("enroque._model.types", "Operations");
    /// `dict[int, Piece]`.
    PieceMap(PyDict) = hint!("builtins", "dict", hint!(int), hint!(of crate::python::piece::Piece));
    /// `dict[str, Any]`.
    Attributes(PyDict) = hint!("builtins", "dict", hint!(str), hint!(Any));
    /// An object of the same class, subclasses included.
    SameClass(PyAny) = hint!("typing", "Self");
    /// `NDArray[datetime64]`.
    DateArray(PyAny) =
        hint!("numpy.typing", "NDArray", hint!("numpy", "datetime64"));
    /// `NDArray[str_]`.
    TextArray(PyAny) = hint!("numpy.typing", "NDArray", hint!("numpy", "str_"));
    /// `list[tuple[float, float]]`.
    Ranges(PyList) = hint!(
        "builtins", "list",
        hint!("builtins", "tuple", hint!("builtins", "float"), hint!("builtins", "float"))
    );
    /// `dict[str, str]`.
    Tags(PyDict) = hint!("builtins", "dict", hint!(str), hint!(str));
    /// `dict[Move, int]`.
    MoveCounts(PyDict) = hint!("builtins", "dict", hint!(of crate::python::moves::Move), hint!(int));
    /// `Batch` of `enroque._model.encodings`.
    BatchDict(PyDict) = hint!("enroque._model.encodings", "Batch");
    /// `Shape` of `enroque._model.encodings`.
    Shape(PyTuple) = hint!("enroque._model.encodings", "Shape");
    /// `Written` of `enroque._files.atomic`.
    Written(PyAny) = hint!("enroque._files.atomic", "Written");
    /// `list[Move]`.
    MoveList(PyList) = hint!("builtins", "list", hint!(of crate::python::moves::Move));
    /// `list[str]`.
    TextList(PyList) = hint!("builtins", "list", hint!(str));
    /// `int`.
    Integer(PyAny) = hint!(int);
    /// `Move`.
    MoveObject(PyAny) = hint!(of crate::python::moves::Move);
    /// `Game` of `enroque.pgn`.
    GameTree(PyAny) = hint!("enroque.pgn", "Game");
    /// `list[list[str]]`.
    TextLists(PyList) = hint!("builtins", "list", hint!("builtins", "list", hint!(str)));
    /// `list[Exception]`.
    ExceptionList(PyAny) = hint!("builtins", "list", hint!("builtins", "Exception"));
    /// `Mainline[Move]`.
    MainlineMoves(PyAny) = hint!("enroque.pgn._mainline", "Mainline", hint!(of crate::python::moves::Move));
}

// The list that was returned may be assigned.
unchecked! {
    ExceptionList = hint!("builtins", "list", hint!("builtins", "Exception"));
}

/// An array whose element type the stub names.
pub(super) struct Array<'py, T, D = Ix1>(pub(super) PyResult<Bound<'py, PyArray<T, D>>>);

impl<'py, T: ElementName, D> IntoPyObject<'py> for Array<'py, T, D> {
    type Target = PyArray<T, D>;
    type Output = Bound<'py, PyArray<T, D>>;
    type Error = PyErr;
    #[cfg(feature = "stubs")]
    const OUTPUT_TYPE: pyo3::inspect::PyStaticExpr = hint!("numpy.typing", "NDArray", T::HINT);

    fn into_pyobject(self, _py: Python<'py>) -> PyResult<Self::Output> {
        self.0
    }
}

/// Rows of different lengths: values and offsets.
pub(super) type RowArrays<'py, T> = (Array<'py, T>, Array<'py, i64>);

/// Returns the arrays of rows of different lengths.
pub(super) fn row_arrays<T: Element>(
    py: Python<'_>,
    values: Vec<T>,
    offsets: Vec<i64>,
) -> RowArrays<'_, T> {
    (Array(numpy_api::from_vec(py, values)), Array(numpy_api::from_vec(py, offsets)))
}

/// An array of any dimension, whose element type the stub names: a type of Rust, or `Any`.
pub(super) struct ArrayOf<'py, T>(Bound<'py, PyAny>, PhantomData<T>);

impl<'py, T> ArrayOf<'py, T> {
    pub(super) fn new(array: Bound<'py, PyAny>) -> ArrayOf<'py, T> {
        ArrayOf(array, PhantomData)
    }
}

impl<'py, T: ElementName> IntoPyObject<'py> for ArrayOf<'py, T> {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = std::convert::Infallible;
    #[cfg(feature = "stubs")]
    const OUTPUT_TYPE: pyo3::inspect::PyStaticExpr = hint!("numpy.typing", "NDArray", T::HINT);

    fn into_pyobject(self, _py: Python<'py>) -> Result<Self::Output, Self::Error> {
        Ok(self.0)
    }
}

impl<'py> MoveIterator<'py> {
    pub(super) fn of(moves: &Bound<'py, PyList>) -> PyResult<MoveIterator<'py>> {
        moves.try_iter().map(MoveIterator)
    }

    /// Reverses a new list and iterates over it.
    pub(super) fn reversed(moves: &Bound<'py, PyList>) -> PyResult<MoveIterator<'py>> {
        moves.reverse()?;
        MoveIterator::of(moves)
    }
}

/// Any number of arguments of any type.
pub(super) type AnyArguments<'py> = Bound<'py, PyTuple>;

/// Planes as bits: masks, and the values of scaled channels.
pub(super) type MasksAndValues<'py> = (ArrayOf<'py, u64>, ArrayOf<'py, f32>);

/// NumPy's name of an element type.
pub(super) trait ElementName {
    #[cfg(feature = "stubs")]
    const HINT: pyo3::inspect::PyStaticExpr;
}

impl ElementName for columns::Any {
    #[cfg(feature = "stubs")]
    const HINT: pyo3::inspect::PyStaticExpr = hint!(Any);
}

macro_rules! element_names {
    ($($element:ty => $name:literal;)*) => {$(
        impl ElementName for $element {
            #[cfg(feature = "stubs")]
            const HINT: pyo3::inspect::PyStaticExpr = hint!("numpy", $name);
        }
    )*};
}

element_names! {
    bool => "bool_";
    f32 => "float32";
    f64 => "float64";
    i8 => "int8";
    i16 => "int16";
    i32 => "int32";
    i64 => "int64";
    u8 => "uint8";
    u16 => "uint16";
    u32 => "uint32";
    u64 => "uint64";
}
