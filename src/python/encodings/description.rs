//! Encodings and policies as objects: they print, compare, pickle and become JSON.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use super::{error, options};
use crate::python::errors::shortened;
use crate::python::hints::{Attributes, Shape};
use crate::tensor::{self, Element, OptionValue, PlaneEncoding, Policy, check_element, f16};

/// The version of the JSON that encodings write; it grows when old readers would misread it.
const JSON_VERSION: i64 = 1;

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
pub(in crate::python) fn call(
    function: &str,
    name: &str,
    options: &[(String, OptionValue)],
) -> String {
    let options: String = options.iter().map(|(name, value)| format!(", {name}={value}")).collect();
    format!("{function}({name:?}{options})")
}

/// A way to write positions as planes: `enroque.encoding(name, **options)` makes one.
///
/// It stands wherever the name of an encoding does: `board.planes(encoding)`. Two are equal if they
/// write the same; it pickles, and `to_json` says all that is needed to have it again. `print` shows
/// its channels.
#[pyclass(frozen, module = "enroque")]
pub(in crate::python) struct Encoding {
    pub(super) encoding: tensor::Encoding,
}

/// A numbering of moves: `enroque.policy_encoding(name, **options)` makes one.
///
/// It stands wherever the name of a policy does: `board.legal_mask(policy)`. Two are equal if their
/// names and options are; it pickles, and `to_json` says all that is needed to have it again.
#[pyclass(frozen, module = "enroque")]
pub(in crate::python) struct PolicyEncoding {
    pub(super) policy: tensor::PolicyEncoding,
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

/// Fields of a JSON that follow from name and options, and that must be so: else it describes something
/// else. Wordings may change.
const FOLLOWING: [&str; 5] = ["shape", "size", "dtypes", "value_ranges", "chess960"];

/// Whether a JSON says nothing of a description that it is not.
fn agrees(py: Python<'_>, text: &str, own: &str) -> PyResult<()> {
    let loads = py.import("json")?.getattr("loads")?;
    let (given, own) = (loads.call1((text,))?, loads.call1((own,))?);
    let (given, own) = (given.cast::<PyDict>()?, own.cast::<PyDict>()?);
    for name in FOLLOWING {
        let (Some(given), Some(own)) = (given.get_item(name)?, own.get_item(name)?) else {
            continue;
        };
        if !given.eq(&own)? {
            let (given, own) = (given.repr()?.to_string(), own.repr()?.to_string());
            let (given, own) = (shortened(&given), shortened(&own));
            return Err(error(format!(
                "the JSON contradicts itself: {name} is {given}, by its name and options {own}"
            )));
        }
    }
    Ok(())
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

    /// The dtypes that can hold the planes, the default first: uint8 where there are no fractions (counts
    /// beyond 255 are 255 there), bool where there is nothing but 0 and 1.
    #[getter]
    fn dtypes(&self) -> Vec<&'static str> {
        let mut dtypes = vec![f32::NAME, f16::NAME];
        if check_element::<_, u8>(&self.encoding).is_ok() {
            dtypes.push(u8::NAME);
        }
        if check_element::<_, bool>(&self.encoding).is_ok() {
            dtypes.push(bool::NAME);
        }
        dtypes
    }

    /// When an en-passant square counts: after a `"double_push"`, where a pawn stands ready to
    /// capture (`"pseudo_legal"`), or where a capture is `"legal"`.
    #[getter]
    fn en_passant(&self) -> &'static str {
        self.encoding.en_passant_word()
    }

    /// Whether Chess960's castling rights show with their rooks: else positions may look alike that differ
    /// in them.
    #[getter]
    fn chess960(&self) -> bool {
        self.encoding.tells_chess960()
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

    /// The description as JSON: a version, name and options, and for readers the shape, the channels,
    /// the dtypes, the ranges of values (`null` where nothing bounds them) and the conventions.
    fn to_json(&self, py: Python<'_>) -> PyResult<String> {
        let encoding = &self.encoding;
        to_json(py, "planes", encoding.name(), encoding.options(), |dict| {
            dict.set_item("shape", encoding.shape())?;
            dict.set_item("channels", self.channel_names())?;
            dict.set_item("dtypes", self.dtypes())?;
            // JSON has no infinity
            let bound = |high: f32| high.is_finite().then_some(high);
            let ranges = self.value_ranges().into_iter().map(|(low, high)| (low, bound(high)));
            dict.set_item("value_ranges", ranges.collect::<Vec<_>>())?;
            dict.set_item("chess960", encoding.tells_chess960())?;
            dict.set_item("conventions", self.conventions(py)?)
        })
    }

    /// The encoding of a JSON of `to_json`; `EncodingError` if it is none, of another
    /// version, or says of name and options what is not so.
    #[staticmethod]
    fn from_json(py: Python<'_>, text: &str) -> PyResult<Encoding> {
        let (name, options) = of_json(py, "planes", text)?;
        let described = Encoding { encoding: tensor::Encoding::named(&name, &options)? };
        agrees(py, text, &described.to_json(py)?)?;
        Ok(described)
    }

    fn __repr__(&self) -> String {
        format!("enroque.{}", call("encoding", self.encoding.name(), &self.encoding.options()))
    }

    fn __str__(&self) -> String {
        let conventions = self.encoding.conventions();
        let shape: Vec<String> = self.encoding.shape().iter().map(usize::to_string).collect();
        let mut text = format!(
            "{}  ({})\ndtypes      {}\nview        {}\nen passant  {}\nrepetition  {}\nChess960    {}\nsource      {}\n",
            call("encoding", self.encoding.name(), &self.encoding.options()),
            shape.join(", "),
            self.dtypes().join(", "),
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

    /// The move of each index in UCI, White's where the policy is the mover's; `None` where an index is no
    /// move's, or means different ones (OpenSpiel's castlings). A plain move also stands for castling and for
    /// the promotion that is written alike; of lc0's formats that turn the board, moves are the turned ones.
    #[getter]
    fn moves(&self) -> Vec<Option<String>> {
        self.policy.moves().into_iter().map(|m| m.map(|m| m.to_string())).collect()
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
        to_json(py, "policy", policy.name(), policy.options(), |dict| {
            dict.set_item("size", policy.size())?;
            dict.set_item("conventions", self.conventions(py)?)
        })
    }

    /// The policy of a JSON of `to_json`; `EncodingError` if it is none, of another
    /// version, or says of name and options what is not so.
    #[staticmethod]
    fn from_json(py: Python<'_>, text: &str) -> PyResult<PolicyEncoding> {
        let (name, options) = of_json(py, "policy", text)?;
        let described = PolicyEncoding { policy: tensor::PolicyEncoding::named(&name, &options)? };
        agrees(py, text, &described.to_json(py)?)?;
        Ok(described)
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
