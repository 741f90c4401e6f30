//! The progress of the epochs of a loader.

use std::sync::{Arc, Mutex};

use pyo3::prelude::*;

use super::Loader;
use crate::loader::Size;
use crate::python::calls::locked;
use crate::python::exit::detach;
use crate::python::progress::{ProgressArgument, Reporter};

/// The argument `progress`, and the reporter of the current epoch.
pub(super) struct EpochProgress {
    argument: ProgressArgument,
    epoch: Mutex<Option<Arc<Reporter>>>,
}

impl EpochProgress {
    pub(super) fn new(argument: ProgressArgument) -> EpochProgress {
        EpochProgress { argument, epoch: Mutex::default() }
    }

    /// Reports the batches that the loader has returned; before the first one, opens the bar of the
    /// epoch.
    pub(super) fn report(&self, py: Python<'_>, loader: &Loader) -> PyResult<()> {
        if matches!(self.argument, ProgressArgument::Off) {
            return Ok(());
        }
        let state = detach(py, || {
            let state = loader.lock();
            let core = &state.loader;
            let is_new = locked(&self.epoch).is_none();
            let size = if is_new { core.source().size() } else { None };
            (!state.is_over).then(|| (core.cursor().epoch, size, core.done()))
        });
        let Some((epoch, size, done)) = state else { return Ok(()) };
        // the function may call the loader, so no lock is held
        let open = locked(&self.epoch).clone();
        let reporter = match open {
            Some(reporter) => reporter,
            None => {
                let unit = if matches!(size, Some(Size::Bytes(_))) { "B" } else { "games" };
                let name = format!("epoch {epoch}");
                let reporter = Arc::new(Reporter::new(py, &self.argument, &name, unit)?);
                if let Some(counter) = reporter.counter() {
                    counter.set_total(size.map(Size::count));
                }
                *locked(&self.epoch) = Some(reporter.clone());
                reporter
            }
        };
        if let Some(counter) = reporter.counter() {
            counter.raise(done);
        }
        reporter.report(py)
    }

    /// Reports the end of the epoch, and closes its bar.
    pub(super) fn finish(&self, py: Python<'_>) -> PyResult<()> {
        self.take().map_or(Ok(()), |reporter| reporter.finish(py))
    }

    /// Closes the bar of the epoch.
    pub(super) fn close(&self, py: Python<'_>) {
        if let Some(reporter) = self.take() {
            let _ = reporter.close(py); // what closes the bar matters more
        }
    }

    fn take(&self) -> Option<Arc<Reporter>> {
        locked(&self.epoch).take()
    }
}
