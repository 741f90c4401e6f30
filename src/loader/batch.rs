//! Batches: arrays of aligned memory, gathered from shuffle buffers.

use std::ops::Range;

use super::config::Config;
use super::shuffle_buffer::ShuffleBuffer;
use crate::columns::{Array, Column, Dtype, ElementsMut, Output};
use crate::memory::OutOfMemory;
use crate::pool::{self, Interrupted, Run};

/// The number of rows of a task of the thread pool: tens of microseconds of work.
const ROWS_PER_TASK: usize = 64;

/// An array of a batch.
#[derive(Debug)]
pub struct BatchArray {
    /// The name.
    pub name: String,
    /// The shape of a row.
    pub shape: Vec<usize>,
    /// The elements. There may be more than the rows of the batch have; ignore those.
    pub array: Array,
    width: usize,
}

impl BatchArray {
    fn new(
        name: String,
        shape: Vec<usize>,
        dtype: Dtype,
        rows: usize,
    ) -> Result<BatchArray, OutOfMemory> {
        let width = shape.iter().product();
        Ok(BatchArray { name, shape, array: Array::new(dtype, width * rows)?, width })
    }
}

/// The elements of an array for some of its rows.
fn rows_mut(array: &mut BatchArray, rows: Range<usize>) -> ElementsMut<'_> {
    let (_, later) = array.array.elements_mut().split_at(rows.start * array.width);
    later.split_at(rows.len() * array.width).0
}

/// A batch of samples.
#[derive(Debug)]
pub struct Batch {
    /// The array of each column, and its values if it has any.
    columns: Vec<(BatchArray, Option<BatchArray>)>,
    filled: usize,
    size: usize,
}

impl Batch {
    /// An empty batch with the columns of a configuration.
    pub(super) fn new(config: &Config) -> Result<Batch, OutOfMemory> {
        let size = config.batch_size;
        let allocate = |(name, column): &(String, Column)| {
            let array = BatchArray::new(name.clone(), column.shape(), column.dtype(), size)?;
            let values = column.has_values().then(|| {
                let shape = vec![column.value_count()];
                BatchArray::new(format!("{name}_values"), shape, Dtype::Float32, size)
            });
            Ok((array, values.transpose()?))
        };
        let columns = config.columns.iter().map(allocate).collect::<Result<_, OutOfMemory>>()?;
        Ok(Batch { columns, filled: 0, size })
    }

    /// The number of samples.
    pub fn len(&self) -> usize {
        self.size
    }

    /// Whether there are no samples.
    pub fn is_empty(&self) -> bool {
        self.size == 0
    }

    /// The arrays.
    pub fn arrays_mut(&mut self) -> impl Iterator<Item = &mut BatchArray> {
        self.columns.iter_mut().flat_map(|(array, values)| [Some(array), values.as_mut()]).flatten()
    }

    /// Whether the batch has the full size of the configuration.
    pub(super) fn is_full_size(&self, config: &Config) -> bool {
        self.size == config.batch_size
    }

    /// The number of samples written.
    pub(super) fn filled(&self) -> usize {
        self.filled
    }

    /// The number of samples that are missing to the full size.
    pub(super) fn missing(&self) -> usize {
        self.size - self.filled
    }

    /// The batch without samples, with its memory.
    pub(super) fn cleared(mut self) -> Batch {
        self.filled = 0;
        self
    }

    /// The batch with its size reduced to the samples written.
    pub(super) fn truncated(mut self) -> Batch {
        self.size = self.filled;
        self
    }

    /// Appends samples of a shuffle buffer.
    pub(super) fn fill(
        &mut self,
        config: &Config,
        buffer: &ShuffleBuffer,
        samples: Range<usize>,
        run: Run<'_>,
    ) -> Result<(), Interrupted> {
        let order = &buffer.order[samples];
        let rows = self.filled..self.filled + order.len();
        let mut tasks = Vec::new();
        let sources = config.columns.iter().zip(&buffer.columns);
        for ((array, values), ((_, column), packed)) in self.columns.iter_mut().zip(sources) {
            let (width, mut rest) = (array.width, rows_mut(array, rows.clone()));
            let value_count = values.as_ref().map_or(0, |values| values.width);
            let mut values_rest = match values.as_mut().map(|all| rows_mut(all, rows.clone())) {
                Some(ElementsMut::Float32(values)) => values,
                _ => &mut [],
            };
            for rows in order.chunks(ROWS_PER_TASK) {
                let (elements, later) = rest.split_at(rows.len() * width);
                let (values, values_later) = values_rest.split_at_mut(rows.len() * value_count);
                (rest, values_rest) = (later, values_later);
                tasks.push((column, packed, rows, Output { elements, values }));
            }
        }
        pool::for_each(run, tasks.into_iter(), |(column, packed, rows, out)| {
            packed.gather(column, rows, out)
        })?;
        self.filled = rows.end;
        Ok(())
    }
}
