//! Names of openings, by position.
//!
//! The names and ECO codes are those of lichess-org/chess-openings (CC0), in `openings.txt`, which
//! `tools/write_openings` writes. Names belong to positions (FIDE 9.2), so transpositions are
//! recognized.

use std::sync::OnceLock;

use super::line::GameLine;
use crate::attacks::{Backend, dispatch, task};
use crate::games::Games;
use crate::notation::san;
use crate::pool::{Interrupted, Run};
use crate::position::Position;
use crate::rules::EditableGame;
use crate::types::Move;

/// A position with a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The code of the Encyclopaedia of Chess Openings, such as `C60`.
    pub eco: &'static str,
    /// The name: `Family: Variation, Subvariation`.
    pub name: &'static str,
    /// Moves from the standard start position to it, the usual ones.
    pub moves: Box<[Move]>,
    /// The position.
    pub position: Position,
}

/// The last named position of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NamedPly {
    /// The index in [`openings`].
    pub opening: u16,
    /// The number of plies before it.
    pub ply: u32,
}

/// Returns all named positions, sorted by code and name.
///
/// ```
/// use enroque::find::openings::{openings, version};
/// let najdorf = openings().iter().find(|opening| opening.name == "Sicilian Defense: Najdorf Variation");
/// assert_eq!(najdorf.unwrap().eco, "B90");
/// assert!(version().starts_with("lichess-org/chess-openings "));
/// ```
pub fn openings() -> &'static [Opening] {
    &table().openings
}

/// Returns the source of the names, with its commit and date.
pub fn version() -> &'static str {
    TEXT.lines().next().map_or("", |line| line.trim_start_matches("# "))
}

/// Returns the index in [`openings`] of a position; `None` if it has no name.
///
/// ```
/// use enroque::find::openings::{index_of, openings};
/// use enroque::notation::fen;
/// let position = fen::read("r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3")?;
/// assert_eq!(openings()[index_of(&position).unwrap()].name, "Ruy Lopez");
/// # Ok::<(), fen::FenError>(())
/// ```
pub fn index_of(position: &Position) -> Option<usize> {
    table().find(position.key()).map(usize::from)
}

/// Returns the last named position of each game; `None` for games without one. The position counts,
/// not the start position of the game.
///
/// # Errors
/// If `run.stop` returned true.
///
/// ```
/// use enroque::find::openings::{of_games, openings};
/// use enroque::{games::Games, pool::Run};
/// let games = Games::from_pgn_text("text", b"1. e4 e5 2. Nf3 Nc6 3. Bb5 Rb8 4. h4 *");
/// let last = of_games(&games, Run::default()).unwrap()[0].unwrap();
/// assert_eq!((openings()[usize::from(last.opening)].name, last.ply), ("Ruy Lopez", 5));
/// ```
pub fn of_games(games: &Games, run: Run<'_>) -> Result<Vec<Option<NamedPly>>, Interrupted> {
    games.of_each(run, |game, found| {
        let last = game.has_start().then(|| last_of(game.start(), game.moves()));
        found.push(last.flatten());
    })
}

/// Returns the last named position of moves.
fn last_of(start: Position, moves: &[Move]) -> Option<NamedPly> {
    dispatch(task!(|backend, start: Position, moves: &[Move]| -> Option<NamedPly> {
        table().last_of(backend, start, moves)
    }))
}

/// Returns the name of the opening of a game: that of its last named position.
pub(crate) fn name_of(game: &GameLine<'_>) -> Option<&'static str> {
    let last = last_of(game.start, game.moves)?;
    Some(openings()[usize::from(last.opening)].name)
}

/// Returns the last named position of a game, which may have illegal positions.
///
/// ```
/// use enroque::find::openings::{of_history, openings};
/// use enroque::{notation::fen, rules::EditableGame};
/// let setup = fen::parse("rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")?;
/// let mut game = EditableGame::from_setup(&setup, false);
/// game.push(None).unwrap(); // a null move
/// let named = of_history(&game).unwrap();
/// assert_eq!((openings()[usize::from(named.opening)].name, named.ply), ("Sicilian Defense", 0));
/// # Ok::<(), fen::FenError>(())
/// ```
pub fn of_history(game: &EditableGame) -> Option<NamedPly> {
    let table = table();
    let named = |position: &Position, ply: usize| {
        Some(NamedPly { opening: table.find(position.key())?, ply: ply.try_into().ok()? })
    };
    if game.has_only_legal_history()
        && let Ok(game) = game.game()
    {
        let early = game.earlier_positions().partition_point(|position| table.may_name(position));
        return (0..=early).rev().find_map(|ply| named(game.position_at(ply)?, ply));
    }
    let (mut last, mut ply) = (None, 0);
    game.for_each_ply(|setup, _| {
        let position = Position::try_from(*setup).ok();
        last = position.and_then(|position| named(&position, ply)).or(last);
        ply += 1;
    });
    last
}

const TEXT: &str = include_str!("openings.txt");

/// The number of bits in the filter, a power of two: few positions without a name pass it.
const FILTER_BITS: usize = 1 << 16;

/// The number of slots of the hash table, a power of two: half of them are empty.
const SLOTS: usize = 1 << 13;

/// An empty slot.
const EMPTY: (u64, u16) = (0, u16::MAX);

struct Table {
    openings: Vec<Opening>,
    /// Keys of positions and their indices, each in the first free slot from that of the key's low
    /// bits on.
    slots: Box<[(u64, u16)]>,
    /// The low bits of [`Position::pieces_key`] of all named positions, as a set.
    filter: Box<[u64]>,
    /// The fewest pieces in a named position.
    fewest_pieces: u32,
}

/// Returns the table, made by the first call.
fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    // a fork while another thread is in `get_or_init` would leave the child waiting for it, so that
    // call takes no time
    TABLE.get().unwrap_or_else(|| {
        let table = Table::new(read(TEXT));
        TABLE.get_or_init(|| table)
    })
}

impl Table {
    fn new(openings: Vec<Opening>) -> Table {
        let mut slots = vec![EMPTY; SLOTS].into_boxed_slice();
        let mut filter = vec![0; FILTER_BITS / 64].into_boxed_slice();
        let mut fewest_pieces = 32;
        for (index, Opening { position, .. }) in (0..).zip(&openings) {
            let key = position.key();
            let mut slot = key as usize % SLOTS;
            while slots[slot] != EMPTY {
                slot = (slot + 1) % SLOTS;
            }
            slots[slot] = (key, index);
            let bit = position.pieces_key() as usize % FILTER_BITS;
            filter[bit / 64] |= 1 << (bit % 64);
            fewest_pieces = fewest_pieces.min(position.placement().occupied().len());
        }
        Table { openings, slots, filter, fewest_pieces }
    }

    /// Whether a position has enough pieces for a name; captures are never undone.
    fn may_name(&self, position: &Position) -> bool {
        position.placement().occupied().len() >= self.fewest_pieces
    }

    /// Returns the index of the position with a key.
    fn find(&self, key: u64) -> Option<u16> {
        let first = key as usize % SLOTS;
        let slots = self.slots[first..].iter().chain(&self.slots[..first]);
        let mut slots = slots.take_while(|slot| **slot != EMPTY);
        slots.find(|(known, _)| *known == key).map(|&(_, index)| index)
    }

    /// Returns the last named position of a game.
    #[inline(always)]
    fn last_of<B: Backend>(
        &self,
        backend: B,
        mut position: Position,
        moves: &[Move],
    ) -> Option<NamedPly> {
        let mut last = None;
        let mut moves = moves.iter();
        for ply in 0.. {
            let bit = position.pieces_key() as usize % FILTER_BITS;
            if self.filter[bit / 64] >> (bit % 64) & 1 == 1
                && let Some(opening) = self.find(position.key_with(backend))
            {
                last = Some(NamedPly { opening, ply });
            }
            match moves.next() {
                Some(&m) if self.may_name(&position) => {
                    position.play_unpredictable(m);
                }
                _ => break,
            }
        }
        last
    }
}

/// Reads a table in the format that its first lines describe, up to a line that is not valid.
fn read(text: &'static str) -> Vec<Opening> {
    let mut reader = Reader { moves: Vec::new(), positions: vec![Position::standard()] };
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let mut openings: Vec<Opening> = lines.map_while(|line| reader.read(line)).collect();
    openings.sort_by_key(|opening| (opening.eco, opening.name));
    openings
}

/// The moves of the last line.
struct Reader {
    moves: Vec<Move>,
    /// The start position, and that after each move.
    positions: Vec<Position>,
}

impl Reader {
    fn read(&mut self, line: &'static str) -> Option<Opening> {
        let mut fields = line.split('\t');
        let mut moves = fields.next()?.split(' ');
        let same_moves: usize = moves.next()?.parse().ok()?;
        if same_moves > self.moves.len() {
            return None;
        }
        self.moves.truncate(same_moves);
        self.positions.truncate(same_moves + 1);
        let mut position = *self.positions.last()?;
        for text in moves {
            let m = san::read(&position, text).ok()?;
            position.play_unchecked(m);
            self.moves.push(m);
            self.positions.push(position);
        }
        let (eco, name) = (fields.next()?, fields.next()?);
        Some(Opening { eco, name, moves: self.moves.as_slice().into(), position })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::notation::fen;

    #[test]
    fn every_line_is_read() {
        let lines = TEXT.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(openings().len(), lines);
        let keys: HashSet<u64> = openings().iter().map(|opening| opening.position.key()).collect();
        assert_eq!(keys.len(), lines);
        for (index, opening) in openings().iter().enumerate() {
            assert_eq!(index_of(&opening.position), Some(index));
            assert!(matches!(opening.eco.as_bytes(), [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9']));
            let mut position = Position::standard();
            for &m in &opening.moves {
                position = position.after(m);
            }
            assert_eq!(position, opening.position);
        }
    }

    #[test]
    fn the_table_is_compact() {
        assert!(TEXT.len() < 240_000);
        let ascii = TEXT.lines().all(|line| line.split('\t').take(2).all(str::is_ascii));
        assert!(ascii && !TEXT.contains('\r'));
        // the first lookup reads it
        let is_full = |slot: &&(u64, u16)| **slot != EMPTY;
        assert!(table().slots.iter().filter(is_full).count() * 2 < SLOTS);
    }

    #[test]
    fn damaged_lines_end_the_table() {
        let lines = ["0 e4\tB00\tKing's Pawn", "1 e5\tC20\tOpen Game", "2 e5\tC20\tNo"];
        for (text, count) in [
            (lines.join("\n"), 2),
            (lines[..2].join("\n").replace("e5", "e6 e5 e4"), 1),
            ("0 e4\tB00".into(), 0),
            ("e4\tB00\tA".into(), 0),
            ("9 e4\tB00\tA".into(), 0),
        ] {
            let text: &'static str = text.leak();
            assert_eq!(read(text).len(), count, "{text}");
        }
    }

    #[test]
    fn of_games_is_the_last_named_position() {
        let text = b"1. e4 e5 2. Nf3 Nc6 3. Bb5 Rb8 4. h4 * 1. Nf3 Nf6 2. Ng1 Ng8 * 1. Nf3 d5 2. d4 *\n\
            [FEN \"r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3\"] 1... Rb8 *\n\
            [FEN \"8/8/8/8/8/8/8/K6k w - - 0 1\"] * [FEN \"none\"] 1. e4 *";
        let games = Games::from_pgn_text("text", text);
        let found = of_games(&games, Run::default()).unwrap();
        for (game, found) in games.iter().zip(&found) {
            let named = (0..=game.moves().len())
                .rev()
                .find_map(|ply| Some((ply, index_of(&game.position_at(ply)?)?)));
            assert_eq!(named, found.map(|found| (found.ply as usize, found.opening.into())));
        }
        let names: Vec<_> = found
            .iter()
            .map(|found| found.map(|found| openings()[usize::from(found.opening)].name))
            .collect();
        let zukertort = "Zukertort Opening";
        assert_eq!(names[0], Some("Ruy Lopez"));
        assert_eq!(names[1].unwrap(), zukertort);
        assert_eq!(names[3], Some("Ruy Lopez"));
        assert_eq!(names[4..], [None, None]);
    }

    /// Transpositions, en passant that is not legal, and positions after the longest line.
    #[test]
    fn positions_count_and_not_moves() {
        let name = |fen| index_of(&fen::read(fen).unwrap()).map(|index| openings()[index].name);
        let pawn = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq";
        assert_eq!(name(&*format!("{pawn} e3 0 1").leak()), Some("King's Pawn Game"));
        assert_eq!(name(&*format!("{pawn} - 7 30").leak()), Some("King's Pawn Game"));
        assert_eq!(name(&*format!("{} - 0 1", pawn.replace("KQkq", "Kkq")).leak()), None);
        assert_eq!(name(fen::STARTING_FEN), None);
    }
}
