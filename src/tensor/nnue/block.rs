//! The blocks of features, and their error.

use thiserror::Error;

use crate::named_enum::named_enum;

named_enum! {
    /// A block of features. Its name is that of nnue-pytorch or bullet, with the number of planes if
    /// that is ambiguous, and `^` for factors.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum FeatureBlock {
        /// 41,024 features: all pieces but the kings, combined with the square of the own king. For
        /// Black, the board is rotated by 180 degrees.
        HalfKp = "HalfKP",
        /// 49,216 features: kings too. For Black, the board is flipped by ranks, as in all that follow.
        HalfKa = "HalfKA",
        /// 45,056 features: both kings share a plane, since their squares differ.
        HalfKaV2 = "HalfKAv2",
        /// 22,528 features: files are also flipped so that the own king is on the files e to h.
        HalfKaV2Hm = "HalfKAv2_hm",
        /// 23,296 features: the same, and 768 factors: the pieces without the own king.
        HalfKaV2HmFactorized = "HalfKAv2_hm^",
        /// 24,576 features: `HalfKAv2_hm` with a plane for each king, as in nnue-pytorch since 2026.
        HalfKaV2Hm12 = "HalfKAv2_hm12",
        /// 59,808 features, or an older width: attacks of pieces on pieces.
        FullThreats = "Full_Threats",
        /// 4,560 features: pairs of pawns on the same or adjacent files.
        PawnPairs = "PP_3Wide",
        /// 768 features for each bucket of king squares: all pieces, as in the trainer bullet.
        Chess768 = "Chess768",
        /// The same, and 768 factors: the pieces without the bucket.
        Chess768Factorized = "Chess768^",
    }
}

/// A position has too many active features.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the position has more than {limit} active features of {block}")]
pub struct TooManyFeatures {
    /// The name of the block of features.
    pub block: &'static str,
    /// The largest number of active features.
    pub limit: usize,
}
