//! Planes and policies, without recorded files.

mod common;

use enroque::chess960;
use enroque::movegen::legal_moves;
use enroque::notation::{fen, uci};
use enroque::position::{Position, Setup};
use enroque::tensor::alphazero::{AlphaZero, AlphaZeroPolicy, OpenSpielPolicy, PettingZooPolicy};
use enroque::tensor::chessbench::UciPolicy;
use enroque::tensor::lc0::{HistoryFill, InputFormat, Lc0, Lc0Policy, Transform};
use enroque::tensor::maia2::Maia2Policy;
use enroque::tensor::{
    Element, EnPassantRule, History, Pieces, PlaneEncoding, Planes, Policy, View, f16, legal_mask,
    planes, planes_bits,
};
use enroque::types::{Bitboard, CastlingRights, Color, Move, Piece, PieceType, Square};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use common::random_moves;

/// Random games of standard chess, Chess960 and double Chess960.
fn random_games(count: usize, seed: u64) -> Vec<(Position, Vec<Move>)> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let number = |rng: &mut ChaCha8Rng| (rng.next_u32() % 960) as u16;
    (0..count)
        .map(|n| {
            let start = match n % 3 {
                0 => Position::standard(),
                1 => chess960::position(number(&mut rng)).unwrap(),
                _ => chess960::double_position(number(&mut rng), number(&mut rng)).unwrap(),
            };
            let plies = (rng.next_u32() % 160) as usize;
            (start, random_moves(&mut rng, start, plies))
        })
        .collect()
}

fn read(text: &str) -> Position {
    fen::read(text).unwrap()
}

fn history(start: Position, moves: &str) -> History {
    let mut history = History::new(start, EnPassantRule::PseudoLegal);
    for text in moves.split_whitespace() {
        history.push(uci::read(history.position(), text).unwrap());
    }
    history
}

fn bits<E: PlaneEncoding>(encoding: &E, history: &History) -> (Vec<u64>, Vec<f32>) {
    let mut masks = vec![!0; encoding.channels()];
    let mut scales = vec![f32::NAN; encoding.scaled().len()];
    let planes = Planes { masks: &mut masks, scales: &mut scales };
    planes_bits(encoding, history, planes).unwrap();
    (masks, scales)
}

fn lc0_bits(format: InputFormat, fill: HistoryFill, history: &History) -> Vec<u64> {
    bits(&Lc0 { format, fill }, history).0
}

#[test]
fn pieces_equal_the_board() {
    for (start, moves) in random_games(30, 1) {
        let history = History::of_moves(start, moves, EnPassantRule::Legal);
        let position = history.position();
        for view in [View::SideToMove, View::White] {
            let viewer = view.viewer(position.turn());
            let mut found = vec![9u8; 12 * 64];
            planes(&Pieces { view }, &history, &mut found).unwrap();
            let mut expected = vec![0u8; 12 * 64];
            for square in Square::ALL {
                let Some(piece) = position.piece_at(square) else { continue };
                let own = if piece.color == viewer { 0 } else { 6 };
                let seen = if viewer == Color::White { square } else { square.mirror() };
                expected[64 * (own + piece.piece_type.index()) + seen.index()] = 1;
            }
            assert_eq!(found, expected, "{}", fen::write(position));
        }
    }
}

/// The planes of the start position, written by hand.
#[test]
fn lc0_planes_of_the_start() {
    let start = history(Position::standard(), "");
    let pieces = [
        0xFF00,
        0x42,
        0x24,
        0x81,
        0x08,
        0x10,
        0x00FF_0000_0000_0000,
        0x4200_0000_0000_0000,
        0x2400_0000_0000_0000,
        0x8100_0000_0000_0000,
        0x0800_0000_0000_0000,
        0x1000_0000_0000_0000,
        0,
    ];
    let whole = !0_u64;
    for format in [InputFormat::Classical, InputFormat::CastlingPlane] {
        for fill in [HistoryFill::No, HistoryFill::FenOnly, HistoryFill::Always] {
            let (masks, scales) = bits(&Lc0 { format, fill }, &start);
            for step in 0..8 {
                let shown = step == 0 || fill == HistoryFill::Always;
                let expected = if shown { pieces } else { [0; 13] };
                assert_eq!(masks[13 * step..13 * (step + 1)], expected, "{format:?} {fill:?}");
            }
            let rest = match format {
                InputFormat::Classical => [whole, whole, whole, whole, 0, whole, 0, whole],
                _ => [0x0100_0000_0000_0001, 0x8000_0000_0000_0080, 0, 0, 0, whole, 0, whole],
            };
            assert_eq!(masks[104..], rest, "{format:?} {fill:?}");
            assert_eq!(scales, [0.0]);
        }
    }
}

/// The fill of missing history before a first position that is not the standard start.
#[test]
fn lc0_fills() {
    // Black to move after e2e4, given as FEN: in the history, the pawn is on e2
    let given = "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1";
    let first = history(read(given), "");
    let pawns_now = Bitboard::from(Square::E4).0.swap_bytes();
    let pawns_before = Bitboard::from(Square::E2).0.swap_bytes();
    for (fill, copies) in
        [(HistoryFill::No, 1), (HistoryFill::FenOnly, 7), (HistoryFill::Always, 7)]
    {
        let masks = lc0_bits(InputFormat::Classical, fill, &first);
        assert_eq!(masks[6], pawns_now, "{fill:?}");
        for step in 1..8 {
            let expected = if step <= copies { pawns_before } else { 0 };
            assert_eq!(masks[13 * step + 6], expected, "{fill:?} {step}");
        }
    }
    // the en-passant square of a first position counts even without a capturing pawn
    let no_capture = read("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1");
    let masks = lc0_bits(InputFormat::Classical, HistoryFill::No, &history(no_capture, ""));
    assert_eq!(masks[13 + 6], pawns_before);
    // start positions of Chess960 are filled, except the standard one
    for (number, filled) in [(518, false), (0, true)] {
        let start = history(chess960::position(number).unwrap(), "");
        let masks = lc0_bits(InputFormat::CastlingPlane, HistoryFill::FenOnly, &start);
        assert_eq!(masks[13] != 0, filled, "{number}");
    }
}

#[test]
fn lc0_repetitions_and_history() {
    let game = history(Position::standard(), "g1f3 g8f6 f3g1 f6g8 g1f3");
    let masks = lc0_bits(InputFormat::Classical, HistoryFill::FenOnly, &game);
    // newest first: Nf3 for the second time, the start for the second time, then new positions
    let repeated: Vec<bool> = (0..8).map(|step| masks[13 * step + 12] == !0).collect();
    assert_eq!(repeated, [true, true, false, false, false, false, false, false]);
    // from Black's side, White's knight on f3 is on f6
    assert_eq!(masks[7], (Bitboard::from(Square::F3).with(Square::B1)).0.swap_bytes());
    // six positions, and zeros before the start
    assert_eq!((masks[13 * 5 + 5], masks[13 * 6 + 5]), (1 << Square::E1 as u8, 0));
    // a lost castling right changes the position
    let game = history(
        read("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
        "e1d1 e8d8 d1e1 d8e8 a1b1 a8b8 b1a1 b8a8",
    );
    assert_eq!(game.view().marks()[4].repetitions, 0);
    assert_eq!(game.view().marks()[8].repetitions, 1);
    // a pinned pawn beside the pushed pawn: en passant counts for lc0, but not for FIDE 9.2
    let pinned = "8/8/8/8/1R2p2k/8/3P4/4K3 w - - 0 1";
    let moves = "d2d4 h4h5 b4b3 h5h4 b3b4";
    let lc0 = history(read(pinned), moves);
    assert_eq!(lc0.view().mark().repetitions, 0);
    let mut legal = History::new(read(pinned), EnPassantRule::Legal);
    for text in moves.split_whitespace() {
        legal.push(uci::read(legal.position(), text).unwrap());
    }
    assert_eq!(legal.view().mark().repetitions, 1);
}

/// The position with swapped colors, which is the same for the side to move.
fn swapped(position: &Position) -> Position {
    let setup = position.to_setup();
    let mut other = Setup::EMPTY;
    for square in Square::ALL {
        if let Some(Piece { color, piece_type }) = setup.placement.piece_at(square) {
            other.placement.put(square.mirror(), Piece { color: !color, piece_type });
        }
    }
    other.turn = !setup.turn;
    other.castling = CastlingRights(setup.castling.0.flip_vertical());
    other.ep_square = setup.ep_square.map(Square::mirror);
    other.halfmove_clock = setup.halfmove_clock;
    Position::try_from(other).unwrap()
}

fn swapped_move(m: Move) -> Move {
    let (from, to) = (m.from().mirror(), m.to().mirror());
    match m.promoted() {
        None => Move::new(from, to),
        Some(piece) => Move::promotion(from, to, piece),
    }
    .unwrap()
}

/// Only the color plane depends on the color of the side to move.
#[test]
fn swapping_colors_changes_only_the_color_plane() {
    for (start, moves) in random_games(60, 2) {
        let game = History::of_moves(start, moves.iter().copied(), EnPassantRule::PseudoLegal);
        let other = History::of_moves(
            swapped(&start),
            moves.iter().copied().map(swapped_move),
            EnPassantRule::PseudoLegal,
        );
        for format in InputFormat::ALL {
            let color = match format {
                InputFormat::Classical | InputFormat::CastlingPlane => Some(108),
                _ if format.is_armageddon() => Some(110),
                _ => None,
            };
            let encoding = Lc0 { format, fill: HistoryFill::Always };
            let (a, a_scales) = bits(&encoding, &game);
            let (b, b_scales) = bits(&encoding, &other);
            assert_eq!(a_scales, b_scales);
            for channel in 0..112 {
                if Some(channel) == color {
                    assert_eq!(a[channel], !b[channel]);
                } else {
                    assert_eq!(a[channel], b[channel], "{format:?} {channel}");
                }
            }
        }
        let (a, a_scales) = bits(&AlphaZero::default(), &game);
        let (b, _) = bits(&AlphaZero::default(), &other);
        assert_eq!((&a[..112], a[112]), (&b[..112], !b[112]));
        assert_eq!((&a[113..], a_scales.len()), (&b[113..], 2));
        let policy = Lc0Policy::default();
        for m in legal_moves(game.position()) {
            let index = policy.index(game.position(), m);
            assert_eq!(index, policy.index(other.position(), swapped_move(m)));
        }
    }
}

/// The canonical formats encode the eight symmetric positions without pawns and castling rights
/// equally.
#[test]
fn canonical_formats_encode_symmetric_positions_equally() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let format = InputFormat::CanonicalHectoplies;
    let mut checked = 0;
    while checked < 50 {
        let mut setup = Setup::EMPTY;
        for (color, piece_type) in [
            (Color::White, PieceType::King),
            (Color::Black, PieceType::King),
            (Color::White, PieceType::Queen),
            (Color::White, PieceType::Knight),
            (Color::Black, PieceType::Rook),
            (Color::Black, PieceType::Bishop),
        ] {
            let square = Square::from_low_bits(rng.next_u32() as u8);
            setup.placement.put(square, Piece { color, piece_type });
        }
        let image = |setup: &Setup, map: &dyn Fn(u8) -> u8| {
            let mut image = Setup { placement: Setup::EMPTY.placement, ..*setup };
            for square in Square::ALL {
                if let Some(piece) = setup.placement.piece_at(square) {
                    image.placement.put(Square::from_low_bits(map(square as u8)), piece);
                }
            }
            Position::try_from(image)
        };
        let Ok(position) = image(&setup, &|square| square) else { continue };
        let reference = lc0_bits(format, HistoryFill::No, &history(position, ""));
        for bits in 0..8 {
            let map = |square: u8| {
                let square = if bits & 1 != 0 { square ^ 7 } else { square };
                let square = if bits & 2 != 0 { square ^ 56 } else { square };
                if bits & 4 != 0 { square % 8 * 8 + square / 8 } else { square }
            };
            let position = image(&setup, &map).unwrap();
            let masks = lc0_bits(format, HistoryFill::No, &history(position, ""));
            assert_eq!(masks, reference, "{}", fen::write(&position));
        }
        checked += 1;
    }
}

/// Indices of some moves in lc0, PettingZoo, OpenSpiel, pgx, ChessBench and Maia-2, recorded from
/// those programs; -1 where they have no Chess960.
#[test]
fn policies_by_hand() {
    let white = "r3k2r/P1P5/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let promotions = "1n1nk3/P1P5/8/8/8/8/8/4K3 w - - 0 1";
    let black = "r3k2r/8/8/8/8/8/2p5/RN2K2R b KQkq - 0 1";
    let chess960 = "1r4kr/8/8/8/8/8/8/1R4KR w HBhb - 0 1";
    let start = fen::STARTING_FEN;
    for (fen, text, indices) in [
        (start, "e2e4", [322, 2421, 2426, 2426, 317, 311]),
        (start, "g1f3", [159, 3563, 3572, 3572, 169, 169]),
        (
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
            "e7e5",
            [322, 2421, 2426, 2426, 1497, 311],
        ),
        (white, "e1h1", [103, 2350, 4673, 2367, 102, 112]),
        (white, "e1g1", [103, 2350, 4673, 2367, 102, 112]),
        (white, "e1a1", [97, 2345, 4672, 2364, 99, 115]),
        (black, "e8h8", [103, 2350, 4673, 2367, 1714, 112]),
        (black, "e8a8", [97, 2345, 4672, 2364, 1711, 115]),
        (promotions, "a7a8q", [1792, 442, 454, 454, 1880, 1792]),
        (promotions, "a7a8n", [1401, 505, 444, 444, 1883, 1795]),
        (promotions, "c7b8b", [1809, 1671, 1611, 1611, 1906, 1818]),
        (promotions, "c7d8q", [1813, 1613, 1650, 1650, 1908, 1820]),
        (black, "c2b1r", [1808, 1672, 1608, 1608, 1817, 1817]),
        (chess960, "g1h1", [153, -1, 4673, -1, -1, -1]),
        (chess960, "g1b1", [148, -1, 4672, -1, -1, -1]),
    ] {
        let position = read(fen);
        let m = uci::read(&position, text).unwrap();
        let check = |policy: &dyn Fn(Move) -> Option<usize>, index: i64| {
            if index >= 0 {
                assert_eq!(policy(m), Some(index as usize), "{text} in {fen}");
            }
        };
        check(&|m| Lc0Policy::default().index(&position, m), indices[0]);
        check(&|m| PettingZooPolicy.index(&position, m), indices[1]);
        check(&|m| OpenSpielPolicy.index(&position, m), indices[2]);
        check(&|m| AlphaZeroPolicy.index(&position, m), indices[3]);
        check(&|m| UciPolicy.index(&position, m), indices[4]);
        check(&|m| Maia2Policy.index(&position, m), indices[5]);
    }
}

/// In every position, legal moves have different indices, and the mask contains exactly those.
#[test]
fn policies_are_bijections() {
    for (start, moves) in random_games(60, 4) {
        let mut position = start;
        for m in moves {
            for format in [InputFormat::Classical, InputFormat::Canonical] {
                check_policy(&Lc0Policy { format }, &position);
            }
            check_policy(&AlphaZeroPolicy, &position);
            check_policy(&OpenSpielPolicy, &position);
            check_policy(&PettingZooPolicy, &position);
            check_policy(&Maia2Policy, &position);
            check_policy(&UciPolicy, &position);
            position.play_unchecked(m);
        }
    }
}

fn check_policy<P: Policy>(policy: &P, position: &Position) {
    let mut mask = vec![true; policy.size()];
    legal_mask(policy, position, &mut mask).unwrap();
    let mut expected = vec![false; policy.size()];
    for m in legal_moves(position) {
        let index = policy.index(position, m).unwrap();
        assert!(!expected[index], "two moves have index {index} in {}", fen::write(position));
        expected[index] = true;
    }
    assert_eq!(mask, expected, "{}", fen::write(position));
    let first = legal_moves(position).first().copied();
    if let Some(m) = first {
        let index = policy.index(position, m).unwrap();
        assert_eq!(policy.legal_move(position, index), Some(m));
    }
    assert_eq!(policy.legal_move(position, policy.size()), None);
}

#[test]
fn element_types_agree() {
    fn dense<T: Element>(encoding: &Lc0, history: &History) -> Vec<T> {
        let mut out = vec![T::ONE; 112 * 64];
        planes(encoding, history, &mut out).unwrap();
        out
    }
    for (start, moves) in random_games(20, 5) {
        let history = History::of_moves(start, moves, EnPassantRule::PseudoLegal);
        let encoding = Lc0 { format: InputFormat::CastlingPlane, fill: HistoryFill::Always };
        let floats: Vec<f32> = dense(&encoding, &history);
        let bytes: Vec<u8> = dense(&encoding, &history);
        let halves: Vec<f16> = dense(&encoding, &history);
        let mut flags = vec![true; 112 * 64];
        let error = planes(&encoding, &history, &mut flags).unwrap_err().to_string();
        assert!(
            error.starts_with("channel 109 of lc0 contains numbers other than 0 and 1"),
            "{error}"
        );
        for (n, &float) in floats.iter().enumerate() {
            assert_eq!(f32::from(bytes[n]), float);
            assert_eq!(halves[n].to_f32(), float);
        }
        let (masks, scales) = bits(&encoding, &history);
        for (channel, plane) in floats.chunks_exact(64).enumerate() {
            for (square, &float) in plane.iter().enumerate() {
                let value = if channel == 109 { scales[0] } else { 1.0 };
                assert_eq!(float, if masks[channel] >> square & 1 != 0 { value } else { 0.0 });
            }
        }
    }
}

#[test]
fn buffers_of_the_wrong_size_are_errors_and_unchanged() {
    let start = history(Position::standard(), "");
    let mut short = [7u8; 112 * 64 - 1];
    let error = planes(&Lc0::default(), &start, &mut short).unwrap_err();
    assert_eq!(error.to_string(), "the planes have 7168 elements, but the buffer has 7167");
    let mut bytes = [7u8; 112 * 64];
    let hectoplies = Lc0 { format: InputFormat::CanonicalHectoplies, fill: HistoryFill::No };
    let error = planes(&hectoplies, &start, &mut bytes).unwrap_err();
    assert_eq!(
        error.to_string(),
        "channel 109 of lc0 contains fractions, which uint8 cannot represent: use float32 or float16"
    );
    assert!(short.iter().chain(&bytes).all(|&byte| byte == 7));
    let (mut masks, mut scales) = ([0; 111], [0.0]);
    let planes = Planes { masks: &mut masks, scales: &mut scales };
    let error = planes_bits(&Lc0::default(), &start, planes).unwrap_err();
    assert_eq!(error.to_string(), "the planes have 112 elements, but the buffer has 111");
    let error = legal_mask(&Lc0Policy::default(), start.position(), &mut short).unwrap_err();
    assert_eq!(error.to_string(), "the policy has 1858 indices, but the buffer has 7167 elements");
    assert_eq!(Transform::of(start.position()), Transform::NONE);
}
