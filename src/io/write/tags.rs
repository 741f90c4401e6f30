//! The tags of a game as PGN.

use crate::games::{GameRef, STANDARD_CODE, elo, start_fen};
use crate::notation::fen;
use crate::pgn::{Variant, is_readable_name};
use crate::position::{Position, Setup};
use crate::rules::GameResult;

/// The tags that columns may contradict: the last one of a name counts.
const CHECKED: [&str; 6] = ["Result", "WhiteElo", "BlackElo", "Variant", "FEN", "SetUp"];

/// Appends the tags of a game, consistent with its columns, and an empty line if there are any. The
/// error is the first tag name that is not valid in PGN.
pub(super) fn push_tags(text: &mut Vec<u8>, game: &GameRef<'_>) -> Result<(), Box<str>> {
    let start = text.len();
    let (mut events, mut last) = (0, [None; CHECKED.len()]);
    for (name, value) in game.headers() {
        events += usize::from(name == "Event");
        if let Some(n) = CHECKED.iter().position(|&checked| checked == name) {
            last[n] = Some(value);
        }
    }
    let [result, white, black, variant, fen, set_up] = last;
    let contradicts = |value: &str| {
        let named = GameResult::from_ascii(value.as_bytes()).unwrap_or_default();
        named != game.result() && named != GameResult::Unknown
    };
    let replaces_result = result.is_some_and(contradicts);
    let (white_elo, black_elo) = game.elo();
    let is_other = |tag: Option<&str>, rating| tag.map_or(0, |tag| elo(tag.as_bytes())) != rating;
    let (replaces_white, replaces_black) = (is_other(white, white_elo), is_other(black, black_elo));
    let replaced = ReplacedStart::of(game, variant, fen, set_up);
    let mut needs_set_up = replaced.set_up;
    for (name, value) in game.headers() {
        let is_written = match name {
            "Event" => {
                events -= 1;
                events == 0
            }
            "Result" => !replaces_result,
            "WhiteElo" => !replaces_white,
            "BlackElo" => !replaces_black,
            "FEN" => !replaced.start,
            "SetUp" => !replaced.start && !replaced.set_up,
            "Variant" => !replaced.variant,
            _ => true,
        };
        if !is_readable_name(name) {
            return Err(name.into());
        }
        if is_written && name == "FEN" && std::mem::take(&mut needs_set_up) {
            push_tag(text, "SetUp", "1");
        }
        if is_written {
            push_tag(text, name, value);
        }
    }
    // without a tag or a move, there would be no game in the text
    let is_empty = game.moves().is_empty() && game.headers().next().is_none();
    if replaces_result || is_empty {
        push_tag(text, "Result", game.result().as_str());
    }
    for (name, is_replaced, rating) in
        [("WhiteElo", replaces_white, white_elo), ("BlackElo", replaces_black, black_elo)]
    {
        if is_replaced && rating > 0 {
            push_tag(text, name, &rating.to_string());
        }
    }
    if replaced.variant && game.is_chess960() {
        push_tag(text, "Variant", "Chess960");
    }
    if replaced.start && replaced.needs_fen {
        push_tag(text, "SetUp", "1");
        push_tag(text, "FEN", &start_fen(&game.start()));
    }
    if text.len() > start {
        text.push(b'\n');
    }
    Ok(())
}

/// Appends a tag, with quotation marks and backslashes escaped.
#[inline(always)]
fn push_tag(text: &mut Vec<u8>, name: &str, value: &str) {
    text.push(b'[');
    text.extend_from_slice(name.as_bytes());
    text.extend_from_slice(b" \"");
    let is_special = |byte: u8| byte < b' ' || matches!(byte, b'"' | b'\\');
    if value.bytes().fold(false, |found, byte| found | is_special(byte)) {
        push_escaped(text, value);
    } else {
        text.extend_from_slice(value.as_bytes());
    }
    text.extend_from_slice(b"\"]\n");
}

/// Appends a value of a tag; a line break or other control character becomes a space, since a
/// reader rejects text with control characters as binary data.
#[cold]
fn push_escaped(text: &mut Vec<u8>, value: &str) {
    for byte in value.bytes() {
        match byte {
            b'"' | b'\\' => text.extend_from_slice(&[b'\\', byte]),
            b'\t' | b' '.. => text.push(byte),
            _ => text.push(b' '),
        }
    }
}

/// The tags of the start position that are replaced, since they contradict the columns of a game.
#[derive(Default)]
struct ReplacedStart {
    /// `FEN` and `SetUp`.
    start: bool,
    /// `SetUp`, which is missing or not 1 beside a `FEN`.
    set_up: bool,
    variant: bool,
    /// Whether the start position has to be written if its tags are replaced.
    needs_fen: bool,
}

impl ReplacedStart {
    fn of(
        game: &GameRef<'_>,
        variant: Option<&str>,
        fen: Option<&str>,
        set_up: Option<&str>,
    ) -> ReplacedStart {
        let is_standard = game.start_code() == STANDARD_CODE && !game.is_chess960();
        // tags with an error are written unchanged
        if is_standard && fen.is_none() && variant.is_none() || !game.has_start() {
            return ReplacedStart::default();
        }
        let read = read_start(variant, fen);
        let start = game.start().to_setup();
        let is_same_start = read.is_some_and(|(setup, _)| setup == start);
        let is_same_variant =
            is_same_start && read.is_some_and(|(_, chess960)| chess960 == game.is_chess960());
        ReplacedStart {
            // with the tag Variant, a reader expects a FEN
            start: !is_same_start || !is_same_variant && fen.is_none(),
            set_up: fen.is_some() && set_up != Some("1"),
            variant: !is_same_variant || game.is_chess960() && variant.is_none(),
            needs_fen: game.is_chess960() || start != Position::standard().to_setup(),
        }
    }
}

/// Returns the start position that a reader gets from these tags, and whether it is Chess960.
/// `None` if they are an error.
fn read_start(variant: Option<&str>, fen: Option<&str>) -> Option<(Setup, bool)> {
    let is_variant = match variant.map_or(Variant::Standard, Variant::from_tag) {
        Variant::Unsupported => return None,
        variant => variant == Variant::Chess960,
    };
    let Some(fen) = fen else { return Some((Position::standard().to_setup(), is_variant)) };
    let position = fen::read(fen).ok()?;
    Some((position.to_setup(), is_variant || !position.has_standard_castling()))
}
