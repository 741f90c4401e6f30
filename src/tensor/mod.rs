//! Positions as arrays of numbers: planes, policies, values.
//!
//! # Conventions
//!
//! * Planes have the shape `(channels, 8, 8)`, row-major, unless an encoding's own specification
//!   says otherwise. The first board axis is the rank, its first entry the viewer's own back rank;
//!   the second is the file, a to h. Seen by Black, the board is flipped by ranks only.
//! * An encoding first makes the bit form ([`Planes`]): a set of squares for each channel, and a
//!   value for the few channels whose ones are not 1. [`planes`] expands it to any [`Element`].
//! * What lies before a position comes as a [`History`], which knows en passant and repetition by
//!   the rule of the encoding ([`EnPassantRule`]).
//! * A [`Policy`] numbers moves; [`value`] and [`win_draw_loss`] say how the game ended.
//!
//! # Encodings
//!
//! | planes | | by |
//! |---|---|---|
//! | [`Pieces`] | 12 | ours |
//! | [`tutorial::Tutorial14`] | 14 | many tutorials |
//! | [`maia2::Maia2`] | 18 | Maia-2 |
//! | [`openspiel::OpenSpiel`] | 20 | OpenSpiel |
//! | [`pettingzoo::PettingZoo`] | 111 | PettingZoo |
//! | [`lc0::Lc0`] | 112, formats 1 to 5, 132, 133 | Leela Chess Zero |
//! | [`alphazero::AlphaZero`] | 119 | Silver et al. 2018, in pgx's order |
//! | [`maia3::Maia3`] | 12 a position, by squares | Maia-3 |
//! | [`Composed`] | as many as its parts | whoever composes it |
//!
//! | policies | | by |
//! |---|---|---|
//! | [`lc0::Lc0Policy`] | 1858 | Leela Chess Zero |
//! | [`alphazero::AlphaZeroPolicy`] | 4672 | pgx |
//! | [`alphazero::OpenSpielPolicy`] | 4674 | OpenSpiel |
//! | [`alphazero::PettingZooPolicy`] | 4672 | PettingZoo |
//! | [`maia2::Maia2Policy`] | 1880 | Maia-2 |
//! | [`maia3::Maia3Policy`] | 4352 | Maia-3 |
//! | [`chessbench::UciPolicy`] | 1968 | ChessBench |
//! | [`from_to::FromTo`] | 4096 | ours |
//! | [`from_to::FromToPromotion`] | 4162 | ours |
//!
//! Besides, [`chessbench::tokens`] (77 a position), [`squares::tokens`] (64) and the sparse features
//! of [`nnue`]. All but ours are equal to what those programs give, on every position of the recorded
//! vectors.
//!
//! [`Encoding`], [`PolicyEncoding`] and [`TokenEncoding`] are any of them, by name. Nothing here knows
//! where games come from; [`crate::batch`] has the calls for many positions.

pub mod alphazero;
mod bits;
pub mod chessbench;
mod composed;
mod decode;
mod describe;
mod element;
mod encoding;
mod eval_score;
pub mod from_to;
mod history;
pub mod lc0;
pub mod maia2;
pub mod maia3;
pub mod nnue;
pub mod openspiel;
mod options;
pub mod pettingzoo;
mod pieces;
mod planes;
mod policy;
mod policy_encoding;
mod recent;
pub mod records;
pub mod rows;
pub mod squares;
mod symmetry;
mod tokens;
pub mod tutorial;
mod value;
mod ways;

pub use composed::{ComposeError, Composed};
pub use decode::{DecodeError, Decoded, Missing, decode_planes, decode_record, decode_tokens};
pub use describe::{Channel, Conventions, Field, PolicyConventions};
pub use element::Element;
pub(crate) use element::expand_bytes;
pub use encoding::Encoding;
pub use eval_score::{NO_SCORE, eval_of, score_of};
pub use half::f16;
pub use history::{EnPassantRule, History, Mark};
pub use options::{NameError, OptionValue};
pub use pieces::{Pieces, Player, View};
pub use planes::{
    Layout, MAX_CHANNELS, MAX_SCALED, PlaneEncoding, Planes, PlanesError, planes, planes_bits,
};
pub(crate) use planes::{check_element, expand_planes};
pub use policy::{Policy, PolicyError, legal_mask};
pub use policy_encoding::PolicyEncoding;
pub use recent::{RECENT_POSITIONS, Recent};
pub use symmetry::{Symmetry, SymmetryError};
pub use tokens::TokenEncoding;
pub use value::{StockfishWdl, WinModel, value, value_bucket, win_draw_loss};
