//! The state of the parser: which text it skips, and in which variations it is.

use super::contents::{Contents, Entry, report, stray_bracket};
use super::cursor::Cursor;
use super::error::{
    EARLY_VARIATION, MAX_EARLY_BRACKETS, PgnErrorKind as Kind, UNCLOSED_COMMENT,
    UNCLOSED_EARLY_VARIATION, UNCLOSED_VARIATION,
};
use super::variation::VariationEnd;
use crate::attacks::Backend;
use crate::rules::GameResult;

/// The reason for which text is skipped.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SkipReason {
    /// The variation was not requested.
    Unwanted,
    /// There is no move that the variation could replace.
    Misplaced,
    /// The line has ended with an error.
    Error,
}

/// The state of the parser.
pub(super) struct ParserState {
    /// Whether tags may still come; otherwise the start position is known.
    pub(super) in_tags: bool,
    /// Whether the first move number is not 1.
    pub(super) has_no_start: bool,
    /// The depth of skipped text: 1 plus its open parentheses; 0 if text is read.
    pub(super) skipping: usize,
    pub(super) reason: SkipReason,
    /// The number of variations that were entered and not left.
    pub(super) entered: usize,
    /// The offsets of the opening parentheses of a tree.
    pub(super) openings: Vec<usize>,
    /// The number of variations before the first move.
    early_variations: usize,
    /// Whether a parenthesis before the first move is never closed.
    has_early_unclosed: bool,
    /// Whether a word in the form of a move has been skipped.
    pub(super) has_moves: bool,
    /// The offsets of a tree's comments before the first move: of the text, and of its end.
    pub(super) early_comments: Vec<(usize, usize)>,
    pub(super) result: Option<GameResult>,
}

impl ParserState {
    /// The state before the first tag.
    pub(super) const START: ParserState = ParserState {
        in_tags: true,
        has_no_start: false,
        skipping: 0,
        reason: SkipReason::Error,
        entered: 0,
        openings: Vec::new(),
        early_variations: 0,
        has_early_unclosed: false,
        has_moves: false,
        early_comments: Vec::new(),
        result: None,
    };

    /// Whether moves are read.
    #[inline(always)]
    pub(super) fn is_reading(&self) -> bool {
        !self.in_tags && self.skipping == 0
    }

    /// Whether tags may come, and not only the variations before the first move.
    #[inline(always)]
    pub(super) fn may_have_tags(&self) -> bool {
        self.in_tags && self.skipping == 0 && !self.has_early_unclosed
    }

    /// Whether the parser is in no variation, read or skipped.
    pub(super) fn is_in_main_line(&self) -> bool {
        let is_outside = match self.skipping {
            0 => true,
            1 => self.reason == SkipReason::Error,
            _ => false,
        };
        self.entered == 0 && is_outside
    }

    /// Whether the parenthesis before the cursor, before the first move, is never closed, so that it
    /// is ignored.
    fn ignores_early<B: Backend>(&mut self, backend: B, cursor: &mut Cursor<'_>) -> bool {
        self.early_variations += 1;
        if self.early_variations > MAX_EARLY_BRACKETS {
            return false;
        }
        let mut ahead = *cursor;
        let is_ignored = ahead.skip_variation(backend) == VariationEnd::Unclosed;
        cursor.note_ended(ahead.ended());
        self.has_early_unclosed |= is_ignored;
        is_ignored
    }

    /// Skips the rest of the line.
    pub(super) fn skip_line(&mut self) {
        (self.skipping, self.reason) = (1, SkipReason::Error);
    }
}

/// Opens a variation of a tree.
pub(super) fn open_variation<B: Backend, C: Contents>(
    backend: B,
    cursor: &mut Cursor<'_>,
    contents: &mut C,
    state: &mut ParserState,
) -> Result<(), C::Stop> {
    let at = cursor.pos() - 1;
    state.openings.push(at);
    if state.skipping > 0 {
        state.skipping += 1;
        return Ok(());
    }
    match contents.begin_variation()? {
        Entry::Enter => state.entered += 1,
        Entry::Misplaced => {
            if state.entered == 0 && state.ignores_early(backend, cursor) {
                state.openings.pop();
                return report(contents, Kind::EarlyVariation, at, b"(", UNCLOSED_EARLY_VARIATION);
            }
            report(contents, Kind::EarlyVariation, at, b"(", EARLY_VARIATION)?;
            (state.skipping, state.reason) = (1, SkipReason::Misplaced);
        }
        _ => (state.skipping, state.reason) = (1, SkipReason::Unwanted),
    }
    Ok(())
}

/// Closes a variation of a tree.
pub(super) fn close_variation<C: Contents>(
    cursor: &Cursor<'_>,
    contents: &mut C,
    state: &mut ParserState,
) -> Result<(), C::Stop> {
    if state.openings.pop().is_none() {
        return stray_bracket(cursor, contents);
    }
    match (state.skipping, state.reason) {
        (0, _) | (1, SkipReason::Error) if state.entered > 0 => {
            state.skipping = 0;
            state.entered -= 1;
            contents.end_variation(true)
        }
        (1, SkipReason::Unwanted) => {
            state.skipping = 0;
            contents.end_variation(false)
        }
        (depth, _) => {
            state.skipping = depth.saturating_sub(1);
            Ok(())
        }
    }
}

/// Skips a variation where no tree is read. Returns `false` if it is unclosed.
#[inline(never)]
pub(super) fn skip_variation<B: Backend, C: Contents>(
    backend: B,
    cursor: &mut Cursor<'_>,
    contents: &mut C,
    state: &mut ParserState,
) -> Result<bool, C::Stop> {
    let opening = cursor.pos() - 1;
    let is_early = !contents.has_moves() && state.skipping == 0;
    if is_early && state.ignores_early(backend, cursor) {
        report(contents, Kind::EarlyVariation, opening, b"(", UNCLOSED_EARLY_VARIATION)?;
        return Ok(true);
    }
    if is_early {
        report(contents, Kind::EarlyVariation, opening, b"(", EARLY_VARIATION)?;
    }
    let (kind, reason) = match cursor.skip_variation(backend) {
        VariationEnd::Closed => return Ok(true),
        VariationEnd::Unclosed => (Kind::UnclosedVariation, UNCLOSED_VARIATION),
        VariationEnd::UnclosedComment => (Kind::UnclosedComment, UNCLOSED_COMMENT),
    };
    report(contents, kind, opening, b"(", reason)?;
    Ok(false)
}
