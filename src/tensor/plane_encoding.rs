//! The interface of plane encodings.

use super::decode::{Decoded, DensePlanes};
use super::describe::{Channel, Conventions};
use super::options::{NameError, Options};
use super::plane_symmetry::PlaneSymmetry;
use super::{EnPassantRule, HistoryView, Layout};
use crate::attacks::Backend;
use crate::error::{CallError, call_error};

/// The bit form of planes: a mask for each channel, whose bit n is row n / 8 and column n % 8 of
/// the dense form. The set squares have the value 1, except in the few channels that
/// [`PlaneEncoding::scaled`] lists.
#[derive(Debug)]
pub struct Planes<'a> {
    /// One mask for each channel.
    pub masks: &'a mut [u64],
    /// One value for each channel of [`PlaneEncoding::scaled`], in its order.
    pub scales: &'a mut [f32],
}

/// An encoding of a position and its history as planes of 8 x 8.
///
/// Each encoding is defined in one file, by implementing this trait; the registry in
/// `tensor/mod.rs` lists the types.
pub trait PlaneEncoding: Send + Sync {
    /// The name.
    fn name(&self) -> &'static str;

    /// Sets the options that are given, each by one call of [`Options::choose`] or [`Options::text`],
    /// in the order in which they are listed.
    ///
    /// # Errors
    /// If the value of an option is unknown.
    fn configure(&mut self, _: &mut Options<'_>) -> Result<(), NameError> {
        Ok(())
    }

    /// The description of each channel.
    fn channel_names(&self) -> Vec<String>;

    /// Returns the conventions in words.
    fn conventions(&self) -> Conventions;

    /// Whether positions that differ only in Chess960 castling rights are encoded differently.
    fn distinguishes_chess960(&self) -> bool {
        false
    }

    /// The number of channels, at most [`MAX_CHANNELS`](super::MAX_CHANNELS).
    fn channels(&self) -> usize;

    /// The en-passant rule of the histories that [`PlaneEncoding::encode`] takes.
    fn en_passant(&self) -> EnPassantRule;

    /// The number of plies before the current position that affect the planes, apart from marks;
    /// `usize::MAX` for all. By default 0.
    fn history_plies(&self) -> usize {
        0
    }

    /// The channels whose set squares have one value other than 1, ascending, at most
    /// [`MAX_SCALED`](super::MAX_SCALED).
    #[inline(always)]
    fn scaled(&self) -> &[usize] {
        &[]
    }

    /// Whether a channel may contain fractions, which no integer type can represent.
    fn has_fractions(&self) -> bool {
        false
    }

    /// The memory layout of the dense form.
    #[inline(always)]
    fn layout(&self) -> Layout {
        Layout::ChannelsFirst
    }

    /// The shape of the dense form of one position.
    fn shape(&self) -> Vec<usize> {
        match self.layout() {
            Layout::ChannelsFirst => vec![self.channels(), 8, 8],
            Layout::ChannelsLast => vec![8, 8, self.channels()],
            Layout::SquaresFirst => vec![64, self.channels()],
        }
    }

    /// Encodes the newest position of a history: writes all masks and all scales.
    fn encode<B: Backend>(&self, backend: B, history: HistoryView<'_>, planes: Planes<'_>);

    /// The channels with a different number on each square, ascending. They have no bit form and
    /// empty masks. Only encodings of [`Layout::ChannelsFirst`] have any.
    #[inline(always)]
    fn numbers(&self) -> &[usize] {
        &[]
    }

    /// Writes the 64 numbers of one of the channels of [`PlaneEncoding::numbers`].
    #[inline(always)]
    fn encode_numbers<B: Backend>(&self, _: B, _: HistoryView<'_>, _: usize, _: &mut [f32; 64]) {}

    /// Returns the position of planes; [`decode_planes`](super::decode_planes) is the function to
    /// call.
    ///
    /// # Errors
    /// If the planes are not those of a position, or the encoding cannot be decoded.
    fn decode(&self, _: &DensePlanes<'_>) -> Result<Decoded, CallError> {
        Err(call_error!(Encoding("encoding"), "{} planes cannot be decoded", self.name()))
    }

    /// Returns the effect of symmetries on the channels; [`Symmetry::planes`] applies it.
    ///
    /// # Errors
    /// If no symmetry can be applied.
    ///
    /// [`Symmetry::planes`]: super::Symmetry::planes
    fn symmetry(&self) -> Result<PlaneSymmetry, CallError>;

    /// Returns the channels with their ranges, in order.
    ///
    /// ```
    /// use enroque::tensor::{Encoding, PlaneEncoding};
    /// let channels = Encoding::named("lc0", &[]).unwrap().channel_list();
    /// assert_eq!(channels[109].name, "halfmove clock");
    /// assert_eq!((channels[0].low, channels[0].high), (0.0, 1.0));
    /// ```
    fn channel_list(&self) -> Vec<Channel> {
        let channel = |(n, name)| {
            let is_bounded = !self.scaled().contains(&n) && !self.numbers().contains(&n);
            Channel { name, low: 0.0, high: if is_bounded { 1.0 } else { f32::INFINITY } }
        };
        self.channel_names().into_iter().enumerate().map(channel).collect()
    }
}
