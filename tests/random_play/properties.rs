//! Properties tested without another program.

use std::collections::HashSet;

use enroque::attacks::{Backend, Portable, Task, dispatch};
use enroque::chess960;
use enroque::movegen::{is_legal, legal_moves, legal_moves_with};
use enroque::notation::fen::{self, CastlingStyle, EnPassantStyle};
use enroque::notation::san::SanErrorKind;
use enroque::notation::uci::CastlingDialect;
use enroque::notation::{san, uci};
use enroque::position::{Position, Setup};
use enroque::types::{CastlingRights, Move, MoveList, Piece, Square};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{Observer, Variant, random_play};

/// Calls a function for every position.
struct ForEachPosition<F: FnMut(&Position, &MoveList)>(F);

impl<F: FnMut(&Position, &MoveList)> Observer for ForEachPosition<F> {
    fn start(&mut self, _: u16, _: u16) {}

    fn observe(&mut self, position: &Position, moves: &MoveList) {
        (self.0)(position, moves);
    }

    fn play(&mut self, _: &Position, _: Move) {}
}

/// Calls a function for this many positions of each variant.
fn in_every_position(positions: u64, mut check: impl FnMut(&Position, &MoveList)) {
    for variant in Variant::ALL {
        random_play(variant, 0x0960, positions, &mut ForEachPosition(&mut check));
    }
}

/// The position with flipped ranks and swapped colors.
fn flipped(position: &Position) -> Position {
    let setup = position.to_setup();
    let mut flipped = Setup {
        turn: !setup.turn,
        castling: CastlingRights(setup.castling.0.flip_vertical()),
        ep_square: setup.ep_square.map(Square::mirror),
        ..Setup::EMPTY
    };
    for square in Square::ALL {
        if let Some(piece) = setup.placement.piece_at(square) {
            flipped.placement.put(square.mirror(), Piece { color: !piece.color, ..piece });
        }
    }
    Position::try_from(flipped).unwrap()
}

fn flipped_move(m: Move) -> Move {
    match m.promoted() {
        None => Move::new(m.from().mirror(), m.to().mirror()).unwrap(),
        Some(piece) => Move::promotion(m.from().mirror(), m.to().mirror(), piece).unwrap(),
    }
}

#[test]
fn fen_round_trips() {
    in_every_position(3_000, |position, _| {
        for castling in [CastlingStyle::XFen, CastlingStyle::Shredder] {
            let text = fen::write_as(position, castling, EnPassantStyle::Always);
            let again = fen::read(&text).unwrap();
            // compares all fields, also those that equality ignores
            assert_eq!(again.to_setup(), position.to_setup(), "{text}");
            let strict = fen::read_strict(&text, CastlingDialect::Chess960);
            assert_eq!(strict.map(|again| again.to_setup()), Ok(position.to_setup()), "{text}");
            for ep in [EnPassantStyle::Legal, EnPassantStyle::PseudoLegal] {
                let text = fen::write_as(position, castling, ep);
                assert_eq!(fen::read(&text).as_ref(), Ok(position), "{text}");
            }
        }
    });
}

#[test]
fn san_and_uci_round_trip() {
    in_every_position(3_000, |position, moves| {
        let mut texts = HashSet::new();
        for &m in moves {
            let text = san::write(position, m);
            assert_eq!(san::read(position, &text), Ok(m), "{}", fen::write(position));
            assert!(texts.insert(text), "{text} twice in {}", fen::write(position));
            let after = position.after(m);
            assert_eq!(text.ends_with(['+', '#']), after.is_check());
            assert_eq!(text.ends_with('#'), after.is_checkmate());
            for dialect in [CastlingDialect::Standard, CastlingDialect::Chess960] {
                let text = uci::write(position, m, dialect);
                assert_eq!(uci::read(position, &text), Ok(m), "{}", fen::write(position));
                assert_eq!(san::read(position, &text), Ok(m), "{}", fen::write(position));
            }
        }
    });
}

/// Compares SAN reading with a search in the legal moves for those that match piece, target,
/// promotion and the written part of the origin. One is the move, none is illegal, several are
/// ambiguous.
#[test]
fn san_equals_a_search_in_the_legal_moves() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut verdicts = [0u32; 3];
    in_every_position(2_000, |position, moves| {
        for _ in 0..30 {
            let mut draw = |n: usize| rng.next_u32() as usize % n;
            // about half of the texts start from a real move, so that not all are illegal
            let base = (!moves.is_empty() && draw(2) == 0).then(|| moves[draw(moves.len())]);
            let to = base.map_or(Square::ALL[draw(64)], Move::to);
            let from = base.map_or(Square::ALL[draw(64)], Move::from);
            let piece_type = match base {
                Some(m) => position.placement().type_at_unchecked(m.from()).index(),
                None => draw(6),
            };
            let letter = ["", "N", "B", "R", "Q", "K"][piece_type];
            // the origin of a pawn move is a file, or nothing for a push
            let origin = match draw(if letter.is_empty() { 2 } else { 4 }) {
                0 => String::new(),
                1 => from.file().letter().to_string(),
                2 => from.rank().digit().to_string(),
                _ => from.to_string(),
            };
            let capture = ["", "x"][draw(2)];
            let promotion = ["", "", "", "=Q", "=N"][draw(5)];
            let text = format!("{letter}{origin}{capture}{to}{promotion}");
            let fits = |m: &&Move| {
                let piece = position.placement().type_at_unchecked(m.from());
                let own = position.placement().by_color(position.turn());
                let from = m.from().to_string();
                let file_is_written = origin.starts_with(m.from().file().letter());
                piece.index() == piece_type
                    && m.to() == to
                    && !own.has(to)
                    && (origin.is_empty() || from.contains(&origin))
                    && (piece_type != 0 || m.from().file() == to.file() || file_is_written)
                    && m.promoted().map(|piece| piece.letter().to_ascii_uppercase())
                        == promotion.chars().nth(1)
            };
            let found: Vec<Move> = moves.iter().filter(fits).copied().collect();
            let expected = match found[..] {
                [m] => Ok(m),
                [] => Err(SanErrorKind::Illegal),
                _ => Err(SanErrorKind::Ambiguous),
            };
            verdicts[found.len().min(2)] += 1;
            let read = san::read(position, &text).map_err(|error| error.kind);
            // with a full origin square, the text is coordinates, which may be castling
            if origin.len() == 2
                && let Ok(m) = read
                && position.placement().by_color(position.turn()).has(m.to())
            {
                assert!(is_legal(position, m));
                continue;
            }
            assert_eq!(read, expected, "{text} in {}", fen::write(position));
        }
    });
    assert!(verdicts.iter().all(|&count| count > 100), "{verdicts:?}");
}

/// No text makes the reader panic, and accepted moves are legal.
#[test]
fn any_text_is_an_error_or_a_legal_move() {
    const SIGNS: [&str; 40] = [
        "a", "b", "c", "d", "e", "f", "g", "h", "1", "2", "3", "4", "5", "6", "7", "8", "N", "B",
        "R", "Q", "K", "P", "O", "0", "-", "x", "=", "+", "#", "!", "?", "(", ")", "/", " ",
        "e.p.", "♘", "–", "\u{FE0E}", "é",
    ];
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    let mut accepted = 0;
    in_every_position(1_000, |position, moves| {
        for n in 0..40 {
            let mut text = String::new();
            let mut draw = |n: usize| rng.next_u32() as usize % n;
            if n % 2 == 0 && !moves.is_empty() {
                text.push_str(&san::write(position, moves[draw(moves.len())]));
                let signs: Vec<char> = text.chars().collect();
                let (at, with) = (draw(signs.len() + 1), SIGNS[draw(SIGNS.len())]);
                let skip = draw(2);
                text = signs[..at].iter().collect::<String>() + with;
                text.extend(signs.iter().skip(at + skip));
            } else {
                for _ in 0..draw(8) {
                    text.push_str(SIGNS[draw(SIGNS.len())]);
                }
            }
            if let Ok(m) = san::read(position, &text) {
                assert!(moves.contains(&m), "{text:?} in {}", fen::write(position));
                accepted += 1;
            }
            let _ = uci::read(position, &text);
        }
    });
    assert!(accepted > 1_000, "{accepted}");
}

#[test]
fn keys_are_kept_up_to_date() {
    in_every_position(3_000, |position, moves| {
        for &m in moves {
            let after = position.after(m);
            let from_scratch = Position::try_from(after.to_setup()).unwrap();
            assert_eq!(after.key(), from_scratch.key(), "{m} in {}", fen::write(position));
            assert_eq!(after, from_scratch);
        }
    });
}

/// Different positions have different keys.
#[test]
fn keys_of_different_positions_differ() {
    let mut texts = HashSet::new();
    let mut keys = HashSet::new();
    in_every_position(10_000, |position, _| {
        let text = fen::write_as(position, CastlingStyle::Shredder, EnPassantStyle::Legal);
        let same: Vec<&str> = text.split(' ').take(4).collect();
        let is_new = texts.insert(same.join(" "));
        assert_eq!(keys.insert(position.key()), is_new, "{text}");
    });
}

#[test]
fn colors_are_symmetric() {
    in_every_position(2_000, |position, moves| {
        let mirror = flipped(position);
        let mut expected: Vec<Move> = moves.iter().copied().map(flipped_move).collect();
        let mut found: Vec<Move> = legal_moves(&mirror).to_vec();
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected, "{}", fen::write(position));
        assert_eq!(mirror.is_check(), position.is_check());
        assert_eq!(mirror.legal_ep_square(), position.legal_ep_square().map(Square::mirror));
        for &m in moves {
            assert_eq!(flipped(&position.after(m)), mirror.after(flipped_move(m)));
            let (ours, theirs) = (san::write(position, m), san::write(&mirror, flipped_move(m)));
            let mirrored: String = ours.chars().map(mirror_digit).collect();
            assert_eq!(mirrored, theirs.as_str(), "{}", fen::write(position));
        }
    });
}

/// The rank as seen from the other side.
fn mirror_digit(sign: char) -> char {
    match sign.to_digit(10) {
        Some(rank) => char::from_digit(9 - rank, 10).unwrap(),
        None => sign,
    }
}

/// Tests of single moves agree with the generated list.
#[test]
fn a_move_is_legal_if_and_only_if_it_is_listed() {
    let all: Vec<Move> = (0..=u16::MAX).filter_map(Move::from_bits).collect();
    in_every_position(150, |position, moves| {
        let listed: HashSet<Move> = moves.iter().copied().collect();
        assert_eq!(listed.len(), moves.len(), "a move is listed twice");
        for &m in &all {
            assert_eq!(is_legal(position, m), listed.contains(&m), "{m} {}", fen::write(position));
        }
    });
}

/// The best instruction set of this processor and the portable code.
#[test]
fn backends_agree() {
    struct Moves<'a>(&'a Position);
    impl Task for Moves<'_> {
        type Output = MoveList;
        fn run<B: Backend>(self, backend: B) -> MoveList {
            legal_moves_with(backend, self.0)
        }
    }
    let portable = Portable::new();
    in_every_position(3_000, |position, moves| {
        assert_eq!(&portable.enter(Moves(position)), moves);
        assert_eq!(&dispatch(Moves(position)), moves);
    });
}

#[test]
fn start_positions_are_numbered() {
    for variant in Variant::ALL {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        for _ in 0..300 {
            let (white, black) = variant.numbers(&mut rng);
            let position = chess960::double_position(white, black).unwrap();
            let text = fen::write(&position);
            let again = fen::read(&text).unwrap();
            assert_eq!(chess960::position_numbers(&again), Some((white, black)), "{text}");
        }
    }
}
