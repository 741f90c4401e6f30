//! `castling960.json`, `castling960_grid.csv.gz`, `chess960_ids.csv`.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};

use enroque::chess960;
use enroque::movegen::{is_legal, legal_moves};
use enroque::notation::fen::{CastlingStyle, EnPassantStyle, write_as};
use enroque::notation::uci::CastlingDialect;
use enroque::notation::{san, uci};
use enroque::position::Position;
use enroque::types::{Move, PieceType};

use super::{cases, data_file, position, rules_json, text};

/// The legal castlings of a position by their UCI text, king takes rook.
fn castlings(position: &Position) -> BTreeMap<String, Move> {
    let own = position.placement().by_color(position.turn());
    let is_castling = |m: &Move| own.has(m.to());
    legal_moves(position)
        .into_iter()
        .filter(is_castling)
        .map(|m| (uci::write(position, m, CastlingDialect::Chess960).to_string(), m))
        .collect()
}

fn fens(position: &Position) -> (String, String) {
    let write = |style| write_as(position, style, EnPassantStyle::Legal).to_string();
    (write(CastlingStyle::Shredder), write(CastlingStyle::XFen))
}

#[test]
fn explained_cases() {
    let data = rules_json("castling960.json");
    for case in cases(&data, "cases", 113) {
        let id = text(case, "id");
        let position = position(text(case, "fen"));
        let both = fens(&position);
        assert_eq!((both.0.as_str(), both.1.as_str()), (text(case, "fen"), text(case, "xfen")));
        assert_eq!(super::position(text(case, "xfen")), position, "{id}");
        let moves = legal_moves(&position);
        assert_eq!(moves.len() as u64, case["legal_move_count"].as_u64().unwrap(), "{id}");

        let expected = cases(case, "castling", 0);
        let found = castlings(&position);
        assert_eq!(found.len(), expected.len(), "{id}: {found:?}");
        for castling in expected {
            let m = found[text(castling, "uci")];
            assert!(is_legal(&position, m), "{id}");
            // exact, and without its check mark
            let written = text(castling, "san");
            assert_eq!(san::write(&position, m).as_str(), written, "{id}");
            assert_eq!(san::read(&position, written), Ok(m), "{id}");
            assert_eq!(san::read(&position, written.trim_end_matches(['+', '#'])), Ok(m), "{id}");
            assert_eq!(uci::read(&position, text(castling, "uci")), Ok(m), "{id}");
            if let Some(orthodox) = castling["uci_orthodox"].as_str() {
                assert_eq!(uci::read(&position, orthodox), Ok(m), "{id}");
                let standard = uci::write(&position, m, CastlingDialect::Standard);
                assert_eq!(standard.as_str(), orthodox, "{id}");
            }
            let after = fens(&position.after(m));
            assert_eq!(after.0, text(castling, "fen_after"), "{id}");
            assert_eq!(after.1, text(castling, "fen_after_x"), "{id}");
        }
        // every castling that is not in the list is illegal in every notation
        for (side, name) in [("O-O", "e1g1"), ("O-O-O", "e1c1")] {
            let listed =
                expected.iter().any(|c| text(c, "san").trim_end_matches(['+', '#']) == side);
            assert_eq!(san::read(&position, side).is_ok(), listed, "{id} {side}");
            if !listed && position.king(position.turn()).to_string() == "e1" {
                let king_goes = uci::read(&position, name).is_ok();
                assert!(!king_goes, "{id} {name}");
            }
        }
    }
}

/// The Chess960 start positions in which castling is possible on move 1, and the move.
#[test]
fn castling_on_the_first_move() {
    let data = rules_json("castling960.json");
    for (side, ids) in [("O-O", "ids_O-O"), ("O-O-O", "ids_O-O-O")] {
        let expected = data["first_move"][ids].as_array().unwrap();
        let expected: Vec<u64> = expected.iter().map(|id| id.as_u64().unwrap()).collect();
        let found: Vec<u64> = (0..960)
            .filter(|&n| san::read(&chess960::position(n as u16).unwrap(), side).is_ok())
            .collect();
        assert_eq!(found, expected, "{side}");
    }
}

#[test]
fn castling960_grid() {
    let path = data_file("rules/castling960_grid.csv.gz");
    let file = std::fs::File::open(path).unwrap();
    let (mut positions, mut legal) = (0, 0);
    for line in BufReader::new(flate2::read::GzDecoder::new(file)).lines() {
        let line = line.unwrap();
        let (fen, expected) = line.split_once(';').unwrap();
        let position = position(fen);
        let found = castlings(&position);
        let mut expected: Vec<&str> =
            expected.split([',', ' ']).filter(|name| !name.is_empty()).collect();
        expected.sort_unstable();
        assert!(found.keys().eq(expected.iter()), "{fen}: {found:?} {expected:?}");
        positions += 1;
        legal += found.len();
    }
    assert_eq!((positions, legal), (13_986, 3_483));
}

#[test]
fn scharnagl_numbers() {
    let path = data_file("rules/chess960_ids.csv");
    let text = std::fs::read_to_string(path).unwrap();
    let mut count = 0;
    for line in text.lines().skip(1) {
        let (id, rank) = line.split_once(',').unwrap();
        let id: u16 = id.parse().unwrap();
        let rank: Vec<PieceType> =
            rank.trim().chars().map(|letter| PieceType::from_letter(letter).unwrap()).collect();
        let rank: [PieceType; 8] = rank.try_into().unwrap();
        assert_eq!(chess960::back_rank(id), Some(rank));
        assert_eq!(chess960::number(&rank), Some(id));
        count += 1;
    }
    assert_eq!(count, 960);
}
