//! Tags as the flat arrays of a table (Arrow's layout of a list of pairs of strings), and back.

use super::headers::Headers;

/// The tags of many games: the tags of game n are those from `game_ends[n - 1]` (0 for the first) to
/// `game_ends[n]`. Tag k has the name of number `names[k]`, and the value of number `value_numbers[k]`, or of
/// number k if there are no such numbers: value v is `values` from `value_ends[v - 1]` to `value_ends[v]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TagTable {
    /// Where each game's tags end.
    pub game_ends: Vec<u64>,
    /// The number of each tag's name, among [`Headers::names`].
    pub names: Vec<u32>,
    /// The number of each tag's value, if values that come again are there once.
    pub value_numbers: Option<Vec<u32>>,
    /// Where each value ends.
    pub value_ends: Vec<u64>,
    /// The values, UTF-8, one after the other.
    pub values: Vec<u8>,
}

/// The values of tags that share them are together not longer, in bytes: as long as Arrow's strings can be. A
/// value that is there once may be that of very many tags.
const MAX_LENGTH: usize = (1 << 31) - 1;

impl Headers {
    /// The tags as flat arrays.
    pub fn to_table(&self) -> TagTable {
        let mut table = TagTable::default();
        for game in 0..self.len() {
            for (number, value) in self.numbered(game) {
                table.names.push(number);
                table.values.extend_from_slice(value);
                table.value_ends.push(table.values.len() as u64);
            }
            table.game_ends.push(table.names.len() as u64);
        }
        table
    }

    /// The tags that flat arrays hold; `names` are those that the numbers mean.
    ///
    /// # Errors
    /// What is wrong with them, in words: ends that do not ascend, a number without a name or a value, a
    /// value that is not UTF-8; shared values that would take more than 2 GiB.
    ///
    /// ```
    /// use enroque::games::{Games, Headers};
    /// let games = Games::from_pgn_text("text", b"[White \"A\"] 1. e4 * [White \"B\"] 1. d4 *");
    /// let headers = games.headers();
    /// let names: Vec<&str> = headers.names().collect();
    /// let again = Headers::from_table(&names, &headers.to_table()).unwrap();
    /// assert!(again.column("White").eq(headers.column("White")));
    /// ```
    pub fn from_table(names: &[&str], table: &TagTable) -> Result<Headers, &'static str> {
        let mut headers = Headers::new();
        let value_count = table.value_numbers.as_ref().map_or(table.value_ends.len(), Vec::len);
        if value_count != table.names.len()
            || table.game_ends.last().is_some_and(|&end| end != table.names.len() as u64)
        {
            return Err("the tags' arrays are not equally long");
        }
        let size = table.value_ends.last().map_or(Some(0), |&end| usize::try_from(end).ok());
        let values = size.and_then(|size| table.values.get(..size));
        let values = values.ok_or("the values' ends do not ascend")?;
        let values = std::str::from_utf8(values).map_err(|_| "a value is not UTF-8")?;
        let value_of = |tag: usize| {
            let number = match &table.value_numbers {
                None => tag,
                Some(numbers) => *numbers.get(tag)? as usize,
            };
            let end = usize::try_from(*table.value_ends.get(number)?).ok()?;
            let before =
                number.checked_sub(1).map_or(Some(0), |n| table.value_ends.get(n).copied());
            values.get(usize::try_from(before?).ok()?..end)
        };
        let mut length = values.len();
        if table.value_numbers.is_some() {
            let lengths = (0..value_count).filter_map(value_of).map(|value| value.len() as u64);
            let all: u64 = lengths.sum();
            length = usize::try_from(all).unwrap_or(usize::MAX);
            if length > MAX_LENGTH {
                return Err("the tags are longer than 2 GiB");
            }
        }
        headers.reserve(table.game_ends.len(), length + 2 * table.names.len());
        let numbers: Vec<u32> = names.iter().map(|name| headers.number_of(name)).collect();
        let mut tag = 0;
        for &game_end in &table.game_ends {
            if game_end < tag as u64 || game_end > table.names.len() as u64 {
                return Err("the games' ends do not ascend");
            }
            while (tag as u64) < game_end {
                let value = value_of(tag).ok_or(
                    "the values' ends do not ascend, or part a character, or a value is not there",
                )?;
                let number =
                    numbers.get(table.names[tag] as usize).ok_or("a number has no name")?;
                headers.push_numbered(*number, value.as_bytes());
                tag += 1;
            }
            headers.end_game();
        }
        if tag != table.names.len() {
            return Err("tags of no game");
        }
        Ok(headers)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Games;
    use super::*;

    #[test]
    fn damaged_tables_are_refused() {
        let text = b"[White \"A\"][Black \"\xC3\xA9\"] 1. e4 * 1. d4 * [White \"B\"] 1. d4 *";
        let games = Games::from_pgn_text("t", text);
        let names: Vec<&str> = games.headers().names().collect();
        let good = games.headers().to_table();
        let read = |table: &TagTable| Headers::from_table(&names, table);
        let again = read(&good).unwrap();
        assert!((0..3).all(|game| again.of(game).eq(games.headers().of(game))));
        assert_eq!(again.to_table(), good);
        let numbered = TagTable { value_numbers: Some(vec![1, 0, 1]), ..good.clone() };
        let again = read(&numbered).unwrap();
        assert!(again.of(0).map(|(_, value)| value).eq(["\u{e9}", "A"]));
        let long = "x".repeat(1 << 20).into_bytes();
        let value_numbers = Some(vec![0; 5000]);
        let (names, value_ends) = (vec![0; 5000], vec![1 << 20]);
        let bomb =
            TagTable { game_ends: vec![5000], names, value_numbers, value_ends, values: long };
        assert_eq!(read(&bomb).err(), Some("the tags are longer than 2 GiB"));
        for damage in [
            |table: &mut TagTable| table.value_numbers = Some(vec![0, 1]),
            |table: &mut TagTable| table.value_numbers = Some(vec![0, 1, 3]),
            |table: &mut TagTable| table.value_numbers = Some(vec![0, 1, u32::MAX]),
            |table: &mut TagTable| table.game_ends[0] = 9,
            |table: &mut TagTable| table.game_ends[1] = 0,
            |table: &mut TagTable| table.game_ends[2] = 2,
            |table: &mut TagTable| table.names[0] = 999,
            |table: &mut TagTable| table.value_ends[0] = u64::MAX,
            |table: &mut TagTable| table.value_ends[1] = 0,
            |table: &mut TagTable| table.value_ends[1] = 2,
            |table: &mut TagTable| table.value_ends.truncate(2),
            |table: &mut TagTable| table.values.truncate(3),
        ] {
            let mut table = good.clone();
            damage(&mut table);
            assert!(read(&table).is_err());
        }
        assert!(read(&TagTable::default()).unwrap().is_empty());
    }
}
