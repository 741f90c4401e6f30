//! Conversion of the queries of `enroque.find`.

use std::ops::RangeInclusive;

use super::arguments::{color_of, extract};
use super::board::{Board, BoardState};
use super::tablebase::tables_of;
use crate::find::{
    self, PieceSet, Played, Presence, Property, Query, difference, material, pattern, played,
};
use crate::notation::fen;
use crate::python::prelude::*;
use crate::rules::LichessClass;
use crate::types::{MAX_CENTIPAWNS, PieceType};

/// The deepest nesting of a query.
const MAX_DEPTH: usize = 100;

/// An argument that is a query, or a board or FEN for its position.
pub(super) struct QueryArgument(pub(super) Query);

argument!(
    QueryArgument,
    hint!(union
        hint!("enroque.find", "Query"),
        hint!(of Board),
        hint!(str)
    ),
    |object| query(&object, 0).map(QueryArgument)
);

/// Converts a query of `enroque.find`.
fn query(object: &Bound<'_, PyAny>, depth: usize) -> PyResult<Query> {
    if let Ok(board) = object.cast::<Board>() {
        return Ok(Query::from(&board.position()?));
    }
    if let Ok(text) = object.cast::<PyString>() {
        return Ok(Query::of_fen(text.to_str()?, true)?);
    }
    let py = object.py();
    if !object.is_instance(package::Query::class(py)?)? {
        let rule = match object.is_instance(package::Filter::class(py)?)? {
            true => {
                "a query must be one of enroque.find, a Board or a FEN (a Filter is for Games.filter, read \
                 and stream)"
            }
            false => "a query must be one of enroque.find, a Board or a FEN",
        };
        return Err(wrong_type(rule, object));
    }
    if depth > MAX_DEPTH {
        let message = format!("the query is nested more than {MAX_DEPTH} times");
        return Err(ArgumentError::new_err(message));
    }
    let get = |name: &str| object.getattr(name);
    let text = |name: &str| extract::<String>(&get(name)?, name);
    let either = || extract(&get("either_color")?, "either_color");
    let query_of = |name: &str| query(&get(name)?, depth + 1);
    let parts = || -> PyResult<Vec<Query>> {
        let Items(parts) = get("parts")?.extract::<Items<Bound<'_, PyAny>>>()?;
        parts.iter().map(|part| query(part, depth + 1)).collect()
    };
    let class = object.get_type().name()?;
    let class = class.to_str()?;
    if let Some(property) = Property::from_name(class) {
        return Ok(Query::Is(property));
    }
    let names = || -> PyResult<Vec<String>> {
        let names = get("names")?;
        let wrong = |_| {
            let mut items = names.try_iter().into_iter().flatten().flatten();
            let item = items.find(|item| !item.is_instance_of::<PyString>());
            let item = item.unwrap_or_else(|| names.clone());
            wrong_type(&format!("the names of {class} must be str"), &item)
        };
        let Items(names) = names.extract::<Items<String>>().map_err(wrong)?;
        let missing = || ArgumentError::new_err(format!("{class} needs a name"));
        if names.is_empty() { Err(missing()) } else { Ok(names) }
    };
    if class == "TimeClass" {
        let of_name = |name: String| {
            let class = named("TimeClass", &name, &LichessClass::NAMES)? as i64;
            Ok(Query::Number(find::Number::TimeClass, class..=class))
        };
        return Ok(Query::Any(names()?.into_iter().map(of_name).collect::<PyResult<_>>()?));
    }
    if let Some(number) = find::Number::from_name(class) {
        let range = Query::Number(number, range(object, number.range())?);
        return if number == find::Number::Eval { with_mate(object, range) } else { Ok(range) };
    }
    if let Some(column) = find::NameColumn::from_name(class) {
        return Ok(Query::Names(column, names()?));
    }
    Ok(match class {
        "Position" => {
            let is_exact = named("match", &text("match")?, &[("exact", true), ("board", false)])?;
            Query::of_fen(&text("board")?, is_exact)?
        }
        "Pattern" => pattern(&text("text")?, either()?)?,
        "Material" => material(&text("text")?, either()?)?,
        "Difference" => difference(&text("text")?, either()?)?,
        "Count" => {
            let number = range(object, 0..=i64::from(u32::MAX))?;
            Query::Count {
                pieces: PieceSet::parse(&text("pieces")?)?,
                squares: get("squares")?.extract::<BitboardArgument>()?.0,
                number: *number.start() as u32..=*number.end() as u32,
            }
        }
        "Played" => Query::Played(Box::new(played_move(object)?)),
        "Turn" => Query::Turn(color_of(extract(&get("color")?, "color")?)),
        "TablebaseWdl" => {
            Query::TablebaseWdl(tables_of(&get("tablebase")?)?, range(object, -2..=2)?)
        }
        "Sequence" => {
            let first = Query::Earlier {
                query: Box::new(query_of("first")?),
                within: at_least_one(object, "within")?.unwrap_or(u32::MAX),
            };
            Query::All(vec![query_of("then")?, first])
        }
        "Streak" => Query::Streak {
            query: Box::new(query_of("query")?),
            positions: at_least_one(object, "positions")?.unwrap_or(1),
        },
        "_All" => Query::All(parts()?),
        "_Any" => Query::Any(parts()?),
        "_Not" => Query::Not(Box::new(query_of("query")?)),
        other => return Err(ArgumentError::new_err(format!("unknown query {other:?}"))),
    })
}

/// Returns the range of the attributes `min` and `max` within one.
fn range(object: &Bound<'_, PyAny>, limits: RangeInclusive<i64>) -> PyResult<RangeInclusive<i64>> {
    let (least, largest) = (*limits.start(), *limits.end());
    let bound = |name: &str, default: i64| {
        let value = object.getattr(name)?;
        match value.is_none() {
            true => Ok(default),
            false => extract::<Number>(&value, name)?.within(name, limits.clone()),
        }
    };
    let (min, max) = (bound("min", least)?, bound("max", largest)?);
    if min > max {
        return Err(ArgumentError::new_err(format!("min is {min}, greater than max, {max}")));
    }
    Ok(min..=max)
}

/// Adds the criterion `mate` of an `Eval` to its range.
fn with_mate(object: &Bound<'_, PyAny>, range: Query) -> PyResult<Query> {
    let most = i64::from(MAX_CENTIPAWNS);
    let centipawns = Query::Number(find::Number::Eval, -most..=most);
    let mate = object.getattr("mate")?;
    Ok(if mate.is_none() {
        range
    } else if extract(&mate, "mate")? {
        Query::All(vec![range, Query::Not(Box::new(centipawns))])
    } else {
        Query::All(vec![range, centipawns])
    })
}

/// Returns the attribute of a number of plies or positions.
fn at_least_one(object: &Bound<'_, PyAny>, name: &str) -> PyResult<Option<u32>> {
    let value = object.getattr(name)?;
    if value.is_none() {
        return Ok(None);
    }
    extract::<Number>(&value, name)?.within(name, 1..=u32::MAX.into()).map(Some)
}

/// Returns the criteria of a `Played`.
fn played_move(object: &Bound<'_, PyAny>) -> PyResult<Played> {
    let given = |name: &str| object.getattr(name).map(|value| (!value.is_none()).then_some(value));
    let piece_type = |value: Bound<'_, PyAny>| {
        let letter =
            value.extract::<char>().map_err(|_| wrong_type("a piece must be a letter", &value))?;
        PieceType::from_letter(letter)
            .ok_or_else(|| ArgumentError::new_err(format!("{letter:?} is no piece type")))
    };
    let mut criteria = match given("move")? {
        Some(text) => played(&extract::<String>(&text, "move")?)?,
        None => Played::default(),
    };
    if let Some(value) = given("piece")? {
        criteria.piece = Some(piece_type(value)?);
    }
    let presence = |value: Bound<'_, PyAny>| match value.extract::<bool>() {
        Ok(is_present) => Ok(Presence::from(is_present)),
        Err(_) => piece_type(value).map(Presence::Of),
    };
    if let Some(value) = given("captures")? {
        criteria.captures = Some(presence(value)?);
    }
    if let Some(value) = given("promotion")? {
        criteria.promotion = Some(presence(value)?);
    }
    if let Some(value) = given("castling")? {
        criteria.castling = Some(extract::<bool>(&value, "castling")?.into());
    }
    if let Some(value) = given("check")? {
        criteria.check = Some(extract(&value, "check")?);
    }
    for (name, squares) in [("from_squares", &mut criteria.from), ("to_squares", &mut criteria.to)]
    {
        if let Some(value) = given(name)? {
            *squares &= value.extract::<BitboardArgument>()?.0;
        }
    }
    Ok(criteria)
}

/// Raises `ValueError` if a query of `enroque.find` is impossible, and `TypeError` if it is none.
///
/// Args:
///     object: the query.
#[pyfunction(crate = "crate::python::named_arguments")]
pub(super) fn check_query(object: &Bound<'_, PyAny>) -> PyResult<()> {
    query(object, 0).map(drop)
}

/// Returns the FEN of a board or FEN without its clocks, as two equal positions have it. The side to move
/// and the castling rights are omitted if they are in the FEN.
///
/// Args:
///     board: the board or FEN.
#[pyfunction(crate = "crate::python::named_arguments")]
pub(super) fn position_text(board: &Bound<'_, PyAny>) -> PyResult<String> {
    let (fen, fields) = match (board.cast::<Board>(), board.cast::<PyString>()) {
        (Ok(board), _) => (fen::write(&board.position()?), 4),
        (_, Ok(text)) => {
            let text = text.to_str()?;
            let fen = match Query::of_fen(text, true)? {
                Query::Position(position) | Query::Board(position) => fen::write(&position),
                _ => fen::write_board(&fen::parse(text)?),
            };
            let fields = text.split_whitespace().count();
            (fen, if fields < 3 { fields } else { 4 })
        }
        _ => return Err(wrong_type("a position must be a Board or a FEN", board)),
    };
    Ok(fen.as_str().split(' ').take(fields).collect::<Vec<_>>().join(" "))
}
