//! The memory layout of dense planes, and their limits.

/// The maximum number of channels of an encoding.
pub const MAX_CHANNELS: usize = 128;
/// The maximum number of channels with values other than 0 and 1.
pub const MAX_SCALED: usize = 32;

/// The memory layout of the dense form of planes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Layout {
    /// `(channels, 8, 8)`: ranks from the viewer's own back rank on, then files from a to h.
    #[default]
    ChannelsFirst,
    /// `(8, 8, channels)`, as in some reinforcement learning packages: ranks from the back rank of
    /// the viewer's *opponent* on, then files from a to h.
    ChannelsLast,
    /// `(64, channels)`: squares from a1, b1 to h8 from the viewer's side.
    SquaresFirst,
}

impl Layout {
    /// Returns the index of an element of the dense form by its channel and the bit of the mask.
    #[inline(always)]
    pub(super) const fn index(self, channels: usize, channel: usize, bit: usize) -> usize {
        match self {
            Layout::ChannelsFirst => 64 * channel + bit,
            Layout::ChannelsLast => (bit ^ 56) * channels + channel,
            Layout::SquaresFirst => bit * channels + channel,
        }
    }
}
