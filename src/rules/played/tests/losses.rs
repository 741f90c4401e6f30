//! Losses and decisions.

use super::*;
use crate::rules::LawsEdition;

/// 5.1.2: in the edition of 2023, a draw if the opponent cannot win.
#[test]
fn resignation() {
    let bare = "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1";
    for (rules, winner) in [(RuleSet::FIDE2023, None), (RuleSet::FIDE2018, Some(Color::Black))] {
        let mut game = from(bare, rules);
        let decided = game.resign(Color::White, QUICK).unwrap();
        assert_eq!(decided.outcome.winner(), winner, "{}", rules.name);
        assert_eq!(game.outcome(), Some(decided.outcome));
        assert_eq!(game.resign(Color::Black, QUICK), Err(PlayError::Over(decided.outcome)));
        assert_eq!(game.outcome(), Some(decided.outcome));
    }
    let mut game = from(bare, RuleSet::FIDE2023);
    let decided = game.resign(Color::Black, QUICK).unwrap();
    assert_eq!(decided.outcome.winner(), Some(Color::White));
}

/// 6.9, and 4.7 with 6.2.1: a move that ends the game does so before the clock.
#[test]
fn flags() {
    let mut game = from(BARE, RuleSet::FIDE2023);
    let decided = game.flag_fell(Color::White, QUICK).unwrap();
    assert_eq!(decided.outcome, Outcome::draw(Termination::TimeForfeit));
    assert!(decided.answer.is_no());

    let mut game = timed("10");
    play(&mut game, "f2f3 e7e5 g2g4");
    let mut late = game.clone();
    let outcome = late.push_timed(m(&late, "d8e7"), 10_000, QUICK);
    let outcome = outcome.unwrap().unwrap();
    assert_eq!(outcome, Outcome::won_by(Color::White, Termination::TimeForfeit));
    let mate = m(&game, "d8h4");
    let outcome = game.push_timed(mate, 99_000, QUICK).unwrap().unwrap();
    assert_eq!(outcome, Outcome::won_by(Color::Black, Termination::Checkmate));
    assert_eq!(
        PlayedGame::default().push_timed(Move::new(Square::E2, Square::E4).unwrap(), 1, QUICK),
        Err(PlayError::NoClock)
    );
}

/// 7.5: the position is restored, the penalty added; the second loses, by the Laws of 2009 the
/// third.
#[test]
fn illegal_moves() {
    for (rules, limit) in [(RuleSet::FIDE2009, 3), (RuleSet::FIDE2014, 2), (RuleSet::FIDE2023, 2)] {
        let control: TimeControl = "5400".parse().unwrap();
        let mut game = PlayedGame::new(Game::default(), rules).with_time(control.clone(), control);
        play(&mut game, "e2e4 e7e5 g1f3 b8c6");
        // found later: the game goes back
        let illegal = Irregularity::IllegalMove(None);
        for number in 1..limit {
            let ruling = game.irregularity(Color::White, 2, illegal, QUICK).unwrap();
            assert_eq!(ruling, Ruling { number, penalty: 120_000, adjudication: None });
            assert_eq!(game.game().len(), 2);
        }
        let before = game.clone();
        let wrong = game.irregularity(Color::Black, 2, illegal, QUICK);
        assert_eq!(wrong, Err(PlayError::NotToMove(Color::Black)));
        let wrong = game.irregularity(Color::White, 3, illegal, QUICK);
        assert_eq!(wrong, Err(PlayError::NoSuchPly(3)));
        assert_eq!(game.to_json(), before.to_json());
        let ruling = game.irregularity(Color::White, 2, illegal, QUICK).unwrap();
        assert_eq!(ruling.number, limit);
        let outcome = Outcome::won_by(Color::Black, Termination::IllegalMove);
        assert_eq!(ruling.adjudication.unwrap().outcome, outcome);
        let added = 120_000 * (limit as u64 - 1);
        assert_eq!(game.clock().unwrap().left(Color::Black), 5_400_000 + added);
    }
    // 7.5.5: a draw if the opponent cannot win; one minute in rapid and blitz
    let blitz: TimeControl = "180+2".parse().unwrap();
    let mut game = from(BARE, RuleSet::FIDE2023).with_time(blitz.clone(), blitz);
    let first = game.irregularity(Color::White, 0, Irregularity::NoMove, QUICK).unwrap();
    assert_eq!(first.penalty, 60_000);
    let second = game.irregularity(Color::White, 0, Irregularity::NoMove, QUICK).unwrap();
    assert_eq!(second.adjudication.unwrap().outcome.score, Score::DRAW);
}

/// 7.5.2: the pawn becomes a queen.
#[test]
fn unpromoted_pawn() {
    let mut game = from("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", RuleSet::FIDE2023);
    let queen = m(&game, "a7a8q");
    let knight = m(&game, "a7a8n");
    let wrong = game.irregularity(Color::White, 0, Irregularity::UnpromotedPawn(knight), QUICK);
    assert_eq!(wrong, Err(PlayError::Illegal(IllegalMove(knight))));
    let ruling = game.irregularity(Color::White, 0, Irregularity::UnpromotedPawn(queen), QUICK);
    assert_eq!(ruling.unwrap().number, 1);
    assert_eq!(game.game().moves(), [Some(queen)]);
    // by the Laws of 2009 the player chooses the promotion
    let mut game = from("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", RuleSet::FIDE2009);
    let ruling = game.irregularity(Color::White, 0, Irregularity::UnpromotedPawn(queen), QUICK);
    assert_eq!(ruling.unwrap().number, 1);
    let king = m(&game, "e1e2");
    assert_eq!(game.push(king), Err(PlayError::TouchMove(king)));
    play(&mut game, "a7a8n");
}

/// 7.5.5, 9.5.3, A.3, B.3: penalties by edition and class, with a time control at the limit of each
/// class (A.1, B.1).
#[test]
fn penalties() {
    use LawsEdition::*;
    for (rules, illegal, claim) in [
        (RuleSet::FIDE2009, [2, 2, 2], [3, 3, 3]),
        (RuleSet::FIDE2014, [2, 2, 1], [2, 2, 1]),
        (RuleSet::FIDE2018, [2, 2, 1], [2, 2, 1]),
        (RuleSet::FIDE2023, [2, 1, 1], [2, 1, 1]),
        (RuleSet::LICHESS, [0, 0, 0], [0, 0, 0]),
    ] {
        let controls = match rules.edition {
            Fide2009 => ["3600", "1800+29", "899"],
            _ => ["1800+30", "1800+29.999", "300+5"],
        };
        for ((text, illegal), claim) in controls.into_iter().zip(illegal).zip(claim) {
            let control: TimeControl = text.parse().unwrap();
            let new = || {
                let game = PlayedGame::new(Game::default(), rules);
                game.with_time(control.clone(), control.clone())
            };
            let full = new().clock().unwrap().left(Color::Black);
            let mut game = new();
            let what = Irregularity::IllegalMove(None);
            let ruling = game.irregularity(Color::White, 0, what, QUICK).unwrap();
            let minutes = |number: u64| number * 60_000;
            assert_eq!(ruling.penalty, minutes(illegal), "{} {text}", rules.name);
            assert_eq!(game.clock().unwrap().left(Color::Black), full + minutes(illegal));
            let mut game = new();
            let answer = game.claim_draw(Color::White, Claim::Repetition, None).unwrap();
            let ClaimResult::Rejected { penalty, .. } = answer else { panic!() };
            assert_eq!(penalty, minutes(claim), "{} {text}", rules.name);
            assert_eq!(game.clock().unwrap().left(Color::Black), full + minutes(claim));
        }
    }
}

/// 7.5.3, 7.5.4 count since 2017; before, the arbiter decides.
#[test]
fn what_counts_as_illegal() {
    for rules in RuleSet::ALL {
        for (what, kind) in [
            (Irregularity::NoMove, EventKind::NoMove),
            (Irregularity::TwoHands, EventKind::TwoHands),
        ] {
            let mut game = PlayedGame::new(Game::default(), rules);
            let ruling = game.irregularity(Color::White, 0, what, QUICK);
            if rules.edition < LawsEdition::Fide2018 {
                assert_eq!(ruling, Err(PlayError::NotCounted(kind, rules.name)));
                assert!(game.events().is_empty());
            } else {
                assert_eq!(ruling.unwrap().number, 1);
            }
        }
    }
}

/// 7.5.1: the pieces touched by an illegal move bind the next move.
#[test]
fn illegal_moves_touch() {
    let mut game = PlayedGame::default();
    play(&mut game, "e2e4 d7d5");
    game.offer_draw(Color::Black).unwrap();
    let illegal = Move::new(Square::B1, Square::D2).unwrap();
    game.irregularity(Color::White, 2, Irregularity::IllegalMove(Some(illegal)), QUICK).unwrap();
    assert_eq!(game.draw_offer(), None); // declined by touching a piece (9.1.2.1)
    let other = m(&game, "g1f3");
    assert_eq!(game.push(other), Err(PlayError::TouchMove(other)));
    play(&mut game, "b1c3 d5e4");
    // a capture touches both pieces: the bishop cannot move, so the pawn must be captured
    let capture = Move::new(Square::C1, Square::E4).unwrap();
    let mut lenient = PlayedGame::new(game.game().clone(), RuleSet::FIDE2009);
    let what = Irregularity::IllegalMove(Some(capture));
    lenient.irregularity(Color::White, 4, what, QUICK).unwrap();
    assert_eq!(lenient.touched, [Square::C1, Square::E4]);
    let rook = m(&lenient, "a1b1");
    assert_eq!(lenient.push(rook), Err(PlayError::TouchMove(rook)));
    play(&mut lenient, "c3e4");
}

/// Events have the announced or irregular move.
#[test]
fn events_have_moves() {
    let mut game = from("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", RuleSet::FIDE2023);
    let castling = m(&game, "e1g1");
    game.claim_draw(Color::White, Claim::FiftyMoves, Some(castling)).unwrap();
    let illegal = Move::new(Square::E1, Square::E3).unwrap();
    let known = Irregularity::IllegalMove(Some(illegal));
    game.irregularity(Color::White, 0, known, QUICK).unwrap();
    let legal = m(&game, "a1a2");
    let wrong = game.irregularity(Color::White, 0, Irregularity::IllegalMove(Some(legal)), QUICK);
    assert_eq!(wrong, Err(PlayError::Legal(legal)));
    let game = PlayedGame::from_json(&game.to_json().unwrap()).unwrap();
    let events: Vec<_> = game.events().iter().map(|event| (event.m, event.castling)).collect();
    assert_eq!(events, [(Some(castling), true), (Some(illegal), false)]);
}

/// 11.7, 11.8: decisions, only once.
#[test]
fn decisions() {
    let mut game = PlayedGame::default();
    let outcome = game.end(Score::BOTH_LOSE, Termination::RulesInfraction).unwrap();
    assert_eq!((outcome.winner(), outcome.score.to_string().as_str()), (None, "0-0"));
    let again = game.end(Score::DRAW, Termination::Adjudication);
    assert_eq!(again, Err(PlayError::Over(outcome)));
    assert!(matches!(game.push(m(&game, "e2e4")), Err(PlayError::Over(_))));
    // already over at the start
    let game = from("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", RuleSet::FIDE2023);
    assert_eq!(game.outcome().unwrap().termination, Termination::Checkmate);
}

/// Decisions that contradict the board or their termination are errors.
#[test]
fn contradictory_decisions() {
    use Termination::*;
    let wins = [Score::won_by(Color::White), Score::won_by(Color::Black), Score::BOTH_LOSE];
    for termination in Termination::ALL {
        for score in wins.into_iter().chain([Score::DRAW]) {
            let expected = match termination {
                Checkmate | Stalemate | InsufficientMaterial | DeadPosition
                | FivefoldRepetition | SeventyFiveMoves | ThreefoldRepetition | FiftyMoves => false,
                Agreement => score == Score::DRAW,
                _ => true,
            };
            let mut game = PlayedGame::default();
            let ended = game.end(score, termination);
            assert_eq!(ended.is_ok(), expected, "{termination:?} {score}");
            assert_eq!(game.outcome().is_some(), expected);
        }
    }
    // a possible claim
    let mut late = from("4k3/8/8/8/8/8/8/R3K3 w - - 99 90", RuleSet::FIDE2023);
    assert!(late.end(Score::DRAW, FiftyMoves).is_ok());
    let saved = PlayedGame::from_json(&late.to_json().unwrap()).unwrap();
    assert_eq!(saved.outcome(), late.outcome());
}

/// An interrupted decision changes nothing.
#[test]
fn interrupted() {
    // a mate by White that takes two million positions to find
    let long = "k7/8/8/8/b7/1p1pB3/1P1P4/K1B5 b - - 0 1";
    let stop = Effort { budget: Budget::FULL, stop: &|| true };
    let interrupted = PlayError::Interrupted(crate::pool::Interrupted);
    let mut game = from(long, RuleSet::FIDE2023);
    let before = game.to_json().unwrap();
    assert_eq!(game.resign(Color::Black, stop), Err(interrupted.clone()));
    assert_eq!(game.flag_fell(Color::Black, stop), Err(interrupted.clone()));
    game.seal("?", Language::default(), None).unwrap();
    let sealed = game.to_json().unwrap();
    assert_eq!(game.open_sealed(stop), Err(interrupted.clone()));
    assert_eq!(game.to_json().unwrap(), sealed);
    let mut game = from(long, RuleSet { illegal_moves_lose: Some(1), ..RuleSet::FIDE2023 });
    let ruling = game.irregularity(Color::Black, 0, Irregularity::NoMove, stop);
    assert_eq!(ruling, Err(interrupted.clone()));
    assert_eq!(game.illegal_moves(Color::Black), 0);
    let control: TimeControl = "1".parse().unwrap();
    let mut game = from(long, RuleSet::FIDE2023).with_time(control.clone(), control);
    let m = m(&game, "a8b8");
    assert_eq!(game.push_timed(m, 5_000, stop), Err(interrupted));
    assert_eq!((game.game().len(), game.outcome()), (0, None));
    assert!(from(long, RuleSet::FIDE2023).to_json().unwrap() == before);
}
