//! `enroque.pgn`: game trees, their reading and writing.
//!
//! Nodes are in `node.rs` (what the game and its nodes share), `edit.rs`, `child.rs` and `game.rs`; the list of
//! a node's variations and the set of its NAGs in `variations.rs` and `nags.rs`; reading in
//! `read.rs` and `visit.rs`, writing in `write.rs`.

mod child;
mod edit;
mod game;
mod hints;
mod nags;
mod node;
mod notes;
mod read;
mod variations;
mod visit;
mod write;

pub(super) use child::ChildNode;
pub(super) use game::Game;
pub(super) use nags::NagSet;
pub(super) use node::GameNode;
pub(super) use read::{
    is_pgn_tag_name, pgn_variant, read_game, read_headers, read_into, skip_game,
};
pub(super) use variations::VariationList;
pub(super) use visit::visit_game;
pub(super) use write::{PgnWriter, mainline_text};
