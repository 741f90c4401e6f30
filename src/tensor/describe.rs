//! The vocabulary of descriptions of encodings: names of channels, conventions.

use super::View;

/// One channel of a plane encoding.
#[derive(Clone, PartialEq, Debug)]
pub struct Channel {
    /// The description.
    pub name: String,
    /// The smallest value.
    pub low: f32,
    /// The largest value; infinite if there is no limit.
    pub high: f32,
}

/// The conventions of an encoding of positions. The default encodes pieces only, from the side to
/// move's side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conventions {
    /// The side from which the board is encoded.
    pub view: &'static str,
    /// The encoding of en passant.
    pub en_passant: &'static str,
    /// The encoding of repetitions.
    pub repetition: &'static str,
    /// The encoding of castling rights of Chess960.
    pub chess960: &'static str,
    /// The source of the encoding.
    pub source: &'static str,
}

impl Default for Conventions {
    fn default() -> Conventions {
        Conventions {
            view: View::SideToMove.description(),
            en_passant: "not encoded",
            repetition: "not encoded",
            chess960: "castling rights are not encoded",
            source: "enroque",
        }
    }
}

impl Conventions {
    /// Returns the conventions with their headings.
    pub fn texts(self) -> Vec<(&'static str, &'static str)> {
        vec![
            ("view", self.view),
            ("en_passant", self.en_passant),
            ("repetition", self.repetition),
            ("chess960", self.chess960),
            ("source", self.source),
        ]
    }
}

/// The convention of castling rights as flags.
pub(super) const FLAGS: &str = "rights are encoded without their rooks";
/// Piece types in the plural.
pub(super) const PIECES: [&str; 6] = ["pawns", "knights", "bishops", "rooks", "queens", "king"];

/// Returns names as strings.
pub(super) fn owned(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

/// Returns twelve names: the pieces of the first player, then of the second, `plies` ago.
pub(super) fn piece_names(view: View, plies: usize) -> Vec<String> {
    let name = |side: &str, piece: &str| format!("{side} {piece}{}", ago(plies));
    view.sides().iter().flat_map(|side| PIECES.map(|piece| name(side, piece))).collect()
}

/// Returns the names of the planes of several positions from the side to move's side, newest first:
/// the pieces, then the planes of `last`.
pub(super) fn step_names(steps: usize, last: &[&str]) -> Vec<String> {
    let step = |plies: usize| {
        let rest = last.iter().map(move |name| format!("{name}{}", ago(plies)));
        piece_names(View::SideToMove, plies).into_iter().chain(rest)
    };
    (0..steps).flat_map(step).collect()
}

/// Returns ", 3 plies ago", or nothing for the newest position.
fn ago(plies: usize) -> String {
    match plies {
        0 => String::new(),
        1 => ", 1 ply ago".to_owned(),
        _ => format!(", {plies} plies ago"),
    }
}
