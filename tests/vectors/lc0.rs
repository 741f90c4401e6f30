//! Planes and policies of lc0, recorded from lc0.

use enroque::movegen::legal_moves;
use enroque::tensor::lc0::{HistoryFill, InputFormat, Lc0, Lc0Policy, Transform};
use enroque::tensor::{EnPassantRule, Planes, Policy, planes, planes_bits};
use serde_json::Value;

use crate::npz::Npz;
use crate::{Sample, corpus, path, write_uci};

const FILLS: [(HistoryFill, &str); 3] =
    [(HistoryFill::No, "no"), (HistoryFill::FenOnly, "fen_only"), (HistoryFill::Always, "always")];

fn check_planes(kind: &str) {
    let (samples, path) = (corpus(kind), path(&format!("lc0_planes_{kind}.npz")));
    let archive = Npz::open(&path);
    let mut checked = 0;
    for format in InputFormat::ALL {
        for (fill, fill_name) in FILLS {
            let prefix = format!("f{}_{fill_name}", format.number());
            let masks: Vec<u64> = archive.array(&format!("{prefix}_masks"));
            let values: Vec<f32> = archive.array(&format!("{prefix}_vals"));
            let valid: Vec<bool> = archive.array(&format!("{prefix}_valid"));
            let transforms: Vec<i8> = archive.array(&format!("{prefix}_transform"));
            assert_eq!(masks.len(), 112 * samples.len());
            for (n, sample) in samples.iter().enumerate() {
                let name = format!("{prefix} {}", sample.id);
                if !valid[n] {
                    // lc0 does not terminate on these
                    assert!(format.has_repeated_positions_only(), "{name}");
                    continue;
                }
                let row = 112 * n..112 * (n + 1);
                check_row(Lc0 { format, fill }, sample, &masks[row.clone()], &values[row], &name);
                let transform = if format.is_canonical() {
                    Transform::of(&sample.position())
                } else {
                    Transform::NONE
                };
                assert_eq!(transform.bits(), transforms[n] as u8, "{name}");
                checked += 1;
            }
        }
    }
    println!("{kind}: {checked} encodings");
}

fn check_row(encoding: Lc0, sample: &Sample, masks: &[u64], values: &[f32], name: &str) {
    let history = sample.history(EnPassantRule::PseudoLegal);
    let (mut found, mut scale) = ([0; 112], [0.0]);
    planes_bits(&encoding, &history, Planes { masks: &mut found, scales: &mut scale }).unwrap();
    let mut dense = vec![7.0_f32; 112 * 64];
    planes(&encoding, &history, &mut dense).unwrap();
    for (channel, plane) in dense.chunks_exact(64).enumerate() {
        let (mask, value) = (masks[channel], values[channel]);
        if channel != 109 {
            let expected = if value == 0.0 { 0 } else { mask };
            assert_eq!(found[channel], expected, "{name}, bits of channel {channel}");
        }
        for (square, &element) in plane.iter().enumerate() {
            let expected = if mask >> square & 1 != 0 { value } else { 0.0 };
            let same = element.to_bits() == expected.to_bits();
            assert!(same, "{name}, channel {channel}, square {square}: {element} {expected}");
        }
    }
    assert_eq!((found[109], scale[0]), (!0, values[109]), "{name}");
}

#[test]
fn planes_of_standard_chess() {
    check_planes("std");
}

#[test]
fn planes_of_chess960() {
    check_planes("960");
}

/// Compares with `file`, `{id: {uci: index}}` for all legal moves.
fn check_policy(kind: &str, file: &str, format: InputFormat, skip_transposed: bool) {
    let (samples, path) = (corpus(kind), path(file));
    let table: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let policy = Lc0Policy { format };
    let mut checked = 0;
    for sample in samples {
        let position = sample.position();
        if skip_transposed && Transform::of(&position).bits() & 4 != 0 {
            continue;
        }
        let expected = table[&sample.id].as_object().unwrap();
        let moves = legal_moves(&position);
        assert_eq!(moves.len(), expected.len(), "{}", sample.id);
        for m in moves {
            let uci = write_uci(&position, m, sample.is_chess960);
            // lc0 writes castling in both forms, depending on its mode
            let recorded = expected.get(&uci).or_else(|| expected.get(&m.to_string()));
            let recorded = recorded.unwrap_or_else(|| panic!("{} {uci}", sample.id));
            let index = policy.index(&position, m);
            assert_eq!(index, recorded.as_u64().map(|n| n as usize), "{} {uci}", sample.id);
            checked += 1;
        }
    }
    println!("{file}: {checked} moves");
}

#[test]
fn policy_of_standard_chess() {
    check_policy("std", "lc0_policy_f1_std.json", InputFormat::Classical, false);
}

#[test]
fn policy_of_chess960() {
    check_policy("960", "lc0_policy_f1_960.json", InputFormat::Classical, false);
}

/// Recorded from lc0 v0.31.2.
#[test]
fn canonical_policy_of_standard_chess() {
    check_policy("std", "lc0v0312_policy_f3_std.json", InputFormat::Canonical, false);
}

/// Recorded from lc0's master, which since pull request 2126 inverts the transform of moves where
/// the board is transposed; all other boards agree.
#[test]
fn canonical_policy_agrees_with_lc0_master_but_for_its_transposition() {
    check_policy("std", "lc0_policy_f3_std.json", InputFormat::Canonical, true);
    check_policy("960", "lc0_policy_f3_960.json", InputFormat::Canonical, true);
}
