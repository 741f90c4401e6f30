//! `composed`: planes that a user lists himself, part by part.

use std::fmt;
use std::sync::Arc;

use super::pieces::write_men;
use super::{EnPassantRule, History, MAX_CHANNELS, MAX_SCALED, PlaneEncoding, Planes, View};
use crate::attacks::{self, Backend};
use crate::movegen::legal_moves_with;
use crate::position::Position;
use crate::types::{Bitboard, CastlingSide, Color, PieceType, Square};

/// The most plies that a part may look back.
const MAX_BACK: usize = 255;

/// What some channels show, of the newest position or of one so many plies before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Men,
    OwnMen,
    OtherMen,
    Own,
    Other,
    Occupied,
    Empty,
    OwnAttacks,
    OtherAttacks,
    OwnAttacksByType,
    OtherAttacksByType,
    OwnAttackCount,
    OtherAttackCount,
    Mobility,
    Origins,
    Targets,
    Checkers,
    Pinned,
    PinLines,
    OwnKingDistance,
    OtherKingDistance,
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

/// Whether channels hold ones, one value, or a number for each square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    Masks,
    Scaled,
    Numbers,
}

/// Name, what it is, how many channels, their form, whether it may look back, its meaning.
type Entry = (&'static str, Kind, usize, Form, bool, &'static str);

const PARTS: &[Entry] = &[
    ("men", Kind::Men, 12, Form::Masks, true, "the own pawns to king, the opponent's"),
    ("own_men", Kind::OwnMen, 6, Form::Masks, true, "the own pawns to king"),
    ("opponent_men", Kind::OtherMen, 6, Form::Masks, true, "the opponent's pawns to king"),
    ("own", Kind::Own, 1, Form::Masks, true, "all own men"),
    ("opponent", Kind::Other, 1, Form::Masks, true, "all men of the opponent"),
    ("occupied", Kind::Occupied, 1, Form::Masks, true, "all men"),
    ("empty", Kind::Empty, 1, Form::Masks, true, "empty squares"),
    ("own_attacks", Kind::OwnAttacks, 1, Form::Masks, true, "squares that own men attack"),
    (
        "opponent_attacks",
        Kind::OtherAttacks,
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
        Kind::OtherAttacksByType,
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
        "how many own men attack each square",
    ),
    (
        "opponent_attack_count",
        Kind::OtherAttackCount,
        1,
        Form::Numbers,
        false,
        "how many men of the opponent attack each square",
    ),
    (
        "mobility",
        Kind::Mobility,
        1,
        Form::Numbers,
        false,
        "how many legal moves the mover's man has",
    ),
    ("legal_origins", Kind::Origins, 1, Form::Masks, false, "where legal moves begin"),
    (
        "legal_targets",
        Kind::Targets,
        1,
        Form::Masks,
        false,
        "where legal moves end (castling: the rook)",
    ),
    ("checkers", Kind::Checkers, 1, Form::Masks, false, "men that give check"),
    ("pinned", Kind::Pinned, 1, Form::Masks, false, "the mover's men that are pinned to the king"),
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
        Kind::OtherKingDistance,
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

#[derive(Clone, Copy, PartialEq, Debug)]
struct Part {
    entry: &'static Entry,
    /// How many plies before the newest position.
    back: usize,
    first: usize,
}

/// Planes that are composed of parts. A part is a name of [`Composed::part_names`]; those of the board
/// alone may look back, as `men@2` (the men two plies ago; zeros before the first position).
///
/// | channels | parts |
/// |---|---|
/// | 12 | `men` |
/// | 6 | `own_men`, `opponent_men`, `own_attacks_by_type`, `opponent_attacks_by_type` |
/// | 4 | `castling` |
/// | 1 | `own`, `opponent`, `occupied`, `empty`, `own_attacks`, `opponent_attacks`, `legal_origins`, `legal_targets`, `checkers`, `pinned`, `pin_lines`, `castling_rooks`, `en_passant`, `repeated`, `white_to_move`, `ones`, `zeros` |
/// | 1, a count | `repetitions`, `halfmove_clock`, `move_number` |
/// | 1, numbers | `own_attack_count`, `opponent_attack_count`, `mobility`, `own_king_distance`, `opponent_king_distance` |
///
/// Channels of numbers have no bit form. En passant counts when a capture is legal.
#[derive(Clone, PartialEq, Debug)]
pub struct Composed {
    view: View,
    parts: Arc<[Part]>,
    channels: usize,
    scaled: Arc<[usize]>,
    numbers: Arc<[usize]>,
}

/// Parts make no encoding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ComposeError {
    /// There is no such part.
    Part(String),
    /// The part cannot look back so far.
    Back(String),
    /// More channels than there may be, or none.
    Channels(usize),
    /// More channels with a count than there may be.
    Scaled(usize),
}

impl fmt::Display for ComposeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ComposeError::Part(name) => {
                let name: String = name.chars().take(80).collect();
                write!(f, "there is no part {name:?}; parts: {}", Composed::part_names().join(", "))
            }
            ComposeError::Back(name) => {
                let name: String = name.chars().take(80).collect();
                write!(
                    f,
                    "part {name:?} cannot look back like that: @1 to @{MAX_BACK}, boards only"
                )
            }
            ComposeError::Channels(channels) => {
                write!(f, "an encoding has 1 to {MAX_CHANNELS} channels, not {channels}")
            }
            ComposeError::Scaled(channels) => {
                write!(f, "an encoding has {MAX_SCALED} channels of counts at most, not {channels}")
            }
        }
    }
}

impl std::error::Error for ComposeError {}

impl Composed {
    /// The encoding of these parts in order.
    ///
    /// ```
    /// use enroque::tensor::{Composed, PlaneEncoding, View};
    /// let parts = ["men", "men@1", "opponent_attacks", "halfmove_clock"];
    /// assert_eq!(Composed::new(parts, View::Mover).unwrap().channels(), 26);
    /// assert!(Composed::new(["mem"], View::Mover).is_err());
    /// ```
    ///
    /// # Errors
    /// When a name is none, or there are too many channels.
    pub fn new<'a>(
        names: impl IntoIterator<Item = &'a str>,
        view: View,
    ) -> Result<Composed, ComposeError> {
        let (mut parts, mut scaled, mut numbers) = (Vec::new(), Vec::new(), Vec::new());
        let mut channels = 0;
        for name in names {
            let (base, back) = match name.split_once('@') {
                None => (name, 0),
                Some((base, back)) => {
                    let back = back.parse().ok().filter(|back| (1..=MAX_BACK).contains(back));
                    (base, back.ok_or_else(|| ComposeError::Back(name.to_owned()))?)
                }
            };
            let entry = PARTS.iter().find(|(known, ..)| *known == base);
            let entry = entry.ok_or_else(|| ComposeError::Part(name.to_owned()))?;
            let &(_, _, count, form, looks_back, _) = entry;
            if back > 0 && !looks_back {
                return Err(ComposeError::Back(name.to_owned()));
            }
            match form {
                Form::Masks => {}
                Form::Scaled => scaled.push(channels),
                Form::Numbers => numbers.push(channels),
            }
            parts.push(Part { entry, back, first: channels });
            channels += count;
            if channels > MAX_CHANNELS {
                return Err(ComposeError::Channels(channels));
            }
        }
        if channels == 0 {
            return Err(ComposeError::Channels(0));
        }
        if scaled.len() > MAX_SCALED {
            return Err(ComposeError::Scaled(scaled.len()));
        }
        let (parts, scaled, numbers) = (parts.into(), scaled.into(), numbers.into());
        Ok(Composed { view, parts, channels, scaled, numbers })
    }

    /// The names of all parts.
    pub fn part_names() -> Vec<&'static str> {
        PARTS.iter().map(|&(name, ..)| name).collect()
    }

    /// The parts, as [`Composed::new`] takes them.
    pub fn parts(&self) -> Vec<String> {
        let name = |part: &Part| match part.back {
            0 => part.entry.0.to_owned(),
            back => format!("{}@{back}", part.entry.0),
        };
        self.parts.iter().map(name).collect()
    }

    /// Whose own men come first.
    pub fn view(&self) -> View {
        self.view
    }

    /// What each channel shows.
    pub(super) fn channel_names(&self) -> Vec<String> {
        let names = |(part, name): (&Part, String)| {
            let &(_, _, count, _, _, meaning) = part.entry;
            (0..count).map(move |n| match count {
                1 => format!("{name}: {meaning}"),
                _ => format!("{name} {}: {meaning}", n + 1),
            })
        };
        self.parts.iter().zip(self.parts()).flat_map(names).collect()
    }
}

impl PlaneEncoding for Composed {
    fn name(&self) -> &'static str {
        "composed"
    }

    #[inline(always)]
    fn channels(&self) -> usize {
        self.channels
    }

    fn en_passant(&self) -> EnPassantRule {
        EnPassantRule::Legal
    }

    #[inline(always)]
    fn scaled(&self) -> &[usize] {
        &self.scaled
    }

    fn has_fractions(&self) -> bool {
        false
    }

    #[inline(always)]
    fn encode<B: Backend>(&self, backend: B, history: &History, planes: Planes<'_>) {
        let viewer = self.view.viewer(history.position().turn());
        let mut scales = planes.scales.iter_mut();
        for part in &*self.parts {
            let &(_, kind, count, form, ..) = part.entry;
            let masks = &mut planes.masks[part.first..part.first + count];
            masks.fill(0);
            let ply = history.plies().checked_sub(part.back);
            if form == Form::Scaled {
                let value = ply.map_or(0.0, |ply| count_of(kind, history, ply));
                if let Some(scale) = scales.next() {
                    *scale = value;
                }
                masks.fill(!0);
                continue;
            }
            let Some(ply) = ply else { continue };
            let position = &history.positions()[ply];
            match kind {
                Kind::Repeated => masks.fill(whole(history.marks()[ply].repetitions > 0)),
                _ => write_masks(backend, kind, position, viewer, masks),
            }
        }
    }

    #[inline(always)]
    fn numbers(&self) -> &[usize] {
        &self.numbers
    }

    #[inline(always)]
    fn encode_numbers<B: Backend>(
        &self,
        backend: B,
        history: &History,
        channel: usize,
        out: &mut [f32; 64],
    ) {
        let position = history.position();
        let viewer = self.view.viewer(position.turn());
        let Some(part) = self.parts.iter().find(|part| part.first == channel) else { return };
        let place = |square: Square| match viewer {
            Color::White => square.index(),
            Color::Black => square.mirror().index(),
        };
        out.fill(0.0);
        match part.entry.1 {
            kind @ (Kind::OwnAttackCount | Kind::OtherAttackCount) => {
                let color = if kind == Kind::OwnAttackCount { viewer } else { !viewer };
                for square in position.placement().by_color(color) {
                    for target in attacks_from(backend, position, square, color) {
                        out[place(target)] += 1.0;
                    }
                }
            }
            Kind::Mobility => {
                for m in legal_moves_with(backend, position) {
                    out[place(m.from())] += 1.0;
                }
            }
            kind @ (Kind::OwnKingDistance | Kind::OtherKingDistance) => {
                let color = if kind == Kind::OwnKingDistance { viewer } else { !viewer };
                let king = position.king(color);
                for square in Square::ALL {
                    let files = (square.file() as i8 - king.file() as i8).abs();
                    let ranks = (square.rank() as i8 - king.rank() as i8).abs();
                    out[place(square)] = f32::from(files.max(ranks));
                }
            }
            _ => {}
        }
    }
}

/// All squares or none.
fn whole(set: bool) -> u64 {
    if set { !0 } else { 0 }
}

/// The count of a channel.
#[inline(always)]
fn count_of(kind: Kind, history: &History, ply: usize) -> f32 {
    let position = &history.positions()[ply];
    match kind {
        Kind::Repetitions => history.marks()[ply].repetitions.into(),
        Kind::HalfmoveClock => position.halfmove_clock() as f32,
        _ => position.fullmove_number() as f32,
    }
}

/// The squares that the man on a square attacks.
#[inline(always)]
fn attacks_from<B: Backend>(
    backend: B,
    position: &Position,
    square: Square,
    color: Color,
) -> Bitboard {
    let placement = position.placement();
    match placement.type_at_unchecked(square) {
        PieceType::Pawn => attacks::pawn(color, square),
        piece_type => attacks::piece(backend, piece_type, square, placement.occupied()),
    }
}

/// The squares that some men of one colour attack.
#[inline(always)]
fn attacked<B: Backend>(backend: B, position: &Position, men: Bitboard, color: Color) -> u64 {
    let attack = |square| attacks_from(backend, position, square, color).0;
    men.into_iter().map(attack).fold(0, |all, attacks| all | attacks)
}

/// The sets of a part, as the viewer sees them.
#[inline(always)]
fn write_masks<B: Backend>(
    backend: B,
    kind: Kind,
    position: &Position,
    viewer: Color,
    masks: &mut [u64],
) {
    let placement = position.placement();
    let seen = |set: u64| match viewer {
        Color::White => set,
        Color::Black => set.swap_bytes(),
    };
    let attacks_of = |color| attacked(backend, position, placement.by_color(color), color);
    let lines = || {
        let us = position.turn();
        let men = placement.knights_and_sliders(!us);
        let (own, enemy) = (placement.by_color(us), placement.by_color(!us));
        let lines = backend.king_lines(position.king(us), own, enemy, men);
        (lines.orthogonal_pins | lines.diagonal_pins, own)
    };
    let one = match kind {
        Kind::Men | Kind::OwnMen | Kind::OtherMen => {
            let mut men = [0; 12];
            write_men(placement, viewer, &mut men);
            let part = match kind {
                Kind::Men => &men[..],
                Kind::OwnMen => &men[..6],
                _ => &men[6..],
            };
            masks.copy_from_slice(part);
            return;
        }
        Kind::OwnAttacksByType | Kind::OtherAttacksByType => {
            let color = if kind == Kind::OwnAttacksByType { viewer } else { !viewer };
            for (mask, piece_type) in masks.iter_mut().zip(PieceType::ALL) {
                let men = placement.pieces(color, piece_type);
                *mask = seen(attacked(backend, position, men, color));
            }
            return;
        }
        Kind::Castling => {
            let rights = [viewer, !viewer].into_iter().flat_map(|color| {
                CastlingSide::ALL.map(|side| position.castling_rook(color, side).is_some())
            });
            for (mask, right) in masks.iter_mut().zip(rights) {
                *mask = whole(right);
            }
            return;
        }
        Kind::Own => seen(placement.by_color(viewer).0),
        Kind::Other => seen(placement.by_color(!viewer).0),
        Kind::Occupied => seen(placement.occupied().0),
        Kind::Empty => seen(!placement.occupied().0),
        Kind::OwnAttacks => seen(attacks_of(viewer)),
        Kind::OtherAttacks => seen(attacks_of(!viewer)),
        Kind::Origins | Kind::Targets => {
            let square = |m: crate::types::Move| match kind {
                Kind::Origins => m.from(),
                _ => m.to(),
            };
            let moves = legal_moves_with(backend, position);
            seen(moves.into_iter().fold(0, |all, m| all | 1 << square(m) as u8))
        }
        Kind::Checkers => seen(position.checkers().0),
        Kind::Pinned => {
            let (lines, own) = lines();
            seen((lines & own).0)
        }
        Kind::PinLines => seen(lines().0.0),
        Kind::CastlingRooks => seen(position.castling().0.0),
        Kind::EnPassant => seen(position.legal_ep_square().map_or(0, |square| 1 << square as u8)),
        Kind::WhiteToMove => whole(position.turn() == Color::White),
        Kind::Ones => !0,
        _ => 0,
    };
    masks.fill(one);
}
