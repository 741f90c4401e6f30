//! Outcomes by position and history under each rule set.

use super::*;
use crate::notation::fen;

fn end(fen: &str, rules: RuleSet) -> Option<Termination> {
    let game = Game::new(fen::read(fen).unwrap());
    game.outcome_by(&rules).map(|outcome| outcome.termination)
}

#[test]
fn names_round_trip() {
    for termination in Termination::ALL {
        assert_eq!(Termination::from_name(termination.name()), Some(termination));
    }
    assert_eq!(Termination::from_name("checkmate"), None);
}

#[test]
fn by_rule_set() {
    use Termination::*;
    let [wall, knights] =
        ["8/8/3k4/1p1p1p1p/1P1P1P1P/3K4/8/8 w - - 0 1", "8/8/8/8/4k3/8/8/2K1NN2 w - - 0 1"];
    let fifty = "4k3/8/8/8/8/8/8/R3K3 w - - 100 90";
    let seventy_five = "4k3/8/8/8/8/8/8/R3K3 w - - 150 120";
    let mate = "R3k3/8/4K3/8/8/8/8/8 b - - 150 120";
    for (rules, expected) in [
        (RuleSet::FIDE2009, [Some(DeadPosition), None, None, None]),
        (RuleSet::FIDE2014, [Some(DeadPosition), None, None, Some(SeventyFiveMoves)]),
        (RuleSet::FIDE2018, [Some(DeadPosition), None, None, Some(SeventyFiveMoves)]),
        (RuleSet::FIDE2023, [Some(DeadPosition), None, None, Some(SeventyFiveMoves)]),
        (RuleSet::LICHESS, [None, None, Some(FiftyMoves), Some(FiftyMoves)]),
        (RuleSet::CHESSCOM, [None, Some(InsufficientMaterial), Some(FiftyMoves), Some(FiftyMoves)]),
    ] {
        let found = [wall, knights, fifty, seventy_five].map(|fen| end(fen, rules));
        assert_eq!(found, expected, "{}", rules.name);
        assert_eq!(end(mate, rules), Some(Checkmate), "{}", rules.name);
    }
}

#[test]
fn repetitions_by_rule_set() {
    let there_and_back = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let mut game = Game::default();
    let mut ends = Vec::new();
    for ply in 0..16 {
        let text = there_and_back[ply % 4];
        let m = crate::notation::uci::read(game.position(), text).unwrap();
        game.push_unchecked(m);
        let names = RuleSet::ALL.map(|rules| game.outcome_by(&rules).map(|end| end.termination));
        ends.push(names);
    }
    let three = Some(Termination::ThreefoldRepetition);
    let five = Some(Termination::FivefoldRepetition);
    assert_eq!(ends[5], [None; 10]);
    // Ng8 could be claimed
    assert_eq!(ends[6][..9], [None; 9]);
    assert_eq!(RuleSet::ALL[9], RuleSet::PETTINGZOO);
    assert_eq!(ends[6][9], three);
    assert_eq!(ends[7][..5], [None; 5]);
    assert_eq!(ends[7][5..], [three; 5]);
    assert_eq!(ends[15][0], None);
    assert_eq!(ends[15][1..5], [five; 4]);
    assert_eq!(ends[15][5..], [three; 5]);
}

fn played(fen: &str, texts: &str) -> Game {
    let mut game = Game::new(fen::read(fen).unwrap());
    for text in texts.split_whitespace() {
        let m = crate::notation::uci::read(game.position(), text).unwrap();
        game.push(m).unwrap();
    }
    game
}

/// 9.6a of 2014: five times at every other move; 9.6.1 since: five times.
#[test]
fn five_consecutive_repetitions() {
    let by_a_detour = "g1f3 g8f6 f3d4 f6d5 d4f3 d5f6 f3g1 f6g8 ";
    let there_and_back = "g1f3 g8f6 f3g1 f6g8 ";
    for (times_more, counts, ends) in
        [(2, (4, 3), [false, false]), (3, (5, 4), [false, true]), (4, (6, 5), [true, true])]
    {
        let moves = by_a_detour.to_owned() + &there_and_back.repeat(times_more);
        let game = played(fen::STARTING_FEN, &moves);
        assert_eq!((game.repetition_count(), game.consecutive_repetitions()), counts);
        let found =
            [RuleSet::FIDE2014, RuleSet::FIDE2018].map(|rules| game.outcome_by(&rules).is_some());
        assert_eq!(found, ends);
    }
}

/// The outcome of a game in which moves were played after its end.
#[test]
fn first_terminations() {
    use Termination::*;
    let first = |game: &Game, rules| {
        let end = game.first_termination(&rules, Budget::FULL, &|| false).unwrap();
        end.map(|(ply, outcome)| (ply, outcome.termination))
    };
    let open = played(fen::STARTING_FEN, "e2e4 e7e5");
    assert_eq!(first(&open, RuleSet::FIDE2023), None);
    let mated = played(fen::STARTING_FEN, "f2f3 e7e5 g2g4 d8h4");
    assert_eq!(first(&mated, RuleSet::FIDE2023), Some((4, Checkmate)));
    // fivefold repetition, followed by another move
    let repeated = "g1f3 g8f6 f3g1 f6g8 ".repeat(4) + "e2e4 e7e5";
    let repeated = played(fen::STARTING_FEN, &repeated);
    assert_eq!(repeated.outcome(), None);
    assert_eq!(first(&repeated, RuleSet::FIDE2023), Some((16, FivefoldRepetition)));
    assert_eq!(first(&repeated, RuleSet::CHESSCOM), Some((8, ThreefoldRepetition)));
    assert_eq!(first(&repeated, RuleSet::FIDE2009), None);
    // the rook is lost at once, and then neither player can mate
    let walled =
        played("8/8/3k4/1p1p1p1p/1P1P1P1P/3K4/3r4/8 w - - 0 1", "d3d2 d6e6 d2d3 e6d6 d3d2");
    assert_eq!(first(&walled, RuleSet::FIDE2023), Some((1, DeadPosition)));
    assert_eq!(first(&walled, RuleSet::LICHESS), None);
    // the queen must be captured: dead before the material is insufficient
    let forced = played("k7/8/1Q6/8/8/8/8/K7 w - - 0 1", "b6b7 a8b7");
    assert_eq!(first(&forced, RuleSet::FIDE2023), Some((1, DeadPosition)));
    assert_eq!(first(&forced, RuleSet::LICHESS), Some((2, InsufficientMaterial)));
    // proved only by a search: rook and king cannot escape
    let mut shut_in = played("1k6/6p1/6P1/6PK/6P1/6PR/7P/8 w - - 0 1", "");
    for _ in 0..3 {
        assert_eq!(shut_in.outcome(), None);
        shut_in.push(crate::movegen::legal_moves(shut_in.position())[0]).unwrap();
    }
    assert_eq!(first(&shut_in, RuleSet::FIDE2023), Some((0, DeadPosition)));
    let stopped = forced.first_termination(&RuleSet::FIDE2023, Budget::FULL, &|| true);
    assert!(stopped.is_ok()); // the search was too short to call `stop`
}
