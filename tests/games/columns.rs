//! Games from columns.

use enroque::error::CallErrorKind;
use enroque::games::{
    Columns, FIRST_OTHER_CODE, GameColumns, Games, Headers, PlyColumns, SourceColumns,
};
use enroque::pool::Run;
use enroque::store::Ragged;
use enroque::store::Rows;

use super::{assert_same, read_stream};

fn columns_of(games: &Games) -> Columns {
    let names: Vec<&str> = games.headers().names().collect();
    let (bytes, offsets) = games.headers().raw();
    Columns {
        start: games.start_codes().to_vec(),
        other_starts: games.other_starts().to_vec(),
        moves: games.move_bits().to_vec(),
        offsets: games.offsets().to_vec(),
        of_games: GameColumns {
            chess960: games.chess960().to_vec(),
            result: games.result().to_vec(),
            white_elo: games.white_elo().to_vec(),
            black_elo: games.black_elo().to_vec(),
            broken: games.broken().to_vec(),
        },
        of_plies: PlyColumns {
            evals: games.evals().map(<[i32]>::to_vec),
            clocks: games.clocks().map(<[i32]>::to_vec),
            move_times: games.move_times().map(<[i32]>::to_vec),
            arrows: games.arrows().cloned(),
            ..PlyColumns::default()
        },
        headers: Headers::from_raw(&names, bytes.to_vec(), offsets.to_vec()).unwrap(),
        sources: Some(SourceColumns {
            names: games.source_names().to_vec(),
            sources: games.sources().to_vec(),
            games: games.source_games().to_vec(),
            offsets: games.source_offsets().to_vec(),
        }),
    }
}

const OFFSETS: &str = "the offsets do not ascend from 0 to the number of moves";

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
        let error = Games::from_columns(columns, Run::default()).unwrap_err();
        assert_eq!(error.kind, CallErrorKind::Data);
        error.to_string()
    };
    let text = fails(&|columns| columns.moves[1] = columns.moves[0]);
    assert_eq!(text, "game 0, ply 1: illegal move e2e4");
    for bits in [0, 0xFFFF, 0x5041] {
        let text = fails(&|columns| columns.moves[3] = bits);
        assert_eq!(text, format!("game 1, ply 0: 0x{bits:04x} does not encode a move"));
    }
    // games are validated two at a time: the first error in order is reported
    let wrong = |game, ply| format!("game {game}, ply {ply}: 0x0000 does not encode a move");
    assert_eq!(fails(&|columns| columns.moves[2..4].fill(0)), wrong(0, 2));
    assert_eq!(fails(&|columns| columns.moves[2] = 0), wrong(0, 2));
    assert_eq!(fails(&|columns| columns.moves[4..6].fill(0)), wrong(1, 1));
    assert_eq!(fails(&|columns| columns.moves[5] = 0), wrong(2, 0));
    assert_eq!(fails(&|columns| columns.offsets[1] = 9), OFFSETS);
    assert_eq!(fails(&|columns| columns.offsets[0] = 1), OFFSETS);
    assert_eq!(fails(&|columns| columns.offsets[3] = u64::MAX), OFFSETS);
    for code in [960, FIRST_OTHER_CODE - 1, FIRST_OTHER_CODE + 2, u32::MAX] {
        let wrong = format!("game 2: invalid value {code} in column start");
        assert_eq!(fails(&|columns| columns.start[2] = code), wrong);
    }
    // the moves of the first game with another start position
    let text = fails(&|columns| columns.start[0] = FIRST_OTHER_CODE + 1);
    assert!(text.starts_with("game 0, ply 0: illegal move"), "{text}");
    let wrong =
        |game, value, column| format!("game {game}: invalid value {value} in column {column}");
    assert_eq!(fails(&|c| c.of_games.chess960[1] = false), wrong(1, "false", "chess960"));
    assert_eq!(fails(&|c| c.of_games.result[0] = 2), wrong(0, "2", "result"));
    assert_eq!(fails(&|c| c.of_games.black_elo[0] = -1), wrong(0, "-1", "black_elo"));
    let start = "start position 1 is duplicated or is a start position of Chess960";
    assert_eq!(fails(&|c| c.other_starts[1] = c.other_starts[0]), start);
    assert_eq!(fails(&|c| c.other_starts[1] = Default::default()), start);
    let lengths: [&dyn Fn(&mut Columns); 8] = [
        &|c| c.of_games.chess960.truncate(1),
        &|c| c.of_games.result.truncate(1),
        &|c| c.offsets.truncate(1),
        &|c| c.of_games.white_elo.truncate(1),
        &|c| c.of_plies.evals.as_mut().unwrap().truncate(1),
        &|c| c.of_plies.clocks.as_mut().unwrap().truncate(1),
        &|c| c.of_games.broken.truncate(1),
        &|c| c.headers = Headers::new(),
    ];
    for change in lengths {
        assert!(fails(change).contains(" entries, not "));
    }
}

#[test]
fn columns_of_searches_are_validated() {
    let games = read_stream(b"1. e4 e5 2. Nf3 1-0\n\n1. d4 *\n".to_vec());
    let plain = columns_of(&games);
    let mut good = plain.clone();
    let [e4, d4] = [0, 3].map(|n| games.move_bits()[n]);
    let visits = |items| Ragged::from_parts(items, vec![0, 2, 2, 2, 3]).unwrap();
    good.of_plies = PlyColumns {
        search_values: Some(vec![0.5, f32::NAN, -1.0, f32::NAN]),
        search_wdl: Some(vec![[0.25, 0.5, 0.25], [f32::NAN; 3], [0.0, 0.0, 1.0], [f32::NAN; 3]]),
        network_values: Some(vec![0.25, f32::NAN, f32::NAN, 1.0]),
        search_nodes: Some(vec![100, -1, 3, -1]),
        search_weights: Some(vec![1.0, f32::NAN, 0.0, 2.5]),
        visits: Some(visits(vec![[e4, 60], [d4, 3], [e4, 65_535]])),
        ..PlyColumns::default()
    };
    let searched = Games::from_columns(good.clone(), Run::default()).unwrap();
    assert_ne!(searched, games);
    let game = searched.game(0).unwrap();
    assert_eq!(game.search_nodes(), Some(&[100, -1, 3][..]));
    assert_eq!(game.search_wdl().unwrap()[2], [0.0, 0.0, 1.0]);
    assert_eq!(game.network_values().unwrap()[0], 0.25);
    assert_eq!(game.search_weights().unwrap()[2], 0.0);
    assert_eq!(game.visits(0), [[e4, 60], [d4, 3]]);
    assert!(game.visits(1).is_empty());
    assert_eq!(searched.game(1).unwrap().visits(0), [[e4, 65_535]]);
    // in another order and again in this one
    let swapped = searched.select([1, 0]).unwrap();
    assert_eq!(swapped.visits().unwrap().offsets(), [0, 1, 3, 3, 3]);
    assert_eq!(swapped.select([1, 0]).unwrap(), searched);
    let mut joined = games.clone();
    joined.append(&searched);
    joined.append(&games);
    assert_eq!(joined.select([2, 3]).unwrap(), searched);
    assert_eq!(joined.select([0, 1]).unwrap().search_values(), None);

    let fails = |change: &dyn Fn(&mut PlyColumns)| {
        let mut columns = good.clone();
        change(&mut columns.of_plies);
        Games::from_columns(columns, Run::default()).unwrap_err().to_string()
    };
    let with = |items: [[u16; 2]; 3]| fails(&|plies| plies.visits = Some(visits(items.to_vec())));
    assert_eq!(
        with([[e4, 60], [e4, 3], [e4, 1]]),
        "game 0, ply 0: the visited move e2e4 occurs twice"
    );
    assert_eq!(
        with([[e4, 60], [d4, 3], [9, 1]]),
        "game 1, ply 0: the visited move b2a1 is illegal"
    );
    let short = |plies: &mut PlyColumns| plies.visits = Some(Ragged::default());
    assert_eq!(fails(&short), "column visits has 0 entries, not 4");
    let wrong = |column, game, ply, value| {
        format!("game {game}, ply {ply}: invalid value {value} in column {column}")
    };
    let values = |plies: &mut PlyColumns| plies.search_values.as_mut().unwrap()[3] = 1.25;
    assert_eq!(fails(&values), wrong("search_values", 1, 0, "1.25"));
    let nodes = |plies: &mut PlyColumns| plies.search_nodes.as_mut().unwrap()[2] = -2;
    assert_eq!(fails(&nodes), wrong("search_nodes", 0, 2, "-2"));
    let short = |plies: &mut PlyColumns| plies.search_wdl.as_mut().unwrap().truncate(3);
    assert_eq!(fails(&short), "column search_wdl has 3 entries, not 4");
}
