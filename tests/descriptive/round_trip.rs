//! What is written is read as the same move, and no two legal moves are written the same.

use std::collections::HashSet;

use enroque::chess960;
use enroque::movegen::legal_moves;
use enroque::notation::descriptive::{Descriptive, Wings};
use enroque::notation::{fen, san};
use enroque::position::{Position, Setup};
use enroque::types::{Color, Piece, PieceType, Rank, Square};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// How games begin.
#[derive(Clone, Copy, Debug)]
enum Start {
    Standard,
    Chess960,
    DoubleChess960,
    /// Random pieces on random squares, many of them promoted.
    Pieces,
}

impl Start {
    const ALL: [Start; 4] =
        [Start::Standard, Start::Chess960, Start::DoubleChess960, Start::Pieces];

    fn position(self, rng: &mut ChaCha8Rng) -> Position {
        let number = chess960::random_number(rng);
        match self {
            Start::Standard => Position::standard(),
            Start::Chess960 => chess960::double_position(number, number).unwrap(),
            Start::DoubleChess960 => {
                chess960::double_position(number, chess960::random_number(rng)).unwrap()
            }
            Start::Pieces => loop {
                if let Some(position) = random_pieces(rng) {
                    break position;
                }
            },
        }
    }
}

fn below(rng: &mut ChaCha8Rng, n: usize) -> usize {
    rng.next_u32() as usize % n
}

/// Returns a position of random pieces, mostly of one or two types; `None` if it is illegal.
fn random_pieces(rng: &mut ChaCha8Rng) -> Option<Position> {
    const KINDS: [PieceType; 5] =
        [PieceType::Pawn, PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen];
    let mut setup = Setup { turn: Color::ALL[below(rng, 2)], ..Setup::EMPTY };
    for color in Color::ALL {
        let favorite = KINDS[below(rng, 5)];
        for n in 0..2 + below(rng, 14) {
            let square = Square::ALL[below(rng, 64)];
            if setup.placement.piece_at(square).is_some() {
                continue;
            }
            let is_last_rank = matches!(square.rank(), Rank::First | Rank::Eighth);
            let piece_type = match (n, below(rng, 3)) {
                (0, _) => PieceType::King,
                (_, 0) => KINDS[below(rng, 5)],
                _ => favorite,
            };
            if piece_type != PieceType::Pawn || !is_last_rank {
                setup.placement.put(square, Piece { color, piece_type });
            }
        }
    }
    Position::try_from(setup).ok()
}

/// Counts of what was tested.
#[derive(Default, Debug)]
struct Counts {
    moves: usize,
    positions: usize,
    castlings: usize,
    promotions: usize,
    en_passant: usize,
    /// Texts with a square in parentheses.
    located: usize,
    longest: String,
}

/// Tests all legal moves of random games until there are `moves` of them.
fn play(start: Start, moves: usize, seed: u64) -> Counts {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut counts = Counts::default();
    while counts.moves < moves {
        let mut position = start.position(&mut rng);
        let mut wings = Wings::of(&position);
        for _ in 0..200 {
            let legal = legal_moves(&position);
            for notation in Descriptive::ALL {
                check_position(notation, &position, &wings, &mut counts);
            }
            counts.positions += 1;
            if legal.is_empty() || counts.moves >= moves {
                break;
            }
            // pawns and castling are preferred: they are rare otherwise
            let rare: Vec<_> = legal
                .iter()
                .copied()
                .filter(|&m| {
                    position.castling_side(m).is_some()
                        || position.piece_at(m.from()).unwrap().piece_type == PieceType::Pawn
                })
                .collect();
            let from = if below(&mut rng, 2) == 0 && !rare.is_empty() { &rare[..] } else { &legal };
            let m = from[below(&mut rng, from.len())];
            wings.play(&position, m);
            position.play_unchecked(m);
        }
    }
    counts
}

fn check_position(notation: Descriptive, position: &Position, wings: &Wings, counts: &mut Counts) {
    let without_history = Wings::of(position);
    let mut texts = HashSet::new();
    for m in legal_moves(position) {
        let text = notation.write_in(position, wings, m);
        let fen = fen::write(position);
        for known in [wings, &without_history] {
            let (read, deviations) = notation
                .read_in(position, known, &text)
                .unwrap_or_else(|error| panic!("{error} ({m} in {fen})"));
            assert_eq!(read, m, "{text} in {fen}");
            if known == wings {
                assert!(deviations.is_empty(), "{text}: {deviations} in {fen}");
            }
        }
        // marks agree with SAN
        let san = san::write(position, m);
        assert_eq!(san.ends_with('#'), text.ends_with("mate"), "{text} {san}");
        let is_check = ["ch", "+", "+ doble", "+ desc."].iter().any(|mark| text.ends_with(mark));
        assert_eq!(san.ends_with('+'), is_check, "{text} {san}");
        assert_eq!(san.contains('x'), text.contains('x'), "{text} {san}");
        counts.moves += 1;
        counts.castlings += usize::from(text.starts_with('O'));
        counts.promotions += usize::from(m.promoted().is_some());
        counts.en_passant += usize::from(text.contains("p."));
        counts.located += usize::from(text.contains('(') && m.promoted().is_none());
        if text.len() > counts.longest.len() {
            counts.longest.clone_from(&text);
        }
        assert!(texts.insert(text), "two moves have the text of {m} in {fen}");
    }
}

#[test]
fn random_moves() {
    let mut en_passant = 0;
    for start in Start::ALL {
        let counts = play(start, 20_000, 1970);
        assert!(counts.promotions > 50 && counts.located > 50, "{start:?}: {counts:?}");
        assert!(counts.castlings > 5 || matches!(start, Start::Pieces), "{start:?}: {counts:?}");
        en_passant += counts.en_passant;
    }
    assert!(en_passant > 5, "{en_passant}");
}

/// More than a million moves, in both languages.
#[test]
#[ignore = "takes minutes"]
fn a_million_random_moves() {
    for start in Start::ALL {
        println!("{start:?}: {:?}", play(start, 600_000, 30));
    }
}
