//! Tag pairs, `[White "Lasker, Emanuel"]`, in the standard format and in others.

use std::borrow::Cow;
use std::ops::Range;

use super::byte_masks::{BLOCK_BYTES, non_ascii, not_letters, quotes_and_controls};
use super::cursor::Cursor;

/// The location of a tag pair in the text.
#[derive(Clone, Debug)]
pub(crate) struct Tag {
    pub(crate) name: Range<usize>,
    /// The text between the quotation marks, with escapes, not decoded.
    pub(crate) value: Range<usize>,
    /// Whether the value contains a backslash.
    pub(crate) has_escapes: bool,
    /// Whether the value is known to be ASCII without escapes.
    pub(crate) is_plain: bool,
}

impl Tag {
    /// Returns a tag whose encoding is not known.
    fn any(name: Range<usize>, value: Range<usize>, has_escapes: bool) -> Tag {
        Tag { name, value, has_escapes, is_plain: false }
    }
}

/// A deviation from the standard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TagError {
    UnescapedQuote,
    Unterminated,
    ManyLines,
    NoBracket,
    NoQuotes,
}

impl TagError {
    pub(crate) fn reason(self) -> &'static str {
        match self {
            TagError::UnescapedQuote => "a quotation mark in the tag's value without a backslash",
            TagError::Unterminated => "the closing quotation mark of the tag's value is missing",
            TagError::ManyLines => "the tag's value has several lines",
            TagError::NoBracket => "the closing bracket of the tag is missing",
            TagError::NoQuotes => "the quotation marks around the tag's value are missing",
        }
    }
}

/// The largest number of further lines on which the closing quotation mark of a value is searched.
const MAX_VALUE_LINES: usize = 8;

fn is_name_byte(byte: u8) -> bool {
    byte > b' ' && !matches!(byte, b'"' | b']' | b'[' | b'{' | b'}' | 0x7F)
}

/// Whether the parser reads a tag with this name, in the export format, with the same name.
pub(crate) fn is_readable_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(is_name_byte)
}

impl<'t> Cursor<'t> {
    #[inline]
    pub(super) fn skip_line_whitespace(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | 0)) {
            self.advance(1);
        }
    }

    #[inline]
    fn skip_tag_name(&mut self) -> Range<usize> {
        let start = self.pos();
        while self.peek().is_some_and(is_name_byte) {
            self.advance(1);
        }
        start..self.pos()
    }

    /// Returns the name of the tag whose `[` is at the cursor.
    pub(super) fn next_tag_name(&mut self) -> &'t [u8] {
        self.advance(1);
        self.skip_line_whitespace();
        let name = self.skip_tag_name();
        self.between(name)
    }

    /// Skips a word in brackets whose `[` is at the cursor, such as `[#]` or `[/pgn]`. Returns
    /// `false`, and skips nothing, if there is anything else.
    pub(super) fn skip_bracketed_word(&mut self) -> bool {
        let mut ahead = *self;
        ahead.advance(1);
        ahead.skip_line_whitespace();
        ahead.skip_tag_name();
        ahead.skip_line_whitespace();
        let is_word = ahead.peek() == Some(b']');
        self.note_ended(ahead.ended());
        if is_word {
            self.set_pos(ahead.pos() + 1);
        }
        is_word
    }

    /// Whether a tag begins at the cursor, which is at a `[`: a name and an opening quotation mark.
    pub(super) fn is_tag(&mut self) -> bool {
        let mut ahead = *self;
        ahead.advance(1);
        ahead.skip_line_whitespace();
        let name = ahead.skip_tag_name();
        ahead.skip_line_whitespace();
        let is_tag = !name.is_empty() && ahead.peek() == Some(b'"');
        self.note_ended(ahead.ended());
        is_tag
    }

    /// Reads the tag whose `[` is at the cursor. The cursor is then after it, or at the end of the
    /// line if it is incomplete. The name may be empty.
    #[inline(always)]
    pub(super) fn tag(&mut self) -> (Tag, Option<TagError>) {
        match self.plain_tag() {
            Some(tag) => (tag, None),
            None => self.any_tag(),
        }
    }

    /// Reads a tag in the export format: a name of up to 16 letters, a space, a quoted value
    /// without a backslash. Returns `None`, and reads nothing, for any other tag, and for the last
    /// bytes of the text.
    #[inline(always)]
    pub(super) fn plain_tag(&mut self) -> Option<Tag> {
        let mut ahead = *self;
        ahead.advance(1);
        let start = ahead.pos();
        let length = not_letters(ahead.ahead()?).trailing_zeros() as usize;
        let name = start..start + length;
        let quote = ahead.text().get(name.end..)?.first_chunk::<2>()?;
        if quote != b" \"" || length == 0 {
            return None;
        }
        ahead.advance(length + 2);
        let start = ahead.pos();
        let mut non_ascii_bits = 0;
        loop {
            let bytes = ahead.ahead()?;
            let stops = quotes_and_controls(bytes);
            if stops == 0 {
                non_ascii_bits |= non_ascii(bytes);
                ahead.advance(BLOCK_BYTES);
                continue;
            }
            // the bits below the first stop
            non_ascii_bits |= non_ascii(bytes) & (stops - 1) & !stops;
            ahead.advance(stops.trailing_zeros() as usize);
            break;
        }
        let value = start..ahead.pos();
        if ahead.ahead() != Some(b"\"]") {
            return None;
        }
        ahead.advance(2);
        *self = ahead;
        Some(Tag { name, value, has_escapes: false, is_plain: non_ascii_bits == 0 })
    }

    #[inline(never)]
    fn any_tag(&mut self) -> (Tag, Option<TagError>) {
        self.advance(1);
        self.skip_line_whitespace();
        let name = self.skip_tag_name();
        self.skip_line_whitespace();
        if self.peek() != Some(b'"') {
            return self.unquoted_tag(name);
        }
        self.advance(1);
        let start = self.pos();
        let (mut has_escapes, mut error) = (false, None);
        loop {
            let found = memchr::memchr3(b'"', b'\\', b'\n', self.rest());
            let Some(offset) = self.found(found) else {
                return self.unterminated_tag(name, start);
            };
            // classic Mac files have no line feeds
            if let Some(cr) = memchr::memchr(b'\r', self.rest().get(..offset).unwrap_or_default()) {
                self.advance(cr);
                return self.unterminated_tag(name, start);
            }
            self.advance(offset);
            match self.peek() {
                Some(b'\\') => {
                    has_escapes = true;
                    let escaped = matches!(self.peek_at(1), Some(b'"' | b'\\'));
                    self.advance(1 + usize::from(escaped));
                }
                Some(b'"') => {
                    let value = start..self.pos();
                    let quote = self.pos();
                    self.advance(1);
                    self.skip_line_whitespace();
                    match self.peek() {
                        Some(b']') => {
                            self.advance(1);
                            return (Tag::any(name, value, has_escapes), error);
                        }
                        None | Some(b'\n' | b'\r') => {
                            return (
                                Tag::any(name, value, has_escapes),
                                error.or(Some(TagError::NoBracket)),
                            );
                        }
                        Some(_) => {
                            error = Some(TagError::UnescapedQuote);
                            self.set_pos(quote + 1);
                        }
                    }
                }
                _ => return self.unterminated_tag(name, start),
            }
        }
    }

    /// Reads a tag whose first line has no closing quotation mark. The value ends at the first of
    /// the next lines that ends with `"]`, if no empty line and no tag precedes it; else it ends
    /// with the first line.
    #[cold]
    fn unterminated_tag(&mut self, name: Range<usize>, start: usize) -> (Tag, Option<TagError>) {
        self.set_pos(start);
        self.skip_line();
        let line_end = self.pos();
        let first_line = self.since(start);
        let has_escapes = first_line.contains(&b'\\');
        // the last `"]` of the line, which an escape or an inner quotation mark may have hidden
        if let Some(quote) = closing_quote(first_line) {
            let tag = Tag::any(name, start..start + quote, has_escapes);
            return (tag, Some(TagError::UnescapedQuote));
        }
        for _ in 0..MAX_VALUE_LINES {
            if self.starts_with(b"\r\n") {
                self.advance(1);
            }
            if self.peek().is_none() {
                break;
            }
            self.advance(1);
            self.skip_line_whitespace();
            if matches!(self.peek(), None | Some(b'[' | b'\n' | b'\r')) {
                break;
            }
            let line_start = self.pos();
            self.skip_line();
            if let Some(quote) = closing_quote(self.since(line_start)) {
                let value = start..line_start + quote;
                let has_escapes = self.since(start).contains(&b'\\');
                return (Tag::any(name, value, has_escapes), Some(TagError::ManyLines));
            }
        }
        self.set_pos(line_end);
        let value = first_line.trim_ascii_end();
        let value = value.strip_suffix(b"]").unwrap_or(value).trim_ascii_end();
        // curly closing quotes in UTF-8 and Windows-1252
        let value = value
            .strip_suffix(b"\xE2\x80\x9D")
            .or_else(|| value.strip_suffix(b"\x94"))
            .unwrap_or(value);
        let tag = Tag::any(name, start..start + value.len(), has_escapes);
        (tag, Some(TagError::Unterminated))
    }

    #[cold]
    fn unquoted_tag(&mut self, name: Range<usize>) -> (Tag, Option<TagError>) {
        let start = self.pos();
        while !matches!(self.peek(), None | Some(b']' | b'\n' | b'\r')) {
            self.advance(1);
        }
        let value = self.since(start).trim_ascii_end();
        let tag = Tag::any(name, start..start + value.len(), false);
        if self.peek() == Some(b']') {
            self.advance(1);
        }
        (tag, Some(TagError::NoQuotes))
    }
}

/// Returns the index of the quotation mark if a line ends with `"]`.
fn closing_quote(line: &[u8]) -> Option<usize> {
    let line = line.trim_ascii_end().strip_suffix(b"]")?.trim_ascii_end();
    line.strip_suffix(b"\"").map(<[u8]>::len)
}

/// Decodes a tag's value or a comment: as UTF-8 if it is valid, else as Windows-1252, which
/// contains the printable characters of Latin-1, the character set of the PGN standard.
pub(crate) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().map(|&byte| windows_1252(byte)).collect()),
    }
}

/// Decodes a tag's value as [`decode`] does, and replaces the escapes `\"` and `\\`.
pub(crate) fn decode_value(bytes: &[u8], has_escapes: bool) -> Cow<'_, str> {
    let text = decode(bytes);
    if !has_escapes {
        return text;
    }
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match (character, characters.peek()) {
            ('\\', Some(&escaped @ ('"' | '\\'))) => {
                plain.push(escaped);
                characters.next();
            }
            ('\n' | '\r', _) => plain.push(' '),
            _ => plain.push(character),
        }
    }
    Cow::Owned(plain)
}

fn windows_1252(byte: u8) -> char {
    const C1: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž',
        '\u{8F}', '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}',
        'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9F => C1[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (String, String, Option<TagError>, String) {
        let mut cursor = Cursor::new(text.as_bytes(), 0);
        let (tag, error) = cursor.tag();
        let value = decode_value(&text.as_bytes()[tag.value.clone()], tag.has_escapes);
        (text[tag.name].to_owned(), value.into_owned(), error, text[cursor.pos()..].to_owned())
    }

    #[test]
    fn reads_tags() {
        let check = |text: &str, name: &str, value: &str, error, rest: &str| {
            assert_eq!(read(text), (name.into(), value.into(), error, rest.into()), "{text}");
        };
        check("[White \"A\"]\nx", "White", "A", None, "\nx");
        check("[ White\"A\" ] x", "White", "A", None, " x");
        check("[Event \"a ] b [c]\"]", "Event", "a ] b [c]", None, "");
        check(
            r#"[Event "The \"Immortal\" \\ game"]"#,
            "Event",
            r#"The "Immortal" \ game"#,
            None,
            "",
        );
        check(
            r#"[E "Lopez "Battle Royale""]"#,
            "E",
            r#"Lopez "Battle Royale""#,
            Some(TagError::UnescapedQuote),
            "",
        );
        check(
            "[E \"Krush, I]\n[W \"A\"]",
            "E",
            "Krush, I",
            Some(TagError::Unterminated),
            "\n[W \"A\"]",
        );
        check("[E \"Some\nwhere\"]\n[W", "E", "Some\nwhere", Some(TagError::ManyLines), "\n[W");
        check("[E \"C:\\\"]\r\n", "E", "C:\\", Some(TagError::UnescapedQuote), "\r\n");
        check("[E \"A\"\n[W", "E", "A", Some(TagError::NoBracket), "\n[W");
        check("[E A]\n", "E", "A", Some(TagError::NoQuotes), "\n");
    }

    /// The fast path reads the same as the general parser.
    #[test]
    fn both_paths_agree() {
        let mut count = 0;
        let values =
            ["", "x", "é", "a \\ b", "a\tb", "a\u{7F}b", "x\ny", "twelve bytes", "\u{80}", "a\"b"];
        for name in [
            "",
            "E",
            "Event",
            "WhiteElo",
            "WhiteElos",
            "ABCDEFGHIJKLMNOP",
            "ABCDEFGHIJKLMNOPQ",
            "A1",
            "A_b",
            "Aé",
            "A{",
            "[",
            "@",
            "Z`",
        ] {
            for value in values {
                for (before, after) in
                    [("[", "\"]"), ("[ ", "\"]"), ("[", "\" ]"), ("[", "\""), ("[", "]")]
                {
                    let text = format!("{before}{name} \"{value}{after}\n0123456789abcdef");
                    let (mut fast, mut general) =
                        (Cursor::new(text.as_bytes(), 0), Cursor::new(text.as_bytes(), 0));
                    let (tag, error) = general.any_tag();
                    if let Some(fast_tag) = fast.plain_tag() {
                        count += 1;
                        assert_eq!(
                            (fast_tag.name, fast_tag.value, false),
                            (tag.name, tag.value, tag.has_escapes),
                            "{text}"
                        );
                        assert_eq!((fast.pos(), error), (general.pos(), None), "{text}");
                        assert_eq!(fast_tag.is_plain, value.is_ascii(), "{text}");
                    }
                }
            }
        }
        assert!(count > 20);
    }

    #[test]
    fn decodes() {
        assert_eq!(decode(b"M\xFCller"), "Müller");
        assert_eq!(decode("Müller".as_bytes()), "Müller");
        assert_eq!(decode(b"\x93x\x94"), "“x”");
    }
}
