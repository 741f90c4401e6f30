//! The PGN reader on broken, truncated and malicious text: no panic, bounded time and memory, and
//! the same games whatever the sizes of reads.

use std::io::{self, Read};

use enroque::pgn::{PgnErrorKind, Reader};
use enroque::types::Move;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const GAMES: &str = "\u{FEFF}[Event \"a\"]\r\n[Result \"1-0\"]\r\n\r\n1. e4 {[%clk 0:01:00]} e5 $1 \
    (1... c5 (1... e6) 2. Nf3) 2. Nf3! Nc6 ; x\n3. Bb5 a6 1-0\n\n\u{FEFF}[Event \"b\"]\n\
    [FEN \"4k3/8/8/8/8/8/8/RR1K1R1R w BF - 0 1\"]\n\n1. O-O-O Kd7 {never [x\n[Event \"c\"]\n\n\
    1. e4 e5 2. Nd4 {x} 2... Nc6 *\n% no\n[Event \"d\"]\n[Event \"e\"]\nstray\n\n1. f3 e5 2. g4 Qh40-1 \
    4... a5\n\n[White \"M\\\"x\"y\"]z\n[Black \"long\nline\"]\n[Result \"1/2\n1.d4 d5 2.c4 1 1/2-1/2 \
    1. c8(R) exd6 e.p. \u{A0}x (=) [%clk (( {{ ";

/// Returns the games, errors and warnings of a reader as text, and all moves.
fn read(source: impl Read, max_game_bytes: usize) -> (Vec<String>, Vec<Move>) {
    let mut reader = Reader::with_max_game_bytes(source, max_game_bytes);
    let (mut output, mut moves) = (Vec::new(), Vec::new());
    loop {
        match reader.read_game() {
            Ok(Some(game)) => {
                moves.extend_from_slice(game.moves());
                output.push(format!("{game:?} {:?} {:?}", game.clocks(), game.warnings()));
            }
            Ok(None) => {
                output.push(format!("{:?}", reader.warnings_after_last_game()));
                return (output, moves);
            }
            Err(error) => {
                output.push(error.to_string());
                return (output, moves);
            }
        }
    }
}

/// A reader that returns at most this many bytes per call.
struct SmallReads<'a>(&'a [u8], usize);

impl Read for SmallReads<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.1.min(buffer.len()).min(self.0.len());
        buffer[..bytes].copy_from_slice(&self.0[..bytes]);
        self.0 = &self.0[bytes..];
        Ok(bytes)
    }
}

#[test]
fn the_sizes_of_reads_do_not_matter() {
    let text = format!("{}\n{GAMES}", "[Event \"first\"]\n\n1. e4 e5 *\n\n".repeat(300));
    let whole = read(text.as_bytes(), 1 << 20);
    assert!(whole.0.len() > 300, "{:?}", whole.0);
    // from one byte at a time to all at once; the reader examines the first 4,096 bytes
    for size in [1, 2, 3, 7, 64, 4096, 4097, 10_000] {
        assert_eq!(read(SmallReads(text.as_bytes(), size), 1 << 20), whole, "{size}");
    }
}

#[test]
fn texts_that_end_anywhere() {
    // each prefix, in one read and in several
    for end in 0..=GAMES.len() {
        let text = &GAMES.as_bytes()[..end];
        let pad = " ".repeat(4096);
        let padded = [pad.as_bytes(), text].concat();
        let whole = read(padded.as_slice(), 1 << 20);
        assert_eq!(
            read(SmallReads(&padded, 4096 + end.saturating_sub(9)), 1 << 20),
            whole,
            "{end}"
        );
    }
}

#[test]
fn damaged_text_never_panics() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let alphabet = b"[]{}()\";%$*!?.,-+=#/0129abhKNORx \n\r\\\x00\xBD\xEF\xFF";
    for _ in 0..20_000 {
        let mut text = GAMES.as_bytes().to_vec();
        for _ in 0..rng.random_range(1..8) {
            let at = rng.random_range(0..text.len());
            match rng.random_range(0..4) {
                0 => text[at] = alphabet[rng.random_range(0..alphabet.len())],
                1 => text[at] = rng.random(),
                2 => drop(text.drain(at..(at + rng.random_range(1..40)).min(text.len()))),
                _ => text.insert(at, alphabet[rng.random_range(0..alphabet.len())]),
            }
            if text.is_empty() {
                break;
            }
        }
        read(text.as_slice(), 1 << 20);
    }
}

#[test]
fn deep_variations() {
    let depth = 100_000;
    let nested = format!("1. e4 {}1. d4{} e5 *", "(".repeat(depth), ")".repeat(depth));
    assert_eq!(read(nested.as_bytes(), 1 << 20).1.len(), 2);
    let open = format!("1. e4 {} e5 *\n\n[Event \"x\"]\n\n1. d4 *", "(".repeat(depth));
    let (output, moves) = read(open.as_bytes(), 1 << 20);
    assert_eq!((output.len(), moves.len()), (3, 2), "both games, and no error after them");
}

#[test]
fn huge_elements() {
    let header = format!("[Event \"{}\"]\n\n1. e4 *\n", "x".repeat(10 << 20));
    assert_eq!(read(header.as_bytes(), 64 << 20).1.len(), 1);
    let tags = format!("{}\n1. e4 *", "[Event\"\"][Foo\"\"]".repeat(200_000));
    read(tags.as_bytes(), 64 << 20);
    let same = format!("{}\n1. e4 *", "[Foo \"\"]\n".repeat(400_000));
    assert_eq!(read(same.as_bytes(), 64 << 20).1.len(), 1);
    let word = "e4".repeat(5 << 20);
    let (output, moves) = read(word.as_bytes(), 64 << 20);
    assert!(moves.is_empty() && output.len() <= 2);
    for junk in ["}", "[", "(", "{", "\"", "$", "1-0 ", "% \n", "[x\n", "{\n[A \"", "2. 1-0 "] {
        read(junk.repeat((1 << 20) / junk.len()).as_bytes(), 64 << 20);
    }
}

#[test]
fn a_game_beyond_the_limit_is_broken_and_the_next_is_read() {
    let long = format!("[Event \"a\"]\n\n1. e4 {{{}}} e5 *\n", "x ".repeat(5000));
    let text = format!("{long}\n[Event \"b\"]\n\n1. d4 d5 *\n{long}");
    let mut reader = Reader::with_max_game_bytes(text.as_bytes(), 4096);
    let mut games = Vec::new();
    while let Some(game) = reader.read_game().unwrap() {
        games.push((game.moves().len(), game.error().map(|error| error.kind)));
    }
    let too_long = Some(PgnErrorKind::UnclosedComment);
    assert_eq!(games, [(1, too_long), (2, None), (1, too_long)]);
}

/// The rest of tags that exceed the limit of a game is not another game.
#[test]
fn tags_beyond_the_limit_belong_to_one_game() {
    let next = "[Event \"b\"]\n\n1. d4 d5 *\n";
    let tags: String = (0..400).map(|n| format!("[Tag{n} \"{n} [x\"]\n")).collect();
    let value = format!("[White \"{}\"]\n[Black \"x\"]\n", "x ".repeat(4000));
    for pad in 0..40 {
        let pad = "p".repeat(pad);
        for (text, moves) in [
            (format!("[Event \"{pad}\"]\n{tags}\n1. e4 e5 *\n\n{next}"), [0, 2].as_slice()),
            (format!("[Event \"{pad}\"]\n{tags}{next}"), &[0]),
            (format!("[Event \"{pad}\"]\r\n{value}\r\n1. e4 e5 *\r\n\r\n{next}"), &[0, 2]),
            (format!("[Event \"{pad}\"]\n{value}\n{next}"), &[0, 2]),
            // a line in the moves that starts like a tag
            (format!("[Event \"a\"]\n\n1. e4 {{{pad}{}}}\n{next}", "x ".repeat(3000)), &[1, 2]),
        ] {
            for size in [1, 7, 5000, usize::MAX] {
                let source = SmallReads(text.as_bytes(), size);
                let mut reader = Reader::with_max_game_bytes(source, 4096);
                let mut found = Vec::new();
                while let Some(game) = reader.read_game().unwrap() {
                    found.push(game.moves().len());
                }
                assert_eq!(found, moves, "{size}: {text:.100}");
            }
        }
    }
}

/// A truncated word is not read as a move: `O-O` of `O-O-O`, `d3` of `d3xe4`.
#[test]
fn truncated_words_are_not_moves() {
    let text = "[Event \"a\"]\n\n1. d4 d5 2. Nc3 Nf6 3. Bf4 Bf5 4. Qd3 Bg6 5. O-O-O c5 6. Qd3b5+ Nbd7 \
        7. d4xc5 e7e5 8. Nc3e4 *";
    let all = read(text.as_bytes(), 1 << 20).1;
    assert_eq!(all.len(), 15);
    let begin = text.find("1. d4").unwrap();
    for end in begin + 6..text.len() {
        let mut reader = Reader::new(Failing(&text.as_bytes()[..end]));
        let game = reader.read_game().unwrap().unwrap();
        let moves = game.moves();
        assert_eq!(moves, &all[..moves.len()], "{}", &text[..end]);
        assert_eq!(game.error().unwrap().kind, PgnErrorKind::Truncated, "{}", &text[..end]);
        // the same with the limit of a game at that byte
        let long = format!("{}{text} {}", " ".repeat(4096), "x ".repeat(4096));
        let mut reader = Reader::with_max_game_bytes(long.as_bytes(), 4096 + end);
        let game = reader.read_game().unwrap().unwrap();
        let moves = game.moves();
        assert_eq!(moves, &all[..moves.len()], "{}", &text[..end]);
        assert_eq!(game.error().unwrap().kind, PgnErrorKind::TooLong, "{}", &text[..end]);
    }
}

/// A reader of a text that ends with an error.
struct Failing<'a>(&'a [u8]);

impl Read for Failing<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.read(buffer)? {
            0 => Err(io::Error::new(io::ErrorKind::UnexpectedEof, "broken pipe")),
            bytes => Ok(bytes),
        }
    }
}

#[test]
fn a_source_that_fails_keeps_the_games_before() {
    let mut reader = Reader::new(Failing(b"1. e4 e5 1-0\n\n1. d4 d5 2. c"));
    assert!(reader.read_game().unwrap().unwrap().error().is_none());
    let second = reader.read_game().unwrap().unwrap();
    assert_eq!(second.moves().len(), 2);
    assert!(second.error().is_some());
    assert_eq!(reader.read_game().unwrap_err().to_string(), "broken pipe");
}

#[test]
fn binary_data_is_an_error() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let noise: Vec<u8> = (0..100_000).map(|_| rng.random()).collect();
    let error = Reader::new(noise.as_slice()).read_game().unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::InvalidData);
}

/// Text after a tag on its line does not end the game.
#[test]
fn text_after_a_tag_on_its_line() {
    for (after, warnings) in
        [(" ; x", 0), (" {c}", 0), (" {c} {d}", 0), (" trailing words", 1), ("1", 1), (" ", 0)]
    {
        let text = format!("[White \"w\"]{after}\n[Black \"b\"]{after}\n\n1. e4 *\n");
        for size in [1, 5000] {
            let mut reader = Reader::new(SmallReads(text.as_bytes(), size));
            let game = reader.read_game().unwrap().unwrap();
            assert_eq!((game.tags().count(), game.moves().len()), (2, 1), "{text}");
            assert!(game.error().is_none(), "{text}");
            assert_eq!(game.warnings().len(), 2 * warnings, "{text}: {:?}", game.warnings());
            assert!(reader.read_game().unwrap().is_none(), "{text}");
        }
    }
    // moves after a tag are read
    let mut reader = Reader::new(b"[White \"w\"] e4 e5 *\n".as_slice());
    assert_eq!(reader.read_game().unwrap().unwrap().moves().len(), 2);
}

#[test]
fn locations_of_errors() {
    let text =
        "[Event \"a\"]\r\n\r\n1. e4 e5\r\n2. Ke3 *\r\n\r\n[Event \"b\"]\r\n\r\n1. d4 xyz *\r\n";
    for size in [1, 5, 1000] {
        let mut reader = Reader::new(SmallReads(text.as_bytes(), size));
        let error = reader.read_game().unwrap().unwrap().error().unwrap().clone();
        assert_eq!(
            (error.kind, error.line, error.column, error.ply, &*error.token),
            (PgnErrorKind::IllegalMove, 4, 4, 2, "Ke3")
        );
        assert_eq!(text.as_bytes()[error.offset as usize], b'K');
        let error = reader.read_game().unwrap().unwrap().error().unwrap().clone();
        assert_eq!(
            (error.kind, error.line, error.column, error.ply, &*error.token),
            (PgnErrorKind::Syntax, 8, 7, 1, "xyz")
        );
    }
}
