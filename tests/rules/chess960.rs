//! The Chess960 rules (FIDE Guideline II; Appendix F of 2009), note by note.

use enroque::chess960;
use enroque::movegen::{is_legal, legal_moves};
use enroque::notation::{san, uci};
use enroque::position::Position;
use enroque::rules::{Game, touch_obligation};
use enroque::types::{CastlingSide, Color, Move, PieceType, Square};
use enroque::unwinnable::{Budget, can_win};

use super::position;

fn castles(position: &Position, text: &str) -> Option<Position> {
    san::read(position, text).ok().map(|m| position.after(m))
}

/// King and rook of a side after castling, as `king rook`.
fn ends(fen: &str, text: &str) -> String {
    let before = position(fen);
    let Some(after) = castles(&before, text) else { return "not allowed".to_owned() };
    let rooks = after.placement().pieces(before.turn(), PieceType::Rook);
    let target = CastlingSide::ALL
        .map(|side| (side.king_target(before.turn()), side.rook_target(before.turn())));
    let king = after.king(before.turn());
    let rook = target.into_iter().find(|&(to, _)| to == king).unwrap().1;
    assert!(rooks.has(rook), "{fen} {text}");
    format!("{king} {rook}")
}

/// II.2: the king between the rooks, the bishops on different colors, Black's pieces opposite
/// White's.
#[test]
fn start_positions() {
    for number in 0..960 {
        let start = chess960::position(number).unwrap();
        let rank = chess960::back_rank(number).unwrap();
        let of = |piece: PieceType| -> Vec<usize> {
            (0..8).filter(|&file| rank[file] == piece).collect()
        };
        let (rooks, bishops) = (of(PieceType::Rook), of(PieceType::Bishop));
        assert!(rooks[0] < of(PieceType::King)[0] && of(PieceType::King)[0] < rooks[1]);
        assert_eq!((bishops[0] + bishops[1]) % 2, 1);
        for square in Square::ALL {
            let mirrored = start.piece_at(square.mirror()).map(|piece| piece.piece_type);
            assert_eq!(start.piece_at(square).map(|piece| piece.piece_type), mirrored);
        }
    }
}

/// II.3.1.1: each player castles once, king and rook in one move, with the rook's right.
#[test]
fn rights_belong_to_a_rook() {
    let both = position("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1");
    let m = uci::read(&both, "g1g2").unwrap();
    let moved = both.after(m);
    assert_eq!(moved.castling_rook(Color::White, CastlingSide::King), None);
    assert_eq!(moved.castling_rook(Color::White, CastlingSide::Queen), Some(Square::B1));
    // another rook on the square restores no right, and capturing a rook removes only its right
    let back = moved.after(uci::read(&moved, "e8d8").unwrap());
    let back = back.after(uci::read(&back, "g2g1").unwrap());
    assert_eq!(back.castling_rook(Color::White, CastlingSide::King), None);
    let taken = both.after(uci::read(&both, "g1g8").unwrap());
    assert_eq!(taken.castling_rook(Color::Black, CastlingSide::King), None);
    assert_eq!(taken.castling_rook(Color::Black, CastlingSide::Queen), Some(Square::B8));
    let apart = position("4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1");
    let castled = castles(&apart, "O-O").unwrap();
    assert!(castled.castling().of(Color::White).is_empty());
}

/// II.3.2.3: c-side castling ends on c and d, g-side on g and f, wherever they came from.
#[test]
fn final_squares() {
    for (fen, short, long) in [
        ("4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1", "g1 f1", "c1 d1"),
        ("4k3/8/8/8/8/8/8/RK5R w HA - 0 1", "g1 f1", "c1 d1"),
        ("4k3/8/8/8/8/8/8/R5KR w HA - 0 1", "g1 f1", "c1 d1"),
        ("1r2k1r1/8/8/8/8/8/8/4K3 b gb - 0 1", "g8 f8", "c8 d8"),
    ] {
        assert_eq!(ends(fen, "O-O"), short, "{fen}");
        assert_eq!(ends(fen, "O-O-O"), long, "{fen}");
    }
}

/// Notes: the king or the rook may stay where it is.
#[test]
fn one_of_them_may_stay() {
    for (fen, text, expected) in [
        ("4k3/8/8/8/8/8/8/6KR w H - 0 1", "O-O", "g1 f1"), // the king stays
        ("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "O-O", "g1 f1"), // the rook stays
        ("4k3/8/8/8/8/8/8/RBK5 w A - 0 1", "O-O-O", "not allowed"),
        ("4k3/8/8/8/8/8/8/1RK5 w B - 0 1", "O-O-O", "c1 d1"),
        ("4k3/8/8/8/8/8/8/3RK3 w D - 0 1", "O-O-O", "c1 d1"),
    ] {
        assert_eq!(ends(fen, text), expected, "{fen}");
    }
}

/// Notes: castling on the first move, if the start position allows it.
#[test]
fn castling_on_the_first_move() {
    let mut first = [0, 0];
    for number in 0..960 {
        let start = chess960::position(number).unwrap();
        for m in legal_moves(&start) {
            match start.castling_side(m) {
                Some(CastlingSide::King) => first[0] += 1,
                Some(CastlingSide::Queen) => first[1] += 1,
                None => {}
            }
        }
    }
    assert_eq!(first, [90, 72]);
}

/// II.3.2.7.2: all squares between start and target of both, targets included, are empty but for
/// these two pieces.
#[test]
fn squares_that_must_be_empty() {
    for (fen, text, expected) in [
        // on the rook's path only, b1
        ("4k3/8/8/8/8/8/8/RN2K3 w A - 0 1", "O-O-O", "not allowed"),
        // on the king's target, on the rook's target
        ("4k3/8/8/8/8/8/8/R1N1K3 w A - 0 1", "O-O-O", "not allowed"),
        ("4k3/8/8/8/8/8/8/R2NK3 w A - 0 1", "O-O-O", "not allowed"),
        // a piece of the opponent blocks too: castling cannot capture
        ("4k3/8/8/8/8/8/8/R1n1K3 w A - 0 1", "O-O-O", "not allowed"),
        // squares that neither crosses may be occupied: a1, b1 and e1
        ("4k3/8/8/8/8/8/8/NNRK4 w C - 0 1", "O-O-O", "c1 d1"),
        ("4k3/8/8/8/8/8/8/2RKN3 w C - 0 1", "O-O-O", "c1 d1"),
        ("4k3/8/8/8/8/8/8/BR1K1N2 w B - 0 1", "O-O-O", "c1 d1"),
    ] {
        assert_eq!(ends(fen, text), expected, "{fen}");
    }
}

/// II.3.2.7.1: no square of the king's path, from start to target, is attacked; the rook's may be.
#[test]
fn squares_that_must_not_be_attacked() {
    for (fen, text, expected) in [
        ("4k3/8/8/8/8/4r3/8/R3K3 w A - 0 1", "O-O-O", "not allowed"), // in check
        ("4k3/8/8/8/8/3r4/8/R3K3 w A - 0 1", "O-O-O", "not allowed"), // crossed
        ("4k3/8/8/8/8/2r5/8/R3K3 w A - 0 1", "O-O-O", "not allowed"), // target
        ("4k3/8/8/8/8/1r6/8/R3K3 w A - 0 1", "O-O-O", "c1 d1"),       // the rook's path
        ("4k3/8/8/8/8/r7/8/R3K3 w A - 0 1", "O-O-O", "c1 d1"),        // the rook
        // the castling rook shielded the target
        ("4k3/8/8/8/8/8/8/rRK5 w B - 0 1", "O-O-O", "not allowed"),
        ("4k3/8/8/8/8/8/8/bRK5 w B - 0 1", "O-O-O", "c1 d1"),
        // a pinned piece attacks too
        ("6k1/8/8/8/6b1/8/8/R3K1R1 w A - 0 1", "O-O-O", "not allowed"),
    ] {
        assert_eq!(ends(fen, text), expected, "{fen}");
    }
}

/// Other Laws in Chess960: touched pieces, repetition, winnability.
#[test]
fn other_articles() {
    let beside = position("4k3/8/8/8/8/8/8/5KR1 w G - 0 1");
    let touched = touch_obligation(&beside, &[Square::F1, Square::G1]).unwrap();
    let castling = Move::new(Square::F1, Square::G1).unwrap();
    assert_eq!(touched.as_slice(), [castling]);
    assert!(is_legal(&beside, castling));
    assert!(!can_win(&beside, Color::White, Budget::FULL).is_no());
    // the castling right is part of the position: it differs after the rook has moved and returned
    let mut game = Game::new(position("4k3/8/8/8/8/8/8/5KR1 w G - 0 1"));
    for text in ["g1g2", "e8d8", "g2g1", "d8e8", "g1g2", "e8d8", "g2g1", "d8e8"] {
        let m = uci::read(game.position(), text).unwrap();
        game.push(m).unwrap();
    }
    assert_eq!(game.repetition_count(), 2);
}
