//! Encodings of positions as arrays: planes, policies, tokens, features, records, values.
//!
//! # Conventions
//!
//! * Planes have the shape `(channels, 8, 8)`, row-major, unless the specification of an encoding
//!   differs. The first board axis is the rank, from the viewer's own back rank on; the second is the
//!   file, from a to h. From Black's side, the board is flipped by ranks only.
//! * An encoding writes the bit form ([`Planes`]): a mask for each channel, and a value for the few
//!   channels whose set squares are not 1. [`planes`] expands it to any [`Element`] type.
//! * Encodings take a position with its [`History`], in which en passant and repetition follow the rule
//!   of the encoding ([`EnPassantRule`]).
//! * A [`Policy`] maps moves to indices; [`value`] and [`win_draw_loss`] are the targets of a result.
//!
//! # Encodings
//!
//! | planes | channels | source |
//! |---|---|---|
//! | [`Pieces`] | 12 | enroque |
//! | [`tutorial::Tutorial14`] | 14 | many tutorials |
//! | [`maia2::Maia2`] | 18 | Maia-2 |
//! | [`chess_alpha_zero::ChessAlphaZero`] | 18 | Zeta36/chess-alpha-zero |
//! | [`openspiel::OpenSpiel`] | 20 | OpenSpiel |
//! | [`pettingzoo::PettingZoo`] | 111 | PettingZoo |
//! | [`lc0::Lc0`] | 112, formats 1 to 5, 132, 133 | Leela Chess Zero |
//! | [`alphazero::AlphaZero`] | 119 | Silver et al. 2018, in the order of pgx |
//! | [`maia3::Maia3`] | 12 for each position, by squares | Maia-3 |
//! | [`Composed`] | sum of its parts | the user |
//!
//! | policies | size | source |
//! |---|---|---|
//! | [`lc0::Lc0Policy`] | 1858 | Leela Chess Zero |
//! | [`alphazero::AlphaZeroPolicy`] | 4672 | pgx |
//! | [`alphazero::OpenSpielPolicy`] | 4674 | OpenSpiel |
//! | [`alphazero::PettingZooPolicy`] | 4672 | PettingZoo |
//! | [`maia2::Maia2Policy`] | 1880 | Maia-2 |
//! | [`maia3::Maia3Policy`] | 4352 | Maia-3 |
//! | [`chessbench::UciPolicy`] | 1968 | ChessBench |
//! | [`from_to::FromTo`] | 4096 | enroque |
//! | [`from_to::FromToPromotion`] | 4162 | enroque |
//!
//! In addition, [`chessbench::tokens`] (77), [`squares::tokens`] (64) and the sparse features of
//! [`nnue`]. The encodings of other programs equal the output of those programs on all recorded
//! test vectors.
//!
//! [`Encoding`], [`PolicyEncoding`] and [`TokenEncoding`] select one of them by name at run time. To
//! add one, implement [`PlaneEncoding`], [`Policy`] or [`Tokenizer`] in a new file, and add the type to
//! the registry in `registry.rs`.
//! [`crate::columns`] encodes many positions at once.

pub mod alphazero;
mod bits;
pub mod chess_alpha_zero;
pub mod chessbench;
mod composed;
mod decode;
mod describe;
mod element;
mod empty_board;
mod encoding;
mod eval_score;
pub mod from_to;
mod history;
mod layout;
pub mod lc0;
pub mod maia2;
pub mod maia3;
mod move_table;
pub mod nnue;
pub mod openspiel;
mod options;
pub mod pettingzoo;
mod pieces;
mod plane_encoding;
mod plane_symmetry;
mod planes;
mod policy;
mod policy_encoding;
mod recent;
pub mod records;
mod registry;
pub mod squares;
mod symmetry;
mod token_spec;
mod tokenizer;
mod tokens;
pub mod tutorial;
mod value;
mod view;

pub use composed::Composed;
pub use decode::{Decoded, DensePlanes, Missing};
pub use describe::{Channel, Conventions, PolicyConventions};
pub use element::Element;
pub(crate) use element::expand_bytes;
pub use eval_score::{NO_SCORE, eval_of, score_of};
pub use half::f16;
pub use history::{EnPassantRule, History, HistoryView, RepetitionRecord};
pub use layout::{Layout, MAX_CHANNELS, MAX_SCALED};
#[cfg(feature = "python")]
pub(crate) use options::is_spelling_of;
pub use options::{KnownOption, NameError, OptionValue, Options};
pub use pieces::Pieces;
pub use plane_encoding::{PlaneEncoding, Planes};
pub use plane_symmetry::PlaneSymmetry;
pub(crate) use planes::{check_bits, check_element, expand_planes, stream_dense, write_dense};
pub use planes::{decode_planes, planes, planes_bits};
pub use policy::{Policy, PolicyError, legal_mask};
pub use recent::{BoundedHistory, RECENT_POSITIONS};
pub use registry::{Encoding, PolicyEncoding, TokenEncoding};
pub use symmetry::Symmetry;
pub use token_spec::{ControlToken, TokenSpec};
pub use tokenizer::{Tokenizer, TokensError};
pub use value::{StockfishWdl, WinModel, centipawns_of_value, value, value_bucket, win_draw_loss};
pub use view::{Player, View};
