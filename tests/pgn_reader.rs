//! The PGN reader on broken, truncated and malicious text: no panic, bounded time and memory, and
//! the same games whatever the sizes of chunks.

use std::io::{self, Cursor, Read};
use std::num::NonZeroUsize;

use enroque::games::{GameErrorKind, Games};
use enroque::io::{ReadOptions, Source};
use enroque::pgn::PgnErrorKind;
use enroque::pool::Run;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const GAMES: &str = "\u{FEFF}[Event \"a\"]\r\n[Result \"1-0\"]\r\n\r\n1. e4 {[%clk 0:01:00]} e5 $1 \
    (1... c5 (1... e6) 2. Nf3) 2. Nf3! Nc6 ; x\n3. Bb5 a6 1-0\n\n\u{FEFF}[Event \"b\"]\n\
    [FEN \"4k3/8/8/8/8/8/8/RR1K1R1R w BF - 0 1\"]\n\n1. O-O-O Kd7 {never [x\n[Event \"c\"]\n\n\
    1. e4 e5 2. Nd4 {x} 2... Nc6 *\n% no\n[Event \"d\"]\n[Event \"e\"]\nstray\n\n1. f3 e5 2. g4 Qh40-1 \
    4... a5\n\n[White \"M\\\"x\"y\"]z\n[Black \"long\nline\"]\n[Result \"1/2\n1.d4 d5 2.c4 1 1/2-1/2 \
    1. c8(R) exd6 e.p. \u{A0}x (=) [%clk (( {{ ";

/// The default size of a batch; most texts here are shorter than its chunks.
const WHOLE: usize = 8 << 20;

/// Reads a stream in chunks of about a 16th of `batch_bytes`, at least one byte; the first has 4,096.
fn read_stream(
    stream: impl Read + Send + 'static,
    max_game_bytes: usize,
    batch_bytes: usize,
) -> Games {
    let run = Run { threads: NonZeroUsize::new(1), ..Run::default() };
    let batch_bytes = Some(batch_bytes);
    let options = ReadOptions { run, max_game_bytes, batch_bytes, ..ReadOptions::default() };
    let source = Source::Stream("text".to_owned(), Box::new(stream), None);
    Games::from_pgn(vec![source], options, |_| {}).unwrap()
}

fn read(text: &[u8], max_game_bytes: usize) -> Games {
    read_stream(Cursor::new(text.to_vec()), max_game_bytes, WHOLE)
}

/// All that was read, as text.
fn described(games: &Games) -> Vec<String> {
    let game = |game: enroque::games::GameRef<'_>| {
        let tags: Vec<_> = game.headers().collect();
        format!("{tags:?} {:?} {:?} {:?}", game.moves(), game.result(), game.clocks())
    };
    let reports = [games.errors(), games.warnings()].map(|reports| format!("{reports:?}"));
    games.iter().map(game).chain(reports).collect()
}

/// The number of moves of each game, and the error that ended it.
fn ends(games: &Games) -> Vec<(usize, Option<PgnErrorKind>)> {
    let end = |game: enroque::games::GameRef<'_>| {
        let error = games.errors().iter().find(|error| error.index == Some(game.index()));
        let kind = error.map(|error| match error.kind {
            GameErrorKind::Pgn(kind) => kind,
            other => panic!("{other:?}"),
        });
        (game.moves().len(), kind)
    };
    games.iter().map(end).collect()
}

#[test]
fn the_sizes_of_chunks_do_not_matter() {
    let text = format!("{}\n{GAMES}", "[Event \"first\"]\n\n1. e4 e5 *\n\n".repeat(300));
    let whole = described(&read(text.as_bytes(), 1 << 20));
    assert!(whole.len() > 300, "{whole:?}");
    for size in [1, 2, 3, 7, 64, 4096, 4097, 10_000] {
        let stream = Cursor::new(text.clone().into_bytes());
        assert_eq!(described(&read_stream(stream, 1 << 20, 16 * size)), whole, "{size}");
    }
}

#[test]
fn texts_that_end_anywhere() {
    // each prefix, in one chunk and in several
    for end in 0..=GAMES.len() {
        let text = &GAMES.as_bytes()[..end];
        let pad = " ".repeat(4096);
        let padded = [pad.as_bytes(), text].concat();
        let whole = described(&read(&padded, 1 << 20));
        let chunks = read_stream(Cursor::new(padded), 1 << 20, 16 * 9);
        assert_eq!(described(&chunks), whole, "{end}");
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
        read(&text, 1 << 20);
    }
}

#[test]
fn deep_variations() {
    let depth = 100_000;
    let nested = format!("1. e4 {}1. d4{} e5 *", "(".repeat(depth), ")".repeat(depth));
    assert_eq!(read(nested.as_bytes(), 1 << 20).moves().len(), 2);
    let open = format!("1. e4 {} e5 *\n\n[Event \"x\"]\n\n1. d4 *", "(".repeat(depth));
    let games = read(open.as_bytes(), 1 << 20);
    assert_eq!((games.len(), games.moves().len()), (2, 2));
    assert!(games.errors().iter().all(|error| error.index.is_some()), "no error after them");
}

#[test]
fn huge_elements() {
    let header = format!("[Event \"{}\"]\n\n1. e4 *\n", "x".repeat(10 << 20));
    assert_eq!(read(header.as_bytes(), 64 << 20).moves().len(), 1);
    let tags = format!("{}\n1. e4 *", "[Event\"\"][Foo\"\"]".repeat(200_000));
    read(tags.as_bytes(), 64 << 20);
    let same = format!("{}\n1. e4 *", "[Foo \"\"]\n".repeat(400_000));
    assert_eq!(read(same.as_bytes(), 64 << 20).moves().len(), 1);
    let word = "e4".repeat(5 << 20);
    let games = read(word.as_bytes(), 64 << 20);
    assert!(games.moves().is_empty() && games.len() <= 1);
    for junk in ["}", "[", "(", "{", "\"", "$", "1-0 ", "% \n", "[x\n", "{\n[A \"", "2. 1-0 "] {
        read(junk.repeat((1 << 20) / junk.len()).as_bytes(), 64 << 20);
    }
}

#[test]
fn a_game_beyond_the_limit_is_broken_and_the_next_is_read() {
    let long = format!("[Event \"a\"]\n\n1. e4 {{{}}} e5 *\n", "x ".repeat(5000));
    let text = format!("{long}\n[Event \"b\"]\n\n1. d4 d5 *\n{long}");
    let too_long = Some(PgnErrorKind::UnclosedComment);
    let expected = [(1, too_long), (2, None), (1, too_long)];
    assert_eq!(ends(&read(text.as_bytes(), 4096)), expected);
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
            for batch_bytes in [16, 112, 80_000, WHOLE] {
                let stream = Cursor::new(text.clone().into_bytes());
                let games = read_stream(stream, 4096, batch_bytes);
                let found: Vec<usize> = games.iter().map(|game| game.moves().len()).collect();
                assert_eq!(found, moves, "{batch_bytes}: {text:.100}");
            }
        }
    }
}

/// A truncated word is not read as a move: `O-O` of `O-O-O`, `d3` of `d3xe4`.
#[test]
fn truncated_words_are_not_moves() {
    let text = "[Event \"a\"]\n\n1. d4 d5 2. Nc3 Nf6 3. Bf4 Bf5 4. Qd3 Bg6 5. O-O-O c5 6. Qd3b5+ Nbd7 \
        7. d4xc5 e7e5 8. Nc3e4 *";
    let all = read(text.as_bytes(), 1 << 20);
    assert_eq!(all.len(), 1);
    assert_eq!(all.moves().len(), 15);
    let begin = text.find("1. d4").unwrap();
    for end in begin + 6..text.len() {
        let failing = read_stream(Failing(Cursor::new(text[..end].into())), 1 << 20, WHOLE);
        // the same with the limit of a game at that byte
        let event = format!("\"{}\"", "a".repeat(4097));
        let long = text.replace("\"a\"", &event) + &"x ".repeat(4096);
        let stream = Cursor::new(long.into_bytes());
        let limited = read_stream(stream, 4096 + end, 1 << 10);
        for (games, kind) in [(failing, PgnErrorKind::Truncated), (limited, PgnErrorKind::TooLong)]
        {
            let count = ends(&games)[0].0;
            assert_eq!(ends(&games)[0].1, Some(kind), "{}", &text[..end]);
            assert_eq!(games.moves()[..count], all.moves()[..count], "{}", &text[..end]);
        }
    }
}

/// A reader of a text that ends with an error.
struct Failing(Cursor<Vec<u8>>);

impl Read for Failing {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.read(buffer)? {
            0 => Err(io::Error::new(io::ErrorKind::UnexpectedEof, "broken pipe")),
            bytes => Ok(bytes),
        }
    }
}

#[test]
fn a_source_that_fails_keeps_the_games_before() {
    let text = Cursor::new(b"1. e4 e5 1-0\n\n1. d4 d5 2. c".to_vec());
    let games = read_stream(Failing(text), 1 << 20, WHOLE);
    assert_eq!(ends(&games), [(2, None), (2, Some(PgnErrorKind::Truncated))]);
    assert!(games.source_error().unwrap().to_string().contains("broken pipe"));
}

#[test]
fn binary_data_is_an_error() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let noise: Vec<u8> = (0..100_000).map(|_| rng.random()).collect();
    let games = read(&noise, 1 << 20);
    assert!(games.is_empty() && games.source_error().is_some());
}

/// Text after a tag on its line does not end the game.
#[test]
fn text_after_a_tag_on_its_line() {
    for (after, warnings) in
        [(" ; x", 0), (" {c}", 0), (" {c} {d}", 0), (" trailing words", 1), ("1", 1), (" ", 0)]
    {
        let text = format!("[White \"w\"]{after}\n[Black \"b\"]{after}\n\n1. e4 *\n");
        let games = read(text.as_bytes(), 1 << 20);
        assert_eq!(ends(&games), [(1, None)], "{text}");
        assert_eq!(games.iter().next().unwrap().headers().count(), 2, "{text}");
        assert_eq!(games.warning_count(), 2 * warnings, "{text}: {:?}", games.warnings());
    }
    // moves after a tag are read
    assert_eq!(read(b"[White \"w\"] e4 e5 *\n", 1 << 20).moves().len(), 2);
}

#[test]
fn locations_of_errors() {
    let text =
        "[Event \"a\"]\r\n\r\n1. e4 e5\r\n2. Ke3 *\r\n\r\n[Event \"b\"]\r\n\r\n1. d4 xyz *\r\n";
    let games = read(text.as_bytes(), 1 << 20);
    let location = |error: &enroque::games::GameError| {
        (error.kind, error.line, error.column, error.ply, error.token.to_string())
    };
    let found: Vec<_> = games.errors().iter().map(location).collect();
    let expected = [
        (GameErrorKind::Pgn(PgnErrorKind::IllegalMove), 4, 4, 2, "Ke3".to_owned()),
        (GameErrorKind::Pgn(PgnErrorKind::Syntax), 8, 7, 1, "xyz".to_owned()),
    ];
    assert_eq!(found, expected);
}
