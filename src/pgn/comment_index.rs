//! The positions of comment ends and commands, searched for in blocks ahead of the parser.
//!
//! Searching when a comment begins costs a mispredicted branch for each comment, as much as reading about 400
//! bytes. Here the first two positions of a block are stored unconditionally, so the only branch is that for a
//! third.

use crate::attacks::{Backend, Task};
use crate::prefetch::prefetch;

/// So many bytes are looked through at once.
const AHEAD: usize = 1024;

/// So far ahead of the block that is looked through the processor is asked for the text.
const PREFETCH: usize = 2048;

/// About so many marks are kept at once.
const ROOM: usize = 256;

const BLOCK: usize = 64;

/// The places of `[` and `}` in the next part of a text.
pub(super) struct Marks {
    /// From `begin` on, ascending.
    places: [u16; ROOM + BLOCK],
    count: usize,
    /// The first one that may still be asked for.
    next: usize,
    /// Where the part begins and ends.
    begin: usize,
    end: usize,
}

impl Marks {
    /// Of a text in which nothing has been looked for.
    pub(super) fn new() -> Marks {
        Marks { places: [0; ROOM + BLOCK], count: 0, next: 0, begin: 0, end: 0 }
    }

    /// The first mark at a place or after it; the next time one asks it is not for less, in the same text.
    /// `None` if there may be one in the text's last bytes only.
    #[inline(always)]
    pub(super) fn first_from<B: Backend>(
        &mut self,
        backend: B,
        text: &[u8],
        from: usize,
    ) -> Option<usize> {
        loop {
            while let Some(&place) = self.places.get(self.next)
                && self.next < self.count
            {
                let place = self.begin + usize::from(place);
                if place >= from {
                    return Some(place);
                }
                self.next += 1;
            }
            let from = from.max(self.end);
            if !backend.enter(Look { marks: self, text, from }) {
                return None;
            }
        }
    }
}

/// Looks through the next blocks of a text; whether there were any.
struct Look<'m, 't> {
    marks: &'m mut Marks,
    text: &'t [u8],
    from: usize,
}

impl Task for Look<'_, '_> {
    type Output = bool;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> bool {
        let Look { marks, text, from } = self;
        let part = text.get(from..).unwrap_or_default();
        let (blocks, _) = part.as_chunks::<BLOCK>();
        let mut later = part.get(PREFETCH..).unwrap_or_default().iter().step_by(BLOCK);
        let (mut count, mut done) = (0, 0);
        for block in blocks.iter().take(AHEAD / BLOCK) {
            let Some(room) = marks.places.get_mut(count..) else { break };
            let Some(room) = room.first_chunk_mut::<BLOCK>() else { break };
            if let Some(byte) = later.next() {
                prefetch(std::slice::from_ref(byte));
            }
            let is = |byte| backend.bytes_within(block, byte, byte);
            let mut bits = is(b'[') | is(b'}');
            count += bits.count_ones() as usize;
            let lowest = |bits: u64| (done as u32 + bits.trailing_zeros()) as u16;
            // two are written, there or not
            room[0] = lowest(bits);
            bits &= bits.wrapping_sub(1);
            room[1] = lowest(bits);
            bits &= bits.wrapping_sub(1);
            let mut rest = room[2..].iter_mut();
            while bits != 0
                && let Some(place) = rest.next()
            {
                *place = lowest(bits);
                bits &= bits.wrapping_sub(1);
            }
            done += BLOCK;
        }
        (marks.count, marks.next) = (count, 0);
        (marks.begin, marks.end) = (from, from + done);
        done > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attacks::{Portable, dispatch};
    use rand::{RngExt, SeedableRng};

    /// All marks of a text, asked for one after the other, or each the `step`-th byte after the last.
    struct All<'t>(&'t [u8], usize);

    impl Task for All<'_> {
        type Output = Vec<usize>;
        fn run<B: Backend>(self, backend: B) -> Vec<usize> {
            let (mut marks, mut from, mut all) = (Marks::new(), 0, Vec::new());
            while let Some(mark) = marks.first_from(backend, self.0, from) {
                assert_eq!(marks.first_from(backend, self.0, from), Some(mark));
                all.push(mark);
                from = mark + self.1;
            }
            all
        }
    }

    #[test]
    fn every_mark_is_found() {
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
                    // whole blocks are looked through, from wherever one asks
                    let is_mark = |at: &usize| matches!(text[*at], b'[' | b'}');
                    while let Some(mark) = (from..length).find(is_mark) {
                        expected.push(mark);
                        from = mark + step;
                    }
                    for got in [dispatch(All(&text, step)), Portable::new().enter(All(&text, step))]
                    {
                        assert_eq!(got, expected[..got.len()]);
                        let missing = expected.get(got.len());
                        assert!(missing.is_none_or(|mark| length - mark < BLOCK));
                    }
                }
            }
        }
    }
}
