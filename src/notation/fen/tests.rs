use super::*;
use crate::notation::uci::CastlingDialect;
use crate::position::Status;

/// The errors that the lenient reader reports, with the location.
#[test]
fn errors_state_kind_and_location() {
    for (fen, message) in [
        ("", "empty FEN"),
        ("  \t ", "empty FEN"),
        ("8/8/8/8/8/8/8 w - - 0 1", "a FEN must have 8 ranks, not 7 (index 0)"),
        ("8/8/8/8/8/8/8/8/8 w - - 0 1", "a FEN must have 8 ranks, not 9 (index 16)"),
        ("4k3/9/8/8/8/8/8/4K3", "invalid character '9' in the board part of a FEN (index 4)"),
        ("4k3/8/8/8/8/8/8/4K2", "rank 1 of a FEN must have 8 squares (index 19)"),
        ("4k3/8/8/8/8/8/8/4K3R", "rank 1 of a FEN must have 8 squares (index 19)"),
        (
            "4k3/8/8/8/8/8/8/88888888",
            "adjacent empty squares must be one number in a FEN, such as 8 for 44 (index 17)",
        ),
        (
            "4k3/44/8/8/8/8/8/4K3 w - - 0 1",
            "adjacent empty squares must be one number in a FEN, such as 8 for 44 (index 5)",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1 x x",
            "a FEN must end with its sixth field, the move number (index 30)",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - bm Kd1;",
            "the halfmove clock of a FEN must be a number from 0 to 1000000 (index 26)",
        ),
        ("4k3/8/8/8/8/8/8/4K3 W", "the side to move of a FEN must be 'w' or 'b' (index 20)"),
        (
            "4k3/8/8/8/8/8/8/4K3 w é",
            "invalid character 'é' in the castling part of a FEN (index 22)",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - e9",
            "the en-passant part of a FEN must be '-' or a square (index 24)",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - +1",
            "the halfmove clock of a FEN must be a number from 0 to 1000000 (index 26)",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999999999999",
            "the move number of a FEN must be a number from 0 to 1000000 (index 28)",
        ),
        ("4k3/8/8/8/8/8/8/8", "illegal position: White has no king"),
    ] {
        let error = read(fen).unwrap_err();
        assert!(error.to_string().starts_with(message), "{fen}: {error}");
    }
}

#[test]
fn strict_errors_name_the_part() {
    for (fen, dialect, message) in [
        (
            "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1",
            CastlingDialect::Standard,
            "not a canonical FEN: the castling part is not in canonical form (index 26)",
        ),
        (
            "r3k2r/8/8/8/8/8/8/R3K2R w KQha - 0 1",
            CastlingDialect::Chess960,
            "not a canonical FEN: the castling part is not in canonical form (index 28)",
        ),
        (
            "4k3/8/8/8/8/8/8/R4K1R w KQ - 0 1",
            CastlingDialect::Standard,
            "a castling right exists only in Chess960",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 00 1",
            CastlingDialect::Standard,
            "not a canonical FEN: the halfmove clock is not in canonical form (index 27)",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ",
            CastlingDialect::Standard,
            "not a canonical FEN: what follows the move number is not in canonical form (index 29)",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 3 2",
            CastlingDialect::Standard,
            "impossible position: the halfmove clock is above the number of plies played",
        ),
        (
            "4k3/8/8/8/8/8/PPPPPPPP/1B1BK3 w - - 0 1",
            CastlingDialect::Standard,
            "impossible position: white has more promoted pieces than missing pawns",
        ),
        (
            "4k3/8/3N1N2/8/8/8/8/6K1 b - - 0 1",
            CastlingDialect::Standard,
            "impossible position: no legal move can have given this check",
        ),
    ] {
        assert_eq!(read_strict(fen, dialect).unwrap_err().to_string(), message, "{fen}");
    }
    for fen in [
        "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "4k3/8/8/8/8/8/8/R4K1R w KQ - 0 1",
        "4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1",
    ] {
        assert!(read_strict(fen, CastlingDialect::Chess960).is_ok(), "{fen}");
    }
}

#[test]
fn unicode_whitespace_separates_fields() {
    for space in ['\u{a0}', '\u{2009}', '\u{202f}', '\u{3000}', '\u{85}'] {
        let pasted = STARTING_FEN.replace(' ', &space.to_string());
        assert_eq!(read(&pasted), read(STARTING_FEN), "{space:?}");
        assert_eq!(read(&format!("{space}{STARTING_FEN}{space}")), read(STARTING_FEN));
        // the index counts characters, and these are of several bytes
        let error = read(&pasted.replace('w', "white")).unwrap_err();
        assert_eq!(error.column, Some(44), "{space:?}");
    }
    assert!(
        read(&STARTING_FEN.replace(' ', "\u{200b}")).is_err(),
        "a zero-width space is not whitespace"
    );
}

/// No text makes the readers panic: all prefixes and one-character changes of real FENs.
#[test]
fn mangled_text_never_panics() {
    for fen in [STARTING_FEN, "4k3/8/8/2PpP3/8/8/8/RR2K1RR w GB d6 0 2", "8/8/é/☃ w KQ_- -1 ~"] {
        let signs: Vec<char> = fen.chars().collect();
        for n in 0..signs.len() {
            for sign in ['\0', ' ', '/', '9', '8', '~', 'k', 'P', '-', '_', '☃', '𝄞'] {
                let mut mangled = signs.clone();
                mangled[n] = sign;
                let mangled: String = mangled.into_iter().collect();
                let _ = read_strict(&mangled, CastlingDialect::Chess960);
                if let Ok(position) = read(&mangled) {
                    assert_eq!(read(&write(&position)), Ok(position), "{mangled}");
                }
            }
            let _ = read(&signs[..n].iter().collect::<String>());
        }
    }
}

#[test]
fn possible_and_impossible_double_checks() {
    for (fen, is_possible) in [
        ("4k3/8/8/1B6/8/8/8/4R1K1 b - - 0 1", true), // the bishop came from e2
        ("4k3/8/5N2/8/8/8/8/4R1K1 b - - 0 1", true), // the knight came from e4
        ("3R1k1R/8/8/8/8/8/8/6K1 b - - 0 1", false), // both sides of a rank
        ("8/8/8/7Q/6k1/5P2/8/6K1 b - - 0 1", false), // both sides of a diagonal, one a pawn
        ("8/8/8/8/6k1/5P2/8/6RK b - - 0 1", true),   // the pawn came from g2
        ("4k3/3P4/3N4/8/8/8/8/6K1 b - - 0 1", false), // no slider
        ("4k3/8/3N1N2/8/8/8/8/6K1 b - - 0 1", false),
    ] {
        let status = parse(fen).unwrap().status();
        let expected = if is_possible { Status::empty() } else { Status::IMPOSSIBLE_CHECK };
        assert_eq!(status, expected, "{fen}");
    }
}

/// Leading zeros are ignored, and numbers of any length are handled.
#[test]
fn clocks_of_many_digits() {
    let clocks = |half: &str, full: &str| {
        let setup = parse(&format!("4k3/8/8/8/8/8/8/4K3 w - - {half} {full}"))?;
        Ok((setup.halfmove_clock, setup.fullmove_number))
    };
    let zeros = "0".repeat(50);
    assert_eq!(clocks(&format!("{zeros}7"), &format!("{zeros}1000000")), Ok((7, 1_000_000)));
    assert_eq!(clocks("1000000", "0"), Ok((1_000_000, 1)));
    for half in ["1000001", "9999999", "4294967297", &"9".repeat(100), "1a", "-1", "+1"] {
        let kind = clocks(half, "1").map_err(|error: FenError| error.kind);
        assert_eq!(kind, Err(FenErrorKind::HalfmoveClock), "{half}");
    }
    for number in [9, 10, 99, 100, 101, 999, 1000, 12_345, 1_000_000] {
        let text = format!("4k3/8/8/8/8/8/8/4K3 w - - {number} {number}");
        assert_eq!(write_setup(&parse(&text).unwrap(), CastlingStyle::XFen).as_str(), text);
    }
}

/// Castling rights on ranks other than the first and last have no letter.
#[test]
fn castling_rights_on_other_ranks() {
    let mut setup = parse("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1").unwrap();
    for (right, field) in [(Square::E3, "-"), (Square::H1, "K")] {
        setup.castling.0 = setup.castling.0.with(right);
        let text = write_setup(&setup, CastlingStyle::XFen);
        assert_eq!(text.as_str(), format!("r3k2r/8/8/8/8/8/8/R3K2R w {field} - 0 1"));
        assert_eq!(write_castling(&setup, CastlingStyle::XFen).as_str(), field);
        assert!(parse(&text).is_ok());
    }
}
