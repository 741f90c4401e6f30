//! What all plane encodings share: their description, the bit form, and the dense form.

use std::fmt;

use super::element::{Element, expand, expand_channels_last, expand_scaled};
use super::{EnPassantRule, History};
use crate::attacks::{Backend, Task, dispatch};

/// The most channels that an encoding has.
pub const MAX_CHANNELS: usize = 128;
/// The most channels with a value of their own.
pub const MAX_SCALED: usize = 32;

/// The bit form of planes: each is a set of squares, bit n standing for row n / 8 and column n % 8
/// of the dense form, and all squares of the set have one value. That value is 1, except in the few
/// channels that [`PlaneEncoding::scaled`] lists.
#[derive(Debug)]
pub struct Planes<'a> {
    /// One set a channel.
    pub masks: &'a mut [u64],
    /// One value for each channel of [`PlaneEncoding::scaled`], in its order.
    pub scales: &'a mut [f32],
}

/// How the dense form of planes lies in memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Layout {
    /// `(channels, 8, 8)`: the first board axis is the rank, its first entry the viewer's own back
    /// rank; the second is the file, a first.
    #[default]
    ChannelsFirst,
    /// `(8, 8, channels)`, the way of some reinforcement learning packages: the first axis is the
    /// rank, its first entry the viewer's *opponent's* back rank; the second is the file, a first.
    ChannelsLast,
    /// `(64, channels)`, a token for each square: a1, b1 to h8 as the viewer sees them.
    SquaresFirst,
}

/// A way to write a position and its history as planes of 8 x 8.
pub trait PlaneEncoding: Send + Sync {
    /// The name by which the encoding is asked for.
    fn name(&self) -> &'static str;

    /// How many planes, at most [`MAX_CHANNELS`].
    fn channels(&self) -> usize;

    /// By which rule en passant counts; the histories given to [`PlaneEncoding::encode`] keep it.
    fn en_passant(&self) -> EnPassantRule;

    /// The channels, ascending, that may hold values other than 0 and 1, at most [`MAX_SCALED`]: none,
    /// unless an encoding says so.
    #[inline(always)]
    fn scaled(&self) -> &[usize] {
        &[]
    }

    /// Whether a channel may hold fractions, so that no integer type can take it.
    fn has_fractions(&self) -> bool {
        false
    }

    /// How the dense form lies in memory.
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

    /// Encodes the newest position of a history: writes every mask and every scale.
    fn encode<B: Backend>(&self, backend: B, history: &History, planes: Planes<'_>);

    /// The channels, ascending, that hold a number of its own for each square. They have no bit form;
    /// their masks are nothing. Only encodings of [`Layout::ChannelsFirst`] have any.
    #[inline(always)]
    fn numbers(&self) -> &[usize] {
        &[]
    }

    /// Writes the numbers of one of the channels of [`PlaneEncoding::numbers`], bit n's place first.
    #[inline(always)]
    fn encode_numbers<B: Backend>(&self, _: B, _: &History, _: usize, _: &mut [f32; 64]) {}
}

/// Planes cannot be written as asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlanesError {
    /// The buffer has another number of elements than the planes.
    Size {
        /// How many elements the planes have.
        expected: usize,
        /// How many the buffer has.
        found: usize,
    },
    /// A channel holds a number for each square, so it has no bit form.
    Numbers {
        /// The encoding's name.
        encoding: &'static str,
        /// The channel.
        channel: usize,
    },
    /// The element type cannot hold the fractions of a channel.
    Fractions {
        /// The encoding's name.
        encoding: &'static str,
        /// A channel with fractions.
        channel: usize,
        /// NumPy's name of the element type.
        dtype: &'static str,
    },
    /// A channel holds other numbers than 0 and 1, which truth values cannot.
    Truth {
        /// The encoding's name.
        encoding: &'static str,
        /// A channel with numbers.
        channel: usize,
    },
}

impl fmt::Display for PlanesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlanesError::Size { expected, found } => {
                write!(f, "the planes have {expected} elements, the buffer {found}")
            }
            PlanesError::Numbers { encoding, channel } => {
                write!(f, "channel {channel} of {encoding} holds numbers, which have no bit form")
            }
            PlanesError::Fractions { encoding, channel, dtype } => write!(
                f,
                "channel {channel} of {encoding} holds fractions, which {dtype} cannot: use \
                 float32 or float16"
            ),
            PlanesError::Truth { encoding, channel } => write!(
                f,
                "channel {channel} of {encoding} holds other numbers than 0 and 1, which bool cannot: \
                 use another dtype"
            ),
        }
    }
}

impl std::error::Error for PlanesError {}

/// Whether elements of a type can hold what an encoding writes. Bytes hold 255 at most, and greater counts
/// are 255 there.
pub(crate) fn check_element<E: PlaneEncoding, T: Element>(encoding: &E) -> Result<(), PlanesError> {
    let name = encoding.name();
    let number = encoding.scaled().iter().chain(encoding.numbers()).min();
    match (number, encoding.scaled().first()) {
        (Some(&channel), _) if T::TRUTH => Err(PlanesError::Truth { encoding: name, channel }),
        (_, Some(&channel)) if T::INTEGER && encoding.has_fractions() => {
            Err(PlanesError::Fractions { encoding: name, channel, dtype: T::NAME })
        }
        _ => Ok(()),
    }
}

/// Whether an encoding has a bit form.
pub(crate) fn check_bits<E: PlaneEncoding>(encoding: &E) -> Result<(), PlanesError> {
    match encoding.numbers().first() {
        Some(&channel) => Err(PlanesError::Numbers { encoding: encoding.name(), channel }),
        None => Ok(()),
    }
}

/// Writes the dense form of the newest position's planes; `out` has `channels * 64` elements.
#[inline(always)]
pub(crate) fn write_dense<B: Backend, E: PlaneEncoding, T: Element>(
    backend: B,
    encoding: &E,
    history: &History,
    out: &mut [T],
) {
    let (mut masks, mut scales) = ([0; MAX_CHANNELS], [0.0; MAX_SCALED]);
    let masks = &mut masks[..encoding.channels().min(MAX_CHANNELS)];
    let scales = &mut scales[..encoding.scaled().len().min(MAX_SCALED)];
    encoding.encode(backend, history, Planes { masks, scales });
    expand_planes(backend, encoding, masks, scales, out);
    if encoding.numbers().is_empty() {
        return;
    }
    let (channels, _) = out.as_chunks_mut::<64>();
    for &channel in encoding.numbers() {
        let mut numbers = [0.0; 64];
        encoding.encode_numbers(backend, history, channel, &mut numbers);
        for (element, number) in channels[channel].iter_mut().zip(numbers) {
            *element = T::from_f32(number);
        }
    }
}

/// Writes the dense form of planes from their bit form; `out` has `channels * 64` elements.
#[inline(always)]
pub(crate) fn expand_planes<B: Backend, E: PlaneEncoding, T: Element>(
    backend: B,
    encoding: &E,
    masks: &[u64],
    scales: &[f32],
    out: &mut [T],
) {
    let scaled = encoding.scaled().iter().zip(scales);
    let top_first = match encoding.layout() {
        Layout::ChannelsFirst => {
            let (channels, _) = out.as_chunks_mut::<64>();
            for (channel, &mask) in channels.iter_mut().zip(masks) {
                expand(backend, mask, channel);
            }
            for (&channel, &scale) in scaled {
                expand_scaled(backend, masks[channel], scale, &mut channels[channel]);
            }
            return;
        }
        Layout::ChannelsLast => true,
        Layout::SquaresFirst => false,
    };
    expand_channels_last(masks, top_first, out);
    for (&channel, &scale) in scaled {
        let value = T::from_f32(scale);
        let mask = if top_first { masks[channel].swap_bytes() } else { masks[channel] };
        for (square, channels) in out.chunks_exact_mut(masks.len()).enumerate() {
            channels[channel] = if mask >> square & 1 != 0 { value } else { T::ZERO };
        }
    }
}

/// Writes the planes of a history's newest position, in the shape of [`PlaneEncoding::shape`].
///
/// ```
/// use enroque::position::Position;
/// use enroque::tensor::{self, EnPassantRule, History, Pieces, View};
///
/// let history = History::new(Position::standard(), EnPassantRule::Legal);
/// let mut planes = [0u8; 12 * 64];
/// tensor::planes(&Pieces { view: View::SideToMove }, &history, &mut planes).unwrap();
/// assert_eq!(planes[8..16], [1; 8]); // own pawns stand on the second rank
/// assert_eq!(planes[6 * 64 + 48..6 * 64 + 56], [1; 8]); // the opponent's on the seventh
/// ```
///
/// # Errors
/// When `out` has not `channels * 64` elements, or when a channel holds fractions, or other numbers than 0
/// and 1, and the element type cannot; nothing is written then.
pub fn planes<E: PlaneEncoding, T: Element>(
    encoding: &E,
    history: &History,
    out: &mut [T],
) -> Result<(), PlanesError> {
    struct Write<'a, E, T>(&'a E, &'a History, &'a mut [T]);
    impl<E: PlaneEncoding, T: Element> Task for Write<'_, E, T> {
        type Output = ();
        #[inline(always)]
        fn run<B: Backend>(self, backend: B) {
            write_dense(backend, self.0, self.1, self.2);
        }
    }
    check_element::<E, T>(encoding)?;
    let expected = encoding.channels() * 64;
    if out.len() != expected {
        return Err(PlanesError::Size { expected, found: out.len() });
    }
    dispatch(Write(encoding, history, out));
    Ok(())
}

/// The bit form of the planes of a history's newest position.
///
/// # Errors
/// When there are not as many masks as channels, or not as many scales as [`PlaneEncoding::scaled`]
/// lists, or when a channel has no bit form ([`PlaneEncoding::numbers`]).
pub fn planes_bits<E: PlaneEncoding>(
    encoding: &E,
    history: &History,
    planes: Planes<'_>,
) -> Result<(), PlanesError> {
    struct Encode<'a, E>(&'a E, &'a History, Planes<'a>);
    impl<E: PlaneEncoding> Task for Encode<'_, E> {
        type Output = ();
        #[inline(always)]
        fn run<B: Backend>(self, backend: B) {
            self.0.encode(backend, self.1, self.2);
        }
    }
    check_bits(encoding)?;
    for (expected, found) in
        [(encoding.channels(), planes.masks.len()), (encoding.scaled().len(), planes.scales.len())]
    {
        if expected != found {
            return Err(PlanesError::Size { expected, found });
        }
    }
    dispatch(Encode(encoding, history, planes));
    Ok(())
}
