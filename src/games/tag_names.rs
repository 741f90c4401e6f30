//! Numbered tag names.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

/// Common tag names, which have the same numbers in all `Games`.
const COMMON: [&str; 40] = [
    "Event",
    "Site",
    "Date",
    "Round",
    "White",
    "Black",
    "Result",
    "WhiteElo",
    "BlackElo",
    "Variant",
    "FEN",
    "SetUp",
    "ECO",
    "Opening",
    "TimeControl",
    "Termination",
    "UTCDate",
    "UTCTime",
    "WhiteRatingDiff",
    "BlackRatingDiff",
    "WhiteTitle",
    "BlackTitle",
    "GameId",
    "Annotator",
    "PlyCount",
    "EventDate",
    "Variation",
    "WhiteFideId",
    "BlackFideId",
    "WhiteTeam",
    "BlackTeam",
    "Source",
    "SourceDate",
    "EventType",
    "EventRounds",
    "EventCountry",
    "GameDuration",
    "GameStartTime",
    "GameEndTime",
    "NIC",
];

/// Returns the common tag name that a name is, but for capitals.
pub(crate) fn common_spelling(name: &str) -> Option<&'static str> {
    COMMON.into_iter().find(|common| common.eq_ignore_ascii_case(name))
}

/// Whether two names are equal. Short names are compared as two overlapping words.
pub(crate) fn is_same(name: &str, other: &[u8]) -> bool {
    let name = name.as_bytes();
    if name.len() != other.len() {
        return false;
    }
    match (name.first_chunk::<8>(), other.first_chunk::<8>()) {
        (Some(first), Some(other_first)) if name.len() <= 16 => {
            first == other_first && name.last_chunk::<8>() == other.last_chunk::<8>()
        }
        (None, None) => match (name.first_chunk::<4>(), other.first_chunk::<4>()) {
            (Some(first), Some(other_first)) => {
                first == other_first && name.last_chunk::<4>() == other.last_chunk::<4>()
            }
            _ => name == other,
        },
        _ => name == other,
    }
}

/// Tag names with numbers, shared by lists of games until one of them adds a name.
#[derive(Clone, Default, Debug)]
pub(crate) struct TagNames {
    /// The names in the order of their numbers.
    pub(crate) list: Vec<Arc<str>>,
    pub(crate) numbers: HashMap<Arc<str>, u32>,
}

impl TagNames {
    /// Returns the common names, created once: reading creates many empty lists of games, and
    /// adding forty names takes longer than reading a game.
    pub(crate) fn common() -> Arc<TagNames> {
        static NAMES: LazyLock<Arc<TagNames>> = LazyLock::new(|| {
            let mut names = Arc::default();
            for name in COMMON {
                TagNames::number(&mut names, name);
            }
            names
        });
        NAMES.clone()
    }

    /// Returns the number of a name, a new one if necessary.
    pub(crate) fn number(names: &mut Arc<TagNames>, name: &str) -> u32 {
        if let Some(&number) = names.numbers.get(name) {
            return number;
        }
        let TagNames { list, numbers } = Arc::make_mut(names);
        let (number, name) = (list.len() as u32, Arc::<str>::from(name));
        list.push(name.clone());
        numbers.insert(name, number);
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_same_compares_all_bytes() {
        let text = "abcdefghijklmnopqrstuvwxyz";
        for length in 0..text.len() {
            let name = &text[..length];
            assert!(is_same(name, name.as_bytes()));
            assert!(!is_same(name, &text.as_bytes()[..length + 1]));
            for index in 0..length {
                let mut other = name.as_bytes().to_vec();
                other[index] ^= 1;
                assert!(!is_same(name, &other), "{length} {index}");
            }
        }
    }
}
