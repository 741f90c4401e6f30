//! Objects in the form in which Lichess writes them: read without the lines that are not kept, which
//! are most of the text. serde_json takes 9 to 11 times as long for such an object (`jsonl.rs` reads all
//! others with it): 10 instead of 1.1 us for one of the published file.

use super::convention::Evaluation;

/// The first line of a search, and how far the search went.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct FirstLine<'t> {
    pub(super) cp: Option<i64>,
    pub(super) mate: Option<i64>,
    pub(super) line: Option<&'t str>,
    pub(super) knodes: Option<i64>,
    pub(super) depth: Option<i64>,
}

impl FirstLine<'_> {
    /// By which of several searches the best one is chosen; `lines` is the number of lines.
    #[inline(always)]
    pub(super) fn rank(&self, lines: usize, evaluation: Evaluation) -> [i64; 3] {
        let (depth, nodes) = (self.depth.unwrap_or(-1), self.knodes.unwrap_or(-1));
        match evaluation {
            Evaluation::MostNodes => [nodes, depth, lines as i64],
            Evaluation::Deepest | Evaluation::All => [depth, lines as i64, nodes],
        }
    }
}

/// Returns the FEN of an object and the best of its searches, the first of several; `None` if the
/// object has another form, which may be as valid.
///
/// The form has no spaces between its parts, its keys in one order, no escapes, and ASCII alone.
#[inline(always)]
pub(super) fn best_search(line: &str, evaluation: Evaluation) -> Option<(&str, FirstLine<'_>)> {
    // without a branch per byte, so that the compiler vectorizes it
    let is_odd = |byte: u8| !(b' '..0x7F).contains(&byte) | (byte == b'\\');
    if line.bytes().fold(false, |odd, byte| odd | is_odd(byte)) {
        return None;
    }
    let mut rest = Rest(line);
    rest.skip("{\"fen\":\"")?;
    let fen = rest.until_quote()?;
    rest.skip(",\"evals\":[")?;
    let mut best: Option<([i64; 3], FirstLine<'_>)> = None;
    loop {
        let (search, lines) = rest.search()?;
        let rank = search.rank(lines, evaluation);
        if best.is_none_or(|(best, _)| rank > best) {
            best = Some((rank, search));
        }
        if rest.skip(",").is_none() {
            break;
        }
    }
    rest.skip("]}")?;
    let (_, best) = best?;
    rest.0.is_empty().then_some((fen, best))
}

/// The text of an object that was not read yet.
struct Rest<'t>(&'t str);

impl<'t> Rest<'t> {
    #[inline(always)]
    fn skip(&mut self, text: &str) -> Option<()> {
        self.0 = self.0.strip_prefix(text)?;
        Some(())
    }

    /// Reads to a quotation mark, which ends a text without escapes.
    #[inline(always)]
    fn until_quote(&mut self) -> Option<&'t str> {
        let end = memchr::memchr(b'"', self.0.as_bytes())?;
        let (text, rest) = (&self.0[..end], &self.0[end + 1..]);
        self.0 = rest;
        Some(text)
    }

    /// Reads an integer without leading zeros; not -0, which is a fraction to serde_json.
    #[inline(always)]
    fn integer(&mut self) -> Option<i64> {
        let is_negative = self.skip("-").is_some();
        let (mut number, mut digits) = (0, 0);
        let bytes = self.0.as_bytes();
        while let Some(digit) = bytes.get(digits).map(|byte| byte.wrapping_sub(b'0'))
            && digit < 10
        {
            if digits == 18 || (digits == 1 && number == 0) {
                return None;
            }
            number = number * 10 + i64::from(digit);
            digits += 1;
        }
        if digits == 0 || (is_negative && number == 0) {
            return None;
        }
        self.0 = &self.0[digits..];
        Some(if is_negative { -number } else { number })
    }

    /// Reads a search; returns its first line and the number of lines.
    #[inline(always)]
    fn search(&mut self) -> Option<(FirstLine<'t>, usize)> {
        self.skip("{\"pvs\":[")?;
        let mut first = self.line()?;
        let mut lines = 1;
        while self.skip(",").is_some() {
            self.line()?;
            lines += 1;
        }
        self.skip("],\"knodes\":")?;
        first.knodes = Some(self.integer()?);
        self.skip(",\"depth\":")?;
        first.depth = Some(self.integer()?);
        self.skip("}")?;
        Some((first, lines))
    }

    /// Reads a line of a search.
    #[inline(always)]
    fn line(&mut self) -> Option<FirstLine<'t>> {
        let mut line = FirstLine::default();
        if self.skip("{\"cp\":").is_some() {
            line.cp = Some(self.integer()?);
        } else {
            self.skip("{\"mate\":")?;
            line.mate = Some(self.integer()?);
        }
        self.skip(",\"line\":\"")?;
        line.line = Some(self.until_quote()?);
        self.skip("}")?;
        Some(line)
    }
}
