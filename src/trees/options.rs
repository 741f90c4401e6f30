//! Options of searches: the selection of moves, and the size of trees.

use std::ops::RangeInclusive;

use crate::named_enum::named_enum;
use crate::options::{self, FINITE, at_least, options};

named_enum! {
    /// The value of a move that was not tried yet, for the player who has it.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum FirstPlay {
        /// A loss, as in AlphaZero.
        Loss = "loss",
        /// The value of the position, less a reduction times the square root of the priors of the
        /// moves that were tried, as in lc0.
        Parent = "parent",
        /// The same with a mean of the value of the position and that of the network, weighted by
        /// the square of these priors, as in KataGo.
        Blend = "blend",
    }
}

named_enum! {
    /// The visits of a position by which its moves are weighed.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum ParentVisits {
        /// All, with that of its evaluation, as in AlphaZero.
        Node = "node",
        /// Those of its moves, at least 1, as in lc0.
        Children = "children",
    }
}

named_enum! {
    /// The effect of a visit whose leaf is not evaluated yet.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum InFlight {
        /// A visit that does not change the value.
        Visit = "visit",
        /// A visit that was lost.
        Loss = "loss",
    }
}

options! {
    /// Selection by the upper confidence bounds of AlphaZero, lc0 and KataGo (PUCT).
    ///
    /// The move with the greatest Q + c(N) P sqrt(N) / (1 + n) is selected, where Q is its mean value, P
    /// its prior, n its visits and N those of the position; c(N) = `c_init` + `c_factor` ln((N +
    /// `c_base` + 1) / `c_base`). Values are from -1 to 1. The defaults are those of AlphaZero.
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub struct Puct, puct_options {
        /// The weight of priors at the first visit.
        c_init: f64 = 2.5, at_least(0.0);
        /// The number of visits from which on the weight grows.
        c_base: f64 = 19652.0, at_least(1.0);
        /// The growth of the weight.
        c_factor: f64 = 2.0, at_least(0.0);
        /// The visits counted by N: `"node"` for all visits of the position, with that of its evaluation
        /// (AlphaZero), or `"children"` for those of its moves, at least 1 (lc0).
        parent_visits: ParentVisits = ParentVisits::Node;
        /// The value of a move that was not tried (first-play urgency): `"loss"` (AlphaZero);
        /// `"parent"`, the value of the position less `fpu_reduction` times the square root of the
        /// priors of the moves tried (lc0); or `"blend"`, which mixes that value with the network's by
        /// the square of these priors (KataGo).
        fpu: FirstPlay = FirstPlay::Loss;
        /// See `fpu`.
        fpu_reduction: f64 = 0.0, FINITE;
        /// The same at the root.
        root_fpu_reduction: f64 = 0.0, FINITE;
        /// The fraction of Dirichlet noise over the legal moves in the priors of the root.
        noise_fraction: f64 = 0.25, 0.0..=1.0;
        /// The concentration of the noise for each legal move.
        noise_alpha: f64 = 0.3, CONCENTRATIONS;
        /// The concentration for all legal moves together, half of it divided evenly and half by the
        /// priors (KataGo's shaped noise); 0 for `noise_alpha`.
        noise_total: f64 = 0.0;
        /// A move of the root that was tried gets at least sqrt(`forced_visits` P n) of n visits in
        /// searches with noise, and `TreeSearch.policy` is pruned of visits that its value at the end
        /// would not have given it (KataGo); 0 for none.
        forced_visits: f64 = 0.0, at_least(0.0);
        /// The temperature of the network's priors.
        policy_temperature: f64 = 1.0, 0.01..=100.0;
        /// The temperature of those of the root.
        root_policy_temperature: f64 = 1.0, 0.01..=100.0;
        /// The effect of a visit whose leaf is not evaluated yet, with several leaves of a game at once:
        /// `"visit"` (a virtual visit, as in lc0) or `"loss"` (a virtual loss).
        in_flight: InFlight = InFlight::Visit;
        /// Whether the second occurrence of a position is a draw, if the first is in the tree too.
        two_fold: bool = false;
        /// Whether mates and other ends prove the results of the positions above them: a proven root has
        /// its value and ends the search, and moves that lose are not chosen while there are others.
        solve: bool = false;
        /// A search ends early when 100 visits gain less information about the best move than this for
        /// each visit, in nats (lc0); 0 for never.
        min_kld_gain: f64 = 0.0, at_least(0.0);
    }
}

/// The range of concentrations of Dirichlet noise.
const CONCENTRATIONS: RangeInclusive<f64> = 1e-4..=1e6;

impl Puct {
    /// The names of [`Puct::named`].
    pub const NAMES: [&'static str; 3] = ["alphazero", "lc0", "katago"];

    /// Returns the constants of a program: those of AlphaZero's pseudo-code, of lc0's self-play
    /// (classic search), or of KataGo's self-play for training (without the decay of the
    /// temperature of the root's policy).
    pub fn named(name: &str) -> Option<Puct> {
        let default = Puct::default();
        match name {
            "alphazero" => Some(default),
            "lc0" => Some(Puct {
                c_init: 1.2,
                c_factor: 0.0,
                parent_visits: ParentVisits::Children,
                fpu: FirstPlay::Parent,
                ..default
            }),
            "katago" => Some(Puct {
                c_init: 1.05,
                c_base: 500.0,
                c_factor: 0.28,
                parent_visits: ParentVisits::Children,
                fpu: FirstPlay::Blend,
                fpu_reduction: 0.2,
                noise_total: 10.83,
                forced_visits: 2.0,
                root_policy_temperature: 1.1,
                ..default
            }),
            _ => None,
        }
    }

    /// Checks the ranges of numbers; the error is the reason.
    fn check(&self) -> Result<(), String> {
        self.check_ranges()?;
        match self.noise_total == 0.0 || CONCENTRATIONS.contains(&self.noise_total) {
            true => Ok(()),
            false => Err("noise_total must be 0, or from 0.0001 to 1000000".to_owned()),
        }
    }
}

named_enum! {
    /// The simulations of a Gumbel search that are evaluated together.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub enum Wave {
        /// One by one, as in mctx.
        One = "one",
        /// Simulations that are the same one by one.
        #[default]
        Exact = "exact",
        /// All of a round of sequential halving, as in the paper.
        Round = "round",
    }
}

options! {
    /// Selection by Gumbel numbers and sequential halving (Danihelka et al., "Policy improvement by
    /// planning with Gumbel", 2022). The defaults are those of mctx.
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub struct Gumbel, gumbel_options {
        /// The largest number of moves that are considered at the root.
        considered: u32 = 16, at_least(1.0);
        /// The scale of the Gumbel numbers; searches without noise have none.
        scale: f64 = 1.0, at_least(0.0);
        /// `c_visit` of the paper, the offset of the greatest number of visits.
        visit_offset: f64 = 50.0, at_least(0.0);
        /// `c_scale` of the paper, the weight of values.
        value_scale: f64 = 0.1, at_least(0.0);
        /// Whether the values of a position are scaled to 0 to 1.
        rescale: bool = true;
        /// The simulations of a game that are evaluated together: `"exact"` for those whose result is the
        /// same one by one; `"round"` for all of a round of sequential halving, as in the paper, in fewer
        /// calls; `"one"` for one by one.
        wave: Wave = Wave::Exact;
    }
}

/// The algorithm that selects moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Algorithm {
    /// By upper confidence bounds.
    Puct(Puct),
    /// By Gumbel numbers.
    Gumbel(Gumbel),
}

impl Default for Algorithm {
    /// [`Puct`] with the constants of AlphaZero.
    fn default() -> Algorithm {
        Algorithm::Puct(Puct::default())
    }
}

impl Algorithm {
    /// Checks the ranges of numbers; the error is the reason.
    fn check(&self) -> Result<(), String> {
        match self {
            Algorithm::Puct(puct) => puct.check(),
            Algorithm::Gumbel(gumbel) => gumbel.check_ranges(),
        }
    }
}

/// The options of a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TreeOptions {
    /// The algorithm that selects moves.
    pub algorithm: Algorithm,
    /// The default number of simulations of a search.
    pub simulations: u32,
    /// The largest number of nodes of a tree; `None` for as many as the simulations need.
    pub max_nodes: Option<u32>,
    /// Whether a search starts with the subtree of the last one for its position.
    pub reuse: bool,
    /// The number of cached evaluations; 0 for no cache.
    pub cache: usize,
    /// The seed of noise, Gumbel numbers and actions.
    pub seed: u64,
}

/// The largest number of simulations of a search.
pub const MAX_SIMULATIONS: u32 = 1 << 24;

impl TreeOptions {
    /// Checks the ranges of numbers; the error is the reason.
    pub(super) fn check(&self) -> Result<(), String> {
        self.algorithm.check()?;
        options::check("simulations", self.simulations, 1.0..=MAX_SIMULATIONS.into())?;
        options::check("max_nodes", self.max_nodes, at_least(2.0))?;
        let reason = match self.algorithm {
            Algorithm::Gumbel(_) if self.reuse => {
                "reuse must be False with Gumbel: sequential halving begins with no visits"
            }
            Algorithm::Puct(puct) if self.reuse && puct.two_fold => {
                "reuse must be False with two_fold: positions before the root no longer count"
            }
            _ => return Ok(()),
        };
        Err(reason.to_owned())
    }
}
