//! The reader of `Games` and that of trees give the same games for the same text.

mod common {
    pub(crate) mod two_readers;
}

use common::two_readers::assert_same_games;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Elements of texts, the first ones more often.
const ELEMENTS: [&str; 74] = [
    "1. e4 ",
    "e5 ",
    "2. Nf3 ",
    "Nc6 ",
    "\n",
    "\n\n",
    " ",
    "1-0",
    "*\n\n",
    "1/2-1/2\n",
    "[Event \"a\"]\n",
    "[White \"b\"]\n",
    "\n[Event \"c\"]\n\n",
    "{comment} ",
    "(1. d4 d5) ",
    "1. d4 d5 *\n\n",
    "1.",
    "1. ",
    "1... ",
    "1: ",
    "2",
    "…",
    "·",
    "．",
    "1…",
    " … ",
    "[/pgn]",
    "[#]\n",
    "\n[pgn]\n",
    "[White x]\n",
    "[x]",
    "[",
    "]",
    "{",
    "}",
    "(",
    ")",
    "; remark\n",
    "% escaped\n",
    "$1 ",
    "$999 ",
    "!?",
    "N ",
    "±",
    "--",
    "hello ",
    "Ke3 ",
    "e5",
    "0-0",
    "0-0 ",
    "O-O ",
    "1/2-0",
    "0:0 ",
    "0,5-0,5 ",
    "0.5-0.5 ",
    "1-0F ",
    "½-½ ",
    "Nf61-0 ",
    "[Result \"0-0\"]\n",
    "[Result \"1-0\"]\n",
    "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n",
    "[FEN \"x\"]\n",
    "[Fen \"y\"]\n",
    "[SetUp \"1\"]\n",
    "[Variant \"Chess960\"]\n",
    "[Variant \"Atomic\"]\n",
    "\r\n",
    "\r",
    "\t",
    "\u{FEFF}",
    "\u{1A}",
    "\0",
    "\u{A0}",
    "{[%clk\r\n 0:00:01 ]} ",
];

#[test]
fn random_texts() {
    let mut rng = ChaCha8Rng::seed_from_u64(26);
    for round in 0..60_000 {
        let mut text = String::new();
        let usual = if round % 3 == 0 { ELEMENTS.len() } else { 20 };
        for _ in 0..rng.random_range(1..30) {
            let limit = if rng.random_range(0..4) == 0 { ELEMENTS.len() } else { usual };
            text.push_str(ELEMENTS[rng.random_range(0..limit)]);
        }
        assert_same_games(&text);
    }
}
