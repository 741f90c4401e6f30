//! The call that encodes columns: its arguments, its arrays, and its source of samples.

use crate::python::encodings;
use crate::python::prelude::*;
use std::collections::HashMap;

use super::class::{Column, ColumnArgument, named_columns};
use super::internal::{Internal, InternalColumn};
use crate::columns::{
    self as core, Dtype, Needs, NoVisits, Output, RaggedArrays, RaggedColumn, Unsupported,
};
use crate::error::CallError;
use crate::pool::Run;
use crate::python::arrays::{OutputArray, text_array};

/// A source of samples that Python holds.
pub(in crate::python) trait SampleSource {
    /// The samples, which may borrow what is locked only while they are used.
    type Samples<'s>: core::Samples;

    /// The number of rows; `None` for one position, whose arrays have no axis of rows.
    fn rows(&self) -> Option<usize>;

    /// Calls a function with the samples, which have what is needed, without the GIL if it may take
    /// long.
    fn with_samples<R: Send>(
        &self,
        py: Python<'_>,
        needs: &Needs,
        threads: Option<Threads>,
        work: impl FnOnce(&Self::Samples<'_>, Run<'_>) -> Result<R, CallError> + Send,
    ) -> PyResult<R>;
}

/// The options of a call.
pub(in crate::python) struct Call {
    unsupported: Unsupported,
    threads: Option<Threads>,
}

impl Call {
    /// Converts the options `on_unsupported` and `threads`.
    pub(in crate::python) fn new(on_unsupported: &str, threads: Option<Threads>) -> PyResult<Call> {
        Ok(Call { unsupported: encodings::unsupported(on_unsupported)?, threads })
    }

    /// Returns the array of one column, the arrays of a column of rows of different lengths, or a
    /// dict of the arrays of several columns. The array methods of the Python package call it.
    pub(in crate::python) fn encode<'py>(
        self,
        py: Python<'py>,
        source: &impl SampleSource,
        columns: &Bound<'py, PyAny>,
        out: Option<AnyArrayArgument<'py>>,
    ) -> PyResult<AnyObject<'py>> {
        if let Ok(column) = columns.cast::<Column>() {
            return self.one(py, source, column.get().argument(), out).map(AnyObject);
        }
        let Ok(column) = columns.cast::<InternalColumn>() else {
            let out = out.map(|out| OutputsArgument(out.0));
            return Ok(AnyObject(self.all(py, source, columns, out)?.into_any()));
        };
        let object = match &column.get().0 {
            Internal::Column(column) => self.one(py, source, column, out),
            Internal::Ragged(column) => {
                let RaggedArrays { values, weights, offsets } = self.ragged(py, source, *column)?;
                let (values, offsets) = row_arrays(py, values, offsets);
                match column {
                    RaggedColumn::PolicyTarget(..) => {
                        (values, numpy_api::from_vec(py, weights)?, offsets).into_bound_py_any(py)
                    }
                    _ => (values, offsets).into_bound_py_any(py),
                }
            }
            Internal::Fens => {
                let texts =
                    source.with_samples(py, &Needs::POSITION, self.threads, |samples, run| {
                        core::fens(samples, run)
                    })?;
                text_array(py, texts).map(|array| array.0)
            }
        };
        object.map(AnyObject)
    }

    /// Returns the array of one column.
    pub(in crate::python) fn one<'py>(
        self,
        py: Python<'py>,
        source: &impl SampleSource,
        column: &ColumnArgument,
        out: Option<AnyArrayArgument<'py>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if column.column.has_values() {
            return Err(ArrayError::new_err(
                "dtype=\"bits\" has two arrays: use planes_bits, or encode",
            ));
        }
        let out = out.map(|out| out.0);
        let column = column.for_array(out.as_ref())?;
        let mut arrays = self.arrays(py, source, vec![(column, out, None)])?;
        arrays.pop().map(|array| array.0).ok_or_else(|| ArrayError::new_err("no array"))
    }

    /// Returns the arrays of several columns by name.
    pub(in crate::python) fn all<'py>(
        self,
        py: Python<'py>,
        source: &impl SampleSource,
        columns: &Bound<'py, PyAny>,
        out: Option<OutputsArgument<'py>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let columns = named_columns(columns)?;
        let mut out: HashMap<String, Option<Bound<'py, PyAny>>> = match out.as_ref() {
            None => HashMap::new(),
            Some(out) if out.0.is_instance_of::<PyDict>() => out.0.extract()?,
            Some(out) => return Err(wrong_type("out must be a dict of arrays by name", &out.0)),
        };
        let mut requested = Vec::new();
        for (name, given) in &columns {
            let array = out.remove(name).flatten();
            let values = match given.column.has_values() {
                true => out.remove(&format!("{name}_values")).flatten(),
                false => None,
            };
            requested.push((given.for_array(array.as_ref())?, array, values));
        }
        if let Some(name) = out.into_keys().min() {
            return Err(ArgumentError::new_err(format!("out has no column {name:?}")));
        }
        let arrays = self.arrays(py, source, requested)?;
        let dict = PyDict::new(py);
        for ((name, _), (array, values)) in columns.into_iter().zip(arrays) {
            if let Some(values) = values {
                dict.set_item(format!("{name}_values"), values)?;
            }
            dict.set_item(name, array)?;
        }
        Ok(dict)
    }

    /// Returns an array for each column, and the values of columns that have any.
    #[expect(clippy::type_complexity, reason = "two arrays for each column")]
    pub(in crate::python) fn arrays<'py>(
        self,
        py: Python<'py>,
        source: &impl SampleSource,
        requested: Vec<(core::Column, Option<Bound<'py, PyAny>>, Option<Bound<'py, PyAny>>)>,
    ) -> PyResult<Vec<(Bound<'py, PyAny>, Option<Bound<'py, PyAny>>)>> {
        let shape = |row: &[usize]| [source.rows().as_slice(), row].concat();
        let (mut columns, mut arrays) = (Vec::new(), Vec::new());
        for (column, out, values) in requested {
            column.check()?;
            if let (core::Column::PolicyMove(_, indices), Some(rows)) = (&column, source.rows())
                && indices.len() != rows
            {
                return Err(ArrayError::new_err(format!(
                    "game has {rows} entries, indices has {}: they must have the same length",
                    indices.len()
                )));
            }
            check_not_skipped(column.skips_any())?;
            let array =
                OutputArray::new(py, column.dtype(), out.as_ref(), &shape(&column.shape()))?;
            let values = match column.has_values() {
                true => {
                    let shape = shape(&[column.value_count()]);
                    Some(OutputArray::new(py, Dtype::Float32, values.as_ref(), &shape)?)
                }
                false => None,
            };
            columns.push(column);
            arrays.push((array, values));
        }
        let mut outputs = Vec::with_capacity(arrays.len());
        for (array, values) in &mut arrays {
            let values = match values.as_mut().map(OutputArray::elements).transpose()? {
                Some(core::ElementsMut::Float32(values)) => values,
                _ => &mut [],
            };
            outputs.push(Output { elements: array.elements()?, values });
        }
        let (needs, unsupported) = (core::Column::all_needs(&columns), self.unsupported);
        source.with_samples(py, &needs, self.threads, |samples, run| {
            core::encode(samples, &columns, outputs, unsupported, run)
        })?;
        let objects = |(array, values): (OutputArray<'py>, Option<OutputArray<'py>>)| {
            (array.into_object(), values.map(OutputArray::into_object))
        };
        Ok(arrays.into_iter().map(objects).collect())
    }

    /// Returns the rows of a column of rows of different lengths.
    pub(in crate::python) fn ragged(
        self,
        py: Python<'_>,
        source: &impl SampleSource,
        column: RaggedColumn,
    ) -> PyResult<RaggedArrays> {
        check_not_skipped(matches!(column, RaggedColumn::PolicyTarget(_, NoVisits::Skip, _)))?;
        let Call { unsupported, threads } = self;
        source.with_samples(py, &column.needs(), threads, |samples, run| {
            core::encode_ragged(samples, column, unsupported, run)
        })
    }
}

/// Refuses to skip positions without a label where each position has a row.
fn check_not_skipped(skips: bool) -> PyResult<()> {
    if !skips {
        return Ok(());
    }
    Err(ArgumentError::new_err(
        "on_missing cannot be \"skip\" here, where each position has a row: only a Loader can skip positions",
    ))
}
