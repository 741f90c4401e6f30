//! Several comments at one place of the movetext, `{a} {b}`: one text, and where it is divided.

use super::{NodeId, Tree};

/// The location of a comment of a node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CommentPlace {
    /// After the move; of the root, before the first move.
    AfterMove,
    /// Before the move, at the start of a variation.
    BeforeMove,
}

impl CommentPlace {
    pub(super) const ALL: [CommentPlace; 2] = [CommentPlace::AfterMove, CommentPlace::BeforeMove];
}

impl Tree {
    /// Returns the comments at a place, whose text is that of [`Tree::comment`] or
    /// [`Tree::starting_comment`].
    ///
    /// ```
    /// use enroque::pgn::tree::{CommentPlace, NodeId, read_game};
    /// let game = read_game(b"1. e4 {best} {by test} *");
    /// let e4 = game.tree.next(NodeId::ROOT).unwrap();
    /// assert_eq!(game.tree.comments(e4, CommentPlace::AfterMove), ["best", "by test"]);
    /// assert_eq!(game.tree.comment(e4), "best by test");
    /// ```
    pub fn comments(&self, id: NodeId, place: CommentPlace) -> Vec<&str> {
        let text = match place {
            CommentPlace::AfterMove => self.comment(id),
            CommentPlace::BeforeMove => self.starting_comment(id),
        };
        if text.is_empty() {
            return Vec::new();
        }
        let (mut comments, mut rest, mut start) = (Vec::new(), text, 0);
        for &space in self.splits.get(&(id, place)).into_iter().flatten() {
            let (comment, after) = rest.split_at(space - start);
            comments.push(comment);
            (rest, start) = (&after[1..], space + 1);
        }
        comments.push(rest);
        comments
    }

    /// Replaces the comments at a place; empty ones are omitted.
    pub fn set_comments<T: AsRef<str>>(&mut self, id: NodeId, place: CommentPlace, comments: &[T]) {
        let (mut text, mut spaces) = (String::new(), Vec::new());
        for comment in comments.iter().map(AsRef::as_ref).filter(|comment| !comment.is_empty()) {
            if !text.is_empty() {
                spaces.push(text.len());
                text.push(' ');
            }
            text.push_str(comment);
        }
        match place {
            CommentPlace::AfterMove => self.set_comment(id, text),
            CommentPlace::BeforeMove => self.set_starting_comment(id, text),
        }
        if !spaces.is_empty() {
            self.splits.insert((id, place), spaces);
        }
    }

    /// Appends to the comments after the move.
    pub(super) fn append_comment(&mut self, id: NodeId, comment: &str) {
        if comment.is_empty() {
            return;
        }
        let text = &mut self.notes_mut(id).comment;
        if !text.is_empty() {
            let space = text.len();
            text.push(' ');
            text.push_str(comment);
            self.splits.entry((id, CommentPlace::AfterMove)).or_default().push(space);
        } else {
            text.push_str(comment);
        }
    }
}
