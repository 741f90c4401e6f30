//! SAN, the standard algebraic notation: `Nbd7`, `exd6`, `O-O`, `e8=Q+` (PGN standard 8.2.3, FIDE
//! appendix C).
//!
//! # Tolerated deviations
//!
//! Every unambiguous spelling is accepted. A move that two pieces could make is an error of kind
//! [`SanErrorKind::Ambiguous`]; a promotion without a piece and a move of a pinned piece are
//! [`SanErrorKind::Illegal`].
//!
//! * missing, superfluous and wrong `+` and `#`; `++`, `mate`; `(=)`, the draw offer of FIDE C.12
//! * assessments at the end: any run of `!` and `?`
//! * a missing or superfluous `x`; `:` or `×` instead of it (FIDE C.9: it is optional)
//! * more of the origin than needed, with or without a hyphen: `Ng1f3`, `Ng1-f3`, `e2-e4`, `e2xd3`
//! * coordinates without the piece letter: `g1f3`, `g1-f3`, castling as `e1g1` or `e1h1`
//! * promotion as `d8=Q`, `d8Q` (FIDE C.11), `d8(Q)`, `d8/Q`, and lower case `d8=q`
//! * castling with zeros (FIDE C.11.1), lower-case `o`, the Cyrillic letter O, or dashes
//! * `e.p.`, `ep` or the Spanish `a.p.` after any pawn move, with or without a space (FIDE C.9.3)
//! * whitespace around the move, before its marks, and between piece, square, capture sign and
//!   promotion: `N f3`, `d8 (Q)`, `e. p.`; not between two squares, since `e4 e5` is two moves
//! * the letter `P` for a pawn, and figurines of either color for all piece types
//!
//! [`read_reporting`] returns the deviations of a text; [`read_strict`] tolerates none.
//!
//! Piece letters of other languages are read by [`Language`](super::language::Language), since a
//! Spanish `R` is a king. Piece letters must be capitals: `bxc6` is a pawn capture, `Bxc6` a
//! bishop's.

mod deviations;
mod error;
mod lenient;
mod of_setup;
mod read;
mod resolve;
mod standard;
#[cfg(test)]
mod tests;
mod text;
mod write;

pub use deviations::Deviations;
pub use error::{SanError, SanErrorKind};
pub(crate) use lenient::is_hyphen;
pub use of_setup::{read_in_setup, write_in_setup};
pub use read::{read, read_reporting, read_strict, read_with};
pub use text::SanText;
pub(crate) use write::play_and_write;
pub use write::{write, write_each};
