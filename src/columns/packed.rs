//! The compact forms of columns, in which samples wait to be shuffled.

use super::array::{Array, Elements, ElementsMut};
use super::column::Column;
use super::encode::Output;
use super::planes::for_element;
use super::{moves, planes};
use crate::attacks::{Backend, dispatch, task};
use crate::memory::OutOfMemory;
use crate::prefetch::prefetch;
use crate::tensor::expand_bytes;

/// The rows of a column in a compact form: the bits of planes and legal masks, the visits of policy
/// targets, and the rows themselves of other columns.
#[derive(Debug)]
pub(crate) struct Packed {
    column: Column,
    width: usize,
    elements: Array,
    values: Vec<f32>,
    value_count: usize,
}

impl Packed {
    /// The compact form of a column, without rows.
    pub(crate) fn new(column: &Column) -> Packed {
        let column = match column {
            Column::PolicyTarget(policy, no_visits, ..) => {
                Column::PackedVisits(*policy, *no_visits)
            }
            other => other.as_bits().unwrap_or_else(|| other.clone()),
        };
        let (width, value_count) = (column.width(), column.value_count());
        let elements = Array::empty(column.dtype());
        Packed { column, width, elements, values: Vec::new(), value_count }
    }

    /// The column that writes this form.
    pub(crate) fn column(&self) -> &Column {
        &self.column
    }

    /// Changes the number of rows, whose elements are arbitrary afterwards.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub(crate) fn resized(self, rows: usize) -> Result<Packed, OutOfMemory> {
        let elements = self.elements.resized(self.width.saturating_mul(rows))?;
        let mut values = self.values;
        let count = self.value_count.saturating_mul(rows);
        values.try_reserve(count.saturating_sub(values.len()))?;
        values.resize(count, 0.0);
        Ok(Packed { elements, values, ..self })
    }

    /// The memory to write rows to.
    pub(crate) fn output(&mut self) -> Output<'_> {
        Output { elements: self.elements.elements_mut(), values: &mut self.values }
    }

    /// Expands some rows into consecutive rows of the column that this is the compact form of.
    pub(crate) fn gather(&self, column: &Column, rows: &[u32], out: Output<'_>) {
        let packed = self;
        dispatch(task!(|backend,
                        packed: &Packed,
                        column: &Column,
                        rows: &[u32],
                        out: Output<'_>|
         -> () {
            packed.gather_with(backend, column, rows, out);
        }));
    }

    #[inline(always)]
    fn gather_with<B: Backend>(&self, backend: B, column: &Column, rows: &[u32], out: Output<'_>) {
        let Packed { width, elements, values, value_count, .. } = self;
        let values = prefetched(values, *value_count, rows);
        match (column, elements.elements(), out.elements) {
            (Column::Planes(encoding, _), Elements::Uint64(masks), out) => {
                let sources = prefetched(masks, *width, rows).zip(values);
                for_element!(out, out => {
                    let row = out.len() / rows.len();
                    for (out, (masks, values)) in out.chunks_exact_mut(row).zip(sources) {
                        planes::expand(backend, encoding, masks, values, out);
                    }
                });
                return;
            }
            (Column::LegalMask(..), Elements::Uint8(bits), out) => {
                let sources = prefetched(bits, *width, rows);
                for_element!(out, out => {
                    let row = out.len() / rows.len();
                    for (out, bits) in out.chunks_exact_mut(row).zip(sources) {
                        expand_bytes(backend, bits, out);
                    }
                });
            }
            (Column::PolicyTarget(_, _, temperature, _), Elements::Uint16(visits), out) => {
                let sources = prefetched(visits, *width, rows);
                for_element!(out, out => {
                    let row = out.len() / rows.len();
                    for (out, visits) in out.chunks_exact_mut(row).zip(sources) {
                        moves::expand_visits(visits, *temperature, out);
                    }
                });
            }
            (_, from, out) => copy_rows(from, *width, rows, out),
        }
        for (out, values) in out.values.chunks_exact_mut((*value_count).max(1)).zip(values) {
            out.copy_from_slice(values);
        }
    }
}

/// Copies rows to consecutive rows of the same type.
#[inline(always)]
fn copy_rows(from: Elements<'_>, width: usize, rows: &[u32], out: ElementsMut<'_>) {
    macro_rules! copy {
        ($($variant:ident),*) => {
            match (from, out) {
                $((Elements::$variant(from), ElementsMut::$variant(out)) => {
                    let sources = prefetched(from, width, rows);
                    for (out, row) in out.chunks_exact_mut(width.max(1)).zip(sources) {
                        out.copy_from_slice(row);
                    }
                })*
                _ => {}
            }
        };
    }
    copy!(Float32, Float16, Uint8, Bool, Uint16, Uint64, Int32, Int64);
}

/// The number of rows that are prefetched ahead.
const ROWS_AHEAD: usize = 4;

/// Iterates over rows. They are in random order in more memory than the caches hold, so each is
/// prefetched.
#[inline(always)]
fn prefetched<'a, T>(
    elements: &'a [T],
    width: usize,
    rows: &'a [u32],
) -> impl Iterator<Item = &'a [T]> {
    let row = move |row: u32| &elements[row as usize * width..][..width];
    rows.iter().take(ROWS_AHEAD).for_each(|&first| prefetch(row(first)));
    rows.iter().enumerate().map(move |(n, &this)| {
        if let Some(&ahead) = rows.get(n + ROWS_AHEAD) {
            prefetch(row(ahead));
        }
        row(this)
    })
}
