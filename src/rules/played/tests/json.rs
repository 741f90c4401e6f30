//! Saving games.

use super::*;

#[test]
fn saved_games_round_trip() {
    let mut claimed = adjourned();
    let announced = m(&claimed, "f1b5");
    claimed.claim_draw(Color::White, Claim::FiftyMoves, Some(announced)).unwrap();
    let mut touched = PlayedGame::default();
    touched.touch(Square::G1).unwrap();
    let mut resigned = PlayedGame::new(
        Game::new(crate::chess960::position(0).unwrap()),
        RuleSet { automatic_repetitions: Some(4), ..RuleSet::LICHESS },
    );
    resigned.resign(Color::Black, QUICK).unwrap();
    for game in [PlayedGame::default(), adjourned(), claimed, touched, resigned] {
        let text = game.to_json().unwrap();
        let read = PlayedGame::from_json(&text).unwrap();
        assert_eq!(read.to_json().unwrap(), text);
        assert_eq!((read.outcome(), read.rules()), (game.outcome(), game.rules()));
        assert_eq!((read.must_play, &read.touched), (game.must_play, &game.touched));
        assert_eq!(read.events(), game.events());
    }
    let mut running = timed("60");
    running.start_clock(0).unwrap();
    let is_running = PlayError::Clock(ClockError::Running);
    assert_eq!(running.to_json(), Err(is_running.clone()));
    assert_eq!(running.push(m(&running, "e2e4")), Err(is_running.clone()));
    assert_eq!(running.seal("e4", Language::ENGLISH, None), Err(is_running));
    running.stop_clock(10_000).unwrap();
    running.push_timed(m(&running, "e2e4"), 0, QUICK).unwrap();
    assert_eq!(running.clock().unwrap().left(Color::White), 50_000);
}

/// Kings and rooks of 18 Chess960 positions are on the standard squares, so the game must store the
/// variant.
#[test]
fn chess960_is_kept() {
    for number in [518, 693] {
        let start = Game::new(crate::chess960::position(number).unwrap());
        let standard = PlayedGame::new(start, RuleSet::FIDE2023);
        let game = standard.clone().with_chess960(true);
        for (game, is_chess960) in [(standard, false), (game, true)] {
            let read = PlayedGame::from_json(&game.to_json().unwrap()).unwrap();
            assert_eq!(read.is_chess960(), is_chess960);
            let tags = read.pgn_tags();
            assert_eq!(tags.iter().any(|tag| tag.1 == "Chess960"), is_chess960);
            assert_eq!(tags.iter().any(|tag| tag.0 == "FEN"), is_chess960 || number == 693);
        }
    }
    let other = Game::new(crate::chess960::position(0).unwrap());
    assert!(PlayedGame::new(other, RuleSet::FIDE2023).is_chess960());
}

#[test]
fn errors_of_damaged_games() {
    let text = adjourned().to_json().unwrap();
    for (from, to, path) in [
        ("enroque played game", "another", ""),
        ("\"version\":2", "\"version\":7", "version"),
        ("\"g1f3\"", "\"g1f4\"", "moves[2]"),
        ("\"g1f3\"", "5", "moves[2]"),
        ("fide2023", "fide1492", "rules.name"),
        ("\"automatic_repetitions\":5", "\"automatic_repetitions\":1", "rules"),
        ("\"winnability\":\"laws\"", "\"winnability\":\"luck\"", "rules.winnability"),
        ("\"40/7200:3600\",", "\"soon\",", "controls[0]"),
        ("\"no_move\"", "\"nap\"", "events[0].kind"),
        ("\"period\":0", "\"period\":9", "clock"),
        ("\"illegal\":[1,0]", "\"illegal\":[5,0]", "illegal"),
        ("\"kind\":\"no_move\"", "\"kind\":\"offer\"", "illegal"),
        ("\"ply\":4,", "\"ply\":999,", "events[0].ply"),
        (
            "\"outcome\":null",
            "\"outcome\":{\"termination\":\"CHECKMATE\",\"score\":[2,0]}",
            "outcome",
        ),
        (
            "\"outcome\":null",
            "\"outcome\":{\"termination\":\"AGREEMENT\",\"score\":[1,1]}",
            "events",
        ),
        ("\"turn\":\"white\"", "\"turn\":\"black\"", "clock.turn"),
        ("\"offer\":\"black\"", "\"offer\":\"red\"", "offer"),
        ("\"illegal\":[1,0]", "\"illegal\":[1]", "illegal"),
        ("\"illegal\":[1,0]", "\"illegal\":[1,-1]", "illegal[1]"),
        ("\"touched\":[]", "\"touched\":[\"e3\"]", "touched"),
        ("\"touched\":[]", "\"touched\":[\"e9\"]", "touched[0]"),
        ("\"must_play\":null", "\"must_play\":\"e1e5\"", "must_play"),
        ("\"must_play\":null", "\"must_play\":\"e1é5\"", "must_play"),
        (
            "\"outcome\":null",
            "\"outcome\":{\"termination\":\"AGREEMENT\",\"score\":[2,2]}",
            "outcome.score",
        ),
        (
            "\"sealed\":null",
            "\"sealed\":{\"by\":\"black\",\"text\":\"\",\"notation\":\"algebraic\",\"language\":\"en\"}",
            "sealed",
        ),
    ] {
        assert!(text.contains(from), "{from} in {text}");
        let error = PlayedGame::from_json(&text.replacen(from, to, 1)).unwrap_err();
        assert_eq!(error.path, path, "{error}");
    }
    for text in ["", "{", "[]", "null", &"[".repeat(100_000)] {
        assert_eq!(PlayedGame::from_json(text).unwrap_err().path, "");
    }
}
