//! `ep_edge.json`.

use enroque::movegen::legal_moves;
use enroque::notation::fen::{self, CastlingStyle, EnPassantStyle, write_as};
use enroque::types::Move;

use super::{cases, position, rules_json, text};

#[test]
fn every_case() {
    let data = rules_json("ep_edge.json");
    for case in cases(&data, "cases", 28) {
        let id = text(case, "id");
        let position = position(text(case, "fen"));
        let moves = legal_moves(&position);
        assert_eq!(moves.len() as u64, case["legal_move_count"].as_u64().unwrap(), "{id}");

        let is_en_passant = |m: &&Move| {
            Some(m.to()) == position.ep_square() && position.ep_capturers().has(m.from())
        };
        let mut found: Vec<String> =
            moves.iter().filter(is_en_passant).map(|m| m.to_string()).collect();
        found.sort_unstable();
        let expected: Vec<&str> =
            cases(case, "ep_legal", 0).iter().map(|m| m.as_str().unwrap()).collect();
        assert_eq!(found, expected, "{id}");
        assert_eq!(position.legal_ep_square().is_some(), !expected.is_empty(), "{id}");

        let write = |ep| write_as(&position, CastlingStyle::XFen, ep).to_string();
        assert_eq!(write(EnPassantStyle::Legal), text(case, "fen_legal_ep"), "{id}");
        assert_eq!(write(EnPassantStyle::PseudoLegal), text(case, "fen_xfen_ep"), "{id}");
        assert_eq!(write(EnPassantStyle::Always), text(case, "fen"), "{id}");

        let status = fen::parse(text(case, "fen")).unwrap().status();
        assert_eq!(status.bits().to_string(), text(case, "python_chess_status"), "{id}");
    }
}
