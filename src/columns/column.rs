//! Columns: what a sample writes into one row of an array.

use std::sync::LazyLock;

use super::array::{Any, Dtype, ElementsMut, RowElement};
use super::error::RowError;
use super::label::Label;
use super::later::{Ahead, Td, Temperature};
use super::needs::{Needs, NoVisits, OnMissing};
use super::phase::phase;
use super::sample::{Labels, Sample, SampleHistory};
use super::sequence::SequenceRow;
use super::table::columns;
use super::tables::{self, Tables};
use super::{bytes, features, labels, moves, planes};
use crate::attacks::Backend;
use crate::error::CallError;
use crate::position::Position;
use crate::tensor::nnue::{self, FeatureSet};
use crate::tensor::records::{self, RecordKind};
use crate::tensor::{
    self, Encoding, PlaneEncoding, Policy, PolicyEncoding, RepetitionRecord, TokenEncoding, View,
    WinModel, check_bits,
};
use crate::types::Color;

/// The element types of planes, the default first.
pub const PLANES_DTYPES: [Dtype; 4] = [Dtype::Float32, Dtype::Float16, Dtype::Uint8, Dtype::Bool];

/// The element types of masks, the default first.
const MASK_DTYPES: [Dtype; 4] = [Dtype::Bool, Dtype::Float32, Dtype::Float16, Dtype::Uint8];

/// The element types of policy targets, the default first.
const TARGET_DTYPES: [Dtype; 2] = [Dtype::Float32, Dtype::Float16];

/// The element type of a row.
macro_rules! dtype {
    (Any($dtype:expr)) => {
        $dtype
    };
    ($element:ident) => {
        <$element as RowElement>::DTYPE
    };
}

/// Writes a row in the way that an entry of the table states.
macro_rules! write_row {
    (
        [$with_backend:ident $with_sample:ident $with_row:ident $with_values:ident $with_past_caches:ident]
        $element:ident [$($argument:ident: $type:ty,)*]
        inline($backend:ident, $sample:ident, $row:ident $(, $values:ident, $past_caches:ident)?)
        $write:block
    ) => {{
        let ($backend, $sample) = ($with_backend, $with_sample);
        // arrays are checked to be of the column's element type
        let Some($row) = <$element as RowElement>::row($with_row) else { return Ok(()) };
        $(let ($values, $past_caches) = ($with_values, $with_past_caches);)?
        $write
    }};
    // a call: the compiler would begin each sample with what the columns have in common
    (
        [$with_backend:ident $with_sample:ident $with_row:ident $with_values:ident $with_past_caches:ident]
        $element:ident [$($argument:ident: $type:ty,)*]
        write($sample:ident, $row:ident) $write:block
    ) => {{
        #[inline(never)]
        #[allow(clippy::ptr_arg, reason = "the types are those of the variants")]
        fn write(
            $($argument: &$type,)*
            $sample: &Sample<'_>,
            row: ElementsMut<'_>,
        ) -> Result<(), RowError> {
            let Some($row) = <$element as RowElement>::row(row) else { return Ok(()) };
            $write
        }
        write($($argument,)* $with_sample, $with_row)
    }};
    (
        $state:tt $element:ident $arguments:tt
        label($sample:ident, $on_missing:ident, $name:literal) $values:block
    ) => {
        write_row! {
            $state $element $arguments
            write($sample, row) {
                let values = $values;
                row.copy_from_slice(&values);
                labels::check(values[0], *$on_missing, $name)
            }
        }
    };
    ($state:tt $element:ident $arguments:tt values($sample:ident) $values:block) => {
        write_row! {
            $state $element $arguments
            write($sample, row) {
                row.copy_from_slice(&$values);
                Ok(())
            }
        }
    };
}

/// Whether a sample without the label of an entry of the table is skipped.
macro_rules! is_skipped {
    ($given:ident label($sample:ident, $on_missing:ident, $name:literal) $values:block) => {
        *$on_missing == OnMissing::Skip && {
            let $sample = $given;
            let values = $values;
            labels::MaybeMissing::is_missing(&values[0])
        }
    };
    ($($other:tt)*) => {
        false
    };
}

/// Makes the enum of the table.
macro_rules! define {
    (
        boards {$($boards:tt)*} arenas {$($arenas:tt)*} moves {$($moves:tt)*}
        labels {$($labels:tt)*} games {$($games:tt)*} others {$($others:tt)*} without_function {$($without:tt)*}
        $($ragged:tt)*
    ) => {
        define! { $($boards)* $($arenas)* $($moves)* $($labels)* $($games)* $($others)* $($without)* }
    };
    ($({
        $(#[$doc:meta])*
        $variant:ident = $name:ident $((
            $($(#[$argument_doc:meta])* $argument:ident: $argument_type:ty),* ;
            $($(#[$option_doc:meta])* $option:ident: $option_type:ty = $default:tt,)*
        ))?
        $(on_unsupported($(#[$mask:meta])*))?
        $(#[$returns:meta])*
        -> $element:ident $(($dtype:expr) $(in $dtypes:ident)?)?; $shape:expr;
        $(supports($backend:ident, $sample:ident) $supports:block)?
        needs $needs:block
        $kind:ident $parameters:tt $write:block
    })*) => {
        /// The part of a sample that is written to one row of an array.
        #[derive(Clone, PartialEq, Debug)]
        #[non_exhaustive]
        pub enum Column {
            $($(#[$doc])* $variant $(($($argument_type,)* $($option_type,)*))?,)*
        }

        #[allow(unused_variables, reason = "each column uses some of its options")]
        impl Column {
            /// The name of the kind of the column.
            pub fn kind(&self) -> &'static str {
                match self {
                    $(Column::$variant { .. } => stringify!($name),)*
                }
            }

            /// The element type.
            pub fn dtype(&self) -> Dtype {
                match self {
                    $(Column::$variant $(($($argument,)* $($option,)*))? => {
                        dtype!($element $(($dtype))?)
                    })*
                }
            }

            /// The element types to choose from, the default first; none if there is no choice.
            pub fn dtypes(&self) -> &'static [Dtype] {
                match self {
                    $($($(Column::$variant { .. } => &$dtypes,)?)?)*
                    _ => &[],
                }
            }

            /// Changes the element type of a column that has a choice.
            pub fn set_dtype(&mut self, new: Dtype) {
                if !self.dtypes().contains(&new) {
                    return;
                }
                if let Column::Planes(.., dtype)
                | Column::LegalMask(.., dtype)
                | Column::PolicyTarget(.., dtype) = self
                {
                    *dtype = new;
                }
            }

            /// The shape of a row.
            pub fn shape(&self) -> Vec<usize> {
                match self {
                    $(Column::$variant $(($($argument,)* $($option,)*))? => $shape,)*
                }
            }

            /// The data of a sample that the column needs.
            pub fn needs(&self) -> Needs {
                match self {
                    $(Column::$variant $(($($argument,)* $($option,)*))? => $needs,)*
                }
            }

            /// Whether there are samples that the column cannot express.
            pub fn may_lack_samples(&self) -> bool {
                match self {
                    $(Column::$variant { .. } => {
                        [$(stringify!($supports),)? ""].len() > 1
                    })*
                }
            }

            /// Whether the column can express a sample.
            ///
            /// # Errors
            /// If data of the column are damaged.
            fn supports<B: Backend>(
                &self,
                backend: B,
                sample: &Sample<'_>,
            ) -> Result<bool, RowError> {
                Ok(match self {
                    $(Column::$variant $(($($argument,)* $($option,)*))? => {
                        let supported = true;
                        $(
                            let ($backend, $sample) = (backend, sample);
                            let supported = $supports;
                        )?
                        supported
                    })*
                })
            }

            /// Whether a sample is skipped because it has no label, as in [`OnMissing::Skip`].
            fn skips_sample(&self, given: &Sample<'_>) -> bool {
                match self {
                    $(Column::$variant $(($($argument,)* $($option,)*))? => {
                        is_skipped!(given $kind $parameters $write)
                    })*
                }
            }

            /// Writes the row of a sample; `values` has [`Column::value_count`] elements. With
            /// `past_caches`, the processor may write it later than other memory, until the caller
            /// ends the writes of the thread.
            ///
            /// # Errors
            /// If the column cannot express the sample; the row is then as in
            /// [`Unsupported::Mask`].
            ///
            /// [`Unsupported::Mask`]: super::Unsupported::Mask
            #[inline(always)]
            pub(crate) fn write<B: Backend>(
                &self,
                backend: B,
                sample: &Sample<'_>,
                row: ElementsMut<'_>,
                values: &mut [f32],
                past_caches: bool,
            ) -> Result<(), RowError> {
                match self {
                    $(Column::$variant $(($($argument,)* $($option,)*))? => write_row! {
                        [backend sample row values past_caches]
                        $element
                        [$($($argument: $argument_type,)* $($option: $option_type,)*)?]
                        $kind $parameters $write
                    },)*
                }
            }
        }
    };
}

columns!(define);

impl Column {
    /// The policy index of the move played.
    pub fn played(policy: PolicyEncoding) -> Column {
        Column::Policy(policy, Ahead::default(), OnMissing::default())
    }

    /// The number of elements of a row.
    pub fn width(&self) -> usize {
        self.shape().iter().product()
    }

    /// The number of values of a row beside the bit form of planes; 0 in other columns. See
    /// [`PlaneEncoding::scaled`].
    pub fn value_count(&self) -> usize {
        match self {
            Column::PlanesBits(encoding) => encoding.scaled().len() + 64 * encoding.numbers().len(),
            _ => 0,
        }
    }

    /// Whether the column has an array of values beside its own; see [`Column::value_count`].
    pub fn has_values(&self) -> bool {
        matches!(self, Column::PlanesBits(_))
    }

    /// The part of rows of tokens that the column is.
    pub(crate) fn sequence(&self) -> Option<&SequenceRow> {
        let Column::Sequence(row) = self else { return None };
        Some(row)
    }

    /// The column as bits, if it has such a form.
    pub fn as_bits(&self) -> Option<Column> {
        match self {
            Column::Planes(encoding, _) => Some(Column::PlanesBits(encoding.clone())),
            Column::LegalMask(policy, _) => Some(Column::LegalBits(*policy)),
            _ => None,
        }
    }

    /// The column with the default element type that [`Column::as_bits`] makes this column of.
    pub fn of_bits(&self) -> Option<Column> {
        match self {
            Column::PlanesBits(encoding) => {
                Some(Column::Planes(encoding.clone(), PLANES_DTYPES[0]))
            }
            Column::LegalBits(policy) => Some(Column::LegalMask(*policy, MASK_DTYPES[0])),
            _ => None,
        }
    }

    /// Whether a sample with these labels and side to move has no row; see [`NoVisits::Skip`] and [`OnMissing::Skip`].
    pub(crate) fn skips(&self, labels: &dyn Labels, turn: Color) -> bool {
        static ANY: LazyLock<Position> = LazyLock::new(Position::standard);
        match self {
            Column::PolicyTarget(_, no_visits, ..) => {
                return *no_visits == NoVisits::Skip && labels.visits().total() == 0;
            }
            Column::Policy(_, ahead, on_missing) if ahead.get() > 0 => {
                let has_move = labels.moves().len() > ahead.get() as usize;
                return *on_missing == OnMissing::Skip && !has_move;
            }
            _ => {}
        }
        let mark = RepetitionRecord { ep_square: None, repetitions: 0 };
        self.skips_sample(&Sample {
            position: &ANY,
            history: SampleHistory::None(&ANY, &mark),
            legal_moves: None,
            next: None,
            turn,
            labels,
            row: 0,
        })
    }

    /// Whether positions without a table have no row; see [`OnMissing::Skip`]. Unlike labels, tables
    /// are looked up as late as the row is written.
    pub(crate) fn skips_positions(&self) -> bool {
        use Column::{TablebaseDtm, TablebaseDtz, TablebaseWdl};
        matches!(
            self,
            TablebaseWdl(.., OnMissing::Skip)
                | TablebaseDtz(.., OnMissing::Skip)
                | TablebaseDtm(.., OnMissing::Skip)
        )
    }

    /// Whether some samples have no row; see [`NoVisits::Skip`] and [`OnMissing::Skip`].
    pub fn skips_any(&self) -> bool {
        self.skips_positions() || self.skips(&(), Color::White)
    }

    /// Returns what several columns need of a sample.
    pub fn all_needs<'a>(columns: impl IntoIterator<Item = &'a Column>) -> Needs {
        columns.into_iter().map(Column::needs).fold(Needs::default(), Needs::and)
    }

    /// Checks that the column can be written, for any position.
    ///
    /// # Errors
    /// If the element type cannot represent the encoding, or the encoding has no bit form.
    pub fn check(&self) -> Result<(), CallError> {
        match self {
            Column::Planes(encoding, dtype) => planes::check(encoding, *dtype),
            Column::PlanesBits(encoding) => check_bits(encoding),
            _ => Ok(()),
        }
    }
}
