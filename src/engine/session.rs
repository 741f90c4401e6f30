//! A conversation with one engine.

use std::time::{Duration, Instant};

use super::failure::{Failure, Watch};
use super::process::Process;
use super::task::{Settings, Task};
use super::uci::Info;
use crate::notation::fen::{self, CastlingStyle, EnPassantStyle};
use crate::notation::uci;
use crate::position::Position;
use crate::types::Move;

/// The longest time to `uciok`.
const START_TIME: Duration = Duration::from_secs(10);
/// The longest time from `stop` to `bestmove`.
const STOP_TIME: Duration = Duration::from_millis(100);
/// The largest number of options of an engine.
const MAX_OPTIONS: usize = 10_000;

/// The name, author and options of an engine.
#[derive(Clone, Default, Debug)]
pub struct Identity {
    /// Its name.
    pub name: String,
    /// Its author.
    pub author: String,
    /// Its options: what follows `option`.
    pub options: Vec<String>,
}

impl Identity {
    pub(super) fn has(&self, option: &str) -> bool {
        let start = format!("name {option} type ");
        self.options.iter().any(|text| {
            text.get(..start.len()).is_some_and(|text| text.eq_ignore_ascii_case(&start))
        })
    }
}

/// The result of a search.
#[derive(Clone, Default, Debug)]
pub struct Answer {
    /// The reports, for each of the best lines of play.
    pub infos: Vec<Info>,
    /// The best move.
    pub best: Option<Move>,
    /// The expected answer.
    pub ponder: Option<Move>,
}

/// An engine that runs.
pub(super) struct Session {
    process: Process,
    pub(super) identity: Identity,
    chess960: bool,
    multipv: usize,
    /// The number of the options that were sent.
    pub(super) options_sent: usize,
}

impl Session {
    /// Starts a program, and waits for `uciok`.
    pub(super) fn start(
        words: &[String],
        is_canceled: &dyn Fn() -> bool,
        started: impl Fn(u32),
    ) -> Result<Session, Failure> {
        let mut process = Process::start(words).map_err(Failure::Start)?;
        started(process.pid());
        let watch = Watch { deadline: Some(Instant::now() + START_TIME), is_canceled };
        let mut identity = Identity::default();
        let late = || {
            let seconds = START_TIME.as_secs();
            Failure::Broken(format!("no answer within {seconds} seconds: is it a UCI engine?"))
        };
        process.write("uci\n", &watch)?;
        loop {
            let line = process.line(&watch).map_err(|failure| match failure {
                Failure::Timeout => late(),
                other => other,
            })?;
            match line.split_once(' ').unwrap_or((&line, "")) {
                ("uciok", _) => break,
                ("id", text) => match text.split_once(' ') {
                    Some(("name", name)) => identity.name = name.into(),
                    Some(("author", author)) => identity.author = author.into(),
                    _ => {}
                },
                ("option", text) if identity.options.len() < MAX_OPTIONS => {
                    identity.options.push(text.to_owned());
                }
                _ => {}
            }
        }
        Ok(Session { process, identity, chess960: false, multipv: 1, options_sent: 0 })
    }

    /// Searches a position, after the lines that set options.
    pub(super) fn search(
        &mut self,
        task: &Task,
        settings: &Settings,
        options: String,
        is_canceled: &dyn Fn() -> bool,
    ) -> Result<Answer, Failure> {
        let deadline = settings.time.map(|time| Instant::now() + time);
        let watch = Watch { deadline, is_canceled };
        let text = self.request(task, settings, options)?;
        self.process.write(&text, &watch)?;
        self.answer(&task.position, settings.multipv, &watch).map_err(|failure| match failure {
            Failure::Canceled if self.stop() => Failure::Stopped,
            other => other,
        })
    }

    /// Returns the commands of a search, and of the options that it needs, after others.
    fn request(
        &mut self,
        task: &Task,
        settings: &Settings,
        mut text: String,
    ) -> Result<String, Failure> {
        use std::fmt::Write;

        let option = |text: &mut String, name: &str, value: &dyn std::fmt::Display| {
            if !self.identity.has(name) {
                return Err(Failure::Broken(format!("it does not support option {name}")));
            }
            let _ = writeln!(text, "setoption name {name} value {value}");
            Ok(())
        };
        if task.chess960 != self.chess960 {
            option(&mut text, "UCI_Chess960", &task.chess960)?;
        }
        if settings.multipv != self.multipv {
            option(&mut text, "MultiPV", &settings.multipv)?;
        }
        (self.chess960, self.multipv) = (task.chess960, settings.multipv);
        if settings.new_game {
            text.push_str("ucinewgame\n");
        }
        // what the engine writes before `readyok` is of an earlier search
        text.push_str("isready\n");
        match &task.text {
            Some(position) => text.push_str(position),
            None => {
                let _ = write!(text, "position fen {}", fen_of(&task.position, task.chess960));
            }
        }
        let _ = writeln!(text, "\ngo {}", settings.go);
        Ok(text)
    }

    /// Reads the reports until `bestmove`.
    fn answer(
        &mut self,
        position: &Position,
        multipv: usize,
        watch: &Watch<'_>,
    ) -> Result<Answer, Failure> {
        let mut answer = Answer::default();
        while self.process.line(watch)? != "readyok" {}
        loop {
            let line = self.process.line(watch)?;
            match line.split_once(' ').unwrap_or((&line, "")) {
                ("info", text) => {
                    let info = Info::read(text);
                    let n = info.line();
                    if n < multipv {
                        if n >= answer.infos.len() {
                            answer.infos.resize(n + 1, Info::default());
                        }
                        answer.infos[n].update(info);
                    }
                }
                ("bestmove", text) => {
                    let mut words = text.split_ascii_whitespace();
                    let best = words.next().filter(|word| !is_no_move(word));
                    if let Some(best) = best {
                        let illegal = |error| Failure::Broken(format!("illegal bestmove: {error}"));
                        answer.best = Some(uci::read(position, best).map_err(illegal)?);
                    }
                    if let (Some(best), Some("ponder"), Some(ponder)) =
                        (answer.best, words.next(), words.next())
                    {
                        answer.ponder = uci::read(&position.after(best), ponder).ok();
                    }
                    return Ok(answer);
                }
                _ => {}
            }
        }
    }

    /// Stops the search; returns whether the engine did so in time.
    fn stop(&mut self) -> bool {
        let watch = Watch { deadline: Some(Instant::now() + STOP_TIME), is_canceled: &|| false };
        if self.process.write("stop\n", &watch).is_err() {
            return false;
        }
        while let Ok(line) = self.process.line(&watch) {
            if line.starts_with("bestmove") {
                return true;
            }
        }
        false
    }

    /// Ends the engine.
    pub(super) fn quit(self) {
        self.process.quit();
    }
}

fn is_no_move(word: &str) -> bool {
    matches!(word, "(none)" | "none" | "NONE" | "NULL" | "0000")
}

/// The FEN of a position as engines read it.
pub fn fen_of(position: &Position, chess960: bool) -> fen::FenText {
    let style = if chess960 { CastlingStyle::Shredder } else { CastlingStyle::XFen };
    fen::write_as(position, style, EnPassantStyle::Legal)
}
