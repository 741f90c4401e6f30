//! Finding the end of a game in a stream of lines, before the game is parsed.

use crate::pgn::cursor::Cursor;
use crate::pgn::words::is_stray_text;

/// The section of a game that the lines are in.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Section {
    /// Before the first line of the game.
    #[default]
    Before,
    /// Among the tags; one empty line may follow.
    Tags,
    /// The movetext, inside a comment or not.
    Moves { in_comment: bool },
}

/// The result of [`GameLines::push`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PushedLine {
    /// The line belongs to the game, which may continue.
    Added,
    /// The line ended the game.
    Ended,
    /// The line begins the next game and was not added: the empty line between the games is
    /// missing.
    NextGame,
}

/// Collects the lines of one game: its tags, an empty line, and its moves up to the empty line that
/// ends the game.
///
/// Empty lines before the game and in comments do not count. The next game also begins at a tag
/// after the moves, and after an empty line at a second `Event` tag or at one in a comment.
///
/// ```
/// use enroque::pgn::tree::{GameLines, PushedLine};
/// let mut game = GameLines::new();
/// let text = "\n[White \"A\"]\n\n1. e4 {so\n\nwhat} *\n\n[White \"B\"]\n";
/// let added = text.split_inclusive('\n').take_while(|line| game.push(line) == PushedLine::Added).count();
/// assert_eq!(added, 6); // the seventh line, which is empty, ended the game
/// assert_eq!(game.text(), "[White \"A\"]\n\n1. e4 {so\n\nwhat} *\n");
/// ```
#[derive(Clone, Default, Debug)]
pub struct GameLines {
    text: String,
    section: Section,
    /// Whether the last line was empty.
    after_empty: bool,
}

impl GameLines {
    /// Returns a collector without lines.
    pub fn new() -> GameLines {
        GameLines::default()
    }

    /// Removes all lines and keeps the memory.
    pub fn clear(&mut self) {
        self.text.clear();
        self.section = Section::Before;
        self.after_empty = false;
    }

    /// Returns the lines of the game.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether a line of a game has been seen.
    pub fn is_found(&self) -> bool {
        self.section != Section::Before
    }

    /// Adds a line, with its line feed, if it belongs to the game.
    pub fn push(&mut self, line: &str) -> PushedLine {
        let mut line = line;
        if self.section == Section::Before {
            // a byte order mark, decoded as UTF-8 or as Latin-1
            line = line.trim_start_matches('\u{FEFF}').trim_start_matches("ï»¿");
            if is_whitespace(line) || is_remark(line) {
                return PushedLine::Added;
            }
            self.section = Section::Tags;
        }
        let in_comment = self.section == (Section::Moves { in_comment: true });
        if !in_comment && is_remark(line) {
            self.text.push_str(line);
            return PushedLine::Added;
        }
        if !in_comment && is_whitespace(line) {
            if self.after_empty || self.section != Section::Tags {
                return PushedLine::Ended;
            }
            self.after_empty = true;
            self.text.push_str(line);
            return PushedLine::Added;
        }
        if self.section == Section::Tags && is_tag_line(line) {
            if self.after_empty && line.starts_with(EVENT) && self.has_event() {
                return PushedLine::NextGame;
            }
            self.after_empty = false;
            self.text.push_str(line);
            return PushedLine::Added;
        }
        if self.section != Section::Tags {
            // a comment with an empty line before an Event tag is unclosed
            let is_next = if in_comment {
                self.after_empty && line.starts_with(EVENT)
            } else {
                begins_with_tag(line)
            };
            if is_next {
                return PushedLine::NextGame;
            }
            self.after_empty = is_whitespace(line);
        }
        if self.section == Section::Tags {
            self.section = Section::Moves { in_comment: false };
            self.after_empty = false;
        }
        self.text.push_str(line);
        self.scan(line);
        PushedLine::Added
    }

    /// Whether an `Event` tag begins a line of the game.
    fn has_event(&self) -> bool {
        self.text.starts_with(EVENT)
            || memchr::memmem::find(self.text.as_bytes(), b"\n[Event \"").is_some()
    }

    /// Updates whether the end of a line of moves is in a comment.
    fn scan(&mut self, line: &str) {
        let mut rest = line.as_bytes();
        let mut in_comment = self.section == Section::Moves { in_comment: true };
        loop {
            let found = if in_comment {
                memchr::memchr(b'}', rest)
            } else {
                memchr::memchr2(b'{', b';', rest)
            };
            let Some(at) = found else { break };
            if rest[at] == b';' {
                break;
            }
            in_comment = !in_comment;
            rest = &rest[at + 1..];
        }
        self.section = Section::Moves { in_comment };
    }
}

const EVENT: &str = "[Event \"";

/// Whether a line has only tags, and comments or stray text after the last of them.
fn is_tag_line(line: &str) -> bool {
    if !line.trim_start().starts_with('[') {
        return false;
    }
    let mut rest = line.rfind("\"]").and_then(|end| line.get(end + 2..)).unwrap_or_default();
    while let Some((_, after)) =
        rest.trim_start().strip_prefix('{').and_then(|comment| comment.split_once('}'))
    {
        rest = after;
    }
    rest.trim_start().starts_with(';') || is_stray_text(rest.as_bytes())
}

/// Whether the line begins with a tag.
fn begins_with_tag(line: &str) -> bool {
    line.starts_with('[') && Cursor::new(line.as_bytes(), 0).is_tag()
}

/// Whether the line is empty for Python's `str.isspace`.
fn is_whitespace(line: &str) -> bool {
    line.chars().all(|c| c.is_whitespace() || matches!(c, '\x1C'..='\x1F'))
}

/// Whether the line is skipped: `%` escapes it, and `;` makes it a comment.
fn is_remark(line: &str) -> bool {
    line.starts_with(['%', ';'])
}
