//! Properties of the results for any position.

use enroque::movegen::legal_moves;
use enroque::position::Position;
use enroque::types::{Color, Square};
use enroque::unwinnable::{Budget, Reason, Winnability, can_win, is_dead_position};
use enroque::{chess960, notation::fen};

use crate::files::hard_positions;
use crate::{mates, transformed};

const SMALL: Budget = Budget::Full { nodes: 2_000 };

/// Whether two results of one case do not contradict each other.
fn agree(a: &Winnability, b: &Winnability) -> bool {
    !(a.is_no() && matches!(b, Winnability::Yes(_))
        || b.is_no() && matches!(a, Winnability::Yes(_)))
}

#[test]
fn symmetric() {
    let questions = hard_positions();
    for question in questions.iter().step_by(9) {
        let (position, winner) = (&question.position, question.winner);
        let answer = can_win(position, winner, SMALL);
        let flipped = transformed(position, Square::mirror, true);
        let other = can_win(&flipped, !winner, SMALL);
        assert!(agree(&answer, &other), "{}: {answer:?} {other:?}", question.fen);
        // results without a search do not depend on its order
        let is_static = |answer: &Winnability| {
            matches!(answer, Winnability::No(Reason::GameOver | Reason::Material | Reason::Blocked))
        };
        assert_eq!(is_static(&answer), is_static(&other), "{}", question.fen);
        if position.castling().is_empty() {
            let across = |square: Square| Square::from_index(square.index() ^ 7).unwrap();
            let mirrored = transformed(position, across, false);
            let other = can_win(&mirrored, winner, SMALL);
            assert!(agree(&answer, &other), "{}: {answer:?} {other:?}", question.fen);
            assert_eq!(is_static(&answer), is_static(&other), "{}", question.fen);
        }
    }
}

/// After any legal move, `No` remains `No`; along its line a mate remains reachable; and the quick
/// result never contradicts the full one.
#[test]
fn monotone() {
    let questions = hard_positions();
    for question in questions.iter().step_by(7) {
        let (position, winner) = (&question.position, question.winner);
        let answer = can_win(position, winner, SMALL);
        assert!(agree(&answer, &can_win(position, winner, Budget::Quick)), "{}", question.fen);
        match &answer {
            Winnability::No(_) => {
                for m in legal_moves(position) {
                    let later = can_win(&position.after(m), winner, SMALL);
                    assert!(agree(&answer, &later), "{} {m}: {later:?}", question.fen);
                }
            }
            Winnability::Yes(line) => {
                let mut later = *position;
                for &m in line {
                    assert!(!can_win(&later, winner, Budget::Quick).is_no(), "{}", question.fen);
                    later.play_unchecked(m);
                }
            }
            Winnability::Unknown => {}
        }
    }
}

/// From every start position of Chess960, with all castling rights, both players can win.
#[test]
fn start_positions() {
    for number in (0..960).step_by(3) {
        let position = chess960::position(number).unwrap();
        for color in Color::ALL {
            let Winnability::Yes(line) = can_win(&position, color, Budget::FULL) else {
                panic!("{number} {color}");
            };
            assert!(mates(&position, color, &line));
        }
    }
}

#[test]
fn dead_positions() {
    for (fen, expected) in [
        ("8/8/4k3/8/8/3K4/8/8 w - - 0 1", Some(true)),
        ("8/8/3k4/1p1p1p1p/1P1P1P1P/3K4/8/8 b - - 0 1", Some(true)),
        ("8/8/4k3/8/8/3K4/8/7R w - - 0 1", Some(false)),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", Some(false)), // mate is not dead
        ("7k/7P/6K1/8/8/8/8/8 b - - 0 1", Some(true)),   // stalemate is
        ("8/8/8/8/8/8/1R6/k1K5 b - - 0 1", Some(true)),  // the rook must be captured
    ] {
        let position = fen::read(fen).unwrap();
        assert_eq!(is_dead_position(&position, Budget::FULL), expected, "{fen}");
    }
    assert_eq!(is_dead_position(&Position::standard(), Budget::Quick), None);
}

/// Node limits are observed, and positions with too many pieces cause no panic.
#[test]
fn budgets() {
    let crowd = "k7/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/K6R w - - 0 1";
    let wall = "1k6/1P1p1p1p/BP6/1P6/8/8/3P1PKP/8 w - - 0 1";
    for fen in [crowd, wall] {
        let position = fen::read(fen).unwrap();
        for color in Color::ALL {
            for nodes in [0, 1, 2, 100, 5000] {
                let answer = can_win(&position, color, Budget::Full { nodes });
                if let Winnability::Yes(line) = &answer {
                    assert!(mates(&position, color, line), "{fen} {color}");
                }
            }
            can_win(&position, color, Budget::Quick);
        }
    }
}
