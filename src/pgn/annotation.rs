//! Commands in comments: which cannot be read, and the optional annotations: move times (`%emt`),
//! arrows and colored squares, reports of engines.

use super::arrow::read_arrows;
use super::command_values::{
    EngineReport, argument, digits, is_named, resolve_mate, tcec_field, time,
};
use super::comment::Commands;
use super::cursor::Cursor;
use super::dialect::{Annotations, CommentStyle};
use super::game_record::GameRecord;
use crate::types::{Color, NO_CLOCK, NO_EVAL};

impl GameRecord {
    /// Stores the wanted annotations of a comment after the last move: the first move time, and all
    /// arrows. Returns whether a command is malformed.
    ///
    /// `comment` may have its closing brace.
    #[inline(never)]
    pub(super) fn annotate(
        &mut self,
        comment: &[u8],
        side_to_move: Color,
        wanted: Annotations,
        style: CommentStyle,
    ) -> bool {
        let ply = self.moves.len();
        let Some(last) = ply.checked_sub(1) else { return false };
        let (mut move_time, mut is_malformed) = (NO_CLOCK, false);
        for at in memchr::memmem::find_iter(comment, b"[%") {
            let command = comment.get(at + 2..).unwrap_or_default();
            let argument = || argument(command.get(3..)?).map(|(text, _)| text);
            if wanted.move_times && is_named(command, *b"emt") {
                match argument().and_then(time) {
                    Some(millis) if move_time == NO_CLOCK => move_time = millis,
                    found => is_malformed |= found.is_none(),
                }
            } else if wanted.arrows && is_of_arrows(command) {
                match argument().and_then(read_arrows) {
                    Some((arrows, unknown)) => {
                        self.arrows.extend(arrows.into_iter().map(|arrow| (last, arrow)));
                        is_malformed |= unknown > 0;
                    }
                    None => is_malformed = true,
                }
            }
        }
        if wanted.move_times && move_time == NO_CLOCK && style == CommentStyle::Tcec {
            let millis = tcec_field(comment, b"mt=").and_then(digits);
            move_time = millis.map_or(NO_CLOCK, |(millis, _)| millis);
        }
        if wanted.engine
            && let Some(report) = EngineReport::read(comment)
        {
            let eval = if side_to_move == Color::Black { report.eval } else { -report.eval };
            let eval = resolve_mate(eval, side_to_move);
            GameRecord::set_value(&mut self.evals, ply, eval, NO_EVAL);
            if move_time == NO_CLOCK {
                move_time = report.millis.unwrap_or(NO_CLOCK);
            }
        }
        GameRecord::set_value(&mut self.move_times, ply, move_time, NO_CLOCK);
        is_malformed
    }
}

fn is_of_arrows(command: &[u8]) -> bool {
    is_named(command, *b"csl") || is_named(command, *b"cal")
}

/// Calls `report` for each command of a comment that cannot be read, with its index, its text and
/// the reason: clocks, evaluations, and the wanted annotations.
#[cold]
pub(super) fn malformed_commands<E>(
    comment: &[u8],
    wanted: Annotations,
    mut report: impl FnMut(usize, &[u8], &str) -> Result<(), E>,
) -> Result<(), E> {
    for at in memchr::memmem::find_iter(comment, b"[%") {
        let command = comment.get(at + 2..).unwrap_or_default();
        let argument = || argument(command.get(3..)?).map(|(text, _)| text);
        let mut commands = Commands::NONE;
        Cursor::new(command, 0).command(&mut commands);
        let reason = if commands.malformed {
            if is_named(command, *b"clk") { TIME_FORMAT } else { EVALUATION_FORMAT }
        } else if wanted.move_times
            && is_named(command, *b"emt")
            && argument().and_then(time).is_none()
        {
            TIME_FORMAT
        } else if wanted.arrows && is_of_arrows(command) {
            match argument().and_then(read_arrows) {
                None => ARROW_FORMAT,
                Some((_, 0)) => continue,
                Some(_) => ARROW_COLOR,
            }
        } else {
            continue;
        };
        let text = comment.get(at..).unwrap_or_default();
        let token = match memchr::memchr2(b']', b'}', text) {
            Some(end) if text.get(end) == Some(&b']') => text.get(..=end),
            Some(end) => text.get(..end),
            None => None,
        };
        report(at, token.unwrap_or(text), reason)?;
    }
    Ok(())
}

const TIME_FORMAT: &str = "expected a time h:mm:ss";
const EVALUATION_FORMAT: &str =
    "expected an evaluation in pawns, such as 0.17, or mate in moves, such as #-3";
const ARROW_FORMAT: &str = "expected a list of colors and squares, such as Gd4,Re2e4";
const ARROW_COLOR: &str =
    "expected the colors G, R, Y and B; other arrows and squares are not kept";

#[cfg(test)]
mod tests {
    use crate::games::{GameErrorKind, Games};
    use crate::io::{ReadOptions, Source};
    use crate::pgn::{Annotations, CommentStyle, Dialect, PgnErrorKind};
    use crate::types::NO_CLOCK;

    fn read(text: &str, annotations: Annotations, comments: CommentStyle) -> Games {
        let source =
            Source::Stream("t".to_owned(), Box::new(std::io::Cursor::new(text.to_owned())), None);
        let dialect = Dialect { annotations, comments, ..Dialect::default() };
        let options = ReadOptions { dialect, ..ReadOptions::default() };
        Games::from_pgn(vec![source], options, |_| {}).unwrap()
    }

    const ALL: Annotations = Annotations { engine: false, ..Annotations::ALL };

    fn move_times(text: &str) -> Option<Vec<i32>> {
        read(text, ALL, CommentStyle::Standard).move_times().map(<[i32]>::to_vec)
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
            move_times("1. e4 {[%emt 0:00:01.5]} e5 {[%emt 1:00:00 ]} *"),
            Some(vec![1500, 3_600_000])
        );
        assert_eq!(
            move_times("1. e4 e5 {x [%clk 0:00:01][%emt\n0:00:02] y} *"),
            Some(vec![NO_CLOCK, 2000])
        );
        // the first valid one counts, in any of the comments
        assert_eq!(
            move_times("1. e4 {[%emt x] [%emt 0:00:01]} {[%emt 0:00:02]} *"),
            Some(vec![1000])
        );
        for nothing in [
            "{[%emt 0:00:01]} 1. e4 *",
            "1. e4 {[%emtx 0:00:01]} *",
            "1. e4 {[%emt 0:1]} *",
            "1. e4 ([%emt 0:00:01]) ( 1. d4 {[%emt 0:00:01]} ) *",
            "1. e4 {[%emt 0:00:01} *",
        ] {
            assert_eq!(move_times(nothing), None, "{nothing}");
        }
        let tcec = "1. e4 {d=1, mt=1234, tl=99, wv=0.10} e5 {book, mt=0} Nf3 {mt=x, tl=5} *";
        let games = read(tcec, ALL, CommentStyle::Tcec);
        assert_eq!(games.move_times(), Some(&[1234, 0, NO_CLOCK][..]));
        assert_eq!(games.clocks(), Some(&[99, NO_CLOCK, 5][..]));
    }

    #[test]
    fn arrows_and_squares() {
        assert_eq!(
            arrows("1. e4 {[%csl Ge4,Rd5] a [%cal Ye2e4]} e5 {[%cal Ba1h8]} {[%csl Gh8]} *"),
            "Ge4 Rd5 Ye2e4|Ba1h8 Gh8"
        );
        // unknown colors are skipped; a list with another invalid item is ignored as a whole
        assert_eq!(
            arrows(
                "1. e4 {[%csl Ge4,Xd5][%cal ][%csl Ge9,Gd4][%cal Ge2e4 ][%csl Gd4} e5 {[%csl\tRa1]} *"
            ),
            "Ge4 Ge2e4|Ra1"
        );
        assert_eq!(arrows("{[%csl Ge4]} 1. e4 (1. d4 {[%csl Ge4]}) e5 *"), "|");
    }

    /// Returns the ply, token and a word of the reason of each warning about a text.
    fn malformed(text: &str, annotations: Annotations) -> Vec<String> {
        let games = read(text, annotations, CommentStyle::Standard);
        assert_eq!(games.errors(), [], "{text}");
        let warnings = games.warnings().iter().map(|warning| {
            assert_eq!(warning.kind, GameErrorKind::Pgn(PgnErrorKind::MalformedCommand), "{text}");
            let begin = text.lines().nth(warning.line as usize - 1).unwrap();
            let token = warning.token.lines().next().unwrap();
            assert!(begin[warning.column as usize - 1..].starts_with(token), "{warning}");
            format!(
                "{} {} {}",
                warning.ply,
                warning.token,
                warning.reason.split(' ').nth(2).unwrap()
            )
        });
        warnings.collect()
    }

    #[test]
    fn malformed_commands_are_reported() {
        for (text, expected) in [
            ("1. e4 {[%clk 3:00]} e5 *", &["1 [%clk 3:00] time"][..]),
            ("1. e4 { [%clk 3:00] } e5 *", &["1 [%clk 3:00] time"]),
            (
                "1. e4 e5 { [%eval x] [%clk 0:03:00] } Nf3 {[%emt a] [%csl b]} *",
                &["2 [%eval x] evaluation", "3 [%emt a] time", "3 [%csl b] list"],
            ),
            (
                "1. e4 {good\n[%clk ?] [%eval] better [%clk 0:00:01} {[%cal Ge2}\n e5 {[%emt} *",
                &[
                    "1 [%clk ?] time",
                    "1 [%eval] evaluation",
                    "1 [%clk 0:00:01 time",
                    "1 [%cal Ge2 list",
                    "2 [%emt time",
                ],
            ),
            // not after a move, or another command
            ("{[%clk 3:00]} 1. e4 (1. d4 {[%clk 3:00]}) {[%clock 3:00] [%clk2 1] [%evalx]} *", &[]),
            ("1. e4 {[%emts 1] [%cslx 1] [%} *", &[]),
        ] {
            assert_eq!(malformed(text, ALL), expected, "{text}");
            let is_always_read = |it: &&&str| it.contains("[%clk") || it.contains("[%eval");
            let expected: Vec<_> = expected.iter().filter(is_always_read).copied().collect();
            assert_eq!(malformed(text, Annotations::NONE), expected, "{text}");
        }
        // a malformed command is ignored: the next one counts
        let games = read(
            "1. e4 {[%clk x] [%clk 0:00:09] [%eval y]} {[%eval 1]} *",
            ALL,
            CommentStyle::Standard,
        );
        assert_eq!((games.clocks(), games.evals()), (Some(&[9000][..]), Some(&[100][..])));
        assert_eq!(games.warning_count(), 2);
    }

    #[test]
    fn only_requested_annotations_are_kept() {
        let text = "1. e4 {[%emt 0:00:01] [%csl Ge4] [%clk 0:00:09]} *";
        let games = read(text, Annotations::NONE, CommentStyle::Standard);
        assert_eq!(
            (games.move_times(), games.arrows(), games.clocks()),
            (None, None, Some(&[9000][..]))
        );
        let games =
            read(text, Annotations { arrows: true, ..Annotations::NONE }, CommentStyle::Standard);
        assert_eq!(games.move_times(), None);
        assert_eq!(games.arrows().unwrap().items(), &[28 | 28 << 6]);
    }
}
