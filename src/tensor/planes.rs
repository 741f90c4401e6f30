//! Writing, decoding and transforming planes.

use super::decode::{Decoded, DensePlanes};
use super::element::{Element, expand, expand_channels_last, expand_scaled};
use super::layout::{Layout, MAX_CHANNELS, MAX_SCALED};
use super::plane_encoding::{PlaneEncoding, Planes};
use super::symmetry::Symmetry;
use super::{History, HistoryView};
use crate::attacks::{Backend, dispatch, task};
use crate::error::{CallError, call_error, ensure};
use crate::pool::Run;
use crate::stream;
use crate::types::Color;

/// Checks that an element type can represent the planes of an encoding. Counts above 255 saturate
/// in bytes.
pub(crate) fn check_element<E: PlaneEncoding, T: Element>(encoding: &E) -> Result<(), CallError> {
    let number = encoding.scaled().iter().chain(encoding.numbers()).min();
    match (number, encoding.scaled().first()) {
        (Some(channel), _) if T::BOOL => Err(call_error!(
            Encoding("dtype"),
            "channel {channel} of {} contains numbers other than 0 and 1, which bool cannot represent: use \
             another dtype",
            encoding.name()
        )),
        (_, Some(channel)) if T::INTEGER && encoding.has_fractions() => Err(call_error!(
            Encoding("dtype"),
            "channel {channel} of {} contains fractions, which {} cannot represent: use float32 or float16",
            encoding.name(),
            T::NAME
        )),
        _ => Ok(()),
    }
}

/// Checks that an encoding has a bit form.
pub(crate) fn check_bits<E: PlaneEncoding>(encoding: &E) -> Result<(), CallError> {
    match encoding.numbers().first() {
        Some(channel) => Err(call_error!(
            Encoding("dtype"),
            "channel {channel} of {} has a number on each square, so it has no bit form: use planes instead \
             of planes_bits",
            encoding.name()
        )),
        None => Ok(()),
    }
}

/// Writes the dense form of the newest position; `out` has `channels * 64` elements.
#[inline(always)]
pub(crate) fn write_dense<B: Backend, E: PlaneEncoding, T: Element>(
    backend: B,
    encoding: &E,
    history: HistoryView<'_>,
    out: &mut [T],
) {
    let (mut masks, mut scales) = ([0; MAX_CHANNELS], [0.0; MAX_SCALED]);
    let masks = &mut masks[..encoding.channels().min(MAX_CHANNELS)];
    let scales = &mut scales[..encoding.scaled().len().min(MAX_SCALED)];
    encoding.encode(backend, history, Planes { masks, scales });
    expand_planes(backend, encoding, masks, scales, out);
    write_numbers(backend, encoding, history, out);
}

/// [`write_dense`] past the caches, where the encoding allows it.
#[inline(always)]
pub(crate) fn stream_dense<B: Backend, E: PlaneEncoding, T: Element>(
    backend: B,
    encoding: &E,
    history: HistoryView<'_>,
    out: &mut [T],
) {
    if encoding.layout() != Layout::ChannelsFirst || !encoding.numbers().is_empty() {
        return write_dense(backend, encoding, history, out);
    }
    let (mut masks, mut scales) = ([0; MAX_CHANNELS], [0.0; MAX_SCALED]);
    let masks = &mut masks[..encoding.channels().min(MAX_CHANNELS)];
    let scales = &mut scales[..encoding.scaled().len().min(MAX_SCALED)];
    encoding.encode(backend, history, Planes { masks, scales });
    let mut scaled = encoding.scaled().iter().zip(scales).peekable();
    let (channels, _) = out.as_chunks_mut::<64>();
    for (channel, (out, &mask)) in channels.iter_mut().zip(&*masks).enumerate() {
        let mut elements = [T::ZERO; 64];
        match scaled.next_if(|(scaled, _)| **scaled == channel) {
            Some((_, scale)) => expand_scaled(backend, mask, *scale, &mut elements),
            None => expand(backend, mask, &mut elements),
        }
        stream::copy(&elements, out);
    }
}

/// Writes the channels with a number on each square.
#[inline(always)]
fn write_numbers<B: Backend, E: PlaneEncoding, T: Element>(
    backend: B,
    encoding: &E,
    history: HistoryView<'_>,
    out: &mut [T],
) {
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

/// Expands the bit form to the dense form; `out` has `channels * 64` elements.
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

fn check_len(expected: usize, found: usize) -> Result<(), CallError> {
    ensure!(
        expected == found,
        Array("out"),
        "the planes have {expected} elements, but the buffer has {found}"
    );
    Ok(())
}

/// Writes the planes of the newest position of a history, in the shape of [`PlaneEncoding::shape`].
///
/// ```
/// use enroque::position::Position;
/// use enroque::tensor::{self, EnPassantRule, History, Pieces, View};
///
/// let history = History::new(Position::standard(), EnPassantRule::Legal);
/// let mut planes = [0u8; 12 * 64];
/// tensor::planes(&Pieces { view: View::SideToMove }, &history, &mut planes).unwrap();
/// assert_eq!(planes[8..16], [1; 8]); // own pawns on the second rank
/// assert_eq!(planes[6 * 64 + 48..6 * 64 + 56], [1; 8]); // the opponent's pawns on the seventh
/// ```
///
/// # Errors
/// If `out` does not have `channels * 64` elements, or if the element type cannot represent the
/// values of a channel. Nothing is written then.
pub fn planes<E: PlaneEncoding, T: Element>(
    encoding: &E,
    history: &History,
    out: &mut [T],
) -> Result<(), CallError> {
    check_element::<E, T>(encoding)?;
    check_len(encoding.channels() * 64, out.len())?;
    let history = history.view();
    dispatch(task!(
        <E: PlaneEncoding, T: Element> |backend, encoding: &E, history: HistoryView<'_>, out: &mut [T]| -> () {
            write_dense(backend, encoding, history, out);
        }
    ));
    Ok(())
}

/// Writes the bit form of the planes of the newest position of a history.
///
/// # Errors
/// If the numbers of masks and scales are not those of the channels and of
/// [`PlaneEncoding::scaled`], or if a channel has no bit form ([`PlaneEncoding::numbers`]).
pub fn planes_bits<E: PlaneEncoding>(
    encoding: &E,
    history: &History,
    planes: Planes<'_>,
) -> Result<(), CallError> {
    check_bits(encoding)?;
    check_len(encoding.channels(), planes.masks.len())?;
    check_len(encoding.scaled().len(), planes.scales.len())?;
    let history = history.view();
    dispatch(task!(
        <E: PlaneEncoding> |backend, encoding: &E, history: HistoryView<'_>, planes: Planes<'_>| -> () {
            encoding.encode(backend, history, planes);
        }
    ));
    Ok(())
}

/// Decodes planes in the shape that [`planes`](crate::tensor::planes()) writes.
///
/// All elements must be exactly 0 or 1, except in channels of counts. Castling flags are decoded as
/// the outermost rook of the wing.
///
/// ```
/// use enroque::position::Position;
/// use enroque::tensor::{Encoding, History, Missing, PlaneEncoding, decode_planes, planes};
/// let encoding = Encoding::named("lc0", &[]).unwrap();
/// let start = Position::standard();
/// let mut array = vec![0.0f32; 112 * 64];
/// planes(&encoding, &History::new(start, encoding.en_passant()), &mut array).unwrap();
/// let decoded = decode_planes(&encoding, &array).unwrap();
/// assert_eq!(decoded.setup, start.to_setup());
/// assert_eq!(decoded.missing, [Missing::FullmoveNumber]);
/// ```
///
/// # Errors
/// If the array is not one of the encoding, or the encoding cannot be decoded: lc0's canonical
/// formats and composed planes.
pub fn decode_planes<E: PlaneEncoding>(encoding: &E, array: &[f32]) -> Result<Decoded, CallError> {
    encoding.decode(&DensePlanes::new(encoding.layout(), encoding.channels(), array)?)
}

impl Symmetry {
    /// Writes the planes of the symmetric positions; `planes` are the dense planes of any number of
    /// positions, `[zero, one]` their values for false and true.
    ///
    /// Whether the positions have the symmetry is not checked, because planes do not always show
    /// it. The ply count of AlphaZero is unchanged under [`Symmetry::FlipColors`]. Under
    /// [`Symmetry::MirrorFiles`], planes of legal moves are wrong where castling differs in
    /// Chess960, and lc0's fill of missing history is that of the original first position.
    ///
    /// `turn` returns the side to move of the n-th position. It is called for quarter turns of
    /// planes from White's side that do not contain the side to move.
    ///
    /// # Errors
    /// If the encoding transforms the board itself, if the side to move or the part of the other
    /// player is missing, if the sizes of `planes` and `out` are wrong, or an interruption.
    pub fn planes<E: PlaneEncoding, T: Copy + PartialEq + Send + Sync>(
        self,
        encoding: &E,
        planes: &[T],
        out: &mut [T],
        values: [T; 2],
        turn: impl Fn(usize) -> Option<Color> + Sync,
        run: Run<'_>,
    ) -> Result<(), CallError> {
        let of = (encoding.name(), encoding.layout());
        encoding.symmetry()?.apply(self, of, (planes, out), values, turn, run)
    }
}
