//! Games from columns.

use enroque::games::{Columns, ColumnsError, FIRST_OTHER_CODE, Games, Headers, SourceColumns};
use enroque::pool::Run;

use super::{assert_same, read_stream};

fn columns_of(games: &Games) -> Columns {
    let names: Vec<&str> = games.headers().names().collect();
    let (bytes, offsets) = games.headers().raw();
    Columns {
        start: games.start_codes().to_vec(),
        other_starts: games.other_starts().to_vec(),
        chess960: games.chess960().to_vec(),
        moves: games.move_bits().to_vec(),
        offsets: games.offsets().to_vec(),
        results: games.results().to_vec(),
        white_elo: games.white_elo().to_vec(),
        black_elo: games.black_elo().to_vec(),
        evals: games.evals().map(<[i32]>::to_vec),
        clocks: games.clocks().map(<[i32]>::to_vec),
        move_times: games.move_times().map(<[i32]>::to_vec),
        arrows: games
            .arrow_bits()
            .zip(games.arrow_offsets())
            .map(|(a, b)| (a.to_vec(), b.to_vec())),
        broken: games.broken().to_vec(),
        headers: Headers::from_raw(&names, bytes.to_vec(), offsets.to_vec()).unwrap(),
        sources: Some(SourceColumns {
            names: games.source_names().to_vec(),
            sources: games.sources().to_vec(),
            games: games.source_games().to_vec(),
            offsets: games.source_offsets().to_vec(),
        }),
    }
}

#[test]
fn columns_are_validated() {
    let text = b"[White \"A\"]\n1. e4 {[%eval 0.2] [%clk 0:01:00]} e5 2. Nf3 1-0\n\n\
        [FEN \"4k3/8/8/8/8/8/8/RR1K1R1R w BF - 0 1\"]\n1. O-O-O Ke7 *\n\n\
        [FEN \"4k3/8/8/8/8/8/8/4K2R w K - 3 9\"]\n1. O-O *\n";
    let games = read_stream(text.to_vec());
    let good = columns_of(&games);
    let again = Games::from_columns(good.clone(), Run::default()).unwrap();
    assert_same(&again, &games);
    assert_eq!(games.start_codes(), [518, FIRST_OTHER_CODE, FIRST_OTHER_CODE + 1]);

    let fails = |change: &dyn Fn(&mut Columns)| {
        let mut columns = good.clone();
        change(&mut columns);
        Games::from_columns(columns, Run::default()).unwrap_err()
    };
    assert_eq!(
        fails(&|columns| columns.moves[1] = columns.moves[0]),
        ColumnsError::Move { game: 0, ply: 1, bits: good.moves[0] }
    );
    for bits in [0, 0xFFFF, 0x5041] {
        let error = fails(&|columns| columns.moves[3] = bits);
        assert_eq!(error, ColumnsError::Move { game: 1, ply: 0, bits });
    }
    // games are validated two at a time: the first error in order is reported
    let wrong = |game, ply| ColumnsError::Move { game, ply, bits: 0 };
    assert_eq!(fails(&|columns| columns.moves[2..4].fill(0)), wrong(0, 2));
    assert_eq!(fails(&|columns| columns.moves[2] = 0), wrong(0, 2));
    assert_eq!(fails(&|columns| columns.moves[4..6].fill(0)), wrong(1, 1));
    assert_eq!(fails(&|columns| columns.moves[5] = 0), wrong(2, 0));
    assert_eq!(fails(&|columns| columns.offsets[1] = 9), ColumnsError::Offsets);
    assert_eq!(fails(&|columns| columns.offsets[0] = 1), ColumnsError::Offsets);
    assert_eq!(fails(&|columns| columns.offsets[3] = u64::MAX), ColumnsError::Offsets);
    for code in [960, FIRST_OTHER_CODE - 1, FIRST_OTHER_CODE + 2, u32::MAX] {
        let wrong = ColumnsError::Value { column: "start", game: 2, value: i64::from(code) };
        assert_eq!(fails(&|columns| columns.start[2] = code), wrong);
    }
    // the moves of the first game with another start position
    assert!(matches!(
        fails(&|columns| columns.start[0] = FIRST_OTHER_CODE + 1),
        ColumnsError::Move { game: 0, .. }
    ));
    assert!(matches!(fails(&|c| c.chess960[1] = false), ColumnsError::Value { game: 1, .. }));
    assert!(matches!(fails(&|c| c.results[0] = 2), ColumnsError::Value { value: 2, .. }));
    assert!(matches!(fails(&|c| c.black_elo[0] = -1), ColumnsError::Value { .. }));
    assert_eq!(fails(&|c| c.other_starts[1] = c.other_starts[0]), ColumnsError::Start(1));
    assert_eq!(fails(&|c| c.other_starts[1] = Default::default()), ColumnsError::Start(1));
    let lengths: [&dyn Fn(&mut Columns); 8] = [
        &|c| c.chess960.truncate(1),
        &|c| c.results.truncate(1),
        &|c| c.offsets.truncate(1),
        &|c| c.white_elo.truncate(1),
        &|c| c.evals.as_mut().unwrap().truncate(1),
        &|c| c.clocks.as_mut().unwrap().truncate(1),
        &|c| c.broken.truncate(1),
        &|c| c.headers = Headers::new(),
    ];
    for change in lengths {
        assert!(matches!(fails(change), ColumnsError::Length { .. }));
    }
}
