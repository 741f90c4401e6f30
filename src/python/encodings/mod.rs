//! Encodings and policies by name and options, as objects and as arguments.

mod description;

pub(super) use description::{Encoding, PolicyEncoding, call};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyList, PyString, PyTuple};

use super::arguments::{Number, explained};
use super::arrays::named;
use super::errors::EncodingError;
use super::hints::Attributes;
use crate::tensor::nnue::{FeatureSet, MAX_ACTIVE};
use crate::tensor::records::RecordKind;
use crate::tensor::rows::Unsupported;
use crate::tensor::{self, OptionValue, TokenEncoding, View, WinModel};

#[cfg(feature = "stubs")]
use pyo3::{inspect::PyStaticExpr, type_hint_union, type_object::PyTypeInfo};

fn error(message: String) -> PyErr {
    EncodingError::new_err(message)
}

/// Options as the core takes them, from keyword arguments.
pub(in crate::python) fn options(
    given: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<(String, OptionValue)>> {
    let mut options = Vec::new();
    for (name, value) in given.into_iter().flatten() {
        let name: String = name.extract()?;
        let value = if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
            let words: Vec<String> = value.extract()?;
            OptionValue::Word(words.join(" "))
        } else if let Ok(word) = value.cast::<PyString>() {
            OptionValue::Word(word.to_string())
        } else if value.is_none() {
            continue; // as if it had not been said
        } else if !value.is_instance_of::<PyBool>()
            && let Ok(number) = value.call_method0("__index__")
        {
            OptionValue::Number(number.extract::<Number>()?.0)
        } else {
            let kind = value.get_type().qualname()?;
            return Err(PyTypeError::new_err(format!("{name} is a word or a number, not {kind}")));
        };
        options.push((name, value));
    }
    Ok(options)
}

/// From whose side; the mover's unless said.
pub(in crate::python) fn view(word: &str) -> PyResult<View> {
    named("view", word, &[("mover", View::Mover), ("white", View::White)], error)
}

/// What becomes of positions that an encoding cannot express.
pub(in crate::python) fn unsupported(word: &str) -> PyResult<Unsupported> {
    if word == "skip" {
        return Err(error(
            "on_unsupported is \"raise\" or \"mask\" here, where each position has its row: \
             Games.supported says which can be expressed, and a Loader skips the others"
                .to_owned(),
        ));
    }
    let choices = [("raise", Unsupported::Raise), ("mask", Unsupported::Mask)];
    named("on_unsupported", word, &choices, error)
}

/// A set of sparse features by its name.
pub(in crate::python) fn feature_set(name: &str) -> PyResult<FeatureSet> {
    let choices = FeatureSet::ALL.map(|set| (set.key(), set));
    named("feature set", name, &choices, error)
}

/// A win model by its name.
pub(in crate::python) fn win_model(name: &str) -> PyResult<WinModel> {
    named("win model", name, &WinModel::NAMES, error)
}

/// A kind of records by its name.
pub(in crate::python) fn record_kind(name: &str) -> PyResult<RecordKind> {
    named("kind of record", name, &RecordKind::NAMES, error)
}

/// The token encoding of a name.
pub(in crate::python) fn tokens(
    name: &str,
    given: Option<&Bound<'_, PyDict>>,
) -> PyResult<TokenEncoding> {
    Ok(TokenEncoding::named(name, &options(given)?)?)
}

/// The plane encoding of a name, with its options.
///
/// | name | options, the first value unless said |
/// |---|---|
/// | `"alphazero"` | `layout="channels_first"` or `"channels_last"` |
/// | `"composed"` | `parts="men"`, names or a list of them, see below; `view="mover"`, `"white"` |
/// | `"lc0"` | `format=1`, 2, 3, 4, 5, 132, 133; `fill="fen_only"`, `"no"`, `"always"` |
/// | `"maia2"`, `"pieces"` | `view="mover"`, `"white"` |
/// | `"maia3"` | `history=8`, or 1 to 7 |
/// | `"openspiel"`, `"pettingzoo"`, `"tutorial14"` | none |
///
/// The parts of `"composed"`: 12 channels `men`; 6 `own_men`, `opponent_men`, `own_attacks_by_type`,
/// `opponent_attacks_by_type`; 4 `castling`; 1 `own`, `opponent`, `occupied`, `empty`, `own_attacks`,
/// `opponent_attacks`, `legal_origins`, `legal_targets`, `checkers`, `pinned`, `pin_lines`,
/// `castling_rooks`, `en_passant`, `repeated`, `white_to_move`, `ones`, `zeros`; counts
/// `repetitions`, `halfmove_clock`, `move_number`; a number for each square `own_attack_count`,
/// `opponent_attack_count`, `mobility`, `own_king_distance`, `opponent_king_distance`. `men@2` are the
/// men two plies ago: so with all that shows men, attacks or repetition.
#[pyfunction]
#[pyo3(signature = (name, **options: "str | int | list[str] | tuple[str, ...] | None"))]
pub(in crate::python) fn encoding(
    name: &str,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Encoding> {
    let options = self::options(options)?;
    Ok(Encoding { encoding: tensor::Encoding::named(name, &options)? })
}

/// The policy of a name, with its options: `"lc0"` has `format`, the input format of its network (1
/// unless said), `"from_to"` has `view`, `"mover"` unless said or `"white"`; `"alphazero"`,
/// `"from_to_promotion"`, `"maia2"`, `"maia3"`, `"openspiel"`, `"pettingzoo"` and `"uci"` have none.
#[pyfunction]
#[pyo3(signature = (name, **options: "str | int | None"))]
pub(in crate::python) fn policy_encoding(
    name: &str,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<PolicyEncoding> {
    let options = self::options(options)?;
    Ok(PolicyEncoding { policy: tensor::PolicyEncoding::named(name, &options)? })
}

/// The names of all encodings, by kind: `"planes"`, `"policies"`, `"tokens"`, `"features"`.
#[pyfunction]
pub(in crate::python) fn encoding_names(py: Python<'_>) -> PyResult<Attributes<'_>> {
    let names = PyDict::new(py);
    names.set_item("planes", tensor::Encoding::NAMES)?;
    names.set_item("policies", tensor::PolicyEncoding::NAMES)?;
    names.set_item("tokens", TokenEncoding::NAMES)?;
    names.set_item("features", FeatureSet::ALL.map(FeatureSet::key))?;
    Ok(Attributes(names))
}

/// The sizes of what has no object of its own, by name: of `"tokens"` how many a position has (`count`) and how
/// many there are (`vocabulary`); of `"features"` how many inputs a perspective has (`inputs`) and how many
/// are active at most (`active`); of `"records"` the bytes (`bytes`).
///
/// >>> import enroque
/// >>> enroque.encoding_sizes()["features"]["HalfKP"]
/// {'inputs': 41024, 'active': 32}
#[pyfunction]
pub(in crate::python) fn encoding_sizes(py: Python<'_>) -> PyResult<Attributes<'_>> {
    let sizes = |of: &[(&str, usize)]| -> PyResult<_> {
        let dict = PyDict::new(py);
        of.iter().try_for_each(|&(name, size)| dict.set_item(name, size))?;
        Ok(dict)
    };
    let (tokens, features, records) = (PyDict::new(py), PyDict::new(py), PyDict::new(py));
    for name in TokenEncoding::NAMES {
        let encoding = TokenEncoding::named(name, &[])?;
        let of = [("count", encoding.count()), ("vocabulary", encoding.vocabulary())];
        tokens.set_item(name, sizes(&of)?)?;
    }
    for set in FeatureSet::ALL {
        features.set_item(set.key(), sizes(&[("inputs", set.size()), ("active", MAX_ACTIVE)])?)?;
    }
    for (name, _) in RecordKind::NAMES {
        records.set_item(name, sizes(&[("bytes", tensor::records::BYTES)])?)?;
    }
    let dict = PyDict::new(py);
    dict.set_item("tokens", tokens)?;
    dict.set_item("features", features)?;
    dict.set_item("records", records)?;
    Ok(Attributes(dict))
}

/// An encoding as an argument: an object, or a name with options beside it.
pub(in crate::python) enum EncodingArgument<'py> {
    Object(Bound<'py, Encoding>),
    Name(String),
}

impl EncodingArgument<'_> {
    pub(in crate::python) fn get(
        &self,
        given: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<tensor::Encoding> {
        match self {
            EncodingArgument::Name(name) => Ok(tensor::Encoding::named(name, &options(given)?)?),
            EncodingArgument::Object(object) => {
                no_options(given)?;
                Ok(object.get().encoding.clone())
            }
        }
    }
}

/// A policy as an argument: an object, or a name with options beside it.
pub(in crate::python) enum PolicyArgument<'py> {
    Object(Bound<'py, PolicyEncoding>),
    Name(String),
}

impl PolicyArgument<'_> {
    pub(in crate::python) fn get(
        &self,
        given: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<tensor::PolicyEncoding> {
        match self {
            PolicyArgument::Name(name) => {
                Ok(tensor::PolicyEncoding::named(name, &options(given)?)?)
            }
            PolicyArgument::Object(object) => {
                no_options(given)?;
                Ok(object.get().policy)
            }
        }
    }
}

fn no_options(given: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
    match options(given)?.first() {
        None => Ok(()),
        Some((option, _)) => Err(error(format!(
            "the encoding is an object, which has its options already: {option} goes with a name"
        ))),
    }
}

/// What an argument that is an object or a name is taken from, with an error that says so.
macro_rules! object_or_name {
    ($($argument:ident = $class:ident, $what:literal;)*) => {$(
        impl<'a, 'py> FromPyObject<'a, 'py> for $argument<'py> {
            type Error = PyErr;
            #[cfg(feature = "stubs")]
            const INPUT_TYPE: PyStaticExpr =
                type_hint_union!($class::TYPE_HINT, <String as FromPyObject<'_, '_>>::INPUT_TYPE);

            fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<$argument<'py>> {
                if let Ok(object) = object.cast::<$class>() {
                    return Ok($argument::Object(object.to_owned()));
                }
                let name = object.extract::<String>().map(|name| $argument::Name(name));
                name.map_err(|error| explained(error, &object, |kind| {
                    format!(concat!($what, " is a name or an object of it, not {}"), kind)
                }))
            }
        }
    )*};
}

object_or_name! {
    EncodingArgument = Encoding, "an encoding";
    PolicyArgument = PolicyEncoding, "a policy";
}
