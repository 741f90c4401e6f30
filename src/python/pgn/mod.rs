//! `enroque.pgn`: reading, editing and writing game trees.
//!
//! | file | contents |
//! |---|---|
//! | `classes.rs` | the classes `GameNode`, `ChildNode` and `Game`, without their methods |
//! | `node.rs`, `edit.rs`, `commands.rs` | the methods of `GameNode`, replacing its variations |
//! | `views.rs` | the sets and lists of a node |
//! | `child.rs` | the methods of `ChildNode` |
//! | `game.rs`, `pickle.rs` | the methods of `Game` |
//! | `read.rs`, `visit.rs` | reading games, for visitors too |
//! | `last_game.rs` | boards of nodes |
//! | `write.rs` | writing games, and calling visitors for them |

mod child;
mod classes;
mod commands;
mod edit;
mod game;
mod hints;
mod last_game;
mod node;
mod pickle;
mod read;
mod views;
mod visit;
mod write;

pub(super) use classes::{ChildNode, Game, GameNode};
pub(super) use hints::VisitorArgument;
pub(super) use read::{
    is_pgn_tag_name, next_game_text, pgn_variant, read_game, read_headers, read_into, skip_game,
};
pub(super) use visit::visit_game;
pub(super) use write::{PgnWriter, mainline_text};
