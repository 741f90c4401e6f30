//! Draw offers and claims.

use super::*;

/// 9.1: an offer is open until it is accepted, or declined explicitly, by a move or by touching a
/// piece.
#[test]
fn draw_offers() {
    let mut game = PlayedGame::default();
    assert_eq!(game.accept_draw(Color::White), Err(PlayError::NoOffer));
    play(&mut game, "e2e4");
    game.offer_draw(Color::White).unwrap();
    assert_eq!(game.accept_draw(Color::White), Err(PlayError::NoOffer)); // the player's own offer
    assert_eq!(game.offer_draw(Color::Black), Err(PlayError::OfferOpen(Color::White)));
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
    // offered before the player's own move: still open after it
    game.offer_draw(Color::Black).unwrap();
    play(&mut game, "b8c6");
    let outcome = game.accept_draw(Color::White).unwrap();
    assert_eq!(outcome, Outcome::draw(Termination::Agreement));
    assert_eq!(game.offer_draw(Color::White), Err(PlayError::Over(outcome)));
    let kinds: Vec<EventKind> = game.events().iter().map(|event| event.kind).collect();
    use EventKind::*;
    assert_eq!(kinds, [Offer, Declined, Offer, Declined, Offer, Declined, Offer, End]);
    // before 2018 no moves were required
    let mut early = PlayedGame::new(Game::default(), RuleSet::FIDE2014);
    early.offer_draw(Color::White).unwrap();
    assert!(early.accept_draw(Color::Black).is_ok());
}

/// 5.2.3: moves before the start position count.
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

/// 9.2, 9.3, 9.5: valid and invalid claims.
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

    // invalid: two minutes for the opponent, a draw offer, and the move must be played
    let other = m(&game, "e7e5");
    let rejected = game.claim_draw(Color::Black, Claim::Repetition, Some(other)).unwrap();
    let reason = InvalidClaim::Occurrences(1);
    let expected = ClaimResult::Rejected { reason, penalty: 120_000, must_play: Some(other) };
    assert_eq!(rejected, expected);
    assert_eq!(game.clock().unwrap().left(Color::White), 5_400_000 + 120_000);
    assert_eq!(game.draw_offer(), Some(Color::Black));
    assert_eq!(game.push(back), Err(PlayError::MustPlay(other)));
    game.push(other).unwrap();
    let event = game.events()[0];
    assert_eq!(
        (event.kind, event.m, event.penalty),
        (EventKind::InvalidClaim, Some(other), 120_000)
    );

    for (color, intended, reason) in [
        (Color::Black, None, InvalidClaim::NotToMove),
        (Color::White, None, InvalidClaim::Plies(0)),
        (Color::White, Some(back), InvalidClaim::IllegalMove),
    ] {
        let answer = game.claim_draw(color, Claim::FiftyMoves, intended).unwrap();
        assert_eq!(answer, ClaimResult::Rejected { reason, penalty: 120_000, must_play: None });
    }
    game.touch(Square::E2).unwrap();
    let answer = game.claim_draw(Color::White, Claim::FiftyMoves, None).unwrap();
    assert!(matches!(answer, ClaimResult::Rejected { reason: InvalidClaim::Touched, .. }));

    let mut late = from("4k3/8/8/8/8/8/8/R3K3 w - - 99 90", RuleSet::FIDE2009);
    let quiet = m(&late, "a1a2");
    let plies = InvalidClaim::Plies(99);
    let answer = late.clone().claim_draw(Color::White, Claim::FiftyMoves, None).unwrap();
    assert!(
        matches!(answer, ClaimResult::Rejected { reason, penalty: 180_000, .. } if reason == plies)
    );
    let answer = late.claim_draw(Color::White, Claim::FiftyMoves, Some(quiet)).unwrap();
    assert!(matches!(answer, ClaimResult::Drawn(_)));
}

/// 9.5.3: an announced move must be played, whatever the player touches after the claim.
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
    // after touching a piece, the announced move must be played only if it moves that piece (4.3)
    let mut game = PlayedGame::default();
    game.touch(Square::E2).unwrap();
    game.claim_draw(Color::White, Claim::Repetition, Some(announced)).unwrap();
    assert_eq!(game.must_play, None);
    play(&mut game, "e2e4");
}
