//! The interface between the parser of a game and its results: [`Contents`].

use std::borrow::Cow;

use super::comment::Commands;
use super::cursor::Cursor;
use super::error::PgnErrorKind as Kind;
use super::tag::decode;
use super::tags::Tags;
use crate::attacks::Backend;
use crate::notation::san::SanError;
use crate::rules::GameResult;
use crate::types::Move;

/// An error or warning, and its offset in the text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Diagnostic<'a> {
    pub(crate) kind: Kind,
    pub(crate) at: usize,
    pub(crate) token: &'a [u8],
    pub(crate) reason: &'a str,
}

/// The continuation at the start of the moves or of a variation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Entry {
    /// Read it.
    Enter,
    /// Skip it.
    Skip,
    /// Skip the moves because of an error, but report the problems of the rest.
    Failed,
    /// A variation cannot begin here.
    Misplaced,
}

/// Receives the contents of a game in their order.
pub(crate) trait Contents {
    /// Whether variations, comments and NAGs are read; otherwise they are skipped.
    const IS_TREE: bool;

    /// The error that stops the parser.
    type Stop;

    /// Returns the tags, to which the parser adds.
    fn tags(&mut self) -> &mut Tags;

    /// Receives an error or warning.
    fn report(&mut self, diagnostic: Diagnostic<'_>) -> Result<(), Self::Stop>;

    /// Receives an error or warning about text that belongs to no game.
    fn report_outside(&mut self, diagnostic: Diagnostic<'_>) -> Result<(), Self::Stop> {
        self.report(diagnostic)
    }

    /// Sets the start position. Called after the tags.
    fn begin(&mut self, cursor: &Cursor<'_>) -> Result<Entry, Self::Stop>;

    /// Reads a sequence of moves in standard SAN, with move numbers and comments between them, by
    /// the fast path. The cursor is then before the next other token.
    fn plain_moves<B: Backend>(&mut self, backend: B, cursor: &mut Cursor<'_>);

    /// Reads a word as a move in the current position.
    fn read_move<B: Backend>(&self, backend: B, text: &[u8]) -> Result<Move, SanError>;

    /// Plays a legal move; `text` is its standard spelling, if the word is one. Returns whether the
    /// line continues.
    fn play(&mut self, m: Move, text: Option<&[u8]>) -> Result<bool, Self::Stop>;

    /// Receives a null move. Returns whether the line continues.
    fn null_move(&mut self, at: usize, text: &[u8]) -> Result<bool, Self::Stop>;

    /// Receives a word that is not a legal move. Returns whether the line continues.
    fn unreadable(&mut self, diagnostic: Diagnostic<'_>) -> Result<bool, Self::Stop>;

    /// Whether the current line has a move, so that a variation may replace it.
    fn has_moves(&self) -> bool;

    /// Receives a comment and, unless this is a tree, its commands. Not called for comments that are
    /// skipped.
    fn comment(&mut self, comment: Comment<'_>, commands: Commands) -> Result<(), Self::Stop>;

    /// Receives a NAG of a tree.
    fn nag(&mut self, _nag: u32) -> Result<(), Self::Stop> {
        Ok(())
    }

    /// Called at the start of a variation of a tree.
    fn begin_variation(&mut self) -> Result<Entry, Self::Stop> {
        Ok(Entry::Skip)
    }

    /// Called at the end of a variation, also of one that ended with an error or was skipped.
    fn end_variation(&mut self, _was_entered: bool) -> Result<(), Self::Stop> {
        Ok(())
    }

    /// Ends the game, with the result after the moves.
    fn finish(&mut self, result: Option<GameResult>) -> Result<(), Self::Stop>;
}

/// A comment in the text.
#[derive(Clone, Copy)]
pub(crate) struct Comment<'t> {
    /// The text after the opening brace, with the closing brace if there is one.
    pub(crate) text: &'t [u8],
    /// The offset of the text.
    pub(crate) at: usize,
}

impl Comment<'_> {
    /// Returns the text between the braces, without the spaces next to them.
    pub(crate) fn decoded(&self) -> Cow<'_, str> {
        let text = self.text.strip_prefix(b" ").unwrap_or(self.text);
        decode(match text.strip_suffix(b"}") {
            Some(text) => text.strip_suffix(b" ").unwrap_or(text),
            None => text,
        })
    }
}

/// Reports an error or warning.
#[cold]
pub(super) fn report<C: Contents>(
    contents: &mut C,
    kind: Kind,
    at: usize,
    token: &[u8],
    reason: &str,
) -> Result<(), C::Stop> {
    contents.report(Diagnostic { kind, at, token, reason })
}

/// Reports the stray bracket before the cursor.
#[cold]
pub(super) fn stray_bracket<C: Contents>(
    cursor: &Cursor<'_>,
    contents: &mut C,
) -> Result<(), C::Stop> {
    let at = cursor.pos() - 1;
    report(contents, Kind::StrayBracket, at, cursor.since(at), "no matching opening bracket")
}
