//! Descriptions of sparse features.

use super::Conventions;
use crate::tensor::nnue::FeatureSet;

impl FeatureSet {
    /// The perspectives of a row, in order.
    pub const PERSPECTIVES: [&'static str; 2] = ["side to move", "opponent"];

    /// Returns the conventions of the set.
    pub fn conventions(self) -> Conventions {
        Conventions {
            view: match self {
                FeatureSet::HalfKp => "each player: rotated by 180 degrees for Black",
                FeatureSet::HalfKa | FeatureSet::HalfKaV2 => "each player: ranks flipped for Black",
                FeatureSet::HalfKaV2Hm | FeatureSet::HalfKaV2Hm12 => {
                    "each player: ranks flipped for Black, files flipped if the own king is on files a to d"
                }
            },
            en_passant: "not encoded",
            repetition: "not encoded",
            chess960: "castling rights are not encoded",
            source: match self {
                FeatureSet::HalfKaV2Hm12 => "nnue-pytorch, commit 9f72946",
                _ => "nnue-pytorch, commit 6b2e13a",
            },
        }
    }
}
