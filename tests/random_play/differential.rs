//! Comparison with cozy-chess in the same random games.

use cozy_chess::Board;
use enroque::notation::fen::{CastlingStyle, write_setup};
use enroque::position::Position;
use enroque::types::{Move, MoveList};

use super::{Observer, Variant, random_play};

/// The board of cozy-chess in the same game.
struct Cozy {
    board: Board,
    seen: u64,
    /// The numbers of castlings, en-passant captures and promotions among the moves.
    special: [u64; 3],
}

impl Cozy {
    fn new() -> Cozy {
        Cozy { board: Board::default(), seen: 0, special: [0; 3] }
    }
}

/// A move as a number, for comparison of both crates.
pub(super) fn code(from: usize, to: usize, promotion: usize) -> u32 {
    (from | to << 6 | promotion << 12) as u32
}

/// The codes of cozy-chess's moves, sorted.
pub(super) fn cozy_moves(board: &Board) -> Vec<u32> {
    let mut codes = Vec::with_capacity(64);
    board.generate_moves(|moves| {
        codes.extend(moves.into_iter().map(|m| {
            let promotion = m.promotion.map_or(0, |piece| piece as usize);
            code(m.from as usize, m.to as usize, promotion)
        }));
        false
    });
    codes.sort_unstable();
    codes
}

impl Observer for Cozy {
    fn start(&mut self, white: u16, black: u16) {
        self.board = Board::double_chess960_startpos(white.into(), black.into());
    }

    fn observe(&mut self, position: &Position, moves: &MoveList) {
        self.seen += 1;
        let theirs = cozy_moves(&self.board);
        let mut ours = Vec::with_capacity(64);
        for m in moves {
            let promotion = m.promoted().map_or(0, |piece| piece.index());
            ours.push(code(m.from().index(), m.to().index(), promotion));
            self.special[0] +=
                u64::from(position.placement().by_color(position.turn()).has(m.to()));
            self.special[1] += u64::from(
                position.ep_square() == Some(m.to()) && position.ep_capturers().has(m.from()),
            );
            self.special[2] += u64::from(promotion > 0);
        }
        ours.sort_unstable();
        assert_eq!(ours, theirs, "{}", self.board);

        // cozy-chess sets the en-passant square after every double push, and its halfmove clock
        // stops at 100.
        let mut setup = position.to_setup();
        setup.halfmove_clock = setup.halfmove_clock.min(100);
        let fen = write_setup(&setup, CastlingStyle::Shredder);
        assert_eq!(fen.as_str(), format!("{:#}", self.board));
        assert_eq!(position.is_check(), !self.board.checkers().is_empty(), "{fen}");
    }

    fn play(&mut self, _: &Position, m: Move) {
        let square = |square: enroque::types::Square| cozy_chess::Square::index(square.index());
        let promotion = m.promoted().map(|piece| cozy_chess::Piece::index(piece.index()));
        let m = cozy_chess::Move { from: square(m.from()), to: square(m.to()), promotion };
        self.board.play_unchecked(m);
    }
}

/// Compares this many positions of each variant, with several seeds in parallel.
fn walk(positions: u64, seeds: u64) {
    for variant in Variant::ALL {
        std::thread::scope(|scope| {
            for seed in 0..seeds {
                scope.spawn(move || {
                    let mut cozy = Cozy::new();
                    random_play(variant, seed, positions / seeds, &mut cozy);
                    assert_eq!(cozy.seen, positions / seeds);
                    let enough = cozy.special.iter().all(|&count| count > cozy.seen / 4000);
                    assert!(enough, "{variant:?}: too few special moves: {:?}", cozy.special);
                });
            }
        });
    }
}

#[test]
fn twenty_thousand_positions() {
    walk(7_000, 2);
}

#[test]
#[ignore = "slow: ten million positions"]
fn ten_million_positions() {
    let threads = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    walk(3_400_000, threads);
}
