//! The state of an arena as a dict for checkpoints; pickling and copying.

use super::start::Start;
use super::{ActionKind, Arena};
use crate::arena::{End, MAX_ROW_NUMBER, SlotState, Snapshot};
use crate::games::PlyColumns;
use crate::memory;
use crate::notation::fen::{self, CastlingStyle, EnPassantStyle};
use crate::python::dataclass::Dataclass;
use crate::python::encodings::Policy;
use crate::python::errors::fen_of_row;
use crate::python::games::{Games, ply_columns, ply_dict};
use crate::python::prelude::*;
use crate::python::rules::rule_set_object;
use crate::python::saved_state::{SavedState, invalid_state};
use crate::python::tablebase::tablebase_object;
use crate::types::Move;

/// The version of the dictionaries of `state_dict`.
const VERSION: i64 = 1;

const OWNER: &str = "an Arena";

fn invalid(reason: impl std::fmt::Display) -> PyErr {
    invalid_state(OWNER, reason)
}

/// The notes of games as a dict: the number of plies of each game, and the columns of all games.
fn note_dict<'py>(py: Python<'py>, notes: &[PlyColumns]) -> PyResult<Option<Bound<'py, PyDict>>> {
    if notes.is_empty() {
        return Ok(None);
    }
    let (mut all, mut plies) = (PlyColumns::default(), Vec::with_capacity(notes.len()));
    let mut before = 0;
    for game in notes {
        // without columns that have become unknown
        let mut known = PlyColumns::default();
        known.extend(game, 0..game.rows(), 0);
        plies.push(known.rows() as i64);
        all.extend(&known, 0..known.rows(), before);
        before += known.rows();
    }
    let dict = ply_dict(py, &all)?;
    dict.set_item("plies", numpy_api::from_vec(py, plies)?)?;
    Ok(Some(dict))
}

/// The notes of games from a dict of [`note_dict`]; the core checks them.
fn notes_of_dict(dict: &Bound<'_, PyAny>) -> PyResult<Vec<PlyColumns>> {
    let all = ply_columns(dict.cast::<PyDict>()?)
        .map_err(|error| invalid(format_args!("its notes are damaged: {error}")))?;
    let damaged = || invalid("its notes are damaged");
    let count = all.rows();
    let all = all.validated(count).ok_or_else(damaged)?;
    let plies = integers(&dict.get_item("plies")?, "plies")?;
    let mut notes = Vec::with_capacity(plies.len());
    let mut before = 0usize;
    for plies in plies {
        let plies = usize::try_from(plies).ok().filter(|&plies| plies <= all.rows() - before);
        let plies = plies.ok_or_else(damaged)?;
        let mut game = PlyColumns::default();
        game.extend(&all, before..before + plies, 0);
        notes.push(game);
        before += plies;
    }
    if before != all.rows() { Err(damaged()) } else { Ok(notes) }
}

#[pymethods(crate = "crate::python::named_arguments")]
impl Arena {
    /// Returns the state of the games as a dict for a checkpoint.
    ///
    /// It has all games in progress with their moves, the finished games that were not taken, and
    /// the seed, but not the arguments of `Arena`. It pickles, and `numpy.savez` or `torch.save`
    /// can store its values.
    ///
    /// Returns:
    ///     A dict of arrays, lists and plain values.
    ///
    /// Example:
    ///     >>> arena = enroque.Arena(2, seed=1)
    ///     >>> state = arena.state_dict()
    ///     >>> first = arena.sample()
    ///     >>> _ = arena.step(first)
    ///     >>> arena.load_state_dict(state)
    ///     >>> bool((arena.sample() == first).all())
    ///     True
    pub(super) fn state_dict<'py>(&self, py: Python<'py>) -> PyResult<Attributes<'py>> {
        let Snapshot { seed, slots, finished, notes } = self.with(py, |core| core.snapshot());
        let style = (CastlingStyle::Shredder, EnPassantStyle::Always);
        let starts = slots.iter().map(|slot| fen::write_as(&slot.start, style.0, style.1));
        let starts: Vec<String> = starts.map(|text| text.to_string()).collect();
        let (mut moves, mut offsets) = (Vec::new(), vec![0]);
        for slot in &slots {
            moves.extend(slot.moves.iter().map(|m| m.bits()));
            offsets.push(moves.len() as i64);
        }
        let numbers: Vec<i64> = slots.iter().map(|slot| slot.game as i64).collect();
        let before: Vec<i64> = slots.iter().map(|slot| slot.plies_before.into()).collect();
        let continued: Vec<bool> = slots.iter().map(|slot| slot.is_continued).collect();
        let ends: Vec<u8> = slots.iter().map(|slot| slot.end.map_or(0, End::code)).collect();
        let dict = PyDict::new(py);
        dict.set_item("version", VERSION)?;
        dict.set_item("seed", seed)?;
        dict.set_item("starts", starts)?;
        dict.set_item("moves", numpy_api::from_vec(py, moves)?)?;
        dict.set_item("offsets", numpy_api::from_vec(py, offsets)?)?;
        dict.set_item("game", numpy_api::from_vec(py, numbers)?)?;
        dict.set_item("plies_before", numpy_api::from_vec(py, before)?)?;
        dict.set_item("continued", numpy_api::from_vec(py, continued)?)?;
        dict.set_item("end", numpy_api::from_vec(py, ends)?)?;
        dict.set_item("finished", Games::new(finished))?;
        dict.set_item("notes", note_dict(py, &notes)?)?;
        Ok(Attributes(dict))
    }

    /// Continues from a saved state, with the same later games as the saved arena.
    ///
    /// Args:
    ///     state: the dict of `state_dict` of an arena with the same arguments.
    ///
    /// Raises:
    ///     ValueError: the dict is not such a state, has fewer games, or has an illegal move.
    pub(super) fn load_state_dict(&self, py: Python<'_>, state: StateArgument<'_>) -> PyResult<()> {
        let saved = SavedState::new(state, OWNER, VERSION)?;
        let item = |name: &str| saved.item(name);
        let seed: u64 = item("seed")?.extract()?;
        let Items(starts) = item("starts")?.extract::<Items<String>>()?;
        let moves = integers(&item("moves")?, "moves")?;
        let offsets = integers(&item("offsets")?, "offsets")?;
        let numbers = integers(&item("game")?, "game")?;
        let before = integers(&item("plies_before")?, "plies_before")?;
        let continued = item("continued")?.call_method0("tolist")?;
        let Items(continued) = continued.extract::<Items<bool>>()?;
        let ends = integers(&item("end")?, "end")?;
        let finished = item("finished")?.cast_into::<Games>()?.get().core();
        let notes = match saved.dict.get_item("notes")? {
            Some(notes) if !notes.is_none() => notes_of_dict(&notes)?,
            _ => Vec::new(),
        };
        let count = starts.len();
        let lengths = [numbers.len(), before.len(), continued.len(), ends.len()];
        if offsets.len() != count + 1 || lengths != [count; 4] {
            return Err(invalid("its arrays differ in length"));
        }
        let mut slots = Vec::with_capacity(count);
        for (n, start) in starts.iter().enumerate() {
            let range = usize::try_from(offsets[n]).ok().zip(usize::try_from(offsets[n + 1]).ok());
            let moves = range.and_then(|(first, end)| moves.get(first..end));
            let moves = moves.ok_or_else(|| invalid("the offsets are not those of the moves"))?;
            let read = |&bits: &i64| u16::try_from(bits).ok().and_then(Move::from_bits);
            let moves: Option<Vec<Move>> = moves.iter().map(read).collect();
            slots.push(SlotState {
                start: fen_of_row(start, n)?,
                moves: moves.ok_or_else(|| invalid("a move is not 16 bits of a move"))?,
                game: numbers[n] as u64,
                plies_before: u32::try_from(before[n])
                    .ok()
                    .filter(|&plies| plies <= MAX_ROW_NUMBER)
                    .ok_or_else(|| invalid("plies_before is out of range"))?,
                is_continued: continued[n],
                end: match ends[n] {
                    0 => None,
                    code => Some(
                        u8::try_from(code)
                            .ok()
                            .and_then(End::from_code)
                            .ok_or_else(|| invalid(format_args!("no end has number {code}")))?,
                    ),
                },
            });
        }
        let snapshot = Snapshot { seed, slots, finished: (*finished).clone(), notes };
        interruptible(py, None, |run| self.lock().restore(snapshot, run))
    }

    /// The arguments of the arena, for pickles and copies.
    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((usize,), Attributes<'py>)> {
        let (games, options) = self.with(py, |core| (core.len(), core.options().clone()));
        let arguments = PyDict::new(py);
        if let Some(start) = &*locked(&self.start) {
            arguments.set_item("start", &start.source)?;
            arguments.set_item("start_order", start.order.name())?;
            arguments.set_item("pairs", start.pairs)?;
            arguments.set_item("random_plies", start.random_plies)?;
        }
        arguments.set_item("rules", rule_set_object(py, &options.rules)?)?;
        arguments.set_item("max_plies", options.max_plies)?;
        arguments.set_item("at_limit", options.at_limit.name())?;
        if let Some(adjudication) = &options.adjudication {
            arguments.set_item("adjudication", adjudication.object(py)?)?;
        }
        if let Some(tables) = &options.tablebase {
            arguments.set_item("tablebase", tablebase_object(py, tables)?)?;
        }
        arguments.set_item("autoreset", options.autoreset.name())?;
        match self.policy {
            ActionKind::Policy(policy) => {
                arguments.set_item("policy", Bound::new(py, Policy(policy))?)?;
            }
            ActionKind::Moves => arguments.set_item("policy", "moves")?,
            ActionKind::Legal => arguments.set_item("policy", "legal")?,
        }
        arguments.set_item("record", options.record)?;
        arguments.set_item("seed", options.seed)?;
        Ok(((games,), Attributes(arguments)))
    }

    /// A copy for `copy.copy`.
    fn __copy__(&self, py: Python<'_>) -> PyResult<Arena> {
        let copied = self.with(py, |core| memory::check(core.heap_bytes()).map(|()| core.clone()));
        let start = locked(&self.start);
        let source = |start: &Start| Start { source: start.source.clone_ref(py), ..*start };
        let start = start.as_ref().map(source);
        Ok(Arena::of_core(copied?, self.policy, start))
    }

    /// A copy for `copy.deepcopy`.
    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Arena> {
        self.__copy__(py)
    }

    /// The state of the games, as of `state_dict`.
    fn __getstate__<'py>(&self, py: Python<'py>) -> PyResult<Attributes<'py>> {
        self.state_dict(py)
    }

    /// Restores the state of `__getstate__`.
    fn __setstate__(&self, py: Python<'_>, state: StateArgument<'_>) -> PyResult<()> {
        self.load_state_dict(py, state)
    }
}
