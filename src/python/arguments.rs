//! Conversion of Python arguments: squares are ints, colors are bools, piece types are 1 to 6.

use super::numpy_api;
use std::fmt;
use std::ops::RangeInclusive;

use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict, PyString, PyType};
use pyo3::{PyTypeInfo, intern};

use super::errors::{ArgumentError, OutOfRangeError, shortened};
use crate::types::{Bitboard, Color, PieceType, Square};

/// Converts an int. One that does not fit into 64 bits becomes `i64::MIN` or `i64::MAX`, which are out
/// of every range.
fn number(object: Borrowed<'_, '_, PyAny>) -> PyResult<i64> {
    match object.extract::<i64>() {
        Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => {
            Ok(if object.lt(0)? { i64::MIN } else { i64::MAX })
        }
        number => number,
    }
}

/// Returns the name of the type of an object, for messages. Types of python-chess have the name of its
/// module, since many have the same names as ours.
pub(super) fn type_name(object: &Bound<'_, PyAny>) -> String {
    let class = object.get_type();
    let name = class.qualname().map_or_else(|_| "?".to_owned(), |name| name.to_string());
    match class.module() {
        Ok(module) if module == "chess" || is_below(&module, "chess.") => {
            format!("{module}.{name}")
        }
        _ => name,
    }
}

fn is_below(module: &Bound<'_, PyString>, package: &str) -> bool {
    module.to_str().is_ok_and(|module| module.starts_with(package))
}

/// Replaces a `TypeError` by one with another message, whose cause is the original; other errors
/// are returned unchanged. `message` takes the name of the type of `object`.
pub(super) fn explained(
    error: PyErr,
    object: &Bound<'_, PyAny>,
    message: impl FnOnce(&str) -> String,
) -> PyErr {
    let py = object.py();
    if !error.is_instance_of::<PyTypeError>(py) {
        return error;
    }
    let explained = PyTypeError::new_err(message(&type_name(object)));
    explained.set_cause(py, Some(error));
    explained
}

/// Raises an error if a call of `filter` has criteria, which belong to an object. `right` is the correct
/// call in the message, where `NAME` is the criterion.
pub(super) fn check_no_criteria(criteria: Option<&Bound<'_, PyDict>>, right: &str) -> PyResult<()> {
    let Some(criteria) = criteria.filter(|criteria| !criteria.is_empty()) else { return Ok(()) };
    let name = criteria.keys().get_item(0)?.to_string();
    let right = right.replace("NAME", &name);
    Err(PyTypeError::new_err(format!("{name} must be given to {right}")))
}

/// Returns the `TypeError` "{rule}, not {type}".
pub(super) fn wrong_type(rule: &str, object: &Bound<'_, PyAny>) -> PyErr {
    PyTypeError::new_err(format!("{rule}, not {}", type_name(object)))
}

/// Returns an object of a class; the rule of the error has the class and what makes its objects.
pub(super) fn instance<'a, 'py, T: PyTypeInfo>(
    object: &'a Bound<'py, PyAny>,
    rule: &str,
    makers: &str,
) -> PyResult<&'a Bound<'py, T>> {
    let error = || format!("{rule}, not {} ({makers})", type_name(object));
    object.cast::<T>().map_err(|_| PyTypeError::new_err(error()))
}

/// Implements the conversion of an argument: the argument, its type in the stub, and the function.
macro_rules! argument {
    ($argument:ty, $hint:expr, |$object:ident| $convert:expr) => {
        impl<'py> FromPyObject<'_, 'py> for $argument {
            type Error = PyErr;
            #[cfg(feature = "stubs")]
            const INPUT_TYPE: pyo3::inspect::PyStaticExpr = $hint;

            fn extract($object: Borrowed<'_, 'py, PyAny>) -> PyResult<$argument> {
                $convert
            }
        }
    };
}
pub(super) use argument;

/// An int whose range the caller checks.
#[derive(Clone, Copy)]
pub(super) struct Number(pub(super) i64);

argument!(Number, i64::INPUT_TYPE, |object| {
    let explain =
        |error| explained(error, &object, |kind| format!("a number must be an int, not {kind}"));
    number(object).map(Number).map_err(explain)
});

impl<'py> IntoPyObject<'py> for Number {
    type Target = pyo3::types::PyInt;
    type Output = Bound<'py, Self::Target>;
    type Error = std::convert::Infallible;

    fn into_pyobject(self, py: Python<'py>) -> Result<Self::Output, Self::Error> {
        // the largest number stands for all that are larger
        (i128::from(self.0) + i128::from(self.0 == i64::MAX)).into_pyobject(py)
    }
}

impl Number {
    /// Returns the number as a count of 0 or more.
    pub(super) fn count<T: TryFrom<i64>>(self, name: &str) -> PyResult<T> {
        self.at_least(name, 0)
    }

    /// Returns the number if it is large enough and fits into the type; `name` is the argument.
    pub(super) fn at_least<T: TryFrom<i64>>(self, name: &str, least: i64) -> PyResult<T> {
        let Number(number) = self;
        let wrong = |reason: String| Err(ArgumentError::new_err(format!("{name} {reason}")));
        match T::try_from(number) {
            _ if number < least => wrong(format!("must be {least} or more, not {self}")),
            Ok(count) if number < i64::MAX => Ok(count),
            _ => wrong(format!("is too large: {self}")),
        }
    }

    /// Returns the number if it is in a range; `name` is the argument.
    pub(super) fn within<T: TryFrom<i64>>(
        self,
        name: &str,
        range: RangeInclusive<i64>,
    ) -> PyResult<T> {
        let found = T::try_from(self.0).ok().filter(|_| range.contains(&self.0));
        let (least, most) = range.into_inner();
        let message = || format!("{name} must be from {least} to {most}, not {self}");
        found.ok_or_else(|| ArgumentError::new_err(message()))
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            i64::MIN => f.write_str("-2**63 or less"),
            i64::MAX => f.write_str("2**63 or more"),
            number => number.fmt(f),
        }
    }
}

/// A default in a signature: the argument itself, or a literal that means one.
pub(super) trait DefaultOf<T> {
    fn argument(self) -> PyResult<T>;
}

impl<T> DefaultOf<T> for T {
    #[inline(always)]
    fn argument(self) -> PyResult<T> {
        Ok(self)
    }
}

impl<T> DefaultOf<Option<T>> for T {
    #[inline(always)]
    fn argument(self) -> PyResult<Option<T>> {
        Ok(Some(self))
    }
}

/// Implements `DefaultOf` for literals.
macro_rules! defaults {
    ($($argument:ty $([$T:ident])? = |$literal:tt: $type:ty| $convert:expr;)*) => {$(
        impl$(<$T>)? crate::python::arguments::DefaultOf<$argument> for $type {
            fn argument(self) -> PyResult<$argument> {
                let $literal = self;
                Ok($convert)
            }
        }
    )*};
}
pub(super) use defaults;

defaults! {
    Number = |number: i64| Number(number);
    Option<Number> = |number: i64| Some(Number(number));
    IntegerSeed = |seed: i64| IntegerSeed(seed as u64);
    BitboardArgument = |bits: u64| BitboardArgument(Bitboard(bits));
    ColorArgument = |is_white: bool| ColorArgument(color_of(is_white));
}

impl<'a> DefaultOf<Option<FenArgument<'a>>> for &'a str {
    fn argument(self) -> PyResult<Option<FenArgument<'a>>> {
        Ok(Some(FenArgument(self)))
    }
}

/// An argument with a default value that Python writes as text.
pub(super) struct Defaulted<T>(pub(super) Option<T>);

// the literal is for readers: the code that takes the argument knows what it means
defaults! {
    Defaulted<T> [T] = |_: &str| Defaulted(None);
    Defaulted<T> [T] = |_: i64| Defaulted(None);
    Defaulted<T> [T] = |_: bool| Defaulted(None);
}

impl<'a, 'py, T: FromPyObject<'a, 'py>> FromPyObject<'a, 'py> for Defaulted<T> {
    type Error = T::Error;
    #[cfg(feature = "stubs")]
    const INPUT_TYPE: pyo3::inspect::PyStaticExpr = T::INPUT_TYPE;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> Result<Self, T::Error> {
        object.extract().map(|value| Defaulted(Some(value)))
    }
}

/// Defines string arguments whose messages name the expected kind of string.
macro_rules! text_arguments {
    ($($(#[$doc:meta])* $name:ident = $kind:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub(super) struct $name<'a>(pub(super) &'a str);

        impl<'a, 'py> FromPyObject<'a, 'py> for $name<'a> {
            type Error = PyErr;
            #[cfg(feature = "stubs")]
            const INPUT_TYPE: pyo3::inspect::PyStaticExpr = <&str>::INPUT_TYPE;

            fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<$name<'a>> {
                object.extract::<&str>().map($name).map_err(|error| {
                    explained(error, &object, |found| format!(concat!($kind, " must be a str, not {}"), found))
                })
            }
        }
    )*};
}

text_arguments! {
    /// A FEN, or its first field.
    FenArgument = "a FEN";
    /// A move in SAN.
    SanArgument = "a SAN such as 'Nf3'";
    /// A move in UCI.
    UciArgument = "a UCI such as 'g1f3'";
}

/// Returns the member with a number. Messages have the rule, for a str also the hint.
fn member<T>(
    object: Borrowed<'_, '_, PyAny>,
    rule: &str,
    str_hint: &str,
    from_number: impl FnOnce(usize) -> Option<T>,
) -> PyResult<T> {
    let number = number(object).map_err(|error| {
        explained(error, &object, |kind| {
            format!("{rule}, not {kind}{}", if kind == "str" { str_hint } else { "" })
        })
    })?;
    usize::try_from(number)
        .ok()
        .and_then(from_number)
        .ok_or_else(|| OutOfRangeError::new_err(format!("{rule}, not {number}")))
}

/// Returns the error of an argument. If PyO3 made it, its message is replaced; others have the type
/// [`Number`] or a type of their own, and get a note with the name.
#[cold]
pub(super) fn named(error: PyErr, object: &Bound<'_, PyAny>, name: &str, rust_type: &str) -> PyErr {
    let py = object.py();
    let is_a = |class: Bound<'_, PyType>| error.get_type(py).is(&class);
    let is_of_type = is_a(py.get_type::<PyTypeError>());
    let expected =
        expected(rust_type).filter(|_| is_of_type || is_a(py.get_type::<PyOverflowError>()));
    match expected {
        None => {
            let _ = error.value(py).call_method1(
                "add_note",
                (format!("while processing '{}'", name.trim_start_matches("r#")),),
            );
            error
        }
        Some(expected) if is_of_type => {
            let found = type_name(object);
            PyTypeError::new_err(format!("{name} must be {expected}, not {found}"))
        }
        Some(_) => {
            let number = object.str().map_or_else(|_| String::new(), |text| text.to_string());
            ArgumentError::new_err(format!("{name} is out of range: {}", shortened(&number)))
        }
    }
}

/// Returns the words for a type that PyO3 converts, given the type's name in Rust.
fn expected(rust_type: &str) -> Option<String> {
    let inner = |name: &str| {
        let (_, inner) = rust_type.split_once(name)?;
        inner.strip_prefix('<').unwrap_or(inner).strip_suffix('>')
    };
    if let Some(inner) = inner("option::Option") {
        return expected(inner).map(|expected| format!("{expected} or None"));
    }
    let last =
        |path: &str| path.rsplit("::").next().unwrap_or(path).trim_end_matches('>').to_owned();
    Some(match last(rust_type).as_str() {
        _ if rust_type.contains("vec::Vec<") => "a list".to_owned(),
        _ if rust_type.starts_with('(') => "a tuple".to_owned(),
        "bool" => "a bool".to_owned(),
        "&str" | "String" => "a str".to_owned(),
        "f32" | "f64" => "a number".to_owned(),
        "Number" | "i8" | "i16" | "i32" | "i64" | "isize" | "u8" | "u16" | "u32" | "u64"
        | "usize" => "an int".to_owned(),
        "PyAny" => return None,
        _ if rust_type.starts_with('[') => "a list".to_owned(),
        class if ["Bound<", "PyRef<", "&enroque::"].iter().any(|part| rust_type.contains(part)) => {
            match class.strip_prefix("Py") {
                Some(builtin) => format!("a {}", builtin.to_lowercase()),
                None => format!("of type {class}"),
            }
        }
        _ => return None,
    })
}

/// A square from its number.
#[derive(Clone, Copy)]
pub(super) struct SquareArgument(pub(super) Square);

argument!(SquareArgument, i64::INPUT_TYPE, |object| {
    let rule = "a square must be a number from 0 (a1) to 63 (h8)";
    member(object, rule, " (parse_square reads names)", Square::from_index).map(SquareArgument)
});

/// Converts an object; `name` is that of the argument or item in messages.
pub(super) fn extract<'py, T: FromPyObjectOwned<'py>>(
    object: &Bound<'py, PyAny>,
    name: &str,
) -> PyResult<T> {
    let error = |error: T::Error| named(error.into(), object, name, std::any::type_name::<T>());
    object.extract().map_err(error)
}

/// Returns the items of an iterable, which has at most `most`. Unlike PyO3's conversion to `Vec`,
/// this does not allocate by the iterable's `len`, which may be wrong, and Ctrl-C interrupts it.
pub(super) fn items<'py, T: FromPyObjectOwned<'py>>(
    iterable: &Bound<'py, PyAny>,
    most: usize,
) -> PyResult<Vec<T>> {
    let mut items = Vec::new();
    for item in iterable.try_iter()? {
        if items.len() % 4096 == 4095 {
            iterable.py().check_signals()?;
        }
        if items.len() == most {
            let message = format!("an iterable must have at most {most} items here");
            return Err(ArgumentError::new_err(message));
        }
        items.push(extract(&item?, "an item")?);
    }
    Ok(items)
}

/// The items of an iterable.
pub(super) struct Items<T>(pub(super) Vec<T>);

impl<'py, T: FromPyObjectOwned<'py>> FromPyObject<'_, 'py> for Items<T> {
    type Error = PyErr;
    #[cfg(feature = "stubs")]
    const INPUT_TYPE: pyo3::inspect::PyStaticExpr =
        hint!("collections.abc", "Iterable", T::INPUT_TYPE);

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Items<T>> {
        items(&object, 1 << 27).map(Items)
    }
}

/// Several squares.
pub(super) struct SquaresArgument(pub(super) Vec<Square>);

argument!(SquaresArgument, Items::<SquareArgument>::INPUT_TYPE, |object| {
    if object.try_iter().is_err() {
        return Err(wrong_type("squares must be an iterable of squares", &object));
    }
    let Items(squares) = object.extract::<Items<SquareArgument>>()?;
    Ok(SquaresArgument(squares.into_iter().map(|square| square.0).collect()))
});

/// A bitboard: the low 64 bits of an int, so that Python's `~` works on bitboards.
#[derive(Clone, Copy)]
pub(super) struct BitboardArgument(pub(super) Bitboard);

argument!(BitboardArgument, u64::INPUT_TYPE, |object| {
    let bits = match object.extract::<u64>() {
        Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => {
            let number = object.call_method0(intern!(object.py(), "__index__"))?;
            number.bitand(u64::MAX)?.extract()
        }
        bits => bits,
    };
    let explain = |error| {
        explained(error, &object, |kind| {
            format!("a bitboard must be an int whose bit n is square n, not {kind}")
        })
    };
    bits.map(|bits| BitboardArgument(Bitboard(bits))).map_err(explain)
});

/// A piece type from its number, 1 for the pawn to 6 for the king.
#[derive(Clone, Copy)]
pub(super) struct PieceTypeArgument(pub(super) PieceType);

argument!(PieceTypeArgument, i64::INPUT_TYPE, |object| {
    let rule = "a piece type must be a number from 1 (pawn) to 6 (king)";
    let from_number = |number: usize| PieceType::from_index(number.checked_sub(1)?);
    member(object, rule, "", from_number).map(PieceTypeArgument)
});

/// A color from a bool, or from 1 or 0. Other values raise, because `"black"` is truthy and a square
/// is not a color.
#[derive(Clone, Copy)]
pub(super) struct ColorArgument(pub(super) Color);

argument!(ColorArgument, bool::INPUT_TYPE, |object| {
    let number = || object.extract::<u8>().ok().filter(|&number| number < 2);
    match object.extract::<bool>().ok().or_else(|| number().map(|number| number == 1)) {
        Some(is_white) => Ok(ColorArgument(color_of(is_white))),
        None => Err(PyTypeError::new_err(format!(
            "a color must be WHITE (True) or BLACK (False), not {}",
            object.repr()?
        ))),
    }
});

/// A color as a Python bool.
pub(super) fn color(color: Color) -> bool {
    color == Color::White
}

/// Returns the color of a bool of Python.
pub(super) fn color_of(is_white: bool) -> Color {
    if is_white { Color::White } else { Color::Black }
}

/// A piece type as a Python int.
pub(super) fn piece_type(piece_type: PieceType) -> u8 {
    piece_type as u8 + 1
}

/// A seed that is an int.
pub(super) struct IntegerSeed(pub(super) u64);

argument!(IntegerSeed, i64::INPUT_TYPE, |object| {
    object.extract().map(IntegerSeed).map_err(|error: PyErr| {
        if error.is_instance_of::<PyTypeError>(object.py()) {
            return wrong_type("a seed must be an int", &object);
        }
        let text =
            object.repr().map_or_else(|_| "a larger one".to_owned(), |text| text.to_string());
        ArgumentError::new_err(format!("a seed must be 0 to 2**64 - 1, not {text}"))
    })
});

/// Returns the number of a seed: an int, a draw of a `numpy.random.Generator`, or a random one for
/// `None`.
pub(super) fn seed_number(seed: &Bound<'_, PyAny>) -> PyResult<u64> {
    let py = seed.py();
    if seed.is_none() {
        return py.import("secrets")?.call_method1("randbits", (64,))?.extract();
    }
    if py.import("operator")?.call_method1("index", (seed,)).is_ok() {
        return Ok(seed.extract::<IntegerSeed>()?.0);
    }
    if seed.is_instance(&py.import("numpy.random")?.getattr("Generator")?)? {
        let options = [("dtype", numpy_api::dtype::<u64>(py)?)].into_py_dict(py)?;
        return seed.call_method("integers", (1_u128 << 64,), Some(&options))?.extract();
    }
    Err(PyTypeError::new_err(format!(
        "a seed must be an int or a numpy.random.Generator, not {}",
        type_name(seed)
    )))
}

/// Resolves a possibly negative index; `None` if it is out of range.
pub(super) fn index_of(number: i64, count: usize) -> Option<usize> {
    let from_start = if number < 0 { number.saturating_add(count as i64) } else { number };
    usize::try_from(from_start).ok().filter(|&index| index < count)
}
