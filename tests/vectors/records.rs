//! Records of 32 bytes, recorded from the crates bulletformat and viriformat.

use enroque::notation::fen;
use enroque::tensor::records::{RecordLabel, bullet, pack, read_bullet, unpack};
use enroque::types::Color;
use serde_json::Value;

use crate::{corpus, path};

fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len() / 2).map(|n| u8::from_str_radix(&hex[2 * n..2 * n + 2], 16).unwrap()).collect()
}

fn records(name: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(path(name)).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn bulletformat() {
    for kind in ["std", "960"] {
        let records = records(&format!("bulletformat_{kind}.jsonl"));
        assert!(records.len() > 400);
        for record in records {
            let text: Vec<&str> = record["text"].as_str().unwrap().split(" | ").collect();
            let position = fen::read(text[0]).unwrap();
            let result = (2.0 * text[2].parse::<f64>().unwrap()) as u8;
            let white = RecordLabel { score: text[1].parse().unwrap(), result };
            let label = match position.turn() {
                Color::White => white,
                Color::Black => RecordLabel { score: -white.score, result: 2 - white.result },
            };
            let expected = bytes(record["hex"].as_str().unwrap());
            assert_eq!(bullet(&position, label).unwrap()[..], expected, "{}", text[0]);
            let (setup, found) = read_bullet(&expected).unwrap();
            assert_eq!(found, label);
            assert_eq!(setup.placement.occupied().len(), position.placement().occupied().len());
        }
    }
}

#[test]
fn packed_boards() {
    for kind in ["std", "960"] {
        let (samples, records) = (corpus(kind), records(&format!("viriformat_{kind}.jsonl")));
        assert!(records.len() > 400);
        for record in records {
            let id = record["id"].as_str().unwrap();
            let sample = samples.iter().find(|sample| sample.id == id).unwrap();
            let position = sample.position();
            let expected = bytes(record["final_packed_hex"].as_str().unwrap());
            let label = RecordLabel { score: 123, result: expected[30] };
            let found = pack(&position, label).unwrap();
            let (read, read_label) = unpack(&expected).unwrap();
            assert_eq!(read_label, label);
            assert_eq!(read, position, "{id}");
            assert_eq!(found[..], expected, "{id} {}", record["final_fen"]);
        }
    }
}
