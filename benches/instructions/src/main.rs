//! Hot paths of enroque, for counting instructions: `benches/instructions.py` runs this program under
//! callgrind.
//!
//! `instructions TASK TIMES GAMES` does a task some times, on one thread, after its preparation: the count of
//! two times less that of one is the count of the task alone. `GAMES` is `python/enroque/data/standard.tsv`.
//! Without arguments, prints the names of the tasks.

use std::fmt::Write as _;
use std::hint::black_box;
use std::io::Cursor;
use std::num::NonZeroUsize;
use std::sync::Arc;

use enroque::arena::{Actions, Arena, ArenaOptions, Autoreset, Playouts};
use enroque::columns::{
    Column, Dtype, GameSamples, Output, PositionSamples, Samples, Unsupported, encode,
};
use enroque::formats::{Format, GameReader, GameWriter, WriteOptions};
use enroque::games::Games;
use enroque::io::{PositionOptions, PositionReader, ReadOptions, RowFormat, Source, WrittenRows};
use enroque::movegen::{count_legal_moves, legal_moves, perft, perft_unkeyed, visit_leaves};
use enroque::notation::{fen, san};
use enroque::pool::Run;
use enroque::position::Position;
use enroque::positions::{OnRowError, Positions};
use enroque::rules::RuleSet;
use enroque::tensor::nnue::FeatureBlock;
use enroque::tensor::{Encoding, PolicyEncoding};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const MIDDLE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// The positions of a batch.
const BATCH: usize = 1024;

/// What the tasks work with.
struct Data {
    start: Position,
    middle: Position,
    /// Every position of the games.
    positions: Vec<Position>,
    games: Games,
    annotated: Games,
    /// The games as PGN, without and with evaluations and clock times.
    text: &'static [u8],
    annotated_text: &'static [u8],
    /// The first positions of the games, and positions in no order, with their rows in `table`.
    in_order: (Vec<i64>, Vec<i32>),
    shuffled: (Vec<i64>, Vec<i32>),
    shuffled_rows: Vec<usize>,
    policy: PolicyEncoding,
    /// The FENs of all positions, as a list, and with an evaluation as a table of CSV.
    fens: Vec<String>,
    fens_text: &'static [u8],
    csv: &'static [u8],
    table: Positions,
}

/// One thread.
fn one() -> Run<'static> {
    Run { threads: NonZeroUsize::new(1), ..Run::default() }
}

impl Data {
    /// Reads the table of games; every program has the same.
    fn read(path: &str) -> Data {
        let table = std::fs::read_to_string(path).expect("the table of games");
        let (mut text, mut annotated) = (String::new(), String::new());
        for row in table.lines().skip(1) {
            let columns: Vec<&str> = row.split('\t').collect();
            for out in [&mut text, &mut annotated] {
                writeln!(out, "[Event \"{}\"]\n[White \"{}\"]", columns[0], columns[4]).unwrap();
                writeln!(out, "[Black \"{}\"]\n[Result \"{}\"]\n", columns[5], columns[8]).unwrap();
            }
            for (n, m) in columns[10].split(' ').enumerate() {
                if n % 2 == 0 {
                    write!(text, "{}. ", n / 2 + 1).unwrap();
                }
                write!(text, "{m} ").unwrap();
                let eval = (n * 37 % 400) as f64 / 100.0 - 2.0;
                let minutes = 60 - n % 60;
                let comment = format!("{{ [%eval {eval:.2}] [%clk 0:{minutes:02}:30] }}");
                write!(annotated, "{}. {m} {comment} ", n / 2 + 1).unwrap();
            }
            writeln!(text, "{}\n", columns[8]).unwrap();
            writeln!(annotated, "{}\n", columns[8]).unwrap();
        }
        let text: &'static [u8] = text.into_bytes().leak();
        let annotated_text: &'static [u8] = annotated.into_bytes().leak();
        let games = read_pgn(text);
        let plies = |game: usize| games.game(game).unwrap().moves().len();
        let all: Vec<(i64, i32)> = (0..games.len())
            .flat_map(|game| (0..plies(game)).map(move |ply| (game as i64, ply as i32)))
            .collect();
        // a stride without a common divisor visits all, in no order of games
        let stride = (all.len() * 3 / 5..).find(|&n| greatest_divisor(n, all.len()) == 1).unwrap();
        let shuffled_rows: Vec<usize> = (0..BATCH).map(|n| n * stride % all.len()).collect();
        let positions: Vec<Position> = all
            .iter()
            .map(|&(game, ply)| {
                games.game(game as usize).unwrap().position_at(ply as usize).unwrap()
            })
            .collect();
        let fens: Vec<String> = positions.iter().map(|p| fen::write(p).to_string()).collect();
        let (mut fens_text, mut csv) = (String::new(), "FEN,Evaluation\n".to_owned());
        for (n, fen) in fens.iter().enumerate() {
            writeln!(fens_text, "{fen}").unwrap();
            writeln!(csv, "{fen},{:+}", n as i32 * 37 % 400 - 200).unwrap();
        }
        Data {
            start: fen::read(START).unwrap(),
            middle: fen::read(MIDDLE).unwrap(),
            positions,
            annotated: read_pgn(annotated_text),
            text,
            annotated_text,
            in_order: all[..BATCH].iter().copied().unzip(),
            shuffled: shuffled_rows.iter().map(|&row| all[row]).unzip(),
            shuffled_rows,
            policy: PolicyEncoding::named("lc0", &[]).expect("a policy"),
            games,
            table: read_fens(&fens),
            fens,
            fens_text: fens_text.into_bytes().leak(),
            csv: csv.into_bytes().leak(),
        }
    }
}

fn greatest_divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { greatest_divisor(b, a % b) }
}

fn read_pgn(text: &'static [u8]) -> Games {
    let source = Source::Bytes("instructions".to_owned(), Arc::new(text));
    let options = ReadOptions { run: one(), ..ReadOptions::default() };
    Games::from_pgn(vec![source], options, |_| {}).expect("PGN")
}

fn write_pgn(games: &Games) {
    games.write_pgn(&mut std::io::sink(), Default::default(), one()).expect("PGN");
}

fn read_fens(fens: &[String]) -> Positions {
    Positions::from_fens(&"fens".into(), fens, OnRowError::Raise, one()).expect("FENs")
}

/// Reads a text of positions.
fn read_positions(text: &'static [u8]) {
    let source = Source::Bytes("instructions".to_owned(), Arc::new(text));
    let mut reader = PositionReader::new(vec![source], PositionOptions::default()).unwrap();
    while let Some(positions) = reader.next_batch(one()).unwrap() {
        black_box(positions);
    }
}

/// Returns a task that writes a column for a batch.
fn column<'a, T>(
    data: &'a Data,
    (game, ply): &'a (Vec<i64>, Vec<i32>),
    column: Column,
) -> Box<dyn FnMut() + 'a>
where
    T: Default + Clone + 'a,
    for<'b> Output<'b>: From<&'b mut [T]>,
{
    column_of(|| GameSamples::new(&data.games, game, ply).unwrap(), column)
}

/// Returns a task that writes a column for a batch of a table.
fn column_of_table(data: &Data, column: Column) -> Box<dyn FnMut() + '_> {
    let rows = || PositionSamples::new(&data.table, &data.shuffled_rows).unwrap();
    column_of::<u8, _>(rows, column)
}

fn column_of<'a, T, S: Samples>(
    samples: impl Fn() -> S + 'a,
    column: Column,
) -> Box<dyn FnMut() + 'a>
where
    T: Default + Clone + 'a,
    for<'b> Output<'b>: From<&'b mut [T]>,
{
    let mut out = vec![T::default(); BATCH * column.width()];
    Box::new(move || {
        let columns = std::slice::from_ref(&column);
        let out = black_box(&mut out[..]).into();
        encode(&samples(), columns, [out], Unsupported::Raise, one()).unwrap();
    })
}

fn planes(name: &str, dtype: Dtype) -> Column {
    Column::Planes(Encoding::named(name, &[]).expect("an encoding"), dtype)
}

/// A task: its name, and the function that prepares and returns it.
type Task = (&'static str, for<'a> fn(&'a Data) -> Box<dyn FnMut() + 'a>);

const TASKS: &[Task] = &[
    ("perft 4, start position", |data| {
        Box::new(|| {
            black_box(perft(black_box(&data.start), 4));
        })
    }),
    ("perft 3, middlegame", |data| {
        Box::new(|| {
            black_box(perft(black_box(&data.middle), 3));
        })
    }),
    ("perft 4 without key, start position", |data| {
        Box::new(|| {
            black_box(perft_unkeyed(black_box(&data.start), 4));
        })
    }),
    ("all leaves, middlegame", |data| {
        Box::new(|| {
            visit_leaves(&data.middle, 3, |leaf| {
                black_box(leaf);
            })
        })
    }),
    ("list moves", |data| {
        Box::new(|| {
            for position in &data.positions {
                black_box(legal_moves(black_box(position)));
            }
        })
    }),
    ("count moves", |data| {
        Box::new(|| {
            for position in &data.positions {
                black_box(count_legal_moves(black_box(position)));
            }
        })
    }),
    ("write and read FEN", |data| {
        Box::new(|| {
            for position in &data.positions {
                let text = fen::write(position).to_string();
                black_box(fen::read(&text).unwrap());
            }
        })
    }),
    ("write and read SAN", |data| {
        Box::new(|| {
            for position in data.positions.iter().step_by(8) {
                for &m in legal_moves(position).iter() {
                    let text = san::write(position, m).to_string();
                    black_box(san::read(position, &text).unwrap());
                }
            }
        })
    }),
    ("read PGN, bare moves", |data| {
        Box::new(|| {
            black_box(read_pgn(data.text));
        })
    }),
    ("read PGN, evals and clocks", |data| {
        Box::new(|| {
            black_box(read_pgn(data.annotated_text));
        })
    }),
    ("write PGN, bare moves", |data| Box::new(|| write_pgn(&data.games))),
    ("write PGN, evals and clocks", |data| Box::new(|| write_pgn(&data.annotated))),
    ("lc0 planes uint8, in order", |data| {
        column::<u8>(data, &data.in_order, planes("lc0", Dtype::Uint8))
    }),
    ("lc0 planes uint8, shuffled", |data| {
        column::<u8>(data, &data.shuffled, planes("lc0", Dtype::Uint8))
    }),
    ("lc0 planes float32, in order", |data| {
        column::<f32>(data, &data.in_order, planes("lc0", Dtype::Float32))
    }),
    ("HalfKAv2_hm features, in order", |data| {
        column::<i32>(data, &data.in_order, Column::Features(FeatureBlock::HalfKaV2Hm.into()))
    }),
    ("lc0 policy index, in order", |data| {
        column::<i64>(data, &data.in_order, Column::played(data.policy))
    }),
    ("lc0 legal mask, in order", |data| {
        column::<bool>(data, &data.in_order, Column::LegalMask(data.policy, Dtype::Bool))
    }),
    ("list of FENs", |data| {
        Box::new(|| {
            black_box(read_fens(&data.fens));
        })
    }),
    ("text of FENs", |data| Box::new(|| read_positions(data.fens_text))),
    ("CSV of FENs and evaluations", |data| Box::new(|| read_positions(data.csv))),
    ("rows as EPD", |data| {
        Box::new(|| {
            let rows = 0..data.table.len();
            let written = WrittenRows::new(&data.table, rows, RowFormat::Epd, one());
            black_box(written).expect("no interruption");
        })
    }),
    ("planes of pieces uint8, table", |data| column_of_table(data, planes("pieces", Dtype::Uint8))),
    ("lc0 planes uint8, table", |data| column_of_table(data, planes("lc0", Dtype::Uint8))),
    ("write and read viriformat", |data| Box::new(|| through_format(data, "viriformat"))),
    ("write and read binpack", |data| Box::new(|| through_format(data, "binpack"))),
    ("arena: 64 games, 32 steps", |_| {
        let options = || ArenaOptions {
            autoreset: Autoreset::SameStep,
            record: false,
            ..ArenaOptions::default()
        };
        let slots: Vec<usize> = (0..64).collect();
        Box::new(move || {
            let mut arena = Arena::new(64, options()).unwrap();
            for step in 0..32 {
                let choose = |&slot: &usize| (slot * 7 + step * 13) % arena.legal_moves(slot).len();
                let actions: Vec<i64> = slots.iter().map(|slot| choose(slot) as i64).collect();
                arena.step(&slots, Actions::Indices(&actions), one()).unwrap();
            }
            black_box(arena);
        })
    }),
    ("arena: 16 playouts", |_| {
        let slots: Vec<usize> = (0..16).collect();
        Box::new(move || {
            let arena = Arena::new(16, ArenaOptions::default()).unwrap();
            let playouts = Playouts { count: 1, rules: RuleSet::ENGINE, max_plies: None, seed: 1 };
            black_box(playouts.play(&arena.playout_starts(&slots).unwrap(), one()).unwrap());
        })
    }),
];

/// Writes and reads the games with evaluations as a training format.
fn through_format(data: &Data, name: &'static str) {
    let (_, format) = Format::NAMES.into_iter().find(|(other, _)| *other == name).unwrap();
    let options =
        WriteOptions { skip_unsupported: true, missing_score: Some(0), ..WriteOptions::default() };
    let mut file = Vec::new();
    let mut writer = GameWriter::new(format, &mut file, options);
    writer.write(&data.annotated).unwrap();
    writer.finish().unwrap();
    let mut reader = GameReader::new(format, name, Box::new(Cursor::new(file)));
    while let Some(games) = reader.next_games(10_000).unwrap() {
        black_box(games);
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, times, games] = &arguments[..] else {
        for (name, _) in TASKS {
            println!("{name}");
        }
        return;
    };
    let (_, prepare) = TASKS.iter().find(|(task, _)| task == name).expect("a name of a task");
    let data = Data::read(games);
    let mut task = prepare(&data);
    for _ in 0..times.parse().expect("a number of times") {
        task();
    }
}
