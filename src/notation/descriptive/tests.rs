//! Spellings that are read, forms that are written, and errors.

use super::*;
use crate::notation::{fen, uci};

fn read(position: &str, notation: Descriptive, text: &str) -> Result<String, String> {
    let position = fen::read(position).unwrap();
    notation.read(&position, text).map(|m| m.to_string()).map_err(|error| error.to_string())
}

const START: &str = fen::STARTING_FEN;
const TWO_ROOKS: &str = "4k3/8/8/p6p/8/8/8/R3K2R w KQ - 0 1";
const THREE_KNIGHTS: &str = "4k3/8/8/8/1N6/8/1N3N2/4K3 w - - 0 1";
const PROMOTION: &str = "3r1q2/4P3/8/8/8/k7/8/4K3 w - - 0 1";
const EN_PASSANT: &str = "4k3/8/8/3pP3/p7/1P6/8/4K3 w - d6 0 2";
/// Black's squares are named from the other side.
const BLACK: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";

#[test]
fn spellings() {
    let (en, es) = (Descriptive::ENGLISH, Descriptive::SPANISH);
    for (position, notation, texts, expected) in [
        (
            START,
            en,
            &[
                "P-K4",
                "PK4",
                "P–K4",
                "P - K4",
                "P-K4!?",
                " P-K4 ",
                "KP-K4",
                "P(K2)-K4",
                "P/2-K4",
                "P to K4",
                "P to K's 4th",
                "P. to K 4th",
                "P-K4 (=)",
                "P(K)-K4",
            ][..],
            "e2e4",
        ),
        (
            START,
            en,
            &[
                "N-KB3",
                "Kt-KB3",
                "KN-B3",
                "KKt-KB3",
                "N(KN1)-KB3",
                "N(N1)-KB3",
                "NKB3",
                "KNB3",
                "Kt. to K.B's 3rd",
                "N(KN)-B3",
                "N/KN1-B3",
                "NKN1-B3",
                "K.Kt-B3",
            ],
            "g1f3",
        ),
        (
            START,
            es,
            &["P4R", "P-4R", "P 4 R", "PR4R", "PR-4R", "P(2R)4R", "P2R-4R", "P2R4R"],
            "e2e4",
        ),
        (START, es, &["C3AR", "C-3AR", "CR3A", "CR-3AR", "C(1CR)3A", "C1CR-3AR", "C1CR3A"], "g1f3"),
        (BLACK, en, &["P-K4", "P(K2)-K4"], "e7e5"),
        (BLACK, en, &["N-QB3", "QN-B3"], "b8c6"),
        (BLACK, es, &["C3AD", "CD3A"], "b8c6"),
        (
            TWO_ROOKS,
            en,
            &["QR-Q1", "R(QR)-Q1", "R(QR1)-Q1", "R-Q sq", "QR-Q.Sq.", "R to Q sq", "R-Q1"],
            "a1d1",
        ),
        (
            TWO_ROOKS,
            en,
            &["QRxP", "RxQRP", "RxP(QR5)", "RxP/QR5", "R takes Q.R.P", "R:QRP"],
            "a1a5",
        ),
        (TWO_ROOKS, es, &["TxPTD", "TDxP", "T×PTD", "T por PTD", "TxP(5TD)", "TxP5TD"], "a1a5"),
        (
            TWO_ROOKS,
            en,
            &[
                "O-O",
                "0-0",
                "o-o",
                "O–O",
                "Castles K",
                "Castles KR",
                "Castles kingside",
                "castles KR",
            ],
            "e1h1",
        ),
        (
            TWO_ROOKS,
            es,
            &["O-O-O", "0-0-0", "enroque largo", "Enroque largo", "Castles queenside"],
            "e1a1",
        ),
        (THREE_KNIGHTS, en, &["N/4-Q3", "N(4)-Q3", "N4-Q3", "N(N4)-Q3", "N(QN4)-Q3"], "b4d3"),
        (THREE_KNIGHTS, es, &["C(4)3D", "C4-3D", "C4C-3D", "C/4-3D"], "b4d3"),
        (
            PROMOTION,
            en,
            &["P-K8(Q)", "P-K8=Q", "P-K8/Q", "P-K8Q", "P-K8=(Q)", "P-K8 (Q)", "PK8(Q)"],
            "e7e8q",
        ),
        (PROMOTION, en, &["PxR(N)", "PxR=N", "PxR/Kt", "PxR(Q8)(N)", "P(K7)xR(Kt)"], "e7d8n"),
        (PROMOTION, es, &["P8R=D", "P8R(D)", "P-8R=D", "P8R/D"], "e7e8q"),
        (PROMOTION, es, &["PxD=C", "PxD(C)", "PxD(8A)=C"], "e7f8n"),
        (
            EN_PASSANT,
            en,
            &[
                "PxP e.p.",
                "PxP ep",
                "PxPe.p.",
                "PxP en passant",
                "KPxP",
                "PxQP",
                "PxP(Q6)",
                "PxP(Q5)",
            ],
            "e5d6",
        ),
        (EN_PASSANT, es, &["PxP a.p.", "PxP al paso", "PxP a. p.", "PRxP", "PxPD a.p."], "e5d6"),
    ] {
        for text in texts {
            assert_eq!(read(position, notation, text).as_deref(), Ok(expected), "{text}");
        }
    }
}

/// Of several moves that a text fits, its marks select one.
#[test]
fn marks_select() {
    let (en, es) = (Descriptive::ENGLISH, Descriptive::SPANISH);
    let queens = "7k/8/8/8/8/8/Q7/K7 w - - 0 1"; // three checks
    let bishops = "4k3/8/8/8/8/8/4B3/K1B5 w - - 0 1";
    assert_eq!(read(bishops, en, "B-N5ch").as_deref(), Ok("e2b5"));
    assert!(read(bishops, en, "B-N5").unwrap_err().starts_with("ambiguous"));
    assert_eq!(read(bishops, es, "A5C jaque").as_deref(), Ok("e2b5"));
    assert_eq!(read(queens, en, "Q-R8 ch.").as_deref(), Ok("a2a8"));
    assert!(read(queens, en, "Q ch").unwrap_err().starts_with("ambiguous"));
    let mate = "7k/5K2/8/8/8/8/8/1Q6 w - - 0 1";
    assert_eq!(read(mate, en, "Q mates").as_deref(), Ok("b1h1"));
    assert_eq!(read("7k/8/6K1/8/8/8/8/R7 w - - 0 1", en, "R++").as_deref(), Ok("a1a8"));
    assert_eq!(read("7k/8/6K1/8/8/8/8/R7 w - - 0 1", es, "T mate").as_deref(), Ok("a1a8"));
    // marks that fit no move do not matter
    assert_eq!(read(START, en, "P-K4 mate").as_deref(), Ok("e2e4"));
}

#[test]
fn written_forms() {
    let (en, es) = (Descriptive::ENGLISH, Descriptive::SPANISH);
    for (position, m, english, spanish) in [
        (START, "e2e4", "P-K4", "P4R"),
        (START, "c2c4", "P-QB4", "P4AD"),
        (START, "g1f3", "N-KB3", "C3AR"),
        (BLACK, "b8c6", "N-QB3", "C3AD"),
        (BLACK, "d7d5", "P-Q4", "P4D"),
        (TWO_ROOKS, "a1d1", "R-Q1", "T1D"),
        (TWO_ROOKS, "a1b1", "R-QN1", "T1CD"),
        (TWO_ROOKS, "a1a5", "QRxP", "TDxP"),
        (TWO_ROOKS, "e1h1", "O-O", "O-O"),
        ("4k3/8/8/8/8/8/8/R4RK1 w - - 0 1", "a1d1", "QR-Q1", "TD1D"),
        ("4k3/8/8/8/R7/8/8/R5K1 w - - 0 1", "a1a3", "R(1)-R3", "T(1)3T"),
        (THREE_KNIGHTS, "b4d3", "N(4)-Q3", "C(4)3D"),
        (THREE_KNIGHTS, "b2d3", "N(N2)-Q3", "C(2C)3D"),
        (PROMOTION, "e7e8q", "P-K8(Q)", "P8R=D"),
        (PROMOTION, "e7d8n", "PxR(N)", "PxT=C"),
        (EN_PASSANT, "e5d6", "PxP e.p.", "PxP a.p."),
        (EN_PASSANT, "b3a4", "NPxP", "PCxP"),
        ("3bk3/8/8/3pP3/2p5/1P2K3/8/8 w - d6 0 2", "e5d6", "PxP e.p.", "PxP a.p."),
        // doubled pawns on both sides
        ("4k3/8/3p4/3pP3/4P3/8/8/4K3 w - - 0 1", "e4d5", "PxP(Q5)", "PxP(5D)"),
        // a discovered check, a double check, a mate
        ("4k3/8/8/8/8/8/4N3/K3R3 w - - 0 1", "e2c3", "N-B3 dis ch", "C3A+ desc."),
        ("4k3/8/8/4N3/8/8/8/K3R3 w - - 0 1", "e5f7", "N-B7 dis ch", "C7A+ desc."),
        ("4k3/8/8/4N3/8/8/8/K3R3 w - - 0 1", "e5c6", "N-B6 dis ch", "C6A+ desc."),
        ("4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1", "e4d6", "N-Q6 dbl ch", "C6D+ doble"),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "R-R8 mate", "T8T mate"),
    ] {
        let position = fen::read(position).unwrap();
        let m = uci::read(&position, m).unwrap();
        assert_eq!(en.write(&position, m), english);
        assert_eq!(es.write(&position, m), spanish);
        assert!(en.read_strict(&position, &Wings::of(&position), english).is_ok());
    }
}

#[test]
fn errors() {
    let (en, es) = (Descriptive::ENGLISH, Descriptive::SPANISH);
    let pinned = "4r2k/8/8/8/8/8/4R3/4K3 w - - 0 1";
    for (position, notation, text, expected) in [
        (START, en, "", "invalid move \"\": a move is expected at offset 0"),
        (START, en, "e4", "invalid move \"e4\": unexpected 'e' at offset 0"),
        (START, en, "P-K9", "invalid move \"P-K9\": unexpected '9' at offset 3"),
        (START, en, "P-", "invalid move \"P-\": a square is expected at offset 2"),
        (START, en, "P-4", "invalid move \"P-4\": the letter of a file is expected at offset 3"),
        (START, en, "4", "invalid move \"4\": a piece letter is expected at offset 0"),
        (
            START,
            en,
            "Px",
            "invalid move \"Px\": the letter of the captured piece is expected at offset 2",
        ),
        (
            START,
            en,
            "N(K-B3",
            "invalid move \"N(K-B3\": a closing parenthesis is expected at offset 3",
        ),
        (
            START,
            en,
            "P-K4 P-K4",
            "invalid move \"P-K4 P-K4\": the end of a square is expected at offset 5",
        ),
        (
            START,
            en,
            "P-K4 ch P",
            "invalid move \"P-K4 ch P\": the end of the move is expected at offset 8",
        ),
        (
            START,
            en,
            "P-K8=",
            "invalid move \"P-K8=\": the letter of the promotion piece is expected at offset 5",
        ),
        (
            START,
            en,
            "KQP-K4",
            "invalid move \"KQP-K4\": the name of a piece is expected at offset 0",
        ),
        (START, en, "O-", "invalid move \"O-\": O-O or O-O-O is expected at offset 2"),
        (
            START,
            en,
            "O-O-O-O",
            "invalid move \"O-O-O-O\": the end of the move is expected at offset 5",
        ),
        (START, es, "P4", "invalid move \"P4\": the letter of a file is expected at offset 2"),
        (START, es, "N3A", "invalid move \"N3A\": unexpected 'N' at offset 0"),
        (START, es, "CéR", "invalid move \"CéR\": unexpected 'é' at offset 1"),
        (START, en, "O-O", "illegal move \"O-O\": castling on this side is currently not legal"),
        (TWO_ROOKS, en, "Castles", "ambiguous move \"Castles\": it may be O-O or O-O-O"),
        (BLACK, en, "P-K5", "illegal move \"P-K5\": no such piece can move there"),
        (THREE_KNIGHTS, en, "R-K1", "illegal move \"R-K1\": the side to move has no such piece"),
        (
            THREE_KNIGHTS,
            en,
            "N-Q3",
            "ambiguous move \"N-Q3\": it may be N(N2)-Q3 or N(B2)-Q3 or N(4)-Q3",
        ),
        (THREE_KNIGHTS, en, "N-Q3=Q", "illegal move \"N-Q3=Q\": only a pawn is promoted"),
        (PROMOTION, en, "P-K8", "illegal move \"P-K8\": the promotion piece is missing"),
        (
            PROMOTION,
            en,
            "P-K8(K)",
            "illegal move \"P-K8(K)\": a pawn promotes to a queen, rook, bishop or knight",
        ),
        (
            START,
            en,
            "P-K4(Q)",
            "illegal move \"P-K4(Q)\": a pawn is promoted on the last rank only",
        ),
        (
            TWO_ROOKS,
            en,
            "R-QR5",
            "illegal move \"R-QR5\": the target square is occupied: a capture is written with x",
        ),
        (TWO_ROOKS, en, "RxN", "illegal move \"RxN\": no such piece can make this capture"),
        (TWO_ROOKS, en, "RxKP", "illegal move \"RxKP\": the captured piece is another one"),
        (
            TWO_ROOKS,
            en,
            "KR-Q1",
            "illegal move \"KR-Q1\": the piece that can make this move is another one",
        ),
        (pinned, en, "R-Q2", "illegal move \"R-Q2\": the king would be left in check"),
        (pinned, es, "T2D", "illegal move \"T2D\": the king would be left in check"),
    ] {
        assert_eq!(read(position, notation, text), Err(expected.to_owned()), "{text}");
    }
    let start = Position::standard();
    let error = en.read_strict(&start, &Wings::of(&start), "Kt-KB3").unwrap_err();
    assert_eq!(
        error.to_string(),
        "invalid move \"Kt-KB3\": it is not the standard spelling, N-KB3"
    );
}

/// Words of a printed game that belong to the move before them.
#[test]
fn continuations() {
    for (last, word, expected) in [
        ("PxP", "e.p.", true),
        ("P-K8", "(Q)", true),
        ("R-K", "sq.", true),
        ("Castles", "QR", true),
        ("P", "to", true),
        ("P to K's", "4th", true),
        ("R-K1", "dis", true),
        ("R-K1", "R-K1", false),
        ("P4R", "C3AR", false),
        ("O-O", "K-R1", false),
    ] {
        assert_eq!(continues(last, word), expected, "{last} {word}");
    }
}
