//! Symmetries of positions, planes and policies.

use std::collections::BTreeSet;

use enroque::chess960;
use enroque::error::CallErrorKind;
use enroque::movegen::legal_moves;
use enroque::pool::Run;
use enroque::position::Position;
use enroque::tensor::{
    Composed, Encoding, History, PlaneEncoding, Policy, PolicyEncoding, Symmetry, View, legal_mask,
};
use enroque::types::Move;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::common::random_moves;
use crate::{dense, encodings, games, named, word};

/// Compares transformed planes and policies with those of the symmetric position.
fn check_symmetry(symmetry: Symmetry, start: &Position, moves: &[Move]) {
    let symmetric_start = symmetry.position(start, false).unwrap();
    for encoding in encodings() {
        let history = History::of_moves(*start, moves.iter().copied(), encoding.en_passant());
        let mut turn = start.turn();
        let mut symmetric = History::new(symmetric_start, encoding.en_passant());
        for &m in moves {
            // all but two symmetries depend on the side to move: use that of the start for all
            // moves
            let image = match symmetry {
                Symmetry::FlipColors | Symmetry::MirrorFiles => symmetry.image(m, turn),
                _ => symmetry.image(m, start.turn()),
            };
            symmetric.push(image.unwrap());
            turn = !turn;
        }
        let array = dense(&encoding, &history);
        let mut transformed = vec![0.0; array.len()];
        let last = *history.position();
        let without_turn = symmetry.planes(
            &encoding,
            &array,
            &mut transformed,
            [0.0, 1.0],
            |_| None,
            Run::default(),
        );
        assert!(
            without_turn.as_ref().is_err_and(|error| error.argument == "turn")
                || without_turn.is_ok(),
            "{without_turn:?}"
        );
        let has_turn = encoding.name() != "tutorial14"
            && (encoding.name(), &encoding.options()[..])
                != ("pieces", &[("view".into(), word("white"))]);
        assert!(without_turn.is_ok() || !has_turn, "{encoding:?}");
        let turn = |_| Some(last.turn());
        match symmetry.planes(&encoding, &array, &mut transformed, [0.0, 1.0], turn, Run::default())
        {
            Ok(()) => {
                let expected = dense(&encoding, &symmetric);
                let wrong = (0..array.len()).find(|&n| {
                    // the ply count depends on the first player
                    let is_ply = symmetry == Symmetry::FlipColors && encoding.name() == "alphazero";
                    let is_ply = is_ply && array[n] > 0.0 && array[n] < 1.0;
                    transformed[n] != expected[n] && !is_ply
                });
                assert_eq!(wrong, None, "{symmetry:?} {encoding:?}");
            }
            Err(error) => panic!("{error}"),
        }
    }
    let position = moves.iter().fold(*start, |position, &m| position.after(m));
    let Ok(symmetric) = symmetry.position(&position, false) else { return };
    for policy in PolicyEncoding::all() {
        let permutation = symmetry.permutation(&policy, Some(position.turn())).unwrap();
        match symmetry.permutation(&policy, None) {
            Ok(same) => assert_eq!(same, permutation),
            Err(error) => {
                assert!(error.argument == "turn" && policy.name() == "uci", "{error}");
            }
        }
        let mut mask = vec![false; policy.size()];
        let is_whole = legal_mask(&policy, &position, &mut mask).is_ok();
        let mut expected = vec![false; policy.size()];
        assert_eq!(legal_mask(&policy, &symmetric, &mut expected).is_ok(), is_whole);
        let mut transformed = vec![false; policy.size()];
        for (index, &legal) in mask.iter().enumerate() {
            if legal {
                transformed[usize::try_from(permutation[index]).unwrap()] = true;
            }
        }
        assert!(transformed == expected, "{symmetry:?} {}", policy.name());
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
        let moves = random_moves(&mut rng, start, n);
        check_symmetry(Symmetry::MirrorFiles, &start, &moves);
    }
}

/// Compares transformed planes with those of the symmetric game.
fn check_planes(symmetry: Symmetry, encoding: &Encoding, start: &Position, moves: &[Move]) {
    let mut history = History::new(*start, encoding.en_passant());
    let mut symmetric =
        History::new(symmetry.position(start, true).unwrap(), encoding.en_passant());
    for &m in moves {
        symmetric.push(symmetry.image(m, history.position().turn()).unwrap());
        history.push(m);
    }
    let array = dense(encoding, &history);
    let mut transformed = vec![0.0; array.len()];
    let turn = |_| Some(history.position().turn());
    symmetry.planes(encoding, &array, &mut transformed, [0.0, 1.0], turn, Run::default()).unwrap();
    let expected = dense(encoding, &symmetric);
    assert_eq!((0..array.len()).find(|&n| transformed[n] != expected[n]), None, "{encoding:?}");
}

#[test]
fn chess960_castling_rights_are_mirrored() {
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
            continue; // lc0 fills the history of all other starts
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
        let symmetric = Symmetry::MirrorFiles.position(&position, true).unwrap();
        assert_eq!(Symmetry::MirrorFiles.position(&symmetric, true), Ok(position));
        with_rights += usize::from(!position.castling().is_empty());
        // all moves but castling, which is not symmetric
        let others = |position: &Position| {
            let moves = legal_moves(position);
            let (castling, others): (Vec<_>, Vec<_>) =
                moves.into_iter().partition(|m| castles(position, m));
            (castling.len(), others)
        };
        let (turn, (own, moves), (symmetric_castlings, expected)) =
            (position.turn(), others(&position), others(&symmetric));
        castlings += usize::from(own != symmetric_castlings);
        let image = |m: &Move| Symmetry::MirrorFiles.image(*m, turn).unwrap();
        assert_eq!(
            BTreeSet::from_iter(moves.iter().map(|m| image(m).bits())),
            BTreeSet::from_iter(expected.iter().map(|m| m.bits()))
        );
    }
    assert!(with_rights > 30, "{with_rights}");
    assert!(castlings > 0, "castling never differed");
    let start = chess960::position(0).unwrap();
    let error = Symmetry::MirrorFiles.position(&start, false).unwrap_err();
    assert_eq!(error.kind, CallErrorKind::Encoding);
    assert!(Symmetry::Rotate180.position(&start, true).is_err());
}

#[test]
fn symmetries_of_composed_planes() {
    // the move number depends on the first player
    let every = Composed::part_names();
    let every: Vec<_> = every.into_iter().filter(|part| *part != "move_number").collect();
    let has_history =
        |part: &&&str| Composed::new([&*format!("{part}@2")], View::SideToMove).is_ok();
    let before = every.iter().filter(has_history).map(|part| format!("{part}@2"));
    let before: Vec<String> = before.collect();
    // all parts in three encodings, since their channels exceed the limit of one
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
    let mut transformed = vec![0.0; 64 * 12];
    let empty = [0.0; 64 * 12];
    let error = Symmetry::FlipColors.planes(
        &alone,
        &empty,
        &mut transformed,
        [0.0, 1.0],
        |_| None,
        Run::default(),
    );
    assert!(error.unwrap_err().to_string().contains("own_pieces without opponent_pieces"));
}

#[test]
fn symmetries_of_pawnless_positions() {
    for fen in ["4k3/8/2n5/8/3Q4/8/1B6/R3K3 w - - 5 9", "4k3/8/2n5/8/3Q4/8/1B6/R3K3 b - - 5 9"] {
        let position = enroque::notation::fen::read(fen).unwrap();
        for symmetry in Symmetry::ALL {
            check_symmetry(symmetry, &position, &[]);
            let symmetric = symmetry.position(&position, false).unwrap();
            assert_eq!(legal_moves(&symmetric).len(), legal_moves(&position).len());
        }
    }
    let start = Position::standard();
    let error = Symmetry::MirrorFiles.position(&start, false).unwrap_err();
    assert_eq!(
        error.to_string(),
        "mirror_files requires a position without castling rights, except in Chess960"
    );
    let pawns = enroque::notation::fen::read("4k3/8/8/8/8/8/P7/4K3 w - - 0 1").unwrap();
    let error = Symmetry::Rotate90.position(&pawns, false).unwrap_err();
    assert_eq!(error.to_string(), "rotate_90 requires a position without pawns");
}
