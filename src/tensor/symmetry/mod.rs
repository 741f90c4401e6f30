//! Symmetries of chess, and what they do to positions, planes and policies.

mod planes;

use std::fmt;

use super::lc0::InputFormat;
use super::{Policy, PolicyEncoding, View};
use crate::position::{Position, PositionError, Setup};
use crate::types::{Bitboard, CastlingRights, Color, Move, Piece, PieceType, Square};

/// A way in which a position has a twin that is played alike.
///
/// All but the first are seen by the side to move: the board is looked at with his own back rank below.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Symmetry {
    /// White and Black change places. It is a symmetry of every position.
    FlipColors,
    /// The a-file becomes the h-file. In standard chess nobody may castle. In Chess960 rights go with
    /// their rooks, but castling itself knows left from right: its targets stay on the c-, d-, f- and
    /// g-file, so that one twin may castle where the other cannot, and to other squares.
    MirrorFiles,
    /// The first rank becomes the last one. No pawns, and nobody may castle; so in all that follow.
    MirrorRanks,
    /// Half a turn.
    Rotate180,
    /// A quarter turn: a1 goes to a8, a8 to h8.
    Rotate90,
    /// A quarter turn the other way: a1 goes to h1.
    Rotate270,
    /// The reflection that leaves a1 and h8.
    Transpose,
    /// The reflection that leaves h1 and a8.
    AntiTranspose,
}

/// A position or an encoding has no such symmetry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SymmetryError {
    /// Somebody may castle.
    Castling(Symmetry),
    /// There are pawns.
    Pawns(Symmetry),
    /// lc0's canonical formats have turned the board already.
    Canonical(InputFormat),
    /// The encoding shows White's side, the symmetry is the side to move's, and nobody says whose move it is.
    View {
        /// The encoding's name.
        encoding: &'static str,
        /// The symmetry.
        symmetry: Symmetry,
    },
    /// White's side is composed of one player's part without the other's, and the players change places.
    Part {
        /// The part.
        part: &'static str,
        /// What it becomes of.
        partner: &'static str,
    },
    /// The array has another number of elements than the planes.
    Size {
        /// A multiple of this is needed.
        row: usize,
        /// How many there are.
        found: usize,
    },
    /// The twin is no position; a board that was set up oddly may have none.
    Position(PositionError),
}

impl fmt::Display for SymmetryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SymmetryError::Castling(symmetry) => {
                let name = symmetry.name();
                write!(f, "{name} is no symmetry while somebody may castle")?;
                match symmetry {
                    Symmetry::MirrorFiles => f.write_str(", but of Chess960"),
                    _ => Ok(()),
                }
            }
            SymmetryError::Pawns(symmetry) => {
                write!(f, "{} is no symmetry while there are pawns", symmetry.name())
            }
            SymmetryError::Canonical(format) => write!(
                f,
                "lc0's input format {} turns the board itself, so its planes and policy have no \
                 symmetries left",
                format.number()
            ),
            SymmetryError::View { encoding, symmetry } => write!(
                f,
                "{} is seen by the side to move, and {encoding} shows White's side without telling whose move it \
                 is: say it with turn",
                symmetry.name()
            ),
            SymmetryError::Part { part, partner } => write!(
                f,
                "White's and Black's parts change places, and the planes have {part} without {partner}: \
                 encode the transformed board instead"
            ),
            SymmetryError::Size { row, found } => {
                write!(f, "planes have {row} elements a position, the array {found} in all")
            }
            SymmetryError::Position(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SymmetryError {}

impl Symmetry {
    /// All of them.
    pub const ALL: [Symmetry; 8] = [
        Symmetry::FlipColors,
        Symmetry::MirrorFiles,
        Symmetry::MirrorRanks,
        Symmetry::Rotate180,
        Symmetry::Rotate90,
        Symmetry::Rotate270,
        Symmetry::Transpose,
        Symmetry::AntiTranspose,
    ];

    /// The name by which the symmetry is asked for.
    pub const fn name(self) -> &'static str {
        match self {
            Symmetry::FlipColors => "flip_colors",
            Symmetry::MirrorFiles => "mirror_files",
            Symmetry::MirrorRanks => "mirror_ranks",
            Symmetry::Rotate180 => "rotate_180",
            Symmetry::Rotate90 => "rotate_90",
            Symmetry::Rotate270 => "rotate_270",
            Symmetry::Transpose => "transpose",
            Symmetry::AntiTranspose => "anti_transpose",
        }
    }

    /// Where a square goes as the viewer sees it: from its own place for all but
    /// [`Symmetry::FlipColors`], which leaves what the side to move sees and flips what White sees.
    const fn place(self, square: u8) -> u8 {
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

    /// Where a square goes when it is `turn`'s move.
    const fn square(self, square: Square, turn: Color) -> Square {
        let own = match (self, turn) {
            (Symmetry::FlipColors, _) | (_, Color::White) => 0,
            (_, Color::Black) => 56,
        };
        Square::from_low_bits(self.place(square as u8 ^ own) ^ own)
    }

    /// The reflection as the other player sees what this one is to the side to move: quarter turns go the other
    /// way round.
    const fn seen_from_the_other_side(self) -> Symmetry {
        match self {
            Symmetry::Rotate90 => Symmetry::Rotate270,
            Symmetry::Rotate270 => Symmetry::Rotate90,
            Symmetry::Transpose => Symmetry::AntiTranspose,
            Symmetry::AntiTranspose => Symmetry::Transpose,
            same => same,
        }
    }

    /// Whether the reflection changes when the board is seen from the other side.
    fn is_movers(self) -> bool {
        self != self.seen_from_the_other_side()
    }

    /// The twin of a position, which in Chess960 may be one where the castling rights are mirrored with
    /// their rooks; see [`Symmetry::MirrorFiles`].
    ///
    /// ```
    /// use enroque::notation::fen;
    /// use enroque::tensor::Symmetry;
    /// let position = fen::read("4k3/8/8/8/8/8/PK6/8 w - - 0 1").unwrap();
    /// let twin = Symmetry::MirrorFiles.position(&position, false).unwrap();
    /// assert_eq!(fen::write(&twin).as_str(), "3k4/8/8/8/8/8/6KP/8 w - - 0 1");
    /// assert!(Symmetry::Transpose.position(&position, false).is_err());
    /// let start = fen::read("rk2r3/8/8/8/8/8/8/RK2R3 w KQkq - 0 1").unwrap();
    /// let twin = Symmetry::MirrorFiles.position(&start, true).unwrap();
    /// assert_eq!(fen::write(&twin).as_str(), "3r2kr/8/8/8/8/8/8/3R2KR w KQkq - 0 1");
    /// ```
    ///
    /// # Errors
    /// When the position has no such symmetry.
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
        let square = |square: Square| self.square(square, turn);
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

    /// The move that a twin has for a move of a position where it is `turn`'s.
    pub fn image(self, m: Move, turn: Color) -> Option<Move> {
        let (from, to) = (self.square(m.from(), turn), self.square(m.to(), turn));
        match m.promoted() {
            None => Move::new(from, to),
            Some(piece) => Move::promotion(from, to, piece),
        }
    }

    /// For each index of a policy, the index of the twin's move; -1 where no move of a position with
    /// the symmetry has it. `turn` says whose move it is, which matters for quarter turns where the policy
    /// counts squares from White's side.
    ///
    /// # Errors
    /// When the policy turns the board itself, or it matters whose move it is and `turn` is `None`.
    pub fn permutation(
        self,
        policy: &PolicyEncoding,
        turn: Option<Color>,
    ) -> Result<Vec<i64>, SymmetryError> {
        if let PolicyEncoding::Lc0(lc0, format) = policy
            && lc0.canonical
        {
            return Err(SymmetryError::Canonical(*format));
        }
        let encoding = policy.name();
        let is_whites = match policy {
            PolicyEncoding::Uci(_) => true,
            PolicyEncoding::FromTo(from_to) => from_to.view == View::White,
            _ => false,
        };
        let turns = match turn {
            _ if !(is_whites && self.is_movers()) => &Color::ALL[..],
            Some(turn) => &[turn],
            None => return Err(SymmetryError::View { encoding, symmetry: self }),
        };
        let mut permutation = vec![-1; policy.size()];
        for &turn in turns {
            let boards = lone_kings(turn);
            let twins = if self == Symmetry::FlipColors { lone_kings(!turn) } else { boards };
            for from in Square::ALL {
                for to in Square::ALL {
                    for m in moves_between(from, to, turn) {
                        let Some(image) = self.image(m, turn) else { continue };
                        let index = |boards: &[Position], m: Move| {
                            // castling is what takes an own piece
                            let is_free = |board: &&Position| board.king(board.turn()) != m.to();
                            policy.index(boards.iter().find(is_free)?, m)
                        };
                        if let (Some(index), Some(twin)) = (index(&boards, m), index(&twins, image))
                            && let Some(place) = permutation.get_mut(index)
                        {
                            *place = twin as i64;
                        }
                    }
                }
            }
        }
        if self == Symmetry::FlipColors && matches!(policy, PolicyEncoding::OpenSpiel(_)) {
            // castling has numbers of its own, alike for both
            for (index, place) in permutation.iter_mut().enumerate().skip(4672) {
                *place = index as i64;
            }
        }
        Ok(permutation)
    }
}

/// Boards with two kings and nothing else, the side to move's on different squares.
pub(super) fn lone_kings(turn: Color) -> [Position; 2] {
    [(Square::A1, Square::H8), (Square::B1, Square::G8)].map(|(white, black)| {
        let mut setup = Setup { turn, ..Setup::EMPTY };
        for (color, square) in [(Color::White, white), (Color::Black, black)] {
            setup.placement.put(square, Piece { color, piece_type: PieceType::King });
        }
        Position::try_from(setup).unwrap_or_default()
    })
}

/// The plain move between two squares and, where a pawn might go, the promotions.
pub(super) fn moves_between(from: Square, to: Square, turn: Color) -> impl Iterator<Item = Move> {
    let seen = |square: Square| square.rank().relative_to(turn) as u8;
    let files = (from.file() as i8 - to.file() as i8).abs();
    let promotes = seen(from) == 6 && seen(to) == 7 && files <= 1;
    let promotions = PieceType::PROMOTIONS.into_iter().filter(move |_| promotes);
    let promotions = promotions.filter_map(move |piece| Move::promotion(from, to, piece));
    Move::new(from, to).into_iter().chain(promotions)
}
