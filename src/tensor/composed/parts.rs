//! The parts of composed planes.

use crate::tensor::View;
use crate::tensor::describe::PIECES;

/// The possessives of the two players.
const OWN: [&str; 2] = View::SideToMove.sides();

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

/// Defines the contents of parts, and their specifications: the name, the number and the form of the
/// channels, `history` if the part can show earlier positions, and the description.
macro_rules! parts {
    ($($kind:ident = $name:literal, $channels:literal $form:ident $($history:ident)?: $description:literal;)*) => {
        /// The content of the channels of a part.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(super) enum Kind {
            $($kind,)*
        }

        /// All parts.
        pub(super) const PARTS: &[PartSpec] = &[$(PartSpec {
            name: $name,
            kind: Kind::$kind,
            channels: $channels,
            form: Form::$form,
            has_history: [$(stringify!($history),)? ""].len() > 1,
            description: $description,
        },)*];
    };
}

parts! {
    Pieces = "pieces", 12 Masks history: "own pawns to king, the opponent's";
    OwnPieces = "own_pieces", 6 Masks history: "own pawns to king";
    OpponentPieces = "opponent_pieces", 6 Masks history: "opponent's pawns to king";
    Own = "own", 1 Masks history: "all own pieces";
    Opponent = "opponent", 1 Masks history: "all pieces of the opponent";
    Occupied = "occupied", 1 Masks history: "all pieces";
    Empty = "empty", 1 Masks history: "empty squares";
    OwnAttacks = "own_attacks", 1 Masks history: "squares that own pieces attack";
    OpponentAttacks = "opponent_attacks", 1 Masks history: "squares that the opponent attacks";
    OwnAttacksByType = "own_attacks_by_type", 6 Masks history:
        "squares that own pieces attack, pawns to king";
    OpponentAttacksByType = "opponent_attacks_by_type", 6 Masks history:
        "squares that the opponent attacks, pawns to king";
    OwnAttackCount = "own_attack_count", 1 Numbers: "number of own pieces that attack each square";
    OpponentAttackCount = "opponent_attack_count", 1 Numbers:
        "number of the opponent's pieces that attack each square";
    Mobility = "mobility", 1 Numbers: "number of legal moves of the piece on each square";
    LegalOrigins = "legal_origins", 1 Masks: "origins of legal moves";
    LegalTargets = "legal_targets", 1 Masks: "targets of legal moves (castling: the rook)";
    Checkers = "checkers", 1 Masks: "pieces that give check";
    Pinned = "pinned", 1 Masks: "pieces of the side to move that are pinned to the king";
    PinLines = "pin_lines", 1 Masks: "lines from the king to pinning pieces";
    OwnKingDistance = "own_king_distance", 1 Numbers: "distance from the own king in king moves";
    OpponentKingDistance = "opponent_king_distance", 1 Numbers:
        "distance from the opponent's king in king moves";
    Castling = "castling", 4 Masks: "own right O-O, O-O-O, the opponent's";
    CastlingRooks = "castling_rooks", 1 Masks: "rooks with castling rights";
    EnPassant = "en_passant", 1 Masks: "target of a legal capture en passant";
    Repeated = "repeated", 1 Masks history: "ones if the position occurred before";
    Repetitions = "repetitions", 1 Scaled history: "number of earlier occurrences";
    HalfmoveClock = "halfmove_clock", 1 Scaled: "halfmove clock";
    MoveNumber = "move_number", 1 Scaled: "move number";
    WhiteToMove = "white_to_move", 1 Masks: "ones if White is to move";
    Ones = "ones", 1 Masks: "ones";
    Zeros = "zeros", 1 Masks: "zeros";
}
