//! `san_uci_edge.json`, and the games of `seed_games.json`.

use enroque::notation::language::Language;
use enroque::notation::san::SanErrorKind;
use enroque::notation::style::MoveStyle;
use enroque::notation::uci::{CastlingDialect, UciErrorKind};
use enroque::notation::{fen, san, uci};
use enroque::position::Position;

use super::{cases, position, rules_json, text};

#[test]
fn san_of_a_move() {
    let data = rules_json("san_uci_edge.json");
    for case in cases(&data, "san", 73) {
        let id = text(case, "id");
        let position = position(text(case, "fen"));
        let m = uci::read(&position, text(case, "uci")).unwrap();
        assert_eq!(san::write(&position, m).as_str(), text(case, "san"), "{id}");
        assert_eq!(san::read(&position, text(case, "san")), Ok(m), "{id}");
        assert_eq!(san::read(&position, text(case, "lan_hyphen")), Ok(m), "{id}: long form");
        // in the FIDE form in Spanish and in long form; PGN export form accepts no deviation
        let spanish = Language::from_code("es").unwrap();
        let laws = MoveStyle { language: spanish, ..MoveStyle::FIDE };
        assert_eq!(laws.write(&position, m), text(case, "fide_es"), "{id}");
        assert_eq!(spanish.read(&position, text(case, "fide_es")), Ok(m), "{id}");
        let long = MoveStyle { long: true, ..MoveStyle::SAN };
        assert_eq!(long.write(&position, m), text(case, "lan_hyphen"), "{id}");
        let (_, deviations) = san::read_reporting(&position, text(case, "san")).unwrap();
        assert!(deviations.is_empty(), "{id}: {deviations}");
        assert_eq!(san::read_strict(&position, text(case, "san")), Ok(m), "{id}");
        assert_eq!(fen::write(&position.after(m)).as_str(), text(case, "fen_after"), "{id}");
        let dialect = match case["chess960"].as_bool().unwrap() {
            true => CastlingDialect::Chess960,
            false => CastlingDialect::Standard,
        };
        assert_eq!(uci::write(&position, m, dialect).as_str(), text(case, "uci"), "{id}");
    }
}

#[test]
fn san_tokens() {
    let data = rules_json("san_uci_edge.json");
    for case in cases(&data, "tokens", 42) {
        let token = text(case, "token");
        let position = position(text(case, "fen"));
        let found = san::read(&position, token);
        match case["lenient"].as_str() {
            Some(expected) => {
                let m = found.unwrap_or_else(|error| panic!("{error}"));
                let written = uci::write(&position, m, CastlingDialect::Standard);
                assert_eq!(written.as_str(), expected, "{token}");
                // reported as a deviation exactly if it is not the standard spelling
                let (_, deviations) = san::read_reporting(&position, token).unwrap();
                let is_standard = san::write(&position, m).as_str() == token;
                assert_eq!(deviations.is_empty(), is_standard, "{token}: {deviations}");
                assert_eq!(san::read_strict(&position, token).is_ok(), is_standard, "{token}");
            }
            None => {
                let kind = found.unwrap_err().kind;
                let expected = match text(case, "python_chess") {
                    "error:AmbiguousMoveError" => SanErrorKind::Ambiguous,
                    "error:IllegalMoveError" => SanErrorKind::Illegal,
                    "error:InvalidMoveError" => SanErrorKind::Syntax,
                    other => panic!("{token}: python-chess reads it as {other}"),
                };
                assert_eq!(kind, expected, "{token}");
            }
        }
    }
}

/// UCI is parsed as strictly as in python-chess; deviations are accepted in SAN only.
#[test]
fn uci_tokens() {
    let data = rules_json("san_uci_edge.json");
    for case in cases(&data, "uci", 25) {
        let token = text(case, "token");
        let position = position(text(case, "fen"));
        let found = uci::read(&position, token);
        match text(case, "python_chess_960") {
            "error:InvalidMoveError" => {
                assert_eq!(found.unwrap_err().kind, UciErrorKind::Syntax, "{token}");
            }
            "error:IllegalMoveError" => {
                assert_eq!(found.unwrap_err().kind, UciErrorKind::Illegal, "{token}");
            }
            // python-chess has a null move object
            "0000" => assert_eq!(found.unwrap_err().kind, UciErrorKind::Null),
            expected => {
                let m = found.unwrap_or_else(|error| panic!("{error}"));
                let written = uci::write(&position, m, CastlingDialect::Chess960);
                assert_eq!(written.as_str(), expected, "{token}");
                // reported as a deviation exactly if it is not the standard spelling
                let (_, deviations) = san::read_reporting(&position, token).unwrap();
                let is_standard = san::write(&position, m).as_str() == token;
                assert_eq!(deviations.is_empty(), is_standard, "{token}: {deviations}");
                assert_eq!(san::read_strict(&position, token).is_ok(), is_standard, "{token}");
            }
        }
    }
}

/// Plays a game by SAN and checks each move against its UCI.
fn play(sans: &[&str], ucis: Option<&str>) -> Position {
    let mut position = Position::standard();
    let mut ucis = ucis.map(str::split_whitespace);
    for token in sans {
        let m = san::read(&position, token).unwrap_or_else(|error| panic!("{error}"));
        if let Some(ucis) = &mut ucis {
            let written = uci::write(&position, m, CastlingDialect::Standard);
            assert_eq!(Some(written.as_str()), ucis.next());
        }
        position.play_unchecked(m);
    }
    assert!(ucis.is_none_or(|mut rest| rest.next().is_none()));
    position
}

#[test]
fn games_of_the_laws() {
    let data = rules_json("seed_games.json");
    for game in cases(&data, "games", 3) {
        let id = text(game, "id");
        if id == "laws-2023-C13-long" {
            continue; // the long form of appendix C: see languages.rs
        }
        let sans: Vec<&str> = text(game, "san").split_whitespace().collect();
        let last = play(&sans, game["uci"].as_str());
        assert_eq!(fen::write(&last).as_str(), text(game, "final_fen"), "{id}");
    }
}
