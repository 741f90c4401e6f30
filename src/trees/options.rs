//! Options of searches: the selection of moves, and the size of trees.

use crate::named_enum::named_enum;

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

/// Selection by the upper confidence bounds of AlphaZero, lc0 and KataGo (PUCT).
///
/// The move with the greatest Q + c(N) P sqrt(N) / (1 + n) is selected, where Q is its mean value, P
/// its prior, n its visits and N those of the position; c(N) = `c_init` + `c_factor` ln((N +
/// `c_base` + 1) / `c_base`). Values are from -1 to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Puct {
    /// The weight of priors at the first visit.
    pub c_init: f64,
    /// The number of visits from which on the weight grows.
    pub c_base: f64,
    /// The growth of the weight.
    pub c_factor: f64,
    /// The visits counted by N.
    pub parent_visits: ParentVisits,
    /// The value of moves that were not tried.
    pub fpu: FirstPlay,
    /// The reduction of `fpu`.
    pub fpu_reduction: f64,
    /// The same at the root.
    pub root_fpu_reduction: f64,
    /// The fraction of noise in the priors of the root.
    pub noise_fraction: f64,
    /// The concentration of Dirichlet noise for each legal move.
    pub noise_alpha: f64,
    /// The concentration for all legal moves together, half of it divided evenly and half by the
    /// priors, as in KataGo; 0 for `noise_alpha`.
    pub noise_total: f64,
    /// A move of the root that was tried gets at least sqrt(`forced_visits` P n) of n visits in a
    /// search with noise, and the policy is pruned of them, as in KataGo; 0 for none.
    pub forced_visits: f64,
    /// The temperature of the priors.
    pub policy_temperature: f64,
    /// The temperature of the priors of the root.
    pub root_policy_temperature: f64,
    /// The effect of visits in flight.
    pub in_flight: InFlight,
    /// Whether the second occurrence of a position is a draw if the first is in the tree too.
    pub two_fold: bool,
    /// Whether mates and draws are proven from the ends of games upward.
    pub solve: bool,
    /// A search ends early if 100 visits gain less information about the move than this for each
    /// visit, as in lc0; 0 for never.
    pub min_kld_gain: f64,
}

impl Default for Puct {
    /// Those of AlphaZero.
    fn default() -> Puct {
        Puct {
            c_init: 2.5,
            c_base: 19652.0,
            c_factor: 2.0,
            parent_visits: ParentVisits::Node,
            fpu: FirstPlay::Loss,
            fpu_reduction: 0.0,
            root_fpu_reduction: 0.0,
            noise_fraction: 0.25,
            noise_alpha: 0.3,
            noise_total: 0.0,
            forced_visits: 0.0,
            policy_temperature: 1.0,
            root_policy_temperature: 1.0,
            in_flight: InFlight::Visit,
            two_fold: false,
            solve: false,
            min_kld_gain: 0.0,
        }
    }
}

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
    pub(super) fn check(&self) -> Result<(), &'static str> {
        let all = |numbers: &[f64]| numbers.iter().all(|x| x.is_finite() && *x >= 0.0);
        let reductions = [self.fpu_reduction, self.root_fpu_reduction];
        if !all(&[self.c_init, self.c_factor]) {
            return Err("c_init and c_factor must be finite and 0 or more");
        }
        if !(self.c_base.is_finite() && self.c_base >= 1.0) {
            return Err("c_base must be finite and at least 1");
        }
        if !reductions.iter().all(|x| x.is_finite()) {
            return Err("fpu_reduction and root_fpu_reduction must be finite");
        }
        if !(0.0..=1.0).contains(&self.noise_fraction) {
            return Err("noise_fraction must be from 0 to 1");
        }
        let concentrations = 1e-4..=1e6;
        if !concentrations.contains(&self.noise_alpha) {
            return Err("noise_alpha must be from 0.0001 to 1000000");
        }
        if self.noise_total != 0.0 && !concentrations.contains(&self.noise_total) {
            return Err("noise_total must be 0, or from 0.0001 to 1000000");
        }
        if !all(&[self.forced_visits, self.min_kld_gain]) {
            return Err("forced_visits and min_kld_gain must be finite and 0 or more");
        }
        let temperatures = [self.policy_temperature, self.root_policy_temperature];
        if !temperatures.iter().all(|x| (0.01..=100.0).contains(x)) {
            return Err("temperatures of a policy must be from 0.01 to 100");
        }
        Ok(())
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

/// Selection by Gumbel numbers and sequential halving (Danihelka et al., "Policy improvement by
/// planning with Gumbel", 2022).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Gumbel {
    /// The largest number of moves that are considered at the root.
    pub considered: u32,
    /// The scale of the Gumbel numbers.
    pub scale: f64,
    /// `c_visit` of the paper, the offset of the greatest number of visits.
    pub visit_offset: f64,
    /// `c_scale` of the paper, the weight of values.
    pub value_scale: f64,
    /// Whether the values of a position are scaled to 0 to 1.
    pub rescale: bool,
    /// The simulations that are evaluated together.
    pub wave: Wave,
}

impl Default for Gumbel {
    /// Those of mctx.
    fn default() -> Gumbel {
        Gumbel {
            considered: 16,
            scale: 1.0,
            visit_offset: 50.0,
            value_scale: 0.1,
            rescale: true,
            wave: Wave::Exact,
        }
    }
}

impl Gumbel {
    fn check(&self) -> Result<(), &'static str> {
        if self.considered == 0 {
            return Err("considered must be at least 1");
        }
        let numbers = [self.scale, self.visit_offset, self.value_scale];
        if !numbers.iter().all(|x| x.is_finite() && *x >= 0.0) {
            return Err("scale, visit_offset and value_scale must be finite and 0 or more");
        }
        Ok(())
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
    pub(super) fn check(&self) -> Result<(), &'static str> {
        match self {
            Algorithm::Puct(puct) => puct.check(),
            Algorithm::Gumbel(gumbel) => gumbel.check(),
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
    pub(super) fn check(&self) -> Result<(), &'static str> {
        self.algorithm.check()?;
        if !(1..=MAX_SIMULATIONS).contains(&self.simulations) {
            return Err("simulations must be from 1 to 16777216");
        }
        if self.max_nodes.is_some_and(|nodes| nodes < 2) {
            return Err("max_nodes must be None or at least 2");
        }
        match self.algorithm {
            Algorithm::Gumbel(_) if self.reuse => {
                Err("reuse must be False with Gumbel: sequential halving begins with no visits")
            }
            Algorithm::Puct(puct) if self.reuse && puct.two_fold => {
                Err("reuse must be False with two_fold: positions before the root no longer count")
            }
            _ => Ok(()),
        }
    }
}
