//! The results of searches.

use super::error::{check_count, not_searched};
use super::tree::{Child, NodeState, ROOT, Search};
use super::{GAMES_PER_JOB, Rule, TreeSearch, gumbel};
use crate::arena::{
    Arena, NO_ACTION, Note, Scores, check_size, check_temperature, choice, first_greatest,
    impossible_weight, no_index,
};
use crate::error::{CallError, call_error};
use crate::games::is_weight;
use crate::notation::san;
use crate::pool::{self, Run};
use crate::random::{self, Purpose};
use crate::tensor::{Policy, PolicyEncoding};
use crate::types::Move;

/// The number of games from which on several threads are faster.
const MANY_GAMES: usize = 512;

/// Checks that weights, if given, are possible, one for each slot.
fn check_weights(slots: &[usize], weights: &[f32]) -> Result<(), CallError> {
    if !weights.is_empty() {
        check_size("weight", slots.len(), weights.len())?;
    }
    match weights.iter().position(|&weight| !is_weight(weight) && !weight.is_nan()) {
        Some(n) => Err(impossible_weight(weights[n], slots[n])),
        None => Ok(()),
    }
}

/// A node of a tree, as [`TreeSearch::tree`] returns it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TreeNode {
    /// The index of its parent, which precedes it; -1 for the root.
    pub parent: i32,
    /// The move that leads to it; `None` for the root.
    pub m: Option<Move>,
    /// The number of visits.
    pub visits: u32,
    /// Its mean value, or the value proven, for the side to move of its parent, or for the root's
    /// side to move at the root; NaN without visits.
    pub value: f32,
    /// The prior of the move; 1 at the root.
    pub prior: f32,
    /// Whether the game is over there, or the result proven.
    pub is_end: bool,
}

/// Columns by game and legal move, in the order of generation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveColumn {
    /// The number of visits.
    Visits,
    /// The target of a policy.
    Policy,
    /// The same as visits, which are not divided by their sum, or as Gumbel's probabilities.
    Weights,
    /// The mean value for the side to move, or the value proven; NaN for moves without visits.
    Values,
    /// The network's prior.
    Priors,
}

/// Columns by game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameColumn {
    /// The mean value of all visits for the side to move, or the value proven; NaN if the game was
    /// not searched.
    Value,
    /// The mean probability of a draw, or that of the proof; NaN if unknown.
    Draw,
    /// The value of the network.
    NetworkValue,
    /// The divergence of the policy from the network's priors in nats (Kullback and Leibler).
    Surprise,
}

impl Search {
    /// The weights of the moves, in the order of generation: visits, or Gumbel's probabilities.
    fn weights(&self, rule: &Rule) -> Vec<f64> {
        let mut in_order = Vec::new();
        match rule {
            Rule::Gumbel(options) => gumbel::improved_policy(options, self, &mut in_order),
            Rule::Puct(puct) => {
                in_order = self.tree.weights(ROOT, puct.options.solve);
                if self.has_noise && puct.options.forced_visits > 0.0 {
                    puct.prune(&self.tree, &mut in_order);
                }
            }
        }
        self.root_order().map(|index| in_order.get(index).copied().unwrap_or(0.0)).collect()
    }

    /// The probabilities of the moves, in the order of generation.
    fn policy(&self, rule: &Rule) -> Vec<f64> {
        let mut policy = self.weights(rule);
        let sum: f64 = policy.iter().sum();
        if matches!(rule, Rule::Puct(_)) && sum > 0.0 {
            policy.iter_mut().for_each(|visits| *visits /= sum);
        }
        policy
    }

    /// The column of the root's moves, in the order of generation.
    fn moves(&self, rule: &Rule, column: MoveColumn, values: &mut Vec<f32>) {
        match column {
            MoveColumn::Priors => values.extend_from_slice(&self.root_priors),
            MoveColumn::Weights => values.extend(self.weights(rule).iter().map(|&w| w as f32)),
            MoveColumn::Policy => values.extend(self.policy(rule).iter().map(|&p| p as f32)),
            MoveColumn::Visits | MoveColumn::Values => {
                let children = self.tree.children(self.tree.node(ROOT));
                let value = |child: Option<&Child>| match (column, child) {
                    (MoveColumn::Visits, child) => child.map_or(0.0, |child| child.visits as f32),
                    (_, Some(child)) if child.visits > 0 => {
                        (0.0 - self.tree.value(child.node)) as f32
                    }
                    _ => f32::NAN,
                };
                values.extend(self.root_order().map(|index| value(children.get(index))));
            }
        }
    }

    fn game(&self, rule: &Rule, column: GameColumn) -> f32 {
        if !self.is_evaluated() {
            return f32::NAN;
        }
        let root = self.tree.node(ROOT);
        match column {
            GameColumn::Value => self.tree.value(ROOT) as f32,
            GameColumn::Draw => match self.tree.root_proof {
                Some((_, draw)) => draw,
                None => (root.draws / f64::from(self.tree.visits(root).visits)) as f32,
            },
            GameColumn::NetworkValue => root.value,
            GameColumn::Surprise => {
                let terms = self.policy(rule).into_iter().zip(&self.root_priors);
                let term = |(p, &prior): (f64, &f32)| match p > 0.0 {
                    true => p * libm::log(p / f64::from(prior.max(f32::MIN_POSITIVE))),
                    false => 0.0,
                };
                terms.map(term).sum::<f64>().max(0.0) as f32
            }
        }
    }

    /// The index of the chosen child of the root: at temperature 0, the one with the most visits.
    fn choose(&self, rule: &Rule, temperature: f64, random: f64) -> Option<usize> {
        let weights = self.tree.weights(ROOT, rule.solves());
        let best = most(&weights)?;
        if temperature == 0.0 {
            return match rule {
                Rule::Gumbel(options) => gumbel::action(options, self),
                Rule::Puct(_) => Some(best),
            };
        }
        let (most, power) = (weights[best], 1.0 / temperature);
        let weights: Vec<f64> =
            weights.iter().map(|weight| libm::pow(weight / most, power)).collect();
        Some(choice(&weights, random))
    }
}

impl TreeSearch {
    /// Checks that games were searched.
    fn check_searched(&self, slots: &[usize]) -> Result<(), CallError> {
        self.check_slots(slots)?;
        match slots.iter().find(|&&slot| !self.searches[slot].is_evaluated()) {
            Some(&slot) => Err(not_searched(slot)),
            None => Ok(()),
        }
    }

    /// Checks that games were searched, and that no leaf waits for its evaluation.
    fn check_complete(&self, slots: &[usize]) -> Result<(), CallError> {
        self.check_searched(slots)?;
        if let Some(&slot) = slots.iter().find(|&&slot| self.searches[slot].in_flight > 0) {
            return Err(call_error!(
                Value("games"),
                "game {slot} has leaves that were selected and not evaluated: pass them to backup, or \
                 call run, which selects them again"
            ));
        }
        match slots.iter().find(|&&slot| self.searches[slot].done == 0) {
            Some(&slot) => Err(not_searched(slot)),
            None => Ok(()),
        }
    }

    /// Returns a column of the moves of some games, and the ends of their rows with 0 before. Games
    /// that were over when the search began have no moves.
    ///
    /// # Errors
    /// When an index is out of range or occurs twice, or the root of a game waits for its evaluation.
    pub fn moves(
        &self,
        slots: &[usize],
        column: MoveColumn,
        run: Run<'_>,
    ) -> Result<(Vec<f32>, Vec<i64>), CallError> {
        self.check_slots(slots)?;
        if let Some(&slot) = slots.iter().find(|&&slot| {
            let search = &self.searches[slot];
            search.is_begun && !search.is_evaluated()
        }) {
            return Err(not_searched(slot));
        }
        let run = run.with_few(slots.len(), MANY_GAMES);
        let rows = pool::map(run, slots.chunks(GAMES_PER_JOB), |slots| {
            let (mut values, mut ends) = (Vec::new(), Vec::new());
            for &slot in slots {
                let search = &self.searches[slot];
                if search.is_evaluated() {
                    search.moves(&self.rule, column, &mut values);
                }
                ends.push(values.len());
            }
            (values, ends)
        })?;
        let (mut values, mut offsets) = (Vec::new(), vec![0]);
        for (row, ends) in rows {
            let before = values.len();
            offsets.extend(ends.iter().map(|end| (before + end) as i64));
            values.extend(row);
        }
        Ok((values, offsets))
    }

    /// Returns a column of all games.
    pub fn games(&self, column: GameColumn) -> Vec<f32> {
        self.searches.iter().map(|search| search.game(&self.rule, column)).collect()
    }

    /// Returns the mean probabilities of win, draw and loss of all games for the side to move; NaN
    /// if unknown.
    pub fn wdl(&self) -> Vec<f32> {
        let of = |search: &Search| {
            let value = search.game(&self.rule, GameColumn::Value);
            let draw = search.game(&self.rule, GameColumn::Draw);
            if draw.is_nan() { [f32::NAN; 3] } else { wdl(value, draw) }
        };
        self.searches.iter().flat_map(of).collect()
    }

    /// Returns the number of nodes of each game's tree, its root included.
    pub fn node_counts(&self) -> Vec<i64> {
        self.searches.iter().map(|search| search.tree.nodes.len() as i64).collect()
    }

    /// Returns the number of simulations of each game that are over.
    pub fn simulations_done(&self) -> Vec<i64> {
        self.searches.iter().map(|search| search.done.into()).collect()
    }

    /// Chooses a move of each game: by visits to the power of the reciprocal of the temperature;
    /// with temperature 0 the one with the most visits, or Gumbel's choice. [`NO_ACTION`] for games
    /// that were over when the search began.
    ///
    /// # Errors
    /// When a game has moved on since its search began, was not searched, or `temperatures` does not
    /// have one number, or one for each game.
    pub fn actions(
        &self,
        arena: &Arena,
        slots: &[usize],
        temperatures: &[f64],
    ) -> Result<Vec<Option<Move>>, CallError> {
        self.check_slots(slots)?;
        check_count("temperature", slots.len(), temperatures.len())?;
        temperatures.iter().try_for_each(|&temperature| check_temperature(temperature))?;
        self.check_current(arena, slots)?;
        let mut actions = Vec::with_capacity(slots.len());
        for (n, &slot) in slots.iter().enumerate() {
            let search = &self.searches[slot];
            if !search.is_begun {
                if arena.end(slot).is_none() {
                    return Err(not_searched(slot));
                }
                actions.push(None);
                continue;
            }
            self.check_complete(&[slot])?;
            let temperature = temperatures[if temperatures.len() == 1 { 0 } else { n }];
            let (game, ply) = (search.root.game, search.root.ply() as u64);
            let number = random::number(self.options.seed, Purpose::SearchActions, ply, game);
            let chosen = search.choose(&self.rule, temperature, random::fraction(number));
            let moves = search.tree.moves(search.tree.node(ROOT));
            let chosen = chosen.and_then(|index| moves.get(index));
            actions.push(Some(*chosen.ok_or_else(|| not_searched(slot))?));
        }
        Ok(actions)
    }

    /// [`TreeSearch::actions`] as indices of a policy.
    ///
    /// # Errors
    /// The same, and when the policy has no index for a move.
    pub fn policy_actions(
        &self,
        arena: &Arena,
        slots: &[usize],
        temperatures: &[f64],
        policy: &PolicyEncoding,
    ) -> Result<Vec<i64>, CallError> {
        let moves = self.actions(arena, slots, temperatures)?;
        let index = |(m, &slot): (Option<Move>, &usize)| {
            let Some(m) = m else { return Ok(NO_ACTION) };
            let index = policy.index(arena.position(slot), m).map(|index| index as i64);
            index.ok_or_else(|| no_index(policy, m, slot))
        };
        moves.into_iter().zip(slots).map(index).collect()
    }

    /// Records the results of the searches of some games in the arena: the value, the probabilities
    /// of results if they are known, the network's value, the number of visits as that of nodes,
    /// and the policy. Games that were over when the search began are skipped.
    ///
    /// `weights` is empty, or has the training weight for each of `slots`.
    ///
    /// # Errors
    /// When a game has moved on since its search began, or was not searched, or a weight is
    /// impossible; nothing is changed.
    pub fn note(
        &self,
        arena: &mut Arena,
        slots: &[usize],
        weights: &[f32],
        run: Run<'_>,
    ) -> Result<(), CallError> {
        self.check_slots(slots)?;
        self.check_current(arena, slots)?;
        let is_over = |slot: usize| !self.searches[slot].is_begun && arena.end(slot).is_some();
        let noted: Vec<usize> = slots.iter().copied().filter(|&slot| !is_over(slot)).collect();
        self.check_complete(&noted)?;
        check_weights(slots, weights)?;
        let is_unknown =
            |&n: &usize| self.searches[slots[n]].game(&self.rule, GameColumn::Draw).is_nan();
        let (without_draws, with_draws): (Vec<usize>, Vec<usize>) =
            (0..slots.len()).filter(|&n| !is_over(slots[n])).partition(is_unknown);
        for (rows, has_draws) in [(without_draws, false), (with_draws, true)] {
            let weights: Vec<f32> = rows.iter().filter_map(|&n| weights.get(n).copied()).collect();
            let slots: Vec<usize> = rows.iter().map(|&n| slots[n]).collect();
            self.note_of(arena, &slots, has_draws, &weights, run)?;
        }
        Ok(())
    }

    fn note_of(
        &self,
        arena: &mut Arena,
        slots: &[usize],
        has_draws: bool,
        weights: &[f32],
        run: Run<'_>,
    ) -> Result<(), CallError> {
        let column = |column| -> Vec<f32> {
            slots.iter().map(|&slot| self.searches[slot].game(&self.rule, column)).collect()
        };
        let (values, draws) = (column(GameColumn::Value), column(GameColumn::Draw));
        let wdl: Vec<f32> =
            values.iter().zip(&draws).flat_map(|(&value, &draw)| wdl(value, draw)).collect();
        let visits = |&slot: &usize| {
            let tree = &self.searches[slot].tree;
            i64::from(tree.visits(tree.node(ROOT)).visits)
        };
        let nodes: Vec<i64> = slots.iter().map(visits).collect();
        let (policy, offsets) = self.moves(slots, MoveColumn::Weights, run)?;
        let note = Note {
            values: Some(&values),
            wdl: has_draws.then_some(&wdl[..]),
            network_values: Some(&column(GameColumn::NetworkValue)),
            nodes: Some(&nodes),
            weights: Some(weights).filter(|weights| !weights.is_empty()),
            policy: Some(Scores::Ragged { values: &policy, offsets: &offsets }),
            encoding: None,
        };
        arena.note(slots, note, run)
    }

    /// Returns the nodes of a game's tree, a parent before its children.
    ///
    /// # Errors
    /// When there is no such game, or it was not searched.
    pub fn tree(&self, slot: usize) -> Result<Vec<TreeNode>, CallError> {
        self.check_searched(&[slot])?;
        let tree = &self.searches[slot].tree;
        let node = |(index, node): (usize, &super::tree::Node)| {
            let Child { visits, mut prior, .. } = *tree.visits(node);
            let mut value = tree.value(index as u32);
            match index {
                0 => prior = 1.0,
                _ => value = 0.0 - value,
            }
            TreeNode {
                parent: node.parent as i32,
                m: tree.move_to(node),
                visits,
                value: value as f32,
                prior,
                is_end: node.state == NodeState::End,
            }
        };
        Ok(tree.nodes.iter().enumerate().map(node).collect())
    }

    /// Returns the moves with the most visits from the root of a game's tree, in SAN.
    ///
    /// # Errors
    /// When there is no such game, or it was not searched.
    pub fn line(&self, slot: usize) -> Result<Vec<String>, CallError> {
        self.check_searched(&[slot])?;
        let search = &self.searches[slot];
        let (mut line, mut at) = (Vec::new(), ROOT);
        let mut position = *search.root.recent.position();
        loop {
            let best = match at {
                ROOT => search.choose(&self.rule, 0.0, 0.0),
                _ => most(&search.tree.weights(at, self.rule.solves())),
            };
            let Some(best) = best else { return Ok(line) };
            let node = search.tree.node(at);
            let m = search.tree.moves_of(node, &position)[best];
            line.push(san::write(&position, m).to_string());
            position.play_unchecked(m);
            let Some(child) = search.tree.children(node).get(best) else { return Ok(line) };
            at = child.node;
        }
    }
}

/// The index of the greatest weight, unless all are 0.
fn most(weights: &[f64]) -> Option<usize> {
    first_greatest(weights.iter().copied()).filter(|&best| weights[best] > 0.0)
}

/// The probabilities of results of a value and the probability of a draw.
pub(super) fn wdl(value: f32, draw: f32) -> [f32; 3] {
    let decided = (1.0 - draw).max(0.0);
    let win = ((decided + value) / 2.0).clamp(0.0, decided);
    [win, draw, decided - win]
}
