//! Reading games from lines that arrive one at a time.

use super::build::{NextGame, ReadGame, read_game, read_next};

/// A text to which lines are added until it contains a whole game.
///
/// ```
/// use enroque::pgn::tree::GameText;
/// let mut text = GameText::new();
/// let lines = ["[White \"A\"]\n", "\n", "1. e4 {so\n", "\n", "what} *\n", "\n"];
/// let ready: Vec<bool> = lines.iter().map(|line| text.push(line)).collect();
/// assert_eq!(ready, [false, false, false, true, false, true]);
/// let game = text.next_game(false, false).unwrap();
/// assert_eq!(game.tags[0].1, "A");
/// assert!(text.rest().is_empty());
/// ```
#[derive(Clone, Default, Debug)]
pub struct GameText {
    text: String,
    /// The range of the last game.
    start: usize,
    end: usize,
    /// The number of bytes that were parsed without finding the end of a game.
    wasted: usize,
    last: LineKind,
}

/// The kind of a line, by its first character.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum LineKind {
    #[default]
    Whitespace,
    Bracket,
    /// Whitespace after a line with a bracket.
    AfterBracket,
    Other,
}

/// The number of bytes that may be parsed in vain before the text has to grow.
const MAX_WASTED: usize = 64 << 10;

impl GameText {
    /// Returns an empty text.
    pub fn new() -> GameText {
        GameText::default()
    }

    /// Returns the text after the last game.
    pub fn rest(&self) -> &str {
        self.text.get(self.end..).unwrap_or_default()
    }

    /// Whether the text after the last game has more than whitespace.
    pub fn has_rest(&self) -> bool {
        !self.rest().trim_ascii().is_empty()
    }

    /// Returns the text of the last game, with the text before it.
    pub fn game_text(&self) -> &str {
        self.text.get(self.start..self.end).unwrap_or_default()
    }

    /// Removes the text after the last game.
    pub fn drop_rest(&mut self) {
        self.text.truncate(self.end);
    }

    /// Adds a line with its line feed. Returns whether a game may be complete: after an empty line,
    /// and at a tag that may be the next game's.
    pub fn push(&mut self, line: &str) -> bool {
        // a byte order mark, decoded as Latin-1
        let line = line.strip_prefix("ï»¿").unwrap_or(line);
        let kind = match line.trim_start() {
            "" if self.last == LineKind::Bracket => LineKind::AfterBracket,
            "" => LineKind::Whitespace,
            line if line.starts_with('[') => LineKind::Bracket,
            _ => LineKind::Other,
        };
        let is_ready = match kind {
            LineKind::Whitespace => self.last == LineKind::Other,
            LineKind::Bracket => self.last != LineKind::Bracket && self.has_rest(),
            LineKind::AfterBracket | LineKind::Other => false,
        };
        self.last = kind;
        if self.end > self.text.len() / 2 {
            // the beginning of the line shows what is first on it
            let before = self.text.as_bytes().get(..self.end).unwrap_or_default();
            let kept = memchr::memrchr2(b'\n', b'\r', before).map_or(0, |end| end + 1);
            self.text.drain(..kept);
            self.end -= kept;
            self.start = self.end;
        }
        if !self.has_rest() {
            // the lines of an error or warning are counted from the first one
            self.end = self.text.len();
            if kind == LineKind::Whitespace || line.starts_with(['%', ';']) {
                return false;
            }
        }
        self.text.push_str(line);
        is_ready
    }

    /// Reads all text after the last game as one game, whatever it is.
    pub fn rest_as_game(&mut self) -> ReadGame {
        let game = read_game(self.rest().as_bytes());
        (self.start, self.end, self.wasted) = (self.end, self.text.len(), 0);
        game
    }

    /// Reads the next game; `is_end` is whether no more lines follow. With `tags_only`, only its
    /// tags. Returns `None` if there is none, or if it needs more lines.
    pub fn next_game(&mut self, is_end: bool, tags_only: bool) -> Option<ReadGame> {
        let bytes = self.rest().len();
        if !is_end && self.wasted > 4 * bytes + MAX_WASTED {
            return None;
        }
        match read_next(self.text.as_bytes(), self.end, is_end, tags_only) {
            NextGame::Game(game, end) => {
                (self.start, self.end, self.wasted) = (self.end, end, 0);
                Some(*game)
            }
            NextGame::End => None,
            NextGame::More => {
                self.wasted += bytes;
                None
            }
        }
    }
}
