//! The state of a loader as a dict for checkpoints.

use std::collections::BTreeSet;

use crate::columns::Column;
use crate::loader::{Config, Cursor, Loader, OnUnsupported};
use crate::python::prelude::*;
use crate::python::saved_state::SavedState;

/// The version of the dictionaries of `state_dict`.
const VERSION: i64 = 7;

/// The columns that may be unable to express a position: if such samples are skipped, the order
/// depends on them.
fn fallible(columns: &[(String, Column)]) -> Vec<String> {
    let columns = columns.iter().map(|(_, column)| column);
    columns.filter(|column| column.may_lack_samples()).map(|column| format!("{column:?}")).collect()
}

/// Writes everything that determines the order of the samples, except the cursor.
fn set_order(dict: &Bound<'_, PyDict>, source: String, config: &Config) -> PyResult<()> {
    let selection = &config.selection;
    dict.set_item("source", source)?;
    dict.set_item("seed", config.seed)?;
    dict.set_item("shuffle_games", config.shuffle_games)?;
    dict.set_item("shuffle_rows", config.shuffle_rows)?;
    dict.set_item("rank", config.rank)?;
    dict.set_item("world_size", config.world_size)?;
    dict.set_item("even", config.even)?;
    dict.set_item("min_ply", selection.min_ply)?;
    dict.set_item("max_ply", selection.max_ply)?;
    dict.set_item("positions_per_game", selection.positions_per_game)?;
    dict.set_item("sample_probability", selection.sample_probability)?;
    let filter = selection.filter.as_ref().map(|filter| format!("{:?}", filter.query()));
    dict.set_item("filter", filter)?;
    dict.set_item("min_clock", selection.min_clock)?;
    dict.set_item("weights", selection.weights.as_ref().map(|weights| weights.lists().to_vec()))?;
    let sequence = config
        .sequence()
        .map(|row| format!("{:?} {} {} {}", row.spec, row.block, row.pack.name(), row.dropout));
    dict.set_item("sequence", sequence)?;
    let skipping = config.columns.iter().filter(|(_, column)| column.skips_any());
    let skipping: BTreeSet<String> = skipping.map(|(_, column)| format!("{column:?}")).collect();
    dict.set_item("skipping", skipping.into_iter().collect::<Vec<_>>())?;
    let skipped_by = match config.on_unsupported {
        OnUnsupported::Skip => Some(fallible(&config.columns)),
        // no sample is skipped
        OnUnsupported::Raise | OnUnsupported::Mask => None,
    };
    dict.set_item("skipped_by", skipped_by)
}

/// The cursor of a loader, and everything that determines the order of its samples.
pub(super) struct OrderState {
    cursor: Cursor,
    source: String,
    config: Config,
}

impl OrderState {
    pub(super) fn of(loader: &Loader) -> OrderState {
        let (cursor, source) = (loader.cursor(), loader.source().describe());
        OrderState { cursor, source, config: loader.config().clone() }
    }

    /// The state as plain values.
    pub(super) fn dict(self, py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("version", VERSION)?;
        dict.set_item("epoch", self.cursor.epoch)?;
        dict.set_item("block", self.cursor.block)?;
        dict.set_item("buffer", self.cursor.buffer)?;
        dict.set_item("offset", self.cursor.offset)?;
        set_order(&dict, self.source, &self.config)?;
        Ok(dict)
    }

    /// Reads the cursor of a dict, and checks that it was saved with the same order of samples.
    pub(super) fn cursor_from(self, state: StateArgument<'_>) -> PyResult<Cursor> {
        let saved = SavedState::new(state, "a Loader", VERSION)?;
        let number = |name: &str| {
            let number: Number = saved.item(name)?.extract()?;
            number.count(&format!("{name} in the state"))
        };
        let order = PyDict::new(saved.dict.py());
        set_order(&order, self.source, &self.config)?;
        for (name, expected) in order {
            let name: String = name.extract()?;
            let saved = saved.item(&name)?;
            if !saved.eq(&expected)? {
                let (saved, expected) = (saved.repr()?, expected.repr()?);
                return Err(ArgumentError::new_err(format!(
                    "the state was saved with {name}={saved}, but this Loader has {name}={expected}"
                )));
            }
        }
        Ok(Cursor {
            epoch: number("epoch")?,
            block: number("block")?,
            buffer: number("buffer")?,
            offset: number("offset")?,
        })
    }
}
