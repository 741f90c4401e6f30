//! The project's own table of Chess960 castlings, `data/castling960.txt`.

use std::collections::BTreeSet;

use cozy_chess::Board;
use enroque::movegen::{is_legal, legal_moves};
use enroque::notation::fen::{CastlingStyle, EnPassantStyle, read, write_as};
use enroque::notation::uci::CastlingDialect;
use enroque::notation::{san, uci};
use enroque::position::Position;
use enroque::types::Move;

/// A line of the table.
struct Case {
    line: &'static str,
    fen: &'static str,
    position: Position,
    /// UCI, SAN, FEN after.
    castlings: Vec<[&'static str; 3]>,
}

fn table() -> Vec<Case> {
    let lines = include_str!("data/castling960.txt").lines();
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let cases: Vec<Case> = lines
        .map(|line| {
            let [_, fen, list, _] = line.split(" | ").collect::<Vec<_>>().try_into().unwrap();
            let castlings = list.split("; ").filter(|&castling| castling != "-");
            Case {
                line,
                fen,
                position: read(fen).unwrap_or_else(|error| panic!("{line}: {error}")),
                castlings: castlings
                    .map(|castling| castling.split(", ").collect::<Vec<_>>().try_into().unwrap())
                    .collect(),
            }
        })
        .collect();
    assert!(cases.len() >= 60);
    cases
}

fn shredder(position: &Position) -> String {
    write_as(position, CastlingStyle::Shredder, EnPassantStyle::Legal).to_string()
}

/// The castlings in a list of moves, by their UCI text.
fn castlings(position: &Position, moves: impl IntoIterator<Item = Move>) -> BTreeSet<String> {
    let own = position.placement().by_color(position.turn());
    moves.into_iter().filter(|m| own.has(m.to())).map(|m| m.to_string()).collect()
}

#[test]
fn legal_castlings_and_resulting_positions() {
    for case in table() {
        let Case { line, position, .. } = &case;
        assert_eq!(shredder(position), case.fen, "{line}");
        let expected: BTreeSet<String> =
            case.castlings.iter().map(|castling| castling[0].to_owned()).collect();
        assert_eq!(castlings(position, legal_moves(position)), expected, "{line}");
        for [name, written, after] in &case.castlings {
            let m = uci::read(position, name).unwrap();
            assert!(is_legal(position, m), "{line}");
            assert_eq!(shredder(&position.after(m)), *after, "{line}");
            assert_eq!(san::write(position, m).as_str(), *written, "{line}");
            for spelling in [written.to_string(), written.replace('O', "0")] {
                assert_eq!(san::read(position, &spelling), Ok(m), "{line}");
            }
            for dialect in [CastlingDialect::Standard, CastlingDialect::Chess960] {
                let text = uci::write(position, m, dialect);
                assert_eq!(uci::read(position, &text), Ok(m), "{line}");
            }
        }
        for side in ["O-O", "O-O-O"] {
            let is_listed =
                case.castlings.iter().any(|c| c[1].trim_end_matches(['+', '#']) == side);
            assert_eq!(san::read(position, side).is_ok(), is_listed, "{line}: {side}");
        }
    }
}

/// The test of single moves, with separate code from the generator: king moves to all squares.
#[test]
fn no_other_castling_is_legal() {
    for Case { line, position, castlings, .. } in table() {
        let king = position.king(position.turn());
        let rooks = position.placement().by_color(position.turn()).without(king);
        for to in rooks {
            let m = Move::new(king, to).unwrap();
            let is_listed = castlings.iter().any(|castling| castling[0] == m.to_string());
            assert_eq!(is_legal(&position, m), is_listed, "{line}: {m}");
        }
    }
}

#[test]
fn cozy_chess_agrees() {
    for Case { line, fen, castlings, .. } in table() {
        let board = Board::from_fen(fen, true).unwrap_or_else(|error| panic!("{line}: {error}"));
        let own = board.colors(board.side_to_move());
        let mut found = BTreeSet::new();
        board.generate_moves(|moves| {
            found.extend(moves.into_iter().filter(|m| own.has(m.to)).map(|m| m.to_string()));
            false
        });
        let expected: BTreeSet<String> = castlings.iter().map(|c| c[0].to_owned()).collect();
        assert_eq!(found, expected, "{line}");
    }
}
