//! The call that encodes columns: its arguments, its arrays, and its source of samples.

use numpy::PyArray1;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use super::class::Column;
use super::given::Given;
use super::parameters::Choices;
use crate::columns::{
    self as core, Dtype, Needs, NoVisits, Output, Ragged, RaggedColumn, Unsupported,
};
use crate::error::CallError;
use crate::pool::Run;
use crate::python::arguments::wrong_type;
use crate::python::arrays::{OutputArray, text_array};
use crate::python::calls::Threads;
use crate::python::encodings;
use crate::python::errors::{ArgumentError, ArrayError, shortened};
use crate::python::hints::{
    AnyArrayArgument, Array, ArrayOf, MasksAndValues, OutputsArgument, TextArray,
};
use crate::tensor::PolicyEncoding;

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
    pub(in crate::python) choices: Choices,
}

impl Call {
    pub(in crate::python) fn new(threads: Option<Threads>) -> Call {
        Call { unsupported: Unsupported::Raise, threads, choices: Choices::default() }
    }

    /// Sets the policy of columns without one.
    pub(in crate::python) fn with_policy(self, policy: Option<PolicyEncoding>) -> Call {
        Call { choices: Choices { policy, ..self.choices }, ..self }
    }

    /// Sets the option `on_unsupported`.
    pub(in crate::python) fn on_unsupported(&mut self, name: &str) -> PyResult<()> {
        self.unsupported = encodings::unsupported(name)?;
        Ok(())
    }

    /// Returns the array of one column.
    pub(in crate::python) fn one<'py, T>(
        self,
        py: Python<'py>,
        source: &impl SampleSource,
        column: core::Column,
        out: Option<AnyArrayArgument<'py>>,
    ) -> PyResult<ArrayOf<'py, T>> {
        let given = Given::new(column, self.choices.dtype.as_ref().map(|dtype| dtype.bind(py)))?;
        if given.column.has_values() {
            return Err(ArrayError::new_err(
                "dtype=\"bits\" has two arrays: use planes_bits, or encode",
            ));
        }
        let out = out.map(|out| out.0);
        let column = given.for_array(out.as_ref())?;
        let mut arrays = self.arrays(py, source, vec![(column, out, None)])?;
        let array = arrays.pop().ok_or_else(|| ArrayError::new_err("no array"))?;
        Ok(ArrayOf::new(array.0))
    }

    /// Returns which positions all of some columns can express.
    pub(in crate::python) fn supported<'py>(
        self,
        py: Python<'py>,
        source: &impl SampleSource,
        columns: &Bound<'py, PyAny>,
        out: Option<AnyArrayArgument<'py>>,
    ) -> PyResult<ArrayOf<'py, bool>> {
        let columns = named_columns(columns)?.into_iter().map(|(_, given)| given.column);
        self.one(py, source, core::Column::Supported(columns.collect()), out)
    }

    /// Returns the masks and the values of planes in the bit form.
    pub(in crate::python) fn bits<'py>(
        self,
        py: Python<'py>,
        source: &impl SampleSource,
        encoding: &encodings::EncodingArgument<'py>,
        out: Option<AnyArrayArgument<'py>>,
        values_out: Option<AnyArrayArgument<'py>>,
    ) -> PyResult<MasksAndValues<'py>> {
        let column = core::Column::PlanesBits(encoding.get()?);
        let (out, values) = (out.map(|out| out.0), values_out.map(|out| out.0));
        let mut arrays = self.arrays(py, source, vec![(column, out, values)])?;
        match arrays.pop() {
            Some((masks, Some(values))) => Ok((ArrayOf::new(masks), ArrayOf::new(values))),
            _ => Err(ArrayError::new_err("no array")),
        }
    }

    /// Returns the arrays of several columns by name.
    pub(in crate::python) fn all<'py>(
        self,
        py: Python<'py>,
        source: &impl SampleSource,
        columns: &Bound<'py, PyAny>,
        out: Option<OutputsArgument<'py>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let mut columns = named_columns(columns)?;
        let of_out = |name: &str| out.as_ref().map_or(Ok(None), |out| out.0.get_item(name));
        if let Some(out) = &out {
            for (name, _) in &out.0 {
                let name: String = name.extract()?;
                let is_known = |(column, given): &(String, Given)| {
                    *column == name
                        || given.column.has_values() && name == format!("{column}_values")
                };
                if !columns.iter().any(is_known) {
                    return Err(ArgumentError::new_err(format!("out has no column {name:?}")));
                }
            }
        }
        let mut requested = Vec::new();
        for (name, given) in &columns {
            let (array, values) = (of_out(name)?, of_out(&format!("{name}_values"))?);
            requested.push((given.for_array(array.as_ref())?, array, values));
        }
        let arrays = self.arrays(py, source, requested)?;
        let dict = PyDict::new(py);
        for ((name, _), (array, values)) in columns.drain(..).zip(arrays) {
            if let Some(values) = values {
                dict.set_item(format!("{name}_values"), values)?;
            }
            dict.set_item(name, array)?;
        }
        Ok(dict)
    }

    /// Returns an array for each column, and the values of columns that have any.
    #[expect(clippy::type_complexity, reason = "two arrays for each column")]
    fn arrays<'py>(
        self,
        py: Python<'py>,
        source: &impl SampleSource,
        requested: Vec<(core::Column, Option<Bound<'py, PyAny>>, Option<Bound<'py, PyAny>>)>,
    ) -> PyResult<Vec<(Bound<'py, PyAny>, Option<Bound<'py, PyAny>>)>> {
        let shape = |row: &[usize]| [source.rows().as_slice(), row].concat();
        let (mut columns, mut arrays) = (Vec::new(), Vec::new());
        for (column, out, values) in requested {
            column.check()?;
            check_not_skipped(column.skips_without_visits())?;
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

    /// Returns the FENs of the samples.
    pub(in crate::python) fn fens<'py>(
        self,
        py: Python<'py>,
        source: &impl SampleSource,
    ) -> PyResult<TextArray<'py>> {
        let needs = Needs::POSITION;
        text_array(
            py,
            source
                .with_samples(py, &needs, self.threads, |samples, run| core::fens(samples, run))?,
        )
    }

    /// Returns the rows of a column of rows of different lengths.
    pub(in crate::python) fn ragged<'py, R: FromRagged<'py>>(
        self,
        py: Python<'py>,
        source: &impl SampleSource,
        column: RaggedColumn,
    ) -> PyResult<R> {
        check_not_skipped(matches!(column, RaggedColumn::PolicyTarget(_, NoVisits::Skip)))?;
        let Call { unsupported, threads, .. } = self;
        let ragged = source.with_samples(py, &column.needs(), threads, |samples, run| {
            core::encode_ragged(samples, column, unsupported, run)
        })?;
        Ok(R::of(py, ragged))
    }
}

/// Refuses to skip positions without visits where each position has a row.
fn check_not_skipped(skips: bool) -> PyResult<()> {
    if !skips {
        return Ok(());
    }
    Err(ArgumentError::new_err(
        "on_missing must be \"raise\", \"zeros\" or \"played\" here, where each position has a row: only a \
         Loader can skip positions",
    ))
}

/// Rows of different lengths: values and offsets.
pub(in crate::python) type Rows<'py> = (Array<'py, PyArray1<i32>>, Array<'py, PyArray1<i64>>);

/// A sparse matrix: indices, values, offsets.
pub(in crate::python) type SparseMatrix<'py> =
    (Array<'py, PyArray1<i32>>, Array<'py, PyArray1<f32>>, Array<'py, PyArray1<i64>>);

/// The arrays of rows of different lengths.
pub(in crate::python) trait FromRagged<'py> {
    fn of(py: Python<'py>, ragged: Ragged) -> Self;
}

impl<'py> FromRagged<'py> for Rows<'py> {
    fn of(py: Python<'py>, ragged: Ragged) -> Rows<'py> {
        let Ragged { values, offsets, .. } = ragged;
        (Array(PyArray1::from_vec(py, values)), Array(PyArray1::from_vec(py, offsets)))
    }
}

impl<'py> FromRagged<'py> for SparseMatrix<'py> {
    fn of(py: Python<'py>, mut ragged: Ragged) -> SparseMatrix<'py> {
        let weights = Array(PyArray1::from_vec(py, std::mem::take(&mut ragged.weights)));
        let (indices, offsets) = Rows::of(py, ragged);
        (indices, weights, offsets)
    }
}

/// Converts the argument `columns`: a `Column`, a list of them, or a dict by name.
pub(in crate::python) fn named_columns(
    columns: &Bound<'_, PyAny>,
) -> PyResult<Vec<(String, Given)>> {
    let rule = "columns must be a Column, a list of them, or a dict of them by name";
    let given = |object: &Bound<'_, PyAny>| match object.cast::<Column>() {
        Ok(column) => Ok(column.get().given().clone()),
        Err(_) => match object.extract::<String>() {
            Ok(name) => Err(PyTypeError::new_err(format!(
                "{rule}, not a name: Column.planes({:?}) is the column of an encoding",
                shortened(&name)
            ))),
            Err(_) => Err(wrong_type(rule, object)),
        },
    };
    let mut named = Vec::new();
    if let Ok(dict) = columns.cast::<PyDict>() {
        for (name, column) in dict {
            let name: String = name
                .extract()
                .map_err(|_| wrong_type("the name of a column must be a str", &name))?;
            named.push((name, given(&column)?));
        }
    } else {
        let list = if columns.is_instance_of::<PyList>() || columns.is_instance_of::<PyTuple>() {
            columns.try_iter()?.collect::<PyResult<Vec<_>>>()?
        } else {
            vec![columns.clone()]
        };
        for column in list {
            let given = given(&column)?;
            let name = given.column.kind();
            if named.iter().any(|(other, _)| other == name) {
                return Err(ArgumentError::new_err(format!(
                    "two columns have the name {name:?}: pass a dict of columns by name"
                )));
            }
            named.push((name.to_owned(), given));
        }
    }
    if named.is_empty() {
        return Err(ArgumentError::new_err("there must be at least one column"));
    }
    Ok(named)
}
