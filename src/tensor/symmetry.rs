//! Symmetries of chess applied to positions, planes and policies (data augmentation).

use super::empty_board::{EmptyBoard, all_moves};
use super::{Policy, View};
use crate::error::{CallError, call_error, ensure};
use crate::named_enum::named_enum;
use crate::position::{Position, Setup};
use crate::types::{Bitboard, CastlingRights, Color, Move, Piece, PieceType, Square};

named_enum! {
    /// A transformation to a position with the same game tree.
    ///
    /// All but [`Symmetry::FlipColors`] are relative to the side to move, whose back rank is the first
    /// rank.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum Symmetry {
        /// Swaps White and Black. All positions have it.
        FlipColors = "flip_colors",
        /// Reverses the files. In standard chess, requires that there are no castling rights. In
        /// Chess960, rights are mirrored with their rooks, but the targets of castling remain on the
        /// c-, d-, f- and g-file, so castling may be legal in only one of the two positions.
        MirrorFiles = "mirror_files",
        /// Reverses the ranks. Like all that follow, requires that there are no pawns and no castling
        /// rights.
        MirrorRanks = "mirror_ranks",
        /// A rotation by 180 degrees.
        Rotate180 = "rotate_180",
        /// A quarter turn: a1 to a8, a8 to h8.
        Rotate90 = "rotate_90",
        /// A quarter turn in the other direction: a1 to h1.
        Rotate270 = "rotate_270",
        /// The reflection in the diagonal from a1 to h8.
        Transpose = "transpose",
        /// The reflection in the diagonal from h1 to a8.
        AntiTranspose = "anti_transpose",
    }
}

/// The error of an encoding that transforms the board itself, such as the canonical formats of lc0.
pub(super) fn transforms_board(encoding: &str) -> CallError {
    call_error!(
        Encoding("symmetry"),
        "{encoding} in this format transforms the board itself, so no symmetry can be applied to its planes and \
         policy"
    )
}

impl Symmetry {
    /// Returns the image of a square, both from the side to move's side, or from White's side for
    /// [`Symmetry::FlipColors`].
    pub(super) const fn map(self, square: u8) -> u8 {
        let (file, rank) = (square % 8, square / 8);
        match self {
            Symmetry::FlipColors | Symmetry::MirrorRanks => square ^ 56,
            Symmetry::MirrorFiles => square ^ 7,
            Symmetry::Rotate180 => square ^ 63,
            Symmetry::Rotate90 => 8 * (7 - file) + rank,
            Symmetry::Rotate270 => 8 * file + 7 - rank,
            Symmetry::Transpose => 8 * file + rank,
            Symmetry::AntiTranspose => 8 * (7 - file) + 7 - rank,
        }
    }

    /// Returns the image of a square, with this side to move.
    const fn map_square(self, square: Square, turn: Color) -> Square {
        let own = match (self, turn) {
            (Symmetry::FlipColors, _) | (_, Color::White) => 0,
            (_, Color::Black) => 56,
        };
        Square::from_low_bits(self.map(square as u8 ^ own) ^ own)
    }

    /// Returns the same transformation relative to the other player: the other quarter turn or
    /// diagonal.
    pub(super) const fn for_opponent(self) -> Symmetry {
        match self {
            Symmetry::Rotate90 => Symmetry::Rotate270,
            Symmetry::Rotate270 => Symmetry::Rotate90,
            Symmetry::Transpose => Symmetry::AntiTranspose,
            Symmetry::AntiTranspose => Symmetry::Transpose,
            same => same,
        }
    }

    /// Whether the transformation differs between the views of the two players.
    pub(super) fn depends_on_view(self) -> bool {
        self != self.for_opponent()
    }

    /// Returns the side to move, which an encoding from White's side does not encode.
    pub(super) fn needed_turn(
        self,
        encoding: &str,
        turn: Option<Color>,
    ) -> Result<Color, CallError> {
        let name = self.name();
        turn.ok_or_else(|| {
            call_error!(
                Encoding("turn"),
                "{name} depends on the side to move, which {encoding} does not encode: pass turn"
            )
        })
    }

    /// Returns the symmetric position. `chess960` allows castling rights for
    /// [`Symmetry::MirrorFiles`].
    ///
    /// ```
    /// use enroque::notation::fen;
    /// use enroque::tensor::Symmetry;
    /// let position = fen::read("4k3/8/8/8/8/8/PK6/8 w - - 0 1").unwrap();
    /// let mirrored = Symmetry::MirrorFiles.position(&position, false).unwrap();
    /// assert_eq!(fen::write(&mirrored).as_str(), "3k4/8/8/8/8/8/6KP/8 w - - 0 1");
    /// assert!(Symmetry::Transpose.position(&position, false).is_err());
    /// let start = fen::read("rk2r3/8/8/8/8/8/8/RK2R3 w KQkq - 0 1").unwrap();
    /// let mirrored = Symmetry::MirrorFiles.position(&start, true).unwrap();
    /// assert_eq!(fen::write(&mirrored).as_str(), "3r2kr/8/8/8/8/8/8/3R2KR w KQkq - 0 1");
    /// ```
    ///
    /// # Errors
    /// If the position does not have the symmetry.
    pub fn position(self, position: &Position, chess960: bool) -> Result<Position, CallError> {
        let placement = position.placement();
        let keeps_castling = match self {
            Symmetry::FlipColors => true,
            Symmetry::MirrorFiles => chess960,
            _ => false,
        };
        ensure!(
            keeps_castling || position.castling().is_empty(),
            Encoding("symmetry"),
            "{} requires a position without castling rights{}",
            self.name(),
            if self == Symmetry::MirrorFiles { ", except in Chess960" } else { "" }
        );
        let keeps_pawns = matches!(self, Symmetry::FlipColors | Symmetry::MirrorFiles);
        ensure!(
            keeps_pawns || !placement.by_type(PieceType::Pawn).any(),
            Encoding("symmetry"),
            "{} requires a position without pawns",
            self.name()
        );
        let turn = position.turn();
        let flips = self == Symmetry::FlipColors;
        let color = |color: Color| if flips { !color } else { color };
        let square = |square: Square| self.map_square(square, turn);
        let mut setup = Setup { turn: color(turn), ..position.to_setup() };
        setup.placement = Setup::EMPTY.placement;
        for from in placement.occupied() {
            if let Some(piece) = placement.piece_at(from) {
                let piece = Piece { color: color(piece.color), ..piece };
                setup.placement.put(square(from), piece);
            }
        }
        let rooks = position.castling().0.into_iter().map(square).collect::<Bitboard>();
        setup.castling = CastlingRights(rooks);
        setup.ep_square = position.ep_square().map(square);
        // fails for the images of some illegal positions
        Position::try_from(setup).map_err(|error| call_error!(Encoding("symmetry"), "{error}"))
    }

    /// Returns the corresponding move in the symmetric position; `turn` is the original side to
    /// move.
    pub fn image(self, m: Move, turn: Color) -> Option<Move> {
        let (from, to) = (self.map_square(m.from(), turn), self.map_square(m.to(), turn));
        match m.promoted() {
            None => Move::new(from, to),
            Some(piece) => Move::promotion(from, to, piece),
        }
    }

    /// Returns the index of the corresponding move for each index of a policy, or -1 if no move of
    /// a position with the symmetry has the index. `turn` is the side to move, needed for quarter
    /// turns and policies from White's side.
    ///
    /// # Errors
    /// If the policy transforms the board itself, or if `turn` is needed but `None`.
    pub fn permutation<P: Policy>(
        self,
        policy: &P,
        turn: Option<Color>,
    ) -> Result<Vec<i64>, CallError> {
        let encoding = policy.name();
        if policy.untransformed().is_some() {
            return Err(transforms_board(encoding));
        }
        let turns = match policy.view() == View::White && self.depends_on_view() {
            false => &Color::ALL[..],
            true => &[self.needed_turn(encoding, turn)?],
        };
        let mut permutation = vec![-1; policy.size()];
        let flips = self == Symmetry::FlipColors;
        for &turn in turns {
            let (board, image_board) =
                (EmptyBoard::new(turn), EmptyBoard::new(if flips { !turn } else { turn }));
            for m in all_moves(turn) {
                let image = self.image(m, turn).and_then(|m| image_board.index(policy, m));
                let entry = board.index(policy, m).and_then(|index| permutation.get_mut(index));
                if let (Some(image), Some(entry)) = (image, entry) {
                    *entry = image as i64;
                }
            }
        }
        if flips {
            policy.castling_indices().for_each(|index| permutation[index] = index as i64);
        }
        Ok(permutation)
    }
}
