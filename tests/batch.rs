//! Batches compared with one position at a time.

mod common;

use std::num::NonZeroUsize;

use enroque::batch::{self, BatchError, GameList, Positions};
use enroque::chess960;
use enroque::notation::fen;
use enroque::pool::Run;
use enroque::position::Position;
use enroque::rules::GameResult;
use enroque::tensor::chessbench::{self, ChessBench, TokensError};
use enroque::tensor::lc0::{HistoryFill, InputFormat, Lc0, Lc0Policy};
use enroque::tensor::nnue::FeatureSet;
use enroque::tensor::rows::{
    Dense, Features, LegalMask, Played, RowError, Tokens, Unsupported, WriteRow,
};
use enroque::tensor::{
    self, Element, History, Pieces, PlaneEncoding, Planes, PlanesError, Policy, TokenEncoding,
    View, f16,
};
use enroque::types::{Color, Move, Square};
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

struct Game {
    start: Position,
    moves: Vec<Move>,
    result: GameResult,
}

struct Games(Vec<Game>);

impl GameList for Games {
    fn game_count(&self) -> usize {
        self.0.len()
    }

    fn start(&self, game: usize) -> Position {
        self.0[game].start
    }

    fn first_to_move(&self, game: usize) -> Color {
        self.0[game].start.turn()
    }

    fn moves(&self, game: usize) -> &[Move] {
        &self.0[game].moves
    }

    fn result(&self, game: usize) -> GameResult {
        self.0[game].result
    }
}

/// Random games of standard chess, of Chess960 and from a position with Black to move, some without
/// moves.
fn games() -> Games {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let results =
        [GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw, GameResult::Unknown];
    let other = "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R b KQkq - 4 8";
    let game = |n: usize| {
        let start = match n % 3 {
            0 => Position::standard(),
            1 => chess960::position((rng.next_u32() % 960) as u16).unwrap(),
            _ => fen::read(other).unwrap(),
        };
        let moves = common::random_moves(&mut rng, start, 17 * (n % 7));
        Game { start, moves, result: results[n % 4] }
    };
    Games((0..14).map(game).collect())
}

/// All positions, twice, in random order; with `needs_move`, without the last position of each
/// game.
fn shuffled_positions(games: &Games, needs_move: bool) -> (Vec<i64>, Vec<i32>) {
    let mut positions = Vec::new();
    for (n, game) in games.0.iter().enumerate() {
        let plies = game.moves.len() + usize::from(!needs_move);
        positions.extend((0..plies).flat_map(|ply| [(n as i64, ply as i32); 2]));
    }
    positions.shuffle(&mut ChaCha8Rng::seed_from_u64(2));
    positions.into_iter().unzip()
}

fn write<'a, T: Send, W: WriteRow<&'a mut [T]>>(
    games: &Games,
    positions: Positions<'_>,
    writer: &W,
    out: &'a mut [T],
    run: Run<'_>,
) -> Result<(), BatchError> {
    batch::write(games, positions, writer, out, Unsupported::Raise, run)
}

fn runs() -> [Run<'static>; 3] {
    [1, 2, 0].map(|threads| Run { threads: NonZeroUsize::new(threads), ..Run::default() })
}

fn history(games: &Games, game: i64, ply: i32, encoding: &impl PlaneEncoding) -> History {
    let game = &games.0[game as usize];
    let moves = game.moves[..ply as usize].iter().copied();
    History::of_moves(game.start, moves, encoding.en_passant())
}

fn check_planes<E: PlaneEncoding, T: Element>(games: &Games, encoding: &E) {
    let (game, ply) = shuffled_positions(games, false);
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
    let positions = Positions { game: &game, ply: &ply };
    for run in runs() {
        let mut found = vec![T::ONE; expected.len()];
        write(games, positions, &Dense(encoding), &mut found, run).unwrap();
        assert!(found == expected, "{run:?}");
        let (mut found_masks, mut found_scales) = (vec![1; masks.len()], vec![9.0; scales.len()]);
        batch::planes_bits(games, positions, encoding, &mut found_masks, &mut found_scales, run)
            .unwrap();
        assert!(found_masks == masks && found_scales == scales, "{run:?}");
    }
}

#[test]
fn planes_equal_those_of_single_positions() {
    let games = games();
    check_planes::<_, u8>(&games, &Pieces { view: View::SideToMove });
    check_planes::<_, bool>(&games, &Pieces { view: View::White });
    for format in InputFormat::ALL {
        let encoding = Lc0 { format, fill: HistoryFill::FenOnly };
        check_planes::<_, f16>(&games, &encoding);
    }
    check_planes::<_, f32>(&games, &Lc0::default());
}

/// An array that does not fit into the caches is written by other instructions.
#[test]
fn large_arrays_equal_small_ones() {
    let games = games();
    let encoding = Lc0::default();
    let size = encoding.channels() * 64;
    let count = (64 << 20) / size;
    let (game, ply) = shuffled_positions(&games, false);
    let game: Vec<i64> = game.into_iter().cycle().take(count).collect();
    let ply: Vec<i32> = ply.into_iter().cycle().take(count).collect();
    let mut expected = vec![1_u8; count * size];
    for first in (0..count).step_by(1000) {
        let range = first..count.min(first + 1000);
        let positions = Positions { game: &game[range.clone()], ply: &ply[range.clone()] };
        let out = &mut expected[range.start * size..range.end * size];
        write(&games, positions, &Dense(&encoding), out, Run::default()).unwrap();
    }
    let positions = Positions { game: &game, ply: &ply };
    for run in runs() {
        // at an address that streams and at one that does not
        for offset in [0, 1] {
            let mut found = vec![1_u8; expected.len() + offset];
            write(&games, positions, &Dense(&encoding), &mut found[offset..], run).unwrap();
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
    let expected: Vec<i64> = game
        .iter()
        .zip(&ply)
        .map(|(&game, &ply)| {
            let m = games.0[game as usize].moves[ply as usize];
            policy.index(&position(game, ply), m).unwrap() as i64
        })
        .collect();
    for run in runs() {
        let mut found = vec![-1; game.len()];
        write(&games, Positions { game: &game, ply: &ply }, &Played(&policy), &mut found, run)
            .unwrap();
        assert_eq!(found, expected);
    }
    let (game, ply) = shuffled_positions(&games, false);
    let mut expected = vec![9u8; game.len() * 1858];
    for (mask, (&game, &ply)) in expected.chunks_exact_mut(1858).zip(game.iter().zip(&ply)) {
        tensor::legal_mask(&policy, &position(game, ply), mask).unwrap();
    }
    for run in runs() {
        let mut found = vec![9u8; expected.len()];
        write(&games, Positions { game: &game, ply: &ply }, &LegalMask(&policy), &mut found, run)
            .unwrap();
        assert!(found == expected);
    }
}

#[test]
fn tokens_and_features_equal_those_of_single_positions() {
    let mut games = games();
    let (game, ply) = shuffled_positions(&games, false);
    let positions = Positions { game: &game, ply: &ply };
    let (mut expected_tokens, mut expected_features) = (Vec::new(), Vec::new());
    for (&game, &ply) in game.iter().zip(&ply) {
        let position = *history(&games, game, ply, &Pieces::default()).position();
        expected_tokens.extend(chessbench::tokens(&position).unwrap());
        for perspective in [position.turn(), !position.turn()] {
            let mut active = [7; 32];
            FeatureSet::HalfKaV2Hm.write(&position, perspective, &mut active).unwrap();
            expected_features.extend(active);
        }
    }
    for run in runs() {
        let mut tokens = vec![99; expected_tokens.len()];
        write(&games, positions, &Tokens(TokenEncoding::from(ChessBench)), &mut tokens, run)
            .unwrap();
        assert!(tokens == expected_tokens);
        let mut features = vec![99; expected_features.len()];
        write(&games, positions, &Features(FeatureSet::HalfKaV2Hm), &mut features, run).unwrap();
        assert!(features == expected_features);
    }

    // a castling right with an inner rook, and too many pieces for features
    games.0[1].start = fen::read("4k3/8/8/8/8/8/8/R3KR1R w FA - 0 1").unwrap();
    games.0[2].start =
        fen::read("nnnnknnn/nnnnnnnn/n7/8/8/7N/NNNNNNNN/NNNNKNNN w - - 0 1").unwrap();
    for run in runs() {
        let positions = Positions { game: &[0, 2, 1, 1, 2], ply: &[0; 5] };
        let error = write(
            &games,
            positions,
            &Tokens(TokenEncoding::from(ChessBench)),
            &mut [0; 5 * 77],
            run,
        )
        .unwrap_err();
        assert_eq!(
            error,
            BatchError::Row {
                index: 2,
                error: RowError::Tokens(TokensError::Castling(Square::F1))
            }
        );
        let set = FeatureSet::HalfKp;
        let error = write(&games, positions, &Features(set), &mut [0; 5 * 64], run).unwrap_err();
        assert_eq!(
            error.to_string(),
            "entry 1: the position has 34 pieces; features allow 32 at most"
        );
    }
}

#[test]
fn values_are_the_results() {
    let games = games();
    let (game, ply) = shuffled_positions(&games, false);
    let positions = Positions { game: &game, ply: &ply };
    for view in [View::SideToMove, View::White] {
        let (mut values, mut outcomes) = (vec![9.0; game.len()], vec![9.0; 3 * game.len()]);
        batch::value(&games, positions, view, &mut values).unwrap();
        batch::win_draw_loss(&games, positions, view, &mut outcomes).unwrap();
        for n in 0..game.len() {
            let history = history(&games, game[n], ply[n], &Pieces::default());
            let viewer = view.viewer(history.position().turn());
            let result = games.0[game[n] as usize].result;
            let value = tensor::value(result, viewer);
            assert_eq!(values[n].to_bits(), value.to_bits());
            let outcome = tensor::win_draw_loss(result, viewer).map(f32::to_bits);
            assert_eq!([0, 1, 2].map(|k| outcomes[3 * n + k].to_bits()), outcome);
        }
    }
}

#[test]
fn invalid_positions_are_errors_and_nothing_is_written() {
    let games = games();
    let encoding = Lc0::default();
    let plies = games.0[6].moves.len() as i32;
    let mut out = vec![7u8; 3 * 7168];
    let mut check = |game: &[i64], ply: &[i32], expected: BatchError, text: &str| {
        let positions = Positions { game, ply };
        let error =
            write(&games, positions, &Dense(&encoding), &mut out, Run::default()).unwrap_err();
        assert_eq!(error, expected);
        assert_eq!(error.to_string(), text);
        assert!(out.iter().all(|&byte| byte == 7));
    };
    let wrong_game = |game| BatchError::Game { index: 1, game, games: 14 };
    check(
        &[0, 14, -1],
        &[0, 0, 0],
        wrong_game(14),
        "entry 1: game 14 does not exist; there are 14 games",
    );
    check(
        &[0, -1, 50],
        &[0, 0, 0],
        wrong_game(-1),
        "entry 1: game -1 does not exist; there are 14 games",
    );
    let wrong_ply = |ply| BatchError::Ply { index: 2, game: 6, ply, plies: plies as usize + 1 };
    let text = |ply| format!("entry 2: game 6 does not have ply {ply}, only 0 to {plies}");
    check(&[6, 6, 6], &[0, plies, plies + 1], wrong_ply(plies + 1), &text(plies + 1));
    check(&[6, 6, 6], &[0, plies, -1], wrong_ply(-1), &text(-1));
    let lengths = BatchError::Lengths { game: 2, ply: 1 };
    check(&[6, 6], &[0], lengths, "game has 2 entries, ply has 1: they must have the same length");
    let size = BatchError::Size { expected: 2 * 7168, found: 3 * 7168 };
    check(&[6, 6], &[0, 0], size, "the result has 14336 elements, but the buffer has 21504");

    // no move was played in the last position of a game; game 0 has no move at all
    let mut indices = [7; 2];
    let mut policy = |game: &[i64], ply: &[i32]| {
        let positions = Positions { game, ply };
        write(&games, positions, &Played(&Lc0Policy::default()), &mut indices, Run::default())
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
    let format = InputFormat::CanonicalHectoplies;
    let encoding = Lc0 { format, fill: HistoryFill::No };
    let positions = Positions { game: &[0], ply: &[0] };
    let error = write(&games, positions, &Dense(&encoding), &mut out, Run::default()).unwrap_err();
    assert!(matches!(error, BatchError::Planes(PlanesError::Fractions { channel: 109, .. })));
    assert!(out.iter().all(|&byte| byte == 7));
}

#[test]
fn empty_batches_write_nothing() {
    let positions = Positions { game: &[], ply: &[] };
    let out: &mut [f32] = &mut [];
    write(&games(), positions, &Dense(&Lc0::default()), out, Run::default()).unwrap();
    write(&games(), positions, &Played(&Lc0Policy::default()), &mut [], Run::default()).unwrap();
}

/// The error of an illegal move in a broken store has the index of the first entry with it.
#[test]
fn a_move_without_an_index_is_an_error() {
    let mut games = games();
    let odd = Move::new(Square::B1, Square::H8).unwrap();
    games.0[6].moves[5] = odd;
    let positions = Positions { game: &[6, 3, 6, 6], ply: &[1, 0, 5, 5] };
    let mut out = [0; 4];
    for run in runs() {
        let error = write(&games, positions, &Played(&Lc0Policy::default()), &mut out, run);
        let text = error.unwrap_err().to_string();
        assert_eq!(text, format!("entry 2: lc0 has no index for {odd} in this position"));
    }
}
