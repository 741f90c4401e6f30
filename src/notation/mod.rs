//! Text notations: FEN, EPD, UCI, SAN, piece letters of other languages, descriptive notation,
//! printed games, spoken moves.

pub mod announce;
pub mod descriptive;
pub mod epd;
pub mod fen;
pub mod language;
pub mod san;
pub mod score_sheet;
pub mod style;
pub mod uci;
