//! The Laws for Python: how games end, and whether a player can still win.

mod answers;

pub(super) use answers::{adjudication, answer, outcome_object, rule_set, termination_pgn_tag};
