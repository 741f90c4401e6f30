//! Encodings and policies by name and options, as objects and as arguments.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyList, PyString, PyTuple};

use super::arguments::Number;
use super::arrays::named;
use super::errors::EncodingError;
use super::hints::{Attributes, Shape};
use crate::tensor::nnue::FeatureSet;
use crate::tensor::records::RecordKind;
use crate::tensor::rows::Unsupported;
use crate::tensor::{
    self, Element, OptionValue, PlaneEncoding, Policy, TokenEncoding, View, WinModel, f16,
};

/// The version of the JSON that encodings write; it grows when old readers would misread it.
const JSON_VERSION: i64 = 1;

fn error(message: String) -> PyErr {
    EncodingError::new_err(message)
}

/// Options as the core takes them, from keyword arguments.
pub(super) fn options(given: Option<&Bound<'_, PyDict>>) -> PyResult<Vec<(String, OptionValue)>> {
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

fn options_dict<'py>(
    py: Python<'py>,
    options: Vec<(String, OptionValue)>,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (name, value) in options {
        match value {
            OptionValue::Word(word) => dict.set_item(name, word)?,
            OptionValue::Number(number) => dict.set_item(name, number)?,
        }
    }
    Ok(dict)
}

/// `name, option=value` as it is typed.
fn call(function: &str, name: &str, options: &[(String, OptionValue)]) -> String {
    let options: String = options.iter().map(|(name, value)| format!(", {name}={value}")).collect();
    format!("{function}({name:?}{options})")
}

/// From whose side; the mover's unless said.
pub(super) fn view(word: &str) -> PyResult<View> {
    named("view", word, &[("mover", View::Mover), ("white", View::White)], error)
}

/// What becomes of positions that an encoding cannot express.
pub(super) fn unsupported(word: &str) -> PyResult<Unsupported> {
    let choices = [("raise", Unsupported::Raise), ("mask", Unsupported::Mask)];
    named("on_unsupported", word, &choices, error)
}

/// A set of sparse features by its name.
pub(super) fn feature_set(name: &str) -> PyResult<FeatureSet> {
    let choices = FeatureSet::ALL.map(|set| (set.key(), set));
    named("feature set", name, &choices, error)
}

/// A win model by its name.
pub(super) fn win_model(name: &str) -> PyResult<WinModel> {
    named("win model", name, &WinModel::NAMES, error)
}

/// A kind of records by its name.
pub(super) fn record_kind(name: &str) -> PyResult<RecordKind> {
    named("kind of record", name, &RecordKind::NAMES, error)
}

/// The token encoding of a name.
pub(super) fn tokens(name: &str, given: Option<&Bound<'_, PyDict>>) -> PyResult<TokenEncoding> {
    Ok(TokenEncoding::named(name, &options(given)?)?)
}

/// A way to write positions as planes: `enroque.encoding(name, **options)` makes one.
///
/// It stands wherever the name of an encoding does: `board.planes(encoding)`. Two are equal if they
/// write the same; it pickles, and `to_json` says all that is needed to have it again. `print` shows
/// its channels.
#[pyclass(frozen, module = "enroque")]
pub(super) struct Encoding {
    pub(super) encoding: tensor::Encoding,
}

/// A numbering of moves: `enroque.policy_encoding(name, **options)` makes one.
///
/// It stands wherever the name of a policy does: `board.legal_mask(policy)`. Two are equal if they
/// number alike; it pickles, and `to_json` says all that is needed to have it again.
#[pyclass(frozen, module = "enroque")]
pub(super) struct PolicyEncoding {
    pub(super) policy: tensor::PolicyEncoding,
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
pub(super) fn encoding(name: &str, options: Option<&Bound<'_, PyDict>>) -> PyResult<Encoding> {
    let options = self::options(options)?;
    Ok(Encoding { encoding: tensor::Encoding::named(name, &options)? })
}

/// The policy of a name, with its options: `"lc0"` has `format`, the input format of its network (1
/// unless said), `"from_to"` has `view`, `"mover"` unless said or `"white"`; `"alphazero"`,
/// `"from_to_promotion"`, `"maia2"`, `"maia3"`, `"openspiel"`, `"pettingzoo"` and `"uci"` have none.
#[pyfunction]
#[pyo3(signature = (name, **options: "str | int | None"))]
pub(super) fn policy_encoding(
    name: &str,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<PolicyEncoding> {
    let options = self::options(options)?;
    Ok(PolicyEncoding { policy: tensor::PolicyEncoding::named(name, &options)? })
}

/// The names of all encodings, by kind: `"planes"`, `"policies"`, `"tokens"`, `"features"`.
#[pyfunction]
pub(super) fn encoding_names(py: Python<'_>) -> PyResult<Attributes<'_>> {
    let names = PyDict::new(py);
    names.set_item("planes", tensor::Encoding::NAMES)?;
    names.set_item("policies", tensor::PolicyEncoding::NAMES)?;
    names.set_item("tokens", TokenEncoding::NAMES)?;
    names.set_item("features", FeatureSet::ALL.map(FeatureSet::key))?;
    Ok(Attributes(names))
}

/// An encoding as an argument: an object, or a name with options beside it.
#[derive(FromPyObject)]
pub(super) enum EncodingArgument<'py> {
    Object(Bound<'py, Encoding>),
    Name(String),
}

impl EncodingArgument<'_> {
    pub(super) fn get(&self, given: Option<&Bound<'_, PyDict>>) -> PyResult<tensor::Encoding> {
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
#[derive(FromPyObject)]
pub(super) enum PolicyArgument<'py> {
    Object(Bound<'py, PolicyEncoding>),
    Name(String),
}

impl PolicyArgument<'_> {
    pub(super) fn get(
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

/// The JSON of a description.
fn to_json(
    py: Python<'_>,
    kind: &str,
    name: &str,
    options: Vec<(String, OptionValue)>,
    add: impl FnOnce(&Bound<'_, PyDict>) -> PyResult<()>,
) -> PyResult<String> {
    let dict = PyDict::new(py);
    dict.set_item("enroque", JSON_VERSION)?;
    dict.set_item("kind", kind)?;
    dict.set_item("name", name)?;
    dict.set_item("options", options_dict(py, options)?)?;
    add(&dict)?;
    py.import("json")?.call_method1("dumps", (dict,))?.extract()
}

/// The name and options in a JSON of `to_json`.
fn of_json(
    py: Python<'_>,
    kind: &str,
    text: &str,
) -> PyResult<(String, Vec<(String, OptionValue)>)> {
    let refused = |reason: String| error(format!("no JSON of a description: {reason}"));
    let parsed = py.import("json")?.call_method1("loads", (text,));
    let parsed = parsed.map_err(|fault| refused(fault.to_string()))?;
    let dict = parsed.cast::<PyDict>().map_err(|_| refused("it is no object".to_owned()))?;
    let field = |name: &str| {
        dict.get_item(name)?.ok_or_else(|| refused(format!("it has no field {name:?}")))
    };
    let version: Option<i64> = field("enroque")?.extract().ok();
    if version != Some(JSON_VERSION) {
        let found = field("enroque")?.repr()?;
        return Err(refused(format!("its version is {found}, {JSON_VERSION} is known here")));
    }
    let found: Option<String> = field("kind")?.extract().ok();
    if found.as_deref() != Some(kind) {
        let found = field("kind")?.repr()?;
        return Err(refused(format!("it describes {found}, not {kind:?}")));
    }
    let name = field("name")?;
    let name = name.extract().map_err(|_| refused("its name is no text".to_owned()))?;
    let options = field("options")?;
    let options =
        options.cast::<PyDict>().map_err(|_| refused("its options are no object".to_owned()))?;
    Ok((name, self::options(Some(options))?))
}

/// `functools.partial(function, name, **options)`: how a description is pickled.
fn pickled<'py>(
    py: Python<'py>,
    function: &str,
    name: &str,
    options: Vec<(String, OptionValue)>,
) -> PyResult<(Bound<'py, PyAny>, ())> {
    let make = py.import("enroque")?.getattr(function)?;
    let arguments = (make, name);
    let partial = py.import("functools")?.getattr("partial")?;
    let partial = partial.call(arguments, Some(&options_dict(py, options)?))?;
    Ok((partial, ()))
}

#[pymethods]
impl Encoding {
    /// The name, such as `"lc0"`.
    #[getter]
    fn name(&self) -> &'static str {
        self.encoding.name()
    }

    /// All options with their values.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Attributes<'py>> {
        options_dict(py, self.encoding.options()).map(Attributes)
    }

    /// The shape of one position's planes.
    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Shape<'py>> {
        PyTuple::new(py, self.encoding.shape()).map(Shape)
    }

    /// How many channels.
    #[getter]
    fn channels(&self) -> usize {
        self.encoding.channels()
    }

    /// What each channel shows.
    #[getter]
    fn channel_names(&self) -> Vec<String> {
        self.encoding.channel_list().into_iter().map(|channel| channel.name).collect()
    }

    /// The least and the greatest value of each channel, `inf` where nothing bounds it.
    #[getter]
    fn value_ranges(&self) -> Vec<(f32, f32)> {
        let channels = self.encoding.channel_list();
        channels.into_iter().map(|channel| (channel.low, channel.high)).collect()
    }

    /// The channels that hold other values than 0 and 1: in the bit form (`planes_bits`), those with a
    /// value of their own.
    #[getter]
    fn scaled(&self) -> Vec<usize> {
        self.encoding.scaled().to_vec()
    }

    /// The dtypes that can hold the planes, the default first.
    #[getter]
    fn dtypes(&self) -> Vec<&'static str> {
        let mut dtypes = vec![f32::NAME, f16::NAME];
        if !self.encoding.has_fractions() {
            dtypes.push(u8::NAME);
        }
        dtypes.push(bool::NAME);
        dtypes
    }

    /// When an en-passant square counts: after a `"double_push"`, where a pawn stands ready to
    /// capture (`"pseudo_legal"`), or where a capture is `"legal"`.
    #[getter]
    fn en_passant(&self) -> &'static str {
        self.encoding.en_passant_word()
    }

    /// What the encoding takes things for, in words: `view`, `en_passant`, `repetition`, `chess960`,
    /// `source`.
    #[getter]
    fn conventions<'py>(&self, py: Python<'py>) -> PyResult<Attributes<'py>> {
        let conventions = self.encoding.conventions();
        let dict = PyDict::new(py);
        dict.set_item("view", conventions.view)?;
        dict.set_item("en_passant", conventions.en_passant)?;
        dict.set_item("repetition", conventions.repetition)?;
        dict.set_item("chess960", conventions.chess960)?;
        dict.set_item("source", conventions.source)?;
        Ok(Attributes(dict))
    }

    /// The description as JSON: a version, name and options, and for readers the shape, the channels
    /// and the conventions.
    fn to_json(&self, py: Python<'_>) -> PyResult<String> {
        let encoding = &self.encoding;
        super::encodings::to_json(py, "planes", encoding.name(), encoding.options(), |dict| {
            dict.set_item("shape", encoding.shape())?;
            dict.set_item("channels", self.channel_names())?;
            dict.set_item("conventions", self.conventions(py)?)
        })
    }

    /// The encoding of a JSON of `to_json`; `EncodingError` if it is none, or of another version.
    #[staticmethod]
    fn from_json(py: Python<'_>, text: &str) -> PyResult<Encoding> {
        let (name, options) = of_json(py, "planes", text)?;
        Ok(Encoding { encoding: tensor::Encoding::named(&name, &options)? })
    }

    fn __repr__(&self) -> String {
        format!("enroque.{}", call("encoding", self.encoding.name(), &self.encoding.options()))
    }

    fn __str__(&self) -> String {
        let conventions = self.encoding.conventions();
        let shape: Vec<String> = self.encoding.shape().iter().map(usize::to_string).collect();
        let mut text = format!(
            "{}  ({})\nview        {}\nen passant  {}\nrepetition  {}\nChess960    {}\nsource      {}\n",
            call("encoding", self.encoding.name(), &self.encoding.options()),
            shape.join(", "),
            conventions.view,
            conventions.en_passant,
            conventions.repetition,
            conventions.chess960,
            conventions.source,
        );
        for (n, channel) in self.encoding.channel_list().iter().enumerate() {
            let range = match channel.high {
                1.0 => String::new(),
                high => format!("  [{}, {high}]", channel.low),
            };
            text += &format!("{n:11} {}{range}\n", channel.name);
        }
        text.truncate(text.trim_end().len());
        text
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Encoding>().is_ok_and(|other| other.get().encoding == self.encoding)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, &self.__repr__()).hash()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, ())> {
        pickled(py, "encoding", self.encoding.name(), self.encoding.options())
    }
}

#[pymethods]
impl PolicyEncoding {
    /// The name, such as `"lc0"`.
    #[getter]
    fn name(&self) -> &'static str {
        self.policy.name()
    }

    /// All options with their values.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Attributes<'py>> {
        options_dict(py, self.policy.options()).map(Attributes)
    }

    /// How many indices there are.
    #[getter]
    fn size(&self) -> usize {
        self.policy.size()
    }

    /// What the policy takes things for, in words: `view`, `order`, `castling`, `promotion`,
    /// `chess960`, `source`.
    #[getter]
    fn conventions<'py>(&self, py: Python<'py>) -> PyResult<Attributes<'py>> {
        let conventions = self.policy.conventions();
        let dict = PyDict::new(py);
        dict.set_item("view", conventions.view)?;
        dict.set_item("order", conventions.order)?;
        dict.set_item("castling", conventions.castling)?;
        dict.set_item("promotion", conventions.promotion)?;
        dict.set_item("chess960", conventions.chess960)?;
        dict.set_item("source", conventions.source)?;
        Ok(Attributes(dict))
    }

    /// The description as JSON: a version, name and options, and for readers the size and the
    /// conventions.
    fn to_json(&self, py: Python<'_>) -> PyResult<String> {
        let policy = &self.policy;
        super::encodings::to_json(py, "policy", policy.name(), policy.options(), |dict| {
            dict.set_item("size", policy.size())?;
            dict.set_item("conventions", self.conventions(py)?)
        })
    }

    /// The policy of a JSON of `to_json`; `EncodingError` if it is none, or of another version.
    #[staticmethod]
    fn from_json(py: Python<'_>, text: &str) -> PyResult<PolicyEncoding> {
        let (name, options) = of_json(py, "policy", text)?;
        Ok(PolicyEncoding { policy: tensor::PolicyEncoding::named(&name, &options)? })
    }

    fn __repr__(&self) -> String {
        let (name, options) = (self.policy.name(), self.policy.options());
        format!("enroque.{}", call("policy_encoding", name, &options))
    }

    fn __str__(&self) -> String {
        let conventions = self.policy.conventions();
        format!(
            "{}  {} indices\nview        {}\norder       {}\ncastling    {}\npromotion   {}\n\
             Chess960    {}\nsource      {}",
            call("policy_encoding", self.policy.name(), &self.policy.options()),
            self.policy.size(),
            conventions.view,
            conventions.order,
            conventions.castling,
            conventions.promotion,
            conventions.chess960,
            conventions.source,
        )
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PolicyEncoding>().is_ok_and(|other| other.get().policy == self.policy)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, &self.__repr__()).hash()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, ())> {
        pickled(py, "policy_encoding", self.policy.name(), self.policy.options())
    }
}
