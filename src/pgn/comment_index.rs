//! The positions of comment ends and commands, searched for in blocks ahead of the parser.
//!
//! Searching when a comment begins costs a mispredicted branch for each comment, as much as reading
//! about 400 bytes. Here the first two positions of a block are stored unconditionally, so only a
//! third one needs a branch.

use crate::attacks::{Backend, task};
use crate::prefetch::prefetch;

/// The number of bytes that are searched at once.
const AHEAD: usize = 1024;

/// The distance in bytes of the prefetched text from the block that is searched.
const PREFETCH: usize = 2048;

/// The number of positions that are stored at once, except for those of the last block.
const CAPACITY: usize = 256;

const BLOCK: usize = 64;

/// The positions of `[` and `}` in a section of a text.
pub(super) struct CommentIndex {
    /// Offsets from `begin`, ascending.
    offsets: [u16; CAPACITY + BLOCK],
    count: usize,
    /// The index of the first offset that later queries may return.
    next: usize,
    /// The section of the text that was searched.
    begin: usize,
    end: usize,
}

impl CommentIndex {
    /// Returns an index of a text that has not been searched.
    pub(super) fn new() -> CommentIndex {
        CommentIndex { offsets: [0; CAPACITY + BLOCK], count: 0, next: 0, begin: 0, end: 0 }
    }

    /// Returns the first position from `from` on; `None` if there is none before the last
    /// incomplete block of the text.
    ///
    /// Later calls must have the same text and no smaller `from`.
    #[inline(always)]
    pub(super) fn first_from<B: Backend>(
        &mut self,
        backend: B,
        text: &[u8],
        from: usize,
    ) -> Option<usize> {
        loop {
            while let Some(&offset) = self.offsets.get(self.next)
                && self.next < self.count
            {
                let position = self.begin + usize::from(offset);
                if position >= from {
                    return Some(position);
                }
                self.next += 1;
            }
            let from = from.max(self.end);
            let index = &mut *self;
            if !backend.enter(task!(|backend,
                                     index: &mut CommentIndex,
                                     text: &[u8],
                                     from: usize|
             -> bool { index.search(backend, text, from) }))
            {
                return None;
            }
        }
    }

    /// Searches the next blocks of a text; returns whether there were any.
    #[inline(always)]
    fn search<B: Backend>(&mut self, backend: B, text: &[u8], from: usize) -> bool {
        let index = self;
        let rest = text.get(from..).unwrap_or_default();
        let (blocks, _) = rest.as_chunks::<BLOCK>();
        let mut later = rest.get(PREFETCH..).unwrap_or_default().iter().step_by(BLOCK);
        let (mut count, mut done) = (0, 0);
        for block in blocks.iter().take(AHEAD / BLOCK) {
            let Some(free) = index.offsets.get_mut(count..) else { break };
            let Some(free) = free.first_chunk_mut::<BLOCK>() else { break };
            if let Some(byte) = later.next() {
                prefetch(std::slice::from_ref(byte));
            }
            let is = |byte| backend.bytes_within(block, byte, byte);
            let mut bits = is(b'[') | is(b'}');
            count += bits.count_ones() as usize;
            let lowest = |bits: u64| (done as u32 + bits.trailing_zeros()) as u16;
            // two are stored, whether the block has them or not
            free[0] = lowest(bits);
            bits &= bits.wrapping_sub(1);
            free[1] = lowest(bits);
            bits &= bits.wrapping_sub(1);
            let mut others = free[2..].iter_mut();
            while bits != 0
                && let Some(offset) = others.next()
            {
                *offset = lowest(bits);
                bits &= bits.wrapping_sub(1);
            }
            done += BLOCK;
        }
        (index.count, index.next) = (count, 0);
        (index.begin, index.end) = (from, from + done);
        done > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attacks::{Portable, Task, dispatch};
    use rand::{RngExt, SeedableRng};

    /// Queries all positions of a text, each at least `step` bytes after the last.
    struct All<'t>(&'t [u8], usize);

    impl Task for All<'_> {
        type Output = Vec<usize>;
        fn run<B: Backend>(self, backend: B) -> Vec<usize> {
            let (mut index, mut from, mut all) = (CommentIndex::new(), 0, Vec::new());
            while let Some(position) = index.first_from(backend, self.0, from) {
                assert_eq!(index.first_from(backend, self.0, from), Some(position));
                all.push(position);
                from = position + self.1;
            }
            all
        }
    }

    #[test]
    fn every_position_is_found() {
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(3);
        for odds in [1, 2, 10, 100, 1_000, 10_000] {
            for length in [0, 63, 64, 65, 1_000, 4_096, 20_000] {
                for step in [1, 2, 50, 5_000] {
                    let mut byte = || match rng.random_range(0..odds) {
                        0 => *b"[}".get(rng.random_range(0..2)).unwrap(),
                        _ => *b"{%]a \n\xFF".get(rng.random_range(0..7)).unwrap(),
                    };
                    let text: Vec<u8> = (0..length).map(|_| byte()).collect();
                    let (mut from, mut expected) = (0, Vec::new());
                    // whole blocks are searched, from any offset
                    let is_indexed = |at: &usize| matches!(text[*at], b'[' | b'}');
                    while let Some(position) = (from..length).find(is_indexed) {
                        expected.push(position);
                        from = position + step;
                    }
                    for got in [dispatch(All(&text, step)), Portable::new().enter(All(&text, step))]
                    {
                        assert_eq!(got, expected[..got.len()]);
                        let missing = expected.get(got.len());
                        assert!(missing.is_none_or(|position| length - position < BLOCK));
                    }
                }
            }
        }
    }
}
