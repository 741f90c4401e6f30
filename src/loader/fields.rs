//! The columns of a batch.

use crate::tensor::nnue::{FeatureSet, MAX_ACTIVE};
use crate::tensor::rows::NoVisits;
use crate::tensor::{
    Encoding, PlaneEncoding, Policy, PolicyEncoding, TokenEncoding, View, WinModel,
};

/// The element type of planes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PlanesForm {
    /// 32-bit floats.
    Float32,
    /// 16-bit floats.
    Float16,
    /// Bytes.
    Uint8,
    /// Bools.
    Bool,
    /// A 64-bit mask for each channel, and the values of the scaled channels.
    Bits,
}

/// The columns of a batch.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Fields {
    /// Planes.
    pub planes: Option<(Encoding, PlanesForm)>,
    /// The index of the move played.
    pub policy: Option<PolicyEncoding>,
    /// The legal mask, and whether it is packed, eight indices in a byte.
    pub legal_mask: Option<(PolicyEncoding, bool)>,
    /// Tokens.
    pub tokens: Option<TokenEncoding>,
    /// Active features.
    pub features: Option<FeatureSet>,
    /// The distribution of the visits of the search, and the target of positions without visits.
    pub policy_target: Option<(PolicyEncoding, NoVisits)>,
    /// The value of the search.
    pub search_value: Option<View>,
    /// The win, draw and loss probabilities of the search.
    pub search_wdl: Option<View>,
    /// The result of the game as a number.
    pub value: Option<View>,
    /// The result of the game as win, draw, loss.
    pub wdl: Option<View>,
    /// The win probability, from the evaluation of the position.
    pub win_probability: Option<(WinModel, View)>,
    /// The number of plies until the end of the game.
    pub plies_left: bool,
    /// The index of the game in its block, and the ply.
    pub positions: bool,
}

/// The element type of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ElementType {
    Float32,
    Float16,
    Uint8,
    Bool,
    Uint64,
    Int64,
    Int32,
}

impl ElementType {
    fn bytes(self) -> usize {
        match self {
            ElementType::Uint8 | ElementType::Bool => 1,
            ElementType::Float16 => 2,
            ElementType::Float32 | ElementType::Int32 => 4,
            ElementType::Uint64 | ElementType::Int64 => 8,
        }
    }
}

/// The contents of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Content {
    Planes,
    Masks,
    Scales,
    Policy,
    Legal,
    LegalBits,
    Tokens,
    Features,
    Value,
    Wdl,
    WinProbability,
    PolicyTarget,
    SearchValue,
    SearchWdl,
    PliesLeft,
    Game,
    Ply,
}

/// The name, contents, row shape and element type of a column.
#[derive(Debug)]
pub(super) struct ColumnSpec {
    pub(super) name: &'static str,
    pub(super) content: Content,
    pub(super) shape: Vec<usize>,
    pub(super) element: ElementType,
}

impl ColumnSpec {
    /// The number of elements of a row.
    pub(super) fn width(&self) -> usize {
        self.shape.iter().product()
    }
}

impl Fields {
    /// The columns, in the order of a batch.
    pub(super) fn columns(&self) -> Vec<ColumnSpec> {
        use ElementType::{Bool, Float16, Float32, Int32, Int64, Uint8, Uint64};
        let mut columns = Vec::new();
        let mut add = |name, content, shape, element| {
            columns.push(ColumnSpec { name, content, shape, element });
        };
        if let Some((encoding, form)) = &self.planes {
            let mut dense = |element| add("planes", Content::Planes, encoding.shape(), element);
            match form {
                PlanesForm::Float32 => dense(Float32),
                PlanesForm::Float16 => dense(Float16),
                PlanesForm::Uint8 => dense(Uint8),
                PlanesForm::Bool => dense(Bool),
                PlanesForm::Bits => {
                    add("planes", Content::Masks, vec![encoding.channels()], Uint64);
                    add("plane_values", Content::Scales, vec![encoding.scaled().len()], Float32);
                }
            }
        }
        if self.policy.is_some() {
            add("policy", Content::Policy, vec![], Int64);
        }
        if let Some((policy, _)) = self.policy_target {
            add("policy_target", Content::PolicyTarget, vec![policy.size()], Float32);
        }
        match self.legal_mask {
            Some((policy, true)) => {
                add("legal_mask", Content::LegalBits, vec![policy.size().div_ceil(8)], Uint8);
            }
            Some((policy, false)) => add("legal_mask", Content::Legal, vec![policy.size()], Bool),
            None => {}
        }
        if let Some(tokens) = self.tokens {
            add("tokens", Content::Tokens, vec![tokens.count()], Uint8);
        }
        if self.features.is_some() {
            add("features", Content::Features, vec![2, MAX_ACTIVE], Int32);
        }
        if self.value.is_some() {
            add("value", Content::Value, vec![], Float32);
        }
        if self.wdl.is_some() {
            add("wdl", Content::Wdl, vec![3], Float32);
        }
        if self.win_probability.is_some() {
            add("win_probability", Content::WinProbability, vec![], Float32);
        }
        if self.search_value.is_some() {
            add("search_value", Content::SearchValue, vec![], Float32);
        }
        if self.search_wdl.is_some() {
            add("search_wdl", Content::SearchWdl, vec![3], Float32);
        }
        if self.plies_left {
            add("plies_left", Content::PliesLeft, vec![], Int32);
        }
        if self.positions {
            add("game", Content::Game, vec![], Int64);
            add("ply", Content::Ply, vec![], Int32);
        }
        columns
    }

    /// The bytes of a sample in all columns.
    pub(super) fn bytes_per_sample(&self) -> usize {
        self.columns().iter().map(|column| column.width() * column.element.bytes()).sum()
    }
}
