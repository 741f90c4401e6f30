//! Calls of the plane encoding that was selected at run time.

use super::decode::{DecodeError, Decoded, DensePlanes};
use super::describe::Conventions;
use super::options::{NameError, Options};
use super::plane_encoding::{PlaneEncoding, Planes};
use super::plane_symmetry::PlaneSymmetry;
use super::symmetry::SymmetryError;
use super::{EnPassantRule, Encoding, HistoryView, Layout, with_encoding};
use crate::attacks::{Backend, Task};

impl PlaneEncoding for Encoding {
    fn name(&self) -> &'static str {
        with_encoding!(self, encoding => encoding.name())
    }

    fn configure(&mut self, options: &mut Options<'_>) -> Result<(), NameError> {
        with_encoding!(self, encoding => encoding.configure(options))
    }

    fn channel_names(&self) -> Vec<String> {
        with_encoding!(self, encoding => encoding.channel_names())
    }

    fn conventions(&self) -> Conventions {
        with_encoding!(self, encoding => encoding.conventions())
    }

    fn distinguishes_chess960(&self) -> bool {
        with_encoding!(self, encoding => encoding.distinguishes_chess960())
    }

    #[inline(always)]
    fn channels(&self) -> usize {
        with_encoding!(self, encoding => encoding.channels())
    }

    fn en_passant(&self) -> EnPassantRule {
        with_encoding!(self, encoding => encoding.en_passant())
    }

    fn history_plies(&self) -> usize {
        with_encoding!(self, encoding => encoding.history_plies())
    }

    #[inline(always)]
    fn scaled(&self) -> &[usize] {
        with_encoding!(self, encoding => encoding.scaled())
    }

    fn has_fractions(&self) -> bool {
        with_encoding!(self, encoding => encoding.has_fractions())
    }

    #[inline(always)]
    fn layout(&self) -> Layout {
        with_encoding!(self, encoding => encoding.layout())
    }

    /// All encoders are in one function, so that they are not compiled again for each element type.
    #[inline(always)]
    fn encode<B: Backend>(&self, backend: B, history: HistoryView<'_>, planes: Planes<'_>) {
        struct Encode<'a>(&'a Encoding, HistoryView<'a>, Planes<'a>);
        impl Task for Encode<'_> {
            type Output = ();
            #[inline(always)]
            fn run<B: Backend>(self, backend: B) {
                with_encoding!(self.0, encoding => encoding.encode(backend, self.1, self.2));
            }
        }
        backend.enter(Encode(self, history, planes));
    }

    #[inline(always)]
    fn numbers(&self) -> &[usize] {
        with_encoding!(self, encoding => encoding.numbers())
    }

    #[inline(always)]
    fn encode_numbers<B: Backend>(
        &self,
        backend: B,
        history: HistoryView<'_>,
        channel: usize,
        out: &mut [f32; 64],
    ) {
        struct Numbers<'a>(&'a Encoding, HistoryView<'a>, usize, &'a mut [f32; 64]);
        impl Task for Numbers<'_> {
            type Output = ();
            #[inline(always)]
            fn run<B: Backend>(self, backend: B) {
                let Numbers(encoding, history, channel, out) = self;
                with_encoding!(encoding, encoding => encoding.encode_numbers(backend, history, channel, out));
            }
        }
        backend.enter(Numbers(self, history, channel, out));
    }

    fn decode(&self, planes: &DensePlanes<'_>) -> Result<Decoded, DecodeError> {
        with_encoding!(self, encoding => encoding.decode(planes))
    }

    fn symmetry(&self) -> Result<PlaneSymmetry, SymmetryError> {
        with_encoding!(self, encoding => encoding.symmetry())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor::{Policy, PolicyEncoding, TokenEncoding};

    #[test]
    fn every_channel_has_a_name() {
        for encoding in Encoding::all() {
            let name = encoding.name();
            assert_eq!(encoding.channel_names().len(), encoding.channels(), "{name}");
            assert_eq!(Encoding::named(name, &encoding.options()), Ok(encoding));
        }
    }

    #[test]
    fn names_are_unique_and_sorted() {
        for names in [Encoding::names(), PolicyEncoding::names(), TokenEncoding::names()] {
            assert!(names.is_sorted_by(|a, b| a < b), "{names:?}");
        }
        for policy in PolicyEncoding::all() {
            assert_eq!(PolicyEncoding::named(policy.name(), &policy.options()), Ok(policy));
        }
    }
}
