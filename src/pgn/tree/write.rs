//! Writing games in the export format of the PGN standard of 1994 (sections 3.2 and 8).

use super::play::{UnplayableMove, playable};
use super::{NodeId, Step, Tree, Walk};
use crate::notation::{fen, san};
use crate::pgn::Lines;
use crate::position::Position;
use crate::rules::GameResult;
use crate::types::Color;

/// The contents and the line width of written games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WriteOptions {
    /// The maximum length of a line of moves in characters; longer words are not broken. `None` for
    /// one line.
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

/// The output of a [`PgnWriter`].
pub trait PgnSink {
    /// Writes a token, which is not broken across lines: the concatenation of texts, with a space
    /// at its end.
    fn token(&mut self, texts: &[&str]);

    /// Writes a whole line.
    fn line(&mut self, line: &str);
}

impl PgnSink for Lines {
    fn token(&mut self, texts: &[&str]) {
        self.push_texts(texts);
    }

    fn line(&mut self, line: &str) {
        self.push_line(line);
    }
}

/// The tags of the start position that have been written.
#[derive(Clone, Copy, Default, Debug)]
struct StartTags {
    fen: bool,
    set_up: bool,
    variant: bool,
    /// Whether the castling rights of the `FEN` exist in Chess960 only.
    is_chess960: bool,
}

/// Writes games token by token. A `FEN` without the tag `SetUp`, or without `Variant` if it is of
/// Chess960 by its castling rights, gets these tags.
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
///     writer.into_text(),
///     "[White \"Anderssen\"]\n\n1. e4 e5 ( 1... c5 $1 { sharp } ) 2. Nf3 *\n"
/// );
/// ```
#[derive(Clone, Debug)]
pub struct PgnWriter<S = Lines> {
    options: WriteOptions,
    sink: S,
    depth: usize,
    found_headers: bool,
    start_tags: StartTags,
    force_number: bool,
}

impl PgnWriter {
    /// Returns a writer into text that is broken into lines.
    pub fn new(options: WriteOptions) -> PgnWriter {
        PgnWriter::with_sink(options, Lines::new(Vec::new(), options.columns))
    }

    /// Ends the last line and returns the text.
    pub fn into_text(mut self) -> String {
        self.sink.end();
        self.sink.into_text()
    }
}

impl<S: PgnSink> PgnWriter<S> {
    /// Returns a writer into a sink.
    pub fn with_sink(options: WriteOptions, sink: S) -> PgnWriter<S> {
        PgnWriter {
            options,
            sink,
            depth: 0,
            found_headers: false,
            start_tags: StartTags::default(),
            force_number: true,
        }
    }

    /// Returns the sink.
    pub fn sink(&mut self) -> &mut S {
        &mut self.sink
    }

    /// Writes a whole line.
    pub fn line(&mut self, line: &str) {
        self.sink.line(line);
    }

    /// Writes a token and a space, on the next line if it does not fit.
    pub fn token(&mut self, token: &str) {
        self.sink.token(&[token, " "]);
    }

    /// Must be called before the tags of a game.
    pub fn begin_headers(&mut self) {
        self.found_headers = false;
        self.start_tags = StartTags::default();
    }

    /// Writes a tag, with quotation marks and backslashes escaped.
    pub fn header(&mut self, name: &str, value: &str) {
        if self.options.headers {
            self.found_headers = true;
            match name {
                "SetUp" => self.start_tags.set_up = true,
                "Variant" => self.start_tags.variant = true,
                "FEN" => {
                    self.start_tags.fen = true;
                    let position = fen::read(value);
                    self.start_tags.is_chess960 =
                        position.is_ok_and(|position| !position.has_standard_castling());
                }
                _ => {}
            }
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            self.line(&format!("[{name} \"{value}\"]"));
        }
    }

    /// Must be called after the tags: writes an empty line, if there were any.
    pub fn end_headers(&mut self) {
        let StartTags { fen, set_up, variant, is_chess960 } = std::mem::take(&mut self.start_tags);
        if fen && !set_up {
            self.header("SetUp", "1");
        }
        if is_chess960 && !variant {
            self.header("Variant", "Chess960");
        }
        if self.found_headers {
            self.line("");
        }
    }

    /// Whether moves and comments are written here: not in variations that are not written.
    fn is_visible(&self) -> bool {
        self.options.variations || self.depth == 0
    }

    /// Opens a variation; returns `false` if variations are not written.
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

    /// Writes a comment. Closing braces, which a comment cannot contain, are removed.
    pub fn comment(&mut self, comment: &str) {
        if self.options.comments && self.is_visible() {
            let comment = comment.replace('}', "");
            self.sink.token(&["{ ", comment.trim(), " } "]);
            self.force_number = true;
        }
    }

    /// Writes a NAG.
    pub fn nag(&mut self, nag: u32) {
        if self.options.comments && self.is_visible() {
            self.token(&format!("${nag}"));
        }
    }

    /// Writes a move in a position, with its number if it is White's or the first after an
    /// interruption.
    pub fn san(&mut self, position: &Position, san: &str) {
        self.san_at(position.fullmove_number(), position.turn(), san);
    }

    /// [`PgnWriter::san`], given the number of the move and the side to move.
    pub fn san_at(&mut self, number: u32, turn: Color, san: &str) {
        if !self.is_visible() {
            return;
        }
        if turn == Color::White {
            self.token(&format!("{number}."));
        } else if self.force_number {
            self.token(&format!("{number}..."));
        }
        self.token(san);
        self.force_number = false;
    }

    /// Writes the result after the moves, `*` if it is invalid.
    pub fn result(&mut self, result: &str) {
        let known = GameResult::from_ascii(result.as_bytes()).unwrap_or_default();
        self.token(known.as_str());
    }

    /// Writes the comment before the first move, and all moves, of a game with a start position.
    ///
    /// # Errors
    ///
    /// The first illegal move; the text before it has been written.
    pub fn game(&mut self, tree: &Tree, start: &Position) -> Result<(), UnplayableMove> {
        let comment = tree.comment(NodeId::ROOT);
        if !comment.is_empty() {
            self.comment(comment);
        }
        self.walk(tree, Walk::after(tree, NodeId::ROOT), start)
    }

    /// Writes the steps of a walk from a position on.
    ///
    /// # Errors
    ///
    /// The first illegal move; the text before it has been written.
    pub fn walk(
        &mut self,
        tree: &Tree,
        walk: Walk<'_>,
        start: &Position,
    ) -> Result<(), UnplayableMove> {
        let (mut before, mut after) = (*start, *start);
        let mut outer = Vec::new();
        // the depth in variations that are not written
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
    /// If the move is illegal.
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
    /// The first illegal move; the text before it has been written.
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
