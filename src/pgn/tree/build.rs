//! Building a tree from the text of one game.

use super::read::{Diagnostic, Entry, Visit, WordOutcome, read_movetext, suffix_nags};
use super::{CommentPlace, NodeId, Tree, TreeMove};
use crate::attacks::{Backend, Task, dispatch};
use crate::notation::uci::CastlingDialect;
use crate::notation::{fen, san, uci};
use crate::pgn::cursor::Cursor;
use crate::pgn::error::{PgnError, PgnErrorKind as Kind, UNSUPPORTED_VARIANT};
use crate::pgn::fast_san;
use crate::pgn::location::TextLocation;
use crate::pgn::variant::Variant;
use crate::pgn::words::{WordClass, classify, is_move_like};
use crate::position::Position;
use crate::rules::GameResult;
use crate::types::Move;

/// The largest number of errors and warnings that a game keeps.
const MAX_DIAGNOSTICS: usize = 1000;

/// The start position of a game, and whether it is Chess960.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Start {
    /// The start position.
    pub position: Position,
    /// Whether the game is Chess960: by the `Variant` tag, or because the castling rights do not
    /// exist in standard chess.
    pub chess960: bool,
}

impl Start {
    /// Returns the start from the values of the `Variant` and `FEN` tags.
    ///
    /// # Errors
    ///
    /// [`Kind::UnsupportedVariant`] or [`Kind::InvalidFen`], with the reason.
    pub fn from_tags(variant: Option<&str>, fen: Option<&str>) -> Result<Start, (Kind, String)> {
        let chess960 = match variant.map_or(Variant::Standard, Variant::from_tag) {
            Variant::Standard => false,
            Variant::Chess960 => true,
            Variant::Unsupported => {
                return Err((Kind::UnsupportedVariant, UNSUPPORTED_VARIANT.to_owned()));
            }
        };
        let position = match fen {
            None => Position::standard(),
            Some(fen) => fen::read(fen).map_err(|error| (Kind::InvalidFen, error.to_string()))?,
        };
        Ok(Start { position, chess960: chess960 || !position.has_standard_castling() })
    }

    /// Returns the notation of castling.
    pub fn dialect(&self) -> CastlingDialect {
        if self.chess960 { CastlingDialect::Chess960 } else { CastlingDialect::Standard }
    }
}

/// A game that was read from text.
#[derive(Clone, Debug)]
pub struct ReadGame {
    /// The tags in their order, duplicates included.
    pub tags: Vec<(String, String)>,
    /// The result after the moves.
    pub result: Option<GameResult>,
    /// The start; `None` if the tags are invalid, and then there are no moves.
    pub start: Option<Start>,
    /// The moves with comments, NAGs and variations.
    pub tree: Tree,
    /// The first 1000 errors and warnings, in their order. Offsets, lines and columns are relative
    /// to the game's text.
    pub diagnostics: Vec<PgnError>,
}

/// Reads the text of one game into a tree.
///
/// An illegal move, or an unknown word in the form of a move, is an error and ends its line,
/// variation or main line. Everything else is read.
///
/// ```
/// use enroque::pgn::tree::{NodeId, read_game};
/// let game = read_game(b"[White \"A\"]\n\n1. e4! {best} (1. d4 d5) 1... e5 *");
/// assert_eq!(game.tags, [("White".to_owned(), "A".to_owned())]);
/// let [e4, d4] = game.tree.children(NodeId::ROOT).collect::<Vec<_>>()[..] else { panic!() };
/// assert_eq!((game.tree.comment(e4), game.tree.nags(e4).next()), ("best", Some(1)));
/// assert!(game.tree.next(d4).is_some() && game.diagnostics.is_empty());
/// ```
pub fn read_game(text: &[u8]) -> ReadGame {
    struct Read<'t>(&'t [u8]);
    impl Task for Read<'_> {
        type Output = ReadGame;
        #[inline(always)]
        fn run<B: Backend>(self, backend: B) -> ReadGame {
            let mut builder = Builder::new(self.0);
            let Ok(()) = read_movetext(backend, self.0, &mut builder);
            builder.finish()
        }
    }
    dispatch(Read(text))
}

/// Reads only the tags of a game's text.
pub fn read_tags(text: &[u8]) -> Vec<(String, String)> {
    struct Read<'t>(&'t [u8]);
    impl Task for Read<'_> {
        type Output = Vec<(String, String)>;
        fn run<B: Backend>(self, backend: B) -> Self::Output {
            let mut builder = Builder { tags_only: true, ..Builder::new(self.0) };
            let Ok(()) = read_movetext(backend, self.0, &mut builder);
            builder.game.tags
        }
    }
    dispatch(Read(text))
}

/// A line that is being read: its last node, and the positions before and after its move.
#[derive(Clone, Copy)]
struct Line {
    node: NodeId,
    before: Position,
    after: Position,
}

struct Builder<'t> {
    text: &'t [u8],
    tags_only: bool,
    game: ReadGame,
    dialect: CastlingDialect,
    line: Line,
    /// The lines that contain the open variations.
    outer: Vec<Line>,
    /// Whether a comment belongs to the move before it, and not to the move after it. Named as in
    /// python-chess.
    in_variation: bool,
    starting_comments: Vec<String>,
}

impl<'t> Builder<'t> {
    fn new(text: &'t [u8]) -> Builder<'t> {
        let position = *standard();
        let game = ReadGame {
            tags: Vec::with_capacity(16),
            result: None,
            start: None,
            tree: Tree::new(),
            diagnostics: Vec::new(),
        };
        Builder {
            text,
            tags_only: false,
            game,
            dialect: CastlingDialect::Standard,
            line: Line { node: NodeId::ROOT, before: position, after: position },
            outer: Vec::new(),
            in_variation: false,
            starting_comments: Vec::new(),
        }
    }

    fn finish(mut self) -> ReadGame {
        let mut location = TextLocation::START;
        self.game.diagnostics.sort_by_key(|diagnostic| diagnostic.offset);
        for diagnostic in &mut self.game.diagnostics {
            location.locate(diagnostic, TextLocation::START, self.text);
        }
        self.game
    }

    /// Appends the move between the line's positions, with castling in the notation of the game.
    #[inline(always)]
    fn append(&mut self, m: TreeMove) {
        let shown = m.map(|m| {
            let to = uci::target(&self.line.before, m, self.dialect);
            Move::build(m.from(), to, m.promoted().map_or(0, |piece| piece as u16))
        });
        // fails only after 2^32 moves
        let Some(node) = self.game.tree.add(self.line.node, shown) else { return };
        if !self.starting_comments.is_empty() {
            let comments = std::mem::take(&mut self.starting_comments);
            self.game.tree.set_comments(node, CommentPlace::BeforeMove, &comments);
        }
        self.line.node = node;
        self.in_variation = true;
    }

    fn play(&mut self, m: TreeMove) {
        self.line.before = self.line.after;
        match m {
            Some(m) => self.line.after.play_unchecked(m),
            None => self.line.after.pass(),
        }
        self.append(m);
    }

    #[cold]
    fn report(&mut self, kind: Kind, at: usize, token: &[u8], reason: &str) {
        if self.game.diagnostics.len() < MAX_DIAGNOSTICS {
            let ply = self.game.tree.depth(self.line.node);
            self.game.diagnostics.push(PgnError::unlocated(kind, ply, at, token, reason));
        }
    }
}

/// Returns the offset of a tag's value in a game's text, or of the tag's name if the value has
/// escapes.
#[cold]
fn offset_of_value(text: &[u8], name: &str, value: &str) -> usize {
    let mut name_at = 0;
    for at in memchr::memmem::find_iter(text, name) {
        let (before, after) = text.split_at(at);
        let after = after.get(name.len()..).unwrap_or_default();
        if !before.trim_ascii_end().ends_with(b"[") || !after.starts_with(b" ") {
            continue;
        }
        name_at = at;
        let rest = after.trim_ascii_start().strip_prefix(b"\"").unwrap_or_default();
        if rest.starts_with(value.as_bytes()) {
            return text.len() - rest.len();
        }
    }
    name_at
}

/// Returns the standard start position, made once.
fn standard() -> &'static Position {
    static START: std::sync::LazyLock<Position> = std::sync::LazyLock::new(Position::standard);
    &START
}

impl Visit for Builder<'_> {
    type Stop = std::convert::Infallible;

    fn tag(&mut self, name: &str, value: &str) -> Result<(), Self::Stop> {
        self.game.tags.push((name.to_owned(), value.to_owned()));
        Ok(())
    }

    fn start(&mut self) -> Result<Entry, Self::Stop> {
        if self.tags_only {
            return Ok(Entry::Skip);
        }
        let tags = self.game.tags.iter().rev();
        let tag = |name| tags.clone().find(|tag| tag.0 == name).map(|tag| tag.1.as_str());
        let (variant, fen) = (tag("Variant"), tag("FEN"));
        let start = match (variant, fen) {
            (None, None) => Ok(Start { position: *standard(), chess960: false }),
            (variant, fen) => Start::from_tags(variant, fen),
        };
        match start {
            Ok(start) => {
                self.game.start = Some(start);
                self.dialect = start.dialect();
                (self.line.before, self.line.after) = (start.position, start.position);
                Ok(Entry::Enter)
            }
            Err((kind, reason)) => {
                let is_fen = kind == Kind::InvalidFen;
                let (name, value) = if is_fen { ("FEN", fen) } else { ("Variant", variant) };
                let value = value.unwrap_or_default().to_owned();
                let at = offset_of_value(self.text, name, &value);
                self.report(kind, at, value.as_bytes(), &reason);
                Ok(Entry::Skip)
            }
        }
    }

    #[inline(always)]
    fn plain_moves<B: Backend>(&mut self, backend: B, cursor: &mut Cursor<'_>) {
        while let Some(word) = cursor.plain_word() {
            let before = self.line.after;
            let Some(m) = fast_san::play(backend, &mut self.line.after, word) else { break };
            self.line.before = before;
            let start = cursor.pos();
            cursor.advance(word.len());
            self.append(Some(m));
            let text = cursor.since(start);
            if matches!(text.last(), Some(b'!' | b'?')) {
                let end = text.iter().rposition(|byte| !matches!(byte, b'!' | b'?'));
                for nag in suffix_nags(&text[end.map_or(0, |end| end + 1)..]) {
                    self.game.tree.add_nag(self.line.node, nag);
                }
            }
        }
    }

    fn word<B: Backend>(
        &mut self,
        backend: B,
        at: usize,
        text: &[u8],
    ) -> Result<WordOutcome, Self::Stop> {
        let error = match san::read_with(backend, &self.line.after, text) {
            Ok(m) => {
                self.play(Some(m));
                return Ok(WordOutcome::Continue);
            }
            Err(error) => error,
        };
        let position = self.line.after;
        let read = |text: &[u8]| san::read_with(backend, &position, text);
        Ok(match classify(read, text, error) {
            WordClass::Move(m, _) => {
                self.play(Some(m));
                WordOutcome::Continue
            }
            WordClass::LastMove(m, result) => {
                self.play(Some(m));
                WordOutcome::Result(result)
            }
            WordClass::NullMove if position.is_check() => {
                self.report(Kind::NullMove, at, text, "a null move in check");
                WordOutcome::Error
            }
            WordClass::NullMove => {
                self.play(None);
                WordOutcome::Continue
            }
            WordClass::Result(result) => WordOutcome::Result(result),
            WordClass::Annotation => WordOutcome::Continue,
            WordClass::Error(kind, reason) => {
                self.report(kind, at, text, &reason);
                // a word without the form of a move does not replace a move
                let is_harmless = kind == Kind::Syntax && !is_move_like(text);
                if is_harmless { WordOutcome::Continue } else { WordOutcome::Error }
            }
        })
    }

    fn comment(&mut self, comment: &str) -> Result<(), Self::Stop> {
        let node = self.line.node;
        let tree = &mut self.game.tree;
        if self.in_variation || node == NodeId::ROOT && tree.next(node).is_none() {
            tree.append_comment(node, comment);
        } else {
            self.starting_comments.push(comment.to_owned());
        }
        Ok(())
    }

    fn nag(&mut self, nag: u32) -> Result<(), Self::Stop> {
        self.game.tree.add_nag(self.line.node, nag);
        Ok(())
    }

    fn begin_variation(&mut self) -> Result<Entry, Self::Stop> {
        let Some(parent) = self.game.tree.parent(self.line.node) else {
            return Ok(Entry::Misplaced);
        };
        let is_empty = self.outer.last().is_some_and(|outer| {
            // the variation that contains it has no move yet
            self.game.tree.parent(outer.node) == Some(self.line.node)
        });
        if is_empty {
            return Ok(Entry::Misplaced);
        }
        let after = self.line.before;
        self.outer.push(self.line);
        self.line = Line { node: parent, before: after, after };
        self.in_variation = false;
        Ok(Entry::Enter)
    }

    fn end_variation(&mut self, _was_entered: bool) -> Result<(), Self::Stop> {
        if let Some(outer) = self.outer.pop() {
            self.line = outer;
        }
        Ok(())
    }

    fn result(&mut self, result: GameResult) -> Result<(), Self::Stop> {
        self.game.result = Some(result);
        Ok(())
    }

    fn diagnostic(&mut self, diagnostic: Diagnostic<'_>) -> Result<(), Self::Stop> {
        self.report(diagnostic.kind, diagnostic.at, diagnostic.token, diagnostic.reason);
        Ok(())
    }
}
