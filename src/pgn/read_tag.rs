//! Reading the tags of a game into its record.

use super::cursor::Cursor;
use super::error::{PgnErrorKind as Kind, STRAY_AFTER_TAG};
use super::game_record::{GameRecord, MAX_TAGS};
use super::tag::Tag;
use super::words::is_stray_text;

/// Reads the tag at the cursor and the text after it on the same line.
#[inline]
pub(super) fn read_tag(cursor: &mut Cursor<'_>, record: &mut GameRecord) {
    let at = cursor.pos();
    let (tag, error) = cursor.tag();
    if let Some(error) = error {
        let text = cursor.since(at);
        record.warn(Kind::MalformedTag, at, text, error.reason());
    }
    let name = cursor.between(tag.name.clone());
    if name.is_empty() {
        return;
    }
    if record.tags.len() >= MAX_TAGS {
        record.warn(
            Kind::TooManyTags,
            at,
            name,
            "the game has too many tags; this one is not kept",
        );
        return;
    }
    if has_tag(cursor, record, name) {
        record.warn(Kind::DuplicateTag, at, name, "the tag occurs twice; the last one counts");
    }
    push_tag(record, name, tag);
    if !matches!(cursor.peek(), None | Some(b'\n' | b'\r')) {
        skip_stray_text(cursor, record);
    }
}

/// Skips text after a tag, so that it is not read as moves, if another tag or an empty line
/// follows.
#[cold]
fn skip_stray_text(cursor: &mut Cursor<'_>, record: &mut GameRecord) {
    let mut ahead = *cursor;
    ahead.skip_line_whitespace();
    let at = ahead.pos();
    if !matches!(ahead.peek(), None | Some(b'\n' | b'\r' | b'[' | b'{' | b';')) {
        ahead.skip_line();
        let text = ahead.since(at).trim_ascii_end();
        if is_stray_text(text) {
            let mut lines = 0;
            while let Some(byte @ (b'\n' | b'\r' | b' ' | b'\t')) = ahead.peek() {
                lines += usize::from(byte == b'\n');
                ahead.advance(1);
            }
            if lines > 1 || ahead.peek() == Some(b'[') && ahead.is_tag() {
                cursor.set_pos(at + text.len());
                record.warn(Kind::MalformedTag, at, text, STRAY_AFTER_TAG);
            }
        }
    }
    cursor.note_ended(ahead.ended());
}

/// Returns a bit for a tag name. Names may share a bit; the usual tag names of Lichess and others
/// do not.
#[inline(always)]
fn name_bit(name: &[u8]) -> u64 {
    let byte = |at: usize| name.get(at).map_or(0, |&byte| usize::from(byte));
    let hash = 4 * byte(0) + 9 * byte(name.len() / 2) + 54 * name.len();
    1 << (hash % 64)
}

/// Whether the game has a tag of this name; the bit rules out most names without a comparison.
#[inline(always)]
pub(super) fn has_tag(cursor: &Cursor<'_>, record: &GameRecord, name: &[u8]) -> bool {
    record.names_seen & name_bit(name) != 0
        && record.tags.iter().any(|tag| cursor.between(tag.name.clone()) == name)
}

/// Adds a tag to the record.
#[inline(always)]
fn push_tag(record: &mut GameRecord, name: &[u8], tag: Tag) {
    record.names_seen |= name_bit(name);
    record.push_tag(name, tag);
}

/// Reads a tag in the standard's export format on a separate line, with a new name. Returns
/// `false`, and reads nothing, if the next text is anything else.
#[inline(always)]
pub(super) fn read_plain_tag(cursor: &mut Cursor<'_>, record: &mut GameRecord) -> bool {
    let mut ahead = *cursor;
    match ahead.rest() {
        [b'\n', b'[', ..] => ahead.advance(1),
        [b'\r', b'\n', b'[', ..] => ahead.advance(2),
        _ => return false,
    }
    let Some(tag) = ahead.plain_tag() else { return false };
    if !matches!(ahead.peek(), Some(b'\n' | b'\r')) || record.tags.len() >= MAX_TAGS {
        return false;
    }
    let name = cursor.between(tag.name.clone());
    if has_tag(cursor, record, name) {
        return false;
    }
    push_tag(record, name, tag);
    *cursor = ahead;
    true
}
