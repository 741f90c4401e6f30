//! Policies chosen at run time, by name and options.

use super::Policy;
use super::alphazero::{AlphaZeroPolicy, OpenSpielPolicy, PettingZooPolicy};
use super::chessbench::UciPolicy;
use super::encoding::{VIEWS, input_format, word_of};
use super::from_to::{FromTo, FromToPromotion};
use super::lc0::{InputFormat, Lc0Policy};
use super::maia2::Maia2Policy;
use super::maia3::Maia3Policy;
use super::options::{self, NameError, OptionValue, Options};
use super::symmetry::{lone_kings, moves_between};
use crate::position::Position;
use crate::types::{Color, Move, Square};

/// Any of the policies.
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
    /// `"lc0"`, for networks of this input format.
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

/// Evaluates an expression with `$policy` standing for the policy inside.
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
    /// The names.
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

    /// The policy of a name. `lc0` has the option `format`, its input format (1 unless said), which
    /// turns squares from 3 on; `from_to` has `view`, `side_to_move` unless said or `white`.
    ///
    /// # Errors
    /// When the name, an option or its value is unknown; the error lists those that are known.
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

    /// The move of each index for White, as it is written in a position where it is legal; `None` where the
    /// index is that of no one move (OpenSpiel's castlings) or of none. A plain move also stands for castling
    /// and for the promotion that the policy writes alike. Of lc0's turned boards, moves are the turned ones.
    ///
    /// ```
    /// use enroque::tensor::PolicyEncoding;
    /// let moves = PolicyEncoding::named("lc0", &[]).unwrap().moves();
    /// assert_eq!(moves[322].unwrap().to_string(), "e2e4");
    /// ```
    pub fn moves(&self) -> Vec<Option<Move>> {
        let unturned = match self {
            PolicyEncoding::Lc0(_, format) => {
                PolicyEncoding::Lc0(Lc0Policy { canonical: false }, *format)
            }
            other => *other,
        };
        let mut moves = vec![None; self.size()];
        let boards = lone_kings(Color::White);
        for from in Square::ALL {
            for m in Square::ALL.into_iter().flat_map(|to| moves_between(from, to, Color::White)) {
                // castling is what takes an own piece
                let board = boards.iter().find(|board| board.king(Color::White) != m.to());
                let index = board.and_then(|board| unturned.index(board, m));
                if let Some(place) = index.and_then(|index| moves.get_mut(index)) {
                    place.get_or_insert(m);
                }
            }
        }
        moves
    }

    /// All options with their values, from which [`PolicyEncoding::named`] makes the same policy.
    pub fn options(&self) -> Vec<(String, OptionValue)> {
        match self {
            PolicyEncoding::Lc0(_, format) => vec![options::number("format", format.number())],
            PolicyEncoding::FromTo(FromTo { view }) => {
                vec![options::word("view", word_of(&VIEWS, *view))]
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
}
