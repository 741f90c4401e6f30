//! The values of the `Variant` tag.

/// The rules that a `Variant` tag names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variant {
    /// Standard chess, from the usual start or from a position.
    Standard,
    /// Chess960 or double Chess960.
    Chess960,
    /// Another variant, or an unknown word.
    Unsupported,
}

impl Variant {
    /// Reads the value of a `Variant` tag: letter case, whitespace and hyphens do not matter.
    ///
    /// ```
    /// use enroque::pgn::Variant;
    /// assert_eq!(Variant::from_tag("Chess 960"), Variant::Chess960);
    /// assert_eq!(Variant::from_tag("Fischerrandom"), Variant::Chess960);
    /// assert_eq!(Variant::from_tag("From Position"), Variant::Standard);
    /// assert_eq!(Variant::from_tag("Crazyhouse"), Variant::Unsupported);
    /// ```
    pub fn from_tag(value: &str) -> Variant {
        // the values of nearly all files
        match value {
            "Standard" | "From Position" => return Variant::Standard,
            "Chess960" | "chess960" | "fischerandom" => return Variant::Chess960,
            _ => {}
        }
        let is_letter = |c: &char| !matches!(c, ' ' | '\t' | '-' | '_' | '/');
        let word: String = value.chars().filter(is_letter).collect::<String>().to_lowercase();
        match word.as_str() {
            "" | "?" | "standard" | "normal" | "chess" | "classic" | "classical" | "orthodox"
            | "regular" | "fromposition" | "illegal" => Variant::Standard,
            "chess960"
            | "960"
            | "chess9lx"
            | "fischerandom"
            | "fischerandomchess"
            | "fischerrandom"
            | "fischerrandomchess"
            | "fischerchess"
            | "freestyle"
            | "freestylechess"
            | "frc"
            | "dfrc"
            | "doublechess960"
            | "doublefischerandom"
            | "doublefischerrandom" => Variant::Chess960,
            // FICS: other start positions with standard rules
            "wild" | "wild0" | "wild1" | "wild2" | "wild3" | "wild4" | "wild5" | "wild6"
            | "wild7" | "wild8" | "wild8a" => Variant::Standard,
            _ => Variant::Unsupported,
        }
    }
}
