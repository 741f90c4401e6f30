//! `composed`: planes that a user lists himself, part by part.

mod parts;
mod write;

use std::fmt;
use std::sync::Arc;

use super::{EnPassantRule, History, MAX_CHANNELS, MAX_SCALED, PlaneEncoding, Planes, View};
use crate::attacks::Backend;
use parts::{Entry, Form, Kind, PARTS};

/// The most plies that a part may look back.
const MAX_BACK: usize = 255;

#[derive(Clone, Copy, PartialEq, Debug)]
struct Part {
    entry: &'static Entry,
    /// How many plies before the newest position.
    back: usize,
    first: usize,
}

/// Planes that are composed of parts. A part is a name of [`Composed::part_names`]; those of the board
/// alone may look back, as `pieces@2` (the pieces two plies ago; zeros before the first position).
///
/// | channels | parts |
/// |---|---|
/// | 12 | `pieces` |
/// | 6 | `own_pieces`, `opponent_pieces`, `own_attacks_by_type`, `opponent_attacks_by_type` |
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
    /// let parts = ["pieces", "pieces@1", "opponent_attacks", "halfmove_clock"];
    /// assert_eq!(Composed::new(parts, View::SideToMove).unwrap().channels(), 26);
    /// assert!(Composed::new(["mem"], View::SideToMove).is_err());
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

    /// Whose own pieces come first.
    pub fn view(&self) -> View {
        self.view
    }

    /// The part of a channel, and which channel of the part it is.
    fn part_of(&self, channel: usize) -> Option<(&Part, usize)> {
        let part = self.parts.iter().rfind(|part| part.first <= channel)?;
        Some((part, channel - part.first))
    }

    /// Whether the rooks of castling rights show.
    pub(super) fn has_castling_rooks(&self) -> bool {
        self.parts.iter().any(|part| part.entry.1 == Kind::CastlingRooks)
    }

    /// Whether a channel shows who is to move.
    pub(super) fn is_turn(&self, channel: usize) -> bool {
        self.part_of(channel).is_some_and(|(part, _)| part.entry.1 == Kind::WhiteToMove)
    }

    /// The channel that is this one's when the a-side becomes the h-side.
    pub(super) fn mirrored(&self, channel: usize) -> usize {
        match self.part_of(channel) {
            Some((part, n)) if part.entry.1 == Kind::Castling => part.first + (n ^ 1),
            _ => channel,
        }
    }

    /// The channel that is this one's when the own side becomes the opponent's; if it is not there, the part
    /// and the one that is missing.
    pub(super) fn flipped(&self, channel: usize) -> Result<usize, (&'static str, &'static str)> {
        let Some((part, n)) = self.part_of(channel) else { return Ok(channel) };
        let partner = match part.entry.1 {
            Kind::Pieces => return Ok(part.first + (n + 6) % 12),
            Kind::Castling => return Ok(part.first + (n + 2) % 4),
            kind => kind.of_other_side(),
        };
        let Some(partner) = partner else { return Ok(channel) };
        let is_partner = |other: &&Part| other.entry.1 == partner && other.back == part.back;
        match self.parts.iter().find(is_partner) {
            Some(partner) => Ok(partner.first + n),
            None => {
                let entry = PARTS.iter().find(|(_, kind, ..)| *kind == partner);
                Err((part.entry.0, entry.map_or("", |entry| entry.0)))
            }
        }
    }

    /// What each channel shows.
    pub(super) fn channel_names(&self) -> Vec<String> {
        let names = |(part, name): (&Part, String)| {
            let &(_, kind, count, _, _, meaning) = part.entry;
            let shown = move |n| match count {
                1 => meaning.to_owned(),
                _ => kind.channel_meaning(n),
            };
            (0..count).map(move |n| format!("{name}: {}", shown(n)))
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
                let value = ply.map_or(0.0, |ply| write::count_of(kind, history, ply));
                if let Some(scale) = scales.next() {
                    *scale = value;
                }
                masks.fill(!0);
                continue;
            }
            let Some(ply) = ply else { continue };
            let position = &history.positions()[ply];
            match kind {
                Kind::Repeated => masks.fill(write::whole(history.marks()[ply].repetitions > 0)),
                _ => write::write_masks(backend, kind, position, viewer, masks),
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
        write::write_numbers(backend, part.entry.1, position, viewer, out);
    }
}
