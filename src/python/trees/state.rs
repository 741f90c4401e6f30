//! The state of searches as a dict for checkpoints.

use numpy::{Element, PyReadonlyArray1, PyReadonlyArray2};

use super::TreeSearch;
use crate::python::arrays::owned;
use crate::python::prelude::*;
use crate::python::saved_state::{SavedState, invalid_state};
use crate::trees::SavedTrees;

/// The version of the dictionaries of `state_dict`.
const VERSION: i64 = 1;

const OWNER: &str = "a TreeSearch";

fn invalid(reason: impl std::fmt::Display) -> PyErr {
    invalid_state(OWNER, reason)
}

/// A `(rows, 4)` array of rows.
fn array_of<'py, T: Element + Clone>(
    py: Python<'py>,
    rows: &[[T; 4]],
) -> PyResult<Bound<'py, PyAny>> {
    let flat = numpy_api::from_vec(py, rows.as_flattened().to_vec())?;
    flat.call_method1("reshape", (rows.len(), 4))
}

/// The rows of a `(rows, 4)` array.
fn rows_of<T: Element + Copy>(object: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<[T; 4]>> {
    let damaged = || invalid(format_args!("{name} is not an array of its dtype with 4 columns"));
    numpy_api::load(object.py())?;
    let array: PyReadonlyArray2<'_, T> = object.extract().map_err(|_| damaged())?;
    let rows = array.as_array();
    if rows.ncols() != 4 {
        return Err(damaged());
    }
    Ok(rows.rows().into_iter().map(|row| std::array::from_fn(|n| row[n])).collect())
}

/// The elements of an array.
fn elements_of<T: Element + Copy>(object: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<T>> {
    numpy_api::load(object.py())?;
    let array = object.extract::<PyReadonlyArray1<'_, T>>();
    owned(&array.map_err(|_| invalid(format_args!("{name} is not an array of its dtype")))?)
}

#[pymethods(crate = "crate::python::named_arguments")]
impl TreeSearch {
    /// Returns the state between two moves as a dict for a checkpoint, beside that of the arena.
    ///
    /// It has the seed and, with `reuse`, the subtrees for the next searches; it has no results of
    /// searches, so take it after `Arena.step`. It pickles, and `numpy.savez` or `torch.save` can
    /// store its values.
    ///
    /// Returns:
    ///     A dict of arrays and plain values.
    ///
    /// Raises:
    ///     ArgumentError: a search is not over.
    ///     MemoryError: there is not enough memory.
    ///
    /// Example:
    ///     >>> import numpy as np
    ///     >>> arena = enroque.Arena(2, seed=1)
    ///     >>> search = enroque.TreeSearch(arena, simulations=50, reuse=True, seed=1)
    ///     >>> def network(leaves):
    ///     ...     return None, np.zeros(len(leaves), np.float32)
    ///     >>> search.begin()
    ///     >>> search.run(network)
    ///     >>> step = arena.step(search.actions())
    ///     >>> states = arena.state_dict(), search.state_dict()
    ///     >>> other = enroque.Arena(2)
    ///     >>> other.load_state_dict(states[0])
    ///     >>> copy = enroque.TreeSearch(other, simulations=50, reuse=True)
    ///     >>> copy.load_state_dict(states[1])
    ///     >>> for each in (search, copy):
    ///     ...     each.begin()
    ///     ...     each.run(network)
    ///     >>> bool((search.actions() == copy.actions()).all())
    ///     True
    fn state_dict<'py>(&self, py: Python<'py>) -> PyResult<Attributes<'py>> {
        let saved = self.call(py, None, |arena, core, _| core.state(arena))?;
        let dict = PyDict::new(py);
        dict.set_item("version", VERSION)?;
        dict.set_item("seed", saved.seed)?;
        dict.set_item("counts", numpy_api::from_vec(py, saved.counts)?)?;
        dict.set_item("nodes", array_of(py, &saved.nodes)?)?;
        dict.set_item("values", array_of(py, &saved.values)?)?;
        dict.set_item("moves", numpy_api::from_vec(py, saved.moves)?)?;
        dict.set_item("priors", numpy_api::from_vec(py, saved.priors)?)?;
        dict.set_item("root_priors", numpy_api::from_vec(py, saved.root_priors)?)?;
        Ok(Attributes(dict))
    }

    /// Continues from a saved state; load that of the arena first.
    ///
    /// The next searches equal those of the saved search. Trees and the cache are replaced.
    ///
    /// Args:
    ///     state: the dict of `state_dict` of a search with the same arguments.
    ///
    /// Raises:
    ///     ValueError: the dict is not such a state, or that of other games; nothing is changed.
    ///     MemoryError: there is not enough memory.
    fn load_state_dict(&self, py: Python<'_>, state: StateArgument<'_>) -> PyResult<()> {
        let saved = SavedState::new(state, OWNER, VERSION)?;
        let item = |name: &str| saved.item(name);
        let trees = SavedTrees {
            seed: item("seed")?.extract()?,
            counts: integers(&item("counts")?, "counts")?,
            nodes: rows_of(&item("nodes")?, "nodes")?,
            values: rows_of(&item("values")?, "values")?,
            moves: elements_of(&item("moves")?, "moves")?,
            priors: elements_of(&item("priors")?, "priors")?,
            root_priors: elements_of(&item("root_priors")?, "root_priors")?,
        };
        self.call(py, None, |arena, core, _| core.set_state(arena, &trees))
    }
}
