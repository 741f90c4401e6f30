//! Descriptions of encodings in words: channel names, fields, conventions.

mod features;
mod planes;
mod policies;
mod records;
mod tokens;

pub use planes::Channel;
pub use policies::PolicyConventions;
pub use records::Field;

use super::View;

/// The conventions of an encoding of positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conventions {
    /// The side from which the board is encoded.
    pub view: &'static str,
    /// How en passant is encoded.
    pub en_passant: &'static str,
    /// How repetitions are encoded.
    pub repetition: &'static str,
    /// How castling rights of Chess960 are encoded.
    pub chess960: &'static str,
    /// The source of the encoding.
    pub source: &'static str,
}

pub(super) const PIECES: [&str; 6] = ["pawns", "knights", "bishops", "rooks", "queens", "king"];
pub(super) const OWN: [&str; 2] = ["own", "opponent's"];
const COLORS: [&str; 2] = ["White's", "Black's"];
const SIDE_TO_MOVE: &str = "side to move: ranks flipped for Black, files never";
const WHITE: &str = "always White";

fn sides(view: View) -> [&'static str; 2] {
    match view {
        View::SideToMove => OWN,
        View::White => COLORS,
    }
}

/// Returns the description of a view.
fn view_name(view: View) -> &'static str {
    match view {
        View::SideToMove => SIDE_TO_MOVE,
        View::White => WHITE,
    }
}

#[cfg(test)]
mod tests {
    use crate::tensor::{Encoding, PlaneEncoding, PolicyEncoding};

    #[test]
    fn every_channel_has_a_name() {
        for name in Encoding::NAMES {
            let encoding = Encoding::named(name, &[]).unwrap();
            assert_eq!(encoding.channel_list().len(), encoding.channels(), "{name}");
            assert_eq!(Encoding::named(name, &encoding.options()), Ok(encoding));
        }
        for name in PolicyEncoding::NAMES {
            let policy = PolicyEncoding::named(name, &[]).unwrap();
            assert_eq!(PolicyEncoding::named(name, &policy.options()), Ok(policy));
        }
    }
}
