//! Counts of whole files.

use enroque::games::GameErrorKind;
use enroque::pgn::PgnErrorKind;
use enroque::types::{NO_CLOCK, NO_EVAL};

use super::common::data_file;
use super::{options, read};

/// The number of games, plies, broken games, evaluations, clock times and games of Chess960.
type Counts = (usize, usize, usize, usize, usize, usize);

/// The counts of files by python-chess 1.11.2 (`read_game` on the text as UTF-8).
const COUNTS: [(&str, Counts); 5] = [
    ("chess960_mainz2009.pgn", (20, 1692, 0, 0, 0, 20)),
    ("lichess_999.pgn", (999, 66292, 0, 5796, 66292, 0)),
    ("lichess_chess960_150.pgn", (150, 10746, 0, 0, 10746, 150)),
    ("lichess_evals_2000.pgn.zst", (2000, 172_631, 0, 172_343, 172_631, 0)),
    ("lichess_from_position_100.pgn", (100, 7928, 0, 0, 7928, 0)),
];

/// Asserts that a file has the counts, and needs no more memory than its columns and tags.
fn check_counts(name: &str, counts: Counts) {
    let games = read(&[data_file(&format!("pgn/{name}"))], options(2));
    let count = |flags: &[bool]| flags.iter().filter(|&&flag| flag).count();
    let known = |column: Option<&[i32]>, missing| {
        column.map_or(0, |column| column.iter().filter(|&&value| value != missing).count())
    };
    let got = (
        games.len(),
        games.moves().len(),
        count(games.broken()),
        known(games.evals(), NO_EVAL),
        known(games.clocks(), NO_CLOCK),
        count(games.chess960()),
    );
    assert_eq!(got, counts, "{name}");
    let broken = count(games.broken());
    let all_variants = games.errors().iter().all(|error| {
        error.kind == GameErrorKind::Pgn(PgnErrorKind::UnsupportedVariant) && error.ply == 0
    });
    assert!(all_variants && games.error_count() == broken as u64, "{name}");
    // about two bytes per ply, eight more with evaluations and clock times, and the tags
    let columns =
        2 + 4 * usize::from(games.evals().is_some()) + 4 * usize::from(games.clocks().is_some());
    let headers = games.headers().raw().0.len();
    let bytes = games.moves().len() * columns + headers + 64 * games.len() + 100_000;
    assert!(games.heap_bytes() < bytes + bytes / 10, "{name}: {}", games.heap_bytes());
}

#[test]
fn counts_of_files_equal_those_of_python_chess() {
    for (name, counts) in COUNTS {
        check_counts(name, counts);
    }
}

mod needs_shared_data {
    use super::{Counts, check_counts};

    /// The counts of files outside of the repository, with two intended differences:
    ///
    /// * `masters_30000`: python-chess reads 31 games with two empty lines between tags and moves as two
    ///   games each, one without moves and one without tags. There are 30,000 `Event` tags.
    /// * `lichess_bullet_clk`: python-chess plays 133 games of other variants (Three-check, King of the
    ///   Hill and others: 4,933 plies), which are broken and without moves here.
    const COUNTS: [(&str, Counts); 8] = [
        ("dortmund_annotated.pgn", (347, 27742, 0, 0, 0, 0)),
        ("lc0_selfplay_352.pgn", (800, 105_064, 0, 0, 0, 0)),
        ("lichess_bullet_clk.pgn.zst", (37221, 2_809_874 - 4_933, 133, 0, 2_809_852 - 4_933, 370)),
        ("masters_30000.pgn.zst", (30031 - 31, 2_445_420, 0, 0, 0, 0)),
        ("tcec_frc.pgn.zst", (5228, 689_982, 0, 0, 0, 5228)),
        ("tcec_frc_comments_60.pgn.zst", (60, 7202, 0, 0, 0, 60)),
        ("twic_head.pgn", (1110, 101_487, 0, 0, 0, 0)),
        ("world_matches_annotated.pgn", (580, 49364, 0, 0, 0, 0)),
    ];

    #[test]
    #[ignore = "needs files of shared/data/pgn"]
    fn counts_of_files_equal_those_of_python_chess() {
        for (name, counts) in COUNTS {
            check_counts(name, counts);
        }
    }
}
