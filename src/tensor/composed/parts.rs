//! The parts of composed planes.

use crate::tensor::View;
use crate::tensor::describe::PIECES;

/// The possessives of the two players.
const OWN: [&str; 2] = View::SideToMove.sides();

/// The content of the channels of a part.
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
    /// Returns a description of one of several channels.
    pub(super) fn channel_description(self, channel: usize) -> String {
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

    /// Returns the kind with the same content for the other player, if the kind is about one
    /// player.
    pub(super) fn counterpart(self) -> Option<Kind> {
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

/// The form of the values of a channel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// Ones and zeros.
    Masks,
    /// One value on all squares.
    Scaled,
    /// A different number on each square.
    Numbers,
}

/// The specification of a part.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct PartSpec {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    /// The number of channels.
    pub(super) channels: usize,
    pub(super) form: Form,
    /// Whether the part can show earlier positions.
    pub(super) has_history: bool,
    pub(super) description: &'static str,
}

const fn spec(
    name: &'static str,
    kind: Kind,
    channels: usize,
    form: Form,
    has_history: bool,
    description: &'static str,
) -> PartSpec {
    PartSpec { name, kind, channels, form, has_history, description }
}

/// All parts.
pub(super) const PARTS: &[PartSpec] = &[
    spec("pieces", Kind::Pieces, 12, Form::Masks, true, "own pawns to king, the opponent's"),
    spec("own_pieces", Kind::OwnPieces, 6, Form::Masks, true, "own pawns to king"),
    spec("opponent_pieces", Kind::OpponentPieces, 6, Form::Masks, true, "opponent's pawns to king"),
    spec("own", Kind::Own, 1, Form::Masks, true, "all own pieces"),
    spec("opponent", Kind::Opponent, 1, Form::Masks, true, "all pieces of the opponent"),
    spec("occupied", Kind::Occupied, 1, Form::Masks, true, "all pieces"),
    spec("empty", Kind::Empty, 1, Form::Masks, true, "empty squares"),
    spec("own_attacks", Kind::OwnAttacks, 1, Form::Masks, true, "squares that own pieces attack"),
    spec(
        "opponent_attacks",
        Kind::OpponentAttacks,
        1,
        Form::Masks,
        true,
        "squares that the opponent attacks",
    ),
    spec(
        "own_attacks_by_type",
        Kind::OwnAttacksByType,
        6,
        Form::Masks,
        true,
        "squares that own pieces attack, pawns to king",
    ),
    spec(
        "opponent_attacks_by_type",
        Kind::OpponentAttacksByType,
        6,
        Form::Masks,
        true,
        "squares that the opponent attacks, pawns to king",
    ),
    spec(
        "own_attack_count",
        Kind::OwnAttackCount,
        1,
        Form::Numbers,
        false,
        "number of own pieces that attack each square",
    ),
    spec(
        "opponent_attack_count",
        Kind::OpponentAttackCount,
        1,
        Form::Numbers,
        false,
        "number of the opponent's pieces that attack each square",
    ),
    spec(
        "mobility",
        Kind::Mobility,
        1,
        Form::Numbers,
        false,
        "number of legal moves of the piece on each square",
    ),
    spec("legal_origins", Kind::LegalOrigins, 1, Form::Masks, false, "origins of legal moves"),
    spec(
        "legal_targets",
        Kind::LegalTargets,
        1,
        Form::Masks,
        false,
        "targets of legal moves (castling: the rook)",
    ),
    spec("checkers", Kind::Checkers, 1, Form::Masks, false, "pieces that give check"),
    spec(
        "pinned",
        Kind::Pinned,
        1,
        Form::Masks,
        false,
        "pieces of the side to move that are pinned to the king",
    ),
    spec(
        "pin_lines",
        Kind::PinLines,
        1,
        Form::Masks,
        false,
        "lines from the king to pinning pieces",
    ),
    spec(
        "own_king_distance",
        Kind::OwnKingDistance,
        1,
        Form::Numbers,
        false,
        "distance from the own king in king moves",
    ),
    spec(
        "opponent_king_distance",
        Kind::OpponentKingDistance,
        1,
        Form::Numbers,
        false,
        "distance from the opponent's king in king moves",
    ),
    spec("castling", Kind::Castling, 4, Form::Masks, false, "own right O-O, O-O-O, the opponent's"),
    spec(
        "castling_rooks",
        Kind::CastlingRooks,
        1,
        Form::Masks,
        false,
        "rooks with castling rights",
    ),
    spec(
        "en_passant",
        Kind::EnPassant,
        1,
        Form::Masks,
        false,
        "target of a legal capture en passant",
    ),
    spec("repeated", Kind::Repeated, 1, Form::Masks, true, "ones if the position occurred before"),
    spec("repetitions", Kind::Repetitions, 1, Form::Scaled, true, "number of earlier occurrences"),
    spec("halfmove_clock", Kind::HalfmoveClock, 1, Form::Scaled, false, "halfmove clock"),
    spec("move_number", Kind::MoveNumber, 1, Form::Scaled, false, "move number"),
    spec("white_to_move", Kind::WhiteToMove, 1, Form::Masks, false, "ones if White is to move"),
    spec("ones", Kind::Ones, 1, Form::Masks, false, "ones"),
    spec("zeros", Kind::Zeros, 1, Form::Masks, false, "zeros"),
];
