//! Columns of values or lists, with a row for each ply of many games or for each position.

use std::fmt::Debug;
use std::ops::Range;

use super::ragged::Ragged;
use super::storage::Storage;

/// A value of a column.
pub trait Value: Copy + Debug + Send + Sync + 'static {
    /// Whether two values are the same; NaN is the same as NaN.
    fn is_same(self, other: Self) -> bool;
}

macro_rules! values {
    ($($type:ty),*) => {$(
        impl Value for $type {
            #[allow(clippy::eq_op, reason = "only NaN differs from itself")]
            fn is_same(self, other: $type) -> bool {
                self == other || (self != self && other != other)
            }
        }
    )*};
}

values!(bool, u8, i8, u16, i16, u32, i32, u64, i64, f32);

impl<T: Value, const N: usize> Value for [T; N] {
    fn is_same(self, other: [T; N]) -> bool {
        self.into_iter().zip(other).all(|(one, other)| one.is_same(other))
    }
}

/// A column with a row for each ply or position.
pub trait Column: Storage + Clone + Default {
    /// The values that are validated one by one.
    type Item: Value;
    /// A row; `'static` that of a row without a value.
    type Row<'a>: Copy;

    /// The number of rows.
    fn rows(&self) -> usize;

    /// Appends rows without a value, or removes the last rows.
    fn resize(&mut self, rows: usize, absent: Self::Row<'static>);

    /// Appends a row.
    fn push(&mut self, row: Self::Row<'_>);

    /// Whether a row has no value.
    fn is_absent(row: Self::Row<'_>, absent: Self::Row<'static>) -> bool;

    /// Whether any of these rows, which must exist, has a value.
    fn has_any(&self, rows: Range<usize>, absent: Self::Row<'static>) -> bool;

    /// Appends rows of another column, which must exist.
    fn extend_from(&mut self, other: &Self, rows: Range<usize>);

    /// Returns rows in this order; they must exist.
    fn select(&self, rows: &[usize]) -> Self;

    /// Whether all rows are the same.
    fn is_same(&self, other: &Self) -> bool;

    /// Returns the first value that is not valid, and its row.
    fn first_invalid(
        &self,
        absent: Self::Row<'static>,
        is_valid: impl Fn(Self::Item) -> bool,
    ) -> Option<(usize, Self::Item)>;
}

impl<T: Value> Column for Vec<T> {
    type Item = T;
    type Row<'a> = T;

    fn rows(&self) -> usize {
        self.len()
    }

    fn resize(&mut self, rows: usize, absent: T) {
        self.resize(rows, absent);
    }

    fn push(&mut self, row: T) {
        self.push(row);
    }

    fn is_absent(row: T, absent: T) -> bool {
        row.is_same(absent)
    }

    fn has_any(&self, rows: Range<usize>, absent: T) -> bool {
        self[rows].iter().any(|value| !value.is_same(absent))
    }

    fn extend_from(&mut self, other: &Vec<T>, rows: Range<usize>) {
        self.extend_from_slice(&other[rows]);
    }

    fn select(&self, rows: &[usize]) -> Vec<T> {
        rows.iter().map(|&row| self[row]).collect()
    }

    fn is_same(&self, other: &Vec<T>) -> bool {
        self.len() == other.len() && self.iter().zip(other).all(|(one, other)| one.is_same(*other))
    }

    fn first_invalid(&self, absent: T, is_valid: impl Fn(T) -> bool) -> Option<(usize, T)> {
        let is_wrong = |value: &T| !is_valid(*value) & !value.is_same(absent);
        // without a branch for each value, so that the search is vectorized
        let has_wrong = |chunk: &[T]| chunk.iter().fold(false, |any, value| any | is_wrong(value));
        let first = self.chunks(1024).position(has_wrong)? * 1024;
        let at = first + self[first..].iter().position(is_wrong)?;
        Some((at, self[at]))
    }
}

impl<T: Value> Column for Ragged<T> {
    type Item = T;
    type Row<'a> = &'a [T];

    fn rows(&self) -> usize {
        self.len()
    }

    fn resize(&mut self, rows: usize, _: &'static [T]) {
        self.resize(rows);
    }

    fn push(&mut self, row: &[T]) {
        self.push(row.iter().copied());
    }

    fn is_absent(row: &[T], _: &'static [T]) -> bool {
        row.is_empty()
    }

    fn has_any(&self, rows: Range<usize>, _: &'static [T]) -> bool {
        !self.range(rows).is_empty()
    }

    fn extend_from(&mut self, other: &Ragged<T>, rows: Range<usize>) {
        self.extend_from(other, rows);
    }

    fn select(&self, rows: &[usize]) -> Ragged<T> {
        let mut selected = Ragged::default();
        rows.iter().for_each(|&row| selected.push(self.row(row).iter().copied()));
        selected
    }

    fn is_same(&self, other: &Ragged<T>) -> bool {
        self.offsets() == other.offsets() && Column::is_same(self.items(), other.items())
    }

    fn first_invalid(&self, _: &'static [T], is_valid: impl Fn(T) -> bool) -> Option<(usize, T)> {
        let at = self.items().iter().position(|item| !is_valid(*item))?;
        Some((self.row_of_item(at), self.items()[at]))
    }
}

/// Appends a row to a column of `rows` rows. The first value creates the column.
#[inline(always)]
pub(crate) fn push<C: Column>(
    column: &mut Option<C>,
    rows: usize,
    row: C::Row<'_>,
    absent: C::Row<'static>,
) {
    /// A column whose last row alone has a value.
    #[cold]
    fn first_row<C: Column>(rows: usize, row: C::Row<'_>, absent: C::Row<'static>) -> C {
        let mut column = C::default();
        column.resize(rows, absent);
        column.push(row);
        column
    }
    match column {
        Some(column) => column.push(row),
        None if C::is_absent(row, absent) => {}
        None => *column = Some(first_row(rows, row, absent)),
    }
}

/// Appends rows of another column to a column of `before` rows. The first value creates the column;
/// a column without rows counts as absent.
pub(crate) fn extend<C: Column>(
    column: &mut Option<C>,
    before: usize,
    other: Option<&C>,
    rows: Range<usize>,
    absent: C::Row<'static>,
) {
    let is_there = column.as_ref().is_some_and(|column| column.rows() > 0);
    match other.filter(|other| other.rows() >= rows.end) {
        Some(other) if is_there || other.has_any(rows.clone(), absent) => {
            let column = column.get_or_insert_default();
            column.resize(before, absent);
            column.extend_from(other, rows);
        }
        _ if is_there => {
            if let Some(column) = column {
                column.resize(before + rows.len(), absent);
            }
        }
        _ => {}
    }
}

/// Whether two columns are the same; a column that is `None` has no values.
pub(crate) fn is_same<C: Column>(
    one: &Option<C>,
    other: &Option<C>,
    absent: C::Row<'static>,
) -> bool {
    match (one, other) {
        (None, None) => true,
        (Some(one), Some(other)) => one.is_same(other),
        (Some(some), None) | (None, Some(some)) => !some.has_any(0..some.rows(), absent),
    }
}

/// Defines a struct of columns that are `None` if no row has a value, and a struct of one row: for
/// each column its name, type, what marks a row without a value, and the function that validates a
/// value.
macro_rules! optional_columns {
    (
        $(#[$columns_doc:meta])*
        $Columns:ident;
        $(#[$row_doc:meta])*
        $Row:ident [$($generics:tt)*] $lifetime:lifetime;
        $($(#[$doc:meta])* $name:ident: $Kind:ty = $absent:expr, $is_valid:ident;)*
    ) => {
        $(#[$columns_doc])*
        #[derive(Clone, Debug, Default)]
        pub struct $Columns {
            $($(#[$doc])* pub $name: Option<$Kind>,)*
        }

        $(#[$row_doc])*
        #[derive(Clone, Copy, PartialEq, Debug)]
        pub struct $Row $($generics)* {
            $($(#[$doc])* pub $name: <$Kind as $crate::store::Column>::Row<$lifetime>,)*
        }

        #[allow(dead_code, reason = "not all stores use all methods")]
        impl $Columns {
            /// The names of the columns.
            pub const NAMES: &[&str] = &[$(stringify!($name)),*];

            /// The names of the columns present.
            pub fn names(&self) -> Vec<&'static str> {
                let mut names = Vec::new();
                $(names.extend(self.$name.as_ref().map(|_| stringify!($name)));)*
                names
            }

            /// The number of rows of the columns present; 0 if there are none.
            pub fn rows(&self) -> usize {
                let rows = [$(self.$name.as_ref().map(|column| $crate::store::Column::rows(column))),*];
                rows.into_iter().flatten().next().unwrap_or(0)
            }

            /// Whether no column is present.
            pub fn is_empty(&self) -> bool {
                $(self.$name.is_none())&&*
            }

            /// Appends rows without values, or removes the last rows.
            pub(crate) fn resize(&mut self, rows: usize) {
                $(if let Some(column) = &mut self.$name {
                    $crate::store::Column::resize(column, rows, $absent);
                })*
            }

            /// Appends rows without values, up to a number of them. Columns without rows stay so.
            pub(crate) fn grow(&mut self, rows: usize) {
                $(if let Some(column) = &mut self.$name && $crate::store::Column::rows(column) > 0 {
                    $crate::store::Column::resize(column, rows, $absent);
                })*
            }

            /// Appends a row after `rows` others.
            pub(crate) fn push(&mut self, rows: usize, row: &$Row) {
                $($crate::store::push(&mut self.$name, rows, row.$name, $absent);)*
            }

            /// Appends rows of other columns after `before` rows.
            pub(crate) fn extend(&mut self, others: &$Columns, rows: std::ops::Range<usize>, before: usize) {
                $($crate::store::extend(&mut self.$name, before, others.$name.as_ref(), rows.clone(), $absent);)*
            }

            /// Returns rows in this order; they must exist. Columns without values become `None`.
            pub(crate) fn select(&self, rows: &[usize]) -> $Columns {
                let selected = $Columns {
                    $($name: self.$name.as_ref().map(|column| $crate::store::Column::select(column, rows)),)*
                };
                selected.without_absent()
            }

            /// Returns the columns that have a value.
            pub(crate) fn without_absent(self) -> $Columns {
                $Columns {
                    $($name: self.$name.filter(|column| {
                        $crate::store::Column::has_any(column, 0..$crate::store::Column::rows(column), $absent)
                    }),)*
                }
            }

            /// Returns these columns, and those of others that are not present here.
            pub(crate) fn or(self, others: &$Columns) -> $Columns {
                $Columns { $($name: self.$name.or_else(|| others.$name.clone()),)* }
            }

            /// Returns the name and length of the first column that does not have `rows` rows.
            pub(crate) fn wrong_length(&self, rows: usize) -> Option<(&'static str, usize)> {
                $(if let Some(length) = self.$name.as_ref().map(|column| $crate::store::Column::rows(column))
                    && length != rows
                {
                    return Some((stringify!($name), length));
                })*
                None
            }

            /// Returns the first value that is not valid: its column, its row and its text.
            pub(crate) fn first_invalid(&self) -> Option<(&'static str, usize, String)> {
                $(if let Some(column) = &self.$name
                    && let Some((row, value)) = $crate::store::Column::first_invalid(column, $absent, $is_valid)
                {
                    return Some((stringify!($name), row, format!("{value:?}")));
                })*
                None
            }

            /// Whether all columns are the same; a column that is `None` has no values.
            pub(crate) fn is_same(&self, other: &$Columns) -> bool {
                $($crate::store::is_same(&self.$name, &other.$name, $absent))&&*
            }

            /// The memory of the columns present.
            pub(crate) fn storage(&mut self) -> impl Iterator<Item = &mut dyn $crate::store::Storage> {
                let columns = [$(self.$name.as_mut().map(|column| column as &mut dyn $crate::store::Storage)),*];
                columns.into_iter().flatten()
            }

            /// The number of bytes on the heap.
            pub(crate) fn heap_bytes(&self) -> usize {
                0 $(+ self.$name.as_ref().map_or(0, |column| $crate::store::Storage::heap_bytes(column)))*
            }
        }

        impl $($generics)* $Row $($generics)* {
            /// A row without values.
            pub const NONE: Self = $Row { $($name: $absent,)* };
        }
    };
}
pub(crate) use optional_columns;
