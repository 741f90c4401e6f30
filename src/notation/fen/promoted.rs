//! The mark `~` after promoted pieces, which FENs of Crazyhouse have.

use crate::types::{Bitboard, File, Rank, Square};

/// Calls a function with each character of the board part and the square of the last piece before
/// it.
fn walk(board: &str, mut visit: impl FnMut(char, Option<Square>)) {
    let (mut rank, mut file, mut last) = (7usize, 0usize, None);
    for letter in board.chars() {
        visit(letter, last);
        match letter {
            '/' => (rank, file) = (rank.wrapping_sub(1), 0),
            '1'..='8' => file += letter as usize - '0' as usize,
            '~' => {}
            _ => {
                let square = File::ALL.get(file).zip(Rank::ALL.get(rank));
                last = square.map(|(&file, &rank)| Square::new(file, rank));
                file += 1;
            }
        }
    }
}

/// The squares of the pieces with the mark `~` in a FEN that [`super::parse`] reads.
///
/// ```
/// use enroque::{notation::fen, types::Square};
/// assert_eq!(fen::promoted("4k3/8/8/8/8/8/8/Q~3K3 w - - 0 1"), Square::A1.into());
/// ```
pub fn promoted(fen: &str) -> Bitboard {
    let mut promoted = Bitboard::EMPTY;
    if fen.contains('~') {
        let board = fen.trim_start().split([' ', '\t', '_']).next().unwrap_or_default();
        walk(board, |letter, last| {
            if letter == '~' {
                promoted |= last.map_or(Bitboard::EMPTY, Bitboard::from);
            }
        });
    }
    promoted
}

/// A FEN or its board part with the mark `~` after the pieces on some squares.
///
/// ```
/// use enroque::{notation::fen, types::Square};
/// let marked = fen::with_promoted("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", Square::A1.into());
/// assert_eq!(marked, "4k3/8/8/8/8/8/8/Q~3K3 w - - 0 1");
/// ```
pub fn with_promoted(fen: &str, promoted: Bitboard) -> String {
    let (board, rest) = fen.split_at(fen.find(' ').unwrap_or(fen.len()));
    let mut marked = String::with_capacity(fen.len() + promoted.len() as usize);
    let mut before = None;
    let mut mark = |marked: &mut String, last: Option<Square>| {
        if last != before && last.is_some_and(|square| promoted.has(square)) {
            marked.push('~');
        }
        before = last;
    };
    let mut last_piece = None;
    walk(board, |letter, last| {
        mark(&mut marked, last);
        marked.push(letter);
        last_piece = Some(letter);
    });
    let ends_with_piece = last_piece.is_some_and(char::is_alphabetic);
    if ends_with_piece && promoted.has(Square::H1) {
        marked.push('~');
    }
    marked + rest
}
