//! The class `Encoding` of planes.

use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::class::{self, EncodingClass, RowEncodingClass};
use crate::tensor::{self, Element, PlaneEncoding, check_element, f16};

/// An encoding of positions as planes, made by `enroque.encoding`.
///
/// Encodings are immutable and hashable; they are equal if they write the same. `print` shows a
/// table of the channels.
#[pyclass(frozen, module = "enroque")]
pub(in crate::python) struct Encoding(tensor::Encoding);

impl EncodingClass for Encoding {
    class::wraps!(tensor::Encoding, "planes", |core| (core.name(), core.options()));
    class::row_texts!();

    fn set_fields(&self, dict: &Bound<'_, PyDict>) -> PyResult<()> {
        self.set_row_fields(dict)?;
        dict.set_item("channels", self.channel_names())?;
        // JSON has no infinity
        let bound = |high: f32| high.is_finite().then_some(high);
        let ranges = self.value_ranges().into_iter().map(|(low, high)| (low, bound(high)));
        dict.set_item("value_ranges", ranges.collect::<Vec<_>>())
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        vec![self.dtypes_line()]
    }

    fn items(&self) -> Vec<String> {
        let channels = self.0.channel_list().into_iter();
        let item = |channel: tensor::Channel| match channel.high {
            1.0 => channel.name,
            high => format!("{}  [{}, {high}]", channel.name, channel.low),
        };
        channels.map(item).collect()
    }
}

impl RowEncodingClass for Encoding {
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

class::methods!(Encoding);
class::row_methods!(Encoding);

#[pymethods]
impl Encoding {
    /// The number of channels.
    #[getter]
    fn channels(&self) -> usize {
        self.0.channels()
    }

    /// The descriptions of the channels, by index.
    #[getter]
    fn channel_names(&self) -> Vec<String> {
        self.0.channel_list().into_iter().map(|channel| channel.name).collect()
    }

    /// The smallest and the largest value of each channel; `inf` if there is no limit.
    #[getter]
    fn value_ranges(&self) -> Vec<(f32, f32)> {
        let channels = self.0.channel_list();
        channels.into_iter().map(|channel| (channel.low, channel.high)).collect()
    }

    /// The channels whose set squares have one value other than 1, by index.
    ///
    /// Each of them has a value in the bit form, `planes_bits`.
    #[getter]
    fn scaled_channels(&self) -> Vec<usize> {
        self.0.scaled().to_vec()
    }

    /// The en-passant rule: `"double_push"`, `"pseudo_legal"` or `"legal"`.
    ///
    /// The square counts after every double push, if a pawn attacks it, or if a capture is legal.
    #[getter]
    fn en_passant(&self) -> &'static str {
        self.0.en_passant().name()
    }
}
