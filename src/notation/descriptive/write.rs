//! Writing moves in the shortest unambiguous form.

use super::description::{Candidate, Description, Named, Target, file_name};
use super::marks::Check;
use super::wings::{Wing, Wings};
use super::words::Words;
use crate::position::Position;
use crate::types::{Bitboard, CastlingSide, File, Move, PieceType, Square};

/// A name of a piece or a square, with its extra length over the shortest one.
struct Form {
    text: String,
    named: Named,
    cost: u32,
}

/// Returns the text of a legal move without the marks of check and en passant.
///
/// Of the texts that fit no other legal move, it has the fewest parts. `wings` must be known to the
/// reader, too.
pub(super) fn body(words: &Words, position: &Position, wings: &Wings, m: Move) -> String {
    match position.castling_side(m) {
        Some(CastlingSide::King) => return "O-O".to_owned(),
        Some(CastlingSide::Queen) => return "O-O-O".to_owned(),
        None => {}
    }
    let wings = wings.intersection(Wings::of(position));
    let written = Candidate::new(position, &wings, m);
    let mut rivals = Candidate::all(position, &wings);
    // the mark of a capture en passant excludes other captures
    rivals.retain(|rival| {
        rival.moved == written.moved
            && rival.captured == written.captured
            && rival.m.promoted() == m.promoted()
            && (rival.is_en_passant || !written.is_en_passant)
    });
    let pieces = moved_forms(words, &written);
    let targets = target_forms(words, &written);
    let mut pairs: Vec<(&Form, &Form)> =
        pieces.iter().flat_map(|moved| targets.iter().map(move |target| (moved, target))).collect();
    pairs.sort_by_key(|(moved, target)| moved.cost + target.cost);
    let is_unique = |(moved, target): &(&Form, &Form)| {
        let target = match written.captured {
            Some(_) => Target::Capture(target.named),
            None => Target::Square(target.named.squares),
        };
        let description =
            Description { moved: moved.named, target, promotion: written.m.promoted() };
        rivals.iter().filter(|rival| description.fits(rival)).count() == 1
    };
    // the last pair has both squares, so it is unique
    let chosen = pairs.iter().find(|pair| is_unique(pair)).or(pairs.last());
    let Some((moved, target)) = chosen else { return String::new() };
    let separator = if written.captured.is_some() { "x" } else { words.separator };
    let mut text = format!("{}{separator}{}", moved.text, target.text);
    if let Some(piece) = m.promoted() {
        let [open, close] = words.promotion;
        text = format!("{text}{open}{}{close}", words.letter(piece));
    }
    text
}

/// Returns the text of a legal move with its marks.
pub(super) fn with_marks(words: &Words, position: &Position, wings: &Wings, m: Move) -> String {
    let mut text = body(words, position, wings, m);
    if position.is_en_passant(m) {
        text.push_str(words.en_passant);
    }
    let check = words.check[Check::of(position, m) as usize];
    if text.ends_with('.') && !check.is_empty() && !check.starts_with(' ') {
        text.push(' ');
    }
    text + check
}

/// The ways to name the piece that moves, from short to long.
fn moved_forms(words: &Words, written: &Candidate) -> Vec<Form> {
    let piece = written.moved;
    let letter = words.letter(piece);
    let plain = Named { piece, wing: None, squares: Bitboard::FULL };
    let mut forms = vec![Form { text: letter.to_owned(), named: plain, cost: 0 }];
    if piece == PieceType::Pawn {
        for (is_long, cost) in [(false, 2), (true, 4)] {
            forms.push(pawn_form(words, written.from.file(), is_long, cost));
        }
    } else {
        if let Some(wing) = written.wing {
            let named = Named { wing: Some(wing), ..plain };
            forms.push(Form { text: name(words, piece, Some(wing)), named, cost: 2 });
        }
        let squares = Bitboard::from_rank(written.from.rank());
        let text = format!("{letter}({})", written.from.rank().digit());
        forms.push(Form { text, named: Named { squares, ..plain }, cost: 4 });
    }
    forms.extend(located_forms(words, plain, written.from, [6, 8]));
    forms
}

/// The ways to name the target, from short to long.
fn target_forms(words: &Words, written: &Candidate) -> Vec<Form> {
    let Some(piece) = written.captured else {
        let plain = Named { piece: written.moved, wing: None, squares: Bitboard::FULL };
        return [(false, 0), (true, 1)]
            .into_iter()
            .map(|(is_long, cost)| {
                let (text, squares) = place(words, written.to, is_long);
                Form { text, named: Named { squares, ..plain }, cost }
            })
            .collect();
    };
    let plain = Named { piece, wing: None, squares: Bitboard::FULL };
    let mut forms = vec![Form { text: words.letter(piece).to_owned(), named: plain, cost: 0 }];
    if piece == PieceType::Pawn {
        for (is_long, cost) in [(false, 3), (true, 5)] {
            forms.push(pawn_form(words, written.to.file(), is_long, cost));
        }
    }
    forms.extend(located_forms(words, plain, written.to, [6, 8]));
    forms
}

/// A pawn with the name of its file: `BP`, `KBP`; in Spanish `PA`, `PAR`.
fn pawn_form(words: &Words, file: File, is_long: bool, cost: u32) -> Form {
    let (file, squares) = file_form(words, file, is_long);
    let pawn = words.letter(PieceType::Pawn);
    let text =
        if words.is_spanish_order { format!("{pawn}{file}") } else { format!("{file}{pawn}") };
    Form { text, named: Named { piece: PieceType::Pawn, wing: None, squares }, cost }
}

/// A piece with its square in parentheses: `N(B3)`, `N(KB3)`.
fn located_forms(words: &Words, plain: Named, square: Square, costs: [u32; 2]) -> [Form; 2] {
    [(false, costs[0]), (true, costs[1])].map(|(is_long, cost)| {
        let (place, squares) = place(words, square, is_long);
        let text = format!("{}({place})", words.letter(plain.piece));
        Form { text, named: Named { squares, ..plain }, cost }
    })
}

/// The name of a square, with or without the side of its file, and the squares that it may mean.
fn place(words: &Words, square: Square, is_long: bool) -> (String, Bitboard) {
    let (file, squares) = file_form(words, square.file(), is_long);
    let rank = square.rank().digit();
    let text =
        if words.is_spanish_order { format!("{rank}{file}") } else { format!("{file}{rank}") };
    (text, squares & Bitboard::from_rank(square.rank()))
}

/// The name of a file, with or without its side, and the files that it may mean.
fn file_form(words: &Words, file: File, is_long: bool) -> (String, Bitboard) {
    let (piece, wing) = file_name(file);
    let wing = wing.filter(|_| is_long);
    (name(words, piece, wing), super::description::files(piece, wing))
}

/// A letter with a side: `QB`; in Spanish `AD`.
fn name(words: &Words, piece: PieceType, wing: Option<Wing>) -> String {
    let letter = words.letter(piece);
    let side = match wing {
        None => return letter.to_owned(),
        Some(Wing::King) => words.letter(PieceType::King),
        Some(Wing::Queen) => words.letter(PieceType::Queen),
    };
    if words.is_spanish_order { format!("{letter}{side}") } else { format!("{side}{letter}") }
}
