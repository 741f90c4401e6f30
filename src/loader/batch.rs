//! Batches: columns of aligned memory, gathered from a window.

use std::ops::Range;

use super::config::{Config, PlanesForm};
use super::window::{Store, Widths, Window};
use crate::attacks::{Backend, Task, dispatch};
use crate::pool::{self, Interrupted, Run};
use crate::prefetch::prefetch;
use crate::tensor::{Element, Encoding, PlaneEncoding, Policy, expand_bytes, expand_planes, f16};

/// Rows that a thread takes at a time: tens of microseconds of work.
const ROWS_A_JOB: usize = 64;
/// Where the memory of a column begins: at a multiple of this, as JAX wants it to share it.
const ALIGNMENT: usize = 64;

/// Elements that begin at a multiple of 64 bytes.
#[derive(Debug)]
pub struct Aligned<T> {
    memory: Vec<T>,
    start: usize,
    len: usize,
}

impl<T: Copy + Default> Aligned<T> {
    fn new(len: usize) -> Aligned<T> {
        let room = ALIGNMENT / size_of::<T>();
        let memory = vec![T::default(); len + room];
        let start = memory.as_ptr().align_offset(ALIGNMENT).min(room);
        Aligned { memory, start, len }
    }

    /// The elements.
    pub fn as_slice(&self) -> &[T] {
        &self.memory[self.start..self.start + self.len]
    }

    /// The elements, for writing.
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.memory[self.start..self.start + self.len]
    }
}

/// The elements of a column.
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

/// What a column is gathered from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Origin {
    Planes,
    Masks,
    Scales,
    Policy,
    Legal,
    LegalBits,
    Tokens,
    Features,
    Value,
    Wdl,
    WinProbability,
    PliesLeft,
    Game,
    Ply,
}

/// A column of a batch with its name and the shape of a row.
#[derive(Debug)]
struct Part {
    name: &'static str,
    origin: Origin,
    shape: Vec<usize>,
    width: usize,
    column: Column,
}

/// Samples side by side, in named columns.
#[derive(Debug)]
pub struct Batch {
    parts: Vec<Part>,
    filled: usize,
    size: usize,
}

impl Batch {
    /// An empty batch for the columns of a configuration.
    pub(super) fn new(config: &Config) -> Batch {
        let (fields, size) = (&config.fields, config.batch_size);
        let mut parts = Vec::new();
        let mut add = |name, origin, shape: Vec<usize>, column: fn(usize) -> Column| {
            let width = shape.iter().product::<usize>();
            parts.push(Part { name, origin, shape, width, column: column(width * size) });
        };
        let float = |len| Column::Float32(Aligned::new(len));
        let byte = |len| Column::Uint8(Aligned::new(len));
        let truth = |len| Column::Bool(Aligned::new(len));
        let int = |len| Column::Int32(Aligned::new(len));
        let long = |len| Column::Int64(Aligned::new(len));
        if let Some((encoding, form)) = &fields.planes {
            let shape = encoding.shape();
            match form {
                PlanesForm::Float32 => add("planes", Origin::Planes, shape, float),
                PlanesForm::Float16 => {
                    add("planes", Origin::Planes, shape, |len| Column::Float16(Aligned::new(len)))
                }
                PlanesForm::Uint8 => add("planes", Origin::Planes, shape, byte),
                PlanesForm::Bool => add("planes", Origin::Planes, shape, truth),
                PlanesForm::Bits => {
                    add("planes", Origin::Masks, vec![encoding.channels()], |len| {
                        Column::Uint64(Aligned::new(len))
                    });
                    add("plane_values", Origin::Scales, vec![encoding.scaled().len()], float);
                }
            }
        }
        if fields.policy.is_some() {
            add("policy", Origin::Policy, vec![], long);
        }
        match fields.legal_mask {
            Some((policy, true)) => {
                add("legal_mask", Origin::LegalBits, vec![policy.size().div_ceil(8)], byte);
            }
            Some((policy, false)) => add("legal_mask", Origin::Legal, vec![policy.size()], truth),
            None => {}
        }
        if let Some(tokens) = fields.tokens {
            add("tokens", Origin::Tokens, vec![tokens.count()], byte);
        }
        if fields.features.is_some() {
            add("features", Origin::Features, vec![2, crate::tensor::nnue::MAX_ACTIVE], int);
        }
        if fields.value.is_some() {
            add("value", Origin::Value, vec![], float);
        }
        if fields.wdl.is_some() {
            add("wdl", Origin::Wdl, vec![3], float);
        }
        if fields.win_probability.is_some() {
            add("win_probability", Origin::WinProbability, vec![], float);
        }
        if fields.plies_left {
            add("plies_left", Origin::PliesLeft, vec![], int);
        }
        if fields.positions {
            add("game", Origin::Game, vec![], long);
            add("ply", Origin::Ply, vec![], int);
        }
        Batch { parts, filled: 0, size }
    }

    /// Bytes of a sample in all columns.
    pub(super) fn bytes_a_sample(config: &Config) -> usize {
        let one = Batch::new(&Config { batch_size: 1, ..config.clone() });
        let bytes = |part: &Part| {
            part.width
                * match part.column {
                    Column::Float32(_) | Column::Int32(_) => 4,
                    Column::Float16(_) => 2,
                    Column::Uint8(_) | Column::Bool(_) => 1,
                    Column::Uint64(_) | Column::Int64(_) => 8,
                }
        };
        one.parts.iter().map(bytes).sum()
    }

    /// How many samples.
    pub fn len(&self) -> usize {
        self.size
    }

    /// Whether there are no samples.
    pub fn is_empty(&self) -> bool {
        self.size == 0
    }

    /// The columns: name, shape of a row, elements. A column may have more elements than `len` rows;
    /// those beyond are of no meaning.
    pub fn columns_mut(&mut self) -> impl Iterator<Item = (&'static str, &[usize], &mut Column)> {
        self.parts.iter_mut().map(|part| (part.name, &*part.shape, &mut part.column))
    }

    /// Whether the memory is that of a full batch.
    pub(super) fn is_whole(&self, config: &Config) -> bool {
        self.size == config.batch_size
    }

    pub(super) fn filled(&self) -> usize {
        self.filled
    }

    /// How many samples are still to come.
    pub(super) fn room(&self) -> usize {
        self.size - self.filled
    }

    pub(super) fn emptied(mut self) -> Batch {
        self.filled = 0;
        self
    }

    /// The batch without the rows that were never filled.
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
        let widths = Widths::of(config);
        let order = &window.order[samples];
        let rows = self.filled..self.filled + order.len();
        let mut jobs = Vec::new();
        for part in &mut self.parts {
            let (width, origin) = (part.width, part.origin);
            if width == 0 {
                continue;
            }
            let range = rows.start * width..rows.end * width;
            macro_rules! cut {
                ($column:expr, $variant:ident) => {{
                    let out = &mut $column.as_mut_slice()[range];
                    for (out, rows) in
                        out.chunks_mut(ROWS_A_JOB * width).zip(order.chunks(ROWS_A_JOB))
                    {
                        jobs.push((origin, Out::$variant(out), rows));
                    }
                }};
            }
            match &mut part.column {
                Column::Float32(column) => cut!(column, Float32),
                Column::Float16(column) => cut!(column, Float16),
                Column::Uint8(column) => cut!(column, Uint8),
                Column::Bool(column) => cut!(column, Bool),
                Column::Uint64(column) => cut!(column, Uint64),
                Column::Int64(column) => cut!(column, Int64),
                Column::Int32(column) => cut!(column, Int32),
            }
        }
        let encoding = config.fields.planes.as_ref().map(|(encoding, _)| encoding);
        pool::for_each(
            run,
            jobs.into_iter(),
            || (),
            |(), (origin, out, rows)| {
                dispatch(Gather { origin, out, rows, store: &window.store, widths, encoding });
            },
        )?;
        self.filled = rows.end;
        Ok(())
    }
}

/// Part of a column.
enum Out<'a> {
    Float32(&'a mut [f32]),
    Float16(&'a mut [f16]),
    Uint8(&'a mut [u8]),
    Bool(&'a mut [bool]),
    Uint64(&'a mut [u64]),
    Int64(&'a mut [i64]),
    Int32(&'a mut [i32]),
}

/// Gathers rows of a store into part of a column.
struct Gather<'a> {
    origin: Origin,
    out: Out<'a>,
    rows: &'a [u32],
    store: &'a Store,
    widths: Widths,
    encoding: Option<&'a Encoding>,
}

impl Task for Gather<'_> {
    type Output = ();

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) {
        let Gather { origin, out, rows, store, widths, encoding } = self;
        match (origin, out) {
            (Origin::Planes, out) => {
                let Some(encoding) = encoding else { return };
                match out {
                    Out::Float32(out) => expand(backend, encoding, store, widths, rows, out),
                    Out::Float16(out) => expand(backend, encoding, store, widths, rows, out),
                    Out::Uint8(out) => expand(backend, encoding, store, widths, rows, out),
                    Out::Bool(out) => expand(backend, encoding, store, widths, rows, out),
                    _ => {}
                }
            }
            (Origin::Legal, Out::Bool(out)) => {
                let width = out.len() / rows.len();
                let legal = chosen(&store.legal, widths.legal, rows);
                for (out, bits) in out.chunks_exact_mut(width).zip(legal) {
                    expand_bytes(backend, bits, out);
                }
            }
            (Origin::Masks, Out::Uint64(out)) => gather(&store.masks, widths.masks, rows, out),
            (Origin::Scales, Out::Float32(out)) => gather(&store.scales, widths.scales, rows, out),
            (Origin::Policy, Out::Int64(out)) => gather(&store.policy, widths.policy, rows, out),
            (Origin::LegalBits, Out::Uint8(out)) => gather(&store.legal, widths.legal, rows, out),
            (Origin::Tokens, Out::Uint8(out)) => gather(&store.tokens, widths.tokens, rows, out),
            (Origin::Features, Out::Int32(out)) => {
                gather(&store.features, widths.features, rows, out);
            }
            (Origin::Value, Out::Float32(out)) => gather(&store.value, widths.value, rows, out),
            (Origin::Wdl, Out::Float32(out)) => gather(&store.wdl, widths.wdl, rows, out),
            (Origin::WinProbability, Out::Float32(out)) => {
                gather(&store.win_probability, widths.win_probability, rows, out);
            }
            (Origin::PliesLeft, Out::Int32(out)) => {
                gather(&store.plies_left, widths.plies_left, rows, out);
            }
            (Origin::Game, Out::Int64(out)) => gather(&store.game, widths.game, rows, out),
            (Origin::Ply, Out::Int32(out)) => gather(&store.ply, widths.ply, rows, out),
            _ => {}
        }
    }
}

/// So many rows before its turn the memory is asked for a row.
const ROWS_AHEAD: usize = 4;

/// Rows of a column of a store. They lie anywhere, in more memory than the caches hold, so each is asked
/// for some rows before its turn.
#[inline(always)]
fn chosen<'a, T>(column: &'a [T], width: usize, rows: &'a [u32]) -> impl Iterator<Item = &'a [T]> {
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
    for (out, row) in out.chunks_exact_mut(width.max(1)).zip(chosen(from, width, rows)) {
        out.copy_from_slice(row);
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
    let masks = chosen(&store.masks, widths.masks, rows);
    let scales = chosen(&store.scales, widths.scales, rows);
    let numbers = chosen(&store.numbers, widths.numbers, rows);
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
