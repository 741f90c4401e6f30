//! No text makes the reader panic, and what it accepts is a legal move.

use enroque::movegen::legal_moves;
use enroque::notation::descriptive::{Descriptive, Wings};
use enroque::notation::fen;
use enroque::notation::san::SanErrorKind;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

const FENS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/pPp2ppp/2n2n2/1B1qp1B1/1b1QP1b1/2N2N2/PPP2PPP/R3K2R w KQkq - 0 1",
    "r3k2r/pp3ppp/8/8/2pPp3/8/1p4PP/R3K2R b KQkq d3 0 1",
    "8/8/8/1Q3Q2/8/1QQ5/6k1/K7 w - - 0 1",
];

/// Fragments that texts are made of.
const SIGNS: [&str; 72] = [
    "P",
    "N",
    "Kt",
    "B",
    "R",
    "Q",
    "K",
    "C",
    "A",
    "T",
    "D",
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
    "7",
    "8",
    "9",
    "-",
    "x",
    "(",
    ")",
    "/",
    "=",
    "O",
    "0",
    "O-O",
    "Castles",
    "enroque",
    " ",
    ".",
    "e.p.",
    "a.p.",
    "ch",
    "+",
    "++",
    "#",
    "mate",
    "dis",
    "dbl",
    "jaque",
    "!",
    "?",
    "(=)",
    "–",
    "×",
    "†",
    "‡",
    "to",
    "takes",
    "sq",
    "'s",
    "th",
    "é",
    "♘",
    "\u{0}",
    "\u{301}",
    "😀",
    "\n",
    "\t",
    "e",
    "p",
    "KB",
    "QR",
    "(K",
    "4)",
    "x(",
    "-(",
    "a la descubierta",
    "ª",
];

#[test]
fn random_texts() {
    let mut rng = ChaCha8Rng::seed_from_u64(12);
    let positions = FENS.map(|text| fen::read(text).unwrap());
    let mut verdicts = [0u32; 4];
    for _ in 0..200_000 {
        let position = &positions[rng.next_u32() as usize % positions.len()];
        let notation = Descriptive::ALL[rng.next_u32() as usize % 2];
        let mut text = String::new();
        if rng.next_u32().is_multiple_of(2) {
            // a real move with one fragment changed
            let moves = legal_moves(position);
            let m = moves[rng.next_u32() as usize % moves.len()];
            text = notation.write(position, m);
            let at = rng.next_u32() as usize % (text.len() + 1);
            let sign = SIGNS[rng.next_u32() as usize % SIGNS.len()];
            let end = (at + rng.next_u32() as usize % 2).min(text.len());
            text.replace_range(at..end, sign);
        } else {
            for _ in 0..rng.next_u32() % 10 {
                text.push_str(SIGNS[rng.next_u32() as usize % SIGNS.len()]);
            }
        }
        let verdict = match notation.read_in(position, &Wings::of(position), &text) {
            Ok((m, _)) => {
                assert!(legal_moves(position).contains(&m), "{text:?}");
                0
            }
            Err(error) => {
                // an offset in a message is within the text, and between two characters
                if let Some((_, offset)) = error.reason.split_once("at offset ") {
                    assert!(text.is_char_boundary(offset.parse().unwrap()), "{text:?} {error}");
                }
                match error.kind {
                    SanErrorKind::Syntax => 1,
                    SanErrorKind::Illegal => 2,
                    SanErrorKind::Ambiguous => 3,
                }
            }
        };
        verdicts[verdict] += 1;
    }
    assert!(verdicts.iter().all(|&count| count > 500), "{verdicts:?}");
}

#[test]
fn random_bytes() {
    let mut rng = ChaCha8Rng::seed_from_u64(13);
    let position = fen::read(FENS[1]).unwrap();
    for _ in 0..100_000 {
        let mut bytes = [0; 24];
        rng.fill_bytes(&mut bytes);
        let text = String::from_utf8_lossy(&bytes[..rng.next_u32() as usize % 24]);
        for notation in Descriptive::ALL {
            if let Ok(m) = notation.read(&position, &text) {
                assert!(legal_moves(&position).contains(&m), "{text:?}");
            }
        }
    }
    let long = "P".repeat(1_000_000);
    let error = Descriptive::ENGLISH.read(&position, &long).unwrap_err();
    assert_eq!((error.kind, error.token.len()), (SanErrorKind::Syntax, 40));
}
