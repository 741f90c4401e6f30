//! Planes as an object.

use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::class::{self, Described, DescribesRows, headed};
use crate::tensor::{self, Element, NameError, OptionValue, PlaneEncoding, check_element, f16};

/// An encoding of positions as planes, made by `enroque.encoding`.
///
/// Encodings are immutable and hashable; they are equal if they write the same. `print` shows a
/// table of the channels.
#[pyclass(frozen, module = "enroque")]
pub(in crate::python) struct Encoding(tensor::Encoding);

impl Described for Encoding {
    type Core = tensor::Encoding;
    const KIND: &'static str = "planes";

    fn of(core: tensor::Encoding) -> Encoding {
        Encoding(core)
    }

    fn core(&self) -> &tensor::Encoding {
        &self.0
    }

    fn named(name: &str, options: &[(String, OptionValue)]) -> Result<tensor::Encoding, NameError> {
        tensor::Encoding::named(name, options)
    }

    fn called(core: &tensor::Encoding) -> (&'static str, Vec<(String, OptionValue)>) {
        (core.name(), core.options())
    }

    fn conventions(&self) -> Vec<(&'static str, &'static str)> {
        headed(self.0.conventions())
    }

    fn set_fields(&self, dict: &Bound<'_, PyDict>) -> PyResult<()> {
        dict.set_item("shape", self.row_shape())?;
        dict.set_item("channels", self.channel_names())?;
        dict.set_item("dtypes", self.row_dtypes())?;
        // JSON has no infinity
        let bound = |high: f32| high.is_finite().then_some(high);
        let ranges = self.value_ranges().into_iter().map(|(low, high)| (low, bound(high)));
        dict.set_item("value_ranges", ranges.collect::<Vec<_>>())?;
        dict.set_item("chess960", self.distinguishes_chess960())
    }

    fn size(&self) -> String {
        class::shape_text(self)
    }

    fn head(&self) -> Vec<(&'static str, String)> {
        vec![("dtypes", self.row_dtypes().join(", "))]
    }

    fn parts(&self) -> Vec<String> {
        let channels = self.0.channel_list().into_iter();
        let part = |channel: tensor::Channel| match channel.high {
            1.0 => channel.name,
            high => format!("{}  [{}, {high}]", channel.name, channel.low),
        };
        channels.map(part).collect()
    }
}

impl DescribesRows for Encoding {
    fn row_shape(&self) -> Vec<usize> {
        self.0.shape()
    }

    fn row_dtypes(&self) -> Vec<&'static str> {
        let mut dtypes = vec![f32::NAME, f16::NAME];
        if check_element::<_, u8>(&self.0).is_ok() {
            dtypes.push(u8::NAME);
        }
        if check_element::<_, bool>(&self.0).is_ok() {
            dtypes.push(bool::NAME);
        }
        dtypes
    }

    fn distinguishes_chess960(&self) -> bool {
        self.0.distinguishes_chess960()
    }
}

class::described!(Encoding);
class::describes_rows!(Encoding);

#[pymethods]
impl Encoding {
    /// The number of channels.
    #[getter]
    fn channels(&self) -> usize {
        self.0.channels()
    }

    /// What each channel shows.
    #[getter]
    fn channel_names(&self) -> Vec<String> {
        self.0.channel_list().into_iter().map(|channel| channel.name).collect()
    }

    /// The least and the greatest value of each channel; `inf` if there is no limit.
    #[getter]
    fn value_ranges(&self) -> Vec<(f32, f32)> {
        let channels = self.0.channel_list();
        channels.into_iter().map(|channel| (channel.low, channel.high)).collect()
    }

    /// The channels that hold other values than 0 and 1, by index.
    ///
    /// In the bit form, `planes_bits`, each of them has a value.
    #[getter]
    fn scaled_channels(&self) -> Vec<usize> {
        self.0.scaled().to_vec()
    }

    /// When an en-passant square is shown: `"double_push"`, `"pseudo_legal"` or `"legal"`.
    ///
    /// After every double push, if a pawn attacks the square, or if a capture is legal.
    #[getter]
    fn en_passant(&self) -> &'static str {
        self.0.en_passant_rule_name()
    }
}
