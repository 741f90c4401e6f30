//! Batches: columns of aligned memory, gathered from windows.

use std::ops::Range;

use super::config::Config;
use super::fields::{ColumnSpec, Content, ElementType};
use super::store::{Store, Widths};
use super::window::Window;
use crate::attacks::{Backend, Task, dispatch};
use crate::memory::{self, OutOfMemory};
use crate::pool::{self, Interrupted, Run};
use crate::prefetch::prefetch;
use crate::tensor::rows::probability;
use crate::tensor::{Element, Encoding, PlaneEncoding, expand_bytes, expand_planes, f16};

/// The number of rows of a task of the thread pool: tens of microseconds of work.
const ROWS_PER_TASK: usize = 64;
/// The alignment of columns in bytes; JAX shares memory only with this alignment.
const ALIGNMENT: usize = 64;

/// A slice aligned to 64 bytes.
#[derive(Debug)]
pub struct Aligned<T> {
    memory: Vec<T>,
    start: usize,
    len: usize,
}

impl<T: Copy + Default> Aligned<T> {
    fn new(len: usize) -> Result<Aligned<T>, OutOfMemory> {
        let padding = ALIGNMENT / size_of::<T>();
        let memory: Vec<T> = memory::defaults(len.saturating_add(padding))?;
        let start = memory.as_ptr().align_offset(ALIGNMENT).min(padding);
        Ok(Aligned { memory, start, len })
    }

    /// The elements.
    pub fn as_slice(&self) -> &[T] {
        &self.memory[self.start..self.start + self.len]
    }

    /// The elements, mutable.
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.memory[self.start..self.start + self.len]
    }
}

/// A column by element type.
#[derive(Debug)]
#[expect(missing_docs, reason = "the names are the element types")]
pub enum Column {
    Float32(Aligned<f32>),
    Float16(Aligned<f16>),
    Uint8(Aligned<u8>),
    Bool(Aligned<bool>),
    Uint64(Aligned<u64>),
    Int64(Aligned<i64>),
    Int32(Aligned<i32>),
}

impl Column {
    fn new(element: ElementType, len: usize) -> Result<Column, OutOfMemory> {
        Ok(match element {
            ElementType::Float32 => Column::Float32(Aligned::new(len)?),
            ElementType::Float16 => Column::Float16(Aligned::new(len)?),
            ElementType::Uint8 => Column::Uint8(Aligned::new(len)?),
            ElementType::Bool => Column::Bool(Aligned::new(len)?),
            ElementType::Uint64 => Column::Uint64(Aligned::new(len)?),
            ElementType::Int64 => Column::Int64(Aligned::new(len)?),
            ElementType::Int32 => Column::Int32(Aligned::new(len)?),
        })
    }
}

/// A batch of samples in named columns.
#[derive(Debug)]
pub struct Batch {
    columns: Vec<(ColumnSpec, Column)>,
    filled: usize,
    size: usize,
}

impl Batch {
    /// An empty batch with the columns of a configuration.
    pub(super) fn new(config: &Config) -> Result<Batch, OutOfMemory> {
        let size = config.batch_size;
        let allocate = |spec: ColumnSpec| {
            let column = Column::new(spec.element, spec.width().saturating_mul(size))?;
            Ok((spec, column))
        };
        let columns = config.fields.columns().into_iter().map(allocate);
        Ok(Batch { columns: columns.collect::<Result<_, OutOfMemory>>()?, filled: 0, size })
    }

    /// The number of samples.
    pub fn len(&self) -> usize {
        self.size
    }

    /// Whether there are no samples.
    pub fn is_empty(&self) -> bool {
        self.size == 0
    }

    /// The columns: name, shape of a row, elements.
    ///
    /// A column may have more elements than `len` rows; ignore those.
    pub fn columns_mut(&mut self) -> impl Iterator<Item = (&'static str, &[usize], &mut Column)> {
        self.columns.iter_mut().map(|(spec, column)| (spec.name, &*spec.shape, column))
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

    /// Appends samples of a window.
    pub(super) fn fill(
        &mut self,
        config: &Config,
        window: &Window,
        samples: Range<usize>,
        run: Run<'_>,
    ) -> Result<(), Interrupted> {
        let widths = Widths::of(&config.fields);
        let order = &window.order[samples];
        let rows = self.filled..self.filled + order.len();
        let mut tasks = Vec::new();
        for (spec, column) in &mut self.columns {
            let (width, content) = (spec.width(), spec.content);
            if width == 0 {
                continue;
            }
            let range = rows.start * width..rows.end * width;
            macro_rules! add_tasks {
                ($column:expr, $variant:ident) => {{
                    let out = &mut $column.as_mut_slice()[range];
                    for (out, rows) in
                        out.chunks_mut(ROWS_PER_TASK * width).zip(order.chunks(ROWS_PER_TASK))
                    {
                        tasks.push((content, ChunkMut::$variant(out), rows));
                    }
                }};
            }
            match column {
                Column::Float32(column) => add_tasks!(column, Float32),
                Column::Float16(column) => add_tasks!(column, Float16),
                Column::Uint8(column) => add_tasks!(column, Uint8),
                Column::Bool(column) => add_tasks!(column, Bool),
                Column::Uint64(column) => add_tasks!(column, Uint64),
                Column::Int64(column) => add_tasks!(column, Int64),
                Column::Int32(column) => add_tasks!(column, Int32),
            }
        }
        let encoding = config.fields.planes.as_ref().map(|(encoding, _)| encoding);
        pool::for_each(
            run,
            tasks.into_iter(),
            || (),
            |(), (content, out, rows)| {
                dispatch(Gather { content, out, rows, store: &window.store, widths, encoding });
            },
        )?;
        self.filled = rows.end;
        Ok(())
    }
}

/// Consecutive rows of a column.
enum ChunkMut<'a> {
    Float32(&'a mut [f32]),
    Float16(&'a mut [f16]),
    Uint8(&'a mut [u8]),
    Bool(&'a mut [bool]),
    Uint64(&'a mut [u64]),
    Int64(&'a mut [i64]),
    Int32(&'a mut [i32]),
}

/// Gathers rows of a store into consecutive rows of a column.
struct Gather<'a> {
    content: Content,
    out: ChunkMut<'a>,
    rows: &'a [u32],
    store: &'a Store,
    widths: Widths,
    encoding: Option<&'a Encoding>,
}

impl Task for Gather<'_> {
    type Output = ();

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) {
        let Gather { content, out, rows, store, widths, encoding } = self;
        macro_rules! copy {
            ($column:ident, $out:ident) => {
                gather(&store.$column, widths.$column, rows, $out)
            };
        }
        match (content, out) {
            (Content::Planes, out) => {
                let Some(encoding) = encoding else { return };
                match out {
                    ChunkMut::Float32(out) => expand(backend, encoding, store, widths, rows, out),
                    ChunkMut::Float16(out) => expand(backend, encoding, store, widths, rows, out),
                    ChunkMut::Uint8(out) => expand(backend, encoding, store, widths, rows, out),
                    ChunkMut::Bool(out) => expand(backend, encoding, store, widths, rows, out),
                    _ => {}
                }
            }
            (Content::Legal, ChunkMut::Bool(out)) => {
                let width = out.len() / rows.len();
                let legal = prefetched(&store.legal, widths.legal, rows);
                for (out, bits) in out.chunks_exact_mut(width).zip(legal) {
                    expand_bytes(backend, bits, out);
                }
            }
            (Content::Masks, ChunkMut::Uint64(out)) => copy!(masks, out),
            (Content::Scales, ChunkMut::Float32(out)) => copy!(scales, out),
            (Content::Policy, ChunkMut::Int64(out)) => copy!(policy, out),
            (Content::LegalBits, ChunkMut::Uint8(out)) => copy!(legal, out),
            (Content::Tokens, ChunkMut::Uint8(out)) => copy!(tokens, out),
            (Content::Features, ChunkMut::Int32(out)) => copy!(features, out),
            (Content::Value, ChunkMut::Float32(out)) => copy!(value, out),
            (Content::Wdl, ChunkMut::Float32(out)) => copy!(wdl, out),
            (Content::WinProbability, ChunkMut::Float32(out)) => copy!(win_probability, out),
            (Content::PolicyTarget, ChunkMut::Float32(out)) => {
                let width = out.len() / rows.len();
                let visits = prefetched(&store.visits, widths.visits, rows);
                for (out, visits) in out.chunks_exact_mut(width).zip(visits) {
                    spread(visits, out);
                }
            }
            (Content::SearchValue, ChunkMut::Float32(out)) => copy!(search_value, out),
            (Content::SearchWdl, ChunkMut::Float32(out)) => copy!(search_wdl, out),
            (Content::PliesLeft, ChunkMut::Int32(out)) => copy!(plies_left, out),
            (Content::Game, ChunkMut::Int64(out)) => copy!(game, out),
            (Content::Ply, ChunkMut::Int32(out)) => copy!(ply, out),
            _ => {}
        }
    }
}

/// The number of rows that are prefetched ahead.
const ROWS_AHEAD: usize = 4;

/// Iterates over rows of a column of a store. They are in random order in more memory than the
/// caches hold, so each is prefetched.
#[inline(always)]
fn prefetched<'a, T>(
    column: &'a [T],
    width: usize,
    rows: &'a [u32],
) -> impl Iterator<Item = &'a [T]> {
    let row = move |row: u32| &column[row as usize * width..][..width];
    rows.iter().take(ROWS_AHEAD).for_each(|&first| prefetch(row(first)));
    rows.iter().enumerate().map(move |(n, &this)| {
        if let Some(&ahead) = rows.get(n + ROWS_AHEAD) {
            prefetch(row(ahead));
        }
        row(this)
    })
}

/// Copies rows.
#[inline(always)]
fn gather<T: Copy>(from: &[T], width: usize, rows: &[u32], out: &mut [T]) {
    for (out, row) in out.chunks_exact_mut(width.max(1)).zip(prefetched(from, width, rows)) {
        out.copy_from_slice(row);
    }
}

/// Writes the probabilities of visits, each an index and a count.
#[inline(always)]
fn spread(visits: &[[u16; 2]], out: &mut [f32]) {
    out.fill(0.0);
    let visits = visits.iter().take_while(|[_, count]| *count > 0);
    let total = visits.clone().map(|&[_, count]| u32::from(count)).sum();
    for &[index, count] in visits {
        if let Some(element) = out.get_mut(usize::from(index)) {
            *element = probability(count, total);
        }
    }
}

/// Expands rows of planes.
#[inline(always)]
fn expand<B: Backend, T: Element>(
    backend: B,
    encoding: &Encoding,
    store: &Store,
    widths: Widths,
    rows: &[u32],
    out: &mut [T],
) {
    let masks = prefetched(&store.masks, widths.masks, rows);
    let scales = prefetched(&store.scales, widths.scales, rows);
    let numbers = prefetched(&store.numbers, widths.numbers, rows);
    let rows = masks.zip(scales).zip(numbers);
    for (out, ((masks, scales), numbers)) in out.chunks_exact_mut(64 * widths.masks).zip(rows) {
        expand_planes(backend, encoding, masks, scales, out);
        let (channels, _) = out.as_chunks_mut::<64>();
        for (&channel, numbers) in encoding.numbers().iter().zip(numbers.chunks_exact(64)) {
            for (element, number) in channels[channel].iter_mut().zip(numbers) {
                *element = T::from_f32(number.to_f32());
            }
        }
    }
}
