//! A limit of games per bin of ratings.

/// A maximum number of games per bin of mean ratings. The first games of each bin are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EloBinLimit {
    /// The maximum number of games of a bin.
    pub games: u64,
    /// The width of a bin: with 100, the first one is 0 to 99. Games with an unknown rating have a
    /// separate bin.
    pub bin_width: u16,
}

impl EloBinLimit {
    /// Returns the bin of a game.
    pub(super) fn bin(self, white: i16, black: i16) -> u16 {
        match (white, black) {
            (1.., 1..) => {
                let mean = (white as u16 + black as u16) / 2;
                1 + mean / self.bin_width.max(1)
            }
            _ => 0,
        }
    }
}

/// The number of games kept of each bin of an [`EloBinLimit`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EloBinCounts(Vec<u64>);

impl EloBinCounts {
    /// Creates counts; the first is of games with an unknown rating.
    pub fn new(counts: Vec<u64>) -> EloBinCounts {
        EloBinCounts(counts)
    }

    /// Returns the counts; the first is of games with an unknown rating.
    pub fn as_slice(&self) -> &[u64] {
        &self.0
    }

    /// Counts a game if its bin is not full, and returns whether it was not.
    pub(super) fn try_add(&mut self, limit: EloBinLimit, bin: u16) -> bool {
        let bin = usize::from(bin);
        if self.0.len() <= bin {
            self.0.resize(bin + 1, 0);
        }
        let has_room = self.0[bin] < limit.games;
        self.0[bin] += u64::from(has_room);
        has_room
    }

    /// Whether a bin is full.
    pub(super) fn is_full(&self, limit: EloBinLimit, bin: u16) -> bool {
        limit.games <= self.0.get(usize::from(bin)).copied().unwrap_or_default()
    }
}
