//! Conversion of tags to and from flat arrays (Arrow's layout of a list of pairs of strings).

use super::headers::Headers;

/// The tags of many games as flat arrays.
///
/// The tags of game n are those from `game_ends[n - 1]` (0 for the first game) to `game_ends[n]`.
/// Tag k has the name with number `names[k]` and the value with number `value_numbers[k]`, or k
/// without `value_numbers`. Value v is `values` from `value_ends[v - 1]` to `value_ends[v]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TagTable {
    /// The end of each game's tags.
    pub game_ends: Vec<u64>,
    /// The number of each tag's name in [`Headers::names`].
    pub names: Vec<u32>,
    /// The number of each tag's value, if `values` is a dictionary of distinct values.
    pub value_numbers: Option<Vec<u32>>,
    /// The end of each value.
    pub value_ends: Vec<u64>,
    /// The concatenated values in UTF-8.
    pub values: Vec<u8>,
}

/// The limit for the total length of values from a dictionary, in bytes: that of Arrow's strings.
/// Without it, a small file could expand to any size.
const MAX_LENGTH: usize = (1 << 31) - 1;

impl Headers {
    /// Converts the tags to flat arrays.
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

    /// Reads tags from flat arrays; `names` are the numbered names.
    ///
    /// # Errors
    /// A description of the problem: ends that do not ascend, a number without a name or a value, a
    /// value that is not UTF-8, values of a dictionary that would take more than 2 GiB.
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
            return Err("the arrays of tags have different lengths");
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
        headers.reserve(length + 2 * table.names.len());
        let numbers: Vec<u32> = names.iter().map(|name| headers.number_of(name)).collect();
        let mut tag = 0;
        for &game_end in &table.game_ends {
            if game_end < tag as u64 || game_end > table.names.len() as u64 {
                return Err("the games' ends do not ascend");
            }
            while (tag as u64) < game_end {
                let value = value_of(tag).ok_or(
                    "the values' ends do not ascend or split a character, or a value is missing",
                )?;
                let number =
                    numbers.get(table.names[tag] as usize).ok_or("a number has no name")?;
                headers.push_numbered(*number, value.as_bytes());
                tag += 1;
            }
            headers.end_game();
        }
        if tag != table.names.len() {
            return Err("there are tags after the last game");
        }
        Ok(headers)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Games;
    use super::*;

    #[test]
    fn from_table_rejects_damaged_tables() {
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
