//! Games by the articles that end them.

use super::*;
use crate::notation::fen;
use crate::notation::language::Language;
use crate::notation::uci;
use crate::rules::unwinnable::Budget;
use crate::rules::{ClockError, Score, Termination};

/// Black has a bare king.
const BARE: &str = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
const QUICK: Budget = Budget::Full { nodes: 10_000 };

fn from(fen: &str, rules: RuleSet) -> PlayedGame {
    PlayedGame::new(Game::new(fen::read(fen).unwrap()), rules)
}

fn m(game: &PlayedGame, text: &str) -> Move {
    uci::read(game.position(), text).unwrap()
}

fn play(game: &mut PlayedGame, texts: &str) {
    for text in texts.split_whitespace() {
        let m = m(game, text);
        game.push(m).unwrap();
    }
}

fn timed(text: &str) -> PlayedGame {
    let control: TimeControl = text.parse().unwrap();
    PlayedGame::default().with_time(control.clone(), control)
}

/// 5.1.2: the edition of 2023 asks whether the opponent can win.
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

/// 9.1: an offer stands until it is accepted, or declined in words, by a move or by touching a man.
#[test]
fn draw_offers() {
    let mut game = PlayedGame::default();
    assert_eq!(game.accept_draw(Color::White), Err(PlayError::NoOffer));
    play(&mut game, "e2e4");
    game.offer_draw(Color::White).unwrap();
    assert_eq!(game.accept_draw(Color::White), Err(PlayError::NoOffer)); // one's own
    assert_eq!(game.offer_draw(Color::Black), Err(PlayError::OfferStands(Color::White)));
    // 5.2.3: Black has made no move yet
    assert_eq!(game.accept_draw(Color::Black), Err(PlayError::TooEarly(1)));
    assert_eq!(game.draw_offer(), Some(Color::White));
    play(&mut game, "e7e5");
    assert_eq!(game.draw_offer(), None);
    game.offer_draw(Color::Black).unwrap();
    assert!(game.touch(Square::E4).is_ok());
    assert_eq!(game.draw_offer(), None);
    play(&mut game, "g1f3");
    game.offer_draw(Color::White).unwrap();
    game.decline_draw(Color::Black).unwrap();
    assert_eq!(game.decline_draw(Color::Black), Err(PlayError::NoOffer));
    // offered on one's own move: it stands after it
    game.offer_draw(Color::Black).unwrap();
    play(&mut game, "b8c6");
    let outcome = game.accept_draw(Color::White).unwrap();
    assert_eq!(outcome, Outcome::draw(Termination::Agreement));
    assert_eq!(game.offer_draw(Color::White), Err(PlayError::Over(outcome)));
    let kinds: Vec<EventKind> = game.events().iter().map(|event| event.kind).collect();
    use EventKind::*;
    assert_eq!(kinds, [Offer, Declined, Offer, Declined, Offer, Declined, Offer, End]);
    // before 2018 nobody need have moved
    let mut early = PlayedGame::new(Game::default(), RuleSet::FIDE2014);
    early.offer_draw(Color::White).unwrap();
    assert!(early.accept_draw(Color::Black).is_ok());
}

/// 5.2.3: the moves before a position that was set up are moves.
#[test]
fn agreement_in_a_position_set_up() {
    let played = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 6 5";
    for (fen, is_agreed) in [
        (played, true),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", false),
        ("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", false),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 2", true),
    ] {
        let mut game = from(fen, RuleSet::FIDE2023);
        game.offer_draw(Color::White).unwrap();
        assert_eq!(game.accept_draw(Color::Black).is_ok(), is_agreed, "{fen}");
    }
}

/// 9.2, 9.3, 9.5: claims that are due, and those that are not.
#[test]
fn claims() {
    let mut game = timed("5400+30");
    play(&mut game, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
    let mut repeated = game.clone();
    let back = m(&game, "f6g8");
    let drawn = repeated.claim_draw(Color::Black, Claim::Repetition, Some(back)).unwrap();
    let outcome = Outcome::draw(Termination::ThreefoldRepetition);
    assert_eq!(drawn, ClaimResult::Drawn(outcome));
    assert_eq!(repeated.game().len(), 7); // the move is not played

    // not due: two minutes for the opponent, a draw offer, and the move has to be played
    let other = m(&game, "e7e5");
    let rejected = game.claim_draw(Color::Black, Claim::Repetition, Some(other)).unwrap();
    let reason = WrongClaim::Occurrences(1);
    let expected = ClaimResult::Rejected { reason, penalty: 120_000, must_play: Some(other) };
    assert_eq!(rejected, expected);
    assert_eq!(game.clock().unwrap().left(Color::White), 5_400_000 + 120_000);
    assert_eq!(game.draw_offer(), Some(Color::Black));
    assert_eq!(game.push(back), Err(PlayError::MustPlay(other)));
    game.push(other).unwrap();
    let event = game.events()[0];
    assert_eq!((event.kind, event.m, event.penalty), (EventKind::WrongClaim, Some(other), 120_000));

    for (color, intended, reason) in [
        (Color::Black, None, WrongClaim::NotOnTheMove),
        (Color::White, None, WrongClaim::Plies(0)),
        (Color::White, Some(back), WrongClaim::IllegalMove),
    ] {
        let answer = game.claim_draw(color, Claim::FiftyMoves, intended).unwrap();
        assert_eq!(answer, ClaimResult::Rejected { reason, penalty: 120_000, must_play: None });
    }
    game.touch(Square::E2).unwrap();
    let answer = game.claim_draw(Color::White, Claim::FiftyMoves, None).unwrap();
    assert!(matches!(answer, ClaimResult::Rejected { reason: WrongClaim::Touched, .. }));

    let mut late = from("4k3/8/8/8/8/8/8/R3K3 w - - 99 90", RuleSet::FIDE2009);
    let quiet = m(&late, "a1a2");
    let plies = WrongClaim::Plies(99);
    let answer = late.clone().claim_draw(Color::White, Claim::FiftyMoves, None).unwrap();
    assert!(
        matches!(answer, ClaimResult::Rejected { reason, penalty: 180_000, .. } if reason == plies)
    );
    let answer = late.claim_draw(Color::White, Claim::FiftyMoves, Some(quiet)).unwrap();
    assert!(matches!(answer, ClaimResult::Drawn(_)));
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

/// 7.5: restored, counted, punished; the second loses, by the Laws of 2009 the third.
#[test]
fn illegal_moves() {
    for (rules, limit) in [(RuleSet::FIDE2009, 3), (RuleSet::FIDE2014, 2), (RuleSet::FIDE2023, 2)] {
        let control: TimeControl = "5400".parse().unwrap();
        let mut game = PlayedGame::new(Game::default(), rules).with_time(control.clone(), control);
        play(&mut game, "e2e4 e7e5 g1f3 b8c6");
        // found later: the game goes back to before it
        let illegal = Irregularity::IllegalMove(None);
        for number in 1..limit {
            let ruling = game.irregularity(Color::White, 2, illegal, QUICK).unwrap();
            assert_eq!(ruling, Ruling { number, penalty: 120_000, adjudication: None });
            assert_eq!(game.game().len(), 2);
        }
        let before = game.clone();
        let wrong = game.irregularity(Color::Black, 2, illegal, QUICK);
        assert_eq!(wrong, Err(PlayError::NotOnTheMove(Color::Black)));
        let wrong = game.irregularity(Color::White, 3, illegal, QUICK);
        assert_eq!(wrong, Err(PlayError::NoSuchPly(3)));
        assert_eq!(game.to_json(), before.to_json());
        let ruling = game.irregularity(Color::White, 2, Irregularity::TwoHands, QUICK).unwrap();
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

fn times(game: &PlayedGame) -> (Color, u64, u64) {
    let clock = game.clock().unwrap();
    (clock.turn(), clock.left(Color::White), clock.left(Color::Black))
}

/// 6.10.2: whatever changes whose turn it is on the board changes it on the clock.
#[test]
fn the_clock_follows_the_board() {
    let mut game = timed("300+3");
    for text in ["e2e4", "e7e5", "g1f3", "b8c6"] {
        game.push_timed(m(&game, text), 10_000, QUICK).unwrap();
    }
    game.irregularity(Color::Black, 1, Irregularity::IllegalMove(None), QUICK).unwrap();
    // both keep their times, and White has a minute for the illegal move in blitz
    assert_eq!(times(&game), (Color::Black, 346_000, 286_000));
    game.push_timed(m(&game, "e7e5"), 20_000, QUICK).unwrap();
    assert_eq!(times(&game), (Color::White, 346_000, 269_000));
    // what was used on a move that is not completed stays used
    game.start_clock(0).unwrap();
    game.stop_clock(5_000).unwrap();
    game.irregularity(Color::Black, 1, Irregularity::NoMove, QUICK).unwrap();
    assert_eq!(times(&game), (Color::Black, 341_000, 269_000));

    let mut game = from("8/P6k/8/8/8/8/8/K7 w - - 0 1", RuleSet::FIDE2023);
    game = game.with_time("300+3".parse().unwrap(), "300+3".parse().unwrap());
    let queen = m(&game, "a7a8q");
    game.irregularity(Color::White, 0, Irregularity::UnpromotedPawn(queen), QUICK).unwrap();
    assert_eq!(times(&game), (Color::Black, 300_000, 360_000));
    game.push_timed(m(&game, "h7g7"), 20_000, QUICK).unwrap();
    assert_eq!(times(&game), (Color::White, 300_000, 343_000));

    let mut game = timed("300+3");
    game.seal("Nf3", Language::ENGLISH, None).unwrap();
    game.open_sealed(QUICK).unwrap();
    play(&mut game, "e7e5");
    assert_eq!(times(&game), (Color::White, 300_000, 300_000));
    game.set_left(Color::Black, 1_000).unwrap();
    assert_eq!(times(&game), (Color::White, 300_000, 1_000));
    assert_eq!(PlayedGame::default().set_left(Color::Black, 1), Err(PlayError::NoClock));
}

/// Moves that were taken back do not count for the time control.
#[test]
fn the_move_counter_follows_the_board() {
    let mut game = timed("2/100:50");
    play(&mut game, "g1f3 g8f6 f3g1 f6g8");
    assert_eq!(times(&game), (Color::White, 150_000, 150_000));
    game.irregularity(Color::White, 0, Irregularity::IllegalMove(None), QUICK).unwrap();
    assert_eq!(times(&game), (Color::White, 100_000, 160_000)); // the penalty of rapid and blitz
    play(&mut game, "g1f3 g8f6 f3g1");
    assert_eq!(times(&game), (Color::Black, 150_000, 160_000));
    play(&mut game, "f6g8");
    assert_eq!(times(&game), (Color::White, 150_000, 210_000));
}

/// An event names the move that was announced or irregular.
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
}

/// 4.3: touched men bind.
#[test]
fn touch_move() {
    let mut game = PlayedGame::default();
    assert_eq!(
        game.touch(Square::E4),
        Err(PlayError::EmptySquare(crate::rules::EmptySquare(Square::E4)))
    );
    game.touch(Square::E2).unwrap();
    let other = m(&game, "d2d4");
    assert_eq!(game.push(other), Err(PlayError::TouchMove(other)));
    assert_eq!(game.game().len(), 0);
    play(&mut game, "e2e3 d7d5");
    assert!(game.touched().is_empty());
}

/// 9.5.3: an announced move has to be made, whatever the player touches after the claim.
#[test]
fn touching_after_a_claim() {
    let mut game = PlayedGame::default();
    let announced = m(&game, "g1f3");
    game.claim_draw(Color::White, Claim::Repetition, Some(announced)).unwrap();
    game.touch(Square::E2).unwrap();
    assert_eq!(game.push(m(&game, "e2e4")), Err(PlayError::MustPlay(announced)));
    let mut saved = PlayedGame::from_json(&game.to_json().unwrap()).unwrap();
    for game in [&mut game, &mut saved] {
        assert_eq!(game.push(announced), Ok(None));
    }
    // touched first: the move of the claim binds only if it moves that man (4.3)
    let mut game = PlayedGame::default();
    game.touch(Square::E2).unwrap();
    game.claim_draw(Color::White, Claim::Repetition, Some(announced)).unwrap();
    assert_eq!(game.must_play(), None);
    play(&mut game, "e2e4");
}

/// 11.7, 11.8: decisions from outside, once.
#[test]
fn decisions() {
    let mut game = PlayedGame::default();
    let outcome = game.end(Score::BOTH_LOSE, Termination::RulesInfraction).unwrap();
    assert_eq!((outcome.winner(), outcome.score.to_string().as_str()), (None, "0-0"));
    let again = game.end(Score::DRAW, Termination::Adjudication);
    assert_eq!(again, Err(PlayError::Over(outcome)));
    assert!(matches!(game.push(m(&game, "e2e4")), Err(PlayError::Over(_))));
    // over from the start
    let game = from("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", RuleSet::FIDE2023);
    assert_eq!(game.outcome().unwrap().termination, Termination::Checkmate);
}

/// A decision keeps to what the board shows and to what its reason means.
#[test]
fn decisions_that_cannot_be() {
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
    // what the board shows, or may
    let mut late = from("4k3/8/8/8/8/8/8/R3K3 w - - 99 90", RuleSet::FIDE2023);
    assert!(late.end(Score::DRAW, FiftyMoves).is_ok());
    let saved = PlayedGame::from_json(&late.to_json().unwrap()).unwrap();
    assert_eq!(saved.outcome(), late.outcome());
}

fn adjourned() -> PlayedGame {
    let control: TimeControl = "40/7200:3600".parse().unwrap();
    let mut game = PlayedGame::default().with_time(control.clone(), control);
    for (text, spent) in [("e2e4", 60_000), ("e7e5", 5_500), ("g1f3", 10_000), ("b8c6", 0)] {
        let m = m(&game, text);
        game.push_timed(m, spent, QUICK).unwrap();
    }
    game.irregularity(Color::White, 4, Irregularity::NoMove, QUICK).unwrap();
    game.offer_draw(Color::Black).unwrap();
    game
}

/// Guideline I: what the envelope says, and a game that goes on exactly as it was.
#[test]
fn sealed_move() {
    let mut game = adjourned();
    let spanish = Language::from_code("es").unwrap();
    let envelope = game.seal("Ab5", spanish, Some(90_000)).unwrap();
    assert_eq!(
        envelope,
        Envelope {
            fen: fen::write(game.position()).to_string(),
            used: Some([160_000, 5_500]),
            sealed_by: Color::White,
            move_number: 3,
            draw_offer: Some(Color::Black),
        }
    );
    let some = m(&game, "f1b5");
    assert_eq!(game.push(some), Err(PlayError::Adjourned));
    assert_eq!(game.seal("Ab5", spanish, None), Err(PlayError::Adjourned));
    let text = game.to_json().unwrap();
    let mut resumed = PlayedGame::from_json(&text).unwrap();
    assert_eq!(resumed.to_json().unwrap(), text);
    assert_eq!(resumed.clock(), game.clock());
    assert_eq!(resumed.open_sealed(QUICK), Ok(Opened::Played(some, None)));
    assert_eq!(resumed.draw_offer(), None); // declined by the move
    assert_eq!(resumed.open_sealed(QUICK), Err(PlayError::NotAdjourned));
    let tags = game.pgn_tags();
    for (name, value) in [
        ("Result", "*"),
        ("Termination", "unterminated"),
        ("TimeControl", "40/7200:3600"),
        ("WhiteClock", "1:57:20"),
        ("BlackClock", "2:01:54.500"),
        ("SealedBy", "White"),
        ("SealedMoveNumber", "3"),
        ("WhiteTimeUsed", "0:02:40"),
        ("DrawOffer", "Black"),
    ] {
        let found = tags.iter().find(|tag| tag.0 == name);
        assert_eq!(found.map(|tag| tag.1.as_str()), Some(value), "{name}");
    }
    assert!(!tags.iter().any(|tag| tag.1.contains("Ab5")));
    // an agreement over the board comes before the envelope (I.10.1)
    assert!(game.accept_draw(Color::White).is_ok());
    assert_eq!(game.open_sealed(QUICK).unwrap_err(), PlayError::Over(game.outcome().unwrap()));
}

/// I.9: ambiguous, unclear or illegal.
#[test]
fn sealed_moves_that_lose() {
    use crate::notation::san::SanErrorKind;
    let knights = "4k3/7p/8/8/8/2N5/8/4K1N1 w - - 0 1";
    for (text, expected) in [
        ("Ne2", Some(SanErrorKind::Ambiguous)),
        ("Nd2", Some(SanErrorKind::Illegal)),
        ("N-", Some(SanErrorKind::Syntax)),
        ("", Some(SanErrorKind::Syntax)),
        ("Nge2", None),
        ("Ng1-e2 (=)", None),
        ("N ge2", None),
        ("Nge2 Kd2", Some(SanErrorKind::Syntax)),
        // what does not name the move does not spoil it: a check and a capture that are none
        ("Ngxe2+", None),
        ("N1e2", None),
        // what names it has to be true
        ("Nbe2", Some(SanErrorKind::Illegal)),
        ("Ke2 or Kd2", Some(SanErrorKind::Syntax)),
        ("--", Some(SanErrorKind::Syntax)),
        ("0000", Some(SanErrorKind::Syntax)),
        ("0-0", Some(SanErrorKind::Illegal)),
        ("Te2", Some(SanErrorKind::Syntax)), // a language that was not said
    ] {
        let mut game = from(knights, RuleSet::FIDE2023);
        game.seal(text, Language::default(), None).unwrap();
        let opened = game.open_sealed(QUICK).unwrap();
        assert_eq!(opened.fault(), expected, "{text}");
        let lost = game.outcome().map(|outcome| (outcome.winner(), outcome.termination));
        let loss = (Some(Color::Black), Termination::SealedMove);
        assert_eq!(lost, expected.map(|_| loss), "{text}");
    }
    // a pawn that becomes nobody knows what
    for (text, is_lost) in [("b8", true), ("b8=", true), ("b8K", true), ("b8(Q)", false)] {
        let mut game = from("8/1P2k3/8/8/8/8/7p/4K3 w - - 0 1", RuleSet::FIDE2023);
        game.seal(text, Language::default(), None).unwrap();
        assert_eq!(game.open_sealed(QUICK).unwrap().fault().is_some(), is_lost, "{text}");
    }
    // nobody loses to one who cannot win
    let mut game = from(BARE, RuleSet::FIDE2023);
    game.seal("A-D", Language::default(), None).unwrap();
    game.open_sealed(QUICK).unwrap();
    assert_eq!(game.outcome(), Some(Outcome::draw(Termination::SealedMove)));
    // a sealed mate is a mate
    let mut game = from("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", RuleSet::FIDE2023);
    game.seal("Ra8++", Language::default(), None).unwrap();
    game.open_sealed(QUICK).unwrap();
    assert_eq!(game.outcome().unwrap().termination, Termination::Checkmate);
}

/// C.12: an offer written with the sealed move stands once it is played.
#[test]
fn sealed_draw_offers() {
    let mut game = PlayedGame::default();
    game.seal("Cf3 (=)", Language::from_code("es").unwrap(), None).unwrap();
    assert_eq!(game.draw_offer(), None);
    game.open_sealed(QUICK).unwrap();
    assert_eq!(game.draw_offer(), Some(Color::White));
    let kinds: Vec<EventKind> = game.events().iter().map(|event| event.kind).collect();
    assert_eq!(kinds, [EventKind::Sealed, EventKind::Resumed, EventKind::Offer]);
    // a mate needs no offer
    let mut game = from("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", RuleSet::FIDE2023);
    game.seal("Ra8 (=)", Language::default(), None).unwrap();
    game.open_sealed(QUICK).unwrap();
    assert_eq!(game.draw_offer(), None);
}

/// 4.3, 9.5.3: what binds the player binds the sealed move.
#[test]
fn sealed_moves_keep_to_duties() {
    let mut touched = PlayedGame::default();
    touched.touch(Square::G1).unwrap();
    let mut announced = PlayedGame::default();
    let knight = m(&announced, "g1f3");
    announced.claim_draw(Color::White, Claim::Repetition, Some(knight)).unwrap();
    for game in [touched, announced] {
        for (text, is_free) in [("e4", false), ("Nf3", true)] {
            let mut sealed = game.clone();
            sealed.seal(text, Language::default(), None).unwrap();
            let mut sealed = PlayedGame::from_json(&sealed.to_json().unwrap()).unwrap();
            let opened = sealed.open_sealed(QUICK).unwrap();
            assert_eq!(opened.fault().is_none(), is_free, "{text}");
            assert_eq!(sealed.outcome().is_none(), is_free, "{text}");
        }
    }
}

/// A decision that is told to stop has changed nothing.
#[test]
fn interrupted() {
    // White mates after two million positions
    let long = "k7/8/8/8/b7/1p1pB3/1P1P4/K1B5 b - - 0 1";
    let stop = Effort { budget: Budget::FULL, stop: &|| true };
    let interrupted = PlayError::Interrupted;
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

#[test]
fn saved_games_round_trip() {
    let mut claimed = adjourned();
    let announced = m(&claimed, "f1b5");
    claimed.claim_draw(Color::White, Claim::FiftyMoves, Some(announced)).unwrap();
    let mut touched = PlayedGame::default();
    touched.touch(Square::G1).unwrap();
    let mut resigned = PlayedGame::new(
        Game::new(crate::chess960::position(0).unwrap()),
        RuleSet { repetition_end: Some(4), ..RuleSet::LICHESS },
    );
    resigned.resign(Color::Black, QUICK).unwrap();
    for game in [PlayedGame::default(), adjourned(), claimed, touched, resigned] {
        let text = game.to_json().unwrap();
        let read = PlayedGame::from_json(&text).unwrap();
        assert_eq!(read.to_json().unwrap(), text);
        assert_eq!((read.outcome(), read.rules()), (game.outcome(), game.rules()));
        assert_eq!((read.must_play(), read.touched()), (game.must_play(), game.touched()));
        assert_eq!(read.events(), game.events());
    }
    let mut running = timed("60");
    running.start_clock(0).unwrap();
    let is_running = PlayError::Clock(ClockError::Running);
    assert_eq!(running.to_json(), Err(is_running.clone()));
    assert_eq!(running.push(m(&running, "e2e4")), Err(is_running.clone()));
    assert_eq!(running.seal("e4", Language::ENGLISH, None), Err(is_running));
    running.stop_clock(10_000).unwrap();
    running.push_timed(m(&running, "e2e4"), 0, QUICK).unwrap();
    assert_eq!(running.clock().unwrap().left(Color::White), 50_000);
}

/// King and rooks of 18 starts of Chess960 stand as in standard chess: nothing but the game knows.
#[test]
fn chess960_is_kept() {
    for number in [518, 693] {
        let start = Game::new(crate::chess960::position(number).unwrap());
        let standard = PlayedGame::new(start, RuleSet::FIDE2023);
        let game = standard.clone().with_chess960(true);
        for (game, is_chess960) in [(standard, false), (game, true)] {
            let read = PlayedGame::from_json(&game.to_json().unwrap()).unwrap();
            assert_eq!(read.is_chess960(), is_chess960);
            let tags = read.pgn_tags();
            assert_eq!(tags.iter().any(|tag| tag.1 == "Chess960"), is_chess960);
            assert_eq!(tags.iter().any(|tag| tag.0 == "FEN"), is_chess960 || number == 693);
        }
    }
    let other = Game::new(crate::chess960::position(0).unwrap());
    assert!(PlayedGame::new(other, RuleSet::FIDE2023).is_chess960());
}

#[test]
fn damaged_games_are_refused() {
    let text = adjourned().to_json().unwrap();
    for (from, to, place) in [
        ("enroque played game", "another", ""),
        ("\"version\":1", "\"version\":7", "version"),
        ("\"g1f3\"", "\"g1f4\"", "moves[2]"),
        ("\"g1f3\"", "5", "moves[2]"),
        ("fide2023", "fide1492", "rules"),
        ("\"40/7200:3600\",", "\"soon\",", "time_control[0]"),
        ("\"no_move\"", "\"nap\"", "events[0].kind"),
        ("\"period\":0", "\"period\":9", "clock"),
        ("\"illegal_moves\":[1,0]", "\"illegal_moves\":[5,0]", "illegal_moves"),
        ("\"kind\":\"no_move\",\"penalty\"", "\"kind\":\"offer\",\"penalty\"", "illegal_moves"),
        ("\"ply\":4}", "\"ply\":999}", "events[0].ply"),
        (
            "\"outcome\":null",
            "\"outcome\":{\"termination\":\"CHECKMATE\",\"score\":[2,0]}",
            "outcome",
        ),
        (
            "\"outcome\":null",
            "\"outcome\":{\"termination\":\"AGREEMENT\",\"score\":[1,1]}",
            "events",
        ),
        ("\"turn\":\"white\"", "\"turn\":\"black\"", "clock.turn"),
        ("\"draw_offer\":\"black\"", "\"draw_offer\":\"red\"", "draw_offer"),
        ("\"illegal_moves\":[1,0]", "\"illegal_moves\":[1]", "illegal_moves"),
        ("\"illegal_moves\":[1,0]", "\"illegal_moves\":[1,-1]", "illegal_moves[1]"),
        ("\"touched\":[]", "\"touched\":[\"e3\"]", "touched"),
        ("\"must_play\":null", "\"must_play\":\"e1e5\"", "must_play"),
        (
            "\"outcome\":null",
            "\"outcome\":{\"termination\":\"AGREEMENT\",\"score\":[2,2]}",
            "outcome.score",
        ),
        (
            "\"sealed\":null",
            "\"sealed\":{\"by\":\"black\",\"text\":\"\",\"language\":\"en\"}",
            "sealed",
        ),
    ] {
        assert!(text.contains(from), "{from} in {text}");
        let error = PlayedGame::from_json(&text.replacen(from, to, 1)).unwrap_err();
        assert_eq!(error.place, place, "{error}");
    }
    for text in ["", "{", "[]", "null", &"[".repeat(100_000)] {
        assert_eq!(PlayedGame::from_json(text).unwrap_err().place, "");
    }
}
