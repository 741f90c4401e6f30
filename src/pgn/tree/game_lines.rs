//! Where a game ends, by lines: what a reader of a stream has to know before it reads the game.

use crate::pgn::cursor::Cursor;
use crate::pgn::repair::is_stray_text;

/// Where in a game the lines are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Section {
    /// Before the first line of the game.
    Before,
    /// Among the tags; one empty line may follow.
    Tags,
    /// After a `{` that has not been closed, or not.
    Moves { in_comment: bool },
}

/// What became of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PushedLine {
    /// It belongs to the game, which may go on.
    Added,
    /// It ended the game.
    Ended,
    /// It begins the next game and was not taken: no empty line stands between the two.
    NextGame,
}

/// The lines of one game, taken one after the other from a text: empty lines before it, its tags, an
/// empty line, its moves, and the empty line that ends it.
///
/// An empty line in a comment ends nothing. Where it is missing, a tag after the moves begins the
/// next game, and so does a second `Event` tag after an empty line, or one in a comment after an
/// empty line.
///
/// ```
/// use enroque::pgn::tree::{GameLines, PushedLine};
/// let mut game = GameLines::new();
/// let text = "\n[White \"A\"]\n\n1. e4 {so\n\nwhat} *\n\n[White \"B\"]\n";
/// let taken = text.split_inclusive('\n').take_while(|line| game.push(line) == PushedLine::Added).count();
/// assert_eq!(taken, 6); // and the seventh, empty one was pushed
/// assert_eq!(game.text(), "[White \"A\"]\n\n1. e4 {so\n\nwhat} *\n");
/// ```
#[derive(Clone, Debug)]
pub struct GameLines {
    text: String,
    section: Section,
    /// The last line was empty.
    after_empty: bool,
}

impl Default for GameLines {
    fn default() -> GameLines {
        GameLines::new()
    }
}

impl GameLines {
    /// No line yet.
    pub fn new() -> GameLines {
        GameLines { text: String::new(), section: Section::Before, after_empty: false }
    }

    /// Begins again, with the memory of the last game.
    pub fn clear(&mut self) {
        self.text.clear();
        self.section = Section::Before;
        self.after_empty = false;
    }

    /// The game's lines.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether a line of a game has been seen.
    pub fn is_found(&self) -> bool {
        self.section != Section::Before
    }

    /// Takes a line with its line feed, if it belongs to the game.
    pub fn push(&mut self, line: &str) -> PushedLine {
        let mut line = line;
        if self.section == Section::Before {
            // a byte order mark, read as what it is or as Latin-1
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
            // a comment with an empty line and this was never closed
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

    /// Follows the comments through a line of moves.
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

/// A line of tags alone: nothing but comments and rubbish follow the last of them.
fn is_tag_line(line: &str) -> bool {
    if !line.trim_start().starts_with('[') {
        return false;
    }
    let mut after = line.rfind("\"]").and_then(|end| line.get(end + 2..)).unwrap_or_default();
    while let Some((_, rest)) =
        after.trim_start().strip_prefix('{').and_then(|comment| comment.split_once('}'))
    {
        after = rest;
    }
    after.trim_start().starts_with(';') || is_stray_text(after.as_bytes())
}

/// Whether a tag begins the line, as it would in the next game.
fn begins_with_tag(line: &str) -> bool {
    line.starts_with('[') && Cursor::new(line.as_bytes(), 0).is_tag()
}

/// Nothing but whitespace, by Python's notion of them.
fn is_whitespace(line: &str) -> bool {
    line.chars().all(|c| c.is_whitespace() || matches!(c, '\x1C'..='\x1F'))
}

/// A line that is passed over: `%` escapes it, `;` makes it a comment.
fn is_remark(line: &str) -> bool {
    line.starts_with(['%', ';'])
}
