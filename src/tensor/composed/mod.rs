//! The encoding `composed`: planes from a list of parts.

mod parts;
mod write;

use std::sync::{Arc, LazyLock};

use super::describe::Conventions;
use super::options::{NameError, Options};
use super::plane_symmetry::PlaneSymmetry;
use super::{EnPassantRule, HistoryView, MAX_CHANNELS, MAX_SCALED, PlaneEncoding, Planes, View};
use crate::attacks::Backend;
use crate::error::{CallError, call_error, ensure};
use crate::tensor::bits::filled_plane;
use parts::{Form, Kind, PARTS, PartSpec};

/// The maximum number of plies that a part can look back.
const MAX_BACK: usize = 255;

/// A part of an encoding.
#[derive(Clone, Copy, PartialEq, Debug)]
struct PlanePart {
    spec: &'static PartSpec,
    /// The number of plies before the newest position.
    back: usize,
    /// The first channel.
    first: usize,
}

/// Planes composed of parts. A part is one of [`Composed::part_names`]. Parts of pieces, attacks
/// and repetition can show an earlier position: `pieces@2` are the pieces of two plies ago, or
/// zeros before the first position.
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
/// Channels of numbers have no bit form. The en-passant rule is [`EnPassantRule::Legal`].
#[derive(Clone, PartialEq, Debug)]
pub struct Composed {
    view: View,
    parts: Arc<[PlanePart]>,
    channels: usize,
    scaled: Arc<[usize]>,
    numbers: Arc<[usize]>,
}

/// The error of a part that cannot show an earlier position.
fn wrong_history(name: &str) -> CallError {
    let name: String = name.chars().take(80).collect();
    call_error!(
        Value("parts"),
        "invalid history of part {name:?}: only parts of pieces, attacks and repetition have \
         one, @1 to @{MAX_BACK}"
    )
}

impl Composed {
    /// Returns the encoding of parts, in order.
    ///
    /// ```
    /// use enroque::tensor::{Composed, PlaneEncoding, View};
    /// let parts = ["pieces", "pieces@1", "opponent_attacks", "halfmove_clock"];
    /// assert_eq!(Composed::new(parts, View::SideToMove).unwrap().channels(), 26);
    /// assert!(Composed::new(["mem"], View::SideToMove).is_err());
    /// ```
    ///
    /// # Errors
    /// If a name is unknown, or there are too many channels.
    pub fn new<'a>(
        names: impl IntoIterator<Item = &'a str>,
        view: View,
    ) -> Result<Composed, CallError> {
        let (mut parts, mut scaled, mut numbers) = (Vec::new(), Vec::new(), Vec::new());
        let mut channels = 0;
        for name in names {
            let (base, back) = match name.split_once('@') {
                None => (name, 0),
                Some((base, back)) => {
                    let back = back.parse().ok().filter(|back| (1..=MAX_BACK).contains(back));
                    (base, back.ok_or_else(|| wrong_history(name))?)
                }
            };
            let spec = PARTS.iter().find(|spec| spec.name == base);
            let spec = spec.ok_or_else(|| {
                let (name, known): (String, _) =
                    (name.chars().take(80).collect(), Self::part_names());
                call_error!(Value("parts"), "unknown part {name:?}; known: {}", known.join(", "))
            })?;
            if back > 0 && !spec.has_history {
                return Err(wrong_history(name));
            }
            match spec.form {
                Form::Masks => {}
                Form::Scaled => scaled.push(channels),
                Form::Numbers => numbers.push(channels),
            }
            parts.push(PlanePart { spec, back, first: channels });
            channels += spec.channels;
            if channels > MAX_CHANNELS {
                break;
            }
        }
        ensure!(
            (1..=MAX_CHANNELS).contains(&channels),
            Value("parts"),
            "an encoding must have 1 to {MAX_CHANNELS} channels, not {channels}"
        );
        ensure!(
            scaled.len() <= MAX_SCALED,
            Value("parts"),
            "an encoding must have at most {MAX_SCALED} channels of counts, not {}",
            scaled.len()
        );
        let (parts, scaled, numbers) = (parts.into(), scaled.into(), numbers.into());
        Ok(Composed { view, parts, channels, scaled, numbers })
    }

    /// The names of all parts.
    pub fn part_names() -> Vec<&'static str> {
        PARTS.iter().map(|spec| spec.name).collect()
    }

    /// The names of the parts, as [`Composed::new`] takes them.
    pub fn parts(&self) -> Vec<String> {
        let name = |part: &PlanePart| match part.back {
            0 => part.spec.name.to_owned(),
            back => format!("{}@{back}", part.spec.name),
        };
        self.parts.iter().map(name).collect()
    }
}

impl Default for Composed {
    /// The part `pieces`.
    fn default() -> Composed {
        static PIECES: LazyLock<Composed> = LazyLock::new(|| Composed {
            view: View::SideToMove,
            parts: Arc::new([PlanePart { spec: &PARTS[0], back: 0, first: 0 }]),
            channels: PARTS[0].channels,
            scaled: Arc::new([]),
            numbers: Arc::new([]),
        });
        PIECES.clone()
    }
}

impl PlaneEncoding for Composed {
    fn name(&self) -> &'static str {
        "composed"
    }

    fn configure(&mut self, options: &mut Options<'_>) -> Result<(), NameError> {
        let view = self.view;
        let of = |names: &str| Composed::new(names.split_whitespace(), view);
        *self = options.text("parts", self.parts().join(" "), of)?;
        options.choose("view", &mut self.view, &View::NAMES)
    }

    fn channel_names(&self) -> Vec<String> {
        let names = |(part, name): (&PlanePart, String)| {
            let spec = part.spec;
            let description = move |n| match spec.channels {
                1 => spec.description.to_owned(),
                _ => spec.kind.channel_description(n),
            };
            (0..spec.channels).map(move |n| format!("{name}: {}", description(n)))
        };
        self.parts.iter().zip(self.parts()).flat_map(names).collect()
    }

    fn conventions(&self) -> Conventions {
        Conventions {
            view: self.view.description(),
            en_passant: "a legal capture is encoded by the parts en_passant and legal_targets",
            repetition: "en passant counts if a capture is legal",
            chess960: "complete with the part castling_rooks; the part castling has flags",
            source: "the user",
        }
    }

    fn distinguishes_chess960(&self) -> bool {
        self.parts.iter().any(|part| part.spec.kind == Kind::CastlingRooks)
    }

    #[inline(always)]
    fn channels(&self) -> usize {
        self.channels
    }

    fn en_passant(&self) -> EnPassantRule {
        EnPassantRule::Legal
    }

    fn history_plies(&self) -> usize {
        self.parts.iter().map(|part| part.back).max().unwrap_or(0)
    }

    #[inline(always)]
    fn scaled(&self) -> &[usize] {
        &self.scaled
    }

    fn has_fractions(&self) -> bool {
        false
    }

    #[inline(always)]
    fn encode<B: Backend>(&self, backend: B, history: HistoryView<'_>, planes: Planes<'_>) {
        let viewer = self.view.viewer(history.position().turn());
        let mut scales = planes.scales.iter_mut();
        for part in &*self.parts {
            let &PartSpec { kind, channels, form, .. } = part.spec;
            let masks = &mut planes.masks[part.first..part.first + channels];
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
                Kind::Repeated => masks.fill(filled_plane(history.marks()[ply].repetitions > 0)),
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
        history: HistoryView<'_>,
        channel: usize,
        out: &mut [f32; 64],
    ) {
        let position = history.position();
        let viewer = self.view.viewer(position.turn());
        let Some(part) = self.parts.iter().find(|part| part.first == channel) else { return };
        write::write_numbers(backend, part.spec.kind, position, viewer, out);
    }

    fn symmetry(&self) -> Result<PlaneSymmetry, CallError> {
        let mut symmetry = PlaneSymmetry::new(self.view, self.channels);
        for part in &*self.parts {
            let (spec, channels) = (part.spec, part.first..part.first + part.spec.channels);
            symmetry = match (spec.kind, spec.kind.counterpart()) {
                (Kind::Pieces, _) => symmetry.halves(channels),
                (Kind::Castling, _) => symmetry.castling(part.first),
                (Kind::WhiteToMove, _) => symmetry.white_to_move(part.first),
                (_, None) => symmetry,
                (_, Some(kind)) => {
                    let matches =
                        |other: &&PlanePart| other.spec.kind == kind && other.back == part.back;
                    match self.parts.iter().find(matches) {
                        Some(other) => {
                            channels.zip(other.first..).fold(symmetry, |symmetry, pair| {
                                symmetry.source_of_flipped(pair.0, pair.1)
                            })
                        }
                        None => {
                            let missing = PARTS.iter().find(|spec| spec.kind == kind);
                            let counterpart = missing.map_or("", |spec| spec.name);
                            symmetry.unpaired(call_error!(
                                Encoding("symmetry"),
                                "flip_colors needs the parts of both players, but the planes have {} \
                                 without {counterpart}: encode the transformed board instead",
                                spec.name
                            ))
                        }
                    }
                }
            };
        }
        Ok(symmetry)
    }
}
