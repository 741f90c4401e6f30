//! What encodings are, in words: for those who read a run's records years later.

mod features;
mod planes;
mod policies;
mod records;
mod tokens;

pub use planes::Channel;
pub use policies::PolicyConventions;
pub use records::Field;

use super::View;

/// What an encoding of positions takes things for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conventions {
    /// From whose side the board is seen.
    pub view: &'static str,
    /// When an en-passant square counts, and where it shows.
    pub en_passant: &'static str,
    /// How repeated positions show.
    pub repetition: &'static str,
    /// What is told of Chess960's castling.
    pub chess960: &'static str,
    /// Whose encoding it is.
    pub source: &'static str,
}

pub(super) const PIECES: [&str; 6] = ["pawns", "knights", "bishops", "rooks", "queens", "king"];
pub(super) const OWN: [&str; 2] = ["own", "opponent's"];
const COLORS: [&str; 2] = ["White's", "Black's"];
const SIDE_TO_MOVE: &str = "the side to move's side: ranks flipped for Black, files never";
const WHITE: &str = "White's side always";

fn sides(view: View) -> [&'static str; 2] {
    match view {
        View::SideToMove => OWN,
        View::White => COLORS,
    }
}

/// From whose side one looks.
fn viewed(view: View) -> &'static str {
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
