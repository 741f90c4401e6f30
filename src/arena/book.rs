//! Polyglot opening books as start positions.

use rand_chacha::ChaCha8Rng;

use crate::error::{CallError, ensure};
use crate::movegen::legal_moves;
use crate::notation::uci;
use crate::position::Position;
use crate::random::below;
use crate::types::{Move, MoveList, Square};

/// The number of bytes of an entry: key, move, weight and learning data, highest byte first.
const ENTRY: usize = 16;
/// The number of bytes of a key.
const KEY: usize = 8;

/// The moves of a Polyglot opening book.
///
/// ```
/// use enroque::{arena::Book, position::Position};
/// let mut entry = Position::standard().polyglot_key().to_be_bytes().to_vec();
/// entry.extend([0b0011, 0b00_011100, 0, 1, 0, 0, 0, 0]); // e2e4, with weight 1
/// assert!(Book::new(&entry).is_ok());
/// assert!(Book::new(&entry[1..]).is_err());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Book {
    /// By key.
    entries: Vec<[u8; ENTRY]>,
}

impl Book {
    /// Reads the contents of a book.
    ///
    /// # Errors
    /// When they are not a whole number of entries.
    pub fn new(bytes: &[u8]) -> Result<Book, CallError> {
        let (chunks, rest) = bytes.as_chunks::<ENTRY>();
        let size = bytes.len();
        ensure!(
            rest.is_empty(),
            Data("book"),
            "a Polyglot book of {size} bytes is truncated: its entries have {ENTRY} bytes"
        );
        let mut entries = chunks.to_vec();
        entries.sort_by(|one, other| one[..KEY].cmp(&other[..KEY]));
        Ok(Book { entries })
    }

    /// Plays at most `plies` moves of the book from a position, each with a probability in
    /// proportion to its weight.
    pub(super) fn walk(&self, start: Position, plies: u32, rng: &mut ChaCha8Rng) -> Position {
        let mut position = start;
        for _ in 0..plies {
            let Some(m) = self.choice(&position, rng) else { break };
            position = position.after(m);
        }
        position
    }

    fn choice(&self, position: &Position, rng: &mut ChaCha8Rng) -> Option<Move> {
        let key = position.polyglot_key().to_be_bytes();
        let first = self.entries.partition_point(|entry| entry[..KEY] < key[..]);
        let entries = self.entries[first..].iter().take_while(|entry| entry[..KEY] == key);
        let legal = legal_moves(position);
        // two positions may have the same key, so a move may be illegal
        let weighted = |&[.., m, n, v, w, _, _, _, _]: &[u8; ENTRY]| {
            let found = found(position, &legal, u16::from_be_bytes([m, n]))?;
            Some((found, u16::from_be_bytes([v, w]).into()))
        };
        let moves: Vec<(Move, usize)> = entries.filter_map(weighted).collect();
        let total: usize = moves.iter().map(|(_, weight)| weight).sum();
        if total == 0 {
            return None;
        }
        let mut chosen = below(rng, total);
        moves.into_iter().find_map(|(m, weight)| match chosen.checked_sub(weight) {
            None => Some(m),
            Some(rest) => {
                chosen = rest;
                None
            }
        })
    }
}

/// The legal move with the 16 bits of a book. Castling is king takes rook; some books write the
/// king's target.
fn found(position: &Position, legal: &MoveList, raw_move: u16) -> Option<Move> {
    let square = |shift: u16| Square::from_index(usize::from(raw_move >> shift & 63));
    let (to, from, promotion) = (square(0)?, square(6)?, raw_move >> 12 & 7);
    if from == to || promotion > 4 {
        return None;
    }
    let m = Move::build(from, to, promotion);
    if legal.contains(&m) {
        return Some(m);
    }
    uci::read(position, &m.to_string()).ok()
}
