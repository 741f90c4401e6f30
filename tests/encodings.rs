//! Backwards, and turned: what comes out of an array, and what a symmetry makes of it.

use std::collections::BTreeSet;

use enroque::chess960;
use enroque::movegen::legal_moves;
use enroque::position::{Position, Setup};
use enroque::tensor::nnue::{FeatureSet, MAX_ACTIVE};
use enroque::tensor::records::{Label, RecordError, RecordKind, bullet, pack, read_bullet, unpack};
use enroque::tensor::{
    Composed, DecodeError, Encoding, History, Missing, OptionValue, PlaneEncoding, Policy,
    PolicyEncoding, Symmetry, SymmetryError, TokenEncoding, View, decode_planes, decode_record,
    decode_tokens, legal_mask, planes,
};
use enroque::types::{Color, Move};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Random games: a start and the moves.
fn games(count: usize) -> Vec<(Position, Vec<Move>)> {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let game = |n: usize| {
        let start = match n % 3 {
            0 => Position::standard(),
            1 => chess960::position((n * 37 % 960) as u16).unwrap(),
            _ => enroque::notation::fen::read("4k2r/8/8/8/2q5/8/8/RN2K2R w KQk - 4 30").unwrap(),
        };
        let (mut position, mut moves) = (start, Vec::new());
        for _ in 0..rng.next_u32() % 150 {
            let Some(&m) = legal_moves(&position).choose(&mut rng) else { break };
            moves.push(m);
            position.play_unchecked(m);
        }
        (start, moves)
    };
    (0..count).map(game).collect()
}

fn named(name: &str, options: &[(&str, OptionValue)]) -> Encoding {
    let options: Vec<_> = options.iter().map(|(n, v)| (n.to_string(), v.clone())).collect();
    Encoding::named(name, &options).unwrap()
}

fn word(word: &str) -> OptionValue {
    OptionValue::Word(word.to_owned())
}

fn encodings() -> Vec<Encoding> {
    let is_read_back = |name: &&&str| **name != "composed";
    let names = Encoding::NAMES.iter().filter(is_read_back);
    let mut encodings: Vec<_> = names.map(|name| named(name, &[])).collect();
    encodings.push(named("lc0", &[("format", OptionValue::Number(2))]));
    encodings.push(named("alphazero", &[("layout", word("channels_last"))]));
    for name in ["alphazero", "pettingzoo"] {
        encodings.push(named(name, &[("player", word("opponent"))]));
    }
    encodings.push(named("maia2", &[("view", word("white"))]));
    encodings.push(named("pieces", &[("view", word("white"))]));
    encodings
}

fn dense(encoding: &Encoding, history: &History) -> Vec<f32> {
    let mut array = vec![7.0; encoding.channels() * 64];
    planes(encoding, history, &mut array).unwrap();
    array
}

/// The set-up as far as an encoding tells it.
fn told(position: &Position, missing: &[Missing], is_white: bool) -> Setup {
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
fn planes_decode_to_what_was_encoded() {
    let mut checked = 0;
    for (start, moves) in games(60) {
        for encoding in encodings() {
            let mut history = History::new(start, encoding.en_passant());
            for &m in &moves {
                history.push(m);
                let array = dense(&encoding, &history);
                let mut decoded = decode_planes(&encoding, &array).unwrap();
                let tells_color = !matches!(encoding.name(), "pieces" | "maia2" | "maia3")
                    || encoding.options().contains(&("view".to_owned(), word("white")));
                let mut expected = told(history.position(), &decoded.missing, tells_color);
                if encoding.name() == "openspiel" && expected.ep_square.take().is_some() {
                    let is_told = !decoded.missing.contains(&Missing::EnPassant);
                    assert!(!(is_told && history.position().legal_ep_square().is_some()));
                }
                if decoded.missing.contains(&Missing::HalfmoveClock) {
                    decoded.setup.halfmove_clock = 0;
                }
                let shows_rooks =
                    encoding.options().contains(&("format".into(), OptionValue::Number(2)));
                if !shows_rooks && !history.position().has_standard_castling() {
                    // flags mean the outermost rook
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

/// A position without history was led to by no move that AlphaZero's planes show.
#[test]
fn a_double_push_that_planes_do_not_show_is_missing() {
    for (fen, is_missing) in [
        ("rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 3", true),
        // nobody beside the pawn, a piece behind it, or a move since
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
fn tokens_decode_to_what_was_encoded() {
    for (start, moves) in games(60) {
        let mut position = start;
        for m in moves {
            position.play_unchecked(m);
            for name in TokenEncoding::NAMES {
                let encoding = TokenEncoding::named(name, &[]).unwrap();
                let mut tokens = vec![0; encoding.count()];
                encoding.write(&position, &mut tokens).unwrap();
                let decoded = decode_tokens(encoding, &tokens).unwrap();
                if *name == "chessbench" {
                    let expected =
                        Setup { ep_square: position.legal_ep_square(), ..position.to_setup() };
                    assert_eq!(decoded.setup, expected);
                } else {
                    assert_eq!(decoded.missing, Missing::ALL);
                    assert_eq!(decoded.setup, told(&position, &decoded.missing, false));
                }
            }
            let label = Label { score: -300, result: 2 };
            let packed = pack(&position, label).unwrap();
            let (again, found) = unpack(&packed).unwrap();
            assert_eq!((again, found), (position, label));
            assert_eq!(again.fullmove_number(), position.fullmove_number());
            let (setup, found) = read_bullet(&bullet(&position, label).unwrap()).unwrap();
            assert_eq!(found, label);
            assert_eq!(setup.placement, told(&position, &[], false).placement);
            let bullet = decode_record(RecordKind::Bullet, &bullet(&position, label).unwrap());
            let bullet = bullet.unwrap();
            assert_eq!(bullet.setup, told(&position, &bullet.missing, false));
            let packed = decode_record(RecordKind::Packed, &packed).unwrap();
            assert_eq!((packed.setup, packed.missing), (again.to_setup(), vec![]));
        }
    }
}

#[test]
fn what_is_no_position() {
    let lc0 = named("lc0", &[]);
    assert!(matches!(
        decode_planes(&lc0, &[0.0; 5]),
        Err(DecodeError::Size { expected: 7168, .. })
    ));
    let mut array = vec![0.0; 7168];
    array[3] = 0.5;
    let error = decode_planes(&lc0, &array).unwrap_err();
    assert_eq!(error, DecodeError::Element { at: 0, value: 0.5 });
    array[3] = f32::NAN;
    assert!(decode_planes(&lc0, &array).is_err());
    (array[3], array[64 + 3]) = (1.0, 1.0);
    assert!(matches!(decode_planes(&lc0, &array), Err(DecodeError::TwoPieces(_))));
    let canonical = named("lc0", &[("format", OptionValue::Number(3))]);
    assert!(matches!(decode_planes(&canonical, &array), Err(DecodeError::Canonical(_))));
    let chessbench = TokenEncoding::ChessBench;
    assert!(matches!(decode_tokens(chessbench, &[30; 77]), Err(DecodeError::Fen(_))));
    assert!(matches!(
        decode_tokens(chessbench, &[31; 77]),
        Err(DecodeError::Element { at: 0, .. })
    ));
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for _ in 0..20_000 {
        let mut bytes = [0; 32];
        rng.fill_bytes(&mut bytes);
        // few enough pieces that some get further
        for byte in &mut bytes[..8] {
            *byte &= *byte >> 3;
        }
        let _ = unpack(&bytes);
        let _ = read_bullet(&bytes);
        let tokens: Vec<u8> = (0..77).map(|_| (rng.next_u32() % 31) as u8).collect();
        let _ = decode_tokens(chessbench, &tokens);
    }
    assert_eq!(unpack(&[0; 31]), Err(RecordError::Length(31)));
}

/// A position whose twin is encoded, against the planes turned.
fn check_symmetry(symmetry: Symmetry, start: &Position, moves: &[Move]) {
    let twin_start = symmetry.position(start, false).unwrap();
    for encoding in encodings() {
        let history = History::of_moves(*start, moves.iter().copied(), encoding.en_passant());
        let mut turn = start.turn();
        let mut twin = History::new(twin_start, encoding.en_passant());
        for &m in moves {
            // the eight are the side to move's, whose side changes: all moves by the side that moved first
            let image = match symmetry {
                Symmetry::FlipColors | Symmetry::MirrorFiles => symmetry.image(m, turn),
                _ => symmetry.image(m, start.turn()),
            };
            twin.push(image.unwrap());
            turn = !turn;
        }
        let array = dense(&encoding, &history);
        let mut turned = vec![0.0; array.len()];
        // the encodings that ask whose move it is say so
        let stm = *history.position();
        let told = symmetry.planes(&encoding, &array, &mut turned, [0.0, 1.0], |_| None);
        assert!(matches!(told, Ok(()) | Err(SymmetryError::View { .. })), "{told:?}");
        let tells = encoding.name() != "tutorial14"
            && (encoding.name(), &encoding.options()[..])
                != ("pieces", &[("view".into(), word("white"))]);
        assert!(told.is_ok() || !tells, "{encoding:?}");
        let turn = |_| Some(stm.turn());
        match symmetry.planes(&encoding, &array, &mut turned, [0.0, 1.0], turn) {
            Ok(()) => {
                let expected = dense(&encoding, &twin);
                let wrong = (0..array.len()).find(|&n| {
                    // a count of plies knows who began
                    let is_ply = symmetry == Symmetry::FlipColors && encoding.name() == "alphazero";
                    let is_ply = is_ply && array[n] > 0.0 && array[n] < 1.0;
                    turned[n] != expected[n] && !is_ply
                });
                assert_eq!(wrong, None, "{symmetry:?} {encoding:?}");
            }
            Err(error) => panic!("{error}"),
        }
    }
    let position = moves.iter().fold(*start, |position, &m| position.after(m));
    let Ok(twin) = symmetry.position(&position, false) else { return };
    for name in PolicyEncoding::NAMES {
        let policy = PolicyEncoding::named(name, &[]).unwrap();
        let permutation = symmetry.permutation(&policy, Some(position.turn())).unwrap();
        match symmetry.permutation(&policy, None) {
            Ok(same) => assert_eq!(same, permutation),
            Err(error) => {
                assert!(matches!(error, SymmetryError::View { .. }) && *name == "uci", "{error}");
            }
        }
        let mut mask = vec![false; policy.size()];
        let is_whole = legal_mask(&policy, &position, &mut mask).is_ok();
        let mut expected = vec![false; policy.size()];
        assert_eq!(legal_mask(&policy, &twin, &mut expected).is_ok(), is_whole);
        let mut turned = vec![false; policy.size()];
        for (index, &legal) in mask.iter().enumerate() {
            if legal {
                turned[usize::try_from(permutation[index]).unwrap()] = true;
            }
        }
        assert!(turned == expected, "{symmetry:?} {name}");
    }
}

#[test]
fn flipping_colors_commutes_with_encoding() {
    for (start, moves) in games(40) {
        check_symmetry(Symmetry::FlipColors, &start, &moves);
    }
}

#[test]
fn mirroring_files_commutes_with_encoding() {
    let starts = [
        "4k3/pp3p2/8/8/2P5/3n4/1P4PP/R3K3 w - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
    ];
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for n in 0..40 {
        let start = enroque::notation::fen::read(starts[n % 2]).unwrap();
        let (mut position, mut moves) = (start, Vec::new());
        for _ in 0..n {
            let Some(&m) = legal_moves(&position).choose(&mut rng) else { break };
            moves.push(m);
            position.play_unchecked(m);
        }
        check_symmetry(Symmetry::MirrorFiles, &start, &moves);
    }
}

/// Planes turned against the twin's, where the twin follows each move.
fn check_planes(symmetry: Symmetry, encoding: &Encoding, start: &Position, moves: &[Move]) {
    let mut history = History::new(*start, encoding.en_passant());
    let mut twin = History::new(symmetry.position(start, true).unwrap(), encoding.en_passant());
    for &m in moves {
        twin.push(symmetry.image(m, history.position().turn()).unwrap());
        history.push(m);
    }
    let array = dense(encoding, &history);
    let mut turned = vec![0.0; array.len()];
    let turn = |_| Some(history.position().turn());
    symmetry.planes(encoding, &array, &mut turned, [0.0, 1.0], turn).unwrap();
    let expected = dense(encoding, &twin);
    assert_eq!((0..array.len()).find(|&n| turned[n] != expected[n]), None, "{encoding:?}");
}

#[test]
fn chess960_is_mirrored_with_its_rights() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let parts =
        "pieces own_pieces@1 castling castling_rooks en_passant own_attacks opponent_attack_count";
    let composed = ["side_to_move", "white"]
        .map(|view| named("composed", &[("parts", word(parts)), ("view", word(view))]));
    let castles =
        |position: &Position, m: &Move| position.placement().by_color(position.turn()).has(m.to());
    let (mut with_rights, mut castlings) = (0, 0);
    for n in 0..120 {
        let start = chess960::position((n * 37 % 960) as u16).unwrap();
        if start == Position::standard() {
            continue; // lc0 takes it for the only start without history
        }
        let (mut position, mut moves) = (start, Vec::new());
        for _ in 0..rng.next_u32() % 40 {
            let legal = legal_moves(&position);
            let uncastled: Vec<_> = legal.into_iter().filter(|m| !castles(&position, m)).collect();
            let Some(&m) = uncastled.choose(&mut rng) else { break };
            moves.push(m);
            position.play_unchecked(m);
        }
        for encoding in encodings().iter().chain(&composed) {
            if encoding.name() != "tutorial14" {
                check_planes(Symmetry::MirrorFiles, encoding, &start, &moves);
            }
        }
        let twin = Symmetry::MirrorFiles.position(&position, true).unwrap();
        assert_eq!(Symmetry::MirrorFiles.position(&twin, true), Ok(position));
        with_rights += usize::from(!position.castling().is_empty());
        // all moves but castling, which may be there or not
        let others = |position: &Position| {
            let moves = legal_moves(position);
            let (castling, others): (Vec<_>, Vec<_>) =
                moves.into_iter().partition(|m| castles(position, m));
            (castling.len(), others)
        };
        let (turn, (own, moves), (twins, expected)) =
            (position.turn(), others(&position), others(&twin));
        castlings += usize::from(own != twins);
        let image = |m: &Move| Symmetry::MirrorFiles.image(*m, turn).unwrap();
        assert_eq!(
            BTreeSet::from_iter(moves.iter().map(|m| image(m).bits())),
            BTreeSet::from_iter(expected.iter().map(|m| m.bits()))
        );
    }
    assert!(with_rights > 30, "{with_rights}");
    assert!(castlings > 0, "the caveat was never seen");
    let start = chess960::position(0).unwrap();
    let refused = Err(SymmetryError::Castling(Symmetry::MirrorFiles));
    assert_eq!(Symmetry::MirrorFiles.position(&start, false), refused);
    assert!(Symmetry::Rotate180.position(&start, true).is_err());
}

#[test]
fn composed_planes_are_turned_part_by_part() {
    // a count of moves knows who began
    let every = Composed::part_names();
    let every: Vec<_> = every.into_iter().filter(|part| *part != "move_number").collect();
    let looks_back =
        |part: &&&str| Composed::new([&*format!("{part}@2")], View::SideToMove).is_ok();
    let before = every.iter().filter(looks_back).map(|part| format!("{part}@2"));
    let before: Vec<String> = before.collect();
    // all parts in three encodings, as one has no room for all channels
    let halves = [every[..16].join(" "), every[16..].join(" "), before.join(" ")];
    for view in ["side_to_move", "white"] {
        for parts in &halves {
            let parts = format!("{parts} own_king_distance opponent_king_distance");
            let composed = named("composed", &[("parts", word(&parts)), ("view", word(view))]);
            for (start, moves) in games(30) {
                check_planes(Symmetry::FlipColors, &composed, &start, &moves);
            }
            let bare = "4k3/pp3p2/8/8/2P5/3n4/1P4PP/R3K3 w - - 0 1";
            let bare = enroque::notation::fen::read(bare).unwrap();
            check_planes(Symmetry::MirrorFiles, &composed, &bare, &[]);
            let pawnless = "4k3/8/2n5/8/3Q4/8/1B6/R3K3 b - - 5 9";
            let pawnless = enroque::notation::fen::read(pawnless).unwrap();
            for symmetry in Symmetry::ALL {
                check_planes(symmetry, &composed, &pawnless, &[]);
            }
        }
    }
    let alone =
        named("composed", &[("parts", word("own_pieces@1 own_pieces")), ("view", word("white"))]);
    let mut turned = vec![0.0; 64 * 12];
    let empty = [0.0; 64 * 12];
    let error = Symmetry::FlipColors.planes(&alone, &empty, &mut turned, [0.0, 1.0], |_| None);
    let (part, partner) = ("own_pieces", "opponent_pieces");
    assert_eq!(error, Err(SymmetryError::Part { part, partner }));
}

#[test]
fn the_eight_of_pawnless_positions() {
    for fen in ["4k3/8/2n5/8/3Q4/8/1B6/R3K3 w - - 5 9", "4k3/8/2n5/8/3Q4/8/1B6/R3K3 b - - 5 9"] {
        let position = enroque::notation::fen::read(fen).unwrap();
        for symmetry in Symmetry::ALL {
            check_symmetry(symmetry, &position, &[]);
            let there = symmetry.position(&position, false).unwrap();
            assert_eq!(legal_moves(&there).len(), legal_moves(&position).len());
        }
    }
    let start = Position::standard();
    let error = Symmetry::MirrorFiles.position(&start, false).unwrap_err();
    assert_eq!(
        error.to_string(),
        "mirror_files is no symmetry while somebody may castle, but of Chess960"
    );
    let pawns = enroque::notation::fen::read("4k3/8/8/8/8/8/P7/4K3 w - - 0 1").unwrap();
    assert_eq!(
        Symmetry::Rotate90.position(&pawns, false),
        Err(SymmetryError::Pawns(Symmetry::Rotate90))
    );
}

#[test]
fn features_along_a_game() {
    let mut refreshed = 0;
    for (start, moves) in games(60) {
        for set in FeatureSet::ALL {
            for perspective in Color::ALL {
                let active = |position: &Position| {
                    let mut active = [0; MAX_ACTIVE];
                    let count = set.write(position, perspective, &mut active).unwrap();
                    BTreeSet::from_iter(active[..count].iter().map(|&n| n as u32))
                };
                let (mut position, mut now) = (start, active(&start));
                for &m in &moves {
                    let after = position.after(m);
                    let changes = set.changes(&position, &after, perspective);
                    let expected = active(&after);
                    if changes.is_refresh() {
                        refreshed += 1;
                        now = expected;
                    } else {
                        assert!(changes.removed().len() <= 2 && changes.added().len() <= 2);
                        assert!(changes.removed().iter().all(|feature| now.remove(feature)));
                        now.extend(changes.added());
                        assert_eq!(now, expected, "{set:?}");
                    }
                    position = after;
                }
            }
        }
    }
    assert!(refreshed > 1000);
}
