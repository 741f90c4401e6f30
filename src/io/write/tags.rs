//! The tags of a game as PGN.

use std::borrow::Cow;

use crate::games::GameRef;
use crate::games::elo;
use crate::games::start_fen;
use crate::notation::fen;
use crate::pgn::tree::PgnWriter;
use crate::pgn::{Variant, is_readable_name};
use crate::position::{Position, Setup};
use crate::rules::GameResult;

/// Writes the tags of a game, consistent with its columns. The error is the first tag name that is
/// not valid in PGN.
pub(super) fn write_tags(writer: &mut PgnWriter, game: &GameRef<'_>) -> Result<(), Box<str>> {
    let last = |name: &str| game.header(name);
    let result = game.result();
    let matches_result = |value: &str| {
        let named = GameResult::from_ascii(value.as_bytes()).unwrap_or_default();
        named == result || named == GameResult::Unknown
    };
    let start = StartTags::of(game);
    let (white_elo, black_elo) = game.elo();
    let matches_elo =
        |value: Option<&str>, rating| value.map_or(0, |v| elo(v.as_bytes())) == rating;
    let keeps_white_elo = matches_elo(last("WhiteElo"), white_elo);
    let keeps_black_elo = matches_elo(last("BlackElo"), black_elo);
    let keeps_result = last("Result").is_none_or(matches_result);
    writer.begin_headers();
    let mut events = game.headers().filter(|(name, _)| *name == "Event").count();
    for (name, value) in game.headers() {
        let is_written = match name {
            "Event" => {
                events -= 1;
                events == 0
            }
            "Result" => keeps_result,
            "WhiteElo" => keeps_white_elo,
            "BlackElo" => keeps_black_elo,
            "FEN" | "SetUp" => !start.replaces_fen,
            "Variant" => !start.replaces_variant,
            _ => true,
        };
        if !is_readable_name(name) {
            return Err(name.into());
        }
        if is_written {
            writer.header(name, &one_line(value));
        }
    }
    // without a tag or a move, there would be no game in the text
    let is_empty = game.moves().is_empty() && game.headers().next().is_none();
    if !keeps_result || is_empty {
        writer.header("Result", result.as_str());
    }
    for (name, is_kept, rating) in
        [("WhiteElo", keeps_white_elo, white_elo), ("BlackElo", keeps_black_elo, black_elo)]
    {
        if !is_kept && rating > 0 {
            writer.header(name, &rating.to_string());
        }
    }
    if start.replaces_variant && game.is_chess960() {
        writer.header("Variant", "Chess960");
    }
    if start.replaces_fen && start.needs_fen {
        writer.header("SetUp", "1");
        writer.header("FEN", &start_fen(&game.start()));
    }
    writer.end_headers();
    Ok(())
}

/// Whether the tags of the start position have to be replaced.
#[derive(Default)]
struct StartTags {
    replaces_fen: bool,
    replaces_variant: bool,
    needs_fen: bool,
}

impl StartTags {
    fn of(game: &GameRef<'_>) -> StartTags {
        let (variant, fen) = (game.header("Variant"), game.header("FEN"));
        let read = read_start(variant, fen);
        // tags with an error are written unchanged
        if read.is_none() && game.is_broken() && game.moves().is_empty() {
            return StartTags::default();
        }
        let start = game.start().to_setup();
        let is_same_start = read.is_some_and(|(setup, _)| setup == start);
        let is_same_variant =
            is_same_start && read.is_some_and(|(_, chess960)| chess960 == game.is_chess960());
        StartTags {
            replaces_fen: !is_same_start,
            replaces_variant: !is_same_variant,
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

/// Replaces line breaks and other control characters of a tag value by spaces; a reader rejects
/// text with control characters as binary data.
fn one_line(value: &str) -> Cow<'_, str> {
    let is_control = |c: char| c < ' ' && c != '\t';
    match value.contains(is_control) {
        true => Cow::Owned(value.replace(is_control, " ")),
        false => Cow::Borrowed(value),
    }
}
