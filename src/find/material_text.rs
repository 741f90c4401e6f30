//! Material and differences as texts.

use super::error::{QueryError, Reader};
use super::material::{Difference, Material, UNBOUNDED};
use super::query::Query;
use crate::games::{COUNTED, Counts};
use crate::types::{Piece, PieceType};

/// Reads all material of a position: `KRPkr`, White's pieces in upper case and Black's in lower case.
///
/// A number after a letter is that of the pieces (`P3`), `+` means that or more (`P+`, `P3+`), `-`
/// that or fewer, `*` any number. Pieces that are not named are absent. The kings need not be
/// named.
///
/// ```
/// use enroque::find::material;
/// assert!(material("KRP+kr", true).is_ok());
/// assert_eq!(material("KRx", false).unwrap_err().offset, 2);
/// ```
///
/// # Errors
/// The first wrong character.
pub fn material(text: &str, either_color: bool) -> Result<Query, QueryError> {
    let material = read(Reader::new("material", text)?)?;
    Ok(either(material, either_color, Material::swapped, Query::Material))
}

/// Reads a difference in material: `Bn` is a bishop that White and a knight that Black has more, and
/// equal numbers of all other pieces. Numbers, `+`, `-` and `*` are as in [`material`].
///
/// # Errors
/// The first wrong character.
pub fn difference(text: &str, either_color: bool) -> Result<Query, QueryError> {
    let Material { least, most } = read(Reader::new("difference", text)?)?;
    let number = |n: u8| if n == UNBOUNDED { i16::from(UNBOUNDED) + 100 } else { i16::from(n) };
    let minus =
        |a: [u8; COUNTED], b: [u8; COUNTED]| std::array::from_fn(|n| number(a[n]) - number(b[n]));
    let difference = Difference { least: minus(least[0], most[1]), most: minus(most[0], least[1]) };
    Ok(either(difference, either_color, Difference::swapped, Query::Difference))
}

fn either<T: Copy + PartialEq>(
    one: T,
    either_color: bool,
    swapped: fn(T) -> T,
    query: fn(T) -> Query,
) -> Query {
    match swapped(one) {
        other if either_color && other != one => Query::Any(vec![query(one), query(other)]),
        _ => query(one),
    }
}

fn read(mut reader: Reader<'_>) -> Result<Material, QueryError> {
    let mut material = Material { least: Counts::default(), most: Counts::default() };
    let mut kings = [false; 2];
    if reader.peek().is_none() {
        return Err(reader.expected("a piece, such as K or q,"));
    }
    while let Some(letter) = reader.peek() {
        let Some(Piece { color, piece_type }) = Piece::from_letter(letter) else {
            return Err(reader.expected("a piece (PNBRQKpnbrqk)"));
        };
        reader.next();
        let color = color as usize;
        if piece_type == PieceType::King {
            if std::mem::replace(&mut kings[color], true)
                || reader.number()?.is_some_and(|n| n != 1)
            {
                return Err(reader.error_at(reader.at() - 1, "each side has one king".to_owned()));
            }
            continue;
        }
        let count = reader.number()?;
        let named = count.unwrap_or(1);
        let (least, most) = match reader.peek() {
            Some('+') => (named, UNBOUNDED),
            Some('-') => (0, named),
            Some('*') if count.is_some() => {
                return Err(reader.expected("possible after a number, since * is any number"));
            }
            Some('*') => (0, UNBOUNDED),
            _ => (named, named),
        };
        if matches!(reader.peek(), Some('+' | '-' | '*')) {
            reader.next();
        }
        for (total, more) in [(&mut material.least, least), (&mut material.most, most)] {
            let total = &mut total[color][piece_type.index()];
            *total = total.saturating_add(more);
        }
    }
    Ok(material)
}
