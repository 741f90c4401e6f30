//! The call that encodes columns: its arguments, its arrays, and its source of samples.

use std::num::NonZeroUsize;

use numpy::{PyArray, PyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use super::arguments::check_not_skipped;
use super::class::Column;
use super::given::Given;
use crate::columns::{
    self as core, Dtype, EncodeError, Needs, Output, Ragged, RaggedColumn, Unsupported,
};
use crate::pool::Run;
use crate::python::arguments::wrong_type;
use crate::python::arrays::{OutputArray, Rows};
use crate::python::calls::Threads;
use crate::python::encodings;
use crate::python::errors::{ArgumentError, ArrayError};
use crate::python::hints::{AnyArray, AnyArrayArgument, Array, OutputsArgument};

/// A source of samples that Python holds.
pub(in crate::python) trait Source {
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
        threads: Option<NonZeroUsize>,
        work: impl FnOnce(&Self::Samples<'_>, Run<'_>) -> Result<R, EncodeError> + Send,
    ) -> PyResult<R>;
}

/// The options that all calls have.
pub(in crate::python) struct Call {
    unsupported: Unsupported,
    threads: Option<NonZeroUsize>,
}

impl Call {
    pub(in crate::python) fn new(threads: Option<Threads>) -> Call {
        Call { unsupported: Unsupported::Raise, threads: threads.map(|threads| threads.0) }
    }

    /// Sets the option `on_unsupported`.
    pub(in crate::python) fn on_unsupported(mut self, name: &str) -> PyResult<Call> {
        self.unsupported = encodings::unsupported(name)?;
        Ok(self)
    }

    /// Returns the array of one column.
    pub(in crate::python) fn one<'py, R: FromArray<'py>>(
        self,
        py: Python<'py>,
        source: &impl Source,
        given: Given,
        out: Option<AnyArrayArgument<'py>>,
    ) -> PyResult<R> {
        if given.column.has_values() {
            return Err(ArrayError::new_err(
                "dtype=\"bits\" has two arrays: use planes_bits, or encode",
            ));
        }
        let out = out.map(|out| out.0);
        let column = given.for_array(out.as_ref())?;
        let mut arrays = self.arrays(py, source, vec![(column, out, None)])?;
        arrays.pop().map_or_else(|| Err(ArrayError::new_err("no array")), |(array, _)| R::of(array))
    }

    /// Returns the masks and the values of planes in the bit form.
    pub(in crate::python) fn bits<'py, R: FromArray<'py>, V: FromArray<'py>>(
        self,
        py: Python<'py>,
        source: &impl Source,
        encoding: &encodings::EncodingArgument<'py>,
        outs: (Option<AnyArrayArgument<'py>>, Option<AnyArrayArgument<'py>>),
    ) -> PyResult<(R, V)> {
        let column = core::Column::PlanesBits(encoding.get()?);
        let (out, values) = (outs.0.map(|out| out.0), outs.1.map(|out| out.0));
        let mut arrays = self.arrays(py, source, vec![(column, out, values)])?;
        match arrays.pop() {
            Some((masks, Some(values))) => Ok((R::of(masks)?, V::of(values)?)),
            _ => Err(ArrayError::new_err("no array")),
        }
    }

    /// Returns the arrays of several columns by name.
    pub(in crate::python) fn all<'py>(
        self,
        py: Python<'py>,
        source: &impl Source,
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
        source: &impl Source,
        requested: Vec<(core::Column, Option<Bound<'py, PyAny>>, Option<Bound<'py, PyAny>>)>,
    ) -> PyResult<Vec<(Bound<'py, PyAny>, Option<Bound<'py, PyAny>>)>> {
        let shape = |row: &[usize]| [source.rows().as_slice(), row].concat();
        let (mut columns, mut arrays) = (Vec::new(), Vec::new());
        for (column, out, values) in requested {
            column.check()?;
            if let core::Column::PolicyTarget(_, no_visits, _) = column {
                check_not_skipped(no_visits)?;
            }
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
    fn rows_of(
        self,
        py: Python<'_>,
        source: &impl Source,
        column: RaggedColumn,
    ) -> PyResult<Ragged> {
        let Call { unsupported, threads } = self;
        source.with_samples(py, &column.needs(), threads, |samples, run| {
            core::encode_ragged(samples, column, unsupported, run)
        })
    }

    /// Returns rows of different lengths as values and offsets.
    pub(in crate::python) fn ragged<'py>(
        self,
        py: Python<'py>,
        source: &impl Source,
        column: RaggedColumn,
    ) -> PyResult<Rows<'py>> {
        let ragged = self.rows_of(py, source, column)?;
        let (values, offsets) = (ragged.values, ragged.offsets);
        Ok((Array(PyArray1::from_vec(py, values)), Array(PyArray1::from_vec(py, offsets))))
    }

    /// Returns the columns, the weights and the offsets of a sparse matrix.
    pub(in crate::python) fn sparse<'py>(
        self,
        py: Python<'py>,
        source: &impl Source,
        column: RaggedColumn,
    ) -> PyResult<SparseMatrix<'py>> {
        let ragged = self.rows_of(py, source, column)?;
        Ok((
            Array(PyArray1::from_vec(py, ragged.values)),
            Array(PyArray1::from_vec(py, ragged.weights)),
            Array(PyArray1::from_vec(py, ragged.offsets)),
        ))
    }
}

/// A sparse matrix: indices, values, offsets.
pub(in crate::python) type SparseMatrix<'py> =
    (Array<'py, PyArray1<i32>>, Array<'py, PyArray1<f32>>, Array<'py, PyArray1<i64>>);

/// Converts the argument `columns`: a `Column`, a list of them, or a dict by name.
pub(in crate::python) fn named_columns(
    columns: &Bound<'_, PyAny>,
) -> PyResult<Vec<(String, Given)>> {
    let rule = "columns must be a Column, a list of them, or a dict of them by name";
    let given = |object: &Bound<'_, PyAny>| match object.cast::<Column>() {
        Ok(column) => Ok(column.get().given().clone()),
        Err(_) => Err(wrong_type(rule, object)),
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

/// A result made of an array.
pub(in crate::python) trait FromArray<'py>: Sized {
    /// Returns the result of an array.
    fn of(array: Bound<'py, PyAny>) -> PyResult<Self>;
}

impl<'py> FromArray<'py> for AnyArray<'py> {
    fn of(array: Bound<'py, PyAny>) -> PyResult<AnyArray<'py>> {
        Ok(AnyArray(array))
    }
}

impl<'py, T: numpy::Element, D: numpy::ndarray::Dimension> FromArray<'py>
    for Array<'py, PyArray<T, D>>
{
    fn of(array: Bound<'py, PyAny>) -> PyResult<Self> {
        Ok(Array(array.cast_into::<PyArray<T, D>>()?))
    }
}
