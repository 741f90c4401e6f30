use super::*;
use crate::movegen::legal_moves;
use crate::notation::fen;
use crate::position::Position;
use crate::types::{Move, PieceType, Square};

fn read_move(fen: &str, text: &str) -> Result<String, SanErrorKind> {
    let position = fen::read(fen).unwrap();
    read(&position, text).map(|m| m.to_string()).map_err(|error| error.kind)
}

fn all(fen: &str, expected: &str, texts: &[&str]) {
    for text in texts {
        assert_eq!(read_move(fen, text).as_deref(), Ok(expected), "{text}");
    }
}

fn none(fen: &str, expected: SanErrorKind, texts: &[&str]) {
    for text in texts {
        assert_eq!(read_move(fen, text), Err(expected), "{text}");
    }
}

#[test]
fn tolerated_spellings() {
    let start = fen::STARTING_FEN;
    all(
        start,
        "e2e4",
        &["e4", "e2e4", "e2-e4", "Pe4", "ee4", "2e4", "♙e4", "e4!?", " e4 ", "e2–e4", "e4+"],
    );
    all(start, "g1f3", &["Nf3", "Ng1f3", "Ng1-f3", "Nxf3", "g1f3", "♘f3", "♞\u{FE0E}f3"]);
    let promotion = "3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1";
    all(
        promotion,
        "c7d8q",
        &["cxd8=Q", "cd8Q+", "c:d8(Q)", "cxd8/Q+", "cxd8=q", "c7d8q", "c7xd8=(Q)"],
    );
    all(promotion, "c7d8b", &["cxd8=B", "c7d8b", "cxd8b", "cxd8=♗", "c7-d8=b"]);
    let passed = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";
    all(
        passed,
        "e5d6",
        &["exd6", "ed6", "exd6 e.p.", "exd6e.p.", "exd6ep", "e5xd6 a.p.", "exd6 e.p. +", "e5-d6"],
    );
    let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    all(
        castling,
        "e1h1",
        &["O-O", "0-0", "o-o", "О-О", "O–O", "O-O+", "0-0#!?", "e1g1", "e1-g1", "Ke1g1", "e1h1"],
    );
    all(castling, "e1a1", &["O-O-O", "0-0-0", "o-o-o", "e1c1", "e1a1", "O-O-O (=)"]);
    let mate = "6rk/6pp/8/6N1/8/8/8/K7 w - - 0 1";
    all(mate, "g5f7", &["Nf7", "Nf7#", "Nf7++", "Nf7 mate", "Nf7!!", "Nf7# !?", "Ngf7", "N5f7"]);
}

#[test]
fn ambiguous_moves_are_errors() {
    use SanErrorKind::{Ambiguous, Illegal, Syntax};
    let knights = "4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1";
    none(knights, Ambiguous, &["Ne2", "Nxe2"]);
    none(
        knights,
        Illegal,
        &[
            "Nf5", "Re2", "Nae2", "Ng1e4", "Bg1e2", "g8f6", "a2a3", "e2", "Kxg1", "O-O", "Ne2=Q",
            "f3N",
        ],
    );
    let pinned = "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1";
    none(pinned, Illegal, &["Nce2", "Nc3e2", "c3e2"]);
    let promotion = "8/3P4/8/8/8/8/8/k1K5 w - - 0 1";
    none(promotion, Illegal, &["d8", "d8=K", "d8=P", "d7d8", "d7-d8", "Pd8", "Kc2=Q"]);
    for text in [
        "",
        " ",
        "+",
        "N",
        "Nf",
        "e9",
        "i4",
        "Nxx3",
        "NNf3",
        "ng1e2",
        "N1ge2",
        "Nfge2",
        "OO",
        "O-O-",
        "O-O-O-O",
        "0-1",
        "1-0",
        "*",
        "--",
        "Z0",
        "e2e4e5",
        "exd6 e.p. e.p.",
        "Nf3 e.p.",
        "O-O e.p.",
        "x",
        "xx",
        "e4=",
        "d8=QQ",
        "d8()",
        "Se2",
        "Кe2",
        "e4 e5",
        "é4",
        "Dxd5",
    ] {
        assert_eq!(read_move(knights, text), Err(Syntax), "{text}");
    }
    none(knights, Syntax, &[&"N".repeat(1 << 20)]);
    assert_eq!(
        read(&Position::standard(), "Nd4").unwrap_err().to_string(),
        "illegal move \"Nd4\": no such piece can move there"
    );
}

#[test]
fn invalid_utf8_is_an_error() {
    let backend = crate::attacks::Portable::new();
    let error = read_with(backend, &Position::standard(), b"\xFF\xFEe4").unwrap_err();
    assert_eq!(error.kind, SanErrorKind::Syntax);
}

#[test]
fn bishop_and_b_pawn() {
    let fen = "4k3/8/2p5/1P1B4/8/8/8/4K3 w - - 0 1";
    all(fen, "b5c6", &["bxc6", "bc6"]);
    all(fen, "d5c6", &["Bxc6", "Bc6"]);
}

/// A slow, independent implementation of FIDE C.10: the first of the four forms that no other legal
/// move has.
#[test]
fn origin_is_minimal() {
    for fen in [
        "4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1",
        "k7/8/8/4Q2Q/8/8/8/4Q2K w - - 0 1",
        "4r2k/8/8/8/R7/4R3/8/4K3 w - - 0 1",
        "6k1/8/8/Q1Q5/8/Q7/8/6K1 w - - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    ] {
        let position = fen::read(fen).unwrap();
        let moves = legal_moves(&position);
        for &m in &moves {
            let text = write(&position, m);
            assert_eq!(read(&position, &text), Ok(m), "{fen} {text}");
            let piece = |m: Move| position.piece_at(m.from()).unwrap().piece_type;
            if matches!(piece(m), PieceType::Pawn | PieceType::King) {
                continue;
            }
            let candidates = moves.iter().filter(|n| n.to() == m.to() && piece(**n) == piece(m));
            let count = |fits: &dyn Fn(Square) -> bool| {
                candidates.clone().filter(|n| fits(n.from())).count()
            };
            let (file, rank) = (m.from().file(), m.from().rank());
            let origin = if count(&|_| true) == 1 {
                String::new()
            } else if count(&|from| from.file() == file) == 1 {
                file.letter().to_string()
            } else if count(&|from| from.rank() == rank) == 1 {
                rank.digit().to_string()
            } else {
                m.from().to_string()
            };
            let taken = if position.piece_at(m.to()).is_some() { "x" } else { "" };
            let letter = piece(m).letter().to_ascii_uppercase();
            let expected = format!("{letter}{origin}{taken}{}", m.to());
            assert_eq!(text.trim_end_matches(['+', '#']), expected, "{fen}");
        }
    }
}

/// The names of deviations are in the order of the flags.
#[test]
fn deviations_are_reported() {
    let knights = "4k3/8/8/8/8/8/5N2/4K1N1 w - - 0 1";
    let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let passant = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";
    let promotion = "4k1n1/7P/8/8/8/8/8/4K3 w - - 0 1";
    let mate = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
    for (fen, text, expected) in [
        (mate, "Ra8#", ""),
        (mate, "Ra8++", "double_plus"),
        (mate, "Ra8 mate", "mate_word, whitespace"),
        (mate, "Ra8", "missing_check"),
        (mate, "Ra8+", "wrong_check"),
        (mate, "a1-a8!?", "missing_check, origin, hyphen, missing_letter, assessment"),
        (mate, "Ra5+", "wrong_check"),
        (mate, "Ra5#", "wrong_check"),
        (mate, "♖xa5", "wrong_capture, figurine"),
        (knights, "Ke2 (=)", "draw_offer, whitespace"),
        (knights, "Nf2-d3", "origin, hyphen"),
        (knights, "Nfh3", ""),
        (knights, "Nh3", "ambiguous"),
        (castling, "0-0", "castling_signs"),
        (castling, "O-O", ""),
        (castling, "e1g1", "castling_squares"),
        (castling, "Ke1xg1", "wrong_capture, castling_squares"),
        (castling, "Kxg1", "illegal"),
        (castling, "Rh1xh8+", "origin"),
        (castling, "R:h8+", "capture_sign"),
        (castling, "Rh8+", "missing_capture"),
        (passant, "exd6", ""),
        (passant, "ed6e.p.", "en_passant_mark, missing_capture"),
        (passant, "Pe5xd6 a.p.", "en_passant_mark, origin, pawn_letter, whitespace"),
        (promotion, "h8", "illegal"),
        (promotion, "h8Q", "promotion_sign"),
        (promotion, "hxg8(q)+", "promotion_sign, promotion_case"),
        (promotion, "h8=n", "promotion_case"),
        // FIDE C.9.3, C.11, with whitespace
        (passant, "ed6 e. p.", "en_passant_mark, missing_capture, whitespace"),
        (passant, "e6 e.p.", "whitespace, wrong_en_passant"),
        (passant, "e6ep", "wrong_en_passant"),
        (promotion, "h8 Q", "promotion_sign, whitespace"),
        (promotion, "h8= N", "whitespace"),
        (promotion, "h8 (N)", "promotion_sign, whitespace"),
        (promotion, "h x g8 = Q +", "whitespace"),
        (castling, "0 - 0", "castling_signs, whitespace"),
        (castling, "R x h8+", "whitespace"),
        (knights, "N f h3", "whitespace"),
        (knights, "f2 h3", "syntax"),
        (knights, "Nf2 h3", "syntax"),
    ] {
        let position = fen::read(fen).unwrap();
        let (m, deviations) = match read_reporting(&position, text) {
            Ok(read) => read,
            Err(error) => {
                assert_eq!(format!("{:?}", error.kind).to_lowercase(), expected, "{text}");
                assert_eq!(read_strict(&position, text), Err(error));
                continue;
            }
        };
        assert_eq!(Ok(m), read(&position, text));
        assert_eq!(deviations.to_string(), expected, "{text}");
        let is_standard = write(&position, m).as_str() == text;
        assert_eq!(deviations.is_empty(), is_standard, "{text}");
        assert_eq!(read_strict(&position, text).is_ok(), is_standard, "{text}");
    }
}

#[test]
fn the_texts_of_all_moves_are_those_of_each() {
    // discovered checks by all piece types, en passant, castling, promotions, mates, double checks
    let fens = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "4k3/8/8/4N3/8/8/4R3/4K3 w - - 0 1",
        "8/2k5/8/4N3/5B2/8/8/R3K2R w KQ - 0 1",
        "8/8/8/1k1pP2Q/8/8/8/4K3 w - d6 0 2",
        "b3k3/8/2P5/3pP3/8/5K2/8/8 w - d6 0 2",
        "r1n1k3/1P6/8/8/8/8/8/R3K2R w KQ - 0 1",
        "5k2/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        "k7/8/8/8/3K4/8/8/B6Q w - - 0 1",
        "3k4/3P4/3K4/8/8/8/8/3R4 w - - 0 1",
        "7k/R7/5N2/8/8/8/8/K5R1 w - - 0 1",
    ];
    for fen in fens {
        let position = fen::read(fen).unwrap();
        let mut positions = vec![position];
        positions.extend(legal_moves(&position).iter().map(|&m| position.after(m)));
        for position in positions {
            let moves = legal_moves(&position);
            let mut texts = Vec::new();
            write_each(&position, &moves, |text| {
                texts.push(String::from_utf8(text.to_vec()).unwrap());
            });
            let expected: Vec<_> = moves.iter().map(|&m| write(&position, m).to_string()).collect();
            assert_eq!(texts, expected, "{}", fen::write(&position));
        }
    }
}
