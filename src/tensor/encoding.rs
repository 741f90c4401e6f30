//! Plane encodings selected at run time by name and options.

use super::alphazero::AlphaZero;
use super::composed::Composed;
use super::lc0::{HistoryFill, InputFormat, Lc0};
use super::maia2::Maia2;
use super::maia3::{MAX_HISTORY, Maia3};
use super::openspiel::OpenSpiel;
use super::options::{self, NameError, OptionValue, Options};
use super::pettingzoo::PettingZoo;
use super::tutorial::Tutorial14;
use super::{EnPassantRule, HistoryView, Layout, Pieces, PlaneEncoding, Planes, Player, View};
use crate::attacks::{Backend, Task};

/// A plane encoding selected by name.
///
/// ```
/// use enroque::tensor::{Encoding, OptionValue, PlaneEncoding};
/// let options = [("format".to_owned(), OptionValue::Number(2))];
/// let encoding = Encoding::named("lc0", &options).unwrap();
/// assert_eq!(encoding.channels(), 112);
/// let error = Encoding::named("lco", &[]).unwrap_err();
/// assert!(error.to_string().contains("known: \"alphazero\", \"composed\""));
/// ```
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Encoding {
    /// `"alphazero"`.
    AlphaZero(AlphaZero),
    /// `"composed"`.
    Composed(Composed),
    /// `"lc0"`.
    Lc0(Lc0),
    /// `"maia2"`.
    Maia2(Maia2),
    /// `"maia3"`.
    Maia3(Maia3),
    /// `"openspiel"`.
    OpenSpiel(OpenSpiel),
    /// `"pettingzoo"`.
    PettingZoo(PettingZoo),
    /// `"pieces"`.
    Pieces(Pieces),
    /// `"tutorial14"`.
    Tutorial14(Tutorial14),
}

/// Evaluates an expression with `$encoding` bound to the inner encoding.
macro_rules! with_inner {
    ($any:expr, $encoding:ident => $body:expr) => {
        match $any {
            Encoding::AlphaZero($encoding) => $body,
            Encoding::Composed($encoding) => $body,
            Encoding::Lc0($encoding) => $body,
            Encoding::Maia2($encoding) => $body,
            Encoding::Maia3($encoding) => $body,
            Encoding::OpenSpiel($encoding) => $body,
            Encoding::PettingZoo($encoding) => $body,
            Encoding::Pieces($encoding) => $body,
            Encoding::Tutorial14($encoding) => $body,
        }
    };
}

/// The values of the option `view`.
pub(super) const VIEWS: [(&str, View); 2] =
    [("side_to_move", View::SideToMove), ("white", View::White)];
const LAYOUTS: [(&str, Layout); 2] =
    [("channels_first", Layout::ChannelsFirst), ("channels_last", Layout::ChannelsLast)];
const PLAYERS: [(&str, Player); 2] =
    [("side_to_move", Player::SideToMove), ("opponent", Player::Opponent)];
const FILLS: [(&str, HistoryFill); 3] =
    [("fen_only", HistoryFill::FenOnly), ("no", HistoryFill::No), ("always", HistoryFill::Always)];

/// Returns the name of a choice.
pub(super) fn name_of<T: PartialEq>(choices: &[(&'static str, T)], choice: T) -> &'static str {
    choices.iter().find(|(_, other)| *other == choice).map_or("", |&(word, _)| word)
}

/// Returns lc0's input format from the option `format`, by default 1.
pub(super) fn input_format(options: &mut Options<'_>) -> Result<InputFormat, NameError> {
    let known = || {
        let numbers: Vec<_> = InputFormat::ALL.iter().map(|f| f.number().to_string()).collect();
        numbers.join(", ")
    };
    let of = |number| u32::try_from(number).ok().and_then(InputFormat::from_number);
    options.number("format", InputFormat::default(), of, known)
}

impl Encoding {
    /// The names of all plane encodings.
    pub const NAMES: &'static [&'static str] = &[
        "alphazero",
        "composed",
        "lc0",
        "maia2",
        "maia3",
        "openspiel",
        "pettingzoo",
        "pieces",
        "tutorial14",
    ];

    /// Returns the encoding of a name.
    ///
    /// | name | options; the first value is the default |
    /// |---|---|
    /// | `alphazero` | `layout`: `channels_first`, `channels_last`; `player`: `side_to_move`, `opponent` |
    /// | `composed` | `parts`: part names separated by spaces (see [`Composed`]); `view`: `side_to_move`, `white` |
    /// | `lc0` | `format`: 1, 2, 3, 4, 5, 132, 133; `fill`: `fen_only`, `no`, `always` |
    /// | `maia2`, `pieces` | `view`: `side_to_move`, `white` |
    /// | `maia3` | `history`: 8, 1 to 7 |
    /// | `pettingzoo` | `player`: `side_to_move`, `opponent` |
    /// | `openspiel`, `tutorial14` | |
    ///
    /// # Errors
    /// If the name, an option or its value is unknown; the error lists the known ones.
    pub fn named(name: &str, options: &[(String, OptionValue)]) -> Result<Encoding, NameError> {
        let Some(&name) = Encoding::NAMES.iter().find(|&&known| known == name) else {
            let (kind, name) = ("encoding", name.to_owned());
            return Err(NameError::Unknown { kind, name, known: Encoding::NAMES });
        };
        let mut options = Options::new(name, options);
        let encoding = match name {
            "alphazero" => Encoding::AlphaZero(AlphaZero {
                layout: options.word("layout", &LAYOUTS)?,
                player: options.word("player", &PLAYERS)?,
            }),
            "composed" => {
                let view = options.word("view", &VIEWS)?;
                let parts = |names: &str| Composed::new(names.split_whitespace(), view);
                Encoding::Composed(options.text("parts", "pieces", parts)?)
            }
            "lc0" => {
                let format = input_format(&mut options)?;
                Encoding::Lc0(Lc0 { format, fill: options.word("fill", &FILLS)? })
            }
            "maia2" => Encoding::Maia2(Maia2 { view: options.word("view", &VIEWS)? }),
            "maia3" => {
                let of = |number| usize::try_from(number).ok().and_then(Maia3::new);
                let known = || format!("1 to {MAX_HISTORY}");
                Encoding::Maia3(options.number("history", Maia3::default(), of, known)?)
            }
            "openspiel" => Encoding::OpenSpiel(OpenSpiel),
            "pettingzoo" => {
                Encoding::PettingZoo(PettingZoo { player: options.word("player", &PLAYERS)? })
            }
            "pieces" => Encoding::Pieces(Pieces { view: options.word("view", &VIEWS)? }),
            _ => Encoding::Tutorial14(Tutorial14),
        };
        options.finish()?;
        Ok(encoding)
    }

    /// Returns all options with their values, as [`Encoding::named`] takes them.
    pub fn options(&self) -> Vec<(String, OptionValue)> {
        match self {
            Encoding::AlphaZero(AlphaZero { layout, player }) => vec![
                options::word("layout", name_of(&LAYOUTS, *layout)),
                options::word("player", name_of(&PLAYERS, *player)),
            ],
            Encoding::Composed(composed) => vec![
                options::word("parts", &composed.parts().join(" ")),
                options::word("view", name_of(&VIEWS, composed.view())),
            ],
            Encoding::Lc0(Lc0 { format, fill }) => vec![
                options::number("format", format.number()),
                options::word("fill", name_of(&FILLS, *fill)),
            ],
            Encoding::Maia2(Maia2 { view }) | Encoding::Pieces(Pieces { view }) => {
                vec![options::word("view", name_of(&VIEWS, *view))]
            }
            Encoding::Maia3(maia3) => vec![options::number("history", maia3.history() as u32)],
            Encoding::PettingZoo(PettingZoo { player }) => {
                vec![options::word("player", name_of(&PLAYERS, *player))]
            }
            Encoding::OpenSpiel(_) | Encoding::Tutorial14(_) => vec![],
        }
    }
}

impl PlaneEncoding for Encoding {
    fn name(&self) -> &'static str {
        with_inner!(self, encoding => encoding.name())
    }

    #[inline(always)]
    fn channels(&self) -> usize {
        with_inner!(self, encoding => encoding.channels())
    }

    fn en_passant(&self) -> EnPassantRule {
        with_inner!(self, encoding => encoding.en_passant())
    }

    fn history_plies(&self) -> usize {
        with_inner!(self, encoding => encoding.history_plies())
    }

    #[inline(always)]
    fn scaled(&self) -> &[usize] {
        with_inner!(self, encoding => encoding.scaled())
    }

    fn has_fractions(&self) -> bool {
        with_inner!(self, encoding => encoding.has_fractions())
    }

    #[inline(always)]
    fn layout(&self) -> Layout {
        with_inner!(self, encoding => encoding.layout())
    }

    /// All encoders are in one function, so that they are not compiled again for each element type.
    #[inline(always)]
    fn encode<B: Backend>(&self, backend: B, history: HistoryView<'_>, planes: Planes<'_>) {
        struct Encode<'a>(&'a Encoding, HistoryView<'a>, Planes<'a>);
        impl Task for Encode<'_> {
            type Output = ();
            #[inline(always)]
            fn run<B: Backend>(self, backend: B) {
                with_inner!(self.0, encoding => encoding.encode(backend, self.1, self.2));
            }
        }
        backend.enter(Encode(self, history, planes));
    }

    #[inline(always)]
    fn numbers(&self) -> &[usize] {
        match self {
            Encoding::Composed(composed) => composed.numbers(),
            _ => &[],
        }
    }

    #[inline(always)]
    fn encode_numbers<B: Backend>(
        &self,
        backend: B,
        history: HistoryView<'_>,
        channel: usize,
        out: &mut [f32; 64],
    ) {
        struct Numbers<'a>(&'a Composed, HistoryView<'a>, usize, &'a mut [f32; 64]);
        impl Task for Numbers<'_> {
            type Output = ();
            #[inline(always)]
            fn run<B: Backend>(self, backend: B) {
                self.0.encode_numbers(backend, self.1, self.2, self.3);
            }
        }
        if let Encoding::Composed(composed) = self {
            backend.enter(Numbers(composed, history, channel, out));
        }
    }
}
