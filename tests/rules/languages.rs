//! `notation_locales.json`, and the games of `seed_games.json` in the letters they are printed in.

use enroque::notation::language::Language;
use enroque::notation::san::SanErrorKind;
use enroque::notation::{fen, san};
use enroque::position::Position;
use enroque::types::PieceType;

use super::{cases, shared_json, text};

#[test]
fn piece_letters() {
    let Some(data) = shared_json("notation_locales.json") else { return };
    let letters = data["letters"].as_object().unwrap();
    assert!(letters.len() >= 7);
    for (code, expected) in letters {
        let language = Language::from_code(code).unwrap();
        let kinds = [
            PieceType::King,
            PieceType::Queen,
            PieceType::Rook,
            PieceType::Bishop,
            PieceType::Knight,
        ];
        let ours: String = kinds.map(|kind| language.letter(kind)).concat();
        assert_eq!(ours, expected.as_str().unwrap(), "{code}");
    }
    // signs of the Laws that hold in every language
    let capture = fen::read("4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 2").unwrap();
    for mark in data["ep_mark"].as_object().unwrap().values() {
        let token = format!("exd6 {}", mark.as_str().unwrap());
        assert_eq!(san::read(&capture, &token).unwrap().to_string(), "e5d6");
    }
    let offer = format!("Ke2{}", data["draw_offer"].as_str().unwrap());
    assert_eq!(san::read(&capture, &offer).unwrap().to_string(), "e1e2");
    let check = format!("Rh8{}", data["check"].as_str().unwrap());
    assert_eq!(san::read(&capture, &check).unwrap().to_string(), "h1h8");
    let mate = fen::read("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1").unwrap();
    for sign in data["mate"].as_array().unwrap() {
        let token = format!("Ra8{}", sign.as_str().unwrap());
        assert_eq!(san::read(&mate, &token).unwrap().to_string(), "a1a8");
    }
    let castling = fen::read("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
    for (token, king_takes) in data["castling"].as_array().unwrap().iter().zip(["e1h1", "e1a1"]) {
        let m = san::read(&castling, token.as_str().unwrap()).unwrap();
        assert_eq!(m.to_string(), king_takes);
    }
}

/// The moves of a printed game, without their numbers; `a.p.` stays with its move.
fn tokens(printed: &str) -> Vec<String> {
    let printed = printed.replace(" a.p.", "a.p.");
    let words = printed.split_whitespace().map(|word| {
        if word.starts_with("0-0") {
            return word.to_string();
        }
        let bare = word.trim_start_matches(|sign: char| sign.is_ascii_digit());
        bare.trim_start_matches('.').to_string()
    });
    words.filter(|word| !word.is_empty()).collect()
}

#[test]
fn games_in_spanish() {
    let Some(data) = shared_json("seed_games.json") else { return };
    let spanish = Language::from_code("es").unwrap();
    let mut misprints = Vec::new();
    for game in cases(&data, "games", 3) {
        if game.get("seed").is_none() {
            continue; // the long form in English: see moves.rs
        }
        let fixed =
            game.get("fixed").map_or_else(|| text(game, "text"), |fixed| fixed.as_str().unwrap());
        let mut position = Position::standard();
        for token in tokens(fixed) {
            let m = spanish.read(&position, &token).unwrap_or_else(|error| panic!("{error}"));
            position.play_unchecked(m);
        }
        assert_eq!(fen::write(&position), text(game, "final_fen"));
        // as printed: one game has a misprint, which is named and not guessed at
        let mut position = Position::standard();
        for (ply, token) in tokens(text(game, "text")).into_iter().enumerate() {
            match spanish.read(&position, &token) {
                Ok(m) => position.play_unchecked(m),
                Err(error) => {
                    misprints.push((ply, error.kind, error.token.to_string()));
                    break;
                }
            }
        }
    }
    assert_eq!(misprints, [(8, SanErrorKind::Illegal, "Dxd5".to_string())]);
}
