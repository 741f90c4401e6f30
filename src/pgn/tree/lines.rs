//! Where a game ends, by lines: what a reader of a stream has to know before it reads the game.

/// Where in a game the lines are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    /// Before the first line of the game.
    Before,
    /// Among the tags; one empty line may follow.
    Tags,
    /// After a `{` that has not been closed, or not.
    Moves { in_comment: bool },
}

/// The lines of one game, taken one after the other from a text: empty lines before it, its tags, an
/// empty line, its moves, and the empty line that ends it.
///
/// An empty line in a comment ends nothing.
///
/// ```
/// use enroque::pgn::tree::GameLines;
/// let mut game = GameLines::new();
/// let text = "\n[White \"A\"]\n\n1. e4 {so\n\nwhat} *\n\n[White \"B\"]\n";
/// let taken = text.split_inclusive('\n').take_while(|line| game.push(line)).count();
/// assert_eq!(taken, 6); // and the seventh, empty one was pushed
/// assert_eq!(game.text(), "[White \"A\"]\n\n1. e4 {so\n\nwhat} *\n");
/// ```
#[derive(Clone, Debug)]
pub struct GameLines {
    text: String,
    part: Part,
    /// The last line of the tags was empty.
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
        GameLines { text: String::new(), part: Part::Before, after_empty: false }
    }

    /// Begins again, with the memory of the last game.
    pub fn clear(&mut self) {
        self.text.clear();
        self.part = Part::Before;
        self.after_empty = false;
    }

    /// The game's lines.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether a line of a game has been seen.
    pub fn is_found(&self) -> bool {
        self.part != Part::Before
    }

    /// Takes a line with its line feed; `false` if the game ended with it.
    pub fn push(&mut self, line: &str) -> bool {
        let mut line = line;
        if self.part == Part::Before {
            // a byte order mark, read as what it is or as Latin-1
            line = line.trim_start_matches('\u{FEFF}').trim_start_matches("ï»¿");
            if is_blank(line) || is_remark(line) {
                return true;
            }
            self.part = Part::Tags;
        }
        match self.part {
            Part::Tags => {
                if is_remark(line) {
                    self.text.push_str(line);
                    return true;
                }
                if is_blank(line) {
                    if self.after_empty {
                        return false;
                    }
                    self.after_empty = true;
                    self.text.push_str(line);
                    return true;
                }
                self.text.push_str(line);
                if is_tag_line(line) {
                    self.after_empty = false;
                } else {
                    self.part = Part::Moves { in_comment: false };
                    self.scan(line);
                }
                true
            }
            Part::Before | Part::Moves { .. } => {
                if self.part == (Part::Moves { in_comment: false }) {
                    if is_blank(line) {
                        return false;
                    }
                    if is_remark(line) {
                        self.text.push_str(line);
                        return true;
                    }
                }
                self.text.push_str(line);
                self.scan(line);
                true
            }
        }
    }

    /// Follows the comments through a line of moves.
    fn scan(&mut self, line: &str) {
        let mut rest = line.as_bytes();
        let mut in_comment = self.part == Part::Moves { in_comment: true };
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
        self.part = Part::Moves { in_comment };
    }
}

/// A line of tags alone: no moves follow the last of them.
fn is_tag_line(line: &str) -> bool {
    let after = line.rfind("\"]").and_then(|end| line.get(end + 2..));
    line.trim_start().starts_with('[') && after.is_none_or(|after| after.trim().is_empty())
}

/// Nothing but blanks, by Python's notion of them.
fn is_blank(line: &str) -> bool {
    line.chars().all(|c| c.is_whitespace() || matches!(c, '\x1C'..='\x1F'))
}

/// A line that is passed over: `%` escapes it, `;` makes it a comment.
fn is_remark(line: &str) -> bool {
    line.starts_with(['%', ';'])
}
