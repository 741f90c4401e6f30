//! The columns of labels: what is known of a position, one value a row.

use crate::games::UNKNOWN_RESULT;
use crate::types::NO_EVAL;

/// [`RowLabels::moves`] of a position without a move.
pub const NO_MOVE: u16 = 0;
/// [`RowLabels::nodes`], [`RowLabels::rating`] and other numbers that are unknown.
const NO_NUMBER: i8 = -1;

/// The type of the values of a column.
pub trait LabelValue: Copy + Send + Sync + 'static {
    /// NumPy's name of the type of a number.
    const DTYPE: &'static str;

    /// Whether two values are the same; NaN is the same as NaN.
    fn is_same(self, other: Self) -> bool;

    /// Returns the value of little-endian bytes, of which there are enough.
    fn from_bytes(bytes: &[u8]) -> Self;
}

macro_rules! numbers {
    ($($number:ty = $dtype:literal;)*) => {
        $(impl LabelValue for $number {
            const DTYPE: &'static str = $dtype;

            #[inline(always)]
            fn is_same(self, other: $number) -> bool {
                self.to_le_bytes() == other.to_le_bytes()
            }

            fn from_bytes(bytes: &[u8]) -> $number {
                let mut number = [0; size_of::<$number>()];
                number.copy_from_slice(&bytes[..size_of::<$number>()]);
                <$number>::from_le_bytes(number)
            }
        })*
    };
}

numbers! {
    u8 = "uint8";
    i8 = "int8";
    u16 = "uint16";
    i16 = "int16";
    i32 = "int32";
    i64 = "int64";
    f32 = "float32";
}

/// Defines the columns: name, type, and the value of a row without one.
macro_rules! labels {
    ($($(#[$doc:meta])* $name:ident: $Value:ty = $none:expr,)*) => {
        /// The labels of one row.
        #[derive(Clone, Copy, PartialEq, Debug)]
        pub struct RowLabels {
            $($(#[$doc])* pub $name: $Value,)*
        }

        impl RowLabels {
            /// No labels.
            pub const NONE: RowLabels = RowLabels { $($name: $none,)* };
        }

        /// The labels of many rows. A column is `None` if no row has a value.
        #[derive(Clone, Debug, Default)]
        pub struct Labels {
            len: usize,
            $($name: Option<Vec<$Value>>,)*
        }

        impl Labels {
            /// The names of the columns.
            pub const NAMES: &[&str] = &[$(stringify!($name)),*];

            $($(#[$doc])* pub fn $name(&self) -> Option<&[$Value]> {
                self.$name.as_deref()
            })*

            /// The labels of a row, which must exist.
            #[inline]
            pub fn row(&self, index: usize) -> RowLabels {
                RowLabels {
                    $($name: self.$name.as_ref().map_or($none, |values| values[index]),)*
                }
            }

            /// Appends a row.
            #[inline(always)]
            pub(super) fn push(&mut self, row: &RowLabels) {
                $(push(&mut self.$name, self.len, row.$name, $none);)*
                self.len += 1;
            }

            /// Appends rows of others.
            pub(super) fn extend(&mut self, other: &Labels) {
                $(extend(&mut self.$name, other.$name.as_deref(), (self.len, other.len), $none);)*
                self.len += other.len;
            }

            /// Returns rows, which must exist.
            pub(super) fn select(&self, indices: &[usize]) -> Labels {
                Labels {
                    len: indices.len(),
                    $($name: select(self.$name.as_deref(), indices, $none),)*
                }
            }

            /// Whether all values are the same.
            pub(super) fn is_same(&self, other: &Labels) -> bool {
                self.len == other.len && $(is_same(&self.$name, &other.$name))&&*
            }

            /// The size of the columns in bytes.
            pub(super) fn bytes(&self) -> usize {
                0 $(+ self.$name.as_ref().map_or(0, |values| size_of_val(&values[..])))*
            }

            /// Frees memory that is not used.
            pub(super) fn shrink_to_fit(&mut self) {
                $(self.$name.iter_mut().for_each(Vec::shrink_to_fit);)*
            }

            /// The names of the columns that have a value in a row, which must exist.
            pub fn known(&self, index: usize) -> Vec<&'static str> {
                let mut names = Vec::new();
                $(if let Some(values) = &self.$name && !values[index].is_same($none) {
                    names.push(stringify!($name));
                })*
                names
            }

            /// The names of the columns present.
            pub fn names(&self) -> Vec<&'static str> {
                let mut names = Vec::new();
                $(names.extend(self.$name.as_ref().map(|_| stringify!($name)));)*
                names
            }

            /// Returns the columns for a number of rows. `column` returns the little-endian bytes of
            /// a name and a dtype, if there is this column.
            ///
            /// # Errors
            /// Those of `column`, or `wrong` of a column with another number of rows.
            pub fn from_bytes<E>(
                len: usize,
                mut column: impl FnMut(&'static str, &'static str) -> Result<Option<Vec<u8>>, E>,
                wrong: impl Fn(&'static str) -> E,
            ) -> Result<Labels, E> {
                let mut labels = Labels::of_rows(len);
                $(if let Some(bytes) = column(stringify!($name), <$Value>::DTYPE)? {
                    let size = size_of::<$Value>();
                    if bytes.len() != len * size {
                        return Err(wrong(stringify!($name)));
                    }
                    let values: Vec<_> = bytes.chunks_exact(size).map(<$Value>::from_bytes).collect();
                    let is_known = |value: &$Value| !value.is_same($none);
                    labels.$name = Some(values).filter(|values| values.iter().any(is_known));
                })*
                Ok(labels)
            }
        }
    };
}

labels! {
    /// The evaluation in centipawns from White's view; mate in n is `±(MATE - n)` (see
    /// [`MATE`](crate::types::MATE)), and [`NO_EVAL`] unknown.
    evals: i32 = NO_EVAL,
    /// The result of the game: 1 White won, 0 drawn, -1 Black won, [`UNKNOWN_RESULT`] unknown.
    result: i8 = UNKNOWN_RESULT,
    /// The probability that White wins, plus half of that of a draw; NaN if unknown.
    expected_score: f32 = f32::NAN,
    /// The best move or the one played, as in [`Games::move_bits`](crate::games::Games::move_bits);
    /// [`NO_MOVE`] unknown.
    moves: u16 = NO_MOVE,
    /// The depth of the evaluation in plies, at most 255; 0 unknown.
    depth: u8 = 0,
    /// The nodes of the search; -1 unknown.
    nodes: i64 = NO_NUMBER as i64,
    /// The rating of a puzzle; -1 unknown.
    rating: i16 = NO_NUMBER as i16,
    /// The deviation of the rating; -1 unknown.
    rating_deviation: i16 = NO_NUMBER as i16,
    /// The popularity of a puzzle, -100 to 100; -128 unknown.
    popularity: i8 = i8::MIN,
    /// The number of times that a puzzle was played; -1 unknown.
    plays: i32 = NO_NUMBER as i32,
}

impl Labels {
    /// No labels of a number of rows.
    pub(super) fn of_rows(len: usize) -> Labels {
        Labels { len, ..Labels::default() }
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

#[inline(always)]
fn push<T: LabelValue>(column: &mut Option<Vec<T>>, len: usize, value: T, none: T) {
    match column {
        Some(values) => values.push(value),
        None if value.is_same(none) => {}
        None => *column = Some(first_value(len, value, none)),
    }
}

/// A column whose last value alone is known.
#[cold]
fn first_value<T: LabelValue>(len: usize, value: T, none: T) -> Vec<T> {
    let mut values = vec![none; len];
    values.push(value);
    values
}

fn extend<T: LabelValue>(
    column: &mut Option<Vec<T>>,
    other: Option<&[T]>,
    (len, other_len): (usize, usize),
    none: T,
) {
    if column.is_none() && other.is_none() {
        return;
    }
    let values = column.get_or_insert_with(|| vec![none; len]);
    match other {
        Some(other) => values.extend_from_slice(other),
        None => values.resize(len + other_len, none),
    }
}

fn select<T: LabelValue>(column: Option<&[T]>, indices: &[usize], none: T) -> Option<Vec<T>> {
    let values = column?;
    let selected: Vec<T> = indices.iter().map(|&index| values[index]).collect();
    Some(selected).filter(|values| values.iter().any(|value| !value.is_same(none)))
}

fn is_same<T: LabelValue>(one: &Option<Vec<T>>, other: &Option<Vec<T>>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => one.iter().zip(other).all(|(one, other)| one.is_same(*other)),
        (None, None) => true,
        _ => false,
    }
}
