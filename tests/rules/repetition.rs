//! `repetition_fifty.json`.

use enroque::movegen::legal_moves;
use enroque::notation::{fen, uci};
use enroque::rules::{Game, Termination};
use enroque::types::Color;

use super::{cases, position, rules_json, text};

/// Plays the game of a case and compares the repetition count after every ply.
fn play(case: &serde_json::Value) -> Game {
    let mut game = Game::new(position(text(case, "fen")));
    for token in text(case, "uci").split_whitespace() {
        let m = uci::read(game.position(), token).unwrap();
        assert_eq!(game.repetition_count_after(m), {
            let mut after = game.clone();
            after.push(m).unwrap();
            after.repetition_count()
        });
        game.push(m).unwrap();
    }
    game
}

#[test]
fn every_case() {
    let data = rules_json("repetition_fifty.json");
    for case in cases(&data, "cases", 16) {
        let id = text(case, "id");
        let game = play(case);
        if id == "75-mate-precedence" {
            let outcome = game.outcome().unwrap();
            assert_eq!(game.position().halfmove_clock(), 150);
            assert_eq!(outcome.termination, Termination::Checkmate);
            assert_eq!(outcome.winner(), Some(Color::White));
            assert!(!game.can_claim_fifty_moves(), "no claim after mate");
            continue;
        }
        assert_eq!(fen::write(game.position()).as_str(), text(case, "final_fen"), "{id}");
        let number = |field: &str| case[field].as_u64();
        let truth = |field: &str| case[field].as_bool().unwrap();
        assert_eq!(Some(u64::from(game.repetition_count())), number("final_count"), "{id}");
        let counts: Vec<u32> =
            (0..=game.len()).map(|ply| game.repetition_count_at(ply).unwrap()).collect();
        assert_eq!(counts.iter().max().map(|&n| u64::from(n)), number("max_count"), "{id}");
        let first = |n| counts.iter().position(|&count| count >= n).map(|ply| ply as u64);
        assert_eq!(first(3), number("threefold_at_ply"), "{id}");
        assert_eq!(first(5), number("fivefold_at_ply"), "{id}");
        let clock = game.position().halfmove_clock();
        assert_eq!(Some(u64::from(clock)), number("halfmove_clock"), "{id}");

        assert_eq!(game.may_claim_repetition(None), truth("claim_3_now"), "{id}");
        assert_eq!(game.can_claim_repetition(), truth("can_claim_threefold"), "{id}");
        assert_eq!(game.may_claim_fifty_moves(None), truth("fifty_now"), "{id}");
        assert_eq!(game.can_claim_fifty_moves(), truth("can_claim_fifty"), "{id}");
        let termination = game.outcome().map(|outcome| outcome.termination);
        let automatic = if truth("fivefold") {
            Some(Termination::FivefoldRepetition)
        } else if truth("seventyfive") {
            Some(Termination::SeventyFiveMoves)
        } else {
            None
        };
        assert_eq!(termination, automatic, "{id}");

        // a claim is possible if and only if some intended move allows it
        let moves = legal_moves(game.position());
        let ahead = moves.iter().any(|&m| game.may_claim_repetition(Some(m)));
        assert_eq!(truth("claim_3_now") || ahead, truth("can_claim_threefold"), "{id}");
    }
}
