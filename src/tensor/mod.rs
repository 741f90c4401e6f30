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
//! Nothing here knows where games come from; the room `games` has the calls for many positions.

pub mod alphazero;
mod bits;
pub mod chessbench;
mod element;
mod history;
pub mod lc0;
pub mod maia2;
pub mod nnue;
mod pieces;
mod planes;
mod policy;
mod value;
mod ways;

pub use element::Element;
pub use half::f16;
pub use history::{EnPassantRule, History, Mark};
pub use pieces::{Pieces, View};
pub use planes::{Layout, PlaneEncoding, Planes, PlanesError, planes, planes_bits};
pub(crate) use planes::{check_element, write_dense};
pub(crate) use policy::write_legal_mask;
pub use policy::{Policy, PolicyError, legal_mask};
pub use value::{value, win_draw_loss};
