//! Sparse features, recorded from the loader of nnue-pytorch.

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
    for set in FeatureSet::ALL {
        // nnue-pytorch has one name for the last two sets
        let (year, in_pytorch) = match set {
            FeatureSet::HalfKaV2Hm12 => ("v2026_07", FeatureSet::HalfKaV2Hm.name()),
            _ => ("v2025_12", set.name()),
        };
        for (color, side) in [(Color::White, "white"), (Color::Black, "black")] {
            let name = format!("{year}_{in_pytorch}_{side}");
            let expected: Vec<i32> = archive.array(&name);
            for (sample, expected) in samples.iter().zip(expected.chunks_exact(32)) {
                let mut found = [7; 32];
                let count = set.write(&sample.position(), color, &mut found).unwrap();
                assert_eq!(found[..], *expected, "{} {name}", sample.id);
                assert!(found[..count].iter().all(|&index| (index as usize) < set.size()));
            }
        }
        let inputs: Vec<i64> = archive.array(&format!("{year}_{in_pytorch}_num_inputs"));
        assert_eq!(inputs, [set.size() as i64]);
    }
    let buckets: Vec<i32> = archive.array("psqt_bucket");
    for (sample, expected) in samples.iter().zip(buckets) {
        assert_eq!(bucket(&sample.position()) as i32, expected, "{}", sample.id);
    }
}
