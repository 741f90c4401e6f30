//! What criteria of a [`Filter`](super::Filter) are made of: dates, ranges of ECO codes, patterns,
//! samples.

use crate::pgn::PgnGame;
use crate::rules::{LichessClass, TimeClass};

/// How fast a game is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// By Lichess's classes.
    Lichess(LichessClass),
    /// By the Laws, in their edition of 2023.
    Laws(TimeClass),
}

impl Pace {
    /// The class of a name: Lichess's are `ultrabullet`, `bullet`, `blitz`, `rapid`, `classical` and
    /// `correspondence`, those of the Laws `fide:blitz`, `fide:rapid` and `fide:standard`.
    ///
    /// ```
    /// use enroque::io::Pace;
    /// assert!(Pace::from_name("blitz") != Pace::from_name("fide:blitz"));
    /// assert_eq!(Pace::from_name("slow"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Pace> {
        Some(match name {
            "ultrabullet" => Pace::Lichess(LichessClass::UltraBullet),
            "bullet" => Pace::Lichess(LichessClass::Bullet),
            "blitz" => Pace::Lichess(LichessClass::Blitz),
            "rapid" => Pace::Lichess(LichessClass::Rapid),
            "classical" => Pace::Lichess(LichessClass::Classical),
            "correspondence" => Pace::Lichess(LichessClass::Correspondence),
            "fide:blitz" => Pace::Laws(TimeClass::Blitz),
            "fide:rapid" => Pace::Laws(TimeClass::Rapid),
            "fide:standard" => Pace::Laws(TimeClass::Standard),
            _ => return None,
        })
    }
}

/// A day.
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
    /// The first and the last day that a PGN date can mean, parts of which may be `??`; a year alone
    /// will do, and hyphens for dots. `None` if the year is not known, or it is no date.
    ///
    /// ```
    /// use enroque::io::Date;
    /// let (first, last) = Date::span(b"2024.02.??").unwrap();
    /// assert_eq!((first.day, last.month, last.day), (1, 2, 31));
    /// assert_eq!(Date::span(b"????.??.??"), None);
    /// ```
    pub fn span(text: &[u8]) -> Option<(Date, Date)> {
        let mut parts = text.trim_ascii().split(|byte| matches!(byte, b'.' | b'-' | b'/'));
        let year = number(parts.next()?, 4)?;
        // 31 is the last day of any month, for comparing
        let (month, day) = (part(parts.next(), 12)?, part(parts.next(), 31)?);
        let date = |month, day| Date { year, month, day };
        match parts.next() {
            Some(_) => None,
            None => Some((date(month.0, day.0), date(month.1, day.1))),
        }
    }
}

fn number(text: &[u8], digits: usize) -> Option<u16> {
    let is_number = (1..=digits).contains(&text.len()) && text.iter().all(u8::is_ascii_digit);
    is_number.then(|| text.iter().fold(0, |sum, digit| 10 * sum + u16::from(digit - b'0')))
}

/// A month or a day: the least and the most that it can be.
fn part(text: Option<&[u8]>, most: u8) -> Option<(u8, u8)> {
    match text {
        None | Some(b"" | b"?" | b"??") => Some((1, most)),
        Some(text) => {
            let number = u8::try_from(number(text, 2)?).ok()?;
            (1..=most).contains(&number).then_some((number, number))
        }
    }
}

/// ECO codes from one to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EcoRange {
    first: [u8; 3],
    last: [u8; 3],
}

impl EcoRange {
    /// A code (`B90`), the beginning of some (`B`, `B9`), or two of these with a hyphen
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

    /// Whether an `ECO` tag is in the range; what stands after its three signs does not count.
    pub fn contains(&self, tag: &[u8]) -> bool {
        let Some(code) = tag.trim_ascii().first_chunk::<3>() else { return false };
        (self.first..=self.last)
            .contains(&code.to_ascii_uppercase().as_slice().try_into().unwrap_or([0; 3]))
    }
}

fn padded(text: &str, fill: u8) -> Option<[u8; 3]> {
    let mut code = [fill; 3];
    let text = text.trim().as_bytes();
    for (place, byte) in code.get_mut(..text.len())?.iter_mut().zip(text) {
        *place = byte.to_ascii_uppercase();
    }
    let is_code = matches!(code, [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9']) && !text.is_empty();
    is_code.then_some(code)
}

/// A pattern for texts: `*` stands for any text, `?` for any byte; the case of ASCII letters does not
/// matter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wildcard(Vec<u8>);

impl Wildcard {
    /// The pattern of a text.
    pub fn new(pattern: &str) -> Wildcard {
        Wildcard(pattern.to_ascii_lowercase().into_bytes())
    }

    /// Whether all of a text fits.
    ///
    /// ```
    /// use enroque::io::Wildcard;
    /// assert!(Wildcard::new("*rated blitz*").fits(b"Rated Blitz game"));
    /// assert!(!Wildcard::new("blitz").fits(b"Rated Blitz game"));
    /// ```
    pub fn fits(&self, text: &[u8]) -> bool {
        let (mut at, mut in_pattern) = (0, 0);
        // where to go on when what follows the last star did not fit
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
                (_, Some((from, place))) => {
                    star = Some((from + 1, place));
                    (at, in_pattern) = (from + 1, place + 1);
                }
                _ => return false,
            }
        }
        self.0.get(in_pattern..).unwrap_or_default().iter().all(|&byte| byte == b'*')
    }
}

/// A part of all games, by chance but always the same. Whether a game is in it depends on the seed and,
/// read from PGN, on its tags and the beginning of its moves' text, which are known before the moves;
/// otherwise on its start and its moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample {
    /// How large a part, from 0 to 1.
    pub rate: f64,
    /// Another seed, another sample.
    pub seed: u64,
}

/// So much of the text after the tags tells games apart whose tags do not.
const SEEN_OF_MOVES: usize = 256;

impl Sample {
    /// Whether a game is in the sample, and whether its text might have to be known better.
    pub(super) fn has(&self, game: &PgnGame<'_>) -> (bool, bool) {
        let mut hash = Hash::new(self.seed);
        for tag in game.tag_locations() {
            hash.add_prefix(game.text_from(tag.name.start), tag.name.len());
            hash.add_prefix(game.text_from(tag.value.start), tag.value.len());
        }
        let (text, is_cut) = game.text_after_tags(SEEN_OF_MOVES);
        hash.add_prefix(text, text.len());
        (self.is_in(hash), is_cut)
    }

    /// Whether a game with this [fingerprint](super::GameRef::fingerprint) is in the sample.
    pub(super) fn has_number(&self, fingerprint: u64) -> bool {
        let mut hash = Hash::new(self.seed);
        hash.add_word(fingerprint);
        self.is_in(hash)
    }

    fn is_in(&self, hash: Hash) -> bool {
        // 53 bits, as many as a fraction has
        let place = (hash.finish() >> 11) as f64 / (1u64 << 53) as f64;
        place < self.rate
    }
}

/// A hash that is the same on every machine and in every version: eight bytes at a time are multiplied
/// in, and the finaliser of SplitMix64 (Steele, Lea, Flood 2014) mixes the sum.
struct Hash(u64);

impl Hash {
    fn new(seed: u64) -> Hash {
        Hash(mix(seed ^ 0x9E37_79B9_7F4A_7C15))
    }

    /// Adds so many bytes of a text. How many are left after the last eight nobody can foresee: what comes
    /// after them in the text is masked out, which costs no branch.
    #[inline(always)]
    fn add_prefix(&mut self, text: &[u8], len: usize) {
        let mut text = text;
        for _ in 0..len / 8 {
            let Some((word, rest)) = text.split_first_chunk() else { return };
            self.add_word(u64::from_le_bytes(*word));
            text = rest;
        }
        let left = len % 8;
        let last = text.first_chunk().copied().unwrap_or_else(|| {
            let mut last = [0; 8];
            let text = text.get(..left).unwrap_or_default();
            last.iter_mut().zip(text).for_each(|(place, byte)| *place = *byte);
            last
        });
        // the length parts what is added from what comes after it
        self.add_word(u64::from_le_bytes(last) & !(u64::MAX << (8 * left)));
        self.add_word(len as u64);
    }

    #[inline(always)]
    fn add_word(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
    }

    fn finish(&self) -> u64 {
        mix(self.0)
    }
}

fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let value = (value ^ value >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let value = (value ^ value >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ value >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever comes after a text, its hash is that of its words, the last one filled with zeros, each text
    /// with its length.
    #[test]
    fn hashes() {
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
        let fits = |pattern, text: &str| Wildcard::new(pattern).fits(text.as_bytes());
        assert!(fits("", "") && fits("*", "") && fits("**", "x") && fits("a*b?c", "aXbXbYc"));
        assert!(!fits("", "x") && !fits("a*b", "abc") && !fits("?", "") && !fits("a?", "a"));
        // no more work than pattern times text
        assert!(!fits(&"*a".repeat(200), &"a".repeat(199)));
    }
}
