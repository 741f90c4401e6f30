//! Planes in the dense form and the bit form.

use super::array::{Dtype, ElementsMut};
use super::sample::Sample;
use crate::attacks::Backend;
use crate::error::CallError;
use crate::tensor::{
    Element, Encoding, PlaneEncoding, Planes, check_element, expand_planes, stream_dense,
    write_dense,
};

/// Checks that an element type can represent the planes of an encoding.
pub(super) fn check(encoding: &Encoding, dtype: Dtype) -> Result<(), CallError> {
    match dtype {
        Dtype::Uint8 => check_element::<_, u8>(encoding),
        Dtype::Bool => check_element::<_, bool>(encoding),
        _ => Ok(()),
    }
}

/// Evaluates an expression for a row whose element type planes can have.
macro_rules! for_element {
    ($elements:expr, $row:ident => $body:expr) => {
        match $elements {
            ElementsMut::Float32($row) => $body,
            ElementsMut::Float16($row) => $body,
            ElementsMut::Uint8($row) => $body,
            ElementsMut::Bool($row) => $body,
            _ => {}
        }
    };
}
pub(super) use for_element;

/// Writes the dense form.
#[inline(always)]
pub(super) fn write<B: Backend>(
    backend: B,
    encoding: &Encoding,
    sample: &Sample<'_>,
    row: ElementsMut<'_>,
    past_caches: bool,
) {
    let Some(history) = sample.history(encoding.en_passant()) else { return };
    for_element!(row, row => if past_caches {
        stream_dense(backend, encoding, history, row);
    } else {
        write_dense(backend, encoding, history, row);
    });
}

/// Writes the bit form: `values` has the scales, then 64 numbers for each channel of
/// [`PlaneEncoding::numbers`].
#[inline(always)]
pub(super) fn write_bits<B: Backend>(
    backend: B,
    encoding: &Encoding,
    sample: &Sample<'_>,
    masks: &mut [u64],
    values: &mut [f32],
) {
    let Some(history) = sample.history(encoding.en_passant()) else { return };
    let (scales, numbers) = values.split_at_mut(encoding.scaled().len());
    encoding.encode(backend, history, Planes { masks, scales });
    let (numbers, _) = numbers.as_chunks_mut::<64>();
    for (&channel, numbers) in encoding.numbers().iter().zip(numbers) {
        encoding.encode_numbers(backend, history, channel, numbers);
    }
}

/// Expands the bit form, as [`write_bits`] writes it, to the dense form.
#[inline(always)]
pub(super) fn expand<B: Backend, T: Element>(
    backend: B,
    encoding: &Encoding,
    masks: &[u64],
    values: &[f32],
    row: &mut [T],
) {
    let (scales, numbers) = values.split_at(encoding.scaled().len());
    expand_planes(backend, encoding, masks, scales, row);
    let (channels, _) = row.as_chunks_mut::<64>();
    let (numbers, _) = numbers.as_chunks::<64>();
    for (&channel, numbers) in encoding.numbers().iter().zip(numbers) {
        for (element, &number) in channels[channel].iter_mut().zip(numbers) {
            *element = T::from_f32(number);
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::attacks::Portable;
    #[cfg(target_arch = "x86_64")]
    use crate::attacks::{Avx512, Bmi2};
    use crate::movegen::legal_moves;
    use crate::tensor::{History, f16};
    use crate::{chess960, stream};

    /// The planes of a history, written through the caches and past them, with every backend and at
    /// several addresses.
    fn check_streams<T: Element>(encoding: &Encoding, history: &History) {
        fn rows<B: Backend, T: Element>(backend: B, encoding: &Encoding, history: &History) {
            if check_element::<_, T>(encoding).is_err() {
                return;
            }
            let size = encoding.channels() * 64;
            for offset in [0, 1, 16, 24] {
                let (mut written, mut streamed) = (vec![T::ONE; size], vec![T::ONE; size + offset]);
                write_dense(backend, encoding, history.view(), &mut written);
                stream_dense(backend, encoding, history.view(), &mut streamed[offset..]);
                stream::finish();
                assert!(streamed[offset..] == written, "{} {} {offset}", encoding.name(), T::NAME);
                assert!(streamed[..offset].iter().all(|&element| element == T::ONE));
            }
        }
        rows::<_, T>(Portable::new(), encoding, history);
        #[cfg(target_arch = "x86_64")]
        {
            Bmi2::detect().into_iter().for_each(|backend| rows::<_, T>(backend, encoding, history));
            Avx512::detect()
                .into_iter()
                .for_each(|backend| rows::<_, T>(backend, encoding, history));
        }
    }

    #[test]
    fn streamed_planes_of_every_encoding() {
        let mut rng = ChaCha8Rng::seed_from_u64(4);
        let start = chess960::position(chess960::random_number(&mut rng)).unwrap();
        for encoding in Encoding::all() {
            let mut history = History::new(start, encoding.en_passant());
            for _ in 0..40 {
                check_streams::<u8>(&encoding, &history);
                check_streams::<bool>(&encoding, &history);
                check_streams::<f16>(&encoding, &history);
                check_streams::<f32>(&encoding, &history);
                let moves = legal_moves(history.position());
                if moves.is_empty() {
                    break;
                }
                history.push(moves[rng.random_range(0..moves.len())]);
            }
        }
    }
}
