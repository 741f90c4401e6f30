//! Encodings of any kind.

use std::borrow::Cow;

use super::class::Described;
use crate::python::prelude::*;
use crate::tensor::nnue::{FeatureBlock, FeatureSet};
use crate::tensor::records::{BYTES, Field, RecordKind};
use crate::tensor::{
    self, Channel, Element, KnownOption, NameError, OptionValue, PlaneEncoding, TokenEncoding,
    check_element, f16,
};

/// An encoding of positions as rows of an array.
#[derive(Clone, PartialEq)]
pub(in crate::python) enum AnyEncoding {
    Planes(tensor::Encoding),
    Tokens(TokenEncoding),
    Features(FeatureSet),
    Records(RecordKind),
}

/// Evaluates an expression with a name bound to the encoding of any kind.
macro_rules! with_any {
    ($any:expr, $inner:ident => $body:expr) => {
        match $any {
            AnyEncoding::Planes($inner) => $body,
            AnyEncoding::Tokens($inner) => $body,
            AnyEncoding::Features($inner) => $body,
            AnyEncoding::Records($inner) => $body,
        }
    };
}

impl AnyEncoding {
    /// Returns the names of all encodings, by kind.
    pub(super) fn names() -> [(&'static str, Vec<&'static str>); 4] {
        [
            ("planes", tensor::Encoding::names()),
            ("tokens", TokenEncoding::names()),
            ("features", FeatureBlock::ALL.map(FeatureBlock::name).to_vec()),
            ("records", RecordKind::names()),
        ]
    }

    /// Whether positions that differ only in Chess960 castling rights are encoded differently.
    pub(super) fn distinguishes_chess960(&self) -> bool {
        with_any!(self, encoding => encoding.distinguishes_chess960())
    }

    /// The shape of a row.
    pub(super) fn shape(&self) -> Vec<usize> {
        match self {
            AnyEncoding::Planes(encoding) => encoding.shape(),
            AnyEncoding::Tokens(encoding) => vec![encoding.count()],
            AnyEncoding::Features(set) => vec![2, set.max_active()],
            AnyEncoding::Records(_) => vec![BYTES],
        }
    }

    /// The dtypes that can represent a row, the default first.
    pub(super) fn dtypes(&self) -> Vec<&'static str> {
        match self {
            AnyEncoding::Planes(encoding) => {
                let mut dtypes = vec![f32::NAME, f16::NAME];
                dtypes.extend(check_element::<_, u8>(encoding).is_ok().then_some(u8::NAME));
                dtypes.extend(check_element::<_, bool>(encoding).is_ok().then_some(bool::NAME));
                dtypes
            }
            AnyEncoding::Features(_) => vec!["int32"],
            AnyEncoding::Tokens(_) | AnyEncoding::Records(_) => vec![u8::NAME],
        }
    }

    /// The smallest and the largest value of each channel, token, perspective or field.
    pub(super) fn value_ranges<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        match self {
            AnyEncoding::Planes(encoding) => {
                let channels = encoding.channel_list().into_iter();
                PyList::new(
                    py,
                    channels.map(|channel| (channel.low, channel.high)).collect::<Vec<_>>(),
                )
            }
            AnyEncoding::Tokens(encoding) => {
                PyList::new(py, vec![(0, encoding.vocabulary() - 1); encoding.count()])
            }
            AnyEncoding::Features(set) => PyList::new(py, vec![(-1, set.size() as i64 - 1); 2]),
            AnyEncoding::Records(kind) => {
                let fields = kind.fields().into_iter();
                PyList::new(py, fields.map(|field| (field.low, field.high)).collect::<Vec<_>>())
            }
        }
    }
}

impl Described for AnyEncoding {
    const CLASS: &'static str = "Encoding";
    const KINDS: &'static [&'static str] = &["planes", "tokens", "features", "records"];

    /// Returns the encoding of a name, which is unique among all kinds.
    fn named(name: &str, options: &[(String, OptionValue)]) -> Result<AnyEncoding, NameError> {
        type Named = fn(&str, &[(String, OptionValue)]) -> Result<AnyEncoding, NameError>;
        let of_kinds: [Named; 4] = [
            |name, options| tensor::Encoding::named(name, options).map(AnyEncoding::Planes),
            |name, options| TokenEncoding::named(name, options).map(AnyEncoding::Tokens),
            |name, options| FeatureSet::named(name, options).map(AnyEncoding::Features),
            |name, options| RecordKind::named(name, options).map(AnyEncoding::Records),
        ];
        let mut all = Vec::new();
        for named in of_kinds {
            match named(name, options) {
                Err(NameError::Unknown { known, .. }) => all.extend(known),
                found => return found,
            }
        }
        Err(NameError::Unknown { kind: "encoding", name: name.to_owned(), known: all })
    }

    fn name(&self) -> Cow<'static, str> {
        match self {
            AnyEncoding::Planes(encoding) => encoding.name().into(),
            AnyEncoding::Tokens(encoding) => encoding.name().into(),
            AnyEncoding::Features(set) => set.name(),
            AnyEncoding::Records(kind) => kind.name().into(),
        }
    }

    fn kind(&self) -> &'static str {
        match self {
            AnyEncoding::Planes(_) => "planes",
            AnyEncoding::Tokens(_) => "tokens",
            AnyEncoding::Features(_) => "features",
            AnyEncoding::Records(_) => "records",
        }
    }

    fn known_options(&self) -> Vec<KnownOption> {
        with_any!(self, encoding => encoding.known_options())
    }

    fn conventions(&self) -> Vec<(&'static str, &'static str)> {
        with_any!(self, encoding => encoding.conventions().texts())
    }

    fn size_text(&self) -> String {
        let shape: Vec<String> = self.shape().iter().map(usize::to_string).collect();
        let comma = if shape.len() == 1 { "," } else { "" };
        format!("({}{comma})", shape.join(", "))
    }

    fn set_fields(&self, dict: &Bound<'_, PyDict>) -> PyResult<()> {
        dict.set_item("shape", self.shape())?;
        dict.set_item("dtypes", self.dtypes())?;
        dict.set_item("chess960", self.distinguishes_chess960())?;
        match self {
            AnyEncoding::Planes(encoding) => {
                let channels = encoding.channel_list();
                let names: Vec<&str> = channels.iter().map(|channel| &*channel.name).collect();
                dict.set_item("channels", names)?;
                // JSON has no infinity
                let bound = |high: f32| high.is_finite().then_some(high);
                let ranges = channels.iter().map(|channel| (channel.low, bound(channel.high)));
                return dict.set_item("value_ranges", ranges.collect::<Vec<_>>());
            }
            AnyEncoding::Tokens(encoding) => {
                dict.set_item("field_names", encoding.field_names())?;
                dict.set_item("vocabulary", encoding.vocabulary())?;
                dict.set_item("tokens", encoding.token_names())?;
            }
            AnyEncoding::Features(set) => {
                dict.set_item("perspectives", FeatureSet::PERSPECTIVES)?;
                dict.set_item("inputs", set.size())?;
                dict.set_item("active", set.max_active())?;
            }
            AnyEncoding::Records(kind) => {
                dict.set_item("bytes", BYTES)?;
                dict.set_item("fields", fields_of(kind))?;
            }
        }
        dict.set_item("value_ranges", self.value_ranges(dict.py())?)
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        let mut lines = vec![("dtypes", self.dtypes().join(", "))];
        match self {
            AnyEncoding::Planes(_) | AnyEncoding::Records(_) => {}
            AnyEncoding::Tokens(encoding) => {
                let names = encoding.token_names().into_iter().enumerate();
                let tokens: Vec<String> = names.map(|(n, name)| format!("{n} {name}")).collect();
                lines.push(("tokens", tokens.join(", ")));
            }
            AnyEncoding::Features(set) => {
                let (size, active) = (set.size(), set.max_active());
                let text = format!("{size} for each perspective, at most {active} active");
                lines.push(("inputs", text));
            }
        }
        lines
    }

    fn items(&self) -> Vec<String> {
        match self {
            AnyEncoding::Planes(encoding) => {
                let item = |channel: Channel| match channel.high {
                    1.0 => channel.name,
                    high => format!("{}  [{}, {high}]", channel.name, channel.low),
                };
                encoding.channel_list().into_iter().map(item).collect()
            }
            AnyEncoding::Tokens(encoding) => encoding.field_names(),
            AnyEncoding::Features(_) => FeatureSet::PERSPECTIVES
                .map(|player| format!("perspective of the {player}"))
                .to_vec(),
            AnyEncoding::Records(kind) => {
                let item = |Field { name, bytes, low, high }: Field| {
                    format!("{name}  bytes {} to {}  [{low}, {high}]", bytes.start, bytes.end - 1)
                };
                kind.fields().into_iter().map(item).collect()
            }
        }
    }
}

/// The name, first byte and number of bytes of each field.
pub(super) fn fields_of(kind: &RecordKind) -> Vec<(&'static str, usize, usize)> {
    let field = |field: Field| (field.name, field.bytes.start, field.bytes.len());
    kind.fields().into_iter().map(field).collect()
}
