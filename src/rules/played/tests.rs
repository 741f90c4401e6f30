//! Tests of whole games, by article of the Laws.

mod adjourn;
mod draws;
mod json;
mod losses;
mod time;

use super::*;
use crate::notation::fen;
use crate::notation::language::Language;
use crate::notation::uci;
use crate::rules::{ClockError, Score, Termination};
use crate::unwinnable::Budget;

/// Black has a bare king.
const BARE: &str = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";

const QUICK: Budget = Budget::Full { nodes: 10_000 };

fn from(fen: &str, rules: RuleSet) -> PlayedGame {
    PlayedGame::new(Game::new(fen::read(fen).unwrap()), rules)
}

fn m(game: &PlayedGame, text: &str) -> Move {
    uci::read(game.position(), text).unwrap()
}

fn play(game: &mut PlayedGame, texts: &str) {
    for text in texts.split_whitespace() {
        let m = m(game, text);
        game.push(m).unwrap();
    }
}

fn timed(text: &str) -> PlayedGame {
    let control: TimeControl = text.parse().unwrap();
    PlayedGame::default().with_time(control.clone(), control)
}

fn adjourned() -> PlayedGame {
    let mut game = timed("40/7200:3600");
    for (text, spent) in [("e2e4", 60_000), ("e7e5", 5_500), ("g1f3", 10_000), ("b8c6", 0)] {
        let m = m(&game, text);
        game.push_timed(m, spent, QUICK).unwrap();
    }
    game.irregularity(Color::White, 4, Irregularity::NoMove, QUICK).unwrap();
    game.offer_draw(Color::Black).unwrap();
    game
}

/// 4.3: touch-move.
#[test]
fn touch_move() {
    let mut game = PlayedGame::default();
    assert_eq!(
        game.touch(Square::E4),
        Err(PlayError::EmptySquare(crate::rules::EmptySquare(Square::E4)))
    );
    game.touch(Square::E2).unwrap();
    let other = m(&game, "d2d4");
    assert_eq!(game.push(other), Err(PlayError::TouchMove(other)));
    assert_eq!(game.game().len(), 0);
    play(&mut game, "e2e3 d7d5");
    assert!(game.touched.is_empty());
}
