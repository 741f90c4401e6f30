//! The progress of the epochs of a loader.

use std::sync::{Arc, Mutex};

use crate::loader::Size;
use crate::python::prelude::*;

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
    ///
    /// `state` returns the number of the epoch, the part of the source covered by its batches, and
    /// the size of the source if the argument is true; `None` if the epoch is over.
    pub(super) fn report(
        &self,
        py: Python<'_>,
        state: impl FnOnce(bool) -> Option<(u64, u64, Option<Size>)>,
    ) -> PyResult<()> {
        if matches!(self.argument, ProgressArgument::Off) {
            return Ok(());
        }
        // the function may call the loader, so no lock is held
        let open = locked(&self.epoch).clone();
        let Some((epoch, done, size)) = state(open.is_none()) else { return Ok(()) };
        let reporter = match open {
            Some(reporter) => reporter,
            None => {
                let unit = match size {
                    Some(Size::Bytes(_)) => "B",
                    Some(Size::Rows(_)) => "rows",
                    Some(Size::Games(_)) | None => "games",
                };
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
