//! Sealed moves.

use super::*;

/// Guideline I: the data on the envelope, and a resumed game.
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
    assert_eq!(resumed.open_sealed(QUICK), Ok(OpenedEnvelope::Played(some, None)));
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
        // wrong marks of check and capture do not matter
        ("Ngxe2+", None),
        ("N1e2", None),
        // wrong squares do
        ("Nbe2", Some(SanErrorKind::Illegal)),
        ("Ke2 or Kd2", Some(SanErrorKind::Syntax)),
        ("--", Some(SanErrorKind::Syntax)),
        ("0000", Some(SanErrorKind::Syntax)),
        ("0-0", Some(SanErrorKind::Illegal)),
        ("Te2", Some(SanErrorKind::Syntax)), // another language
    ] {
        let mut game = from(knights, RuleSet::FIDE2023);
        game.seal(text, Language::default(), None).unwrap();
        let opened = game.open_sealed(QUICK).unwrap();
        let error = match opened {
            OpenedEnvelope::Lost(error, _) => Some(error.kind),
            OpenedEnvelope::Played(..) => None,
        };
        assert_eq!(error, expected, "{text}");
        let lost = game.outcome().map(|outcome| (outcome.winner(), outcome.termination));
        let loss = (Some(Color::Black), Termination::SealedMove);
        assert_eq!(lost, expected.map(|_| loss), "{text}");
    }
    // a promotion without a piece
    for (text, is_lost) in [("b8", true), ("b8=", true), ("b8K", true), ("b8(Q)", false)] {
        let mut game = from("8/1P2k3/8/8/8/8/7p/4K3 w - - 0 1", RuleSet::FIDE2023);
        game.seal(text, Language::default(), None).unwrap();
        let opened = game.open_sealed(QUICK).unwrap();
        assert_eq!(matches!(opened, OpenedEnvelope::Lost(..)), is_lost, "{text}");
    }
    // a draw if the opponent cannot win
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

/// C.12: an offer written with the sealed move is made after it.
#[test]
fn sealed_draw_offers() {
    let mut game = PlayedGame::default();
    game.seal("Cf3 (=)", Language::from_code("es").unwrap(), None).unwrap();
    assert_eq!(game.draw_offer(), None);
    game.open_sealed(QUICK).unwrap();
    assert_eq!(game.draw_offer(), Some(Color::White));
    let kinds: Vec<EventKind> = game.events().iter().map(|event| event.kind).collect();
    assert_eq!(kinds, [EventKind::Sealed, EventKind::Resumed, EventKind::Offer]);
    // no offer after mate
    let mut game = from("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", RuleSet::FIDE2023);
    game.seal("Ra8 (=)", Language::default(), None).unwrap();
    game.open_sealed(QUICK).unwrap();
    assert_eq!(game.draw_offer(), None);
}

/// 4.3, 9.5.3: obligations apply to sealed moves.
#[test]
fn sealed_moves_meet_obligations() {
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
            assert_eq!(matches!(opened, OpenedEnvelope::Played(..)), is_free, "{text}");
            assert_eq!(sealed.outcome().is_none(), is_free, "{text}");
        }
    }
}
