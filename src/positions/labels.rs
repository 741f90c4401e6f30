//! The columns of labels: what is known of a position, one value a row.

use crate::pgn::NO_EVAL;

/// [`RowLabels::results`] of a game whose result is unknown.
pub const NO_RESULT: i8 = i8::MIN;
/// [`RowLabels::moves`] of a position without a move.
pub const NO_MOVE: u16 = 0;
/// [`RowLabels::nodes`], [`RowLabels::rating`] and other numbers that are unknown.
const NO_NUMBER: i8 = -1;

/// The type of the values of a column.
pub trait LabelValue: Copy + Send + Sync + 'static {
    /// Whether two values are the same; NaN is the same as NaN.
    fn is_same(self, other: Self) -> bool;
}

macro_rules! integers {
    ($($integer:ty)*) => {
        $(impl LabelValue for $integer {
            fn is_same(self, other: $integer) -> bool {
                self == other
            }
        })*
    };
}
integers!(u8 i8 u16 i16 i32 i64);

impl LabelValue for f32 {
    #[inline(always)]
    fn is_same(self, other: f32) -> bool {
        self.to_bits() == other.to_bits()
    }
}

impl LabelValue for [f32; 3] {
    fn is_same(self, other: [f32; 3]) -> bool {
        self.map(f32::to_bits) == other.map(f32::to_bits)
    }
}

/// A function of each column, whatever the type of its values.
pub trait LabelVisitor {
    /// An error that ends the visit.
    type Error;

    /// Visits a column, which is `None` if no row has a value.
    ///
    /// # Errors
    /// To end the visit.
    fn visit<T: LabelValue>(
        &mut self,
        name: &'static str,
        column: Option<&[T]>,
    ) -> Result<(), Self::Error>;
}

/// Returns columns by name.
pub trait LabelSource {
    /// An error of a column.
    type Error;

    /// Returns the values of a column; `None` if no row has one.
    ///
    /// # Errors
    /// If they are not values of the type.
    fn column<T: LabelValue>(&mut self, name: &'static str) -> Result<Option<Vec<T>>, Self::Error>;
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
            #[inline]
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

            /// Visits all columns.
            ///
            /// # Errors
            /// The first of the visitor.
            pub fn visit<V: LabelVisitor>(&self, visitor: &mut V) -> Result<(), V::Error> {
                $(visitor.visit(stringify!($name), self.$name.as_deref())?;)*
                Ok(())
            }

            /// Returns the columns of a source for a number of rows; `wrong` makes the error of a
            /// column with another number.
            ///
            /// # Errors
            /// The first of the source.
            pub fn from_source<S: LabelSource>(
                source: &mut S,
                len: usize,
                wrong: impl Fn(&'static str, usize) -> S::Error,
            ) -> Result<Labels, S::Error> {
                let mut labels = Labels { len, ..Labels::default() };
                $(
                    let values: Option<Vec<$Value>> = source.column(stringify!($name))?;
                    if let Some(values) = &values && values.len() != len {
                        return Err(wrong(stringify!($name), values.len()));
                    }
                    let is_known = |value: &$Value| !value.is_same($none);
                    labels.$name = values.filter(|values| values.iter().any(is_known));
                )*
                Ok(labels)
            }
        }
    };
}

labels! {
    /// The evaluation in centipawns from White's view; mate in n is `±(MATE - n)` (see
    /// [`MATE`](crate::pgn::MATE)), and [`NO_EVAL`] unknown.
    evals: i32 = NO_EVAL,
    /// The result of the game: 1 White won, 0 drawn, -1 Black won, [`NO_RESULT`] unknown.
    results: i8 = NO_RESULT,
    /// The probabilities that White wins, draws and loses; NaN if unknown.
    wdl: [f32; 3] = [f32::NAN; 3],
    /// The probability that White wins, plus half of that of a draw; NaN if unknown.
    win_probability: f32 = f32::NAN,
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
    /// How often a puzzle was played; -1 unknown.
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

#[inline]
fn push<T: LabelValue>(column: &mut Option<Vec<T>>, len: usize, value: T, none: T) {
    match column {
        Some(values) => values.push(value),
        None if value.is_same(none) => {}
        None => {
            let mut values = vec![none; len];
            values.push(value);
            *column = Some(values);
        }
    }
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
