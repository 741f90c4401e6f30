//! Run-time choice of the backend.

use std::sync::OnceLock;

#[cfg(target_arch = "x86_64")]
use super::avx512::Avx512;
use super::backend::{Backend, Task};
#[cfg(target_arch = "x86_64")]
use super::bmi2::Bmi2;
use super::portable::Portable;

/// The backends of this processor, best first; `ENROQUE_BACKEND` names the best one allowed.
#[derive(Clone, Copy)]
enum Best {
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
    #[cfg(target_arch = "x86_64")]
    Bmi2(Bmi2),
    Portable(Portable),
}

fn best() -> Best {
    static BEST: OnceLock<Best> = OnceLock::new();
    *BEST.get_or_init(|| {
        let wanted = std::env::var("ENROQUE_BACKEND").unwrap_or_default();
        if wanted == Portable::NAME {
            return Best::Portable(Portable::new());
        }
        #[cfg(target_arch = "x86_64")]
        {
            if let Some(backend) = Avx512::detect().filter(|_| wanted != Bmi2::NAME) {
                return Best::Avx512(backend);
            }
            if let Some(backend) = Bmi2::detect() {
                return Best::Bmi2(backend);
            }
        }
        Best::Portable(Portable::new())
    })
}

/// Runs a task with the best instruction set of this processor.
///
/// The environment variable `ENROQUE_BACKEND`, read once, asks for less: `bmi2` or `portable`. It
/// is a switch for tests; what the processor has not is never used.
#[inline]
pub fn dispatch<T: Task>(task: T) -> T::Output {
    match best() {
        #[cfg(target_arch = "x86_64")]
        Best::Avx512(backend) => backend.enter(task),
        #[cfg(target_arch = "x86_64")]
        Best::Bmi2(backend) => backend.enter(task),
        Best::Portable(backend) => backend.enter(task),
    }
}

/// The name of the backend that [`dispatch`] uses here.
pub fn backend_name() -> &'static str {
    struct Name;
    impl Task for Name {
        type Output = &'static str;
        fn run<B: Backend>(self, _: B) -> &'static str {
            B::NAME
        }
    }
    dispatch(Name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attacks::rays::{DIAGONAL, ORTHOGONAL, walk_all};
    use crate::attacks::sliders;
    use crate::types::{Bitboard, Square};

    /// Every square with every set of pieces on its lines, and noise elsewhere.
    fn matches_the_slow_walk<B: Backend>(backend: B) {
        let mut noise = 0x1234_5678_9ABC_DEF1_u64;
        for (slots, directions, rook) in
            [(&sliders::ROOK, &ORTHOGONAL, true), (&sliders::BISHOP, &DIAGONAL, false)]
        {
            for square in Square::ALL {
                let mask = slots[square.index()].mask;
                let mut subset = 0u64;
                loop {
                    noise = noise.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    let occupied = subset | noise & !mask;
                    let expected = walk_all(square.index(), occupied, directions);
                    let got = if rook {
                        backend.rook(square, Bitboard(occupied))
                    } else {
                        backend.bishop(square, Bitboard(occupied))
                    };
                    assert_eq!(got, Bitboard(expected), "{square} {occupied:x}");
                    subset = subset.wrapping_sub(mask) & mask;
                    if subset == 0 {
                        break;
                    }
                }
            }
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "hours; `a_few_look_ups` is the one for Miri")]
    fn portable_is_exact() {
        matches_the_slow_walk(Portable::new());
    }

    /// Every byte at every place, among others.
    fn finds_bytes<B: Backend>(backend: B) {
        for (least, most) in
            [(b'{', b'{'), (b'(', b'*'), (0, 0), (0, 31), (0x7F, 0x81), (0xFF, 0xFF)]
        {
            for byte in 0..=u8::MAX {
                for place in 0..64 {
                    let mut bytes = [b'('; 64];
                    bytes[place] = byte;
                    let others = if (least..=most).contains(&b'(') { !(1 << place) } else { 0 };
                    let expected = others | u64::from((least..=most).contains(&byte)) << place;
                    assert_eq!(backend.bytes_within(&bytes, least, most), expected);
                }
            }
        }
    }

    #[test]
    fn bytes_are_found_by_every_backend() {
        finds_bytes(Portable::new());
        #[cfg(target_arch = "x86_64")]
        {
            Bmi2::detect().into_iter().for_each(finds_bytes);
            Avx512::detect().into_iter().for_each(finds_bytes);
        }
    }

    #[test]
    fn bytes_are_chosen_by_every_backend() {
        fn chooses<B: Backend>(backend: B) {
            let bytes = *b"0123456789abcdef";
            for place in 0..=u8::MAX {
                let places = [place, 0, 15, place.wrapping_add(5), 7, place, 8, !place];
                let expected = places.map(|place| bytes[usize::from(place % 16)]);
                assert_eq!(backend.chosen_bytes(bytes, places), expected);
            }
        }
        chooses(Portable::new());
        #[cfg(target_arch = "x86_64")]
        {
            Bmi2::detect().into_iter().for_each(chooses);
            Avx512::detect().into_iter().for_each(chooses);
        }
    }

    #[test]
    fn a_few_look_ups() {
        let backend = Portable::new();
        assert_eq!(backend.rook(Square::A1, Bitboard(0x0101)), Bitboard(0x01FE));
        assert_eq!(backend.bishop(Square::H8, Bitboard::FULL), Square::G7.into());
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn bmi2_is_exact() {
        if let Some(backend) = Bmi2::detect() {
            matches_the_slow_walk(backend);
        }
    }
}
