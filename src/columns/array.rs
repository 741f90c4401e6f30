//! Arrays of any element type: their memory, and their rows.

use std::marker::PhantomData;

use crate::memory::{self, OutOfMemory};
use crate::tensor::f16;

/// The alignment of arrays in bytes; JAX shares memory only with this alignment.
const ALIGNMENT: usize = 64;

/// Memory aligned to 64 bytes.
#[derive(Debug, Default)]
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
}

/// The element type of a row, as the table of columns states it.
pub(super) trait RowElement {
    /// The elements.
    type Row<'a>;
    /// The element type; that of `Any` is stated beside it.
    const DTYPE: Dtype;

    /// Returns elements, if they are of this type.
    fn row(elements: ElementsMut<'_>) -> Option<Self::Row<'_>>;
}

/// Any element type.
pub(crate) struct Any;

impl RowElement for Any {
    type Row<'a> = ElementsMut<'a>;
    const DTYPE: Dtype = Dtype::Float32;

    #[inline(always)]
    fn row(elements: ElementsMut<'_>) -> Option<ElementsMut<'_>> {
        Some(elements)
    }
}

/// Defines the element types, and types that are one of several types of memory by them.
macro_rules! dtypes {
    ($($(#[$doc:meta])* $variant:ident($element:ty) = $name:literal;)*) => {
        /// The element type of an array.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Dtype {
            $($(#[$doc])* $variant,)*
        }

        impl Dtype {
            /// All element types with their NumPy names.
            pub const NAMES: &'static [(&'static str, Dtype)] = &[$(($name, Dtype::$variant),)*];

            /// The NumPy name.
            pub fn name(self) -> &'static str {
                match self {
                    $(Dtype::$variant => $name,)*
                }
            }

            /// The size of an element in bytes.
            pub fn bytes(self) -> usize {
                match self {
                    $(Dtype::$variant => size_of::<$element>(),)*
                }
            }
        }

        /// The memory of an array.
        #[derive(Debug)]
        pub enum Array {
            $($(#[$doc])* $variant(Aligned<$element>),)*
        }

        impl Array {
            /// An array of zeros.
            ///
            /// # Errors
            /// If there is not enough memory.
            pub fn new(dtype: Dtype, len: usize) -> Result<Array, OutOfMemory> {
                Ok(match dtype {
                    $(Dtype::$variant => Array::$variant(Aligned::new(len)?),)*
                })
            }

            /// An array without elements.
            pub(crate) fn empty(dtype: Dtype) -> Array {
                match dtype {
                    $(Dtype::$variant => Array::$variant(Aligned::default()),)*
                }
            }

            /// The element type.
            pub fn dtype(&self) -> Dtype {
                match self {
                    $(Array::$variant(_) => Dtype::$variant,)*
                }
            }

            /// The number of elements.
            pub fn len(&self) -> usize {
                match self {
                    $(Array::$variant(aligned) => aligned.len,)*
                }
            }

            /// Whether there are no elements.
            pub fn is_empty(&self) -> bool {
                self.len() == 0
            }

            /// The elements.
            pub fn elements(&self) -> Elements<'_> {
                match self {
                    $(Array::$variant(Aligned { memory, start, len }) => {
                        Elements::$variant(&memory[*start..*start + *len])
                    })*
                }
            }

            /// The elements, mutable.
            pub fn elements_mut(&mut self) -> ElementsMut<'_> {
                match self {
                    $(Array::$variant(Aligned { memory, start, len }) => {
                        ElementsMut::$variant(&mut memory[*start..*start + *len])
                    })*
                }
            }

            /// Changes the number of elements, whose values are arbitrary afterwards. If the memory
            /// does not suffice, it is replaced by some more than needed.
            pub(crate) fn resized(self, new: usize) -> Result<Array, OutOfMemory> {
                Ok(match self {
                    $(Array::$variant(Aligned { mut memory, .. }) => {
                        if new > memory.capacity() {
                            memory = Vec::new();
                            memory.try_reserve_exact(new + new / 8)?;
                        }
                        memory.resize(new, <$element>::default());
                        Array::$variant(Aligned { memory, start: 0, len: new })
                    })*
                })
            }
        }

        /// Elements of an array.
        #[derive(Clone, Copy, PartialEq, Debug)]
        pub enum Elements<'a> {
            $($(#[$doc])* $variant(&'a [$element]),)*
        }

        /// Elements of an array, mutable.
        #[derive(Debug)]
        pub enum ElementsMut<'a> {
            $($(#[$doc])* $variant(&'a mut [$element]),)*
        }

        $(
            impl<'a> From<&'a mut [$element]> for ElementsMut<'a> {
                fn from(elements: &'a mut [$element]) -> ElementsMut<'a> {
                    ElementsMut::$variant(elements)
                }
            }
        )*

        $(
            impl RowElement for $element {
                type Row<'a> = &'a mut [$element];
                const DTYPE: Dtype = Dtype::$variant;

                #[inline(always)]
                fn row(elements: ElementsMut<'_>) -> Option<&mut [$element]> {
                    match elements {
                        ElementsMut::$variant(row) => Some(row),
                        _ => None,
                    }
                }
            }
        )*

        impl<'a> ElementsMut<'a> {
            /// The number of elements.
            pub fn len(&self) -> usize {
                match self {
                    $(ElementsMut::$variant(all) => all.len(),)*
                }
            }

            /// Whether there are no elements.
            pub fn is_empty(&self) -> bool {
                self.len() == 0
            }

            /// The size in bytes.
            pub fn bytes(&self) -> usize {
                self.len() * self.dtype().bytes()
            }

            /// The element type.
            pub fn dtype(&self) -> Dtype {
                match self {
                    $(ElementsMut::$variant(_) => Dtype::$variant,)*
                }
            }

            /// Divides into the first `count` elements and the others.
            pub(crate) fn split_at(self, count: usize) -> (ElementsMut<'a>, ElementsMut<'a>) {
                match self {
                    $(ElementsMut::$variant(all) => {
                        let (first, others) = all.split_at_mut(count);
                        (ElementsMut::$variant(first), ElementsMut::$variant(others))
                    })*
                }
            }

            fn start(&mut self) -> *mut () {
                match self {
                    $(ElementsMut::$variant(all) => all.as_mut_ptr().cast(),)*
                }
            }
        }

        impl<'a> SharedRows<'a> {
            /// Row `index`, which is in range.
            ///
            /// # Safety
            /// No other reference to the row may exist.
            #[inline(always)]
            pub(super) unsafe fn row(&self, index: usize) -> ElementsMut<'a> {
                debug_assert!(index < self.rows);
                match self.dtype {
                    $(Dtype::$variant => {
                        // SAFETY: `start` points to `rows * width` elements of this type, which
                        // are borrowed for `'a`; the caller has no other reference to the row.
                        ElementsMut::$variant(unsafe {
                            let start = self.start.cast::<$element>().add(index * self.width);
                            std::slice::from_raw_parts_mut(start, self.width)
                        })
                    })*
                }
            }
        }
    };
}

/// Calls a macro with all element types: documentation, name in Rust, type and NumPy's name.
macro_rules! each_dtype {
    ($define:ident) => {
        $define! {
            /// 32-bit floating-point numbers.
            Float32(f32) = "float32";
            /// 16-bit floating-point numbers.
            Float16(f16) = "float16";
            /// Bytes.
            Uint8(u8) = "uint8";
            /// 0 and 1, one in a byte.
            Bool(bool) = "bool";
            /// 16-bit unsigned integers.
            Uint16(u16) = "uint16";
            /// 64-bit unsigned integers.
            Uint64(u64) = "uint64";
            /// 32-bit integers.
            Int32(i32) = "int32";
            /// 64-bit integers.
            Int64(i64) = "int64";
        }
    };
}
#[cfg(feature = "python")]
pub(crate) use each_dtype;

each_dtype!(dtypes);

/// The rows of an array that several threads write at the same time, in any order.
pub(super) struct SharedRows<'a> {
    dtype: Dtype,
    start: *mut (),
    /// The number of elements of a row.
    width: usize,
    rows: usize,
    elements: PhantomData<ElementsMut<'a>>,
}

// SAFETY: it is a mutable borrow of elements, all of which are `Send`; `row` is unsafe.
unsafe impl Sync for SharedRows<'_> {}

impl<'a> SharedRows<'a> {
    /// The rows of `width` elements each.
    pub(super) fn new(mut elements: ElementsMut<'a>, width: usize) -> SharedRows<'a> {
        let (dtype, start) = (elements.dtype(), elements.start());
        let rows = elements.len().checked_div(width).unwrap_or(usize::MAX);
        SharedRows { dtype, start, width, rows, elements: PhantomData }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_those_of_the_elements() {
        for &(name, dtype) in Dtype::NAMES {
            let mut array = Array::new(dtype, 12).unwrap();
            let Elements::Uint8(_) = array.elements() else {
                assert_eq!(array.elements_mut().start().align_offset(ALIGNMENT), 0, "{name}");
                let rows = SharedRows::new(array.elements_mut(), 3);
                // SAFETY: each row is borrowed once.
                let all: Vec<ElementsMut<'_>> = (0..4).map(|n| unsafe { rows.row(n) }).collect();
                assert!(all.iter().all(|row| row.len() == 3 && row.dtype() == dtype));
                continue;
            };
            let rows = SharedRows::new(array.elements_mut(), 3);
            std::thread::scope(|scope| {
                for n in 0..4 {
                    let rows = &rows;
                    scope.spawn(move || {
                        // SAFETY: each thread borrows another row.
                        if let ElementsMut::Uint8(row) = unsafe { rows.row(n) } {
                            row.fill(n as u8);
                        }
                    });
                }
            });
            let Elements::Uint8(bytes) = array.elements() else { unreachable!() };
            assert_eq!(bytes, [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]);
        }
    }
}
