//! The tags of many games, kept compactly: names once, values one after the other.

use std::sync::Arc;

use super::capacity::Column;
use super::tag_names::{TagNames, is_same};
use crate::pgn::decode_value;

/// Values of so many bytes are copied without a call.
const SHORT: usize = 32;

/// The tags of a list of games: for each game, names and values in the order of its text.
///
/// In memory a tag is the number of its name, the length of its value (both LEB128) and the value in
/// UTF-8.
#[derive(Clone, Debug)]
pub struct Headers {
    names: Arc<TagNames>,
    bytes: Vec<u8>,
    /// Where each game's tags begin in `bytes`, and where the last one's end.
    offsets: Vec<u64>,
    /// The numbers of the last game's names: the next one most often has the same.
    last_names: Vec<u32>,
    /// Where in them the next name is looked for first.
    next_name: usize,
    /// The numbers of the game that is being written.
    these_names: Vec<u32>,
}

impl Headers {
    /// No games.
    pub fn new() -> Headers {
        Headers {
            names: TagNames::common(),
            bytes: Vec::new(),
            offsets: vec![0],
            last_names: Vec::new(),
            next_name: 0,
            these_names: Vec::new(),
        }
    }

    /// No games, the same names with the same numbers.
    pub(crate) fn new_like(&self) -> Headers {
        let mut headers = Headers::new();
        headers.become_like(self);
        headers
    }

    /// Numbers the names of its games, of which there are none yet, as others are.
    pub(crate) fn become_like(&mut self, other: &Headers) {
        self.names = other.names.clone();
        self.last_names.clone_from(&other.last_names);
    }

    /// How many games.
    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Whether there are no games.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The tags of a game in their order; none if there is no such game.
    pub fn of(&self, game: usize) -> Tags<'_> {
        Tags { names: &self.names.list, bytes: self.bytes_of(game) }
    }

    /// The value of a game's tag; the last one if there are several.
    pub fn get(&self, game: usize, name: &str) -> Option<&str> {
        let &number = self.names.numbers.get(name)?;
        self.by_number(game, number)
    }

    /// The values of one tag in all games.
    pub fn column<'a>(&'a self, name: &str) -> impl ExactSizeIterator<Item = Option<&'a str>> {
        let number = self.names.numbers.get(name).copied();
        (0..self.len()).map(move |game| self.by_number(game, number?))
    }

    /// All names that some game may have, by their numbers.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.names.list.iter().map(|name| &**name)
    }

    /// The tags of all games in their memory layout, and where each game's begin and end.
    pub fn raw(&self) -> (&[u8], &[u64]) {
        (&self.bytes, &self.offsets)
    }

    /// Headers from their names and memory layout.
    ///
    /// # Errors
    /// What is wrong with them, in words: offsets that do not ascend from 0 to the end, a name that
    /// is there twice, a number without a name, a value that is cut or not UTF-8.
    pub fn from_raw(
        names: &[&str],
        bytes: Vec<u8>,
        offsets: Vec<u64>,
    ) -> Result<Headers, &'static str> {
        let mut headers = Headers::new();
        headers.names = Arc::default();
        for (number, name) in names.iter().enumerate() {
            if headers.number_of(name) as usize != number {
                return Err("a tag name is there twice");
            }
        }
        super::check_offsets(&offsets, bytes.len())?;
        (headers.bytes, headers.offsets) = (bytes, offsets);
        for game in 0..headers.len() {
            let mut rest = headers.bytes_of(game);
            while !rest.is_empty() {
                let Some((number, value)) = next_tag(&mut rest) else {
                    return Err("a tag is cut or malformed");
                };
                if number as usize >= names.len() {
                    return Err("a tag's number has no name");
                }
                if std::str::from_utf8(value).is_err() {
                    return Err("a tag's value is not UTF-8");
                }
            }
        }
        Ok(headers)
    }

    /// The tags of a game as numbers of names and values.
    pub(crate) fn numbered(&self, game: usize) -> impl Iterator<Item = (u32, &[u8])> {
        let mut rest = self.bytes_of(game);
        std::iter::from_fn(move || next_tag(&mut rest))
    }

    fn bytes_of(&self, game: usize) -> &[u8] {
        let place = |index: usize| self.offsets.get(index).map(|&offset| offset as usize);
        let range = place(game).zip(game.checked_add(1).and_then(place));
        range.and_then(|(start, end)| self.bytes.get(start..end)).unwrap_or_default()
    }

    fn by_number(&self, game: usize, wanted: u32) -> Option<&str> {
        let mut rest = self.bytes_of(game);
        let mut found = None;
        while let Some((number, value)) = next_tag(&mut rest) {
            if number == wanted {
                found = Some(value);
            }
        }
        std::str::from_utf8(found?).ok()
    }

    /// Adds a tag to the game that [`Headers::end_game`] will end.
    #[inline]
    pub(crate) fn push(&mut self, name: &str, value: &str) {
        self.push_raw(name.as_bytes(), value.as_bytes());
    }

    /// [`Headers::push`] of a name that may be in any encoding, and of a value that is known to be
    /// UTF-8; another would be as if it were not there.
    #[inline]
    pub(crate) fn push_raw(&mut self, name: &[u8], value: &[u8]) {
        self.push_prefix(name, value, value.len());
    }

    /// [`Headers::push_raw`] of the value that a text begins with.
    #[inline]
    pub(crate) fn push_prefix(&mut self, name: &[u8], text: &[u8], length: usize) {
        let is_name = |number: u32| {
            self.names.list.get(number as usize).is_some_and(|other| is_same(other, name))
        };
        // where the last game had it, if this one has no more and no fewer tags before it; else one
        // or two places on or back
        let found = [0, 1, -1, 2, -2].into_iter().find_map(|step| {
            let place = self.next_name.checked_add_signed(step)?;
            let number = *self.last_names.get(place)?;
            is_name(number).then_some((place, number))
        });
        let number = match found {
            Some((place, number)) => {
                self.next_name = place + 1;
                number
            }
            None => self.number_of(&decode_value(name, false)),
        };
        self.begin_tag(number, length);
        // most values are short, and a copy of a length that is known beforehand costs no call
        match text.first_chunk::<SHORT>() {
            Some(chunk) if length <= SHORT => {
                let end = self.bytes.len() + length;
                self.bytes.extend_from_slice(chunk);
                self.bytes.truncate(end);
            }
            _ => self.bytes.extend_from_slice(text.get(..length).unwrap_or(text)),
        }
    }

    /// The number of a name, a new one if it has none yet.
    pub(crate) fn number_of(&mut self, name: &str) -> u32 {
        TagNames::number(&mut self.names, name)
    }

    /// [`Headers::push`] of a name whose number is known.
    #[inline]
    pub(crate) fn push_numbered(&mut self, number: u32, value: &[u8]) {
        self.begin_tag(number, value.len());
        self.bytes.extend_from_slice(value);
    }

    /// What stands before a value.
    #[inline(always)]
    fn begin_tag(&mut self, number: u32, length: usize) {
        self.these_names.push(number);
        if number < 0x80 && length < 0x80 {
            self.bytes.extend_from_slice(&[number as u8, length as u8]);
        } else {
            push_leb128(&mut self.bytes, u64::from(number));
            push_leb128(&mut self.bytes, length as u64);
        }
    }

    /// Ends the game whose tags have been pushed.
    #[inline]
    pub(crate) fn end_game(&mut self) {
        std::mem::swap(&mut self.last_names, &mut self.these_names);
        self.these_names.clear();
        self.next_name = 0;
        self.offsets.push(self.bytes.len() as u64);
    }

    /// Whether every name here has the same number there.
    fn agrees_with(&self, other: &Headers) -> bool {
        let (these, others) = (&self.names.list, &other.names.list);
        Arc::ptr_eq(&self.names, &other.names)
            || these.len() <= others.len() && these.iter().zip(others).all(|(a, b)| a == b)
    }

    /// Adds some of another list's games.
    pub(crate) fn extend(&mut self, other: &Headers, games: std::ops::Range<usize>) {
        let end = games.end.min(other.len());
        let start = games.start.min(end);
        if self.is_empty() && end - start == other.len() && self.agrees_with(other) {
            self.names = other.names.clone();
        }
        if other.agrees_with(self) {
            let (first, last) = (other.offsets[start], other.offsets[end]);
            let base = self.bytes.len() as u64;
            let bytes = other.bytes.get(first as usize..last as usize).unwrap_or_default();
            self.bytes.extend_from_slice(bytes);
            let ends = other.offsets.get(start + 1..=end).unwrap_or_default();
            self.offsets.extend(ends.iter().map(|offset| offset - first + base));
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

    /// Forgets the games, not the names, and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.bytes.clear();
        self.offsets.truncate(1);
    }

    /// Makes room for more games with so many bytes of tags.
    pub(crate) fn reserve(&mut self, games: usize, bytes: usize) {
        self.offsets.reserve(games);
        self.bytes.reserve(bytes);
    }

    pub(crate) fn columns(&mut self) -> [&mut dyn Column; 2] {
        [&mut self.bytes, &mut self.offsets]
    }

    /// Bytes on the heap.
    pub(crate) fn heap_bytes(&self) -> usize {
        let names: usize = self.names.list.iter().map(|name| 2 * name.len() + 64).sum();
        self.bytes.capacity() + 8 * self.offsets.capacity() + names
    }
}

impl Default for Headers {
    fn default() -> Headers {
        Headers::new()
    }
}

/// The tags of one game, name and value.
#[derive(Clone, Debug)]
pub struct Tags<'a> {
    names: &'a [Arc<str>],
    bytes: &'a [u8],
}

impl<'a> Iterator for Tags<'a> {
    type Item = (&'a str, &'a str);

    fn next(&mut self) -> Option<(&'a str, &'a str)> {
        let (number, value) = next_tag(&mut self.bytes)?;
        let name = self.names.get(number as usize)?;
        Some((name, std::str::from_utf8(value).ok()?))
    }
}

fn push_leb128(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn leb128(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..63).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// A tag's number and value, taken off the front; `None` at the end and of what is malformed.
fn next_tag<'a>(bytes: &mut &'a [u8]) -> Option<(u32, &'a [u8])> {
    let number = u32::try_from(leb128(bytes)?).ok()?;
    let length = usize::try_from(leb128(bytes)?).ok()?;
    let (value, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    Some((number, value))
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
    fn keeps_order_and_doubles() {
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
        assert!(headers.column("Nobody").all(|value| value.is_none()));
    }

    #[test]
    fn joins_lists_whose_names_differ() {
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

    /// Values of any length, wherever the text goes on after them or not.
    #[test]
    fn values_are_what_a_text_begins_with() {
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
    fn refuses_damaged_bytes() {
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
