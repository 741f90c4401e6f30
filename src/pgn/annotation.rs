//! What comments say of a move that a reader keeps only when it is asked to: how long the player
//! thought, what is drawn on the board.

use super::arrow::read_arrows;
use super::comment::{NO_CLOCK, tcec_move_time, time};
use super::dialect::CommentStyle;
use super::record::Record;

/// What is kept of comments beside evaluations and clocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Annotations {
    /// How long the mover thought, from `%emt` commands.
    pub emts: bool,
    /// Arrows and coloured squares, from `%cal` and `%csl` commands.
    pub arrows: bool,
}

impl Annotations {
    /// Nothing else.
    pub const NONE: Annotations = Annotations { emts: false, arrows: false };

    /// Whether anything is.
    #[inline(always)]
    pub fn any(self) -> bool {
        self.emts | self.arrows
    }
}

impl Record {
    /// Takes down what is wanted of a comment after the last move, given with its closing brace. Of times
    /// the first counts, arrows are all kept.
    #[inline(never)]
    pub(super) fn annotate(&mut self, comment: &[u8], wanted: Annotations, style: CommentStyle) {
        let ply = self.moves.len();
        let Some(last) = ply.checked_sub(1) else { return };
        let mut emt = NO_CLOCK;
        for at in memchr::memmem::find_iter(comment, b"[%") {
            let Some((name, rest)) = comment.get(at + 2..).and_then(<[u8]>::split_first_chunk)
            else {
                break;
            };
            let Some(argument) = after_blank(rest) else { continue };
            match name {
                b"emt" if wanted.emts && emt == NO_CLOCK => {
                    emt = time(argument).map_or(NO_CLOCK, |(millis, _)| millis);
                }
                b"csl" | b"cal" if wanted.arrows => {
                    let end = memchr::memchr2(b']', b'[', argument);
                    let list = end
                        .filter(|&end| argument.get(end) == Some(&b']'))
                        .and_then(|end| read_arrows(argument.get(..end)?));
                    self.arrows.extend(list.into_iter().flatten().map(|arrow| (last, arrow)));
                }
                _ => {}
            }
        }
        if wanted.emts && emt == NO_CLOCK && style == CommentStyle::Tcec {
            emt = tcec_move_time(comment);
        }
        Record::note(&mut self.emts, ply, emt, NO_CLOCK);
    }
}

/// What follows the blank after a command's name: one blank, or a line's end.
fn after_blank(text: &[u8]) -> Option<&[u8]> {
    match text {
        [b'\r', b'\n', rest @ ..] => Some(rest),
        [first, rest @ ..] if first.is_ascii_whitespace() => Some(rest),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::games::{Games, ReadOptions, Source};
    use crate::pgn::{Annotations, CommentStyle, Dialect, NO_CLOCK};

    fn read(text: &str, annotations: Annotations, comments: CommentStyle) -> Games {
        let source =
            Source::Stream("t".to_owned(), Box::new(std::io::Cursor::new(text.to_owned())));
        let dialect = Dialect { annotations, comments, ..Dialect::default() };
        let options = ReadOptions { dialect, ..ReadOptions::default() };
        Games::from_pgn(vec![source], options, |_| {}).unwrap()
    }

    const ALL: Annotations = Annotations { emts: true, arrows: true };

    fn emts(text: &str) -> Option<Vec<i32>> {
        read(text, ALL, CommentStyle::Standard).emts().map(<[i32]>::to_vec)
    }

    fn arrows(text: &str) -> String {
        let games = read(text, ALL, CommentStyle::Standard);
        let game = games.game(0).unwrap();
        let ply = |ply| game.arrows(ply).map(|arrow| arrow.to_string()).collect::<Vec<_>>();
        let plies: Vec<String> = (0..game.moves().len()).map(|n| ply(n).join(" ")).collect();
        plies.join("|")
    }

    #[test]
    fn times() {
        assert_eq!(
            emts("1. e4 {[%emt 0:00:01.5]} e5 {[%emt 1:00:00 ]} *"),
            Some(vec![1500, 3_600_000])
        );
        assert_eq!(
            emts("1. e4 e5 {x [%clk 0:00:01][%emt\n0:00:02] y} *"),
            Some(vec![NO_CLOCK, 2000])
        );
        // the first that can be read counts, in whichever comment
        assert_eq!(emts("1. e4 {[%emt x] [%emt 0:00:01]} {[%emt 0:00:02]} *"), Some(vec![1000]));
        for nothing in [
            "{[%emt 0:00:01]} 1. e4 *",
            "1. e4 {[%emtx 0:00:01]} *",
            "1. e4 {[%emt 0:1]} *",
            "1. e4 ([%emt 0:00:01]) ( 1. d4 {[%emt 0:00:01]} ) *",
            "1. e4 {[%emt 0:00:01} *",
        ] {
            assert_eq!(emts(nothing), None, "{nothing}");
        }
        let tcec = "1. e4 {d=1, mt=1234, tl=99, wv=0.10} e5 {book, mt=0} Nf3 {mt=x, tl=5} *";
        let games = read(tcec, ALL, CommentStyle::Tcec);
        assert_eq!(games.emts(), Some(&[1234, 0, NO_CLOCK][..]));
        assert_eq!(games.clocks(), Some(&[99, NO_CLOCK, 5][..]));
    }

    #[test]
    fn drawings() {
        assert_eq!(
            arrows("1. e4 {[%csl Ge4,Rd5] a [%cal Ye2e4]} e5 {[%cal Ba1h8]} {[%csl Gh8]} *"),
            "Ge4 Rd5 Ye2e4|Ba1h8 Gh8"
        );
        // a list that cannot be read as a whole is no list
        assert_eq!(
            arrows(
                "1. e4 {[%csl Ge4,Xd5][%cal ][%csl Ge9][%cal Ge2e4 ][%csl Gd4} e5 {[%csl\tRa1]} *"
            ),
            "|Ra1"
        );
        assert_eq!(arrows("{[%csl Ge4]} 1. e4 (1. d4 {[%csl Ge4]}) e5 *"), "|");
    }

    #[test]
    fn nothing_that_nobody_asked_for() {
        let text = "1. e4 {[%emt 0:00:01] [%csl Ge4] [%clk 0:00:09]} *";
        let games = read(text, Annotations::NONE, CommentStyle::Standard);
        assert_eq!(
            (games.emts(), games.arrow_bits(), games.clocks()),
            (None, None, Some(&[9000][..]))
        );
        let games =
            read(text, Annotations { arrows: true, ..Annotations::NONE }, CommentStyle::Standard);
        assert_eq!((games.emts(), games.arrow_bits()), (None, Some(&[28 | 28 << 6][..])));
    }
}
