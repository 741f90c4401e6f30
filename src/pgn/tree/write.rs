//! Writing games as the PGN standard exports them (sections 3.2 and 8 of the PGN specification of
//! 1994).

use super::{NodeId, Step, Tree, UnplayableMove, Walk, playable};
use crate::notation::san;
use crate::position::Position;
use crate::rules::GameResult;
use crate::types::Color;

/// What is written, and how wide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WriteOptions {
    /// No line of moves is longer than so many characters, unless one word is; `None` for one line.
    pub columns: Option<usize>,
    /// Write the tags.
    pub headers: bool,
    /// Write comments and NAGs.
    pub comments: bool,
    /// Write variations.
    pub variations: bool,
}

impl Default for WriteOptions {
    /// Everything, in 80 columns.
    fn default() -> WriteOptions {
        WriteOptions { columns: Some(80), headers: true, comments: true, variations: true }
    }
}

/// Where a [`PgnWriter`] puts what it writes.
pub trait Page {
    /// A text that is not to be broken; the space at its end parts it from the next.
    fn word(&mut self, parts: &[&str]);

    /// A whole line.
    fn line(&mut self, line: &str);
}

/// Lines of no more than so many columns, where the words allow it.
#[derive(Clone, Debug)]
pub struct Lines {
    columns: Option<usize>,
    /// Whole lines, each with its line feed.
    whole: String,
    /// The line that grows, and how many characters it has.
    current: String,
    width: usize,
}

impl Lines {
    fn new(columns: Option<usize>) -> Lines {
        Lines { columns, whole: String::new(), current: String::new(), width: 0 }
    }

    /// Ends the line that grows, if it has begun.
    fn flush(&mut self) {
        if !self.current.is_empty() {
            self.whole.push_str(self.current.trim_end());
            self.whole.push('\n');
            self.current.clear();
            self.width = 0;
        }
    }
}

impl Page for Lines {
    fn word(&mut self, parts: &[&str]) {
        let width: usize = parts.iter().map(|part| part.chars().count()).sum();
        if self.columns.is_some_and(|columns| columns < self.width + width) {
            self.flush();
        }
        for part in parts {
            self.current.push_str(part);
        }
        self.width += width;
    }

    fn line(&mut self, line: &str) {
        self.flush();
        self.whole.push_str(line.trim_end());
        self.whole.push('\n');
    }
}

/// Writes games one thing after the other, into lines.
///
/// ```
/// use enroque::pgn::tree::{PgnWriter, WriteOptions, read_game};
/// use enroque::position::Position;
/// let game = read_game(b"1. e4 e5 (1... c5 $1 {sharp}) 2. Nf3 *");
/// let mut writer = PgnWriter::new(WriteOptions::default());
/// writer.header("White", "Anderssen");
/// writer.end_headers();
/// writer.game(&game.tree, &Position::standard()).unwrap();
/// writer.result("*");
/// assert_eq!(
///     writer.finished(),
///     "[White \"Anderssen\"]\n\n1. e4 e5 ( 1... c5 $1 { sharp } ) 2. Nf3 *"
/// );
/// ```
#[derive(Clone, Debug)]
pub struct PgnWriter<P = Lines> {
    options: WriteOptions,
    page: P,
    depth: usize,
    found_headers: bool,
    force_number: bool,
}

impl PgnWriter {
    /// A writer that has written nothing.
    pub fn new(options: WriteOptions) -> PgnWriter {
        PgnWriter::on(options, Lines::new(options.columns))
    }

    /// Ends the line that grows, if it has begun.
    pub fn flush(&mut self) {
        self.page.flush();
    }

    /// What has been written, without the whitespace at its end.
    pub fn finished(&self) -> String {
        let text = format!("{}{}", self.page.whole, self.page.current);
        text.trim_end().to_owned()
    }

    /// Takes the whole lines out, as they are.
    pub fn take_lines(&mut self) -> String {
        std::mem::take(&mut self.page.whole)
    }
}

impl<P: Page> PgnWriter<P> {
    /// A writer on another page, which may do without lines.
    pub fn on(options: WriteOptions, page: P) -> PgnWriter<P> {
        PgnWriter { options, page, depth: 0, found_headers: false, force_number: true }
    }

    /// What it writes on.
    pub fn page(&mut self) -> &mut P {
        &mut self.page
    }

    /// Writes a whole line.
    pub fn line(&mut self, line: &str) {
        self.page.line(line);
    }

    /// Writes a word and a space, on the next line if it does not fit.
    pub fn token(&mut self, token: &str) {
        self.page.word(&[token, " "]);
    }

    /// Before the tags of a game.
    pub fn begin_headers(&mut self) {
        self.found_headers = false;
    }

    /// Writes a tag, quotation marks and backslashes escaped.
    pub fn header(&mut self, name: &str, value: &str) {
        if self.options.headers {
            self.found_headers = true;
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            self.line(&format!("[{name} \"{value}\"]"));
        }
    }

    /// After the tags: an empty line, if there were any.
    pub fn end_headers(&mut self) {
        if self.found_headers {
            self.line("");
        }
    }

    /// Whether what is here is written: not in a variation, if these are not.
    fn is_visible(&self) -> bool {
        self.options.variations || self.depth == 0
    }

    /// Opens a variation; `false` if variations are not written.
    pub fn begin_variation(&mut self) -> bool {
        self.depth += 1;
        if self.options.variations {
            self.token("(");
            self.force_number = true;
        }
        self.options.variations
    }

    /// Closes a variation.
    pub fn end_variation(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        if self.options.variations {
            self.token(")");
            self.force_number = true;
        }
    }

    /// Writes a comment; closing braces, which it cannot hold, are left out.
    pub fn comment(&mut self, comment: &str) {
        if self.options.comments && self.is_visible() {
            let comment = comment.replace('}', "");
            self.page.word(&["{ ", comment.trim(), " } "]);
            self.force_number = true;
        }
    }

    /// Writes a NAG.
    pub fn nag(&mut self, nag: u32) {
        if self.options.comments && self.is_visible() {
            self.token(&format!("${nag}"));
        }
    }

    /// Before the moves of a game that is written move by move: the first gets its number.
    pub fn begin_moves(&mut self) {
        self.force_number = true;
    }

    /// Writes a move in a position, with its number where that is needed.
    pub fn san(&mut self, position: &Position, san: &str) {
        if !self.is_visible() {
            return;
        }
        let number = position.fullmove_number();
        if position.turn() == Color::White {
            self.token(&format!("{number}."));
        } else if self.force_number {
            self.token(&format!("{number}..."));
        }
        self.token(san);
        self.force_number = false;
    }

    /// Writes the result after the moves: `*` in place of what is none, for that would be read as
    /// something else.
    pub fn result(&mut self, result: &str) {
        let known = GameResult::from_ascii(result.as_bytes()).unwrap_or_default();
        self.token(known.as_str());
    }

    /// Writes the comment before the first move and all moves of a game that starts from a position.
    ///
    /// # Errors
    ///
    /// The first move that cannot be played; what comes before it has been written.
    pub fn game(&mut self, tree: &Tree, start: &Position) -> Result<(), UnplayableMove> {
        let comment = tree.comment(NodeId::ROOT);
        if !comment.is_empty() {
            self.comment(comment);
        }
        self.walk(tree, Walk::after(tree, NodeId::ROOT), start)
    }

    /// Writes what a walk passes, from a position on.
    ///
    /// # Errors
    ///
    /// The first move that cannot be played; what comes before it has been written.
    pub fn walk(
        &mut self,
        tree: &Tree,
        walk: Walk<'_>,
        start: &Position,
    ) -> Result<(), UnplayableMove> {
        let (mut before, mut after) = (*start, *start);
        let mut outer = Vec::new();
        // how deep in variations that are not written
        let mut hidden = 0usize;
        for step in walk {
            match step {
                Step::Begin => {
                    if hidden > 0 || !self.begin_variation() {
                        hidden += 1;
                        continue;
                    }
                    outer.push((before, after));
                    after = before;
                }
                Step::End if hidden > 0 => {
                    hidden -= 1;
                    if hidden == 0 {
                        self.end_variation();
                    }
                }
                Step::End => {
                    self.end_variation();
                    if let Some(line) = outer.pop() {
                        (before, after) = line;
                    }
                }
                Step::Node(node) if hidden == 0 => {
                    before = after;
                    self.node(tree, node, &before, &mut after)?;
                }
                Step::Node(_) => {}
            }
        }
        Ok(())
    }

    /// Writes one node and plays its move.
    ///
    /// # Errors
    ///
    /// If the move cannot be played.
    fn node(
        &mut self,
        tree: &Tree,
        node: NodeId,
        before: &Position,
        after: &mut Position,
    ) -> Result<(), UnplayableMove> {
        if !tree.starting_comment(node).is_empty() {
            self.comment(tree.starting_comment(node));
        }
        match playable(before, tree.move_of(node))? {
            Some(m) => {
                self.san(before, &san::write(before, m));
                after.play_unchecked(m);
            }
            None => {
                self.san(before, "--");
                after.pass();
            }
        }
        for nag in tree.nags(node) {
            self.nag(nag);
        }
        if !tree.comment(node).is_empty() {
            self.comment(tree.comment(node));
        }
        Ok(())
    }

    /// Writes the moves and comments of the main line after a node, without variations.
    ///
    /// # Errors
    ///
    /// The first move that cannot be played; what comes before it has been written.
    pub fn mainline(
        &mut self,
        tree: &Tree,
        node: NodeId,
        start: &Position,
    ) -> Result<(), UnplayableMove> {
        let (mut position, mut next) = (*start, tree.next(node));
        while let Some(node) = next {
            let before = position;
            self.node(tree, node, &before, &mut position)?;
            next = tree.next(node);
        }
        Ok(())
    }
}
