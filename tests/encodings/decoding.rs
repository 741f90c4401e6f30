//! Decoding of planes, tokens and records.

use enroque::error::{CallError, CallErrorKind};
use enroque::position::{Position, Setup};
use enroque::tensor::chessbench::ChessBench;
use enroque::tensor::records::{
    Bullet, Packed, Record, RecordError, RecordLabel, bullet, pack, read_bullet, unpack,
};
use enroque::tensor::{
    History, Missing, OptionValue, PlaneEncoding, Symmetry, TokenEncoding, decode_planes,
};
use enroque::types::Color;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::{dense, encodings, games, named, word};

/// The setup without the missing properties; from the side to move's side unless `is_white`.
fn expected_setup(position: &Position, missing: &[Missing], is_white: bool) -> Setup {
    let position = if is_white || position.turn() == Color::White {
        *position
    } else {
        Symmetry::FlipColors.position(position, false).unwrap()
    };
    let mut setup = position.to_setup();
    for missing in missing {
        match missing {
            Missing::Turn => setup.turn = Color::White,
            Missing::Castling => setup.castling = Setup::EMPTY.castling,
            Missing::EnPassant => setup.ep_square = None,
            Missing::HalfmoveClock => setup.halfmove_clock = 0,
            Missing::FullmoveNumber => setup.fullmove_number = 1,
        }
    }
    setup
}

#[test]
fn planes_round_trip() {
    let mut checked = 0;
    for (start, moves) in games(60) {
        for encoding in encodings() {
            let mut history = History::new(start, encoding.en_passant());
            for &m in &moves {
                history.push(m);
                let array = dense(&encoding, &history);
                let mut decoded = decode_planes(&encoding, &array).unwrap();
                let is_absolute =
                    !matches!(encoding.name(), "pieces" | "maia2" | "maia3" | "chess_alpha_zero")
                        || encoding.options().contains(&("view".to_owned(), word("white")));
                let mut expected =
                    expected_setup(history.position(), &decoded.missing, is_absolute);
                if encoding.name() == "chess_alpha_zero" {
                    let is_known = history.position().legal_ep_square().is_some();
                    expected.ep_square = expected.ep_square.filter(|_| is_known);
                }
                if encoding.name() == "openspiel" && expected.ep_square.take().is_some() {
                    let is_known = !decoded.missing.contains(&Missing::EnPassant);
                    assert!(!(is_known && history.position().legal_ep_square().is_some()));
                }
                if decoded.missing.contains(&Missing::HalfmoveClock) {
                    decoded.setup.halfmove_clock = 0;
                }
                let has_rooks =
                    encoding.options().contains(&("format".into(), OptionValue::Number(2)));
                if !has_rooks && !history.position().has_standard_castling() {
                    // flags are decoded as the outermost rook
                    decoded.setup.castling = expected.castling;
                }
                if encoding.name() == "alphazero" && start.ply() > 0 {
                    expected.fullmove_number = decoded.setup.fullmove_number;
                }
                assert_eq!(decoded.setup, expected, "{encoding:?}");
                checked += 1;
            }
        }
    }
    assert!(checked > 10_000);
}

/// AlphaZero's planes of a position without history do not show the last move.
#[test]
fn an_unknown_double_push_is_missing() {
    for (fen, is_missing) in [
        ("rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 3", true),
        // no pawn beside the pushed pawn, a piece behind it, or a move since
        ("rnbqkbnr/ppppp1pp/8/8/3P1p2/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 3", false),
        ("rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPPNPPPP/R1BQKBNR b KQkq - 0 3", false),
        ("rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq - 1 3", false),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", false),
    ] {
        let position = enroque::notation::fen::read(fen).unwrap();
        for encoding in encodings() {
            if !matches!(encoding.name(), "alphazero" | "openspiel") {
                continue;
            }
            let array = dense(&encoding, &History::new(position, encoding.en_passant()));
            let decoded = decode_planes(&encoding, &array).unwrap();
            let found = decoded.missing.contains(&Missing::EnPassant);
            assert_eq!(found, is_missing, "{encoding:?} {fen}");
        }
    }
}

#[test]
fn tokens_and_records_round_trip() {
    for (start, moves) in games(60) {
        let mut position = start;
        for m in moves {
            position.play_unchecked(m);
            for encoding in TokenEncoding::all() {
                let mut tokens = vec![0; encoding.count()];
                encoding.write(&position, &mut tokens).unwrap();
                let decoded = encoding.decode(&tokens).unwrap();
                if encoding.name() == "chessbench" {
                    let expected =
                        Setup { ep_square: position.legal_ep_square(), ..position.to_setup() };
                    assert_eq!(decoded.setup, expected);
                } else {
                    assert_eq!(decoded.missing, Missing::ALL);
                    assert_eq!(decoded.setup, expected_setup(&position, &decoded.missing, false));
                }
            }
            let label = RecordLabel { score: -300, result: 2 };
            let packed = pack(&position, label).unwrap();
            let (again, found) = unpack(&packed).unwrap();
            assert_eq!((again, found), (position, label));
            assert_eq!(again.fullmove_number(), position.fullmove_number());
            let (setup, found) = read_bullet(&bullet(&position, label).unwrap()).unwrap();
            assert_eq!(found, label);
            assert_eq!(setup.placement, expected_setup(&position, &[], false).placement);
            let bullet = Bullet.decode(&bullet(&position, label).unwrap());
            let bullet = bullet.unwrap();
            assert_eq!(bullet.setup, expected_setup(&position, &bullet.missing, false));
            let packed = Packed.decode(&packed).unwrap();
            assert_eq!((packed.setup, packed.missing), (again.to_setup(), vec![]));
        }
    }
}

#[test]
fn invalid_arrays_are_errors() {
    let lc0 = named("lc0", &[]);
    let message = |result: Result<_, CallError>| result.unwrap_err().message;
    let error = decode_planes(&lc0, &[0.0; 5]).unwrap_err();
    assert_eq!(error.kind, CallErrorKind::Array);
    assert_eq!(error.message, "the encoding has 7168 elements, but the array has 5");
    let mut array = vec![0.0; 7168];
    array[3] = 0.5;
    assert_eq!(message(decode_planes(&lc0, &array)), "invalid value 0.5 in channel 0");
    array[3] = f32::NAN;
    assert!(decode_planes(&lc0, &array).is_err());
    (array[3], array[64 + 3]) = (1.0, 1.0);
    assert!(message(decode_planes(&lc0, &array)).starts_with("two pieces are on "));
    let canonical = named("lc0", &[("format", OptionValue::Number(3))]);
    assert!(message(decode_planes(&canonical, &array)).contains("cannot be decoded"));
    let chessbench = TokenEncoding::from(ChessBench);
    assert!(message(chessbench.decode(&[30; 77])).contains("a FEN"));
    assert_eq!(message(chessbench.decode(&[31; 77])), "invalid value 31 in token 0");
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for _ in 0..20_000 {
        let mut bytes = [0; 32];
        rng.fill_bytes(&mut bytes);
        // fewer pieces, so that some positions are legal
        for byte in &mut bytes[..8] {
            *byte &= *byte >> 3;
        }
        let _ = unpack(&bytes);
        let _ = read_bullet(&bytes);
        let tokens: Vec<u8> = (0..77).map(|_| (rng.next_u32() % 31) as u8).collect();
        let _ = chessbench.decode(&tokens);
    }
    assert_eq!(unpack(&[0; 31]), Err(RecordError::Length(31)));
}
