//! All positions of few pieces without pawns, compared with tablebases built by retrograde
//! analysis.

use std::collections::HashMap;

use enroque::attacks::{self, Portable};
use enroque::movegen::has_legal_move;
use enroque::position::Position;
use enroque::types::{Bitboard, Color, PieceType, Square};
use enroque::unwinnable::{Budget, can_win};

use crate::{is_right, setup};

/// The pieces other than the kings: White's, then Black's. White is the winner.
type Class = Vec<(Color, PieceType)>;

/// Whether White can mate, for each legal position of a class: indexed by side to move, White's
/// king, Black's king and the pieces in the order of the class.
struct Table {
    class: Class,
    winnable: Vec<bool>,
}

const PIECES: [PieceType; 4] =
    [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight];

/// A position of a class: the side to move and the squares of kings and pieces.
#[derive(Clone)]
struct Squares {
    turn: Color,
    squares: Vec<Square>,
}

impl Squares {
    fn from_index(index: usize, pieces: usize) -> Squares {
        let square = |n: usize| Square::from_index(index >> (6 * n) & 63).unwrap();
        let turn = if index >> (6 * pieces) == 0 { Color::White } else { Color::Black };
        Squares { turn, squares: (0..pieces).map(square).collect() }
    }

    fn index(&self) -> usize {
        let squares = self.squares.iter().enumerate();
        let index: usize = squares.map(|(n, square)| square.index() << (6 * n)).sum();
        index + (self.turn.index() << (6 * self.squares.len()))
    }

    fn occupied(&self) -> Bitboard {
        self.squares.iter().copied().collect()
    }
}

fn pieces(class: &Class) -> Vec<(Color, PieceType)> {
    let kings = [(Color::White, PieceType::King), (Color::Black, PieceType::King)];
    kings.into_iter().chain(class.iter().copied()).collect()
}

/// Returns the squares that a piece attacks in a position.
fn attacks_of(piece_type: PieceType, square: Square, occupied: Bitboard) -> Bitboard {
    attacks::piece(Portable::new(), piece_type, square, occupied)
}

/// Whether the king of `color` is attacked.
fn is_attacked(pieces: &[(Color, PieceType)], at: &Squares, color: Color) -> bool {
    let king = at.squares[color.index()];
    let occupied = at.occupied();
    pieces.iter().zip(&at.squares).any(|(&(owner, piece_type), &square)| {
        owner != color && attacks_of(piece_type, square, occupied).has(king)
    })
}

/// Whether the pieces are on different squares and the side not to move is not in check.
fn is_legal(pieces: &[(Color, PieceType)], at: &Squares) -> bool {
    at.occupied().len() as usize == pieces.len() && !is_attacked(pieces, at, !at.turn)
}

fn position(pieces: &[(Color, PieceType)], at: &Squares) -> Position {
    let pieces: Vec<_> =
        pieces.iter().zip(&at.squares).map(|(&(c, p), &square)| (c, p, square)).collect();
    Position::try_from(setup(&pieces, at.turn)).unwrap()
}

impl Table {
    /// Builds the table of a class; those with one piece less must exist.
    fn build(class: Class, smaller: &HashMap<Class, Table>) -> Table {
        let pieces = pieces(&class);
        let mut winnable = vec![false; 2 << (6 * pieces.len())];
        let mut open = Vec::new();
        for (index, is_winnable) in winnable.iter_mut().enumerate() {
            let at = Squares::from_index(index, pieces.len());
            if !is_legal(&pieces, &at) {
                continue;
            }
            let is_mate = at.turn == Color::Black
                && is_attacked(&pieces, &at, Color::Black)
                && !has_legal_move(&position(&pieces, &at));
            if is_mate || has_winning_capture(&pieces, &at, smaller) {
                *is_winnable = true;
                open.push(index);
            }
        }
        // every position from which a quiet move leads to a winnable one is winnable
        while let Some(index) = open.pop() {
            let at = Squares::from_index(index, pieces.len());
            for (number, &(color, piece_type)) in pieces.iter().enumerate() {
                if color == at.turn {
                    continue;
                }
                let occupied = at.occupied();
                for from in attacks_of(piece_type, at.squares[number], occupied) - occupied {
                    let mut before = Squares { turn: color, ..at.clone() };
                    before.squares[number] = from;
                    let index = before.index();
                    if !winnable[index] && is_legal(&pieces, &before) {
                        winnable[index] = true;
                        open.push(index);
                    }
                }
            }
        }
        Table { class, winnable }
    }
}

/// Whether a legal capture leads to a winnable position of fewer pieces.
fn has_winning_capture(
    pieces: &[(Color, PieceType)],
    at: &Squares,
    smaller: &HashMap<Class, Table>,
) -> bool {
    let occupied = at.occupied();
    (0..pieces.len()).filter(|&n| pieces[n].0 == at.turn).any(|stm| {
        let targets = attacks_of(pieces[stm].1, at.squares[stm], occupied);
        (2..pieces.len()).filter(|&n| pieces[n].0 != at.turn).any(|victim| {
            if !targets.has(at.squares[victim]) {
                return false;
            }
            let mut after = Squares { turn: !at.turn, ..at.clone() };
            after.squares[stm] = at.squares[victim];
            after.squares.remove(victim);
            let mut left = pieces.to_vec();
            left.remove(victim);
            is_legal(&left, &after)
                && smaller.get(&left[2..]).is_some_and(|table| table.winnable[after.index()])
        })
    })
}

/// Returns the classes with this number of pieces other than the kings.
fn classes(count: usize) -> Vec<Class> {
    let mut classes = vec![Class::new()];
    for _ in 0..count {
        let longer = |class: &Class| {
            let rank = |&(color, piece_type): &(Color, PieceType)| {
                (color, PIECES.iter().position(|&p| p == piece_type))
            };
            let last = class.last().map(rank);
            let pieces = Color::ALL.into_iter().flat_map(|c| PIECES.map(|p| (c, p)));
            pieces
                .filter(|piece| last <= Some(rank(piece)))
                .map(|piece| class.iter().copied().chain([piece]).collect())
                .collect::<Vec<Class>>()
        };
        classes = classes.iter().flat_map(longer).collect();
    }
    classes
}

/// The usual name of a class: `KBNvK`, `KRvKN`.
fn name(class: &Class) -> String {
    let side = |color| {
        let pieces = class.iter().filter(|piece| piece.0 == color);
        pieces.map(|piece| piece.1.letter().to_ascii_uppercase()).collect::<String>()
    };
    format!("K{}vK{}", side(Color::White), side(Color::Black))
}

/// Compares with the table all unwinnable positions and every `step`-th of the others.
fn check(table: &Table, step: usize) -> (usize, usize) {
    let pieces = pieces(&table.class);
    let (mut no, mut yes) = (0, 0);
    for (index, &expected) in table.winnable.iter().enumerate() {
        if expected && index % step != 0 {
            continue;
        }
        let at = Squares::from_index(index, pieces.len());
        if !is_legal(&pieces, &at) {
            continue;
        }
        let position = position(&pieces, &at);
        let answer = can_win(&position, Color::White, Budget::FULL);
        assert!(is_right(&answer, &position, Color::White, expected), "{position:?} {answer:?}");
        if expected { yes += 1 } else { no += 1 }
    }
    (no, yes)
}

#[test]
fn three_pieces() {
    let mut tables = HashMap::new();
    for class in classes(0).into_iter().chain(classes(1)) {
        let table = Table::build(class.clone(), &tables);
        let (no, yes) = check(&table, 211);
        println!("{}: {no} unwinnable; {yes} of the others tested", name(&class));
        tables.insert(class, table);
    }
}

/// Tests all unwinnable positions of each class and every 997th of the others. The environment
/// variable `CLASSES`, such as `KBNvK,KRvKN`, selects classes.
#[test]
#[ignore = "half an hour in release: 26 tables of 33 million places"]
fn four_pieces() {
    let chosen = std::env::var("CLASSES").ok();
    let chosen: Option<Vec<&str>> = chosen.as_deref().map(|names| names.split(',').collect());
    let mut smaller = HashMap::new();
    for class in classes(0).into_iter().chain(classes(1)) {
        let table = Table::build(class.clone(), &smaller);
        smaller.insert(class, table);
    }
    // a bare king never mates, so its table of 33 million entries is not built
    let classes = classes(2).into_iter().filter(|class| class.iter().any(|m| m.0 == Color::White));
    let (mut tested, mut count) = (Vec::new(), 0);
    for class in classes {
        count += 1;
        let name = name(&class);
        if chosen.as_ref().is_some_and(|chosen| !chosen.contains(&name.as_str())) {
            continue;
        }
        let table = Table::build(class, &smaller);
        let (no, yes) = check(&table, 997);
        println!("{name}: {no} unwinnable; {yes} of the others tested");
        tested.push(name);
    }
    assert_eq!(count, 26);
    assert_eq!(tested.len(), chosen.map_or(count, |chosen| chosen.len()), "{tested:?}");
}
