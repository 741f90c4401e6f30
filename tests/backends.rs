//! All backends generate the same moves in the same order.

#[cfg(target_arch = "x86_64")]
use enroque::attacks::{Avx512, Bmi2};
use enroque::attacks::{Backend, Portable};
use enroque::chess960;
use enroque::movegen::{
    PerftTable, count_legal_moves_with, legal_moves, legal_moves_with, perft, perft_parallel,
    perft_unkeyed, perft_with, visit_leaves,
};
use enroque::notation::fen;
use enroque::pool::Run;
use enroque::position::{Position, Setup};
use enroque::tensor::rows::{Dense, WriteRow};
use enroque::tensor::{Element, Encoding, History, PlaneEncoding, f16};
use enroque::types::{Color, Move, Piece, PieceType, Square};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The results of a backend: the moves in order, their number, and a small perft.
fn results<B: Backend>(backend: B, position: &Position) -> (Vec<Move>, usize, u64) {
    let moves = legal_moves_with(backend, position).to_vec();
    (moves, count_legal_moves_with(backend, position), perft_with(backend, position, 2))
}

fn check(position: &Position) {
    let portable = results(Portable::new(), position);
    let fen = fen::write(position);
    assert_eq!(portable.0.len(), portable.1, "{fen}");
    #[cfg(target_arch = "x86_64")]
    {
        if let Some(backend) = Bmi2::detect() {
            assert_eq!(results(backend, position), portable, "{fen}");
        }
        if let Some(backend) = Avx512::detect() {
            assert_eq!(results(backend, position), portable, "{fen}");
        }
    }
}

#[test]
fn random_games() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..60 {
        let (white, black) = (chess960::random_number(&mut rng), chess960::random_number(&mut rng));
        let mut position = chess960::double_position(white, black).unwrap();
        for _ in 0..120 {
            check(&position);
            let moves = legal_moves(&position);
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(moves[rng.random_range(0..moves.len())]);
        }
    }
}

/// Positions with far more pieces than in games: nothing overflows, and backends agree.
#[test]
fn crowded_boards() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let (mut playable, mut most) = (0, 0);
    for _ in 0..20_000 {
        let mut setup = Setup::EMPTY;
        let density = rng.random_range(1..9);
        let kinds = [PieceType::Queen, PieceType::Knight, PieceType::Pawn, PieceType::Rook];
        let favorite = kinds[rng.random_range(0..kinds.len())];
        for square in Square::ALL {
            if rng.random_range(0..10) < density {
                let any = PieceType::from_index(rng.random_range(0..5)).unwrap();
                let piece_type = if rng.random_range(0..4) == 0 { any } else { favorite };
                let color = if rng.random_range(0..8) == 0 { Color::Black } else { Color::White };
                setup.placement.put(square, Piece { color, piece_type });
            }
        }
        let piece_type = PieceType::King;
        setup.placement.put(Square::A1, Piece { color: Color::White, piece_type });
        setup.placement.put(Square::H8, Piece { color: Color::Black, piece_type });
        for square in Square::ALL {
            let pawn = setup.placement.by_type(PieceType::Pawn).has(square);
            if pawn && matches!(square as u8, 0..8 | 56..64) {
                setup.placement.remove(square);
            }
        }
        let Ok(position) = Position::try_from(setup) else { continue };
        playable += 1;
        let moves = legal_moves(&position).len();
        most = most.max(moves);
        if moves < 60 {
            check(&position);
        } else {
            assert_eq!(moves, count_legal_moves_with(Portable::new(), &position));
        }
    }
    assert!(playable > 200 && most > 150, "{playable} playable, at most {most} moves");
}

#[test]
fn all_traversals_count_the_same() {
    for number in [0, 518, 700, 959] {
        let position = chess960::position(number).unwrap();
        let nodes = perft(&position, 4);
        let mut leaves = 0;
        visit_leaves(&position, 4, |_| leaves += 1);
        assert_eq!(leaves, nodes);
        assert_eq!(perft_unkeyed(&position, 4), nodes);
        assert_eq!(perft_parallel(&position, 4, Run::default(), None), Ok(nodes));
        // a table so small that entries are always replaced, used twice
        let table = PerftTable::new(1).unwrap();
        for depth in [4, 5, 4] {
            let expected = perft(&position, depth);
            assert_eq!(
                perft_parallel(&position, depth, Run::default(), Some(&table)),
                Ok(expected)
            );
        }
    }
    assert!(PerftTable::new(0).is_err());
    assert!(PerftTable::new(usize::MAX).is_err());
}

#[test]
fn stop_interrupts() {
    let calls = std::cell::Cell::new(0);
    let stop = || {
        calls.set(calls.get() + 1);
        calls.get() > 3
    };
    let run = Run { stop: &stop, ..Run::default() };
    assert!(perft_parallel(&Position::standard(), 20, run, None).is_err());
}

/// The planes of a history, written through the caches and past them, with every backend and at
/// several addresses.
fn check_streams<T: Element>(encoding: &Encoding, history: &History) {
    fn rows<B: Backend, T: Element>(backend: B, encoding: &Encoding, history: &History) {
        let writer = Dense(encoding);
        if WriteRow::<&mut [T]>::check(&writer).is_err() {
            return;
        }
        let size = encoding.channels() * 64;
        for offset in [0, 1, 16, 24] {
            let (mut written, mut streamed) = (vec![T::ONE; size], vec![T::ONE; size + offset]);
            writer.write(backend, history.view(), None, &mut &mut written[..]).unwrap();
            writer.stream(backend, history.view(), None, &mut &mut streamed[offset..]).unwrap();
            assert!(streamed[offset..] == written, "{} {} {offset}", encoding.name(), T::NAME);
            assert!(streamed[..offset].iter().all(|&element| element == T::ONE));
        }
    }
    rows::<_, T>(Portable::new(), encoding, history);
    #[cfg(target_arch = "x86_64")]
    {
        Bmi2::detect().into_iter().for_each(|backend| rows::<_, T>(backend, encoding, history));
        Avx512::detect().into_iter().for_each(|backend| rows::<_, T>(backend, encoding, history));
    }
}

#[test]
fn streamed_planes_of_every_encoding() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let start = chess960::position(chess960::random_number(&mut rng)).unwrap();
    for encoding in Encoding::all() {
        let mut history = History::new(start, encoding.en_passant());
        for _ in 0..40 {
            check_streams::<u8>(&encoding, &history);
            check_streams::<bool>(&encoding, &history);
            check_streams::<f16>(&encoding, &history);
            check_streams::<f32>(&encoding, &history);
            let moves = legal_moves(history.position());
            if moves.is_empty() {
                break;
            }
            history.push(moves[rng.random_range(0..moves.len())]);
        }
    }
}
