//! `notation_locales.json`, and the games of `seed_games.json` in their printed languages.

use enroque::attacks;
use enroque::notation::language::Language;
use enroque::notation::san::SanErrorKind;
use enroque::notation::score_sheet::{self, ScoreSheetError};
use enroque::notation::{announce, fen, san};
use enroque::position::Position;
use enroque::types::{Color, Move, Piece, PieceType, Square};

use super::{cases, position, rules_json, text};

#[test]
fn piece_letters() {
    let data = rules_json("notation_locales.json");
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
    // signs of the Laws, the same in every language
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

/// The printed games, with their languages detected. The misprint in one of them is an error with
/// its location.
#[test]
fn printed_games() {
    let data = rules_json("seed_games.json");
    let start = Position::standard();
    let mut misprints = Vec::new();
    for game in cases(&data, "games", 3) {
        let id = text(game, "id");
        let printed = text(game, "text");
        let expected = if id.starts_with("laws") { "en" } else { "es" };
        let fixed = game.get("fixed").map_or(printed, |fixed| fixed.as_str().unwrap());
        let sheet =
            score_sheet::read(&start, fixed, None, None).unwrap_or_else(|e| panic!("{id}: {e}"));
        assert_eq!(sheet.language.code(), expected, "{id}");
        let last = sheet.moves.iter().fold(start, |position, &(m, _)| position.after(m));
        if let Some(fen) = game.get("final_fen") {
            assert_eq!(fen::write(&last).as_str(), fen.as_str().unwrap(), "{id}");
        } else {
            assert_eq!(last.ply(), 21, "{id}");
        }
        let offers = sheet.moves.iter().enumerate();
        let offers = offers.filter(|(_, read)| read.1.contains(san::Deviations::DRAW_OFFER));
        let plies: Vec<usize> = offers.map(|(ply, _)| ply).collect();
        assert_eq!(plies, if printed.contains("(=)") { vec![20] } else { vec![] }, "{id}");
        match score_sheet::read(&start, printed, None, None) {
            Ok(sheet) => assert_eq!(sheet.moves.len(), last.ply() as usize, "{id}"),
            Err(ScoreSheetError::Move { language, ply, offset, error, .. }) => {
                assert_eq!(&printed[offset..][..4], "Dxd5");
                misprints.push((language.code(), ply, error.kind, error.token.to_string()));
            }
            Err(error) => panic!("{error}"),
        }
    }
    assert_eq!(misprints, [("es", 8, SanErrorKind::Illegal, "Dxd5".to_string())]);
}

/// The names for announcing moves.
#[test]
fn announcing() {
    let data = rules_json("notation_locales.json");
    for code in announce::LANGUAGES {
        let names = &data[format!("announce_{code}")];
        let language = Language::from_code(code).unwrap();
        let name = |group: &str, key: &str| text(&names[group], key).to_owned();
        for square in Square::ALL {
            let (file, rank) = (square.file().letter(), square.rank().digit());
            let spoken = format!(
                "{} {}",
                name("files", &file.to_string()),
                name("ranks", &rank.to_string())
            );
            // a king that moves from or to the square
            let neighbor = Square::ALL.into_iter().find(|&s| attacks::king(square).has(s)).unwrap();
            let m = Move::new(square, neighbor).unwrap();
            let announced = announce::announce(&Position::standard(), m, language).unwrap();
            assert!(announced.starts_with(&spoken), "{announced}: {spoken}");
        }
        for piece_type in PieceType::ALL {
            let letter = piece_type.letter().to_ascii_uppercase().to_string();
            assert_eq!(announce::piece(piece_type, language).unwrap(), name("pieces", &letter));
        }
        let castling = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
        for (signs, uci) in [("0-0", "e1g1"), ("0-0-0", "e1c1")] {
            let m = enroque::notation::uci::read(&castling, uci).unwrap();
            let announced = announce::announce(&castling, m, language).unwrap();
            assert_eq!(announced, name("castling", signs));
        }
    }
}

/// The examples of appendix C, each in a position where it is legal.
#[test]
fn examples_of_appendix_c() {
    let data = rules_json("notation_locales.json");
    let long = position("4k3/8/8/8/8/p7/1B6/R3K1N1 w - - 0 1");
    let promotions = position("4k3/8/8/8/8/8/1p4p1/4K3 b - - 0 1");
    let pushes = position("5n2/3PP1P1/8/8/8/k7/8/4K3 w - - 0 1");
    let mut read = 0;
    for (group, language, positions) in [
        ("C11_2023", "en", vec![promotions, pushes]),
        ("C12_es", "es", vec![promotions, position("8/3P1P2/8/8/8/k7/8/4K3 w - - 0 1")]),
        ("C12_pt(002)", "pt", vec![promotions, position("8/3P1P2/8/8/8/k7/8/4K3 w - - 0 1")]),
        ("C8_es", "es", vec![long]),
        ("C8_pt(002)", "pt", vec![long]),
    ] {
        let language = Language::from_code(language).unwrap();
        for example in data["examples"][group].as_array().unwrap() {
            let text = example.as_str().unwrap();
            let found = positions.iter().any(|position| language.read(position, text).is_ok());
            assert!(found, "{group}: {text}");
            read += 1;
        }
    }
    assert_eq!(read, 18);
    // C10, (1) to (6): the pieces of the examples, and with a piece to capture
    let spanish = Language::from_code("es").unwrap();
    for (pieces, texts) in [
        ("4k3/8/8/8/8/8/8/4K1N1", ["Cgf3", "Cgxf3"]),
        ("4k3/8/8/4N3/8/8/8/4K3", ["Cef3", "Cexf3"]),
        ("4k3/8/8/6N1/8/8/8/4K3", ["C5f3", "C5xf3"]),
        ("4k3/8/8/8/8/8/8/4K1N1", ["C1f3", "C1xf3"]),
        ("4k3/8/8/8/7N/8/8/4K3", ["Chf3", "Chxf3"]),
        ("4k3/8/8/8/3N4/8/8/4K3", ["Cdf3", "Cdxf3"]),
    ] {
        let quiet = position(&format!("{pieces} w - - 0 1"));
        let mut setup = quiet.to_setup();
        let queen = Piece { color: Color::Black, piece_type: PieceType::Bishop };
        setup.placement.put(Square::F3, queen);
        let capture = Position::try_from(setup).unwrap();
        assert!(spanish.read(&quiet, texts[0]).is_ok(), "{}", texts[0]);
        assert!(spanish.read(&capture, texts[1]).is_ok(), "{}", texts[1]);
    }
}
