//! The memory of columns.

/// The memory of a column of any type.
pub trait Storage {
    /// Reserves capacity for `factor` times the current length; does nothing if memory is short.
    fn reserve_factor(&mut self, factor: f64);

    /// Releases unused capacity.
    fn shrink(&mut self);

    /// Removes all rows, and keeps the memory.
    fn clear(&mut self);

    /// The number of bytes on the heap.
    fn heap_bytes(&self) -> usize;
}

impl<T> Storage for Vec<T> {
    fn reserve_factor(&mut self, factor: f64) {
        let more = (factor - 1.0).max(0.0) * self.len() as f64;
        let _ = self.try_reserve_exact(more as usize);
    }

    fn shrink(&mut self) {
        self.shrink_to_fit();
    }

    fn clear(&mut self) {
        self.clear();
    }

    fn heap_bytes(&self) -> usize {
        size_of::<T>() * self.capacity()
    }
}
