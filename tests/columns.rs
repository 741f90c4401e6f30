//! Arrays of many positions compared with one position at a time.

mod common;

use std::num::NonZeroUsize;

use enroque::chess960;
use enroque::columns::{
    Column, Dtype, GameSamples, Label, NoVisits, OnMissing, Output, RowError, Temperature,
    Unsupported, encode,
};
use enroque::error::{CallError, CallErrorKind};
use enroque::games::Games;
use enroque::notation::{fen, san};
use enroque::pool::Run;
use enroque::position::Position;
use enroque::tensor::chessbench::{self, TokensError};
use enroque::tensor::lc0::{HistoryFill, InputFormat, Lc0, Lc0Policy};
use enroque::tensor::nnue::{FeatureBlock, FeatureSet};
use enroque::tensor::{
    self, Element, Encoding, History, OptionValue, Pieces, PlaneEncoding, Planes, Policy,
    PolicyEncoding, TokenEncoding, View, f16,
};
use enroque::types::Square;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// PGN of a game.
fn pgn(start: Position, plies: usize, result: &str, rng: &mut ChaCha8Rng) -> String {
    let mut text = format!("[FEN \"{}\"]\n[SetUp \"1\"]\n", fen::write(&start));
    text += &format!("[Variant \"Chess960\"]\n[Result \"{result}\"]\n\n");
    let mut position = start;
    for m in common::random_moves(rng, start, plies) {
        text += &format!("{} ", san::write(&position, m));
        position.play_unchecked(m);
    }
    text + result + "\n\n"
}

/// Random games of standard chess, of Chess960 and from a position with Black to move, some without
/// moves.
fn games() -> Games {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let other = "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R b KQkq - 4 8";
    let mut game = |n: usize| {
        let start = match n % 3 {
            0 => Position::standard(),
            1 => chess960::position((rng.next_u32() % 960) as u16).unwrap(),
            _ => fen::read(other).unwrap(),
        };
        pgn(start, 17 * (n % 7), ["1-0", "0-1", "1/2-1/2", "*"][n % 4], &mut rng)
    };
    let text: String = (0..14).map(&mut game).collect();
    let games = Games::from_pgn_text("random", text.as_bytes());
    assert_eq!((games.len(), games.errors().len()), (14, 0));
    games
}

/// All positions, twice, in random order; with `needs_move`, without the last position of each
/// game.
fn shuffled_positions(games: &Games, needs_move: bool) -> (Vec<i64>, Vec<i32>) {
    let mut positions = Vec::new();
    for game in games.iter() {
        let plies = game.moves().len() + usize::from(!needs_move);
        positions.extend((0..plies).flat_map(|ply| [(game.index() as i64, ply as i32); 2]));
    }
    positions.shuffle(&mut ChaCha8Rng::seed_from_u64(2));
    positions.into_iter().unzip()
}

/// Writes one column.
fn write<'a>(
    games: &Games,
    (game, ply): (&[i64], &[i32]),
    column: &Column,
    out: impl Into<Output<'a>>,
    run: Run<'_>,
) -> Result<(), CallError> {
    let samples = GameSamples::new(games, game, ply)?;
    encode(&samples, std::slice::from_ref(column), [out.into()], Unsupported::Raise, run)
}

fn runs() -> [Run<'static>; 3] {
    [1, 2, 0].map(|threads| Run { threads: NonZeroUsize::new(threads), ..Run::default() })
}

fn lc0_policy() -> PolicyEncoding {
    PolicyEncoding::named("lc0", &[]).unwrap()
}

fn history(games: &Games, game: i64, ply: i32, encoding: &impl PlaneEncoding) -> History {
    let game = games.game(game as usize).unwrap();
    let moves = game.moves()[..ply as usize].iter().copied();
    History::of_moves(game.start(), moves, encoding.en_passant())
}

fn check_planes<T: Element>(games: &Games, encoding: &Encoding)
where
    for<'a> Output<'a>: From<&'a mut [T]>,
{
    let (game, ply) = shuffled_positions(games, false);
    let dtype = Dtype::NAMES.iter().find(|(name, _)| *name == T::NAME).unwrap().1;
    let size = encoding.channels() * 64;
    let mut expected = vec![T::ZERO; game.len() * size];
    let scaled = encoding.scaled().len();
    let (mut masks, mut scales) =
        (vec![0; game.len() * encoding.channels()], vec![0.0; game.len() * scaled]);
    for n in 0..game.len() {
        let history = history(games, game[n], ply[n], encoding);
        tensor::planes(encoding, &history, &mut expected[n * size..(n + 1) * size]).unwrap();
        let planes = Planes {
            masks: &mut masks[n * encoding.channels()..(n + 1) * encoding.channels()],
            scales: &mut scales[n * scaled..(n + 1) * scaled],
        };
        tensor::planes_bits(encoding, &history, planes).unwrap();
    }
    for run in runs() {
        let mut found = vec![T::ONE; expected.len()];
        let column = Column::Planes(encoding.clone(), dtype);
        write(games, (&game, &ply), &column, &mut found[..], run).unwrap();
        assert!(found == expected, "{run:?}");
        let (mut found_masks, mut found_scales) = (vec![1; masks.len()], vec![9.0; scales.len()]);
        let out = Output { values: &mut found_scales, ..(&mut found_masks[..]).into() };
        write(games, (&game, &ply), &Column::PlanesBits(encoding.clone()), out, run).unwrap();
        assert!(found_masks == masks && found_scales == scales, "{run:?}");
    }
}

fn lc0(format: InputFormat) -> Encoding {
    Encoding::Lc0(Lc0 { format, fill: HistoryFill::FenOnly })
}

#[test]
fn planes_equal_those_of_single_positions() {
    let games = games();
    check_planes::<u8>(&games, &Encoding::Pieces(Pieces { view: View::SideToMove }));
    check_planes::<bool>(&games, &Encoding::Pieces(Pieces { view: View::White }));
    for format in InputFormat::ALL {
        check_planes::<f16>(&games, &lc0(format));
    }
    check_planes::<f32>(&games, &Encoding::Lc0(Lc0::default()));
}

/// Columns with other en-passant rules, without history and without positions, at once.
#[test]
fn several_columns_equal_each_alone() {
    let games = games();
    let (game, ply) = shuffled_positions(&games, true);
    let named = |name: &str| Encoding::named(name, &[]).unwrap();
    let planes = ["lc0", "alphazero", "maia2", "openspiel", "pettingzoo", "maia3"];
    let columns: Vec<Column> =
        planes.iter().map(|name| Column::Planes(named(name), Dtype::Float32)).collect();
    let rest = [
        Column::played(lc0_policy()),
        Column::Value(View::SideToMove, OnMissing::Nan),
        Column::PliesLeft,
        Column::Ply,
    ];
    let mut alone = Vec::new();
    for column in &columns {
        let mut out = vec![9.0f32; game.len() * column.width()];
        write(&games, (&game, &ply), column, &mut out[..], Run::default()).unwrap();
        alone.push(out);
    }
    for run in runs() {
        let mut together: Vec<Vec<f32>> = alone.iter().map(|out| vec![7.0; out.len()]).collect();
        let (mut policy, mut value) = (vec![7i64; game.len()], vec![7f32; game.len()]);
        let (mut left, mut plies) = (vec![7i32; game.len()], vec![7i32; game.len()]);
        let mut out: Vec<Output<'_>> =
            together.iter_mut().map(|out| (&mut out[..]).into()).collect();
        out.push((&mut policy[..]).into());
        out.push((&mut value[..]).into());
        out.push((&mut left[..]).into());
        out.push((&mut plies[..]).into());
        let all = [&columns[..], &rest].concat();
        let samples = GameSamples::new(&games, &game, &ply).unwrap();
        encode(&samples, &all, out, Unsupported::Raise, run).unwrap();
        assert!(together == alone, "{run:?}");
        assert!(policy.iter().all(|&index| (0..1858).contains(&index)));
        assert_eq!(plies, ply);
        let length = |game: i64| games.game(game as usize).unwrap().moves().len() as i32;
        assert!((0..game.len()).all(|n| left[n] == length(game[n]) - ply[n]));
    }
}

/// An array that does not fit into the caches is written by other instructions.
#[test]
fn large_arrays_equal_small_ones() {
    let games = games();
    let column = Column::Planes(Encoding::Lc0(Lc0::default()), Dtype::Uint8);
    let size = column.width();
    let count = (64 << 20) / size;
    let (game, ply) = shuffled_positions(&games, false);
    let game: Vec<i64> = game.into_iter().cycle().take(count).collect();
    let ply: Vec<i32> = ply.into_iter().cycle().take(count).collect();
    let mut expected = vec![1_u8; count * size];
    for first in (0..count).step_by(1000) {
        let range = first..count.min(first + 1000);
        let out = &mut expected[range.start * size..range.end * size];
        write(&games, (&game[range.clone()], &ply[range]), &column, out, Run::default()).unwrap();
    }
    for run in runs() {
        // at an address that streams and at one that does not
        for offset in [0, 1] {
            let mut found = vec![1_u8; expected.len() + offset];
            write(&games, (&game, &ply), &column, &mut found[offset..], run).unwrap();
            assert!(found[offset..] == expected, "{run:?}");
        }
    }
}

#[test]
fn policies_equal_those_of_single_positions() {
    let games = games();
    let policy = Lc0Policy::default();
    let position = |game: i64, ply: i32| *history(&games, game, ply, &Pieces::default()).position();
    let (game, ply) = shuffled_positions(&games, true);
    let index = |(&game, &ply): (&i64, &i32)| {
        let m = games.game(game as usize).unwrap().moves()[ply as usize];
        policy.index(&position(game, ply), m).unwrap() as i64
    };
    let expected: Vec<i64> = game.iter().zip(&ply).map(index).collect();
    for run in runs() {
        let mut found = vec![-1i64; game.len()];
        write(&games, (&game, &ply), &Column::played(lc0_policy()), &mut found[..], run).unwrap();
        assert_eq!(found, expected);
    }
    let (game, ply) = shuffled_positions(&games, false);
    let mut expected = vec![9u8; game.len() * 1858];
    for (mask, (&game, &ply)) in expected.chunks_exact_mut(1858).zip(game.iter().zip(&ply)) {
        tensor::legal_mask(&policy, &position(game, ply), mask).unwrap();
    }
    for run in runs() {
        let mut found = vec![9u8; expected.len()];
        let column = Column::LegalMask(lc0_policy(), Dtype::Uint8);
        write(&games, (&game, &ply), &column, &mut found[..], run).unwrap();
        assert!(found == expected);
    }
}

#[test]
fn tokens_and_features_equal_those_of_single_positions() {
    let games = games();
    let (game, ply) = shuffled_positions(&games, false);
    let (mut expected_tokens, mut expected_features) = (Vec::new(), Vec::new());
    for (&game, &ply) in game.iter().zip(&ply) {
        let position = *history(&games, game, ply, &Pieces::default()).position();
        expected_tokens.extend(chessbench::tokens(&position).unwrap());
        let (mut us, mut them) = ([-1; 32], [-1; 32]);
        FeatureSet::from(FeatureBlock::HalfKaV2Hm).write(&position, [&mut us, &mut them]).unwrap();
        expected_features.extend(us.into_iter().chain(them));
    }
    let tokens = Column::Tokens(TokenEncoding::named("chessbench", &[]).unwrap());
    for run in runs() {
        let mut found = vec![99u8; expected_tokens.len()];
        write(&games, (&game, &ply), &tokens, &mut found[..], run).unwrap();
        assert!(found == expected_tokens);
        let mut found = vec![99i32; expected_features.len()];
        let features = Column::Features(FeatureBlock::HalfKaV2Hm.into());
        write(&games, (&game, &ply), &features, &mut found[..], run).unwrap();
        assert!(found == expected_features);
    }

    // a castling right with an inner rook, and too many pieces for features
    let text = [
        "4k3/8/8/8/8/8/8/R3KR1R w FA - 0 1",
        "nnnnknnn/nnnnnnnn/n7/8/8/7N/NNNNNNNN/NNNNKNNN w - - 0 1",
    ]
    .map(|fen| format!("[FEN \"{fen}\"]\n[Variant \"Chess960\"]\n\n*\n\n"));
    let odd =
        Games::from_pgn_text("odd", format!("[Event \"?\"]\n\n*\n\n{}", text.concat()).as_bytes());
    assert_eq!(odd.len(), 3);
    for run in runs() {
        let positions: (&[i64], &[i32]) = (&[0, 2, 1, 1, 2], &[0; 5]);
        let error = write(&odd, positions, &tokens, &mut [0u8; 5 * 77][..], run).unwrap_err();
        let castling = RowError::Tokens(TokensError::Castling(Square::F1));
        assert_eq!(error.kind, CallErrorKind::Encoding);
        assert_eq!(error.message, format!("entry 2: {castling}"));
        let features = Column::Features(FeatureBlock::HalfKaV2.into());
        let error = write(&odd, positions, &features, &mut [0i32; 5 * 64][..], run).unwrap_err();
        assert_eq!(
            error.to_string(),
            "entry 1: the position has more than 32 active features of HalfKAv2"
        );
    }
}

#[test]
fn values_are_the_results() {
    let games = games();
    let (game, ply) = shuffled_positions(&games, false);
    for view in [View::SideToMove, View::White] {
        let (mut values, mut outcomes) = (vec![9f32; game.len()], vec![9f32; 3 * game.len()]);
        let samples = GameSamples::new(&games, &game, &ply).unwrap();
        let out = [(&mut values[..]).into(), (&mut outcomes[..]).into()];
        let columns = [Column::Value(view, OnMissing::Nan), Column::Wdl(view, OnMissing::Nan)];
        encode(&samples, &columns, out, Unsupported::Raise, Run::default()).unwrap();
        for n in 0..game.len() {
            let history = history(&games, game[n], ply[n], &Pieces::default());
            let viewer = view.viewer(history.position().turn());
            let result = games.game(game[n] as usize).unwrap().result();
            let value = tensor::value(result, viewer);
            assert_eq!(values[n].to_bits(), value.to_bits());
            let outcome = tensor::win_draw_loss(result, viewer).map(f32::to_bits);
            assert_eq!([0, 1, 2].map(|k| outcomes[3 * n + k].to_bits()), outcome);
        }
    }
}

#[test]
fn labels_are_those_of_the_game_or_position() {
    let games = games();
    let (game, ply) = shuffled_positions(&games, true);
    let label = |count: usize, by_position| {
        let mut values = enroque::columns::Array::new(Dtype::Int32, count).unwrap();
        if let enroque::columns::ElementsMut::Int32(values) = values.elements_mut() {
            values.iter_mut().zip(0..).for_each(|(value, n)| *value = 3 * n);
        }
        Column::Label(Label::new(std::sync::Arc::new(values), by_position))
    };
    let mut found = vec![7i32; game.len()];
    let of_games = label(games.len(), false);
    write(&games, (&game, &ply), &of_games, &mut found[..], Run::default()).unwrap();
    assert!(found.iter().zip(&game).all(|(&value, &game)| value as i64 == 3 * game));
    let of_positions = label(games.moves().len(), true);
    write(&games, (&game, &ply), &of_positions, &mut found[..], Run::default()).unwrap();
    let begins: Vec<usize> = games
        .iter()
        .scan(0, |end, game| {
            *end += game.moves().len();
            Some(*end - game.moves().len())
        })
        .collect();
    for n in 0..game.len() {
        assert_eq!(found[n] as usize, 3 * (begins[game[n] as usize] + ply[n] as usize));
    }
    let wrong = label(games.len() + 1, false);
    let error = write(&games, (&game, &ply), &wrong, &mut found[..], Run::default()).unwrap_err();
    assert_eq!(error.to_string(), "a label must have a value for each game, 14, not 15");
}

#[test]
fn invalid_positions_are_errors_and_nothing_is_written() {
    let games = games();
    let planes = Column::Planes(Encoding::Lc0(Lc0::default()), Dtype::Uint8);
    let plies = games.game(6).unwrap().moves().len() as i32;
    let mut out = vec![7u8; 3 * 7168];
    let mut check = |game: &[i64], ply: &[i32], argument: &str, text: &str| {
        let error = write(&games, (game, ply), &planes, &mut out[..], Run::default()).unwrap_err();
        assert_eq!((error.argument, &error.message[..]), (argument, text));
        assert!(out.iter().all(|&byte| byte == 7));
    };
    check(&[0, 14, -1], &[0, 0, 0], "game", "entry 1: game 14 does not exist; there are 14 games");
    check(&[0, -1, 50], &[0, 0, 0], "game", "entry 1: game -1 does not exist; there are 14 games");
    let text = |ply| format!("entry 2: game 6 does not have ply {ply}, only 0 to {plies}");
    check(&[6, 6, 6], &[0, plies, plies + 1], "ply", &text(plies + 1));
    check(&[6, 6, 6], &[0, plies, -1], "ply", &text(-1));
    check(&[6, 6], &[0], "ply", "game has 2 entries, ply has 1: they must have the same length");
    check(&[6, 6], &[0, 0], "out", "the result has 14336 elements, but the array has 21504");

    // no move was played in the last position of a game; game 0 has no move at all
    let mut indices = [7i64; 2];
    let mut policy = |game: &[i64], ply: &[i32]| {
        let column = Column::played(lc0_policy());
        write(&games, (game, ply), &column, &mut indices[..], Run::default())
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        policy(&[6, 6], &[0, plies]),
        format!("entry 1: game 6 does not have ply {plies}, only 0 to {}", plies - 1)
    );
    assert_eq!(
        policy(&[6, 0], &[0, 0]),
        "entry 1: game 0 has no moves, so none was played at ply 0"
    );
    let target =
        Column::PolicyTarget(lc0_policy(), NoVisits::Raise, Temperature::default(), Dtype::Float32);
    let error = write(&games, (&[6], &[1]), &target, &mut [0f32; 1858][..], Run::default());
    assert_eq!(error.unwrap_err().message, "entry 0: game 6, ply 1 has no visits of a search");
    let hectoplies = Column::Planes(lc0(InputFormat::CanonicalHectoplies), Dtype::Uint8);
    let error = write(&games, (&[0], &[0]), &hectoplies, &mut out[..], Run::default()).unwrap_err();
    assert!(error.message.starts_with("channel 109 of lc0 contains fractions"), "{error}");
    let error = write(&games, (&[0], &[0]), &planes, &mut [0f32; 7168][..], Run::default());
    assert_eq!(
        error.unwrap_err().to_string(),
        "the result has dtype uint8, but the array has float32"
    );
    assert!(out.iter().all(|&byte| byte == 7));
}

#[test]
fn empty_batches_write_nothing() {
    let planes = Column::Planes(Encoding::Lc0(Lc0::default()), Dtype::Float32);
    let none: (&[i64], &[i32]) = (&[], &[]);
    write(&games(), none, &planes, &mut [0f32; 0][..], Run::default()).unwrap();
    let policy = Column::played(lc0_policy());
    write(&games(), none, &policy, &mut [0i64; 0][..], Run::default()).unwrap();
}

/// The error of moves without an index has the first entry with one.
#[test]
fn a_move_without_an_index_is_an_error() {
    let text = b"[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8=N Kg7 2. Kb1 *";
    let games = Games::from_pgn_text("promotion", text);
    let view = ("view".to_owned(), OptionValue::Word("white".to_owned()));
    let policy = Column::played(PolicyEncoding::named("from_to", &[view]).unwrap());
    for run in runs() {
        let positions: (&[i64], &[i32]) = (&[0; 4], &[1, 2, 0, 0]);
        let error = write(&games, positions, &policy, &mut [0i64; 4][..], run);
        let text = error.unwrap_err().to_string();
        assert_eq!(text, "entry 2: from_to has no index for a7a8n in this position");
    }
}
