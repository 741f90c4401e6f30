//! AlphaZero's planes and policy (Silver et al. 2018, supplement, tables S1 and S2) in the orders
//! of the programs that use them.
//!
//! The paper fixes neither the order of planes and moves nor the scaling of counts. Ours are pgx's,
//! the only ones recorded in full; OpenSpiel and PettingZoo number moves in ways of their own.

mod planes;
mod policy;

pub use planes::AlphaZero;
pub use policy::{AlphaZeroPolicy, OpenSpielPolicy, PettingZooPolicy};
