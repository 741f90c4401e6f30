//! Run-time choice of the backend.

use super::backend::{Backend, Task};

/// Runs a task with the best instruction set of this processor.
///
/// The environment variable `ENROQUE_BACKEND`, read once, selects a lower one for tests: `bmi2` or
/// `portable`.
#[inline]
pub fn dispatch<T: Task>(task: T) -> T::Output {
    best::enter(task)
}

/// Tasks are compiled for several instruction sets.
#[cfg(all(target_arch = "x86_64", feature = "instruction-sets"))]
mod best {
    use std::sync::OnceLock;

    use crate::attacks::{Avx512, Backend, Bmi2, Portable, Task};

    /// The best backend of this processor that `ENROQUE_BACKEND` allows.
    #[derive(Clone, Copy)]
    enum Best {
        Avx512(Avx512),
        Bmi2(Bmi2),
        Portable(Portable),
    }

    fn best() -> Best {
        static BEST: OnceLock<Best> = OnceLock::new();
        *BEST.get_or_init(|| {
            let requested = std::env::var("ENROQUE_BACKEND").unwrap_or_default();
            if requested == Portable::NAME {
                return Best::Portable(Portable::new());
            }
            if let Some(backend) = Avx512::detect().filter(|_| requested != Bmi2::NAME) {
                return Best::Avx512(backend);
            }
            match Bmi2::detect() {
                Some(backend) if requested == Bmi2::NAME || !Bmi2::is_slow() => Best::Bmi2(backend),
                _ => Best::Portable(Portable::new()),
            }
        })
    }

    #[inline]
    pub(super) fn enter<T: Task>(task: T) -> T::Output {
        match best() {
            Best::Avx512(backend) => backend.enter(task),
            Best::Bmi2(backend) => backend.enter(task),
            Best::Portable(backend) => backend.enter(task),
        }
    }
}

/// Tasks are compiled for the oldest processors only.
#[cfg(not(all(target_arch = "x86_64", feature = "instruction-sets")))]
mod best {
    use crate::attacks::{Backend, Portable, Task};

    #[inline]
    pub(super) fn enter<T: Task>(task: T) -> T::Output {
        Portable::new().enter(task)
    }
}

/// The name of the backend that [`dispatch`] uses.
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
    use crate::attacks::Portable;
    use crate::attacks::rays::{DIAGONAL, ORTHOGONAL, walk_all};
    use crate::attacks::sliders;
    #[cfg(target_arch = "x86_64")]
    use crate::attacks::{Avx512, Bmi2};
    use crate::types::{Bitboard, Square};

    /// Every square with every occupancy of its lines, and random bits elsewhere.
    fn compare_with_slow_attacks<B: Backend>(backend: B) {
        let mut random = 0x1234_5678_9ABC_DEF1_u64;
        for (slots, directions, rook) in
            [(&sliders::ROOK, &ORTHOGONAL, true), (&sliders::BISHOP, &DIAGONAL, false)]
        {
            for square in Square::ALL {
                let mask = slots[square.index()].mask;
                let mut subset = 0u64;
                loop {
                    random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    let occupied = subset | random & !mask;
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
    #[cfg_attr(miri, ignore = "takes hours; Miri runs `some_look_ups`")]
    fn portable_is_exact() {
        compare_with_slow_attacks(Portable::new());
    }

    /// Every byte at every index, among others.
    fn check_bytes_within<B: Backend>(backend: B) {
        for (least, most) in
            [(b'{', b'{'), (b'(', b'*'), (0, 0), (0, 31), (0x7F, 0x81), (0xFF, 0xFF)]
        {
            for byte in 0..=u8::MAX {
                for index in 0..64 {
                    let mut bytes = [b'('; 64];
                    bytes[index] = byte;
                    let others = if (least..=most).contains(&b'(') { !(1 << index) } else { 0 };
                    let expected = others | u64::from((least..=most).contains(&byte)) << index;
                    assert_eq!(backend.bytes_within(&bytes, least, most), expected);
                }
            }
        }
    }

    #[test]
    fn bytes_within_a_range_with_every_backend() {
        check_bytes_within(Portable::new());
        #[cfg(target_arch = "x86_64")]
        {
            Bmi2::detect().into_iter().for_each(check_bytes_within);
            Avx512::detect().into_iter().for_each(check_bytes_within);
        }
    }

    #[test]
    fn chosen_bytes_with_every_backend() {
        fn check<B: Backend>(backend: B) {
            let bytes = *b"0123456789abcdef";
            for index in 0..=u8::MAX {
                let indices = [index, 0, 15, index.wrapping_add(5), 7, index, 8, !index];
                let expected = indices.map(|index| bytes[usize::from(index % 16)]);
                assert_eq!(backend.chosen_bytes(bytes, indices), expected);
            }
        }
        check(Portable::new());
        #[cfg(target_arch = "x86_64")]
        {
            Bmi2::detect().into_iter().for_each(check);
            Avx512::detect().into_iter().for_each(check);
        }
    }

    #[test]
    fn some_look_ups() {
        let backend = Portable::new();
        assert_eq!(backend.rook(Square::A1, Bitboard(0x0101)), Bitboard(0x01FE));
        assert_eq!(backend.bishop(Square::H8, Bitboard::FULL), Square::G7.into());
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn bmi2_is_exact() {
        if let Some(backend) = Bmi2::detect() {
            compare_with_slow_attacks(backend);
        }
    }
    #[cfg(all(target_arch = "x86_64", feature = "instruction-sets"))]
    #[test]
    fn slow_instructions_are_avoided() {
        if std::env::var_os("ENROQUE_BACKEND").is_none() && Avx512::detect().is_none() {
            let expected = Bmi2::detect().filter(|_| !Bmi2::is_slow());
            assert_eq!(backend_name(), expected.map_or(Portable::NAME, |_| Bmi2::NAME));
        }
        assert!(Avx512::detect().is_none() || !Bmi2::is_slow());
    }
}
