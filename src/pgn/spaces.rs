//! Whitespace of any kind: ASCII, and the wide spaces of Unicode and Latin-1.

/// Returns the length of whitespace that is not ASCII at the start of a text, 0 if there is none:
/// no-break and other spaces, a byte order mark, the no-break space of Latin-1.
pub(super) fn wide_space(text: &[u8]) -> usize {
    match text {
        [0xC2, 0xA0, ..] => 2,
        // U+2000..=U+200F, U+2028, U+2029, U+202F
        [0xE2, 0x80, 0x80..=0x8F | 0xA8 | 0xA9 | 0xAF, ..] => 3,
        [0xE3, 0x80, 0x80, ..] | [0xEF, 0xBB, 0xBF, ..] => 3,
        [0xA0, ..] => 1,
        _ => 0,
    }
}

/// Returns the length of a dot that is not ASCII at the start of a text, 0 if there is none: an
/// ellipsis, full-width and middle dots, the full-width colon, also in Windows-1252.
pub(super) fn wide_dot(text: &[u8]) -> usize {
    match text {
        [0xC2, 0xB7, ..] => 2,
        // U+2024, U+2025, U+2026
        [0xE2, 0x80, 0xA4..=0xA6, ..] => 3,
        // the ideographic full stops, the middle dot of katakana, U+FF0E, U+FF1A
        [0xE3, 0x80, 0x82, ..] | [0xEF, 0xBD, 0xA1, ..] | [0xE3, 0x83, 0xBB, ..] => 3,
        [0xEF, 0xBC, 0x8E | 0x9A, ..] => 3,
        [0x85 | 0xB7, ..] => 1,
        _ => 0,
    }
}

/// Removes whitespace at the start.
pub(super) fn trim_start(mut text: &[u8]) -> &[u8] {
    loop {
        let space = match text {
            [b'\t'..=b'\r' | b' ', ..] => 1,
            text => wide_space(text),
        };
        match text.get(space..) {
            Some(rest) if space > 0 => text = rest,
            _ => return text,
        }
    }
}

/// Removes whitespace at both ends.
pub(super) fn trim(text: &[u8]) -> &[u8] {
    let mut text = trim_start(text);
    loop {
        let is_wide = |bytes| text.len().checked_sub(bytes).map(|at| wide_space(&text[at..]));
        let space = match text.last() {
            Some(b'\t'..=b'\r' | b' ') => 1,
            Some(0x80..) if is_wide(3) == Some(3) => 3,
            Some(0x80..) if is_wide(2) == Some(2) => 2,
            _ => return text,
        };
        text = &text[..text.len() - space];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whitespace_is_removed() {
        for (text, expected) in [
            ("", ""),
            (" \r\n\t", ""),
            ("a", "a"),
            ("\u{a0}\u{3000} a b \u{2003}\u{feff}\n", "a b"),
            ("é\u{202f}", "é"),
        ] {
            assert_eq!(trim(text.as_bytes()), expected.as_bytes(), "{text:?}");
        }
        assert_eq!(trim_start(b"\xA0 a "), b"a ");
    }
}
