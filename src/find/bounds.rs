//! Necessary conditions of the positions that match a query, which exclude games.

use super::approach::Approach;
use super::conditions::Number;
use super::material::UNBOUNDED;
use super::piece_set::PieceSet;
use super::played::Presence;
use super::query::Query;
use crate::games::{COUNTED, Counts, Limits, Signature, counts, home_pawns, promotion_flag};
use crate::position::Placement;
use crate::types::{Bitboard, Color, Piece, PieceType, Square};

/// The largest number of alternatives. More are replaced by one that includes them all.
const MAX_ALTERNATIVES: usize = 16;

/// The pieces of a start position without promotions, except for positions that were set up.
const START: Counts = [[8, 2, 2, 2, 1]; 2];

/// Bounds of a matching position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    approach: Approach,
    least: Counts,
    most: Counts,
    /// Promotions of which the game has one; 0 if it needs none.
    promotions: u8,
    first_ply: u32,
    last_ply: u32,
}

impl Bounds {
    pub(super) const NONE: Bounds = Bounds {
        approach: Approach::NONE,
        least: [[0; COUNTED]; 2],
        most: [[UNBOUNDED; COUNTED]; 2],
        promotions: 0,
        first_ply: 0,
        last_ply: u32::MAX,
    };

    fn of_placement(placement: &Placement) -> Bounds {
        let content = |square| placement.piece_at(square).map_or(PieceSet::EMPTY, PieceSet::of);
        let mut bounds = Bounds::NONE.with_squares(content);
        bounds.least = counts(placement);
        bounds.most = bounds.least;
        bounds
    }

    /// The bounds of positions whose squares contain elements of sets.
    fn with_squares(mut self, set_of: impl Fn(Square) -> PieceSet) -> Bounds {
        Square::ALL.into_iter().for_each(|square| self.approach.add(square, set_of(square)));
        self
    }

    /// The bounds of the positions 1 to `within` plies later.
    fn after(&self, within: u32) -> Bounds {
        Bounds {
            approach: self.approach.after(),
            promotions: self.promotions,
            first_ply: self.first_ply.saturating_add(1),
            last_ply: self.last_ply.saturating_add(within),
            ..Bounds::NONE
        }
    }

    /// The bounds of positions that are in both; `None` if there are none.
    fn both(&self, other: &Bounds) -> Option<Bounds> {
        let both = Bounds {
            approach: self.approach.join(other.approach, |a, b| a | b),
            least: zip(&self.least, &other.least, u8::max),
            most: zip(&self.most, &other.most, u8::min),
            // a game needs one of each; one set is kept
            promotions: if self.promotions == 0 { other.promotions } else { self.promotions },
            first_ply: self.first_ply.max(other.first_ply),
            last_ply: self.last_ply.min(other.last_ply),
        };
        let fits = both.least.iter().flatten().zip(both.most.iter().flatten()).all(|(a, b)| a <= b);
        let is_possible = both.approach.is_possible() && both.first_ply <= both.last_ply;
        (fits && is_possible).then_some(both)
    }

    /// The bounds of positions that are in one of the two.
    fn either(&self, other: &Bounds) -> Bounds {
        Bounds {
            approach: self.approach.join(other.approach, |a, b| a & b),
            least: zip(&self.least, &other.least, u8::min),
            most: zip(&self.most, &other.most, u8::max),
            promotions: match (self.promotions, other.promotions) {
                (0, _) | (_, 0) => 0,
                (a, b) => a | b,
            },
            first_ply: self.first_ply.min(other.first_ply),
            last_ply: self.last_ply.max(other.last_ply),
        }
    }
}

fn zip(a: &Counts, b: &Counts, choose: fn(u8, u8) -> u8) -> Counts {
    std::array::from_fn(|color| std::array::from_fn(|n| choose(a[color][n], b[color][n])))
}

/// Returns bounds of the positions that match a query, or that do not if `matches` is false: each is
/// within one of them.
pub(super) fn alternatives(query: &Query, matches: bool) -> Vec<Bounds> {
    let found = match query {
        Query::Not(inner) => return alternatives(inner, !matches),
        Query::All(parts) | Query::Any(parts) => {
            let parts = parts.iter().map(|part| alternatives(part, matches));
            if matches!(query, Query::All(_)) == matches {
                parts.fold(vec![Bounds::NONE], |before, part| product(&before, &part))
            } else {
                parts.flatten().collect()
            }
        }
        Query::Earlier { query, within } if matches => {
            let found = alternatives(query, true);
            found.into_iter().map(|bounds| bounds.after(*within)).collect()
        }
        Query::Streak { query, positions } if matches => {
            let mut found = alternatives(query, true);
            for bounds in &mut found {
                bounds.first_ply = bounds.first_ply.max(positions - 1);
            }
            found
        }
        Query::Turn(_) | Query::Is(_) => vec![Bounds::NONE],
        Query::Number(Number::Ply, plies) if matches => {
            of_plies(*plies.start(), *plies.end()).collect()
        }
        Query::Number(Number::Ply, plies) => {
            let before = of_plies(0, plies.start().saturating_sub(1));
            before.chain(of_plies(plies.end().saturating_add(1), i64::from(u32::MAX))).collect()
        }
        _ if !matches => vec![Bounds::NONE],
        _ => vec![of_condition(query)],
    };
    merged(found)
}

fn of_plies(first: i64, last: i64) -> impl Iterator<Item = Bounds> {
    let narrow = |ply: i64| u32::try_from(ply).unwrap_or(u32::MAX);
    let bounds = Bounds { first_ply: narrow(first), last_ply: narrow(last), ..Bounds::NONE };
    (first <= last).then_some(bounds).into_iter()
}

fn product(before: &[Bounds], part: &[Bounds]) -> Vec<Bounds> {
    let pairs = before.iter().flat_map(|a| part.iter().map(move |b| (a, b)));
    merged(pairs.filter_map(|(a, b)| a.both(b)).collect())
}

/// Replaces alternatives by one if there are too many.
fn merged(found: Vec<Bounds>) -> Vec<Bounds> {
    if found.len() <= MAX_ALTERNATIVES {
        return found;
    }
    found.into_iter().reduce(|a, b| a.either(&b)).into_iter().collect()
}

/// The bounds of positions that meet a condition.
fn of_condition(query: &Query) -> Bounds {
    let mut bounds = Bounds::NONE;
    match query {
        Query::Position(position) | Query::Board(position) => {
            return Bounds::of_placement(position.placement());
        }
        Query::Squares(squares) => {
            bounds = bounds.with_squares(|square| squares.allowed(square));
            for (color, piece_type) in pieces() {
                let element = PieceSet::of(Piece { color, piece_type });
                let count = |accepts: fn(PieceSet, PieceSet) -> bool| {
                    let sets = Square::ALL.into_iter().map(|square| squares.allowed(square));
                    sets.filter(|&set| accepts(set, element)).count() as u8
                };
                let (color, n) = (color as usize, piece_type.index());
                bounds.least[color][n] = count(|set, element| set == element);
                bounds.most[color][n] = count(PieceSet::has);
            }
        }
        Query::Count { pieces: counted, squares, number } => {
            if *number.end() == 0 {
                bounds = bounds.with_squares(|square| match squares.has(square) {
                    true => counted.complement(),
                    false => PieceSet::ALL,
                });
            }
            for (color, piece_type) in pieces() {
                let element = PieceSet::of(Piece { color, piece_type });
                let (color, n) = (color as usize, piece_type.index());
                let narrow = |number: u32| u8::try_from(number).unwrap_or(UNBOUNDED);
                if *counted == element {
                    bounds.least[color][n] = narrow(*number.start());
                }
                if *squares == Bitboard::FULL && counted.has(element) {
                    bounds.most[color][n] = narrow(*number.end());
                }
            }
        }
        Query::TablebaseWdl(tables, _) => {
            bounds.most = [[tables.max_pieces().saturating_sub(2) as u8; COUNTED]; 2];
        }
        Query::Material(material) => (bounds.least, bounds.most) = (material.least, material.most),
        Query::Difference(difference) => {
            let least = |n: i16| u8::try_from(n.max(0)).unwrap_or(UNBOUNDED);
            bounds.least = [difference.least.map(least), difference.most.map(|n| least(-n))];
        }
        Query::Played(played) => {
            bounds.promotions = match played.promotion {
                Some(Presence::Any) => u8::MAX,
                Some(Presence::Of(piece_type)) => {
                    [0, 1].map(|color| promotion_flag(color, piece_type.index())).iter().sum()
                }
                _ => 0,
            };
        }
        _ => {}
    }
    bounds
}

/// The pieces that are counted.
fn pieces() -> impl Iterator<Item = (Color, PieceType)> {
    let types = &PieceType::ALL[..COUNTED];
    Color::ALL.into_iter().flat_map(move |color| types.iter().map(move |&one| (color, one)))
}

/// Whether a position can match, and later ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Reach {
    /// Neither this position nor a later one.
    Never,
    /// A later one perhaps.
    Later,
    /// This position, or a later one.
    Now,
}

/// Bounds in the form in which games are compared with them.
#[derive(Debug)]
pub(super) struct Prefilter {
    bounds: Bounds,
    limits: Limits,
    /// The promotions without which a game that was not set up has too few pieces.
    needed: u8,
    /// Whether such a game has too few pieces even with them.
    is_impossible: bool,
    least_total: u32,
    most_total: u32,
    /// Home pawns that are there.
    required: u16,
    /// The allowed home pawns.
    allowed: u16,
    /// The numbers that are limited.
    limited: Vec<Limited>,
}

/// The least and the largest number of pieces of a color and type.
#[derive(Debug)]
struct Limited {
    color: Color,
    piece_type: PieceType,
    least: u8,
    most: u8,
}

impl Prefilter {
    pub(super) fn new(bounds: Bounds) -> Prefilter {
        let (mut needed, mut is_impossible, mut limited) = (0, false, Vec::new());
        for (color, piece_type) in pieces() {
            let (index, n) = (color.index(), piece_type.index());
            let (least, most) = (bounds.least[index][n], bounds.most[index][n]);
            if least > START[index][n] {
                needed |= promotion_flag(index, n);
                is_impossible |= n == 0;
            }
            if least > 0 || most < UNBOUNDED {
                limited.push(Limited { color, piece_type, least, most });
            }
        }
        let total =
            |counts: &Counts| 2 + counts.iter().flatten().map(|&n| u32::from(n)).sum::<u32>();
        let (required, allowed) = bounds.approach.home_pawns();
        Prefilter {
            limits: Limits::new(&bounds.most),
            needed,
            is_impossible,
            least_total: total(&bounds.least),
            most_total: total(&bounds.most),
            required,
            allowed,
            limited,
            bounds,
        }
    }

    /// The plies between which a position may match.
    pub(super) fn plies(&self) -> (u32, u32) {
        (self.bounds.first_ply, self.bounds.last_ply)
    }

    /// Whether a position of a game may match, by its signature, its number of plies, and whether its
    /// start position is one of (double) Chess960.
    #[inline(always)]
    pub(super) fn accepts(&self, signature: Signature, plies: usize, is_usual: bool) -> bool {
        let Bounds { promotions, first_ply, .. } = self.bounds;
        signature.home_pawns() & !self.allowed == 0
            && signature.may_have_at_most(&self.limits)
            && (promotions == 0 || signature.promotions() & promotions != 0)
            && first_ply as usize <= plies
            && (!is_usual
                || signature.promotions() & self.needed == self.needed && !self.is_impossible)
    }

    /// The constraints on the moves to a matching position.
    pub(super) fn approach(&self) -> &Approach {
        &self.bounds.approach
    }

    /// Whether the position can match, or a later one, by its pieces. `promotions` are the types to
    /// which pawns may be promoted later.
    #[inline(always)]
    pub(super) fn reach(&self, placement: &Placement, promotions: u8) -> Reach {
        let (total, home) = (placement.occupied().len(), home_pawns(placement));
        if total < self.least_total || self.required & !home != 0 {
            return Reach::Never;
        }
        if total > self.most_total {
            return Reach::Later;
        }
        let (mut is_now, mut is_possible) = (home & !self.allowed == 0, true);
        for one in &self.limited {
            let count = placement.pieces(one.color, one.piece_type).len() as u8;
            let flag = promotion_flag(one.color.index(), one.piece_type.index());
            let is_short = count < one.least;
            is_now &= !is_short & (count <= one.most);
            is_possible &= !is_short | (promotions & flag != 0);
        }
        match (is_possible, is_now) {
            (false, _) => Reach::Never,
            (_, false) => Reach::Later,
            _ => Reach::Now,
        }
    }
}
