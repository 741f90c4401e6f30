//! Memory of a size that an argument or an input states.
//!
//! Rust ends the process if an allocation fails. So calls whose result can be much larger than what
//! they are given, such as a selection that repeats games, reserve or [`check`] its memory first.

use std::collections::TryReserveError;
use thiserror::Error;

/// There is not enough memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("there is not enough memory")]
pub struct OutOfMemory;

impl From<TryReserveError> for OutOfMemory {
    fn from(_: TryReserveError) -> OutOfMemory {
        OutOfMemory
    }
}

/// Checks that an allocation of this size succeeds now. It is freed at once.
///
/// # Errors
/// If there is not enough memory.
pub fn check(bytes: usize) -> Result<(), OutOfMemory> {
    Ok(Vec::<u8>::new().try_reserve_exact(bytes)?)
}

/// Checks that memory is left for small allocations, which end the process if they fail. Calls that
/// make many objects do so every thousand objects or more often.
///
/// # Errors
/// If there is not enough memory.
pub fn check_left() -> Result<(), OutOfMemory> {
    check(64 << 20)
}

/// Collects elements whose number is known.
///
/// # Errors
/// If there is not enough memory.
pub fn collected<T>(elements: impl ExactSizeIterator<Item = T>) -> Result<Vec<T>, OutOfMemory> {
    let mut collected = Vec::new();
    collected.try_reserve_exact(elements.len())?;
    collected.extend(elements);
    Ok(collected)
}

/// Returns elements with the default value.
///
/// # Errors
/// If there is not enough memory.
pub fn defaults<T: Clone + Default>(count: usize) -> Result<Vec<T>, OutOfMemory> {
    let mut values = Vec::new();
    values.try_reserve_exact(count)?;
    values.resize(count, T::default());
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_beyond_memory_are_errors() {
        assert_eq!(check(usize::MAX / 4), Err(OutOfMemory));
        assert_eq!(check(usize::MAX), Err(OutOfMemory));
        assert_eq!(check(100), Ok(()));
        assert_eq!(defaults::<u64>(usize::MAX / 16), Err(OutOfMemory));
        assert_eq!(defaults::<u8>(3), Ok(vec![0; 3]));
        assert_eq!(collected((0..usize::MAX / 16).map(|n| n as u64)), Err(OutOfMemory));
        assert_eq!(collected([1, 2].into_iter()), Ok(vec![1, 2]));
    }
}
