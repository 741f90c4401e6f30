//! The parts that there are.

use crate::tensor::describe::{OWN, PIECES};

/// What some channels show, of the newest position or of one so many plies before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Pieces,
    OwnPieces,
    OpponentPieces,
    Own,
    Opponent,
    Occupied,
    Empty,
    OwnAttacks,
    OpponentAttacks,
    OwnAttacksByType,
    OpponentAttacksByType,
    OwnAttackCount,
    OpponentAttackCount,
    Mobility,
    LegalOrigins,
    LegalTargets,
    Checkers,
    Pinned,
    PinLines,
    OwnKingDistance,
    OpponentKingDistance,
    Castling,
    CastlingRooks,
    EnPassant,
    Repeated,
    Repetitions,
    HalfmoveClock,
    MoveNumber,
    WhiteToMove,
    Ones,
    Zeros,
}

impl Kind {
    /// What one of several channels shows.
    pub(super) fn channel_meaning(self, channel: usize) -> String {
        let piece = PIECES[channel % 6];
        match self {
            Kind::Castling => {
                format!("{} {} right", OWN[channel / 2 % 2], ["O-O", "O-O-O"][channel % 2])
            }
            Kind::OwnAttacksByType => format!("squares that {} {piece} attack", OWN[0]),
            Kind::OpponentAttacksByType => format!("squares that {} {piece} attack", OWN[1]),
            Kind::OpponentPieces => format!("{} {piece}", OWN[1]),
            _ => format!("{} {piece}", OWN[channel / 6 % 2]),
        }
    }

    /// The kind that shows the same of the opponent, for those that show one side.
    pub(super) fn of_other_side(self) -> Option<Kind> {
        const PAIRS: [[Kind; 2]; 6] = [
            [Kind::OwnPieces, Kind::OpponentPieces],
            [Kind::Own, Kind::Opponent],
            [Kind::OwnAttacks, Kind::OpponentAttacks],
            [Kind::OwnAttacksByType, Kind::OpponentAttacksByType],
            [Kind::OwnAttackCount, Kind::OpponentAttackCount],
            [Kind::OwnKingDistance, Kind::OpponentKingDistance],
        ];
        let other = |[a, b]: [Kind; 2]| match self {
            kind if kind == a => Some(b),
            kind if kind == b => Some(a),
            _ => None,
        };
        PAIRS.into_iter().find_map(other)
    }
}

/// Whether channels hold ones, one value, or a number for each square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    Masks,
    Scaled,
    Numbers,
}

/// Name, what it is, how many channels, their form, whether it may look back, its meaning.
pub(super) type Entry = (&'static str, Kind, usize, Form, bool, &'static str);

pub(super) const PARTS: &[Entry] = &[
    ("pieces", Kind::Pieces, 12, Form::Masks, true, "the own pawns to king, the opponent's"),
    ("own_pieces", Kind::OwnPieces, 6, Form::Masks, true, "the own pawns to king"),
    ("opponent_pieces", Kind::OpponentPieces, 6, Form::Masks, true, "the opponent's pawns to king"),
    ("own", Kind::Own, 1, Form::Masks, true, "all own pieces"),
    ("opponent", Kind::Opponent, 1, Form::Masks, true, "all pieces of the opponent"),
    ("occupied", Kind::Occupied, 1, Form::Masks, true, "all pieces"),
    ("empty", Kind::Empty, 1, Form::Masks, true, "empty squares"),
    ("own_attacks", Kind::OwnAttacks, 1, Form::Masks, true, "squares that own pieces attack"),
    (
        "opponent_attacks",
        Kind::OpponentAttacks,
        1,
        Form::Masks,
        true,
        "squares that the opponent attacks",
    ),
    (
        "own_attacks_by_type",
        Kind::OwnAttacksByType,
        6,
        Form::Masks,
        true,
        "the same for pawns to king",
    ),
    (
        "opponent_attacks_by_type",
        Kind::OpponentAttacksByType,
        6,
        Form::Masks,
        true,
        "the same for pawns to king",
    ),
    (
        "own_attack_count",
        Kind::OwnAttackCount,
        1,
        Form::Numbers,
        false,
        "how many own pieces attack each square",
    ),
    (
        "opponent_attack_count",
        Kind::OpponentAttackCount,
        1,
        Form::Numbers,
        false,
        "how many pieces of the opponent attack each square",
    ),
    (
        "mobility",
        Kind::Mobility,
        1,
        Form::Numbers,
        false,
        "how many legal moves the side to move's piece has",
    ),
    ("legal_origins", Kind::LegalOrigins, 1, Form::Masks, false, "where legal moves begin"),
    (
        "legal_targets",
        Kind::LegalTargets,
        1,
        Form::Masks,
        false,
        "where legal moves end (castling: the rook)",
    ),
    ("checkers", Kind::Checkers, 1, Form::Masks, false, "pieces that give check"),
    (
        "pinned",
        Kind::Pinned,
        1,
        Form::Masks,
        false,
        "the side to move's pieces that are pinned to the king",
    ),
    ("pin_lines", Kind::PinLines, 1, Form::Masks, false, "lines from the king to those who pin"),
    (
        "own_king_distance",
        Kind::OwnKingDistance,
        1,
        Form::Numbers,
        false,
        "how many moves the own king is away on an empty board",
    ),
    (
        "opponent_king_distance",
        Kind::OpponentKingDistance,
        1,
        Form::Numbers,
        false,
        "the same of the opponent's king",
    ),
    ("castling", Kind::Castling, 4, Form::Masks, false, "own right O-O, O-O-O, the opponent's"),
    (
        "castling_rooks",
        Kind::CastlingRooks,
        1,
        Form::Masks,
        false,
        "rooks with which one may castle",
    ),
    (
        "en_passant",
        Kind::EnPassant,
        1,
        Form::Masks,
        false,
        "the square of a legal capture en passant",
    ),
    ("repeated", Kind::Repeated, 1, Form::Masks, true, "ones if the position occurred before"),
    ("repetitions", Kind::Repetitions, 1, Form::Scaled, true, "how often it occurred before"),
    (
        "halfmove_clock",
        Kind::HalfmoveClock,
        1,
        Form::Scaled,
        false,
        "plies without capture or pawn move",
    ),
    ("move_number", Kind::MoveNumber, 1, Form::Scaled, false, "the number of the move"),
    ("white_to_move", Kind::WhiteToMove, 1, Form::Masks, false, "ones if White moves"),
    ("ones", Kind::Ones, 1, Form::Masks, false, "ones"),
    ("zeros", Kind::Zeros, 1, Form::Masks, false, "zeros"),
];
