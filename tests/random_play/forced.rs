//! Rare rules: positions constructed for each of them, compared with cozy-chess.

use cozy_chess::Board;
use enroque::attacks::{self, Portable};
use enroque::movegen::{legal_moves, perft};
use enroque::notation::fen::{CastlingStyle, write_setup};
use enroque::position::{Position, Setup};
use enroque::types::{Bitboard, CastlingRights, Color, File, Piece, PieceType, Rank, Square};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::differential::{code, cozy_moves};

/// A rule that is rare in random play.
#[derive(Clone, Copy, Debug)]
enum Case {
    /// An en-passant capture with the king and an opposing rook or queen on the pawns' rank.
    EnPassantOnTheKingsRank,
    /// An opposing rook or queen behind the castling rook, on the back rank.
    CastlingRookShieldsKing,
    /// Two pieces give check.
    DoubleCheck,
    /// A pinned pawn is one step from the last rank.
    PromotionOutOfPin,
}

/// Puts pieces on free squares only.
struct Builder {
    rng: ChaCha8Rng,
    setup: Setup,
}

impl Builder {
    fn free(&self, within: Bitboard) -> Bitboard {
        within - self.setup.placement.occupied()
    }

    /// Puts a piece on a random free square of a set; `None` if there is none.
    fn put(&mut self, color: Color, piece_type: PieceType, within: Bitboard) -> Option<Square> {
        let mut within = self.free(within);
        if piece_type == PieceType::Pawn {
            within -= Bitboard::from_rank(Rank::First) | Bitboard::from_rank(Rank::Eighth);
        }
        let count = within.len();
        let square = (count > 0).then(|| self.rng.random_range(0..count))?;
        let square = within.into_iter().nth(square as usize)?;
        self.setup.placement.put(square, Piece { color, piece_type });
        Some(square)
    }

    fn one_of(&mut self, kinds: &[PieceType]) -> PieceType {
        kinds[self.rng.random_range(0..kinds.len())]
    }

    /// A setup of a case with up to eight random pieces; `None` if there is no free square.
    fn build(&mut self, case: Case) -> Option<Setup> {
        use PieceType::{Bishop, King, Knight, Pawn, Queen, Rook};
        let own = if self.rng.next_u32().is_multiple_of(2) { Color::White } else { Color::Black };
        let everywhere = !Bitboard::EMPTY;
        self.setup = Setup { turn: own, ..Setup::EMPTY };
        match case {
            Case::EnPassantOnTheKingsRank => {
                let rank = Bitboard::from_rank(Rank::Fifth.relative_to(own));
                let passed = Bitboard::from_rank(Rank::Sixth.relative_to(own));
                let pushed = self.put(!own, Pawn, rank)?;
                let beside = attacks::king(pushed) & rank;
                self.put(own, Pawn, beside)?;
                let here = Bitboard::from(pushed.file());
                self.setup.ep_square = (here & passed).first();
                let origin = here & Bitboard::from_rank(Rank::Seventh.relative_to(own));
                self.put(own, King, rank)?;
                let slider = self.one_of(&[Rook, Queen]);
                self.put(!own, slider, rank)?;
                self.put(!own, King, everywhere - passed - origin)?;
            }
            Case::CastlingRookShieldsKing => {
                let rank = Bitboard::from_rank(own.back_rank());
                let inner = rank - Bitboard::from(File::A) - Bitboard::from(File::H);
                self.put(own, King, inner)?;
                let rook = self.put(own, Rook, inner)?;
                self.setup.castling = CastlingRights(Bitboard::EMPTY.with(rook));
                let slider = self.one_of(&[Rook, Queen]);
                self.put(!own, slider, rank - inner)?;
                self.put(!own, King, everywhere - rank)?;
            }
            Case::DoubleCheck => {
                let king = self.put(own, King, everywhere)?;
                let lines = attacks::orthogonals(king) | attacks::diagonals(king);
                for _ in 0..3 {
                    let slider = self.one_of(&[Rook, Queen, Bishop]);
                    self.put(!own, slider, lines)?;
                }
                self.put(!own, Knight, attacks::knight(king))?;
                self.put(!own, King, everywhere - attacks::king(king))?;
            }
            Case::PromotionOutOfPin => {
                let seventh = Bitboard::from_rank(Rank::Seventh.relative_to(own));
                let pawn = self.put(own, Pawn, seventh)?;
                let lines = attacks::orthogonals(pawn) | attacks::diagonals(pawn);
                self.put(own, King, lines)?;
                let slider = self.one_of(&[Rook, Queen, Bishop]);
                self.put(!own, slider, lines)?;
                let last = Bitboard::from_rank(Rank::Eighth.relative_to(own));
                let victim = self.one_of(&[Rook, Queen, Bishop, Knight]);
                self.put(!own, victim, last)?;
                self.put(!own, King, everywhere)?;
            }
        }
        let path = self.setup.ep_square.map_or(Bitboard::EMPTY, |square| square.file().into());
        for _ in 0..self.rng.random_range(0..9) {
            let color = if self.rng.next_u32().is_multiple_of(2) { own } else { !own };
            let piece_type = self.one_of(&[Pawn, Pawn, Knight, Bishop, Rook, Queen]);
            self.put(color, piece_type, everywhere - path)?;
        }
        Some(self.setup)
    }
}

/// Whether a position has the case.
fn is_met(case: Case, position: &Position) -> bool {
    let (own, placement) = (position.turn(), position.placement());
    let king = position.king(own);
    let rooks = placement.orthogonal_sliders(!own);
    let own_rank = Bitboard::from_rank(king.rank());
    match case {
        Case::EnPassantOnTheKingsRank => {
            position.ep_capturers().meets(own_rank) && rooks.meets(own_rank)
        }
        Case::CastlingRookShieldsKing => {
            position.castling().of(own).any() && rooks.meets(own_rank) && !position.is_check()
        }
        Case::DoubleCheck => position.checkers().more_than_one(),
        Case::PromotionOutOfPin => {
            let seventh = Bitboard::from_rank(Rank::Seventh.relative_to(own));
            let pawns = placement.pieces(own, PieceType::Pawn) & seventh;
            let is_pinned = |pawn| {
                let mut without = *placement;
                without.remove(pawn);
                without.attackers(Portable::new(), king, !own, without.occupied()).any()
            };
            !position.is_check() && pawns.into_iter().any(is_pinned)
        }
    }
}

/// Compares this many positions of a case.
fn compare(case: Case, count: u32) {
    let mut builder = Builder { rng: ChaCha8Rng::seed_from_u64(960), setup: Setup::EMPTY };
    let (mut met, mut tried) = (0, 0_u64);
    while met < count {
        tried += 1;
        assert!(tried < 200 * u64::from(count), "{case:?} came up {met} times only");
        let Some(setup) = builder.build(case) else { continue };
        let Ok(position) = Position::try_from(setup) else { continue };
        // skips positions that cozy-chess rejects
        let fen = write_setup(&setup, CastlingStyle::Shredder);
        let Ok(board) = Board::from_fen(&fen, true) else { continue };
        if !is_met(case, &position) {
            continue;
        }
        met += 1;
        let mut ours: Vec<u32> = legal_moves(&position)
            .iter()
            .map(|m| code(m.from().index(), m.to().index(), m.promoted().map_or(0, |p| p.index())))
            .collect();
        ours.sort_unstable();
        assert_eq!(ours, cozy_moves(&board), "{case:?}: {fen}");
        let mut nodes = 0;
        board.generate_moves(|moves| {
            for m in moves {
                let mut after = board.clone();
                after.play_unchecked(m);
                nodes += cozy_moves(&after).len() as u64;
            }
            false
        });
        assert_eq!(perft(&position, 2), nodes, "{case:?}: {fen}");
    }
}

fn compare_all(count: u32) {
    for case in [
        Case::EnPassantOnTheKingsRank,
        Case::CastlingRookShieldsKing,
        Case::DoubleCheck,
        Case::PromotionOutOfPin,
    ] {
        compare(case, count);
    }
}

#[test]
fn rare_rules_equal_cozy_chess() {
    compare_all(1_000);
}

#[test]
#[ignore = "slow: a million positions"]
fn rare_rules_a_million_times() {
    compare_all(250_000);
}
