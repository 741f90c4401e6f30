//! Chess as text: FEN, UCI, SAN.

pub mod fen;
pub mod san;
pub mod uci;
