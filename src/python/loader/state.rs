//! Where a loader is, as a dict for a checkpoint, and what a place means something for.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::super::arguments::Number;
use super::super::encodings::call;
use crate::loader::{Config, Fields, Loader, OnUnsupported, Place};
use crate::tensor::{PlaneEncoding, Policy};

/// The version of the dictionaries of `state_dict`.
const VERSION: i64 = 2;

/// The encodings that may refuse a position, which the order depends on where such are left out.
fn encodings(fields: &Fields) -> Vec<String> {
    let Fields { planes, policy, legal_mask, tokens, features, .. } = fields;
    let planes = planes.iter().map(|(e, _)| call("planes", e.name(), &e.options()));
    let policy = policy.iter().map(|p| call("policy", p.name(), &p.options()));
    let mask = legal_mask.iter().map(|(p, _)| call("legal_mask", p.name(), &p.options()));
    let tokens = tokens.iter().map(|t| call("tokens", t.name(), &t.options()));
    let features = features.iter().map(|f| call("features", f.key(), &[]));
    planes.chain(policy).chain(mask).chain(tokens).chain(features).collect()
}

/// Writes what decides which samples come in which order, besides the place.
fn set_order(dict: &Bound<'_, PyDict>, source: String, config: &Config) -> PyResult<()> {
    let chosen = &config.selection;
    dict.set_item("source", source)?;
    dict.set_item("seed", config.seed)?;
    dict.set_item("shuffle_games", config.shuffle_games)?;
    dict.set_item("rank", config.rank)?;
    dict.set_item("world_size", config.world_size)?;
    dict.set_item("min_ply", chosen.min_ply)?;
    dict.set_item("max_ply", chosen.max_ply)?;
    dict.set_item("positions_per_game", chosen.positions_per_game)?;
    dict.set_item("sample_probability", chosen.sample_probability)?;
    dict.set_item("check", chosen.check)?;
    dict.set_item("capture", chosen.capture)?;
    dict.set_item("min_pieces", chosen.min_pieces)?;
    dict.set_item("max_pieces", chosen.max_pieces)?;
    dict.set_item("max_eval", chosen.max_eval)?;
    dict.set_item("min_clock", chosen.min_clock)?;
    dict.set_item("weights", chosen.weights.as_ref().map(|weights| weights.lists().to_vec()))?;
    let skipped_by = match config.on_unsupported {
        OnUnsupported::Skip => Some(encodings(&config.fields)),
        // every position has its row
        OnUnsupported::Raise | OnUnsupported::Mask => None,
    };
    dict.set_item("skipped_by", skipped_by)
}

/// What a loader's place is written with: plain values, for a checkpoint.
pub(super) struct State {
    place: Place,
    source: String,
    config: Config,
}

impl State {
    pub(super) fn of(loader: &Loader) -> State {
        let (place, source) = (loader.place(), loader.source().describe());
        State { place, source, config: loader.config().clone() }
    }

    pub(super) fn dict(self, py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("version", VERSION)?;
        dict.set_item("epoch", self.place.epoch)?;
        dict.set_item("block", self.place.block)?;
        dict.set_item("window", self.place.window)?;
        dict.set_item("offset", self.place.offset)?;
        set_order(&dict, self.source, &self.config)?;
        Ok(dict)
    }

    /// The place that a dictionary tells, if it is of a loader whose samples come as this one's do.
    pub(super) fn place_in(self, dict: &Bound<'_, PyDict>) -> PyResult<Place> {
        let value = |name: &str| {
            dict.get_item(name)?.ok_or_else(|| {
                PyValueError::new_err(format!("no state of a loader: it has no {name:?}"))
            })
        };
        let number = |name: &str| -> PyResult<u64> {
            let Number(number) = value(name)?.extract()?;
            u64::try_from(number)
                .map_err(|_| PyValueError::new_err(format!("{name} of a state is not {number}")))
        };
        let version = value("version")?.extract::<Number>()?.0;
        if version != VERSION {
            return Err(PyValueError::new_err(format!(
                "the state is of version {version}, {VERSION} is known here"
            )));
        }
        let order = PyDict::new(dict.py());
        set_order(&order, self.source, &self.config)?;
        for (name, here) in order {
            let name: String = name.extract()?;
            let there = value(&name)?;
            if !there.eq(&here)? {
                let (there, here) = (there.repr()?, here.repr()?);
                return Err(PyValueError::new_err(format!(
                    "the state is of a loader with {name}={there}, this one has {here}"
                )));
            }
        }
        Ok(Place {
            epoch: number("epoch")?,
            block: number("block")?,
            window: number("window")?,
            offset: number("offset")?,
        })
    }
}
