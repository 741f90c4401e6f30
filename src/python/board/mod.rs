//! `BaseBoard` and `Board`, with the names of python-chess.
//!
//! `state.rs` has the two classes and access to their state. Methods of `BaseBoard`, which `Board`
//! inherits: `base.rs` (creating, copying, printing), `pieces.rs` (pieces and attacks), `edit.rs`.
//! Methods of `Board`: `setup.rs` (creating, copying, FEN), `fields.rs`, `play.rs`, `current.rs` and
//! `generators.rs` (moves), `move_text.rs` and `notation.rs` (moves as text), `questions.rs` and
//! `winnability.rs` (rules), `epd.rs`, `pickle.rs`, `tensors.rs`, `variant.rs`. `move_stack.rs` has
//! the class of `Board.move_stack`.

mod base;
mod current;
mod edit;
mod epd;
mod fields;
mod generators;
mod move_stack;
mod move_text;
mod notation;
mod pickle;
mod pieces;
mod play;
mod questions;
mod setup;
mod state;
mod tensors;
mod variant;
mod winnability;

pub(super) use current::{CurrentPosition, find, illegal, to_python_move};
pub(super) use move_stack::MoveStack;
pub(super) use state::{BaseBoard, Board, BoardArgument, BoardState, dialect, set_attributes};
