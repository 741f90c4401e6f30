//! Chess as text: FEN, UCI, SAN.

pub mod fen;
