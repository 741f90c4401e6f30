//! Any bytes as a file of positions, in each format that its first byte chooses, or in the one that is
//! recognized.

#![no_main]

use std::num::NonZeroUsize;
use std::sync::Arc;

use enroque::io::{
    C9, Convention, Evaluation, Perspective, PositionFormat, PositionOptions, PositionReader, Role,
    Source, Unit,
};
use enroque::movegen::is_legal;
use enroque::pool::Run;
use enroque::positions::{Keep, OnRowError, Positions};
use enroque::types::Move;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Some((&first, text)) = data.split_first() else { return };
    let formats = PositionFormat::ALL;
    let format = formats.get(usize::from(first) % (formats.len() + 1)).copied();
    let options = |on_error| PositionOptions {
        format,
        columns: if first & 64 == 0 { Vec::new() } else { vec![(Role::Fen, "fen".to_owned())] },
        convention: Convention {
            perspective: Some(Perspective::SideToMove),
            unit: Some(Unit::Centipawns),
        },
        evaluation: if first & 128 == 0 { Evaluation::Deepest } else { Evaluation::All },
        lines: first & 32 == 0,
        c9: C9::Result,
        on_error,
    };
    let Some(skipped) = read(text, options(OnRowError::Skip)) else { return };
    let Some(masked) = read(text, options(OnRowError::Mask)) else { panic!("no masked rows") };
    // a masked row is there without a position, and the others are the same
    assert_eq!(skipped.broken_count(), 0);
    let there: Vec<usize> = (0..masked.len()).filter(|&row| masked.position(row).is_some()).collect();
    assert_eq!(masked.select(&there).unwrap(), skipped);
    assert_eq!(masked.errors().count(), skipped.errors().count());
    for row in 0..skipped.len() {
        let mut position = skipped.position(row).unwrap();
        if let Some(m) = skipped.labels().moves().and_then(|moves| Move::from_bits(moves[row])) {
            assert!(is_legal(&position, m));
        }
        for &bits in skipped.lines().map_or(&[][..], |lines| lines.row(row)) {
            position.play(Move::from_bits(bits).unwrap()).unwrap();
        }
    }
    let one = Run { threads: NonZeroUsize::new(1), ..Run::default() };
    assert!(skipped.drop_duplicates(Keep::Deepest, one).unwrap().len() <= skipped.len());
    assert!(skipped.after_first_move().len() <= skipped.len());
});

fn read(text: &[u8], options: PositionOptions) -> Option<Positions> {
    let sources = vec![Source::Bytes("fuzz".to_owned(), Arc::new(text.to_vec()))];
    let run = Run { threads: NonZeroUsize::new(1), ..Run::default() };
    let mut reader = PositionReader::new(sources, options).unwrap();
    let mut all = Positions::new();
    loop {
        match reader.next_batch(run) {
            Ok(Some(batch)) => all.append(&batch),
            Ok(None) => return Some(all),
            Err(_) => return None,
        }
    }
}
