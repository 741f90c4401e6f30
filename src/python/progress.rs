//! The argument `progress` of long calls: a progress bar of tqdm, or a function that is called.
//!
//! The threads of a call count what they have done; the calling thread reports the count when it
//! checks for signals, every 20 ms. So a report costs the call nothing for each item.

use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyBool;

use super::arguments::defaults;
use crate::progress::Counter;

/// The argument `progress`.
pub(super) enum ProgressArgument {
    /// `False`.
    Off,
    /// `True` or a function.
    On(Py<PyAny>),
}

impl<'py> FromPyObject<'_, 'py> for ProgressArgument {
    type Error = std::convert::Infallible;
    #[cfg(feature = "stubs")]
    const INPUT_TYPE: pyo3::inspect::PyStaticExpr = hint!("enroque._progress", "Progress");

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> Result<Self, Self::Error> {
        Ok(match object.cast::<PyBool>() {
            Ok(value) if !value.is_true() => ProgressArgument::Off,
            _ => ProgressArgument::On(object.to_owned().unbind()),
        })
    }
}

defaults! { ProgressArgument = |_: bool| ProgressArgument::Off; }

impl<'py> IntoPyObject<'py> for ProgressArgument {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = std::convert::Infallible;

    fn into_pyobject(self, py: Python<'py>) -> Result<Self::Output, Self::Error> {
        Ok(match self {
            ProgressArgument::Off => PyBool::new(py, false).to_owned().into_any(),
            ProgressArgument::On(object) => object.into_bound(py),
        })
    }
}

/// The progress of a call, and where it is reported.
pub(super) struct Reporter {
    counter: Counter,
    target: Option<Target>,
}

struct Target {
    /// The context manager `reporting` of `enroque._progress`, which closes the bar.
    context: Py<PyAny>,
    function: Py<PyAny>,
    last: Mutex<Option<(u64, Option<u64>)>>,
}

impl Reporter {
    /// Opens the progress bar, if there is one, with a label and a unit.
    pub(super) fn new(
        py: Python<'_>,
        progress: &ProgressArgument,
        activity: &str,
        unit: &str,
    ) -> PyResult<Reporter> {
        let mut target = None;
        if let ProgressArgument::On(progress) = progress {
            let module = py.import("enroque._progress")?;
            let context = module.call_method1("reporting", (progress, activity, unit))?;
            let function = context.call_method0("__enter__")?.unbind();
            target = Some(Target { context: context.unbind(), function, last: Mutex::default() });
        }
        Ok(Reporter { counter: Counter::default(), target })
    }

    /// The counter of the call; `None` if the progress is not reported.
    pub(super) fn counter(&self) -> Option<&Counter> {
        self.target.as_ref().map(|_| &self.counter)
    }

    /// Reports the progress, if it differs from that of the last report.
    pub(super) fn report(&self, py: Python<'_>) -> PyResult<()> {
        let Some(target) = &self.target else { return Ok(()) };
        let now = (self.counter.done(), self.counter.total());
        let last = target.last.lock().unwrap_or_else(PoisonError::into_inner).replace(now);
        if last == Some(now) {
            return Ok(());
        }
        target.function.call1(py, now).map(drop)
    }

    /// Reports that all is done, and closes the bar.
    pub(super) fn finish(&self, py: Python<'_>) -> PyResult<()> {
        self.counter.finish();
        let reported = self.report(py);
        self.close(py)?;
        reported
    }

    /// Closes the bar, without effect if it is closed.
    pub(super) fn close(&self, py: Python<'_>) -> PyResult<()> {
        let Some(target) = &self.target else { return Ok(()) };
        target.context.call_method1(py, "__exit__", (py.None(), py.None(), py.None())).map(drop)
    }

    /// Closes the bar, and returns the result of the call: if it succeeded, after the last report.
    pub(super) fn end<R>(&self, py: Python<'_>, result: PyResult<R>) -> PyResult<R> {
        match result {
            Ok(value) => self.finish(py).map(|()| value),
            Err(error) => {
                let _ = self.close(py); // the error of the call matters more
                Err(error)
            }
        }
    }
}
