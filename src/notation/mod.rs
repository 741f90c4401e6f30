//! Chess as text: FEN, UCI, SAN, and the piece letters of other languages.

pub mod fen;
pub mod language;
pub mod san;
pub mod uci;
