//! Planes of OpenSpiel, PettingZoo, Maia-3 and tutorials, recorded from these programs.

use enroque::notation::fen;
use enroque::tensor::alphazero::PettingZooPolicy;
use enroque::tensor::chess_alpha_zero::ChessAlphaZero;
use enroque::tensor::maia3::{Maia3, Maia3Policy};
use enroque::tensor::openspiel::OpenSpiel;
use enroque::tensor::pettingzoo::PettingZoo;
use enroque::tensor::tutorial::Tutorial14;
use enroque::tensor::{Encoding, History, OptionValue, PlaneEncoding, Player, legal_mask, planes};

use crate::npz::Npz;
use crate::{Sample, check_listed_moves, corpus, path};

/// `expected(n, at)` is the element of sample n.
fn check<E: PlaneEncoding>(
    encoding: &E,
    samples: &[&Sample],
    expected: impl Fn(usize, usize) -> f32,
) {
    for (n, sample) in samples.iter().enumerate() {
        let history = sample.history(encoding.en_passant());
        let mut found = vec![7.0_f32; encoding.channels() * 64];
        planes(encoding, &history, &mut found).unwrap();
        for (at, found) in found.into_iter().enumerate() {
            let expected = expected(n, at);
            assert!(
                found.to_bits() == expected.to_bits(),
                "{} at {at}: {found}, not {expected}",
                sample.id
            );
        }
    }
}

/// Element `at` of packed bools.
fn bit(packed: &[u8], at: usize) -> f32 {
    f32::from(packed[at / 8] >> (7 - at % 8) & 1)
}

#[test]
fn openspiel() {
    for kind in ["std", "960"] {
        let file = format!("openspiel_chess_{kind}.npz");
        let (samples, path) = (corpus(kind), path(&file));
        let archive = Npz::open(&path);
        let expected: Vec<f32> = archive.array("obs");
        let ids = archive.strings("ids");
        let by_id = |id: &String| samples.iter().find(|sample| &sample.id == id).unwrap();
        let samples: Vec<&Sample> = ids.iter().map(by_id).collect();
        assert!(samples.len() > 400);
        check(&OpenSpiel, &samples, |n, at| expected[1280 * n + at]);
    }
}

#[test]
fn pettingzoo() {
    let (samples, path) = (corpus("std"), path("pettingzoo_chess_v6.npz"));
    let archive = Npz::open(&path);
    let ids = archive.strings("ids");
    let by_id = |id: &String| samples.iter().find(|sample| &sample.id == id).unwrap();
    let samples: Vec<&Sample> = ids.iter().map(by_id).collect();
    assert!(samples.len() > 400);
    for (player, name) in
        [(Player::SideToMove, "obs_mover_packed"), (Player::Opponent, "obs_other_packed")]
    {
        let expected: Vec<u8> = archive.array(name);
        check(&PettingZoo { player }, &samples, |n, at| bit(&expected[888 * n..], at));
    }
}

/// PettingZoo records positions after moves only, so start positions are not in any history.
#[test]
fn pettingzoo_history_excludes_the_start() {
    let samples = corpus("std");
    let mut compared = 0;
    for sample in samples.iter().filter(|sample| sample.moves.len() < 8) {
        let history = sample.history(PettingZoo::default().en_passant());
        let mut found = vec![false; 111 * 64];
        planes(&PettingZoo::default(), &history, &mut found).unwrap();
        let shown = (0..8).filter(|step| {
            let king = 7 + 13 * step + 5;
            found.iter().skip(king).step_by(111).any(|&own| own)
        });
        assert_eq!(shown.count(), sample.moves.len(), "{}", sample.id);
        compared += 1;
    }
    assert!(compared > 30);
}

#[test]
fn masks_of_pettingzoo() {
    let (samples, path) = (corpus("std"), path("pettingzoo_chess_v6.npz"));
    let archive = Npz::open(&path);
    let packed: Vec<u8> = archive.array("mask_packed");
    for (id, packed) in archive.strings("ids").iter().zip(packed.chunks_exact(584)) {
        let sample = samples.iter().find(|sample| &sample.id == id).unwrap();
        let mut mask = vec![false; 4672];
        legal_mask(&PettingZooPolicy, &sample.position(), &mut mask).unwrap();
        for (index, &legal) in mask.iter().enumerate() {
            assert_eq!(legal, bit(packed, index) == 1.0, "{id} {index}");
        }
    }
}

#[test]
fn tutorial() {
    let (samples, path) = (corpus("std"), path("tutorial_14x8x8_std.npz"));
    let archive = Npz::open(&path);
    let expected: Vec<i8> = archive.array("planes");
    let samples: Vec<&Sample> = samples.iter().collect();
    check(&Tutorial14, &samples, |n, at| f32::from(expected[896 * n + at]));
}

#[test]
fn chess_alpha_zero() {
    let mut compared = 0;
    let table = include_str!("../data/chess_alpha_zero.txt");
    for line in table.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let [fen, clock, masks] = line.split(" | ").collect::<Vec<_>>().try_into().unwrap();
        let history = History::new(fen::read(fen).unwrap(), ChessAlphaZero.en_passant());
        let mut found = [7.0_f32; 18 * 64];
        planes(&ChessAlphaZero, &history, &mut found).unwrap();
        let (found, _) = found.as_chunks::<64>();
        assert_eq!(found[16], [clock.parse::<f32>().unwrap(); 64], "{fen}");
        let others = [&found[..16], &found[17..]].concat();
        let masks: Vec<_> = masks.split(' ').map(|m| u64::from_str_radix(m, 16).unwrap()).collect();
        assert_eq!(others.len(), masks.len());
        for (plane, (found, mask)) in others.into_iter().zip(masks).enumerate() {
            let expected = std::array::from_fn(|bit| (mask >> bit & 1) as f32);
            assert_eq!(found, expected, "{fen} {plane}");
        }
        compared += 1;
    }
    assert_eq!(compared, 60);
}

#[test]
fn maia3() {
    for kind in ["std", "960"] {
        let file = format!("maia3_tokens_{kind}.npz");
        let (samples, path) = (corpus(kind), path(&file));
        let expected: Vec<u8> = Npz::open(&path).array("tokens_packed");
        let samples: Vec<&Sample> = samples.iter().collect();
        let history = [("history".to_owned(), OptionValue::Number(1))];
        let one = Encoding::named("maia3", &history).unwrap();
        check(&one, &samples, |n, at| bit(&expected[96 * n..], at));
    }
}

/// Single positions were recorded; a history is their concatenation, oldest first. `maia3_times_std.npz`
/// has recorded histories (`tests/python/tensor/test_maia.py`).
#[test]
fn maia3_with_history() {
    let samples = corpus("std");
    for sample in samples.iter().filter(|sample| sample.moves.len() > 2) {
        let history = sample.history(Maia3::default().en_passant());
        let mut found = vec![false; 64 * 96];
        planes(&Maia3::default(), &history, &mut found).unwrap();
        for (square, channels) in found.chunks_exact(96).enumerate() {
            for (step, pieces) in channels.chunks_exact(12).enumerate() {
                let ply = history.view().plies().saturating_sub(7 - step);
                let then = &history.view().positions()[ply];
                let index = if then.turn() as usize == 0 { square } else { square ^ 56 };
                let square = enroque::types::Square::from_index(index).unwrap();
                let piece = then.piece_at(square);
                let channel = piece.map(|piece| {
                    piece.piece_type as usize + if piece.color == then.turn() { 0 } else { 6 }
                });
                for (n, &found) in pieces.iter().enumerate() {
                    assert_eq!(found, channel == Some(n), "{} {step} {square}", sample.id);
                }
            }
        }
    }
}

#[test]
fn maia3_policy() {
    check_listed_moves(&Maia3Policy, "maia3_moves_4352.json", true);
}
