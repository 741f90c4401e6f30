//! Reading the tags of a game.

use super::contents::{Contents, report};
use super::cursor::Cursor;
use super::error::{NOT_A_TAG, PgnErrorKind as Kind};
use super::tag::{Tag, TagError};
use super::tags::{MAX_TAGS, Tags, is_roster_name};
use super::words::is_stray_text;

/// Reads the tag at the cursor and the text after it on the same line.
#[inline]
pub(super) fn read_tag<C: Contents>(
    cursor: &mut Cursor<'_>,
    contents: &mut C,
) -> Result<(), C::Stop> {
    let at = cursor.pos();
    let (tag, error) = cursor.tag();
    if !is_tag(cursor, &tag, error, contents.tags().list.is_empty()) {
        return report(contents, Kind::MalformedTag, at, cursor.since(at), NOT_A_TAG);
    }
    if let Some(error) = error {
        report(contents, Kind::MalformedTag, at, cursor.since(at), error.reason())?;
    }
    let name = cursor.between(tag.name.clone());
    if contents.tags().list.len() >= MAX_TAGS {
        let reason = "the game has too many tags; this one is not kept";
        return report(contents, Kind::TooManyTags, at, name, reason);
    }
    if contents.tags().has(cursor, name) {
        let reason = "the tag occurs twice; the last one counts";
        report(contents, Kind::DuplicateTag, at, name, reason)?;
    }
    contents.tags().push(name, tag);
    if !matches!(cursor.peek(), None | Some(b'\n' | b'\r')) {
        skip_stray_text(cursor, contents)?;
    }
    Ok(())
}

/// Whether a text in brackets is a tag: a name and a value. Without quotation marks it begins a game
/// only if its name is a usual one.
fn is_tag(cursor: &Cursor<'_>, tag: &Tag, error: Option<TagError>, begins_game: bool) -> bool {
    let name = cursor.between(tag.name.clone());
    let has_value = error != Some(TagError::NoQuotes)
        || !tag.value.is_empty() && (!begins_game || is_roster_name(name));
    !name.is_empty() && has_value
}

/// Whether the bracket at the cursor begins a game. If not, the cursor is then after the text that
/// is no tag.
pub(super) fn begins_game(cursor: &mut Cursor<'_>) -> bool {
    let at = cursor.pos();
    let (tag, error) = cursor.tag();
    let begins_game = is_tag(cursor, &tag, error, true);
    if begins_game {
        cursor.set_pos(at);
    }
    begins_game
}

/// Skips text after a tag, so that it is not read as moves, if another tag or an empty line
/// follows.
#[cold]
fn skip_stray_text<C: Contents>(cursor: &mut Cursor<'_>, contents: &mut C) -> Result<(), C::Stop> {
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
                let reason = "unexpected text after a tag";
                report(contents, Kind::MalformedTag, at, text, reason)?;
            }
        }
    }
    cursor.note_ended(ahead.ended());
    Ok(())
}

/// Reads a tag in the standard's export format on a separate line, with a new name. Returns
/// `false`, and reads nothing, if the next text is anything else.
#[inline(always)]
pub(super) fn read_plain_tag(cursor: &mut Cursor<'_>, tags: &mut Tags) -> bool {
    let mut ahead = *cursor;
    match ahead.rest() {
        [b'\n', b'[', ..] => ahead.advance(1),
        [b'\r', b'\n', b'[', ..] => ahead.advance(2),
        _ => return false,
    }
    let Some(tag) = ahead.plain_tag() else { return false };
    if !matches!(ahead.peek(), Some(b'\n' | b'\r')) || tags.list.len() >= MAX_TAGS {
        return false;
    }
    let name = cursor.between(tag.name.clone());
    if tags.has(cursor, name) {
        return false;
    }
    tags.push(name, tag);
    *cursor = ahead;
    true
}
