//! Planes and policy of Maia-2, recorded from its package.

use enroque::tensor::maia2::{Maia2, Maia2Policy};
use enroque::tensor::{EnPassantRule, View, planes};

use crate::npz::Npz;
use crate::{check_listed_moves, corpus, path};

fn check(kind: &str) {
    let file = format!("maia2_planes_{kind}.npz");
    let (samples, path) = (corpus(kind), path(&file));
    let archive = Npz::open(&path);
    for (view, name) in
        [(View::SideToMove, "mover_view_packed"), (View::White, "white_view_packed")]
    {
        let packed: Vec<u8> = archive.array(name);
        assert_eq!(packed.len(), samples.len() * 144);
        for (sample, packed) in samples.iter().zip(packed.chunks_exact(144)) {
            let mut found = vec![false; 18 * 64];
            let history = sample.history(EnPassantRule::DoublePush);
            planes(&Maia2 { view }, &history, &mut found).unwrap();
            for (n, &found) in found.iter().enumerate() {
                let expected = packed[n / 8] >> (7 - n % 8) & 1 != 0;
                assert_eq!(found, expected, "{} {name} plane {}", sample.id, n / 64);
            }
        }
    }
}

#[test]
fn planes_of_standard_chess() {
    check("std");
}

#[test]
fn planes_of_chess960() {
    check("960");
}

#[test]
fn policy() {
    check_listed_moves(&Maia2Policy, "maia2_moves_1880.json", true);
}
