//! Classic games, written by hand in both languages, against the same games in SAN.

use enroque::movegen::legal_moves;
use enroque::notation::descriptive::{Descriptive, Wings};
use enroque::notation::fen;
use enroque::notation::language::Language;
use enroque::notation::san::{Deviations, SanErrorKind};
use enroque::notation::score_sheet::{self, ScoreSheet, ScoreSheetError};
use enroque::notation::style::Notation;
use enroque::position::Position;
use enroque::rules::{Game, OpenedEnvelope, PlayedGame, RuleSet};
use enroque::types::Move;
use enroque::unwinnable::Budget;

/// Paragraphs of four lines: the players, SAN, English and Spanish. The English of Anderssen -
/// Dufresne and of Legall is that of the 19th century.
const GAMES: &str = include_str!("../data/descriptive_games.txt");

fn read(text: &str) -> ScoreSheet {
    score_sheet::read(&Position::standard(), text, None, None)
        .unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn moves(sheet: &ScoreSheet) -> Vec<Move> {
    sheet.moves.iter().map(|read| read.0).collect()
}

#[test]
fn printed_games() {
    let mut games = 0;
    for game in GAMES.trim_end().split("\n\n") {
        let lines: Vec<&str> = game.lines().collect();
        let [name, san, english, spanish] = lines[..] else { panic!("{game}") };
        let oracle = read(san);
        assert_eq!(oracle.notation, Notation::Algebraic, "{name}");
        for (text, code) in [(english, "en"), (spanish, "es")] {
            let sheet = read(text.strip_prefix(code).unwrap());
            let found = (sheet.notation, sheet.language.code());
            assert_eq!(found, (Notation::Descriptive, code), "{name}");
            assert_eq!(moves(&sheet), moves(&oracle), "{name}");
            assert_eq!(sheet.result, oracle.result, "{name}");
            // what we write for the game is read as the game
            let language = Language::from_code(code).unwrap();
            let written = written(Descriptive::of(language).unwrap(), &oracle);
            assert_eq!(moves(&read(&written)), moves(&oracle), "{written}");
            for (_, deviations) in read(&written).moves {
                assert!(deviations.is_empty(), "{written}: {deviations}");
            }
        }
        games += 1;
    }
    assert_eq!(games, 12);
}

/// A game with its move numbers.
fn written(notation: Descriptive, sheet: &ScoreSheet) -> String {
    let (mut position, mut text) = (Position::standard(), String::new());
    let mut wings = Wings::of(&position);
    for (ply, m) in moves(sheet).into_iter().enumerate() {
        if ply % 2 == 0 {
            text.push_str(&format!(" {}.", ply / 2 + 1));
        }
        text.push(' ');
        text.push_str(&notation.write_in(&position, &wings, m));
        wings.play(&position, m);
        position.play_unchecked(m);
    }
    text
}

/// The text that is written for most moves is the one in print.
#[test]
fn canonical_games() {
    let opera = GAMES.lines().nth(2).unwrap().strip_prefix("en").unwrap();
    let canonical: Vec<bool> =
        read(opera).moves.iter().map(|(_, deviations)| deviations.is_empty()).collect();
    // in print, some squares are more exact than needed, and some captures are told apart by `ch`
    assert!(canonical.iter().filter(|&&is_canonical| !is_canonical).count() <= 4, "{canonical:?}");
    let start = Position::standard();
    let error = score_sheet::read(&start, "1 P4R P4R 2 C3A", None, None).unwrap_err();
    assert_eq!(
        error.to_string(),
        "ambiguous move \"C3A\": it may be C3AD or C3AR (move 2, offset 12, read as Spanish \
         descriptive notation)"
    );
    let french = Language::from_code("fr").unwrap();
    let error = score_sheet::read(&start, "1 P4R", Some(Notation::Descriptive), Some(french));
    assert!(matches!(error, Err(ScoreSheetError::Move { error, .. })
        if error.kind == SanErrorKind::Syntax && error.reason.contains("English and Spanish")));
    // castling, or nothing, has no notation of its own
    assert_eq!(read("").notation, Notation::Algebraic);
}

/// Sealed moves as in a rule book of 1970: `A-D`, which two squares fit, loses.
#[test]
fn sealed_moves() {
    let spanish = Language::from_code("es").unwrap();
    let position = "q3k3/8/8/8/1B6/p7/8/4K3 w - - 0 1";
    for (text, expected) in [
        ("A-5TD", None),
        ("A-D", Some(SanErrorKind::Ambiguous)),
        ("A-2D", None),
        ("AxP (=)", None),
        ("A-5CR", Some(SanErrorKind::Illegal)),
        ("R-1A", None),
        ("R-1C", Some(SanErrorKind::Illegal)),
        ("A", Some(SanErrorKind::Syntax)),
        ("Bd2", Some(SanErrorKind::Syntax)),
    ] {
        let start = fen::read(position).unwrap();
        let mut game = PlayedGame::new(Game::new(start), RuleSet::FIDE2023);
        game.seal_in(Notation::Descriptive, text, spanish, None).unwrap();
        let mut game = PlayedGame::from_json(&game.to_json().unwrap()).unwrap();
        let opened = game.open_sealed(Budget::default()).unwrap();
        let error = match opened {
            OpenedEnvelope::Lost(error, _) => Some(error.kind),
            OpenedEnvelope::Played(m, _) => {
                assert!(legal_moves(&start).contains(&m));
                None
            }
        };
        assert_eq!(error, expected, "{text}");
        assert_eq!(game.draw_offer().is_some(), text.contains('='));
    }
    let mut game = PlayedGame::default();
    game.seal_in(Notation::Descriptive, "P-R4", Language::from_code("fr").unwrap(), None).unwrap();
    let opened = game.open_sealed(Budget::default()).unwrap();
    let OpenedEnvelope::Lost(error, _) = opened else { panic!("{opened:?}") };
    assert_eq!(error.kind, SanErrorKind::Syntax);
}

/// Deviations of a whole game.
#[test]
fn deviations() {
    let sheet = read("1 P–K4 P-K4! 2 N-KB3+ N-QB3 3 B-N5 P-QR3 4 B-R4 N-B3 5 0-0 NxP (=)");
    let found: Vec<Deviations> = sheet.moves.iter().map(|read| read.1).collect();
    let none = Deviations::empty();
    assert_eq!(
        found[..4],
        [Deviations::SPELLING, Deviations::ASSESSMENT, Deviations::WRONG_CHECK, none]
    );
    assert_eq!(found[8..], [Deviations::CASTLING_SIGNS, Deviations::DRAW_OFFER]);
}
