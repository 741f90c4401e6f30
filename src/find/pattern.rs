//! Patterns as texts.

use super::error::{QueryError, Reader};
use super::piece_set::PieceSet;
use super::query::Query;
use super::squares::Squares;
use crate::types::Rank;

/// The largest number of arrangements of a rank with several `*`.
const MAX_ARRANGEMENTS: usize = 70;

/// Reads a pattern: eight ranks as in FEN, or a list of pieces and squares.
///
/// In a rank a letter is a piece, a digit a number of empty squares, `?` anything, `!` a piece, `A` or
/// `a` a piece of White or Black, `_` an empty square, `[...]` one of several, `[^...]` none of them,
/// and `*` any number of squares with anything. In a list, each item is one of these before the name
/// of a square: `Pd4 pe6 [^p]d7`.
///
/// ```
/// use enroque::find::pattern;
/// assert!(pattern("?????rk?/*/*/*/*/*/PPP*/2KR*", true).is_ok());
/// assert!(pattern("Pd4 pe6 [^p]d7", false).is_ok());
/// assert_eq!(pattern("Pd4 pe9", false).unwrap_err().offset, 6);
/// ```
///
/// # Errors
/// The first wrong character.
pub fn pattern(text: &str, either_color: bool) -> Result<Query, QueryError> {
    let mut reader = Reader::new("pattern", text)?;
    let ranks = if text.contains('/') { read_ranks(&mut reader)? } else { read_list(&mut reader)? };
    Ok(match either_color {
        false => query_of(&ranks, Squares::clone),
        true => {
            Query::Any(vec![query_of(&ranks, Squares::clone), query_of(&ranks, Squares::swapped)])
        }
    })
}

/// The arrangements of the eighth to the first rank.
type Ranks = Vec<Vec<[PieceSet; 8]>>;

/// Makes one pattern of the ranks that have one arrangement, and alternatives of each other rank.
fn query_of(ranks: &Ranks, change: fn(&Squares) -> Squares) -> Query {
    let mut allowed = [PieceSet::ALL; 64];
    let mut parts = Vec::new();
    for (arrangements, rank) in ranks.iter().zip(Rank::ALL.into_iter().rev()) {
        let first = 8 * rank as usize;
        if let [only] = &arrangements[..] {
            allowed[first..first + 8].copy_from_slice(only);
            continue;
        }
        let alternatives = arrangements.iter().map(|arrangement| {
            let mut allowed = [PieceSet::ALL; 64];
            allowed[first..first + 8].copy_from_slice(arrangement);
            Query::Squares(Box::new(change(&Squares::new(allowed))))
        });
        parts.push(Query::Any(alternatives.collect()));
    }
    let fixed = Query::Squares(Box::new(change(&Squares::new(allowed))));
    if parts.is_empty() {
        return fixed;
    }
    parts.insert(0, fixed);
    Query::All(parts)
}

/// A part of a rank: a square, or any number of squares with anything.
#[derive(Clone, Copy, PartialEq)]
enum RankPart {
    Square(PieceSet),
    Any,
}

fn read_ranks(reader: &mut Reader<'_>) -> Result<Ranks, QueryError> {
    let mut ranks = Vec::new();
    loop {
        let start = reader.at();
        ranks.push(read_rank(reader)?);
        if !reader.skip('/') {
            break;
        }
        if ranks.len() == 8 {
            return Err(reader.error_at(start, "a pattern has 8 ranks, not more".to_owned()));
        }
    }
    let offset = reader.at();
    match ranks.len() {
        _ if reader.peek().is_some() => Err(reader.expected("a part of a rank, or /")),
        8 => Ok(ranks),
        count => {
            let reason = format!("the pattern ends after {count} of 8 ranks");
            Err(reader.error_at(offset, reason))
        }
    }
}

fn read_rank(reader: &mut Reader<'_>) -> Result<Vec<[PieceSet; 8]>, QueryError> {
    let (start, mut parts) = (reader.at(), Vec::new());
    while !matches!(reader.peek(), None | Some('/' | ' ')) {
        match reader.peek() {
            Some('*') => {
                reader.next();
                if parts.last() != Some(&RankPart::Any) {
                    parts.push(RankPart::Any);
                }
            }
            Some(digit @ '1'..='8') => {
                reader.next();
                let count = digit as usize - '0' as usize;
                parts.extend(std::iter::repeat_n(RankPart::Square(PieceSet::EMPTY), count));
            }
            _ => parts.push(RankPart::Square(PieceSet::read(reader)?)),
        }
    }
    let fixed = parts.iter().filter(|part| matches!(part, RankPart::Square(_))).count();
    let has_any = parts.contains(&RankPart::Any);
    if fixed > 8 || fixed < 8 && !has_any {
        let reason = format!("the rank has {fixed} squares, not 8");
        return Err(reader.error_at(start, reason));
    }
    let mut arrangements = Vec::new();
    arrange(&parts, 8 - fixed, &mut Vec::new(), &mut arrangements);
    debug_assert!((1..=MAX_ARRANGEMENTS).contains(&arrangements.len()));
    Ok(arrangements)
}

/// Adds the arrangements of a rank that begin with `before`, where `free` more squares are in a
/// [`RankPart::Any`].
fn arrange(
    parts: &[RankPart],
    free: usize,
    before: &mut Vec<PieceSet>,
    arrangements: &mut Vec<[PieceSet; 8]>,
) {
    let Some((part, rest)) = parts.split_first() else {
        let arrangement = <[PieceSet; 8]>::try_from(&before[..]);
        arrangements.extend(arrangement.ok().filter(|_| free == 0));
        return;
    };
    let length = before.len();
    match *part {
        RankPart::Square(set) => {
            before.push(set);
            arrange(rest, free, before, arrangements);
        }
        RankPart::Any => {
            let least = if rest.contains(&RankPart::Any) { 0 } else { free };
            for count in least..=free {
                before.resize(length + count, PieceSet::ALL);
                arrange(rest, free - count, before, arrangements);
            }
        }
    }
    before.truncate(length);
}

fn read_list(reader: &mut Reader<'_>) -> Result<Ranks, QueryError> {
    let mut allowed = [PieceSet::ALL; 64];
    loop {
        while reader.skip(' ') || reader.skip(',') {}
        if reader.peek().is_none() && reader.at() > 0 {
            break;
        }
        let start = reader.at();
        let set = PieceSet::read(reader)?;
        let square = reader.square()?;
        if allowed[square as usize] != PieceSet::ALL {
            return Err(reader.error_at(start, format!("{square} is there twice")));
        }
        allowed[square as usize] = set;
        if !matches!(reader.peek(), None | Some(' ' | ',')) {
            return Err(reader.expected("a space"));
        }
    }
    let rank = |rank: usize| vec![std::array::from_fn(|file| allowed[8 * rank + file])];
    Ok((0..8).rev().map(rank).collect())
}
