//! Tokens and policy of ChessBench, recorded from `searchless_chess`.

use enroque::tensor::chessbench::{TokensError, UciPolicy, tokens};
use enroque::types::Square;

use crate::npz::Npz;
use crate::{check_listed_moves, corpus, path};

fn check(kind: &str, beyond_the_alphabet: &[(&str, Square)]) {
    let file = format!("searchless_tokens_{kind}.npz");
    let (samples, path) = (corpus(kind), path(&file));
    let expected: Vec<u8> = Npz::open(&path).array("tokens");
    assert_eq!(expected.len(), 77 * samples.len());
    let mut unsupported = Vec::new();
    for (sample, expected) in samples.iter().zip(expected.chunks_exact(77)) {
        match tokens(&sample.position()) {
            Ok(found) => assert_eq!(found[..], *expected, "{}", sample.id),
            Err(TokensError::Castling(rook)) => {
                // the original raises KeyError
                assert!(expected.iter().all(|&token| token == 255), "{}", sample.id);
                unsupported.push((sample.id.as_str(), rook));
            }
            Err(error) => panic!("{}: {error}", sample.id),
        }
    }
    assert_eq!(unsupported, beyond_the_alphabet);
}

#[test]
fn tokens_of_standard_chess() {
    check("std", &[]);
}

#[test]
fn tokens_of_chess960() {
    check("960", &[("960F_inner_rook", Square::E1), ("960F_outer_rook_x", Square::F1)]);
}

#[test]
fn policy() {
    check_listed_moves(&UciPolicy, "searchless_actions_1968.json", false);
}
