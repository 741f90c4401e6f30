//! Columns that are computed from the tags on demand.

use super::headers::Headers;

/// An unknown day in [`Headers::days`].
pub const NO_DAY: i64 = i64::MIN;

impl Headers {
    /// Returns the date of each game as days since 1 January 1970, from its tag `Date` or, if that
    /// is incomplete, `UTCDate`; [`NO_DAY`] if both are incomplete.
    pub fn days(&self) -> Vec<i64> {
        let utc = self.find_number("UTCDate");
        let of_utc = |game| self.by_number(game, utc?).and_then(day);
        let dates = self.column("Date").enumerate();
        dates
            .map(|(game, date)| date.and_then(day).or_else(|| of_utc(game)).unwrap_or(NO_DAY))
            .collect()
    }

    /// Returns the three-character code of each game's `ECO` tag, without suffixes (`B33h`); zeros
    /// if it has none.
    pub fn eco(&self) -> Vec<[u8; 3]> {
        self.column("ECO").map(|code| code.and_then(eco).unwrap_or_default()).collect()
    }
}

/// Parses a date such as `2024.02.29`, with points, hyphens or slashes.
fn day(date: &str) -> Option<i64> {
    let mut parts = date.trim().splitn(3, ['.', '-', '/']);
    let mut number = |digits: std::ops::RangeInclusive<usize>| {
        let part = parts.next()?;
        let is_number = digits.contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
        if is_number { part.parse::<i64>().ok() } else { None }
    };
    let (year, month, day) = (number(4..=4)?, number(1..=2)?, number(1..=2)?);
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 => 28 + i64::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    if !(1..=days).contains(&day) {
        return None;
    }
    // in a year that starts in March, the leap day is the last day
    let (years, months) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let before = 365 * years + years.div_euclid(4) - years.div_euclid(100) + years.div_euclid(400);
    Some(before + (153 * months + 2) / 5 + day - 1 - 719_468)
}

fn eco(code: &str) -> Option<[u8; 3]> {
    let code: [u8; 3] = *code.trim_ascii().as_bytes().first_chunk()?;
    let code = code.map(|byte| byte.to_ascii_uppercase());
    let is_code = matches!(code, [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9']);
    is_code.then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_of_dates() {
        for (date, number) in [
            ("1970.01.01", 0),
            ("1969.12.31", -1),
            ("2000.02.29", 11_016),
            ("2000-03-01", 11_017),
            ("2024/12/31", 20_088),
            ("1851.5.27", -43_318),
            (" 1972.09.01 ", 974),
            ("0001.01.01", -719_162),
        ] {
            assert_eq!(day(date), Some(number), "{date}");
        }
        for none in [
            "",
            "?",
            "????.??.??",
            "1956.??.??",
            "2023.02.29",
            "1900.02.29",
            "2023.13.01",
            "2023.00.10",
            "2023.1.0",
            "23.1.1",
            "2023.1",
            "2023.1.1.1",
            "2023.+1.1",
            "31.12.2020",
        ] {
            assert_eq!(day(none), None, "{none}");
        }
    }

    #[test]
    fn codes_of_openings() {
        assert_eq!(eco("B33"), Some(*b"B33"));
        assert_eq!(eco(" e12h"), Some(*b"E12"));
        for none in ["", "?", "B3", "F00", "BB3", "éé"] {
            assert_eq!(eco(none), None, "{none}");
        }
    }
}
