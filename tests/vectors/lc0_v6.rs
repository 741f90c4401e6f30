//! Training records of lc0, compared with records that lc0's training code has parsed.

use std::io::Read;

use enroque::notation::fen;
use enroque::position::Position;
use enroque::tensor::EnPassantRule;
use enroque::tensor::lc0::{HistoryFill, InputFormat, V6_BYTES, V6Record};

use crate::npz::Npz;
use crate::{corpus, path};

/// Compares with `lc0_v6_{kind}_f{format}.gz`: the planes of each record byte for byte (other
/// fields were not recorded), and the decoded position.
fn check(kind: &str, format: InputFormat, unlike: &[&str]) {
    let number = format.number();
    let (samples, file, planes) = (
        corpus(kind),
        path(&format!("lc0_v6_{kind}_f{number}.gz")),
        path(&format!("lc0_planes_{kind}.npz")),
    );
    let mut bytes = Vec::new();
    flate2::read::MultiGzDecoder::new(std::fs::File::open(file).unwrap())
        .read_to_end(&mut bytes)
        .unwrap();
    assert_eq!(bytes.len(), V6_BYTES * samples.len());
    let archive = Npz::open(&planes);
    let masks: Vec<u64> = archive.array(&format!("f{number}_no_masks"));
    let values: Vec<f32> = archive.array(&format!("f{number}_no_vals"));
    let (records, _) = bytes.as_chunks::<V6_BYTES>();
    let mut differ = Vec::new();
    for (n, (sample, expected)) in samples.iter().zip(records).enumerate() {
        let history = sample.history(EnPassantRule::PseudoLegal);
        let mut found = V6Record::empty();
        found.set_history(&history, format, HistoryFill::No).unwrap();
        // version and format; policy; planes, castling, clocks
        assert_eq!(found.bytes()[..8280], expected[..8280], "{}", sample.id);
        let read = V6Record::from_bytes(expected).unwrap();
        let (planes, rule_50) = read.planes();
        for channel in 0..112 {
            let (mask, value) = (masks[112 * n + channel], values[112 * n + channel]);
            let expected = if value == 0.0 && channel != 109 { 0 } else { mask };
            assert_eq!(planes[channel], expected, "{} {channel}", sample.id);
        }
        assert_eq!(rule_50, values[112 * n + 109]);
        let setup = read.setup().unwrap().repaired();
        let position = Position::try_from(setup).unwrap();
        let expected = sample.position();
        if position != expected {
            differ.push(format!(
                "{} {} {}",
                sample.id,
                fen::write(&position),
                fen::write(&expected)
            ));
        } else {
            assert_eq!(position.halfmove_clock(), expected.halfmove_clock().min(255));
        }
    }
    let ids: Vec<&str> = differ.iter().filter_map(|text| text.split(' ').next()).collect();
    assert_eq!(ids, unlike, "{differ:#?}");
}

#[test]
fn lc0_v6_std() {
    check("std", InputFormat::Classical, &[]);
    check("std", InputFormat::CastlingPlane, &[]);
    check("std", InputFormat::Canonical, &[]);
}

#[test]
fn lc0_v6_960() {
    // the flags of format 1 do not identify the rook of a wing
    check("960", InputFormat::Classical, &["960F_inner_rook", "960F_outer_rook_x"]);
    check("960", InputFormat::CastlingPlane, &[]);
    check("960", InputFormat::Canonical, &[]);
}
