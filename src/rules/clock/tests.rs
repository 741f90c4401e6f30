//! Clocks by the Laws and with values computed by hand.

use super::*;

fn clock(text: &str) -> Clock {
    let control = text.parse().unwrap();
    Clock::new(&control, &control).unwrap()
}

#[test]
fn increment_and_periods() {
    let mut clock = clock("2/100+10:50");
    for (spent, white) in [(30_000, 80_000), (20_000, 120_000), (100_000, 20_000)] {
        clock.spend(spent).unwrap();
        assert_eq!(clock.left(Color::White), white);
        clock.spend(0).unwrap();
    }
    // the second period has no increment
    assert_eq!(clock.left(Color::Black), 170_000);
    assert_eq!(clock.fallen(), None);
}

#[test]
fn a_last_period_with_moves_repeats() {
    let mut clock = clock("1/10");
    for _ in 0..6 {
        clock.spend(9_999).unwrap();
    }
    assert_eq!(clock.left(Color::White), 10_003);
}

#[test]
fn delay_is_not_kept() {
    let mut clock = clock("10d5");
    clock.spend(4_000).unwrap();
    clock.spend(5_001).unwrap();
    assert_eq!((clock.left(Color::White), clock.left(Color::Black)), (10_000, 9_999));
    clock.spend(14_999).unwrap();
    clock.spend(14_999).unwrap(); // exactly the delay and all that is left
    assert_eq!(clock.left(Color::White), 1);
    assert_eq!(clock.fallen(), Some(Color::Black));
    assert_eq!(clock.spend(0), Err(ClockError::FlagFell(Color::Black)));
}

#[test]
fn hourglass() {
    let mut clock = clock("*60");
    clock.spend(20_000).unwrap();
    assert_eq!((clock.left(Color::White), clock.left(Color::Black)), (40_000, 80_000));
    assert_eq!(clock.record(50_000), Ok(30_000));
    assert_eq!((clock.left(Color::White), clock.left(Color::Black)), (70_000, 50_000));
}

#[test]
fn recorded_clocks() {
    let mut clock = clock("180+2");
    assert_eq!(clock.record(180_000), Ok(2_000));
    assert_eq!(clock.record(182_000), Ok(0));
    let before = clock.clone();
    let error = clock.record(182_001).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the clock of white shows 182001 ms, but can show 182000 ms at most"
    );
    assert_eq!(clock, before);
}

#[test]
fn live() {
    let mut clock = clock("60d10");
    assert_eq!(clock.press(0), Err(ClockError::NotRunning));
    clock.start(1_000).unwrap();
    assert_eq!(clock.start(1_000), Err(ClockError::Running));
    assert_eq!(clock.spend(0), Err(ClockError::Running));
    assert_eq!(clock.falls_at(), Some(71_000));
    assert_eq!(clock.left_at(Color::White, 11_000), Ok(60_000));
    assert_eq!(clock.left_at(Color::White, 12_500), Ok(58_500));
    assert_eq!(clock.press(999), Err(ClockError::Backwards { before: 1_000, now: 999 }));
    clock.press(12_500).unwrap();
    assert_eq!(clock.turn(), Color::Black);
    assert_eq!(clock.left_at(Color::White, 20_000), Ok(58_500));
    clock.press(82_500).unwrap();
    assert_eq!(clock.fallen(), Some(Color::Black));
    assert_eq!((clock.left_at(Color::Black, 90_000), clock.falls_at()), (Ok(0), None));
    assert_eq!(clock.start(90_000), Err(ClockError::FlagFell(Color::Black)));
}

#[test]
fn stopped_and_resumed() {
    let control: TimeControl = "2/60d10:30".parse().unwrap();
    let mut clock = Clock::new(&control, &control).unwrap();
    clock.spend(15_000).unwrap();
    clock.start(0).unwrap();
    assert_eq!(clock.state(), Err(ClockError::Running));
    assert_eq!(clock.clone().stop(71_000).map(|()| 0), Ok(0));
    clock.stop(4_000).unwrap(); // within the delay
    assert_eq!(clock.left_at(Color::Black, 0), Ok(60_000));
    let state = clock.state().unwrap();
    assert_eq!(state.white, PlayerTime { period: 0, moves: 1, left: 55_000, used: 15_000 });
    let mut resumed = Clock::resume(&control, &control, &state).unwrap();
    assert_eq!(resumed, clock);
    resumed.start(1_000_000).unwrap();
    assert_eq!(resumed.falls_at(), Some(1_066_000));
    assert_eq!(resumed.left_at(Color::Black, 1_008_000), Ok(58_000));
    resumed.press(1_008_000).unwrap();
    assert_eq!((resumed.left(Color::White), resumed.left(Color::Black)), (55_000, 58_000));
    resumed.add(Color::White, 120_000);
    assert_eq!(resumed.left(Color::White), 175_000);
    resumed.stop(2_000_000).unwrap();
    assert_eq!(resumed.fallen(), Some(Color::White));
    let no_such = Err(ClockError::NoSuchState);
    for wrong in [
        ClockState { white: PlayerTime { period: 2, ..state.white }, ..state },
        ClockState { black: PlayerTime { moves: 2, ..state.black }, ..state },
        ClockState { fallen: Some(Color::White), ..state },
    ] {
        assert_eq!(Clock::resume(&control, &control, &wrong), no_such, "{wrong:?}");
    }
}

/// FIDE's glossary: an increment is added "from the start before each move".
#[test]
fn increments_from_the_start() {
    let mut clock = clock("2/100:50+10").with_increment_from_start();
    assert_eq!(clock.left(Color::White), 100_000); // the first period has none
    for _ in 0..4 {
        clock.spend(0).unwrap();
    }
    assert_eq!(clock.left(Color::White), 160_000); // the third move has its own before it
    let control: TimeControl = "5400+30".parse().unwrap();
    let mut clock = Clock::new(&control, &control).unwrap().with_increment_from_start();
    assert_eq!(clock.record(5_454_000), Ok(6_000));
    let resumed = Clock::resume(&control, &control, &clock.state().unwrap()).unwrap();
    assert_eq!(resumed, clock);
}

/// Without main time the first move can be made in its increment alone.
#[test]
fn increments_alone() {
    for mut clock in [clock("0+10"), clock("0+10").with_increment_from_start()] {
        clock.start(0).unwrap();
        clock.press(1).unwrap();
        assert_eq!((clock.fallen(), clock.left(Color::White)), (None, 19_999));
        clock.press(10_001).unwrap();
        assert_eq!(clock.fallen(), Some(Color::Black));
    }
}

#[test]
fn corrections() {
    let mut clock = clock("60+2");
    let error = ClockError::TooMuch { player: Color::White, most: 62_000, shown: 63_000 };
    assert_eq!(clock.record_within(63_000, 999), Err(error));
    assert_eq!(clock.record_within(63_000, 1_000), Ok(0));
    assert_eq!(clock.left(Color::White), 63_000);
    clock.spend(60_000).unwrap();
    assert_eq!((clock.fallen(), clock.left(Color::Black)), (Some(Color::Black), 0));
    clock.set_left(Color::Black, 30_000).unwrap();
    assert_eq!((clock.fallen(), clock.turn()), (None, Color::Black));
    clock.start(0).unwrap();
    let running = Err(ClockError::Running);
    assert_eq!((clock.set_left(Color::White, 1), clock.take_back()), (running, running));
    clock.stop(7_000).unwrap();
    clock.take_back().unwrap();
    assert_eq!((clock.turn(), clock.left(Color::Black)), (Color::White, 23_000));
    clock.take_back().unwrap(); // beyond the first: the counter stays
    clock.spend(0).unwrap();
    assert_eq!(clock.turn(), Color::White);
    // a period that repeats is one period after the other
    let mut clock = self::clock("1/10");
    for _ in 0..6 {
        clock.spend(0).unwrap();
    }
    for left in [40_000, 30_000, 30_000, 20_000, 20_000, 10_000, 10_000] {
        assert_eq!(clock.left(Color::Black), left);
        clock.take_back().unwrap();
    }
    assert_eq!((clock.left(Color::White), clock.left(Color::Black)), (10_000, 10_000));
}

#[test]
fn no_clock_without_limits() {
    let (timed, unlimited) = ("60".parse().unwrap(), "-".parse().unwrap());
    assert_eq!(Clock::new(&timed, &unlimited), None);
    let black = Clock::new(&timed, &timed).unwrap().with_turn(Color::Black);
    assert_eq!(black.turn(), Color::Black);
}
