//! The class `Encoding`.

use pyo3::exceptions::PyAttributeError;

use super::any::{AnyEncoding, fields_of};
use super::class::{self, Described};
use super::options::{
    BucketsOption, EncodingName, FillOption, IntegerOption, LayoutOption, PartsOption,
    PlayerOption, ViewOption, constructor, value,
};
use crate::python::prelude::*;
use crate::tensor::nnue::FeatureSet;
use crate::tensor::records::{BYTES, RecordKind};
use crate::tensor::{self, PlaneEncoding, TokenEncoding};

/// An encoding: a way to write positions as numbers.
///
/// It is accepted wherever a name is: by the methods of `Board`, `Games` and `Arena`, and by the
/// `Loader`. It has the shape, dtypes, names, value ranges and conventions, decodes, prints as a
/// table, compares, hashes, pickles and converts to JSON. Encodings are immutable; they are equal
/// if they write the same.
///
/// `names` lists the encodings of each kind, and `option_values` the options of an encoding.
///
/// The parts of `"composed"`, by their number of channels:
///
/// - 12: `pieces`
/// - 6: `own_pieces`, `opponent_pieces`, `own_attacks_by_type`, `opponent_attacks_by_type`
/// - 4: `castling`
/// - 1: `own`, `opponent`, `occupied`, `empty`, `own_attacks`, `opponent_attacks`,
///   `legal_origins`, `legal_targets`, `checkers`, `pinned`, `pin_lines`, `castling_rooks`,
///   `en_passant`, `repeated`, `white_to_move`, `ones`, `zeros`
/// - 1, a count: `repetitions`, `halfmove_clock`, `move_number`
/// - 1, a number for each square: `own_attack_count`, `opponent_attack_count`, `mobility`,
///   `own_king_distance`, `opponent_king_distance`
///
/// `pieces@2` is `pieces` of the position two plies ago; all parts that show pieces, attacks or
/// repetition take such a suffix.
///
/// Features are summed by name: `"HalfKAv2_hm12+Full_Threats+PP_3Wide"` has the features of all
/// three, whose indices follow one another.
///
/// Attributes of one kind raise `AttributeError` for the others, so that `hasattr` is false:
///
/// | kind | attributes |
/// |---|---|
/// | `"planes"` | `channels`, `channel_names`, `scaled_channels`, `en_passant` |
/// | `"tokens"` | `length`, `field_names`, `vocab_size`, `token_names` |
/// | `"features"` | `perspectives`, `num_inputs`, `max_active` |
/// | `"records"` | `itemsize`, `fields` |
///
/// Args:
///     name: the name of the encoding.
///     buckets: for `"Chess768"`, the bucket of each square of the own king, as bullet's examples
///         have them: 64 numbers from a1 to h8, or 32 for the files a to d with the board mirrored;
///         a list, or a str separated by spaces; default `"0"`, one bucket.
///     format: lc0's input format: 1 (default), 2, 3, 4, 5, 132 or 133.
///     fill: the condition for filling missing history with the oldest position: `"fen_only"`
///         (default, if the game does not begin with the standard start position), `"no"` or
///         `"always"`.
///     history: the number of positions that Maia-3's planes show, 1 to 8 (default).
///     layout: `"channels_first"` (default) or `"channels_last"`.
///     parts: the parts of composed planes, as a list or a str separated by spaces; default
///         `"pieces"`.
///     player: the player who observes: `"side_to_move"` (default) or `"opponent"`, who also gets
///         observations in pgx and PettingZoo.
///     view: `"side_to_move"` (default) or `"white"`.
///     width: the number of threats of `"Full_Threats"`, which changed with nnue-pytorch: 59808
///         (default, July 2026), 60720, 60144, 66864 or 79856 (December 2025).
///
/// Raises:
///     ArgumentError: the name is unknown, or the encoding does not have an option or its value
///         (a `ValueError`).
///
/// Example:
///     >>> import enroque
///     >>> enroque.Encoding("lc0", format=2).shape
///     (112, 8, 8)
///     >>> enroque.Encoding("HalfKP").num_inputs
///     41024
///     >>> enroque.Encoding("HalfKAv2_hm12+Full_Threats+PP_3Wide").num_inputs
///     88944
///     >>> enroque.Encoding("packed").fields[0]
///     ('occupied squares', 0, 8)
#[pyclass(frozen, module = "enroque")]
pub(in crate::python) struct Encoding(pub(in crate::python) AnyEncoding);

class::methods!(Encoding);
constructor! {
    Encoding, EncodingName;
    buckets: BucketsOption, format: IntegerOption, fill: FillOption, history: IntegerOption, layout: LayoutOption,
    parts: PartsOption, player: PlayerOption, view: ViewOption, width: IntegerOption
}

/// Defines functions that return the encoding of one kind, or the error of an attribute.
macro_rules! of_kinds {
    ($($function:ident: $variant:ident($core:ty);)*) => {$(
        pub(super) fn $function(&self, attribute: &str) -> PyResult<&$core> {
            match &self.0 {
                AnyEncoding::$variant(encoding) => Ok(encoding),
                other => Err(PyAttributeError::new_err(format!(
                    "{:?} has no attribute {attribute}: it is of kind {:?}, not {:?}",
                    other.name(),
                    other.kind(),
                    stringify!($function)
                ))),
            }
        }
    )*};
}

impl Encoding {
    of_kinds! {
        planes: Planes(tensor::Encoding);
        tokens: Tokens(TokenEncoding);
        features: Features(FeatureSet);
        records: Records(RecordKind);
    }
}

#[pymethods(crate = "crate::python::named_arguments")]
impl Encoding {
    /// Returns the names of all encodings.
    ///
    /// Returns:
    ///     A dict of lists by kind: `"planes"`, `"tokens"`, `"features"`, `"records"`.
    ///
    /// Example:
    ///     >>> import enroque
    ///     >>> enroque.Encoding.names()["records"]
    ///     ['bullet', 'packed']
    #[staticmethod]
    fn names(py: Python<'_>) -> PyResult<Attributes<'_>> {
        let names = PyDict::new(py);
        for (kind, of_kind) in AnyEncoding::names() {
            names.set_item(kind, of_kind)?;
        }
        Ok(Attributes(names))
    }

    /// The kind: `"planes"`, `"tokens"`, `"features"` or `"records"`.
    #[getter]
    fn kind(&self) -> &'static str {
        self.0.kind()
    }

    /// The shape of one position's row, with padding.
    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Shape<'py>> {
        PyTuple::new(py, self.0.shape()).map(Shape)
    }

    /// The dtypes that can represent a row, the default first.
    ///
    /// Planes allow uint8 if all values are integers (counts above 255 become 255), and bool if all
    /// values are 0 or 1.
    #[getter]
    fn dtypes(&self) -> Vec<&'static str> {
        self.0.dtypes()
    }

    /// Whether the encoding distinguishes Chess960 castling rights.
    ///
    /// If not, positions that differ only in such rights are encoded alike.
    #[getter]
    fn chess960(&self) -> bool {
        self.0.distinguishes_chess960()
    }

    /// The smallest and the largest value of each channel, token, perspective or field, by index.
    ///
    /// The largest value of a channel without limit is `inf`. The value -1 of features is padding.
    #[getter]
    fn value_ranges<'py>(&self, py: Python<'py>) -> PyResult<Ranges<'py>> {
        self.0.value_ranges(py).map(Ranges)
    }
}

/// Defines attributes of one kind of encodings.
macro_rules! attributes {
    ($($(#[$doc:meta])* $name:ident: $type:ty = $kind:ident, $value:expr;)*) => {
        #[pymethods(crate = "crate::python::named_arguments")]
        impl Encoding {$(
            $(#[$doc])*
            #[getter]
            fn $name(&self) -> PyResult<$type> {
                self.$kind(stringify!($name)).map($value)
            }
        )*}
    };
}

attributes! {
    /// The number of channels of planes.
    channels: usize = planes, |planes| planes.channels();
    /// The descriptions of the channels of planes, by index.
    channel_names: Vec<String> = planes, |planes| planes.channel_names();
    /// The channels of planes whose set squares have one value other than 1, by index.
    ///
    /// Each of them has a value in the bit form, `planes_bits`.
    scaled_channels: Vec<usize> = planes, |planes| planes.scaled().to_vec();
    /// The en-passant rule of planes: `"double_push"`, `"pseudo_legal"` or `"legal"`.
    ///
    /// The square is included after every double push, if a pawn attacks it, or if a capture is
    /// legal.
    en_passant: &'static str = planes, |planes| planes.en_passant().name();
    /// The number of tokens of a position.
    length: usize = tokens, |tokens| tokens.count();
    /// The descriptions of the tokens of a position, by index.
    field_names: Vec<String> = tokens, |tokens| tokens.field_names();
    /// The number of different tokens.
    vocab_size: usize = tokens, |tokens| tokens.vocabulary();
    /// The meaning of each token value.
    token_names: Vec<String> = tokens, |tokens| tokens.token_names();
    /// The perspectives of a row of features, in order: `"side to move"`, `"opponent"`.
    perspectives: [&'static str; 2] = features, |_| FeatureSet::PERSPECTIVES;
    /// The number of features of a perspective, which is the number of a network's inputs.
    num_inputs: usize = features, |features| features.size();
    /// The largest number of active features of a perspective.
    max_active: usize = features, |features| features.max_active();
    /// The size of a record in bytes.
    itemsize: usize = records, |_| BYTES;
    /// The name, first byte and number of bytes of each field of a record.
    ///
    /// Numbers are little-endian.
    fields: Vec<(&'static str, usize, usize)> = records, fields_of;
}
