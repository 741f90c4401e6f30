//! Calls of the plane encoding that was selected at run time.

use super::decode::{Decoded, DensePlanes};
use super::describe::Conventions;
use super::options::{NameError, Options, dispatch};
use super::plane_encoding::{PlaneEncoding, Planes};
use super::plane_symmetry::PlaneSymmetry;
use super::registry::{Encoding, with_encoding};
use super::{EnPassantRule, HistoryView, Layout};
use crate::attacks::{Backend, task};
use crate::error::CallError;

impl PlaneEncoding for Encoding {
    dispatch! { with_encoding:
        fn name(&self) -> &'static str;
        fn channel_names(&self) -> Vec<String>;
        fn conventions(&self) -> Conventions;
        fn distinguishes_chess960(&self) -> bool;
        #[inline(always)]
        fn channels(&self) -> usize;
        fn en_passant(&self) -> EnPassantRule;
        fn history_plies(&self) -> usize;
        #[inline(always)]
        fn scaled(&self) -> &[usize];
        fn has_fractions(&self) -> bool;
        #[inline(always)]
        fn layout(&self) -> Layout;
        #[inline(always)]
        fn numbers(&self) -> &[usize];
        fn decode(&self, planes: &DensePlanes<'_>) -> Result<Decoded, CallError>;
        fn symmetry(&self) -> Result<PlaneSymmetry, CallError>;
    }

    fn configure(&mut self, options: &mut Options<'_>) -> Result<(), NameError> {
        with_encoding!(self, encoding => encoding.configure(options))
    }

    /// All encoders are in one function, so that they are not compiled again for each element type.
    #[inline(always)]
    fn encode<B: Backend>(&self, backend: B, history: HistoryView<'_>, planes: Planes<'_>) {
        let encoding = self;
        backend.enter(task!(|backend,
                             encoding: &Encoding,
                             history: HistoryView<'_>,
                             planes: Planes<'_>|
         -> () {
            with_encoding!(encoding, encoding => encoding.encode(backend, history, planes));
        }));
    }

    #[inline(always)]
    fn encode_numbers<B: Backend>(
        &self,
        backend: B,
        history: HistoryView<'_>,
        channel: usize,
        out: &mut [f32; 64],
    ) {
        let encoding = self;
        backend.enter(task!(
            |backend, encoding: &Encoding, history: HistoryView<'_>, channel: usize, out: &mut [f32; 64]| -> () {
                with_encoding!(encoding, encoding => encoding.encode_numbers(backend, history, channel, out));
            }
        ));
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
