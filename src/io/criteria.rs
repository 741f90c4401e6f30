//! The types of the criteria of a [`Filter`](super::Filter): classes of time controls, dates,
//! ranges of ECO codes, patterns, samples.

use crate::games::split_mix;
use crate::pgn::PgnGame;
use crate::rules::{LichessClass, TimeClass};

/// A class of time controls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeControlClass {
    /// One of Lichess.
    Lichess(LichessClass),
    /// One of the FIDE Laws of Chess of 2023.
    Fide(TimeClass),
}

impl TimeControlClass {
    /// Returns the class with a name: `ultrabullet`, `bullet`, `blitz`, `rapid`, `classical` and
    /// `correspondence` of Lichess, `fide:blitz`, `fide:rapid` and `fide:standard` of FIDE.
    ///
    /// ```
    /// use enroque::io::TimeControlClass;
    /// assert!(TimeControlClass::from_name("blitz") != TimeControlClass::from_name("fide:blitz"));
    /// assert_eq!(TimeControlClass::from_name("slow"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<TimeControlClass> {
        Some(match name {
            "ultrabullet" => TimeControlClass::Lichess(LichessClass::UltraBullet),
            "bullet" => TimeControlClass::Lichess(LichessClass::Bullet),
            "blitz" => TimeControlClass::Lichess(LichessClass::Blitz),
            "rapid" => TimeControlClass::Lichess(LichessClass::Rapid),
            "classical" => TimeControlClass::Lichess(LichessClass::Classical),
            "correspondence" => TimeControlClass::Lichess(LichessClass::Correspondence),
            "fide:blitz" => TimeControlClass::Fide(TimeClass::Blitz),
            "fide:rapid" => TimeControlClass::Fide(TimeClass::Rapid),
            "fide:standard" => TimeControlClass::Fide(TimeClass::Standard),
            _ => return None,
        })
    }
}

/// A date.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Date {
    /// The year.
    pub year: u16,
    /// The month, from 1.
    pub month: u8,
    /// The day, from 1.
    pub day: u8,
}

impl Date {
    /// Returns the first and the last day of a PGN date, whose month and day may be `??` or
    /// missing. Hyphens and slashes are accepted as separators. `None` if the year is unknown or
    /// the text is not a date.
    ///
    /// ```
    /// use enroque::io::Date;
    /// let (first, last) = Date::span(b"2024.02.??").unwrap();
    /// assert_eq!((first.day, last.month, last.day), (1, 2, 31));
    /// assert_eq!(Date::span(b"????.??.??"), None);
    /// ```
    pub fn span(text: &[u8]) -> Option<(Date, Date)> {
        let mut fields = text.trim_ascii().split(|byte| matches!(byte, b'.' | b'-' | b'/'));
        let year = number(fields.next()?, 4)?;
        // only for comparisons, so that 31 serves as the last day of every month
        let (month, day) = (month_or_day(fields.next(), 12)?, month_or_day(fields.next(), 31)?);
        let date = |month, day| Date { year, month, day };
        match fields.next() {
            Some(_) => None,
            None => Some((date(month.0, day.0), date(month.1, day.1))),
        }
    }
}

fn number(text: &[u8], digits: usize) -> Option<u16> {
    let is_number = (1..=digits).contains(&text.len()) && text.iter().all(u8::is_ascii_digit);
    is_number.then(|| text.iter().fold(0, |sum, digit| 10 * sum + u16::from(digit - b'0')))
}

/// Parses a month or a day. Returns its smallest and largest possible value.
fn month_or_day(text: Option<&[u8]>, max: u8) -> Option<(u8, u8)> {
    match text {
        None | Some(b"" | b"?" | b"??") => Some((1, max)),
        Some(text) => {
            let number = u8::try_from(number(text, 2)?).ok()?;
            (1..=max).contains(&number).then_some((number, number))
        }
    }
}

/// A range of ECO codes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EcoRange {
    first: [u8; 3],
    last: [u8; 3],
}

impl EcoRange {
    /// Parses a code (`B90`), a prefix of codes (`B`, `B9`), or two of these with a hyphen
    /// (`B90-C1`).
    ///
    /// ```
    /// use enroque::io::EcoRange;
    /// let range = EcoRange::from_text("B9-C1").unwrap();
    /// assert!(range.contains(b"B97") && range.contains(b"C19") && !range.contains(b"C20"));
    /// assert!(EcoRange::from_text("F00").is_none() && EcoRange::from_text("C-B").is_none());
    /// ```
    pub fn from_text(text: &str) -> Option<EcoRange> {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let range = EcoRange { first: padded(first, b'0')?, last: padded(last, b'9')? };
        (range.first <= range.last).then_some(range)
    }

    /// Whether an `ECO` tag is in the range. Only its first three characters count.
    pub fn contains(&self, tag: &[u8]) -> bool {
        let Some(code) = tag.trim_ascii().first_chunk::<3>() else { return false };
        (self.first..=self.last)
            .contains(&code.to_ascii_uppercase().as_slice().try_into().unwrap_or([0; 3]))
    }
}

fn padded(text: &str, fill: u8) -> Option<[u8; 3]> {
    let mut code = [fill; 3];
    let text = text.trim().as_bytes();
    for (digit, byte) in code.get_mut(..text.len())?.iter_mut().zip(text) {
        *digit = byte.to_ascii_uppercase();
    }
    let is_code = matches!(code, [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9']) && !text.is_empty();
    is_code.then_some(code)
}

/// A text pattern: `*` matches any text, `?` any byte. ASCII letters match in either case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wildcard(Vec<u8>);

impl Wildcard {
    /// Creates a pattern.
    pub fn new(pattern: &str) -> Wildcard {
        Wildcard(pattern.to_ascii_lowercase().into_bytes())
    }

    /// Whether the pattern matches the whole text.
    ///
    /// ```
    /// use enroque::io::Wildcard;
    /// assert!(Wildcard::new("*rated blitz*").matches(b"Rated Blitz game"));
    /// assert!(!Wildcard::new("blitz").matches(b"Rated Blitz game"));
    /// ```
    pub fn matches(&self, text: &[u8]) -> bool {
        let (mut at, mut in_pattern) = (0, 0);
        // where to retry from if the pattern after the last star does not match
        let mut star = None;
        while at < text.len() {
            let byte = text.get(at).map(u8::to_ascii_lowercase);
            match (self.0.get(in_pattern), star) {
                (Some(b'*'), _) => {
                    star = Some((at, in_pattern));
                    in_pattern += 1;
                }
                (Some(&wanted), _) if wanted == b'?' || Some(wanted) == byte => {
                    at += 1;
                    in_pattern += 1;
                }
                (_, Some((from, star_at))) => {
                    star = Some((from + 1, star_at));
                    (at, in_pattern) = (from + 1, star_at + 1);
                }
                _ => return false,
            }
        }
        self.0.get(in_pattern..).unwrap_or_default().iter().all(|&byte| byte == b'*')
    }
}

/// A reproducible random sample of games. Whether a game is sampled depends on the seed and a hash
/// of the game: of its tags and the first bytes of its movetext while PGN is read, so that the
/// moves need not be parsed; otherwise of its start position and its moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample {
    /// The fraction of games that are sampled, from 0 to 1.
    pub fraction: f64,
    /// The seed.
    pub seed: u64,
}

/// The number of bytes of movetext that are hashed, to distinguish games with equal tags.
const HASHED_MOVETEXT: usize = 256;

impl Sample {
    /// Whether a game is sampled, and whether that is provisional because more of its text is
    /// needed.
    pub(super) fn contains(&self, game: &PgnGame<'_>) -> (bool, bool) {
        let mut hash = Hash::new(self.seed);
        for tag in game.tag_locations() {
            hash.add_prefix(game.text_from(tag.name.start), tag.name.len());
            hash.add_prefix(game.text_from(tag.value.start), tag.value.len());
        }
        let (text, is_cut) = game.text_after_tags(HASHED_MOVETEXT);
        hash.add_prefix(text, text.len());
        (self.is_sampled(hash), is_cut)
    }

    /// Whether a game with this [fingerprint](crate::games::GameRef::fingerprint) is sampled.
    pub(super) fn contains_fingerprint(&self, fingerprint: u64) -> bool {
        let mut hash = Hash::new(self.seed);
        hash.add_word(fingerprint);
        self.is_sampled(hash)
    }

    fn is_sampled(&self, hash: Hash) -> bool {
        // 53 bits, the precision of f64
        let uniform = (hash.finish() >> 11) as f64 / (1u64 << 53) as f64;
        uniform < self.fraction
    }
}

/// A hash that is the same on every machine and in every version: multiplies eight bytes at a time,
/// with the finalizer of SplitMix64 (Steele, Lea, Flood 2014).
struct Hash(u64);

impl Hash {
    fn new(seed: u64) -> Hash {
        Hash(split_mix(seed ^ 0x9E37_79B9_7F4A_7C15))
    }

    /// Adds the first `len` bytes of a text. The bytes of the last word beyond `len` are masked
    /// out, to avoid an unpredictable branch.
    #[inline(always)]
    fn add_prefix(&mut self, text: &[u8], len: usize) {
        let mut text = text;
        for _ in 0..len / 8 {
            let Some((word, rest)) = text.split_first_chunk() else { return };
            self.add_word(u64::from_le_bytes(*word));
            text = rest;
        }
        let remaining = len % 8;
        let last = text.first_chunk().copied().unwrap_or_else(|| {
            let mut last = [0; 8];
            let text = text.get(..remaining).unwrap_or_default();
            last.iter_mut().zip(text).for_each(|(target, byte)| *target = *byte);
            last
        });
        // the length separates this text from the next one
        self.add_word(u64::from_le_bytes(last) & !(u64::MAX << (8 * remaining)));
        self.add_word(len as u64);
    }

    #[inline(always)]
    fn add_word(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
    }

    fn finish(&self) -> u64 {
        split_mix(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bytes after the prefix do not matter: the last word is padded with zeros.
    #[test]
    fn hash_of_a_prefix() {
        let text: Vec<u8> = (0..40u8).map(|n| n.wrapping_mul(37) | 1).collect();
        for start in 0..8 {
            for len in 0..=32 - start {
                let bytes = &text[start..start + len];
                let mut expected = Hash::new(3);
                for word in bytes.chunks(8).filter(|word| word.len() == 8) {
                    expected.add_word(u64::from_le_bytes(word.try_into().unwrap()));
                }
                let last = bytes.chunks(8).rfind(|word| word.len() < 8).unwrap_or_default();
                let last = last.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
                expected.add_word(last);
                expected.add_word(len as u64);
                for end in [start + len, text.len()] {
                    let mut hash = Hash::new(3);
                    hash.add_prefix(&text[start..end], len);
                    assert_eq!(hash.finish(), expected.finish(), "{start} {len} {end}");
                }
            }
        }
    }

    #[test]
    fn dates() {
        let span = |text: &str| Date::span(text.as_bytes());
        let day = Date { year: 2024, month: 2, day: 29 };
        assert_eq!(span("2024.02.29"), Some((day, day)));
        assert_eq!(span(" 2024-2-29"), Some((day, day)));
        assert_eq!(span("2024").unwrap().1, Date { year: 2024, month: 12, day: 31 });
        for wrong in ["", "?", "????.01.01", "2024.13.01", "2024.00.01", "2024.1.1.1", "20245", "x"]
        {
            assert_eq!(span(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn eco() {
        let range = |text| EcoRange::from_text(text).unwrap();
        assert!(range("b").contains(b"B00") && range("B").contains(b"b99"));
        assert!(range("C42").contains(b"C42/05") && !range("C42").contains(b"C43"));
        assert!(!range("A-E").contains(b"?") && !range("A-E").contains(b""));
        for wrong in ["", "B900", "x", "B-A", "B9x", "-"] {
            assert_eq!(EcoRange::from_text(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn wildcards() {
        let matches = |pattern, text: &str| Wildcard::new(pattern).matches(text.as_bytes());
        assert!(
            matches("", "")
                && matches("*", "")
                && matches("**", "x")
                && matches("a*b?c", "aXbXbYc")
        );
        assert!(
            !matches("", "x") && !matches("a*b", "abc") && !matches("?", "") && !matches("a?", "a")
        );
        // time is at most pattern length times text length
        assert!(!matches(&"*a".repeat(200), &"a".repeat(199)));
    }
}
