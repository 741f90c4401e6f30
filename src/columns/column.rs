//! Columns: what a sample writes into one row of an array.

use super::array::{Dtype, ElementsMut};
use super::error::RowError;
use super::label::Label;
use super::needs::{Needs, NoVisits};
use super::sample::Sample;
use super::{bytes, features, labels, moves, planes};
use crate::attacks::Backend;
use crate::tensor::nnue::{FeatureSet, MAX_ACTIVE};
use crate::tensor::records::{self, RecordKind};
use crate::tensor::{
    Encoding, PlaneEncoding, PlanesError, Policy, PolicyEncoding, TokenEncoding, View, WinModel,
};

/// What a sample writes into one row of an array.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Column {
    /// Planes in the dense form.
    Planes(Encoding, Dtype),
    /// Planes in the bit form: a 64-bit mask for each channel. The values of the scaled channels
    /// are a second array of 32-bit numbers.
    PlanesBits(Encoding),
    /// Tokens; 255s for an unsupported position.
    Tokens(TokenEncoding),
    /// Active features, `(2, 32)`: the perspectives of the side to move and of the opponent, padded
    /// with -1.
    Features(FeatureSet),
    /// The index of Stockfish's layer stack, by the number of pieces.
    FeatureBucket,
    /// Records labeled with the evaluation (0 if unknown) and the result (a draw if unknown); zeros
    /// for an unsupported position.
    Records(RecordKind),
    /// The policy index of the move played; -1 if it has none.
    Policy(PolicyEncoding),
    /// 1 at the policy index of each legal move.
    LegalMask(PolicyEncoding, Dtype),
    /// The legal mask as bits: index n is bit n % 8 of byte n / 8.
    LegalBits(PolicyEncoding),
    /// The legal move with a policy index, as 16 bits; 0 if there is none. The numbers are those of
    /// the rows.
    PolicyMove(PolicyEncoding, Vec<i64>),
    /// The visits of a search as probabilities by policy index.
    PolicyTarget(PolicyEncoding, NoVisits, Dtype),
    /// The result of the game: 1, 0 or -1, NaN if unknown.
    Value(View),
    /// The result of the game as win, draw and loss.
    Wdl(View),
    /// The win probability by the evaluation; NaN without one.
    WinProbability(WinModel, View),
    /// The value of the search; NaN if unknown.
    SearchValue(View),
    /// The win, draw and loss probabilities of the search.
    SearchWdl(View),
    /// The number of plies to the end of the game.
    PliesLeft,
    /// The index of the game.
    Game,
    /// The ply.
    Ply,
    /// A number for each game or position.
    Label(Label),
    /// Whether all of some columns can express the position.
    Supported(Vec<Column>),
    /// Planes in the bit form; the values are followed by 64 numbers for each channel of
    /// [`PlaneEncoding::numbers`].
    #[doc(hidden)]
    PackedPlanes(Encoding),
    /// The visits of a search as pairs of a policy index and a count, until a count of 0.
    #[doc(hidden)]
    PackedVisits(PolicyEncoding, NoVisits),
}

impl Column {
    /// The name of the kind of the column.
    pub fn kind(&self) -> &'static str {
        match self {
            Column::Planes(..) | Column::PlanesBits(_) | Column::PackedPlanes(_) => "planes",
            Column::Tokens(_) => "tokens",
            Column::Features(_) => "features",
            Column::FeatureBucket => "feature_buckets",
            Column::Records(_) => "records",
            Column::Policy(_) => "policy",
            Column::LegalMask(..) | Column::LegalBits(_) => "legal_mask",
            Column::PolicyMove(..) => "policy_moves",
            Column::PolicyTarget(..) | Column::PackedVisits(..) => "policy_target",
            Column::Value(_) => "value",
            Column::Wdl(_) => "wdl",
            Column::WinProbability(..) => "win_probability",
            Column::SearchValue(_) => "search_value",
            Column::SearchWdl(_) => "search_wdl",
            Column::PliesLeft => "plies_left",
            Column::Game => "game",
            Column::Ply => "ply",
            Column::Label(_) => "label",
            Column::Supported(_) => "supported",
        }
    }

    /// The element type.
    pub fn dtype(&self) -> Dtype {
        match self {
            Column::Planes(_, dtype)
            | Column::LegalMask(_, dtype)
            | Column::PolicyTarget(_, _, dtype) => *dtype,
            Column::PlanesBits(_) | Column::PackedPlanes(_) => Dtype::Uint64,
            Column::Tokens(_) | Column::Records(_) | Column::LegalBits(_) => Dtype::Uint8,
            Column::Features(_) | Column::FeatureBucket | Column::PliesLeft | Column::Ply => {
                Dtype::Int32
            }
            Column::Policy(_) | Column::Game => Dtype::Int64,
            Column::PolicyMove(..) | Column::PackedVisits(..) => Dtype::Uint16,
            Column::Value(_)
            | Column::Wdl(_)
            | Column::WinProbability(..)
            | Column::SearchValue(_)
            | Column::SearchWdl(_) => Dtype::Float32,
            Column::Label(label) => label.dtype(),
            Column::Supported(_) => Dtype::Bool,
        }
    }

    /// Changes the element type of a column that has a choice.
    pub fn set_dtype(&mut self, new: Dtype) {
        if let Column::Planes(_, dtype)
        | Column::LegalMask(_, dtype)
        | Column::PolicyTarget(_, _, dtype) = self
        {
            *dtype = new;
        }
    }

    /// The shape of a row.
    pub fn shape(&self) -> Vec<usize> {
        match self {
            Column::Planes(encoding, _) => encoding.shape(),
            Column::PlanesBits(encoding) | Column::PackedPlanes(encoding) => {
                vec![encoding.channels()]
            }
            Column::Tokens(tokens) => vec![tokens.count()],
            Column::Features(_) => vec![2, MAX_ACTIVE],
            Column::Records(_) => vec![records::BYTES],
            Column::LegalMask(policy, _) | Column::PolicyTarget(policy, ..) => vec![policy.size()],
            Column::LegalBits(policy) => vec![policy.size().div_ceil(8)],
            Column::Wdl(_) | Column::SearchWdl(_) => vec![3],
            Column::PackedVisits(..) => vec![2 * moves::MAX_VISITED],
            _ => vec![],
        }
    }

    /// The number of elements of a row.
    pub fn width(&self) -> usize {
        self.shape().iter().product()
    }

    /// The number of values of a row beside the bit form of planes; 0 in other columns. See
    /// [`PlaneEncoding::scaled`].
    pub fn value_count(&self) -> usize {
        match self {
            Column::PlanesBits(encoding) => encoding.scaled().len(),
            Column::PackedPlanes(encoding) => {
                encoding.scaled().len() + 64 * encoding.numbers().len()
            }
            _ => 0,
        }
    }

    /// Whether the column has an array of values beside its own; see [`Column::value_count`].
    pub fn has_values(&self) -> bool {
        matches!(self, Column::PlanesBits(_))
    }

    /// What the column needs of a sample.
    pub fn needs(&self) -> Needs {
        let position = Needs { position: true, ..Needs::default() };
        match self {
            Column::Planes(encoding, _)
            | Column::PlanesBits(encoding)
            | Column::PackedPlanes(encoding) => {
                Needs::of_history(encoding.en_passant(), encoding.history_plies())
            }
            Column::Tokens(_)
            | Column::Features(_)
            | Column::FeatureBucket
            | Column::Records(_) => position,
            Column::Policy(_) => Needs { next_move: true, ..position },
            Column::LegalMask(..) | Column::LegalBits(_) | Column::PolicyMove(..) => {
                Needs { legal_moves: true, ..position }
            }
            Column::PolicyTarget(_, no_visits, _) | Column::PackedVisits(_, no_visits) => Needs {
                next_move: true,
                search: true,
                visits: matches!(no_visits, NoVisits::Raise | NoVisits::Skip),
                ..position
            },
            Column::SearchValue(_) | Column::SearchWdl(_) => {
                Needs { next_move: true, search: true, ..Needs::default() }
            }
            Column::Label(label) => {
                Needs { game: true, next_move: label.is_by_position(), ..Needs::default() }
            }
            Column::Value(_) | Column::Wdl(_) | Column::WinProbability(..) | Column::PliesLeft => {
                Needs { game: true, ..Needs::default() }
            }
            Column::Game | Column::Ply => Needs::default(),
            Column::Supported(columns) => Column::all_needs(columns),
        }
    }

    /// Returns what several columns need of a sample.
    pub fn all_needs(columns: &[Column]) -> Needs {
        columns.iter().map(Column::needs).fold(Needs::default(), Needs::and)
    }

    /// Checks that the column can be written, for any position.
    ///
    /// # Errors
    /// If the element type cannot represent the encoding, or the encoding has no bit form.
    pub fn check(&self) -> Result<(), PlanesError> {
        match self {
            Column::Planes(encoding, dtype) => planes::check(encoding, *dtype),
            Column::PlanesBits(encoding) => planes::check_bits(encoding),
            _ => Ok(()),
        }
    }

    /// Writes the row of a sample; `values` has [`Column::value_count`] elements. With
    /// `past_caches`, the processor may write it later than other memory, until the caller ends the
    /// writes of the thread.
    ///
    /// # Errors
    /// If the column cannot express the sample; the row is then as in [`Unsupported::Mask`].
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
        use ElementsMut as Row;
        // Kinds that need no instructions of the backend are calls: the compiler would begin each
        // sample with what the kinds have in common, such as the parts of a move.
        match (self, row) {
            (Column::Planes(encoding, _), row) => {
                planes::write(backend, encoding, sample, row, past_caches);
                Ok(())
            }
            (Column::PlanesBits(encoding) | Column::PackedPlanes(encoding), Row::Uint64(masks)) => {
                planes::write_bits(backend, encoding, sample, masks, values);
                Ok(())
            }
            (Column::Tokens(tokens), Row::Uint8(row)) => bytes::tokens(*tokens, sample, row),
            (Column::Records(kind), Row::Uint8(row)) => bytes::record(*kind, sample, row),
            (Column::Features(set), Row::Int32(row)) => features::write(*set, sample, row),
            (Column::FeatureBucket, Row::Int32(row)) => features::bucket(sample, row),
            (Column::Policy(policy), Row::Int64(row)) => moves::played(policy, sample, row),
            (Column::LegalMask(policy, _), row) => moves::mask(backend, policy, sample, row),
            (Column::LegalBits(policy), Row::Uint8(row)) => {
                moves::bits(backend, policy, sample, row)
            }
            (Column::PolicyMove(policy, indices), Row::Uint16(row)) => {
                moves::of_index(backend, policy, indices, sample, row)
            }
            (Column::PolicyTarget(policy, no_visits, _), row) => {
                moves::target(policy, *no_visits, sample, row)
            }
            (Column::PackedVisits(policy, no_visits), Row::Uint16(row)) => {
                moves::packed_visits(policy, *no_visits, sample, row)
            }
            (Column::Label(label), row) => {
                label.write(sample, row);
                Ok(())
            }
            (Column::Supported(columns), Row::Bool(row)) => {
                row.fill(columns.iter().all(|column| column.supports(backend, sample)));
                Ok(())
            }
            (_, row) => {
                self.write_label(sample, row);
                Ok(())
            }
        }
    }

    /// Writes the row of a column that needs no position.
    #[inline(never)]
    fn write_label(&self, sample: &Sample<'_>, row: ElementsMut<'_>) {
        use ElementsMut as Row;
        match (self, row) {
            (Column::Value(view), Row::Float32(row)) => row.fill(labels::value(view, sample)),
            (Column::Wdl(view), Row::Float32(row)) => {
                row.copy_from_slice(&labels::wdl(view, sample));
            }
            (Column::WinProbability(model, view), Row::Float32(row)) => {
                row.fill(labels::win_probability(model, view, sample));
            }
            (Column::SearchValue(view), Row::Float32(row)) => {
                row.fill(labels::search_value(view, sample));
            }
            (Column::SearchWdl(view), Row::Float32(row)) => {
                row.copy_from_slice(&labels::search_wdl(view, sample));
            }
            (Column::PliesLeft, Row::Int32(row)) => row.fill(sample.labels.plies_left()),
            (Column::Game, Row::Int64(row)) => row.fill(sample.labels.game_and_ply().0 as i64),
            (Column::Ply, Row::Int32(row)) => row.fill(sample.labels.game_and_ply().1 as i32),
            // arrays are checked to be of the column's element type
            _ => {}
        }
    }

    /// Whether the column can express a sample.
    fn supports<B: Backend>(&self, backend: B, sample: &Sample<'_>) -> bool {
        match self {
            Column::Policy(policy) => moves::played(policy, sample, &mut [0]).is_ok(),
            Column::LegalMask(policy, _) | Column::LegalBits(policy) => {
                moves::all_have_indices(backend, policy, sample)
            }
            Column::Tokens(tokens) => bytes::has_tokens(*tokens, sample),
            Column::Features(_) => {
                sample.position.placement().occupied().len() as usize <= MAX_ACTIVE
            }
            Column::Records(kind) => bytes::record(*kind, sample, &mut [0; records::BYTES]).is_ok(),
            _ => true,
        }
    }
}
