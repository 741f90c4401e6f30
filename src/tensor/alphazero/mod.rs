//! Planes and policies of AlphaZero (Silver et al. 2018, supplement, tables S1 and S2).
//!
//! The paper specifies neither the order of planes and moves nor the scaling of counts. The planes
//! have the order of pgx; there are policies in the orders of pgx, OpenSpiel and PettingZoo.

mod planes;
mod policy;

pub use planes::AlphaZero;
pub use policy::{AlphaZeroPolicy, OpenSpielPolicy, PettingZooPolicy};
