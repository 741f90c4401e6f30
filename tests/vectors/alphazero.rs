//! AlphaZero's planes and policies, recorded from pgx, OpenSpiel and PettingZoo.

use enroque::movegen::legal_moves;
use enroque::tensor::alphazero::{AlphaZero, AlphaZeroPolicy, OpenSpielPolicy, PettingZooPolicy};
use enroque::tensor::{EnPassantRule, Layout, Player, Policy, legal_mask, planes};
use serde_json::Value;

use crate::npz::Npz;
use crate::{corpus, path, write_uci};

const SIZE: usize = 119 * 64;

/// The positions of pgx that repeat the start position, which pgx did not detect.
const START_REPEATED: [&str; 3] = ["stdV_rep02", "stdE_rep_1", "stdE_rep_1b"];

#[test]
fn planes_and_mask_of_pgx() {
    let (samples, path) = (corpus("std"), path("pgx_chess_v2.npz"));
    let archive = Npz::open(&path);
    let of_players = [(Player::SideToMove, "obs_current"), (Player::Opponent, "obs_other")];
    let of_players = of_players.map(|(player, name)| (player, archive.array::<f32>(name)));
    let masks: Vec<u8> = archive.array("mask_packed");
    let terminated: Vec<bool> = archive.array("terminated");
    let ids = archive.strings("ids");
    for (n, id) in ids.iter().enumerate() {
        let sample = samples.iter().find(|sample| &sample.id == id).unwrap();
        let history = sample.history(EnPassantRule::DoublePush);
        let mut found = vec![7.0_f32; SIZE];
        for (player, expected) in of_players.iter().rev() {
            let pgx = AlphaZero { layout: Layout::ChannelsLast, player: *player };
            planes(&pgx, &history, &mut found).unwrap();
            for (at, (found, expected)) in found.iter().zip(&expected[SIZE * n..]).enumerate() {
                let channel = at % 119;
                let is_repetition = channel < 112 && channel % 14 >= 12;
                if START_REPEATED.contains(&id.as_str()) && is_repetition {
                    continue;
                }
                assert!(
                    found.to_bits() == expected.to_bits(),
                    "{id} {player:?} {at}: {found} {expected}"
                );
            }
        }

        let mut first = vec![7.0_f32; SIZE];
        planes(&AlphaZero::default(), &history, &mut first).unwrap();
        for channel in 0..119 {
            for square in 0..64 {
                let (rank, file) = (square / 8, square % 8);
                let last = found[((7 - rank) * 8 + file) * 119 + channel];
                assert!(first[64 * channel + square] == last, "{id} {channel} {square}");
            }
        }

        if !terminated[n] {
            let mut mask = vec![false; 4672];
            legal_mask(&AlphaZeroPolicy, history.position(), &mut mask).unwrap();
            let packed = &masks[584 * n..584 * (n + 1)];
            for (index, &legal) in mask.iter().enumerate() {
                assert_eq!(legal, packed[index / 8] >> (7 - index % 8) & 1 != 0, "{id} {index}");
            }
        }
    }
}

/// pgx has a constant for the key of the start position that newer versions of jax do not
/// reproduce.
#[test]
fn pgx_misses_repetitions_of_the_start() {
    let samples = corpus("std");
    for id in START_REPEATED {
        let sample = samples.iter().find(|sample| sample.id == id).unwrap();
        let history = sample.history(EnPassantRule::DoublePush);
        let start_again = |(position, mark): (&_, &enroque::tensor::RepetitionRecord)| {
            *position == sample.start && mark.repetitions > 0
        };
        assert!(
            history.view().positions().iter().zip(history.view().marks()).any(start_again),
            "{id}"
        );
    }
}

/// Compares with `file`, `{id: {uci: index}}` for the legal moves of some positions.
fn check_policy<P: Policy>(kind: &str, file: &str, policy: &P) {
    let (samples, path) = (corpus(kind), path(file));
    let table: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let mut checked = 0;
    for sample in samples {
        let position = sample.position();
        let Some(expected) = table.get(&sample.id).and_then(Value::as_object) else { continue };
        for m in legal_moves(&position) {
            let uci = write_uci(&position, m, sample.is_chess960);
            let Some(recorded) = expected.get(&uci) else { continue };
            let index = policy.index(&position, m);
            assert_eq!(index, recorded.as_u64().map(|n| n as usize), "{} {uci}", sample.id);
            checked += 1;
        }
    }
    let all: usize =
        table.as_object().unwrap().values().map(|moves| moves.as_object().unwrap().len()).sum();
    assert_eq!(checked, all, "{file}");
}

#[test]
fn policy_of_pgx() {
    check_policy("std", "pgx_actions.json", &AlphaZeroPolicy);
}

#[test]
fn policy_of_openspiel() {
    check_policy("std", "openspiel_actions_std.json", &OpenSpielPolicy);
    check_policy("960", "openspiel_actions_960.json", &OpenSpielPolicy);
}

#[test]
fn policy_of_pettingzoo() {
    check_policy("std", "pettingzoo_actions.json", &PettingZooPolicy);
}
