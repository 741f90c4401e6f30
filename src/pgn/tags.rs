//! The tags of a game.

use super::cursor::Cursor;
use super::tag::{Tag, decode_value};

/// The largest number of tags that a game keeps.
pub const MAX_TAGS: usize = 512;

/// A tag that determines the start position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StartTag {
    Variant,
    SetUp,
    Fen,
}

impl StartTag {
    pub(super) const ALL: [StartTag; 3] = [StartTag::Variant, StartTag::SetUp, StartTag::Fen];
}

/// The tags of a game in their order.
#[derive(Clone, Default, Debug)]
pub(crate) struct Tags {
    pub(super) list: Vec<Tag>,
    /// One bit for each tag name, by a small hash: rules out most duplicates.
    names_seen: u64,
    /// The index of the last `Result` tag.
    result: Option<u16>,
    /// The indices of the last tags that determine the start, by [`StartTag`].
    start: [Option<u16>; 3],
    /// The index of the last tag with a known name in another case.
    odd_name: Option<u16>,
}

impl Tags {
    /// Removes all tags.
    pub(super) fn clear(&mut self) {
        self.list.clear();
        (self.names_seen, self.result, self.start, self.odd_name) = (0, None, [None; 3], None);
    }

    /// Adds a tag with its name.
    #[inline(always)]
    pub(super) fn push(&mut self, name: &[u8], tag: Tag) {
        let index = Some(self.list.len() as u16);
        match name {
            b"Result" => self.result = index,
            b"Variant" => self.start[StartTag::Variant as usize] = index,
            b"SetUp" => self.start[StartTag::SetUp as usize] = index,
            b"FEN" => self.start[StartTag::Fen as usize] = index,
            name if is_known_in_other_case(name) => self.odd_name = index,
            _ => {}
        }
        self.names_seen |= name_bit(name);
        self.list.push(tag);
    }

    /// Whether there is a tag of this name; the bit rules out most names without a comparison.
    #[inline(always)]
    pub(super) fn has(&self, cursor: &Cursor<'_>, name: &[u8]) -> bool {
        self.names_seen & name_bit(name) != 0
            && self.list.iter().any(|tag| cursor.between(tag.name.clone()) == name)
    }

    /// Whether there is a tag that determines the start.
    pub(super) fn are_about_start(&self) -> bool {
        self.start != [None; 3]
    }

    pub(super) fn start_tag(&self, tag: StartTag) -> Option<&Tag> {
        self.list.get(usize::from(self.start[tag as usize]?))
    }

    /// Returns the names and values of the tags. Calls `reject` with the offset and the name of a tag
    /// whose name is invalid.
    pub(crate) fn to_texts(
        &self,
        cursor: &Cursor<'_>,
        mut reject: impl FnMut(usize, &[u8]),
    ) -> Vec<(String, String)> {
        let mut texts = Vec::with_capacity(self.list.len());
        for tag in &self.list {
            let name = cursor.between(tag.name.clone());
            let Some(text) = std::str::from_utf8(name).ok().filter(|name| is_tag_name(name)) else {
                reject(tag.name.start, name);
                continue;
            };
            let value = decode_value(cursor.between(tag.value.clone()), tag.has_escapes);
            texts.push((text.to_owned(), value.replace(['\n', '\r'], " ")));
        }
        texts
    }

    /// Returns the last tag whose name is a known one in another case, such as `Fen`.
    pub(super) fn odd_name(&self) -> Option<&Tag> {
        self.list.get(usize::from(self.odd_name?))
    }

    pub(super) fn result_tag(&self) -> Option<&Tag> {
        self.list.get(usize::from(self.result?))
    }
}

/// Whether a tag name is valid: a letter or digit, then letters, digits or `_+#=:-`.
pub(crate) fn is_tag_name(name: &str) -> bool {
    let is_name_byte = |byte: u8| byte.is_ascii_alphanumeric() || b"_+#=:-".contains(&byte);
    name.as_bytes().first().is_some_and(u8::is_ascii_alphanumeric) && name.bytes().all(is_name_byte)
}

/// Whether a name is that of a tag that determines columns, in another case.
#[inline(always)]
fn is_known_in_other_case(name: &[u8]) -> bool {
    let known: &[&[u8]] = match name.len() {
        3 => &[b"FEN"],
        5 => &[b"SetUp"],
        6 => &[b"Result"],
        7 => &[b"Variant"],
        8 => &[b"WhiteElo", b"BlackElo"],
        11 => &[b"TimeControl", b"Termination"],
        _ => return false,
    };
    known.iter().any(|&known| name != known && name.eq_ignore_ascii_case(known))
}

/// Whether an unquoted tag with this name may begin a game.
pub(super) fn is_roster_name(name: &[u8]) -> bool {
    let roster: [&[u8]; 9] =
        [b"Event", b"Site", b"Date", b"Round", b"White", b"Black", b"Result", b"FEN", b"Variant"];
    roster.contains(&name)
}

/// Returns a bit for a tag name. Names may share a bit; the usual tag names of Lichess and others
/// do not.
#[inline(always)]
fn name_bit(name: &[u8]) -> u64 {
    let byte = |at: usize| name.get(at).map_or(0, |&byte| usize::from(byte));
    let hash = 4 * byte(0) + 9 * byte(name.len() / 2) + 54 * name.len();
    1 << (hash % 64)
}
