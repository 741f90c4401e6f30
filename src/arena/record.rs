//! Recording of search results, and of the games as [`Games`].

use super::Arena;
use super::error::{
    check_size, foreign_notes, impossible_score, impossible_weight, no_index, out_of_memory,
};
use super::sample::Scores;
use super::slot::{End, GameSlot};
use crate::error::{CallError, call_error};
use crate::games::{Games, NO_NODES, PlayedMoves, PlyColumns, PlyRow, is_value, is_wdl, is_weight};
use crate::pool::{self, Run};
use crate::rules::{GameResult, Outcome};
use crate::tensor::{Policy, PolicyEncoding};
use crate::types::Move;

/// Slots that a thread takes at a time.
const SLOTS_PER_JOB: usize = 64;

/// The largest visit count.
const MAX_COUNT: f32 = u16::MAX as f32;

/// The tolerance for values that rounding pushed beyond -1 and 1.
const VALUE_TOLERANCE: f32 = 1e-4;

/// Search results for the current positions, one row for each slot of the call.
#[derive(Clone, Copy, Debug, Default)]
pub struct Note<'a> {
    /// The values for the side to move, -1 to 1.
    pub values: Option<&'a [f32]>,
    /// Win, draw and loss probabilities for the side to move, `(slots, 3)`.
    pub wdl: Option<&'a [f32]>,
    /// The network's values before the search, -1 to 1; NaN if unknown.
    pub network_values: Option<&'a [f32]>,
    /// Numbers of nodes.
    pub nodes: Option<&'a [i64]>,
    /// Training weights, 0 or more; NaN if unknown.
    pub weights: Option<&'a [f32]>,
    /// Visit counts, or weights in the same ratios, 0 or more; a row of zeros is unknown. Counts up
    /// to 65,535 are stored exactly; other weights are scaled to this maximum.
    pub policy: Option<Scores<'a>>,
    /// The policy of dense scores.
    pub encoding: Option<&'a PolicyEncoding>,
}

/// The notes of a slot, and its visits.
type Row = (PlyRow<'static>, Vec<[u16; 2]>);

impl Arena {
    /// Records search results for the current positions of some games, before their next moves. A
    /// second note of the same position replaces the first. Games that are over are skipped, and
    /// nothing is kept if games are neither recorded nor adjudicated.
    ///
    /// # Errors
    /// When an index is out of range or occurs twice, an array has the wrong size, or a number is
    /// impossible; nothing is changed.
    pub fn note(&mut self, slots: &[usize], note: Note<'_>, run: Run<'_>) -> Result<(), CallError> {
        self.check_note(slots, &note)?;
        let jobs = slots.chunks(SLOTS_PER_JOB).enumerate();
        let rows = pool::map_with(run, jobs, Vec::new, |weights, (job, chunk)| {
            let first = job * SLOTS_PER_JOB;
            let row = |(n, &index): (usize, &usize)| self.row(first + n, index, &note, weights);
            chunk.iter().enumerate().map(row).collect::<Result<Vec<Row>, CallError>>()
        })?;
        let rows = rows.into_iter().collect::<Result<Vec<_>, _>>()?;
        if !self.options.record && self.options.adjudication.is_none() {
            return Ok(());
        }
        if self.notes.is_empty() {
            self.notes.try_reserve_exact(self.len()).map_err(out_of_memory)?;
            self.notes.resize_with(self.len(), PlyColumns::default);
        }
        for (&index, (row, visits)) in slots.iter().zip(rows.iter().flatten()) {
            let slot = &self.slots[index];
            if slot.end.is_none() {
                self.notes[index].set_last(slot.moves.len(), &PlyRow { visits, ..*row });
            }
        }
        Ok(())
    }

    fn check_note(&self, slots: &[usize], note: &Note<'_>) -> Result<(), CallError> {
        self.check_slots(slots)?;
        let sizes = [
            ("value", slots.len(), note.values.map(<[f32]>::len)),
            ("wdl", 3 * slots.len(), note.wdl.map(<[f32]>::len)),
            ("network_value", slots.len(), note.network_values.map(<[f32]>::len)),
            ("nodes", slots.len(), note.nodes.map(<[i64]>::len)),
            ("weight", slots.len(), note.weights.map(<[f32]>::len)),
        ];
        for (name, expected, found) in sizes {
            check_size(name, expected, found.unwrap_or(expected))?;
        }
        note.policy.map_or(Ok(()), |scores| self.check_scores(slots, scores, note.encoding))
    }

    /// The row of a slot, which is row `at` of the note.
    fn row(
        &self,
        at: usize,
        index: usize,
        note: &Note<'_>,
        weights: &mut Vec<f32>,
    ) -> Result<Row, CallError> {
        let is_value = |value: f32| is_value(value / (1.0 + VALUE_TOLERANCE));
        let value = note.values.map(|values| values[at]);
        let known = |numbers: Option<&[f32]>| {
            numbers.map(|numbers| numbers[at]).filter(|number| !number.is_nan())
        };
        let network_value = known(note.network_values);
        for (name, value) in [("value", value), ("network_value", network_value)] {
            if let Some(value) = value.filter(|&value| !is_value(value)) {
                return Err(call_error!(
                    Array(name),
                    "the value {value} of game {index} is not from -1 to 1"
                ));
            }
        }
        let weight = known(note.weights);
        if let Some(weight) = weight.filter(|&weight| !is_weight(weight)) {
            return Err(impossible_weight(weight, index));
        }
        let wdl = note.wdl.map(|wdl| [wdl[3 * at], wdl[3 * at + 1], wdl[3 * at + 2]]);
        if let Some(wdl) = wdl.filter(|wdl| !is_wdl(*wdl)) {
            return Err(call_error!(
                Array("wdl"),
                "the wdl {wdl:?} of game {index} are not probabilities with the sum 1"
            ));
        }
        let count = |nodes: &[i64]| {
            let count = i32::try_from(nodes[at]).ok().filter(|&count| count >= 0);
            count.ok_or_else(|| {
                let nodes = nodes[at];
                call_error!(Array("nodes"), "the nodes {nodes} of game {index} are impossible")
            })
        };
        let slot = &self.slots[index];
        let mut visits = Vec::new();
        if let Some(scores) = note.policy.filter(|_| !slot.legal.is_empty()) {
            weights.clear();
            note.weights(scores, at, index, slot, weights)?;
            visits = counts(&slot.legal, weights);
        }
        let clamped = |value: Option<f32>| value.map_or(f32::NAN, |value| value.clamp(-1.0, 1.0));
        let row = PlyRow {
            search_values: clamped(value),
            search_wdl: wdl.unwrap_or([f32::NAN; 3]),
            network_values: clamped(network_value),
            search_nodes: note.nodes.map_or(Ok(NO_NODES), count)?,
            search_weights: weight.unwrap_or(f32::NAN),
            ..PlyRow::NONE
        };
        Ok((row, visits))
    }

    /// Returns the finished games that were not taken, and the games in progress that have moves,
    /// which continue. The latter are unfinished, in the order of their slots.
    pub fn pop_games_with_unfinished(&mut self) -> Games {
        let mut games = self.pop_games();
        for index in 0..self.len() {
            let slot = &self.slots[index];
            if slot.end.is_none() && !slot.moves.is_empty() {
                push_game(&mut games, slot, self.is_chess960(), self.notes.get(index));
            }
        }
        games
    }

    /// Adds the game of a slot to the finished games.
    pub(super) fn record(&mut self, index: usize) {
        let is_chess960 = self.is_chess960();
        push_game(&mut self.finished, &self.slots[index], is_chess960, self.notes.get(index));
    }

    /// Removes the notes of a game.
    pub(super) fn drop_notes(&mut self, index: usize) {
        if let Some(notes) = self.notes.get_mut(index) {
            *notes = PlyColumns::default();
        }
    }
}

impl Note<'_> {
    /// Writes the weights of the legal moves of row `at`.
    fn weights(
        &self,
        scores: Scores<'_>,
        at: usize,
        index: usize,
        slot: &GameSlot,
        weights: &mut Vec<f32>,
    ) -> Result<(), CallError> {
        if let Scores::Uniform = scores {
            weights.resize(slot.legal.len(), 1.0);
        }
        scores
            .each(self.encoding, at, slot, |weight| weights.push(weight))
            .map_err(|(policy, m)| no_index(policy, m, index))?;
        if let (Scores::Dense(values), Some(policy)) = (scores, self.encoding) {
            let row = &values[at * policy.size()..(at + 1) * policy.size()];
            let nonzero = |weights: &[f32]| weights.iter().filter(|&&w| w != 0.0).count();
            if nonzero(row) > nonzero(weights) {
                let index_of = policy.indices(slot.recent.position());
                let is_legal = |action| slot.legal.iter().any(|&m| index_of(m) == Some(action));
                let action = (0..row.len()).find(|&n| row[n] != 0.0 && !is_legal(n));
                let action = action.unwrap_or_default();
                return Err(call_error!(
                    Array("policy"),
                    "game {index} has the weight {} at index {action}, which no legal move has",
                    row[action]
                ));
            }
        }
        match weights.iter().position(|weight| !(weight.is_finite() && *weight >= 0.0)) {
            Some(at) => Err(impossible_score(weights[at], slot.legal[at], index)),
            None => Ok(()),
        }
    }
}

/// The visits of moves with these weights: whole numbers unchanged, if they fit, else scaled to the
/// largest count. Moves with a count of 0 are omitted.
fn counts(moves: &[Move], weights: &[f32]) -> Vec<[u16; 2]> {
    let greatest = weights.iter().copied().fold(0.0, f32::max);
    let are_counts = greatest <= MAX_COUNT && weights.iter().all(|weight| weight.fract() == 0.0);
    let scale = if are_counts { 1.0 } else { f64::from(MAX_COUNT) / f64::from(greatest) };
    let count = |weight: f32| (f64::from(weight) * scale).round() as u16;
    let visits = moves.iter().zip(weights).map(|(m, &weight)| [m.bits(), count(weight)]);
    visits.filter(|&[_, count]| count > 0).collect()
}

/// Adds the game of a slot to games.
fn push_game(games: &mut Games, slot: &GameSlot, is_chess960: bool, notes: Option<&PlyColumns>) {
    let outcome = slot.end.and_then(End::outcome);
    let result = outcome.map_or(GameResult::Unknown, Outcome::result);
    let round = (slot.game + 1).to_string();
    let termination = outcome.map_or("unterminated", |end| end.termination.pgn_tag());
    // the seven tags of the export format of PGN, and the reason of the end
    let tags = [
        ("Event", "?"),
        ("Site", "?"),
        ("Date", "????.??.??"),
        ("Round", &round[..]),
        ("White", "?"),
        ("Black", "?"),
        ("Result", result.as_str()),
        ("Termination", termination),
    ];
    games.push_played(&PlayedMoves {
        start: &slot.start,
        moves: &slot.moves,
        last: slot.recent.position().placement(),
        evals: &[],
        result,
        is_chess960,
        tags: &tags,
    });
    if let Some(notes) = notes {
        games.push_columns(notes);
    }
}

/// Checks that the visits of a ply are of different legal moves.
pub(super) fn check_visits(
    slot: usize,
    notes: Option<&PlyColumns>,
    ply: usize,
    legal: &[Move],
) -> Result<(), CallError> {
    let visits = notes.and_then(|notes| notes.visits.as_ref()?.get(ply)).unwrap_or_default();
    let is_wrong = |(n, [bits, _]): (usize, &[u16; 2])| {
        !legal.iter().any(|m| m.bits() == *bits) || visits[..n].iter().any(|[m, _]| m == bits)
    };
    match visits.iter().enumerate().any(is_wrong) {
        true => Err(foreign_notes(slot)),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::counts;
    use crate::movegen::legal_moves;
    use crate::position::Position;

    #[test]
    fn counts_of_weights() {
        let moves = &legal_moves(&Position::standard())[..3];
        let of = |weights: [f32; 3]| {
            let bits = |index: usize| moves[index].bits();
            counts(moves, &weights)
                .into_iter()
                .map(|[m, count]| ((0..3).find(|&n| bits(n) == m).unwrap(), count))
                .collect::<Vec<_>>()
        };
        assert_eq!(of([3.0, 0.0, 65_535.0]), [(0, 3), (2, 65_535)]);
        assert_eq!(of([0.25, 0.5, 0.25]), [(0, 32_768), (1, 65_535), (2, 32_768)]);
        assert_eq!(of([131_070.0, 2.0, 0.0]), [(0, 65_535), (1, 1)]);
        assert_eq!(of([f32::MAX, 0.0, f32::MIN_POSITIVE]), [(0, 65_535)]);
        assert_eq!(of([f32::MIN_POSITIVE / 8.0, 0.0, 0.0]), [(0, 65_535)]);
        assert_eq!(of([0.0; 3]), []);
    }
}
