//! Labels of the user's own.

use std::sync::Arc;

use super::array::{Array, Dtype, Elements, ElementsMut};
use super::sample::Sample;

/// A number for each game or for each position.
#[derive(Clone, Debug)]
pub struct Label {
    values: Arc<Array>,
    by_position: bool,
}

impl Label {
    /// A label of any element type: a value for each game, or one for each position in which a move
    /// was played, game by game.
    pub fn new(values: Arc<Array>, by_position: bool) -> Label {
        Label { values, by_position }
    }

    /// The element type.
    pub fn dtype(&self) -> Dtype {
        self.values.dtype()
    }

    /// The values.
    pub fn values(&self) -> &Array {
        &self.values
    }

    /// The number of values.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether there is a value for each position, not for each game.
    pub fn is_by_position(&self) -> bool {
        self.by_position
    }

    /// Writes the value of a sample.
    #[inline(always)]
    pub(super) fn write(&self, sample: &Sample<'_>, row: ElementsMut<'_>) {
        let index = match self.by_position {
            true => sample.labels.position_index(),
            false => sample.labels.game_and_ply().0,
        };
        macro_rules! copy {
            ($($variant:ident),*) => {
                match (self.values.elements(), row) {
                    $((Elements::$variant(values), ElementsMut::$variant(row)) => {
                        if let Some(&value) = values.get(index) {
                            row.fill(value);
                        }
                    })*
                    _ => {}
                }
            };
        }
        copy!(Float32, Float16, Uint8, Bool, Uint16, Uint64, Int32, Int64);
    }
}

/// Labels are equal if their values are.
impl PartialEq for Label {
    fn eq(&self, other: &Label) -> bool {
        let is_same = Arc::ptr_eq(&self.values, &other.values);
        self.by_position == other.by_position
            && (is_same || self.values.elements() == other.values.elements())
    }
}
