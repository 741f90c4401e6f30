//! The clock and the board.

use super::*;

fn times(game: &PlayedGame) -> (Color, u64, u64) {
    let clock = game.clock().unwrap();
    (clock.turn(), clock.left(Color::White), clock.left(Color::Black))
}

/// 6.10.2: the clock's turn is always that of the board.
#[test]
fn the_clock_follows_the_board() {
    let mut game = timed("300+3");
    for text in ["e2e4", "e7e5", "g1f3", "b8c6"] {
        game.push_timed(m(&game, text), 10_000, QUICK).unwrap();
    }
    game.irregularity(Color::Black, 1, Irregularity::IllegalMove(None), QUICK).unwrap();
    // both keep their times, and White has a minute for the illegal move in blitz
    assert_eq!(times(&game), (Color::Black, 346_000, 286_000));
    game.push_timed(m(&game, "e7e5"), 20_000, QUICK).unwrap();
    assert_eq!(times(&game), (Color::White, 346_000, 269_000));
    // time used on an uncompleted move is not restored
    game.start_clock(0).unwrap();
    game.stop_clock(5_000).unwrap();
    game.irregularity(Color::Black, 1, Irregularity::NoMove, QUICK).unwrap();
    assert_eq!(times(&game), (Color::Black, 341_000, 269_000));

    let mut game = from("8/P6k/8/8/8/8/8/K7 w - - 0 1", RuleSet::FIDE2023);
    game = game.with_time("300+3".parse().unwrap(), "300+3".parse().unwrap());
    let queen = m(&game, "a7a8q");
    game.irregularity(Color::White, 0, Irregularity::UnpromotedPawn(queen), QUICK).unwrap();
    assert_eq!(times(&game), (Color::Black, 300_000, 360_000));
    game.push_timed(m(&game, "h7g7"), 20_000, QUICK).unwrap();
    assert_eq!(times(&game), (Color::White, 300_000, 343_000));

    let mut game = timed("300+3");
    game.seal("Nf3", Language::ENGLISH, None).unwrap();
    game.open_sealed(QUICK).unwrap();
    play(&mut game, "e7e5");
    assert_eq!(times(&game), (Color::White, 300_000, 300_000));
    game.set_left(Color::Black, 1_000).unwrap();
    assert_eq!(times(&game), (Color::White, 300_000, 1_000));
    assert_eq!(PlayedGame::default().set_left(Color::Black, 1), Err(PlayError::NoClock));
}

/// Moves taken back do not count for the time control.
#[test]
fn the_move_counter_follows_the_board() {
    let mut game = timed("2/100:50");
    play(&mut game, "g1f3 g8f6 f3g1 f6g8");
    assert_eq!(times(&game), (Color::White, 150_000, 150_000));
    game.irregularity(Color::White, 0, Irregularity::IllegalMove(None), QUICK).unwrap();
    assert_eq!(times(&game), (Color::White, 100_000, 160_000)); // the penalty of rapid and blitz
    play(&mut game, "g1f3 g8f6 f3g1");
    assert_eq!(times(&game), (Color::Black, 150_000, 160_000));
    play(&mut game, "f6g8");
    assert_eq!(times(&game), (Color::White, 150_000, 210_000));
}
