//! The tags of many games in a compact layout: distinct names, and concatenated values.

use std::sync::Arc;

use super::tag_bytes::{Tags, next_tag, push_leb128};
use super::tag_names::{TagNames, is_same};
use crate::pgn::decode_value;
use crate::store::{Ragged, Storage};

/// The longest value, in bytes, that is copied inline.
const SHORT: usize = 32;

/// The tags of many games: for each game, names and values in the order of its text.
///
/// In memory a tag is the number of its name, the length of its value (both LEB128) and the value
/// in UTF-8.
#[derive(Clone, Debug)]
pub struct Headers {
    names: Arc<TagNames>,
    /// The tags of each game.
    tags: Ragged<u8>,
    /// The name numbers of the last game, which the next game usually repeats.
    last_names: Vec<u32>,
    /// The index in `last_names` at which the search for the next name starts.
    next_name: usize,
    /// The name numbers of the game being added.
    these_names: Vec<u32>,
}

impl Headers {
    /// Returns headers of no games.
    pub fn new() -> Headers {
        Headers {
            names: TagNames::common(),
            tags: Ragged::default(),
            last_names: Vec::new(),
            next_name: 0,
            these_names: Vec::new(),
        }
    }

    /// Returns headers of no games with the same name numbers.
    pub(crate) fn new_like(&self) -> Headers {
        let mut headers = Headers::new();
        headers.copy_names(self);
        headers
    }

    /// Copies the name numbers of other headers. There must be no games here yet.
    pub(crate) fn copy_names(&mut self, other: &Headers) {
        self.names = other.names.clone();
        self.last_names.clone_from(&other.last_names);
    }

    /// Returns the number of games.
    pub fn len(&self) -> usize {
        self.tags.len()
    }

    /// Whether there are no games.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the tags of a game in their order; none if there is no such game.
    pub fn of(&self, game: usize) -> Tags<'_> {
        Tags::new(&self.names.list, self.bytes_of(game))
    }

    /// Returns the value of a tag of a game; the last one if the tag is repeated.
    pub fn get(&self, game: usize, name: &str) -> Option<&str> {
        self.by_number(game, self.find_number(name)?)
    }

    /// Returns the number of a name, if there is one.
    pub(crate) fn find_number(&self, name: &str) -> Option<u32> {
        self.names.numbers.get(name).copied()
    }

    /// Returns the values of one tag in all games.
    pub fn column<'a>(&'a self, name: &str) -> impl ExactSizeIterator<Item = Option<&'a str>> {
        let number = self.find_number(name);
        (0..self.len()).map(move |game| self.by_number(game, number?))
    }

    /// Returns the tag names in the order of their numbers. Not every name has to be in use.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.names.list.iter().map(|name| &**name)
    }

    /// Returns the tags of all games in their memory layout, and the offsets of the games.
    pub fn raw(&self) -> (&[u8], &[u64]) {
        (self.tags.items(), self.tags.offsets())
    }

    /// Builds headers from names and the memory layout.
    ///
    /// # Errors
    /// A description of the problem: offsets that do not ascend from 0 to the end, a duplicate
    /// name, a number without a name, a value that is truncated or not UTF-8.
    pub fn from_raw(
        names: &[&str],
        bytes: Vec<u8>,
        offsets: Vec<u64>,
    ) -> Result<Headers, &'static str> {
        let mut headers = Headers::new();
        headers.names = Arc::default();
        for (number, name) in names.iter().enumerate() {
            if headers.number_of(name) as usize != number {
                return Err("a tag name is duplicated");
            }
        }
        headers.tags = Ragged::from_parts(bytes, offsets)?;
        for game in 0..headers.len() {
            let mut rest = headers.bytes_of(game);
            // faster for all values of a game than for each
            let is_ascii = rest.is_ascii();
            while !rest.is_empty() {
                let Some((number, value)) = next_tag(&mut rest) else {
                    return Err("a tag is truncated or malformed");
                };
                if number as usize >= names.len() {
                    return Err("a tag's number has no name");
                }
                if !is_ascii && std::str::from_utf8(value).is_err() {
                    return Err("a tag's value is not UTF-8");
                }
            }
        }
        Ok(headers)
    }

    /// Returns the tags of a game as name numbers and values.
    pub(crate) fn numbered(&self, game: usize) -> impl Iterator<Item = (u32, &[u8])> {
        let mut rest = self.bytes_of(game);
        std::iter::from_fn(move || next_tag(&mut rest))
    }

    fn bytes_of(&self, game: usize) -> &[u8] {
        self.tags.get(game).unwrap_or_default()
    }

    /// [`Headers::get`] by the number of the name.
    pub(crate) fn by_number(&self, game: usize, tag_number: u32) -> Option<&str> {
        let mut rest = self.bytes_of(game);
        let mut found = None;
        while let Some((number, value)) = next_tag(&mut rest) {
            if number == tag_number {
                found = Some(value);
            }
        }
        std::str::from_utf8(found?).ok()
    }

    /// Adds a tag to the current game, which [`Headers::end_game`] ends.
    pub(crate) fn push(&mut self, name: &str, value: &str) {
        self.push_raw(name.as_bytes(), value.as_bytes());
    }

    /// [`Headers::push`] of a name in any encoding, and of a value that must be UTF-8 (lookups
    /// ignore other values).
    pub(crate) fn push_raw(&mut self, name: &[u8], value: &[u8]) {
        self.push_prefix(name, value, value.len());
    }

    /// [`Headers::push_raw`] of the first `length` bytes of a text.
    pub(crate) fn push_prefix(&mut self, name: &[u8], text: &[u8], length: usize) {
        let is_name = |number: u32| {
            self.names.list.get(number as usize).is_some_and(|other| is_same(other, name))
        };
        // games of one file mostly have the same tags in the same order: look where the last game
        // had this one, then up to two tags before and after
        let found = [0, 1, -1, 2, -2].into_iter().find_map(|step| {
            let index = self.next_name.checked_add_signed(step)?;
            let number = *self.last_names.get(index)?;
            is_name(number).then_some((index, number))
        });
        let number = match found {
            Some((index, number)) => {
                self.next_name = index + 1;
                number
            }
            None => self.number_of(&decode_value(name, false)),
        };
        self.begin_tag(number, length);
        // most values are short, and a copy of constant length is inlined
        match text.first_chunk::<SHORT>() {
            Some(chunk) if length <= SHORT => {
                let bytes = self.tags.last_items();
                let end = bytes.len() + length;
                bytes.extend_from_slice(chunk);
                bytes.truncate(end);
            }
            _ => self.tags.last_items().extend_from_slice(text.get(..length).unwrap_or(text)),
        }
    }

    /// Returns the number of a name, a new one if necessary.
    pub(crate) fn number_of(&mut self, name: &str) -> u32 {
        TagNames::number(&mut self.names, name)
    }

    /// [`Headers::push`] of a name by its number.
    pub(crate) fn push_numbered(&mut self, number: u32, value: &[u8]) {
        self.begin_tag(number, value.len());
        self.tags.last_items().extend_from_slice(value);
    }

    /// Writes the name number and the length of a value.
    fn begin_tag(&mut self, number: u32, length: usize) {
        self.these_names.push(number);
        let bytes = self.tags.last_items();
        if number < 0x80 && length < 0x80 {
            bytes.extend_from_slice(&[number as u8, length as u8]);
        } else {
            push_leb128(bytes, u64::from(number));
            push_leb128(bytes, length as u64);
        }
    }

    /// Ends the current game.
    pub(crate) fn end_game(&mut self) {
        std::mem::swap(&mut self.last_names, &mut self.these_names);
        self.these_names.clear();
        self.next_name = 0;
        self.tags.end_row();
    }

    /// Whether every name here has the same number in `other`.
    fn numbers_agree_with(&self, other: &Headers) -> bool {
        let (these, others) = (&self.names.list, &other.names.list);
        Arc::ptr_eq(&self.names, &other.names)
            || these.len() <= others.len() && these.iter().zip(others).all(|(a, b)| a == b)
    }

    /// Adds a range of games of other headers.
    pub(crate) fn extend(&mut self, other: &Headers, games: std::ops::Range<usize>) {
        let end = games.end.min(other.len());
        let start = games.start.min(end);
        if self.is_empty() && end - start == other.len() && self.numbers_agree_with(other) {
            self.names = other.names.clone();
        }
        if other.numbers_agree_with(self) {
            self.tags.extend_from(&other.tags, start..end);
            self.last_names.clone_from(&other.last_names);
            return;
        }
        for game in start..end {
            for (name, value) in other.of(game) {
                self.push(name, value);
            }
            self.end_game();
        }
    }

    /// Reserves capacity for more bytes of tags.
    pub(super) fn reserve(&mut self, bytes: usize) {
        self.tags.last_items().reserve(bytes);
    }

    /// The memory of the tags; without rows the names stay.
    pub(super) fn storage(&mut self) -> &mut dyn Storage {
        &mut self.tags
    }

    /// Returns the approximate number of bytes on the heap.
    pub(crate) fn heap_bytes(&self) -> usize {
        let names: usize = self.names.list.iter().map(|name| 2 * name.len() + 64).sum();
        self.tags.heap_bytes() + names
    }
}

impl Default for Headers {
    fn default() -> Headers {
        Headers::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(games: &[&[(&str, &str)]]) -> Headers {
        let mut headers = Headers::new();
        for game in games {
            for (name, value) in *game {
                headers.push(name, value);
            }
            headers.end_game();
        }
        headers
    }

    #[test]
    fn tags_keep_their_order_and_duplicates() {
        let long = "x".repeat(300);
        let games: [&[_]; 4] = [
            &[("White", "A"), ("Odd", &long), ("White", "é")],
            &[],
            &[("White", ""), ("Odd", "2")],
            &[("Odder", "3")],
        ];
        let headers = headers(&games);
        assert_eq!(headers.len(), 4);
        for (game, tags) in games.iter().enumerate() {
            assert_eq!(headers.of(game).collect::<Vec<_>>(), *tags);
        }
        assert_eq!(headers.get(0, "White"), Some("é"));
        assert_eq!(headers.get(1, "White"), None);
        assert_eq!(headers.get(9, "White"), None);
        let column: Vec<_> = headers.column("Odd").collect();
        assert_eq!(column, [Some(&*long), None, Some("2"), None]);
        assert!(headers.column("Unknown").all(|value| value.is_none()));
    }

    #[test]
    fn extend_renumbers_names() {
        let first = headers(&[&[("X", "1")], &[("Y", "2")]]);
        let second = headers(&[&[("Y", "3")], &[("X", "4"), ("Z", "5")]]);
        let mut all = first.clone();
        all.extend(&second, 0..2);
        all.extend(&first, 1..2);
        assert_eq!(all.len(), 5);
        assert_eq!(all.of(3).collect::<Vec<_>>(), [("X", "4"), ("Z", "5")]);
        assert_eq!(all.of(4).collect::<Vec<_>>(), [("Y", "2")]);
        let names: Vec<_> = all.names().collect();
        let (bytes, offsets) = all.raw();
        let again = Headers::from_raw(&names, bytes.to_vec(), offsets.to_vec()).unwrap();
        for game in 0..5 {
            assert!(again.of(game).eq(all.of(game)));
        }
    }

    /// Values of any length, at the end of the text and before it.
    #[test]
    fn push_prefix_takes_the_first_bytes() {
        let text: Vec<u8> = (0..200).map(|n| b'a' + n % 26).collect();
        for more in [0, 1, 31, 32, 100] {
            let mut headers = Headers::new();
            for length in 0..100 {
                headers.push_prefix(b"White", &text[..length + more], length);
                headers.push_prefix(b"Black", &text[..length + more], length);
                headers.end_game();
            }
            for length in 0..100 {
                let value = std::str::from_utf8(&text[..length]).unwrap();
                assert_eq!(headers.get(length, "White"), Some(value));
                assert_eq!(headers.get(length, "Black"), Some(value));
            }
        }
    }

    #[test]
    fn from_raw_rejects_damaged_bytes() {
        let good = headers(&[&[("X", "1")]]);
        let names: Vec<_> = good.names().collect();
        let (bytes, offsets) = good.raw();
        assert!(Headers::from_raw(&names, bytes.to_vec(), offsets.to_vec()).is_ok());
        let read =
            |bytes: &[u8]| Headers::from_raw(&names, bytes.to_vec(), vec![0, bytes.len() as u64]);
        assert!(read(&bytes[..bytes.len() - 1]).is_err());
        assert!(read(&[0xFF; 12]).is_err());
        assert!(read(&[100, 0]).is_err());
        assert!(read(&[0, 1, 0xFF]).is_err());
        for offsets in [vec![], vec![0], vec![1, 3], vec![0, 9], vec![0, 2, 1, 3]] {
            assert!(Headers::from_raw(&names, bytes.to_vec(), offsets).is_err());
        }
        assert!(Headers::from_raw(&["a", "a"], vec![], vec![0]).is_err());
    }
}
