//! Sparse features, recorded from the loader of nnue-pytorch and from bullet.

use enroque::notation::fen;
use enroque::tensor::OptionValue;
use enroque::tensor::nnue::{FeatureSet, bucket};
use enroque::types::Color;

use crate::npz::Npz;
use crate::{Sample, corpus, path};

#[test]
fn features_and_buckets() {
    let (standard, chess960) = (corpus("std"), corpus("960"));
    let path = path("nnue_features.npz");
    let archive = Npz::open(&path);
    let ids = archive.strings("ids");
    let samples: Vec<&Sample> = standard.iter().chain(&chess960).collect();
    assert_eq!(ids, samples.iter().map(|sample| sample.id.clone()).collect::<Vec<_>>());
    // by date, name in nnue-pytorch, name here, width
    let recorded = [
        ("v2025_12", "HalfKP", "HalfKP", None),
        ("v2025_12", "HalfKA", "HalfKA", None),
        ("v2025_12", "HalfKAv2", "HalfKAv2", None),
        ("v2025_12", "HalfKAv2_hm", "HalfKAv2_hm", None),
        ("v2025_12", "HalfKAv2_hm_factorized", "HalfKAv2_hm^", None),
        ("v2025_12", "Full_Threats", "Full_Threats+HalfKAv2_hm", Some(79_856)),
        ("v2026_07", "HalfKAv2_hm", "HalfKAv2_hm12", None),
        ("v2026_07", "Full_Threats", "Full_Threats", None),
        ("v2026_07", "PP_3Wide", "PP_3Wide", None),
        (
            "v2026_07",
            "HalfKAv2_hm_Full_Threats_PP_3Wide",
            "HalfKAv2_hm12+Full_Threats+PP_3Wide",
            Some(59_808),
        ),
    ];
    for (date, in_pytorch, name, width) in recorded {
        let width = width.map(|width| ("width".to_owned(), OptionValue::Number(width)));
        let set = FeatureSet::named(name, width.as_slice()).unwrap();
        assert_eq!(set.name(), name);
        for (color, side) in [(Color::White, "white"), (Color::Black, "black")] {
            let key = format!("{date}_{in_pytorch}_{side}");
            let expected: Vec<i32> = archive.array(&key);
            let columns = expected.len() / samples.len();
            for (sample, expected) in samples.iter().zip(expected.chunks_exact(columns)) {
                let position = sample.position();
                let (mut found, mut other) = (vec![7; set.max_active()], vec![7; set.max_active()]);
                let (us, them) = match color == position.turn() {
                    true => (&mut found, &mut other),
                    false => (&mut other, &mut found),
                };
                let count = set.write(&position, [us, them]).unwrap();
                let (found, expected) = (&mut found[..count], expected.to_vec());
                let mut expected: Vec<i32> = expected.into_iter().filter(|&n| n >= 0).collect();
                // there, the pieces stand among the threats
                if name.starts_with("Full_Threats+") {
                    found.sort_unstable();
                    expected.sort_unstable();
                }
                assert_eq!(found, expected, "{} {key}", sample.id);
            }
        }
        let inputs: Vec<i64> = archive.array(&format!("{date}_{in_pytorch}_num_inputs"));
        assert_eq!(inputs, [set.size() as i64]);
    }
    let buckets: Vec<i32> = archive.array("psqt_bucket");
    for (sample, expected) in samples.iter().zip(buckets) {
        assert_eq!(bucket(&sample.position()) as i32, expected, "{}", sample.id);
    }
}

#[test]
fn inputs_of_bullet() {
    let text = std::fs::read_to_string(path("bullet_inputs.jsonl")).unwrap();
    let half = "0 1 2 3 4 4 5 5 6 6 6 6 7 7 7 7 8 8 8 8 8 8 8 8 9 9 9 9 9 9 9 9";
    let all: Vec<String> = (0..64).map(|n| ((n / 8 + 3 * (n % 8)) % 7).to_string()).collect();
    let kinds = [
        ("plain", "Chess768", "0"),
        ("all", "Chess768", &all.join(" ")),
        ("mirrored", "Chess768", half),
        ("factorized", "Chess768^", half),
    ];
    for line in text.lines() {
        let recorded: serde_json::Value = serde_json::from_str(line).unwrap();
        let position = fen::read(recorded["fen"].as_str().unwrap()).unwrap();
        for (kind, name, buckets) in kinds {
            let options = [("buckets".to_owned(), OptionValue::from(buckets))];
            let set = FeatureSet::named(name, &options).unwrap();
            let mut rows = [0; 2].map(|padding| vec![padding; set.max_active()]);
            let count = set.write(&position, rows.each_mut().map(Vec::as_mut_slice)).unwrap();
            let features = rows.map(|row| {
                let mut features = row[..count].to_vec();
                features.sort_unstable();
                features
            });
            let [ours, theirs] = features;
            let expected = serde_json::json!([set.size(), ours, theirs]);
            assert_eq!(recorded[kind], expected, "{kind} {line}");
        }
    }
}
