//! Policies selected at run time by name and options.

use super::Policy;
use super::alphazero::{AlphaZeroPolicy, OpenSpielPolicy, PettingZooPolicy};
use super::chessbench::UciPolicy;
use super::empty_board::{EmptyBoard, all_moves};
use super::encoding::{VIEWS, input_format, name_of};
use super::from_to::{FromTo, FromToPromotion};
use super::lc0::{InputFormat, Lc0Policy};
use super::maia2::Maia2Policy;
use super::maia3::Maia3Policy;
use super::options::{self, NameError, OptionValue, Options};
use crate::position::Position;
use crate::types::{Color, Move};

/// A policy selected by name.
///
/// ```
/// use enroque::tensor::{Policy, PolicyEncoding};
/// assert_eq!(PolicyEncoding::named("maia2", &[]).unwrap().size(), 1880);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum PolicyEncoding {
    /// `"alphazero"`.
    AlphaZero(AlphaZeroPolicy),
    /// `"from_to"`.
    FromTo(FromTo),
    /// `"from_to_promotion"`.
    FromToPromotion(FromToPromotion),
    /// `"lc0"`, for networks of an input format.
    Lc0(Lc0Policy, InputFormat),
    /// `"maia2"`.
    Maia2(Maia2Policy),
    /// `"maia3"`.
    Maia3(Maia3Policy),
    /// `"openspiel"`.
    OpenSpiel(OpenSpielPolicy),
    /// `"pettingzoo"`.
    PettingZoo(PettingZooPolicy),
    /// `"uci"`.
    Uci(UciPolicy),
}

/// Evaluates an expression with `$policy` bound to the inner policy.
macro_rules! with_inner {
    ($any:expr, $policy:ident => $body:expr) => {
        match $any {
            PolicyEncoding::AlphaZero($policy) => $body,
            PolicyEncoding::FromTo($policy) => $body,
            PolicyEncoding::FromToPromotion($policy) => $body,
            PolicyEncoding::Lc0($policy, _) => $body,
            PolicyEncoding::Maia2($policy) => $body,
            PolicyEncoding::Maia3($policy) => $body,
            PolicyEncoding::OpenSpiel($policy) => $body,
            PolicyEncoding::PettingZoo($policy) => $body,
            PolicyEncoding::Uci($policy) => $body,
        }
    };
}

impl PolicyEncoding {
    /// The names of all policies.
    pub const NAMES: &'static [&'static str] = &[
        "alphazero",
        "from_to",
        "from_to_promotion",
        "lc0",
        "maia2",
        "maia3",
        "openspiel",
        "pettingzoo",
        "uci",
    ];

    /// Returns the policy of a name. `lc0` has the option `format`, the input format (default 1),
    /// which transforms squares from 3 on; `from_to` has `view`: `side_to_move` (default) or
    /// `white`.
    ///
    /// # Errors
    /// If the name, an option or its value is unknown; the error lists the known ones.
    pub fn named(
        name: &str,
        options: &[(String, OptionValue)],
    ) -> Result<PolicyEncoding, NameError> {
        let Some(&name) = PolicyEncoding::NAMES.iter().find(|&&known| known == name) else {
            let (kind, name) = ("policy", name.to_owned());
            return Err(NameError::Unknown { kind, name, known: PolicyEncoding::NAMES });
        };
        let mut options = Options::new(name, options);
        let policy = match name {
            "alphazero" => PolicyEncoding::AlphaZero(AlphaZeroPolicy),
            "from_to" => PolicyEncoding::FromTo(FromTo { view: options.word("view", &VIEWS)? }),
            "from_to_promotion" => PolicyEncoding::FromToPromotion(FromToPromotion),
            "lc0" => {
                let format = input_format(&mut options)?;
                PolicyEncoding::Lc0(Lc0Policy { canonical: format.is_canonical() }, format)
            }
            "maia2" => PolicyEncoding::Maia2(Maia2Policy),
            "maia3" => PolicyEncoding::Maia3(Maia3Policy),
            "openspiel" => PolicyEncoding::OpenSpiel(OpenSpielPolicy),
            "pettingzoo" => PolicyEncoding::PettingZoo(PettingZooPolicy),
            _ => PolicyEncoding::Uci(UciPolicy),
        };
        options.finish()?;
        Ok(policy)
    }

    /// Returns the move of each index with White to move; `None` for an index without a single
    /// move. A plain move also represents castling and the promotion that the policy writes as the
    /// plain move. For the canonical formats of lc0, moves are on the transformed board.
    ///
    /// ```
    /// use enroque::tensor::PolicyEncoding;
    /// let moves = PolicyEncoding::named("lc0", &[]).unwrap().moves();
    /// assert_eq!(moves[322].unwrap().to_string(), "e2e4");
    /// ```
    pub fn moves(&self) -> Vec<Option<Move>> {
        let untransformed = match self {
            PolicyEncoding::Lc0(_, format) => {
                PolicyEncoding::Lc0(Lc0Policy { canonical: false }, *format)
            }
            other => *other,
        };
        let mut moves = vec![None; self.size()];
        let board = EmptyBoard::new(Color::White);
        for m in all_moves(Color::White) {
            let index = board.index(&untransformed, m);
            if let Some(entry) = index.and_then(|index| moves.get_mut(index)) {
                entry.get_or_insert(m);
            }
        }
        moves
    }

    /// Returns all options with their values, as [`PolicyEncoding::named`] takes them.
    pub fn options(&self) -> Vec<(String, OptionValue)> {
        match self {
            PolicyEncoding::Lc0(_, format) => vec![options::number("format", format.number())],
            PolicyEncoding::FromTo(FromTo { view }) => {
                vec![options::word("view", name_of(&VIEWS, *view))]
            }
            _ => vec![],
        }
    }
}

impl Policy for PolicyEncoding {
    fn name(&self) -> &'static str {
        with_inner!(self, policy => policy.name())
    }

    #[inline(always)]
    fn size(&self) -> usize {
        with_inner!(self, policy => policy.size())
    }

    #[inline(always)]
    fn index(&self, position: &Position, m: Move) -> Option<usize> {
        with_inner!(self, policy => policy.index(position, m))
    }

    #[inline(always)]
    fn each_index(
        &self,
        position: &Position,
        moves: &[Move],
        each: impl FnMut(Move, Option<usize>),
    ) {
        with_inner!(self, policy => policy.each_index(position, moves, each));
    }
}
