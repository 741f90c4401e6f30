//! The position of a loader in its source.

/// The position of the next sample: epoch, block, buffer and offset.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Cursor {
    /// The number of completed passes over the source.
    pub epoch: u64,
    /// The block of the source, from 0.
    pub block: u64,
    /// The shuffle buffer of the block, from 0.
    pub buffer: u64,
    /// The sample of the buffer, from 0.
    pub offset: u64,
}

impl Cursor {
    /// The start of an epoch.
    pub fn epoch(epoch: u64) -> Cursor {
        Cursor { epoch, ..Cursor::default() }
    }
}
