//! Reading: the legal move that a text describes.

use super::description::{Candidate, Description, Named, Target};
use super::lexer::{Lexeme, tokens};
use super::marks;
use super::parse::{self, Failure, Parsed};
use super::token::{MoveSuffix, Token};
use super::wings::Wings;
use super::words::Words;
use super::write;
use crate::movegen::{legal_moves, pseudo_legal_moves};
use crate::notation::san::{Deviations, SanError, SanErrorKind};
use crate::notation::uci::shortened;
use crate::position::Position;
use crate::types::{Bitboard, CastlingSide, Move, PieceType};

/// The maximum length of a text in bytes, longer than any move with its marks.
const LONGEST: usize = 64;

/// The number of moves that an error of an ambiguous text names.
const MOST_CANDIDATES: usize = 4;

/// An error without the text.
type Reason = (SanErrorKind, String);

/// Returns the legal move that a text describes, with its deviations from the text of
/// [`write`](super::write).
pub(super) fn read(
    words: &Words,
    position: &Position,
    wings: &Wings,
    text: &str,
) -> Result<(Move, Deviations), SanError> {
    find(words, position, wings, text).map_err(|(kind, reason)| SanError {
        kind,
        token: shortened(text),
        reason: reason.into(),
    })
}

fn find(
    words: &Words,
    position: &Position,
    wings: &Wings,
    text: &str,
) -> Result<(Move, Deviations), Reason> {
    if text.len() > LONGEST {
        return Err(syntax("it is too long"));
    }
    let lexemes = tokens(words, text).map_err(|offset| {
        let sign = text[offset..].chars().next().unwrap_or_default();
        syntax(&format!("unexpected {sign:?} at offset {offset}"))
    })?;
    let (lexemes, end, marks) = without_marks(&lexemes, text.len())?;
    let parsed = parse::parse(words, lexemes, &marks, end).map_err(|failure| {
        let Failure { offset, expected } = failure;
        syntax(&format!("{expected} is expected at offset {offset}"))
    })?;
    let m = match &parsed {
        Parsed::Castling(side) => castle(position, *side)?,
        Parsed::Descriptions(descriptions) => {
            described(words, position, wings, descriptions, &marks)?
        }
    };
    let mut deviations = marks::deviations(&marks, position, m);
    let canonical = write::body(words, position, wings, m);
    if text[..end].trim() != canonical {
        deviations |= if matches!(parsed, Parsed::Castling(_)) {
            Deviations::CASTLING_SIGNS
        } else {
            Deviations::SPELLING
        };
    } else if deviations.is_empty() && text != write::with_marks(words, position, wings, m) {
        deviations |= Deviations::SPELLING;
    }
    Ok((m, deviations))
}

/// Separates the marks after a move. Returns the tokens of the move, their end in the text, and the
/// marks.
fn without_marks(
    lexemes: &[Lexeme],
    end: usize,
) -> Result<(&[Lexeme], usize, Vec<MoveSuffix>), Reason> {
    let is_mark = |lexeme: &Lexeme| matches!(lexeme.token, Token::MoveSuffix(_));
    let at = lexemes.iter().position(is_mark).unwrap_or(lexemes.len());
    let (before, after) = lexemes.split_at(at);
    let mut marks = Vec::with_capacity(after.len());
    for lexeme in after {
        match lexeme.token {
            Token::MoveSuffix(mark) => marks.push(mark),
            _ => {
                let offset = lexeme.offset;
                return Err(syntax(&format!("the end of the move is expected at offset {offset}")));
            }
        }
    }
    let end = after.first().map_or(end, |lexeme| lexeme.offset);
    Ok((before, end, marks))
}

fn syntax(reason: &str) -> Reason {
    (SanErrorKind::Syntax, reason.to_owned())
}

fn illegal(reason: &str) -> Reason {
    (SanErrorKind::Illegal, reason.to_owned())
}

/// Returns the legal castling, on one side if it is stated.
fn castle(position: &Position, side: Option<CastlingSide>) -> Result<Move, Reason> {
    let fits = |m: &Move| match (position.castling_side(*m), side) {
        (Some(found), Some(side)) => found == side,
        (found, _) => found.is_some(),
    };
    let found: Vec<Move> = legal_moves(position).into_iter().filter(fits).collect();
    match (&found[..], side) {
        (&[m], _) => Ok(m),
        ([], Some(side)) if position.castling_rook(position.turn(), side).is_none() => {
            Err(illegal("there is no castling right on this side"))
        }
        ([], Some(_)) => Err(illegal("castling on this side is currently not legal")),
        ([], None) => Err(illegal("castling is currently not legal")),
        _ => Err((SanErrorKind::Ambiguous, "it may be O-O or O-O-O".to_owned())),
    }
}

/// Returns the only legal move that one of the descriptions fits. If there are several, the marks
/// may select one.
fn described(
    words: &Words,
    position: &Position,
    wings: &Wings,
    descriptions: &[Description],
    marks: &[MoveSuffix],
) -> Result<Move, Reason> {
    let candidates = Candidate::all(position, wings);
    let fits = |candidate: &&Candidate| descriptions.iter().any(|d| d.fits(candidate));
    let mut found: Vec<Move> = candidates.iter().filter(fits).map(|found| found.m).collect();
    let is_vague = descriptions.iter().any(|d| d.target == Target::Any);
    if found.len() > 1 || is_vague {
        let marked = found.iter().copied().filter(|&m| marks::fit(marks, position, m));
        let marked: Vec<Move> = marked.collect();
        if !marked.is_empty() || is_vague {
            found = marked;
        }
    }
    match found[..] {
        [m] => Ok(m),
        [] => {
            let reasons = descriptions.iter().map(|d| explain(position, wings, &candidates, d));
            let (_, reason) = reasons.max_by_key(|(progress, _)| *progress).unwrap_or_default();
            Err(illegal(reason))
        }
        _ => {
            let text = |&m: &Move| write::body(words, position, wings, m);
            let mut texts: Vec<String> = found.iter().take(MOST_CANDIDATES).map(text).collect();
            if found.len() > MOST_CANDIDATES {
                texts.push("another move".to_owned());
            }
            Err((SanErrorKind::Ambiguous, format!("it may be {}", texts.join(" or "))))
        }
    }
}

/// Returns why no legal move fits a description, and how much of it fits some move.
fn explain(
    position: &Position,
    wings: &Wings,
    candidates: &[Candidate],
    description: &Description,
) -> (u32, &'static str) {
    let Description { moved, target, promotion } = *description;
    let pieces = position.placement().pieces(position.turn(), moved.piece);
    if pieces.is_empty() {
        return (0, "the side to move has no such piece");
    }
    if promotion.is_some() && moved.piece != PieceType::Pawn {
        return (1, "only a pawn is promoted");
    }
    if matches!(promotion, Some(PieceType::King | PieceType::Pawn)) {
        return (1, "a pawn promotes to a queen, rook, bishop or knight");
    }
    let any_fits = |test: &dyn Fn(&Candidate) -> bool| candidates.iter().any(test);
    let anything = |piece| Named { piece, wing: None, squares: Bitboard::FULL };
    if any_fits(&|c| description.fits_moved(c) && description.fits_target(c)) {
        return match promotion {
            None => (5, "the promotion piece is missing"),
            Some(_) => (5, "a pawn is promoted on the last rank only"),
        };
    }
    let by_another = Description { moved: anything(moved.piece), ..*description };
    if any_fits(&|c| by_another.fits_moved(c) && by_another.fits_target(c)) {
        return (4, "the piece that can make this move is another one");
    }
    let own = pseudo_legal_moves(&position.to_setup());
    let own = own.into_iter().filter(|&m| position.castling_side(m).is_none());
    let leaves_check = own
        .map(|m| Candidate::new(position, wings, m))
        .any(|c| description.fits_moved(&c) && description.fits_target(&c));
    if leaves_check {
        return (4, "the king would be left in check");
    }
    match target {
        Target::Square(squares) => {
            let captures = any_fits(&|c| {
                description.fits_moved(c) && c.captured.is_some() && squares.has(c.to)
            });
            if captures {
                (3, "the target square is occupied: a capture is written with x")
            } else {
                (2, "no such piece can move there")
            }
        }
        Target::Capture(named) => {
            let another = Target::Capture(anything(named.piece));
            let another = Description { target: another, ..*description };
            if any_fits(&|c| another.fits_moved(c) && another.fits_target(c)) {
                (3, "the captured piece is another one")
            } else {
                (2, "no such piece can make this capture")
            }
        }
        Target::Any => (2, "no move of such a piece gives this check"),
    }
}
