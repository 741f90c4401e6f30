//! Symmetries of chess applied to positions, planes and policies (data augmentation).

use thiserror::Error;

use super::empty_board::{EmptyBoard, all_moves};
use super::{Policy, View};
use crate::named_enum::named_enum;
use crate::position::{Position, PositionError, Setup};
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

/// An error of applying a symmetry.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum SymmetryError {
    /// The position has castling rights.
    #[error(
        "{} requires a position without castling rights{}",
        .0.name(),
        if *.0 == Symmetry::MirrorFiles { ", except in Chess960" } else { "" }
    )]
    Castling(Symmetry),
    /// The position has pawns.
    #[error("{} requires a position without pawns", .0.name())]
    Pawns(Symmetry),
    /// The encoding transforms the board itself, such as the canonical formats of lc0.
    #[error(
        "{encoding} in this format transforms the board itself, so no symmetry can be applied to its \
         planes and policy"
    )]
    TransformsBoard {
        /// The name of the encoding.
        encoding: &'static str,
    },
    /// The encoding is from White's side without the side to move, on which the symmetry depends.
    #[error(
        "{} depends on the side to move, which {encoding} does not encode: pass turn",
        .symmetry.name()
    )]
    Turn {
        /// The name of the encoding.
        encoding: &'static str,
        /// The symmetry.
        symmetry: Symmetry,
    },
    /// Composed planes from White's side have a part of one player without that of the other.
    #[error(
        "flip_colors needs the parts of both players, but the planes have {part} without \
         {counterpart}: encode the transformed board instead"
    )]
    Part {
        /// The part.
        part: &'static str,
        /// The missing part of the other player.
        counterpart: &'static str,
    },
    /// The array does not have the size of planes.
    #[error("the planes of a position have {row} elements, but the array has {found}")]
    Size {
        /// The number of elements of one position.
        row: usize,
        /// The number of elements of the array.
        found: usize,
    },
    /// The symmetric position is illegal, which happens for some illegal setups only.
    #[error(transparent)]
    Position(PositionError),
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
    pub fn position(self, position: &Position, chess960: bool) -> Result<Position, SymmetryError> {
        let placement = position.placement();
        let keeps_castling = match self {
            Symmetry::FlipColors => true,
            Symmetry::MirrorFiles => chess960,
            _ => false,
        };
        if !keeps_castling && !position.castling().is_empty() {
            return Err(SymmetryError::Castling(self));
        }
        let keeps_pawns = matches!(self, Symmetry::FlipColors | Symmetry::MirrorFiles);
        if !keeps_pawns && placement.by_type(PieceType::Pawn).any() {
            return Err(SymmetryError::Pawns(self));
        }
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
        Position::try_from(setup).map_err(SymmetryError::Position)
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
    ) -> Result<Vec<i64>, SymmetryError> {
        let encoding = policy.name();
        if policy.untransformed().is_some() {
            return Err(SymmetryError::TransformsBoard { encoding });
        }
        let turns = match turn {
            _ if !(policy.view() == View::White && self.depends_on_view()) => &Color::ALL[..],
            Some(turn) => &[turn],
            None => return Err(SymmetryError::Turn { encoding, symmetry: self }),
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
