//! What sparse features stand for.

use super::Conventions;
use crate::tensor::nnue::FeatureSet;

impl FeatureSet {
    /// Whose features a row has, in order.
    pub const PERSPECTIVES: [&'static str; 2] = ["side to move's", "opponent's"];

    /// What the set takes things for.
    pub fn conventions(self) -> Conventions {
        Conventions {
            view: match self {
                FeatureSet::HalfKp => "each player's side: turned by half a circle for Black",
                FeatureSet::HalfKa | FeatureSet::HalfKaV2 => {
                    "each player's side: ranks flipped for Black"
                }
                FeatureSet::HalfKaV2Hm | FeatureSet::HalfKaV2Hm12 => {
                    "each player's side: ranks flipped for Black, files where the own king stands on a to d"
                }
            },
            en_passant: "not shown",
            repetition: "not shown",
            chess960: "castling is not shown",
            source: match self {
                FeatureSet::HalfKaV2Hm12 => "nnue-pytorch, commit 9f72946",
                _ => "nnue-pytorch, commit 6b2e13a",
            },
        }
    }
}
