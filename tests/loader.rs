//! The loader: every sample once, the same batches for any number of threads, resuming.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use enroque::columns::{Column, Dtype, ElementsMut, GameSamples, Unsupported, encode};
use enroque::find::{PieceSet, Played, Presence, Program, Property, Query};
use enroque::games::Games;
use enroque::io::ReadError;
use enroque::loader::{
    Batch, BatchArray, Block, Config, Cursor, FileCounts, Files, LoadError, Loader, Next,
    OnUnsupported, Selection, SkippedFiles, SourceError,
};
use enroque::movegen::legal_moves;
use enroque::notation::san;
use enroque::pool::Run;
use enroque::position::Position;
use enroque::tensor::{Encoding, PolicyEncoding};
use enroque::types::Bitboard;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

fn text(games: usize) -> String {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut text = String::new();
    for n in 0..games {
        let mut position = Position::standard();
        text += "[Result \"1-0\"]\n\n";
        for _ in 0..(7 * n) % 90 {
            let Some(&m) = legal_moves(&position).choose(&mut rng) else { break };
            text += &format!("{} ", san::write(&position, m));
            position.play_unchecked(m);
        }
        text += "1-0\n\n";
    }
    text
}

fn games(count: usize) -> Arc<Games> {
    Arc::new(Games::from_pgn_text("random", text(count).as_bytes()))
}

fn planes_and_policy() -> [Column; 2] {
    let planes = Column::Planes(Encoding::named("lc0", &[]).unwrap(), Dtype::Uint8);
    [planes, Column::played(PolicyEncoding::named("lc0", &[]).unwrap())]
}

fn named(columns: impl IntoIterator<Item = Column>) -> Vec<(String, Column)> {
    columns.into_iter().map(|column| (column.kind().to_owned(), column)).collect()
}

fn config() -> Config {
    let [planes, policy] = planes_and_policy();
    let columns = named([planes, policy, Column::Game, Column::Ply]);
    Config { batch_size: 100, columns, shuffle_games: 50, seed: 3, ..Config::default() }
}

/// The arrays of a batch.
#[derive(Clone, PartialEq, Debug)]
struct Content {
    planes: Vec<u8>,
    policy: Vec<i64>,
    game: Vec<i64>,
    ply: Vec<i32>,
}

fn content(mut batch: Batch) -> Content {
    let size = batch.len();
    let mut content = Content { planes: vec![], policy: vec![], game: vec![], ply: vec![] };
    for BatchArray { name, shape, array, .. } in batch.arrays_mut() {
        let len = size * shape.iter().product::<usize>();
        match (&**name, array.elements_mut()) {
            ("planes", ElementsMut::Uint8(planes)) => {
                assert_eq!(planes.as_ptr().align_offset(64), 0);
                content.planes = planes[..len].to_vec();
            }
            ("policy", ElementsMut::Int64(policy)) => content.policy = policy[..len].to_vec(),
            ("game", ElementsMut::Int64(game)) => content.game = game[..len].to_vec(),
            ("ply", ElementsMut::Int32(ply)) => content.ply = ply[..len].to_vec(),
            other => panic!("{other:?}"),
        }
    }
    content
}

fn epoch(loader: &mut Loader) -> Vec<Content> {
    let mut batches = Vec::new();
    while let Next::Batch(batch) = loader.next(None).unwrap() {
        batches.push(content(batch));
    }
    batches
}

fn loader(games: &Arc<Games>, config: Config) -> Loader {
    Loader::new(Arc::new(Block::Games(games.clone())), config).unwrap()
}

fn pairs(batches: &[Content]) -> Vec<(i64, i32)> {
    batches.iter().flat_map(|b| b.game.iter().copied().zip(b.ply.iter().copied())).collect()
}

#[test]
fn every_sample_once_and_as_in_a_batch() {
    let games = games(200);
    let config = config();
    let batches = epoch(&mut loader(&games, config));
    let found = pairs(&batches);
    assert_eq!(found.len(), games.moves().len());
    assert_eq!(found.iter().collect::<HashSet<_>>().len(), found.len());
    assert!(batches[..batches.len() - 1].iter().all(|batch| batch.game.len() == 100));
    for batch in batches {
        let samples = GameSamples::new(&games, &batch.game, &batch.ply).unwrap();
        let (mut planes, mut policy) =
            (vec![7u8; batch.planes.len()], vec![7i64; batch.policy.len()]);
        let out = [(&mut planes[..]).into(), (&mut policy[..]).into()];
        encode(&samples, &planes_and_policy(), out, Unsupported::Raise, Run::default()).unwrap();
        assert!(planes == batch.planes);
        assert_eq!(policy, batch.policy);
    }
}

#[test]
fn batches_depend_on_the_seed_and_not_on_threads() {
    let games = games(150);
    let one = Config { threads: NonZeroUsize::new(1), ..config() };
    let mut first = loader(&games, one);
    let mut second = loader(&games, config());
    let (first_epoch, second_epoch) = (epoch(&mut first), epoch(&mut first));
    assert!(first_epoch == epoch(&mut second) && second_epoch == epoch(&mut second));
    assert!(first_epoch != second_epoch);
    let other = epoch(&mut loader(&games, Config { seed: 4, ..config() }));
    assert!(other != first_epoch);
    let in_order = epoch(&mut loader(&games, Config { shuffle_games: 0, ..config() }));
    let found = pairs(&in_order);
    assert!(found.is_sorted() && found.len() == games.moves().len());
}

#[test]
fn another_loader_resumes() {
    let games = games(150);
    let whole = epoch(&mut loader(&games, config()));
    for stop in [0, 1, 7, whole.len() - 1] {
        let mut stopped = loader(&games, config());
        for expected in &whole[..stop] {
            let Next::Batch(batch) = stopped.next(None).unwrap() else { panic!() };
            assert!(content(batch) == *expected);
        }
        let mut resumed = loader(&games, config());
        resumed.seek(stopped.cursor());
        assert!(epoch(&mut resumed) == whole[stop..], "from {stop}");
        assert_eq!(resumed.cursor(), Cursor::epoch(1));
    }
}

#[test]
fn ranks_share_the_samples() {
    let games = games(101);
    let mut all = Vec::new();
    for rank in 0..3 {
        let config = Config { rank, world_size: 3, ..config() };
        all.extend(pairs(&epoch(&mut loader(&games, config))));
    }
    assert_eq!(all.len(), games.moves().len());
    assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len());
}

#[test]
fn selections() {
    let games = games(120);
    let with = |selection| {
        let config = Config { selection, ..config() };
        pairs(&epoch(&mut loader(&games, config)))
    };
    let few = with(Selection {
        positions_per_game: Some(3),
        min_ply: 4,
        max_ply: 40,
        ..Default::default()
    });
    assert!(few.iter().all(|&(_, ply)| (4..=40).contains(&ply)));
    let of_game = |n| few.iter().filter(|&&(game, _)| game == n).count();
    for n in 0..games.len() {
        let plies = games.game(n).unwrap().moves().len();
        let candidates = plies.min(41).saturating_sub(4);
        assert_eq!(of_game(n as i64), candidates.min(3));
    }
    let position = |(game, ply): (i64, i32)| {
        let game = games.game(game as usize).unwrap();
        let moves = &game.moves()[..ply as usize];
        moves.iter().fold(game.start(), |position, &m| position.after(m))
    };
    let all = with(Selection::default());
    let filtered = |query: Query| Selection {
        filter: Some(Arc::new(Program::new(&query))),
        ..Default::default()
    };
    let checks = with(filtered(Query::Is(Property::Check)));
    let expected = all.iter().filter(|&&pair| position(pair).is_check()).count();
    assert!(expected > 0 && checks.len() == expected);
    assert!(checks.into_iter().all(|pair| position(pair).is_check()));
    let pieces = {
        let (pieces, squares) = (PieceSet::parse("!").unwrap(), Bitboard::FULL);
        with(filtered(Query::Count { pieces, squares, number: 28..=30 }))
    };
    assert!(!pieces.is_empty());
    assert!(pieces.iter().all(|&p| (28..=30).contains(&position(p).placement().occupied().len())));
    let played = |captures| {
        Query::Played(Box::new(Played { captures: Some(captures), ..Default::default() }))
    };
    let quiet = with(filtered(played(Presence::Absent)));
    let captures = with(filtered(played(Presence::Any)));
    assert_eq!(quiet.len() + captures.len(), all.len());
    let half = with(Selection { sample_probability: 0.5, ..Default::default() }).len() as f64;
    assert!((half / all.len() as f64 - 0.5).abs() < 0.05);
}

#[test]
fn unsupported_moves() {
    let text = b"[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8=N Kg7 2. Kb1 *";
    let games = Arc::new(Games::from_pgn_text("promotion", text));
    let policy = Column::played(PolicyEncoding::named("from_to", &[]).unwrap());
    let columns = named([policy, Column::Game, Column::Ply]);
    let base = Config { columns, shuffle_games: 0, ..Config::default() };
    let error = loader(&games, base.clone()).next(None).unwrap_err();
    assert!(error.to_string().contains("game 0, ply 0: from_to has no index for a7a8n"), "{error}");
    for (on_unsupported, plies) in
        [(OnUnsupported::Skip, vec![1, 2]), (OnUnsupported::Mask, vec![0, 1, 2])]
    {
        let config = Config { on_unsupported, ..base.clone() };
        let batches = epoch(&mut loader(&games, config));
        assert_eq!(batches[0].ply, plies);
        assert_eq!(batches[0].policy.contains(&-1), plies.len() == 3);
    }
}

#[test]
fn files_in_blocks() {
    let folder = std::env::temp_dir().join(format!("enroque-loader-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("games.pgn");
    // several blocks of 4 MiB
    std::fs::write(&path, text(300).repeat(200)).unwrap();
    let counts = FileCounts::default;
    let files = |paths| Arc::new(Files { paths, opener: None, skipped: None, counts: counts() });
    let columns = named([Column::Game, Column::Ply]);
    let config = Config { columns, batch_size: 4096, shuffle_games: 200, ..Config::default() };
    let mut whole = Loader::new(files(vec![path.clone()]), config.clone()).unwrap();
    let batches = epoch(&mut whole);
    assert_eq!(pairs(&batches).len(), 200 * games(300).moves().len());
    let mut stopped = Loader::new(files(vec![path.clone()]), config.clone()).unwrap();
    let half = batches.len() / 2;
    for _ in 0..half {
        stopped.next(None).unwrap();
    }
    assert!(stopped.cursor().block > 0, "{:?}", stopped.cursor());
    let mut resumed = Loader::new(files(vec![path.clone()]), config.clone()).unwrap();
    resumed.seek(stopped.cursor());
    assert!(epoch(&mut resumed) == batches[half..]);

    let missing = folder.join("missing.pgn");
    let both = vec![missing.clone(), path.clone()];
    let error = Loader::new(files(both.clone()), config.clone()).unwrap().next(None).unwrap_err();
    let LoadError::Source(SourceError::Pgn(ReadError::Open { source, .. })) = &error else {
        panic!("{error}");
    };
    assert!(source.contains("missing.pgn"));
    let skipped = Some(SkippedFiles::default());
    let skipping = Arc::new(Files { paths: both, opener: None, skipped, counts: counts() });
    assert!(matches!(Loader::new(skipping, config).unwrap().next(None), Ok(Next::Batch(_))));
    // Windows deletes no file that a thread of a dropped loader still reads
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn empty_source_early_drop_and_invalid_configurations() {
    let error = loader(&games(0), config()).next(None).unwrap_err();
    assert!(matches!(error, LoadError::Empty), "{error}");
    let games = games(100);
    for _ in 0..20 {
        let mut dropped = loader(&games, config());
        dropped.next(None).unwrap();
    }
    let mut waiting = loader(&games, config());
    let first = waiting.next(Some(Duration::from_secs(20))).unwrap();
    assert!(matches!(first, Next::Batch(_)));
    for invalid in [
        Config { batch_size: 0, ..config() },
        Config { batch_size: 1 << 20, ..config() },
        Config { rank: 1, ..config() },
        Config { prefetch: 0, ..config() },
        Config { columns: Vec::new(), ..config() },
        Config { columns: named([Column::Game, Column::Game]), ..config() },
        Config {
            selection: Selection { sample_probability: f64::NAN, ..Default::default() },
            ..config()
        },
    ] {
        assert!(Loader::new(Arc::new(Block::Games(games.clone())), invalid).is_err());
    }
}

#[test]
fn memory_is_reused() {
    let games = games(200);
    let mut reused = loader(&games, config());
    let pool = reused.pool();
    let expected = epoch(&mut loader(&games, config()));
    for expected in &expected {
        let Next::Batch(mut batch) = reused.next(None).unwrap() else { panic!() };
        for BatchArray { array, .. } in batch.arrays_mut() {
            if let ElementsMut::Uint8(planes) = array.elements_mut() {
                assert!(planes[..expected.planes.len()] == expected.planes);
                planes.fill(9);
            }
        }
        pool.put(batch);
    }
}
