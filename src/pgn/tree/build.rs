//! Building a tree from the text of one game.

use std::convert::Infallible;

use super::{CommentPlace, NodeId, Tree, TreeMove};
use crate::attacks::{Backend, dispatch, task};
use crate::notation::san::{self, SanError};
use crate::notation::uci::{self, CastlingDialect};
use crate::pgn::annotation::malformed_commands;
use crate::pgn::comment::Commands;
use crate::pgn::contents::{Comment, Contents, Diagnostic, Entry};
use crate::pgn::cursor::Cursor;
use crate::pgn::dialect::Annotations;
use crate::pgn::error::{PgnError, PgnErrorKind as Kind};
use crate::pgn::fast_san;
use crate::pgn::location::TextLocation;
use crate::pgn::outside_games::{find_game, read_text_after_result};
use crate::pgn::parse::{parse, suffix_nags};
use crate::pgn::start::{Start, resolve};
use crate::pgn::tags::Tags;
use crate::pgn::words::is_move_like;
use crate::position::Position;
use crate::rules::GameResult;
use crate::types::Move;

/// The largest number of errors and warnings that a game keeps.
const MAX_DIAGNOSTICS: usize = 1000;

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
    dispatch(task!(|backend, text: &[u8]| -> ReadGame {
        let (mut builder, mut cursor) = (Builder::new(false), Cursor::new(text, 0));
        let Ok(()) = parse(backend, &mut cursor, &mut builder);
        let Ok(()) = read_text_after_result(backend, &mut cursor, &mut builder);
        if !cursor.rest().trim_ascii().is_empty() {
            let reason = "text after the game";
            builder.add_diagnostic(Kind::StrayMoves, cursor.pos(), b"", reason);
        }
        builder.finish(text, 0)
    }))
}

/// The result of [`read_next`], with the offset of the text after it.
pub(super) enum NextGame {
    /// A game.
    Game(Box<ReadGame>, usize),
    /// There is no game.
    End,
    /// The text is incomplete.
    More,
}

/// Reads the next game of a text from an offset on, or only its tags. `is_end` is whether no more
/// text follows.
pub(super) fn read_next(text: &[u8], from: usize, is_end: bool, tags_only: bool) -> NextGame {
    let (mut builder, mut cursor) = (Builder::new(tags_only), Cursor::new(text, from));
    type Found = Result<bool, Infallible>;
    let (game, at) = (&mut builder, &mut cursor);
    let read = task!(|backend, at: &mut Cursor<'_>, game: &mut Builder| -> Found {
        visit(backend, at, game)
    });
    let Ok(is_found) = dispatch(read);
    if cursor.ended() && !is_end {
        NextGame::More
    } else if is_found {
        NextGame::Game(Box::new(builder.finish(text, from)), cursor.pos())
    } else {
        NextGame::End
    }
}

/// Reads the next game of a text, from the text before it to the text after its result. Returns
/// `false` if there is none.
pub(crate) fn visit<B: Backend, C: Contents>(
    backend: B,
    cursor: &mut Cursor<'_>,
    contents: &mut C,
) -> Result<bool, C::Stop> {
    if !find_game(backend, cursor, contents)? {
        return Ok(false);
    }
    parse(backend, cursor, contents)?;
    read_text_after_result(backend, cursor, contents)?;
    Ok(true)
}

/// A line that is being read: its last node, and the positions before and after its move.
#[derive(Clone, Copy)]
struct ReadLine {
    node: NodeId,
    before: Position,
    after: Position,
}

struct Builder {
    tags: Tags,
    tags_only: bool,
    game: ReadGame,
    dialect: CastlingDialect,
    line: ReadLine,
    /// The lines that contain the open variations.
    outer: Vec<ReadLine>,
    /// Whether a comment belongs to the move before it, and not to the move after it. Named as in
    /// python-chess.
    in_variation: bool,
    starting_comments: Vec<String>,
}

impl Builder {
    fn new(tags_only: bool) -> Builder {
        let Start { position, .. } = *Start::standard();
        let game = ReadGame {
            tags: Vec::new(),
            result: None,
            start: None,
            tree: Tree::new(),
            diagnostics: Vec::new(),
        };
        Builder {
            tags: Tags::default(),
            tags_only,
            game,
            dialect: CastlingDialect::Standard,
            line: ReadLine { node: NodeId::ROOT, before: position, after: position },
            outer: Vec::new(),
            in_variation: false,
            starting_comments: Vec::new(),
        }
    }

    /// Locates the errors and warnings relative to an offset of the text.
    fn finish(mut self, text: &[u8], from: usize) -> ReadGame {
        let text = text.get(from..).unwrap_or_default();
        let mut location = TextLocation::START;
        self.game.diagnostics.sort_by_key(|diagnostic| diagnostic.offset);
        for diagnostic in &mut self.game.diagnostics {
            diagnostic.offset -= from as u64;
            location.locate(diagnostic, TextLocation::START, text);
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

    fn play_move(&mut self, m: TreeMove) {
        self.line.before = self.line.after;
        match m {
            Some(m) => self.line.after.play_unchecked(m),
            None => self.line.after.pass(),
        }
        self.append(m);
    }

    #[cold]
    fn add_diagnostic(&mut self, kind: Kind, at: usize, token: &[u8], reason: &str) {
        if self.game.diagnostics.len() < MAX_DIAGNOSTICS {
            let ply = self.game.tree.depth(self.line.node);
            self.game.diagnostics.push(PgnError::unlocated(kind, ply, at, token, reason));
        }
    }
}

impl Contents for Builder {
    const IS_TREE: bool = true;

    type Stop = Infallible;

    fn tags(&mut self) -> &mut Tags {
        &mut self.tags
    }

    fn report(&mut self, diagnostic: Diagnostic<'_>) -> Result<(), Infallible> {
        let Diagnostic { kind, at, token, reason } = diagnostic;
        self.add_diagnostic(kind, at, token, reason);
        Ok(())
    }

    fn begin(&mut self, cursor: &Cursor<'_>) -> Result<Entry, Infallible> {
        self.game.tags = self.tags.to_texts(cursor, |at, name| {
            let reason = "expected a tag name of letters, digits and _+#=:-";
            let diagnostic = PgnError::unlocated(Kind::MalformedTag, 0, at, name, reason);
            self.game.diagnostics.push(diagnostic);
        });
        if self.tags_only {
            return Ok(Entry::Skip);
        }
        let Some(start) = resolve(cursor, self)? else { return Ok(Entry::Failed) };
        self.game.start = Some(start);
        self.dialect = start.dialect();
        (self.line.before, self.line.after) = (start.position, start.position);
        Ok(Entry::Enter)
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

    fn read_move<B: Backend>(&self, backend: B, text: &[u8]) -> Result<Move, SanError> {
        san::read_with(backend, &self.line.after, text)
    }

    fn play(&mut self, m: Move, _text: Option<&[u8]>) -> Result<bool, Infallible> {
        self.play_move(Some(m));
        Ok(true)
    }

    fn null_move(&mut self, at: usize, text: &[u8]) -> Result<bool, Infallible> {
        if self.line.after.is_check() {
            self.add_diagnostic(Kind::NullMove, at, text, "a null move in check");
            return Ok(false);
        }
        self.play_move(None);
        Ok(true)
    }

    fn unreadable(&mut self, diagnostic: Diagnostic<'_>) -> Result<bool, Infallible> {
        self.report(diagnostic)?;
        // a word without the form of a move does not replace a move
        Ok(diagnostic.kind == Kind::Syntax && !is_move_like(diagnostic.token))
    }

    fn has_moves(&self) -> bool {
        self.line.node != NodeId::ROOT
    }

    fn comment(&mut self, comment: Comment<'_>, _commands: Commands) -> Result<(), Infallible> {
        if self.tags_only {
            return Ok(());
        }
        malformed_commands(comment.text, Annotations::ALL, |at, token, reason| {
            let (kind, at) = (Kind::MalformedCommand, comment.at + at);
            self.report(Diagnostic { kind, at, token, reason })
        })?;
        let comment = comment.decoded();
        let node = self.line.node;
        let tree = &mut self.game.tree;
        if self.in_variation || node == NodeId::ROOT && tree.next(node).is_none() {
            tree.append_comment(node, &comment);
        } else {
            self.starting_comments.push(comment.into_owned());
        }
        Ok(())
    }

    fn nag(&mut self, nag: u32) -> Result<(), Infallible> {
        self.game.tree.add_nag(self.line.node, nag);
        Ok(())
    }

    fn begin_variation(&mut self) -> Result<Entry, Infallible> {
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
        self.line = ReadLine { node: parent, before: after, after };
        self.in_variation = false;
        Ok(Entry::Enter)
    }

    fn end_variation(&mut self, _was_entered: bool) -> Result<(), Infallible> {
        if let Some(outer) = self.outer.pop() {
            self.line = outer;
        }
        Ok(())
    }

    fn finish(&mut self, result: Option<GameResult>) -> Result<(), Infallible> {
        self.game.result = result;
        Ok(())
    }
}
