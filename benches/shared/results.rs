//! Results of a benchmark in the format that `benches/run.py` collects.

use std::fs::OpenOptions;
use std::io::Write;

/// The variable with the path of the file that results are appended to.
const VARIABLE: &str = "ENROQUE_BENCH_RESULTS";

/// Appends a line of JSON to the file of `ENROQUE_BENCH_RESULTS`; without the variable, does nothing.
///
/// `task` is what is done, `data` what it is done with, `engine` the library, and `unit` what `value` counts:
/// higher is better if it ends in `/s`, otherwise lower.
pub(crate) fn record(task: &str, data: &str, engine: &str, unit: &str, value: f64) {
    let Some(path) = std::env::var_os(VARIABLE).filter(|path| !path.is_empty()) else { return };
    // Debug quotes these ASCII names as JSON does
    let line = format!(
        "{{\"task\": {task:?}, \"data\": {data:?}, \"engine\": {engine:?}, \"unit\": {unit:?}, \"value\": {value}}}\n"
    );
    let file = OpenOptions::new().create(true).append(true).open(&path);
    file.and_then(|mut file| file.write_all(line.as_bytes()))
        .unwrap_or_else(|error| panic!("cannot write {}: {error}", path.display()));
}
