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

/// Defines a struct of conventions in words, with defaults.
macro_rules! conventions {
    (
        $(#[$attribute:meta])*
        $Name:ident { $($(#[$doc:meta])* $heading:ident = $default:expr;)* }
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct $Name {
            $($(#[$doc])* pub $heading: &'static str,)*
        }

        impl Default for $Name {
            fn default() -> $Name {
                $Name { $($heading: $default,)* }
            }
        }

        impl $Name {
            /// Returns the conventions with their headings.
            pub fn texts(self) -> Vec<(&'static str, &'static str)> {
                vec![$((stringify!($heading), self.$heading)),*]
            }
        }
    };
}

conventions! {
    /// The conventions of an encoding of positions. The default encodes pieces only, from the side to
    /// move's side.
    Conventions {
        /// The side from which the board is encoded.
        view = View::SideToMove.description();
        /// The encoding of en passant.
        en_passant = "not encoded";
        /// The encoding of repetitions.
        repetition = "not encoded";
        /// The encoding of castling rights of Chess960.
        chess960 = "castling rights are not encoded";
        /// The source of the encoding.
        source = "enroque";
    }
}

conventions! {
    /// The conventions of a policy. The default is common to most.
    PolicyConventions {
        /// The side from which squares are numbered.
        view = View::SideToMove.description();
        /// The order of indices.
        order = "64 * origin + target";
        /// The form of castling.
        castling = "the king's move of two files";
        /// The form of promotions.
        promotion = "to queen as the plain move; others by piece and direction";
        /// The form of castling in Chess960.
        chess960 = "extension by enroque: king takes rook if the king is not on the e-file";
        /// The source of the policy.
        source = "enroque";
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
